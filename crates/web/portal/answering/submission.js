// From what is on the screen to what is sent, and what is wrong with it, by the rules of the core's
// worksheet. The desk checks again; here it is shown while somebody types.

import { defaultText, miscounted, missing, optionsOf, readText, takesNothing } from "./control.js";
import { faultInWords } from "./words.js";
import { chosen } from "./work.js";

/** @import { Answers, Command, Entry, Fault, Form, Message, Outcome, Question, SentEntry, Standing, Submission, Work } from "../types.js" */

/**
 * @param {Form} form @param {Work} work
 * @param {boolean} annotations whether notes are on
 * @returns {Submission}
 */
export function submissionOf(form, work, annotations) {
  /** @type {Record<string, SentEntry>} */
  const questions = {};
  for (const question of form.questions) {
    const sent = sentEntry(form, question, work.entries[question.id], annotations);
    if (sent) questions[question.id] = sent;
  }
  const note = annotations ? work.note.trim() : "";
  // A proposed note that was cleared is sent as empty: left out, it would stand.
  return note || form.note ? { questions, note } : { questions };
}

/**
 * @param {Form} form @param {Question} question @param {Entry} entry @param {boolean} annotations
 * @returns {SentEntry | null} nothing: it is left open
 */
function sentEntry(form, question, entry, annotations) {
  if (entry.skip !== null) return { skip: entry.skip };
  if (entry.elaborate !== null) return { elaborate: entry.elaborate };
  const options = chosen(question, entry);
  // What the agent filled in and the person cleared is sent as empty: left out, it would stand.
  const text = entry.text.trim() !== "" || defaultText(question) !== "";
  // Sending a whole form says that what is not marked is not wanted.
  const nothing = takesNothing(question) && form.completeness === "whole";
  const says = optionsOf(question).length > 0 && (options.length > 0 || entry.options !== null || nothing || text);
  if (!says && !text) return null;
  const proposed = question.notes ?? {};
  const notes = Object.entries(annotations ? entry.notes : {}).filter(([option, note]) => note.trim() || option in proposed);
  return {
    ...(says && { options }),
    ...(text && { text: entry.text }),
    ...(notes.length > 0 && { notes: Object.fromEntries(notes) }),
  };
}

/**
 * How far one question has come.
 * @param {Form} form @param {Question} question @param {Entry} entry @returns {Standing}
 */
export function standingOf(form, question, entry) {
  const wrong = (/** @type {Fault} */ fault) => ({ wrong: fault });
  if (entry.skip !== null) {
    if (form.completeness === "whole") return wrong({ kind: "not_skippable" });
    const long = tooLong(entry.skip);
    return long ? wrong(long) : "answered";
  }
  if (entry.elaborate !== null) {
    const long = tooLong(entry.elaborate);
    return long ? wrong(long) : "answered";
  }
  const text = entry.text.trim();
  const long = Object.values(entry.notes).concat(text).map(tooLong).find(Boolean);
  if (long) return wrong(long);
  const read = text ? readText(question, text) : null;
  if (read && "fault" in read) return wrong(read.fault);
  const count = chosen(question, entry).length;
  if (count === 0 && !text) {
    const touched = entry.options !== null || form.completeness === "whole";
    return takesNothing(question) && touched ? "answered" : "open";
  }
  const fault = miscounted(question, count, text !== "");
  return fault ? wrong(fault) : "answered";
}

/** What a person types into one field, in characters as they see them, and in bytes. */
const ANSWER_CHARACTERS = 64 * 1024;
const ANSWER_BYTES = 256 * 1024;

/** @param {string} text @returns {Fault | null} */
function tooLong(text) {
  // No text has more characters than bytes, and few have more than three bytes to a unit.
  if (text.length * 3 <= ANSWER_CHARACTERS) return null;
  const bytes = new TextEncoder().encode(text).length;
  if (bytes <= ANSWER_CHARACTERS) return null;
  if (bytes > ANSWER_BYTES) return { kind: "too_long", count: bytes, max: ANSWER_BYTES, unit: "bytes" };
  let count = 0;
  for (const _ of new Intl.Segmenter().segment(text)) count += 1;
  return count > ANSWER_CHARACTERS ? { kind: "too_long", count, max: ANSWER_CHARACTERS, unit: "characters" } : null;
}

