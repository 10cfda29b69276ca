// Settings: a sheet from the right. Every change is saved at once, and says so.

import { isAlways, languageOf, settingOf, textOf, withAlways } from "../config/settings.js";
import { say } from "../config/texts.js";
import { inUnits } from "../live/time.js";
import { button, h, typed } from "../rendering/element.js";
import { icon } from "../rendering/icons.js";
import { panel } from "./help.js";

/** @import { Notice, Setting, State } from "../types.js" */

/**
 * @typedef {object} SheetActions
 * @property {() => void} close
 * @property {(key: string, value: string) => void} set
 * @property {(key: string, typed: string, always: boolean) => void} setDuration
 * @property {(change: Record<string, unknown>) => void} present on this question alone
 * @property {(typed: string) => void} setTime
 * @property {(change: Partial<Notice>) => void} notice
 * @property {() => void} allowNotices
 */

/** @param {State} state @param {SheetActions} act */
export function sheet(state, act) {
  return panel(
    "settings",
    "sheet",
    act.close,
    thisQuestion(state, act),
    group("group-defaults", settings(state, act, "defaults")),
    group("group-notifications", [...settings(state, act, "notifications"), ...notices(state, act)]),
    group("group-look", settings(state, act, "look")),
  );
}

/** @param {State} state @param {SheetActions} act */
function thisQuestion(state, act) {
  const card = state.card;
  if (!card || card.view.state.phase !== "pending") return null;
  const { presentation, policy } = card.view;
  const saved = state.saved;
  const action = state.settings.timeout_action;
  return group("group-this", [
    field(saved, "this/timeout", say("time-for-this"), typedTime("this/timeout", "", act.setTime)),
    card.view.has_timeout_actions &&
      action &&
      field(saved, "this/timeout_action", say(textOf(action.key)), select("this/timeout_action", policy.timeout_action, { ...action, choices: action.choices.slice(1) }, (value) => act.present({ timeout_action: value }))),
    ...["single_submit", "annotations", "placeholder"].map((name) =>
      field(saved, `this/${name}`, say(textOf(name)), toggle(`this/${name}`, Boolean(presentation[/** @type {"annotations"} */ (name)]), (on) => act.present({ [name]: on }))),
    ),
  ]);
}

/**
 * Every setting of a group, drawn as the hub says.
 * @param {State} state @param {SheetActions} act @param {Setting["group"]} group
 */
function settings(state, act, group) {
  return Object.values(state.settings)
    .filter((setting) => setting.group === group)
    .map((setting) => (setting.draw === "theme" ? themes(state, act, setting) : settingField(state, act, setting)));
}

/** @param {State} state @param {SheetActions} act @param {Setting} setting */
function settingField(state, act, setting) {
  const { key } = setting;
  const value = key === "language" ? languageOf(state) : settingOf(state.settings, key);
  const marked = isAlways(state.settings, key);
  const control = {
    switch: () => toggle(key, value === "on", (on) => act.set(key, on ? "on" : "off")),
    choice: () => select(key, value, setting, (chosen) => act.set(key, withAlways(chosen, marked))),
    duration: () => typedTime(key, inUnits(Number(value)), (text) => act.setDuration(key, text, marked)),
    theme: () => null,
  }[setting.draw]?.();
  // A newer hub may know more ways to draw one.
  if (!control) return null;
  return field(state.saved, key, say(textOf(key)), control, setting.always && value !== "auto" && always(key, marked, (on) => act.set(key, withAlways(value, on))));
}

/** @param {State} state @param {SheetActions} act @param {Setting} setting */
function themes(state, act, { key, value, texts, choices }) {
  return h(
    "div",
    { key, class: "field tall" },
    h("span", { class: "grow" }, say(textOf(key)), savedMark(state.saved === key)),
    h(
      "div",
      { class: "themes", role: "radiogroup", "aria-label": say(textOf(key)) },
      choices.map((name) =>
        h(
          "button",
          { key: name, type: "button", class: "theme", role: "radio", "aria-checked": String(value === name), "data-theme": name, "data-setting": `${key}/${name}`, onclick: () => act.set(key, name) },
          h("span", { class: "swatch", "aria-hidden": "true" }),
          say(`${texts}-${name}`),
        ),
      ),
    ),
  );
}

/**
 * What this browser keeps for itself.
 * @param {State} state @param {SheetActions} act
 */
function notices(state, act) {
  const { saved, permission, notice } = state;
  return [
    permission === "default" && h("div", { key: "permission", class: "field" }, h("span", { class: "grow small" }, say("browser-asks")), button("quiet", say("allow"), act.allowNotices, { "data-do": "allow" })),
    permission === "denied" && h("p", { key: "denied", class: "small" }, say("browser-refuses")),
    field(
      saved,
      "before",
      say("warn-before"),
      h("input", {
        id: "set-before",
        class: "short",
        type: "number",
        min: "0",
        max: "3600",
        "data-setting": "before",
        value: String(notice.before),
        onchange: typed((text) => act.notice({ before: Math.min(3600, Math.max(0, Number(text) || 0)) })),
      }),
    ),
    field(saved, "sound", say("sound"), toggle("sound", notice.sound, (on) => act.notice({ sound: on }))),
  ];
}

/** @param {string} key @param {any[]} fields */
function group(key, fields) {
  return h("section", { key, class: "group" }, h("h3", null, say(key)), fields);
}

/** @param {string | null} saved @param {string} key @param {string} label @param {any} control @param {any} [more] */
function field(saved, key, label, control, more) {
  return h("div", { key, class: "field" }, h("label", { class: "grow", for: `set-${key}` }, label, savedMark(saved === key)), h("span", { class: "value" }, more, control));
}

/** @param {boolean} on */
function savedMark(on) {
  return h("span", { class: "saved", role: "status" }, on && [icon("check"), say("saved")]);
}

/** @param {string} key @param {boolean} on @param {(on: boolean) => void} change */
function toggle(key, on, change) {
  return h("input", {
    id: `set-${key}`,
    type: "checkbox",
    role: "switch",
    class: "switch",
    "data-setting": key,
    checked: on,
    onchange: (/** @type {Event} */ event) => change(/** @type {HTMLInputElement} */ (event.target).checked),
  });
}

/** @param {string} key @param {boolean} on @param {(on: boolean) => void} change */
function always(key, on, change) {
  return h(
    "label",
    { class: "small always", title: say("always-means") },
    h("input", { type: "checkbox", "data-setting": `${key}/always`, checked: on, onchange: (/** @type {Event} */ event) => change(/** @type {HTMLInputElement} */ (event.target).checked) }),
    say("always"),
  );
}

/** @param {string} key @param {string} value @param {Setting} setting @param {(value: string) => void} change */
function select(key, value, { choices, texts }, change) {
  const words = (/** @type {string} */ one) => one.split(",").map((part) => say(`${texts}-${part.trim()}`, undefined, part.trim())).join(", ");
  // One that was set elsewhere need not be among those that are offered.
  const all = choices.includes(value) ? choices : [value, ...choices];
  return h(
    "select",
    { id: `set-${key}`, "data-setting": key, value, onchange: typed(change) },
    all.map((one) => h("option", { key: one, value: one, selected: one === value }, words(one))),
  );
}

/** @param {string} key @param {string} value @param {(typed: string) => void} change */
function typedTime(key, value, change) {
  return h("input", {
    id: `set-${key}`,
    class: "short",
    "data-setting": key,
    value,
    placeholder: inUnits(600),
    autocomplete: "off",
    onchange: typed(change),
  });
}
