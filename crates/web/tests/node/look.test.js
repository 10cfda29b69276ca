// The screen: rows, headings, sentences, dragging, numbers, colours.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { begin } from "../../portal/answering/work.js";
import { freshCard, freshState } from "../../portal/app/state.js";
import { dayInWords, speak } from "../../portal/config/texts.js";
import { placeAt } from "../../portal/control/drag.js";
import { dragged } from "../../portal/control/rank.js";
import { figures } from "../../portal/history/figures.js";
import { decisionLines } from "../../portal/history/finder.js";
import { decisions } from "../../portal/history/page.js";
import { list } from "../../portal/list/list.js";
import { listWidth } from "../../portal/list/width.js";
import { inShort, isExtensible, spent } from "../../portal/live/time.js";
import { paletteItems } from "../../portal/palette/items.js";
import { card } from "../../portal/rendering/card.js";
import { outcome } from "../../portal/rendering/outcome.js";
import { answerInShort } from "../../portal/rendering/steps.js";
import { fromTree } from "../../portal/rendering/tree.js";
import { find, form, row, single, view, wordsOf as joined } from "./samples.js";

const act = new Proxy({}, { get: () => () => {} });
const about = { left: undefined, clock: 0, hints: true, letters: true, listening: true, row: undefined, next: null };
const cardOf = (made, more = {}) => ({ ...freshCard({ ...view(made), ...more }), work: begin(made, []), kept: null });
const of = (name) => ({ props }) => (props.class ?? "").split(" ").includes(name);
const wordsOf = (node) => joined(node).replace(/\s+/g, " ").trim();
const words = (node, name) => find(node, of(name)).map(wordsOf);

/** The texts as they are served, with their values in place. */
const TEXTS = { "time-left": [{ value: "time" }, " left"], "unit-h": "h", "unit-min": "min", "then-nobody": "if nobody answers", "sentence-chose": [{ value: "who", cases: { you: ["You chose ", { value: "answer" }], other: [{ value: "who" }, " chose ", { value: "answer" }] } }], "sentence-late": "Nobody answered in time", "step-of": [{ value: "step" }, " of ", { value: "all" }], "setting-theme": "Theme", "value-dark": "dark", cancel: "Cancel", "filter-list": "Show", "chip-waiting": "waiting", "group-list": "Group", "group-by-agent": "by agent", review: "Review", "next-question": ["Next: ", { value: "title" }] };

function listOf(rows, left = []) {
  const state = freshState();
  for (const one of rows) state.rows.set(one.id, one);
  for (const [id, ms] of left) state.left.set(id, { ms, at: 0, whole: 900_000, end: ms });
  return { state, drawn: list(state, act, { now: Date.parse("2026-01-01T14:05:00Z"), clock: 0 }) };
}

test("a line shrinks only in the last minute, and no row has more than one sign", () => {
  speak("en", TEXTS);
  const { drawn } = listOf([row({ id: "a" }), row({ id: "b", irreversible: true }), row({ id: "c" })], [["a", 600_000], ["b", 61_000], ["c", 59_000]]);
  assert.deepEqual(find(drawn, of("row")).map((one) => [one.props["data-row"], find(one, of("shrink")).length, find(one, of("sign")).length]), [["c", 1, 0], ["b", 0, 1], ["a", 0, 0]]);
  assert.equal(find(drawn, of("dot")).length + find(drawn, of("badge")).length, 0);
});

test("a settled row's grey line begins with how it ended, and its answer is beside the title", () => {
  speak("en", { "status-submitted": "answered", "status-cancelled": "cancelled", "surface-web": "web" });
  const state = freshState();
  state.done = [row({ id: "a", title: "Database?", status: "submitted", answer: "SQLite", settled_at: "2026-01-01T14:04:00Z", interface: "web" }), row({ id: "b", title: "Name?", status: "cancelled", remark: "later", settled_at: "2026-01-01T14:04:00Z", interface: "web" })];
  const drawn = list(state, act, { now: Date.parse("2026-01-01T14:05:00Z"), clock: 0 });
  const [answered, cancelled] = find(drawn, of("about-row")).map(wordsOf);
  assert.ok(answered.startsWith("answered"), answered);
  assert.ok(cancelled.startsWith("cancelled"), cancelled);
  assert.deepEqual(words(drawn, "title"), ["Database? → SQLite", "Name?"], "a remark is not in the place of an answer");
});

