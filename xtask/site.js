// Makes the pages of a static site that are shown until the engine is there: node xtask/site.js ENGINE FOLDER. The engine makes them.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { load } from "../tests/browser/engine.js";

const [file, folder] = process.argv.slice(2);
const engine = await load(file);

/** The pages that a page leads to and that need no answer of anybody: no games that are played, no puzzles that are solved. */
const led = (text) => [...text.matchAll(/ href="(\/(?:games\/[^"?/]+|about|analysis|mine|puzzles|puzzles\/[^"?/]+|learn)?)"/g)].map(([, path]) => path);

/** A page whose addresses are relative, since nobody knows where the folder will be. */
function settle(text, depth) {
  const home = "../".repeat(depth) || "./";
  return text
    .replaceAll(/ (href|src|action|formaction)="\//g, ` $1="${home}`)
    .replace("</head>", `<script type="module" src="${home}site.js"></script></head>`);
}

const pages = new Set(["/"]);
for (const path of pages) {
  const { status, text } = await engine.ask("GET", path);
  if (status !== 200) throw new Error(`${path} is answered with ${status}`);
  for (const next of led(text)) pages.add(next);
  const parts = path.split("/").filter(Boolean);
  const target = join(folder, ...parts.map(decodeURIComponent), "index.html");
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, settle(text, parts.length));
}
console.log(`${pages.size} pages`);
