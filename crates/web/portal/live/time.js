// The remaining time. The hub sends it; in between the page counts down by the monotonic clock.

import { duration, say } from "../config/texts.js";

/** @typedef {import("../types.js").Left} Left */

/** Two reports of the same deadline differ by less. */
const JITTER = 1_500;

/**
 * What the hub sent, and when.
 * @param {number | undefined} ms
 * @param {number} now by `performance.now()`
 * @param {Left | undefined} before
 * @param {number} [age] how long ago it was asked, by the wall clock; only used for the length of a line
 * @returns {Left | null}
 */
export function heard(ms, now, before, age = 0) {
  if (ms === undefined || ms === null) return null;
  // The longest remaining time so far: the full length of the shrinking line.
  const whole = Math.max(ms + Math.max(0, age), before?.whole ?? 0);
  // What the way to the page took is not a change.
  const end = before && Math.abs(before.end - now - ms) < JITTER ? before.end : now + ms;
  return { ms, at: now, whole, end };
}

/**
 * @param {Left} left
 * @param {number} now
 * @returns {number} milliseconds, never negative
 */
export function leftAt(left, now) {
  return Math.max(0, left.ms - (now - left.at));
}

/**
 * @param {number} ms
 * @returns {"calm" | "soon" | "now"}
 */
export function urgency(ms) {
  if (ms < 10_000) return "now";
  return ms < 60_000 ? "soon" : "calm";
}

/**
 * Parses a typed duration to seconds: `90`, `90 s`, `5 min`, `2h`, `1:30`; `null` if it is none of
 * these.
 * @param {string} typed
 * @returns {number | null}
 */
export function secondsOf(typed) {
  const text = typed.trim().toLowerCase();
  const clock = /^(?:(\d+):)?(\d{1,3}):(\d{2})$/.exec(text);
  if (clock) return Number(clock[1] ?? 0) * 3600 + Number(clock[2]) * 60 + Number(clock[3]);
  const plain = /^(\d+(?:[.,]\d+)?)\s*(\S*)$/.exec(text);
  if (!plain) return null;
  const typedIn = UNITS.find(([names, key]) => names.includes(plain[2]) || say(key).split(" ").includes(plain[2]));
  return typedIn ? Math.round(Number(plain[1].replace(",", ".")) * typedIn[2]) : null;
}

/** As people type them in English, and the text with those of their language. @type {[string[], string, number][]} */
const UNITS = [
  [["s", "sec", "second", "seconds"], "unit-s", 1],
  [["", "m", "min", "minute", "minutes"], "unit-min", 60],
  [["h", "hour", "hours"], "unit-h", 3600],
  [["d", "day", "days"], "unit-d", 86400],
];

/** A unit as it is shown: of all ways to type it, the first. @param {string} key @returns {string} */
export function unit(key) {
  return say(key).split(" ")[0];
}

/** Shortest and longest time, as at the desk. */
export const SHORTEST = 5;
export const LONGEST = 604_800;

/**
 * Seconds in the shortest notation that `secondsOf` reads.
 * @param {number} seconds
 * @returns {string}
 */
export function inUnits(seconds) {
  for (const [size, key] of /** @type {[number, string][]} */ ([[86400, "unit-d"], [3600, "unit-h"], [60, "unit-min"]])) {
    if (seconds >= size && seconds % size === 0) return `${seconds / size} ${unit(key)}`;
  }
  return `${seconds} ${unit("unit-s")}`;
}

/** Hours need no seconds: what stands still is calmer. @param {number} ms */
export function inShort(ms) {
  const minutes = Math.ceil(ms / 60_000);
  if (minutes < 60 || minutes >= 2 * 24 * 60) return duration(ms);
  const hours = `${Math.floor(minutes / 60)} ${unit("unit-h")}`;
  return minutes < 600 && minutes % 60 > 0 ? `${hours} ${minutes % 60} ${unit("unit-min")}` : hours;
}

/** How long something took, as one says it: `40 s`, `14 min`, `3 h 5 min`. @param {number} ms */
export function spent(ms) {
  const seconds = Math.max(1, Math.round(ms / 1000));
  if (seconds >= 3600) return inShort(ms);
  return inUnits(seconds < 60 ? seconds : Math.round(seconds / 60) * 60);
}

/** What '+5 min' adds, and a second for what is rounded up. */
const FIVE_MORE = 301_000;

/**
 * Whether five more minutes can be had: an agent may be cut off before.
 * @param {import("../wire.js").PolicyView} policy @param {number} ms left
 */
export function isExtensible({ extensible_ms }, ms) {
  return (extensible_ms ?? Infinity) >= FIVE_MORE && ms + FIVE_MORE <= LONGEST * 1000;
}
