// How it looks: the theme, kept in this browser as well, so that a page does not begin in another one.

import { recall, remember } from "./storage.js";
import { THEMES } from "./settings.js";

/** @param {string | null} theme */
export function wear(theme) {
  const known = theme && THEMES.includes(theme) ? theme : "system";
  document.documentElement.dataset.theme = known;
  remember("theme", known);
}

export function wearLast() {
  wear(recall("theme"));
}
