// Drawing without a browser: descriptions are values.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { firstFault } from "../../portal/answering/submission.js";
import { begin, editEntry } from "../../portal/answering/work.js";
import { age, duration, say, speak } from "../../portal/config/texts.js";
import { withoutMarks } from "../../portal/app/telling.js";
import { freshCard } from "../../portal/app/state.js";
import { card } from "../../portal/rendering/card.js";
import { h } from "../../portal/rendering/element.js";
import { outcome } from "../../portal/rendering/outcome.js";
import { fromTree } from "../../portal/rendering/tree.js";
import { find, form, many, single, view, wordsOf } from "./samples.js";

const act = new Proxy({}, { get: () => () => {} });
const about = { left: undefined, clock: 0, hints: true, letters: true, listening: true, row: undefined, next: null };
const cardOf = (made) => ({ ...freshCard(view(made)), work: begin(made, []), kept: null });
const role = (name) => (node) => node.props.role === name;

test("only known tags and attributes come out of a tree", () => {
  const drawn = fromTree([
    ["script", {}, "alert(1)"],
    ["img", { src: "x", onerror: "alert(1)" }],
    ["a", { href: "javascript:alert(1)", onclick: "x" }, "no"],
    ["a", { href: "https://example.org/", style: "x" }, "yes"],
    ["span", { class: "keyword", id: "title" }, "let"],
    ["span", { class: "veil" }, "x"],
    ["p", { onclick: "alert(1)" }, "text"],
  ]).flat();
  assert.equal(drawn[0], "alert(1)");
  const props = drawn.filter((node) => node && typeof node === "object").map((node) => [node.tag, node.props]);
  assert.deepEqual(props, [
    ["a", {}],
    ["a", { href: "https://example.org/", target: "_blank", rel: "noopener noreferrer" }],
    ["span", { class: "keyword" }],
    ["span", {}],
    ["p", { dir: "auto" }],
  ]);
});

test("a link whose text names another host says where it leads", () => {
  const beside = (/** @type {string} */ text, /** @type {string} */ href) => find(h("p", null, fromTree([["a", { href }, text]])), (node) => node.props.class === "host").map(wordsOf);
  assert.deepEqual(beside("https://bank.example/login", "https://evil.example/"), [" (evil.example)"]);
  assert.deepEqual(beside("bank.example", "https://bank.example.evil.test/x"), [" (bank.example.evil.test)"]);
  for (const text of ["the release notes", "bank.example", "https://BANK.example/a", "e.g. this"]) assert.deepEqual(beside(text, "https://bank.example/b"), [], text);
});

test("code in a title is code, not backticks", () => {
  const title = find(card(cardOf(form([single()], { title: "Run `rm -rf build`?" })), about, act), (node) => node.props.id === "title")[0];
  assert.deepEqual(title.children.map((child) => child.children?.[0] ?? child), ["Run ", "rm -rf build", "?"]);
  assert.deepEqual(title.children.filter((child) => child.tag === "code").map(wordsOf), ["rm -rf build"]);
  assert.equal(title.props.dir, "auto", "and the title has its own direction");
});

test("a choice is radios, several are boxes; chosen is not focused", () => {
  const one = cardOf(form([single({ defaults: ["sqlite"] })]));
  const radios = find(card(one, about, act), role("radio"));
  assert.deepEqual(radios.map((node) => node.props["aria-checked"]), ["false", "true", "false"]);
  assert.deepEqual(radios.map((node) => node.props.tabindex), ["-1", "0", "-1"], "one stop for the tab key");
  const several = cardOf(form([many()]));
  several.work.entries.q = editEntry(many(), several.work.entries.q, { toggle: "pg" }).entry;
  assert.deepEqual(find(card(several, about, act), role("checkbox")).map((node) => node.props["aria-checked"]), ["true", "false", "false"]);
});

test("a prompt that only repeats the title is not shown twice", () => {
  const prompts = (title) => find(card(cardOf(form([single()], { title })), about, act), (node) => node.props.class === "text prompt").length;
  assert.deepEqual([prompts("Which one?"), prompts("Pick")], [0, 1]);
});

test("a filter appears above eight options", () => {
  const options = (n) => Array.from({ length: n }, (_, i) => ({ id: `o${i}`, label: `Option ${i}` }));
  const filters = (n) => find(card(cardOf(form([single({ control: { kind: "one", own_text: "refused", options: options(n) } })])), about, act), (node) => node.props["data-field"] === "filter").length;
  assert.deepEqual([filters(8), filters(9)], [0, 1]);
});

