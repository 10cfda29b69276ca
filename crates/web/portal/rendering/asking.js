// The steps between deciding and sending: gaps in a form, confirmation of an irreversible answer,
// an answer that was kept.

import { isConfirmed } from "../answering/deliberate.js";
import { sentAnswers } from "../answering/submission.js";
import { answerWords } from "../answering/control.js";
import { say } from "../config/texts.js";
import { around, button, classes, cut, h, typed } from "./element.js";

/** @import { Card, CardActions, Command } from "../types.js" */

/** @param {Card} card @param {CardActions} act */
export function asking(card, act) {
  return card.asking?.what === "gaps" ? gaps(card, act) : confirmation(card, act);
}

/** @param {Card} card @param {CardActions} act */
function gaps(card, act) {
  const all = card.view.form.questions.length;
  const answered = Object.keys(/** @type {any} */ (card.asking?.command.submission).questions).length;
  return h(
    "div",
    { key: "gaps", class: "asking", "data-part": "asking", "data-asking": "gaps" },
    h("p", { class: "asked", role: "alert" }, say("send-with-gaps", { open: all - answered, all })),
    h(
      "div",
      { class: "actions" },
      button("main", say("answer-them"), act.firstOpen, { "data-do": "first-open", "data-first": true }),
      // Not where Send was.
      h("span", { class: "grow" }),
      button("quiet", say("send-anyway"), act.sendAnyway, { "data-do": "send-anyway", disabled: card.sending }),
      leaveButton(card, act),
    ),
  );
}

/**
 * A word to type, or a button to hold: nothing that happens by accident.
 * @param {Card} card @param {CardActions} act
 */
function confirmation(card, act) {
  const { asking } = card;
  if (!asking) return null;
  const word = say("confirm-word");
  return h(
    "div",
    { key: "confirm", class: "asking", "data-part": "asking", "data-asking": "confirm" },
    h("p", { class: "asked", role: "alert" }, say("confirm-send"), " ", h("bdi", { class: "answer" }, inWords(card, asking.command))),
    h(
      "label",
      { class: "word" },
      h("span", { class: "small" }, around("confirm-type", "word", word)),
      h("input", {
        "data-field": "confirm",
        "data-first": true,
        value: asking.typed,
        autocomplete: "off",
        autocapitalize: "off",
        spellcheck: "false",
        enterkeyhint: "send",
        oninput: typed(act.confirming),
      }),
    ),
    asking.hint && h("p", { key: "hint", class: "small", role: "alert" }, say("confirm-hint", { word })),
    h(
      "div",
      { class: "actions" },
      h(
        "button",
        {
          type: "button",
          class: classes({ main: true, danger: true, hold: true, holding: card.holding }),
          "data-do": "hold",
          disabled: card.sending,
          onclick: act.confirm,
          onpointerdown: (/** @type {PointerEvent} */ event) => {
            // A finger captures the pointer, and would not leave the button by sliding off it.
            /** @type {Element} */ (event.target).releasePointerCapture(event.pointerId);
            if (event.button === 0) act.hold(true);
          },
          onpointerup: () => act.hold(false),
          onpointerleave: () => act.hold(false),
          onpointercancel: () => act.hold(false),
          oncontextmenu: (/** @type {Event} */ event) => event.preventDefault(),
        },
        h("span", { class: "fill", "aria-hidden": "true" }),
        h("span", { class: "over" }, isConfirmed(asking.typed, word) ? around("send-this", "answer", cut(inWords(card, asking.command), 44)) : say("hold-to-send")),
      ),
      button("quiet", say("go-back"), act.stopAsking, { "data-do": "stay" }),
      h("span", { class: "grow" }),
      // Not only what is about to be sent.
      leaveButton(card, act, undefined, say(card.view.rejects ? "reject-now" : "cancel-now")),
    ),
  );
}

/**
 * An answer given without a connection, too long ago or to a question that has changed since.
 * @param {Card} card @param {Command} command @param {CardActions} act
 */
export function heldAnswer(card, command, act) {
  return h(
    "div",
    { key: "held", class: "asking", "data-part": "asking", "data-asking": "held" },
    h("p", { class: "asked", role: "status" }, say("held-answer"), " ", h("bdi", { class: "answer" }, inWords(card, command))),
    h("p", { class: "small" }, say("held-why")),
    h(
      "div",
      { class: "actions" },
      button("main", say("send-now"), act.sendKept, { "data-do": "send-now", disabled: card.sending }),
      button("quiet", say("discard"), act.dropKept, { "data-do": "discard" }),
      h("span", { class: "grow" }),
      leaveButton(card, act),
    ),
  );
}

/** @param {Card} card @param {Command} command @returns {string} */
export function inWords(card, command) {
  if (command.command !== "answer") return [say(command.command), command.note ?? command.reason].filter(Boolean).join(" — ");
  const { questions } = sentAnswers(card.view.form, command);
  const words = card.view.form.questions.map((asked) => {
    const answer = questions[asked.id];
    if (!answer) return say("left-open");
    if (answer.kind === "skipped") return say("skipped");
    if (answer.kind === "elaborate") return say("please-explain");
    return answerWords(asked, answer.options, answer.text).join(", ") || say("none-chosen");
  });
  return words.join("; ");
}

/**
 * Cancel or reject: available in every state of a waiting question.
 * @param {Card} card @param {CardActions} act @param {any} [hint] @param {string} [label]
 */
export function leaveButton(card, act, hint, label = say(card.view.rejects ? "reject" : "cancel")) {
  return h("button", { key: "leave", type: "button", class: "quiet leave", "data-do": "leave", "data-part": "leave", onclick: () => act.leave("") }, label, hint);
}
