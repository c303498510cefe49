// The end of a game: this browser takes the hashes again, and compares them with what it noted before the start.
// @ts-check

import { commitment, hashed, hasTold, own } from "./numbers.js";

/** @typedef {{ player: string, source: string, number: string, nonce: string, commitment: string }} Row */

/** The sentence that is true, by the name of its element. @param {HTMLElement} part */
function verdict(part) {
  /** @type {{ seed: string, number: string, nonce: string, commitment: string, rows: Row[] }} */
  const told = JSON.parse(part.querySelector("script")?.textContent || "null");
  const texts = told.rows.flatMap((row) => [row.player, row.number, row.nonce]);
  const wrong =
    hashed("ferrovia seed of all", told.number, told.nonce, ...texts) !== told.seed ||
    commitment(told.number, told.nonce) !== told.commitment ||
    told.rows.some((row) => row.source !== "none" && commitment(row.number, row.nonce) !== row.commitment);
  if (wrong) return "wrong";
  const mine = told.rows.flatMap((row) => own(row.commitment) ?? []);
  if (!mine.length) return hasTold(part.dataset.table || "") ? "changed" : "stranger";
  const shown = JSON.stringify({
    server: told.commitment,
    seats: told.rows.map((row) => [row.player, row.commitment]),
  });
  return mine.every((each) => JSON.stringify(each.noted) === shown) ? "right" : "changed";
}

const part = document.getElementById("numbers");
if (part) part.querySelector(`[data-verdict=${verdict(part)}]`)?.removeAttribute("hidden");
