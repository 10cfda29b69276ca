// The page's one state, and everything that changes it from outside: connection, events, address,
// settings. What a person does on a card is in `desk.js`.

import { settingOf } from "../config/settings.js";
import { recall, recallJson, rememberJson } from "../config/storage.js";
import { HistoryFinder } from "../history/finder.js";
import { nextWaiting } from "../list/rows.js";
import { Feed } from "../live/feed.js";
import { decoded, Refused, request } from "../live/http.js";
import { isOutdated } from "../live/known.js";
import { applyNews } from "../live/news.js";
import { Presence } from "../live/presence.js";
import { Cards } from "./cards.js";
import { enter, enterByCode } from "./entering.js";
import { loadDone, loadRest, seenBefore } from "./loading.js";
import { appeared, endUnderHands, interruptHands } from "./meanwhile.js";
import { permission } from "./notice.js";
import { loadSettings, syncLanguage, useLanguage } from "./preferences.js";
import { bringBack } from "./sending.js";
import { freshState } from "./state.js";
import { tell } from "./telling.js";
import { watchTime } from "./timing.js";

/** @import { Line } from "../live/socket.js" */
/** @import { Events, Row, State, View } from "../types.js" */
/** @import { Screen } from "./screen.js" */

/** From this width on the list and a question are shown side by side. */
export const WIDE = "(min-width: 860px)";

/** How long the first screen waits for its question, and that for the first news, which bring it. */
const FIRST = 250;
const FIRST_NEWS = 150;

export class App {
  /**
   * @param {() => void} changed draws the state soon
   * @param {() => void} draw draws it now
   * @param {Screen} screen
   */
  constructor(changed, draw, screen) {
    this.changed = changed;
    this.draw = draw;
    this.screen = screen;
    this.state = freshState();
    this.state.notice = { ...this.state.notice, ...recallJson("notice", {}) };
    this.state.group = recallJson("group", this.state.group);
    this.state.listWidth = recallJson("list", this.state.listWidth);
    this.cards = new Cards(this);
    /** @type {Set<string>} */
    this.told = new Set();
    /** @type {Feed | null} */
    this.feed = null;
    this.presence = new Presence(() => this.clock(), () => !document.hidden);
    /** @type {(() => void) | null} */
    this.unwatch = null;
    this.watched = "";
    /** @type {string | null} the last question that was shown without being picked */
    this.unpicked = null;
    /** There are more questions than are loaded. */
    this.lacks = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.holding = undefined;
    /**
     * Code of a link, kept until it is clear whether it is needed: a browser that has a token
     * doesn't use it up.
     * @type {string | null}
     */
    this.code = null;
    /** Nothing is drawn before this, because there are no texts yet. */
    this.begun = false;
    /** @type {(loaded: Promise<boolean>) => void} */
    this.loadedFirst = () => {};
    /** The question that the first news brought. @type {Promise<boolean>} */
    this.firstNews = new Promise((resolve) => (this.loadedFirst = resolve));
  }

  clock() {
    return performance.now();
  }

  /** Starts with what is in the address and in this browser. */
  async start() {
    this.state.permission = permission();
    const texts = useLanguage(recall("language") ?? "en");
    const question = Promise.all([this.goToAddress(), enter(this)]);
    await texts;
    // Drawn once with the question, rather than without it and then again.
    await Promise.race([question, new Promise((resolve) => setTimeout(resolve, FIRST))]);
    this.begun = true;
    this.draw();
  }

  connect() {
    this.feed?.stop();
    this.state.door = "open";
    const feed = new Feed({
      mode: (live, impostor) => this.setLive(live, impostor),
      news: (news) => this.hear(news),
      opened: (line) => this.attach(line),
      outdated: () => this.setOutdated(true),
      denied: () => {
        // The token stays: the denial may not have come from the hub.
        if (this.feed === feed) enterByCode(this, "door-ended");
      },
    });
    this.feed = feed;
    feed.run();
    this.changed();
  }

  /** @param {State["live"]} live @param {boolean} [impostor] */
  setLive(live, impostor = false) {
    const back = this.state.live === "off" && live !== "off";
    this.state.live = live;
    this.state.impostor = impostor;
    // It was not needed, and must not let a browser in that is revoked later.
    if (live !== "off") this.code = null;
    if (live !== "off") this.state.met = true;
    if (live !== "socket") this.unwatch = null;
    if (back) {
      isOutdated().then((outdated) => this.setOutdated(outdated));
      this.cards.flush();
    }
    if (live !== "off") bringBack(this, back);
    this.changed();
  }

  /** @param {Events} news */
  hear(news) {
    let watch = false;
    for (const effect of applyNews(this.state, news, this.clock(), seenBefore())) {
      if (effect.do === "load done") loadDone(this);
      else if (effect.do === "load rest") loadRest(this).then(() => watchTime(this));
      else if (effect.do === "load settings") loadSettings(this);
      else if (effect.do === "load card") this.loadedFirst(this.loadCard(effect.id).then(() => true));
      else if (effect.do === "watch") watch = true;
      else if (effect.do === "speak") syncLanguage(this);
      else if (effect.do === "decided") this.state.page === "history" && this.state.finder?.loadNewest();
      else if (effect.do === "drafted") this.cards.takeDraft(effect.id, effect.fields);
      else this.tell(effect.what, effect.row);
    }
    if (watch) watchTime(this);
    this.openByItself();
    this.changed();
  }

