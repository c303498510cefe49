// The history: a slider where there were links, the film of what came since, and what this viewer has seen.
// @ts-check

const line = () => document.getElementById("history");

/** @param {number} number */
function addressOf(number) {
  const nav = /** @type {HTMLElement} */ (line());
  const last = Number(nav.dataset.last);
  return number >= last ? nav.dataset.now : `${(nav.dataset.address || "").replace(/0$/, "")}${number}`;
}

/** The mark becomes a slider: Left and Right go from move to move, Page Up and Down from round to round. */
function slide() {
  const nav = line();
  const here = document.getElementById("history-here");
  if (!nav || !here || here.getAttribute("role")) return;
  here.setAttribute("role", "slider");
  here.tabIndex = 0;
  here.setAttribute("aria-valuemin", "0");
  here.setAttribute("aria-valuemax", nav.dataset.last || "0");
  here.setAttribute("aria-valuenow", nav.dataset.number || "0");
}

/** Where a key on the slider leads from a move; nothing for any other key.
 * @param {string} key @param {number} number */
function wanted(key, number) {
  const nav = /** @type {HTMLElement} */ (line());
  const last = Number(nav.dataset.last);
  const stops = [...nav.querySelectorAll("a.stop")].map((each) => Number(each.getAttribute("data-number")));
  if (key === "ArrowLeft" || key === "ArrowDown") return Math.max(0, number - 1);
  if (key === "ArrowRight" || key === "ArrowUp") return Math.min(last, number + 1);
  if (key === "PageDown") return Math.max(0, ...stops.filter((each) => each < number));
  if (key === "PageUp") return Math.min(last, ...stops.filter((each) => each > number));
  if (key === "Home") return 0;
  if (key === "End") return last;
  return null;
}

const FOCUS = "history-focus";
const REST = 150; // milliseconds: presses add up until the hand rests, and a key that is held asks for one page

/** @type {number | null} */
let asked = null; // the move that the presses have come to
let leaving = 0;
let isLeft = false; // the next page is on its way

/** The mark goes to a move at once.
 * @param {number} number */
function mark(number) {
  const here = document.getElementById("history-here");
  if (!here) return;
  const last = Number(line()?.dataset.last);
  here.style.left = `${(100 * number) / (last || 1)}%`;
  here.setAttribute("aria-valuenow", String(number));
}

/** The next page takes the focus up where this one had it, and goes on from a move; now is the last, whichever it is.
 * @param {number} number */
function carry(number) {
  sessionStorage.setItem(FOCUS, String(number >= Number(line()?.dataset.last) ? Infinity : number));
}

function leave() {
  if (asked === null) return;
  if (asked === Number(line()?.dataset.number)) return void (asked = null);
  isLeft = true;
  carry(asked);
  location.assign(addressOf(asked) || "");
}

/** Ask for a move; if the next page is on its way, that one goes on from there.
 * @param {number} number */
function ask(number) {
  asked = number;
  if (isLeft) carry(number);
  mark(number);
  window.clearTimeout(leaving);
  leaving = window.setTimeout(leave, REST);
}

/** A key on the slider; whether it is one of its keys.
 * @param {string} key */
function turn(key) {
  const number = wanted(key, asked ?? Number(line()?.dataset.number));
  if (number !== null) ask(number);
  return number !== null;
}

document.addEventListener("keydown", (event) => {
  if (document.activeElement?.id === "history-here" && turn(event.key)) event.preventDefault();
});

// Who comes back to this page finds the mark where it belongs.
window.addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  asked = null;
  isLeft = false;
  mark(Number(line()?.dataset.number));
});

// A press on the line leads to the move that lies there.
document.addEventListener("click", (event) => {
  const track = /** @type {Element} */ (event.target).closest?.("#history .track");
  if (!track || /** @type {Element} */ (event.target).closest("a")) return;
  const box = track.getBoundingClientRect();
  const nav = /** @type {HTMLElement} */ (line());
  const share = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
  location.assign(addressOf(Math.round(share * Number(nav.dataset.last))) || "");
});

// The film: one move after the other, until somebody stops it; nothing moves for those who want no motion.

const PACE = 1400;
let timer = 0;

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

function stop() {
  window.clearInterval(timer);
  timer = 0;
  film();
}

function film() {
  const play = document.getElementById("film-play");
  if (!play) return;
  play.hidden = calm();
  play.setAttribute("aria-pressed", timer ? "true" : "false");
  if (!document.getElementById("film-next") && timer) stop();
}

document.addEventListener("click", (event) => {
  if (!(/** @type {Element} */ (event.target).closest?.("#film-play"))) return;
  if (timer) return stop();
  timer = window.setInterval(() => {
    const next = document.getElementById("film-next");
    if (next) next.click();
    else stop();
  }, PACE);
  document.getElementById("film-next")?.click();
  film();
});
document.addEventListener("keydown", () => timer && stop());

// What is shown on a page that is looked at is seen; while news wait for the viewer, nothing is.

document.addEventListener("htmx:config:request", (event) => {
  const waits = document.querySelector("#since .newsline");
  if (document.visibilityState !== "visible" || waits) return;
  // @ts-ignore: htmx's own event
  event.detail.ctx.request.headers["X-Live"] = "1";
});

function settle() {
  slide();
  film();
}

settle();
document.addEventListener("htmx:after:swap", settle);
const carried = sessionStorage.getItem(FOCUS);
if (carried !== null) {
  sessionStorage.removeItem(FOCUS);
  document.getElementById("history-here")?.focus();
  ask(Math.min(Number(carried), Number(line()?.dataset.last)));
  for (const key of Reflect.get(window, "earlyKeys")?.() ?? []) turn(key);
}
