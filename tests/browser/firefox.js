// Debian's Firefox, driven over WebDriver BiDi. Playwright cannot drive it, so its pages get the words that the helpers of app.js use.

import { execFileSync } from "node:child_process";
import puppeteer from "puppeteer-core";

/** The browser of the system. */
export function firefox() {
  const found = process.env.FIREFOX ?? execFileSync("sh", ["-c", "command -v firefox-esr || command -v firefox"]);
  return puppeteer.launch({
    browser: "firefox",
    executablePath: found.toString().trim(),
    extraPrefsFirefox: { "intl.accept_languages": "en-GB" },
  });
}

/** A page in a browser of its own, with its own cookies. */
export async function open(browser) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ width: 1280, height: 800 });
  page.on("pageerror", (error) => { throw error; });
  return {
    keyboard: page.keyboard,
    goto: (address) => page.goto(address),
    reload: () => page.reload(),
    url: () => page.url(),
    evaluate: (act, what) => page.evaluate(act, what),
    waitForFunction: (test, what, options) => page.waitForFunction(test, { timeout: 20000, ...options }, what),
    locator: (selector) => {
      const found = page.locator(selector);
      return {
        click: () => found.click(),
        fill: (text) => found.fill(text),
        focus: () => page.focus(selector),
        textContent: () => page.$eval(selector, (element) => element.textContent),
        press: async (key) => { await page.focus(selector); await page.keyboard.press(key); },
      };
    },
    /** Presses what leads to another page. */
    leave: (selector) => Promise.all([page.waitForNavigation(), page.click(selector)]),
    close: () => context.close(),
  };
}
