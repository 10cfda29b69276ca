// Answers that could not be sent. They are kept in this browser, over reloads, and sent when the hub is
// back.

import { recallJson, rememberJson } from "../config/storage.js";

/** @typedef {import("../types.js").Command} Command */

/** After a day nobody waits for what was said offline. */
const OLDEST = 86_400_000;

/** @returns {Record<string, { command: Command, at: number }>} */
function all() {
  return recallJson("outbox", {});
}

/**
 * @param {string} id
 * @param {Command} command
 */
export function keepForLater(id, command) {
  rememberJson("outbox", { ...all(), [id]: { command, at: Date.now() } });
}

/** @param {string} id */
export function letGo(id) {
  const kept = all();
  delete kept[id];
  rememberJson("outbox", kept);
}

/**
 * @param {string} id
 * @returns {Command | null}
 */
export function keptFor(id) {
  return all()[id]?.command ?? null;
}

/** @returns {[string, Command][]} */
export function kept() {
  const fresh = Object.entries(all()).filter(([, { at }]) => Date.now() - at < OLDEST);
  return fresh.map(([id, { command }]) => [id, command]);
}
