// A server that knows nothing but the files of the static site.

import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const SITE = process.env.AGON_SITE;
/** Why tests of the static site are left out, if they are. */
export const skip = SITE ? false : "there is no site: 'cargo xtask site' writes it";

const KINDS = { ".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".png": "image/png", ".ico": "image/x-icon", ".webmanifest": "application/manifest+json" };

/** A server of files under an address such as /some/folder/; `hold` may hold files back. Pages of folders have a slash at the end. */
export async function host(home, hold = async () => {}) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const path = normalize(decodeURIComponent(pathname));
    const file = path.startsWith(home) ? join(SITE, path.slice(home.length)) : "";
    if (!["GET", "HEAD"].includes(request.method)) return response.writeHead(405).end();
    if (!file || !existsSync(file)) return response.writeHead(404).end("nothing here");
    if (statSync(file).isDirectory() && !path.endsWith("/")) return response.writeHead(301, { location: `${path}/` }).end();
    const found = statSync(file).isDirectory() ? join(file, "index.html") : file;
    await hold(path);
    response.writeHead(200, { "content-type": KINDS[extname(found)] ?? "application/octet-stream" });
    createReadStream(found).pipe(response);
  });
  await new Promise((go) => server.listen(0, "127.0.0.1", go));
  const stop = () => new Promise((go) => { server.close(go); server.closeAllConnections(); });
  return { address: `http://127.0.0.1:${server.address().port}${home.replace(/\/$/, "")}`, stop };
}
