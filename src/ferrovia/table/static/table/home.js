// Home: hears that something has changed at one's own tables, fetches the lists, and puts them in place without moving
// what somebody points at. Keys: J and K through the rows, N to the table that waits first.
// @ts-check

const DOZE = 60_000; // unseen for so long, a page lets go of its stream
const CALM = 3_000; // between two answers: tables of computer players change all the time
const SILENCE = 40_000; // the stream says something every fifteen seconds
const LOOK = 5_000; // between two looks at the stream
const PARTS = ["own", "open-tables", "told", "bottom-bar"];

/** @type {any} */
const htmx = Reflect.get(window, "htmx");
const own = () => /** @type {HTMLElement} */ (document.getElementById("own"));

/** @type {EventSource | undefined} */
let stream;
let heard = 0;
let seen = ""; // what the stream said last
let fetched = 0;
let unseen = 0;
/** @type {number | undefined} */
let due;
/** What came while somebody was in the list. @type {Document | undefined} */
let held;
let isLost = false;

// Which of the two words is shown: live, or that the connection is lost; the time beside it is that of the list.

function say() {
  for (const each of document.querySelectorAll("[data-live]")) /** @type {HTMLElement} */ (each).hidden = isLost;
  for (const each of document.querySelectorAll("[data-lost]")) /** @type {HTMLElement} */ (each).hidden = !isLost;
  document.querySelector(".live-line")?.classList.toggle("lost-line", isLost);
}

/** @param {boolean} is */
function lost(is) {
  if (isLost === is) return;
  isLost = is;
  say();
}

/** Whether pointer or focus is in the lists: then nothing slides away under it. */
const isBusy = () => own().matches(":hover") || own().contains(document.activeElement);

/** Which rows stand in which list, in this order.
 * @param {Element} part */
const rows = (part) => [...part.querySelectorAll("section[aria-labelledby], article[id]")].map(named).join();

/** @param {Element} part */
const named = (part) => part.id || part.getAttribute("aria-labelledby");

/** Where each row is, before it moves. */
function places() {
  return new Map([...document.querySelectorAll("article[id]")].map((row) => [row.id, row.getBoundingClientRect().top]));
}

/** @param {Map<string, number>} before */
function slide(before) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const row of document.querySelectorAll("article[id]")) {
    const gone = (before.get(row.id) ?? 0) - row.getBoundingClientRect().top;
    if (before.has(row.id) && gone)
      row.animate([{ transform: `translateY(${gone}px)` }, { transform: "none" }], {
        duration: 250,
        easing: "ease-out",
      });
  }
}

/** @param {Document} made */
async function put(made) {
  const before = places();
  held = undefined;
  for (const id of PARTS) {
    const old = document.getElementById(id);
    const part = made.getElementById(id);
    if (!old || !part) continue;
    await htmx.swap({ sourceElement: old, target: old, swap: "outerMorph", text: part.outerHTML });
  }
  document.title = `${Number(own().dataset.count) ? `(${own().dataset.count}) ` : ""}Ferrovia`;
  slide(before);
  say();
  const line = document.getElementById("one-more");
  if (line) line.hidden = true;
  document.dispatchEvent(new Event("htmx:after:swap")); // times are written in the viewer's zone
}

/** Offer what came to whoever is in the list. @param {Document} made */
function offer(made) {
  held = made;
  const line = document.getElementById("one-more");
  const more = Number(made.getElementById("own")?.dataset.count) > Number(own().dataset.count);
  if (!line) return;
  line.querySelector("[data-one]")?.toggleAttribute("hidden", !more);
  line.querySelector("[data-new]")?.toggleAttribute("hidden", more);
  line.hidden = false;
}

async function refresh() {
  due = undefined;
  fetched = Date.now();
  try {
    const answer = await fetch(location.pathname + location.search, { headers: { "Ferrovia-Own": "1" } });
    if (!answer.ok) throw new Error(String(answer.status));
    const made = new DOMParser().parseFromString(await answer.text(), "text/html");
    const next = made.getElementById("own");
    if (!next) return;
    lost(false);
    if (isBusy() && rows(next) !== rows(own())) offer(made);
    else await put(made);
  } catch {
    lost(true);
    soon(LOOK);
  }
}

/** @param {number} [wait] */
function soon(wait = 0) {
  if (due === undefined) due = window.setTimeout(refresh, Math.max(wait, fetched + CALM - Date.now()));
}

function listen() {
  stream?.close();
  heard = Date.now();
  let isFirst = !seen; // the page is as new as its stream
  stream = new EventSource("/events/me");
  stream.onmessage = (event) => {
    heard = Date.now();
    lost(false);
    if (event.data !== seen && !isFirst) soon();
    seen = event.data;
    isFirst = false;
  };
  stream.onerror = () => lost(true);
}

/** A stream that was closed for good, or is silent since the machine slept, is opened again. */
function watch() {
  unseen = document.hidden ? unseen || Date.now() : 0;
  if (unseen && Date.now() - unseen > DOZE) stream?.close();
  else if (stream?.readyState === EventSource.CLOSED || Date.now() - heard > SILENCE) listen();
}

/** Whoever has left the list is shown what came. */
function left() {
  if (held && !isBusy()) put(held);
}

// Keys

/** @param {KeyboardEvent} event */
function press(event) {
  const field = event.target instanceof Element ? event.target.closest("input, textarea, select") : null;
  if (field || event.ctrlKey || event.altKey || event.metaKey || /(^|; )letters=off/.test(document.cookie)) return;
  const links = [...document.querySelectorAll("article .question a")].map((each) => /** @type {HTMLElement} */ (each));
  const here = links.findIndex((each) => each.closest("article")?.contains(document.activeElement));
  const key = event.key.toLowerCase();
  if (key === "j") links[Math.min(here + 1, links.length - 1)]?.focus();
  else if (key === "k") links[Math.max(here - 1, 0)]?.focus();
  else if (key === "n") /** @type {HTMLElement | null} */ (document.querySelector(".my-move .question a"))?.click();
  else return;
  event.preventDefault();
}

say();
listen();
setInterval(watch, LOOK);
document.addEventListener("visibilitychange", watch);
document.addEventListener("keydown", press);
document.addEventListener("focusout", () => setTimeout(left));
document.addEventListener("pointerout", () => setTimeout(left));
document.getElementById("one-more")?.addEventListener("click", () => held && put(held));
window.addEventListener("online", () => (watch(), soon()));
window.addEventListener("offline", () => lost(true));
window.addEventListener("pagehide", () => stream?.close());
window.addEventListener("pageshow", (event) => event.persisted && (listen(), soon()));
