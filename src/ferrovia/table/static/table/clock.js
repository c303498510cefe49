// Clocks: what is left is counted down here, from what the page was told, and stands still where a rest begins.
// Nothing is asked of the server for it. It is said once when little is left, and else in silence.
// @ts-check

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const TICK = 1000; // milliseconds

/** Of which clocks it was said that little is left.
 * @type {WeakMap<HTMLElement, boolean>} */
const said = new WeakMap();

/** By how much the server's clock is ahead of this machine's: by which of the two is wrong nobody loses anything. */
const ahead = (() => {
  const told = Number(document.getElementById("time-told")?.dataset.now ?? 0);
  return told ? told - Date.now() / 1000 : 0;
})();

/** @param {number} number */
const two = (number) => String(number).padStart(2, "0");

/** As the server writes it: seconds only under two minutes.
 * @param {number} left seconds */
function length(left) {
  if (left < 2 * MINUTE) return `${Math.floor(left / MINUTE)}:${two(left % MINUTE)}`;
  if (left < HOUR) return `${Math.floor(left / MINUTE)} min`;
  if (left < DAY) return `${Math.floor(left / HOUR)} h ${two(Math.floor((left % HOUR) / MINUTE))}`;
  const hours = Math.floor((left % DAY) / HOUR);
  const day = document.documentElement.lang === "it" ? "g" : "d";
  return hours ? `${Math.floor(left / DAY)} ${day} ${hours} h` : `${Math.floor(left / DAY)} ${day}`;
}

/** @param {HTMLElement} clock */
function tick(clock) {
  const { left, at, stops, little } = clock.dataset;
  const [had, since, until, few] = [Number(left), Number(at), Number(stops), Number(little)];
  const now = Math.max(since, Math.min(Date.now() / 1000 + ahead, until));
  const rest = Math.max(0, Math.round(had - (now - since)));
  const words = length(rest);
  if (clock.textContent !== words) clock.textContent = words;
  const banner = clock.closest(".clock");
  if (!banner) return;
  const isLittle = rest <= few;
  if (isLittle) banner.classList.replace("runs", "short");
  if (isLittle && said.get(clock) === false) say(words);
  said.set(clock, isLittle);
}

/** Said once: a clock itself is no live region.
 * @param {string} words */
function say(words) {
  const told = document.getElementById("time-told");
  if (told) told.textContent = (told.dataset.words ?? "").replace("…", words);
}

function tickAll() {
  if (document.hidden) return;
  for (const clock of document.querySelectorAll("[data-left]")) tick(/** @type {HTMLElement} */ (clock));
}

/** Where a player's nights are: the server asks it of nobody, and keeps the first that it hears. */
function nameZone() {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  if (timeZone) document.cookie = `zone=${timeZone}; path=/; max-age=31536000; samesite=lax`;
}

document.addEventListener("htmx:after:swap", tickAll);
document.addEventListener("visibilitychange", tickAll);
window.setInterval(tickAll, TICK);
nameZone();
tickAll();
