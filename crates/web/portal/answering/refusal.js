// Why the desk refused, in the person's language. The desk sends the reason as data; its own
// message is English and meant for programs.

import { recall } from "../config/storage.js";
import { duration, say } from "../config/texts.js";
import { faultInWords } from "./words.js";

/** @import { Message, Problem } from "../types.js" */

/** @param {Problem} problem @returns {Message} */
export function refusalInWords(problem) {
  if (problem.refusal?.reason === "needs_person") return { key: "refused-needs-person" };
  if (problem.refusal?.reason === "elsewhere") return answeredElsewhere(problem.refusal.surfaces ?? []);
  if (problem.refusal?.reason === "past_limit") {
    return { key: "refused-past-limit", values: { time: duration((problem.refusal.seconds ?? 0) * 1000) } };
  }
  const problems = problem.refusal?.problems ?? problem.problems ?? [];
  const [fault] = problems.flatMap(({ fault }) => fault ?? []);
  if (problem.status === 413) return { key: "refused-too-long" };
  if (fault?.kind === "out_of_range") return { key: "time-not-understood" };
  const words = fault && faultInWords(fault);
  // A newer hub may name a fault that has no text here.
  if (words && say(words.key, words.values, "")) return words;
  if (problems.length > 0) return { key: "refused-unfit" };
  if (problem.kind === "not_found") return { key: "gone" };
  if (problem.kind === "disk_full") return { key: "refused-disk-full" };
  if (problem.kind === "files_lost") return { key: "refused-files-lost" };
  return { key: "refused-otherwise" };
}

/**
 * Where an irreversible decision has to be made, if not on this page: the user's settings say
 * where, and a page counts only if it was paired from another device.
 * @param {{ policy: { surfaces?: string[] } }} view @returns {Message | null}
 */
export function decidedElsewhere({ policy: { surfaces = [] } }) {
  if (surfaces.length === 0 || (surfaces.includes("web") && recall("paired"))) return null;
  return answeredElsewhere(surfaces);
}

/** @param {string[]} surfaces @returns {Message} */
function answeredElsewhere(surfaces) {
  const places = surfaces.map((surface) => say(`answered-on-${surface}`, undefined, surface)).reduce((one, other) => say("answered-on-either", { one, other }));
  return { key: "answered-elsewhere", values: { places } };
}
