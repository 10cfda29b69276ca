// Finds decisions: page by page as somebody scrolls, and only for what is wanted last.

import { request } from "../live/http.js";
import { historyAddress, historyRequest, SEARCH_AFTER, wantedIn } from "./wanted.js";

/** @import { App } from "../app/app.js" */
/** @import { Row } from "../types.js" */
/** @import { Wanted } from "./wanted.js" */

/** Height of a row in pixels, as in `history.css`; and how far ahead is loaded. */
export const DECISION = 64;
const AHEAD = 3_000;

/** @typedef {{ since: string, total: { asked: number, median_ms?: number }, agents: { name?: string }[], projects: { name?: string }[] }} Kept */

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
     * What is kept at all, and since when.
     * @type {Kept | null}
     */
    this.kept = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.asked = 0;
  }

  get address() {
    return historyAddress(this.wanted);
  }

  /** The address says what is wanted. */
  goToAddress() {
    const wanted = wantedIn(location.search);
    const again = this.rows.length > 0 && historyAddress(wanted) === historyAddress(this.wanted);
    this.wanted = wanted;
    if (!again) this.find();
    request("GET", "/api/v1/stats").then(
      (kept) => {
        this.kept = kept;
        this.app.changed();
      },
      // The list says enough without it.
      () => {},
    );
  }

  /** @param {Partial<Wanted>} change */
  want(change) {
    this.wanted = { ...this.wanted, ...change };
    history.replaceState(null, "", historyAddress(this.wanted));
    clearTimeout(this.timer);
    if ("search" in change) this.timer = setTimeout(() => this.find(), SEARCH_AFTER);
    else this.find();
    this.app.changed();
  }

  find() {
    this.scrolled = 0;
    this.next = undefined;
    this.app.screen.toTop();
    return this.load(true);
  }

  /** @param {boolean} [anew] */
  async load(anew = false) {
    const asked = ++this.asked;
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
    }
    this.app.changed();
    this.loadAhead();
  }

  /** @param {number} top */
  scroll(top) {
    this.scrolled = top;
    this.app.changed();
    this.loadAhead();
  }

  loadAhead() {
    const enough = this.rows.length * DECISION > this.scrolled + innerHeight + AHEAD;
    if (this.next && !this.state && !enough) this.load();
  }
}
