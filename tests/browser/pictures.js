// Remakes docs/pictures: `cargo xtask pictures`, or node tests/browser/pictures.js [NAME…]
//
// Boards in the middle of a game, in both themes, on a desk and on a phone, and four games that go on side by side; written as
// WebP, which the browser itself can do.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { browser, start } from "./app.js";
import { film } from "./film.js";

const FOLDER = join(import.meta.dirname, "../../docs/pictures");
const DESK = { width: 1080, height: 720 };
const PHONE = { width: 360, height: 740 };
/** No picture is larger than this. */
const MOST_BYTES = 60_000;

/** Name, how it is looked at, and what is shown: a game with its moves and the cell that is chosen, or a page. */
const PICTURES = [
  ["chess", "light", DESK, { game: "chess", moves: "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3", choose: "c6" }],
  ["othello", "dark", DESK, { game: "othello", moves: "d3 c3 c4 c5 b5 d2 c2 b4 d6 e6 b6 f3 f4 c6 a4 b3 a3 c1 f2" }],
  ["xiangqi", "light", DESK, { game: "xiangqi", moves: "b2g2 h7c7 b0c2 c7c3 g2g6 h9g7 a0b0 b7e7 g6c6 b9c7 g3g4 i9h9 h2h6", choose: "h9" }],
  ["havannah", "dark", DESK, { game: "havannah", moves: "h8 g7 h7 i9 g8 f6 i10 h9 j9 h10 g9 f7 e6 i11 k10 d5 f9" }],
  ["nine-mens-morris", "light", DESK, { game: "nine-mens-morris", moves: "e4 b4 e5 e3 f4 c4 c5 a4xe4 d5xe3 a1 a7 b2 e4 g4 b6 g1 e3xg1 d1 d5-d6 g4-g1xb6 e5-d5", choose: "b2" }],
  ["freckers", "dark", PHONE, { game: "freckers", moves: "b1-b2 b8-b7 grow grow d1-b3 d8-b6 c1-a3 c8-a6 e1-d2 e8-d7 grow grow", choose: "b2" }],
  ["international-draughts", "light", PHONE, { game: "international-draughts", moves: "35-30 20-25 40-35 15-20 45-40 20-24 31-27 10-15 33-29 24x33 38x29 18-22 27x18 12x23", choose: "29" }],
  ["alquerque", "dark", PHONE, { game: "alquerque", moves: "c2-c3 c4xc2 c1xc3 e3xc1 c3xe3 b4-c4 b3-c3 c4xc2 b2xd2", choose: "a4" }],
  ["connect6", "light", PHONE, { game: "connect6", moves: "j10 k11 i9 j11 k10 i11 l11 h11 k12 l12 m11 i12 j9" }],
  ["games", "light", DESK, { path: "/" }],
  ["rules", "dark", DESK, { path: "/games/five-field-kono" }],
  ["analysis", "light", DESK, { path: "/analysis?game=othello&moves=d3+c3+c4+c5+b5+d2+c2+b4+d6+e6+b6+f3+f4+c6+a4+b3+a3+c1+f2&other=uct:playouts=3000&graph=on" }],
  ["lab", "dark", DESK, { lab: "more-playouts" }],
];

/** The games of the moving picture, the moves before it begins, and those it shows. */
const FILM = [
  ["Chess", "chess", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6", "O-O Be7 Re1 b5 Bb3 d6 c3 O-O"],
  ["Othello", "othello", "d3 c3 c4 c5 b5 d2 c2 b4 d6 e6", "b6 f3 f4 c6 a4 b3 a3 c1"],
  ["Nine Men's Morris", "nine-mens-morris", "e4 b4 e5 e3 f4 c4 c5", "a4xe4 d5xe3 a1 a7 b2 e4 g4 b6"],
  ["Havannah", "havannah:size=6", "f6 e5 g7 f7 e6", "g6 h7 d5 f8 h8 d6 g8 e7"],
];
const FILM_SIZE = { width: 1200, height: 392 };
const MOST_FILM_BYTES = 400_000;
const STEP = 700;
const LAST_STEP = 3000;

const app = await start();
const chrome = await browser();
mkdirSync(FOLDER, { recursive: true });

/** Sets up what is shown, and goes there. */
async function show(page, { game, moves, choose, path, lab }) {
  if (lab) {
    await page.goto(`${app.address}/lab/${lab}`);
    await page.getByRole("button", { name: "Start it" }).click();
    await page.waitForFunction(() => !document.getElementById("lab").hasAttribute("data-live"), null, { timeout: 600_000 });
  } else if (game) {
    const { id } = await (await page.request.post(`${app.address}/api/tables`, { data: { game, seats: ["person", "person"] } })).json();
    for (const move of moves.split(" ")) {
      const answer = await page.request.post(`${app.address}/api/tables/${id}/moves`, { data: { move } });
      if (!answer.ok()) throw new Error(`${game}: ${await answer.text()}`);
    }
    await page.goto(`${app.address}/play/${id}`);
    if (choose) {
      await page.locator(`.cell[aria-label^="${choose},"]`).click();
      await page.waitForSelector(".selected");
    }
  } else {
    await page.goto(app.address + path, { timeout: 120_000 });
  }
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.activeElement?.blur());
}

/** A screenshot as WebP, by the browser's own encoder, as good as fits. */
async function webp(page, png) {
  for (const quality of [0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3]) {
    const picture = await encode(page, png, quality);
    if (picture.length <= MOST_BYTES) return picture;
  }
  throw new Error("a picture does not become small enough");
}

