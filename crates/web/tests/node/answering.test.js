// Choosing, errors, and what is sent.

import assert from "node:assert/strict";
import { test } from "node:test";
import { faultOf, filtered, firstFault, stands, standingOf, submissionOf } from "../../portal/answering/submission.js";
import { answerWords, limitsInWords } from "../../portal/answering/control.js";
import { begin, changedFields, chosen, editEntry } from "../../portal/answering/work.js";
import { form, many, single } from "./samples.js";

const choose = (question, entry, option) => editEntry(question, entry, { toggle: option }).entry ?? entry;
const write = (question, entry, text) => editEntry(question, entry, { write: text }).entry;

const start = (questions, more, saved = []) => {
  const made = form(questions, more);
  return { form: made, work: begin(made, saved) };
};

test("defaults stand until something is chosen", () => {
  const asked = single({ defaults: ["pg"] });
  const { form, work } = start([asked]);
  assert.deepEqual(chosen(asked, work.entries.q), ["pg"]);
  assert.deepEqual(submissionOf(form, work, true), { questions: { q: { options: ["pg"] } } });
  work.entries.q = choose(asked, work.entries.q, "sqlite");
  assert.deepEqual(chosen(asked, work.entries.q), ["sqlite"]);
});

test("several come in the order of the question, whatever the order of clicks, each once", () => {
  const asked = many();
  const { form, work } = start([asked]);
  for (const id of ["dynamo", "pg"]) work.entries.q = choose(asked, work.entries.q, id);
  assert.deepEqual(submissionOf(form, work, true).questions.q.options, ["pg", "dynamo"]);
  work.entries.q = choose(asked, work.entries.q, "pg");
  assert.deepEqual(chosen(asked, work.entries.q), ["dynamo"]);
});

test("bounds are checked with the desk's own words", () => {
  const asked = many();
  const { form, work } = start([asked]);
  assert.deepEqual(faultOf(form, asked, work.entries.q), { kind: "too_few", min: 1, chosen: 0 });
  for (const id of ["pg", "sqlite"]) work.entries.q = choose(asked, work.entries.q, id);
  assert.deepEqual(editEntry(asked, work.entries.q, { toggle: "dynamo" }), { fault: { kind: "too_many", max: 2, chosen: 3 } });
  assert.equal(firstFault(form, work), null);
});

test("an own text takes the place of the one option, and gives way to it without being lost", () => {
  const asked = single({ control: { ...single().control, own_text: "allowed" }, defaults: ["pg"] });
  const { form, work } = start([asked]);
  work.entries.q = write(asked, work.entries.q, "MariaDB");
  assert.deepEqual(submissionOf(form, work, true).questions.q, { text: "MariaDB", options: [] });
  work.entries.q = choose(asked, work.entries.q, "sqlite");
  assert.deepEqual(submissionOf(form, work, true).questions.q, { options: ["sqlite"] });
  assert.equal(work.entries.q.parked, "MariaDB");
});

test("a text beside options is sent with them", () => {
  const asked = many({ own_text: "allowed", bounds: { min: 0, max: 3 } });
  const { form, work } = start([asked]);
  assert.equal(faultOf(form, asked, work.entries.q).kind, "choose_or_write");
  work.entries.q = write(asked, choose(asked, work.entries.q, "pg"), "and a cache");
  assert.deepEqual(submissionOf(form, work, true).questions.q, { options: ["pg"], text: "and a cache" });
});

test("nothing is an answer where the question says so, and only there", () => {
  const asked = many({ bounds: { min: 0, max: 3 }, empty: "allowed" });
  const whole = start([asked]);
  assert.equal(firstFault(whole.form, whole.work), null);
  assert.deepEqual(submissionOf(whole.form, whole.work, true).questions.q, { options: [] });
  const partial = start([asked], { completeness: "partial" });
  assert.deepEqual(submissionOf(partial.form, partial.work, true).questions, {});
});

