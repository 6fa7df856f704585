// What the eye and the finger get of a board: pieces that slide, a board that keeps its place, its size, and a second look at cells
// that are smaller than a fingertip.

// ------------------------------------------------------------------ pieces in motion

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const SLIDE = 180;
const FADE = 240;

/** What stands where on a board, and how it looks. */
function standing(root) {
  const pieces = new Map();
  for (const piece of root.querySelectorAll(".board .p[data-at]")) {
    const outline = piece.querySelector("use");
    pieces.set(piece.dataset.at, {
      piece, look: `${piece.getAttribute("class")} ${outline.getAttribute("href")} ${piece.textContent}`,
      x: Number(outline.getAttribute("x")), y: Number(outline.getAttribute("y")),
    });
  }
  return pieces;
}

/** Moves the pieces of a new board from where they stood on the old one; `dragged` is the cell to which a hand has brought one. */
export function moveOver(old, fresh, dragged) {
  if (calm.matches || old.dataset.stylesheet !== fresh.dataset.stylesheet) return;
  const [before, after] = [standing(old), standing(fresh)];
  const gone = new Map([...before].filter(([cell, { look }]) => after.get(cell)?.look !== look));
  const come = new Map([...after].filter(([cell, { look }]) => before.get(cell)?.look !== look));
  // More than a few changes are another position, not a move.
  if (gone.size + come.size === 0 || Math.min(gone.size, come.size) > 24) return;
  const path = fresh.querySelector(".board").dataset.path?.split(".") ?? [];
  const slide = (from, to) => {
    if (to.cell !== dragged) {
      to.piece.animate([{ transform: `translate(${from.x - to.x}px, ${from.y - to.y}px)` }, { transform: "none" }], { duration: SLIDE, easing: "ease-out" });
    }
    // Whoever moves passes over the others.
    to.piece.parentNode.append(to.piece);
  };
  const settle = (from, to) => {
    slide(gone.get(from), { ...come.get(to), cell: to });
    gone.delete(from);
    come.delete(to);
  };
  // A piece that becomes another one still comes from where the move began.
  const [start, end] = [path[0], path.at(-1)];
  if (start !== end && gone.has(start) && come.has(end) && !after.has(start)) settle(start, end);
  for (const [cell, { look, x, y }] of [...come]) {
    const same = [...gone].filter(([from, piece]) => piece.look === look && !after.has(from));
    const distance = ([, piece]) => Math.hypot(piece.x - x, piece.y - y);
    const nearest = same.sort((a, b) => distance(a) - distance(b))[0];
    if (nearest) settle(nearest[0], cell);
  }
  for (const [cell, { piece }] of come) {
    if (cell !== dragged) piece.animate([{ opacity: 0 }, { opacity: 1 }], { duration: SLIDE });
  }
  const picture = fresh.querySelector(".board .picture");
  for (const { piece } of gone.values()) {
    const ghost = piece.cloneNode(true);
    ghost.removeAttribute("data-at");
    picture.append(ghost);
    ghost.animate([{ opacity: 1 }, { opacity: 0 }], { duration: FADE, fill: "forwards" }).finished.then(() => ghost.remove(), () => ghost.remove());
  }
}

// ------------------------------------------------------------------ the place and the size of the board

const frameOf = (root) => root.querySelector(".board-frame");
const LARGEST = 4;
const STEP = 1.35;

/** How wide the board is, in widths of its frame; nothing while the stylesheet decides. */
let zoom = Number(sessionStorage.getItem(`zoom ${location.pathname}`)) || null;

/** Where a frame has been scrolled to. */
export const scrolled = (root) => {
  const { scrollLeft, scrollTop } = frameOf(root);
  return { scrollLeft, scrollTop };
};

function resize(root) {
  const frame = frameOf(root);
  const board = frame.querySelector(".board");
  board.classList.toggle("zoomed", zoom !== null);
  board.style.width = zoom === null ? "" : `${Math.floor((frame.clientWidth - 8) * zoom)}px`;
}