test("a row says where it is asked, and each sign has one meaning", () => {
  speak("en", { "surface-auto": "anywhere", "surface-web": "web", irreversible: "irreversible", "no-terminal": "no person seen" });
  const { state, drawn } = listOf([row({ id: "a", interface: "auto" }), row({ id: "b", interface: "web", irreversible: true })]);
  assert.deepEqual(words(drawn, "surface"), ["anywhere", "web"]);
  state.done = [row({ id: "c", status: "submitted", interface: "web", settled_at: "2026-01-01T14:04:00Z", actor: { presence: "unattended", via: "api" } })];
  const all = list(state, act, { now: Date.parse("2026-01-01T14:05:00Z"), clock: 0 });
  const signs = find(all, of("sign")).map((sign) => [wordsOf(sign), find(sign, ({ tag }) => tag === "svg")[0].props["data-icon"]]);
  assert.deepEqual(signs, [["irreversible", "warn"], ["no person seen", "unseen"]]);
});

test("a long title leaves room for its answer, and the title of a form is in the person's language", () => {
  speak("zh", { "several-questions": [{ value: "count" }, " 个问题：", { value: "titles" }] });
  const state = freshState();
  const settled = (title) => row({ id: title, title, status: "submitted", answer: "SQLite", settled_at: "2026-01-01T14:04:00Z", interface: "web" });
  state.done = [settled("Order the backlog of the next sprint by value"), settled("数据库应该用哪一个？存储层正在重写，这个选择决定迁移路径"), settled("2 questions: Tone, length")];
  const titles = words(list(state, act, { now: Date.parse("2026-01-01T14:05:00Z"), clock: 0 }), "title");
  assert.deepEqual(titles, ["Order the backlog of the next sprin… →\u00a0 SQLite", "数据库应该用哪一个？存储层正在重写… →\u00a0 SQLite", "2 个问题：Tone, length →\u00a0 SQLite"].map((text) => text.replace(/\s+/g, " ")));
  assert.deepEqual(paletteItems(listOf([row({ title: "3 questions: a, b, c" })]).state, "", [])[0].label, "3 个问题：a, b, c");
});

test("a decision's grey line begins with how it ended, also without an answer", () => {
  speak("en", { "status-submitted": "answered", "status-cancelled": "cancelled" });
  globalThis.innerHeight ??= 800;
  const rows = [row({ id: "a", status: "submitted", answer: "SQLite" }), row({ id: "b", status: "cancelled", remark: "not today" })];
  const finder = { rows, kept: null, wanted: {}, scrolled: 0, state: null, searched: 0, unfolded: false };
  const drawn = decisions(freshState(), finder, act);
  assert.deepEqual(words(drawn, "asker").map((line) => line.split(" ")[0]), ["answered", "cancelled"]);
  assert.deepEqual(words(drawn, "answer"), ["SQLite", "— not today"]);
});

test("today and yesterday have names, and a day without questions has no bar", () => {
  speak("en", {});
  const now = Date.parse("2026-01-02T12:00:00Z");
  assert.deepEqual(["2026-01-02T11:00:00Z", "2026-01-01T11:00:00Z", "2025-12-31T11:00:00Z"].map((at) => dayInWords(at, now)), ["Today", "Yesterday", "Dec 31, 2025"]);
  speak("zh", {});
  assert.equal(dayInWords("2026-01-01T11:00:00Z", now), "昨天");
  speak("en", {});
  const counted = { asked: 4, answered: 4, by_program: 0, timed_out: 0, declined: 0 };
  const slices = [4, 0, 2].map((asked, at) => ({ ...counted, asked, from: `2026-01-0${at + 1}T12:00:00Z` }));
  const [bars, dates] = figures({ total: counted, asked_again: 0, most_asked: [], agents: [], projects: [], slices }).children;
  assert.deepEqual(bars.children.map(({ props }) => [props.title, props.style["--part"]]), [["Jan 1, 2026: 4", "1"], ["Jan 2, 2026: 0", "0"], ["Jan 3, 2026: 2", "0.5"]]);
  assert.equal(wordsOf(dates), "Jan 1, 2026 Jan 3, 2026");
});

test("only what can't be undone is sent in red, never a no", () => {
  speak("en", TEXTS);
  const asked = form([single({ control: { kind: "one", own_text: "refused", options: [{ id: "allow", label: "Allow once" }, { id: "deny", label: "Deny", safe: true, recommended: true }] } })]);
  const red = (option, irreversible = true) => {
    const undone = cardOf(asked, { policy: { timeout_action: "cancel", irreversible } });
    if (option) undone.work.entries.q.options = [option];
    return find(card(undone, about, act), of("danger")).length;
  };
  assert.deepEqual([red(null), red("deny"), red("allow"), red("allow", false)], [0, 0, 1, 0]);
});

