// The person's settings, as the hub has them: which there are, what they can be, what one value means.

/** @typedef {import("../types.js").Setting} Setting */

export const THEMES = ["system", "light", "paper", "dawn", "mint", "sky", "clear", "dark", "night", "ember", "forest", "ocean", "deep"];
export const LANGUAGES = ["en", "zh", "ko"];
export const LANGUAGE_NAMES = /** @type {Record<string, string>} */ ({ en: "English", zh: "简体中文", ko: "한국어" });
export const TIMEOUT_ACTIONS = ["auto", "submit", "cancel", "reinvoke"];

const ALWAYS = " always";

/**
 * @param {Setting[]} settings
 * @returns {Record<string, Setting>}
 */
export function byKey(settings) {
  return Object.fromEntries(settings.map((setting) => [setting.key, setting]));
}

/**
 * A value without the mark that it beats the caller's.
 * @param {Record<string, Setting>} settings
 * @param {string} key
 * @param {string} [otherwise]
 * @returns {string}
 */
export function settingOf(settings, key, otherwise = "") {
  const value = settings[key]?.value ?? otherwise;
  return value.endsWith(ALWAYS) ? value.slice(0, -ALWAYS.length) : value;
}

/**
 * @param {Record<string, Setting>} settings
 * @param {string} key
 */
export function isAlways(settings, key) {
  return settings[key]?.value.endsWith(ALWAYS) ?? false;
}

/**
 * @param {string} value
 * @param {boolean} always
 */
export function withAlways(value, always) {
  return always && value !== "auto" ? value + ALWAYS : value;
}
