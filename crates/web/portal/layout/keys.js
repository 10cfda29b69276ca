// Keys. Those that choose or send do nothing right after a question has appeared by itself: they were
// meant for something else.

/**
 * @typedef {object} KeyActions
 * @property {(by: 1 | -1) => void} move
 * @property {() => void} choose the option that has the focus
 * @property {() => void} enter choose it, or go on if it is chosen
 * @property {(place: number) => void} digit
 * @property {() => void} send
 * @property {(by: 1 | -1) => void} step
 * @property {(by: 1 | -1) => void} next
 * @property {() => void} note
 * @property {() => void} own
 * @property {() => void} filter
 * @property {() => void} extend
 * @property {() => void} undo
 * @property {() => void} cancel
 * @property {() => void} settings
 * @property {() => void} help
 * @property {() => void} escape
 */

/** How long it must have been quiet after a question has appeared by itself. */
export const QUIET = 350;

/**
 * What a key means, as the name of an action with its argument; nothing if it means nothing here.
 * @param {Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "isComposing" | "keyCode">} event
 * @param {{ typing: boolean, control: boolean, panel: boolean, armed: boolean }} where `control`: a button or
 *   link has the focus, and keeps enter and space for itself
 * @returns {[keyof KeyActions, any?] | null}
 */
export function meaning(event, { typing, control, panel, armed }) {
  // An Enter that ends a composition belongs to the input method; 229 is how some browsers say so.
  if (event.isComposing || event.keyCode === 229) return null;
  const { key } = event;
  if (key === "Escape") return ["escape"];
  if (panel) return null;
  if ((event.ctrlKey || event.metaKey) && key === "Enter") return armed ? ["send"] : null;
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return null;
  if (!armed) return null;
  if (key === "Enter") return control ? null : ["enter"];
  if (key === " ") return control ? null : ["choose"];
  if (/^[1-9]$/.test(key)) return ["digit", Number(key)];
  return PLAIN[key] ?? null;
}

/** @type {Record<string, [keyof KeyActions, any?]>} */
const PLAIN = {
  j: ["move", 1],
  ArrowDown: ["move", 1],
  k: ["move", -1],
  ArrowUp: ["move", -1],
  ArrowRight: ["step", 1],
  ArrowLeft: ["step", -1],
  n: ["next", 1],
  p: ["next", -1],
  a: ["note"],
  o: ["own"],
  "/": ["filter"],
  e: ["extend"],
  u: ["undo"],
  x: ["cancel"],
  s: ["settings"],
  "?": ["help"],
};
