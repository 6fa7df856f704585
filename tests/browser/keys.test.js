// The keys of the board, one by one, as somebody uses them who does not see it.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { begin, browser, start } from "./app.js";

let app, chrome;
before(async () => { app = await start(); chrome = await browser(); });
after(async () => { await chrome?.close(); await app?.stop(); });

/** A table of two people at which these moves have been played, with the focus on a cell. */
async function at(game, name, { moves = "", locale = "en-GB", sound } = {}) {
  const page = await (await chrome.newContext({ locale, serviceWorkers: "block" })).newPage();
  page.on("pageerror", (error) => { throw error; });
  if (sound) await page.request.post(`${app.address}/settings`, { form: { sound, back: "/" } });
  await begin(page, app, game, { mode: "people" });
  for (const text of moves.split(" ").filter(Boolean)) {
    await page.request.post(`${page.url()}/say`, { form: { text } });
  }
  await page.reload();
  // The board is comfortable once it is one tab stop.
  await page.waitForFunction(() => document.querySelectorAll('.cell[tabindex="0"]').length === 1);
  await page.locator(`.cell[aria-label^="${name},"]`).focus();
  const here = () => page.evaluate(() => document.activeElement.getAttribute("aria-label").split(",")[0]);
  const press = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
    return here();
  };
  const hears = async (pattern) => {
    await page.waitForFunction((pattern) => new RegExp(pattern).test(document.getElementById("polite").textContent), pattern.source);
    return page.locator("#polite").textContent();
  };
  return { page, press, hears, done: () => page.context().close() };
}

test("digits jump to a row and G with a letter to a column", async () => {
  const { press, done } = await at("connect6", "j10");
  assert.equal(await press("3"), "j3");
  assert.equal(await press("g", "c"), "c3");
  assert.equal(await press("1", "7"), "c17", "two digits are one row");
  assert.equal(await press("1"), "c1");
  assert.equal(await press("ArrowRight"), "d1");
  assert.equal(await press("2"), "d2", "a digit after another key begins anew");
  assert.equal(await press("g", "s"), "s2");
  await done();
});

test("N and B go from one own piece to the next, and back", async () => {
  const { press, done } = await at("chess", "e4", { moves: "e4 d5" });
  assert.equal(await press("n"), "a2", "the pieces of whoever is to move, row by row");
  assert.equal(await press("n"), "b2");
  assert.equal(await press("b", "b"), "e4");
  assert.equal(await press("b"), "h1");
  await done();
});

test("Shift and a letter go to the next piece of a kind, and kinds whose names begin alike are told apart", async () => {
  const { press, done } = await at("chess", "a1");
  assert.equal(await press("Shift+Q"), "d1", "row by row from here");
  assert.equal(await press("Shift+Q"), "d8", "and from the top again");
  assert.equal(await press("Shift+K"), "e8");
  assert.equal(await press("Shift+K"), "e1", "a knight is no king");
  assert.equal(await press("Shift+N"), "g1");
  assert.equal(await press("Shift+N"), "b8");
  await done();
  // In the reader's language: Springer, and Bauern before Läufer.
  const german = await at("chess", "a1", { locale: "de-DE" });
  assert.equal(await german.press("Shift+S"), "b1");
  assert.equal(await german.press("Shift+B"), "a7");
  await german.done();
  const chinese = await at("xiangqi", "a0");
  assert.equal(await chinese.press("Shift+C"), "b7", "a cannon, not a chariot");
  assert.equal(await chinese.press("Shift+R"), "a0");
  await chinese.done();
});

test("Shift and an arrow say what lies in a direction, and nothing moves", async () => {
  const { page, press, hears, done } = await at("chess", "e1");
  assert.equal(await press("Shift+ArrowUp"), "e1");
  assert.match(await hears(/e2/), /^e2, white pawn; e3, empty; e4, empty; e5, empty; e6, empty; e7, black pawn; e8, black king/);
  await press("Shift+PageUp");
  assert.match(await hears(/f2/), /^f2, white pawn; g3, empty; h4, empty\s*$/);
  assert.equal(await page.evaluate(() => document.getElementById("table").dataset.version), "1");
  await done();
});

test("X says the captures and nothing else", async () => {
  const { press, hears, done } = await at("chess", "e4", { moves: "e4 d5" });
  await press("x");
  assert.match(await hears(/takes something/), /^One move takes something: exd5\.\s*$/);
  await done();
});

test("the edge is said, or heard by those who want sounds", async () => {
  const silent = await at("chess", "a1");
  assert.equal(await silent.press("ArrowLeft"), "a1");
  await silent.hears(/edge/);
  await silent.done();
  const loud = await at("chess", "a1", { sound: "low" });
  // What the page plays is counted.
  await loud.page.evaluate(() => {
    globalThis.played = 0;
    const { start } = AudioScheduledSourceNode.prototype;
    AudioScheduledSourceNode.prototype.start = function (...given) { globalThis.played += 1; return start.apply(this, given); };
  });
  assert.equal(await loud.press("ArrowLeft"), "a1");
  await loud.page.waitForFunction(() => globalThis.played > 0);
  assert.doesNotMatch(await loud.page.locator("#polite").textContent(), /edge/);
  await loud.done();
});
