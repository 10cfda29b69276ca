// The card of a question that has ended: what was answered, by whom, where, when, and whether the agent
// has it; then what is next.

import { answerWords, sentAnswers } from "../answering/submission.js";
import { say, timeOfDay } from "../config/texts.js";
import { who } from "./card.js";
import { h } from "./element.js";
import { icon } from "./icons.js";

/** @typedef {import("../types.js").Card} Card */
/** @typedef {import("../types.js").CardActions} CardActions */
/** @typedef {import("../types.js").Row} Row */
/** @typedef {import("../types.js").Answers} Answers */
/** @typedef {import("../types.js").Outcome} Outcome */

/**
 * @param {Card} card
 * @param {{ row: Row | undefined, next: Row | null, hints: boolean }} about
 * @param {CardActions} act
 */
export function outcome(card, { row, next, hints }, act) {
  const { view } = card;
  if (view.state.phase !== "settled") return null;
  const { outcome, at } = view.state;
  const delivered = row?.delivered ?? Boolean(view.delivered_at);
  const listening = row?.listening ?? view.listening;
  return h(
    "article",
    { key: card.id, class: "card ended", "data-card": card.id, "data-status": view.status, "data-delivered": String(delivered) },
    who(view, true, act),
    h(
      "div",
      { class: "ending", "data-status": view.status },
      h("span", { class: "seal" }, icon(seal(view.status), view.status === "timeout")),
      h("div", null, h("h1", { class: "title", id: "title", tabindex: "-1" }, view.form.title), h("p", { class: "by", role: "status" }, ending(view.status, outcome, at, card.overtaken !== null))),
    ),
    given(card, outcome),
    card.overtaken && unsent(card, card.overtaken),
    handOver(outcome, delivered, listening),
    card.reply && h("details", { key: "reply", class: "reply" }, h("summary", null, say("what-agent-gets")), h("pre", { tabindex: "0" }, card.reply)),
    next &&
      h(
        "footer",
        { key: "foot", class: "foot" },
        h(
          "div",
          { class: "actions" },
          h("button", { type: "button", class: "main", "data-do": "next", onclick: act.next },
            say("next-question", { title: next.title.length > 60 ? `${next.title.slice(0, 58)}…` : next.title }), hints && h("kbd", { "aria-hidden": "true" }, "n")),
        ),
      ),
    !next && h("p", { key: "rest", class: "small" }, say("nothing-else")),
  );
}

/** @param {string} status */
function seal(status) {
  if (status === "submitted" || status === "auto-submitted") return "check";
  return status === "timeout" ? "clock" : "cross";
}

/**
 * @param {string} status
 * @param {Outcome} outcome
 * @param {string} at
 * @param {boolean} overtaken
 */
function ending(status, outcome, at, overtaken) {
  const time = timeOfDay(at);
  if (outcome.kind === "timed_out" && !outcome.sent) return `${say(`status-${status}`)} · ${time} · ${say(`timed-out-${outcome.action}`)}`;
  if (!("actor" in outcome)) return `${say(`status-${status}`)} · ${time}`;
  const { by, via, presence } = outcome.actor;
  const where = presence === "unattended" ? `${say(`surface-${via}`)}, ${say("no-terminal")}` : say(`surface-${via}`);
  const person = by ?? say("somebody");
  const told = say("ended-by", { status: say(`status-${status}`), who: person, where, time });
  return overtaken ? `${say("overtaken")} ${told}` : told;
}

/**
 * @param {Card} card
 * @param {Outcome} outcome
 */
function given(card, outcome) {
  const remark = outcome.kind === "cancelled" ? outcome.note : outcome.kind === "rejected" ? outcome.reason : outcome.kind === "withdrawn" ? outcome.why : null;
  if (remark) return h("blockquote", { key: "remark", class: "remark" }, remark);
  const answers = outcome.kind === "answered" ? outcome.answers : outcome.kind === "timed_out" ? outcome.sent : null;
  return answers && answerList(card, answers, "answers");
}

/**
 * What was to be sent from here, when somebody else was faster: nothing that was typed is lost.
 * @param {Card} card
 * @param {import("../types.js").Command} command
 */
function unsent(card, command) {
  const remark = command.note ?? command.reason;
  return h(
    "section",
    { key: "unsent", class: "unsent", "data-page": "unsent" },
    h("h2", { class: "small" }, say("yours-not-sent")),
    command.command === "answer"
      ? answerList(card, sentAnswers(card.view.form, command), "unsent answers")
      : h("blockquote", { key: "remark", class: "remark" }, [say(command.command), remark].filter(Boolean).join(" — ")),
  );
}

/**
 * @param {Card} card
 * @param {Answers} answers
 * @param {string} key
 */
function answerList(card, answers, key) {
  const several = card.view.form.questions.length > 1;
  return h(
    "ul",
    { key, class: "answers" },
    card.view.form.questions.map((asked) => h("li", { key: asked.id, class: "reviewed" }, several && h("span", { class: "small" }, asked.header), answerTo(asked, answers))),
    answers.note && h("li", { key: "note", class: "reviewed" }, h("span", { class: "small" }, say("note-on-whole")), h("span", { class: "value" }, answers.note)),
  );
}

/**
 * @param {import("../types.js").Question} asked
 * @param {Answers} answers
 */
function answerTo(asked, answers) {
  const answer = answers.questions[asked.id];
  const remark = (/** @type {string | undefined} */ text) => (text ? ` — ${text}` : "");
  if (!answer) return h("span", { class: "value dim" }, say("left-open"));
  if (answer.kind === "elaborate") return h("span", { class: "value dim" }, say("please-explain") + remark(answer.note));
  if (answer.kind === "skipped") return h("span", { class: "value dim" }, say("skipped") + remark(answer.reason));
  const words = answerWords(asked, answer.options, answer.text);
  const labels = asked.control.kind === "text" ? [] : asked.control.options;
  return [
    h("span", { class: "value" }, words.length > 0 ? words.join(", ") : say("none-chosen")),
    Object.entries(answer.notes ?? {}).map(([id, note]) =>
      h("span", { key: id, class: "small" }, `${labels.find((option) => option.id === id)?.label ?? id}: ${note}`),
    ),
  ];
}

/**
 * @param {Outcome} outcome
 * @param {boolean} delivered
 * @param {boolean} listening
 */
function handOver(outcome, delivered, listening) {
  if (outcome.kind === "withdrawn") return null;
  const key = delivered ? "agent-has-it" : listening ? "agent-gets-it" : "agent-gets-it-later";
  return h("p", { key: "hand over", class: "hand-over", role: "status", "data-delivered": String(delivered) }, delivered && icon("check"), say(key));
}