/** Gives a new board the size and the place of the old one, and brings the last move into view. */
export function keepPlace(root, place) {
  resize(root);
  const frame = frameOf(root);
  if (place) Object.assign(frame, place);
  const last = frame.querySelector(".board").dataset.path?.split(".").at(-1);
  const cell = last && frame.querySelector(`.cell[value="${CSS.escape(last)}"]`);
  if (cell) reveal(frame, cell);
  tools(root);
}

/** Scrolls a frame as far as is needed to show a cell with some room around it. */
function reveal(frame, cell) {
  const [view, box] = [frame.getBoundingClientRect(), cell.getBoundingClientRect()];
  const room = Math.min(box.width, view.width / 4);
  if (box.left - room < view.left) frame.scrollLeft += box.left - room - view.left;
  else if (box.right + room > view.right) frame.scrollLeft += box.right + room - view.right;
  if (box.top - room < view.top) frame.scrollTop += box.top - room - view.top;
  else if (box.bottom + room > view.bottom) frame.scrollTop += box.bottom + room - view.bottom;
}

/** Shows the buttons that zoom where a finger could wish for them. */
function tools(root) {
  const small = cellSize(root) < 36;
  const wanted = small || zoom !== null;
  for (const button of root.querySelectorAll("[data-zoom]")) button.hidden = !wanted;
}

const cellSize = (root) => root.querySelector(".cell").getBoundingClientRect().width;

/** Makes the board larger or smaller, around its middle or around a point of the window. */
export function zoomBy(root, factor, at) {
  const frame = frameOf(root);
  const board = frame.querySelector(".board");
  const view = frame.getBoundingClientRect();
  const point = at ?? { x: view.left + view.width / 2, y: view.top + view.height / 2 };
  const before = board.getBoundingClientRect();
  const [fx, fy] = [(point.x - before.left) / before.width, (point.y - before.top) / before.height];
  zoom = Math.min(LARGEST, Math.max(1, ((zoom ?? before.width / (frame.clientWidth - 8))) * factor));
  resize(root);
  const after = board.getBoundingClientRect();
  frame.scrollLeft += after.left + fx * after.width - point.x;
  frame.scrollTop += after.top + fy * after.height - point.y;
  sessionStorage.setItem(`zoom ${location.pathname}`, zoom);
}

export const zoomStep = (root, step) => zoomBy(root, step > 0 ? STEP : 1 / STEP);

let pinch = null;

/** Two fingers on the board zoom the board, not the page. */
function onTouch(event) {
  const root = document.getElementById("table");
  if (event.touches.length !== 2 || !event.target.closest?.(".board-frame")) { pinch = null; return; }
  event.preventDefault();
  const [a, b] = event.touches;
  const now = { size: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY), x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2 };
  if (pinch) zoomBy(root, now.size / pinch.size, now);
  pinch = now;
}

// ------------------------------------------------------------------ small cells

/** Cells smaller than this, in pixels, are pointed at twice by fingers. */
const FINGERTIP = 24;

let armed = null;
let finger = false;

/** Whether a tap on a cell is to be repeated before it counts; if so, the cell is shown large, with its name. */
export function asksAgain(cell) {
  if (!finger || cell.getBoundingClientRect().width >= FINGERTIP - 0.5) return false;
  const sure = armed === cell && cell.isConnected;
  armed?.classList.remove("armed");
  armed = sure ? null : cell;
  if (sure) return false;
  [cell.dataset.name] = cell.getAttribute("aria-label").split(",");
  cell.classList.add("armed");
  return true;
}

/** Begins to watch fingers. */
export function watch() {
  addEventListener("touchstart", onTouch, { passive: false });
  addEventListener("touchmove", onTouch, { passive: false });
  addEventListener("pointerdown", (event) => { finger = event.pointerType === "touch"; }, { capture: true });
  addEventListener("keydown", () => { finger = false; }, { capture: true });
  addEventListener("resize", () => { const root = document.getElementById("table"); if (root) { resize(root); tools(root); } });
}
