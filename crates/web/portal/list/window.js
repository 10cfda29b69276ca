// The part of a long list that is drawn: what is in view, some lines around it, and what must stay.

/** @import { Line } from "../types.js" */

/** Shorter lists are drawn whole. */
const WHOLE = 100;
/** How far beyond the view is drawn, in pixels. */
const AROUND = 480;

/**
 * @param {Line[]} lines
 * @param {{ top: number, height: number }} view what is scrolled into view
 * @param {(line: Line) => boolean} stays drawn wherever it is
 * @returns {{ height: number, drawn: { line: Line, top: number, at: number }[], isWhole: boolean }}
 */
export function windowOf(lines, { top, height }, stays) {
  const isWhole = lines.length <= WHOLE;
  /** @type {{ line: Line, top: number, at: number }[]} */
  const drawn = [];
  let below = 0;
  lines.forEach((line, at) => {
    const inView = below + line.size > top - AROUND && below < top + height + AROUND;
    if (isWhole || inView || stays(line)) drawn.push({ line, top: below, at });
    below += line.size;
  });
  return { height: below, drawn, isWhole };
}
