// Lists that are loaded beside the events.

import { recentOf } from "../config/settings.js";
import { recallJson } from "../config/storage.js";
import { withDone } from "../list/rows.js";
import { request } from "../live/http.js";
import { addRest, LONGEST_PAGE } from "../live/news.js";

/** @import { App } from "./app.js" */

/** What waits, the newest first. */
export const ACTIVE = `/api/v1/interactions?scope=active&limit=${LONGEST_PAGE}`;

/** @param {App} app */
export async function loadDone(app) {
  const most = recentOf(app.state.settings);
  const { done } = app.state;
  const page = most > 0 ? await request("GET", `/api/v1/interactions?scope=completed&limit=${most}`).catch(() => null) : { rows: [] };
  // Set meanwhile: what was asked for then comes, too.
  if (page && most === recentOf(app.state.settings)) {
    // What an event said meanwhile may be newer than the list.
    const newer = app.state.done.filter((row) => !done.includes(row));
    app.state.done = newer.reduce((rows, row) => withDone(rows, row, most), page.rows);
  }
  app.changed();
}

/**
 * The questions beyond those that a reset contains, page by page.
 * @param {App} app
 */
export async function loadRest(app) {
  app.lacks = true;
  let after = "";
  do {
    const page = await request("GET", ACTIVE + after).catch(() => null);
    if (!page) return;
    addRest(app.state, page.rows, app.clock(), seenBefore());
    after = page.next ? `&after=${encodeURIComponent(page.next)}` : "";
  } while (after);
  app.lacks = false;
  // What ends first is known only now.
  app.openByItself();
  app.changed();
}

/**
 * Which questions the person has looked at before.
 * @returns {(id: string) => boolean}
 */
export function seenBefore() {
  const seen = new Set(recallJson("seen", /** @type {string[]} */ ([])));
  return (id) => seen.has(id);
}
