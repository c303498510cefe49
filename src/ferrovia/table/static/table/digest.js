// Digest: once it is put away, whoever reads or listens goes on at the question.
// @ts-check

let was = isThere();

function isThere() {
  return !!document.querySelector("#decision.digest");
}

/** @param {string} selector */
function focus(selector) {
  const found = /** @type {HTMLElement | null} */ (document.querySelector(selector));
  if (!found) return;
  if (!found.hasAttribute("tabindex")) found.tabIndex = -1;
  found.focus({ preventScroll: true });
}

document.addEventListener("htmx:after:swap", () => {
  const is = isThere();
  if (is !== was) requestAnimationFrame(() => focus("#decision h1"));
  was = is;
});
