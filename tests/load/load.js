// Many players at once against a running program: node tests/load/load.js ADDRESS [PLAYERS] [SECONDS]
//
// Each player has a session of its own and plays othello against level 3 through the JSON endpoints, asking for its table
// until the program has moved. Printed: how many games and moves, and how long requests took that do not wait for thinking.

const [address = "http://127.0.0.1:8017", players = "200", seconds = "30"] = process.argv.slice(2);
const end = performance.now() + Number(seconds) * 1000;
const times = [];
const answers = [];
let moves = 0, games = 0, refused = 0;

async function request(cookie, path, body) {
  const start = performance.now();
  const options = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const response = await fetch(address + path, { ...options, headers: { cookie, "content-type": "application/json" } });
  const text = await response.text();
  times.push(performance.now() - start);
  if (response.status === 429) refused += 1;
  return response.ok ? JSON.parse(text) : null;
}

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function play(number) {
  const cookie = `agon=${number.toString(16).padStart(32, "0")}`;
  // People do not arrive in the same instant.
  await pause(Math.random() * 2000);
  while (performance.now() < end) {
    let table = await request(cookie, "/api/tables", { game: "othello", seats: ["person", "3"] });
    while (table && !table.result && performance.now() < end) {
      if (table.thinking || table.to_move !== "first") {
        await pause(100);
        table = await request(cookie, `/api/tables/${table.id}`);
        continue;
      }
      const asked = performance.now();
      const { id } = table;
      table = await request(cookie, `/api/tables/${id}/moves`, { move: table.legal[moves % table.legal.length] });
      moves += 1;
      while (table?.thinking && performance.now() < end) {
        await pause(50);
        table = await request(cookie, `/api/tables/${id}`);
      }
      answers.push(performance.now() - asked);
      // Somebody looks at the board.
      await pause(500 + Math.random() * 1000);
    }
    if (table?.result) games += 1;
    else await pause(500);
  }
}

const share = (list, part) => [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * part))]?.toFixed(1);
await Promise.all(Array.from({ length: Number(players) }, (_, number) => play(number + 1)));
console.log(`${players} players, ${seconds} s: ${games} games finished, ${moves} moves, ${times.length} requests, ${refused} refused`);
console.log(`requests that do not think: median ${share(times, 0.5)} ms, p99 ${share(times, 0.99)} ms, worst ${share(times, 1)} ms`);
console.log(`answers of the program: median ${share(answers, 0.5)} ms, p99 ${share(answers, 0.99)} ms`);
