// A number: exact decimals in units of 10^-15, what a question allows, by the rules of the core
// (`crates/core/src/control/number.rs`), and its field with a unit and buttons for the next one up or down.

import { faultInWords } from "../answering/words.js";
import { say } from "../config/texts.js";
import { button, h, typed } from "../rendering/element.js";
import { icon } from "../rendering/icons.js";

/** @import { Card, CardActions, Fault, Kind, Message, NumberRange, Question } from "../types.js" */

/** @type {Kind<NumberRange>} */
export const numberKind = {
  missing: () => ({ kind: "not_a_number" }),
  filled: (range) => range.default,
  read: readNumber,
  words: (range, _, text) => (text?.trim() ? [withUnit(range, text.trim())] : []),
  limits: rangeInWords,
  field: numberField,
};

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

/**
 * A comma is a point where it can mean nothing else; `1,500` may mean either and stays as it is.
 * @param {string} text
 */
const withPoint = (text) => (/^[^.,]*,[^.,]*$/.test(text) && !/\d,\d{3}$/.test(text) ? text.replace(",", ".") : text);

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
function readNumber(range, typed) {
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
function withUnit({ unit }, number) {
  if (!unit) return number;
  if (["%", "°"].includes(unit)) return `${number}${unit}`;
  return ["$", "€", "£", "¥", "₩"].includes(unit) ? `${unit}${number}` : `${number} ${unit}`;
}

/** @param {NumberRange} range @returns {Message[]} */
function rangeInWords(range) {
  const said = (/** @type {string | undefined} */ number) => (number === undefined ? "" : withUnit(range, number));
  // `0.5 to 64 GB`, but `$5 to $20`: a unit that follows is said once.
  const once = (/** @type {string | undefined} */ number) => (withUnit(range, "1").startsWith("1") ? (number ?? "") : said(number));
  const bounded = range.min !== undefined || range.max !== undefined;
  const values = {
    min: range.max === undefined ? said(range.min) : once(range.min),
    max: said(range.max),
    step: bounded ? once(range.step) : said(range.step),
  };
  const ends = range.max === undefined ? "number-from" : range.min === undefined ? "number-up-to" : "number-between";
  const messages = bounded ? [{ key: ends, values }] : [];
  return range.step === undefined ? messages : [...messages, { key: "number-steps", values }];
}

/** @param {NumberRange} range @param {Card} card @param {Question} question @param {CardActions} act */
function numberField(range, card, question, act) {
  const shown = card.view.presentation.placeholder ? question.placeholder : undefined;
  const step = (/** @type {"up" | "down"} */ way, /** @type {"plus" | "minus"} */ sign) =>
    button("icon", say(`number-${way}`), () => act.edit(question.id, { write: nextNumber(range, card.work.entries[question.id].text, way) }), { "data-do": `number-${way}` }, icon(sign));
  const { text } = card.work.entries[question.id];
  const read = text.trim() ? readNumber(range, text) : null;
  const wrong = read && "fault" in read && faultInWords(read.fault);
  return [h(
    "div",
    { key: "number", class: "number" },
    step("down", "minus"),
    h("input", {
      key: "field",
      type: "text",
      // No type=number: it drops what it does not understand, and some languages want a comma.
      inputmode: range.min !== undefined && !range.min.startsWith("-") ? "decimal" : "text",
      "data-field": `text/${question.id}`,
      "data-arrive": true,
      "aria-invalid": wrong ? "true" : null,
      "aria-label": question.header || card.view.form.title,
      placeholder: shown || say("number-placeholder"),
      value: card.work.entries[question.id].text,
      autocomplete: "off",
      spellcheck: "false",
      maxlength: "80",
      oninput: typed((text) => act.write(question.id, withPoint(text))),
      onblur: () => act.flush(),
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
        if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
        event.preventDefault();
        // The page doesn't write to a field that is being typed in.
        const input = /** @type {HTMLInputElement} */ (event.target);
        input.value = nextNumber(range, input.value, event.key === "ArrowUp" ? "up" : "down");
        act.write(question.id, input.value);
      },
    }),
    range.unit && h("span", { key: "unit", class: "unit" }, range.unit),
    step("up", "plus"),
  ),
  // Said while it is typed; after an attempt to send, as with every question.
  h("p", { key: "wrong", class: "small wrong", role: "status" }, wrong && !card.strict && say(wrong.key, wrong.values))];
}
