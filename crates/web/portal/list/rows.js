// Rows of the list, their order, and the next one.

/** @import { Line, Row, State } from "../types.js" */

/**
 * Waiting questions, the next deadline first; those without a deadline follow, the oldest first.
 * Sorted only after a change: thousands may wait while a key is pressed.
 * @param {Pick<State, "rows" | "left" | "sorted">} state @returns {Row[]}
 */
export function waitingRows(state) {
  const { rows, left } = state;
  const ends = (/** @type {Row} */ row) => left.get(row.id)?.end ?? Infinity;
  state.sorted ??= [...rows.values()]
    .sort((a, b) => order(ends(a), ends(b)) || order(a.created_at, b.created_at) || order(a.id, b.id))
    .map(({ id }) => id);
  return state.sorted.flatMap((id) => rows.get(id) ?? []);
}

/** Whether its agent stopped waiting by itself, and hasn't come back. @param {Row} row */
export const hasStopped = (row) => row.status === "pending" && Boolean(row.stopped) && !row.listening;

/** @template T @param {T} a @param {T} b */
const order = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

/**
 * The name of the group that a row is in; `null` if it has none.
 * @param {Row} row @param {State["group"]} group @returns {string | null}
 */
function groupOf(row, group) {
  return (group === "agent" ? row.agent : row.project) ?? null;
}

/**
 * Waiting questions as listed: by group, the group first whose question ends first.
 * @param {Pick<State, "rows" | "left" | "sorted" | "group">} state @returns {[string | null, Row[]][]}
 */
export function groupedRows(state) {
  const waiting = waitingRows(state);
  if (state.group === "none") return waiting.length > 0 ? [[null, waiting]] : [];
  return [...Map.groupBy(waiting, (row) => groupOf(row, state.group))];
}

/**
 * The most recently settled questions, including this one.
 * @param {Row[]} done @param {Row} row @param {number} most @returns {Row[]}
 */
export function withDone(done, row, most) {
  const others = done.filter((other) => other.id !== row.id);
  const newest = (/** @type {Row} */ a, /** @type {Row} */ b) =>
    (b.settled_at ?? "").localeCompare(a.settled_at ?? "");
  return [row, ...others].sort(newest).slice(0, most);
}

/** Heights in pixels, as in `list.css`, where a list is too long to be drawn whole. */
export const ROW = 76;
const HEADING = 40;
const REMARK = 60;

/**
 * The last list, and what it was made of.
 * @type {{ of: unknown[], lines: Line[] }}
 */
let lastList = { of: [], lines: [] };

/**
 * Everything in the list, one below the other. Its rows may be older than those of the state.
 * @param {Pick<State, "rows" | "left" | "sorted" | "group" | "done" | "chip" | "open">} state @returns {Line[]}
 */
export function listed(state) {
  const { chip, done, group } = state;
  const of = [state.sorted, chip, done, group, state.open === null];
  if (state.sorted && of.every((part, at) => part === lastList.of[at])) return lastList.lines;
  const row = (/** @type {Row} */ row) => ({ key: row.id, size: ROW, row });
  const groups = chip === "done" ? [] : groupedRows(state);
  /** @type {Line[]} */
  const lines = groups.flatMap(([name, rows]) =>
    group === "none" ? rows.map(row) : [{ key: `group ${name}`, size: HEADING, heading: name ?? "", count: rows.length }, ...rows.map(row)],
  );
  const settled = chip === "waiting" ? [] : done;
  if (state.open && lines.length === 0 && chip !== "done") lines.push({ key: "none", size: REMARK, says: "nothing-waiting" });
  if (settled.length > 0) lines.push({ key: "done", size: HEADING, says: "recent" });
  if (chip === "done" && settled.length === 0) lines.push({ key: "nodone", size: REMARK, says: "nothing-done" });
  const older = settled.length > 0 ? [{ key: "rest", size: REMARK, says: "history" }] : [];
  lastList = { of: [state.sorted, ...of.slice(1)], lines: [...lines, ...settled.map(row), ...older] };
  return lastList.lines;
}

/**
 * The waiting question after this one as listed, wrapping around. After one that is not in the list, the one
 * that ends first; `null` if there is no other.
 * @param {Pick<State, "rows" | "left" | "sorted" | "group">} state @param {string | null} id @param {1 | -1} [way]
 * @returns {Row | null}
 */
export function nextWaiting(state, id, way = 1) {
  if (id === null || !state.rows.has(id)) return waitingRows(state).at(way === 1 ? 0 : -1) ?? null;
  const waiting = groupedRows(state).flatMap(([, rows]) => rows);
  const at = waiting.findIndex((row) => row.id === id);
  return waiting.length > 1 ? waiting[(at + way + waiting.length) % waiting.length] : null;
}