test("no field cuts off what is pasted; what is too long is said", () => {
  const asked = { ...single(), control: { kind: "text" } };
  const long = cardOf(form([asked]));
  const fields = find(card(long, about, act), (node) => node.tag === "textarea");
  assert.ok(fields.length > 0);
  for (const { props } of fields) assert.equal(props.maxlength, undefined);
  const fault = (count) => firstFault(long.view.form, { ...long.work, entries: { q: { ...long.work.entries.q, text: "x".repeat(count) } } })?.fault.kind;
  assert.deepEqual([30_000, 64 * 1024, 64 * 1024 + 1].map(fault), [undefined, undefined, "too_long"]);
});

test("notes are nowhere when they are off", () => {
  const made = cardOf(form([single({ notes: { pg: "proposed" } })], { note: "n" }));
  const notes = () => find(card(made, about, act), (node) => /note/.test(`${node.props["data-field"]}${node.props["data-do"]}`)).length;
  assert.ok(notes() > 1);
  made.view.presentation.annotations = false;
  assert.equal(notes(), 0);
});

test("skipping and rejecting belong to forms that may stay open, cancelling to the others, asking back to all", () => {
  const does = (made) => find(card(cardOf(made), about, act), (node) => node.props["data-do"]).map((node) => node.props["data-do"]);
  const whole = does(form([single()]));
  assert.ok(!whole.includes("skip") && whole.includes("elaborate") && whole.includes("leave"));
  const partial = does(form([single()], { completeness: "partial" }));
  assert.ok(partial.includes("skip") && partial.includes("elaborate"));
});

test("who ended it, where and when, and whether the agent has it", () => {
  speak("en", { "ended-by": [{ value: "status" }, " by ", { value: "who" }, " · ", { value: "where" }, " · ", { value: "time" }] });
  const made = cardOf(form([single()]));
  const actor = { by: "ann", via: "terminal", presence: "interactive" };
  const answers = { questions: { q: { kind: "given", options: ["pg"], notes: { sqlite: "too small" } } }, note: "go" };
  made.view.state = { phase: "settled", at: "2026-01-01T14:05:00", outcome: { kind: "answered", answers, actor } };
  made.view.status = "submitted";
  const drawn = wordsOf(outcome(made, about, act));
  for (const said of ["submitted by ann · terminal · 14:05", "PostgreSQL", "SQLite: too small", "go", "agent-gets-it"]) assert.ok(drawn.includes(said), `${said}: ${drawn}`);
});

test("texts take values and plurals; ages and times are short", () => {
  speak("en", { n: [{ value: "count", cases: { one: ["one of ", { value: "all" }], other: [{ value: "count" }, " of many"] } }], "age-now": "now", "age-hours": [{ value: "count" }, " h"] });
  assert.equal(say("n", { count: 1, all: 3 }), "one of 3");
  assert.equal(say("n", { count: 2 }), "2 of many");
  assert.equal(say("missing"), "missing");
  assert.deepEqual([252_000, 3_849_000, 900].map(duration), ["4:12", "1:04:09", "0:01"]);
  const then = Date.parse("2026-01-01T14:00:00Z");
  assert.equal(age("2026-01-01T14:00:00Z", then + 59_000), "now");
  assert.equal(age("2026-01-01T14:00:00Z", then + 7_200_000), "2 h");
});

test("a notification shows words, not the marks of Markdown", () => {
  const told = withoutMarks("# Storage\n\n> It holds **14,000 rows** of `sessions_2023`, see [the limits](https://example.org).\n\n```sql\nselect 2 * 3 * 4;\n```\n*Which* one?");
  assert.equal(told, "Storage\nIt holds 14,000 rows of sessions_2023, see the limits.\nselect 2 * 3 * 4;\nWhich one?");
});

test("children that are nothing are left out", () => {
  assert.deepEqual(h("p", null, [null, false, undefined, "", ["a", 0]]).children, ["a", "0"]);
});

