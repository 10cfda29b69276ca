// What a person does with the question on the screen. It is kept at once, saved soon, and sent once.

import { rejects } from "../answering/dialect.js";
import { refusalInWords } from "../answering/refusal.js";
import { firstProblem, stands, submissionOf } from "../answering/submission.js";
import { changedFields, choose, takesText, turn, write } from "../answering/work.js";
import { say } from "../config/texts.js";
import { nextWaiting } from "../list/rows.js";
import { Refused, request, Unreachable } from "../live/http.js";
import { keepForLater, letGo } from "../live/outbox.js";
import { LONGEST, secondsOf, SHORTEST } from "../live/time.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("../types.js").Card} Card */
/** @typedef {import("../types.js").Command} Command */
/** @typedef {import("../types.js").Work} Work */

/** How long a choice that sends can be taken back. */
export const UNDO = 2_000;

/**
 * @param {App} app
 * @returns {import("../types.js").CardActions}
 */
export function cardActions(app) {
  /** @param {(card: Card) => void} change */
  const on = (change) => {
    const card = app.state.card;
    if (!card || card.view.state.phase !== "pending") return;
    change(card);
    app.changed();
  };
  /**
   * Changes what is answered, and saves what differs.
   * @param {(work: Work, card: Card) => void} change
   */
  const edit = (change) =>
    on((card) => {
      const before = card.work;
      const after = structuredClone(before);
      change(after, card);
      card.work = after;
      card.refusal = null;
      app.cards.saver(card.id).note(changedFields(before, after));
    });
  /** @param {Card} card @param {string} id */
  const asked = (card, id) => {
    const found = card.view.form.questions.find((question) => question.id === id);
    if (!found) throw new Error(`no question ${id}`);
    return found;
  };
  return {
    choose: (id, option) =>
      on((card) => {
        edit((work) => (work.entries[id] = choose(asked(card, id), work.entries[id], option)));
        if (sendsAtOnce(card)) startUndo(app, card);
      }),
    write: (id, text) => edit((work, card) => (work.entries[id] = write(asked(card, id), work.entries[id], text))),
    own: (id) => {
      edit((work, card) => (work.entries[id] = write(asked(card, id), work.entries[id], work.entries[id].parked)));
      focusField(app, `text/${id}`);
    },
    optionNote: (id, option, text) => edit((work) => (work.entries[id].notes[option] = text)),
    unfold: (key) => {
      on((card) => card.unfolded.add(key));
      focusField(app, key === "" ? "note" : `note/${key}`);
    },
    note: (text) => edit((work) => (work.note = text)),
    turn: (id, how) => edit((work) => (work.entries[id] = turn(work.entries[id], how))),
    turnText: (id, how, text) => edit((work) => (work.entries[id][how] = text)),
    filter: (text) => on((card) => (card.filter = text)),
    step: (to) =>
      on((card) => {
        const several = card.view.form.questions.length;
        if (several < 2) return;
        card.step = Math.min(several, Math.max(0, to));
        card.filter = "";
        app.cards.saver(card.id).flush();
        document.querySelector(".stage")?.scrollTo(0, 0);
      }),
    send: () => on((card) => send(app, card)),
    undo: () => on((card) => (card.undo = null)),
    leave: (text) => {
      const opening = app.state.card?.leaving === null;
      on((card) => (card.leaving = text));
      if (opening) focusField(app, "leaving");
    },
    left: () =>
      on((card) => {
        const text = card.leaving?.trim() || undefined;
        perform(app, card, rejects(card.view) ? { command: "reject", reason: text } : { command: "cancel", note: text });
      }),
    extend: (seconds) => on((card) => perform(app, card, { command: "set_remaining", seconds: Math.min(LONGEST, seconds) })),
    timing: (open) => {
      on((card) => (card.timing = open));
      if (open) focusField(app, "time");
    },
    setTime: (typed) => setTime(app, typed),
    next: () => {
      const next = nextWaiting(app.state.rows, app.state.open);
      if (next) app.show(next.id);
    },
    back: () => {
      history.pushState(null, "", "/");
      app.open(null);
      app.changed();
    },
    flush: () => {
      if (app.state.card) app.cards.saver(app.state.card.id).flush();
    },
  };
}

/**
 * @param {App} app
 * @param {string} typed
 */
export function setTime(app, typed) {
  const card = app.state.card;
  if (!card || card.view.state.phase !== "pending") return;
  card.timing = false;
  card.refusal = null;
  if (typed.trim() !== "") {
    const seconds = secondsOf(typed);
    if (seconds === null || seconds < SHORTEST || seconds > LONGEST) card.refusal = say("time-not-understood");
    else perform(app, card, { command: "set_remaining", seconds });
  }
  app.changed();
}

