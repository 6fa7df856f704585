// Comfort on top of pages that work without it: forms answer in place, the board has one tab stop and keys of its own,
// pieces can be dragged, and what happens is said.

// Only a table needs what is done for the eye and the finger.
const { asksAgain, keepPlace, moveOver, scrolled, watch, zoomStep } = document.getElementById("table") ? await import("./board.js") : {};

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
const version = () => Number(table().dataset.version);
/** How many answers are on their way. */
let busy = 0;
/** The asks are numbered: the last one, the one whose answer is shown, and the last one that was sent before that was there. */
const asks = { last: 0, shown: 0, before: 0 };
let source = null;
/** The highest version that was heard of. */
let latest = 0;
/** Whether there is nothing to listen to any more: the server knows no table of this address. */
let gone = false;

/** Whether an answer tells of an older state than what is shown, because two asks were on their way at once. */
function isOvertaken(number, told) {
  if (number > asks.before) return false;
  return told < version() || (told === version() && number < asks.shown);
}

/**
 * Puts the table in a new state in the place of the old one. `typed`: the command line was sent; `follows`: somebody else
 * moved; `quiet`: perhaps nothing happened; `again`: it was sent before, and whoever did it knows why it waits.
 */
async function ask(url, options = {}, { typed = false, follows = false, quiet = false, again = false } = {}) {
  const number = ++asks.last, heard = latest;
  busy += 1;
  const deed = options.method === "POST" ? { url, options, typed, version: version() } : null;
  // Whoever does something else does not wait for what was done before.
  if (deed) clearTimeout(held);
  let answered = false, unsent = null, refused = null;
  try {
    const response = await fetch(url, { ...options, headers: { "x-agon-fragment": "1" } });
    const device = response.headers.has("x-agon-device");
    const hopeful = response.status === 429 || response.status >= 500;
    // Neither a gateway nor a device without this game speaks for the table. A server that is back and has no room yet is as good as
    // lost: what could not be sent waits on.
    if (response.status >= 502 || (lost && hopeful) || (device && response.status === 404)) throw new Error(response.statusText);
    const text = await response.text();
    const wasLost = lost;
    unsent = found(device);
    answered = text.startsWith("<div");
    if (!answered) refused = { hopeful };
    const cry = answered ? show(text, { number, heard, typed, follows, quiet }) : text;
    if (!answered && !again) urgently(text);
    if (deed && response.status === 429) hold(deed, Number(response.headers.get("retry-after")) || 2);
    if (refused && !hopeful) notice(text);
    else if (wasLost) notice(device ? "" : byId("notice").dataset.back);
    else if (!quiet) notice(response.ok ? "" : cry);
  } catch {
    lose(deed);
  } finally {
    busy -= 1;
  }
  if (!answered) {
    // Somebody moved and this page was refused, for having asked too often: it must not stand still. Whoever is refused for good
    // has been told so once.
    if (follows && refused?.hopeful) setTimeout(retry, 1000);
    else if (follows && refused) leaveOff();
    return;
  }
  // If the game has gone on, perhaps it did arrive.
  if (unsent) resend(unsent, byId("notice").dataset.goneOn);
  // Somebody may have moved while the answer was on its way.
  else if (latest > version()) ask(refreshed(), {}, { follows: true });
}

/** The table of an answer. */
const read = (text) => new DOMParser().parseFromString(text, "text/html").getElementById("table");

/** Shows what was answered, unless something newer is shown already. The answer is why something was refused, if it was. */
function show(text, { number, heard, typed, follows, quiet }) {
  const { version: told, cry } = read(text).dataset;
  if (isOvertaken(number, Number(told))) {
    urgently(cry);
    return cry;
  }
  // What was heard of before the ask and is not in the answer is no more: a server that was started anew may have begun earlier.
  if (told < heard) latest = Number(told);
  asks.shown = number;
  asks.before = asks.last;
  swap(text, typed, follows, quiet);
  // What was answered before the comment was there does not have it.
  if (number <= remark.asked) comment(remark.text);
  return cry;
}

/** The last comment on a move, and the last ask before it came. */
let remark = { text: "", asked: 0 };

/** Shows what there is to say about a move; false if it is there already. */
function comment(text) {
  const line = byId("comment");
  if (!line || line.textContent === text) return false;
  line.textContent = text;
  line.hidden = false;
  return true;
}

let held = null;

/** Keeps a deed that was refused for having asked too often, and sends it when there is room again. */
function hold(deed, seconds) {
  held = setTimeout(resend, seconds * 1000, deed, byId("notice").dataset.stale);
}

