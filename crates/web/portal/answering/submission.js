// From what is on the screen to what is sent, and what is wrong with it. The desk checks again; this is
// so that nobody has to send to find out.

import { unanswered } from "./deliberate.js";
import { chosen, isAnswered, optionsOf } from "./work.js";

/** @typedef {import("../types.js").Question} Question */
/** @typedef {import("../types.js").Entry} Entry */
/** @typedef {import("../types.js").Form} Form */
/** @typedef {import("../types.js").Work} Work */
/** @typedef {import("../types.js").Message} Message */
/** @typedef {import("../types.js").Answers} Answers */

/**
 * @param {Form} form
 * @param {Work} work
 * @param {boolean} annotations whether notes are on
 * @returns {import("../types.js").Submission}
 */
export function submissionOf(form, work, annotations) {
  /** @type {Record<string, import("../types.js").SentEntry>} */
  const questions = {};
  for (const question of form.questions) {
    const sent = sentEntry(form, question, work.entries[question.id], annotations);
    if (sent) questions[question.id] = sent;
  }
  const note = annotations ? work.note.trim() : (form.note ?? "");
  // A proposed note that was cleared is sent as empty: left out, it would stand.
  return note || form.note ? { questions, note } : { questions };
}

/**
 * @param {Form} form
 * @param {Question} question
 * @param {Entry} entry
 * @param {boolean} annotations
 * @returns {import("../types.js").SentEntry | null} nothing: it is left open
 */
function sentEntry(form, question, entry, annotations) {
  if (entry.skip !== null) return { skip: entry.skip };
  if (entry.elaborate !== null) return { elaborate: entry.elaborate };
  /** @type {import("../types.js").SentEntry} */
  const sent = {};
  const options = chosen(question, entry);
  const nothing = question.control.kind === "many" && question.control.empty === "allowed";
  if (options.length > 0 || (nothing && (form.completeness === "whole" || entry.options))) sent.options = options;
  if (entry.text.trim()) {
    sent.text = entry.text;
    // Said outright, so that defaults do not stand beside a text that takes their place.
    if (question.control.kind !== "text") sent.options = options;
  }
  const proposed = question.notes ?? {};
  const notes = Object.entries(annotations ? entry.notes : proposed);
  const said = notes.filter(([option, note]) => note.trim() || option in proposed);
  if (said.length > 0 && Object.keys(sent).length > 0) sent.notes = Object.fromEntries(said);
  return Object.keys(sent).length > 0 ? sent : null;
}

/**
 * What is wrong with one answer; a question that may stay open is not wrong for being so.
 * @param {Form} form
 * @param {Question} question
 * @param {Entry} entry
 * @returns {Message | null}
 */
export function problemOf(form, question, entry) {
  if (entry.skip !== null || entry.elaborate !== null) return null;
  const { control } = question;
  if (!isAnswered(question, entry)) {
    if (form.completeness === "partial") return null;
    return missingAnswer(question);
  }
  if (control.kind !== "many") return null;
  const count = chosen(question, entry).length;
  if (count < control.bounds.min) return { key: "problem-too-few", values: { min: control.bounds.min } };
  if (count > control.bounds.max) return { key: "problem-too-many", values: { max: control.bounds.max } };
  return null;
}

/**
 * @param {Question} question
 * @returns {Message | null}
 */
function missingAnswer({ control }) {
  if (control.kind === "text") return { key: "problem-write" };
  if (control.kind === "one") {
    return { key: control.own_text === "allowed" ? "problem-choose-or-write" : "problem-choose-one" };
  }
  if (control.empty === "allowed") return null;
  if (control.own_text === "allowed") return { key: "problem-choose-or-write" };
  return { key: "problem-too-few", values: { min: Math.max(1, control.bounds.min) } };
}

/**
 * What keeps the whole from being sent.
 * @param {Form} form
 * @param {Work} work
 * @returns {{ step: number, message: Message } | null}
 */
export function firstProblem(form, work) {
  for (const [step, question] of form.questions.entries()) {
    const message = problemOf(form, question, work.entries[question.id]);
    if (message) return { step, message };
  }
  if (form.completeness === "partial" && openCount(form, work) === form.questions.length) {
    return { step: 0, message: missingAnswer(form.questions[0]) ?? { key: "problem-choose-one" } };
  }
  return null;
}

