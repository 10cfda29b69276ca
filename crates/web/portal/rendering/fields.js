// Text fields, and the buttons that unfold them.

import { say } from "../config/texts.js";
import { h, typed } from "./element.js";

/** @import { Card, CardActions } from "../types.js" */

/**
 * A field that grows with its text. Its name is the key of the draft's field, which identifies the
 * field being typed in.
 * @param {{ name: string, label: string, value: string, placeholder?: string, class?: string, arrive?: boolean }} field
 * @param {(text: string) => void} oninput @param {CardActions} act
 */
export function area(field, oninput, act) {
  return h("textarea", {
    key: field.name,
    class: field.class ?? "area",
    "data-field": field.name,
    "data-arrive": field.arrive ?? null,
    "aria-label": field.label,
    placeholder: field.placeholder ?? "",
    rows: "1",
    value: field.value,
    spellcheck: "true",
    oninput: typed(oninput),
    onblur: () => act.flush(),
  });
}

/** Whether the note on the whole is unfolded. @param {Card} card */
const hasNote = (card) => card.work.note !== "" || card.unfolded.has("");

/** @param {Card} card @param {CardActions} act */
export function noteToggle(card, act) {
  if (!card.view.presentation.annotations || hasNote(card)) return null;
  return h("button", { key: "note", type: "button", class: "toggle", "data-do": "note", onclick: () => act.unfold("") }, say("add-whole-note"));
}

/**
 * The note on the whole question, once it is unfolded.
 * @param {Card} card @param {CardActions} act
 */
export function wholeNote(card, act) {
  if (!card.view.presentation.annotations || !hasNote(card)) return null;
  const label = say("note-on-whole");
  return h(
    "label",
    { key: "whole note", class: "labelled" },
    h("span", { class: "small" }, label),
    area({ name: "note", label, value: card.work.note }, act.note, act),
  );
}