test("a text question wants a text", () => {
  const asked = single({ control: { kind: "text" } });
  const { form, work } = start([asked]);
  assert.equal(faultOf(form, asked, work.entries.q).kind, "write");
  work.entries.q = write(asked, work.entries.q, " name ");
  assert.deepEqual(submissionOf(form, work, true).questions.q, { text: " name " });
});

test("a form may be left open in part; skipping and asking back are answers", () => {
  const [a, b] = [single({ id: "a" }), single({ id: "b" })];
  const { form, work } = start([a, b], { completeness: "partial" });
  assert.ok(firstFault(form, work), "nothing at all is no answer");
  work.entries.a = editEntry(a, work.entries.a, { skip: "" }).entry;
  assert.equal(firstFault(form, work), null);
  assert.deepEqual(submissionOf(form, work, true).questions, { a: { skip: "" } });
  work.entries.a = editEntry(a, work.entries.a, { ask_back: "what is it for?" }).entry;
  assert.deepEqual(submissionOf(form, work, true).questions, { a: { elaborate: "what is it for?" } });
  work.entries.a = choose(a, work.entries.a, "pg");
  assert.deepEqual(submissionOf(form, work, true).questions, { a: { options: ["pg"] } });
  assert.equal(standingOf(form, b, work.entries.b), "open");
});

test("notes are sent where notes are on, blank ones never", () => {
  const { form, work } = start([single({ defaults: ["pg"], notes: { sqlite: "proposed" } })], { note: "be quick" });
  work.entries.q.notes.pg = "  ";
  assert.deepEqual(submissionOf(form, work, true), { questions: { q: { options: ["pg"], notes: { sqlite: "proposed" } } }, note: "be quick" });
  assert.deepEqual(submissionOf(form, work, false), { questions: { q: { options: ["pg"] } }, note: "" });
});

// REQ: PC-12
test("a proposed note that was cleared is sent as empty, or it would stand", () => {
  const { form, work } = start([single({ defaults: ["pg"], notes: { sqlite: "proposed" } })], { note: "be quick" });
  work.entries.q.notes.sqlite = "";
  work.note = " ";
  const submission = submissionOf(form, work, true);
  assert.deepEqual(submission, { questions: { q: { options: ["pg"], notes: { sqlite: "" } } }, note: "" });
  const outcome = { kind: "answered", answers: { questions: { q: { kind: "given", options: ["pg"] } } } };
  assert.ok(stands(form, { command: "answer", submission }, outcome), "it is what the desk kept");
});

test("what was saved is where one goes on, and what differs is what is saved", () => {
  const saved = [
    { field: "options", question: "q", options: ["sqlite"] },
    { field: "option_note", question: "q", option: "pg", text: "no" },
    { field: "note", text: "later" },
    { field: "text", question: "gone", text: "x" },
  ];
  const asked = single();
  const { work } = start([asked], {}, saved);
  assert.deepEqual(chosen(asked, work.entries.q), ["sqlite"]);
  assert.equal(work.note, "later");
  const after = structuredClone(work);
  after.entries.q = choose(asked, after.entries.q, "pg");
  after.entries.q.notes.pg = "";
  after.note = "now";
  assert.deepEqual(changedFields(work, after), [
    { field: "options", question: "q", options: ["pg"] },
    { field: "option_note", question: "q", option: "pg", text: "" },
    { field: "note", text: "now" },
  ]);
});

test("words for answers, bounds and filters", () => {
  assert.deepEqual(answerWords(single(), ["sqlite", "pg"], " own "), ["PostgreSQL", "SQLite", "own"]);
  const words = (control) => limitsInWords(many(control))[0]?.key;
  assert.equal(words({ bounds: { min: 1, max: 2 } }), "choose-between");
  assert.equal(words({ bounds: { min: 2, max: 2 } }), "choose-exactly");
  assert.equal(words({ bounds: { min: 0, max: 2 } }), "choose-at-most");
  assert.equal(words({ bounds: { min: 2, max: 3 } }), "choose-at-least");
  assert.equal(words({ bounds: { min: 0, max: 3 } }), "choose-any");
  assert.deepEqual(filtered(single(), " FILE one").map((option) => option.id), ["sqlite"]);
});
