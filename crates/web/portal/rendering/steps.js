// Several questions: the current position among them, and a review of all before sending.

import { openQuestions, problemOf, standingOf } from "../answering/submission.js";
import { answerWords } from "../answering/control.js";
import { chosen } from "../answering/work.js";
import { say } from "../config/texts.js";
import { classes, h } from "./element.js";
import { icon } from "./icons.js";

/** @import { Card, CardActions, Entry, Question } from "../types.js" */

/** @param {Card} card @param {CardActions} act */
export function steps(card, act) {
  const { questions } = card.view.form;
  const names = [...questions.map((asked) => asked.header), say("review")];
  return h(
    "ol",
    { key: "steps", class: "steps", "aria-label": say("progress") },
    names.map((name, step) => {
      const asked = questions[step];
      const filled = asked !== undefined && standingOf(card.view.form, asked, card.work.entries[asked.id]) !== "open";
      const current = card.step === step;
      return h(
        "li",
        { key: step },
        h(
          "button",
          {
            type: "button",
            class: classes({ step: true, filled, current }),
            "data-step": step,
            "aria-current": current ? "step" : null,
            "aria-label": `${name}${filled ? `, ${say("answered-mark")}` : ""}`,
            onclick: () => act.step(step),
          },
          h("span", { class: "bar" }),
          h("span", { class: "name" }, filled && icon("check"), name),
        ),
      );
    }),
  );
}

/** @param {Card} card @param {CardActions} act */
export function review(card, act) {
  const { form } = card.view;
  const gaps = openQuestions(form, card.work).length;
  return h(
    "section",
    { key: "review", class: "question review" },
    h("h2", { class: "header" }, say("review")),
    gaps > 0 && h("p", { class: "notice", role: "status" }, say("problem-unanswered", { count: gaps })),
    h(
      "ul",
      { class: "answers" },
      form.questions.map((asked, step) => {
        const problem = problemOf(form, asked, card.work.entries[asked.id]);
        return h(
          "li",
          { key: asked.id },
          h(
            "button",
            { type: "button", class: "reviewed", "data-review": asked.id, onclick: () => act.step(step) },
            h("span", { class: "small" }, asked.header),
            planned(card, asked),
            problem && card.strict && h("span", { class: "problem" }, say(problem.key, problem.values)),
          ),
        );
      }),
    ),
  );
}

/** @param {Card} card @param {Question} asked */
function planned(card, asked) {
  const entry = card.work.entries[asked.id];
  const remark = (/** @type {string | null} */ text) => (text ? ` — ${text}` : "");
  if (entry.skip !== null) return h("span", { class: "value dim" }, say("skipped") + remark(entry.skip));
  if (entry.elaborate !== null) return h("span", { class: "value dim" }, say("please-explain") + remark(entry.elaborate));
  if (standingOf(card.view.form, asked, entry) === "open") return h("span", { class: "value dim" }, say("not-answered-yet"));
  const notes = card.view.presentation.annotations ? Object.values(entry.notes).filter((note) => note.trim()) : [];
  return [
    h("span", { class: "value" }, answerWords(asked, chosen(asked, entry), entry.text).join(", ") || say("none-chosen")),
    notes.map((note) => h("span", { class: "small" }, note)),
  ];
}

/**
 * What will be sent as the answer to one question; empty if there is none yet.
 * @param {Question} asked @param {Entry} entry
 */
export function answerInShort(asked, entry) {
  const words = answerWords(asked, chosen(asked, entry), entry.text);
  return (words.length > 3 ? [...words.slice(0, 2), say("and-more", { count: words.length - 2 })] : words).join(", ");
}

/**
 * What the button next to it does not say: how many are answered, and with how many notes.
 * @param {Card} card
 */
export function preview(card) {
  const { form, presentation } = card.view;
  const gaps = openQuestions(form, card.work).length;
  if (form.questions.length > 1) return say("answered-of", { answered: form.questions.length - gaps, all: form.questions.length });
  const { notes } = card.work.entries[form.questions[0].id];
  const count = [...Object.values(notes), card.work.note].filter((note) => note.trim()).length;
  return presentation.annotations && count > 0 ? say("with-notes", { count }) : "";
}
