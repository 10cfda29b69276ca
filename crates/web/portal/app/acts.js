// Actions of the keys, for the current question and focus.

import { kindOf, optionsOf } from "../answering/control.js";
import { chosen } from "../answering/work.js";
import { settingOf } from "../config/settings.js";
import { leftAt } from "../live/time.js";
import { isPermission } from "../rendering/element.js";
import { unparked } from "./hands.js";

/** @import { CardActions, State } from "../types.js" */
/** @import { App } from "./app.js" */
/** @import { Where } from "./keys.js" */
/** @import { Pick } from "./screen.js" */

/**
 * @param {App} app @param {CardActions} onCard @param {(panel: State["panel"]) => void} setPanel
 */
export function keyActions(app, onCard, setPanel) {
  const { screen } = app;
  const focusedPick = () => screen.picks().find((pick) => pick.focused);
  /** @param {Pick | undefined} pick */
  const pickIt = (pick) => {
    if (!pick) return;
    onCard.choose(pick.question, pick.option);
    const asked = askedNow();
    if (!asked || !kindOf(asked).order || pick.checked) return;
    // The next one that has no place, if there is one to give.
    app.draw();
    const next = screen.picks().findIndex((other) => other.reachable && !other.checked);
    if (next >= 0) screen.focusPick(next);
  };
  /** The question of the current step. */
  const askedNow = () => app.state.card?.view.form.questions[app.state.card.step];
  /** Where the option with this number stands: a ranking is shown in the person's order. @param {number} number */
  const placeOf = (number) => {
    const asked = askedNow();
    if (!asked || !kindOf(asked).order) return number - 1;
    return screen.picks().findIndex((pick) => pick.option === optionsOf(asked)[number - 1]?.id);
  };
  /** A digit begins a number. @param {number} digit */
  const startsNumber = (digit) => {
    const asked = askedNow();
    if (!asked || !kindOf(asked).field) return false;
    onCard.write(asked.id, String(digit));
    app.draw();
    screen.focusField(`text/${asked.id}`);
    return true;
  };
  const act = {
    move: (/** @type {1 | -1} */ by) => {
      const all = screen.picks();
      const at = all.findIndex((pick) => pick.focused);
      const start = all.findIndex((pick) => pick.reachable);
      screen.focusPick(at < 0 ? Math.max(0, start) : Math.min(all.length - 1, Math.max(0, at + by)));
    },
    carry: (/** @type {1 | -1} */ by) => {
      const [card, asked, pick] = [app.state.card, askedNow(), focusedPick()];
      const press = asked && kindOf(asked).press;
      if (!card || !press || !pick) return;
      onCard.edit(asked.id, press(asked.control, chosen(asked, card.work.entries[asked.id]), pick.option, by > 0 ? "down" : "up"));
    },
    choose: () => void pickIt(focusedPick()),
    enter: () => {
      const card = app.state.card;
      if (!card) return;
      const pick = focusedPick();
      if (!pick) return act.move(1);
      if (!pick.checked) return void pickIt(pick);
      const last = card.view.form.questions.length === 1 || card.step >= card.view.form.questions.length;
      if (last) onCard.send();
      else onCard.step(card.step + 1);
    },
    open: () => {
      app.state.hands = unparked(app.state.hands);
      onCard.next();
    },
    digit: (/** @type {number} */ number) => {
      if (startsNumber(number)) return;
      const at = placeOf(number);
      screen.focusPick(at);
      pickIt(screen.picks()[at]);
    },
    send: () => onCard.send(),
    left: () => onCard.left(),
    confirm: () => onCard.confirm(),
    setTime: () => screen.blur(),
    point: () => screen.focusPart(app.state.card?.leaving !== null ? "leaving" : "asking"),
    step: (/** @type {1 | -1} */ by) => void (app.state.card && onCard.step(app.state.card.step + by)),
    next: (/** @type {1 | -1} */ by) => app.showNext(by),
    goOn: () => onCard.goOn(),
    note: () => {
      if (!app.state.card?.view.presentation.annotations) return;
      const pick = focusedPick();
      onCard.unfold(pick ? `${pick.question}/${pick.option}` : "");
    },
    own: () => {
      const asked = askedNow();
      if (!asked) return;
      // A person who writes has not decided yet.
      onCard.undo();
      screen.focusField(`text/${asked.id}`);
    },
    filter: () => screen.focusField("filter"),
    extend: () => {
      const left = app.state.open ? app.state.left.get(app.state.open) : undefined;
      if (left) onCard.extend(Math.ceil(leftAt(left, app.clock()) / 1000) + 300);
    },
    undo: () => onCard.undo(),
    aside: (/** @type {"elaborate" | "skip"} */ how) => {
      const [asked, form] = [askedNow(), app.state.card?.view.form];
      if (!asked || (how === "skip" && form?.completeness === "whole") || isPermission(app.state.card?.view.origin.dialect ?? "")) return;
      onCard.turn(asked.id, how);
    },
    cancel: () => onCard.leave(app.state.card?.leaving ?? ""),
    palette: () => setPanel(app.state.panel === "palette" ? null : "palette"),
    history: () => app.go("/history"),
    settings: () => setPanel("settings"),
    help: () => setPanel("help"),
    escape: () => {
      const { panel, card } = app.state;
      if (panel) setPanel(null);
      else if (card?.still) onCard.goOn();
      else if (card?.timing) onCard.timing(false);
      else if (card?.undo) onCard.undo();
      else if (card?.asking) onCard.stopAsking();
      else if (card && card.leaving !== null) onCard.leave(null);
      else screen.blur();
    },
  };
  return act;
}

/**
 * Where a key is pressed, as input for `keys`.
 * @param {App} app @returns {Where}
 */
export function whereNow({ state, screen }) {
  const pending = state.card?.view.state.phase === "pending" && !state.missing;
  return {
    field: screen.field(),
    pick: screen.picks().some((pick) => pick.focused),
    control: screen.control(),
    part: screen.part(),
    panel: state.panel !== null,
    ended: !pending,
    still: Boolean(state.card?.still),
    leaving: pending && state.card?.leaving !== null,
    asking: pending && state.card?.asking !== null,
    shortcuts: settingOf(state.settings, "shortcuts", "on") === "on",
  };
}
