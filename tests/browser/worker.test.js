// The service worker outside of a browser: what it copies for the time without a network.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createContext, runInContext } from "node:vm";

const TABLE = `/play/${"a".repeat(32)}`;

/** A worker that has the engine and is asked for a table; the answer is which addresses it has fetched. */
async function fetched(headers) {
  const asked = [], waiting = [];
  const fetch = async (request) => {
    const path = new URL(request.url ?? request, "http://localhost").pathname;
    asked.push(path);
    return new Response("{}", { headers: path === TABLE ? headers : {} });
  };
  const listeners = {};
  const self = {
    registration: { scope: "http://localhost/" }, location: new URL("http://localhost/sw.js"),
    addEventListener: (name, listener) => { listeners[name] = listener; },
  };
  const engine = new Response("the engine");
  const caches = { match: async (request) => (/agon\.wasm$/.test(request.url ?? request) ? engine : undefined) };
  // Nothing is remembered, and nothing can be.
  const indexedDB = { open() { const opening = {}; queueMicrotask(() => opening.onsuccess()); opening.result = shelf; return opening; } };
  const shelf = {
    close() {},
    transaction: () => ({ objectStore: () => ({ get: () => later(undefined), put: () => later(undefined) }) }),
  };
  const later = (result) => { const request = { result }; queueMicrotask(() => request.onsuccess()); return request; };
  const world = createContext({ self, caches, indexedDB, fetch, importScripts() {}, URL, Response, queueMicrotask, BUILD: "test", clients: {} });
  runInContext(readFileSync(join(import.meta.dirname, "../../crates/server/assets/sw.js"), "utf8"), world);
  const request = new Request(`http://localhost${TABLE}`);
  const answer = new Promise((resolve) => listeners.fetch({ request, clientId: "", respondWith: resolve, waitUntil: (work) => waiting.push(work) }));
  assert.equal((await answer).status, 200);
  await Promise.all(waiting);
  return asked;
}

test("only what the server says is copied, so that nobody asks in vain", async () => {
  assert.deepEqual(await fetched({ "x-agon-keep": "1" }), [TABLE, `${TABLE}/saved.json`]);
  assert.deepEqual(await fetched({}), [TABLE]);
});
