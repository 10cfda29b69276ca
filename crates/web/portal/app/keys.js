// The meaning of each key, depending on the focus. Typing that was started for another question does
// nothing.

import { acted, arrived, keyCame } from "./hands.js";

/** @import { Hands } from "./hands.js" */

/** @typedef {[keyof ReturnType<typeof import("./acts.js").keyActions>, any?]} Meaning */
/** @typedef {Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey" | "isComposing" | "keyCode" | "repeat">} KeyPress */

/**
 * Where a key is pressed.
 * @typedef {object} Where
 * @property {string | null} field name of the focused field; `""` for one without a name
 * @property {boolean} pick an option has the focus
 * @property {boolean} control a button or link has the focus and handles enter and space itself
 * @property {"leaving" | "leave" | "asking" | "next" | "outside" | null} part the part of the page that has the focus
 * @property {boolean} panel
 * @property {boolean} ended no pending question is shown
 * @property {boolean} still its field has the focus all the same
 * @property {boolean} leaving the cancel or rejection is open
 * @property {boolean} asking a confirmation before sending is open
 * @property {boolean} shortcuts single keys are enabled
 */

/** Actions that choose, end or change a question. */
const DECIDES = new Set([
  "enter", "choose", "carry", "digit", "send", "left", "confirm", "note", "own", "extend", "aside", "cancel",
]);
/** Actions that lead to another question: continued typing is not meant for that one. */
const LEADS = new Set(["next", "open"]);
const MODIFIERS = new Set(["Shift", "Control", "Alt", "AltGraph", "Meta", "CapsLock", "Fn"]);

/**
 * @param {Hands} before @param {KeyPress} event @param {Where} where @param {number} now
 * @returns {{ hands: Hands, action: Meaning | null, swallow: boolean }}
 */
export function keys(before, event, where, now) {
  if (MODIFIERS.has(event.key)) return { hands: before, action: null, swallow: false };
  const { hands, counts } = keyCame(before, now);
  const action = meaning(event, where, hands.parked);
  // Keys of the browser, such as reloading or copying, are left to it.
  const browsers = !action && (event.ctrlKey || event.metaKey || event.altKey);
  if (!counts) return { hands, action: null, swallow: !browsers };
  if (action && hands.running && DECIDES.has(action[0])) return { hands, action: null, swallow: true };
  const after = action && LEADS.has(action[0]) ? arrived(hands) : hands;
  return { hands: action ? acted(after, now) : after, action, swallow: false };
}

/** @param {KeyPress} event @param {Where} where @param {boolean} parked @returns {Meaning | null} */
function meaning(event, where, parked) {
  // An Enter that ends a composition belongs to the input method; some browsers report it as 229.
  if (event.isComposing || event.keyCode === 229) return null;
  const { key } = event;
  if (key === "Escape") return ["escape"];
  if ((event.ctrlKey || event.metaKey) && !event.altKey && key.toLowerCase() === "k") return ["palette"];
  if (where.panel) return null;
  // All other keys are still meant for the field, which takes them no more.
  if (where.still) return key === "Tab" ? ["goOn"] : null;
  if (key === "Enter" && where.field === "time") return ["setTime"];
  if (key === "Enter" && where.field === "confirm") return event.repeat ? ["point"] : ["confirm"];
  if (key === "Enter" && (event.ctrlKey || event.metaKey)) return sending(event, where);
  const carries = (event.altKey || event.shiftKey) && CARRIES[key];
  if (carries && where.pick && !event.ctrlKey && !event.metaKey) return carries;
  if (where.field !== null || event.ctrlKey || event.metaKey || event.altKey) return null;
  // Not by the button itself: what follows without a pause was not meant for the next question.
  if ((key === "Enter" || key === " ") && where.part === "next") return event.repeat ? null : ["open"];
  if (key === "Enter" && where.control) return null;
  if (key === "Enter" && where.ended) return ["open"];
  if (parked || where.leaving || where.asking) return null;
  // A held key would choose what it has just reached, and send what it has just chosen.
  if (key === "Enter") return event.repeat ? null : ["enter"];
  if (key === " ") return where.control ? null : ["choose"];
  if (ARROWS[key]) return ARROWS[key];
  if (!where.shortcuts) return null;
  return /^[1-9]$/.test(key) ? ["digit", Number(key)] : (LETTERS[key] ?? null);
}

/** @param {KeyPress} event @param {Where} where @returns {Meaning | null} */
function sending(event, where) {
  if (where.part === "outside" || where.ended) return null;
  // A held key would also confirm what it has just asked.
  if (event.repeat) return ["point"];
  if (where.part === "leaving") return ["left"];
  if (where.leaving || where.asking) return ["point"];
  return where.part === "leave" ? ["cancel"] : ["send"];
}

/** @type {Record<string, Meaning>} */
const ARROWS = {
  ArrowDown: ["move", 1],
  ArrowUp: ["move", -1],
  ArrowRight: ["step", 1],
  ArrowLeft: ["step", -1],
};

/** @type {Record<string, Meaning>} */
const CARRIES = { ArrowDown: ["carry", 1], ArrowUp: ["carry", -1] };

/** @type {Record<string, Meaning>} */
const LETTERS = {
  J: ["carry", 1],
  K: ["carry", -1],
  j: ["move", 1],
  k: ["move", -1],
  n: ["next", 1],
  p: ["next", -1],
  a: ["note"],
  o: ["own"],
  "/": ["filter"],
  e: ["extend"],
  u: ["undo"],
  x: ["aside", "elaborate"],
  "-": ["aside", "skip"],
  c: ["cancel"],
  h: ["history"],
  s: ["settings"],
  "?": ["help"],
};
