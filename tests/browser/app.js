// Starts the program and a browser, and knows how to play.

import assert from "node:assert/strict";
import { spawn, execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";

const AGON = process.env.AGON ?? join(import.meta.dirname, "../../target/debug/agon");

/** A running program with a folder of its own. */
export async function start(data = mkdtempSync(join(tmpdir(), "agon-")), port = "0") {
  const child = spawn(AGON, ["serve", "--port", port, "--data", data], { stdio: ["ignore", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout });
  const address = await new Promise((resolve, reject) => {
    lines.on("line", (line) => {
      const found = line.match(/http:\S+/);
      if (found) resolve(found[0].replace(/\/$/, ""));
    });
    child.on("exit", (code) => reject(new Error(`agon ended with ${code}`)));
  });
  const stop = () => new Promise((resolve) => {
    child.removeAllListeners("exit");
    child.on("exit", resolve);
    child.kill("SIGKILL");
  });
  return { address, data, stop };
}

/** The browser of the system. */
export function browser() {
  const found = process.env.CHROMIUM ?? execFileSync("sh", ["-c", "command -v chromium || command -v chromium-browser || command -v google-chrome"]);
  return chromium.launch({ executablePath: found.toString().trim(), args: ["--no-sandbox"] });
}

/** Starts a game from its page, with defaults unless something else is said. */
export async function begin(page, app, game, { options = {}, ...choices } = {}) {
  await page.goto(`${app.address}/games/${game}`);
  if ("clock" in choices) await page.locator("#terms summary").click();
  for (const [name, value] of Object.entries(choices)) {
    const radio = page.locator(`input[name="${name}"][value="${value}"]`);
    if (await radio.count()) await radio.check();
    else await page.locator(`select[name="${name}"]`).selectOption(value);
  }
  for (const [name, value] of Object.entries(options)) await page.locator(`select[name="option-${name}"]`).selectOption(value);
  await page.locator('main form[action$="/play"] button.primary').click();
  await page.waitForURL(/\/play\//);
}

/** What the table says of itself. */
export const state = (page) => page.evaluate(() => {
  const table = document.getElementById("table");
  return {
    version: Number(table.dataset.version),
    thinking: table.dataset.thinking !== undefined,
    selected: table.querySelector('input[name="selected"]').value,
    over: !table.querySelector('form[action$="/resign"] button:not(:disabled)'),
    status: table.querySelector(".status").textContent,
    can: [...table.querySelectorAll(".cell.can")].map((cell) => cell.value),
    actions: [...table.querySelectorAll('.pressing button.primary[name="text"]')].map((button) => button.value),
    choices: [...table.querySelectorAll('.picker button[name="text"]')].map((button) => button.value),
  };
});

/** Waits for something at the table; if it does not come, the error tells what there is instead. */
async function wait(page, what, condition, given) {
  try {
    await page.waitForFunction(condition, given, { timeout: 20000 });
  } catch (error) {
    const [now, seen] = [await state(page), await page.evaluate(() => ({
      notice: document.getElementById("notice").textContent,
      focused: document.activeElement.getAttribute("aria-label") ?? document.activeElement.outerHTML.slice(0, 200),
    }))];
    throw new Error(`${what}: ${JSON.stringify({ given, ...seen, now })}`, { cause: error });
  }
}

/** Waits until a person can move again after `version`. */
export async function settled(page, version = 0) {
  await wait(page, "nobody moves again", (version) => {
    const table = document.getElementById("table");
    return Number(table.dataset.version) > version && table.dataset.thinking === undefined;
  }, version);
  return state(page);
}

/** Waits until the page shows another selection or another version. */
export async function changed(page, before) {
  await wait(page, "nothing changes", ({ version, selected, choices }) => {
    const table = document.getElementById("table");
    return Number(table.dataset.version) > version || table.querySelector('input[name="selected"]').value !== selected
      || table.querySelectorAll('.picker button[name="text"]').length !== choices;
  }, { ...before, choices: before.choices.length });
  const after = await state(page);
  return after.version > before.version ? settled(page, before.version) : after;
}

/** Plays a whole game: `point` is how a cell is chosen, `press` how a button is. The answer is the last state. */
export async function playOut(page, { point, press }, most = 600) {
  let now = await settled(page);
  // The opponent varies, so what is chosen must not come round: whoever only picks up one piece after the other never moves.
  const any = (step, count) => (Math.imul(step + 1, 2654435761) >>> 16) % count;
  for (let step = 0; step < most && !now.over; step += 1) {
    const chosen = now.selected ? now.can.filter((cell) => !now.selected.split(".").includes(cell)) : now.can;
    if (now.choices.length) await press(now.choices[0]);
    else if (chosen.length) await point(chosen[any(step, chosen.length)]);
    else if (now.actions.length) await press(now.actions[0]);
    else throw new Error(`nothing can be done: ${JSON.stringify(now)}`);
    now = await changed(page, now);
  }
  return now;
}

/** Goes to a cell with the arrow keys and presses Enter: every cell must be in reach. */
export async function walk(page, cell) {
  if (!(await page.evaluate(() => document.activeElement.matches(".cell")))) await page.locator('.cell[tabindex="0"]').focus();
  const keys = await page.evaluate((goal) => {
    const names = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"];
    const go = new Map([...document.querySelectorAll(".cell")].map((cell) => [cell.value, cell.dataset.go.split(" ").slice(0, names.length)]));
    const from = document.activeElement.value;
    const ways = new Map([[from, []]]);
    for (const [here, way] of ways) {
      if (here === goal) return way;
      go.get(here).forEach((next, index) => { if (next !== "-" && !ways.has(next)) ways.set(next, [...way, names[index]]); });
    }
    return null;
  }, cell);
  assert.ok(keys, `the arrow keys do not reach cell ${cell}`);
  for (const key of keys) await page.keyboard.press(key);
  assert.equal(await page.evaluate(() => document.activeElement.value), cell);
  await page.keyboard.press("Enter");
}
