// What fingers, keys and a bad network do to a table: whatever is begun is ended cleanly, and nothing is played or lost by accident.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { begin, browser, settled, start, state } from "./app.js";

let app, chrome;
before(async () => { app = await start(); chrome = await browser(); });
after(async () => { await chrome?.close(); await app?.stop(); });

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

async function open(options = {}) {
  const context = await chrome.newContext({ locale: "en-GB", serviceWorkers: "block", ...options });
  const page = await context.newPage();
  page.on("pageerror", (error) => { throw error; });
  return page;
}

const cell = (page, name) => page.locator(`.cell[aria-label^="${name},"]`);

/** The middle of a cell. */
async function middle(page, name) {
  const { x, y, width, height } = await cell(page, name).boundingBox();
  return { x: x + width / 2, y: y + height / 2 };
}

const heard = (page, region, pattern) =>
  page.waitForFunction(([region, pattern]) => new RegExp(pattern).test(document.getElementById(region).textContent), [region, pattern.source]);

/** Whether a piece is being dragged, by what can be seen of it. */
const dragged = (page) => page.evaluate(() => ({
  body: document.body.classList.contains("dragging"),
  aims: document.querySelectorAll(".cell.aim").length,
  moved: document.querySelectorAll(".board .p[transform]").length,
}));

const NOTHING = { body: false, aims: 0, moved: 0 };

test("a drag that the browser ends leaves nothing behind", async () => {
  const page = await open();
  await begin(page, app, "chess", { mode: "people" });
  const from = await middle(page, "g1");
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 40, from.y - 40, { steps: 4 });
  const during = await dragged(page);
  assert.ok(during.body && during.aims > 0 && during.moved === 1, JSON.stringify(during));
  await page.evaluate(() => dispatchEvent(new PointerEvent("pointercancel", { pointerId: 1, bubbles: true })));
  assert.deepEqual(await dragged(page), NOTHING);
  await page.mouse.up();
  assert.equal((await state(page)).version, 1, "nothing is played");
  await page.context().close();
});

test("two fingers that begin on a piece play nothing", async () => {
  const page = await open(PHONE);
  await begin(page, app, "chess", { mode: "people" });
  await page.locator(".board").scrollIntoViewIfNeeded();
  const session = await page.context().newCDPSession(page);
  const [piece, other, goal] = [await middle(page, "e2"), await middle(page, "b5"), await middle(page, "e4")];
  const touch = (type, ...points) => session.send("Input.dispatchTouchEvent", { type, touchPoints: points.map((point, id) => ({ ...point, id })) });
  await touch("touchStart", piece);
  await touch("touchStart", piece, other);
  for (const part of [0.4, 0.7, 1]) {
    await touch("touchMove", { x: goal.x, y: piece.y + part * (goal.y - piece.y) }, { x: other.x - 20 * part, y: other.y });
  }
  assert.deepEqual(await dragged(page), NOTHING);
  await touch("touchEnd");
  assert.deepEqual(await dragged(page), NOTHING);
  assert.equal((await state(page)).version, 1, "nothing is played");
  await page.context().close();
});

test("a table that is gone is told of once, and nobody asks for it again", async () => {
  const page = await open();
  await begin(page, app, "tic-tac-toe", { mode: "people" });
  const address = page.url();
  const gone = await page.request.post(`${address}/delete`, { maxRedirects: 0 });
  assert.equal(gone.status(), 303);
  let asked = 0;
  page.on("request", (request) => { if (request.url().startsWith(address)) asked += 1; });
  const wake = () => page.evaluate(() => dispatchEvent(new Event("online")));
  await wake();
  await heard(page, "assertive", /There is no game with this address\./);
  assert.match(await page.locator("#notice").textContent(), /There is no game with this address\./, "it is seen, too");
  const before = asked;
  for (let time = 0; time < 3; time += 1) {
    await wake();
    // Whatever was to be asked is asked before this is answered.
    await page.evaluate(() => fetch("/about").then((answer) => answer.text()));
  }
  assert.equal(asked, before);
  await page.context().close();
});

test("a move that could not be sent waits until the server has room for it, too", async () => {
  const page = await open();
  await begin(page, app, "tic-tac-toe", { mode: "people" });
  await page.context().setOffline(true);
  await cell(page, "b2").click();
  await page.waitForFunction(() => /does not answer/.test(document.getElementById("notice").textContent));
  let refused = 0;
  await page.route("**/play/*", (route) => {
    if (route.request().method() !== "GET" || refused >= 2) return route.continue();
    refused += 1;
    return route.fulfill({ status: refused === 1 ? 429 : 500, body: "Too many requests at once." });
  });
  await page.context().setOffline(false);
  await settled(page, 1);
  assert.equal(refused, 2);
  assert.match(await page.locator(".moves").textContent(), /b2/);
  await page.context().close();
});

test("a move that was one too many is sent when there is room again", async () => {
  const page = await open();
  await begin(page, app, "tic-tac-toe", { mode: "people" });
  let refused = 0;
  await page.route("**/point", (route) => {
    if (refused > 0) return route.continue();
    refused += 1;
    return route.fulfill({ status: 429, headers: { "retry-after": "1" }, body: "Too many requests at once." });
  });
  await cell(page, "b2").click();
  await page.waitForFunction(() => /Too many requests at once\./.test(document.getElementById("notice").textContent));
  await settled(page, 1);
  assert.match(await page.locator(".moves").textContent(), /b2/);
  assert.equal(await page.locator("#notice").isHidden(), true);
  await page.context().close();
});