/**
 * @param {Form} form
 * @param {Work} work
 */
export function openCount(form, work) {
  return unanswered(form, submissionOf(form, work, true)).length;
}

/**
 * The answer in a few words: labels and the own text.
 * @param {Question} question
 * @param {string[]} ids
 * @param {string | undefined} text
 * @returns {string[]}
 */
export function answerWords(question, ids, text) {
  const labels = optionsOf(question).filter((option) => ids.includes(option.id));
  const words = labels.map((option) => option.label);
  return text?.trim() ? [...words, text.trim()] : words;
}

/**
 * Whether it ended by this command: then it was ours, and only the reply was lost.
 * @param {Form} form
 * @param {import("../types.js").Command} command
 * @param {import("../types.js").Outcome} outcome
 */
export function stands(form, command, outcome) {
  if (outcome.kind === "cancelled") return command.command === "cancel" && (command.note ?? "") === (outcome.note ?? "");
  if (outcome.kind === "rejected") return command.command === "reject" && (command.reason ?? "") === (outcome.reason ?? "");
  if (outcome.kind !== "answered" || command.command !== "answer") return false;
  return JSON.stringify(sentAnswers(form, command)) === JSON.stringify(plain(form, outcome.answers));
}

/**
 * What a command was to answer, as the desk would have it.
 * @param {Form} form
 * @param {import("../types.js").Command} command
 * @returns {Answers}
 */
export function sentAnswers(form, command) {
  const { questions, note } = /** @type {import("../types.js").Submission} */ (command.submission);
  /** @type {Answers} */
  const answers = { questions: {}, note };
  for (const question of form.questions) {
    const entry = questions[question.id];
    if (!entry) continue;
    if (typeof entry.skip === "string") answers.questions[question.id] = { kind: "skipped", reason: entry.skip };
    else if (typeof entry.elaborate === "string") answers.questions[question.id] = { kind: "elaborate", note: entry.elaborate };
    else answers.questions[question.id] = { kind: "given", options: entry.options ?? [], text: entry.text, notes: entry.notes };
  }
  return plain(form, answers);
}

/**
 * The same answers, written in one way: questions in the form's order, nothing that is empty.
 * @param {Form} form
 * @param {Answers} answers
 * @returns {Answers}
 */
function plain(form, answers) {
  const text = (/** @type {string | undefined} */ typed) => typed?.trim() || undefined;
  const asked = form.questions.filter(({ id }) => answers.questions[id]);
  const questions = asked.map(({ id }) => {
    const answer = answers.questions[id];
    if (answer.kind === "skipped") return [id, { kind: answer.kind, reason: text(answer.reason) }];
    if (answer.kind === "elaborate") return [id, { kind: answer.kind, note: text(answer.note) }];
    const noted = Object.entries(answer.notes ?? {}).filter(([, note]) => note.trim());
    const notes = noted.sort(([a], [b]) => (a < b ? -1 : 1));
    return [id, { kind: answer.kind, options: answer.options, text: text(answer.text), notes: notes.length > 0 ? Object.fromEntries(notes) : undefined }];
  });
  return { questions: Object.fromEntries(questions), note: text(answers.note) };
}

/**
 * How many may be chosen, in words; nothing where that is plain to see.
 * @param {Question} question
 * @returns {Message | null}
 */
export function boundsInWords({ control }) {
  if (control.kind !== "many") return null;
  const { min, max } = control.bounds;
  const all = control.options.length;
  if (min === max) return { key: "choose-exactly", values: { count: min } };
  if (min === 0 && max >= all) return { key: "choose-any" };
  if (min === 0) return { key: "choose-at-most", values: { max } };
  if (max >= all) return { key: "choose-at-least", values: { min } };
  return { key: "choose-between", values: { min, max } };
}

/**
 * Options that contain every word of the filter.
 * @param {Question} question
 * @param {string} filter
 */
export function filtered(question, filter) {
  const wanted = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return optionsOf(question).filter((option) => {
    const text = `${option.label} ${option.description ?? ""}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}

/** Above this many options there is a field to filter them. */
export const FILTER_ABOVE = 8;
