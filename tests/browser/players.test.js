// What makes a table one for players: everything in one view, a board that keeps its place, marks, pickers, steps without page loads.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { begin, browser, changed, settled, start, state } from "./app.js";

let app, chrome;
before(async () => { app = await start(); chrome = await browser(); });
after(async () => { await chrome?.close(); await app?.stop(); });

const DESK = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

async function open(options = {}) {
  const context = await chrome.newContext({ locale: "en-GB", ...options });
  const page = await context.newPage();
  page.on("pageerror", (error) => { throw error; });
  return page;
}

/** Opens a table of two people at which these moves have been played. */
async function table(page, game, moves = "", position = undefined) {
  const { id } = await (await page.request.post(`${app.address}/api/tables`, { data: { game, position, seats: ["person", "person"] } })).json();
  for (const move of moves.split(" ").filter(Boolean)) {
    const answer = await page.request.post(`${app.address}/api/tables/${id}/moves`, { data: { move } });
    assert.ok(answer.ok(), await answer.text());
  }
  await page.goto(`${app.address}/play/${id}`);
}

const cell = (page, name) => page.locator(`.cell[aria-label^="${name},"]`);
const box = (page, selector) => page.evaluate((selector) => {
  const { left, top, right, bottom, width, height } = document.querySelector(selector).getBoundingClientRect();
  return { left, top, right, bottom, width, height };
}, selector);

for (const [name, options] of [["a desk", DESK], ["a phone", PHONE]]) {
  test(`on ${name} everything that is needed in a game is in view`, async () => {
    const page = await open(options);
    for (const [game, moves] of [["chess", "e4 d5 exd5"], ["othello", "d3"], ["nine-mens-morris", "a1"], ["connect6", "j10"]]) {
      await table(page, game, moves);
      for (const selector of [".seat.far", ".seat.near", ".board", ".status", ".moves", 'form[action$="/undo"] button', '.deeds button[value="hint"]', "#sure summary"]) {
        const { top, bottom, height } = await box(page, selector);
        const shown = selector === ".board" ? top : bottom;
        assert.ok(height > 0 && top >= 0 && shown <= options.viewport.height, `${game}: ${selector} is at ${top} to ${bottom}`);
      }
      assert.ok((await box(page, ".top")).height < 60, "the header is one row");
    }
    await begin(page, app, "chess", { mode: "people", clock: "total:300+3" });
    for (const side of ["far", "near"]) {
      const { top, bottom, height } = await box(page, `.seat.${side} .timer`);
      assert.ok(height > 0 && top >= 0 && bottom <= options.viewport.height, `the clock is at ${top} to ${bottom}`);
    }
    await page.context().close();
  });
}

test("controls are large enough for fingers", async () => {
  const page = await open(PHONE);
  await table(page, "chess", "e4");
  const play = new URL(page.url()).pathname;
  for (const path of ["/games/chess", "/analysis?game=chess&moves=e4", play, "/mine", "/puzzles", "/puzzles/chess", "/puzzles/chess/1", "/learn", "/learn/chess/1"]) {
    await page.goto(app.address + path);
    const small = await page.evaluate(() => [...document.querySelectorAll("main button, main select, main summary, main a.button, header a, header summary")]
      .filter((control) => !control.matches(".cell, .ticks button, td button, th button, details:not([open]) > :not(summary) *"))
      .map((control) => [control.textContent.trim() || control.getAttribute("aria-label"), control.getBoundingClientRect()])
      .filter(([, { width, height }]) => width > 0 && height < 43.5).map(([text, { height }]) => `${text}: ${height}`));
    assert.deepEqual(small, [], path);
  }
  const start = await page.goto(`${app.address}/games/havannah`).then(() => box(page, ".start"));
  assert.ok(start.bottom < 2 * PHONE.viewport.height, `Start is at ${start.bottom}`);
  await page.context().close();
});

/** What must not move while somebody is about to press it. */
const PARTS = [".board", ".deeds", ".command", ".seat.near", ".played"];

