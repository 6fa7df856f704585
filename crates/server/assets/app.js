// Comfort on top of pages that work without it: forms answer in place, the board has one tab stop and keys of its own,
// pieces can be dragged, and what happens is said.

const byId = (id) => document.getElementById(id);

// ------------------------------------------------------------------ saying things

let toggle = false;

/** Says a sentence. Saying the same one twice must be heard twice, so the text always differs by an invisible space. */
function say(region, sentence) {
  if (!sentence) return;
  toggle = !toggle;
  region.textContent = "";
  // Readers notice a change better when the region was empty for a moment.
  setTimeout(() => { region.textContent = sentence + (toggle ? "\u00a0" : ""); }, 60);
}

let said = { sentence: "", at: 0 };

/** Says what happened. News that follows at once are said together with those before, so that nothing is cut off. */
function politely(sentence, follows = false) {
  if (!sentence) return;
  const recent = follows && performance.now() - said.at < 1500;
  said = { sentence: recent ? `${said.sentence} ${sentence}` : sentence, at: performance.now() };
  say(byId("polite"), said.sentence);
}

/** Shows whether the page is played on this device, and says so when that changes. */
function note(alone) {
  const sentence = byId("alone");
  if (alone && sentence.hidden) politely(sentence.textContent);
  sentence.hidden = !alone;
}

const urgently = (sentence) => say(byId("assertive"), sentence);

// ------------------------------------------------------------------ swapping the table

const table = () => byId("table");
let busy = false;
let source = null;
let latest = 0;

/**
 * Asks for the table in a new state and puts it in the place of the old one. `typed`: the command line was sent;
 * `follows`: nobody asked, the program moved.
 */
async function ask(url, options = {}, { typed = false, follows = false } = {}) {
  busy = true;
  let answered = false;
  try {
    const response = await fetch(url, { ...options, headers: { "x-agon-fragment": "1" } });
    note(response.headers.has("x-agon-device"));
    const text = await response.text();
    answered = text.startsWith("<div");
    if (answered) swap(text, typed, follows);
    else urgently(text);
  } catch {
    urgently(document.body.dataset.lost);
  } finally {
    busy = false;
  }
  // The program may have moved while the answer was on its way.
  if (answered && latest > Number(table().dataset.version)) ask(refreshed(), {}, { follows: true });
}

function swap(text, sent, follows) {
  const old = table();
  const focus = remember(old);
  const typed = byId("command").value;
  const open = byId("help").open;
  old.outerHTML = text;
  const fresh = table();
  byId("help").open = open;
  restyle(fresh.dataset.stylesheet);
  enhance(fresh, focus);
  // What is being typed stays, and what was refused, so that it can be corrected.
  if (!sent || fresh.querySelector(".message")) byId("command").value = typed;
  document.title = `${fresh.dataset.title} – Agon`;
  if (fresh.dataset.version !== old.dataset.version || fresh.querySelector(".message")) sound(fresh.dataset.sound);
  politely(fresh.dataset.say, follows);
  urgently(fresh.dataset.cry);
}

/** Sounds are loaded only for those who wish for them. */
function sound(name) {
  const { volume } = document.body.dataset;
  if (volume && name) import("/sound.js").then(({ play }) => play(name, volume)).catch(() => {});
}

/** Where the focus is, in words that survive the swap. */
function remember(root) {
  const focused = document.activeElement;
  if (!root.contains(focused)) return null;
  if (focused.name === "cell") return { cell: focused.value };
  if (focused.id) return { id: focused.id };
  const form = focused.closest("form");
  return form ? { form: form.getAttribute("action"), value: focused.value, name: focused.name } : null;
}

function restore(root, focus) {
  if (!focus) return;
  let target = null;
  if (focus.cell !== undefined) target = cellOf(root, focus.cell);
  else if (focus.id) target = byId(focus.id);
  else {
    const form = [...root.querySelectorAll("form")].find((form) => form.getAttribute("action") === focus.form);
    const fields = form ? [...form.elements].filter((field) => field.type !== "hidden") : [];
    target = fields.find((field) => field.name === focus.name && field.value === focus.value) ?? fields[0];
  }
  // A control that is gone or cannot be used any more gives the focus to the board.
  if (!target || target.disabled) target = root.querySelector('.cell[tabindex="0"]');
  target?.focus({ preventScroll: true });
}

