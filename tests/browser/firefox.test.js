// The app in another browser: whole games by mouse, by keyboard and by typed moves, and one over a link.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { playOut, settled, start, walk } from "./app.js";
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
  await page.goto(`${app.address}/games/othello`);
  const colours = await page.evaluate(() => {
    const shown = document.querySelector("main svg");
    const marks = [...shown.querySelectorAll("*")].map((part) => getComputedStyle(part).fill).filter((fill) => fill !== "none");
    return [...new Set(marks)];
  });
  assert.ok(colours.length >= 3, `the board, black discs and white ones differ: ${colours}`);
  await page.close();
});
