// Live: hears that the table stands elsewhere, and fetches this viewer's own parts of the page.
// @ts-check

const STREAM = "/events";

/** Where this page stands, as the server wrote it; the element is replaced with every answer. */
const here = () => /** @type {HTMLElement} */ (document.getElementById("live"));

/** Fetch the parts that may have changed; what is picked stays in the address. */
function refresh() {
  // @ts-ignore: htmx is a script of its own
  window.htmx.ajax("GET", `${location.pathname}/now${location.search}`, { swap: "none" });
}

/** @param {MessageEvent} event */
function told(event) {
  if (event.data !== here().dataset.standing) refresh();
}

if (here()) {
  new EventSource(`/t/${here().dataset.table}${STREAM}`).onmessage = told;
}
