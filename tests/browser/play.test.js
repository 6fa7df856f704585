// Whole games in a real browser: by mouse, by keyboard alone, by typed moves, without scripts, and across a restart.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { begin, browser, changed, playOut, settled, start, state, walk } from "./app.js";

let app, chrome;
before(async () => { app = await start(); chrome = await browser(); });
after(async () => { await chrome?.close(); await app?.stop(); });

const GAMES = [["squares", "tic-tac-toe", {}], ["points", "tapatan-ludii", {}], ["hexagons", "havannah", { options: { size: "4" } }]];

async function open(options = {}) {
  const context = await chrome.newContext({ locale: "en-GB", ...options });
  const page = await context.newPage();
  page.on("pageerror", (error) => { throw error; });
  return page;
}

const button = (page, text) => page.locator(`#table button[name="text"][value="${text}"]`);

for (const [family, game, choices] of GAMES) {
  test(`a whole game by mouse on ${family}`, async () => {
    const page = await open();
    await begin(page, app, game, { level: "1", ...choices });
    const end = await playOut(page, {
      point: (cell) => page.locator(`.cell[value="${cell}"]`).click(),
      press: (text) => button(page, text).click(),
    });
    assert.match(end.status, /wins: .+\.|Draw: .+\./);
    await page.waitForFunction(() => /wins: .+\.|Draw: .+\./.test(document.getElementById("assertive").textContent));
    await page.context().close();
  });

  test(`a whole game by keyboard alone on ${family}`, async () => {
    const page = await open();
    await begin(page, app, game, { level: "1", ...choices });
    const end = await playOut(page, { point: (cell) => walk(page, cell), press: (text) => button(page, text).press("Enter") });
    assert.match(end.status, /wins: .+\.|Draw: .+\./);
    await page.context().close();
  });

  test(`a whole game by typed moves on ${family}`, async () => {
    const page = await open();
    await begin(page, app, game, { level: "1", ...choices });
    let now = await settled(page);
    for (let step = 0; !now.over; step += 1) {
      await page.locator("#command").fill("moves");
      await page.locator("#command").press("Enter");
      await page.waitForSelector(".answer");
      const legal = (await page.locator(".answer").textContent()).replace(/^.*?: /, "").replace(/\.\s*$/, "").split(", ");
      await page.locator("#command").fill(legal[(step * 5) % legal.length]);
      await page.locator("#command").press("Enter");
      now = await settled(page, now.version);
    }
    assert.match(now.status, /wins: .+\.|Draw: .+\./);
    await page.context().close();
  });
}

test("a move is dragged", async () => {
  const page = await open();
  await begin(page, app, "chess", { mode: "people" });
  await page.locator('.cell[aria-label^="e2,"]').dragTo(page.locator('.cell[aria-label^="e4,"]'));
  await settled(page, 1);
  assert.match(await page.locator(".moves").textContent(), /e4/);
  await page.context().close();
});

test("the board is one tab stop, and its keys ask and are heard twice", async () => {
  const page = await open();
  await begin(page, app, "othello", { level: "1" });
  await settled(page);
  assert.equal(await page.locator('.cell[tabindex="0"]').count(), 1);
  await page.locator('.cell[tabindex="0"]').focus();
  const heard = async (key) => {
    await page.evaluate(() => { document.getElementById("polite").textContent = ""; });
    await page.keyboard.press(key);
    await page.waitForFunction(() => document.getElementById("polite").textContent !== "");
    return page.locator("#polite").textContent();
  };
  const first = await heard("l");
  const second = await heard("l");
  assert.equal(first.trim(), "Nothing has been played yet.");
  assert.notEqual(first, second, "the same answer must be a new text");
  assert.match(await heard("d"), /d4 white disc/);
  assert.match(await heard("p"), /^Black: disc on/);
  assert.match(await heard("m"), /no legal move from a1/);
  assert.match(await heard("w"), /even|better|winning|wins/);
  assert.match(await heard("h"), /is worth/);
  assert.equal(await page.evaluate(() => document.activeElement.name), "cell", "asking leaves the focus on the board");
  await page.locator("#command").focus();
  await page.keyboard.type("d");
  assert.equal(await page.locator("#command").inputValue(), "d", "keys are keys only on the board");
  await page.context().close();
});

test("an illegal move is answered with the legal ones", async () => {
  const page = await open();
  await begin(page, app, "tic-tac-toe", { level: "1" });
  await page.locator("#command").fill("<b>z9</b>");
  await page.locator("#command").press("Enter");
  await page.waitForSelector(".message");
  assert.match(await page.locator(".message").textContent(), /“<b>z9<\/b>” is not a legal move here. Legal: a1, b1/);
  assert.equal(await page.locator("#command").inputValue(), "<b>z9</b>");
  await page.context().close();
});

