// What those get who want to do harm: node tests/load/attacks.js [--agon PROGRAM]
//
// Against programs that this script starts, on this machine alone: requests that are never finished, more tables than anybody plays,
// more analyses than the machine has time for, two programs on one folder, names that are not ours. Prints a table of what happened;
// the exit status is 1 if something did that the program promises against.

import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { start } from "./program.js";

const { values: options } = parseArgs({ options: { agon: { type: "string", default: join(import.meta.dirname, "../../target/release/agon") } } });
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const broken = [];
const promise = (kept, sentence) => { if (!kept) broken.push(sentence); };
const tell = (attack, outcome) => console.log(`| ${attack} | ${outcome} |`);
const seconds = (since) => ((performance.now() - since) / 1000).toFixed(1);
const agent = new Agent({ keepAlive: true, maxSockets: 100 });

/** Asks a program through its proxy for somebody; the status and the text of the answer, or the status 0 if there was none. */
function ask({ address }, path, { from = "203.0.113.1", cookie = 1, headers = {}, body, through = agent } = {}) {
  const all = { cookie: `agon=${cookie.toString(16).padStart(32, "0")}`, "x-forwarded-for": from, ...headers };
  if (body) all["content-type"] = body.startsWith("{") ? "application/json" : "application/x-www-form-urlencoded";
  return new Promise((resolve) => {
    const sent = request(address + path, { method: body ? "POST" : "GET", headers: all, agent: through }, async (answer) => {
      let text = "";
      try { for await (const chunk of answer) text += chunk; } catch { /* What came is what there is. */ }
      resolve({ status: answer.statusCode, text });
    });
    sent.setTimeout(60_000, () => sent.destroy());
    sent.on("error", () => resolve({ status: 0, text: "" }));
    sent.end(body);
  });
}

/** How often each status came. */
function counted(answers) {
  const counts = new Map();
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
  return counts;
}
const listed = (counts) => [...counts].sort(([a], [b]) => a - b).map(([status, count]) => `${count} with ${status || "no answer"}`).join(", ");

async function halves() {
  const program = await start(options.agon, { files: 256 });
  const { hostname, port, host } = new URL(program.address);
  const begin = performance.now();
  const sockets = Array.from({ length: 400 }, () => {
    const socket = connect(Number(port), hostname, () => socket.write(`GET / HTTP/1.1\r\nhost: ${host}\r\n`));
    socket.on("error", () => {});
    socket.resume();
    return socket;
  });
  await pause(1000);
  const refused = sockets.filter((socket) => socket.closed || socket.destroyed).length;
  // Whoever comes now asks on until there is room.
  let answer;
  do {
    answer = await ask(program, "/healthz", { through: new Agent() });
    if (answer.status !== 200) await pause(250);
  } while (answer.status !== 200 && performance.now() - begin < 60_000);
  const after = seconds(begin);
  await Promise.all(sockets.map((socket) => socket.closed || once(socket, "close")));
  tell("400 half requests, 256 files", `${refused} refused at once, the rest let go within ${seconds(begin)} s; somebody else was answered after ${after} s`);
  promise(answer.status === 200 && Number(after) < 20, "half requests kept others out for 20 s");
  program.stop();
}

async function tables() {
  const program = await start(options.agon, { more: ["--behind-proxy"] });
  const begin = performance.now();
  const answers = [];
  let sent = 0;
  await Promise.all(Array.from({ length: 50 }, async () => {
    while (sent < 10_000 && performance.now() - begin < 15_000) {
      sent += 1;
      answers.push(await ask(program, "/play", { cookie: 1000 + sent, body: "game=tic-tac-toe&mode=people" }));
    }
  }));
  const counts = counted(answers);
  tell(`10,000 tables in 15 s from one address, each with a cookie of its own`, `${sent} asked for in ${seconds(begin)} s: ${listed(counts)}`);
  promise((counts.get(303) ?? 0) <= 120, "one address opened more than 120 tables");
  const other = await ask(program, "/play", { from: "198.51.100.7", cookie: 5, body: "game=tic-tac-toe&mode=people" });
  tell("meanwhile somebody else opens a table", `status ${other.status}`);
  promise(other.status === 303, "others could not open a table");
  program.stop();
}

