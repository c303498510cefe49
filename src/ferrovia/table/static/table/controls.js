// Controls: price steppers, whose footer follows the price.
// @ts-check

const PAUSE = 180; // milliseconds without a change before the footer is asked for

/** @type {number | undefined} */
let waiting;

/**
 * The address of this page with a price picked after the move it shows.
 * @param {string} name
 * @param {string} price
 */
function addressWith(name, price) {
  const address = new URL(location.href);
  address.searchParams.set("n", document.getElementById("live")?.dataset.number || "");
  address.searchParams.set(name, price);
  return address;
}

/**
 * No button offers another price than the one that was typed: what may be named stands there instead.
 * @param {HTMLInputElement} field
 * @param {string} words
 */
function refuse(field, words) {
  const button = field.form?.querySelector("button.go");
  if (!(button instanceof HTMLButtonElement)) return;
  button.disabled = true;
  button.textContent = words;
}

/**
 * Ask for what follows at the price that now stands in the field, unless no such price may be named.
 * @param {HTMLInputElement} field
 */
function follow(field) {
  clearTimeout(waiting);
  const { pick = "price", refused = "" } =
    field.closest(".stepper") instanceof HTMLElement
      ? /** @type {HTMLElement} */ (field.closest(".stepper")).dataset
      : {};
  if (!field.checkValidity()) return refuse(field, refused);
  const address = addressWith(pick, field.value);
  history.replaceState(history.state, "", address); // at once: whoever now switches the language keeps the price
  waiting = window.setTimeout(() => {
    // @ts-ignore: htmx is a script of its own
    window.htmx.ajax("GET", `${location.pathname}/now${address.search}`, { swap: "none" });
  }, PAUSE);
}

document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest(".stepper button[data-step]") : null;
  const field = button?.parentElement?.querySelector("input");
  if (!(button instanceof HTMLElement) || !field) return;
  if (button.dataset.step === "1") field.stepUp();
  else field.stepDown();
  follow(field);
});

document.addEventListener("input", (event) => {
  const field = event.target;
  if (field instanceof HTMLInputElement && field.matches(".stepper input")) follow(field);
});

// A new question is read from its beginning; what was chosen stays in sight when the footer takes room from it, and a
// hint that was asked for comes in sight once.

let question = heading();
/** @type {string | null | undefined} */
let hinted;

function heading() {
  return document.querySelector("#decision .banner")?.textContent || "";
}

function show() {
  const body = document.querySelector("#decision > .body");
  const now = heading();
  if (body && now !== question) body.scrollTop = 0;
  question = now;
  const chosen = body?.querySelector("[aria-checked=true]");
  if (body && chosen) bringInSight(body, chosen.closest(".stock-row") || chosen);
  const hint = body?.querySelector("#hint");
  const words = hint?.querySelector("p")?.textContent;
  if (body && hint && words && words !== hinted) bringInSight(body, hint);
  hinted = words;
}

/**
 * @param {Element} body
 * @param {Element} part
 */
function bringInSight(body, part) {
  const [frame, place] = [body.getBoundingClientRect(), part.getBoundingClientRect()];
  if (place.bottom > frame.bottom) body.scrollTop += place.bottom - frame.bottom + 8;
  else if (place.top < frame.top) body.scrollTop -= frame.top - place.top + 8;
}

document.addEventListener("htmx:after:swap", () => requestAnimationFrame(show));
requestAnimationFrame(show);
