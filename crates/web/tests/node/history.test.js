// The history and the palette.

import assert from "node:assert/strict";
import { test } from "node:test";
import { freshCard, freshState } from "../../portal/app/state.js";
import { speak } from "../../portal/config/texts.js";
import { HistoryFinder } from "../../portal/history/finder.js";
import { figures } from "../../portal/history/figures.js";
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
  const app = { changed: () => {}, draw: () => {}, screen: { toTop: () => {}, scrollDecisions: () => {} }, state: freshState() };
  const finder = new HistoryFinder(app);
  finder.rows = Array.from({ length: count }, (_, n) => row({ id: `d${n}`, title: `Decision ${n}`, agent: "codex", project: `p${n % 3}`, status: "submitted", answer: "Yes", settled_at: "2026-01-01T14:05:10Z" }));
  return finder;
}

test("of a hundred thousand decisions a screenful is drawn", () => {
  const finder = found(100_000);
  finder.scrolled = 44 + 60 * 50_000;
  const page = decisions(finder.app.state, finder, {});
  const drawn = find(page, ({ props }) => props["data-row"]);
  assert.ok(drawn.length > 12 && drawn.length < 40, String(drawn.length));
  assert.ok(drawn.some(({ props }) => props["data-row"] === "d50000"));
  const [project] = find(page, ({ props }) => props["data-filter"] === "project");
  assert.deepEqual(project.children.map(({ props }) => props.value), ["", "p0", "p1", "p2"]);
});

test("a decision's story has the options that were not taken, the notes, and how long it took", () => {
  speak("en", { took: ["took ", { value: "time" }], "unit-min": "min" });
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
  for (const part of ["Which one?", "took 2 min", "/src/api-server"]) assert.ok(words.includes(part), `${part}: ${words}`);
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

test("what is decided meanwhile is added above, and the place is kept", () => {
  const finder = found(200);
  const fresh = (...ids) => ids.map((id) => row({ id, status: "submitted" }));
  const ids = () => finder.rows.slice(0, 3).map(({ id }) => id);
  finder.takeNewest({ rows: [...fresh("n1"), ...finder.rows.slice(0, 99)] });
  assert.deepEqual([ids(), finder.scrolled, finder.rows.length], [["n1", "d0", "d1"], 0, 201], "at the top it stays at the top");
  finder.scrolled = 640;
  finder.takeNewest({ rows: [...fresh("n3", "n2", "n1"), ...finder.rows.slice(1, 90)] });
  assert.deepEqual([ids(), finder.scrolled], [["n3", "n2", "n1"], 640 + 2 * 60]);
  // More than a page: what follows is loaded again.
  finder.takeNewest({ rows: fresh("m1", "m2"), next: "there" });
  assert.deepEqual([ids(), finder.next], [["m1", "m2"], "there"]);
  finder.remove("m1");
  assert.deepEqual(ids(), ["m2"]);
});

test("figures: as a whole, over time, by agent and project, and what is asked again", () => {
  speak("en", { "figures-times": [{ value: "count" }, "×"], "figures-line": ["at most ", { value: "most" }], "figures-none": "nothing", "unit-min": "min" });
  const counted = { asked: 10, pending: 1, answered: 5, by_program: 0, timed_out: 2, declined: 1, withdrawn: 1, median_ms: 252_000 };
  const stats = {
    since: "2026-01-01T00:00:00Z",
    until: "2026-01-31T00:00:00Z",
    total: counted,
    agents: [{ name: "codex", figures: counted }, { figures: { ...counted, answered: 0, timed_out: 0, declined: 0, median_ms: undefined } }],
    projects: [{ name: "api", figures: counted }],
    asked_again: 3,
    most_asked: [{ title: "Run it?", times: 4 }],
    slices: [{ from: "a", asked: 2 }, { from: "b", asked: 8 }],
  };
  const shown = figures(stats);
  const words = (fits) => find(shown, fits).map(wordsOf);
  assert.deepEqual(words(({ props }) => props["data-figure"]), ["10", "4 min", "25 %", "3"]);
  assert.deepEqual(words(({ tag }) => tag === "td"), ["10", "4 min", "25 %", "10", "—", "—", "10", "4 min", "25 %"]);
  assert.deepEqual(find(shown, ({ props }) => props.style).map(({ props }) => props.style["--part"]), ["0.25", "1"]);
  assert.match(wordsOf(shown), /4×.*Run it\?/);
  assert.equal(wordsOf(figures({ ...stats, total: { ...counted, asked: 0 } })), "nothing");
});
