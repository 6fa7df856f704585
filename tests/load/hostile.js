// Hostile and malformed requests over real sockets: node tests/load/hostile.js [--agon PROGRAM | --address URL]
//
// Prints each with the status and the sentence it was answered with, then plays a move to see that the program still stands. The
// exit status is 1 if something was not refused with a status from 400 to 499, or without a sentence.

import { connect } from "node:net";
import { parseArgs } from "node:util";
import { join } from "node:path";
import { start } from "./program.js";

const { values: options } = parseArgs({ options: {
  agon: { type: "string", default: join(import.meta.dirname, "../../target/release/agon") },
  address: { type: "string" },
} });
const program = options.address ? null : await start(options.agon);
const address = options.address ?? program.address;
const { hostname, port, host } = new URL(address);

/** Sends bytes as they are, and answers with the status and the body. Programs that wait forever are given three seconds. */
function raw(text) {
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => socket.write(text));
    let answer = "";
    const finish = () => {
      socket.destroy();
      const [head, ...rest] = answer.split("\r\n\r\n");
      resolve({ status: Number(head.match(/^HTTP\/1\.1 (\d+)/)?.[1] ?? 0), body: rest.join("\r\n\r\n") });
    };
    socket.on("data", (chunk) => { answer += chunk; if (/\r\n0\r\n\r\n$|\r\n\r\n[^]+$/.test(answer)) setTimeout(finish, 50); });
    socket.on("close", finish);
    socket.on("error", finish);
    setTimeout(finish, 3000);
  });
}

const http = (method, path, headers = {}, body = "") => {
  // The table belongs to whoever opened it, who is known by the cookie.
  const all = { host, cookie: `agon=${"1".repeat(32)}`, connection: "close", ...(body ? { "content-length": Buffer.byteLength(body) } : {}), ...headers };
  return raw(`${method} ${path} HTTP/1.1\r\n${Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${body}`);
};
const form = (path, body, headers = {}) => http("POST", path, { "content-type": "application/x-www-form-urlencoded", ...headers }, body);
const json = (path, body) => http("POST", path, { "content-type": "application/json" }, body);

const made = JSON.parse((await json("/api/tables", JSON.stringify({ game: "chess", seats: ["person", "person"] }))).body);
const table = `/play/${made.id}`;
const long = "a".repeat(100_000);
const deep = `${"[".repeat(30_000)}${"]".repeat(30_000)}`;

const requests = [
  ["a page that is not there", () => http("GET", "/nowhere")],
  ["script in a path", () => http("GET", "/games/%3Cscript%3Ealert(1)%3C/script%3E")],
  ["climbing out of the files", () => http("GET", "/../../../../etc/passwd")],
  ["climbing out, encoded", () => http("GET", "/boards/plain/..%2f..%2f..%2fetc%2fpasswd.css")],
  ["a NUL in a path", () => http("GET", "/games/chess%00")],
  ["bytes that are no text in a path", () => http("GET", "/games/%ff%fe")],
  ["a tournament outside the folder", () => http("GET", "/lab/..%2f..%2fagon")],
  ["an id that is too short", () => http("GET", "/play/123")],
  ["an id that nobody has", () => http("GET", `/play/${"0".repeat(32)}`)],
  ["an id with SQL in it", () => http("GET", "/play/1'%20OR%20'1'='1")],
  ["a method that does not belong there", () => http("DELETE", table)],
  ["a method that nobody knows", () => http("BREW", "/")],
  ["reading what only takes forms", () => http("GET", `${table}/undo`)],
  ["a form that is too large", () => form("/play", `game=${long}`)],
  ["a document that is too large", () => json("/api/analyse", JSON.stringify({ game: long }))],
  ["a document with too many brackets", () => json("/api/tables", deep)],
  ["a document that is none", () => json("/api/tables", "{")],
  ["a document of another shape", () => json("/api/tables", "[1, 2]")],
  ["a form sent as something else", () => http("POST", "/play", { "content-type": "text/plain" }, "game=chess")],
  ["a form without its fields", () => form("/play", "mode=agent")],
  ["a game that is not there", () => form("/play", "game=ludo&mode=people")],
  ["a level that is not there", () => json("/api/tables", '{"game":"chess","seats":["person","99"]}')],
  ["an agent with a file and a command", () => json("/api/analyse", '{"game":"chess","agent":"gtp:command=\\"touch /tmp/x\\""}')],
  ["a position that is none", () => json("/api/analyse", '{"game":"chess","position":"<b>8/8"}')],
  ["script as a move", () => form(`${table}/say`, "text=%3Cscript%3Ealert(1)%3C%2Fscript%3E")],
  ["a move that is not legal", () => json(`/api/tables/${made.id}/moves`, '{"move":"e9"}')],
  ["a cell that is not on the board", () => form(`${table}/point`, "cell=9999&selected=")],
  ["a name that is not ours, as a page gives that lets its own name lead here", () => http("GET", "/", { host: "evil.example" })],
  ["a name that is not ours, in the address", () => raw(`GET http://evil.example/ HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`)],
  ["a form of another site", () => form(`${table}/resign`, "", { origin: "https://example.org", "content-length": 0 })],
  ["a form of another site, as browsers say it", () => form(`${table}/resign`, "x=1", { "sec-fetch-site": "cross-site" })],
  ["an analysis of moves that are none", () => http("GET", "/analysis?game=chess&moves=%3Cimg%20src=x%3E")],
  ["a header that is too long", () => http("GET", "/", { cookie: `agon=${"x".repeat(700_000)}` })],
  ["a body that is shorter than it says", () => raw(`POST /play HTTP/1.1\r\nhost: ${host}\r\ncontent-length: 100\r\nconnection: close\r\n\r\n`), "may end without an answer"],
  ["no HTTP at all", () => raw("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03")],
];

/** The sentence of an answer: of a document, of a page, or the text itself. */
function sentence(body) {
  try { return JSON.parse(body).error; } catch { /* It is a page or a plain text. */ }
  const page = body.match(/role="alert">([^<]+)</) ?? body.match(/class="message"[^>]*>([^<]+)</);
  return (page?.[1] ?? (body.includes("<") ? "" : body)).trim();
}

let wrong = 0;
for (const [name, send, note] of requests) {
  const { status, body } = await send();
  const said = sentence(body);
  // Before a request is understood, HTTP itself answers, and has no sentences.
  const refused = status >= 400 && status < 500 && (said || [400, 431].includes(status)) && !/<script>alert|<img src=x/.test(body);
  if (!refused && !note) wrong += 1;
  console.log(`${refused || note ? " " : "!"} ${status || "---"}  ${name}: ${said ? said.slice(0, 150) : note ?? "(no sentence: answered before it was a request)"}`);
}
const alive = await json(`/api/tables/${made.id}/moves`, '{"move":"e4"}');
console.log(`afterwards a move is played as ever: ${alive.status}`);
if (alive.status !== 200) wrong += 1;
console.log(`${requests.length} requests, ${wrong} not answered as they should be`);
program?.stop();
process.exitCode = wrong ? 1 : 0;
