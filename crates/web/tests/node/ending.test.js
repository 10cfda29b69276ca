// Refusals in the person's language, and what was not sent because somebody else was faster.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { refusalInWords } from "../../portal/answering/refusal.js";
import { sentAnswers, stands } from "../../portal/answering/submission.js";
import { speak } from "../../portal/config/texts.js";
import { freshCard, freshState } from "../../portal/app/state.js";
import { decisions } from "../../portal/history/page.js";
import { outcome } from "../../portal/rendering/outcome.js";
import { find, form, many, row, single, view, wordsOf } from "./samples.js";

const answer = (questions, note) => ({ command: "answer", submission: { questions, ...(note ? { note } : {}) } });
const answered = (questions, note) => ({ kind: "answered", answers: { questions, ...(note ? { note } : {}) }, actor: { by: "ann", via: "web", presence: "interactive" } });

test("a refusal is shown by its kind, never in the desk's own words", () => {
  speak("en", { "problem-too-long": "too long", "problem-too-few": "too few" });
  const told = (problem) => refusalInWords({ status: 422, detail: "the desk's own words", ...problem }).key;
  const invalid = (fault) => ({ kind: "refused", refusal: { reason: "invalid", problems: [{ field: "q", rule: "r", ...(fault && { fault }) }] } });
  assert.equal(told({ status: 403, refusal: { reason: "needs_person" } }), "refused-needs-person");
  assert.equal(told(invalid({ kind: "too_long", count: 3, max: 2, unit: "characters" })), "problem-too-long");
  assert.equal(told(invalid({ kind: "out_of_range", min: 5, max: 9 })), "time-not-understood");
  assert.equal(told(invalid({ kind: "too_few", min: 2, chosen: 1 })), "problem-too-few");
  assert.equal(told(invalid()), "refused-unfit");
  assert.equal(told({ kind: "invalid", problems: [{}] }), "refused-unfit");
  assert.equal(told({ status: 413, kind: "request" }), "refused-too-long");
  assert.equal(told({ status: 404, kind: "not_found" }), "gone");
  assert.equal(told({ status: 507, kind: "disk_full" }), "refused-disk-full");
  assert.equal(told({ status: 503, kind: "files_lost" }), "refused-files-lost");
  for (const kind of ["store", "request", undefined]) assert.equal(told({ status: 500, kind }), "refused-otherwise");
  for (const language of ["en", "zh", "ko"]) {
    const texts = readFileSync(new URL(`../../../locale/texts/${language}/portal.ftl`, import.meta.url), "utf8");
    for (const key of ["refused-needs-person", "refused-too-long", "refused-unfit", "refused-disk-full", "refused-files-lost", "refused-otherwise"]) {
      assert.match(texts, new RegExp(`^${key} = `, "m"), `${language} does not say ${key}`);
    }
  }
});

test("what is said is true: after a timeout, under a search, of what somebody else decided", () => {
  const texts = ["portal", "words"].map((file) => readFileSync(new URL(`../../../locale/texts/en/${file}.ftl`, import.meta.url), "utf8")).join("\n");
  const said = (key) => new RegExp(`^${key} = (.*)$`, "m").exec(texts)?.[1] ?? "";
  assert.equal(said("yours-not-sent"), "Not used:");
  assert.doesNotMatch(said("agent-gets-it-later"), /gets the answer/, "there may be none");
  assert.match(said("then-nobody"), /learns that nobody did$/);
  globalThis.innerHeight = 800;
  const finder = { rows: [row({ id: "a", settled_at: "2026-01-01T12:00:00Z" })], kept: null, scrolled: 0, state: "loaded", next: null, searched: 0 };
  const kept = (search) => wordsOf(find(decisions(freshState(), { ...finder, wanted: { search, project: "", agent: "", status: "", time: "" } }, {}), ({ props }) => props.key === "end")[0]);
  speak("en", { "history-all": "everything kept", "history-all-found": "everything found" });
  assert.equal(kept(""), "everything kept");
  assert.equal(kept("x"), "everything found");
});

test("what stands is ours only if it is what we sent", () => {
  const one = form([single()]);
  const ours = answer({ q: { options: ["pg"], notes: { pg: " why " } } }, "soon");
  assert.ok(!stands(one, ours, answered({ q: { kind: "given", options: ["pg"] } }, "soon")), "another note");
  assert.ok(!stands(one, answer({ q: { options: ["pg"] } }), answered({ q: { kind: "given", options: ["sqlite"] } })));
  assert.ok(stands(one, answer({ q: { options: ["pg"] } }), answered({ q: { kind: "given", options: ["pg"] } })));
  assert.ok(stands(one, answer({ q: { text: " own ", options: [] } }), answered({ q: { kind: "given", options: [], text: "own" } })));
  assert.ok(stands(one, { command: "cancel" }, { kind: "cancelled", actor: {} }));
  assert.ok(!stands(one, { command: "cancel", note: "later" }, { kind: "cancelled", actor: {} }));
  assert.ok(!stands(one, { command: "cancel" }, answered({ q: { kind: "given", options: ["pg"] } })));
  const several = form([{ ...single(), id: "a" }, { ...many(), id: "b" }], { completeness: "partial" });
  const mixed = answer({ b: { skip: "" }, a: { elaborate: "why?" } });
  assert.ok(stands(several, mixed, answered({ a: { kind: "elaborate", note: "why?" }, b: { kind: "skipped" } })));
  assert.deepEqual(Object.keys(sentAnswers(several, mixed).questions), ["a", "b"]);
});

test("who was overtaken sees what stands and what was to be sent", () => {
  const settled = { ...view(form([single()])), status: "submitted", state: { phase: "settled", at: "2026-01-01T14:05:00Z", outcome: answered({ q: { kind: "given", options: ["pg"] } }) } };
  const card = { ...freshCard(settled), work: {}, kept: null };
  const draw = (unsent) => outcome({ ...card, unsent }, { row: undefined, next: null, hints: true }, {});
  assert.equal(find(draw(null), ({ props }) => props["data-page"] === "unsent").length, 0);
  const [unsent] = find(draw({ submission: answer({ q: { options: ["sqlite"] } }, "it is smaller").submission }), ({ props }) => props["data-page"] === "unsent");
  assert.match(wordsOf(unsent), /yours-not-sent.*SQLite.*it is smaller/);
  const [left] = find(draw({ left: "not today" }), ({ props }) => props["data-page"] === "unsent");
  assert.match(wordsOf(left), /cancel — not today/);
});
