// A number of one's own for the seed: drawn or typed here, committed to by its hash, told once the game is about to start.
// What the hashes are taken of is told in docs/chance.md; formats/shared_seed.py takes the same.
// @ts-check

import { sha256 } from "./sha256.js";

/** @typedef {{ server: string, seats: string[][] }} Noted what everybody had committed to when a number was told */
/** @typedef {{ number: string, nonce: string, noted?: Noted }} Own */

const OWN = "ferrovia number ";
const AT = "ferrovia numbers at ";

/** @param {...string} texts as netstrings, each behind its length in bytes */
export function hashed(...texts) {
  const encoder = new TextEncoder();
  const parts = texts.map((text) => `${encoder.encode(text).length}:${text},`);
  return sha256(encoder.encode(parts.join("")));
}

/** @param {string} number @param {string} nonce */
export const commitment = (number, nonce) => hashed("ferrovia number", number, nonce);

/** 128 bits that nobody guesses. */
function drawn() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Keep a number here and say its hash; nothing where this browser keeps nothing.
 * @param {string} [typed]
 */
function committed(typed) {
  const own = { number: typed || drawn(), nonce: drawn() };
  const hash = commitment(own.number, own.nonce);
  try {
    localStorage.setItem(OWN + hash, JSON.stringify(own));
    return hash;
  } catch {
    return "";
  }
}

/**
 * @param {string} key
 * @returns {any}
 */
function kept(key) {
  try {
    return JSON.parse(localStorage.getItem(key) || "null");
  } catch {
    return null;
  }
}

/** @param {string} hash @returns {Own | null} */
export const own = (hash) => kept(OWN + hash);

/** Whether this browser has told a number at a table. @param {string} table */
export const hasTold = (table) => kept(AT + table) !== null;

/** @param {HTMLElement} part @param {Record<string, string>} fields */
async function send(part, fields) {
  const token = document.querySelector("input[name=csrfmiddlewaretoken]");
  const body = new URLSearchParams(fields);
  body.set("csrfmiddlewaretoken", token instanceof HTMLInputElement ? token.value : "");
  await fetch(part.dataset.post || "", { method: "POST", body, redirect: "manual" });
}

/** @param {HTMLElement} part @param {string} [typed] for all seats of one's own; else for those that have none */
async function commit(part, typed) {
  /** @type {Record<string, string>} */
  const fields = typed ? { do: "commit", typed: "1" } : { do: "commit" };
  const least = Object.keys(fields).length;
  for (const row of part.querySelectorAll("[data-mine]")) {
    if (!(row instanceof HTMLElement) || (row.dataset.commitment && !typed)) continue;
    const hash = committed(typed);
    if (hash) fields[`commitment-${row.dataset.mine}`] = hash;
  }
  if (Object.keys(fields).length > least) await send(part, fields);
}

/**
 * Note what everybody has committed to, then tell one's own. What was noted for a number is never noted anew: whoever
 * has heard the number could have changed theirs since.
 * @param {HTMLElement} part
 */
async function open(part) {
  const seats = [...part.querySelectorAll("[data-player]")].map((row) =>
    row instanceof HTMLElement ? [row.dataset.player || "", row.dataset.commitment || ""] : [],
  );
  /** @type {Record<string, string>} */
  const fields = { do: "open" };
  for (const row of part.querySelectorAll("[data-mine][data-closed]")) {
    const hash = (row instanceof HTMLElement && row.dataset.commitment) || "";
    const known = own(hash);
    if (!(row instanceof HTMLElement) || !known) continue;
    known.noted ??= { server: part.dataset.server || "", seats };
    localStorage.setItem(OWN + hash, JSON.stringify(known));
    fields[`number-${row.dataset.mine}`] = known.number;
    fields[`nonce-${row.dataset.mine}`] = known.nonce;
  }
  if (Object.keys(fields).length === 1) {
    document.querySelector("[data-elsewhere]")?.removeAttribute("hidden");
    return;
  }
  localStorage.setItem(AT + part.dataset.table, "1");
  await send(part, fields);
}

let busy = false;
let again = false;

/** Do in the lobby what is to be done for the seats of one's own; news that come meanwhile are seen to afterwards. */
export async function tend() {
  again = busy;
  const part = document.getElementById("numbers");
  if (!part || busy) return;
  busy = true;
  try {
    if (part.dataset.starting === undefined) await commit(part);
    else if (part.querySelector("[data-mine][data-closed]")) await open(part);
  } catch {
    // Nobody answered: the next news from the table tries again.
  }
  busy = false;
  if (again) tend();
}

/** @param {SubmitEvent} event */
function submitted(event) {
  const form = event.target;
  if (!(form instanceof HTMLFormElement)) return;
  const field = form.elements.namedItem("commitment");
  if (field instanceof HTMLInputElement && event.submitter?.getAttribute("value") === "computer") {
    field.value = committed();
  }
  const part = document.getElementById("numbers");
  const typed = form.elements.namedItem("number");
  if (
    !part?.contains(form) ||
    !(typed instanceof HTMLInputElement) ||
    event.submitter?.getAttribute("value") !== "tell"
  )
    return;
  const text = typed.value
    .normalize()
    .replace(/[\p{C}\p{Z}]+/gu, " ")
    .trim();
  if (!text) return;
  event.preventDefault();
  typed.value = typed.defaultValue = "";
  commit(part, text);
}

document.addEventListener("submit", submitted);
