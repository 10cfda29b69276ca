// Lists that are loaded beside the events.

import assert from "node:assert/strict";
import { test } from "node:test";
import { startTimers, TIME_AGAIN } from "../../portal/app/timing.js";
import { trust } from "../../portal/live/http.js";
import { PageWithout } from "./page.js";
import { row } from "./samples.js";

/** A page whose hub has these questions, 500 to a page. */
function listed(t, count) {
  const page = new PageWithout(t);
  const { serve } = page;
  page.failing = 0;
  page.serve = (path) => {
    if (!path.includes("scope=active")) return serve.call(page, path);
    if (page.failing-- > 0) throw new TypeError("reset");
    const start = Number(new URLSearchParams(path.split("?")[1]).get("after") ?? 0);
    const rows = page.pending.slice(start, start + 500);
    const next = start + 500 < count ? String(start + 500) : undefined;
    return { ok: true, status: 200, statusText: "", json: async () => ({ rows, next }) };
  };
  page.pending = Array.from({ length: count }, (_, n) => row({ id: `old${n}`, remaining_ms: 60_000 }));
  page.turns = async () => {
    for (let turn = 0; turn < 200; turn++) await null;
  };
  return page;
}

test("all questions that wait are listed, however many", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  const page = listed(t, 1_240);
  page.app.hear({ cursor: "1.1", events: [], reset: page.pending.slice(0, 500) });
  await page.turns();
  assert.equal(page.app.state.rows.size, 1_240);
  assert.equal(page.app.state.left.size, 1_240);
});

test("a list that could not be loaded is loaded later", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  const page = listed(t, 501);
  startTimers(page.app);
  page.failing = 1;
  page.app.hear({ cursor: "1.1", events: [], reset: page.pending.slice(0, 500) });
  await page.turns();
  assert.equal(page.app.state.rows.size, 500);
  trust("session");
  page.pass(TIME_AGAIN);
  await page.turns();
  assert.equal(page.app.state.rows.size, 501);
});

test("what is settled and delivered while the list loads is newer than the list", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  const page = listed(t, 0);
  const { serve } = page;
  const settled = (id, minute) => row({ id, status: "submitted", settled_at: `2026-01-01T14:0${minute}:00Z` });
  page.app.state.done = [settled("gone", 1), settled("older", 2)];
  page.serve = (path) => {
    if (!path.includes("scope=completed")) return serve.call(page, path);
    page.hear({ event: "settled", row: settled("new", 5) });
    for (const id of ["new", "older"]) page.hear({ event: "delivered", id });
    return { ok: true, status: 200, statusText: "", json: async () => ({ rows: [settled("listed", 3), settled("older", 2)] }) };
  };
  page.app.hear({ cursor: "1.1", events: [], reset: [] });
  await page.turns();
  const shown = page.app.state.done.map(({ id, delivered }) => [id, delivered]);
  assert.deepEqual(shown, [["new", true], ["listed", false], ["older", true]]);
});
