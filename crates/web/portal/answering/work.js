// What has been chosen and typed for one question so far. Values in, values out: nothing here knows a
// screen or a connection.

/** @typedef {import("../types.js").Question} Question */
/** @typedef {import("../types.js").Entry} Entry */
/** @typedef {import("../types.js").Form} Form */
/** @typedef {import("../types.js").Work} Work */
/** @typedef {import("../types.js").DraftField} DraftField */

/**
 * What a person starts from: the agent's proposals, then whatever was saved.
 * @param {Form} form
 * @param {Iterable<DraftField>} saved
 * @returns {Work}
 */
export function begin(form, saved) {
  /** @type {Work} */
  const work = { entries: {}, note: form.note ?? "" };
  for (const question of form.questions) {
    work.entries[question.id] = {
      options: null,
      text: "",
      parked: "",
      notes: { ...question.notes },
      skip: null,
      elaborate: null,
    };
  }
  for (const field of saved) applyField(work, field);
  return work;
}

/**
 * @param {Work} work
 * @param {DraftField} field
 */
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
  else entry.elaborate = field.text;
}

/**
 * @param {Question} question
 * @returns {import("../types.js").Choice[]}
 */
export function optionsOf(question) {
  return question.control.kind === "text" ? [] : question.control.options;
}

/** @param {Question} question */
export function takesText(question) {
  return question.control.kind === "text" || question.control.own_text === "allowed";
}

/**
 * The options that would be sent, in the order of the question.
 * @param {Question} question
 * @param {Entry} entry
 * @returns {string[]}
 */
export function chosen(question, entry) {
  if (entry.skip !== null || entry.elaborate !== null) return [];
  const ownInstead = question.control.kind === "one" && entry.text.trim() !== "";
  const ids = entry.options ?? (ownInstead ? [] : (question.defaults ?? []));
  return optionsOf(question)
    .map((option) => option.id)
    .filter((id) => ids.includes(id));
}

/**
 * Chooses an option, or takes it back where several may be chosen.
 * @param {Question} question
 * @param {Entry} entry
 * @param {string} id
 * @returns {Entry}
 */
export function choose(question, entry, id) {
  const open = { ...entry, skip: null, elaborate: null };
  if (question.control.kind === "one") {
    // One answer is wanted: a text that was typed before steps aside, but is not lost.
    return { ...open, options: [id], text: "", parked: entry.text || entry.parked };
  }
  const now = chosen(question, { ...entry, skip: null, elaborate: null });
  const options = now.includes(id) ? now.filter((other) => other !== id) : [...now, id];
  return { ...open, options };
}

/**
 * @param {Question} question
 * @param {Entry} entry
 * @param {string} text
 * @returns {Entry}
 */
export function write(question, entry, text) {
  const written = { ...entry, text, parked: text, skip: null, elaborate: null };
  if (question.control.kind === "one" && text.trim() !== "") written.options = [];
  return written;
}

/**
 * @param {Entry} entry
 * @param {"skip" | "elaborate"} how
 * @returns {Entry} taken back if it was so before
 */
export function turn(entry, how) {
  const other = how === "skip" ? "elaborate" : "skip";
  return { ...entry, [how]: entry[how] === null ? "" : null, [other]: null };
}

/**
 * @param {Question} question
 * @param {Entry} entry
 */
export function isAnswered(question, entry) {
  if (entry.skip !== null || entry.elaborate !== null) return true;
  return chosen(question, entry).length > 0 || entry.text.trim() !== "";
}

/**
 * What differs, as fields to save.
 * @param {Work} before
 * @param {Work} after
 * @returns {DraftField[]}
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
 * @param {DraftField} field
 * @returns {string}
 */
export function fieldKey(field) {
  if (field.field === "note") return "note";
  if (field.field === "option_note") return `note/${field.question}/${field.option}`;
  return `${field.field}/${field.question}`;
}
