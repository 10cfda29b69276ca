// The theme, kept in this browser as well, so that a page does not begin in another one.

import { recall, remember } from "./storage.js";

/** @param {string | null} theme */
export function wear(theme) {
  const contrast = (theme ?? "system") === "system" && matchMedia("(prefers-contrast: more)").matches;
  document.documentElement.dataset.theme = contrast ? "contrast" : (theme ?? "system");
  remember("theme", theme);
}

export function wearLast() {
  wear(recall("theme"));
}
