// Keys that are pressed on the history while the next page comes: kept until the scripts are there that heed them.
// @ts-check

(() => {
  if (!sessionStorage.getItem("history-focus")) return;
  /** @type {string[]} */
  const keys = [];
  /** @param {KeyboardEvent} event */
  const keep = (event) => void keys.push(event.key);
  document.addEventListener("keydown", keep);
  Reflect.set(window, "earlyKeys", () => {
    document.removeEventListener("keydown", keep);
    return keys;
  });
})();
