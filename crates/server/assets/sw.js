// Plays without the network: when the server cannot be reached, the same program answers here, as WebAssembly. Games that were
// opened or changed here stay here; what the server plays is copied, so that it can be gone on with.

importScripts("engine.js");

// The server writes a first line: const BUILD = "…", which differs for every program, so that a new one is fetched. Where there is
// no server (`cargo xtask site`), the line also says const SITE = the size of the packed engine; pages that were made beforehand are
// shown until the engine is there, and it alone answers from then on.
const CACHE = `agon-${BUILD}`;
const packed = typeof SITE === "undefined" ? 0 : SITE;
const FILES = ["/app.css", "/table.css", "/app.js", "/board.js", "/study.js", "/sound.js", "/links.js", "/thinker.js", "/engine.js", "/icon.svg", "/icon-180.png", "/icon-192.png", "/icon-512.png", "/favicon.ico", "/manifest.webmanifest"];

/** Where the app begins: a static site may live in a folder. */
const HOME = new URL(self.registration.scope).pathname;

/** The whole address of a path of the app. */
const at = (path) => new URL(HOME + path.slice(1), self.location).href;

/** The path inside the app that an address means. Servers of files end those of folders with a slash. */
function pathOf(url) {
  const path = url.pathname.startsWith(HOME) ? `/${url.pathname.slice(HOME.length)}` : url.pathname;
  return path.replace(/(.)\/(index\.html)?$/, "$1").replace(/^\/index\.html$/, "/");
}

const ENGINE = at("/agon.wasm");

// ------------------------------------------------------------------ coming and going

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(CACHE);
    await cache.addAll(FILES.map(at));
    // A server without the engine is no reason not to be installed.
    if (!packed) await cache.add(ENGINE).catch(() => {});
    await self.skipWaiting();
  })());
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name.startsWith("agon-") && name !== CACHE) await caches.delete(name);
    await self.clients.claim();
  })());
});

// ------------------------------------------------------------------ the engine of a static site

let loading = null;

/** Fetches the engine, tells every page how far it is, and keeps it. */
function load() {
  loading ??= fetchEngine().finally(() => { loading = null; });
  return loading;
}

async function fetchEngine() {
  if (await caches.match(ENGINE)) return tell({ engine: 1 });
  try {
    const response = await fetch(at("/agon.wasm.packed"));
    if (!response.ok) throw new Error(`the engine is missing: ${response.status}`);
    let done = 0, told = 0;
    const meter = new TransformStream({
      transform(chunk, stream) {
        done += chunk.length;
        if (done - told > packed / 100) { told = done; tell({ engine: Math.min(done / packed, 0.99) }); }
        stream.enqueue(chunk);
      },
    });
    const unpacked = response.body.pipeThrough(meter).pipeThrough(new DecompressionStream("gzip"));
    const cache = await caches.open(CACHE);
    await cache.put(ENGINE, new Response(unpacked, { headers: { "content-type": "application/wasm" } }));
    await tell({ engine: 1 });
  } catch (error) {
    await tell({ engine: -1 });
    throw error;
  }
}

async function tell(message) {
  for (const page of await clients.matchAll({ includeUncontrolled: true })) page.postMessage(message);
}

self.addEventListener("message", (event) => {
  if (event.data === "load" && packed) event.waitUntil(load().catch(() => {}));
});

// ------------------------------------------------------------------ thinking

/** The thoughts of tables that pages think, by the ids of the tables. */
const thoughts = new Map();

/**
 * Lets the worker of a page run the engine, which can be ended there; a page without one lets it run here. The answer is null if
 * the thought was ended.
 */
async function think(clientId, id, input) {
  const page = clientId && (await clients.get(clientId));
  if (!page) return runProgram(await engine(), input);
  const { port1: port, port2 } = new MessageChannel();
  let watch = null;
  const said = new Promise((resolve, reject) => {
    let begun = false;
    port.onmessage = ({ data }) => {
      if (data.begun) begun = true;
      else if (data.error) reject(new Error(data.error));
      else resolve(data.answer);
    };
    // A page that has gone says nothing any more, and one with an older script never did.
    watch = setInterval(async () => { if (!begun || !(await clients.get(clientId))) resolve(undefined); }, 1000);
    thoughts.set(id, () => { port.postMessage("end"); resolve(null); });
  });
  page.postMessage({ think: input }, [port2]);
  try {
    const answer = await said;
    return answer === undefined ? runProgram(await engine(), input) : answer;
  } finally {
    clearInterval(watch);
    thoughts.delete(id);
    port.close();
  }
}

let compiled = null;

/** The engine, which must have been kept. It is compiled when it is needed first. */
function engine() {
  compiled ??= WebAssembly.compileStreaming(caches.match(ENGINE));
  compiled.catch(() => { compiled = null; });
  return compiled;
}

// ------------------------------------------------------------------ what is remembered