/** @param {Card} card */
function sendsAtOnce(card) {
  const { form, presentation } = card.view;
  return presentation.single_submit && form.questions.length === 1 && form.questions[0].control.kind === "one";
}

/**
 * @param {App} app
 * @param {Card} card
 */
function startUndo(app, card) {
  const undo = { until: app.clock() + UNDO, command: answerOf(card) };
  card.undo = undo;
  setTimeout(() => {
    // Taken back, or chosen anew: then another one counts.
    if (card.undo === undo) sendNow(app, card);
  }, UNDO);
}

/**
 * The undo is over: what was chosen is sent.
 * @param {App} app
 * @param {Card} card
 */
function sendNow(app, card) {
  if (!card.undo) return;
  card.undo = null;
  perform(app, card, answerOf(card));
}

/**
 * The page is going away, and with it the undo. The browser sees to it that this still arrives; if the hub
 * is gone, it is sent when a page is open again.
 * @param {Card | null} card
 */
export function sendLast(card) {
  if (!card?.undo) return;
  card.undo = null;
  const command = answerOf(card);
  keepForLater(card.id, command);
  request("POST", `/api/v1/interactions/${card.id}/act`, command, { keepalive: true }).then(
    () => letGo(card.id),
    (error) => error instanceof Refused && letGo(card.id),
  );
}

/**
 * @param {Card} card
 * @returns {Command}
 */
function answerOf(card) {
  return { command: "answer", submission: submissionOf(card.view.form, card.work, card.view.presentation.annotations) };
}

/**
 * @param {App} app
 * @param {Card} card
 */
function send(app, card) {
  if (card.sending || card.kept) return;
  if (card.undo) {
    sendNow(app, card);
    return;
  }
  const problem = firstProblem(card.view.form, card.work);
  card.strict = problem !== null;
  if (!problem) {
    perform(app, card, answerOf(card));
    return;
  }
  const question = card.view.form.questions[problem.step];
  if (card.view.form.questions.length > 1) card.step = problem.step;
  else if (card.view.form.completeness === "partial") card.refusal = say(problem.message.key, problem.message.values);
  if (question.control.kind === "text" && takesText(question)) focusField(app, `text/${question.id}`);
  else {
    app.draw();
    /** @type {HTMLElement | null} */ (document.querySelector('[data-pick][tabindex="0"]'))?.focus();
  }
}

/**
 * Has the desk do it. An answer that cannot be sent is kept and sent when the hub is back.
 * @param {App} app
 * @param {Card} card
 * @param {Command} command
 */
export async function perform(app, card, command) {
  const ends = ["answer", "cancel", "reject"].includes(command.command);
  const again = card.kept;
  if (ends) card.sending = true;
  card.refusal = null;
  app.changed();
  try {
    const { id } = card;
    const view = await app.feed?.ask({ call: "act", id, command }, ["POST", `/api/v1/interactions/${id}/act`, command]);
    if (ends) {
      letGo(id);
      card.kept = false;
      card.leaving = null;
    }
    app.cards.take({ ...view, rendered: card.view.rendered });
  } catch (error) {
    if (error instanceof Unreachable && ends) {
      keepForLater(card.id, command);
      card.kept = true;
      card.leaving = null;
      app.feed?.hurry();
    } else if (error instanceof Refused) {
      if (ends) letGo(card.id);
      if (ends) card.kept = false;
      await refused(app, card, error, ends ? command : null, again);
    } else card.refusal = say("not-sent");
  }
  card.sending = false;
  app.changed();
}

/**
 * @param {App} app
 * @param {Card} card
 * @param {Refused} error
 * @param {Command | null} command what was to end it
 * @param {boolean} again it may have been sent before, and only the reply was lost
 */
async function refused(app, card, error, command, again) {
  if (error.problem.refusal?.reason === "already_settled") {
    await app.loadCard(card.id);
    const { form, state } = card.view;
    const ours = again && command && state.phase === "settled" && stands(form, command, state.outcome);
    card.overtaken = ours ? null : command;
    return;
  }
  const { key, values } = refusalInWords(error.problem, firstProblem(card.view.form, card.work)?.message);
  card.refusal = say(key, values);
}

/**
 * Draws first, so that the field is there, and the next key goes into it.
 * @param {App} app
 * @param {string} name
 */
export function focusField(app, name) {
  app.draw();
  const field = /** @type {HTMLElement | null} */ (document.querySelector(`[data-field="${CSS.escape(name)}"]`));
  field?.focus();
}