for (const [name, options] of [["a desk", DESK], ["a phone", PHONE]]) test(`nothing moves under the pointer when sentences come on ${name}`, async () => {
  const page = await open(options);
  await table(page, "chess", "e4 e5");
  const places = async () => Promise.all(PARTS.map((selector) => box(page, selector)));
  const before = await places();
  await cell(page, "e4").click();
  await page.waitForSelector(".message, .selected");
  assert.deepEqual(await places(), before, "after a click");
  await page.locator('.deeds button[value="hint"]').click();
  await page.waitForSelector(".answer");
  assert.deepEqual(await places(), before, "after a hint");
  await page.locator("#command").fill("Nf3");
  await page.locator("#command").press("Enter");
  await settled(page, 3);
  assert.deepEqual(await places(), before, "after a move");
  // The program thinks, and answers: whatever is shown on the way is looked at when it is put there.
  await begin(page, app, "chess", { level: "10", side: "first" });
  await page.evaluate((parts) => {
    const places = () => JSON.stringify(parts.map((part) => document.querySelector(part).getBoundingClientRect()));
    globalThis.seen = [{ thinking: false, places: places() }];
    const look = () => {
      const table = document.getElementById("table");
      if (table) globalThis.seen.push({ thinking: table.dataset.thinking !== undefined, places: places() });
    };
    new MutationObserver(look).observe(document.getElementById("table").parentElement, { childList: true });
  }, PARTS);
  await page.locator("#command").fill("e4");
  await page.locator("#command").press("Enter");
  await settled(page, 2);
  const seen = await page.evaluate(() => globalThis.seen);
  assert.ok(seen.some(({ thinking }) => thinking) && !seen.at(-1).thinking, "it has thought and moved");
  assert.equal(new Set(seen.map(({ places }) => places)).size, 1, JSON.stringify(seen));
  await page.context().close();
});

test("a large board keeps its place on a phone, and shows the last move", async () => {
  const page = await open(PHONE);
  await table(page, "connect6", "j10");
  const scroll = (left) => page.evaluate((left) => {
    const frame = document.querySelector(".board-frame");
    if (left !== undefined) frame.scrollLeft = left;
    return frame.scrollLeft;
  }, left);
  const most = await scroll(9999);
  assert.ok(most > 40, "the board is wider than the phone");
  await cell(page, "q10").tap();
  await settled(page, 2);
  assert.equal(await scroll(), most);
  // A move out of sight comes into view.
  await page.locator("#command").fill("a19");
  await page.locator("#command").press("Enter");
  await settled(page, 3);
  const [frame, a19] = [await box(page, ".board-frame"), await cell(page, "a19").boundingBox()];
  assert.ok(a19.x >= frame.left && a19.y >= frame.top, `a19 is at ${a19.x}, ${a19.y}`);
  await page.context().close();
});

test("a board is zoomed by buttons, and small cells ask a finger again", async () => {
  const page = await open(PHONE);
  await table(page, "connect6", "j10");
  const width = async () => (await box(page, ".cell")).width;
  const usual = await width();
  await page.locator('[data-zoom="1"]').tap();
  assert.ok(await width() > 1.2 * usual);
  for (let step = 0; step < 5; step += 1) await page.locator('[data-zoom="-1"]').tap();
  const least = await width();
  assert.ok(least < 23, `cells of ${least} pixels: the whole board is in view`);
  await cell(page, "c3").tap();
  await page.waitForSelector(".armed");
  assert.equal((await state(page)).version, 2, "one tap plays nothing");
  await page.waitForFunction(() => /Tap again to choose: c3/.test(document.getElementById("polite").textContent));
  await cell(page, "d4").tap();
  assert.equal(await page.locator(".armed").getAttribute("data-name"), "d4");
  await cell(page, "d4").tap();
  await settled(page, 2);
  assert.match(await page.locator(".moves").textContent(), /d4/);
  assert.ok(Math.abs(await width() - least) < 0.5, "the size stays");
  await page.context().close();
});

test("two fingers zoom the board", async () => {
  const page = await open(PHONE);
  await table(page, "havannah");
  const { left, top, width, height } = await box(page, ".board-frame");
  const before = (await box(page, ".board")).width;
  const session = await page.context().newCDPSession(page);
  const [x, y] = [left + width / 2, top + height / 2];
  const touch = (type, apart) => session.send("Input.dispatchTouchEvent", {
    type, touchPoints: type === "touchEnd" ? [] : [{ x: x - apart, y, id: 0 }, { x: x + apart, y, id: 1 }],
  });
  await touch("touchStart", 40);
  for (const apart of [50, 60, 80]) await touch("touchMove", apart);
  await touch("touchEnd");
  const after = (await box(page, ".board")).width;
  assert.ok(after > 1.5 * before, `${before} became ${after}`);
  await page.context().close();
});

