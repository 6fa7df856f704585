// Keeps the page of a tournament up to date while games are played. What did not change stays as it is, and so does
// whatever the reader has the focus in.

const EVERY = 2000;
const lab = () => document.getElementById("lab");
let stale = false;

/** Puts the new sections in the place of the old ones that differ. */
function update(fresh) {
  const old = lab();
  stale = false;
  for (const name of ["live", "say"]) {
    if (fresh.dataset[name] === undefined) delete old.dataset[name];
    else old.dataset[name] = fresh.dataset[name];
  }
  let previous = old.querySelector("h1");
  for (const section of fresh.querySelectorAll("section")) {
    const before = document.getElementById(section.id);
    if (!before) previous.after(section);
    previous = before ?? section;
    if (!before) continue;
    if (before.innerHTML.replaceAll(' open=""', "") === section.innerHTML) continue;
    // A reader who is in the middle of a table keeps it until he leaves.
    if (before.contains(document.activeElement)) { stale = true; continue; }
    const scrolls = [...before.querySelectorAll(".scroll")].map((box) => [box.scrollLeft, box.scrollTop]);
    before.innerHTML = section.innerHTML;
    [...before.querySelectorAll(".scroll")].forEach((box, index) => {
      if (scrolls[index]) [box.scrollLeft, box.scrollTop] = scrolls[index];
    });
  }
}

async function look() {
  const live = lab()?.dataset.live !== undefined;
  if (!live && !stale) return;
  try {
    const response = await fetch(lab().dataset.address, { headers: { "x-agon-fragment": "1" } });
    if (response.ok) {
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const fresh = page.getElementById("lab");
      if (fresh) update(fresh);
      // The end is the only news that is worth an interruption; everything else can be read when one wants to.
      if (live && lab().dataset.live === undefined) document.getElementById("polite").textContent = lab().dataset.say;
    }
  } catch { /* The program may come back. */ }
  setTimeout(look, EVERY);
}

setTimeout(look, EVERY);