test("take back, redo, hint, level, turn, resign, rematch", async () => {
  const page = await open();
  await begin(page, app, "checkers", { level: "1" });
  let now = await settled(page);
  await page.locator(`.cell[value="${now.can[0]}"]`).click();
  now = await changed(page, now);
  await page.locator(`.cell[value="${now.can.find((cell) => cell !== now.selected)}"]`).click();
  now = await settled(page, now.version);
  assert.equal(await page.locator(".moves li").count(), 2);
  const press = async (action) => {
    const { version } = await state(page);
    // Resigning asks once.
    if (action === "resign") await page.locator("#sure summary").click();
    await page.locator(`form[action$="/${action}"] button`).click();
    now = await settled(page, version);
  };
  await press("undo");
  assert.equal(await page.locator(".moves li").count(), 0);
  await press("redo");
  assert.equal(await page.locator(".moves li").count(), 2);
  await page.locator('.deeds button[value="hint"]').click();
  await page.waitForSelector(".hint");
  assert.match(await page.locator(".answer").textContent(), /For Black, .+ is worth .+/);
  await page.locator("#more summary").click();
  await page.locator('select[name="second"]').selectOption("5");
  await press("level");
  assert.match(await page.locator('.seat[aria-label="White"]').textContent(), /Level 5/);
  const label = () => page.locator(".cell").first().getAttribute("aria-label");
  const top = await label();
  await page.locator('form[action$="/turn"] button').click();
  await page.waitForFunction((top) => document.querySelector(".cell").getAttribute("aria-label") !== top, top);
  await press("resign");
  assert.match(now.status, /White wins: Black resigned\./);
  await page.locator('form[action$="/rematch"] button').click();
  await page.waitForURL(/\/play\//);
  await settled(page);
  assert.match(await page.locator('.seat[aria-label="Black"]').textContent(), /Level 5/);
  await page.context().close();
});

test("a whole game without scripts", async () => {
  const page = await open({ javaScriptEnabled: false });
  await begin(page, app, "tic-tac-toe", { level: "1" });
  for (let step = 0; step < 9 && (await page.locator(".cell.can").count()); step += 1) {
    await Promise.all([page.waitForNavigation(), page.locator(".cell.can").first().click()]);
  }
  assert.match(await page.locator(".status").textContent(), /wins: .+\.|Draw: .+\./);
  await begin(page, app, "chess", { mode: "people" });
  await Promise.all([page.waitForNavigation(), page.locator('.cell[aria-label^="g1,"]').click()]);
  await Promise.all([page.waitForNavigation(), page.locator('.cell[aria-label^="f3,"]').click()]);
  assert.match(await page.locator(".moves").textContent(), /Nf3/);
  await page.context().close();
});

test("a game outlives the program", async () => {
  const own = await start();
  const page = await open();
  await begin(page, own, "nine-mens-morris", { level: "1" });
  let now = await settled(page);
  await page.locator(`.cell[value="${now.can[0]}"]`).click();
  await settled(page, now.version);
  const moves = await page.locator(".moves").textContent();
  const path = new URL(page.url()).pathname;
  await own.stop();
  const again = await start(own.data);
  await page.goto(again.address + path);
  assert.equal(await page.locator(".moves").textContent(), moves);
  now = await settled(page);
  await page.locator(`.cell[value="${now.can[0]}"]`).click();
  await settled(page, now.version);
  assert.equal(await page.locator(".moves li").count(), 4);
  await page.context().close();
  await again.stop();
});

/** What a saved game says of its moves, in any of the formats of Othello. */
const moves = (text) => text.match(/\b[BW]\[\w+\]/g) ?? JSON.parse(text).moves;

test("a saved game is brought back to the analysis", async () => {
  const page = await open();
  await begin(page, app, "othello", { mode: "people" });
  for (const text of ["d3", "c5"]) {
    const { version } = await state(page);
    await page.locator("#command").fill(text);
    await page.locator("#command").press("Enter");
    await settled(page, version);
  }
  const save = async (format) => {
    const folded = page.locator("#more:not([open]) summary");
    if (await folded.count()) await folded.click();
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: `Save as ${format}` }).click()]);
    return { name: download.suggestedFilename(), path: await download.path() };
  };
  for (const format of ["GGF", "SGF", "JSON"]) {
    const saved = await save(format);
    assert.equal(saved.name, `othello.${format.toLowerCase()}`);
    const back = page.url();
    // From the first page as a file, from the analysis as text.
    await page.goto(format === "SGF" ? app.address : `${app.address}/analysis`);
    await page.locator(".import:has(#file) summary").click();
    if (format === "JSON") await page.locator("#record").fill(readFileSync(saved.path, "utf8"));
    else await page.locator("#file").setInputFiles({ name: saved.name, mimeType: "text/plain", buffer: readFileSync(saved.path) });
    await page.locator('form[action="/analysis/import"] button').click();
    await page.waitForURL(/moves=d3\+c5/);
    const again = await save(format);
    assert.deepEqual(moves(readFileSync(again.path, "utf8")), moves(readFileSync(saved.path, "utf8")));
    if (format !== "JSON") await page.goto(back);
  }
  assert.match(await page.locator(".status").textContent(), /Black to move/);
  assert.ok((await page.locator("tbody tr").count()) > 3);
  await page.locator('input[name="graph"]').check();
  await page.getByRole("button", { name: "Ask" }).click();
  await page.waitForSelector(".graph");
  await page.context().close();
});

test("the program plays itself while somebody watches", async () => {
  const page = await open();
  await begin(page, app, "tic-tac-toe", { mode: "watch", level: "1", other: "1" });
  await page.waitForFunction(() => /wins|Draw/.test(document.querySelector(".status").textContent), null, { timeout: 20000 });
  await page.context().close();
});
