// Many players at once: node tests/load/load.js [--agon PROGRAM | --address URL] [--players 200] [--pairs 0] [--seconds 60] [--level 3] [--games othello,chess|all]
//
// Each player has a session of its own, opens tables through the JSON endpoints, and waits for the program as the page does: by
// listening to the events of the table. Every player also looks at the page of the table once per move. Pairs are two people each who
// play with each other over a link, both listening all the time. Printed: how long requests took that do not wait for thinking, how
// long players waited for their answers and whether anybody waited much longer than others, how long it took until the other one
// of a pair was told of a move, and the memory of the program over time (if this script started it). The exit status is 1 if a promise is broken: a 99th
// percentile over 50 ms, a player without an answer, memory that still grows after half of the time.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { start } from "./program.js";

const { values: options } = parseArgs({ options: {
  agon: { type: "string", default: join(import.meta.dirname, "../../target/release/agon") },
  address: { type: "string" },
  players: { type: "string", default: "200" },
  pairs: { type: "string", default: "0" },
  seconds: { type: "string", default: "60" },
  level: { type: "string", default: "3" },
  games: { type: "string", default: "othello" },
} });
const players = Number(options.players);
const pairs = Number(options.pairs);
const seconds = Number(options.seconds);

const started = options.address ? null : await start(options.agon);
const address = options.address ?? started.address;
const begin = performance.now();
const end = begin + seconds * 1000;
const going = () => performance.now() < end;
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const times = [];
const waits = Array.from({ length: players }, () => []);
const refused = new Map();
let moves = 0, finished = 0;

/** Asks for something that needs no thinking, and notes how long it took. */
async function request(cookie, path, body) {
  const asked = performance.now();
  const post = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const response = await fetch(address + path, { ...post, headers: { cookie, "content-type": "application/json" } });
  const text = await response.text();
  times.push(performance.now() - asked);
  if (!response.ok) refused.set(response.status, (refused.get(response.status) ?? 0) + 1);
  return response.ok && path.startsWith("/api/") ? JSON.parse(text) : null;
}

/** Waits until the program has moved: the table as it is then. */
async function answered(cookie, table) {
  let now = table;
  while (now?.thinking && going()) {
    const watching = new AbortController();
    const events = await fetch(`${address}/play/${now.id}/events`, { headers: { cookie }, signal: watching.signal });
    const decoder = new TextDecoder();
    let text = "";
    try {
      for await (const chunk of events.body) {
        text += decoder.decode(chunk, { stream: true });
        const versions = [...text.matchAll(/event: changed\ndata: (\d+)/g)].map((match) => Number(match[1]));
        if (Math.max(0, ...versions) > now.version || !going()) break;
      }
    } catch { /* The stream ended with the program, or with us. */ }
    watching.abort();
    now = await request(cookie, `/api/tables/${now.id}`);
  }
  return now;
}

async function play(number, games) {
  const cookie = `agon=${(number + 1).toString(16).padStart(32, "0")}`;
  // People do not arrive in the same instant.
  await pause(Math.random() * 3000);
  for (let round = number; going(); round += 1) {
    let table = await request(cookie, "/api/tables", { game: games[round % games.length], seats: ["person", options.level] });
    while (table && !table.result && going()) {
      const { id, legal } = table;
      const asked = performance.now();
      table = await request(cookie, `/api/tables/${id}/moves`, { move: legal[Math.floor(Math.random() * legal.length)] });
      moves += 1;
      table = await answered(cookie, table);
      if (going()) waits[number].push(performance.now() - asked);
      await request(cookie, `/play/${id}`);
      // Somebody looks at the board.
      await pause(500 + Math.random() * 1000);
    }
    if (table?.result) finished += 1;
    else await pause(500);
  }
}

/** Listens to a table until the stream is given up, and calls `hear` with every version that is told. */
async function listen(cookie, id, signal, hear) {
  try {
    const events = await fetch(`${address}/play/${id}/events`, { headers: { cookie }, signal });
    const decoder = new TextDecoder();
    let text = "";
    for await (const chunk of events.body) {
      text += decoder.decode(chunk, { stream: true });
      const whole = text.lastIndexOf("\n\n") + 1;
      for (const [, version] of text.slice(0, whole).matchAll(/event: changed\ndata: (\d+)/g)) hear(Number(version));
      text = text.slice(whole);
    }
  } catch { /* The stream ended with the program, or with us. */ }
}

const told = [];