/** Exchanges the stylesheet of the board when the board was turned. */
function restyle(href) {
  const link = document.querySelector('link[href^="/boards/"]');
  if (link && href && link.getAttribute("href") !== href) link.setAttribute("href", href);
}

// ------------------------------------------------------------------ the board

let place = null;

const cellOf = (root, number) => root.querySelector(`.cell[value="${CSS.escape(number)}"]`);

/** Makes a board one tab stop. */
function rove(root) {
  for (const cell of root.querySelectorAll(".cell")) cell.tabIndex = -1;
  const here = (place !== null && cellOf(root, place)) || root.querySelector(".cell");
  if (here) { here.tabIndex = 0; place = here.value; }
}

/** Makes the table comfortable, and listens while the program thinks. */
function enhance(root, focus) {
  rove(root);
  if (focus !== undefined) restore(root, focus);
  const moves = root.querySelector(".moves");
  if (moves) moves.scrollTop = moves.scrollHeight;
  count(root);
  listen(root);
}

let counting = null;

/** Counts a running clock down. The server's is the true one: at zero it is asked. */
function count(root) {
  clearInterval(counting);
  const timer = root.querySelector(".timer[data-running]");
  let left = Number(timer?.dataset.left);
  if (!left) return;
  const end = performance.now() + left;
  counting = setInterval(() => {
    const before = left;
    left = Math.max(0, end - performance.now());
    const seconds = Math.ceil(left / 1000);
    timer.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    // Only these two moments are said by themselves, and only of people.
    for (const [limit, name] of [[60000, "minute"], [10000, "ten"]]) {
      if (before > limit && left <= limit) politely(timer.dataset[name], true);
    }
    if (left > 0) return;
    clearInterval(counting);
    if (timer.dataset.ten) ask(refreshed(), {}, { follows: true });
  }, 250);
}

function listen(root) {
  const thinking = root.dataset.thinking !== undefined;
  latest = Number(root.dataset.version);
  if (!thinking) { source?.close(); source = null; return; }
  if (source) return;
  source = new EventSource(`${root.dataset.address}/events`);
  source.addEventListener("progress", (event) => {
    const progress = byId("progress");
    if (progress) progress.textContent = event.data;
  });
  source.addEventListener("changed", (event) => {
    latest = Number(event.data);
    if (event.data !== table().dataset.version && !busy) ask(refreshed(), {}, { follows: true });
  });
}

/** The address of the table with the selection that is shown. */
function refreshed() {
  const selected = table().querySelector('input[name="selected"]')?.value ?? "";
  return `${table().dataset.address}?selected=${encodeURIComponent(selected)}`;
}

function go(cell, number) {
  const next = cellOf(document, number);
  if (!next) return;
  cell.tabIndex = -1;
  next.tabIndex = 0;
  place = number;
  next.focus();
}

const ARROWS = { ArrowUp: 0, ArrowDown: 1, ArrowLeft: 2, ArrowRight: 3 };
const QUESTIONS = { d: "describe", p: "pieces", m: "moves", c: "changed", l: "last", w: "winning", h: "hint", k: "clock" };
const ACTIONS = { u: "undo", r: "redo" };

/** Keys of the board, only while it has the focus. */
function onKey(event) {
  const cell = event.target.closest?.(".cell");
  if (!cell || event.altKey || event.metaKey) return;
  const row = [...cell.closest('[role="row"]').querySelectorAll(".cell")];
  const all = [...cell.closest('[role="grid"]').querySelectorAll(".cell")];
  if (event.key in ARROWS && !event.ctrlKey) {
    const reached = cell.dataset.go.split(" ")[ARROWS[event.key]];
    if (reached !== "-") go(cell, reached);
  } else if (event.key === "Home") {
    go(cell, (event.ctrlKey ? all : row)[0].value);
  } else if (event.key === "End") {
    go(cell, (event.ctrlKey ? all : row).at(-1).value);
  } else if (event.ctrlKey || !table()) {
    return;
  } else if (event.key === "Escape") {
    if (!table().querySelector('input[name="selected"]').value) return;
    ask(table().dataset.address);
  } else if (event.key === "?") {
    const help = byId("help");
    help.open = true;
    help.querySelector("summary").focus();
    politely(help.innerText);
  } else if (event.key === "t") {
    byId("command").focus();
  } else if (event.key in QUESTIONS) {
    const about = event.key === "m" ? `&cell=${cell.value}` : "";
    ask(`${refreshed()}&ask=${QUESTIONS[event.key]}${about}`);
  } else if (event.key in ACTIONS) {
    ask(`${table().dataset.address}/${ACTIONS[event.key]}`, { method: "POST" });
  } else {
    return;
  }
  event.preventDefault();
}

