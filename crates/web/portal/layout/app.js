// The page's one state, and everything that happens to it from outside: connection, events, address,
// settings. What a person does on a card is in `desk.js`.

import { settingOf } from "../config/settings.js";
import { recall, recallJson, remember, rememberJson } from "../config/storage.js";
import { mostUrgent } from "../list/rows.js";
import { Feed } from "../live/feed.js";
import { codeIn, exchange, Refused, request } from "../live/http.js";
import { applyNews, setLeft } from "../live/news.js";
import { kept } from "../live/outbox.js";
import { leftAt } from "../live/time.js";
import { QUIET } from "./keys.js";
import { permission, tell } from "./notice.js";
import { Cards } from "./cards.js";
import { loadSettings, syncLanguage, useLanguage } from "./preferences.js";
import { freshState } from "./state.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("../live/socket.js").Line} Line */

/** The hub pushes the time this often; without a socket it is fetched as often. */
export const TIME_AGAIN = 15_000;
/** The hub tells the time of so many; of the others it is counted from when they last changed. */
const MOST_TIMES = 64;
/** From this width on the list and a question stand side by side. */
export const WIDE = "(min-width: 860px)";

/** How long the first picture waits for the question it is to show. */
const FIRST = 250;

export class App {
  /**
   * @param {() => void} changed draws the state soon
   * @param {() => void} draw draws it now
   */
  constructor(changed, draw) {
    this.changed = changed;
    this.draw = draw;
    this.state = freshState();
    this.state.notice = { ...this.state.notice, ...recallJson("notice", {}) };
    this.state.permission = permission();
    this.cards = new Cards(this);
    /** @type {Set<string>} */
    this.told = new Set();
    /** @type {Feed | null} */
    this.feed = null;
    /** @type {(() => void) | null} */
    this.unwatch = null;
    this.watched = "";
    /** @type {(id: string, command: import("../types.js").Command) => void} */
    this.resend = () => {};
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.arming = undefined;
    /** Before that nothing is drawn: there is nothing to say it with. */
    this.begun = false;
  }

  clock() {
    return performance.now();
  }

  /** With what is in the address and in this browser. */
  async start() {
    const texts = useLanguage(recall("language") ?? "en");
    const question = this.goToAddress();
    // A question that is on its way comes first; the connection, with all that it brings, after it.
    const known = recall("token") !== null && this.state.open !== null && !codeIn(location.hash);
    if (!known) this.enter();
    await texts;
    // Drawn once with the question, rather than without it and then again.
    await Promise.race([question, new Promise((resolve) => setTimeout(resolve, FIRST))]);
    this.begun = true;
    this.draw();
    if (known) this.enter();
  }

  /** Through the door: by the code of a link, or by the token that a former one gave. */
  async enter() {
    const code = codeIn(location.hash);
    if (code) {
      // At once, and whatever comes of it: nobody is to find it in the history.
      history.replaceState(null, "", location.pathname + location.search);
      try {
        remember("token", await exchange(decodeURIComponent(code)));
        this.state.doorProblem = false;
      } catch (error) {
        this.state.doorProblem = error instanceof Refused;
      }
    }
    if (!recall("token")) {
      this.state.door = "closed";
      this.changed();
      return;
    }
    this.connect();
  }

  connect() {
    this.feed?.stop();
    this.state.door = "open";
    const feed = new Feed({
      mode: (live) => this.setLive(live),
      news: (news) => this.hear(news),
      opened: (line) => this.attach(line),
      denied: () => {
        if (this.feed !== feed) return;
        remember("token", null);
        this.state.door = "closed";
        this.state.doorProblem = true;
        this.changed();
      },
    });
    this.feed = feed;
    feed.run();
    this.changed();
  }

  /** @param {State["live"]} live */
  setLive(live) {
    const back = this.state.live === "off" && live !== "off";
    this.state.live = live;
    if (live !== "off") this.state.met = true;
    if (live !== "socket") this.unwatch = null;
    if (back) {
      for (const saver of this.cards.savers.values()) saver.flush();
      for (const [id, command] of kept()) this.resend(id, command);
    }
    this.changed();
  }

  /** @param {import("../types.js").Events} news */
  hear(news) {
    const seen = new Set(recallJson("seen", /** @type {string[]} */ ([])));
    for (const effect of applyNews(this.state, news, this.clock(), (id) => seen.has(id))) {
      if (effect.do === "load done") this.loadDone();
      else if (effect.do === "load settings") loadSettings(this);
      else if (effect.do === "load card") this.loadCard(effect.id);
      else if (effect.do === "watch") this.watchTime();
      else if (effect.do === "drafted") this.cards.takeDraft(effect.id, effect.fields);
      else this.tell(effect.what, effect.row);
    }
    this.openByItself();
    this.changed();
  }

  /** @param {Line} line */
  attach(line) {
    const label = /Firefox|Edg|Chrome|Safari/.exec(navigator.userAgent)?.[0] ?? "browser";
    const attach = { surface: "web", label: `${label === "Edg" ? "Edge" : label}`, presence: "interactive" };
    line.follow({ call: "attach", attach }, () => {});
    this.watched = "";
    this.watchTime();
  }

