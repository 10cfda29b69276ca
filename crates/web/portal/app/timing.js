// The remaining time: pushed by the hub, counted down in between, and fetched where nothing is
// pushed. And what else is done from time to time.

import { request } from "../live/http.js";
import { setLeft } from "../live/news.js";
import { leftAt } from "../live/time.js";
import { ACTIVE, loadRest } from "./loading.js";
import { bringBack } from "./sending.js";

/** @import { App } from "./app.js" */

/**
 * The hub pushes the time this often; without a socket it is fetched as often. As often what could
 * not be saved or sent is tried again.
 */
export const TIME_AGAIN = 15_000;
/**
 * The hub pushes the time of at most this many questions; the others are counted from their last
 * change.
 */
const MOST_TIMES = 64;

/**
 * Subscribes to the remaining time of everything that is waiting.
 * @param {App} app
 */
export function watchTime(app) {
  const soonest = [...app.state.left].sort(([, a], [, b]) => a.ms - a.at - (b.ms - b.at));
  const ids = soonest.slice(0, MOST_TIMES).map(([id]) => id).sort();
  const line = app.feed?.line;
  if (!line?.isOpen || ids.join() === app.watched) return;
  app.watched = ids.join();
  app.unwatch?.();
  app.unwatch = null;
  if (ids.length === 0) return;
  app.unwatch = line.follow({ call: "remaining", ids }, (left) => {
    for (const [id, ms] of Object.entries(left ?? {})) if (app.state.rows.has(id)) setLeft(app.state, id, ms, app.clock());
    app.changed();
  });
}

/** @param {App} app */
export function startTimers(app) {
  setInterval(() => (app.state.left.size > 0 || app.state.card?.undo) && tick(app), 1_000);
  setInterval(() => {
    fetchTime(app);
    if (app.state.live === "off") return;
    app.cards.flush();
    bringBack(app);
    if (app.lacks) loadRest(app).then(() => watchTime(app));
  }, TIME_AGAIN);
}

/**
 * Called every second while something is waiting.
 * @param {App} app
 */
function tick(app) {
  const now = app.clock();
  for (const [id, left] of app.state.left) {
    const row = app.state.rows.get(id);
    const ms = leftAt(left, now);
    if (row && ms > 0 && ms < app.state.notice.before * 1000 && !app.told.has(id)) {
      app.told.add(id);
      app.tell("soon", row);
    } else if (ms >= app.state.notice.before * 1000) app.told.delete(id);
  }
  app.changed();
}

/**
 * Fetches the time where no socket pushes it.
 * @param {App} app
 */
async function fetchTime(app) {
  if (app.state.live !== "http" || app.state.left.size === 0) return;
  const page = await request("GET", ACTIVE).catch(() => null);
  for (const row of page?.rows ?? []) if (app.state.rows.has(row.id)) setLeft(app.state, row.id, row.remaining_ms, app.clock());
  app.changed();
}
