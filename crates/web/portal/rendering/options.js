// The options of one question. A chosen option has a filled control and a tinted row, a focused one
// has an outline. They never look alike, and moving the focus chooses nothing.

import { isOne, kindOf, optionsOf, shownOrder, takesText } from "../answering/control.js";
import { faultOf, filtered, FILTER_ABOVE } from "../answering/submission.js";
import { chosen } from "../answering/work.js";
import { say } from "../config/texts.js";
import { button, classes, directionOf, h, typed, withCode } from "./element.js";
import { area } from "./fields.js";
import { icon } from "./icons.js";
import { fromTree } from "./tree.js";

/** @import { Card, CardActions, Choice } from "../types.js" */

/**
 * @param {Card} card
 * @param {number} at which question
 * @param {CardActions} act @param {{ letters: boolean }} how
 */
export function options(card, at, act, { letters }) {
  const question = card.view.form.questions[at];
  const all = optionsOf(question);
  const entry = card.work.entries[question.id];
  const { field, order, below } = kindOf(question);
  if (field) return field(question.control, card, question, act);
  const found = all.length > FILTER_ABOVE ? filtered(question, card.filter) : all;
  const picked = chosen(question, entry);
  const shown = shownOrder(question, picked).filter((option) => found.includes(option));
  const unplaced = order && shown.find((option) => !picked.includes(option.id));
  const first = unplaced || (shown.find((option) => picked.includes(option.id)) ?? shown[0]);
  return [
    all.length > FILTER_ABOVE && filterField(card, shown.length, all.length, act),
    all.length > 0 &&
      h(
        "div",
        {
          key: `options/${question.id}`,
          class: "options",
          dir: directionOf(`${card.view.form.title} ${question.prompt}`),
          role: isOne(question) ? "radiogroup" : "group",
          "aria-label": question.header || card.view.form.title,
        },
        shown.map((option) =>
          optionOf(card, at, option, act, {
            place: all.length > FILTER_ABOVE && card.filter ? 0 : all.indexOf(option) + 1,
            letters,
            reachable: option === first,
            picked,
          }),
        ),
        isOne(question) && takesText(question) && ownChoice(card, at, act),
      ),
    below?.(question.control, question, picked, faultOf(card.view.form, question, entry), act),
    shown.length === 0 && all.length > 0 && h("p", { key: "nomatch", class: "none" }, say("no-match")),
    !isOne(question) && takesText(question) && ownText(card, at, act),
  ];
}

/** @param {Card} card @param {number} shown @param {number} all @param {CardActions} act */
function filterField(card, shown, all, act) {
  return h(
    "div",
    { key: "filter", class: "filter" },
    h("input", {
      type: "search",
      "data-field": "filter",
      "aria-label": say("filter-options"),
      placeholder: say("filter-options"),
      value: card.filter,
      autocomplete: "off",
      spellcheck: "false",
      oninput: typed(act.filter),
    }),
    h("span", { class: "small", role: "status" }, say("shown-of", { shown, all })),
  );
}

/**
 * @param {Card} card @param {number} at @param {Choice} option @param {CardActions} act
 * @param {{ place: number, letters: boolean, reachable: boolean, picked: string[] }} how
 */
function optionOf(card, at, option, act, { place, letters, reachable, picked: all }) {
  const question = card.view.form.questions[at];
  const index = optionsOf(question).indexOf(option);
  const { order, before, beside } = kindOf(question);
  const [picked, one] = [all.includes(option.id), isOne(question)];
  const rank = order && picked && all.indexOf(option.id) + 1;
  const described = card.view.rendered.questions[at].options[index];
  const about = `about-${at}-${index}`;
  return h(
    "div",
    {
      key: option.id,
      class: classes({ option: true, chosen: picked, ranked: Boolean(order) }),
      "data-option": option.id,
      onclick: (/** @type {MouseEvent} */ event) => {
        if (!(/** @type {Element} */ (event.target).closest("a, button, textarea, label, [data-do]"))) act.choose(question.id, option.id);
      },
    },
    before?.(question.control, question, all, option, act),
    h(
      "div",
      {
        class: "pick",
        role: one ? "radio" : "checkbox",
        "aria-checked": String(picked),
        "aria-describedby": described.length > 0 ? about : null,
        tabindex: reachable ? "0" : "-1",
        "data-pick": option.id,
      },
      letters && place > 0 && place < 10 && h("kbd", { "aria-hidden": "true" }, place),
      h("span", { class: classes({ control: true, box: !one && !order, place: Boolean(order) }), "aria-hidden": rank ? null : "true" }, rank ? String(rank) : null),
      h(
        "span",
        { class: "words" },
        h("bdi", { class: "label" }, withCode(option.label)),
        // In a ranking it would say nothing about a place.
        !order && needsMark(option) && [" ", h("span", { class: "tag" }, say("recommended"))],
      ),
    ),
    described.length > 0 && h("div", { class: "about text", id: about }, fromTree(described)),
    h("span", { key: "side", class: "side" }, noteButton(card, question.id, option, picked, act), beside?.(question.control, question, all, option, act)),
    noteField(card, question.id, option, act),
  );
}

