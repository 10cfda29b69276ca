// A button that copies what stands beside it.

import { say } from "../config/texts.js";
import { button, h } from "./element.js";
import { icon } from "./icons.js";

/** How long it says so. */
const SAID = 2_000;

/** @param {string} text */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Not available over plain HTTP from another machine: the text can still be selected and
    // copied.
    return false;
  }
}

/**
 * @param {string} text @param {any} shown
 */
export function copyable(text, shown) {
  return h(
    "div",
    { class: "copyable" },
    shown,
    button("icon copy", say("copy"), () => {}, { "data-do": "copy-text", onclick: (/** @type {Event} */ event) => copyBeside(event, text) }, [icon("copy"), icon("check")]),
  );
}

/** @param {Event} event @param {string} text */
async function copyBeside({ currentTarget }, text) {
  const button = /** @type {HTMLElement} */ (currentTarget);
  if (!(await copyText(text))) {
    const shown = button.parentElement?.firstElementChild;
    return void (shown && getSelection()?.selectAllChildren(shown));
  }
  button.dataset.copied = "true";
  button.ariaLabel = say("copied");
  setTimeout(() => {
    delete button.dataset.copied;
    button.ariaLabel = say("copy");
  }, SAID);
}
