// Two people in two browsers, each with a cookie of its own: over a link, with reloads, without the network, without scripts.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { begin, browser, start } from "./app.js";

let app, chrome;
before(async () => { app = await start(); chrome = await browser(); });
after(async () => { await chrome?.close(); await app?.stop(); });

async function open(options = {}) {
  // Without the worker that plays on when the network is gone: here it is to be missed.
  const context = await chrome.newContext({ locale: "en-GB", serviceWorkers: "block", ...options });
  const page = await context.newPage();
  page.on("pageerror", (error) => { throw error; });
  return page;
}

/** Two people at a table: who invites plays the first side. */
async function pair(game, choices = {}) {
  const [ada, ben] = [await open(), await open()];
  await begin(ada, app, game, { mode: "friend", ...choices });
  const link = await ada.locator(".invitation a").getAttribute("href");
  await ben.goto(app.address + link);
  await ben.locator('input[name="name"]').fill("Ben");
  await Promise.all([ben.waitForURL(/\/play\/[0-9a-f]+$/), ben.locator("main button.primary").click()]);
  return [ada, ben];
}

const point = (page, name) => page.locator(`.cell[aria-label^="${name},"]`).click();

const shows = (page, pattern) =>
  page.waitForFunction((pattern) => new RegExp(pattern).test(document.getElementById("table").innerText), pattern.source);

const heard = (page, region, pattern) =>
  page.waitForFunction(([region, pattern]) => new RegExp(pattern).test(document.getElementById(region).textContent), [region, pattern.source]);

const noticed = (page, pattern) =>
  page.waitForFunction((pattern) => {
    const notice = document.getElementById("notice");
    return !notice.hidden && new RegExp(pattern).test(notice.textContent);
  }, pattern.source, { timeout: 40000 });

test("a whole game over a link, with reloads, without the network and back", async () => {
  const [ada, ben] = await pair("tic-tac-toe");
  await shows(ada, /Ben/);
  assert.equal(await ada.locator(".invitation").count(), 0, "the maker sees that the friend has come");
  await point(ada, "a1");
  await shows(ben, /X plays a1\./);
  await heard(ben, "polite", /X plays a1\. O to move\./);
  await ben.reload();
  await point(ben, "b2");
  await shows(ada, /O plays b2\./);

  // Ben's browser loses the network; Ada plays on, and Ben tries to move.
  await ben.context().setOffline(true);
  await point(ada, "b1");
  await shows(ada, /O to move\./);
  await ben.evaluate(() => dispatchEvent(new Event("visibilitychange")));
  await noticed(ben, /The server does not answer\./);
  assert.match(await ben.locator("#table .status").textContent(), /X to move/, "the page shows what it knew");
  await ben.context().setOffline(false);
  await shows(ben, /X plays b1\./);
  await noticed(ben, /The server is back\./);
  await point(ben, "c3");
  await shows(ada, /O plays c3\./);
  await point(ada, "c1");
  await shows(ben, /X wins/);
  await heard(ben, "assertive", /X wins: three in a row\./);

  // The rematch is one click for each.
  await Promise.all([ben.waitForURL((url) => !ada.url().includes(url.pathname)), ben.locator('form[action$="/rematch"] button').click()]);
  await shows(ada, /There is a rematch\./);
  await Promise.all([ada.waitForNavigation(), ada.locator('a.button:has-text("Play it")').click()]);
  assert.equal(new URL(ada.url()).pathname, new URL(ben.url()).pathname);
  await point(ben, "b2");
  await shows(ada, /X plays b2\./);
  for (const page of [ada, ben]) await page.context().close();
});

