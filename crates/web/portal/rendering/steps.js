// Several questions: the current position among them, and a review of all before sending.

import { openQuestions, problemOf, standingOf } from "../answering/submission.js";
import { answerWords, boundsOf, kindOf, notesInWords, readText } from "../answering/control.js";
import { chosen } from "../answering/work.js";
import { say } from "../config/texts.js";
import { button, classes, h } from "./element.js";
import { noteToggle, wholeNote } from "./fields.js";
import { headingOf, isBeginning } from "./question.js";

/** @import { Card, CardActions, Entry, Question } from "../types.js" */

/** A bar for each step; only the current one is named. @param {Card} card @param {CardActions} act */
export function steps(card, act) {
  const { questions } = card.view.form;
  const names = [...questions.map((asked) => asked.header), say("review")];
  const current = questions[card.step];
  const place = current && say("step-of", { step: card.step + 1, all: questions.length });
  // A name that only begins the question would say it twice.
  const name = current && (isBeginning(current.header, current.prompt) || !headingOf(card, card.step).hasPrompt) ? null : names[card.step];
  return h(
    "div",
    { key: "steps", class: "progress" },
    h(
      "ol",
      { class: "steps", "aria-label": say("progress") },
      names.map((name, step) => {
        const asked = questions[step];
        const filled = asked !== undefined && standingOf(card.view.form, asked, card.work.entries[asked.id]) !== "open";
        const current = card.step === step;
        return h(
          "li",
          { key: step },
          h("button", {
            type: "button",
            class: classes({ step: true, filled, current }),
            "data-step": step,
            "aria-current": current ? "step" : null,
            "aria-label": `${name}${filled ? `, ${say("answered-mark")}` : ""}`,
            title: name,
            onclick: () => act.step(step),
          }),
        );
      }),
    ),
    h("p", { class: "small step-name" }, name && h("bdi", null, name), name && place && " · ", place),
  );
}

/** What will be sent, as a table. @param {Card} card @param {CardActions} act */
export function review(card, act) {
  const { form } = card.view;
  const gaps = openQuestions(form, card.work).length;
  return h(
    "section",
    { key: "review", class: "question review" },
    gaps > 0 && h("p", { class: "notice", role: "status" }, say("problem-unanswered", { count: gaps })),
    h(
      "table",
      { class: "answers" },
      h(
        "tbody",
        null,
        form.questions.map((asked, step) => {
          const problem = problemOf(form, asked, card.work.entries[asked.id]);
          return h(
            "tr",
            { key: asked.id },
            h("th", { scope: "row" }, h("bdi", null, asked.header)),
            h("td", null, planned(card, asked), problem && card.strict && h("span", { class: "problem" }, say(problem.key, problem.values))),
            h("td", { class: "change" }, button("link", `${say("change")}: ${asked.header}`, () => act.step(step), { "data-review": asked.id }, say("change"))),
          );
        }),
      ),
    ),
    h("div", { key: "aside", class: "instead" }, noteToggle(card, act), wholeNote(card, act)),
  );
}

/** @param {Card} card @param {Question} asked */
function planned(card, asked) {
  const entry = card.work.entries[asked.id];
  const remark = (/** @type {string | null} */ text) => (text ? ` — ${text}` : "");
  if (entry.skip !== null) return h("span", { class: "value dim" }, say("skipped") + remark(entry.skip));
  if (entry.elaborate !== null) return h("span", { class: "value dim" }, say("please-explain") + remark(entry.elaborate));
  if (standingOf(card.view.form, asked, entry) === "open") return h("span", { class: "value dim" }, say("not-answered-yet"));
  const notes = card.view.presentation.annotations ? notesInWords(asked, entry.notes) : [];
  return [
    h("span", { class: "value" }, answerWords(asked, chosen(asked, entry), entry.text).join(", ") || say("none-chosen")),
    notes.map(({ words }) => h("span", { class: "small" }, words)),
  ];
}

/**
 * What will be sent as the answer to one question; empty if there is none yet.
 * @param {Question} asked @param {Entry} entry
 */
export function answerInShort(asked, entry) {
  const picked = chosen(asked, entry);
  // Nor has a ranking that is only begun.
  if (kindOf(asked).order && picked.length < boundsOf(asked).min) return "";
  const read = entry.text.trim() ? readText(asked, entry.text) : null;
  // What can't be sent as it is has no words yet.
  if (read && "fault" in read && kindOf(asked).read) return "";
  const words = answerWords(asked, picked, read && "text" in read ? read.text : entry.text);
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
