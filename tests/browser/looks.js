// Pictures to look at, light and dark, on a desk and on a phone: node tests/browser/looks.js [NAME…]
//
// They are written to target/looks and committed nowhere. Phones are shown whole, as far as the page goes; desks as they open.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { browser, start } from "./app.js";

const FOLDER = join(import.meta.dirname, "../../target/looks");
const SIZES = { desk: { viewport: { width: 1280, height: 800 } }, phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } };
const OTHELLO = "d3 c3 c4 c5 b5 d2 c2 b4 d6 e6 b6 f3 f4 c6 a4 b3 a3 c1 f2";

/** Opens a table through the interface for programs and plays moves on it. */
async function table(page, address, { game, moves, seats = ["person", "person"] }) {
  const { id } = await (await page.request.post(`${address}/api/tables`, { data: { game, seats } })).json();
  for (const move of moves.split(" ").filter(Boolean)) await page.request.post(`${address}/api/tables/${id}/moves`, { data: { move } });
  return `/play/${id}`;
}

/** What is looked at: how to come there. */
const PLACES = {
  table: (page, address) => table(page, address, { game: "othello", moves: "d3 c3 c4 c5 b5 d2 c2 b4 d6 e6" }),
  chess: (page, address) => table(page, address, { game: "chess", moves: "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6" }),
  connect6: (page, address) => table(page, address, { game: "connect6", moves: "j10 k11 i9 j11 k10 i11 l11 h11" }),
  setup: () => "/games/chess",
  rules: () => "/games/xiangqi",
  analysis: () => `/analysis?game=othello&moves=${OTHELLO.replaceAll(" ", "+")}&graph=on`,
  mine: async (page, address) => {
    for (const game of ["chess", "othello", "havannah"]) await table(page, address, { game, moves: "" });
    const over = await table(page, address, { game: "tic-tac-toe", moves: "b2 a1 a3 c1 b1 b3 a2 c2 c3", seats: ["person", "person"] });
    await page.goto(address + over);
    return "/mine";
  },
  puzzles: () => "/puzzles",
  puzzle: () => "/puzzles/chess/5",
  learn: () => "/learn",
  lesson: () => "/learn/nine-mens-morris/2",
  home: () => "/",
};

const app = await start();
const chrome = await browser();
mkdirSync(FOLDER, { recursive: true });
const wanted = process.argv.slice(2);
try {
  for (const [name, place] of Object.entries(PLACES).filter(([name]) => wanted.length === 0 || wanted.includes(name))) {
    for (const [size, device] of Object.entries(SIZES)) {
      for (const colorScheme of ["light", "dark"]) {
        const page = await (await chrome.newContext({ locale: "en-GB", colorScheme, ...device })).newPage();
        const path = await place(page, app.address);
        const answer = await page.goto(app.address + path, { timeout: 60_000 });
        await page.waitForTimeout(500);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        const file = join(FOLDER, `${name}-${size}-${colorScheme}.png`);
        await page.screenshot({ path: file, fullPage: size === "phone" });
        console.log(`${file}: status ${answer.status()}${wide > 0 ? `, ${wide} pixels too wide` : ""}`);
        await page.context().close();
      }
    }
  }
} finally {
  await chrome.close();
  await app.stop();
}
