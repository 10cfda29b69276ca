// From a person's decision to the desk: what is confirmed before, what can be undone, and what is
// kept if it doesn't arrive.

import { isConfirmed, needsConfirmation } from "../answering/deliberate.js";
import { decidedElsewhere, refusalInWords } from "../answering/refusal.js";
import { firstFault, openQuestions, submissionOf } from "../answering/submission.js";
import { faultInWords } from "../answering/words.js";
import { isOne, optionsOf } from "../answering/control.js";
import { say } from "../config/texts.js";
import { isPassing, Refused, request, Unreachable } from "../live/http.js";
import { goesByItself, keepForLater, keptFor, keptIds, letGo } from "../live/outbox.js";

/** @import { Card, Command, Submission } from "../types.js" */
/** @import { App } from "./app.js" */

/** How long a choice that sends can be undone. */
export const UNDO = 2_000;
/** How long to hold the button that sends an irreversible answer. */
const HOLD = 1_000;
/** Without a reply for this long, check whether the connection is still alive. */
const DOUBT = 3_000;

/**
 * A choice alone never sends an irreversible answer, nor while a cancel is being written.
 * @param {Card} card
 */
export function sendsAtOnce(card) {
  const { form, presentation, policy } = card.view;
  const [asked] = form.questions;
  return presentation.single_submit && !policy.irreversible && card.leaving === null && form.questions.length === 1 && isOne(asked);
}

/** @param {App} app @param {Card} card */
export function startUndo(app, card) {
  const undo = { until: app.clock() + UNDO, command: answerOf(card) };
  card.undo = undo;
  setTimeout(() => {
    // Undone, or chosen again: then another one applies.
    if (card.undo === undo) sendNow(app, card);
  }, UNDO);
}

/**
 * The time to undo is over: sends what was chosen.
 * @param {App} app @param {Card} card
 */
function sendNow(app, card) {
  const command = endUndo(card);
  if (command && card.view.state.phase === "pending") perform(app, card, command);
  else app.changed();
}

/**
 * What was chosen here; nothing if it was changed elsewhere meanwhile, which nobody has decided here.
 * @param {Card} card @returns {Command | null}
 */
function endUndo(card) {
  const command = card.undo?.command;
  card.undo = null;
  return command && JSON.stringify(command) === JSON.stringify(answerOf(card)) ? command : null;
}

/**
 * The page is closing, and with it the undo. `keepalive` makes the browser still deliver it; if the
 * hub is gone, it is sent when a page is open again.
 * @param {Card | null} card
 */
export function sendLast(card) {
  const command = card && endUndo(card);
  if (!command) return;
  keepForLater(card.view, command);
  request("POST", `/api/v1/interactions/${card.id}/act`, command, { keepalive: true }).then(
    () => letGo(card.id),
    (error) => isPassing(error) || letGo(card.id),
  );
}

/** @param {Card} card @returns {Command & { submission: Submission }} */
function answerOf(card) {
  return { command: "answer", submission: submissionOf(card.view.form, card.work, card.view.presentation.annotations) };
}

/**
 * The person wants to send: errors come first, then gaps, then the confirmation of an irreversible
 * answer.
 * @param {App} app @param {Card} card
 */
export function send(app, card) {
  if (card.sending || card.kept === "held" || card.leaving !== null) return;
  if (card.undo) return sendNow(app, card);
  const problem = firstFault(card.view.form, card.work);
  card.strict = problem !== null;
  if (problem) return pointAt(app, card, problem);
  const command = answerOf(card);
  if (card.view.form.completeness === "partial" && openQuestions(card.view.form, card.work).length > 0) ask(app, card, "gaps", command);
  else sendWhole(app, card, command);
}

/** @param {App} app @param {Card} card @param {Command} command */
export function sendWhole(app, card, command) {
  if (!needsConfirmation(card.view, /** @type {Submission} */ (command.submission))) return void perform(app, card, command);
  const elsewhere = decidedElsewhere(card.view);
  if (!elsewhere) return ask(app, card, "confirm", command);
  card.asking = null;
  card.refusal = say(elsewhere.key, elsewhere.values);
  app.draw();
  app.screen.focusProblem();
}

/** @param {App} app @param {Card} card @param {"gaps" | "confirm"} what @param {Command} command */
function ask(app, card, what, command) {
  card.asking = { what, command, typed: "", hint: false };
  app.draw();
  app.screen.focusPart("asking");
}

/** @param {App} app @param {Card} card @param {NonNullable<ReturnType<typeof firstFault>>} problem */
function pointAt(app, card, problem) {
  const question = card.view.form.questions[problem.step];
  if (card.view.form.questions.length > 1) card.step = problem.step;
  else if (card.view.form.completeness === "partial") {
    const { key, values } = faultInWords(problem.fault);
    card.refusal = say(key, values);
  }
  app.draw();
  if (optionsOf(question).length === 0) app.screen.focusField(`text/${question.id}`);
  else app.screen.focusPick(Math.max(0, app.screen.picks().findIndex((pick) => pick.reachable)));
  app.screen.showProblem();
}

