// The card of a waiting question: who asks, what, until when, and what happens otherwise; then the
// options and the actions.

import { decidedElsewhere } from "../answering/refusal.js";
import { needsConfirmation } from "../answering/deliberate.js";
import { openQuestions, problemOf, submissionOf } from "../answering/submission.js";
import { answerWords, defaultText, optionsOf } from "../answering/control.js";
import { say, timeOfDay } from "../config/texts.js";
import { keptFor } from "../live/outbox.js";
import { inShort, inUnits, isExtensible, leftAt, urgency } from "../live/time.js";
import { asking, heldAnswer, inWords, leaveButton } from "./asking.js";
import { around, button, classes, cut, h, isPermission, typed, withCode } from "./element.js";
import { area } from "./fields.js";
import { icon } from "./icons.js";
import { headingOf, question } from "./question.js";
import { answerInShort, preview, review, steps } from "./steps.js";
import { together } from "./together.js";
import { whoWasNotified } from "./notified.js";
import { fromTree } from "./tree.js";

/** @import { Card, CardActions, Form, Left, Row, View } from "../types.js" */

/**
 * @param {Card} card
 * @param {{ left: Left | undefined, clock: number, hints: boolean, letters: boolean, listening: boolean, others?: Row[], over?: unknown }} about
 * `others`: permissions of the same session; `over`: how it ended, if it has and stays all the same
 * @param {CardActions} act
 */
export function card(card, about, act) {
  const { form, rendered } = card.view;
  const several = form.questions.length > 1;
  const reviewing = several && card.step >= form.questions.length;
  const elsewhere = decidedElsewhere(card.view);
  return h(
    "article",
    {
      key: card.id,
      class: classes({ card: true, irreversible: card.view.policy.irreversible }),
      "data-card": card.id,
      "data-status": card.view.status,
      "data-single-submit": String(card.view.presentation.single_submit),
      "aria-labelledby": "title",
    },
    card.view.policy.irreversible && h("p", { key: "undone", class: "undone" }, icon("warn"), h("strong", null, say("undone-title")), elsewhere ? h("span", null, say(elsewhere.key, elsewhere.values)) : h("span", { class: "undone-how" }, say("undone-how"))),
    who(card.view, about.listening, act),
    several && !isDerived(form) && h("p", { key: "form", class: "small form-title", dir: "auto" }, withCode(form.title)),
    several && steps(card, act),
    heading(card, several, reviewing),
    rendered.context.length > 0 && h("div", { class: "text context" }, fromTree(rendered.context)),
    reviewing ? review(card, act) : question(card, several ? card.step : 0, act, about),
    about.others && about.others.length > 0 && together(card, about.others, act),
    whoWasNotified(card.view),
    h(
      "footer",
      { key: "foot", class: "foot" },
      notSent(card),
      about.over ? h("div", { key: "time", class: "until" }, about.over, card.timing && timeField(act)) : timeLine(card, about, act),
      (!about.over || card.leaving !== null || card.asking) && deciding(card, about, act),
    ),
  );
}

/** Whether the title of a form only lists its questions. @param {Form} form */
const isDerived = (form) => /^\d+ questions: /.test(form.title);

/** @param {Card} card @param {boolean} several @param {boolean} reviewing */
function heading(card, several, reviewing) {
  const id = { id: "title", tabindex: "-1", dir: "auto" };
  // The step says it to those who see.
  if (reviewing) return h("h1", { key: "heading", class: "heard", ...id }, say("review"));
  const { words, long } = headingOf(card, several ? card.step : 0);
  return h("h1", { key: "heading", class: classes({ title: true, long, command: isPermission(card.view.origin.dialect) }), ...id }, words);
}

/** Why it was not sent: above all that can be pressed, and it moves nothing of that. @param {Card} card */
function notSent({ refusal, strict, step, view: { form }, work }) {
  const asked = form.questions[step];
  const problem = strict && asked ? problemOf(form, asked, work.entries[asked.id]) : null;
  const why = refusal ?? (problem && say(problem.key, problem.values));
  return why && h("p", { key: refusal ? "refusal" : "problem", class: "problem refusal", role: "alert", tabindex: "-1" }, why);
}

/**
 * The lower part of the foot: the next step towards an answer.
 * @param {Card} card @param {{ clock: number, hints: boolean, letters: boolean }} about @param {CardActions} act
 */
