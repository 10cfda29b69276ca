// Where it begins: draws the state whenever it changed, and listens to the browser.

import { wear, wearLast } from "../config/look.js";
import { withAlways } from "../config/settings.js";
import { rememberJson } from "../config/storage.js";
import { nextWaiting } from "../list/rows.js";
import { request } from "../live/http.js";
import { LONGEST, leftAt, secondsOf, SHORTEST } from "../live/time.js";
import { draw } from "../rendering/patch.js";
import { App, TIME_AGAIN } from "./app.js";
import { cardActions, focusField, perform, sendLast, setTime } from "./desk.js";
import { frame, screenName } from "./frame.js";
import { meaning } from "./keys.js";
import { askPermission, badge, entitle } from "./notice.js";
import { syncLanguage } from "./preferences.js";

/** @typedef {import("../types.js").State} State */

let due = false;
const app = new App(() => {
  if (due) return;
  due = true;
  // Not with the next picture: a tab in the background has none, but a title.
  queueMicrotask(() => due && show());
}, show);

/** What the tab's icon was made for. */
let worn = "";

function show() {
  due = false;
  if (!app.begun) return;
  const { state } = app;
  const root = document.documentElement;
  root.dataset.live = state.live;
  root.dataset.armed = String(state.armed);
  root.dataset.screen = screenName(state);
  draw(/** @type {Element} */ (document.getElementById("app")), [frame(state, pageActions, { now: Date.now(), clock: app.clock() })]);
  entitle(state.rows.size);
  const now = `${state.rows.size} ${root.dataset.theme}`;
  if (now !== worn) setTimeout(() => wearIcon(now));
}

/**
 * Asking for a colour makes the browser work out every style: not with every picture, and behind it.
 * @param {string} now
 */