test("links are shown whole and copied", async () => {
  const page = await open({ permissions: ["clipboard-read", "clipboard-write"] });
  await begin(page, app, "tic-tac-toe", { mode: "friend" });
  const copies = async (part, count) => {
    const links = await part.locator("a[data-whole]").evaluateAll((links) => links.map((link) => [link.href, link.textContent]));
    assert.equal(links.length, count);
    for (const [index, [address, text]] of links.entries()) {
      assert.equal(text, address, "it can be read and written down");
      await part.locator("[data-copy]").nth(index).click();
      await heard(page, "polite", /Copied/);
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), address);
    }
    return links.map(([address]) => address);
  };
  const [seat] = await copies(page.locator(".invitation"), 1);
  assert.match(seat, /\/seat\//);
  await page.locator("#links summary").click();
  const [watch, own] = await copies(page.locator("#links"), 2);
  assert.equal(watch, page.url());
  assert.ok(own.includes("/seat/") && own !== seat, own);
  await page.context().close();
});

test("what was not sent is sent once when the server is back", async () => {
  const [ada, ben] = await pair("tic-tac-toe");
  await shows(ada, /Ben/);
  await ada.context().setOffline(true);
  await point(ada, "b2");
  await noticed(ada, /The server does not answer\./);
  await ada.context().setOffline(false);
  await shows(ben, /X plays b2\./);
  await shows(ada, /X plays b2\./);
  assert.equal(await ada.locator(".moves li").count(), 1);
  for (const page of [ada, ben]) await page.context().close();
});

/** Lets a test end the streams of a page without a word, as a network does that forgets connections, and hide the page. */
async function drowsy(page) {
  await page.addInitScript(() => {
    const Stream = globalThis.EventSource;
    globalThis.EventSource = class extends Stream {
      addEventListener(name, hear) {
        const born = globalThis.deaths;
        super.addEventListener(name, (event) => { if (globalThis.deaths === born) hear(event); });
      }
    };
    globalThis.deaths = 0;
    globalThis.veil = (hidden) => {
      Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
      document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
    };
  });
  await page.reload();
  await page.waitForFunction(() => document.querySelectorAll('.cell[tabindex="0"]').length === 1);
}

test("whoever comes back after sleep sees the board as it is", async () => {
  const [ada, ben] = await pair("tic-tac-toe");
  await drowsy(ben);
  await shows(ada, /Ben/);
  // The stream is gone, and nobody said so: shown again, or taken out of the browser's memory, the page asks anew.
  const wakings = [
    ["a1", () => globalThis.veil(false)],
    ["b2", () => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))],
  ];
  for (const [name, waken] of wakings) {
    await ben.evaluate(() => { globalThis.deaths += 1; });
    const mover = name === "a1" ? ada : ben;
    if (mover === ada) {
      await point(ada, name);
      await shows(ada, new RegExp(`plays ${name}`));
    } else {
      // Ben moves elsewhere, with the same cookie.
      const other = await ben.context().newPage();
      await other.goto(ben.url());
      await point(other, name);
      await shows(other, new RegExp(`plays ${name}`));
      await other.close();
    }
    assert.ok(!(await ben.locator("#table").innerText()).includes(`plays ${name}`), "nothing was heard");
    await ben.evaluate(waken);
    await shows(ben, new RegExp(`plays ${name}`));
  }
  // A page that the browser froze.
  const session = await ben.context().newCDPSession(ben);
  await session.send("Page.setWebLifecycleState", { state: "frozen" });
  await point(ada, "b1");
  await shows(ada, /plays b1/);
  await session.send("Page.setWebLifecycleState", { state: "active" });
  await shows(ben, /plays b1/);
  for (const page of [ada, ben]) await page.context().close();
});

test("a hidden page of a game at one device gives its stream back, and asks when it is seen again", async () => {
  const page = await open();
  await begin(page, app, "tic-tac-toe", { mode: "people" });
  await drowsy(page);
  await page.evaluate(() => globalThis.veil(true));
  const other = await page.context().newPage();
  await other.goto(page.url());
  await point(other, "b2");
  await shows(other, /X plays b2\./);
  assert.ok(!(await page.locator("#table").innerText()).includes("plays b2"));
  await page.evaluate(() => globalThis.veil(false));
  await shows(page, /X plays b2\./);
  await page.context().close();
});

