// What comes after the first picture: outcomes, confirmations, settings, keys, history and palette are
// a separate script, so that a question is shown without waiting for them.

/** @import { App } from "./app.js" */
/** @typedef {import("./parts.js").Parts} Parts */

/** @type {Parts | null} */
let partsNow = null;
/** Failed attempts. A browser may remember a failure by address, so the next one has another. */
let failures = 0;

/**
 * What waits for it.
 * @type {((parts: Parts) => void)[]}
 */
const owed = [];

/** A picture takes no longer than this. */
const PICTURE = 250;

/** Resolves behind the next picture; a tab in the background has none. */
export function behindPicture() {
  return new Promise((resolve) => {
    setTimeout(resolve, document.hidden ? 0 : PICTURE);
    requestAnimationFrame(() => setTimeout(resolve));
  });
}

/** Everything that came later; `null` until it is there. */
export const later = () => partsNow;

/**
 * Does it now, or when everything is there.
 * @param {(parts: Parts) => void} act
 */
export function whenLater(act) {
  if (partsNow) act(partsNow);
  else owed.push(act);
}

/**
 * Moves the focus, again when everything is there: only then there may be something to focus.
 * @param {() => void} act
 */
export function nowAndLater(act) {
  act();
  if (!partsNow) owed.push(act);
}

/**
 * Called by the second script.
 * @param {Parts} parts
 */
export function arrive(parts) {
  partsNow = parts;
}

/**
 * Loads it, once. What is open and waits for it is drawn then.
 * @param {App} app
 */
export async function loadLater(app) {
  const { later: script, laterStyle } = document.documentElement.dataset;
  if (partsNow || !script) return;
  try {
    await Promise.all([import(failures ? `${script}?${failures}` : script), styled(laterStyle ?? "")]);
  } catch {
    failures++;
    return;
  }
  app.arrived();
  for (const act of owed.splice(0)) whenLater(act);
}

/** @param {string} href */
function styled(href) {
  if (document.querySelector(`link[href="${href}"]`)) return null;
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  document.head.append(link);
  // Without it everything works, only less prettily.
  return new Promise((resolve) => ["load", "error"].forEach((event) => link.addEventListener(event, resolve)));
}