test("a promotion is chosen beside its square, the queen first", async () => {
  for (const options of [{}, { javaScriptEnabled: false }]) {
    const page = await open({ ...DESK, ...options });
    await table(page, "chess", "", "8/P6k/8/8/8/8/7K/8 w - - 0 1");
    await cell(page, "a7").click();
    await page.waitForSelector(".selected");
    await cell(page, "a8").click();
    await page.waitForSelector(".picker");
    const names = await page.locator(".picker button").evaluateAll((buttons) => buttons.map((button) => button.getAttribute("aria-label")));
    assert.deepEqual(names.map((name) => name.split(",")[0]), ["queen", "rook", "knight", "bishop"]);
    const [picker, square] = [await page.locator(".picker").boundingBox(), await cell(page, "a8").boundingBox()];
    assert.ok(Math.abs(picker.x - square.x) < 60 && Math.abs(picker.y - square.y) < 60, "it is by the square");
    await page.locator(".picker button").first().click();
    await page.waitForFunction(() => /a8=Q/.test(document.querySelector(".moves")?.textContent));
    await page.context().close();
  }
});

test("dragging shows where a piece can go, and pieces slide unless motion is unwanted", async () => {
  for (const reducedMotion of ["no-preference", "reduce"]) {
    const page = await open({ ...DESK, reducedMotion });
    await page.addInitScript(() => {
      globalThis.slides = [];
      const { animate } = Element.prototype;
      Element.prototype.animate = function (frames, ...rest) { globalThis.slides.push(Object.keys(frames[0])[0]); return animate.call(this, frames, ...rest); };
    });
    await table(page, "chess", "e4 d5");
    const from = await cell(page, "g1").boundingBox();
    await page.mouse.move(from.x + 20, from.y + 20);
    await page.mouse.down();
    await page.mouse.move(from.x + 60, from.y - 40, { steps: 4 });
    assert.deepEqual(await page.locator(".cell.aim").evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label").slice(0, 2)).sort()), ["e2", "f3", "h3"]);
    await page.mouse.move(from.x + 20, from.y + 20);
    await page.mouse.up();
    assert.equal(await page.locator(".cell.aim").count(), 0);
    await page.locator("#command").fill("exd5");
    await page.locator("#command").press("Enter");
    await settled(page, 3);
    assert.deepEqual(await page.evaluate(() => globalThis.slides), reducedMotion === "reduce" ? [] : ["transform", "opacity"], "one slides, one fades");
    await page.context().close();
  }
});

test("what won is marked, and who moves, checks and has more is told", async () => {
  const page = await open(DESK);
  await table(page, "connect6", "j10 k11 k12 j11 i9 k13 k14 h8 g7 k15 k16");
  assert.equal(await page.locator(".decisive").count(), 6);
  assert.equal(await page.locator(".last").count(), 2, "both stones of a turn");
  assert.match(await page.locator(".last-move").textContent(), /White plays k15, k16\./);
  assert.match(await page.locator(".moves").textContent(), /5\.\s*h8\s*g7\s*6\.\s*k15\s*k16/);
  await table(page, "chess", "e4 d5 exd5 Qxd5 Nc3 Qe5+");
  assert.equal(await page.locator("strong.check").textContent(), "Check!");
  assert.equal(await page.locator("circle.check").count(), 1);
  assert.match(await page.locator(".moves").textContent(), /3\.\s*Nc3\s*Qe5\+/);
  await table(page, "chess", "e4 d5 exd5");
  assert.match(await page.locator('.seat[aria-label="White"] .score').textContent(), /pawn: 1, 1 ahead/);
  await page.context().close();
});

test("resigning asks once, and the questions are one key away", async () => {
  const page = await open(DESK);
  await table(page, "chess", "e4 e5");
  assert.equal(await page.locator('form[action$="/resign"] button').isVisible(), false);
  await page.locator('.cell[tabindex="0"]').focus();
  await page.keyboard.press("q");
  assert.equal(await page.evaluate(() => document.activeElement.value), "describe");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".answer");
  assert.equal(await page.locator("#questions").getAttribute("open"), "", "what was unfolded stays so");
  await page.locator("#sure summary").click();
  await page.locator('form[action$="/resign"] button').click();
  await page.waitForFunction(() => /White resigned/.test(document.querySelector(".status").textContent));
  await page.context().close();
});

