// What machines can say about access: axe on every page and board in both themes, the tree that screen readers get, small screens.

import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { begin, browser, settled, start } from "./app.js";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let app, chrome, games;
before(async () => {
  app = await start();
  chrome = await browser();
  games = (await (await fetch(`${app.address}/api/games`)).json()).games.map((game) => game.id);
});
after(async () => { await chrome?.close(); await app?.stop(); });

async function violations(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run({ resultTypes: ["violations"] }));
  return violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(" | ")}`);
}

for (const theme of ["light", "dark"]) {
  test(`axe finds nothing on any page (${theme})`, async () => {
    const page = await (await chrome.newContext({ locale: "en-GB", colorScheme: theme })).newPage();
    const found = [];
    for (const path of ["/", "/about", "/mine", "/analysis", "/games/chess", "/games/havannah", "/puzzles", "/puzzles/chess", "/puzzles/chess/1", "/puzzles/havannah:size=5/1", "/learn", "/learn/chess/1", "/learn/nine-mens-morris/2", "/analysis?game=othello&moves=d3+c5&graph=on", "/nowhere"]) {
      await page.goto(app.address + path);
      found.push(...(await violations(page)).map((line) => `${path} ${line}`));
    }
    assert.deepEqual(found, []);
    await page.context().close();
  });

  test(`axe finds nothing on any board (${theme})`, async () => {
    const page = await (await chrome.newContext({ locale: "en-GB", colorScheme: theme })).newPage();
    const found = [];
    for (const game of games) {
      await begin(page, app, game, { mode: "people" });
      found.push(...(await violations(page)).map((line) => `${game} ${line}`));
    }
    assert.deepEqual(found, []);
    await page.context().close();
  });
}

for (const [game, options] of [["tic-tac-toe", {}], ["tapatan", {}], ["havannah", { size: "4" }]]) {
  test(`screen readers get the board of ${game} as recorded`, async () => {
    const page = await (await chrome.newContext({ locale: "en-GB" })).newPage();
    await begin(page, app, game, { mode: "people", options });
    const tree = `${await page.getByRole("grid").ariaSnapshot()}\n`;
    const file = join(import.meta.dirname, "snapshots", `${game}.yml`);
    // A new snapshot is written to be looked at and kept; where nobody looks, it is missing.
    if (!existsSync(file) && !process.env.CI) writeFileSync(file, tree);
    assert.equal(tree, readFileSync(file, "utf8"));
    await page.context().close();
  });
}

test("no page scrolls sideways at 320 pixels, and no cell is smaller than 24", async () => {
  const page = await (await chrome.newContext({ locale: "pt-BR", viewport: { width: 320, height: 640 } })).newPage();
  const wide = async (name) => {
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 320, `${name} is ${width} pixels wide`);
  };
  await page.goto(app.address);
  assert.equal(await page.locator("h1").textContent(), "Jogue um jogo de tabuleiro");
  await wide("home");
  for (const path of ["/games/othello", "/analysis", "/analysis?game=chess&moves=e4"]) {
    await page.goto(app.address + path);
    await page.locator(".import summary").last().click({ timeout: 1000 }).catch(() => {});
    await wide(path);
  }
  for (const game of games) {
    await begin(page, app, game, { mode: "people" });
    await wide(game);
    const least = await page.evaluate(() => Math.min(...[...document.querySelectorAll(".cell")].map((cell) => {
      const { width, height } = cell.getBoundingClientRect();
      return Math.min(width, height);
    })));
    assert.ok(least >= 23.9, `${game} has a cell of ${least} pixels`);
  }
  await page.context().close();
});

test("the first page is small and asks nobody else", async () => {
  const page = await (await chrome.newContext()).newPage();
  let bytes = 0;
  const hosts = new Set();
  page.on("response", async (response) => {
    hosts.add(new URL(response.url()).origin);
    const { responseHeadersSize, responseBodySize } = await response.request().sizes();
    bytes += responseHeadersSize + responseBodySize;
  });
  await page.goto(app.address, { waitUntil: "networkidle" });
  console.log(`first page: ${bytes} bytes`);
  assert.ok(bytes > 10_000 && bytes < 100_000, `${bytes} bytes`);
  assert.deepEqual([...hosts], [app.address]);
  await page.context().close();
});

test("language and colours are remembered", async () => {
  const page = await (await chrome.newContext({ locale: "en-GB" })).newPage();
  await page.goto(app.address);
  await page.locator(".settings summary").click();
  await page.locator('select[name="language"]').selectOption("pt");
  await page.locator(".settings button").click();
  await page.waitForFunction(() => document.documentElement.lang === "pt");
  await page.locator(".settings summary").click();
  await page.locator('select[name="theme"]').selectOption("dark");
  await page.locator(".settings button").click();
  await page.waitForFunction(() => document.documentElement.dataset.theme === "dark");
  await begin(page, app, "othello", { level: "1" });
  await settled(page);
  assert.equal(await page.locator('.cell[value="27"]').getAttribute("aria-label"), "d4, disco, brancas");
  await page.context().close();
});
