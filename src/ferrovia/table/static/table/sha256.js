// SHA-256 as FIPS 180-4 tells it: browsers have their own only where a page comes by https, and clubs play without.
// @ts-check

/** The first prime numbers, of whose roots the constants are made. */
const PRIMES = [2];
for (let number = 3; PRIMES.length < 64; number += 2) {
  if (PRIMES.every((prime) => number % prime)) PRIMES.push(number);
}

/** The first 32 bits behind the point. @param {number} root */
const bits = (root) => (root - Math.floor(root)) * 2 ** 32;

const START = PRIMES.slice(0, 8).map((prime) => bits(Math.sqrt(prime)));
const ROUNDS = Uint32Array.from(PRIMES, (prime) => bits(Math.cbrt(prime)));

/** @param {Uint32Array} words @param {number} place */
const at = (words, place) => words[place] ?? 0;

/** @param {number} word @param {number} by */
const turned = (word, by) => (word >>> by) | (word << (32 - by));

/**
 * The message, a one, zeros, and its length in bits, as words of 32 bits in whole blocks of 16.
 * @param {Uint8Array} message
 */
function blocks(message) {
  const padded = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(padded.length - 4, message.length * 8);
  return Array.from({ length: padded.length / 4 }, (_, place) => view.getUint32(place * 4));
}

/**
 * @param {Uint8Array} message
 * @returns {string} in hexadecimal figures
 */
export function sha256(message) {
  const words = blocks(message);
  const hash = Uint32Array.from(START);
  const w = new Uint32Array(64);
  for (let block = 0; block < words.length; block += 16) {
    w.set(words.slice(block, block + 16));
    for (let t = 16; t < 64; t += 1) {
      const far = at(w, t - 15);
      const near = at(w, t - 2);
      const zero = turned(far, 7) ^ turned(far, 18) ^ (far >>> 3);
      const one = turned(near, 17) ^ turned(near, 19) ^ (near >>> 10);
      w[t] = at(w, t - 16) + zero + at(w, t - 7) + one;
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
    for (let t = 0; t < 64; t += 1) {
      const one = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
      const first = (h + one + ((e & f) ^ (~e & g)) + at(ROUNDS, t) + at(w, t)) | 0;
      const zero = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
      const second = (zero + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, place) => (hash[place] = at(hash, place) + word));
  }
  return Array.from(hash, (word) => word.toString(16).padStart(8, "0")).join("");
}
