// The app in another browser: whole games by mouse, by keyboard and by typed moves, one over a link, and a little of everything else.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { playOut, settled, start, walk } from "./app.js";
import { host, skip } from "./files.js";
import { firefox, open } from "./firefox.js";

let app, fox;
before(async () => { app = await start(); fox = await firefox(); });
after(async () => { await fox?.close(); await app?.stop(); });

/** Starts a game from its page with these choices. */
async function begin(page, game, choices) {
  await page.goto(`${app.address}/games/${game}`);
  await page.evaluate((choices) => {
    for (const [name, value] of Object.entries(choices)) {
      const radio = document.querySelector(`input[name="${name}"][value="${value}"]`);
      if (radio) radio.click();
      else document.querySelector(`select[name="${name}"]`).value = value;
    }
  }, choices);
  await page.leave('main form[action$="/play"] button.primary');
  assert.match(page.url(), /\/play\//);
}

const pressed = (page) => (text) => page.locator(`#table button[name="text"][value="${text}"]`);
const ended = /wins: .+\.|Draw: .+\./;

test("a whole game by mouse", async () => {
  const page = await open(fox);
  await begin(page, "havannah", { "level": "1", "option-size": "4" });
  const end = await playOut(page, {
    point: (cell) => page.locator(`.cell[value="${cell}"]`).click(),
    press: (text) => pressed(page)(text).click(),
  });
  assert.match(end.status, ended);
  await page.waitForFunction(() => /wins: .+\.|Draw: .+\./.test(document.getElementById("assertive").textContent));
  await page.close();
});

test("a whole game by keyboard", async () => {
  const page = await open(fox);
  await begin(page, "tapatan-ludii", { level: "1" });
  const end = await playOut(page, { point: (cell) => walk(page, cell), press: (text) => pressed(page)(text).press("Enter") });
  assert.match(end.status, ended);
  await page.close();
});

test("moves are typed, and one that cannot be read is answered", async () => {
  const page = await open(fox);
  await begin(page, "chess", { mode: "people" });
  let now = await settled(page);
  for (const text of ["e4", "e5", "knight f3"]) {
    await page.locator("#command").fill(text);
    await page.locator("#command").press("Enter");
    now = await settled(page, now.version);
  }
  assert.match(await page.locator(".moves").textContent(), /Nf3/);
  await page.locator("#command").fill("Qh5");
  await page.locator("#command").press("Enter");
  await page.waitForFunction(() => document.querySelector(".message")?.textContent.includes("Qh5"));
  await page.close();
});

test("a game over a link: the other side sees moves at once", async () => {
  const [ada, ben] = [await open(fox), await open(fox)];
  await begin(ada, "tic-tac-toe", { mode: "friend" });
  const link = await ada.evaluate(() => document.querySelector(".invitation a").getAttribute("href"));
  await ben.goto(app.address + link);
  await ben.locator('input[name="name"]').fill("Ben");
  await ben.leave("main button.primary");
  const shows = (page, text) => page.waitForFunction((text) => document.getElementById("table").innerText.includes(text), text);
  await shows(ada, "Ben");
  const moves = [[ada, "a1", ben], [ben, "b2", ada], [ada, "b1", ben], [ben, "c3", ada], [ada, "c1", ben]];
  for (const [mover, cell, watcher] of moves) {
    await mover.locator(`.cell[aria-label^="${cell},"]`).click();
    await shows(watcher, `plays ${cell}`);
  }
  await shows(ben, "X wins");
  await ben.reload();
  await shows(ben, "X wins");
  for (const page of [ada, ben]) await page.close();
});

test("boards have their colours, light and dark", async () => {
  const page = await open(fox);
  const seen = [];
  for (const theme of ["light", "dark"]) {
    await page.goto(`${app.address}/games/othello`);
    await page.evaluate((theme) => fetch("/settings", { method: "POST", body: new URLSearchParams({ theme }) }), theme);
    await page.reload();
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), theme);
    const { colours, paper } = await page.evaluate(() => {
      const parts = [...document.querySelectorAll("main svg *")].map((part) => getComputedStyle(part).fill).filter((fill) => fill !== "none");
      return { colours: [...new Set(parts)], paper: getComputedStyle(document.body).backgroundColor };
    });
    assert.ok(colours.length >= 3, `the board, black discs and white ones differ: ${colours}`);
    seen.push([paper, ...colours]);
  }
  assert.deepEqual([seen[0][0], seen[1][0]], ["rgb(250, 247, 241)", "rgb(21, 24, 28)"]);
  assert.notDeepEqual(seen[0].slice(1), seen[1].slice(1), "the board is darker, too");
  await page.close();
});

