// The engine of the browser, outside of one: the same host runs it here. From the command line: engine.js FILE [WORD …].

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInThisContext } from "node:vm";

globalThis.self = globalThis;
runInThisContext(readFileSync(join(import.meta.dirname, "../../crates/server/assets/engine.js"), "utf8"));

/** The engine in a file: it answers requests, and remembers what it is told to. */
export async function load(file) {
  const module = await WebAssembly.compile(readFileSync(file));
  let memory = {};
  const ask = async (method, target, document) => {
    const body = document === undefined ? "" : JSON.stringify(document);
    const headers = [["content-type", "application/json"]];
    const answered = JSON.parse(await self.runProgram(module, JSON.stringify({ method, target, headers, body, memory })));
    memory = answered.memory;
    return { status: answered.status, text: answered.body };
  };
  return { ask, run: (...words) => self.runProgram(module, "", ["agon", ...words]) };
}

if (process.argv[1] === import.meta.filename) {
  const [file, ...words] = process.argv.slice(2);
  const engine = await load(file);
  // Processor time, as the program itself measures: seconds on the wall measure the neighbours.
  const used = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000; };
  Object.defineProperty(globalThis, "performance", { value: { now: used } });
  process.stdout.write(await engine.run(...words));
}
