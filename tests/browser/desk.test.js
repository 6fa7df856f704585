// Puzzles and lessons: taken by mouse, keyboard, typed words, finger, and without scripts.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { browser, start, walk } from "./app.js";

let app, chrome;
before(async () => { app = await start(); chrome = await browser(); });
after(async () => { await chrome?.close(); await app?.stop(); });

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

async function open(path, options = {}) {
  const page = await (await chrome.newContext({ locale: "en-GB", serviceWorkers: "block", ...options })).newPage();
  page.on("pageerror", (error) => { throw error; });
  await page.goto(app.address + path);
  // The board is comfortable once it is one tab stop.
  if (options.javaScriptEnabled !== false && (await page.locator("#table").count())) {
    await page.waitForFunction(() => document.querySelectorAll('.cell[tabindex="0"]').length === 1);
  }
  return page;
}

const cell = (page, name) => page.locator(`.cell[aria-label^="${name},"]`);
const number = (page, name) => cell(page, name).getAttribute("value");

const shows = (page, pattern) =>
  page.waitForFunction((pattern) => new RegExp(pattern).test(document.getElementById("table").innerText), pattern.source);

const heard = (page, region, pattern) =>
  page.waitForFunction(([region, pattern]) => new RegExp(pattern).test(document.getElementById(region).textContent), [region, pattern.source]);

/** Types into the command line. */
async function type(page, text) {
  await page.locator("#command").fill(text);
  await page.locator("#command").press("Enter");
}

/** The move of a puzzle, as the button that shows it says it. */
async function solution(page) {
  await page.locator('button[value="solution"]').click();
  await shows(page, /The move is /);
  return (await page.locator("#table").innerText()).match(/The move is (\S+)\.\s/)[1];
}

test("a game leads to its lesson, and the lesson by words from step to step to the game", async () => {
  const page = await open("/games/tic-tac-toe");
  await page.locator('main a[href="/learn/tic-tac-toe/1"]').click();
  const moves = ["b2", "c3", "c1", "c2", "c1"];
  for (const [index, text] of moves.entries()) {
    await page.waitForURL(new RegExp(`/learn/tic-tac-toe/${index + 1}$`));
    await page.waitForFunction(() => document.querySelectorAll('.cell[tabindex="0"]').length === 1);
    await type(page, text);
    await shows(page, /Well done!/);
    await heard(page, "polite", /Well done! X plays/);
    await page.locator("#next").click();
  }
  await page.waitForURL(/\/games\/tic-tac-toe$/);
  await page.goto(`${app.address}/learn`);
  assert.match(await page.locator('article:has(a[href^="/learn/tic-tac-toe/"])').innerText(), /5 of 5 steps done/);
  await page.context().close();
});

test("a step is taken by keys alone, and asks again until it is the right one", async () => {
  const page = await open("/learn/chess/1");
  await walk(page, await number(page, "d2"));
  await heard(page, "polite", /d2, white pawn selected/);
  await walk(page, await number(page, "d4"));
  await heard(page, "assertive", /d4 can be played, but something else is asked for here\. H gives a hint\./);
  await page.locator('.cell[tabindex="0"]').focus();
  await page.keyboard.press("h");
  await heard(page, "polite", /It begins here: e2, white pawn/);
  await walk(page, await number(page, "e2"));
  await walk(page, await number(page, "e4"));
  await heard(page, "polite", /Well done! White plays e4\./);
  await page.context().close();
});

test("a step that takes a stone is taken by fingers", async () => {
  const page = await open("/learn/nine-mens-morris/2", PHONE);
  await cell(page, "g7").tap();
  await shows(page, /Now choose the piece to take/);
  await cell(page, "b2").tap();
  await shows(page, /Well done!/);
  assert.equal(await page.locator("#next").isVisible(), true);
  await page.context().close();
});

test("lessons and puzzles work without scripts", async () => {
  const page = await open("/learn/othello/1", { javaScriptEnabled: false });
  await Promise.all([page.waitForNavigation(), cell(page, "d3").click()]);
  assert.match(await page.locator("#table").innerText(), /Well done! Black plays d3, changing d4\./);
  await Promise.all([page.waitForNavigation(), page.locator("#next").click()]);
  assert.match(page.url(), /\/learn\/othello\/2$/);
  await page.goto(`${app.address}/puzzles/tic-tac-toe/1`);
  await page.locator("#command").fill("a1");
  await Promise.all([page.waitForNavigation(), page.locator(".command button").click()]);
  assert.match(await page.locator("#table").innerText(), /Solved!/);
  await page.context().close();
});

test("a puzzle is solved by words, by keys and by fingers, and is remembered", async () => {
  const typed = await open("/puzzles/tic-tac-toe/1");
  await type(typed, "b9");
  await heard(typed, "assertive", /“b9” is not a legal move here/);
  await type(typed, await solution(typed));
  await heard(typed, "polite", /Solved!/);
  await typed.goto(`${app.address}/puzzles/tic-tac-toe`);
  assert.equal(await typed.locator(".solved").count(), 1);
  await typed.context().close();

  const keys = await open("/puzzles/tic-tac-toe/1");
  const found = await solution(keys);
  await walk(keys, await number(keys, found));
  await heard(keys, "polite", /Solved!/);
  await keys.context().close();

  const finger = await open("/puzzles/tic-tac-toe/1", PHONE);
  await cell(finger, await solution(finger)).tap();
  await shows(finger, /Solved!/);
  await finger.context().close();
});

test("small cells ask a finger again at a puzzle, too", async () => {
  const page = await open("/puzzles/connect6/1", PHONE);
  await page.locator(".board").scrollIntoViewIfNeeded();
  for (let step = 0; step < 6 && (await page.locator('[data-zoom="-1"]').count()); step += 1) await page.locator('[data-zoom="-1"]').tap();
  await page.locator(".board").evaluate((board) => { board.classList.add("zoomed"); board.style.width = "340px"; });
  await cell(page, "s19").tap();
  await heard(page, "polite", /Tap again to choose: s19/);
  await page.context().close();
});

test("the keys of a puzzle do what they do at a table, or nothing", async () => {
  const page = await open("/puzzles/chess/1");
  const posted = [];
  page.on("request", (request) => { if (request.method() === "POST") posted.push(new URL(request.url()).pathname); });
  await page.locator('.cell[tabindex="0"]').focus();
  await page.keyboard.press("r");
  await page.keyboard.press("q");
  assert.equal(await page.evaluate(() => document.activeElement.value), "hint", "the first of the questions");
  await page.keyboard.press("Enter");
  await heard(page, "polite", /It begins here/);
  assert.deepEqual(posted, [], "nothing is there to be played again");
  const keys = await page.locator("#help").textContent();
  assert.ok(!/Who is winning|How much time/.test(keys) && /From the beginning/.test(keys), keys);
  await page.locator('.cell[tabindex="0"]').focus();
  await page.keyboard.press("d");
  await heard(page, "polite", /to move/);
  await page.context().close();
});
