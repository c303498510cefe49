// The board: which hexes are lit, pan and zoom, focus from hex to hex. Board and marks share one view, which is kept
// whatever comes from the server, until something is asked that it does not show.
// @ts-check

const MOST = 0.6; // of the board
const READABLE = 0.3; // pixels a unit: below it names cannot be read
const LARGEST = 1.6;
const STEP = 1.4; // of a button or a key
const SLACK = 6; // pixels: less is a click and no drag
const TWICE = 320; // milliseconds between two taps

/** @typedef {{x: number, y: number, w: number, h: number}} Box */
/** @typedef {{x: number, y: number, s: number}} Look  The middle, and pixels a unit. */

// Looked up each time: a page that the browser restores has other elements than the one that was loaded.
const stage = () => document.getElementById("stage");
const pic = () => document.getElementById("pic");
const marks = () => document.getElementById("marks");

// What is lit, and who has the focus

const lit = () => hexes().map((each) => each.dataset.hex);

/** Light the hexes that are asked about; the others wear their veil. */
function light() {
  const board = document.getElementById("board");
  board?.classList.toggle("asking", lit().length > 0);
  for (const old of board?.querySelectorAll("g.lit") || []) old.classList.remove("lit");
  for (const hex of lit()) document.getElementById(`hex-${hex}`)?.classList.add("lit");
}

/** @returns {SVGAElement[]} */
const hexes = () => [...(marks()?.querySelectorAll(":scope a") || [])].map((each) => /** @type {SVGAElement} */ (each));

/** @param {SVGElement} mark @returns {[number, number]} */
function place(mark) {
  const rim = /** @type {SVGUseElement} */ (mark.querySelector(":scope > use"));
  return [rim.x.baseVal.value, rim.y.baseVal.value];
}

/** One stop for the tabulator: the hex with the focus, else the chosen one, else the first.
 * @param {SVGAElement} [at] */
function rove(at) {
  const all = hexes();
  const stop =
    at || all.find((each) => each === document.activeElement) || all.find((each) => each.matches(".chosen")) || all[0];
  for (const each of all) each.setAttribute("tabindex", each === stop ? "0" : "-1");
}

/** The nearest of these in a direction: what lies aside counts double.
 * @param {SVGAElement[]} all @param {SVGAElement} from @param {number} dx @param {number} dy */
function nearest(all, from, dx, dy) {
  const [x0, y0] = place(from);
  let best,
    least = Infinity;
  for (const each of all) {
    const [x, y] = place(each);
    const along = (x - x0) * dx + (y - y0) * dy;
    const aside = Math.abs((x - x0) * dy) + Math.abs((y - y0) * dx);
    if (along < 20) continue;
    const far = along + 2 * aside + (aside > 1.8 * along ? 10_000 : 0);
    if (far < least) [best, least] = [each, far];
  }
  return best;
}

/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

