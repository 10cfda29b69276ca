// The cases that the core runs too, so that both implementations stay the same.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { firstFault, standingOf, submissionOf } from "../../portal/answering/submission.js";
import { faultInWords } from "../../portal/answering/words.js";
import { applyField, begin, chosen, editEntry, fieldKey } from "../../portal/answering/work.js";
import { nextNumber } from "../../portal/control/number.js";
import { moved, placed } from "../../portal/control/rank.js";

const read = (path) => readFileSync(new URL(path, import.meta.url), "utf8");
const cases = JSON.parse(read("../../../core/src/worksheet/cases.json"));

/** The cases omit what doesn't matter to them. */
function formOf({ completeness = "whole", questions }) {
  const option = (short) => (typeof short === "string" ? { id: short, label: short } : { label: short.id, ...short });
  const full = ({ control, ...question }) => ({
    header: "Header",
    prompt: "Prompt?",
    ...question,
    control: control.options ? { ...control, options: control.options.map(option) } : control,
  });
  return { title: "Title", completeness, questions: questions.map(full) };
}

function fieldOf([key, value]) {
  const [kind, question, option] = key.split("/");
  if (kind === "note") return { field: "option_note", question, option, text: value };
  return { field: kind, question, [kind === "options" ? "options" : "text"]: value };
}

const long = (made) => (typeof made.write === "object" ? { write: made.write.repeat.repeat(made.write.times) } : made);

/** What only one control has: the next order or number, from what is chosen or typed. */
function ofControl(question, entry, made) {
  const [{ control }, ranked] = [question, chosen(question, entry)];
  if (made.place) return { mark: placed(control, ranked, ...made.place) };
  if (made.move) return { mark: moved(control, ranked, ...made.move) };
  return made.step ? { write: nextNumber(control, entry.text, made.step) } : made;
}

for (const { name, form: short, saved = {}, edits, draft, standing: expected, submission, fault = null } of cases) {
  test(name, () => {
    const form = formOf(short);
    const work = begin(form, Object.entries(saved).map(fieldOf));
    for (const [id, made, refused] of edits) {
      const question = form.questions.find((asked) => asked.id === id);
      const edit = ofControl(question, work.entries[id], typeof made === "object" ? long(made) : made);
      const done = editEntry(question, work.entries[id], edit);
      assert.deepEqual(done.fault, refused);
      if (done.entry) work.entries[id] = done.entry;
    }
    // The draft determines what is on the screen.
    const kept = begin(form, []);
    for (const field of Object.entries(draft ?? {}).map(fieldOf)) {
      assert.ok(Object.keys(draft).includes(fieldKey(field)));
      applyField(kept, field);
    }
    const plain = (entry) => ({ ...entry, parked: "", options: entry.options });
    if (draft) for (const { id } of form.questions) assert.deepEqual(plain(work.entries[id]), plain(kept.entries[id]));
    for (const question of form.questions) {
      const now = standingOf(form, question, work.entries[question.id]);
      const wanted = expected[question.id];
      assert.deepEqual(now, wanted === "open" || wanted.wrong ? wanted : "answered");
    }
    const found = firstFault(form, work);
    assert.deepEqual(found && [found.step, found.fault], fault);
    if (submission) assert.deepEqual(submissionOf(form, work, short.notes ?? true).questions, submission);
  });
}

test("every fault has words in every language", () => {
  const faults = cases.flatMap(({ fault, edits }) => [fault?.[1], ...edits.map(([, , refused]) => refused)]).filter(Boolean);
  for (const language of ["en", "zh", "ko"]) {
    const texts = read(`../../../locale/texts/${language}/words.ftl`);
    for (const fault of faults) assert.match(texts, new RegExp(`^${faultInWords(fault).key} =`, "m"), `${language}: ${fault.kind}`);
  }
});
