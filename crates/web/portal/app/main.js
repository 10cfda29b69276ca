// Where it begins: draws the state whenever it changed, and listens to the browser.

import { wear, wearLast } from "../config/look.js";
import { withAlways } from "../config/settings.js";
import { rememberJson } from "../config/storage.js";
import { request } from "../live/http.js";
import { LONGEST, secondsOf, SHORTEST } from "../live/time.js";
import { PaletteKeys } from "../palette/keys.js";
import { draw } from "../rendering/patch.js";
import { keyActions, whereNow } from "./acts.js";
import { App } from "./app.js";
import { cardActions, setTime } from "./desk.js";
import { enter, pair } from "./entering.js";
import { frame, screenName } from "./frame.js";
import { clicked, lifted, QUIET } from "./hands.js";
import { keys } from "./keys.js";
import { loadDone } from "./loading.js";
import { byTap, checkMoved, checkStill, interruptHands, isArmed } from "./meanwhile.js";
import { askPermission, badge, entitle } from "./notice.js";
import { syncLanguage } from "./preferences.js";
import { screen } from "./screen.js";
import { perform, sendLast } from "./sending.js";
import { startTimers } from "./timing.js";
import { withdrawStopped } from "./withdraw.js";

/** @import { Notice, State } from "../types.js" */
/** @import { LanguageName } from "../wire.js" */

let due = false;
const app = new App(() => {
  if (due) return;
  due = true;
  // Not with the next picture: a tab in the background has none, but a title.
  queueMicrotask(() => due && show());
}, show, screen);

/** What the tab's icon was made for. */
let worn = "";

function show() {
  due = false;
  if (!app.begun) return;
  const { state } = app;
  const root = document.documentElement;
  root.dataset.live = state.live;
  checkStill(app);
  checkMoved(app);
  root.dataset.armed = String(isArmed(app));
  const [before, name] = [root.dataset.screen, screenName(state)];
  const ended = before === "question" && name === "answered";
  root.dataset.screen = name;
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  const typing = screen.field() !== null && focused;
  state.focused = focused?.dataset.row ?? null;
  draw(/** @type {Element} */ (document.getElementById("app")), [frame(state, pageActions, { now: Date.now(), clock: app.clock() })]);
  // An element that was moved loses the focus; a focus that the new view set stays where it is. The body
  // can't have it, and to find that out the browser would lay out the whole page.
  if (focused !== document.body && focused?.isConnected && document.activeElement === document.body) focused.focus({ preventScroll: true });
  // The field went away under the fingers, whatever took it: the rest of the sentence is not for us.
  if (typing && !typing.isConnected) interruptHands(app, state.hands.acted);
  // What follows is at the top, where nothing was sent by a tap before.
  if (ended && !state.card?.still) screen.toTop();
  // Back from one of them.
  if (name === "history" && before !== name) screen.scrollDecisions(state.finder?.scrolled ?? 0);
  // Not before all are counted.
  if (!app.lacks) entitle(state.rows.size);
  const now = `${state.rows.size} ${root.dataset.theme}`;
  if (now !== worn) setTimeout(() => wearIcon(now));
}

/**
 * Asking for a colour makes the browser work out every style: not with every picture, and behind it.
 * @param {string} now
 */
function wearIcon(now) {
  const mark = document.querySelector(".mark");
  const accent = mark && getComputedStyle(mark).backgroundColor;
  if (accent) worn = now;
  badge(app.state.rows.size, accent || "#5b5bd6");
}

/** Settings that a question has for itself as well; notes are switched by the desk, for all that wait. */
const ON_SCREEN = ["single_submit", "placeholder"];

/** @param {string} key */
function markSaved(key) {
  app.state.saved = key;
  app.changed();
  setTimeout(() => {
    if (app.state.saved === key) app.state.saved = null;
    app.changed();
  }, 2_000);
}

/** What the desk did not take is not called saved. @param {string} name of a setting of this question */
function saidIfSaved(name) {
  if (app.state.card?.refusal) app.changed();
  else markSaved(`this/${name}`);
}

/** @param {string} key @param {string} value */
async function setSetting(key, value) {
  const before = app.state.settings[key];
  app.state.settings = { ...app.state.settings, [key]: { ...before, value, source: "person" } };
  if (key === "theme") wear(value);
  if (key === "recent") loadDone(app);
  if (key === "language") {
    const language = /** @type {LanguageName} */ (value);
    const own = app.state.card?.view.presentation;
    if (own?.language && app.state.card) {
      own.language = language;
      perform(app, app.state.card, { command: "present", language });
    }
    syncLanguage(app);
  }
  // What is switched for all is switched for the one on the screen too.
  if (ON_SCREEN.includes(key) && app.state.card?.view.state.phase === "pending") {
    perform(app, app.state.card, { command: "present", [key]: value === "on" });
  }
  app.changed();
  try {
    await request("PUT", `/api/v1/settings/${key}`, { value });
    markSaved(key);
  } catch {
    app.state.settings = { ...app.state.settings, [key]: before };
    app.changed();
  }
}

/**
 * Where the focus was before a panel opened, and returns to.
 * @type {HTMLElement | null}
 */
