// The five controls. Only this file tells controls apart, as `crates/core/src/control.rs` does:
// a new control is its own file in `control` and a word in `CONTROLS`.

import { manyKind, oneKind, textKind } from "../control/choice.js";
import { numberKind } from "../control/number.js";
import { rankKind } from "../control/rank.js";

/** @import { Choice, Fault, Kind, Message, Question } from "../types.js" */

/** @type {Record<string, Kind>} those that a page can draw */
export const CONTROLS = { one: oneKind, many: manyKind, text: textKind, rank: rankKind, number: numberKind };

/** @param {Question} question */
export const kindOf = ({ control }) => CONTROLS[control.kind] ?? textKind;

/** @param {Question} question @returns {Choice[]} */
export function optionsOf(question) {
  return "options" in question.control ? question.control.options : [];
}

/** @param {Question} question */
export function takesText({ control }) {
  return "own_text" in control ? control.own_text === "allowed" : !("options" in control);
}

/** @param {Question} question whether an option replaces the previous one, and the person's own text */
export const isOne = ({ control }) => control.kind === "one";

/** @param {Question} question whether choosing nothing is an answer */
export const takesNothing = ({ control }) => control.kind === "many" && control.empty === "allowed";

/** @param {Question} question how many options can be chosen */
export const boundsOf = (question) => kindOf(question).bounds?.(question.control) ?? { min: 0, max: 0 };

/** @param {Question} question what the agent has filled in beforehand */
export const defaultText = (question) => kindOf(question).filled?.(question.control) ?? "";

/**
 * Each option once: of a ranking in the person's order, else in the order of the question.
 * @param {Question} question @param {string[]} ids
 */
export function arranged(question, ids) {
  const known = optionsOf(question).map(({ id }) => id);
  return kindOf(question).order ? [...new Set(ids)].filter((id) => known.includes(id)) : known.filter((id) => ids.includes(id));
}

/**
 * The options as shown while these are chosen.
 * @param {Question} question @param {string[]} ids
 */
export const shownOrder = (question, ids) => kindOf(question).order?.(question.control, ids) ?? optionsOf(question);

/**
 * What was typed, in its canonical form.
 * @param {Question} question @param {string} typed @returns {{ text: string } | { fault: Fault }}
 */
export function readText(question, typed) {
  const { read } = kindOf(question);
  if (read) return read(question.control, typed);
  return takesText(question) ? { text: typed } : { fault: { kind: "no_own_text" } };
}

/** @param {Question} question what a question lacks that nobody has answered */
export const missing = (question) => kindOf(question).missing(question.control);

/**
 * What is wrong with an answer of this many options, and possibly a text.
 * @param {Question} question @param {number} chosen @param {boolean} hasText @returns {Fault | null}
 */
export function miscounted(question, chosen, hasText) {
  const { min, max } = boundsOf(question);
  if (isOne(question)) return hasText && chosen > 0 ? { kind: "option_or_text" } : null;
  if (chosen > max) return { kind: "too_many", max, chosen };
  if (chosen >= min) return null;
  return kindOf(question).order ? kindOf(question).missing(question.control, chosen) : { kind: "too_few", min, chosen };
}

/**
 * The answer in a few words: labels and the own text.
 * @param {Question} question @param {string[]} ids @param {string | undefined} text @returns {string[]}
 */
export function answerWords(question, ids, text) {
  const { words } = kindOf(question);
  if (words) return words(question.control, ids, text);
  const labels = optionsOf(question).filter((option) => ids.includes(option.id)).map((option) => option.label);
  return text?.trim() ? [...labels, text.trim()] : labels;
}

/**
 * The notes on its options, each with the option it is on: that need not be what is chosen.
 * @param {Question} question @param {Record<string, string> | undefined} notes @returns {{ id: string, words: string }[]}
 */
export function notesInWords(question, notes) {
  const label = (/** @type {string} */ id) => optionsOf(question).find((option) => option.id === id)?.label ?? id;
  const given = Object.entries(notes ?? {}).filter(([, note]) => note.trim());
  return given.map(([id, note]) => ({ id, words: `${label(id)}: ${note}` }));
}

/**
 * What an answer must be, in words; nothing where that is plain to see.
 * @param {Question} question @returns {Message[]}
 */
export const limitsInWords = (question) => kindOf(question).limits?.(question.control) ?? [];
