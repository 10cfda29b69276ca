// Words and kinds of a newer hub, sent to a page that is still open.

import assert from "node:assert/strict";
import { test } from "node:test";
import { refusalInWords } from "../../portal/answering/refusal.js";
import { applyField, begin } from "../../portal/answering/work.js";
import { frame } from "../../portal/app/frame.js";
import { sheet } from "../../portal/app/sheet.js";
import { freshCard, freshState } from "../../portal/app/state.js";
import { speak } from "../../portal/config/texts.js";
import { Refused } from "../../portal/live/http.js";
import { canDraw, greet, WIRE } from "../../portal/live/known.js";
import { applyNews } from "../../portal/live/news.js";
import { PageWithout } from "./page.js";
import { form, row, single, view } from "./samples.js";

const LATER = "invented_later";
const nothing = () => {};
const act = { card: {}, list: {}, sheet: { close: nothing }, reload: nothing, pair: nothing };
const pending = view(form([single()]));
const actor = { via: LATER, presence: LATER };
const settled = (outcome, status = LATER) => ({ ...pending, status, state: { phase: "settled", at: "2026-01-01T14:05:00Z", outcome } });

/** Every text and the marks of what is drawn. */
function drawn(node) {
  if (node === null || node === undefined || node === false) return "";
  if (typeof node !== "object") return `${node} `;
  if (Array.isArray(node)) return node.map(drawn).join("");
  return `[${node.props?.["data-page"] ?? ""}${node.props?.["data-do"] ?? ""}]${drawn(node.children ?? [])}`;
}

const shown = (state) => drawn(frame({ ...freshState(), door: "open", loaded: true, live: "socket", ...state }, act, { now: 0, clock: 0 }));
const cardOf = (view) => ({ ...freshCard(view), work: begin(view.form, []), kept: null });

test("a question that this page cannot draw is recognised", () => {
  assert.ok(canDraw(pending));
  const given = { q: { kind: "given", options: ["pg"] } };
  assert.ok(canDraw(settled({ kind: "answered", answers: { questions: given }, actor })));
  assert.ok(!canDraw(view(form([single(), single({ id: "r", control: { kind: LATER, places: 3 } })]))));
  assert.ok(!canDraw({ ...pending, state: { phase: LATER } }));
  assert.ok(!canDraw(settled({ kind: LATER })));
  assert.ok(!canDraw(settled({ kind: "answered", answers: { questions: { q: { kind: LATER } } }, actor })));
});

test("it says so, points to reloading, and no key acts on it", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const page = new PageWithout(t);
  const id = page.arrives({});
  const known = page.views.get(id);
  page.views.set(id, { ...known, form: form([single({ control: { kind: LATER, wheel: [1, 2] } })]) });
  page.app.show(id);
  await page.settle();
  assert.equal(page.app.state.newer, true);
  assert.equal(page.app.state.card, null);
  const screen = shown(page.app.state);
  assert.match(screen, /\[newer\].*\[reload\]/s);
  page.press("1");
  page.press("Enter", { ctrlKey: true });
  assert.deepEqual(page.acts, []);
  // The hub has taken the control back: the question is shown like any other.
  page.views.set(id, known);
  page.changes(id, {});
  await page.settle();
  assert.equal(page.shown, id);
  page.forget();
});

test("words that are not known are shown as they come", () => {
  speak("en", { "ended-by": [{ value: "status" }, " · ", { value: "where" }], "no-terminal": "nobody seen" });
  const outcome = { kind: "cancelled", actor };
  const ended = shown({ open: "x", card: cardOf(settled(outcome)) });
  assert.match(ended, /invented_later · invented_later, nobody seen/, "an unknown presence is nobody");
  const timed = shown({ open: "x", card: cardOf(settled({ kind: "timed_out", action: LATER }, "timeout")) });
  assert.match(timed, /invented_later/);
  const rows = new Map([["a", row({ interface: LATER, status: LATER, instead: [LATER], actor })]]);
  const list = shown({ rows });
  assert.match(list, /invented_later/);
  for (const text of [ended, timed, list]) assert.doesNotMatch(text, /(status|surface|timed-out)-invented/);
  speak("en", {});
});

test("a refusal with an unknown reason or fault is said in plain words", () => {
  const fault = { kind: LATER, amount: 3 };
  assert.deepEqual(refusalInWords({ status: 422, detail: "", problems: [{ fault }] }), { key: "refused-unfit" });
  assert.deepEqual(refusalInWords({ status: 422, detail: "", refusal: { reason: "invalid", problems: [{ fault }] } }), { key: "refused-unfit" });
  assert.deepEqual(refusalInWords({ status: 403, detail: "", refusal: { reason: LATER } }), { key: "refused-otherwise" });
  assert.deepEqual(refusalInWords({ status: 418, detail: "", kind: LATER }), { key: "refused-otherwise" });
  assert.equal(refusalInWords({ status: 403, detail: "", refusal: { reason: "elsewhere", surfaces: [LATER] } }).values.places, LATER);
});

test("an event of an unknown kind changes nothing, and the next one counts", () => {
  const state = freshState();
  const events = [{ event: LATER, row: row() }, { event: "created", row: row({ more: 1 }) }, { event: "settled", row: row({ id: "b", status: LATER }) }];
  applyNews(state, { cursor: "1.2", events }, 0, () => false);
  assert.deepEqual([...state.rows.keys()], [row().id]);
  assert.equal(state.done[0].status, LATER);
});

test("an unknown field of a draft changes nothing", () => {
  const work = begin(pending.form, []);
  applyField(work, { field: LATER, question: "q", text: "no" });
  applyField(work, { field: "text", question: LATER, text: "no" });
  assert.deepEqual(work, begin(pending.form, []));
});

test("a setting of an unknown kind or group is left out, the others are drawn", () => {
  const setting = (key, more) => ({ key, value: "on", source: "person", group: "look", draw: "switch", texts: "value", choices: ["on", "off"], always: false, ...more });
  const settings = { hints: setting("hints", { source: LATER }), dial: setting("dial", { draw: LATER }), far: setting("far", { group: LATER }) };
  const panel = drawn(sheet({ ...freshState(), settings }, act.sheet));
  assert.match(panel, /hints/);
  assert.doesNotMatch(panel, /dial|far/);
});

test("a hub that speaks another wire, or serves another page, has the person reload", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const said = [];
  const line = (reply) => ({ call: async (call) => (said.push(call), reply()) });
  const refuse = (status) => () => {
    throw new Refused({ status, detail: "" });
  };
  assert.equal(await greet(line(() => ({ wire: WIRE, more: 1 }))), true);
  assert.deepEqual(said, [{ call: "hello", wire: 1 }]);
  assert.equal(await greet(line(refuse(426))), false);
  assert.equal(await greet(line(refuse(400))), true, "it is not about the wire");

  for (const [served, outdated] of [[{ wire: WIRE, page: "now.js" }, false], [{ wire: 2, page: "now.js" }, true], [{ wire: WIRE, page: "later.js" }, true]]) {
    const page = new PageWithout(t);
    document.documentElement.dataset.build = "now.js";
    const serve = page.serve;
    page.serve = (path) => (path === "/portal/page" ? { ok: true, status: 200, json: async () => served } : serve.call(page, path));
    page.app.setLive("off");
    page.app.setLive("socket");
    page.busy = true;
    await page.settle();
    assert.equal(page.app.state.outdated, outdated, JSON.stringify(served));
    assert.equal(/\[outdated\].*\[reload\]/s.test(shown(page.app.state)), outdated);
  }
});
