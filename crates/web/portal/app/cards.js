// The questions that have been shown, each with its card and its unsaved changes.

import { Saver } from "../answering/drafts.js";
import { stands, submissionOf } from "../answering/submission.js";
import { keepUnsent, unsentOf } from "../answering/unsent.js";
import { begin } from "../answering/work.js";
import { recallJson, rememberJson } from "../config/storage.js";
import { isPassing, request } from "../live/http.js";
import { canDraw } from "../live/known.js";
import { setLeft } from "../live/news.js";
import { goesByItself, keptFor, letGo } from "../live/outbox.js";
import { partsMoved } from "./hands.js";
import { endUnderHands } from "./meanwhile.js";
import { freshCard } from "./state.js";

/** @import { Card, Command, DraftField, View } from "../types.js" */
/** @import { App } from "./app.js" */

export class Cards {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {Map<string, Card>} */
    this.known = new Map();
    /** @type {Map<string, Saver>} */
    this.savers = new Map();
  }

  /** @param {string} id */
  get(id) {
    const card = this.known.get(id);
    return card && canDraw(card.view) ? card : undefined;
  }

  /** @param {View} view */
  take(view) {
    const saver = this.saver(view.id);
    const known = this.known.get(view.id);
    // It was on its way when the page heard of a change.
    if (known && view.revision < known.view.revision) return;
    if (view.state.phase === "pending") setLeft(this.app.state, view.id, view.remaining_ms, this.app.clock());
    else saver.drop();
    if (!known) {
      const work = begin(view.form, [...Object.values(view.draft ?? {}), ...saver.unsaved()]);
      const kept = keptFor(view.id);
      // A note that was being written before the page was loaded again.
      const leaving = (view.state.phase === "pending" && !kept && unsentOf(view.id)?.left) || null;
      this.known.set(view.id, { ...freshCard(view), step: keptStep(view), work, leaving, kept: kept && (goesByItself(kept, view, Date.now()) ? "waiting" : "held") });
      saver.flush();
    } else {
      const ends = known.view.state.phase === "pending" && view.state.phase === "settled";
      if (ends && this.app.state.open === view.id) endUnderHands(this.app, known);
      known.view = view;
      if (view.draft && saver.receive(known.work, Object.values(view.draft), this.app.screen.field())) this.changedElsewhere(known);
    }
    const card = this.known.get(view.id);
    if (card && view.state.phase === "settled") this.ended(card);
  }

  /**
   * What was sent from here was accepted, and is no longer unsent.
   * @param {Card} card @param {Command} command
   */
  sent(card, command) {
    const { form, presentation } = card.view;
    const unsent = unsentOf(card.id)?.submission;
    // What was changed while it was on its way was not sent with it.
    const isSent = [unsent, submissionOf(form, card.work, presentation.annotations)].some((one) => JSON.stringify(one) === JSON.stringify(command.submission));
    keepUnsent(card.id, unsent && !isSent ? { submission: unsent } : null);
    letGo(card.id);
    card.sending = false;
    card.mine = true;
    this.ended(card);
  }

  /**
   * The question is settled: nothing more is asked or sent; unsent text stays readable.
   * @param {Card} card
   */
  ended(card) {
    const { form, state } = card.view;
    if (state.phase !== "settled" || card.sending) return;
    keepStep(card.id, 0);
    Object.assign(card, { undo: null, holding: false, kept: null, refusal: null });
    // A field in there that has the focus stays until it loses it.
    if (!card.still) Object.assign(card, { asking: null, leaving: null });
    const kept = keptFor(card.id);
    letGo(card.id);
    if (kept && stands(form, kept.command, state.outcome)) return this.sent(card, kept.command);
    if (kept) card.overtaken = true;
    card.unsent = unsentOf(card.id);
    const submission = card.unsent?.submission;
    if (submission && !card.unsent?.left && stands(form, { command: "answer", submission }, state.outcome)) this.sent(card, { command: "answer", submission });
  }

  /** @param {string} id */
  async loadReply(id) {
    const card = this.known.get(id);
    if (!card || card.reply !== null) return;
    const reply = await request("GET", `/api/v1/interactions/${id}/reply`).catch(() => null);
    if (reply) card.reply = readable(reply.text);
    this.app.changed();
  }

  /** @param {string} id @param {DraftField[]} fields */
  takeDraft(id, fields) {
    const card = this.known.get(id);
    if (!card || card.view.state.phase !== "pending") return;
    if (this.saver(id).receive(card.work, fields, this.app.screen.field())) this.changedElsewhere(card);
  }

  /**
   * What was about to be confirmed, or tapped, is no longer what would be sent.
   * @param {Card} card
   */
  changedElsewhere(card) {
    const { state } = this.app;
    card.asking = null;
    if (card === state.card) state.hands = partsMoved(state.hands, this.app.clock());
  }

  /** Saves what is not saved yet. */
  flush() {
    for (const saver of this.savers.values()) saver.flush();
  }

  /** @param {string} id */
  saver(id) {
    let saver = this.savers.get(id);
    if (!saver) {
      saver = new Saver(id, async (fields) => {
        try {
          await this.app.feed?.ask({ call: "save_draft", id, fields }, ["PATCH", `/api/v1/interactions/${id}/draft`, fields]);
        } catch (error) {
          // What the desk refuses to store, such as a draft of a settled question, is not retried.
          if (isPassing(error)) throw error;
        }
      });
      this.savers.set(id, saver);
    }
    return saver;
  }
}

/** As many questions as may be half answered at once; the step of an older one is forgotten. */
const STEPS = 50;

/**
 * Remembers which question of a form is shown, for when the page is loaded again.
 * @param {string} id @param {number} step
 */
export function keepStep(id, step) {
  const { [id]: _, ...others } = recallJson("steps", /** @type {Record<string, number>} */ ({}));
  const kept = Object.entries(others).slice(1 - STEPS);
  rememberJson("steps", Object.fromEntries(step > 0 ? [...kept, [id, step]] : kept));
}

/** @param {View} view */
function keptStep({ id, form, state }) {
  const step = recallJson("steps", /** @type {Record<string, number>} */ ({}))[id] ?? 0;
  return state.phase === "pending" && form.questions.length > 1 ? Math.min(step, form.questions.length) : 0;
}

/**
 * A JSON reply, indented.
 * @param {string} text
 */
function readable(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
