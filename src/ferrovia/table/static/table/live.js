// Live: hears that the table stands elsewhere, fetches this viewer's own parts of the page, and puts them in place
// without losing what somebody has typed.
// @ts-check

const STREAM = "/events";
const SILENCE = 40_000; // milliseconds: the stream says something every fifteen seconds
const WATCH = 5_000; // between two looks at the stream
const PATIENCE = 30_000; // the longest wait before the next try
const DOZE = 60_000; // unseen for so long, a page lets go of its stream: a browser opens only six to one server
const AWAY = 503; // the status of an answer while the server cannot reach its games
const NAP = 30_000; // and hears now and then where the table stands
const LATE = 30_000; // between two looks at a time that is over by a clock that goes before the server's

/** @type {any} */
const htmx = Reflect.get(window, "htmx");

/** Where this page stands, as the server wrote it; the element is changed with every answer. */
const here = () => /** @type {HTMLElement} */ (document.getElementById("live"));
const standing = () => Number(here().dataset.standing);

// Catching up: one request at a time, and none while a move of our own is under way, whose answer says the same.

let latest = 0;
let pending = 0;
let wait = 0;

/** Fetch the parts that may have changed; what is picked stays in the address. */
function refresh() {
  htmx.ajax("GET", `${location.pathname}/now${location.search}`, { swap: "none" });
}

/** Whether an answer is for the address that the page has now: something else may have been picked since.
 * @param {any} ctx */
function isWanted(ctx) {
  const asked = new URL(ctx.request.action, location.href);
  return !asked.pathname.endsWith("/now") || asked.search === location.search;
}

// Back: a pick replaces the address, so Back leaves the table. What is opened over the page has one entry of its own, and
// Back closes it; what was picked meanwhile stays picked.

const OPENED = ["view", "card", "runs", "open"]; // in an address: views of a small screen, and panels over the map
let shown = location.search;
let closing = "";

/** Whether an address has anything open over the page; the map itself is not.
 * @param {string} query */
const isOpened = (query) => OPENED.some((name) => !["", "map"].includes(new URLSearchParams(query).get(name) ?? ""));

/** @param {string} address */
function go(address) {
  const query = new URL(address, location.href).search;
  if (isOpened(query) && !isOpened(location.search)) history.pushState({ opened: true }, "", address);
  else if (!isOpened(query) && history.state?.opened) {
    closing = address;
    history.back();
    return;
  } else history.replaceState(history.state, "", address);
  refresh();
}

/** @param {PopStateEvent} event */
function wentBack(event) {
  if (!event.state?.opened) {
    const address = new URL(closing || shown || location.href, location.href);
    if (isOpened(address.search)) for (const name of OPENED) address.searchParams.delete(name);
    history.replaceState(history.state, "", address);
  }
  closing = "";
  refresh();
}

/** A link that picks something has an address of its own; only the parts that change are fetched.
 * @param {MouseEvent} event */