  /** Has the hub say how long there is left for everything that waits. */
  watchTime() {
    const soonest = [...this.state.left].sort(([, a], [, b]) => a.ms - a.at - (b.ms - b.at));
    const ids = soonest.slice(0, MOST_TIMES).map(([id]) => id).sort();
    const line = this.feed?.line;
    if (!line?.isOpen || ids.join() === this.watched) return;
    this.watched = ids.join();
    this.unwatch?.();
    this.unwatch = null;
    if (ids.length === 0) return;
    this.unwatch = line.follow({ call: "remaining", ids }, (left) => {
      for (const [id, ms] of Object.entries(left ?? {})) if (this.state.rows.has(id)) setLeft(this.state, id, ms, this.clock());
      this.changed();
    });
  }

  /** Called every second while something waits. */
  tick() {
    const now = this.clock();
    for (const [id, left] of this.state.left) {
      const row = this.state.rows.get(id);
      const ms = leftAt(left, now);
      if (row && ms > 0 && ms < this.state.notice.before * 1000 && !this.told.has(id)) {
        this.told.add(id);
        tell("soon", row, this.telling());
      } else if (ms >= this.state.notice.before * 1000) this.told.delete(id);
    }
    this.changed();
  }

  /** Where no socket pushes the time it is fetched. */
  async fetchTime() {
    if (this.state.live !== "http" || this.state.left.size === 0) return;
    const page = await request("GET", "/api/v1/interactions?scope=active&limit=500").catch(() => null);
    for (const row of page?.rows ?? []) setLeft(this.state, row.id, row.remaining_ms, this.clock());
    this.changed();
  }

  /**
   * @param {"new" | "soon" | "late"} what
   * @param {import("../types.js").Row} row
   */
  tell(what, row) {
    tell(what, row, this.telling());
  }

  telling() {
    return {
      on: settingOf(this.state.settings, "notifications", "on") === "on",
      sound: this.state.notice.sound,
      open: (/** @type {string} */ id) => this.show(id),
    };
  }

  async loadDone() {
    const page = await request("GET", "/api/v1/interactions?scope=completed&limit=5").catch(() => null);
    if (page) this.state.done = page.rows;
    this.changed();
  }

  /** @param {string} id */
  async loadCard(id) {
    if (!recall("token")) return;
    /** @type {View} */
    let view;
    try {
      view = await request("GET", `/portal/questions/${encodeURIComponent(id)}`);
    } catch (error) {
      if (error instanceof Refused && [404, 409, 422].includes(error.problem.status) && this.state.open === id) {
        this.state.missing = true;
        this.state.card = null;
        this.changed();
      }
      return;
    }
    this.cards.take(view);
    if (this.state.open === id && id !== view.id) {
      // A short id in the address: from here on its whole.
      this.state.open = view.id;
      history.replaceState(null, "", `/choice/${view.id}`);
    }
    if (this.state.open === view.id) {
      this.state.card = this.cards.get(view.id) ?? null;
      this.state.missing = false;
      syncLanguage(this);
    }
    this.changed();
  }

  /**
   * A person wants to see it.
   * @param {string} id
   */
  show(id) {
    if (location.pathname !== `/choice/${id}`) history.pushState(null, "", `/choice/${id}`);
    this.open(id);
    this.state.armed = true;
    this.state.panel = null;
    this.draw();
    document.getElementById("title")?.focus({ preventScroll: true });
    document.querySelector(".stage")?.scrollTo(0, 0);
    document.querySelector(".row.open")?.scrollIntoView({ block: "nearest" });
  }

  /** @param {string | null} id */
  async open(id) {
    this.state.open = id;
    this.state.missing = false;
    this.state.card = (id && this.cards.get(id)) || null;
    if (!id) return;
    this.state.unread.delete(id);
    const seen = recallJson("seen", /** @type {string[]} */ ([])).filter((other) => other !== id);
    rememberJson("seen", [...seen, id].slice(-200));
    await this.loadCard(id);
  }

  /** Nothing is on the screen, and something waits: it is shown, but takes no keys yet. */
  openByItself() {
    const { open, rows, panel } = this.state;
    const onScreen = open !== null && !this.state.missing;
    if (onScreen || rows.size === 0 || panel || !matchMedia(WIDE).matches || location.pathname !== "/") return;
    const row = mostUrgent(rows);
    if (!row) return;
    this.open(row.id);
    this.state.armed = false;
    this.rearm();
  }

  /** Keys count again once it has been quiet for a moment. */
  rearm() {
    clearTimeout(this.arming);
    this.arming = setTimeout(() => {
      this.state.armed = true;
      this.changed();
    }, QUIET);
  }

  async goToAddress() {
    const id = /^\/choice\/([^/]+)$/.exec(location.pathname)?.[1];
    const loaded = this.open(id ? decodeURIComponent(id).toLowerCase() : null);
    if (this.state.loaded) this.openByItself();
    this.changed();
    await loaded;
  }
}
