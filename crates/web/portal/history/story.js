// The whole story of a decision: what was asked and why, what could have been chosen, what was, the
// notes, and how long it took.

import { optionsOf } from "../answering/control.js";
import { dayOf, say, timeOfDay } from "../config/texts.js";
import { spent } from "../live/time.js";
import { classes, h, withCode } from "../rendering/element.js";
import { icon } from "../rendering/icons.js";
import { fromTree } from "../rendering/tree.js";

/** @import { Answers, Card, Outcome } from "../types.js" */

/** @param {Card} card @param {Outcome} outcome @param {string} at */
export function story(card, outcome, at) {
  const { view } = card;
  const answers = outcome.kind === "answered" ? outcome.answers : outcome.kind === "timed_out" ? outcome.sent : undefined;
  return h(
    "details",
    { key: "story", class: "story", open: card.told },
    h("summary", null, say("story")),
    h(
      "p",
      { class: "small" },
      [`${say("asked-at", { time: `${dayOf(view.created_at)} ${timeOfDay(view.created_at)}` })}`, say("took", { time: spent(Date.parse(at) - Date.parse(view.created_at)) }), view.origin.directory].filter(Boolean).join(" · "),
    ),
    view.rendered.context.length > 0 && h("div", { class: "text" }, fromTree(view.rendered.context)),
    view.form.questions.map((_, place) => told(card, place, answers)),
  );
}

/** @param {Card} card @param {number} place @param {Answers | undefined} answers */
function told({ view }, place, answers) {
  const asked = view.form.questions[place];
  const { prompt, context, options } = view.rendered.questions[place];
  const answer = answers?.questions[asked.id];
  const given = answer?.kind === "given" ? answer : undefined;
  return h(
    "section",
    { key: asked.id, class: "told" },
    view.form.questions.length > 1 && h("h3", { class: "header" }, asked.header),
    h("div", { class: "text" }, fromTree(prompt)),
    context.length > 0 && h("div", { class: "text dim" }, fromTree(context)),
    h(
      "ul",
      { class: "choices" },
      optionsOf(asked).map((option, at) => {
        const taken = given?.options?.includes(option.id) ?? false;
        const note = given?.notes?.[option.id];
        return h(
          "li",
          { key: option.id, class: classes({ taken }), "data-taken": String(taken) },
          h("span", { class: "mark-taken" }, taken && icon("check"), h("span", { class: "heard" }, say(taken ? "chosen" : "not-chosen"))),
          h("div", null, h("bdi", { class: "label" }, withCode(option.label)), option.recommended && [" ", h("span", { class: "tag" }, say("recommended"))], options[at]?.length > 0 && h("div", { class: "text small" }, fromTree(options[at])), note && h("p", { class: "remark" }, note)),
        );
      }),
      given?.text && h("li", { key: "own text", class: "taken", "data-taken": "true" }, h("span", { class: "mark-taken" }, icon("check")), h("bdi", { class: "label" }, given.text)),
    ),
  );
}
