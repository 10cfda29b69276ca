// Answers whose arrival is uncertain. They are stored in this browser across reloads. Recent ones
// that still fit are sent when the hub is back; for the others the person decides.

import { recallJson, rememberJson } from "../config/storage.js";

/** @typedef {import("../types.js").Command} Command */
/** @typedef {import("../types.js").View} View */
/** @typedef {{ command: Command, at: number, revision: number }} Kept */

/** After a day nobody waits for an answer given offline. */
const OLDEST = 86_400_000;
/** Within this time it is sent without asking again. */
export const SENT_BY_ITSELF = 120_000;

/** @returns {Record<string, Kept>} */
function all() {
  return recallJson("outbox", {});
}

/**
 * @param {View} view
 * @param {Command} command
 */
export function keepForLater(view, command) {
  rememberJson("outbox", { ...all(), [view.id]: { command, at: Date.now(), revision: view.revision } });
}

/** @param {string} id */
export function letGo(id) {
  const kept = all();
  if (!kept[id]) return;
  delete kept[id];
  rememberJson("outbox", kept);
}

/**
 * @param {string} id
 * @returns {Kept | null}
 */
export function keptFor(id) {
  const kept = all()[id];
  return kept && Date.now() - kept.at < OLDEST ? kept : null;
}

/** @returns {string[]} */
export function keptIds() {
  return Object.keys(all()).filter((id) => keptFor(id) !== null);
}

/**
 * Whether to send it without asking now that the hub is back: soon after it was given, to an
 * unchanged question, and never for an irreversible one.
 * @param {Kept} kept
 * @param {Pick<View, "revision" | "policy">} view
 * @param {number} now
 */
export function goesByItself(kept, view, now) {
  const decides = kept.command.command === "answer";
  return now - kept.at < SENT_BY_ITSELF && kept.revision === view.revision && !(decides && view.policy.irreversible);
}
