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
  // Firefox calls it an error of the page when somebody leaves it while the service worker passes its events on.
  const left = /Failed to load .*\/events.*ServiceWorker/;
  page.on("pageerror", (error) => { if (!left.test(error.message)) throw error; });
  return {
    keyboard: page.keyboard,
    goto: (address) => page.goto(address),
    reload: () => page.reload(),
    url: () => page.url(),
    evaluate: (act, what) => page.evaluate(act, what),
    // Not when it is painted, which a page behind another one never is.
    waitForFunction: (test, what, options) => page.waitForFunction(test, { timeout: 20000, polling: 100, ...options }, what),
    locator: (selector) => {
      const found = page.locator(selector);
      // A page behind another one is not painted, and nothing there ever comes to rest.
      const inFront = async (act) => { await page.bringToFront(); await act(); };
      return {
        click: () => inFront(() => found.click()),
        fill: (text) => inFront(() => found.fill(text)),
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
