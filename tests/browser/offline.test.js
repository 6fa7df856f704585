// Without the network: the server is killed, and the browser plays on.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { begin, browser, playOut, settled, start, state, walk } from "./app.js";
import { load } from "./engine.js";

const ENGINE = process.env.AGON_ENGINE;
const skip = ENGINE ? false : "there is no engine: 'cargo xtask wasm' builds it";

let chrome;
before(async () => { chrome = skip ? null : await browser(); });
after(async () => { await chrome?.close(); });

/** A page that has seen the app and keeps the engine. */
async function visitor(app, options = {}) {
  const context = await chrome.newContext({ locale: "en-GB", ...options });
  const page = await context.newPage();
  page.on("pageerror", (error) => { throw error; });
  await page.goto(app.address);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller || !(await caches.match("/agon.wasm"))) await new Promise((go) => setTimeout(go, 50));
  });
  return page;
}

/** Waits until the table that is shown has been copied as it is. */
const copied = (page, address) => page.waitForFunction(async (id) => {
  const asked = (request) => new Promise((resolve, reject) => { request.onsuccess = () => resolve(request.result); request.onerror = reject; });
  const database = await asked(indexedDB.open("agon", 1));
  const copy = await asked(database.transaction("shelf").objectStore("shelf").get(id));
  database.close();
  return copy?.version === Number(document.getElementById("table").dataset.version);
}, address.split("/").at(-1));

const byMouse = (page) => ({
  point: (cell) => page.locator(`.cell[value="${cell}"]`).click(),
  press: (text) => page.locator(`#table button[name="text"][value="${text}"]`).click(),
});

test("whole games after the server was killed, by mouse and by keyboard", { skip }, async () => {
  const app = await start();
  const page = await visitor(app);
  await app.stop();
  await assert.rejects(fetch(app.address), "the server is really gone");

  await begin(page, app, "othello", { level: "2" });
  assert.equal(await page.locator("#alone").isVisible(), true);
  await page.waitForFunction(() => document.getElementById("polite").textContent.includes("without the server"));
  const end = await playOut(page, byMouse(page));
  assert.match(end.status, /wins: .+\.|Draw: .+\./);

  await begin(page, app, "tapatan-ludii", { level: "1" });
  const second = await playOut(page, { ...byMouse(page), point: (cell) => walk(page, cell) });
  assert.match(second.status, /wins: .+\.|Draw: .+\./);

  await begin(page, app, "tic-tac-toe", { mode: "watch", level: "1", other: "1" });
  await page.waitForFunction(() => /wins: .+\.|Draw: .+\./.test(document.querySelector("#table .status").textContent), null, { timeout: 40000 });

  // The rest of the app is there, too: hints, analysis, the other language, the list of games.
  await begin(page, app, "chess", { level: "1" });
  await settled(page);
  await page.locator("#command").fill("hint");
  await page.locator("#command").press("Enter");
  await page.waitForSelector(".answer");
  await page.goto(`${app.address}/analysis?game=tic-tac-toe&moves=a1+a2+b1+b2`);
  assert.match(await page.locator("main").textContent(), /c1/);
  await page.locator(".settings summary").click();
  await page.locator('select[name="language"]').selectOption("pt");
  await page.locator(".settings button").click();
  await page.waitForSelector('html[lang="pt"]');
  await page.goto(app.address);
  assert.equal(await page.locator('main a[href^="/play/"]').count(), 1, "the game of chess goes on");
  await page.context().close();
});

test("a game that the server began goes on without it, and stays on the device", { skip }, async () => {
  const app = await start();
  const page = await visitor(app);
  await begin(page, app, "tic-tac-toe", { level: "1" });
  await page.locator('.cell[value="4"]').click();
  const online = await settled(page, 1);
  assert.equal(await page.locator("#alone").isVisible(), false);
  const address = page.url();
  await copied(page, address);
  await app.stop();
  const end = await playOut(page, byMouse(page));
  assert.ok(end.version > online.version);
  assert.match(end.status, /wins: .+\.|Draw: .+\./);
  assert.equal(await page.locator("#alone").isVisible(), true);

  await begin(page, app, "chess", { mode: "people" });
  const again = await start(app.data, new URL(app.address).port);
  await page.goto(address);
  assert.equal((await state(page)).status, end.status, "the device keeps what was played on it");
  await page.goto(app.address);
  assert.equal(await page.locator("#alone").isVisible(), false, "everything else is the server's again");
  await page.waitForSelector("#home-going-device");
  assert.equal(await page.locator('section[aria-labelledby="home-going-device"] a[href^="/play/"]').count(), 1, "what goes on here is listed");
  await page.context().close();
  await again.stop();
});

test("the engine plays and thinks as the server does", { skip }, async (context) => {
  const app = await start();
  context.after(() => app.stop());
  const engine = await load(ENGINE);
  const online = async (method, target, document) => {
    const response = await fetch(app.address + target, {
      // Who has opened a table is known by the cookie.
      method, headers: { "content-type": "application/json", cookie: `agon=${"0".repeat(32)}` }, body: document && JSON.stringify(document),
    });
    return { status: response.status, text: await response.text() };
  };
  /** The first plies of a game against a level, every answer waited for. */
  const play = async (ask, game, level, plies) => {
    let table = JSON.parse((await ask("POST", "/api/tables", { game, seats: ["person", level], seed: 7 })).text);
    for (let ply = 0; ply < plies && !table.result; ply += 1) {
      const move = table.legal[(ply * 7) % table.legal.length];
      table = JSON.parse((await ask("POST", `/api/tables/${table.id}/moves`, { move, wait: true })).text);
    }
    return table.moves;
  };
  for (const [game, level] of [["othello", "6"], ["chess", "5"], ["havannah:size=5", "4"], ["xiangqi", "3"], ["connect6", "hard"], ["checkers", "fair"]]) {
    assert.deepEqual(await play(engine.ask, game, level, 3), await play(online, game, level, 3), `${game} at level ${level}`);
  }
  for (const [game, agent] of [["nine-mens-morris", "uct:playouts=3000"], ["lines-of-action", "unbounded:iterations=2000"], ["international-draughts", "pvs:eval=net,nodes=20000"]]) {
    const asked = { game, agent };
    assert.deepEqual(await engine.ask("POST", "/api/analyse", asked), await online("POST", "/api/analyse", asked), `${agent} in ${game}`);
  }
});
