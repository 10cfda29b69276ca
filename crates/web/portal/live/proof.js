// Mutual proof of page and hub that they know the page's token, which is never sent:
// the counterpart of the hub's `crates/access/src/page_tokens/proof.rs`.
//
// The hash is computed here because browsers provide it only for https and localhost.

import { recall } from "../config/storage.js";

/**
 * The first 32 bits of the fractional part of `Math.pow`: SHA-256 takes its constants from roots of
 * primes.
 */
const roots = (/** @type {number} */ power, /** @type {number} */ count) => {
  const found = [];
  for (let n = 2; found.length < count; n++) {
    let prime = true;
    for (let of = 2; of * of <= n; of++) prime &&= n % of !== 0;
    if (prime) found.push((Math.pow(n, power) * 2 ** 32) | 0);
  }
  return found;
};
/**
 * Worked out when they are needed, which is behind the first picture.
 * @type {number[][] | undefined}
 */
let constants;

/**
 * @param {Uint8Array} message
 * @returns {Uint8Array}
 */
export function sha256(message) {
  const [start, rounds] = (constants ??= [roots(1 / 2, 8), roots(1 / 3, 64)]);
  const padded = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64);
  padded.set(message);
  padded[message.length] = 0x80;
  const input = new DataView(padded.buffer);
  input.setUint32(padded.length - 8, Math.floor(message.length / 2 ** 29));
  input.setUint32(padded.length - 4, message.length << 3);
  const sum = Int32Array.from(start);
  const words = new Int32Array(64);
  const turn = (/** @type {number} */ word, /** @type {number} */ by) => (word >>> by) | (word << (32 - by));
  for (let block = 0; block < padded.length; block += 64) {
    let [a, b, c, d, e, f, g, h] = sum;
    for (let n = 0; n < 64; n++) {
      const [near, far] = [words[n - 15], words[n - 2]];
      words[n] =
        n < 16
          ? input.getInt32(block + n * 4)
          : words[n - 16] + words[n - 7] + (turn(near, 7) ^ turn(near, 18) ^ (near >>> 3)) + (turn(far, 17) ^ turn(far, 19) ^ (far >>> 10));
      const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + rounds[n] + words[n];
      const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, n) => (sum[n] += word));
  }
  const out = new DataView(new ArrayBuffer(32));
  sum.forEach((word, n) => out.setInt32(n * 4, word));
  return new Uint8Array(out.buffer);
}

/**
 * @param {Uint8Array} key at most 64 bytes
 * @param {Uint8Array} message
 */
export function hmac(key, message) {
  const pad = (/** @type {number} */ byte) => Uint8Array.from({ length: 64 }, (_, n) => (key[n] ?? 0) ^ byte);
  return sha256(Uint8Array.of(...pad(0x5c), ...sha256(Uint8Array.of(...pad(0x36), ...message))));
}

/** @param {Uint8Array} bytes */
const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
/** @param {string} text */
const fromHex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** A value that is used once. */
export const freshNonce = () => toHex(crypto.getRandomValues(new Uint8Array(16)));

/**
 * Signs these lines with the token's secret.
 * @param {Uint8Array} secret
 * @param {string[]} lines
 */
const sign = (secret, lines) => hmac(sha256(secret), new TextEncoder().encode(lines.join("\n")));

/** @param {string} token */
const secretOf = (token) => fromHex(token.split(".")[1] ?? "");

/**
 * The proof that only our hub can send with its reply to the request with this nonce.
 * @param {string} nonce
 */
export function replyProof(nonce) {
  return toHex(sign(secretOf(recall("token") ?? ""), ["reply", nonce, location.host]));
}

/** One mutual proof of this page and the process at its address. */
export class Meeting {
  /**
   * @param {string} token
   * @param {string} origin host and port in the address bar
   * @param {string} nonce
   */
  constructor(token, origin, nonce) {
    /** The first message: the page's id, and no secret. */
    this.introduction = { page: token.split(".")[0], nonce };
    this.origin = origin;
    this.secret = secretOf(token);
  }

  /** With the token stored in this browser. */
  static begin() {
    return new Meeting(recall("token") ?? "", location.host, freshNonce());
  }

  /**
   * The page's proof for a hub that has sent its own; `null` for any other process.
   * @param {any} hub
   * @returns {string | null}
   */
  answer(hub) {
    const epoch = String(hub?.epoch);
    const mac = (/** @type {string} */ who) => sign(this.secret, [who, this.introduction.nonce, this.origin, epoch]);
    if (this.secret.length !== 32 || toHex(mac("hub")) !== hub?.proof) return null;
    const pad = mac("page");
    return toHex(this.secret.map((byte, n) => byte ^ pad[n]));
  }
}