test("offers and questions are answered by the other side", async () => {
  const [ada, ben] = await pair("chess");
  await point(ada, "e2");
  await point(ada, "e4");
  await shows(ben, /White plays e4\./);
  await ada.locator('form[action$="/undo"] button').click();
  await shows(ben, /White asks to take the last move back\./);
  await ben.locator('button:has-text("Take it back")').click();
  await shows(ada, /Nothing has been played yet\./);
  await ben.locator('form[action$="/draw"] button').click();
  await shows(ada, /Black offers a draw\./);
  assert.equal(await ben.locator('button:has-text("Agree to the draw")').count(), 0);
  await ada.locator('button:has-text("Agree to the draw")').click();
  await shows(ben, /Draw: the players agreed\./);
  for (const page of [ada, ben]) await page.context().close();
});

test("a watcher sees every move and can do nothing", async () => {
  const [ada, ben] = await pair("tic-tac-toe");
  const eve = await open();
  await eve.goto(ada.url());
  assert.match(await eve.locator("#table").innerText(), /You are watching this game\./);
  assert.equal(await eve.locator(".cell.can").count(), 0);
  assert.equal(await eve.locator('form[action$="/resign"], form[action$="/undo"], form[action$="/draw"]').count(), 0);
  await point(ada, "b2");
  await shows(eve, /X plays b2\./);
  await point(eve, "a1");
  await noticed(eve, /You watch this game; only those who play it can do this\./);
  assert.equal(await eve.locator(".moves li").count(), 1);
  for (const page of [ada, ben, eve]) await page.context().close();
});

test("a click into a position that is no more is refused, seen and said, with the board of now", async () => {
  const page = await open();
  // A page that hears no news, as one that has slept.
  await page.addInitScript(() => { globalThis.EventSource = class extends EventTarget { close() {} }; });
  await begin(page, app, "tic-tac-toe", { mode: "people" });
  const other = await page.context().newPage();
  await other.goto(page.url());
  await point(other, "b2");
  await shows(other, /X plays b2\./);
  await point(page, "a1");
  await noticed(page, /The game has gone on meanwhile, and nothing was done\./);
  await heard(page, "assertive", /The game has gone on meanwhile/);
  await shows(page, /X plays b2\./);
  assert.equal(await page.locator(".moves li").count(), 1);
  await point(page, "a1");
  await shows(page, /O plays a1\./);
  assert.equal(await page.locator("#notice").isHidden(), true, "what is settled is not shown any more");
  await page.context().close();
});

test("everything works without scripts by reloading", async () => {
  const [ada, ben] = [await open({ javaScriptEnabled: false }), await open({ javaScriptEnabled: false })];
  const press = (page, locator) => Promise.all([page.waitForNavigation(), locator.click()]);
  await begin(ada, app, "tic-tac-toe", { mode: "friend" });
  await ben.goto(app.address + await ada.locator(".invitation a").getAttribute("href"));
  await press(ben, ben.locator("main button.primary"));
  await ada.reload();
  await press(ada, ada.locator('.cell[aria-label^="b2,"]'));
  await press(ben, ben.locator('noscript a, a:has-text("Look again")').first());
  assert.match(await ben.locator("#table").innerText(), /X plays b2\./);
  await press(ben, ben.locator('.cell[aria-label^="a1,"]'));
  await press(ada, ada.locator('a:has-text("Look again")').first());
  assert.match(await ada.locator("#table").innerText(), /O plays a1\./);
  for (const page of [ada, ben]) await page.context().close();
});

test("my games are listed, and one is deleted", async () => {
  const page = await open();
  await begin(page, app, "tic-tac-toe", { level: "1" });
  await page.locator('nav a[href="/mine"]').click();
  await page.waitForURL(/\/mine$/);
  assert.match(await page.locator("main").innerText(), /Tic-tac-toe, Level 1/);
  const sure = page.locator('form[action$="/delete"] button');
  assert.equal(await sure.isVisible(), false, "it is asked once");
  await page.locator(".doubt summary").click();
  await Promise.all([page.waitForNavigation(), sure.click()]);
  assert.match(await page.locator("main").innerText(), /You have not played yet\./);
  await page.context().close();
});
