// Faults, limits and answers in words, as keys of texts.

import { withUnit } from "./number.js";
import { optionsOf } from "./control.js";

/** @import { Fault, Message, NumberRange, Question } from "../types.js" */

/** @param {Fault} fault @returns {Message} */
export function faultInWords(fault) {
  const key = `problem-${fault.kind.replaceAll("_", "-")}`;
  if (fault.kind === "too_long" && fault.unit === "bytes") return { key: "problem-too-many-bytes", values: { max: fault.max } };
  if (fault.kind === "too_long") return { key, values: { excess: fault.count - fault.max, max: fault.max } };
  if (fault.kind === "unknown_option" || fault.kind === "unknown_question") return { key: "problem-unknown" };
  if (fault.kind === "too_few") return { key, values: { min: fault.min } };
  if (fault.kind === "too_many") return { key, values: { max: fault.max } };
  if (fault.kind === "rank_more") return { key, values: { left: fault.places - fault.ranked } };
  if (fault.kind === "ranked_twice") return { key, values: { option: fault.label } };
  if (fault.kind === "below_min") return { key, values: { min: fault.min } };
  if (fault.kind === "above_max") return { key, values: { max: fault.max } };
  if (fault.kind === "off_step") return { key, values: { step: fault.step, nearest: fault.nearest } };
  if (fault.kind === "out_of_range") return { key, values: { min: fault.min, max: fault.max } };
  return { key };
}

/**
 * The answer in a few words: labels and the own text.
 * @param {Question} question @param {string[]} ids @param {string | undefined} text @returns {string[]}
 */
export function answerWords(question, ids, text) {
  const { control } = question;
  const label = (/** @type {string} */ id) => optionsOf(question).find((option) => option.id === id)?.label;
  if (control.kind === "rank") return ids.map((id, at) => `${at + 1}. ${label(id)}`);
  const words = optionsOf(question).filter((option) => ids.includes(option.id)).map((option) => option.label);
  if (!text?.trim()) return words;
  return [...words, control.kind === "number" ? withUnit(control, text.trim()) : text.trim()];
}

/**
 * What an answer must be, in words; nothing where that is plain to see.
 * @param {Question} question @returns {Message[]}
 */
export function limitsInWords({ control }) {
  if (control.kind === "rank") {
    const { places, options } = control;
    return [places < options.length ? { key: "rank-first", values: { count: places } } : { key: "rank-all" }];
  }
  if (control.kind === "number") return rangeInWords(control);
  if (control.kind !== "many") return [];
  const { min, max } = control.bounds;
  const all = control.options.length;
  if (min === max) return [{ key: "choose-exactly", values: { count: min } }];
  if (min === 0 && max >= all) return [{ key: "choose-any" }];
  if (min === 0) return [{ key: "choose-at-most", values: { max } }];
  if (max >= all) return [{ key: "choose-at-least", values: { min } }];
  return [{ key: "choose-between", values: { min, max } }];
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
