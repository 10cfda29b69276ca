// Panels over the page: what they share, and the overview of the keys.

import { say } from "../config/texts.js";
import { button, h } from "../rendering/element.js";
import { icon } from "../rendering/icons.js";

/** @type {[string[], string][]} */
const KEYS = [
  [["j", "k", "↑", "↓"], "key-move"],
  [["space"], "key-choose"],
  [["1", "…", "9"], "key-digit"],
  [["J", "K", "alt ↑↓"], "key-carry"],
  [["↵"], "key-enter"],
  [["ctrl ↵"], "key-send"],
  [["←", "→"], "key-steps"],
  [["n", "p"], "key-next"],
  [["a"], "key-note"],
  [["o"], "key-own"],
  [["/"], "key-filter"],
  [["e"], "key-extend"],
  [["u"], "key-undo"],
  [["x"], "key-explain"],
  [["-"], "key-skip"],
  [["c"], "key-cancel"],
  [["h"], "key-history"],
  [["ctrl K"], "key-palette"],
  [["s"], "key-settings"],
  [["?"], "key-help"],
  [["esc"], "key-close"],
];

/**
 * A click beside it closes it.
 * @param {string} name @param {"dialog" | "sheet"} kind @param {() => void} close @param {...any} content
 */
export function panel(name, kind, close, ...content) {
  const beside = (/** @type {Event} */ event) => event.target === event.currentTarget && close();
  return h(
    "div",
    { key: name, class: "veil", "data-panel": name, onclick: beside },
    h(
      "section",
      { class: kind, role: "dialog", "aria-modal": "true", "aria-labelledby": "panel-title", tabindex: "-1" },
      h("header", { class: "head" }, h("h2", { id: "panel-title" }, say(name)), button("icon", say("close"), close, { "data-do": "close" }, icon("close"))),
      content,
    ),
  );
}

/** @param {() => void} close */
export function help(close) {
  const row = (/** @type {[string[], string]} */ [keys, what]) =>
    h("div", { key: what }, h("dt", null, keys.map((key) => h("kbd", { key }, key))), h("dd", null, say(what)));
  return panel("help", "dialog", close, h("dl", { class: "keys" }, KEYS.map(row)), h("p", { class: "small" }, say("help-armed")));
}