/** Sends a deed again that did not arrive; if the game has gone on since, only a sentence says so. */
function resend(deed, sentence) {
  if (deed.version === version()) return ask(deed.url, deed.options, { typed: deed.typed, again: true });
  urgently(sentence);
  notice(sentence);
}

// ------------------------------------------------------------------ a lost server

let lost = null;

/** Shows a sentence wherever the page is scrolled to. */
function notice(sentence) {
  const line = byId("notice");
  line.textContent = sentence ?? "";
  line.hidden = !sentence;
}

/** Says once that the server is lost, and asks again, less and less often. */
function lose(deed) {
  if (!lost) urgently(byId("notice").dataset.lost);
  notice(byId("notice").dataset.lost);
  clearTimeout(lost?.timer);
  const wait = Math.min((lost?.wait ?? 500) * 2, 15000);
  lost = { wait, deed: deed ?? lost?.deed ?? null, timer: setTimeout(retry, wait) };
}

/** Listens no more. */
function leaveOff() {
  gone = true;
  hush();
}

const retry = () => gone || ask(refreshed(), {}, { follows: true, quiet: true });

/** There is an answer again: what could not be sent. */
function found(device) {
  note(device);
  const deed = lost?.deed ?? null;
  if (lost && !device) politely(byId("notice").dataset.back);
  clearTimeout(lost?.timer);
  lost = null;
  return deed;
}

/** What a deed sends: it is meant for the position that is shown. */
const made = (fields = {}) => new URLSearchParams({ ...fields, version: table().dataset.version });

function swap(text, sent, follows, quiet) {
  const old = table();
  if (quiet && sameAs(old, text)) return;
  const focus = remember(old);
  const typed = byId("command").value;
  const open = [...old.querySelectorAll("details[id][open]")].map((details) => details.id).filter((id) => id !== "sure");
  const place = scrolled(old);
  // The old board still says where the pieces come from.
  old.insertAdjacentHTML("afterend", text);
  const fresh = old.nextElementSibling;
  old.remove();
  for (const id of open) byId(id)?.setAttribute("open", "");
  restyle(fresh.dataset.stylesheet);
  moveOver(old, fresh, dropped);
  dropped = null;
  enhance(fresh, focus, old.dataset.stylesheet === fresh.dataset.stylesheet ? place : null);
  // What is being typed stays, and what was refused, so that it can be corrected.
  if (!sent || fresh.querySelector(".message")) byId("command").value = typed;
  document.title = `${fresh.dataset.title} – Agon`;
  if (fresh.dataset.version !== old.dataset.version || fresh.querySelector(".message")) sound(fresh.dataset.sound);
  politely(fresh.dataset.say, follows);
  urgently(fresh.dataset.cry);
}

/** Whether nothing happened; then only the clocks are set. */
function sameAs(old, text) {
  const fresh = read(text);
  if (fresh.dataset.version !== old.dataset.version) return false;
  for (const timer of old.querySelectorAll(".timer")) timer.replaceWith(fresh.querySelector(".timer"));
  count(old);
  listen(old);
  return true;
}

/** Sounds are loaded only for those who wish for them. */
function sound(name) {
  const { volume } = document.body.dataset;
  if (volume && name) import("./sound.js").then(({ play }) => play(name, volume)).catch(() => {});
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
    target = fields.find((field) => field.name === focus.name && field.value === focus.value) ?? fields.find((field) => field.tabIndex === 0) ?? fields[0];
  }
  // A control that is gone or cannot be used any more gives the focus to the board.
  if (!target || target.disabled) target = root.querySelector('.cell[tabindex="0"]');
  target?.focus({ preventScroll: true });
}

/** Exchanges the stylesheet of the board when the board was turned. */
function restyle(href) {
  const link = document.querySelector('link[href*="/boards/"]');
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
function enhance(root, focus, place) {
  rove(root);
  keepPlace(root, place);
  if (focus !== undefined) restore(root, focus);
  // Whoever has to choose has the choice at hand; the first one is the best.
  root.querySelector(".picker button")?.focus({ preventScroll: true });
  const moves = root.querySelector(".moves");
  if (moves) { moves.scrollTop = moves.scrollHeight; moves.scrollLeft = moves.scrollWidth; }
  count(root);
  if (root.querySelector("[data-copy]")) import("./links.js").then(({ share }) => share(root, politely)).catch(() => {});
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
    if (timer.dataset.ten) retry();
  }, 250);
}