/**
 * Checks the confirmation word.
 * @param {App} app @param {Card} card
 */
export function confirm(app, card) {
  if (!card.asking || card.sending) return;
  if (isConfirmed(card.asking.typed, say("confirm-word"))) return void perform(app, card, card.asking.command);
  card.asking.hint = true;
  app.draw();
  app.screen.focusPart("asking");
}

/** @param {App} app @param {Card} card @param {boolean} on */
export function hold(app, card, on) {
  const { asking } = card;
  if (!asking || card.sending || card.holding === on) return;
  card.holding = on;
  clearTimeout(app.holding);
  if (!on) return;
  app.holding = setTimeout(() => {
    if (card.holding && card.asking === asking) perform(app, card, asking.command);
  }, HOLD);
}

/**
 * Sends a command to the desk. One that settles the question is kept until its arrival is certain.
 * @param {App} app @param {Card} card @param {Command} command
 */
export async function perform(app, card, command) {
  const ends = ["answer", "cancel", "reject"].includes(command.command);
  const { id } = card;
  const again = card.kept;
  card.refusal = null;
  if (ends) {
    card.sending = true;
    card.kept = null;
    card.holding = false;
    card.asking = null;
    keepForLater(card.view, command);
  }
  app.changed();
  const doubt = ends && setTimeout(() => app.feed?.check(), DOUBT);
  try {
    // There is no connection: it is kept, and sent when there is one.
    if (ends && app.state.live === "off" && app.state.met) throw new Unreachable();
    const view = await app.feed?.ask({ call: "act", id, command }, ["POST", `/api/v1/interactions/${id}/act`, command]);
    app.cards.take({ ...view, rendered: card.view.rendered });
    if (ends) app.cards.sent(card, command);
  } catch (error) {
    if (error instanceof Refused) await refused(app, card, error, ends);
    else if (!ends) card.refusal = say(command.command === "set_remaining" ? "time-not-changed" : "not-sent");
    if (ends && isPassing(error)) {
      // What was changed meanwhile is withdrawn.
      card.kept = keptFor(id) && "waiting";
      card.leaving = null;
      app.feed?.hurry();
    }
  }
  if (doubt) clearTimeout(doubt);
  card.sending = false;
  const settled = card.view.state.phase === "settled";
  // Its end was heard while the reply was awaited, and the reply never came.
  if (ends && !settled && app.state.ended.has(id)) app.loadCard(id);
  app.draw();
  if (ends && settled && !again && !card.still && card === app.state.card) app.screen.focusNext();
  // Not if it was tried again without the person's doing.
  if (ends && card.refusal && !again && card === app.state.card) app.screen.focusProblem();
}

/**
 * Answers a permission that is listed on the card of another one, or that one itself. If somebody was
 * faster, its row is gone.
 * @param {App} app @param {Card} card @param {string} id @param {string} option
 */
export async function answerBeside(app, card, id, option) {
  const command = { command: /** @type {const} */ ("answer"), submission: { questions: { "": { options: [option] } } } };
  if (id === card.id) return perform(app, card, command);
  if (card.under.has(id)) return;
  card.under.add(id);
  app.changed();
  try {
    await app.feed?.ask({ call: "act", id, command }, ["POST", `/api/v1/interactions/${id}/act`, command]);
  } catch (error) {
    if (!(error instanceof Refused) || error.problem.refusal?.reason !== "already_settled") {
      card.refusal = say("not-sent");
      card.under.delete(id);
    }
  }
  app.changed();
}

/** @param {App} app @param {Card} card @param {Refused} error @param {boolean} ends */
async function refused(app, card, error, ends) {
  if (error.problem.refusal?.reason === "already_settled") {
    await app.loadCard(card.id);
    card.sending = false;
    app.cards.ended(card);
    return;
  }
  if (ends && !isPassing(error)) letGo(card.id);
  const { key, values } = refusalInWords(error.problem);
  card.refusal = say(key, values);
}

/**
 * The hub responds: sends what was kept, if that is still allowed; otherwise the person decides.
 * @param {App} app
 * @param {boolean} [all] also what other pages of this browser have kept, and what is held
 */
export function bringBack(app, all) {
  for (const id of keptIds()) {
    const known = app.cards.get(id);
    if (known?.sending || !(all || known?.kept === "waiting")) continue;
    app.loadCard(id).then(() => {
      const [card, kept] = [app.cards.get(id), keptFor(id)];
      if (!card || !kept || card.sending || card.view.state.phase !== "pending") return;
      // The person is deciding anew.
      if (card.undo || card.asking || card.leaving !== null) return;
      if (goesByItself(kept, card.view, Date.now())) perform(app, card, kept.command);
      else card.kept = "held";
      app.changed();
    });
  }
}
