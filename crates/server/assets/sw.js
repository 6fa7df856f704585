// Keeps the files of the app, so that it starts quickly and can be installed. Games are played on the server.
const NAME = "agon-1";
const FILES = ["/app.css", "/app.js", "/icon.svg"];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

// The network first: a new version of the program brings new files.
self.addEventListener("fetch", (event) => {
  const { pathname } = new URL(event.request.url);
  if (event.request.method !== "GET" || !FILES.includes(pathname)) return;
  event.respondWith(fetch(event.request).catch(() => caches.match(event.request)));
});
