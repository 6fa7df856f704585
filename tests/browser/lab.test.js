// The lab page in a browser: a tournament that grows while somebody looks, by eye and by ear.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { browser, start } from "./app.js";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const SMALL = `
name = "Small boards"
pairs = 3
openings = 2
games = ["tic-tac-toe", "tapatan"]
agents = ["random", "greedy", "alphabeta:depth=2", "uct:playouts=4000"]
`;
/** Long enough to be stopped, of games short enough to be waited for. */
const LONG = `
name = "A long one"
pairs = 200
games = ["othello"]
agents = ["uct:playouts=50", "uct:playouts=100", "uct:playouts=200"]
`;

let app, chrome;
before(async () => {
  app = await start();
  mkdirSync(join(app.data, "lab"), { recursive: true });
  writeFileSync(join(app.data, "lab/small.toml"), SMALL);
  writeFileSync(join(app.data, "lab/long.toml"), LONG);
  chrome = await browser();
});
after(async () => { await chrome?.close(); await app?.stop(); });

const finished = (page) => page.waitForFunction(() => !document.getElementById("lab").hasAttribute("data-live"), null, { timeout: 60000 });

test("a tournament is started, grows by itself, and says when it is finished", async () => {
  const page = await (await chrome.newContext({ locale: "en-GB" })).newPage();
  await page.goto(`${app.address}/lab`);
  await page.getByRole("link", { name: "Small boards" }).first().waitFor();
  await page.goto(`${app.address}/lab/small`);
  await page.getByRole("button", { name: "Start it" }).click();
  await finished(page);
  assert.match(await page.locator(".status").textContent(), /72 of 72 games\. It is finished\./);
  assert.equal(await page.locator("#polite").textContent(), "It is finished.");
  assert.equal(await page.locator("#lab-ratings tbody tr").count(), 4);
  await page.getByRole("link", { name: /^Replay game 72$/ }).click();
  await page.waitForURL(/\/analysis\?game=tapatan/);
  await page.context().close();
});

test("a tournament goes on and is stopped without scripts", async () => {
  const page = await (await chrome.newContext({ locale: "pt-PT", javaScriptEnabled: false })).newPage();
  await page.goto(`${app.address}/lab/long`);
  await page.getByRole("button", { name: "Iniciar" }).click();
  assert.match(await page.locator(".status").textContent(), /Está a ser jogado\./);
  const games = async () => Number((await page.locator(".status").textContent()).match(/^\d+/)[0]);
  while (await games() === 0) await page.getByRole("link", { name: "Ver de novo" }).click();
  await page.getByRole("button", { name: "Parar" }).click();
  while (!/Ninguém/.test(await page.locator(".status").textContent())) await page.reload();
  await page.getByRole("button", { name: "Continuar" }).waitFor();
  await page.context().close();
});

for (const theme of ["light", "dark"]) {
  test(`axe finds nothing in the lab, and nothing scrolls sideways (${theme})`, async () => {
    const page = await (await chrome.newContext({ locale: "en-GB", colorScheme: theme, viewport: { width: 320, height: 640 } })).newPage();
    for (const path of ["/lab", "/lab/small", "/lab/more-playouts"]) {
      await page.goto(app.address + path);
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => window.axe.run({ resultTypes: ["violations"] }));
      assert.deepEqual(violations.map(({ id, nodes }) => `${path} ${id}: ${nodes[0].html.slice(0, 160)}`), []);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 320, path);
    }
    await page.context().close();
  });
}
