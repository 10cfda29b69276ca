// Options to choose from, and texts.

/** @import { Kind, Many, Message } from "../types.js" */

/** @type {Kind} */
export const textKind = { missing: () => ({ kind: "write" }) };

/** @type {Kind} */
export const oneKind = {
  bounds: () => ({ min: 1, max: 1 }),
  missing: ({ own_text }) => (own_text === "allowed" ? { kind: "choose_or_write" } : { kind: "choose_one", chosen: 0 }),
};

/** @type {Kind<Many>} */
export const manyKind = {
  bounds: ({ bounds }) => bounds,
  missing: ({ own_text, bounds }) => (own_text === "allowed" ? { kind: "choose_or_write" } : { kind: "too_few", min: Math.max(1, bounds.min), chosen: 0 }),
  limits: manyInWords,
};

/** @param {Many} control @returns {Message[]} */
function manyInWords({ bounds: { min, max }, options }) {
  const all = options.length;
  if (min === max) return [{ key: "choose-exactly", values: { count: min } }];
  if (min === 0 && max >= all) return [{ key: "choose-any" }];
  if (min === 0) return [{ key: "choose-at-most", values: { max } }];
  if (max >= all) return [{ key: "choose-at-least", values: { min } }];
  return [{ key: "choose-between", values: { min, max } }];
}