/** Forms that only change the table answer in place. */
function onSubmit(event) {
  const form = event.target;
  if (!("swap" in form.dataset) || !table()?.contains(form)) return;
  event.preventDefault();
  if (event.submitter?.name === "cell") place = event.submitter.value;
  const fields = new URLSearchParams(new FormData(form, event.submitter));
  if (form.method === "get") ask(`${form.action}?${fields}`);
  else ask(form.action, { method: "POST", body: fields }, { typed: form.contains(byId("command")) });
}

// ------------------------------------------------------------------ dragging

let drag = null;

function onDown(event) {
  const cell = event.target.closest?.(".cell.can");
  const piece = cell && table().querySelector(`.p[data-at="${CSS.escape(cell.value)}"]`);
  if (!piece || event.button !== 0) return;
  drag = { cell, piece, x: event.clientX, y: event.clientY, moving: false };
}

function onMove(event) {
  if (!drag) return;
  const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
  if (!drag.moving && Math.hypot(dx, dy) < 8) return;
  const svg = drag.piece.ownerSVGElement;
  if (!drag.moving) {
    drag.moving = true;
    svg.append(drag.piece);
    document.body.classList.add("dragging");
  }
  const scale = svg.viewBox.baseVal.width / svg.clientWidth;
  drag.piece.setAttribute("transform", `translate(${dx * scale} ${dy * scale})`);
}

function onUp(event) {
  if (!drag) return;
  const { cell, piece, moving } = drag;
  drag = null;
  if (!moving) return;
  document.body.classList.remove("dragging");
  const target = document.elementsFromPoint(event.clientX, event.clientY).find((found) => found.matches(".cell"));
  piece.removeAttribute("transform");
  if (!target || target === cell) return;
  swallowClick();
  place = target.value;
  const shown = table().querySelector('input[name="selected"]').value;
  // A drag begins a new path, unless it goes on from where the path has come to.
  const selected = shown.split(".").at(-1) === cell.value ? shown : cell.value;
  ask(`${table().dataset.address}/point`, { method: "POST", body: new URLSearchParams({ selected, cell: target.value }) });
}

/** The click that ends a drag is not another choice. */
function swallowClick() {
  const swallow = (event) => { event.stopPropagation(); event.preventDefault(); };
  addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", swallow, { capture: true }), 50);
}

// ------------------------------------------------------------------ start

addEventListener("keydown", onKey);
addEventListener("focusin", (event) => { if (event.target.matches?.(".cell")) place = event.target.value; });

if (table()) {
  addEventListener("submit", onSubmit);
  addEventListener("pointerdown", onDown);
  addEventListener("pointermove", onMove);
  addEventListener("pointerup", onUp);
  addEventListener("pointercancel", () => { drag = null; });
  enhance(table());
} else {
  rove(document);
}

if (!byId("alone").hidden) politely(byId("alone").textContent);
/** Lists the games that are kept on this device on the first page, too: the server does not know them. */
async function listKept() {
  const text = await (await fetch("/?device")).text();
  const list = new DOMParser().parseFromString(text, "text/html").querySelector("section:has(.games-on)");
  if (list) document.querySelector("h2.hidden").before(list);
}

if (document.querySelector(".cards") && byId("alone").hidden && navigator.serviceWorker?.controller) listKept().catch(() => {});
navigator.serviceWorker?.register("/sw.js").catch(() => {});
