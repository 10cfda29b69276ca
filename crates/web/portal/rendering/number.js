// A number: a field with its unit, and buttons for the next one up or down.

import { rangeOf } from "../answering/control.js";
import { nextNumber } from "../answering/number.js";
import { say } from "../config/texts.js";
import { button, h, typed } from "./element.js";
import { icon } from "./icons.js";

/** @import { Card, CardActions, Question } from "../types.js" */

/** @param {Card} card @param {Question} question @param {CardActions} act */
export function numberField(card, question, act) {
  const range = rangeOf(question);
  if (!range) return false;
  const shown = card.view.presentation.placeholder ? question.placeholder : undefined;
  const step = (/** @type {"up" | "down"} */ way, /** @type {"plus" | "minus"} */ sign) =>
    button("icon", say(`number-${way}`), () => act.edit(question.id, { write: nextNumber(range, card.work.entries[question.id].text, way) }), { "data-do": `number-${way}` }, icon(sign));
  return h(
    "div",
    { key: "number", class: "number" },
    step("down", "minus"),
    h("input", {
      key: "field",
      type: "text",
      // No type=number: it drops what it does not understand, and some languages want a comma.
      inputmode: range.min !== undefined && !range.min.startsWith("-") ? "decimal" : "text",
      "data-field": `text/${question.id}`,
      "aria-label": question.header || card.view.form.title,
      placeholder: shown || say("number-placeholder"),
      value: card.work.entries[question.id].text,
      autocomplete: "off",
      spellcheck: "false",
      maxlength: "80",
      oninput: typed((text) => act.write(question.id, text)),
      onblur: () => act.flush(),
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
        if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
        event.preventDefault();
        // The page doesn't write to a field that is being typed in.
        const input = /** @type {HTMLInputElement} */ (event.target);
        input.value = nextNumber(range, input.value, event.key === "ArrowUp" ? "up" : "down");
        act.write(question.id, input.value);
      },
    }),
    range.unit && h("span", { key: "unit", class: "unit" }, range.unit),
    step("up", "plus"),
  );
}