/** Opens the database: one shelf with the engine's memory under "memory" and copies of the server's tables under their ids. */
const shelf = () => new Promise((resolve, reject) => {
  const opening = indexedDB.open("agon", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("shelf");
  opening.onsuccess = () => resolve(opening.result);
  opening.onerror = () => reject(opening.error);
});

async function onShelf(mode, work) {
  const database = await shelf();
  try {
    return await new Promise((resolve, reject) => {
      const request = work(database.transaction("shelf", mode).objectStore("shelf"));
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  } finally {
    database.close();
  }
}

const take = (key) => onShelf("readonly", (store) => store.get(key));
const put = (key, value) => onShelf("readwrite", (store) => store.put(value, key));

/** The id of the table that a path belongs to. */
const tableOf = (path) => path.match(/^\/(?:play|api\/tables)\/([0-9a-f]{32})(?:\/|$)/)?.[1];

const holds = (memory, id) => memory.tables?.some((kept) => kept.id === id) ?? false;

// ------------------------------------------------------------------ answering

let last = Promise.resolve();

/** One after the other: each answer is the memory of the next. */
function inTurn(work) {
  const result = last.then(work);
  last = result.catch(() => {});
  return result;
}

/** Lets the engine answer. */
async function answer(request, clientId) {
  const url = new URL(request.url);
  const path = pathOf(url);
  const id = tableOf(path);
  // Whoever goes elsewhere or wants the move now does not wait for the end of a thought.
  if (request.mode === "navigate" || path.endsWith("/stop")) for (const end of thoughts.values()) end();
  const body = await request.text();
  const headers = [...request.headers].filter(([name]) => name !== "cookie");
  if (!request.headers.has("accept-language")) headers.push(["accept-language", navigator.languages.join(",")]);
  // The engine refuses forms that pages of others send; all else comes from our own pages.
  const foreign = request.mode === "navigate" && new URL(request.referrer || "about:blank").origin !== url.origin;
  headers.push(["sec-fetch-site", foreign ? "cross-site" : "same-origin"]);
  const target = path + url.search;
  return inTurn(async () => {
    const memory = (await take("memory")) ?? {};
    const copy = id && !holds(memory, id) && (await take(id));
    // A copy counts as remembered only when it changed.
    const given = copy ? { ...memory, tables: [...(memory.tables ?? []), { id, saved: copy }] } : memory;
    const input = JSON.stringify({ method: request.method, target, headers, body, memory: given });
    const written = path.endsWith("/events") ? await think(clientId, id, input) : await runProgram(await engine(), input);
    // Whoever still listens asks again, and it thinks anew.
    if (written === null) return new Response("retry: 1000\n\n", { headers: { "content-type": "text/event-stream", "x-agon-device": "1" } });
    const answered = JSON.parse(written);
    if (copy) {
      const now = answered.memory.tables.find((kept) => kept.id === id);
      if (JSON.stringify(now?.saved) === JSON.stringify(copy)) answered.memory.tables = answered.memory.tables.filter((kept) => kept.id !== id);
    }
    await put("memory", answered.memory);
    return respond(answered, url);
  });
}

/** The answer as the page expects it. */
function respond({ status, headers, body }, url) {
  const location = headers.find(([name]) => name === "location")?.[1];
  if (location) return Response.redirect(location.startsWith("/") ? at(location) : new URL(location, url), status);
  return new Response(status === 204 || status === 304 ? null : settle(body, headers), { status, headers: [...headers, ["x-agon-device", "1"]] });
}

/** A page whose addresses begin where the app does. */
function settle(body, headers) {
  const isPage = headers.some(([name, value]) => name === "content-type" && value.startsWith("text/html"));
  return isPage && HOME !== "/" ? body.replaceAll(/ (href|src|action|formaction|data-address|data-stylesheet)="\//g, ` $1="${HOME}`) : body;
}

/** Which state of each table was copied last. */
const copied = new Map();

/** Copies a table of the server, so that it can be gone on with when the server is gone: once in each state. */
async function copy(id, state) {
  if (copied.get(id) === state) return;
  copied.set(id, state);
  try {
    const response = await fetch(`/play/${id}/saved.json`);
    if (!response.ok) throw new Error(response.statusText);
    await put(id, await response.json());
  } catch {
    // The next answer makes it be tried again.
    if (copied.get(id) === state) copied.delete(id);
  }
}

// ------------------------------------------------------------------ asking

async function attend(event) {
  const { request, clientId } = event;
  const url = new URL(request.url);
  const path = pathOf(url);
  const id = tableOf(path);
  const kept = await caches.match(ENGINE);
  if (kept && path === "/agon.wasm") return kept;
  // A body can be read once; here perhaps twice.
  const again = request.clone();
  if (path === "/" && url.search === "?device") return kept && !packed && (await take("memory"))?.tables?.length ? answer(again) : new Response(null, { status: 204 });
  if (packed) return attendAlone(event, path, again);
  if (id && holds((await take("memory")) ?? {}, id)) return answer(again, clientId);
  try {
    const response = await fetch(request);
    // Only what one person holds alone can be gone on with; the server says so.
    if (kept && id && response.headers.has("x-agon-keep")) event.waitUntil(copy(id, response.headers.get("x-agon-keep")));
    // Wishes hold in both places.
    if (kept && path === "/settings") event.waitUntil(answer(again).catch(() => {}));
    return response;
  } catch (error) {
    const stored = await caches.match(request);
    if (stored) return stored;
    if (kept) return answer(again, clientId);
    throw error;
  }
}

/** Answers where there is no server: with the engine, and until it is there with the pages that were made beforehand. */
async function attendAlone(event, path, request) {
  const stored = await caches.match(at(path));
  if (stored) return stored;
  if (!(await caches.match(ENGINE))) {
    if (request.method === "GET" && !tableOf(path)) {
      const made = await fetch(event.request).catch(() => null);
      // Servers of files lead from a folder's name to one with a slash at its end.
      if (made?.ok || made?.type === "opaqueredirect") return made;
    }
    // A game begins as soon as the engine is there; the page shows how far it is.
    await load();
  }
  return answer(request, event.clientId);
}

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  const ours = url.origin === self.location.origin;
  if (ours && pathOf(url) !== "/sw.js") event.respondWith(attend(event));
});
