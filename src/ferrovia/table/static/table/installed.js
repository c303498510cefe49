// Installed: the service worker sees to the pages of whoever has installed us or lets us ring, and of nobody else.
// @ts-check

/** A page without a connection is to be looked at: it says so, and sends nothing. */
function offline() {
  const line = document.getElementById("offline");
  if (!("offline" in document.documentElement.dataset) || !line?.textContent?.trim()) return;
  const seen = new Date(document.documentElement.dataset.offline ?? "");
  if (!Number.isNaN(seen.getTime())) line.append(` ${seen.toLocaleString(document.documentElement.lang)}`);
  line.hidden = false;
  const refuse = (/** @type {Event} */ event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  addEventListener("submit", refuse, true);
  for (const button of document.querySelectorAll("form button")) button.setAttribute("disabled", "");
  addEventListener("online", () => location.reload());
}

async function begin() {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  const standing = await serviceWorker.getRegistration("/");
  const isInstalled = matchMedia("(display-mode: standalone)").matches;
  if (!standing && !isInstalled) return;
  await serviceWorker.register("/worker.js");
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden" && !("offline" in document.documentElement.dataset))
      serviceWorker.controller?.postMessage({ keep: location.href });
  });
}

offline();
void begin();
