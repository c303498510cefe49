// The page of notices: lets this browser ring, and shows what became of a test as soon as it is known.
// @ts-check

const AGAIN = 1_500; // milliseconds between two looks at a test
const LOOKS = 20;

const push = document.getElementById("push");
const button = /** @type {HTMLButtonElement | null} */ (push?.querySelector("[data-ring]") ?? null);
const trouble = document.getElementById("push-trouble");

/** @param {string} text */
const bytes = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));

/** @param {string} [why] */
function complain(why) {
  if (!trouble) return;
  trouble.textContent = why ?? "";
  trouble.hidden = !why;
}

/** The browser's subscription under our key; one for another key of ours is of no use any more. */
async function subscription() {
  const { worker = "", key = "" } = push?.dataset ?? {};
  await navigator.serviceWorker.register(worker);
  const { pushManager } = await navigator.serviceWorker.ready;
  const standing = await pushManager.getSubscription();
  if (standing) {
    const known = standing.options.applicationServerKey;
    if (known && String(new Uint8Array(known)) === String(bytes(key))) return standing;
    await standing.unsubscribe();
  }
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
}

/** Tell the server of this browser.
 * @param {PushSubscription} made */
async function subscribe(made) {
  const { endpoint, keys } = made.toJSON();
  const phone = /Mobi|Android|iPhone|iPad/.test(navigator.userAgent);
  const name = /Firefox|Edg|Chrome|Safari/.exec(navigator.userAgent)?.[0].replace("Edg", "Edge") ?? "";
  const label = `${(phone ? push?.dataset.phone : push?.dataset.computer) ?? ""} ${name && `(${name})`}`.trim();
  const token = /** @type {HTMLInputElement | null} */ (push?.querySelector("[name=csrfmiddlewaretoken]"));
  return fetch(push?.dataset.subscribe ?? "", {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": token?.value ?? "" },
    body: JSON.stringify({ ...keys, endpoint, label, server: push?.dataset.key ?? "" }),
  });
}

async function ringHere() {
  complain();
  if (Notification.permission === "denied" || (await Notification.requestPermission()) !== "granted") {
    complain(push?.dataset.denied);
    return;
  }
  try {
    const answer = await subscribe(await subscription());
    if (answer.ok) location.reload();
    else complain((await answer.json()).trouble ?? push?.dataset.failed);
  } catch {
    complain(push?.dataset.failed);
  }
}

function offer() {
  if (!push || !button) return;
  button.hidden = false;
  const can = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  button.addEventListener("click", () => (can ? void ringHere() : complain(push.dataset.missing)));
  if (can && Notification.permission === "granted") void remind();
}

/** A browser that rings belongs to the log-in of now: the server hears of it again. */
async function remind() {
  const registered = await navigator.serviceWorker.getRegistration("/");
  const standing = await registered?.pushManager.getSubscription();
  if (standing) await subscribe(await subscription()).catch(() => undefined);
}

/** What is on its way is looked at again, until it has arrived. */
async function follow() {
  for (let looks = 0; looks < LOOKS && document.querySelector("[data-pending]"); looks += 1) {
    await new Promise((done) => setTimeout(done, AGAIN));
    const answer = await fetch(location.href).catch(() => null);
    if (!answer?.ok) continue;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const id of ["channels", "sent"]) {
      const [old, fresh] = [document.getElementById(id), page.getElementById(id)];
      if (old && fresh && !old.contains(document.activeElement)) old.replaceChildren(...fresh.childNodes);
    }
  }
}

/** At the first visit the clock of this browser is the one that is meant. */
function ownZone() {
  const zone = /** @type {HTMLSelectElement | null} */ (document.querySelector("[data-zone=first]"));
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zone && [...zone.options].some((each) => each.value === here)) zone.value = here;
}

offer();
ownZone();
void follow();
