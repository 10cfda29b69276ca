// Questions whose agents stopped waiting: said in its line, named in a panel, withdrawn on confirmation.

import assert from "node:assert/strict";
import { test } from "node:test";

import { begin } from "../../portal/answering/work.js";
import { frame } from "../../portal/app/frame.js";
import { freshCard, freshState } from "../../portal/app/state.js";
import { stoppedPanel, withdrawStopped } from "../../portal/app/withdraw.js";
import { speak } from "../../portal/config/texts.js";
import { list } from "../../portal/list/list.js";
import { Refused, Unreachable } from "../../portal/live/http.js";
import { applyNews } from "../../portal/live/news.js";
import { paletteItems } from "../../portal/palette/items.js";
import { find, form, row, single, view, wordsOf } from "./samples.js";

globalThis.innerHeight = 800;
speak("en", { "agent-stopped": "the agent stopped waiting", "agent-not-listening": "agent not listening" });

const act = new Proxy({}, { get: () => () => {} });
const STOPPED = { listening: false, stopped: true };

/** Of four, two have stopped. */
function some() {
  const state = freshState();
  const rows = [row({ id: "a", title: "Waits" }), row({ id: "b", title: "One", ...STOPPED }), row({ id: "c", title: "Deaf", listening: false }), row({ id: "d", title: "Two", ...STOPPED })];
  applyNews(state, { cursor: "1.1", events: [], reset: rows }, 0, () => true);
  return state;
}

const news = (state, event) => applyNews(state, { cursor: "1.2", events: [event] }, 0, () => true);
const named = (state, actions = act) => find(stoppedPanel(state, actions), ({ props }) => props["data-named"]).map(({ props }) => props["data-named"]);

// REQ: RA-12
test("what its agent stopped waiting for says so in its line, and keeps its place", () => {
  const state = some();
  const lines = () => find(list(state, act, { now: 0, clock: 0 }), ({ props }) => props["data-row"]);
  const says = () => lines().map((line) => [line.props["data-row"], wordsOf(line).includes("the agent stopped waiting")]);
  assert.deepEqual(says(), [["a", false], ["b", true], ["c", false], ["d", true]]);
  news(state, { event: "listening", id: "b", listening: true });
  assert.deepEqual(says(), [["a", false], ["b", false], ["c", false], ["d", true]], "it came back");
});

// REQ: RA-12
test("the open question says so as soon as it is known", () => {
  const state = some();
  const asked = form([single()]);
  state.card = { ...freshCard({ ...view(asked), id: "a" }), work: begin(asked, []), kept: null };
  [state.open, state.loaded] = ["a", true];
  const badges = () => find(frame(state, { list: act, card: act, sheet: act }, { now: 0, clock: 0 }), ({ key, props }) => (props.key ?? key) === "deaf").map(wordsOf).join();
  news(state, { event: "listening", id: "a", listening: false });
  assert.equal(badges(), "agent not listening");
  const { policy, presentation } = state.card.view;
  news(state, { event: "changed", row: row({ id: "a", ...STOPPED }), terms: { revision: 2, policy, presentation } });
  assert.equal(badges(), "the agent stopped waiting");
});

// REQ: RA-12
test("the palette offers to withdraw them only if there are any, and the panel names them first", () => {
  const offered = (state) => paletteItems(state, "", []).some(({ argument }) => argument === "withdraw-stopped");
  assert.deepEqual([offered(freshState()), offered(some())], [false, true]);
  const state = some();
  assert.deepEqual(named(state), ["b", "d"]);
  const sent = [];
  const [button] = find(stoppedPanel(state, { close: () => {}, withdraw: (ids) => sent.push(ids) }), ({ props }) => props["data-do"] === "withdraw");
  assert.deepEqual(sent, [], "nothing before it is confirmed");
  button.props.onclick();
  assert.deepEqual(sent, [["b", "d"]]);
});

// REQ: RA-12
test("what is named is withdrawn, but not what its agent came back for", async () => {
  const state = some();
  const asked = [];
  const app = { state, feed: { ask: async (call) => void asked.push([call.id, call.command.command]) } };
  news(state, { event: "listening", id: "b", listening: true });
  assert.equal(await withdrawStopped(app, ["b", "d", "gone"]), true);
  assert.deepEqual(asked, [["d", "withdraw"]]);
  const fails = (error) => withdrawStopped({ state, feed: { ask: () => Promise.reject(error) } }, ["d"]);
  assert.equal(await fails(new Refused({ detail: "already answered", status: 409 })), true);
  assert.equal(await fails(new Unreachable()), false, "what is left is still named");
});
