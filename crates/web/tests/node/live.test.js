// Events, time and the list.

import assert from "node:assert/strict";
import { test } from "node:test";
import { listed, nextWaiting, withDone } from "../../portal/list/rows.js";
import { speak } from "../../portal/config/texts.js";
import { addRest, applyNews } from "../../portal/live/news.js";
import { windowOf } from "../../portal/list/window.js";
import { heard, inUnits, leftAt, secondsOf, urgency } from "../../portal/live/time.js";
import { freshState } from "../../portal/app/state.js";
import { row } from "./samples.js";

const news = (events, reset) => ({ cursor: "1.1", events, ...(reset ? { reset } : {}) });
const dos = (effects) => effects.map((effect) => effect.do);

test("a reset voids what was known", () => {
  const state = freshState();
  state.rows.set("old", row({ id: "old" }));
  state.open = "a";
  const effects = applyNews(state, news([], [row({ id: "a", remaining_ms: 5000 }), row({ id: "b" })]), 100, (id) => id === "a");
  assert.deepEqual([...state.rows.keys()], ["a", "b"]);
  assert.deepEqual([...state.unread], ["b"]);
  const { ms, at, whole } = state.left.get("a");
  assert.deepEqual({ ms, at }, { ms: 5000, at: 100 });
  assert.ok(whole > 5000, "it was asked a while ago");
  assert.deepEqual(dos(effects), ["load done", "load settings", "watch", "load card", "decided"]);
});

test("a reset leaves no time of what is gone, and the line goes on shrinking", () => {
  const state = freshState();
  applyNews(state, news([], [row({ id: "a", remaining_ms: 5000 }), row({ id: "b", remaining_ms: 9000 })]), 0, () => true);
  const { whole } = state.left.get("b");
  applyNews(state, news([], [row({ id: "b", remaining_ms: 4000 })]), 5000, () => true);
  assert.deepEqual([...state.left.keys()], ["b"]);
  assert.ok(state.left.get("b").whole >= whole);
});

test("a reset that may be a whole page has more behind it, also if some of it could not be read", () => {
  const many = (count) => Array.from({ length: count }, (_, n) => row({ id: `q${n}` }));
  const wanted = (count) => dos(applyNews(freshState(), news([], many(count)), 0, () => true)).includes("load rest");
  assert.deepEqual([250, 499, 500].map(wanted), [false, true, true]);
});

test("a list that is late adds what is unknown, and brings nothing back that has ended", () => {
  const state = freshState();
  applyNews(state, news([], [row({ id: "a" })]), 0, () => true);
  applyNews(state, news([{ event: "settled", row: row({ id: "b" }) }, { event: "removed", id: "c" }]), 0, () => true);
  addRest(state, ["a", "b", "c", "d", "e"].map((id) => row({ id, remaining_ms: 1000 })), 0, (id) => id === "d");
  assert.deepEqual([...state.rows.keys()], ["a", "d", "e"]);
  assert.deepEqual([...state.left.keys()], ["d", "e"]);
  assert.deepEqual([...state.unread], ["e"]);
});

test("a row comes, changes and ends; it is in the list once", () => {
  const state = freshState();
  assert.deepEqual(dos(applyNews(state, news([{ event: "created", row: row() }]), 0, () => false)), ["tell", "watch"]);
  state.open = "a";
  assert.deepEqual(dos(applyNews(state, news([{ event: "changed", row: row({ remaining_ms: 9000 }) }]), 0, () => false)), ["load card", "watch"]);
  assert.equal(state.rows.size, 1);
  const settled = row({ status: "timeout", settled_at: "2026-01-01T14:04:00Z" });
  assert.deepEqual(dos(applyNews(state, news([{ event: "settled", row: settled }]), 0, () => false)), ["tell", "load card", "decided", "watch"]);
  assert.equal(state.rows.size, 0);
  assert.equal(state.left.size, 0);
  assert.deepEqual(state.done.map(({ id }) => id), ["a"]);
  applyNews(state, news([{ event: "delivered", id: "a" }]), 0, () => false);
  assert.equal(state.done[0].delivered, true);
  applyNews(state, news([{ event: "undelivered", id: "a" }]), 0, () => false);
  assert.equal(state.done[0].delivered, false);
});

