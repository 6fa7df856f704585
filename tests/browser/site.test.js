// The static site: a folder of files on a server that knows nothing but files, in a folder of that server.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { begin, browser, playOut, settled, state } from "./app.js";
import { host, skip } from "./files.js";

let chrome;
before(async () => { chrome = skip ? null : await browser(); });
after(async () => { await chrome?.close(); });

async function visitor(options = {}) {
  const context = await chrome.newContext({ locale: "en-GB", ...options });
  // The engine is large, and its first answer is as slow as the machine.
  context.setDefaultTimeout(180000);
  const page = await context.newPage();
  page.on("pageerror", (error) => { throw error; });
  return page;
}

/** Waits until the engine is there. */
const ready = (page) => page.waitForFunction(async () => navigator.serviceWorker.controller && (await caches.match(new URL("agon.wasm", document.querySelector('link[href$="app.css"]').href))), null, { timeout: 120000 });

const byMouse = (page) => ({
  point: (cell) => page.locator(`.cell[value="${cell}"]`).click(),
  press: (text) => page.locator(`#table button[name="text"][value="${text}"]`).click(),
});

for (const home of ["/", "/some/folder/"]) {
  test(`choose a game and play it from files under ${home}, and without any network`, { skip }, async () => {
    const site = await host(home);
    const page = await visitor();
    await page.goto(`${site.address}/`);
    assert.ok(await page.locator(".cards a").count() > 10, "the games are there before the engine");
    await ready(page);
    await page.locator('.cards a[href$="games/tic-tac-toe"]').click();
    await page.waitForURL(/games\/tic-tac-toe/);
    await page.locator('input[name="level"][value="1"], select[name="level"]').first().waitFor();
    await page.locator('main form button.primary').click();
    await page.waitForURL(/\/play\//);
    assert.ok(page.url().startsWith(`${site.address}/play/`), page.url());
    const first = await playOut(page, byMouse(page));
    assert.match(first.status, /wins: .+\.|Draw: .+\./);

    await site.stop();
    await begin(page, site, "othello", { level: "2" });
    // One whole game is enough.
    const second = await playOut(page, byMouse(page), home === "/" ? 600 : 6);
    if (home === "/") assert.match(second.status, /wins: .+\.|Draw: .+\./);
    else assert.ok(second.version > 6, `moves and answers: ${second.version}`);
    assert.ok(page.workers().length > 0, "a worker of the page thinks");
    // What is drawn on the page has its files, too, and the rest of the app is there.
    assert.ok(await page.evaluate(() => getComputedStyle(document.querySelector(".cell")).position === "absolute"), "the stylesheet of the board");
    await page.goto(`${site.address}/analysis?game=tic-tac-toe&moves=a1+a2+b1+b2`);
    assert.match(await page.locator("main").textContent(), /c1/);
    await page.goto(`${site.address}/`);
    await page.locator(".settings summary").click();
    await page.locator('select[name="language"]').selectOption("pt");
    await page.locator(".settings button").click();
    await page.waitForSelector('html[lang="pt"]');
    assert.ok(page.url().startsWith(site.address), page.url());
    await page.context().close();
  });
}

test("the engine comes in the background, tells how far it is, and a game that is begun early waits for it", { skip }, async (context) => {
  let release;
  const held = new Promise((go) => { release = go; });
  const site = await host("/agon/", (path) => (path.endsWith(".packed") ? held : undefined));
  context.after(() => site.stop());
  const page = await visitor();
  await page.goto(`${site.address}/games/chess`);
  const bar = page.locator("#engine progress");
  await bar.waitFor();
  assert.equal(Number(await bar.getAttribute("value")), 0);
  assert.match(await page.locator("#engine").textContent(), /is on its way/);
  assert.equal(await page.locator("#engine").isVisible(), true);
  const sent = page.waitForRequest((request) => request.method() === "POST");
  // A click would be waited for until the next page is there. From here on nothing may be asked of the page: Chromium may answer
  // only when it has left for the next one.
  await page.evaluate(() => { setTimeout(() => document.querySelector("main form button.primary").click()); });
  await sent;
  assert.match(page.url(), /games\/chess/, "the page stays until the engine is there");
  release();
  await page.waitForURL(/\/agon\/play\//, { timeout: 120000 });
  assert.equal(await page.locator("#table").count(), 1);
  await page.context().close();
});

test("my games, puzzles and lessons are there before the engine, and a lesson is begun as soon as it is", { skip }, async (context) => {
  let release;
  const held = new Promise((go) => { release = go; });
  const site = await host("/agon/", (path) => (path.endsWith(".packed") ? held : undefined));
  context.after(() => site.stop());
  const page = await visitor();
  for (const [path, what] of [["mine", /My games/], ["puzzles", /Puzzles/], ["puzzles/chess", /Puzzles: Chess/], ["learn", /Learn/]]) {
    const answer = await page.goto(`${site.address}/${path}`);
    assert.equal(answer.status(), 200, path);
    assert.match(await page.locator("h1").textContent(), what);
  }
  await page.evaluate(() => { setTimeout(() => document.querySelector('.cards a[href$="learn/tic-tac-toe/1"]').click()); });
  release();
  await page.waitForURL(/learn\/tic-tac-toe\/1/, { timeout: 120000 });
  await page.locator('.cell[aria-label^="b2,"]').click();
  await page.waitForFunction(() => /Well done!/.test(document.getElementById("table")?.innerText));
  await page.context().close();
});

test("an engine that does not come is told", { skip }, async (context) => {
  const site = await host("/");
  context.after(() => site.stop());
  const page = await visitor();
  await page.context().route(/packed/, (route) => route.abort());
  await page.goto(`${site.address}/`);
  await page.waitForFunction(() => /could not be loaded/.test(document.getElementById("engine").textContent));
  await page.context().close();
});

test("a thought can be stopped", { skip }, async (context) => {
  const site = await host("/");
  context.after(() => site.stop());
  const page = await visitor();
  // A worker that never comes to an end: whatever follows, follows from stopping it.
  await page.addInitScript(() => {
    globalThis.asked = globalThis.ended = 0;
    globalThis.Worker = class { postMessage() { globalThis.asked += 1; } terminate() { globalThis.ended += 1; } };
  });
  await page.goto(`${site.address}/`);
  await ready(page);
  await begin(page, site, "chess", { level: "10" });
  await page.locator("#command").fill("e4");
  await page.locator("#command").press("Enter");
  await page.waitForFunction(() => globalThis.asked > 0);
  assert.equal((await state(page)).thinking, true);
  await page.locator('form[action$="/stop"] button').click();
  const now = await settled(page, 1);
  assert.match(now.status, /White to move/, "the program has moved");
  assert.equal(await page.evaluate(() => globalThis.ended), 1);
  await page.context().close();
});