function pick(event) {
  const link = event.target instanceof Element ? event.target.closest("a[href^='?'], a[data-pick]") : null;
  const address = link?.getAttribute("href");
  if (!address || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(address);
}

/** @param {Event} event */
const picked = (event) => go(/** @type {CustomEvent} */ (event).detail);

// A time that is over changes the page without anybody's move.

/** @type {number | undefined} */
let due;

function watchClock() {
  clearTimeout(due);
  const until = Number(document.getElementById("due")?.dataset.until ?? 0);
  if (until) due = window.setTimeout(refresh, Math.max(until * 1000 - Date.now(), LATE));
}

function catchUp() {
  if (!pending && latest > standing()) refresh();
}

/** After a request: go on at once if it went well, or else after a while.
 * @param {any} ctx */
function finished(ctx) {
  pending = Math.max(0, pending - 1);
  watchClock();
  const status = ctx.response?.status ?? 0;
  const answered = status > 0 && (status !== AWAY || ctx.request.method === "POST"); // which says what became of it
  lost(!answered);
  wait = answered && latest <= standing() ? 0 : Math.min(PATIENCE, wait * 2 || 250);
  if (ctx.request.method === "POST") unsent(answered ? undefined : ctx.sourceElement);
  else if (!answered && location.search !== shown) unsent(null);
  else if (answered) unsent(waiting?.form);
  if (latest > standing()) setTimeout(catchUp, wait);
}

// Not sent: a move or a pick that nobody answered is said to be so, and tried again. What it follows makes it one move,
// however often it is sent; whoever points at something else meanwhile has given it up.

/** The form of a move that was not sent, and what it says; null for a pick, which stands in the address.
 * @type {{ form: HTMLFormElement, says: string } | null | undefined} */
let waiting;
/** @type {number | undefined} */
let retry;

/** What a form would do.
 * @param {HTMLFormElement} form */
function says(form) {
  const sent = new FormData(form);
  return ["action", "after", "price", "by"].map((name) => sent.get(name)).join();
}

/** @param {unknown} [what] */
function unsent(what) {
  clearTimeout(retry);
  const form = what instanceof HTMLFormElement && what.isConnected && what.elements.namedItem("key") ? what : undefined;
  if (what === null) waiting = null;
  else if (!form) waiting = undefined;
  else if (waiting?.form !== form) waiting = { form, says: says(form) };
  else if (waiting.says !== says(form)) waiting = undefined;
  const line = document.getElementById("unsent");
  if (line) line.hidden = waiting === undefined;
  if (waiting !== undefined) retry = window.setTimeout(again, wait);
}

function again() {
  clearTimeout(retry);
  if (waiting === undefined || pending) return;
  if (waiting === null) refresh();
  else if (waiting.form.isConnected && waiting.says === says(waiting.form)) waiting.form.requestSubmit();
  else unsent();
}

/** @param {boolean} is */
function lost(is) {
  const line = document.getElementById("lost");
  if (line) line.hidden = !is;
  document.documentElement.toggleAttribute("data-lost", is);
}

// The stream

/** @type {EventSource | undefined} */
let stream;
let heard = 0;
let unseen = 0; // since when nobody sees this page

const isDozing = () => unseen > 0 && Date.now() - unseen > DOZE;

function listen() {
  stream?.close();
  heard = Date.now();
  stream = new EventSource(`/t/${here().dataset.table}${STREAM}`);
  stream.onmessage = (event) => {
    heard = Date.now();
    lost(false);
    latest = Math.max(latest, Number(event.data));
    catchUp();
    if (isDozing()) stream?.close();
  };
  stream.onerror = () => lost(true);
}

/** A stream that was closed for good, or is silent since the machine slept, is opened again. */
function watch() {
  unseen = document.hidden ? unseen || Date.now() : 0;
  if (isDozing()) {
    if (Date.now() - heard > NAP) listen();
    else if (stream?.readyState === EventSource.OPEN) stream.close();
  } else if (stream?.readyState === EventSource.CLOSED || Date.now() - heard > SILENCE) listen();
}

// Putting in place

/** Changed hexes, and tiles that no hex had before. */
function place() {
  const board = document.getElementById("board");
  const changed = document.querySelector("#changed > svg");
  if (!board || !changed) return;
  if (changed.hasAttribute("data-whole")) {
    board.replaceChildren(...changed.children);
  } else {
    for (const piece of [...changed.children]) {
      const old = board.querySelector(`#${CSS.escape(piece.id)}`);
      if (old) old.replaceWith(piece);
      else board.querySelector("defs > g:last-child")?.append(piece);
    }
  }
  changed.remove();
}

/** Lines that are added to the log: each round's under its head, which is there already for the one that goes on.
 * @param {Element} log @param {Element} news */
function addLines(log, news) {
  if (log.getAttribute("data-log") === news.getAttribute("data-log")) return;
  log.setAttribute("data-log", news.getAttribute("data-log") ?? "");
  const top = log.firstElementChild;
  let next = top;
  for (const line of [...news.children]) {
    if (top && line.hasAttribute("data-goes-on")) next = top.nextElementSibling;
    else if (line.className !== "more") log.insertBefore(line, next);
  }
  const more = news.querySelector(".more");
  log.querySelector(".more")?.replaceWith(...(more ? [more] : []));
}

/** What a form is for: a price that was typed for one action is not meant for another.
 * @param {HTMLFormElement} form */
function purpose(form) {
  const action = form.querySelector("input[name=action]");
  return `${form.getAttribute("action")} ${action?.getAttribute("value")}`;
}

/** @param {Element} element */
function isTyped(element) {
  return (
    element instanceof HTMLInputElement &&
    !["hidden", "radio", "checkbox"].includes(element.type) &&
    element.value !== element.defaultValue
  );
}

// Parts that the page shows already are not sent again. What it showed when it asked may be gone when the answer comes,
// as where a pick was answered while a move was under way: then all of it is fetched once more.

const PARTS = "Ferrovia-Parts";
/** Answers to what the page no longer showed. @type {WeakSet<object>} */
const outdated = new WeakSet();

htmx.registerExtension("ferrovia", {
  htmx_config_request: (/** @type {Element} */ _, /** @type {any} */ { ctx }) => {
    const board = here()?.dataset.board;
    if (board) ctx.request.headers["Ferrovia-Board"] = board;
    const log = document.getElementById("lines")?.dataset.log;
    if (log) ctx.request.headers["Ferrovia-Log"] = log;
    const parts = here()?.dataset.parts;
    if (parts) ctx.request.headers[PARTS] = parts;
  },
  htmx_before_request: (/** @type {Element} */ _, /** @type {any} */ { ctx }) => {
    pending += 1;
    const broken = document.getElementById("broken");
    if (broken && ctx.request.method === "POST") broken.hidden = true;
  },
  htmx_finally_request: (/** @type {Element} */ _, /** @type {any} */ { ctx }) => finished(ctx),
  htmx_before_swap: (/** @type {Element} */ _, /** @type {any} */ { ctx }) => {
    // An answer that was overtaken on its way says what is no longer so.
    const said = Number(ctx.response?.headers.get("Ferrovia-Standing") ?? Infinity);
    const asked = ctx.request.headers[PARTS];
    if (asked && asked !== here()?.dataset.parts) outdated.add(ctx);
    return !here() || (said >= standing() && isWanted(ctx));
  },
  htmx_after_swap: (/** @type {Element} */ _, /** @type {any} */ { ctx }) => {
    const address = ctx?.response?.headers.get("HX-Replace-Url"); // after a move: what was picked is forgotten
    if (address) history.replaceState(isOpened(address.replace(/^[^?]*/, "")) ? history.state : null, "", address);
    shown = location.search;
    place();
    if (!outdated.has(ctx)) return;
    delete here().dataset.parts;
    refresh();
  },
  htmx_before_morph_node: (/** @type {Element} */ old, /** @type {any} */ { newNode }) => {
    if (old instanceof HTMLFormElement && purpose(old) !== purpose(newNode)) old.reset();
    if (old.id !== "lines" || !newNode.dataset.since) return true;
    addLines(old, newNode);
    return false;
  },
  htmx_before_morph_attr: (/** @type {Element} */ element, /** @type {any} */ { attrName, newValue }) => {
    if (attrName === "viewBox" && ["board", "marks"].includes(element.id)) return false; // stage.js has moved it
    if (attrName !== "value" || newValue === null || !isTyped(element)) return true;
    element.setAttribute("value", newValue); // what was typed stays beside it
    return false;
  },
});

if (here()) {
  document.addEventListener("click", pick);
  document.addEventListener("ferrovia:pick", picked);
  window.addEventListener("popstate", wentBack);
  listen();
  watchClock();
  setInterval(watch, WATCH);
  document.addEventListener("visibilitychange", watch);
  window.addEventListener("online", () => (watch(), again()));
  window.addEventListener("offline", () => lost(true));
  window.addEventListener("pagehide", () => stream?.close());
  window.addEventListener("pageshow", (event) => event.persisted && listen());
}
