// Live: hears that the table stands elsewhere, and fetches this viewer's own part of it.
const live = document.getElementById("live");
if (live) {
  const source = new EventSource(`/t/${live.dataset.table}/events`);
  source.onmessage = (event) => {
    if (event.data !== live.dataset.standing) location.reload();
  };
}
