// A game brought along as a sheet of rules: uploaded, listed, played by keyboard, and forgotten; and the same rules with all words scrambled.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { begin, browser, playOut, start, walk } from "./app.js";

let app, chrome;
before(async () => { app = await start(); chrome = await browser(); });
after(async () => { await chrome?.close(); await app?.stop(); });

const BREAKTHROUGH = readFileSync(join(import.meta.dirname, "../../crates/gdl/sheets/breakthrough.kif"), "utf8");
const KEYWORDS = new Set("role init true does next legal goal terminal base input not or and distinct <=".split(" "));

/** The sheet without comments, with other words for all that the language gives no meaning. */
function scrambled(text) {
  const names = new Map();
  const fresh = (word) => {
    if (!names.has(word)) names.set(word, `${word[0] === "?" ? "?" : ""}w${names.size}x`);
    return names.get(word);
  };
  const bare = text.replace(/;.*/g, "");
  return bare.replace(/[^\s()]+/g, (word) => (KEYWORDS.has(word) || /^\d\d+$|^0$/.test(word) ? word : fresh(word)));
}

/** Uploads a sheet as a visitor does; the path of its page. */
async function bring(page, name, text) {
  await page.goto(app.address);
  await page.locator("section.own details summary").click();
  await page.locator("#sheet").setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
  await page.locator("section.own details form button").click();
  await page.waitForURL(/\/games\/.+\.kif$/);
  return new URL(page.url()).pathname;
}

async function open() {
  const page = await (await chrome.newContext({ locale: "en-GB" })).newPage();
  page.on("pageerror", (error) => { throw error; });
  return page;
}

/** Whoever remakes the picture of the page says where it goes: PICTURE=../../docs/pictures/breakthrough.png node --test sheets.test.js */
const { PICTURE } = process.env;

for (const [kind, text, most] of [["as it is written", BREAKTHROUGH, 600], ["scrambled", scrambled(BREAKTHROUGH), 12]]) {
  test(`Breakthrough from a sheet ${kind} is played by keyboard alone`, async () => {
    const page = await open();
    await page.setViewportSize({ width: 1080, height: 720 });
    const path = await bring(page, "breakthrough.kif", text);
    assert.match(path, /^\/games\/breakthrough-[0-9a-f]{16}\.kif$/);
    await begin(page, app, path.replace("/games/", ""), { level: "1" });
    assert.equal(await page.locator("#table .cell").count(), 64);
    const press = (text) => page.locator(`#table button[name="text"][value="${text}"]`).press("Enter");
    const play = (most) => playOut(page, { point: (cell) => walk(page, cell), press }, most);
    let now = await play(12);
    assert.ok(!now.over && now.version >= 4, `some moves and answers, and no end yet: ${now.version}`);
    if (PICTURE && kind !== "scrambled") await page.screenshot({ path: PICTURE, animations: "disabled" });
    if (most > 12) {
      now = await play(most);
      assert.match(now.status, /wins: .+\./);
    }
    await page.context().close();
  });
}

test("a sheet is in the list of whoever brought it until it is forgotten", async () => {
  const page = await open();
  const path = await bring(page, "breakthrough.kif", BREAKTHROUGH);
  const other = await open();
  for (const [who, count] of [[page, 1], [other, 0]]) {
    await who.goto(app.address);
    assert.equal(await who.locator(`section.own a[href="${path}"]`).count(), count);
  }
  await page.locator(`section.own form[action="/sheets/${path.replace("/games/", "")}/forget"] button`).click();
  await page.waitForURL(`${app.address}/`);
  assert.equal(await page.locator(`section.own a[href="${path}"]`).count(), 0);
  await page.context().close();
  await other.context().close();
});

test("what is no game is answered with a sentence and the place", async () => {
  const page = await open();
  await page.goto(app.address);
  await page.locator("section.own details summary").click();
  await page.locator("#sheet").setInputFiles({ name: "broken.kif", mimeType: "text/plain", buffer: Buffer.from("(role a)\n(role b") });
  await page.locator("section.own details form button").click();
  await page.getByText("line 2, column 1").waitFor();
  await page.context().close();
});
