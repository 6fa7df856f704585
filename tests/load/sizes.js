// How much is sent: node tests/load/sizes.js [--agon PROGRAM]
//
// Prints for each page, and for the fragment that answers a move of each game, its bytes as they are and compressed with brotli.

import { request } from "node:http";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { start } from "./program.js";

const { values: options } = parseArgs({ options: { agon: { type: "string", default: join(import.meta.dirname, "../../target/release/agon") } } });
const program = await start(options.agon);
const cookie = `agon=${"1".repeat(32)}`;

/** The body of an answer as it is sent. */
function ask(path, { encoding = "identity", body, headers = {} } = {}) {
  return new Promise((resolve, reject) => {
    const all = { cookie, "accept-encoding": encoding, ...headers };
    const sent = request(program.address + path, { method: body === undefined ? "GET" : "POST", headers: all }, (answer) => {
      const chunks = [];
      answer.on("data", (chunk) => chunks.push(chunk));
      answer.on("end", () => {
        const bytes = Buffer.concat(chunks);
        if (answer.statusCode >= 400) reject(new Error(`${path.slice(0, 80)}: ${answer.statusCode} ${bytes.toString().slice(0, 200)}`));
        else resolve(bytes);
      });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

/** A document; whoever asks too much is told to wait, and waits. */
async function json(path, document) {
  for (;;) {
    const answer = await ask(path, document && { body: JSON.stringify(document), headers: { "content-type": "application/json" } }).catch((error) => error);
    if (!(answer instanceof Error)) return JSON.parse(answer);
    if (!answer.message.includes(": 429 ")) throw answer;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

const open = (game) => json("/api/tables", { game, seats: ["person", "person"] });
const move = (table, text) => json(`/api/tables/${table.id}/moves`, { move: text });

function tell(name, plain, packed) {
  console.log(`| ${name} | ${(plain / 1000).toFixed(1)} | ${(packed / 1000).toFixed(1)} |`);
}

async function page(name, path) {
  const plain = await ask(path);
  tell(name, plain.length, (await ask(path, { encoding: "br" })).length);
  return plain.toString();
}

/** What a move is answered with, where scripts are on: a table is played for each way to ask, since a move is made once. */
async function fragment(game) {
  const sizes = [];
  for (const encoding of ["identity", "br"]) {
    const table = await open(game);
    const headers = { "x-agon-fragment": "1", "content-type": "application/x-www-form-urlencoded" };
    const body = `text=${encodeURIComponent(table.legal[0])}&version=${table.version}`;
    sizes.push((await ask(`/play/${table.id}/say`, { encoding, body, headers })).length);
  }
  tell(`a move of ${game}`, ...sizes);
}

/** A game of chess so long: calm moves by a fixed sequence of choices, and by the next one where a game ends early. */
async function long(plies) {
  for (let seed = 1; ; seed += 1) {
    const moves = [];
    let now = await open("chess");
    for (let state = seed; moves.length < plies && !now.result; ) {
      state = (Math.imul(state, 1103515245) + 12345) >>> 0;
      const calm = now.legal.filter((text) => !/[x#+]/.test(text));
      const choice = calm.length ? calm : now.legal;
      moves.push(choice[(state >>> 16) % choice.length]);
      now = await move(now, moves.at(-1));
    }
    if (moves.length === plies) return moves;
  }
}

try {
  console.log("| what is asked for | bytes / 1000 | with brotli |\n|---|---|---|");
  await page("the first page", "/");
  await page("choosing how to play chess", "/games/chess");
  await page("choosing how to play Connect6", "/games/connect6");
  for (const game of ["chess", "connect6"]) await page(`the table of ${game}`, `/play/${(await open(game)).id}`);
  const { games } = await json("/api/games");
  for (const { id } of games) await fragment(id);
  const moves = encodeURIComponent((await long(300)).join(" "));
  await page("the analysis of 300 plies of chess", `/analysis?game=chess&moves=${moves}`);
  await page("the same with its graph", `/analysis?game=chess&moves=${moves}&graph=on`);
  await page("my games", "/mine");
  await page("puzzles", "/puzzles");
  await page("puzzles of chess", "/puzzles/chess");
  await page("lessons", "/learn");
} finally {
  program.stop();
}