test("a puzzle is solved, and what is wrong is told", async () => {
  const page = await open(fox);
  await page.goto(`${app.address}/puzzles/tic-tac-toe/1`);
  await page.locator("#command").fill("b9");
  await page.locator("#command").press("Enter");
  await page.waitForFunction(() => /“b9” is not a legal move here/.test(document.getElementById("assertive").textContent));
  await page.locator("#command").fill("a1");
  await page.locator("#command").press("Enter");
  await page.waitForFunction(() => /Solved!/.test(document.getElementById("polite").textContent));
  await page.close();
});

test("the analysis steps without loading pages", async () => {
  const page = await open(fox);
  await page.goto(`${app.address}/analysis?game=tic-tac-toe&moves=a1+a2+b1+b2&at=4`);
  await page.evaluate(() => { globalThis.stayed = true; });
  const pieces = (count) => page.waitForFunction((count) => document.querySelectorAll(".board .p").length === count, count);
  await page.locator("#step-back").click();
  await pieces(3);
  await page.keyboard.press("ArrowLeft");
  await pieces(2);
  assert.match(page.url(), /at=2/);
  assert.equal(await page.evaluate(() => globalThis.stayed), true);
  await page.close();
});

test("a promotion is chosen beside its square, the queen first", async () => {
  const page = await open(fox);
  await page.goto(app.address);
  const id = await page.evaluate(async () => {
    const body = JSON.stringify({ game: "chess", position: "8/P6k/8/8/8/8/7K/8 w - - 0 1", seats: ["person", "person"] });
    return (await (await fetch("/api/tables", { method: "POST", headers: { "content-type": "application/json" }, body })).json()).id;
  });
  await page.goto(`${app.address}/play/${id}`);
  await page.locator('.cell[aria-label^="a7,"]').click();
  await page.waitForFunction(() => document.querySelector(".selected"));
  await page.locator('.cell[aria-label^="a8,"]').click();
  await page.waitForFunction(() => document.activeElement.closest(".picker"));
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => /a8=Q/.test(document.querySelector(".moves")?.textContent));
  await page.close();
});

test("what is refused is seen, and so is a server that is gone and comes back", async (context) => {
  let own = await start();
  context.after(() => own?.stop());
  const { address, data } = own;
  const page = await open(fox);
  await page.goto(`${address}/games/tic-tac-toe`);
  // At a table with an empty seat nobody moves; and no copy of it is played on when the server is gone.
  await page.evaluate(() => document.querySelector('input[name="mode"][value="friend"]').click());
  await page.leave('main form[action$="/play"] button.primary');
  const noticed = (text) => page.waitForFunction((text) => {
    const notice = document.getElementById("notice");
    return !notice.hidden && notice.textContent.includes(text);
  }, text, { timeout: 40000 });
  await page.locator('.cell[aria-label^="b2,"]').click();
  await noticed("friend");
  await own.stop();
  own = null;
  await page.locator('.cell[aria-label^="b2,"]').click();
  await noticed("The server does not answer.");
  own = await start(data, new URL(address).port);
  await page.waitForFunction(() => /The server is back\./.test(document.getElementById("polite").textContent), undefined, { timeout: 40000 });
  // What could not be sent was sent then, and refused again.
  await noticed("friend");
  await page.close();
});

test("axe finds nothing", async () => {
  const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  const page = await open(fox);
  const found = [];
  for (const path of ["/", "/games/havannah", "/puzzles/chess/1", "/analysis?game=othello&moves=d3+c5"]) {
    await page.goto(app.address + path);
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => globalThis.axe.run({ resultTypes: ["violations"] }));
    found.push(...violations.map(({ id, nodes }) => `${path} ${id}: ${nodes[0].html.slice(0, 160)}`));
  }
  assert.deepEqual(found, []);
  await page.close();
});

test("the static site plays without a server", { skip }, async () => {
  const site = await host("/some/folder/");
  const page = await open(fox);
  await page.goto(`${site.address}/`);
  await page.waitForFunction(() => document.getElementById("engine")?.dataset.part === "1", undefined, { timeout: 180000 });
  await page.goto(`${site.address}/games/tic-tac-toe`);
  await page.leave('main form[action$="/play"] button.primary');
  const end = await playOut(page, {
    point: (cell) => page.locator(`.cell[value="${cell}"]`).click(),
    press: (text) => pressed(page)(text).click(),
  });
  assert.match(end.status, ended);
  await page.close();
  await site.stop();
});
