// The overview of the keys.

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
  [["s"], "key-settings"],
  [["?"], "key-help"],
  [["esc"], "key-close"],
];

/** @param {() => void} close */
export function help(close) {
  return h(
    "div",
    { key: "help", class: "veil", "data-panel": "help", onclick: (/** @type {Event} */ event) => event.target === event.currentTarget && close() },
    h(
      "section",
      { class: "dialog", role: "dialog", "aria-modal": "true", "aria-labelledby": "help-title", tabindex: "-1" },
      h("header", { class: "head" }, h("h2", { id: "help-title" }, say("help")), button("icon", say("close"), close, { "data-do": "close" }, icon("close"))),
      h(
        "dl",
        { class: "keys" },
        KEYS.map(([keys, what]) => h("div", { key: what }, h("dt", null, keys.map((key) => h("kbd", { key }, key))), h("dd", null, say(what)))),
      ),
      h("p", { class: "small" }, say("help-armed")),
    ),
  );
}