/**
 * What is wrong with one answer; a question that may stay open is not wrong for being so.
 * @param {Form} form @param {Question} question @param {Entry} entry @returns {Fault | null}
 */
export function faultOf(form, question, entry) {
  const now = standingOf(form, question, entry);
  if (now === "answered") return null;
  if (now === "open") return form.completeness === "whole" ? missing(question) : null;
  return now.wrong;
}

/**
 * The same in words.
 * @param {Form} form @param {Question} question @param {Entry} entry @returns {Message | null}
 */
export function problemOf(form, question, entry) {
  const fault = faultOf(form, question, entry);
  return fault && faultInWords(fault);
}

/**
 * Why this cannot be sent yet: the first question where something is wrong.
 * @param {Form} form @param {Work} work @returns {{ step: number, fault: Fault } | null}
 */
export function firstFault(form, work) {
  for (const [step, question] of form.questions.entries()) {
    const fault = faultOf(form, question, work.entries[question.id]);
    if (fault) return { step, fault };
  }
  return openQuestions(form, work).length === form.questions.length ? { step: 0, fault: { kind: "nothing_answered" } } : null;
}

/**
 * The questions without an answer.
 * @param {Form} form @param {Work} work @returns {Question[]}
 */
export function openQuestions(form, work) {
  return form.questions.filter((question) => standingOf(form, question, work.entries[question.id]) === "open");
}

/**
 * Whether it ended by this command: then it was ours, and only the reply was lost.
 * @param {Form} form @param {Command} command @param {Outcome} outcome
 */
export function stands(form, command, outcome) {
  if (outcome.kind === "cancelled") return command.command === "cancel" && (command.note ?? "") === (outcome.note ?? "");
  if (outcome.kind === "rejected") return command.command === "reject" && (command.reason ?? "") === (outcome.reason ?? "");
  if (outcome.kind !== "answered" || command.command !== "answer") return false;
  return JSON.stringify(sentAnswers(form, command)) === JSON.stringify(plain(form, outcome.answers));
}

/**
 * What a command was to answer, as the desk would have it.
 * @param {Form} form @param {Command} command @returns {Answers}
 */
export function sentAnswers(form, command) {
  const { questions, note } = /** @type {Submission} */ (command.submission);
  /** @type {Answers} */
  const answers = { questions: {} };
  for (const question of form.questions) {
    const entry = questions[question.id];
    if (!entry) continue;
    if (typeof entry.skip === "string") answers.questions[question.id] = { kind: "skipped", reason: entry.skip };
    else if (typeof entry.elaborate === "string") answers.questions[question.id] = { kind: "elaborate", note: entry.elaborate };
    else answers.questions[question.id] = { kind: "given", options: entry.options ?? [], text: entry.text, notes: entry.notes };
  }
  // Without a choice the note is the reason, which is never the agent's own note.
  const chooses = Object.values(answers.questions).some((answer) => answer.kind === "given");
  if (chooses || note?.trim() !== form.note?.trim()) answers.note = note;
  return plain(form, answers);
}

/**
 * The same answers, written in one way: questions in the form's order, nothing that is empty.
 * @param {Form} form @param {Answers} answers @returns {Answers}
 */
function plain(form, answers) {
  const text = (/** @type {string | undefined} */ typed) => typed?.trim() || undefined;
  const asked = form.questions.filter(({ id }) => answers.questions[id]);
  const questions = asked.map((question) => {
    const { id } = question;
    const answer = answers.questions[id];
    if (answer.kind === "skipped") return [id, { kind: answer.kind, reason: text(answer.reason) }];
    if (answer.kind === "elaborate") return [id, { kind: answer.kind, note: text(answer.note) }];
    const noted = Object.entries(answer.notes ?? {}).filter(([, note]) => note.trim());
    const notes = noted.sort(([a], [b]) => (a < b ? -1 : 1));
    const read = answer.text ? readText(question, answer.text) : null;
    const typed = text(read && "text" in read ? read.text : answer.text);
    return [id, { kind: answer.kind, options: answer.options, text: typed, notes: notes.length > 0 ? Object.fromEntries(notes) : undefined }];
  });
  return { questions: Object.fromEntries(questions), note: text(answers.note) };
}

/**
 * Options that contain every word of the filter.
 * @param {Question} question @param {string} filter
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
