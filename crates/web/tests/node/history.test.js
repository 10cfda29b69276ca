// The history and the palette.

import assert from "node:assert/strict";
import { test } from "node:test";
import { freshCard, freshState } from "../../portal/app/state.js";
import { speak } from "../../portal/config/texts.js";
import { HistoryFinder } from "../../portal/history/finder.js";
import { decisions } from "../../portal/history/page.js";
import { story } from "../../portal/history/story.js";
import { historyAddress, historyRequest, wantedIn } from "../../portal/history/wanted.js";
import { applyNews } from "../../portal/live/news.js";
import { paletteItems } from "../../portal/palette/items.js";
import { find, form, row, single, view, wordsOf } from "./samples.js";

globalThis.innerHeight = 800;

test("what is wanted is in the address, and from there asked of the hub", () => {
  const wanted = wantedIn("?search=two+words&agent=claude-code&time=7d&unknown=1");
  assert.deepEqual(wanted, { search: "two words", project: "", agent: "claude-code", status: "", time: "7d" });
  assert.equal(historyAddress(wanted), "/history?search=two+words&agent=claude-code&time=7d");
  assert.equal(historyAddress(wantedIn("")), "/history");
  assert.equal(historyRequest(wanted, "1.a", 700_000_000), "/portal/history?search=two+words&agent=claude-code&since=95200000&after=1.a");
  assert.equal(historyRequest(wantedIn("time=never"), undefined, 0), "/portal/history?");
});

/** A finder with this many decisions. */
function found(count) {
  const app = { changed: () => {}, screen: { toTop: () => {} }, state: freshState() };
  const finder = new HistoryFinder(app);
  finder.rows = Array.from({ length: count }, (_, n) => row({ id: `d${n}`, title: `Decision ${n}`, agent: "codex", project: `p${n % 3}`, status: "submitted", answer: "Yes", settled_at: "2026-01-01T14:05:10Z" }));
  return finder;
}

test("of a hundred thousand decisions a screenful is drawn", () => {
  const finder = found(100_000);
  finder.scrolled = 64 * 50_000;
  const page = decisions(finder.app.state, finder, {});
  const drawn = find(page, ({ props }) => props["data-row"]);
  assert.ok(drawn.length > 12 && drawn.length < 40, String(drawn.length));
  assert.ok(drawn.some(({ props }) => props["data-row"] === "d50000"));
  const [project] = find(page, ({ props }) => props["data-filter"] === "project");
  assert.deepEqual(project.children.map(({ props }) => props.value), ["", "p0", "p1", "p2"]);
});

test("a decision's story has the options that were not taken, the notes, and how long it took", () => {
  speak("en", { took: ["took ", { value: "time" }] });
  const asked = view(form([single()]));
  const outcome = { kind: "answered", actor: { via: "web", presence: "interactive" }, answers: { questions: { q: { kind: "given", options: ["pg"], notes: { pg: "managed", sqlite: "too small" } } } } };
  const settled = { ...asked, status: "submitted", state: { phase: "settled", at: "2026-01-01T14:05:10Z", outcome } };
  const told = story({ ...freshCard(settled) }, outcome, settled.state.at);
  assert.equal(told.props.open, true, "it was settled when it was opened");
  const options = find(told, ({ props }) => props["data-taken"]).map((option) => [option.props["data-taken"], wordsOf(option)]);
  assert.deepEqual(options.map(([taken]) => taken), ["true", "false", "false"]);
  assert.match(options[0][1], /PostgreSQL.*managed/);
  assert.match(options[1][1], /SQLite.*one file.*too small/);
  const words = wordsOf(told);
  for (const part of ["Which one?", "took 2:10", "/src/api-server"]) assert.ok(words.includes(part), `${part}: ${words}`);
});

test("the palette finds questions, actions, settings and decisions by words in any order", () => {
  speak("en", { history: "History", settings: "Settings", "setting-theme": "Theme", "group-by-agent": "by agent" });
  const state = freshState();
  applyNews(state, { cursor: "1.1", events: [], reset: [row({ id: "a", title: "Pick a database", agent: "codex" }), row({ id: "b", title: "Delete it?", project: "data" })] }, 0, () => true);
  state.settings = { theme: { key: "theme" } };
  const keys = (typed, decided = []) => paletteItems(state, typed, decided).map(({ key }) => key);
  assert.deepEqual(keys("database CODEX"), ["questions a", "search"]);
  assert.deepEqual(keys("data"), ["questions a", "questions b", "search"]);
  assert.deepEqual(keys("theme"), ["setting theme", "search"]);
  assert.ok(keys("").includes("history ") && keys("").includes("panel settings") && !keys("").includes("search"));
  assert.deepEqual(keys("zzz", [row({ id: "old", title: "zzz" })]), ["history old", "search"]);
});
