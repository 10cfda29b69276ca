// How it looks: the theme, kept in this browser as well, so that a page does not begin in another one.

import { recall, remember } from "./storage.js";

/** @param {string | null} theme */
export function wear(theme) {
  document.documentElement.dataset.theme = theme ?? "system";
  remember("theme", theme);
}

export function wearLast() {
  wear(recall("theme"));
}
