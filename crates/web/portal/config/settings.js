// The person's settings, as the hub has them: what each can be comes along, so a new one needs no code here.

/** @import { Setting, State } from "../types.js" */

const ALWAYS = " always";

/** @param {Setting[]} settings @returns {Record<string, Setting>} */
export function byKey(settings) {
  return Object.fromEntries(settings.map((setting) => [setting.key, setting]));
}

/**
 * A value without the mark that it beats the caller's.
 * @param {Record<string, Setting>} settings @param {string} key @param {string} [otherwise] @returns {string}
 */
export function settingOf(settings, key, otherwise = "") {
  const value = settings[key]?.value ?? otherwise;
  return value.endsWith(ALWAYS) ? value.slice(0, -ALWAYS.length) : value;
}

/**
 * The language in force: the one chosen for the question on the screen, else the person's choice, else what
 * the asking process's environment says.
 * @param {Pick<State, "card" | "settings">} state
 */
export function languageOf({ card, settings }) {
  const wished = settings.language?.source === "person" ? null : card?.view.origin.language;
  return card?.view.presentation.language ?? wished ?? settingOf(settings, "language");
}

/**
 * How many settled questions the list shows.
 * @param {Record<string, Setting>} settings
 */
export function recentOf(settings) {
  return Number(settingOf(settings, "recent", "5"));
}

/** @param {Record<string, Setting>} settings @param {string} key */
export function isAlways(settings, key) {
  return settings[key]?.value.endsWith(ALWAYS) ?? false;
}

/** @param {string} value @param {boolean} always */
export function withAlways(value, always) {
  return always && value !== "auto" ? value + ALWAYS : value;
}

/**
 * The text that names a setting.
 * @param {string} key
 */
export function textOf(key) {
  return `setting-${key.replace(/[_.]/g, "-")}`;
}
