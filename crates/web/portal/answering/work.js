// The answer so far to one question. Values in, values out: nothing here knows a
// screen or a connection.

import { arranged, boundsOf, defaultText, isOne, optionsOf } from "./control.js";

/** @import { DraftField, Edit, Entry, Fault, Form, Question, Work } from "../types.js" */

/**
 * What a person starts from: the agent's proposals, then whatever was saved.
 * @param {Form} form @param {Iterable<DraftField>} saved @returns {Work}
 */
export function begin(form, saved) {
  /** @type {Work} */
  const work = { entries: {}, note: form.note ?? "" };
  for (const question of form.questions) {
    work.entries[question.id] = {
      options: null,
      text: defaultText(question),
      parked: "",
      notes: { ...question.notes },
      skip: null,
      elaborate: null,
    };
  }
  for (const field of saved) applyField(work, field);
  return work;
}

/** @param {Work} work @param {DraftField} field */
export function applyField(work, field) {
  if (field.field === "note") {
    work.note = field.text;
    return;
  }
  const entry = work.entries[field.question];
  if (!entry) return;
  if (field.field === "options") entry.options = field.options;
  else if (field.field === "text") entry.text = field.text;
  else if (field.field === "option_note") entry.notes[field.option] = field.text;
  else if (field.field === "skip") entry.skip = field.text;
  else if (field.field === "elaborate") entry.elaborate = field.text;
}

/**
 * The options that would be sent, in the order of the question, or of the ranking.
 * @param {Question} question @param {Entry} entry @returns {string[]}
 */
export function chosen(question, entry) {
  if (entry.skip !== null || entry.elaborate !== null) return [];
  const ownInstead = isOne(question) && entry.text.trim() !== "";
  const ids = entry.options ?? (ownInstead ? [] : (question.defaults ?? []));
  return arranged(question, ids);
}

/**
 * One change to one question, by the rules of the core's worksheet (`crates/core/src/worksheet/edit.rs`).
 * @param {Question} question @param {Entry} entry @param {Edit} change
 * @returns {{ entry: Entry } | { fault: Fault }} a refused change changes nothing
 */
export function editEntry(question, entry, change) {
  const open = { ...entry, skip: null, elaborate: null };
  if (change === "keep") return { entry: markOptions(question, open, chosen(question, entry)) };
  if (change === "resume") return { entry: open };
  if (change === "clear") return { entry: { ...markOptions(question, open, []), text: "" } };
  if (change === "take_recommended") return { entry: takeRecommended(question, entry) };
  if ("mark" in change) return { entry: markOptions(question, open, change.mark) };
  if ("choose" in change) return chooseWith(question, entry, change.choose);
  if ("toggle" in change) {
    const now = chosen(question, entry);
    if (!now.includes(change.toggle)) return chooseWith(question, entry, change.toggle);
    const left = isOne(question) ? now : now.filter((id) => id !== change.toggle);
    return { entry: markOptions(question, open, left) };
  }
  if ("write" in change) {
    const written = { ...open, text: change.write, parked: change.write };
    if (isOne(question) && change.write.trim() !== "") written.options = [];
    return { entry: written };
  }
  if ("option_note" in change) {
    const [option, text] = change.option_note;
    return { entry: { ...entry, notes: { ...entry.notes, [option]: text } } };
  }
  if ("skip" in change) return { entry: { ...entry, skip: change.skip, elaborate: null } };
  return { entry: { ...entry, skip: null, elaborate: change.ask_back } };
}

/** @param {Question} question @param {Entry} entry @param {string} id @returns {{ entry: Entry } | { fault: Fault }} */
function chooseWith(question, entry, id) {
  const { max } = boundsOf(question);
  const now = chosen(question, entry);
  if (max > 1 && !now.includes(id) && now.length >= max) return { fault: { kind: "too_many", max, chosen: now.length + 1 } };
  const options = max === 1 ? [id] : [...now, id];
  return { entry: markOptions(question, { ...entry, skip: null, elaborate: null }, options) };
}

/**
 * These options and no others, each once. If the question takes one answer, a text that was
 * typed before gives way, and is kept at hand.
 * @param {Question} question @param {Entry} entry @param {string[]} ids @returns {Entry}
 */
function markOptions(question, entry, ids) {
  const marked = { ...entry, options: arranged(question, ids) };
  if (!isOne(question) || ids.length === 0) return marked;
  return { ...marked, text: "", parked: entry.text || entry.parked };
}

/**
 * Nothing changes if nothing is recommended, or if that alone is not enough.
 * @param {Question} question @param {Entry} entry @returns {Entry}
 */
function takeRecommended(question, entry) {
  if (defaultText(question)) return { ...entry, text: defaultText(question) };
  const recommended = optionsOf(question).filter((option) => option.recommended).map(({ id }) => id);
  const { min, max } = boundsOf(question);
  if (recommended.length < Math.max(1, min)) return entry;
  return markOptions(question, { ...entry, skip: null, elaborate: null }, recommended.slice(0, max));
}

/**
 * What differs, as fields to save.
 * @param {Work} before @param {Work} after @returns {DraftField[]}
 */
export function changedFields(before, after) {
  /** @type {DraftField[]} */
  const fields = [];
  for (const [question, entry] of Object.entries(after.entries)) {
    const old = before.entries[question];
    if (entry.options && String(entry.options) !== String(old.options)) {
      fields.push({ field: "options", question, options: entry.options });
    }
    if (entry.text !== old.text) fields.push({ field: "text", question, text: entry.text });
    for (const [option, text] of Object.entries(entry.notes)) {
      if (text !== old.notes[option]) fields.push({ field: "option_note", question, option, text });
    }
    if (entry.skip !== old.skip) fields.push({ field: "skip", question, text: entry.skip });
    if (entry.elaborate !== old.elaborate) fields.push({ field: "elaborate", question, text: entry.elaborate });
  }
  if (after.note !== before.note) fields.push({ field: "note", text: after.note });
  return fields;
}

/**
 * Two fields with the same key replace each other; it is also the name of the field on the screen.
 * @param {DraftField} field @returns {string}
 */
export function fieldKey(field) {
  if (field.field === "note") return "note";
  if (field.field === "option_note") return `note/${field.question}/${field.option}`;
  return `${field.field}/${field.question}`;
}
