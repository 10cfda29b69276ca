// One question: what is asked, its options, and the ways not to answer it.

import { problemOf } from "../answering/submission.js";
import { limitsInWords } from "../answering/control.js";
import { say } from "../config/texts.js";
import { classes, h } from "./element.js";
import { area } from "./fields.js";
import { options } from "./options.js";
import { fromTree } from "./tree.js";

/** @import { Card, CardActions } from "../types.js" */

/** @param {Card} card @param {number} at @param {CardActions} act @param {{ letters: boolean }} how */
export function question(card, at, act, how) {
  const { form, rendered } = card.view;
  const asked = form.questions[at];
  const entry = card.work.entries[asked.id];
  const several = form.questions.length > 1;
  const repeatsTitle = !several && asked.prompt.trim() === form.title.trim();
  const limits = limitsInWords(asked).map(({ key, values }) => say(key, values));
  const problem = card.strict ? problemOf(form, asked, entry) : null;
  const aside = entry.skip !== null || entry.elaborate !== null;
  return h(
    "section",
    { key: `question/${asked.id}`, class: classes({ question: true, aside }), "data-question": asked.id },
    several && h("h2", { class: "header" }, asked.header),
    !repeatsTitle && h("div", { class: "text prompt" }, fromTree(rendered.questions[at].prompt)),
    rendered.questions[at].context.length > 0 && h("div", { class: "text context" }, fromTree(rendered.questions[at].context)),
    limits.length > 0 && h("p", { class: "small bounds" }, limits.join(" · ")),
    options(card, at, act, how),
    problem && h("p", { key: "problem", class: "problem", role: "alert", tabindex: "-1" }, say(problem.key, problem.values)),
    notAnswering(card, at, act),
  );
}

/** @param {Card} card @param {number} at @param {CardActions} act */
function notAnswering(card, at, act) {
  const asked = card.view.form.questions[at];
  const entry = card.work.entries[asked.id];
  /** @type {["elaborate" | "skip", string, string, string][]} */
  const ways = [
    ["elaborate", "ask-to-explain", "explain-what", "will-explain"],
    ["skip", "skip-question", "skip-why", "will-skip"],
  ];
  // A question that must be answered cannot be skipped, but asked about.
  if (card.view.form.completeness === "whole") ways.pop();
  const turned = ways.find(([how]) => entry[how] !== null);
  return h(
    "div",
    { key: "aside", class: "instead" },
    ways.map(([how, key]) =>
      h(
        "button",
        {
          key: how,
          type: "button",
          class: "toggle",
          "data-do": how,
          "aria-pressed": String(entry[how] !== null),
          onclick: () => act.turn(asked.id, how),
        },
        say(key),
      ),
    ),
    turned && h("p", { key: "will", class: "small" }, say(turned[3])),
    turned &&
      area(
        { name: `${turned[0]}/${asked.id}`, label: say(turned[2]), value: entry[turned[0]] ?? "", placeholder: say(turned[2]) },
        (text) => act.turnText(asked.id, turned[0], text),
        act,
      ),
  );
}
