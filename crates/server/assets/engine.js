// Runs the program of the app inside the browser: a WebAssembly program that reads one request and writes one answer. What
// it asks of its system, as far as it needs it, is here; it is given a clock, random numbers and its two streams, nothing else.

const [SUCCESS, BAD_FILE, NOT_SUPPORTED] = [0, 8, 58];

/** Thrown to get out of a program that ends itself. */
class Ended extends Error {
  constructor(code) { super(`the engine ended with ${code}`); this.code = code; }
}

/** The system of one run: `input` is what the program reads, `args` its command line. */
function system(input, args) {
  const encoder = new TextEncoder();
  const words = args.map((word) => encoder.encode(`${word}\0`));
  const written = { 1: [], 2: [] };
  let memory = null;
  let read = 0;
  const view = () => new DataView(memory.buffer);
  const bytes = (start, length) => new Uint8Array(memory.buffer, start, length);
  /** The pieces of memory that a call reads or writes. */
  const pieces = (list, count) => Array.from({ length: count }, (_, index) => {
    const at = list + 8 * index;
    return bytes(view().getUint32(at, true), view().getUint32(at + 4, true));
  });
  const put = (at, value) => { view().setUint32(at, value, true); return SUCCESS; };
  const total = (parts) => parts.reduce((sum, part) => sum + part.length, 0);
  const calls = {
    args_sizes_get: (count, size) => put(count, words.length) || put(size, total(words)),
    args_get(list, buffer) {
      words.reduce((at, word, index) => { put(list + 4 * index, at); bytes(at, word.length).set(word); return at + word.length; }, buffer);
      return SUCCESS;
    },
    environ_sizes_get: (count, size) => put(count, 0) || put(size, 0),
    environ_get: () => SUCCESS,
    clock_time_get(clock, precision, at) {
      const now = clock === 0 ? Date.now() : performance.now();
      view().setBigUint64(at, BigInt(Math.round(now * 1e6)), true);
      return SUCCESS;
    },
    random_get(start, length) {
      // No more than so many at once, say browsers.
      for (let at = 0; at < length; at += 65536) crypto.getRandomValues(bytes(start + at, Math.min(65536, length - at)));
      return SUCCESS;
    },
    fd_read(file, list, count, done) {
      if (file !== 0) return BAD_FILE;
      const before = read;
      for (const piece of pieces(list, count)) {
        const part = input.subarray(read, read + piece.length);
        piece.set(part);
        read += part.length;
      }
      return put(done, read - before);
    },
    fd_write(file, list, count, done) {
      if (!written[file]) return BAD_FILE;
      const copies = pieces(list, count).map((piece) => piece.slice());
      written[file].push(...copies);
      return put(done, total(copies));
    },
    fd_prestat_get: () => BAD_FILE,
    sched_yield: () => SUCCESS,
    proc_exit(code) { throw new Ended(code); },
  };
  // Whatever else a program of Rust names and does not need.
  const known = new Proxy(calls, { get: (target, name) => target[name] ?? (() => NOT_SUPPORTED) });
  const text = (file) => {
    const whole = new Uint8Array(total(written[file]));
    written[file].reduce((at, part) => { whole.set(part, at); return at + part.length; }, 0);
    return new TextDecoder().decode(whole);
  };
  return { imports: { wasi_snapshot_preview1: known }, use(instance) { memory = instance.exports.memory; }, text };
}

/** Runs the program once; the answer is what it wrote. */
async function runProgram(module, input, args = ["agon"]) {
  const host = system(new TextEncoder().encode(input), args);
  const instance = await WebAssembly.instantiate(module, host.imports);
  host.use(instance);
  let code = 0;
  try {
    instance.exports._start();
  } catch (error) {
    if (!(error instanceof Ended)) throw new Error(`the engine broke: ${host.text(2) || error.message}`);
    code = error.code;
  }
  if (code !== 0) throw new Error(host.text(2) || `the engine ended with ${code}`);
  return host.text(1);
}

self.runProgram = runProgram;