function deciding(card, about, act) {
  const kept = card.kept === "held" ? keptFor(card.id) : null;
  if (card.leaving !== null) return leaving(card, act);
  if (kept) return heldAnswer(card, kept.command, act);
  if (card.undo) return undoBar(card, about, act);
  return card.asking ? asking(card, act) : actions(card, about, act);
}

/** @param {CardActions} act */
export const backButton = (act) => button("icon only-narrow", say("back-to-list"), act.back, { key: "back", "data-do": "back" }, icon("back"));

/** @param {View} view @param {boolean} listening @param {CardActions} act */
function who(view, listening, act) {
  return h("p", { class: "who" }, backButton(act), whoAsked(view, listening));
}

/** @param {View} view @param {boolean} listening */
export function whoAsked(view, listening) {
  const { agent_title, directory } = view.origin;
  const agent = agent_title ?? view.origin.agent ?? say("unknown-agent");
  const project = directory?.split(/[\\/]/).filter(Boolean).pop();
  // However long one of them is, the others stay in view.
  const name = (/** @type {string} */ name) => h("bdi", { title: name }, cut(name, 32));
  const pending = view.state.phase === "pending";
  return [
    h(
      "span",
      { class: "from" },
      name(agent),
      project && ["\u00a0· ", name(project)],
      `\u00a0· ${say("asked-at", { time: timeOfDay(view.created_at) })}`,
      pending && !listening && ["\u00a0· ", h("span", { key: "deaf", class: "deaf" }, say(view.stopped ? "agent-stopped" : "agent-not-listening"))],
      pending && !listening && !view.stopped && ["\u00a0· ", h("span", { key: "kept" }, say("answer-is-kept"))],
    ),
    view.policy.irreversible && !pending && [" ", h("span", { key: "warn", class: "badge warn" }, say("irreversible"))],
  ];
}

/**
 * What happens without an answer.
 * @param {Card} card @returns {string}
 */
export function otherwise(card) {
  const { form, policy, race, origin } = card.view;
  if (race) return say("then-dialog");
  if (policy.timeout_action === "cancel") return say(isPermission(origin.dialect) ? "then-not-run" : "then-cancel");
  if (policy.timeout_action === "submit" && !policy.irreversible) {
    const sent = form.questions.map((asked) => {
      const recommended = optionsOf(asked).filter((option) => option.recommended);
      const ids = asked.defaults?.length ? asked.defaults : recommended.map((option) => option.id);
      return answerWords(asked, ids, defaultText(asked)).join(", ");
    });
    if (sent.every(Boolean)) return say("then-sent", { answer: sent.join("; ") });
  }
  return say("then-nobody");
}

/** One line: the time left, more of it, and what happens then. @param {Card} card @param {{ left: Left | undefined, clock: number }} about @param {CardActions} act */
function timeLine(card, { left, clock }, act) {
  if (!left) return h("div", { key: "time", class: "until dim" }, timeButton(card, act, say("no-deadline")));
  const ms = leftAt(left, clock);
  const hurry = urgency(ms);
  return h(
    "div",
    { key: "time", class: "until", "data-urgency": hurry },
    hurry !== "calm" && h("span", { key: "shrink", class: "shrink", "data-urgency": hurry, style: { "--left": String(ms / Math.min(left.whole, 60_000)) } }),
    h(
      "span",
      { class: "pill" },
      timeButton(card, act, h("span", { class: "left", role: "timer", "data-left": Math.ceil(ms / 1000) }, say("time-left", { time: inShort(ms) }))),
      isExtensible(card.view.policy, ms) && button("link more-time", say("plus-five-minutes"), () => act.extend(Math.ceil(ms / 1000) + 300), { key: "extend", "data-do": "extend" }),
    ),
    h("span", { class: "small then" }, otherwise(card)),
  );
}

/** The time that is shown is the button that changes it. @param {Card} card @param {CardActions} act @param {any} shown */
function timeButton(card, act, shown) {
  if (card.timing) return timeField(act);
  return h("button", { key: "set", type: "button", class: "link set-time", "data-do": "time", title: say("set-time"), onclick: () => act.timing(true) }, shown, h("span", { class: "heard" }, `, ${say("set-time")}`));
}

/** @param {CardActions} act */
function timeField(act) {
  return h(
    "input",
    {
      key: "timing",
      class: "short",
      "data-field": "time",
      "aria-label": say("set-time-label"),
      placeholder: inUnits(600),
      onblur: typed(act.setTime),
    },
  );
}