test("one question's events touch no other", () => {
  const state = freshState();
  applyNews(state, news([], [row({ id: "a" }), row({ id: "b", remaining_ms: 1000 })]), 0, () => true);
  const before = structuredClone(state.rows.get("b"));
  applyNews(state, news([{ event: "listening", id: "a", listening: false }, { event: "changed", row: row({ id: "a", remaining_ms: 7 }) }]), 50, () => true);
  assert.deepEqual(state.rows.get("b"), before);
  assert.equal(state.left.get("b").ms, 1000);
});

test("as many completed ones as set, the newest first, whatever the filter", () => {
  const settled = (id) => news([{ event: "settled", row: row({ id, status: "submitted", settled_at: `2026-01-01T14:0${id}:00Z` }) }]);
  for (const [value, most] of [[undefined, 5], ["0", 0], ["10", 7]]) {
    const state = freshState();
    if (value) state.settings = { recent: { key: "recent", value } };
    for (let n = 1; n <= 7; n++) applyNews(state, settled(String(n)), 0, () => true);
    assert.equal(state.done.length, most);
  }
  let done = [];
  for (let n = 1; n <= 7; n++) done = withDone(done, row({ id: String(n), settled_at: `2026-01-01T14:0${n}:00Z` }), 5);
  assert.deepEqual(done.map(({ id }) => id), ["7", "6", "5", "4", "3"]);
  const state = { ...freshState(), rows: new Map([["w", row({ id: "w" })]]), done };
  const count = (chip) => Object.values(Object.groupBy(listed({ ...state, chip }).filter((line) => line.row), (line) => line.row.settled_at ? "done" : "waiting")).map((part) => part.length);
  assert.deepEqual(count("all"), [1, 5]);
  assert.deepEqual(count("waiting"), [1]);
  assert.deepEqual(count("done"), [5]);
});

const asked = (id, minute, more) => row({ id, created_at: `2026-01-01T14:0${minute}:00Z`, ...more });

test("what ends soonest is on top, what has no end is below, the oldest first", () => {
  const state = freshState();
  const rows = [asked("late", 0, { remaining_ms: 900_000 }), asked("never", 1), asked("soon", 2, { remaining_ms: 5_000 }), asked("older", 0)];
  applyNews(state, news([], rows), 0, () => true);
  const order = () => listed(state).map(({ key }) => key);
  assert.deepEqual(order(), ["soon", "late", "older", "never"]);
  applyNews(state, news([{ event: "changed", row: asked("soon", 2, { remaining_ms: 4_200 }) }]), 200, () => true);
  assert.deepEqual(order(), ["soon", "late", "older", "never"], "a report that was on its way changes nothing");
  applyNews(state, news([{ event: "changed", row: asked("soon", 2, { remaining_ms: 3_600_000 }) }]), 300, () => true);
  assert.deepEqual(order(), ["late", "soon", "older", "never"], "an extension does");
  applyNews(state, news([{ event: "created", row: asked("new", 5, { remaining_ms: 60_000 }) }]), 400, () => true);
  assert.deepEqual(order(), ["new", "late", "soon", "older", "never"]);
  applyNews(state, news([{ event: "settled", row: asked("new", 5, { status: "submitted", settled_at: "2026-01-01T14:09:00Z" }) }]), 400, () => true);
  assert.deepEqual(order(), ["late", "soon", "older", "never", "done", "new", "rest"]);
});

test("grouped by project or agent, the group first whose question ends first", () => {
  const state = { ...freshState(), group: "project" };
  const rows = [asked("a", 0, { project: "web", remaining_ms: 90_000 }), asked("b", 1, { project: "api", remaining_ms: 5_000 }), asked("c", 2, { project: "web" }), asked("d", 3)];
  applyNews(state, news([], rows), 0, () => true);
  assert.deepEqual(listed(state).map(({ key, heading, count }) => (heading === undefined ? key : `${heading} ${count}`)), ["api 1", "b", "web 2", "a", "c", " 1", "d"]);
  assert.equal(nextWaiting(state, "b").id, "a", "as listed");
  assert.equal(nextWaiting(state, "gone").id, "b", "what ends first");
});

