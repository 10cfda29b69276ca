// Which rows there are, in which order, and which is next.

/** @import { Row, State } from "../types.js" */

/** Number of settled questions shown. */
export const DONE = 5;

/**
 * Waiting questions in the order in which they were asked: new ones are added below, so that
 * nothing moves.
 * @param {Map<string, Row>} rows @returns {Row[]}
 */
export function waitingRows(rows) {
  const waiting = [...rows.values()];
  return waiting.sort((a, b) => a.created_at.localeCompare(b.created_at) || a.id.localeCompare(b.id));
}

/**
 * The most recently settled questions, including this one.
 * @param {Row[]} done @param {Row} row @returns {Row[]}
 */
export function withDone(done, row) {
  const others = done.filter((other) => other.id !== row.id);
  const newest = (/** @type {Row} */ a, /** @type {Row} */ b) =>
    (b.settled_at ?? "").localeCompare(a.settled_at ?? "");
  return [row, ...others].sort(newest).slice(0, DONE);
}

/** @param {Pick<State, "rows" | "done" | "chip">} state @returns {{ waiting: Row[], done: Row[] }} */
export function listed({ rows, done, chip }) {
  return {
    waiting: chip === "done" ? [] : waitingRows(rows),
    done: chip === "waiting" ? [] : done,
  };
}

/**
 * The next waiting question after this one, wrapping around; `null` if there is no other.
 * @param {Map<string, Row>} rows @param {string | null} id @param {1 | -1} [way] @returns {Row | null}
 */
export function nextWaiting(rows, id, way = 1) {
  const waiting = waitingRows(rows);
  const others = waiting.filter((row) => row.id !== id);
  if (others.length === 0) return null;
  const at = waiting.findIndex((row) => row.id === id);
  if (at < 0) return way === 1 ? others[0] : others[others.length - 1];
  return waiting[(at + way + waiting.length) % waiting.length];
}

/**
 * The question to show when none was selected: the one with the least time left, otherwise the
 * oldest.
 * @param {Map<string, Row>} rows @returns {Row | null}
 */
export function mostUrgent(rows) {
  const waiting = waitingRows(rows);
  const timed = waiting.filter((row) => row.remaining_ms !== undefined);
  timed.sort((a, b) => (a.remaining_ms ?? 0) - (b.remaining_ms ?? 0));
  return timed[0] ?? waiting[0] ?? null;
}
