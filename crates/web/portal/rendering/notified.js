// Notifications of a question: who got one and when, and why somebody did not.

import { say, timeOfDay } from "../config/texts.js";
import { h } from "./element.js";

/** @import { Trace, View } from "../types.js" */

/** Reasons that go without saying: nobody had to be notified. */
const PLAIN = ["shown", "meant", "switched_off", "absent"];

/** One quiet line, if there is something to say. @param {View} view */
export function whoWasNotified(view) {
  const traces = view.attention ?? [];
  // At the desk the person sees the question itself.
  const isPlain = (/** @type {Trace} */ { rung, why }) => why && (PLAIN.includes(why) || (why === "seen" && rung === "desktop"));
  if (traces.every(isPlain)) return null;
  return h("p", { key: "notified", class: "small notified", "data-part": "notified" }, traces.map(notifiedInWords).join(" · "));
}

/** @param {Trace} trace @returns {string} */
function notifiedInWords({ rung, at, notified, why }) {
  const who = say(`surface-${rung}`, undefined, rung);
  if (notified) return say("notified-at", { who, time: timeOfDay(at) });
  if (why) return say("not-notified", { who, why: say(`skipped-${why.replace("_", "-")}`, undefined, why) });
  return say("notified-later", { who });
}