test("hours are not counted in seconds, in the card as in the list", () => {
  speak("en", TEXTS);
  const asked = form([single()]);
  const drawn = card(cardOf(asked), { ...about, left: { ms: 86_395_000, at: 0, whole: 86_400_000, end: 0 } }, act);
  assert.deepEqual(find(drawn, ({ props }) => props.role === "timer").map(wordsOf), ["24 h left"]);
  assert.equal(inShort(65 * 60_000), "1 h 5 min");
  assert.deepEqual([59_000, 175 * 60_000, 660 * 60_000].map(inShort), ["0:59", "2 h 55 min", "11 h"], "five minutes more are seen");
  speak("en", { "unit-s": "s", "unit-min": "min", "unit-h": "h" });
  assert.deepEqual([400, 42_000, 840_000, 3_570_000, 3_900_000].map(spent), ["1 s", "42 s", "14 min", "1 h", "1 h 5 min"], "no time of day");
});

test("five more minutes are offered where they can be had", () => {
  const offered = (policy) => find(card(cardOf(form([single()]), { policy: { ...view(form([single()])).policy, ...policy } }), { ...about, left: { ms: 60_000, at: 0, whole: 60_000, end: 0 } }, act), ({ props }) => props["data-do"] === "extend").length;
  assert.equal(offered({}), 1);
  assert.equal(offered({ extensible_ms: 0 }), 0);
  assert.equal(offered({ extensible_ms: 299_000 }), 0);
  assert.equal(offered({ extensible_ms: 900_000 }), 1);
  assert.equal(isExtensible({}, 604_700_000), false, "no time is longer than a week");
});

test("a form names the step it is at, and says each question once", () => {
  speak("en", TEXTS);
  const asked = form([single({ id: "a", header: "Framework", prompt: "Which framework?" }), single({ id: "b", header: "Which style of quo…", prompt: "Which style of quotes?" })], { title: "2 questions: Framework, Which style of quo…" });
  const first = cardOf(asked, { rendered: { context: [], questions: asked.questions.map(({ prompt, control }) => ({ prompt: [["p", {}, prompt]], context: [], options: control.options.map(() => []) })) } });
  const [one, two] = [card(first, about, act), card({ ...first, step: 1 }, about, act)];
  assert.deepEqual([words(one, "step-name"), words(two, "step-name")], [["Framework · 1 of 2"], ["2 of 2"]], "a name that only begins the question is left out");
  assert.deepEqual([one, two].map((drawn) => find(drawn, ({ props }) => props.id === "title").map(wordsOf)), [["Which framework?"], ["Which style of quotes?"]]);
  assert.equal(words(one, "prompt").length, 0);
  const review = card({ ...first, step: 2 }, about, act);
  assert.deepEqual(find(review, ({ props }) => props["data-review"]).map(({ props }) => props["data-review"]), ["a", "b"]);
  assert.deepEqual(find(review, ({ tag }) => tag === "th").map(wordsOf), ["Framework", "Which style of quo…"]);
});

test("what became of a question is a sentence, and what is next stands below it", () => {
  speak("en", TEXTS);
  const asked = form([single()]);
  const settledView = (result) => ({ ...view(asked), status: "submitted", state: { phase: "settled", at: "2026-01-01T14:05:10Z", outcome: result } });
  const settled = (result, more = {}) => outcome({ ...cardOf(asked), view: settledView(result), ...more }, { row: undefined, next: row({ id: "n", title: "Which port?" }), hints: true, found: false }, act);
  const given = { kind: "answered", actor: { by: "ann", via: "web", presence: "interactive" }, answers: { questions: { q: { kind: "given", options: ["sqlite"] } } } };
  const title = (drawn) => wordsOf(find(drawn, ({ props }) => props.id === "title")[0]);
  assert.equal(title(settled(given, { mine: true })), "You chose SQLite");
  assert.equal(title(settled(given)), "ann chose SQLite");
  assert.equal(title(settled({ kind: "timed_out", action: "reinvoke" })), "Nobody answered in time");
  const parts = settled(given, { mine: true }).children.map(({ props }) => props.class);
  assert.deepEqual(parts.slice(0, 3), ["ending", "next", "was-asked"]);
  assert.equal(find(settled(given), of("answers")).length, 0, "it is not said twice");
  const ticks = (delivered_at) => find(settled(given, { view: { ...settledView(given), delivered_at } }), ({ props }) => /seal|hand-over/.test(props.class ?? "")).flatMap((one) => find(one, ({ props }) => props["data-icon"] === "check")).length;
  assert.deepEqual([ticks(undefined), ticks("2026-01-01T14:05:11Z")], [0, 1], "one tick, when the agent has it");
});

