// Confirmations and gaps, with the cases of the core; and what is kept for later.

import assert from "node:assert/strict";
import { test } from "node:test";
import { isConfirmed, needsConfirmation } from "../../portal/answering/deliberate.js";
import { firstFault, openQuestions } from "../../portal/answering/submission.js";
import { keepUnsent, unsentOf } from "../../portal/answering/unsent.js";
import { begin, editEntry } from "../../portal/answering/work.js";
import { goesByItself, SENT_BY_ITSELF } from "../../portal/live/outbox.js";
import { form, many, single } from "./samples.js";

test("saying no needs no confirmation", () => {
  const options = [{ id: "drop", label: "Drop it now" }, { id: "keep", label: "Keep it", recommended: true, safe: true }];
  const asked = form([many({ options, own_text: "allowed", bounds: { min: 0, max: 2 } })]);
  const sent = (entry) => ({ questions: entry ? { "": entry } : {} });
  const cases = [
    [sent({ options: ["drop"] }), true],
    [sent({ options: ["keep"] }), false],
    [sent({ options: ["drop", "keep"] }), true],
    [sent({ options: [] }), true],
    [sent({ options: ["keep"], text: "then drop it" }), true],
    [sent({ elaborate: "why now?" }), false],
    [sent(null), true],
  ];
  const origin = { dialect: "provide_choice" };
  for (const [submission, needed] of cases) {
    assert.equal(needsConfirmation({ form: asked, policy: { irreversible: true }, origin }, submission), needed, JSON.stringify(submission));
    assert.equal(needsConfirmation({ form: asked, policy: { irreversible: false }, origin }, submission), false);
  }
  const permission = { form: asked, policy: { irreversible: true }, origin: { dialect: "permission" } };
  assert.equal(needsConfirmation(permission, sent({ options: [], text: "not on main" })), false, "words are a no");
  assert.equal(needsConfirmation(permission, sent({ options: ["drop"] })), true);
});

test("what stays open is counted by the rule that checks it", () => {
  const questions = [single({ id: "a" }), single({ id: "b" }), { ...many({ empty: "allowed" }), id: "c" }];
  const asked = form(questions, { completeness: "partial" });
  const work = begin(asked, []);
  const gaps = () => openQuestions(asked, work).map(({ id }) => id);
  const change = (at, made) => (work.entries[questions[at].id] = editEntry(questions[at], work.entries[questions[at].id], made).entry);
  assert.deepEqual(gaps(), ["a", "b", "c"]);
  change(0, { toggle: "pg" });
  change(2, { skip: "" });
  assert.deepEqual(gaps(), ["b"]);
  change(1, { ask_back: "why?" });
  change(2, "resume");
  assert.deepEqual(gaps(), ["c"]);
  change(2, "keep");
  assert.deepEqual(gaps(), [], "nothing is an answer there");
});

test("a form that must be whole points at the first open question", () => {
  const questions = [single({ id: "a" }), single({ id: "b" }), single({ id: "c" })];
  const asked = form(questions);
  const work = begin(asked, []);
  work.entries.a = editEntry(questions[0], work.entries.a, { toggle: "pg" }).entry;
  assert.equal(firstFault(asked, work)?.step, 1);
});

test("the word counts however it is typed, and no other", () => {
  for (const typed of ["yes", " YES ", "Yes", "ｙｅｓ"]) assert.ok(isConfirmed(typed, "yes"), typed);
  for (const typed of ["", "y", "yes.", "no"]) assert.ok(!isConfirmed(typed, "yes"), typed);
});

test("an answer goes by itself only soon, to the same question, and never where it cannot be undone", () => {
  const kept = { command: { command: "answer" }, at: 1_000, revision: 3 };
  const view = { revision: 3, policy: { irreversible: false } };
  assert.equal(SENT_BY_ITSELF, 120_000, "two minutes");
  assert.ok(goesByItself(kept, view, 1_000 + SENT_BY_ITSELF - 1));
  assert.ok(!goesByItself(kept, view, 1_000 + SENT_BY_ITSELF));
  assert.ok(!goesByItself(kept, { ...view, revision: 4 }, 1_000));
  assert.ok(!goesByItself(kept, { ...view, policy: { irreversible: true } }, 1_000));
  assert.ok(goesByItself({ ...kept, command: { command: "cancel" } }, { ...view, policy: { irreversible: true } }, 1_000));
});

test("what was typed is kept for the newest questions, within bounds", () => {
  for (let n = 0; n < 50; n++) keepUnsent(`q${n}`, { left: "x".repeat(100) });
  assert.equal(unsentOf("q49")?.left?.length, 100);
  assert.equal(unsentOf("q0"), null);
  keepUnsent("long", { left: "y".repeat(390_000) });
  assert.equal(unsentOf("long")?.left?.length, 390_000);
  keepUnsent("long", null);
  assert.equal(unsentOf("long"), null);
});