function wearIcon(now) {
  const accent = getComputedStyle(document.documentElement).getPropertyValue("--accent").trim();
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

/**
 * @param {string} key
 * @param {string} value
 */
async function setSetting(key, value) {
  const before = app.state.settings[key];
  app.state.settings = { ...app.state.settings, [key]: { key, value, source: "person" } };
  if (key === "theme") wear(value);
  if (key === "language") {
    const own = app.state.card?.view.presentation;
    if (own?.language && app.state.card) {
      own.language = value;
      perform(app, app.state.card, { command: "present", language: value });
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
  app.draw();
  if (panel) /** @type {HTMLElement | null} */ (document.querySelector(".veil [role=dialog]"))?.focus();
  else outside?.focus();
}

async function allowNotices() {
  app.state.permission = await askPermission();
  app.changed();
}

const onCard = cardActions(app);
const pageActions = {
  card: onCard,
  list: {
    show: (/** @type {string} */ id) => app.show(id),
    filter: (/** @type {State["chip"]} */ chip) => {
      app.state.chip = chip;
      app.changed();
    },
    panel: setPanel,
    allowNotices,
  },
  sheet: {
    close: () => setPanel(null),
    set: setSetting,
    setTimeout: (/** @type {string} */ key, /** @type {string} */ typed, /** @type {boolean} */ always) => {
      if (key !== "timeout") return void setSetting(key, withAlways(typed, always));
      const seconds = secondsOf(typed);
      if (seconds !== null && seconds >= SHORTEST && seconds <= LONGEST) setSetting(key, withAlways(String(seconds), always));
      else app.changed();
    },
    present: async (/** @type {Record<string, unknown>} */ change) => {
      if (!app.state.card) return;
      await perform(app, app.state.card, { command: "present", ...change });
      markSaved(`this/${Object.keys(change)[0]}`);
    },
    setTime: (/** @type {string} */ typed) => {
      setTime(app, typed);
      if (!app.state.card?.refusal) markSaved("this/timeout");
    },
    notice: (/** @type {Partial<import("../types.js").Notice>} */ change) => {
      app.state.notice = { ...app.state.notice, ...change };
      rememberJson("notice", app.state.notice);
      markSaved(Object.keys(change)[0]);
    },
    allowNotices,
  },
};

/** @returns {HTMLElement[]} */
function picks() {
  return [...document.querySelectorAll("[data-pick]")].map((pick) => /** @type {HTMLElement} */ (pick));
}

function focusedPick() {
  return picks().find((pick) => pick === document.activeElement);
}

/** @param {HTMLElement | undefined} pick */
function pickIt(pick) {
  const question = /** @type {HTMLElement | null} */ (pick?.closest("[data-question]"))?.dataset.question;
  if (question && pick?.dataset.pick) onCard.choose(question, pick.dataset.pick);
}

/** @type {import("./keys.js").KeyActions} */
const keyActions = {
  move: (by) => {
    const all = picks();
    const at = all.findIndex((pick) => pick === document.activeElement);
    const start = all.findIndex((pick) => pick.tabIndex === 0);
    const to = at < 0 ? Math.max(0, start) : Math.min(all.length - 1, Math.max(0, at + by));
    all[to]?.focus();
  },
  choose: () => pickIt(focusedPick()),
  enter: () => {
    const card = app.state.card;
    if (!card) return;
    if (card.view.state.phase === "settled") return onCard.next();
    const pick = focusedPick();
    if (!pick) return keyActions.move(1);
    if (pick.getAttribute("aria-checked") !== "true") return pickIt(pick);
    const last = card.view.form.questions.length === 1 || card.step >= card.view.form.questions.length;
    if (last) onCard.send();
    else onCard.step(card.step + 1);
  },
  digit: (place) => {
    const pick = picks()[place - 1];
    pick?.focus();
    pickIt(pick);
  },
  send: () => onCard.send(),
  step: (by) => app.state.card && onCard.step(app.state.card.step + by),
  next: (by) => {
    const next = nextWaiting(app.state.rows, app.state.open, by);
    if (next) app.show(next.id);
  },
  note: () => {
    const annotations = app.state.card?.view.presentation.annotations;
    if (!annotations) return;
    const pick = focusedPick();
    const question = /** @type {HTMLElement | null} */ (pick?.closest("[data-question]"))?.dataset.question;
    onCard.unfold(pick && question ? `${question}/${pick.dataset.pick}` : "");
  },
  own: () => {
    const field = /** @type {HTMLElement | null} */ (document.querySelector('[data-field^="text/"]'));
    field?.focus();
  },
  filter: () => focusField(app, "filter"),
  extend: () => {
    const left = app.state.open ? app.state.left.get(app.state.open) : undefined;
    if (left) onCard.extend(Math.ceil(leftAt(left, app.clock()) / 1000) + 300);
  },
  undo: () => onCard.undo(),
  cancel: () => onCard.leave(""),
  settings: () => setPanel("settings"),
  help: () => setPanel("help"),
  escape: () => {
    if (app.state.panel) setPanel(null);
    else if (app.state.card?.undo) onCard.undo();
    else if (app.state.card?.leaving !== null && app.state.card) onCard.leave(null);
    else /** @type {HTMLElement | null} */ (document.activeElement)?.blur();
  },
};

addEventListener("keydown", (event) => {
  const { state } = app;
  // Nothing is on the screen yet that it could be meant for.
  if (!app.begun) return;
  if (!state.armed) app.rearm();
  const target = /** @type {HTMLElement} */ (event.target);
  const typing = target.matches?.("textarea, input:not([type=checkbox]), select") ?? false;
  const control = target.matches?.("button, a, summary, [type=checkbox]") ?? false;
  const found = meaning(event, { typing, control, panel: state.panel !== null, armed: state.armed });
  if (!found) return;
  // What the browser would do with it: find in the page, scroll.
  if (event.key !== "Escape") event.preventDefault();
  const [name, argument] = found;
  /** @type {(argument: any) => void} */ (keyActions[name])(argument);
});

addEventListener("popstate", () => app.goToAddress());
addEventListener("hashchange", () => location.hash.includes("code=") && app.enter());
addEventListener("storage", (event) => {
  if (event.key === "sayso.token" && event.newValue && app.state.door === "closed") app.connect();
});
addEventListener("online", () => app.feed?.hurry());
document.addEventListener("visibilitychange", () => {
  if (document.hidden) for (const saver of app.cards.savers.values()) saver.flush();
  else app.feed?.hurry();
});
addEventListener("pagehide", () => sendLast(app.state.card));
app.resend = (id, command) => {
  const card = app.cards.get(id);
  if (card) {
    perform(app, card, command);
    return;
  }
  app.loadCard(id).then(() => {
    const loaded = app.cards.get(id);
    if (loaded) perform(app, loaded, command);
  });
};
setInterval(() => (app.state.left.size > 0 || app.state.card?.undo) && app.tick(), 1_000);
setInterval(() => app.fetchTime(), TIME_AGAIN);

wearLast();
app.start();
