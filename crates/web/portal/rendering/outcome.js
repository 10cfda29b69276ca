// The card of a settled question: a sentence that says what became of it, whether the agent has it, and what is next;
// then the rest. What is next is near the top, where no card has anything to choose or send.

import { sentAnswers } from "../answering/submission.js";
import { answerWords, notesInWords } from "../answering/control.js";
import { say, timeOfDay } from "../config/texts.js";
import { story } from "../history/story.js";
import { backButton, whoAsked } from "./card.js";
import { copyable } from "./copy.js";
import { around, button, classes, cut, h, isPermission, nextWords, titleWords } from "./element.js";
import { icon } from "./icons.js";
import { whoWasNotified } from "./notified.js";

/** @import { Answers, Card, CardActions, Outcome, Question, Row, Unsent } from "../types.js" */

/**
 * @param {Card} card @param {{ row: Row | undefined, next: Row | null, hints: boolean, found: boolean }} about
 * @param {CardActions} act
 */
export function outcome(card, { row, next, hints, found }, act) {
  const { view } = card;
  if (view.state.phase !== "settled") return null;
  const { outcome, at } = view.state;
  const delivered = row?.delivered ?? Boolean(view.delivered_at);
  const listening = row?.listening ?? view.listening;
  return h(
    "article",
    { key: card.id, class: "card ended", "data-card": card.id, "data-status": view.status, "data-delivered": String(delivered) },
    // No taller than what stands above the options of a card: the place of what is next has nothing that sends.
    h(
      "div",
      { key: "ending", class: "ending", "data-status": view.status },
      backButton(act),
      h("span", { class: "seal" }, icon(seal(view.status, delivered), byClock(view.status))),
      endingTitle(card, outcome),
    ),
    next && nextButton(next, hints, act),
    found && button("link small", say("history"), act.toHistory, { key: "found", "data-do": "history" }, [icon("back"), say("history")]),
    h(
      "div",
      { key: "asked", class: "was-asked" },
      handOver(view.status, outcome, delivered, listening),
      h("h2", { class: classes({ "asked-title": true, command: isPermission(view.origin.dialect) }), dir: "auto" }, titleWords(view)),
      h("p", { class: "by", role: "status" }, ending(view.status, outcome, at, card.overtaken)),
      whoAsked(view, true),
    ),
    given(card, outcome),
    card.unsent && unsent(card, card.unsent, act),
    story(card, outcome, at),
    whoWasNotified(view),
    h(
      "details",
      { key: "reply", class: "reply", ontoggle: act.loadReply },
      h("summary", null, say("what-agent-gets")),
      card.reply && copyable(card.reply, h("pre", { tabindex: "0" }, card.reply)),
    ),
    !next && h("p", { key: "rest", class: "small" }, say("nothing-else")),
  );
}

/** An answer up to this length is in the sentence, and not said again below. */
const IN_SENTENCE = 32;

/** How much of a sentence fits a line of a phone, and of a wider screen. */
const LINES = { "phone-long": 17, "desk-long": 46 };

/** How long a text is: some letters are twice as wide. @param {string} text */
const lengthOf = (text) => text.replace(/[\u2e80-\uffff]/g, "--").length;

/** @param {any} drawn @returns {string} */
const saidIn = (drawn) => (typeof drawn === "string" ? drawn : drawn.children.map(saidIn).join(""));

/** @param {Card} card @param {Outcome} outcome */
function endingTitle(card, outcome) {
  const said = sentence(card, outcome);
  const lengths = Object.entries(LINES).map(([name, most]) => [name, lengthOf(saidIn(said)) > most]);
  return h("h1", { class: classes({ title: true, ...Object.fromEntries(lengths) }), id: "title", tabindex: "-1", dir: "auto" }, said);
}