test("what waited is not done in another position, and that is said", async () => {
  const page = await open();
  await begin(page, app, "tic-tac-toe", { mode: "people" });
  const other = await page.context().newPage();
  await other.goto(page.url());
  await page.route("**/point", (route) => route.fulfill({ status: 429, headers: { "retry-after": "2" }, body: "Too many requests at once." }));
  await cell(page, "b2").click();
  await page.waitForFunction(() => /Too many requests at once\./.test(document.getElementById("notice").textContent));
  await cell(other, "a1").click();
  await settled(page, 1);
  await heard(page, "assertive", /The game has gone on meanwhile, and nothing was done\./);
  assert.match(await page.locator("#notice").textContent(), /The game has gone on meanwhile/);
  assert.equal(await page.locator(".moves li").count(), 1);
  // The same when the network was gone; then it may have been done.
  await page.unroute("**/point");
  await page.context().setOffline(true);
  await cell(page, "b2").click();
  await page.waitForFunction(() => /does not answer/.test(document.getElementById("notice").textContent));
  const outside = await chrome.newContext({ storageState: await page.context().storageState(), serviceWorkers: "block" });
  const third = await outside.newPage();
  await third.goto(page.url());
  await cell(third, "c3").click();
  await settled(third, 2);
  await page.context().setOffline(false);
  await heard(page, "assertive", /The game has gone on meanwhile\. This is how it stands now\./);
  assert.equal(await page.locator(".moves li").count(), 2);
  for (const context of [outside, page.context()]) await context.close();
});

test("an answer that comes late does not undo what is shown", async () => {
  const page = await open();
  await begin(page, app, "chess", { mode: "people" });
  let release;
  const held = new Promise((resolve) => { release = resolve; });
  let came;
  const asked = new Promise((resolve) => { came = resolve; });
  await page.route("**/play/*?selected=*ask=describe", async (route) => {
    const response = await route.fetch();
    came();
    await held;
    await route.fulfill({ response });
  });
  await cell(page, "e2").focus();
  await page.keyboard.press("d");
  await asked;
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector('#table input[name="selected"]').value);
  const { selected } = await state(page);
  const late = page.waitForResponse(/ask=describe/);
  release();
  await (await late).finished();
  // What was answered has been shown, or left, before this is answered.
  await page.evaluate(() => fetch("/about").then((answer) => answer.text()));
  assert.equal((await state(page)).selected, selected);
  await page.context().close();
});

test("a key that is held down asks once, and arrows go on", async () => {
  const page = await open();
  await begin(page, app, "chess", { mode: "people" });
  for (const text of ["e4", "e5", "Nf3"]) {
    const { version } = await state(page);
    await page.locator("#command").fill(text);
    await page.locator("#command").press("Enter");
    await settled(page, version);
  }
  await cell(page, "e2").focus();
  let asked = 0;
  page.on("request", (request) => { if (/undo|ask=/.test(request.url())) asked += 1; });
  // Pressed again without having been let go, a key repeats.
  const { version } = await state(page);
  for (let time = 0; time < 5; time += 1) await page.keyboard.down("u");
  await page.keyboard.up("u");
  await settled(page, version);
  for (let time = 0; time < 5; time += 1) await page.keyboard.down("d");
  await page.keyboard.up("d");
  await heard(page, "polite", /./);
  assert.equal(await page.locator(".moves li").count(), 2, "one move is taken back");
  assert.equal(asked, 2);
  for (let time = 0; time < 3; time += 1) await page.keyboard.down("ArrowUp");
  await page.keyboard.up("ArrowUp");
  assert.match(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), /^e5,/);
  await page.context().close();
});

test("an analysis that is refused says so, and a lost network leaves the page where it is", async () => {
  const page = await open();
  await page.goto(`${app.address}/analysis?game=tic-tac-toe&moves=a1+a2+b1+b2&at=4`);
  // Until the script is there, buttons load pages.
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => { globalThis.stayed = true; });
  const thought = (url) => url.pathname === "/analysis" && !url.searchParams.has("quiet");
  await page.route(thought, (route) => route.fulfill({ status: 429, body: "Too many thoughts are waiting." }));
  await page.locator("#step-back").click();
  await page.waitForFunction(() => /Too many thoughts are waiting\./.test(document.getElementById("notice").textContent));
  assert.equal(await page.locator("#study .waiting").count(), 0, "nobody thinks");
  await heard(page, "polite", /Too many thoughts are waiting\./);
  assert.equal(await page.locator(".board .p[data-at]").count(), 3, "the position is there");
  await page.unroute(thought);
  await page.context().setOffline(true);
  await page.locator("#step-back").click();
  await page.waitForFunction(() => /The server does not answer\./.test(document.getElementById("notice").textContent));
  assert.equal(await page.evaluate(() => globalThis.stayed), true);
  await page.context().setOffline(false);
  await page.locator("#step-back").click();
  await page.waitForFunction(() => document.querySelectorAll(".board .p[data-at]").length === 2);
  assert.equal(await page.locator("#notice").isHidden(), true);
  await page.context().close();
});
