// Saves drafts as they change, and applies changes made elsewhere.

import { recallJson, rememberJson } from "../config/storage.js";
import { applyField, fieldKey } from "./work.js";

/** @import { DraftField, Work } from "../types.js" */

/** Pause in typing after which it is saved. */
export const PAUSE = 250;

/** Saves the fields of one question: one request at a time, with the newest value of each field. */
export class Saver {
  /**
   * @param {string} id
   * @param {(fields: DraftField[]) => Promise<void>} send fails if it was not saved
   */
  constructor(id, send) {
    this.id = id;
    this.send = send;
    /** @type {Map<string, DraftField>} */
    this.dirty = new Map(Object.entries(recallJson(`unsaved.${id}`, {})));
    /**
     * Values that were sent and have not come back as an event yet.
     * @type {Map<string, string[]>}
     */
    this.echoes = new Map();
    this.busy = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** @param {DraftField[]} fields */
  note(fields) {
    if (fields.length === 0) return;
    for (const field of fields) this.dirty.set(fieldKey(field), field);
    this.keep();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), PAUSE);
  }

  /** @returns {DraftField[]} */
  unsaved() {
    return [...this.dirty.values()];
  }

  async flush() {
    clearTimeout(this.timer);
    if (this.busy || this.dirty.size === 0) return;
    const fields = this.unsaved();
    this.dirty.clear();
    this.busy = true;
    for (const field of fields) {
      const key = fieldKey(field);
      this.echoes.set(key, [...(this.echoes.get(key) ?? []), JSON.stringify(field)].slice(-8));
    }
    try {
      await this.send(fields);
      this.keep();
    } catch {
      // Kept, and tried again when there is a connection; anything typed since is newer.
      for (const field of fields) {
        if (!this.dirty.has(fieldKey(field))) this.dirty.set(fieldKey(field), field);
      }
      this.keep();
      return;
    } finally {
      this.busy = false;
    }
    if (this.dirty.size > 0) this.timer = setTimeout(() => this.flush(), PAUSE);
  }

  /** The question is settled: nothing is left to save. */
  drop() {
    clearTimeout(this.timer);
    this.dirty.clear();
    this.keep();
  }

  /**
   * Applies fields saved here or elsewhere; returns whether anything changed.
   * @param {Work} work @param {DraftField[]} fields
   * @param {string | null} focused the field being typed in here
   */
  receive(work, fields, focused) {
    const before = JSON.stringify(work);
    for (const field of fields) {
      const key = fieldKey(field);
      const echoes = this.echoes.get(key) ?? [];
      const at = echoes.indexOf(JSON.stringify(field));
      if (at >= 0) {
        this.echoes.set(key, echoes.slice(at + 1));
        continue;
      }
      if (key === focused || this.dirty.has(key)) continue;
      applyField(work, field);
    }
    return JSON.stringify(work) !== before;
  }

  keep() {
    rememberJson(`unsaved.${this.id}`, this.dirty.size > 0 ? Object.fromEntries(this.dirty) : null);
  }
}
