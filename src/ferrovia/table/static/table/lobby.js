// The lobby: a link to copy, and whoever comes is seen at once.
// @ts-check

import { tend } from "./numbers.js";

/** @param {MouseEvent} event */
async function copy(event) {
  const button = event.target instanceof Element ? event.target.closest("[data-copies]") : null;
  if (!(button instanceof HTMLElement)) return;
  const field = /** @type {HTMLInputElement} */ (document.getElementById(button.dataset.copies || ""));
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    return; // not allowed here: the link is selected, and the keyboard copies it
  }
  const word = button.querySelector("span");
  if (word) word.textContent = button.dataset.done || "";
}

/** Buttons that need this script are shown by it. */
function show() {
  for (const button of document.querySelectorAll("[data-copies]")) button.removeAttribute("hidden");
}

const lobby = () => document.getElementById("lobby");

/** Where the lobby is found: what was sent and refused has another address, to which nothing is sent again. */
const address = () => `/t/${lobby()?.dataset.table}`;

/** Fetch the lobby anew; what is being typed and where the focus is stay. */
async function refresh() {
  const answer = await fetch(address(), { headers: { Accept: "text/html" } });
  const made = new DOMParser().parseFromString(await answer.text(), "text/html");
  const next = made.getElementById("lobby");
  const old = lobby();
  if (!next || !old) {
    location.replace(address()); // it has started, or is gone
    return;
  }
  const focus = document.activeElement?.id || "";
  for (const field of old.querySelectorAll("input[id]:not([type=hidden],[readonly])")) {
    const twin = next.querySelector(`#${CSS.escape(field.id)}`);
    if (field instanceof HTMLInputElement && twin instanceof HTMLInputElement && field.value !== field.defaultValue) {
      twin.value = field.value;
    }
  }
  old.replaceWith(next);
  const bar = document.querySelector(".fab");
  const fresh = made.querySelector(".fab");
  if (bar && fresh) bar.replaceWith(fresh);
  show();
  tend();
  if (focus) document.getElementById(focus)?.focus({ preventScroll: true });
}

document.addEventListener("click", copy);
show();
tend();
const here = lobby();
if (here) {
  if (location.pathname !== address()) history.replaceState(null, "", address());
  let heard = 0;
  // Every message after the first asks for the lobby: who has come or gone changes nothing else.
  new EventSource(`${address()}/events`).onmessage = (event) => {
    heard += 1;
    if (heard > 1 || event.data !== lobby()?.dataset.standing) refresh();
  };
}