document.addEventListener("keydown", (event) => {
  const from = event.target instanceof Element ? event.target.closest("#marks a") : null;
  const way = WAYS[event.key];
  if (!from || !way || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  const next = nearest(hexes(), /** @type {SVGAElement} */ (from), ...way);
  if (!next) return;
  rove(next);
  next.focus({ preventScroll: true });
  reveal(around(next));
});

// What is seen

/** @type {Look | undefined} */
let look;
let byHand = false; // somebody moved the map: it stays where it was put
let mode = ""; // whole or question, as it was asked for
let asked = "";

/** @param {string | undefined} told @returns {Box | undefined} */
function box(told) {
  const [x = 0, y = 0, w = 0, h = 0] = (told || "").split(" ").map(Number);
  return w ? { x, y, w, h } : undefined;
}

/** @param {SVGElement} mark @returns {Box} */
function around(mark) {
  const [x, y] = place(mark);
  return { x: x - 120, y: y - 120, w: 240, h: 240 };
}

const whole = () => box(marks()?.dataset.whole);
const question = () => box(marks()?.dataset.question);
const room = () => ({ w: pic()?.clientWidth || 1, h: pic()?.clientHeight || 1 });

/** @param {Box} of @returns {Look} */
function lookAt(of) {
  const { w, h } = room();
  return { x: of.x + of.w / 2, y: of.y + of.h / 2, s: Math.min(w / of.w, h / of.h, LARGEST) };
}

/** Put the view on the page, inside the board.
 * @param {Look} to */
function show(to) {
  const all = whole();
  const frame = stage();
  if (!all || !frame) return;
  const { w, h } = room();
  const s = Math.min(LARGEST, Math.max(lookAt(all).s, to.s));
  const wide = w / s,
    high = h / s;
  const within = (
    /** @type {number} */ at,
    /** @type {number} */ span,
    /** @type {number} */ from,
    /** @type {number} */ size,
  ) => (span >= size ? from + size / 2 : Math.min(from + size - span / 2, Math.max(from + span / 2, at)));
  look = { x: within(to.x, wide, all.x, all.w), y: within(to.y, high, all.y, all.h), s };
  const view = [look.x - wide / 2, look.y - high / 2, wide, high].map((each) => each.toFixed(1));
  for (const id of ["board", "asks", "marks"]) document.getElementById(id)?.setAttribute("viewBox", view.join(" "));
  const small = document.querySelector("#mini .frame");
  ["x", "y", "width", "height"].forEach((name, place) => small?.setAttribute(name, view[place] || ""));
  const isPart = s > lookAt(all).s * 1.02;
  document.getElementById("lens")?.classList.toggle("fitted", isPart);
  frame.classList.toggle("zoomed", isPart);
  // The small map tells nothing to who sees most of the large one, and would lie over a part of it.
  frame.classList.toggle("most-seen", wide * high > MOST * all.w * all.h);
  // Words over the board are never too small to be read.
  frame.style.setProperty("--grow", String(Math.min(3, Math.max(1, 0.38 / s)).toFixed(2)));
}

/** What the page would show by itself. */
function fitting() {
  const all = whole();
  if (!all) return undefined;
  const part = question();
  const isSmall = lookAt(all).s < READABLE;
  return lookAt(part && mode !== "whole" && (isSmall || mode === "question") ? part : all);
}

/** Move as little as needed to have this in sight.
 * @param {Box} of */
function reveal(of) {
  if (!look) return;
  const { w, h } = room();
  const wide = w / look.s,
    high = h / look.s;
  const into = (
    /** @type {number} */ at,
    /** @type {number} */ span,
    /** @type {number} */ from,
    /** @type {number} */ size,
  ) => (size > span ? from + size / 2 : Math.min(from + span / 2, Math.max(from + size - span / 2, at)));
  show({ x: into(look.x, wide, of.x, of.w), y: into(look.y, high, of.y, of.h), s: look.s });
}

/** @param {Box} of */
function isSeen(of) {
  if (!look) return false;
  const { w, h } = room();
  return Math.abs(of.x + of.w / 2 - look.x) < w / look.s / 2 && Math.abs(of.y + of.h / 2 - look.y) < h / look.s / 2;
}

/** After something came from the server: keep the view, unless it does not show what is asked. */
function keep() {
  const now = marks();
  if (!now) return;
  const key = `${now.dataset.question}|${lit()}`;
  const isNew = key !== asked;
  asked = key;
  const chosen = hexes().filter((each) => each.matches(".chosen"));
  const part = box(now.dataset.chosen);
  if (!look) {
    const to = fitting();
    if (to) show(to);
  } else if (isNew && (!byHand || (hexes().length && !hexes().some((each) => isSeen(around(each)))))) {
    byHand = false;
    const to = fitting();
    if (to) show(to);
  } else show(look);
  if (chosen.length && part && look && mode !== "whole" && !byHand) {
    // A hex that is chosen on a map too small to be read is looked at more closely.
    const near = lookAt(part);
    if (look.s < READABLE) show({ ...near, s: Math.max(near.s, READABLE) });
    else for (const each of chosen) reveal(around(each));
  }
}

// Moving and zooming

/** @param {number} by @param {number} [px] @param {number} [py] */
function zoom(by, px, py) {
  if (!look) return;
  const { w, h } = room();
  const dx = (px ?? w / 2) - w / 2,
    dy = (py ?? h / 2) - h / 2;
  const all = whole();
  const s = Math.min(LARGEST, Math.max(all ? lookAt(all).s : 0, look.s * by));
  byHand = true;
  show({ x: look.x + dx / look.s - dx / s, y: look.y + dy / look.s - dy / s, s });
}

/** @param {number} dx @param {number} dy */
function pan(dx, dy) {
  if (!look) return;
  byHand = true;
  show({ x: look.x - dx / look.s, y: look.y - dy / look.s, s: look.s });
}

/** The whole map, or what is asked about; the address remembers which. */
function toggle() {
  const all = whole();
  if (!all || !look) return;
  mode = look.s > lookAt(all).s * 1.02 ? "whole" : "question";
  byHand = false;
  const chosen = box(marks()?.dataset.chosen);
  show(mode === "whole" ? lookAt(all) : lookAt(question() || chosen || all));
  const address = new URL(location.href);
  address.searchParams.set("map", mode);
  history.replaceState(history.state, "", address);
}

document.addEventListener(
  "click",
  (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-zoom]") : null;
    if (!(button instanceof HTMLElement)) return;
    event.preventDefault();
    const way = Number(button.dataset.zoom);
    if (way) zoom(way > 0 ? STEP : 1 / STEP);
    else toggle();
  },
  true,
);