/** What became of it. @param {Card} card @param {Outcome} outcome */
function sentence(card, outcome) {
  const by = "actor" in outcome ? outcome.actor.by : undefined;
  const who = card.mine ? "you" : (by ?? say("somebody-first"));
  if (outcome.kind === "cancelled") return say("sentence-cancelled", { who });
  if (outcome.kind === "rejected") return say("sentence-rejected", { who });
  if (outcome.kind === "withdrawn") return say("sentence-withdrawn");
  if (outcome.kind === "timed_out" && !outcome.sent) return say("sentence-late");
  const answers = answersOf(outcome);
  const { questions } = card.view.form;
  if (outcome.kind === "timed_out") return questions.length > 1 ? say("sentence-defaults") : around("sentence-default", "answer", cut(givenWords(questions[0], answers), IN_SENTENCE));
  if (questions.length > 1) return say("sentence-several", { who, answered: Object.keys(answers?.questions ?? {}).length, all: questions.length });
  const answer = answers?.questions[questions[0].id];
  if (answer?.kind === "elaborate") return say("sentence-explain", { who });
  if (answer?.kind === "skipped") return say("sentence-skipped", { who });
  const words = cut(givenWords(questions[0], answers), IN_SENTENCE);
  const deniedInWords = isPermission(card.view.origin.dialect) && answer?.kind === "given" && answer.text;
  return words ? around(deniedInWords ? "sentence-denied" : "sentence-chose", "answer", words, { who }) : say("sentence-none", { who });
}

/** @param {Outcome} outcome @returns {Answers | undefined} */
function answersOf(outcome) {
  return outcome.kind === "answered" ? outcome.answers : outcome.kind === "timed_out" ? outcome.sent : undefined;
}

/** @param {Question} asked @param {Answers | undefined} answers */
function givenWords(asked, answers) {
  const answer = answers?.questions[asked.id];
  return answer?.kind === "given" ? answerWords(asked, answer.options, answer.text).join(", ").replace(/\s+/g, " ") : "";
}

/** @param {Row} next @param {boolean} hints @param {CardActions} act */
function nextButton(next, hints, act) {
  return h("button", { key: "next", type: "button", class: "next", "data-do": "next", "data-part": "next", onclick: act.next },
    h("span", { class: "words" }, nextWords(next.title)), icon("next"), hints && h("kbd", { "aria-hidden": "true" }, "↵"));
}

/**
 * Nobody answered, whatever was sent then.
 * @param {string} status
 */
const byClock = (status) => status === "timeout" || status === "auto-submitted";

/** A tick is the agent's: until it has the answer, that is on its way. @param {string} status @param {boolean} delivered */
function seal(status, delivered) {
  if (status === "submitted") return delivered ? "check" : "coming";
  return byClock(status) || status === "given" ? "clock" : "cross";
}

/** @param {string} status @param {Outcome} outcome @param {string} at @param {boolean} overtaken */
export function ending(status, outcome, at, overtaken) {
  const time = timeOfDay(at);
  if (outcome.kind === "timed_out" && !outcome.sent) return `${say(`status-${status}`, undefined, status)} · ${time} · ${say(`timed-out-${outcome.action}`, undefined, outcome.action)}`;
  if (!("actor" in outcome)) return `${say(`status-${status}`, undefined, status)} · ${time}`;
  const { by, via, presence } = outcome.actor;
  const unseen = { unattended: say("no-terminal"), agent_terminal: say("agent-terminal"), interactive: "", paired: "" }[presence] ?? say("no-terminal");
  const where = [say(`surface-${via}`, undefined, via), unseen].filter(Boolean).join(", ");
  const person = by ?? say("somebody");
  const told = say("ended-by", { status: say(`status-${status}`, undefined, status), who: person, where, time });
  return overtaken ? `${say("overtaken")} ${told}` : told;
}

/** @param {Card} card @param {Outcome} outcome */
function given(card, outcome) {
  const remark = outcome.kind === "cancelled" ? outcome.note : outcome.kind === "rejected" ? outcome.reason : outcome.kind === "withdrawn" ? outcome.why : null;
  if (remark) return h("blockquote", { key: "remark", class: "remark" }, remark);
  const answers = answersOf(outcome);
  return answers && !isSaid(card, answers) && answerList(card, answers, "answers");
}