/**
 * Listens to what happens at the table. Browsers open few connections, so a hidden page gives its own back; and on a device
 * of its own nobody else acts.
 */
function listen(root) {
  // Nobody else acts at a puzzle.
  if (gone || root.dataset.solo !== undefined) return;
  const thinking = root.dataset.thinking !== undefined;
  const device = !byId("alone").hidden;
  // What was heard while an answer was on its way stays heard.
  latest = Math.max(latest, version());
  if (!thinking && (device || (document.hidden && root.dataset.apart === undefined))) { hush(); return; }
  if (source && source.readyState !== EventSource.CLOSED) return;
  source = new EventSource(`${root.dataset.address}/events`);
  let begins = true;
  source.addEventListener("open", () => { begins = true; });
  source.addEventListener("error", ({ target }) => {
    if (target !== source || !byId("alone").hidden) return;
    // The server may be gone, or have no room.
    if (!lost && !busy) retry();
    if (target.readyState === EventSource.CLOSED) setTimeout(() => listen(table()), 5000);
  });
  source.addEventListener("progress", (event) => {
    const progress = byId("progress");
    if (progress) progress.textContent = event.data;
  });
  source.addEventListener("comment", (event) => {
    remark = { text: event.data, asked: asks.last };
    if (comment(event.data)) politely(event.data, true);
  });
  source.addEventListener("changed", (event) => {
    const told = Number(event.data);
    // What is told late is known already; but a server that was started anew may have begun earlier.
    const other = begins ? told !== version() : told > version();
    begins = false;
    latest = Math.max(latest, told);
    if (other && !busy) ask(refreshed(), {}, { follows: true });
  });
}

function hush() {
  source?.close();
  source = null;
}