test("of a long list only what is in view is drawn, and what must stay", () => {
  const lines = Array.from({ length: 10_000 }, (_, n) => ({ key: String(n), size: 58 }));
  const { height, drawn } = windowOf(lines, { top: 58 * 5_000, height: 800 }, ({ key }) => key === "3");
  assert.equal(height, 580_000);
  assert.ok(drawn.length < 45, String(drawn.length));
  assert.deepEqual([drawn[0].line.key, drawn[0].top, drawn[0].at], ["3", 174, 3]);
  assert.ok(drawn.some(({ line }) => line.key === "5000") && drawn.some(({ line }) => line.key === "5013"));
  const short = windowOf(lines.slice(0, 100), { top: 0, height: 10 }, () => false);
  assert.deepEqual([short.drawn.length, short.isWhole], [100, true]);
});

test("next goes round among what waits, and after an answer to what ends first", () => {
  const state = freshState();
  applyNews(state, news([], ["a", "b", "c"].map((id, n) => asked(id, n, { remaining_ms: 60_000 * (n + 1) }))), 0, () => true);
  assert.equal(nextWaiting(state, "a").id, "b");
  assert.equal(nextWaiting(state, "c").id, "a");
  assert.equal(nextWaiting(state, "a", -1).id, "c");
  assert.equal(nextWaiting(state, "answered").id, "a");
  const one = freshState();
  applyNews(one, news([], [asked("a", 0)]), 0, () => true);
  assert.equal(nextWaiting(one, "a"), null);
});

test("time is counted from what the hub said, by the page's own clock", () => {
  const left = heard(60_000, 1_000, undefined);
  assert.equal(leftAt(left, 31_000), 30_000);
  assert.equal(leftAt(left, 99_000), 0);
  assert.equal(heard(30_000, 31_000, left).whole, 60_000, "the line goes on shrinking");
  assert.equal(heard(90_000, 31_000, left).whole, 90_000, "an extension makes it whole again");
  assert.equal(heard(30_000, 0, undefined, 90_000).whole, 120_000, "what has passed before we came counts");
  assert.equal(heard(undefined, 0, left), null);
  assert.deepEqual([61_000, 59_000, 9_000].map(urgency), ["calm", "soon", "now"]);
});

test("a time as people write it", () => {
  const read = { "90 s": 90, 10: 600, "10min": 600, "1.5 h": 5400, "1:30": 90, "1:00:00": 3600, "2 d": 172_800, soon: null, "": null, "5 y": null };
  for (const [typed, seconds] of Object.entries(read)) assert.equal(secondsOf(typed), seconds, typed);
  speak("zh", { "unit-s": "秒", "unit-min": "分钟 分", "unit-h": "小时 时", "unit-d": "天" });
  assert.deepEqual(["10 分钟", "10分", "2 时", "5 min"].map(secondsOf), [600, 600, 7200, 300]);
  assert.equal(inUnits(300), "5 分钟");
  speak("en", { "unit-s": "s", "unit-min": "min", "unit-h": "h", "unit-d": "d" });
  assert.deepEqual([300, 90, 7200, 86_400].map(inUnits), ["5 min", "90 s", "2 h", "1 d"]);
});

test("a change is not loaded: its event says what holds now, whichever comes first, event or reply", () => {
  const state = freshState();
  state.open = "a";
  const told = (terms) => dos(applyNews(state, news([{ event: "changed", row: row(), terms }]), 0, () => true));
  const presentation = (annotations) => ({ surface: "auto", single_submit: false, annotations, placeholder: true });
  state.card = { id: "a", view: { id: "a", revision: 4, presentation: presentation(true), form: "as it was" } };
  assert.deepEqual(told({ revision: 5, policy: {}, presentation: presentation(false) }), ["speak", "watch"]);
  assert.equal(state.card.view.presentation.annotations, false);
  assert.equal(state.card.view.form, "as it was");
  assert.deepEqual(told({ revision: 4, policy: {}, presentation: presentation(true) }), ["speak", "watch"]);
  assert.equal(state.card.view.presentation.annotations, false, "the reply to a later change was faster");
  state.card = null;
  assert.deepEqual(told({ revision: 6, policy: {}, presentation: presentation(true) }), ["load card", "watch"], "it is still loading, maybe as it was before");
});
