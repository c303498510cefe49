// Asking: whatever has a card answers a click, a tap or the key I; what is picked besides stays picked, and whoever
// asked by a key is brought to the card and back.
// @ts-check

/** @type {HTMLElement | SVGElement | null} */
let asker = null;
let byKey = false;

const spots = () => [...document.querySelectorAll("#asks a")].map((each) => /** @type {SVGAElement} */ (each));

/** The address of this page with something asked about.
 * @param {string} thing */
function asking(thing) {
  const query = new URLSearchParams(location.search);
  query.set("ask", thing);
  if (query.get("sheet") === "closed") query.delete("sheet");
  return `?${query}`;
}

/** What an element, or what it stands in, is about.
 * @param {Element | null} element */
function thingOf(element) {
  const found = element?.closest("[data-ask], #marks [data-hex]");
  if (!(found instanceof HTMLElement || found instanceof SVGElement)) return "";
  return found.dataset.ask || (found.dataset.hex ? `hex:${found.dataset.hex}` : "");
}

// Links of parts that are the same for everybody say only what they ask: here they get the rest of the address.
document.addEventListener(
  "click",
  (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[data-ask]") : null;
    const asks = event.target instanceof Element ? event.target.closest("a[href*='ask=']") : null;
    if (link?.classList.contains("asks")) {
      link.setAttribute("data-pick", "");
      link.setAttribute("href", asking(/** @type {HTMLElement} */ (link).dataset.ask || ""));
    }
    if (asks && !asks.closest("#ask")) {
      asker = /** @type {HTMLElement} */ (asks);
      byKey = event.detail === 0;
    }
  },
  true,
);

/** Ask as a link would.
 * @param {string} thing */
function ask(thing) {
  const link = document.createElement("a");
  link.setAttribute("href", asking(thing));
  document.body.append(link);
  link.click();
  link.remove();
}

/** The nearest hex in a direction.
 * @param {SVGAElement} from @param {number} dx @param {number} dy */
function next(from, dx, dy) {
  const place = (/** @type {Element} */ each) => {
    const rim = /** @type {SVGUseElement} */ (each.querySelector("use"));
    return [rim.x.baseVal.value, rim.y.baseVal.value];
  };
  const [x0 = 0, y0 = 0] = place(from);
  let best,
    least = Infinity;
  for (const each of spots()) {
    const [x = 0, y = 0] = place(each);
    const along = (x - x0) * dx + (y - y0) * dy;
    const far = along + 2 * (Math.abs((x - x0) * dy) + Math.abs((y - y0) * dx));
    if (along > 20 && far < least) [best, least] = [each, far];
  }
  return best;
}

/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

document.addEventListener("keydown", (event) => {
  const at = event.target instanceof Element ? event.target : null;
  if (!at || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
  if (at.closest("input, textarea, select, dialog[open]")) return;
  const way = WAYS[event.key];
  const spot = at.closest("#asks a");
  if (way && spot instanceof SVGAElement) {
    event.preventDefault();
    const to = next(spot, ...way);
    if (!to) return;
    spot.setAttribute("tabindex", "-1");
    to.setAttribute("tabindex", "0");
    to.focus({ preventScroll: true });
  } else if (event.key.toLowerCase() === "i" && !event.shiftKey) {
    const thing = thingOf(at);
    if (!thing) return;
    event.preventDefault();
    ask(thing);
    asker = /** @type {HTMLElement} */ (at);
    byKey = true;
  }
});

// The card takes the focus of whoever asked by a key, and gives it back.
let open = false;
document.addEventListener("htmx:after:swap", () => {
  const body = /** @type {HTMLElement | null} */ (document.querySelector("#ask .ask-body"));
  if (body && byKey) body.focus();
  if (!body && open && byKey && asker?.isConnected) asker.focus({ preventScroll: true });
  if (!body) byKey = false;
  open = !!body;
});