/** How long a person waits for an answer of level 3 at Othello, in milliseconds, while something goes on. */
async function person(program, going) {
  const who = { from: "198.51.100.7", cookie: 7 };
  const waits = [];
  let table = null;
  while (going() && waits.length < 100) {
    if (!table || table.result) table = JSON.parse((await ask(program, "/api/tables", { ...who, body: JSON.stringify({ game: "othello", seats: ["person", "3"] }) })).text);
    const asked = performance.now();
    table = JSON.parse((await ask(program, `/api/tables/${table.id}/moves`, { ...who, body: JSON.stringify({ move: table.legal[0] }) })).text);
    while (table.thinking && performance.now() - asked < 30_000) {
      await pause(10);
      table = JSON.parse((await ask(program, `/api/tables/${table.id}`, who)).text);
    }
    waits.push(performance.now() - asked);
    await pause(200);
  }
  waits.sort((a, b) => a - b);
  return { count: waits.length, median: waits[Math.floor(waits.length / 2)] ?? 0, worst: waits.at(-1) ?? 0 };
}

async function analyses(name, from) {
  const program = await start(options.agon, { more: ["--behind-proxy"] });
  const idle = performance.now();
  const before = await person(program, () => performance.now() - idle < 5000);
  const begin = performance.now();
  let over = false;
  const through = new Agent({ maxSockets: 600 });
  const asked = Array.from({ length: 600 }, (_, number) => ask(program, "/analysis?game=connect6&agent=pvs%3Anodes%3D200000", { from: from(number), cookie: 100 + number, through }));
  const waiting = person(program, () => !over && performance.now() - begin < 40_000);
  const answers = await Promise.all(asked);
  const took = seconds(begin);
  over = true;
  const during = await waiting;
  tell(`600 analyses at once ${name}`, `${listed(counted(answers))}, in ${took} s`);
  const told = ({ count, median, worst }) => `median ${median.toFixed(0)} ms, worst ${worst.toFixed(0)} ms of ${count}`;
  tell("meanwhile an answer of level 3", `${told(during)}; before: ${told(before)}`);
  promise(during.worst < 8000, "a person waited for 8 s");
  program.stop();
}

async function folder() {
  const program = await start(options.agon);
  const second = spawnSync(options.agon, ["serve", "--port", "0", "--data", program.data], { encoding: "utf8", timeout: 20_000 });
  tell("a second program on the same folder", `exit code ${second.status}: ${second.stderr.trim().replaceAll(program.data, "FOLDER")}`);
  promise(second.status === 2, "two programs shared a folder");
  program.stop();
}

async function names() {
  const program = await start(options.agon);
  const { port } = new URL(program.address);
  for (const host of ["evil.example", `evil.example:${port}`, "localhost.evil.example", `127.0.0.1.evil.example:${port}`]) {
    const answers = [await ask(program, "/mine", { headers: { host } }), await ask(program, "/play", { headers: { host }, body: "game=chess&mode=people" })];
    tell(`the name ${host.replace(port, "PORT")}`, `a page ${answers[0].status}, a form ${answers[1].status}`);
    promise(answers.every(({ status }) => status === 421), `${host} reached something`);
  }
  const own = await ask(program, "/", { headers: { host: `localhost:${port}` } });
  tell("our own name", `a page ${own.status}`);
  program.stop();
}

console.log("| what was tried | what came of it |\n|---|---|");
await halves();
await tables();
await analyses("from one address", () => "203.0.113.1");
await analyses("from 600 addresses", (number) => `203.0.${113 + Math.floor(number / 250)}.${1 + number % 250}`);
await folder();
await names();
for (const sentence of broken) console.log(`broken: ${sentence}`);
// What is still open on our side belongs to programs that are gone.
process.exit(broken.length ? 1 : 0);
