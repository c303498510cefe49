// Times: written in the viewer's own zone, with the date where it is not today's.
// @ts-check

const language = document.documentElement.lang || "en";
/** @type {Intl.DateTimeFormatOptions} */
const CLOCK = { hour: "2-digit", minute: "2-digit" };
const clock = new Intl.DateTimeFormat(language, { ...CLOCK, hourCycle: "h23" });
const day = new Intl.DateTimeFormat(language, { day: "numeric", month: "short" });
const whole = new Intl.DateTimeFormat(language, { dateStyle: "full", timeStyle: "short" });

/** @param {HTMLTimeElement} element */
function write(element) {
  const at = new Date(element.dateTime);
  if (Number.isNaN(at.getTime())) return;
  const today = at.toDateString() === new Date().toDateString();
  const words = today ? clock.format(at) : `${day.format(at)} ${clock.format(at)}`;
  if (element.textContent !== words) element.textContent = words;
  element.title = whole.format(at);
}

function writeAll() {
  for (const element of document.querySelectorAll("time[datetime]")) write(/** @type {HTMLTimeElement} */ (element));
}

document.addEventListener("htmx:after:swap", writeAll);
writeAll();
