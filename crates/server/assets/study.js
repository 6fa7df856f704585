// Stepping through a game without loading pages: the position comes at once, what it is worth a moment later. Every step has the address
// that it would have as a page.

import { moveOver } from "./board.js";

const study = () => document.getElementById("study");
let comfort = null;
let step = 0;

/** Shows the analysis at an address, if nobody has stepped on meanwhile. */
async function show(address, { push, only }) {
  const mine = only ?? ++step;
  const fragment = async (url) => (await fetch(url, { headers: { "x-agon-fragment": "1" } })).text();
  const quick = only === undefined ? `${address}&quiet=on` : address;
  const text = await fragment(quick).catch(() => document.getElementById("notice").dataset.unanswered);
  if (mine !== step) return;
  if (!text.startsWith("<div")) return refused(text);
  notice("");
  swap(text);
  const fresh = study();
  if (push) history.pushState(null, "", fresh.dataset.address);
  if (only !== undefined) return;
  comfort.politely(fresh.dataset.say);
  if (fresh.dataset.pending !== undefined) await show(fresh.dataset.address, { only: mine });
}

/** What is shown stays, with a sentence why nothing was found out, and a step is another chance. */
function refused(sentence) {
  study().querySelector(".waiting")?.remove();
  notice(sentence);
  comfort.politely(sentence);
}

function notice(sentence) {
  const line = document.getElementById("notice");
  line.textContent = sentence;
  line.hidden = !sentence;
}

function swap(text) {
  const old = study();
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  const folded = [...old.querySelectorAll("details[id][open]")].map((details) => details.id);
  const frame = old.querySelector(".board-frame");
  const [left, top] = [frame.scrollLeft, frame.scrollTop];
  old.insertAdjacentHTML("afterend", text);
  const fresh = old.nextElementSibling;
  old.remove();
  for (const id of folded) document.getElementById(id)?.setAttribute("open", "");
  Object.assign(fresh.querySelector(".board-frame"), { scrollLeft: left, scrollTop: top });
  moveOver(old, fresh);
  comfort.rove(fresh);
  here();
  if (!focused) return;
  const same = focused.id ? document.getElementById(focused.id)
    : focused.name && fresh.querySelector(`[name="${CSS.escape(focused.name)}"][value="${CSS.escape(focused.value)}"]`);
  const target = same && !same.disabled ? same : fresh.querySelector('.cell[tabindex="0"]');
  target?.focus({ preventScroll: true });
}

/** Brings the move that is shown into view in its list. */
function here() {
  const list = study().querySelector(".moves");
  const item = list?.querySelector(".here");
  if (item) list.scrollTop = item.offsetTop - list.offsetTop - list.clientHeight / 2;
}

function onSubmit(event) {
  const form = event.target;
  if (form.method !== "get" || !study()?.contains(form)) return;
  event.preventDefault();
  const fields = new URLSearchParams(new FormData(form, event.submitter));
  show(`${form.getAttribute("action")}?${fields}`, { push: true });
}

const KEYS = { ArrowLeft: "step-back", ArrowRight: "step-forward" };

/** Arrow keys step, except where they mean something else. */
function onKey(event) {
  if (!(event.key in KEYS) || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.target.closest?.("input, select, textarea, .cell, .scroll")) return;
  const button = document.getElementById(KEYS[event.key]);
  event.preventDefault();
  if (!button.disabled) button.click();
}

/** Begins; `rove` makes a board one tab stop, `politely` says a sentence. */
export function begin(given) {
  comfort = given;
  addEventListener("submit", onSubmit);
  addEventListener("keydown", onKey);
  addEventListener("popstate", () => show(location.pathname + location.search, { push: false }));
  here();
}
