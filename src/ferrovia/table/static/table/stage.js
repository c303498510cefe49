// The board: which hexes are lit, focus from hex to hex.
// @ts-check

/** Light the hexes that are asked about; the others wear their veil. */
function light() {
  const board = document.getElementById("board");
  const marks = document.getElementById("marks");
  if (!board || !marks) return;
  const lit = (marks.dataset.lit || "").split(" ").filter(Boolean);
  board.classList.toggle("asking", lit.length > 0);
  for (const old of board.querySelectorAll("g.lit")) old.classList.remove("lit");
  for (const hex of lit) document.getElementById(`hex-${hex}`)?.classList.add("lit");
}

light();
document.addEventListener("htmx:after:swap", light);
