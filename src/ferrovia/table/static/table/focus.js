// Focus: a group of radios is one tab stop with arrows inside; after a move, and when one's turn comes, the question
// has the focus.
// @ts-check

/** The radios of a group, without those of groups inside it.
 * @param {Element} group @returns {HTMLElement[]} */
function radios(group) {
  const all = /** @type {NodeListOf<HTMLElement>} */ (group.querySelectorAll("[role=radio]"));
  return [...all].filter((each) => each.closest("[role=radiogroup]") === group);
}

/** Tab comes to the radio that has the focus, or is chosen, or is the first. */
function rove() {
  for (const group of document.querySelectorAll("[role=radiogroup]")) {
    const all = radios(group);
    const stop =
      all.find((each) => each === document.activeElement) ??
      all.find((each) => each.getAttribute("aria-checked") === "true") ??
      all[0];
    for (const each of all) each.tabIndex = each === stop ? 0 : -1;
  }
}

/** What can be scrolled can be reached by Tab, and only then. */
function reach() {
  for (const part of document.querySelectorAll("#decision > .body, #decision .foot .effects, #decision .foot .whynot"))
    if (part.scrollHeight > part.clientHeight + 1) part.setAttribute("tabindex", "0");
    else part.removeAttribute("tabindex");
}

/** @type {Record<string, number>} */
const WAYS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

document.addEventListener("keydown", (event) => {
  const here = event.target instanceof HTMLElement ? event.target.closest("[role=radio]") : null;
  if (!(here instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return;
  const group = here.closest("[role=radiogroup]");
  const way = WAYS[event.key];
  if (event.key === " ") here.click();
  else if (way && group) {
    const all = radios(group);
    all[(all.indexOf(here) + way + all.length) % all.length]?.focus();
  } else return;
  event.preventDefault();
});

document.addEventListener("focusin", (event) => {
  if (event.target instanceof Element && event.target.matches("[role=radio]")) rove();
});

const standing = () => ({
  number: document.getElementById("live")?.dataset.number,
  isMine: !!document.querySelector("#desk.yours"),
});
let seen = standing();

/** Whoever types or reads a dialog is left in peace. */
function toQuestion() {
  if (document.querySelector("dialog[open]")) return;
  if (document.activeElement?.matches("textarea, select, input:not([type=hidden])")) return;
  const question = document.querySelector("#decision h1");
  if (question instanceof HTMLElement) question.focus({ preventScroll: true });
}

const PICKED = "#decision > .body :is([data-sel], [role=radio][aria-checked=true])";
let picked = "";

/** What was just picked is in sight: its footer may have come to lie over it. */
function toPick() {
  const all = [...document.querySelectorAll(PICKED)];
  const now = all.map((each) => each.textContent).join();
  if (now !== picked) all[0]?.scrollIntoView({ block: "nearest" });
  picked = now;
}

document.addEventListener("htmx:after:swap", (event) => {
  const isOwn = /** @type {CustomEvent} */ (event).detail?.ctx?.request?.method === "POST";
  requestAnimationFrame(() => {
    rove();
    reach();
    toPick();
    const now = standing();
    const isAsked = (isOwn && now.number !== seen.number) || (now.isMine && !seen.isMine);
    seen = now;
    if (isAsked) toQuestion();
  });
});
rove();
reach();
window.addEventListener("resize", reach);
