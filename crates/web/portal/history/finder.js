// Finds decisions: page by page as somebody scrolls, and only for what is wanted last.

import { request } from "../live/http.js";
import { historyAddress, historyRequest, SEARCH_AFTER, TIMES, wantedIn } from "./wanted.js";

/** @import { App } from "../app/app.js" */
/** @import { Line, Row } from "../types.js" */
/** @import { StatsView } from "../wire.js" */
/** @import { Wanted } from "./wanted.js" */

/** How far ahead is loaded, in pixels. */
const AHEAD = 3_000;

/** Heights in pixels, as in `history.css`: of a row on a wide and a narrow screen, and of a day above its rows. */
const SIZES = { wide: 60, narrow: 84, day: 44 };

/**
 * What is listed: the decisions, and above those of a day its name.
 * @param {Row[]} rows @returns {Line[]}
 */
export function decisionLines(rows) {
  const size = (globalThis.innerWidth ?? 1_000) < 860 ? SIZES.narrow : SIZES.wide;
  if (lastLines.rows === rows && lastLines.size === size) return lastLines.lines;
  /** @type {Line[]} */
  const lines = [];
  let last = "";
  for (const row of rows) {
    const at = row.settled_at ?? row.created_at;
    const day = new Date(at).toDateString();
    if (day !== last) lines.push({ key: `day ${day}`, size: SIZES.day, heading: at });
    last = day;
    lines.push({ key: row.id, size, row });
  }
  lastLines = { rows, size, lines };
  return lines;
}

/** The last ones: thousands may be listed while a key is pressed. @type {{ rows: Row[], size: number, lines: Line[] }} */
let lastLines = { rows: [], size: 0, lines: [] };

/** @param {Row[]} rows */
const heightOf = (rows) => decisionLines(rows).reduce((sum, { size }) => sum + size, 0);

export class HistoryFinder {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {Wanted} */
    this.wanted = wantedIn("");
    /** @type {Row[]} */
    this.rows = [];
    /** @type {string | undefined} */
    this.next = undefined;
    /** If the words were too short for the index: how many of the newest were searched. */
    this.searched = 0;
    /** @type {"loading" | "failed" | null} */
    this.state = null;
    this.scrolled = 0;
    /**
     * Figures, by the time that they are of; `""`: all that is kept.
     * @type {Map<string, StatsView | "failed">}
     */
    this.counts = new Map();
    /** Whether they are shown. */
    this.unfolded = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.asked = 0;
    /** The address whose decisions these are; empty until they are there. */
    this.loadedFor = "";
    /** Decisions were made: the newest are being asked for, and again if there are more by then. */
    this.newest = { asking: false, again: false };
  }

  /** What is kept at all, and since when. */
  get kept() {
    const kept = this.counts.get("");
    return kept && kept !== "failed" ? kept : null;
  }

  get time() {
    return TIMES[this.wanted.time] ? this.wanted.time : "";
  }

  get figures() {
    return this.counts.get(this.time);
  }

  get address() {
    return historyAddress(this.wanted);
  }

  /** The address says what is wanted. */
  goToAddress() {
    const wanted = wantedIn(location.search);
    const again = this.rows.length > 0 && historyAddress(wanted) === historyAddress(this.wanted);
    this.wanted = wanted;
    if (again) this.loadNewest();
    else this.find();
    if (location.hash === "#figures") this.unfolded = true;
    this.count("");
    if (this.time) this.countWanted();
  }

  /** @param {string} time */
  async count(time) {
    const path = time ? `/api/v1/stats?seconds=${TIMES[time] * 86_400}` : "/api/v1/stats";
    const counted = await request("GET", path).catch(() => this.counts.get(time) ?? "failed");
    this.counts.set(time, counted);
    this.app.changed();
  }

  countWanted() {
    if (this.unfolded) this.count(this.time);
  }

  /** @param {boolean} unfolded */
  unfold(unfolded) {
    this.unfolded = unfolded;
    if (!this.figures || this.figures === "failed") this.countWanted();
    this.app.changed();
  }

  /** @param {Partial<Wanted>} change */
  want(change) {
    this.wanted = { ...this.wanted, ...change };
    history.replaceState(null, "", historyAddress(this.wanted));
    clearTimeout(this.timer);
    if ("search" in change) this.timer = setTimeout(() => this.find(), SEARCH_AFTER);
    else this.find();
    if ("time" in change) this.countWanted();
    this.app.changed();
  }

  find() {
    this.loadedFor = "";
    this.scrolled = 0;
    this.next = undefined;
    this.app.screen.toTop();
    return this.load(true);
  }

  /** @param {boolean} [anew] */
  async load(anew = false) {
    const [asked, address] = [++this.asked, this.address];
    this.state = "loading";
    this.app.changed();
    const page = await request("GET", historyRequest(this.wanted, this.next, Date.now())).catch(() => null);
    // Something else is wanted meanwhile.
    if (asked !== this.asked) return;
    this.state = page ? null : "failed";
    if (page) {
      this.rows = anew ? page.rows : [...this.rows, ...page.rows];
      this.next = page.next;
      this.searched = page.looked_through ?? 0;
      this.loadedFor = address;
    }
    this.app.changed();
    if (this.newest.again) this.loadNewest();
    this.loadAhead();
  }

  /** Something was decided: adds it above, if it is wanted, and keeps the place. */
  async loadNewest() {
    const { address } = this;
    if (this.newest.asking || address !== this.loadedFor) return void (this.newest.again = true);
    this.newest = { asking: true, again: false };
    const page = await request("GET", historyRequest(this.wanted, undefined, Date.now())).catch(() => null);
    this.newest.asking = false;
    // Something else may be wanted meanwhile.
    if (page && address === this.loadedFor && address === this.address) this.takeNewest(page);
    if (this.newest.again) this.loadNewest();
  }

  /** @param {{ rows: Row[], next?: string }} page */
  takeNewest(page) {
    const known = new Set(this.rows.map(({ id }) => id));
    const end = page.rows.findIndex(({ id }) => known.has(id));
    const fresh = end < 0 ? page.rows : page.rows.slice(0, end);
    if (fresh.length === 0) return;
    const before = heightOf(this.rows);
    // More than a page is new: what was known is loaded again when it is scrolled to.
    if (end < 0) {
      [this.rows, this.next, this.state] = [page.rows, page.next, null];
      this.asked++;
    } else this.rows = [...fresh, ...this.rows];
    if (this.scrolled > 0) this.scrolled += Math.max(0, heightOf(this.rows) - before);
    this.app.draw();
    if (this.scrolled > 0) this.app.screen.scrollDecisions(this.scrolled);
    this.countWanted();
    this.loadAhead();
  }

  /** @param {string} id it was forgotten */
  remove(id) {
    this.rows = this.rows.filter((row) => row.id !== id);
  }

  /** @param {number} top */
  scroll(top) {
    this.scrolled = top;
    this.app.changed();
    this.loadAhead();
  }

  loadAhead() {
    const enough = heightOf(this.rows) > this.scrolled + innerHeight + AHEAD;
    if (this.next && !this.state && !enough) this.load();
  }
}