test("no source makes markup of text", () => {
  const manifest = readFileSync(new URL("../../portal/manifest.txt", import.meta.url), "utf8");
  for (const name of manifest.split("\n").filter((line) => line.endsWith(".js"))) {
    const source = readFileSync(new URL(`../../portal/${name}`, import.meta.url), "utf8");
    assert.doesNotMatch(source, /innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|\beval\b|new Function/, name);
  }
});

/** REQ: RE-1 */
test("a card says who was notified, when, and why somebody was not", () => {
  speak("en", {
    "notified-at": [{ value: "who" }, " notified at ", { value: "time" }],
    "notified-later": [{ value: "who" }, " waits"],
    "not-notified": [{ value: "who" }, " not notified: ", { value: "why" }],
    "skipped-switched-off": "notifications are off",
  });
  const at = new Date(2026, 2, 1, 14, 3).toISOString();
  const attention = [
    { rung: "irc", at, notified: true },
    { rung: "desktop", at, notified: false, why: "switched_off" },
    { rung: "matrix", at, notified: false },
  ];
  const line = (made) => find(card({ ...cardOf(form([single()])), view: { ...view(form([single()])), ...made } }, about, act), (node) => node.props["data-part"] === "notified").map(wordsOf);
  assert.deepEqual(line({ attention }), ["irc notified at 14:03 · desktop not notified: notifications are off · matrix waits"]);
  assert.deepEqual(line({}), []);
  assert.deepEqual(line({ attention: [{ rung: "desktop", at, notified: false, why: "shown" }] }), [], "nobody had to be");
  assert.deepEqual(line({ attention: [{ rung: "irc", at, notified: false, why: "refused" }] }), ["irc not notified: refused"]);
  speak("en", {});
});

test("a note on an option that is not chosen says which one it is on", () => {
  speak("en", { review: "Review" });
  const asked = form([single(), single({ id: "r" })]);
  const shown = { ...cardOf(asked), step: 2 };
  Object.assign(shown.work.entries.q, { options: ["pg"], notes: { sqlite: "only if it fits", dynamo: " " } });
  const small = (drawn) => find(drawn, ({ props }) => props.class === "small").map(wordsOf);
  assert.ok(small(card(shown, about, act)).includes("SQLite: only if it fits"), "before it is sent");
  assert.ok(!small(card(shown, about, act)).some((words) => words.startsWith("DynamoDB")), "an empty one is none");
  const [q] = [{ options: ["pg"], notes: { sqlite: "only if it fits" } }];
  const answers = { questions: { q: { kind: "given", ...q } } };
  const result = { kind: "answered", actor: { by: "ann", via: "web", presence: "interactive" }, answers };
  const view = { ...shown.view, status: "submitted", state: { phase: "settled", at: "2026-01-01T14:05:10Z", outcome: result } };
  const copied = [];
  const ended = { ...shown, view, unsent: { submission: { questions: { q } }, left: undefined } };
  const drawn = outcome(ended, { row: undefined, next: null, hints: true, found: false }, { ...act, copy: (text) => copied.push(text) });
  assert.ok(small(drawn).includes("SQLite: only if it fits"), "after it");
  find(drawn, ({ props }) => props["data-do"] === "copy")[0].props.onclick();
  assert.deepEqual(copied, ["Database: PostgreSQL\nSQLite: only if it fits"], "in what is copied");
});

test("why nothing was sent is above all that can be pressed, and says one thing", () => {
  speak("en", { "problem-choose-one": "Choose one." });
  const asked = form([single()]);
  const said = (made) => {
    const foot = find(card({ ...cardOf(asked), ...made }, about, act), ({ props }) => props.class === "foot")[0];
    return foot.children.map((part) => [part.props.key ?? part.key, part.props.role === "alert" && wordsOf(part)]);
  };
  const [first] = said({ strict: true });
  assert.equal(first[1], "Choose one.");
  assert.deepEqual(said({ strict: true, refusal: "Not sent." }).filter(([, words]) => words).map(([, words]) => words), ["Not sent."]);
  assert.deepEqual(said({}).filter(([, words]) => words), []);
});

test("a list and a quote have the direction of what is in them", () => {
  const inside = (text) => fromTree([["ol", {}, ["li", {}, text]], ["blockquote", {}, ["p", {}, text]]]).flat().filter(Boolean);
  assert.deepEqual(inside("שלום").map(({ props }) => props.dir), ["rtl", "rtl"]);
  assert.deepEqual(inside("hello").map(({ props }) => props.dir), ["auto", "auto"]);
});
