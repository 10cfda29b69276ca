// The questions that have been on the screen, each with its card and with what is being saved of it.

import { Saver } from "../answering/drafts.js";
import { begin } from "../answering/work.js";
import { Refused, request } from "../live/http.js";
import { setLeft } from "../live/news.js";
import { keptFor } from "../live/outbox.js";
import { focusedField, freshCard } from "./state.js";

/** @typedef {import("../types.js").Card} Card */
/** @typedef {import("../types.js").View} View */

export class Cards {
  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.app = app;
    /** @type {Map<string, Card>} */
    this.known = new Map();
    /** @type {Map<string, Saver>} */
    this.savers = new Map();
  }

  /** @param {string} id */
  get(id) {
    return this.known.get(id);
  }

  /** @param {View} view */
  take(view) {
    const saver = this.saver(view.id);
    const known = this.known.get(view.id);
    if (view.state.phase === "pending") setLeft(this.app.state, view.id, view.remaining_ms, this.app.clock());
    else saver.drop();
    if (!known) {
      const work = begin(view.form, [...Object.values(view.draft ?? {}), ...saver.unsaved()]);
      this.known.set(view.id, { ...freshCard(view), work, kept: keptFor(view.id) !== null });
      saver.flush();
    } else {
      known.view = view;
      if (view.draft) saver.receive(known.work, Object.values(view.draft), focusedField());
    }
    if (view.state.phase === "settled") this.loadReply(view.id);
  }

  /** @param {string} id */
  async loadReply(id) {
    const card = this.known.get(id);
    if (!card || card.reply !== null) return;
    const reply = await request("GET", `/api/v1/interactions/${id}/reply`).catch(() => null);
    if (reply) card.reply = readable(reply.text);
    this.app.changed();
  }

  /**
   * @param {string} id
   * @param {import("../types.js").DraftField[]} fields
   */
  takeDraft(id, fields) {
    const card = this.known.get(id);
    if (card && card.view.state.phase === "pending") this.saver(id).receive(card.work, fields, focusedField());
  }

  /** @param {string} id */
  saver(id) {
    let saver = this.savers.get(id);
    if (!saver) {
      saver = new Saver(id, async (fields) => {
        try {
          await this.app.feed?.ask({ call: "save_draft", id, fields }, ["PATCH", `/api/v1/interactions/${id}/draft`, fields]);
        } catch (error) {
          // What the desk refuses to keep, such as a draft of what has ended, is not tried again.
          if (!(error instanceof Refused)) throw error;
        }
      });
      this.savers.set(id, saver);
    }
    return saver;
  }
}

/**
 * A reply that is JSON, over several lines.
 * @param {string} text
 */
function readable(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
