// The person's actions on the current question. An answer is kept locally at once, saved soon, and sent
// once.

import { openQuestions, submissionOf } from "../answering/submission.js";
import { faultInWords } from "../answering/words.js";
import { keepUnsent } from "../answering/unsent.js";
import { begin, changedFields, editEntry } from "../answering/work.js";
import { say } from "../config/texts.js";
import { keptFor, letGo } from "../live/outbox.js";
import { copyText } from "../rendering/copy.js";
import { LONGEST, secondsOf, SHORTEST } from "../live/time.js";
import { keepStep } from "./cards.js";
import { letFieldGo } from "./meanwhile.js";
import { answerBeside, confirm, hold, perform, send, sendsAtOnce, sendWhole, startUndo } from "./sending.js";

/** @import { Card, CardActions, Edit, Message, Work } from "../types.js" */
/** @import { App } from "./app.js" */

/** @param {App} app @returns {CardActions} */
export function cardActions(app) {
  /** @param {(card: Card) => void} change */
  const on = (change) => {
    const card = app.state.card;
    if (!card || card.view.state.phase !== "pending") return;
    change(card);
    app.changed();
  };
  /**
   * Changes the answer and saves what differs.
   * @param {(work: Work, card: Card) => Message | void} apply returns the reason if refused
   */
  const change = (apply) =>
    on((card) => {
      const before = card.work;
      const after = structuredClone(before);
      const refused = apply(after, card);
      card.work = after;
      card.refusal = refused ? say(refused.key, refused.values) : null;
      card.asking = null;
      // What is changed again is not sent yet.
      card.undo = null;
      const changed = changedFields(before, after);
      if (changed.length > 0) {
        // What was kept, or is on its way, is not sent again: it has been decided anew.
        letGo(card.id);
        card.kept = null;
      }
      app.cards.saver(card.id).note(changed);
      keepTyped(card);
    });
  /** @param {Card} card @param {string} id */
  const asked = (card, id) => {
    const found = card.view.form.questions.find((question) => question.id === id);
    if (!found) throw new Error(`no question ${id}`);
    return found;
  };
  /** @param {string} id @param {Edit} edited */
  const editQuestion = (id, edited) =>
    change((work, card) => {
      const done = editEntry(asked(card, id), work.entries[id], edited);
      if ("entry" in done) work.entries[id] = done.entry;
      else return faultInWords(done.fault);
    });
  /** @param {"skip" | "elaborate"} how @param {string} text */
  const aside = (how, text) => (how === "skip" ? { skip: text } : { ask_back: text });
  /** @param {string} name */
  const focusField = (name) => {
    app.draw();
    app.screen.focusField(name);
  };
  return {
    choose: (id, option) =>
      on((card) => {
        editQuestion(id, { toggle: option });
        if (sendsAtOnce(card)) startUndo(app, card);
      }),
    edit: editQuestion,
    write: (id, text) => editQuestion(id, { write: text }),
    own: (id) => {
      on((card) => editQuestion(id, { write: card.work.entries[id].parked }));
      focusField(`text/${id}`);
    },
    // A note that is emptied keeps its field.
    optionNote: (id, option, text) =>
      on((card) => {
        card.unfolded.add(`${id}/${option}`);
        editQuestion(id, { option_note: [option, text] });
      }),
    unfold: (key) => {
      on((card) => {
        card.unfolded.add(key);
        card.undo = null;
      });
      focusField(key === "" ? "note" : `note/${key}`);
    },
    note: (text) =>
      change((work, card) => {
        card.unfolded.add("");
        work.note = text;
      }),
    turn: (id, how) => {
      on((card) => editQuestion(id, card.work.entries[id][how] === null ? aside(how, "") : "resume"));
      focusField(`${how}/${id}`);
    },
    turnText: (id, how, text) => editQuestion(id, aside(how, text)),
    filter: (text) => on((card) => (card.filter = text)),
    step: (to) =>
      on((card) => {
        const several = card.view.form.questions.length;
        if (several < 2) return;
        card.step = Math.min(several, Math.max(0, to));
        card.reviewed ||= card.step === several;
        keepStep(card.id, card.step);
        card.filter = "";
        card.asking = null;
        app.cards.saver(card.id).flush();
        app.screen.toTop();
      }),
    send: () => on((card) => send(app, card)),
    undo: () => on((card) => (card.undo = null)),
    leave: (text) => {
      const opening = app.state.card?.leaving === null;
      on((card) => {
        card.leaving = text;
        // Its field stays, also if notes are switched off meanwhile.
        if (text === null) card.unfolded.delete("leaving");
        else if (card.view.presentation.annotations) card.unfolded.add("leaving");
        // A person who cancels doesn't want to send.
        card.undo = null;
        card.asking = null;
        keepTyped(card);
      });
      app.draw();
      if (opening) app.screen.focusPart("leaving");
    },
    left: () =>
      on((card) => {
        if (card.sending) return;
        const text = card.leaving?.trim() || undefined;
        perform(app, card, card.view.rejects ? { command: "reject", reason: text } : { command: "cancel", note: text });
      }),
    sendAnyway: () => on((card) => card.asking && sendWhole(app, card, card.asking.command)),
    firstOpen: () => {
      on((card) => {
        const { form } = card.view;
        const [first] = openQuestions(form, card.work);
        card.asking = null;
        card.step = Math.max(0, form.questions.indexOf(first));
      });
      app.draw();
      app.screen.focusPick(0);
    },
    confirm: () => on((card) => confirm(app, card)),
    confirming: (typed) => on((card) => card.asking && (card.asking.typed = typed)),
    hold: (held) => on((card) => hold(app, card, held)),
    stopAsking: () =>
      on((card) => {
        card.asking = null;
        card.holding = false;
      }),
    sendKept: () =>
      on((card) => {
        const kept = keptFor(card.id);
        card.kept = null;
        if (kept) perform(app, card, kept.command);
      }),
    dropKept: () =>
      on((card) => {
        letGo(card.id);
        card.kept = null;
      }),
    extend: (seconds) => on((card) => perform(app, card, { command: "set_remaining", seconds: Math.min(LONGEST, seconds) })),
    timing: (open) => {
      on((card) => (card.timing = open));
      if (open) focusField("time");
    },
    setTime: (typed) => setTime(app, typed),
    next: () => app.showNext(),
    open: (id) => app.show(id),
    answerBeside: (id, option) => on((card) => answerBeside(app, card, id, option)),
    pointAt: (ids) => on((card) => (card.pointed = ids)),
    allowAll: (now) =>
      on((card) => {
        const ids = card.pointed ?? now;
        card.pointed = null;
        for (const id of ids) answerBeside(app, card, id, "allow");
      }),
    goOn: () => {
      if (app.state.card) letFieldGo(app, app.state.card);
      app.draw();
      app.screen.focusNext();
    },
    back: () => app.go("/"),
    toHistory: () => app.go(app.state.finder?.address ?? "/history"),
    flush: () => {
      if (app.state.card) app.cards.saver(app.state.card.id).flush();
    },
    loadReply: () => void (app.state.card && app.cards.loadReply(app.state.card.id)),
    copy: async (text) => {
      const { card } = app.state;
      if (!card) return;
      card.copied = await copyText(text);
      app.changed();
    },
  };
}

/**
 * Stores what is typed in this browser: the question may end without it.
 * @param {Card} card
 */
function keepTyped(card) {
  const { form } = card.view;
  const touched = changedFields(begin(form, []), card.work).length > 0;
  const left = card.leaving?.trim();
  const submission = touched ? submissionOf(form, card.work, true) : undefined;
  keepUnsent(card.id, submission || left ? { submission, left } : null);
}

/** @param {App} app @param {string} typed @returns {Promise<void> | void} until the desk has taken it, or not */
export function setTime(app, typed) {
  const card = app.state.card;
  if (!card || card.view.state.phase !== "pending") return;
  card.timing = false;
  card.refusal = null;
  if (typed.trim() !== "") {
    const seconds = secondsOf(typed);
    if (seconds === null || seconds < SHORTEST || seconds > LONGEST) card.refusal = say("time-not-understood");
    else return perform(app, card, { command: "set_remaining", seconds });
  }
  app.changed();
}
