// The tab: how many tables wait, in the title and on the icon of every page, and a sound for those who asked for one.
// @ts-check

const LOOK = 60_000; // milliseconds between two looks at how many wait
const SOUND = "sound";
const MARK = /^(\((\d+)\) |● )/;

const address = document.querySelector("[data-waiting]")?.getAttribute("data-waiting") ?? "";
const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));
const usual = icon?.href ?? "";
const title = document.querySelector("title");

/** What the title says: a number of tables, or that it is one's turn at this one. */
const mark = () => MARK.exec(document.title)?.[1]?.trim() ?? "";
let before = mark();

/** Our sign with a red mark beside it.
 * @param {string} text */
function marked(text) {
  const line = "M5.5 21C12 20.5 12 9.5 20 9";
  const words = text
    ? `<circle cx="20.5" cy="7.5" r="7.5" fill="#a3361b" stroke="#fff" stroke-width="1.5"/><text x="20.5" y="11.3" font-family="sans-serif" font-weight="700" font-size="10.5" fill="#fff" text-anchor="middle">${text}</text>`
    : '<circle cx="21" cy="7" r="6.5" fill="#a3361b" stroke="#fff" stroke-width="1.5"/>';
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28"><circle cx="13" cy="15" r="12" fill="#fbf7ee" stroke="#1d4d3c" stroke-width="2"/><path d="${line}" fill="none" stroke="#1d4d3c" stroke-width="6"/><path d="${line}" fill="none" stroke="#fbf7ee" stroke-width="2.4"/>${words}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(drawn)}`;
}

function show() {
  const now = mark();
  const count = /\d+/.exec(now)?.[0] ?? "";
  if (icon) icon.href = now ? marked(count.length > 1 ? "9+" : count) : usual;
  const more = now === "●" ? before !== "●" : Number(count) > Number(/\d+/.exec(before)?.[0] ?? 0);
  if (more) ring();
  before = now;
}

async function look() {
  if (!address) return;
  try {
    const answer = await fetch(address);
    if (!answer.ok) return;
    const { count } = await answer.json();
    const words = document.title.replace(MARK, "");
    const next = count ? `(${count}) ${words}` : words;
    if (next !== document.title) document.title = next;
  } catch {
    // no connection: the title stays as it was
  }
}

// A sound, made here: two notes, as of a station's bell. A browser lets a page sound once it was touched.

/** @type {AudioContext | null} */
let audio = null;

function wake() {
  if (localStorage.getItem(SOUND) === "on") audio ??= new AudioContext();
  void audio?.resume();
}

function ring() {
  if (!audio || localStorage.getItem(SOUND) !== "on") return;
  [660, 495].forEach((pitch, place) => {
    if (!audio) return;
    const at = audio.currentTime + place * 0.28;
    const tone = new OscillatorNode(audio, { type: "sine", frequency: pitch });
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(0.16, at + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, at + 0.9);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 1);
  });
  document.documentElement.dataset.rang = String(Number(document.documentElement.dataset.rang ?? 0) + 1);
}

/** The two buttons on the page of notices. */
function offer() {
  const sound = document.getElementById("sound");
  if (!sound) return;
  sound.hidden = false;
  const buttons = [...sound.querySelectorAll("button")];
  const say = () => {
    const now = localStorage.getItem(SOUND) === "on" ? "on" : "off";
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.value === now));
  };
  for (const button of buttons)
    button.addEventListener("click", () => {
      localStorage.setItem(SOUND, button.value);
      say();
      wake();
      if (button.value === "on") ring();
    });
  say();
}

addEventListener("pointerdown", wake, { once: true });
addEventListener("keydown", wake, { once: true });
if (title) new MutationObserver(show).observe(document.head, { childList: true, subtree: true, characterData: true });
navigator.serviceWorker?.addEventListener("message", (event) => event.data?.told && void look());
document.addEventListener("visibilitychange", () => void look());
if (address) setInterval(() => void look(), LOOK);
offer();
show();