/** @param {Card} card @param {{ hints: boolean, letters: boolean }} about @param {CardActions} act */
function actions(card, { hints, letters }, act) {
  const { form, policy } = card.view;
  const several = form.questions.length > 1;
  const last = !several || card.step >= form.questions.length;
  // Who comes from the review goes back to it.
  const onward = card.reviewed ? form.questions.length : card.step + 1;
  const submission = submissionOf(form, card.work, card.view.presentation.annotations);
  // Red is what can't be undone, and not a no.
  const danger = policy.irreversible && openQuestions(form, card.work).length < form.questions.length && needsConfirmation(card.view, submission);
  const kept = card.kept && keptFor(card.id)?.command;
  const isKept = kept && JSON.stringify(kept.submission) === JSON.stringify(submission);
  const hint = (/** @type {string} */ key) => hints && h("kbd", { "aria-hidden": "true" }, key);
  return h(
    "div",
    { key: "actions", class: "actions" },
    last
      ? h("button", { key: "send", type: "button", class: classes({ main: true, danger }), "data-do": "send", disabled: card.sending || isKept, onclick: act.send },
          isKept ? say("kept-button") : card.sending ? say("sending") : sendWords(card), !isKept && !card.sending && hint("ctrl ↵"))
      : h("button", { key: "onward", type: "button", class: "main", "data-do": "onward", onclick: () => act.step(onward) },
          onward === form.questions.length ? say("review") : say("next"), hint("→")),
    several && card.step > 0 && button("quiet", say("back"), () => act.step(card.step - 1), { key: "before", "data-do": "before" }),
    h("span", { key: "preview", class: classes({ small: true, preview: true, kept }), role: "status" }, kept
      ? [!isKept && [h("bdi", { key: "what", class: "answer" }, inWords(card, kept)), "\u00a0· "], say(policy.irreversible && kept.command === "answer" ? "kept-to-send" : "kept-for-later")]
      : preview(card)),
    leaveButton(card, act, letters && hint("c")),
  );
}

/**
 * The button says what it sends.
 * @param {Card} card
 */
function sendWords({ view: { form, origin }, work }) {
  const [asked] = form.questions;
  const entry = work.entries[asked.id];
  if (form.questions.length > 1) return say("send-answers");
  if (entry.elaborate !== null) return say("ask-to-explain");
  if (entry.skip !== null) return say("skip-question");
  const answer = answerInShort(asked, entry);
  const deniesInWords = isPermission(origin.dialect) && entry.text.trim() !== "";
  return answer ? around(deniesInWords ? "send-denial" : "send-this", "answer", cut(answer, 44)) : say("send-answer");
}

/**
 * The choice is about to be sent and can still be undone.
 * @param {Card} card @param {{ clock: number }} about @param {CardActions} act
 */
function undoBar(card, { clock }, act) {
  const left = Math.max(0, (card.undo?.until ?? 0) - clock);
  return h(
    "div",
    { key: "undo", class: "actions undo", role: "status" },
    h("span", { class: "grow" }, say("about-to-send", { answer: answerInShort(card.view.form.questions[0], card.work.entries[card.view.form.questions[0].id]) })),
    h("span", { class: "small" }, say("seconds", { count: Math.ceil(left / 1000) })),
    button("main", say("undo"), act.undo, { "data-do": "undo" }),
    leaveButton(card, act),
  );
}

/** @param {Card} card @param {CardActions} act */
function leaving(card, act) {
  const rejecting = card.view.rejects;
  const notes = rejecting || card.view.presentation.annotations || card.unfolded.has("leaving");
  const label = say(rejecting ? "reject-why" : "cancel-why");
  return h(
    "div",
    { key: "leaving", class: "leaving", "data-part": "leaving" },
    h("p", { class: "small" }, say(rejecting ? "reject-means" : "cancel-means")),
    notes && area({ name: "leaving", label, value: card.leaving ?? "", placeholder: label }, act.leave, act),
    h(
      "div",
      { class: "actions" },
      button("main danger", say(rejecting ? (card.leaving ? "reject-with-reason" : "reject-now") : card.leaving ? "cancel-with-note" : "cancel-now"), act.left, { "data-do": "left", "data-first": !notes, disabled: card.sending }),
      button("quiet", say("keep-question"), () => act.leave(null), { "data-do": "stay" }),
    ),
  );
}
