// Settings: a sheet from the right. Every change is saved at once, and says so.

import { hasTimeoutActions } from "../answering/dialect.js";
import { isAlways, LANGUAGES, LANGUAGE_NAMES, settingOf, THEMES, TIMEOUT_ACTIONS } from "../config/settings.js";
import { say } from "../config/texts.js";
import { inUnits } from "../live/time.js";
import { button, h } from "../rendering/element.js";
import { icon } from "../rendering/icons.js";

/** @typedef {import("../types.js").State} State */

/**
 * @typedef {object} SheetActions
 * @property {() => void} close
 * @property {(key: string, value: string) => void} set
 * @property {(key: string, typed: string, always: boolean) => void} setTimeout
 * @property {(change: Record<string, unknown>) => void} present on this question alone
 * @property {(typed: string) => void} setTime
 * @property {(change: Partial<import("../types.js").Notice>) => void} notice
 * @property {() => void} allowNotices
 */

/**
 * @param {State} state
 * @param {SheetActions} act
 */
export function sheet(state, act) {
  return h(
    "div",
    { key: "sheet", class: "veil", "data-panel": "settings", onclick: (/** @type {Event} */ event) => event.target === event.currentTarget && act.close() },
    h(
      "section",
      { class: "sheet", role: "dialog", "aria-modal": "true", "aria-labelledby": "settings-title", tabindex: "-1" },
      h("header", { class: "head" }, h("h2", { id: "settings-title" }, say("settings")), button("icon", say("close"), act.close, { "data-do": "close" }, icon("close"))),
      thisQuestion(state, act),
      defaults(state, act),
      notices(state, act),
      look(state, act),
    ),
  );
}

/**
 * @param {State} state
 * @param {SheetActions} act
 */
function thisQuestion(state, act) {
  const card = state.card;
  if (!card || card.view.state.phase !== "pending") return null;
  const { presentation, policy } = card.view;
  const saved = state.saved;
  return group("group-this", [
    field(saved, "this/timeout", say("time-for-this"), typedTime("this/timeout", "", (typed) => act.setTime(typed))),
    hasTimeoutActions(card.view) &&
      field(saved, "this/timeout_action", say("setting-timeout-action"), select("this/timeout_action", policy.timeout_action, TIMEOUT_ACTIONS.slice(1), (value) => act.present({ timeout_action: value }))),
    ...["single_submit", "annotations", "placeholder"].map((name) =>
      field(saved, `this/${name}`, say(`setting-${name.replace("_", "-")}`), toggle(`this/${name}`, Boolean(presentation[/** @type {"annotations"} */ (name)]), (on) => act.present({ [name]: on }))),
    ),
  ]);
}

/**
 * @param {State} state
 * @param {SheetActions} act
 */
function defaults(state, act) {
  const { settings, saved } = state;
  const onOff = (/** @type {string} */ key) =>
    field(saved, key, say(`setting-${key.replace("_", "-")}`), toggle(key, settingOf(settings, key) === "on", (on) => act.set(key, on ? "on" : "off")));
  const timeout = settingOf(settings, "timeout", "300");
  const action = settingOf(settings, "timeout_action", "auto");
  return group("group-defaults", [
    field(saved, "interface", say("setting-interface"), select("interface", settingOf(settings, "interface", "auto"), settings.interface?.choices ?? [], (value) => act.set("interface", value), "surface")),
    field(
      saved,
      "timeout",
      say("setting-timeout"),
      typedTime("timeout", inUnits(Number(timeout)), (typed) => act.setTimeout("timeout", typed, isAlways(settings, "timeout"))),
      always("timeout", isAlways(settings, "timeout"), (on) => act.setTimeout("timeout", timeout + " s", on)),
    ),
    field(
      saved,
      "timeout_action",
      say("setting-timeout-action"),
      select("timeout_action", action, TIMEOUT_ACTIONS, (value) => act.setTimeout("timeout_action", value, isAlways(settings, "timeout_action"))),
      action !== "auto" && always("timeout_action", isAlways(settings, "timeout_action"), (on) => act.setTimeout("timeout_action", action, on)),
    ),
    onOff("single_submit"),
    onOff("annotations"),
    onOff("placeholder"),
  ]);
}