/** A picture, or the rectangle of it that `part` says. */
async function encode(page, png, quality, part) {
  const text = await page.evaluate(async ({ source, quality, part }) => {
    const image = await createImageBitmap(await (await fetch(source)).blob());
    const { x, y, width, height } = part ?? { x: 0, y: 0, width: image.width, height: image.height };
    const canvas = new OffscreenCanvas(width, height);
    canvas.getContext("2d", { alpha: false }).drawImage(image, -x, -y);
    const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: "image/webp", quality })).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  }, { source: address(png), quality, part });
  return Buffer.from(text, "base64");
}

const address = (png) => `data:image/png;base64,${png.toString("base64")}`;

/** The smallest rectangle, with even corners, in which two pictures of one size differ; none if they do not. */
function difference(page, before, after) {
  return page.evaluate(async (sources) => {
    const [a, b] = await Promise.all(sources.map(async (source) => {
      const image = await createImageBitmap(await (await fetch(source)).blob());
      const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
      context.drawImage(image, 0, 0);
      return context.getImageData(0, 0, image.width, image.height);
    }));
    let [left, top, right, bottom] = [a.width, a.height, -1, -1];
    for (let at = 0; at < a.data.length; at += 4) {
      if (a.data[at] === b.data[at] && a.data[at + 1] === b.data[at + 1] && a.data[at + 2] === b.data[at + 2]) continue;
      const [x, y] = [(at / 4) % a.width, Math.floor(at / 4 / a.width)];
      [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
    }
    if (right < 0) return null;
    [left, top] = [left - (left % 2), top - (top % 2)];
    return { x: left, y: top, width: right + 1 - left, height: bottom + 1 - top };
  }, [address(before), address(after)]);
}

/** Four games side by side, each with its last move in words, one move at a time. */
async function moving(encoder) {
  const sheet = await (await chrome.newContext({ viewport: FILM_SIZE })).newPage();
  await sheet.setContent(`<style>
    body { margin: 0; height: 100vh; display: grid; grid-template-columns: repeat(4, 270px); gap: 24px; place-content: center;
      color: #1f2428; font: 17px "DejaVu Sans", sans-serif; text-align: center; }
    figure { margin: 0; } b { display: block; margin-bottom: 12px; font-size: 19px; }
    img { width: 270px; height: 270px; object-fit: contain; } figcaption { margin-top: 12px; min-height: 3em; line-height: 1.4; }
    </style>` + FILM.map(([title]) => `<figure><b>${title}</b><img alt=""><figcaption></figcaption></figure>`).join(""));
  const games = await Promise.all(FILM.map(async ([, game, before, shown]) => {
    const page = await (await chrome.newContext({ locale: "en-GB", colorScheme: "light", viewport: DESK })).newPage();
    const { id } = await (await page.request.post(`${app.address}/api/tables`, { data: { game, seats: ["person", "person"] } })).json();
    const play = async (move) => {
      const answer = await page.request.post(`${app.address}/api/tables/${id}/moves`, { data: { move } });
      if (!answer.ok()) throw new Error(`${game}: ${await answer.text()}`);
    };
    for (const move of before.split(" ")) await play(move);
    return { page, play, table: `${app.address}/play/${id}`, moves: shown.split(" ") };
  }));
  const update = async ({ page, table }, place) => {
    await page.goto(table);
    const board = address(await page.locator(".board").screenshot({ animations: "disabled" }));
    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const words = await page.evaluate(() => [...document.querySelectorAll("#table .status, #table .status + p")].map((p) => p.textContent).reverse().join(" "));
    await sheet.evaluate(async ({ place, board, ground, words }) => {
      document.body.style.background = ground;
      const figure = document.querySelectorAll("figure")[place];
      figure.querySelector("img").src = board;
      await figure.querySelector("img").decode();
      figure.querySelector("figcaption").textContent = words;
    }, { place, board, ground, words });
  };
  for (const [place, game] of games.entries()) await update(game, place);
  const shots = [await sheet.screenshot()];
  for (let step = 0; step < games[0].moves.length; step += 1) {
    for (const [place, game] of games.entries()) {
      await game.play(game.moves[step]);
      await update(game, place);
      shots.push(await sheet.screenshot());
    }
  }
  const parts = [{ x: 0, y: 0, ...FILM_SIZE }];
  for (let at = 1; at < shots.length; at += 1) parts.push(await difference(encoder, shots[at - 1], shots[at]));
  for (const quality of [0.9, 0.8, 0.7, 0.6, 0.5]) {
    const frames = [];
    for (const [at, part] of parts.entries()) {
      const still = await encode(encoder, shots[at], quality, part);
      frames.push({ still, ...part, milliseconds: at + 1 < parts.length ? STEP : LAST_STEP });
    }
    const result = film(FILM_SIZE.width, FILM_SIZE.height, frames);
    if (result.length <= MOST_FILM_BYTES) return result;
  }
  throw new Error("the moving picture does not become small enough");
}

const wanted = process.argv.slice(2);
try {
  const encoder = await (await chrome.newContext()).newPage();
  for (const [name, theme, viewport, what] of PICTURES.filter(([name]) => wanted.length === 0 || wanted.includes(name))) {
    const page = await (await chrome.newContext({ locale: "en-GB", colorScheme: theme, viewport })).newPage();
    await show(page, what);
    const picture = await webp(encoder, await page.screenshot());
    writeFileSync(join(FOLDER, `${name}.webp`), picture);
    console.log(`docs/pictures/${name}.webp: ${theme}, ${viewport.width} pixels wide, ${picture.length} bytes`);
    await page.context().close();
  }
  if (wanted.length === 0 || wanted.includes("boards")) {
    const picture = await moving(encoder);
    writeFileSync(join(FOLDER, "boards.webp"), picture);
    console.log(`docs/pictures/boards.webp: moving, ${FILM_SIZE.width} pixels wide, ${picture.length} bytes`);
  }
} finally {
  await chrome.close();
  await app.stop();
}