/** Two people who play with each other. */
async function pair(number, games) {
  const cookies = [0, 1].map((side) => `agon=${(1_000_000 + 2 * number + side).toString(16).padStart(32, "0")}`);
  await pause(Math.random() * 3000);
  for (let round = number; going(); round += 1) {
    const wanted = { game: games[round % games.length], seats: ["person", "person"], invite: "second" };
    let table = await request(cookies[0], "/api/tables", wanted);
    if (!table) { await pause(500); continue; }
    const { id } = table;
    table = await request(cookies[1], `/api/tables/${id}/seat`, { secret: table.invitation.split("/").at(-1), name: "Ben" });
    const over = new AbortController();
    // Until which version each has been told, and who waits to be told of one.
    const heard = [0, 0], waiting = [null, null];
    const streams = cookies.map((cookie, side) => listen(cookie, id, over.signal, (version) => {
      heard[side] = version;
      if (waiting[side] && version >= waiting[side].version) waiting[side].go();
    }));
    while (table && !table.result && going()) {
      const side = table.to_move === "first" ? 0 : 1;
      const [version, asked] = [table.version + 1, performance.now()];
      const news = new Promise((go) => { if (heard[1 - side] >= version) go(); else waiting[1 - side] = { version, go }; });
      const move = table.legal[Math.floor(Math.random() * table.legal.length)];
      table = await request(cookies[side], `/api/tables/${id}/moves`, { move, version: table.version });
      if (!table) break;
      moves += 1;
      await Promise.race([news, pause(5000)]);
      told.push(performance.now() - asked);
      await request(cookies[1 - side], `/play/${id}`);
      await pause(500 + Math.random() * 1000);
    }
    if (table?.result) finished += 1;
    over.abort();
    await Promise.all(streams);
  }
}

/** The resident memory of the program, in MB, now. */
const resident = () => Number(readFileSync(`/proc/${started.pid}/status`, "utf8").match(/VmRSS:\s+(\d+)/)[1]) / 1024;
const memory = [];
async function watchMemory() {
  for (; started && going(); await pause(seconds * 1000 / 30)) memory.push(resident());
}

const share = (list, part) => list.toSorted((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * part))] ?? 0;
const mean = (list) => list.reduce((sum, value) => sum + value, 0) / Math.max(1, list.length);
const shares = (list) => [["median", 0.5], ["p90", 0.9], ["p99", 0.99], ["worst", 1]].map(([name, part]) => `${name} ${share(list, part).toFixed(1)}`).join(", ");

const known = (await (await fetch(`${address}/api/games`)).json()).games.map((game) => game.id);
const games = options.games === "all" ? known : options.games.split(",");
await Promise.all([...Array.from({ length: players }, (_, number) => play(number, games)), ...Array.from({ length: pairs }, (_, number) => pair(number, games)), watchMemory()]);

console.log(`${players} players against level ${options.level} at ${games.join(", ")} for ${seconds} s: ${finished} games finished, ${moves} moves, ${times.length} requests`);
if (pairs) console.log(`${pairs} pairs: ${told.length} moves, until the other one was told, ms: ${shares(told)}`);
console.log(`not carried out: ${[...refused].map(([status, count]) => `${count} with status ${status}`).join(", ") || "none"}`);
console.log(`requests that do not wait for thinking, ms: ${shares(times)}`);
console.log(`answers of the program, ms: ${shares(waits.flat())}`);
const own = waits.map((list) => mean(list));
console.log(`mean answer of each player, ms: ${shares(own)}; answers per player: least ${Math.min(...waits.map((list) => list.length))}, most ${Math.max(...waits.map((list) => list.length))}`);
const broken = [];
if (share(times, 0.99) >= 50) broken.push("requests take too long");
if (waits.some((list) => list.length === 0)) broken.push("somebody got no answer");
if (share(own, 1) > 5 * Math.max(50, share(own, 0.5))) broken.push("somebody waits five times as long as others");
if (started) {
  const [early, late] = [memory.slice(memory.length / 3, memory.length / 2), memory.slice(-memory.length / 6)].map(mean);
  console.log(`memory, MB: ${memory.map((value) => value.toFixed(0)).join(" ")}; before half of the time ${early.toFixed(1)}, at the end ${late.toFixed(1)}`);
  if (late > early * 1.1 + 4) broken.push("memory grows");
  started.stop();
}
for (const promise of broken) console.log(`broken: ${promise}`);
process.exitCode = broken.length > 0 ? 1 : 0;
