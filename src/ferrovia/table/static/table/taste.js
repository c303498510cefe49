// Language and light: without leaving a half-made choice, and dark at the first visit where the browser asks for it.
// @ts-check

const KEPT = "half-made";

/** What somebody may have typed and not sent. */
const fields = () =>
  /** @type {NodeListOf<HTMLInputElement | HTMLTextAreaElement>} */ (
    document.querySelectorAll("input[id]:not([type=hidden],[type=password],[readonly]), textarea[id]")
  );

/** Go back to exactly this address, and find there what was typed here.
 * @param {SubmitEvent} event */
function keep(event) {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.getAttribute("action") !== "/taste") return;
  const back = form.querySelector("input[name=back]");
  const here = location.pathname + location.search;
  if (back instanceof HTMLInputElement) back.value = here;
  const typed = [...fields()]
    .filter((field) => field.value !== field.defaultValue)
    .map((field) => [field.id, field.value]);
  sessionStorage.setItem(KEPT, JSON.stringify({ here, typed, at: scrollY }));
}

/** Put back what was typed, if this is the same page. */
function restore() {
  const kept = sessionStorage.getItem(KEPT);
  if (!kept) return;
  sessionStorage.removeItem(KEPT);
  const { here, typed, at } = JSON.parse(kept);
  if (here !== location.pathname + location.search) return;
  for (const [id, value] of typed) {
    const field = document.getElementById(id);
    if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.value = value;
  }
  scrollTo(0, at);
}

/** A browser that cannot ask for the dark in its request asks here, once. */
function firstLight() {
  const root = document.documentElement;
  if (/(^|; )theme=/.test(document.cookie) || root.dataset.theme === "dark") return;
  if (!matchMedia("(prefers-color-scheme: dark)").matches) return;
  document.cookie = `theme=dark; path=/; max-age=31536000; samesite=lax${location.protocol === "https:" ? "; secure" : ""}`;
  if (/(^|; )theme=/.test(document.cookie)) location.reload();
}

addEventListener("submit", keep, true);
restore();
firstLight();
