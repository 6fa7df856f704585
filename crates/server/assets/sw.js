// Plays without the network: when the server cannot be reached, the same program answers here, as WebAssembly. Games that were
// opened or changed here stay here; what the server plays is copied, so that it can be gone on with.

importScripts("/engine.js");

// The server writes a first line: const BUILD = "…", which differs for every program, so that a new one is fetched.
const CACHE = `agon-${BUILD}`;
const FILES = ["/app.css", "/app.js", "/sound.js", "/icon.svg", "/manifest.webmanifest"];
const ENGINE = "/agon.wasm";

// ------------------------------------------------------------------ coming and going

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(CACHE);
    await cache.addAll(FILES);
    // A server without the engine is no reason not to be installed.
    await cache.add(ENGINE).catch(() => {});
    await self.skipWaiting();
  })());
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name.startsWith("agon-") && name !== CACHE) await caches.delete(name);
    await self.clients.claim();
  })());
});

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
async function answer(request) {
  const url = new URL(request.url);
  const body = await request.text();
  const headers = [...request.headers].filter(([name]) => name !== "cookie");
  if (!request.headers.has("accept-language")) headers.push(["accept-language", navigator.languages.join(",")]);
  // The engine refuses forms that pages of others send; all else comes from our own pages.
  const foreign = request.mode === "navigate" && new URL(request.referrer || "about:blank").origin !== url.origin;
  headers.push(["sec-fetch-site", foreign ? "cross-site" : "same-origin"]);
  const target = url.pathname + url.search;
  return inTurn(async () => {
    const memory = (await take("memory")) ?? {};
    const id = tableOf(url.pathname);
    const copy = id && !holds(memory, id) && (await take(id));
    // A copy counts as remembered only when it changed.
    const given = copy ? { ...memory, tables: [...(memory.tables ?? []), { id, saved: copy }] } : memory;
    const written = await runProgram(await engine(), JSON.stringify({ method: request.method, target, headers, body, memory: given }));
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
  if (location) return Response.redirect(new URL(location, url), status);
  return new Response(status === 204 || status === 304 ? null : body, { status, headers: [...headers, ["x-agon-device", "1"]] });
}

/** Copies a table of the server, so that it can be gone on with when the server is gone. */
async function copy(id) {
  const response = await fetch(`/play/${id}/saved.json`);
  if (response.ok) await put(id, await response.json());
}

// ------------------------------------------------------------------ asking

async function attend(event) {
  const { request } = event;
  const url = new URL(request.url);
  const id = tableOf(url.pathname);
  // A body can be read once; here perhaps twice.
  const again = request.clone();
  if (url.pathname === "/" && url.search === "?device") return (await caches.match(ENGINE)) && (await take("memory"))?.tables?.length ? answer(again) : new Response(null, { status: 204 });
  if (id && holds((await take("memory")) ?? {}, id)) return answer(again);
  try {
    const response = await fetch(request);
    const kept = await caches.match(ENGINE);
    if (kept && id && response.ok && !url.pathname.endsWith("/events")) event.waitUntil(copy(id).catch(() => {}));
    // Wishes hold in both places.
    if (kept && url.pathname === "/settings") event.waitUntil(answer(again).catch(() => {}));
    return response;
  } catch (error) {
    if (await caches.match(ENGINE)) return answer(again);
    const stored = await caches.match(request);
    if (stored) return stored;
    throw error;
  }
}

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  const ours = url.origin === self.location.origin;
  if (ours && !["/sw.js", "/engine.js", ENGINE].includes(url.pathname)) event.respondWith(attend(event));
});