let outside = null;

/** @param {State["panel"]} panel */
function setPanel(panel) {
  if (panel && !app.state.panel) outside = /** @type {HTMLElement | null} */ (document.activeElement);
  app.state.panel = panel;
  if (panel === "palette") app.state.palette ??= new PaletteKeys(app, {
    ...pageActions.list,
    panel: setPanel,
    set: setSetting,
    onCard: (what) => (what === "explain" ? onKey.aside("elaborate") : what === "cancel" ? onKey.cancel() : onKey.extend()),
  });
  app.draw();
  if (panel) screen.focusPanel();
  else outside?.focus();
}

async function allowNotices() {
  app.state.permission = await askPermission();
  app.changed();
}

const onCard = cardActions(app);
const pageActions = {
  card: byTap(app, onCard),
  pair: (/** @type {string} */ code) => void pair(app, code),
  // What was typed and not saved yet is stored in this browser.
  reload: () => location.reload(),
  list: {
    show: (/** @type {string} */ id) => app.show(id),
    filter: (/** @type {State["chip"]} */ chip) => {
      app.state.chip = chip;
      app.changed();
    },
    group: (/** @type {State["group"]} */ group) => {
      app.state.group = group;
      rememberJson("group", group);
      app.changed();
    },
    scroll: (/** @type {number} */ top) => {
      app.state.scrolled = top;
      app.changed();
    },
    panel: setPanel,
    history: () => app.go("/history"),
    allowNotices,
    width: (/** @type {number | null} */ width) => {
      app.state.listWidth = width;
      rememberJson("list", width);
      app.changed();
    },
  },
  withdraw: async (/** @type {string[]} */ ids) => {
    if ((await withdrawStopped(app, ids)) && app.state.panel === "withdraw-stopped") setPanel(null);
  },
  sheet: {
    close: () => setPanel(null),
    set: setSetting,
    setDuration: (/** @type {string} */ key, /** @type {string} */ typed, /** @type {boolean} */ always) => {
      const seconds = secondsOf(typed);
      if (seconds !== null && seconds >= SHORTEST && seconds <= LONGEST) setSetting(key, withAlways(String(seconds), always));
      else app.changed();
    },
    present: async (/** @type {Record<string, unknown>} */ change) => {
      if (!app.state.card) return;
      await perform(app, app.state.card, { command: "present", ...change });
      saidIfSaved(Object.keys(change)[0]);
    },
    setTime: async (/** @type {string} */ typed) => {
      await setTime(app, typed);
      saidIfSaved("timeout");
    },
    notice: (/** @type {Partial<Notice>} */ change) => {
      app.state.notice = { ...app.state.notice, ...change };
      rememberJson("notice", app.state.notice);
      markSaved(Object.keys(change)[0]);
    },
    allowNotices,
  },
};

const onKey = keyActions(app, onCard, setPanel);
/** @type {ReturnType<typeof setTimeout> | undefined} */
let quiet;

// Before any field or button gets it.
addEventListener(
  "keydown",
  (event) => {
    // Nothing is on the screen yet that it could be meant for; it counts as typing all the same.
    const { hands, action, swallow } = keys(app.state.hands, event, whereNow(app), app.clock());
    app.state.hands = hands;
    if (swallow || !app.begun) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    if (!isArmed(app)) {
      document.documentElement.dataset.armed = "false";
      clearTimeout(quiet);
      quiet = setTimeout(app.changed, QUIET);
    }
    if (!action || !app.begun) return;
    // What the browser would do with it: find in the page, scroll.
    if (event.key !== "Escape") event.preventDefault();
    const [name, argument] = action;
    /** @type {(argument: any) => void} */ (onKey[name])(argument);
  },
  true,
);

addEventListener("pointerdown", () => (app.state.hands = clicked(app.state.hands, app.clock())), true);
/** Behind the click, if this is one: what it hits must not go away before. */
const lookForStill = () => void (app.state.card?.still && setTimeout(app.changed));
for (const end of ["pointerup", "pointercancel"]) {
  addEventListener(end, () => {
    app.state.hands = lifted(app.state.hands);
    lookForStill();
  }, true);
}
addEventListener("focusout", lookForStill);

addEventListener("popstate", () => {
  const { panel, page, finder, open } = app.state;
  if (panel === null) return void app.goToAddress();
  // Back closes what lies over the page, which stays where it is.
  const shown = page === "history" ? (finder?.address ?? "/history") : open ? `/choice/${open}` : "/";
  history.pushState(null, "", shown);
  setPanel(null);
});
addEventListener("hashchange", () => location.hash.includes("code=") && enter(app));
addEventListener("storage", (event) => {
  if (event.key === "sayso.token" && event.newValue && app.state.door === "closed") app.connect();
});
addEventListener("online", () => app.feed?.hurry());
document.addEventListener("visibilitychange", () => {
  if (document.hidden) app.cards.flush();
  else app.feed?.check();
  app.presence.turned();
});
for (const touch of ["keydown", "pointerdown"]) addEventListener(touch, () => app.presence.touch(), true);
addEventListener("pagehide", () => sendLast(app.state.card));
startTimers(app);

wearLast();
app.start();