test("a no in words is called a no, before and after", () => {
  speak("en", { ...TEXTS, "send-denial": ["Deny: ", { value: "answer" }], "send-this": ["Send ", { value: "answer" }], "sentence-denied": [{ value: "who", cases: { you: ["You denied it: ", { value: "answer" }] } }] });
  const asked = form([single({ control: { ...single().control, own_text: "allowed" } })]);
  const origin = { ...view(asked).origin, dialect: "permission" };
  const written = cardOf(asked, { origin });
  written.work.entries.q.text = "only after 6pm";
  written.work.entries.q.options = [];
  const send = (drawn) => wordsOf(find(drawn, ({ props }) => props["data-do"] === "send")[0]);
  assert.ok(send(card(written, about, act)).startsWith("Deny: only after 6pm"), send(card(written, about, act)));
  const result = { kind: "answered", actor: { via: "web", presence: "interactive" }, answers: { questions: { q: { kind: "given", options: [], text: "only after 6pm" } } } };
  const settled = { ...view(asked), origin, status: "submitted", state: { phase: "settled", at: "2026-01-01T14:05:10Z", outcome: result } };
  const drawn = outcome({ ...cardOf(asked), view: settled, mine: true }, { row: undefined, next: null, hints: true, found: false }, act);
  assert.equal(wordsOf(find(drawn, ({ props }) => props.id === "title")[0]), "You denied it: only after 6pm");
});

test("who comes from the review goes back to it", () => {
  speak("en", { ...TEXTS, next: "Next" });
  const asked = form([single({ id: "a" }), single({ id: "b" }), single({ id: "c" })]);
  const onward = (more) => find(card({ ...cardOf(asked), ...more }, about, act), ({ props }) => props["data-do"] === "onward").map(wordsOf);
  assert.deepEqual([onward({ step: 0 }), onward({ step: 0, reviewed: true })], [["Next →"], ["Review →"]]);
});

test("below what was settled last is the way to the rest", () => {
  speak("en", { ...TEXTS, history: "History" });
  const older = (state) => find(list(state, act, { now: 0, clock: 0 }), ({ props }) => props["data-do"] === "older").map(wordsOf);
  const { state } = listOf([row({ id: "a" })]);
  assert.deepEqual(older(state), []);
  state.done = [row({ id: "b", status: "submitted", settled_at: "2026-01-01T14:04:00Z" })];
  assert.deepEqual(older(state), ["History"]);
});

test("an option is dragged to a place, and what is above it has one as well", () => {
  const ranking = { kind: "rank", places: 4, options: ["a", "b", "c", "d"].map((id) => ({ id, label: id })) };
  assert.deepEqual(dragged(ranking, [], "d", 0), ["d"]);
  assert.deepEqual(dragged(ranking, ["d"], "b", 2), ["d", "a", "b"]);
  assert.deepEqual(dragged(ranking, ["a", "b"], "a", 1), ["b", "a"]);
  assert.deepEqual(dragged({ ...ranking, places: 2 }, ["a"], "d", 3), ["a", "b"]);
  assert.deepEqual([placeAt([10, 30, 50], 0, 10), placeAt([10, 30, 50], 0, 31), placeAt([10, 30, 50], 2, 5)], [0, 1, 0]);
});

test("Send says nothing of a ranking that is only begun", () => {
  const asked = single({ control: { kind: "rank", places: 3, options: single().control.options } });
  const says = (options) => answerInShort(asked, { options, text: "", parked: "", notes: {}, skip: null, elaborate: null });
  assert.deepEqual([["sqlite"], ["sqlite", "pg", "dynamo"]].map(says), ["", "1. SQLite, 2. PostgreSQL, 3. DynamoDB"]);
});

test("Send says a number as it will be sent, and nothing of what can't be", () => {
  const asked = single({ control: { kind: "number", unit: "replicas", min: "1", max: "12" } });
  const says = (text) => answerInShort(asked, { options: null, text, parked: "", notes: {}, skip: null, elaborate: null });
  assert.deepEqual(["5", "5 replicas", "abc", "13", ""].map(says), ["5 replicas", "5 replicas", "", "", ""]);
});

test("numbers in a table are not broken, words are", () => {
  const drawn = fromTree([["table", {}, ["tr", {}, ["td", {}, "1,204 MB"], ["td", {}, "+0.1 %"], ["td", {}, "the usual choice"], ["td", { class: "right" }, "38 ms"]]]]);
  assert.deepEqual(find({ tag: "div", props: {}, children: drawn.flat(3) }, ({ tag }) => tag === "td").map(({ props }) => props.class), ["figure", "figure", null, "right figure"]);
});

