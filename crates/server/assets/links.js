// Links that are to be sent to somebody.

/** Shows links that are to be sent with their whole address, and lets them be copied. */
export function share(root, say) {
  for (const link of root.querySelectorAll("a[data-whole]")) {
    link.setAttribute("aria-label", link.textContent);
    link.textContent = link.href;
  }
  if (!navigator.clipboard) return;
  for (const button of root.querySelectorAll("[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(new URL(button.dataset.copy, location).href);
      say(button.dataset.done);
    });
  }
}