/** After sleep a new stream tells at once what has changed. */
function wake() {
  if (!document.hidden) hush();
  listen(table());
  if (!document.hidden && (lost || table().querySelector(".timer"))) retry();
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
const SLANTS = { Home: 4, PageUp: 5, End: 6, PageDown: 7 };
const QUESTIONS = { d: "describe", p: "pieces", m: "moves", x: "captures", c: "changed", l: "last", w: "winning", h: "hint", k: "clock" };
const ACTIONS = { u: "undo", r: "redo" };

/** Where a key leads from a cell: the number of another one, or a dash at the edge. */
const reach = (cell, way) => cell.dataset.go.split(" ")[way];

/** Says that the board ends here: by a sound for those who have sounds, in a word for others. */
function edge() {
  if (document.body.dataset.volume) sound("edge");
  else politely(document.body.dataset.edge);
}

/** What a cell is called, without what can be done there. */
const called = (cell) => cell.getAttribute("aria-label").split(", ").slice(0, 2).join(", ");

/** Says what lies in a direction, up to the edge; nothing moves. */
function scan(cell, way) {
  const seen = [];
  for (let next = reach(cell, way); next !== "-" && seen.length < 24;) {
    const found = cellOf(document, next);
    seen.push(called(found));
    next = reach(found, way);
  }
  if (seen.length > 0) politely(seen.join("; "));
  else edge();
}

/** Goes to the next cell, or the one before, for which something holds. */
function seek(cell, all, holds, step) {
  const start = all.indexOf(cell);
  for (let tried = 1; tried <= all.length; tried++) {
    const next = all.at((start + step * tried) % all.length);
    if (holds(next)) return next === cell ? edge() : go(cell, next.value);
  }
  edge();
}

/** The column of a cell: the letters of its name. */
const column = (cell) => cell.getAttribute("aria-label").split(",")[0].replace(/[^a-z].*$/i, "").toLowerCase();
/** The row of a cell: what follows them. */
const rank = (cell) => cell.getAttribute("aria-label").split(",")[0].replace(/^[^\d]*/, "");

/** The digits of a row that were typed last, and the cell to which they led: they count only there, and not for long. */
let row = { digits: "", cell: null, at: 0 };
let columns = false;
/** After so many milliseconds a digit begins another row. */
const PATIENCE = 1500;

/** Jumps to a row by its number or, after G, to a column by its letter. Two digits one after the other make a number of two. */
function jump(cell, all, key, now) {
  if (columns) {
    columns = false;
    const begins = (found) => column(found) === key || column(found).startsWith(`${key.toLowerCase()}`);
    const reached = all.find((found) => begins(found) && rank(found) === rank(cell)) ?? all.find(begins);
    if (reached) go(cell, reached.value);
    else edge();
    return true;
  }
  if (!/^\d$/.test(key)) return false;
  const before = row.cell === cell.value && now - row.at < PATIENCE ? row.digits : "";
  for (const digits of [before + key, key]) {
    const reached = all.find((found) => rank(found) === digits && column(found) === column(cell)) ?? all.find((found) => rank(found) === digits);
    if (reached) {
      row = { digits, cell: reached.value, at: now };
      go(cell, reached.value);
      return true;
    }
  }
  row = { digits: key, cell: cell.value, at: now };
  edge();
  return true;
}

/** Goes to the first of the questions, which may be folded. */
function toQuestions() {
  const folded = byId("questions");
  if (folded) folded.open = true;
  (folded ?? table()).querySelector('button[name="ask"]')?.focus();
}

/** Keys of the board, only while it has the focus. */
function onKey(event) {
  if (event.repeat && !(event.key in ARROWS)) return onHeld(event);
  if (event.key === "Escape" && event.target.closest?.(".picker")) return leave(event);
  const cell = event.target.closest?.(".cell");
  if (!cell || event.altKey || event.metaKey) return;
  const line = [...cell.closest('[role="row"]').querySelectorAll(".cell")];
  const all = [...cell.closest('[role="grid"]').querySelectorAll(".cell")];
  if (["Shift", "Control"].includes(event.key)) return;
  if (!event.ctrlKey && event.key.length === 1 && jump(cell, all, event.key, event.timeStamp)) {
    event.preventDefault();
    return;
  }
  columns = false;
  // A digit after another key begins anew.
  row.cell = null;
  if (event.shiftKey && !event.ctrlKey && (event.key in ARROWS || event.key in SLANTS)) {
    scan(cell, ARROWS[event.key] ?? SLANTS[event.key]);
  } else if (event.key in ARROWS && !event.ctrlKey) {
    const reached = reach(cell, ARROWS[event.key]);
    if (reached !== "-") go(cell, reached);
    else edge();
  } else if (event.key === "Home") {
    go(cell, (event.ctrlKey ? all : line)[0].value);
  } else if (event.key === "End") {
    go(cell, (event.ctrlKey ? all : line).at(-1).value);
  } else if (!event.ctrlKey && event.key === "g") {
    columns = true;
  } else if (!event.ctrlKey && (event.key === "n" || event.key === "b")) {
    // Own pieces, the next or the one before.
    seek(cell, all, (found) => found.dataset.kind && found.dataset.kind !== found.dataset.kind.toLowerCase(), event.key === "n" ? 1 : -1);
  } else if (!event.ctrlKey && event.shiftKey && /^\p{Lu}$/u.test(event.key)) {
    // Pieces of a kind, of both sides.
    seek(cell, all, (found) => found.dataset.kind?.toUpperCase() === event.key, 1);
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
  } else if (event.key === "q") {
    toQuestions();
  } else if (event.key === "+" || event.key === "-") {
    zoomStep(table(), event.key === "+" ? 1 : -1);
  } else if (event.key === "t") {
    byId("command").focus();
  } else if (event.key in QUESTIONS) {
    const about = event.key === "m" ? `&cell=${cell.value}` : "";
    ask(`${refreshed()}&ask=${QUESTIONS[event.key]}${about}`);
  } else if (event.key in ACTIONS && !(event.key === "r" && table().dataset.solo !== undefined)) {
    ask(`${table().dataset.address}/${ACTIONS[event.key]}`, { method: "POST", body: made() });
  } else {
    return;
  }
  event.preventDefault();
}

/** A key that is held down does on the board what it does once; only the arrows go on. */
function onHeld(event) {
  const types = event.key.length === 1 && !event.ctrlKey && !event.altKey && !event.metaKey;
  if (event.target.closest?.(".cell") && (types || event.key === "Enter")) event.preventDefault();
}

/** Leaves a choice without choosing. */
function leave(event) {
  event.preventDefault();
  ask(table().dataset.address);
}

/** Forms that only change the table answer in place. */
function onSubmit(event) {
  const form = event.target;
  if (!("swap" in form.dataset) || !table()?.contains(form)) return;
  event.preventDefault();
  const { submitter } = event;
  if (submitter?.name === "cell") {
    place = submitter.value;
    if (asksAgain(submitter)) {
      politely(`${table().dataset.again} ${submitter.dataset.name}`);
      return;
    }
  }
  const fields = new URLSearchParams(new FormData(form, submitter));
  const action = submitter?.getAttribute("formaction") ?? form.action;
  if (form.method === "get") ask(`${action}?${fields}`);
  else ask(action, { method: "POST", body: fields }, { typed: form.contains(byId("command")) });
}

// ------------------------------------------------------------------ dragging

let drag = null;
/** The cell on which a dragged piece was let go: it does not slide there once more. */
let dropped = null;

function onDown(event) {
  const cell = event.target.closest?.(".cell.can");
  const piece = cell && table().querySelector(`.p[data-at="${CSS.escape(cell.value)}"]`);
  // A second finger zooms: then the first one drags nothing.
  if (drag || !event.isPrimary) { endDrag(); return; }
  if (!piece || event.button !== 0) return;
  drag = { pointer: event.pointerId, cell, piece, x: event.clientX, y: event.clientY, moving: false };
}

/** Lets go of a piece, and everything looks as before; what was dragged, if something was. */
function endDrag() {
  if (!drag) return null;
  const ended = drag;
  drag = null;
  document.body.classList.remove("dragging");
  ended.piece.removeAttribute("transform");
  for (const aim of document.querySelectorAll(".cell.aim")) aim.classList.remove("aim");
  return ended.moving ? ended : null;
}

function onMove(event) {
  if (event.pointerId !== drag?.pointer) return;
  const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
  if (!drag.moving && Math.hypot(dx, dy) < 8) return;
  const svg = drag.piece.ownerSVGElement;
  if (!drag.moving) {
    drag.moving = true;
    svg.append(drag.piece);
    document.body.classList.add("dragging");
    const aims = drag.cell.classList.contains("can") ? drag.cell.dataset.to?.split(" ") ?? [] : [];
    for (const aim of aims) cellOf(table(), aim)?.classList.add("aim");
  }
  const scale = svg.viewBox.baseVal.width / svg.clientWidth;
  drag.piece.setAttribute("transform", `translate(${dx * scale} ${dy * scale})`);
}

function onUp(event) {
  if (event.pointerId !== drag?.pointer) return;
  const ended = endDrag();
  if (!ended) return;
  const { cell } = ended;
  const target = document.elementsFromPoint(event.clientX, event.clientY).find((found) => found.matches(".cell"));
  if (!target || target === cell) return;
  swallowClick();
  place = target.value;
  dropped = target.value;
  const shown = table().querySelector('input[name="selected"]').value;
  // A drag begins a new path, unless it goes on from where the path has come to.
  const selected = shown.split(".").at(-1) === cell.value ? shown : cell.value;
  ask(`${table().dataset.address}/point`, { method: "POST", body: made({ selected, cell: target.value }) });
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

/** What is said in small print of a level follows the choice. */
addEventListener("change", (event) => {
  const { note } = event.target.selectedOptions?.[0]?.dataset ?? {};
  if (note !== undefined) event.target.closest("label").nextElementSibling.textContent = note;
});

if (byId("study")) import("./study.js").then(({ begin }) => begin({ rove, politely }));

if (table()) {
  addEventListener("submit", onSubmit);
  addEventListener("pointerdown", onDown);
  addEventListener("pointermove", onMove);
  addEventListener("pointerup", onUp);
  addEventListener("pointercancel", endDrag);
  addEventListener("visibilitychange", wake);
  addEventListener("online", wake);
  addEventListener("pageshow", (event) => { if (event.persisted) wake(); });
  addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-zoom]");
    if (button) zoomStep(table(), Number(button.dataset.zoom));
    // What asks whether somebody is sure goes away when somebody is not.
    const sure = byId("sure");
    if (sure?.open && !sure.contains(event.target)) sure.open = false;
  });
  watch();
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

let thinker = null;

/** Runs the engine for the service worker, which cannot be interrupted itself. */
function think(input, port) {
  thinker ??= new Worker(new URL("thinker.js", import.meta.url));
  const mine = thinker;
  mine.onmessage = ({ data }) => port.postMessage(data);
  mine.onerror = () => port.postMessage({ error: "the worker broke" });
  port.onmessage = () => {
    mine.terminate();
    if (thinker === mine) thinker = null;
  };
  port.postMessage({ begun: true });
  mine.postMessage(input);
}

if (navigator.serviceWorker) {
  navigator.serviceWorker.addEventListener("message", ({ data, ports }) => { if (data.think) think(data.think, ports[0]); });
  navigator.serviceWorker.startMessages();
  navigator.serviceWorker.register(new URL("sw.js", import.meta.url)).catch(() => {});
}
