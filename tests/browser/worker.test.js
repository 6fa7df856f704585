// The service worker outside of a browser: what it copies for the time without a network.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createContext, runInContext } from "node:vm";

const TABLE = `/play/${"a".repeat(32)}`;

/**
 * A worker that has the engine and is asked for a table again and again; the answer is which addresses it has fetched. `answers` are the
 * headers of the table each time, `copies` the statuses of what is copied.
 */
async function fetched(answers, copies = []) {
  const asked = [], waiting = [];
  const [headers, statuses] = [answers.values(), copies.values()];
  const fetch = async (request) => {
    const path = new URL(request.url ?? request, "http://localhost").pathname;
    asked.push(path);
    if (path === TABLE) return new Response("{}", { headers: headers.next().value });
    return new Response("{}", { status: statuses.next().value ?? 200 });
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
  for (const _ of answers) {
    const request = new Request(`http://localhost${TABLE}`);
    const answer = new Promise((resolve) => listeners.fetch({ request, clientId: "", respondWith: resolve, waitUntil: (work) => waiting.push(work) }));
    assert.equal((await answer).status, 200);
    await Promise.all(waiting);
  }
  return asked;
}

const [COPY, keep] = [`${TABLE}/saved.json`, (state) => ({ "x-agon-keep": state })];

test("only what the server says is copied, so that nobody asks in vain", async () => {
  assert.deepEqual(await fetched([keep("1")]), [TABLE, COPY]);
  assert.deepEqual(await fetched([{}]), [TABLE]);
});

test("each state is copied once, and what could not be copied is tried again", async () => {
  assert.deepEqual(await fetched([keep("1"), keep("1"), keep("2")]), [TABLE, COPY, TABLE, TABLE, COPY]);
  assert.deepEqual(await fetched([keep("1"), keep("1"), keep("1")], [429]), [TABLE, COPY, TABLE, COPY, TABLE]);
});
