// Guards against accidents: answering something irreversible, and sending a form with gaps. The
// same rules as the core's `deliberate.rs`, on the same values.

import { isPermission } from "../rendering/element.js";
import { optionsOf } from "./control.js";

/** @import { Form, Question, SentEntry, Submission } from "../types.js" */

/**
 * Whether sending this needs a second, deliberate act. Declining never does: skipping, asking back,
 * choosing only options marked `safe`, and words instead of a permission.
 * @param {{ form: Form, policy: { irreversible: boolean }, origin: { dialect: string } }} view @param {Submission} submission
 */
export function needsConfirmation({ form, policy, origin }, submission) {
  const writesNo = isPermission(origin.dialect);
  return policy.irreversible && form.questions.some((question) => !declines(question, writesNo, entryOf(form, question, submission)));
}

/**
 * Whether this is the confirmation word, ignoring case and blanks.
 * @param {string} typed @param {string} word
 */
export function isConfirmed(typed, word) {
  const plain = (/** @type {string} */ text) => text.trim().normalize("NFKC").toLowerCase();
  return plain(typed) === plain(word);
}

/**
 * The id may be omitted in a form with only one question.
 * @param {Form} form @param {Question} question @param {Submission} submission @returns {SentEntry | undefined}
 */
function entryOf(form, question, submission) {
  return submission.questions[question.id] ?? (form.questions.length === 1 ? submission.questions[""] : undefined);
}

/** @param {Question} question @param {boolean} writesNo @param {SentEntry} [entry] */
function declines(question, writesNo, entry) {
  if (!entry) return false;
  if (typeof entry.skip === "string" || typeof entry.elaborate === "string") return true;
  const chosen = entry.options ?? question.defaults ?? [];
  const safe = (/** @type {string} */ id) => optionsOf(question).some((option) => option.id === id && option.safe);
  return entry.text?.trim() ? writesNo : chosen.length > 0 && chosen.every(safe);
}