/** Whether the sentence above says all of it. @param {Card} card @param {Answers} answers */
function isSaid({ view: { form } }, answers) {
  const [asked, second] = form.questions;
  const answer = answers.questions[asked.id];
  if (second || answers.note || answer?.kind !== "given" || Object.keys(answer.notes ?? {}).length > 0) return false;
  const words = givenWords(asked, answers);
  return lengthOf(words) <= IN_SENTENCE && words === answerWords(asked, answer.options, answer.text).join(", ");
}

/**
 * What was typed or chosen here and not sent: it is kept and can be copied.
 * @param {Card} card @param {Unsent} unsent @param {CardActions} act
 */
export function unsent(card, { submission, left }, act) {
  const { form } = card.view;
  const answers = submission && sentAnswers(form, { command: "answer", submission });
  return h(
    "section",
    { key: "unsent", class: "unsent", "data-page": "unsent" },
    h(
      "header",
      { class: "actions" },
      h("h2", { class: "small grow" }, say("yours-not-sent")),
      button("quiet small", say(card.copied ? "copied" : "copy"), () => act.copy(plainText(card, answers, left)), { "data-do": "copy" }),
    ),
    left && h("blockquote", { key: "left", class: "remark" }, `${say(card.view.rejects ? "reject" : "cancel")} — ${left}`),
    answers && answerList(card, answers, "unsent answers"),
  );
}

/**
 * The same as lines of text, for the clipboard.
 * @param {Card} card @param {Answers | undefined} answers @param {string | undefined} left
 */
function plainText(card, answers, left) {
  const { questions } = card.view.form;
  const lines = questions.flatMap((asked) => {
    const answer = answers?.questions[asked.id];
    if (!answer) return [];
    const words = answer.kind === "given" ? [...answerWords(asked, answer.options, answer.text), ...notesInWords(asked, answer.notes).map(({ words }) => words)] : [answer.kind === "skipped" ? answer.reason : answer.note];
    const text = words.filter(Boolean).join("\n");
    return text ? [questions.length > 1 ? `${asked.header}: ${text}` : text] : [];
  });
  return [...lines, answers?.note, left].filter(Boolean).join("\n");
}

/** @param {Card} card @param {Answers} answers @param {string} key */
function answerList(card, answers, key) {
  const several = card.view.form.questions.length > 1;
  return h(
    "ul",
    { key, class: "answers" },
    card.view.form.questions.map((asked) => h("li", { key: asked.id, class: "reviewed" }, several && h("span", { class: "small" }, asked.header), answerTo(asked, answers))),
    answers.note && h("li", { key: "note", class: "reviewed" }, h("span", { class: "small" }, say("note-on-whole")), h("span", { class: "value" }, answers.note)),
  );
}

/** @param {Question} asked @param {Answers} answers */
function answerTo(asked, answers) {
  const answer = answers.questions[asked.id];
  const remark = (/** @type {string | undefined} */ text) => (text ? ` — ${text}` : "");
  if (!answer) return h("span", { class: "value dim" }, say("left-open"));
  if (answer.kind === "elaborate") return h("span", { class: "value dim" }, say("please-explain") + remark(answer.note));
  if (answer.kind === "skipped") return h("span", { class: "value dim" }, say("skipped") + remark(answer.reason));
  const words = answerWords(asked, answer.options, answer.text);
  return [
    h("span", { class: "value" }, words.length > 0 ? words.join(", ") : say("none-chosen")),
    notesInWords(asked, answer.notes).map(({ id, words }) => h("span", { key: id, class: "small" }, words)),
  ];
}

/** @param {string} status @param {Outcome} outcome @param {boolean} delivered @param {boolean} listening */
function handOver(status, outcome, delivered, listening) {
  if (outcome.kind === "withdrawn") return null;
  const key = status === "given" ? "agent-asks-there-too" : delivered ? "agent-has-it" : listening ? "agent-gets-it" : "agent-gets-it-later";
  return h("p", { key: "hand over", class: "hand-over", role: "status", "data-delivered": String(delivered) }, say(key));
}