/**
 * @param {State} state
 * @param {SheetActions} act
 */
function notices(state, act) {
  const { settings, saved, permission, notice } = state;
  return group("group-notifications", [
    field(saved, "notifications", say("setting-notifications"), toggle("notifications", settingOf(settings, "notifications") === "on", (on) => act.set("notifications", on ? "on" : "off"))),
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
        onchange: (/** @type {Event} */ event) => act.notice({ before: Math.min(3600, Math.max(0, Number(/** @type {HTMLInputElement} */ (event.target).value) || 0)) }),
      }),
    ),
    field(saved, "sound", say("sound"), toggle("sound", notice.sound, (on) => act.notice({ sound: on }))),
  ]);
}

/**
 * @param {State} state
 * @param {SheetActions} act
 */
function look(state, act) {
  const { settings, saved } = state;
  const theme = settingOf(settings, "theme", "system");
  return group("group-look", [
    field(saved, "language", say("setting-language"), select("language", settingOf(settings, "language", "en"), LANGUAGES, (value) => act.set("language", value), LANGUAGE_NAMES)),
    h(
      "div",
      { key: "theme", class: "field tall" },
      h("span", { class: "grow" }, say("setting-theme"), savedMark(saved === "theme")),
      h(
        "div",
        { class: "themes", role: "radiogroup", "aria-label": say("setting-theme") },
        THEMES.map((name) =>
          h(
            "button",
            { key: name, type: "button", class: "theme", role: "radio", "aria-checked": String(theme === name), "data-theme": name, "data-setting": `theme/${name}`, onclick: () => act.set("theme", name) },
            h("span", { class: "swatch", "aria-hidden": "true" }),
            say(`value-${name}`),
          ),
        ),
      ),
    ),
    ...["hints", "shortcuts"].map((key) => field(saved, key, say(`setting-${key}`), toggle(key, settingOf(settings, key) === "on", (on) => act.set(key, on ? "on" : "off")))),
  ]);
}

/**
 * @param {string} key
 * @param {any[]} fields
 */
function group(key, fields) {
  return h("section", { key, class: "group" }, h("h3", null, say(key)), fields);
}

/**
 * @param {string | null} saved
 * @param {string} key
 * @param {string} label
 * @param {any} control
 * @param {any} [more]
 */
function field(saved, key, label, control, more) {
  return h("div", { key, class: "field" }, h("label", { class: "grow", for: `set-${key}` }, label, savedMark(saved === key)), h("span", { class: "value" }, more, control));
}

/** @param {boolean} on */
function savedMark(on) {
  return h("span", { class: "saved", role: "status" }, on && [icon("check"), say("saved")]);
}

/**
 * @param {string} key
 * @param {boolean} on
 * @param {(on: boolean) => void} change
 */
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

/**
 * @param {string} key
 * @param {boolean} on
 * @param {(on: boolean) => void} change
 */
function always(key, on, change) {
  return h(
    "label",
    { class: "small always", title: say("always-means") },
    h("input", { type: "checkbox", "data-setting": `${key}/always`, checked: on, onchange: (/** @type {Event} */ event) => change(/** @type {HTMLInputElement} */ (event.target).checked) }),
    say("always"),
  );
}

/**
 * @param {string} key
 * @param {string} value
 * @param {string[]} values
 * @param {(value: string) => void} change
 * @param {Record<string, string> | string} [names] their names, or what their texts begin with
 */
function select(key, value, values, change, names = "value") {
  return h(
    "select",
    { id: `set-${key}`, "data-setting": key, value, onchange: (/** @type {Event} */ event) => change(/** @type {HTMLSelectElement} */ (event.target).value) },
    values.map((one) => h("option", { key: one, value: one, selected: one === value }, typeof names === "string" ? say(`${names}-${one}`) : names[one])),
  );
}

/**
 * @param {string} key
 * @param {string} value
 * @param {(typed: string) => void} change
 */
function typedTime(key, value, change) {
  return h("input", {
    id: `set-${key}`,
    class: "short",
    "data-setting": key,
    value,
    placeholder: inUnits(600),
    autocomplete: "off",
    onchange: (/** @type {Event} */ event) => change(/** @type {HTMLInputElement} */ (event.target).value),
  });
}