test("decisions stand below their day", () => {
  const lines = decisionLines([row({ id: "a", settled_at: "2026-01-02T12:00:00Z" }), row({ id: "b", settled_at: "2026-01-02T11:00:00Z" }), row({ id: "c", settled_at: "2026-01-01T12:00:00Z" })]);
  assert.deepEqual(lines.map(({ row, heading }) => row?.id ?? typeof heading), ["string", "a", "b", "string", "c"]);
});

test("the palette finds themes, filters, groups and the card's acts by their words, and shows their keys", () => {
  speak("en", TEXTS);
  const state = freshState();
  state.settings = { theme: { key: "theme", value: "system", draw: "theme", choices: ["system", "dark"], texts: "value", group: "look", source: "default" } };
  Object.assign(state, { open: "i", card: cardOf(form([single()])) });
  const found = (typed) => paletteItems(state, typed, []).map(({ run, argument, hint }) => [run, argument, hint].filter(Boolean).join(" "));
  assert.ok(found("dark").includes("set theme dark"), String(found("dark")));
  assert.ok(found("cancel").includes("card cancel c"), String(found("cancel")));
  assert.ok(found("waiting").includes("filter waiting"), String(found("waiting")));
  assert.ok(found("group").includes("group agent"), String(found("group")));
});

test("the list can't be dragged away", () => {
  assert.deepEqual([0, 300.4, 5_000].map(listWidth), [260, 300, 560]);
});

/** The colours of a theme, from the styles themselves. */
function colours(theme, scheme) {
  const css = readFileSync(new URL("../../portal/config/themes.css", import.meta.url), "utf8");
  const blocks = [...css.matchAll(/\[data-theme(?:="(\w+)")?\] \{([^}]*)\}/g)].filter(([, name]) => name === undefined || name === theme);
  return Object.fromEntries(blocks.flatMap(([, , body]) => [...body.matchAll(/--([\w-]+): (?:light-dark\((#\w+), (#\w+)\)|(#\w+));/g)].map(([, name, light, dark, both]) => [name, both ?? (scheme === "dark" ? dark : light)])));
}

function contrast(one, other) {
  const light = (hex) => {
    const [r, g, b] = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255).map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [high, low] = [light(one), light(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

test("there is one scale of type, and a Latin font comes before a Chinese one", () => {
  const styles = readFileSync(new URL("../../portal/manifest.txt", import.meta.url), "utf8").split("\n").filter((name) => name.endsWith(".css"));
  const css = styles.map((name) => readFileSync(new URL(`../../portal/${name}`, import.meta.url), "utf8")).join("\n");
  const size = "var\\(--(tiny|small|normal|large|heading|title)\\)";
  // Code is a little smaller than what it stands in.
  const sizes = new RegExp(`^(font-size: (${size}|0.9em)|font: (inherit|${size}/.*))$`);
  assert.deepEqual([...css.matchAll(/\bfont(-size)?: [^;]+/g)].map(([rule]) => rule).filter((rule) => !sizes.test(rule)), []);
  assert.equal(css.match(/--(tiny|small|normal|large|heading|title): \d+px/g)?.length, 6);
  const mono = /--mono: ([^;]+)/.exec(css)?.[1] ?? "";
  for (const latin of ["DejaVu Sans Mono", "Liberation Mono"]) assert.ok(mono.includes(latin) && mono.indexOf(latin) < mono.indexOf("CJK"), mono);
});

// REQ: WE-10
test("every text can be read: 4.5 : 1, and 7 : 1 in high contrast", () => {
  const pairs = ["card", "pane", "ground", "tint", "code"].flatMap((under) => ["text", "dim", "accent"].map((over) => [over, under])).concat([["on-accent", "accent"], ["on-danger", "danger"], ["bad", "bad-tint"], ["bad", "card"], ["warn", "warn-tint"], ["warn", "pane"], ["good", "card"], ...["keyword", "string", "number", "comment"].map((over) => [over, "code"])]);
  for (const [theme, least] of [["light", 4.5], ["contrast", 7]]) {
    for (const scheme of ["light", "dark"]) {
      const of = colours(theme, scheme);
      // Where something can be typed is seen.
      for (const under of ["card", "pane", "ground"]) assert.ok(contrast(of.edge, of[under]) >= 3, `edge on ${under}, ${theme} ${scheme}`);
      for (const [over, under] of pairs) assert.ok(contrast(of[over], of[under]) >= least, `${over} on ${under}, ${theme} ${scheme}: ${contrast(of[over], of[under]).toFixed(2)}`);
    }
  }
});
