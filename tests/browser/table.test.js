// What belongs to a game besides its moves: clocks, draws, comments, taking back, sounds.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { begin, browser, settled, start, state } from "./app.js";

let app, chrome;
before(async () => { app = await start(); chrome = await browser(); });
after(async () => { await chrome?.close(); await app?.stop(); });

async function open(options = {}) {
  const context = await chrome.newContext({ locale: "en-GB", ...options });
  const page = await context.newPage();
  page.on("pageerror", (error) => { throw error; });
  return page;
}

/** Opens a table with a clock that no page offers, because it is too short for people. */
async function timed(page, clock, game = "tic-tac-toe") {
  await page.goto(app.address);
  const address = await page.evaluate(async ([game, clock]) => {
    const response = await fetch("/play", { method: "POST", body: new URLSearchParams({ game, mode: "people", clock }) });
    return response.url;
  }, [game, clock]);
  await page.goto(address);
}

async function say(page, text) {
  const { version } = await state(page);
  await page.locator("#command").fill(text);
  await page.locator("#command").press("Enter");
  return version;
}

const heard = (page, region, pattern) =>
  page.waitForFunction(([region, pattern]) => new RegExp(pattern).test(document.getElementById(region).textContent), [region, pattern.source]);

test("a clock counts down, is asked for, and is silent but for two moments", async () => {
  const page = await open();
  await timed(page, "move:11");
  assert.equal(await page.locator('[role="timer"]').count(), 2);
  assert.equal(await page.locator('[role="timer"][aria-live="off"]').count(), 2);
  await settled(page, await say(page, "a1"));
  await heard(page, "polite", /10 seconds left for O\./);
  assert.match(await page.locator(".timer[data-running]").textContent(), /^0:\d\d$/);
  await page.locator('.cell[tabindex="0"]').focus();
  await page.keyboard.press("k");
  await heard(page, "polite", /X has 11 seconds\. O has \d+ seconds\. The clock of O is running\./);
  await page.locator("#more summary").click();
  await page.locator('button[value="pause"]').click();
  await heard(page, "polite", /The clock is stopped/);
  assert.equal(await page.locator(".timer[data-running]").count(), 0);
  await page.context().close();
});

test("whose time is over loses, and everybody is told at once", async () => {
  const page = await open();
  await timed(page, "move:1");
  await settled(page, await say(page, "a1"));
  await heard(page, "assertive", /X wins: the time of O is over\./);
  assert.equal((await state(page)).over, true);
  await page.context().close();
});

test("clocks, draws and switches work without scripts", async () => {
  const page = await open({ javaScriptEnabled: false });
  await begin(page, app, "chess", { mode: "people", clock: "total:300+3" });
  const press = (selector) => Promise.all([page.waitForNavigation(), page.locator(selector).click()]);
  assert.equal(await page.locator('[role="timer"]').first().textContent(), "5:00");
  const unfold = () => page.locator("#more summary").click();
  await unfold();
  await press('button[value="takeback"]');
  await press('.cell[aria-label^="g1,"]');
  await press('.cell[aria-label^="f3,"]');
  assert.equal(await page.locator('form[action$="/undo"] button').isDisabled(), true);
  await unfold();
  await press('button[value="comments"]');
  await press('.cell[aria-label^="g8,"]');
  await press('.cell[aria-label^="f6,"]');
  assert.match(await page.locator(".comment").textContent(), /^Nf6 /);
  await press('form[action$="/draw"] button');
  assert.match(await page.locator(".message").textContent(), /White offers a draw/);
  await press('form[action$="/draw"] button');
  assert.match(await page.locator(".status").textContent(), /Draw: the players agreed\./);
  await page.context().close();
});

test("a move is shown at once, commented on aloud, and the comment stays while the program answers", async () => {
  const page = await open();
  await page.goto(`${app.address}/games/othello`);
  assert.match(await page.locator('select[name="level"] option[value="4"]').textContent(), /^Level 4: casual/);
  await page.locator('select[name="level"]').selectOption("4");
  assert.match(await page.locator(".opponent .note").textContent(), / level 3/, "what was measured is in small print");
  await page.locator("#terms summary").click();
  await page.locator('input[name="comments"]').check();
  await page.locator('main form[action="/play"] button.primary').click();
  await page.waitForURL(/\/play\//);
  await settled(page);
  const version = await say(page, "d3");
  await heard(page, "polite", /d3 (is|gives) /);
  // The person's move and the program's.
  await settled(page, version + 1);
  assert.match(await page.locator(".comment").textContent(), /^d3 (is|gives) /);
  await page.context().close();
});

test("the program declines a draw with a reason", async () => {
  const page = await open();
  await begin(page, app, "othello", { level: "1" });
  await settled(page);
  await say(page, "draw");
  await heard(page, "assertive", /too early for a draw/);
  await page.context().close();
});

test("moves are said in words for those who want it", async () => {
  const page = await open();
  await begin(page, app, "chess", { mode: "people" });
  await page.locator(".settings summary").click();
  await page.locator('select[name="speech"]').selectOption("words");
  await Promise.all([page.waitForNavigation(), page.locator(".settings button").click()]);
  await settled(page, await say(page, "knight f3"));
  await page.locator('.cell[tabindex="0"]').focus();
  await page.keyboard.press("l");
  await heard(page, "polite", /White: knight f3\./);
  await page.context().close();
});

test("sounds are there for those who want them, and not even loaded for others", async () => {
  const page = await open();
  await page.addInitScript(() => {
    globalThis.tones = 0;
    globalThis.OscillatorNode = class extends OscillatorNode {
      constructor(...given) { super(...given); globalThis.tones += 1; }
    };
  });
  const asked = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await begin(page, app, "tic-tac-toe", { mode: "people" });
  await settled(page, await say(page, "a1"));
  assert.ok(!asked.includes("/sound.js"));
  await page.locator(".settings summary").click();
  await page.locator('select[name="sound"]').selectOption("low");
  // A page that listens has its scripts: until then a move would be sent as without any, and make no sound.
  const listens = page.waitForRequest((request) => request.url().endsWith("/events"));
  await Promise.all([listens, page.waitForNavigation(), page.locator(".settings button").click()]);
  await settled(page, await say(page, "b2"));
  await page.waitForFunction(() => globalThis.tones === 1);
  await say(page, "z9");
  await page.waitForFunction(() => globalThis.tones === 3);
  await page.context().close();
});
