// On the pages of a static site that were made beforehand: shows how far the engine is, and lets forms wait until somebody answers
// them. Once the engine is there, it makes all pages.

const status = document.getElementById("engine");
const bar = status.querySelector("progress");
const worker = navigator.serviceWorker;

/** Shows how far the engine is: 1 is here, below 0 is lost. */
function show(part) {
  status.hidden = part === 1;
  status.dataset.part = part;
  if (part >= 0) bar.value = part;
  else status.textContent = status.dataset.failed;
}

async function begin() {
  worker.addEventListener("message", ({ data }) => { if ("engine" in data) show(data.engine); });
  show(0);
  const { active } = await worker.ready;
  active.postMessage("load");
}

/** Forms are answered by the worker alone; the server of the files knows nothing of them. */
function onSubmit(event) {
  if (worker?.controller) return;
  event.preventDefault();
  const { target: form, submitter } = event;
  worker?.addEventListener("controllerchange", () => form.requestSubmit(submitter), { once: true });
}

/** Puzzles and lessons are no files either. */
function onClick(event) {
  const link = event.target.closest?.("a[href]");
  if (!link || worker?.controller || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (!/\/(puzzles|learn)\/[^/]+\/[^/]+$/.test(new URL(link.href).pathname)) return;
  event.preventDefault();
  worker?.addEventListener("controllerchange", () => { location.href = link.href; }, { once: true });
}

addEventListener("submit", onSubmit, { capture: true });
addEventListener("click", onClick);
if (worker) begin().catch(() => show(-1));
else show(-1);