/** @type {Map<number, {x: number, y: number}>} */
const fingers = new Map();
let dragged = false;
let pressed = { x: 0, y: 0 };
let tapped = { at: 0, x: 0, y: 0 };

/** Whether something happens on the board.
 * @param {Event} event */
const onBoard = (event) => event.target instanceof Element && !!event.target.closest("#pic");

/** @param {PointerEvent | WheelEvent} event */
function spot(event) {
  const edge = pic()?.getBoundingClientRect();
  return { x: event.clientX - (edge?.left || 0), y: event.clientY - (edge?.top || 0) };
}

document.addEventListener("pointerdown", (event) => {
  if (event.button || !onBoard(event)) return;
  const at = spot(event);
  if (!fingers.size) [pressed, dragged] = [at, false];
  fingers.set(event.pointerId, at);
});

document.addEventListener("pointermove", (event) => {
  const before = fingers.get(event.pointerId);
  if (!before) return;
  const at = spot(event);
  const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
  if (!dragged && !other && Math.hypot(at.x - pressed.x, at.y - pressed.y) < SLACK) return;
  if (!dragged) {
    dragged = true;
    pic()?.setPointerCapture(event.pointerId);
  }
  if (other) {
    const was = Math.hypot(before.x - other.x, before.y - other.y),
      is = Math.hypot(at.x - other.x, at.y - other.y);
    if (was > 0) zoom(is / was, (at.x + other.x) / 2, (at.y + other.y) / 2);
    pan((at.x - before.x) / 2, (at.y - before.y) / 2);
  } else pan(at.x - before.x, at.y - before.y);
  fingers.set(event.pointerId, at);
});

/** @param {PointerEvent} event */
function lift(event) {
  if (!fingers.delete(event.pointerId) || event.type !== "pointerup" || dragged || event.pointerType !== "touch")
    return;
  const at = spot(event),
    now = performance.now();
  if (now - tapped.at < TWICE && Math.hypot(at.x - tapped.x, at.y - tapped.y) < 30) {
    zoom(2, at.x, at.y);
    tapped.at = 0;
  } else tapped = { at: now, ...at };
}

