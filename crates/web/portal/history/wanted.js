// Filters of the history: kept in the address, so that a view can be found again, and from there
// to the hub.

/** @typedef {Record<typeof NAMES[number], string>} Wanted an empty one means any */

export const NAMES = /** @type {const} */ (["search", "project", "agent", "status", "time"]);

/** Pause in typing, in milliseconds, after which is searched. */
export const SEARCH_AFTER = 120;

/** Days, by what the address says. */
export const TIMES = /** @type {Record<string, number>} */ ({ "1d": 1, "7d": 7, "30d": 30, "90d": 90 });

export const STATUSES = ["submitted", "auto-submitted", "cancelled", "rejected", "timeout", "withdrawn"];

/** @param {string} search the part of an address behind `?` @returns {Wanted} */
export function wantedIn(search) {
  const said = new URLSearchParams(search);
  return /** @type {Wanted} */ (Object.fromEntries(NAMES.map((name) => [name, said.get(name) ?? ""])));
}

/** @param {Wanted} wanted */
export function historyAddress(wanted) {
  const said = new URLSearchParams(NAMES.flatMap((name) => (wanted[name].trim() ? [[name, wanted[name].trim()]] : [])));
  return said.size > 0 ? `/history?${said}` : "/history";
}

/** @param {Wanted} wanted @param {string | undefined} after @param {number} now */
export function historyRequest(wanted, after, now) {
  const { time, ...others } = wanted;
  const said = new URLSearchParams(Object.entries(others).filter(([, value]) => value.trim()));
  if (TIMES[time]) said.set("since", String(now - TIMES[time] * 86_400_000));
  if (after) said.set("after", after);
  return `/portal/history?${said}`;
}
