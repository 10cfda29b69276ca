// How a question is answered. Only this file tells controls apart, as `crates/core/src/control.rs` does:
// a new control is its own file and a line in what it differs in.

import { readNumber } from "./number.js";
import { shownRanking } from "./ranking.js";

/** @import { Choice, Fault, Question } from "../types.js" */

/** The kinds of controls that a page can draw. */
export const CONTROLS = ["one", "many", "text", "rank", "number"];

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

/**
 * The ranking, if options are ranked.
 * @param {Question | undefined} question
 */
export const rankingOf = (question) => (question?.control.kind === "rank" ? question.control : null);

/**
 * Which numbers are allowed, if a number is asked for.
 * @param {Question} question
 */
export const rangeOf = ({ control }) => (control.kind === "number" ? control : null);

/**
 * How many options can be chosen.
 * @param {Question} question @returns {{ min: number, max: number }}
 */
export function boundsOf({ control }) {
  if (control.kind === "many") return control.bounds;
  if (control.kind === "rank") return { min: control.places, max: control.places };
  return control.kind === "one" ? { min: 1, max: 1 } : { min: 0, max: 0 };
}

/**
 * What the agent has filled in beforehand.
 * @param {Question} question
 */
export const defaultText = (question) => rangeOf(question)?.default ?? "";

/**
 * Each option once: of a ranking in the person's order, else in the order of the question.
 * @param {Question} question @param {string[]} ids
 */
export function arranged(question, ids) {
  const known = optionsOf(question).map(({ id }) => id);
  return rankingOf(question) ? [...new Set(ids)].filter((id) => known.includes(id)) : known.filter((id) => ids.includes(id));
}

/**
 * The options as shown while these are chosen.
 * @param {Question} question @param {string[]} ids
 */
export function shownOrder(question, ids) {
  const ranking = rankingOf(question);
  return ranking ? shownRanking(ranking, ids) : optionsOf(question);
}

/**
 * What was typed, in its canonical form.
 * @param {Question} question @param {string} typed @returns {{ text: string } | { fault: Fault }}
 */
export function readText(question, typed) {
  const range = rangeOf(question);
  if (range) return readNumber(range, typed);
  return takesText(question) ? { text: typed } : { fault: { kind: "no_own_text" } };
}

/**
 * What a question lacks that nobody has answered.
 * @param {Question} question @returns {Fault}
 */
export function missing({ control }) {
  if (control.kind === "text") return { kind: "write" };
  if (control.kind === "number") return { kind: "not_a_number" };
  if (control.kind === "rank") return { kind: "rank_more", places: control.places, ranked: 0 };
  if (control.own_text === "allowed") return { kind: "choose_or_write" };
  if (control.kind === "one") return { kind: "choose_one", chosen: 0 };
  return { kind: "too_few", min: Math.max(1, control.bounds.min), chosen: 0 };
}

/**
 * What is wrong with an answer of this many options, and possibly a text.
 * @param {Question} question @param {number} chosen @param {boolean} hasText @returns {Fault | null}
 */
export function miscounted(question, chosen, hasText) {
  const { min, max } = boundsOf(question);
  if (isOne(question)) return hasText && chosen > 0 ? { kind: "option_or_text" } : null;
  if (chosen > max) return { kind: "too_many", max, chosen };
  if (chosen >= min) return null;
  return rankingOf(question) ? { kind: "rank_more", places: min, ranked: chosen } : { kind: "too_few", min, chosen };
}