for (const name of /** @type {const} */ (["pointerup", "pointercancel"])) document.addEventListener(name, lift);
document.addEventListener("dragstart", (event) => onBoard(event) && event.preventDefault());
document.addEventListener(
  "click",
  (event) => {
    // The end of a drag picks nothing.
    if (dragged && onBoard(event)) {
      event.preventDefault();
      event.stopPropagation();
      dragged = false;
    }
  },
  true,
);

document.addEventListener(
  "wheel",
  (event) => {
    if (!onBoard(event)) return;
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      const at = spot(event);
      zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.004)), at.x, at.y);
    } else if (stage()?.classList.contains("zoomed")) {
      event.preventDefault();
      pan(-event.deltaX, -event.deltaY);
    }
  },
  { passive: false },
);

// Held down, V takes the veil away.
for (const [name, is] of /** @type {const} */ ([
  ["keydown", true],
  ["keyup", false],
]))
  document.addEventListener(name, (event) => {
    const field = event.target instanceof Element ? event.target.closest("input, textarea, select") : null;
    if (document.documentElement.dataset.letters === "off") return;
    if (event.key.toLowerCase() === "v" && !field && !event.ctrlKey && !event.metaKey)
      stage()?.classList.toggle("bare", is);
  });

// The sheet of a phone: closed, open, full

const SHEETS = ["closed", "", "full"];

/** @param {string} state */
function sheet(state) {
  const nav = document.getElementById("nav");
  if (nav) nav.dataset.sheet = state;
  const address = new URL(location.href);
  if (state) address.searchParams.set("sheet", state);
  else address.searchParams.delete("sheet");
  history.replaceState(history.state, "", address);
}

/** @type {{y: number, moved: boolean} | undefined} */
let grip;

/** @param {EventTarget | null} target */
const onGrip = (target) => (target instanceof Element ? target.closest(".grip, .phonegrip .banner") : null);

document.addEventListener("pointerdown", (event) => {
  if (onGrip(event.target)) grip = { y: event.clientY, moved: false };
});
document.addEventListener("pointermove", (event) => {
  if (!grip || grip.moved || Math.abs(event.clientY - grip.y) < 24) return;
  grip.moved = true;
  const at = SHEETS.indexOf(document.getElementById("nav")?.dataset.sheet || "");
  const next = SHEETS[Math.min(2, Math.max(0, at + (event.clientY < grip.y ? 1 : -1)))];
  if (next) sheet(next);
});
document.addEventListener("pointerup", () => setTimeout(() => (grip = undefined)));
document.addEventListener("pointercancel", () => (grip = undefined));
document.addEventListener(
  "click",
  (event) => {
    const handle = event.target instanceof Element ? event.target.closest("a.grip") : null;
    if (!handle) return;
    event.preventDefault();
    if (grip?.moved) return;
    const now = document.getElementById("nav")?.dataset.sheet || "";
    sheet(now === "" ? "full" : "");
  },
  true,
);

function refresh() {
  light();
  rove();
  keep();
}

/** @type {Element | null} */
let measured = null;
const measure = new ResizeObserver(() => {
  if (!look || (pic()?.clientWidth || 0) < 2) return;
  const to = byHand ? look : fitting();
  if (to) show(to);
  const chosen = hexes().find((each) => each.matches(".chosen"));
  if (chosen && !byHand) keep();
});

/** The board that is on the page now is measured, and shows what it should. */
function settle() {
  const board = pic();
  if (board !== measured) {
    measure.disconnect();
    if (board) measure.observe(board);
    measured = board;
  }
  refresh();
}

if (stage() && pic()) {
  mode = marks()?.dataset.map || "";
  settle();
  document.addEventListener("htmx:after:swap", settle);
  window.addEventListener("popstate", () => requestAnimationFrame(settle));
  window.addEventListener("pageshow", (event) => event.persisted && settle());
}
