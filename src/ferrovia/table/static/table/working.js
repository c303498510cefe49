// The dock: what a page leaves to a request of its own, because it takes a while: asked for once in a position, then the page is
// fetched again, which knows it.
// @ts-check

const BUSY = 202; // the status of an answer while another request is at it
const PAUSE = 400; // milliseconds before the next try
const TRIES = 25;

let asked = "";

/** @param {string} address */
async function work(address) {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const answer = await fetch(address, { headers: { "HX-Request": "true" } }).catch(() => null);
    if (answer?.status !== BUSY) return answer?.ok ?? false;
    await new Promise((resume) => setTimeout(resume, PAUSE));
  }
  return false;
}

async function look() {
  const link = document.querySelector("#dock a[data-work]");
  const address = link?.getAttribute("href");
  const { standing, number } = document.getElementById("live")?.dataset ?? {};
  const position = `${link?.getAttribute("data-work")} ${location.pathname} ${standing} ${number}`;
  if (!address || position === asked) return;
  asked = position;
  const is = await work(address);
  // @ts-ignore: htmx is a script of its own
  if (is) window.htmx.ajax("GET", `${location.pathname}/now${location.search}`, { swap: "none" });
  else asked = "";
}

/** Of the rounds the last are asked for: they are in sight when the table of them is opened.
 * @type {Element | null} */
let opened = null;

function toTheLast() {
  const course = document.querySelector("#dock .course");
  if (course && course !== opened) course.scrollLeft = course.scrollWidth;
  opened = course;
}

look();
toTheLast();
document.addEventListener("htmx:after:swap", toTheLast);
document.addEventListener("htmx:after:swap", () => void look());
