// Numbers that a person types: exact decimals, and what a question allows, by the rules of the core
// (`crates/core/src/control/number.rs`). In units of 10^-15.

/** @import { Fault, NumberRange } from "../types.js" */

const DIGITS = 15;
const ONE = 10n ** 15n;
const FULL_WIDTH = /[\uff0b\uff0d\uff0e\uff10-\uff19]/g;

/**
 * `undefined`: it has too many digits; `null`: it isn't a number.
 * @param {string} text @returns {bigint | null | undefined}
 */
function parseDecimal(text) {
  const plain = text
    .trim()
    .replace("\u2212", "-")
    .replace(FULL_WIDTH, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));
  const parts = /^([+-]?)([0-9]*)\.?([0-9]*)$/.exec(plain);
  if (!parts || !(parts[2] || parts[3])) return null;
  const [whole, fraction] = [parts[2].replace(/^0+/, ""), parts[3].replace(/0+$/, "")];
  const kept = (whole + fraction).replace(/^0+/, "").length;
  if (kept > DIGITS || fraction.length > DIGITS) return undefined;
  const value = BigInt(whole + fraction.padEnd(DIGITS, "0"));
  return parts[1] === "-" ? -value : value;
}

/** @param {bigint} number */
function formatDecimal(number) {
  const size = number < 0n ? -number : number;
  const fraction = String(size % ONE).padStart(DIGITS, "0").replace(/0+$/, "");
  return `${number < 0n ? "-" : ""}${size / ONE}${fraction && `.${fraction}`}`;
}

/** @param {string | undefined} text */
const decimalOf = (text) => (text === undefined ? null : (parseDecimal(text) ?? null));

/** @param {NumberRange} range @param {string} typed */
function typedNumber({ unit = "" }, typed) {
  const text = typed.trim();
  // First as it is: a unit can begin or end with a digit.
  const plain = parseDecimal(text);
  if (typeof plain === "bigint") return plain;
  const same = (/** @type {string} */ part) => part.toLowerCase() === unit.toLowerCase();
  if (unit && same(text.slice(-unit.length))) return parseDecimal(text.slice(0, -unit.length));
  if (unit && same(text.slice(0, unit.length))) return parseDecimal(text.slice(unit.length));
  return plain;
}

/** @param {NumberRange} range @param {bigint} number */
function pastStep(range, number) {
  const step = decimalOf(range.step) ?? ONE;
  const past = (number - (decimalOf(range.min) ?? 0n)) % step;
  return past < 0n ? past + step : past;
}

/**
 * The closest that is allowed, the lower of two; without a step only the ends count.
 * @param {NumberRange} range @param {bigint} number
 */
function nearestNumber(range, number) {
  const [min, max, step] = [decimalOf(range.min), decimalOf(range.max), decimalOf(range.step)];
  let near = min !== null && number < min ? min : number;
  if (max !== null && near > max) near = max;
  const past = pastStep(range, near);
  if (step === null || past === 0n) return near;
  const above = near - past + step;
  return (max !== null && above > max) || past * 2n <= step ? near - past : above;
}

/**
 * What was typed, perhaps with the unit of the question before or behind it.
 * @param {NumberRange} range @param {string} typed @returns {{ text: string } | { fault: Fault }}
 */
export function readNumber(range, typed) {
  const number = typedNumber(range, typed);
  const [min, max] = [decimalOf(range.min), decimalOf(range.max)];
  if (number === null) return { fault: { kind: "not_a_number" } };
  if (number === undefined) return { fault: { kind: "too_many_digits" } };
  if (min !== null && number < min) return { fault: { kind: "below_min", min: formatDecimal(min) } };
  if (max !== null && number > max) return { fault: { kind: "above_max", max: formatDecimal(max) } };
  if (range.step !== undefined && pastStep(range, number) !== 0n) {
    return { fault: { kind: "off_step", step: range.step, nearest: formatDecimal(nearestNumber(range, number)) } };
  }
  return { text: formatDecimal(number) };
}

/**
 * The next number that is allowed that way; what was typed if there is none, or if it isn't a number. An
 * empty field gets the default, or the first number.
 * @param {NumberRange} range @param {string} typed @param {"up" | "down"} way
 */
export function nextNumber(range, typed, way) {
  const min = decimalOf(range.min) ?? 0n;
  if (!typed.trim()) return formatDecimal(nearestNumber(range, decimalOf(range.default) ?? (min > 0n ? min : 0n)));
  const number = typedNumber(range, typed);
  if (typeof number !== "bigint") return typed;
  const [past, step] = [pastStep(range, number), decimalOf(range.step) ?? ONE];
  const down = past === 0n ? number - step : number - past;
  const next = nearestNumber(range, way === "up" ? number - past + step : down);
  const isFurther = way === "up" ? next > number : next < number;
  // One with more digits than are kept could not be sent.
  const isSendable = typeof parseDecimal(formatDecimal(next)) === "bigint";
  return formatDecimal(isFurther && isSendable ? next : number);
}

/**
 * `5 GB`, `20%`, `$5`.
 * @param {NumberRange} range @param {string} number
 */
export function withUnit({ unit }, number) {
  if (!unit) return number;
  if (["%", "°"].includes(unit)) return `${number}${unit}`;
  return ["$", "€", "£", "¥", "₩"].includes(unit) ? `${unit}${number}` : `${number} ${unit}`;
}