  /**
   * The hub was replaced, and what it serves is not this page: the person reloads it when they want to.
   * @param {boolean} outdated
   */
  setOutdated(outdated) {
    this.state.outdated ||= outdated;
    this.changed();
  }

  /** @param {Line} line */
  attach(line) {
    this.presence.opened(line);
    this.watched = "";
    watchTime(this);
  }

  /** @param {"new" | "soon" | "late"} what @param {Row} row */
  tell(what, row) {
    const on = settingOf(this.state.settings, "notifications", "on") === "on";
    const how = { on, sound: this.state.notice.sound, open: (/** @type {string} */ id) => this.show(id) };
    tell(what, row, how);
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
        endUnderHands(this, this.state.card);
        this.state.missing = true;
        if (!this.state.card?.still) this.state.card = null;
        this.changed();
      }
      return;
    }
    this.cards.take(view);
    if (this.state.open === id && id !== view.id) {
      // The address may have a short id: use the full one from here on.
      this.state.open = view.id;
      history.replaceState(null, "", `/choice/${view.id}`);
    }
    if (this.state.open === view.id) {
      const loaded = this.state.card === null;
      this.state.card = this.cards.get(view.id) ?? null;
      if (loaded) appeared(this);
      this.state.missing = false;
      this.state.newer = !this.state.card;
      syncLanguage(this);
    }
    this.changed();
  }

  /**
   * The news that come with the connection bring it, and are exact. Only if they are late it is loaded before.
   * @param {string} id
   */
  async loadFirst(id) {
    if (!recall("token")) return;
    const late = new Promise((resolve) => setTimeout(() => resolve(false), FIRST_NEWS));
    if (!(await Promise.race([this.firstNews, late]))) await this.loadCard(id);
  }

  /**
   * The person wants to see it.
   * @param {string} id
   */
  show(id) {
    this.unpicked = null;
    this.bring(id, true);
  }

  /** @param {string} id @param {boolean} [picked] */
  bring(id, picked) {
    if (location.pathname !== `/choice/${id}`) history.pushState(null, "", `/choice/${id}`);
    this.state.page = "questions";
    const loaded = this.open(id);
    this.state.panel = null;
    this.draw();
    this.screen.focusTitle(picked);
    // A question that had to be loaded gets the focus then, unless the person is further already.
    loaded.then(() => {
      if (this.state.open !== id || this.screen.field() !== null || this.screen.picks().some((pick) => pick.focused)) return;
      this.draw();
      this.screen.focusTitle(picked);
    });
  }

  /**
   * Shows the question that is next in the list, or before this one; from elsewhere the one that ends first.
   * @param {1 | -1} [way]
   */
  showNext(way) {
    const next = nextWaiting(this.state, this.state.open, way);
    if (!next) return;
    this.unpicked = next.id;
    this.bring(next.id);
  }

  /** @param {string} address within the page */
  go(address) {
    history.pushState(null, "", address);
    this.state.panel = null;
    this.goToAddress();
    const scrolled = this.state.finder?.scrolled ?? 0;
    this.draw();
    this.screen.focusTitle();
    this.screen.scrollDecisions(scrolled);
  }

  /** @param {string | null} id */
  async open(id) {
    this.state.open = id;
    this.state.missing = false;
    this.state.newer = false;
    this.state.card = (id && this.cards.get(id)) || null;
    appeared(this);
    if (!id) return;
    this.state.unread.delete(id);
    const seen = recallJson("seen", /** @type {string[]} */ ([])).filter((other) => other !== id);
    rememberJson("seen", [...seen, id].slice(-200));
    await (this.state.loaded ? this.loadCard(id) : this.loadFirst(id));
  }

  /** Nothing is shown and something is waiting: show it, unless the person is typing. */
  openByItself() {
    const { open, rows, panel } = this.state;
    const onScreen = open !== null && !this.state.missing;
    if (this.lacks || onScreen || rows.size === 0 || panel || !matchMedia(WIDE).matches || location.pathname !== "/") return;
    if (!this.state.hands.parked) interruptHands(this);
    const row = nextWaiting(this.state, null);
    if (!row || this.state.hands.parked) return;
    this.unpicked = row.id;
    this.open(row.id);
  }

  async goToAddress() {
    const id = /^\/choice\/([^/]+)$/.exec(location.pathname)?.[1];
    this.state.page = location.pathname === "/history" ? "history" : "questions";
    if (this.state.page === "history" && recall("token")) {
      this.state.finder ??= new HistoryFinder(this);
      this.state.finder.goToAddress();
    }
    const loaded = this.open(id ? decoded(id).toLowerCase() : null);
    if (this.state.loaded) this.openByItself();
    this.changed();
    await loaded;
  }
}