/** Whether it is to be marked as recommended: some labels say it themselves. @param {Choice} option */
function needsMark(option) {
  const label = option.label.toLowerCase();
  return option.recommended && !["recommended", say("recommended")].some((word) => label.includes(word));
}

/**
 * Whether an option has a note, or its field is unfolded; none if notes are off.
 * @param {Card} card @param {string} question @param {Choice} option
 */
function noteOf(card, question, option) {
  if (!card.view.presentation.annotations) return null;
  const value = card.work.entries[question].notes[option.id] ?? "";
  return { value, open: value !== "" || card.unfolded.has(`${question}/${option.id}`), label: `${say("note-on-option")}: ${option.label}` };
}

/** @param {Card} card @param {string} question @param {Choice} option @param {boolean} picked @param {CardActions} act */
function noteButton(card, question, option, picked, act) {
  const note = noteOf(card, question, option);
  if (!note || note.open) return null;
  return button("icon add", note.label, () => act.unfold(`${question}/${option.id}`), { key: "add", "data-do": "option-note", tabindex: picked ? "0" : "-1" }, icon("note"));
}

/** @param {Card} card @param {string} question @param {Choice} option @param {CardActions} act */
function noteField(card, question, option, act) {
  const note = noteOf(card, question, option);
  if (!note?.open) return null;
  return area(
    { name: `note/${question}/${option.id}`, label: note.label, value: note.value, placeholder: say("note-on-option"), class: "area note" },
    (text) => act.optionNote(question, option.id, text),
    act,
  );
}

/**
 * A free text as one of the options: typing chooses it.
 * @param {Card} card @param {number} at @param {CardActions} act
 */
function ownChoice(card, at, act) {
  const question = card.view.form.questions[at];
  const entry = card.work.entries[question.id];
  const picked = entry.text.trim() !== "" && chosen(question, entry).length === 0;
  return h(
    "div",
    {
      key: "own answer",
      class: classes({ option: true, own: true, chosen: picked }),
      onclick: (/** @type {MouseEvent} */ event) => {
        if (!(/** @type {Element} */ (event.target).closest("textarea"))) act.own(question.id);
      },
    },
    h("span", { class: "control", "aria-hidden": "true" }),
    area(
      {
        name: `text/${question.id}`,
        label: say("own-answer"),
        value: entry.text || entry.parked,
        placeholder: (card.view.presentation.placeholder && question.placeholder) || say("own-answer-placeholder"),
        class: "bare",
      },
      (text) => act.write(question.id, text),
      act,
    ),
  );
}

/**
 * A text in addition to the options, or as the whole answer.
 * @param {Card} card @param {number} at @param {CardActions} act
 */
function ownText(card, at, act) {
  const question = card.view.form.questions[at];
  const alone = optionsOf(question).length === 0;
  const placeholder = card.view.presentation.placeholder ? question.placeholder : undefined;
  return h(
    "label",
    { key: "own text", class: "labelled" },
    !alone && h("span", { class: "small" }, say("own-text-beside")),
    area(
      {
        name: `text/${question.id}`,
        label: say("own-answer"),
        value: card.work.entries[question.id].text,
        placeholder: placeholder || say("own-answer-placeholder"),
        class: alone ? "area tall" : "area",
        arrive: alone,
      },
      (text) => act.write(question.id, text),
      act,
    ),
  );
}
