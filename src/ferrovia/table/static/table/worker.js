// The service worker: rings when a notice comes, and shows the page that was seen last where there is no connection.
// It keeps styles, scripts and a few pages of tables; it never sends a move. Nobody finds pages here that another read:
// what leads in, out or away clears them, and so does a page that comes for somebody else than those that are kept.
// @ts-check

/** What only workers have, which the library of pages does not know. @type {any} */
const me = self;
const SHELL = "shell-1";
const PAGES = "pages-1";
const MOST = 6; // pages
const LEAVING = /^\/accounts?\//;
const VISITOR = "visitor"; // the header that says for whom a page is
const ANSWER = "/notices/answer";
let leavings = 0; // how often somebody has gone in, out or away: what was asked for before is not kept after

me.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(me.skipWaiting()));
me.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(begin()));

async function begin() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => ![SHELL, PAGES].includes(name)).map((name) => caches.delete(name)));
  await me.clients.claim();
}

// Without a connection

me.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  const isNavigation = request.mode === "navigate";
  if (LEAVING.test(pathname) && (isNavigation || request.method !== "GET")) {
    leavings += 1;
    event.waitUntil(caches.delete(PAGES));
  }
  if (request.method !== "GET") return;
  if (pathname.startsWith("/static/")) event.respondWith(fromShell(request));
  else if (isNavigation && isKept(pathname)) event.respondWith(page(request));
});

/** Home and tables are kept; nothing else is.
 * @param {string} pathname */
const isKept = (pathname) => pathname === "/" || /^\/t\/[\w-]+$/.test(pathname);

/** What is packed has a name that changes with it, so it is asked for once.
 * @param {Request} request */
async function fromShell(request) {
  const shell = await caches.open(SHELL);
  const kept = await shell.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok && /\.[0-9a-f]{12}\./.test(request.url)) await shell.put(request, answer.clone());
  return answer;
}

/** A page as it is now, or as it was when it was seen last.
 * @param {Request} request */
async function page(request) {
  try {
    const answer = await fetch(request);
    await forgetOthers(answer);
    if (answer.ok && !answer.redirected) await keep(request.url, answer.clone());
    return answer;
  } catch (trouble) {
    const kept = await (await caches.open(PAGES)).match(key(request.url));
    if (!kept) throw trouble;
    const text = await kept.text();
    const marked = text.replace("<html ", `<html data-offline="${kept.headers.get("date") ?? ""}" `);
    return new Response(marked, { headers: kept.headers });
  }
}

/** Where a log-in has ended, here or elsewhere, the pages of whoever it was go.
 * @param {Response} answer */
async function forgetOthers(answer) {
  const now = answer.headers.get(VISITOR);
  if (now === null) return; // somebody between us and the server said it, or it leads elsewhere
  const pages = await caches.open(PAGES);
  const kept = await Promise.all((await pages.keys()).map((each) => pages.match(each)));
  if (kept.some((each) => each && each.headers.get(VISITOR) !== now)) await caches.delete(PAGES);
}

/** What is picked on a page is no page of its own.
 * @param {string} url */
const key = (url) => new URL(url).pathname;

/** @param {string} url
 * @param {Response} answer */
async function keep(url, answer) {
  const pages = await caches.open(PAGES);
  await pages.delete(key(url));
  await pages.put(key(url), answer);
  const all = await pages.keys();
  await Promise.all(all.slice(0, Math.max(0, all.length - MOST)).map((each) => pages.delete(each)));
}

/** A page that is put away is kept as it stands now: others may have moved since it was loaded. */
me.addEventListener("message", (/** @type {any} */ event) => {
  const url = String(event.data?.keep ?? "");
  if (url && isKept(key(url))) event.waitUntil(keepNow(url));
});

/** @param {string} url */
async function keepNow(url) {
  const before = leavings;
  const answer = await fetch(key(url));
  await forgetOthers(answer);
  if (answer.ok && !answer.redirected && leavings === before) await keep(url, answer);
}

// Notices

me.addEventListener("push", (/** @type {any} */ event) => event.waitUntil(show(event.data?.json() ?? {})));

/** @param {any} told */
async function show(told) {
  const actions = [{ action: "open", title: told.open ?? "" }];
  if (told.later) actions.push({ action: "later", title: told.later });
  /** @type {any} */
  const looks = {
    body: told.body ?? "",
    lang: told.language ?? "en",
    tag: told.tag ?? "ferrovia",
    renotify: true,
    icon: "/icon.png",
    actions,
    data: { path: told.path ?? "/", key: told.key ?? "" },
  };
  await me.registration.showNotification(told.title ?? "Ferrovia", looks);
  await answer("shown", told.key);
  for (const client of await me.clients.matchAll({ type: "window" })) client.postMessage({ told: true });
}

me.addEventListener("notificationclick", (/** @type {any} */ event) => {
  const { path, key } = event.notification.data;
  event.notification.close();
  if (event.action === "later") event.waitUntil(answer("later", key));
  else event.waitUntil(Promise.all([open(path), answer("opened", key)]));
});

/** To the table: in a window that shows it, else in a new one.
 * @param {string} path */
async function open(path) {
  const to = new URL(path, location.origin);
  if (to.origin !== location.origin) return;
  const windows = await me.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find((/** @type {any} */ each) => new URL(each.url).pathname === to.pathname);
  if (there) await there.focus();
  else await me.clients.openWindow(to.href);
}

/** Say what became of a notice; where nobody hears it, nothing is lost.
 * @param {string} what
 * @param {string} which */
async function answer(what, which) {
  const body = JSON.stringify({ do: what, key: which ?? "" });
  await fetch(ANSWER, { method: "POST", body, keepalive: true }).catch(() => undefined);
}
