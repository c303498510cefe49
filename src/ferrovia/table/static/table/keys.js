// Keys: one for every act, shown by `?`. They press what is on the page, and nothing else.
// @ts-check

/** @param {EventTarget | null} target */
function isTyping(target) {
  const field = /** @type {HTMLElement | null} */ (target);
  return !!field?.closest?.("input, textarea, select, [contenteditable]");
}

/** Whether keys that write something act here too: WCAG 2.1.4 lets everybody switch them off. */
const hasLetters = () => document.documentElement.dataset.letters !== "off";
if (/(^|; )letters=off/.test(document.cookie)) document.documentElement.dataset.letters = "off";

/** Press the first of these that is there and can be pressed.
 * @param {...string} selectors */
function press(...selectors) {
  for (const selector of selectors) {
    const found = [...document.querySelectorAll(selector)].find(
      (each) => !each.hasAttribute("disabled") && each.getClientRects().length > 0,
    );
    if (found instanceof HTMLElement || found instanceof SVGElement) {
      found.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, view: window }));
      return true;
    }
  }
  return false;
}

/** @param {...string} selectors */
function focus(...selectors) {
  for (const selector of selectors) {
    const found = /** @type {HTMLElement | null} */ (document.querySelector(selector));
    if (!found?.getClientRects().length) continue;
    if (!found.matches("a[href], button, input, summary, [tabindex]")) found.tabIndex = -1;
    found.focus();
    found.scrollIntoView({ block: "nearest" });
    return true;
  }
  return false;
}

/** The nth answer of the decision.
 * @param {number} number */
function answer(number) {
  const all = document.querySelectorAll("#decision .body [role=radio], #decision .body [data-answer]");
  const found = /** @type {HTMLElement | undefined} */ (all[number - 1]);
  found?.focus();
  found?.click();
  return !!found;
}

function typeMove() {
  const box = /** @type {HTMLDetailsElement | null} */ (document.getElementById("typed"));
  const field = /** @type {HTMLInputElement | null} */ (document.getElementById("typed-words"));
  if (!box || !field) return false;
  box.open = true;
  field.focus();
  field.select();
  return true;
}

function help() {
  const dialog = /** @type {HTMLDialogElement | null} */ (document.getElementById("keys"));
  dialog?.showModal();
  return !!dialog;
}

/** Give up the first of these that is picked in the address.
 * @param {...string[]} picks */
function drop(...picks) {
  const query = new URLSearchParams(location.search);
  const found = picks.find(([name = ""]) => query.has(name));
  if (!found) return false;
  for (const name of found) query.delete(name);
  if ([...query.keys()].join() === "n") query.delete("n");
  document.dispatchEvent(new CustomEvent("ferrovia:pick", { detail: `${location.pathname}?${query}` }));
  return true;
}

/** One step back: why not, what lies open, price, tile, hex, row, view, and at last the sandbox or the past.
 */
function back() {
  const open = /** @type {HTMLDetailsElement | null} */ (document.querySelector("#typed[open]"));
  if (open && open.contains(document.activeElement)) {
    open.open = false;
    return focus("#decision h1");
  }
  return (
    press("#ask-close") ||
    drop(["why"]) ||
    press("[data-key=escape]", "#all-choices") ||
    drop(["pass"], ["price"], ["sum"], ["tile", "turn"], ["hex"], ["o"], ["c", "without"], ["do"], ["hint"]) ||
    drop(["card", "o", "of", "sum"], ["open", "runs"], ["runs"], ["grant"], ["talk"], ["sheet"], ["view"]) ||
    press("#leave")
  );
}

/** What a key does; each says whether there was anything to do.
 * @type {Record<string, () => boolean>} */
const KEYS = {
  Escape: back,
  End: () => press("#back-to-now", "#leave"),
  Backspace: () => press("[data-key=Backspace]"),
  r: () => press("[data-key=r]"),
  p: () => press("#decision [data-key=p]"), // shows what passing does; Enter passes
  m: () => press("[data-key=m]") || focus("#marks a[tabindex='0']", "#asks a[tabindex='0']", "#stage"),
  k: () => press("[data-key=k]") || focus(".market-board", "#market"),
  l: () => press("[data-key=l]") || focus("#ledger"),
  g: () => focus("#log .lines") || (focus("#log .tabs a") && press("#log .tabs a")), // where it is folded it opens
  c: () => press("[data-key=c]") || focus("#tray"),
  b: () => press("[data-key=b]"),
  t: () => press("[data-key=t]"),
  o: () => press("[data-key=o]"),
  z: () => press("[data-key=z]"),
  "+": () => press("[data-key='+']"),
  "=": () => press("[data-key='+']"),
  "-": () => press("[data-key='-']"),
  h: () => press("[data-key=h]"),
  u: () => press("[data-key=u]", "form[action$='/undo'] button"),
  "/": typeMove,
  "?": help,
};

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (document.querySelector("dialog[open]")) return;
  if (isTyping(event.target)) {
    if (event.key === "Escape" && back()) event.preventDefault();
    return;
  }
  // On what is chosen already, a hint among it, Enter does not choose it once more but takes it.
  const control = /** @type {Element} */ (event.target).closest?.(
    "a[href]:not([role=radio][aria-checked=true], #marks .chosen, .cell-pick.chosen, .spot.chosen), button, summary, [role=slider]",
  );
  const isTaken = control?.matches("#hint a") && /** @type {HTMLAnchorElement} */ (control).href === location.href;
  const onControl = control && !isTaken;
  if (event.key.length === 1 && event.key !== "?" && !hasLetters()) return;
  let done = false;
  if (event.key === "Enter") done = !onControl && press("#decision .button.go", ".foot .button.go");
  else if (/^[1-9]$/.test(event.key)) done = answer(Number(event.key));
  else done = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key]?.() || false;
  if (done) event.preventDefault();
});

document.addEventListener("click", (event) => {
  if (!(/** @type {Element} */ (event.target).closest("[data-keys]"))) return;
  document.getElementById("menu")?.removeAttribute("open");
  help();
});

// What was typed is fetched like any other pick, and the main button waits for Enter.
document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.closest("#typed, form[data-picks]")) return;
  event.preventDefault();
  const query = new URLSearchParams(/** @type {any} */ (new FormData(form))).toString();
  const page = form.getAttribute("action") || location.pathname;
  history.replaceState(history.state, "", `${page}?${query}`); // first: an answer for another address is not shown
  // @ts-ignore: htmx is a script of its own
  window.htmx.ajax("GET", `${page}/now?${query}`, { swap: "none" }).then(() => {
    focus("#decision .button.go", "#decision .body [role=radio]");
  });
});