test("colours are there without light-dark(), and White is white in forced colours", async () => {
  const page = await open({ ...DESK, colorScheme: "dark" });
  await table(page, "chess");
  const colour = (selector, property) => page.evaluate(([selector, property]) => getComputedStyle(document.querySelector(selector))[property], [selector, property]);
  const shown = async () => [await colour(".light", "fill"), await colour("body", "backgroundColor")];
  assert.deepEqual(await shown(), ["rgb(201, 180, 143)", "rgb(21, 24, 28)"]);
  await page.emulateMedia({ colorScheme: "light" });
  assert.deepEqual(await shown(), ["rgb(240, 226, 200)", "rgb(250, 247, 241)"]);
  await page.emulateMedia({ forcedColors: "active", colorScheme: "dark" });
  const body = (tone) => page.evaluate((tone) => getComputedStyle(document.querySelector(`.board .p.${tone}`)).getPropertyValue("--body").trim(), tone);
  assert.deepEqual([await body("white"), await body("black")], ["#fff", "#000"]);
  await page.context().close();
});

test("the analysis steps without loading pages, by button, key and graph", async () => {
  const page = await open(DESK);
  await page.goto(`${app.address}/analysis?game=tic-tac-toe&moves=a1+a2+b1+b2&at=4&graph=on`);
  await page.evaluate(() => { globalThis.stayed = true; });
  const at = (count) => page.waitForFunction((count) => {
    const study = document.getElementById("study");
    return new URL(study.dataset.address, location.href).searchParams.get("at") === String(count) && study.dataset.pending === undefined && study.querySelector(".here button, [name=to]");
  }, count);
  await page.locator("#step-back").click();
  await at(3);
  assert.equal(await page.evaluate(() => document.activeElement.id), "step-back", "the focus stays");
  await page.keyboard.press("ArrowLeft");
  await at(2);
  assert.equal(await page.locator(".board .p").count(), 2);
  const graph = await page.locator(".ticks").boundingBox();
  const ticks = await page.locator(".ticks button").count();
  assert.equal(ticks, 5);
  await page.locator(".ticks button").nth(1).click();
  await at(1);
  assert.ok(graph.width > 200);
  assert.match(page.url(), /at=1/);
  await page.goBack();
  await at(2);
  await page.locator('tbody button[value="c3"]').click();
  await page.waitForFunction(() => /moves=a1\+a2\+c3/.test(location.href));
  assert.equal(await page.evaluate(() => globalThis.stayed), true, "no page was loaded");
  // Without scripts the same buttons load pages.
  const plain = await open({ ...DESK, javaScriptEnabled: false });
  await plain.goto(`${app.address}/analysis?game=tic-tac-toe&moves=a1+a2+b1+b2&at=4`);
  await Promise.all([plain.waitForNavigation(), plain.locator("#step-back").click()]);
  assert.equal(await plain.locator(".board .p").count(), 3);
  await plain.context().close();
  await page.context().close();
});

test("a game that is over leaves a way on", async () => {
  const page = await open(PHONE);
  await begin(page, app, "tic-tac-toe", { mode: "people" });
  let now = await settled(page);
  for (const name of ["a1", "a2", "b1", "b2", "c1"]) {
    await cell(page, name).tap();
    now = await changed(page, now);
  }
  assert.equal(now.over, true);
  assert.equal(await page.locator(".decisive").count(), 3);
  // The buttons that go on are whole within their box.
  const [outer, inner] = [await box(page, ".state"), await box(page, ".pressing .primary")];
  assert.ok(inner.top >= outer.top && inner.bottom <= outer.bottom && inner.height >= 43.5, `${inner.top} to ${inner.bottom}`);
  await page.context().close();
});
