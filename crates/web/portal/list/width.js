// The edge between the list and the question: dragged, moved by arrows, put back by a double click.

import { say } from "../config/texts.js";
import { h } from "../rendering/element.js";

const NARROWEST = 260;
const WIDEST = 560;
/** As in `frame.css`, and how far an arrow moves it. */
const USUAL_WIDTH = 360;
const WIDTH_STEP = 16;

/** @param {number} width @returns {number} */
export const listWidth = (width) => Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)));

/** @param {number | null} width @param {(width: number | null) => void} set `null`: as wide as usual */
export function listEdge(width, set) {
  const now = width ?? USUAL_WIDTH;
  return h("div", {
    key: "edge",
    class: "edge",
    role: "separator",
    tabindex: "0",
    "aria-orientation": "vertical",
    "aria-label": say("list-width"),
    "aria-valuemin": NARROWEST,
    "aria-valuemax": WIDEST,
    "aria-valuenow": now,
    onpointerdown: (/** @type {PointerEvent} */ event) => /** @type {Element} */ (event.currentTarget).setPointerCapture(event.pointerId),
    onpointermove: (/** @type {PointerEvent} */ event) => /** @type {Element} */ (event.currentTarget).hasPointerCapture(event.pointerId) && set(listWidth(event.clientX)),
    ondblclick: () => set(null),
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      const by = { ArrowLeft: -WIDTH_STEP, ArrowRight: WIDTH_STEP }[event.key];
      if (by) set(listWidth(now + by));
    },
  });
}
