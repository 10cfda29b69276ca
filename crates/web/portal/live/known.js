// The words of the wire that this page knows. It stays open while its hub is replaced by a newer one, so it may get
// words that were invented later: they are shown as they come, and a question that cannot be drawn says so.

import { CONTROLS } from "../answering/control.js";
import { request } from "./http.js";

/** @import { Answers, View } from "../types.js" */

/** The version that this page speaks. */
export const WIRE = 1;

/** Of outcomes and of answers. */
const KINDS = ["answered", "cancelled", "rejected", "timed_out", "withdrawn", "given", "elaborate", "skipped"];

/**
 * Whether this page can show the question and what became of it.
 * @param {View} view
 */
export function canDraw({ form, state }) {
  if (!form.questions.every(({ control }) => Object.hasOwn(CONTROLS, control.kind))) return false;
  if (state.phase !== "settled") return state.phase === "pending";
  /** @type {{ kind: string, answers?: Answers, sent?: Answers }} */
  const { kind, answers, sent } = state.outcome;
  const given = Object.values((answers ?? sent)?.questions ?? {});
  return [kind, ...given.map((answer) => answer.kind)].every((kind) => KINDS.includes(kind));
}

/**
 * Says on a new socket what this page speaks.
 * @param {{ call(call: Record<string, unknown>): Promise<any> }} line
 * @returns {Promise<boolean>} false if the hub speaks something else
 */
export function greet(line) {
  return line.call({ call: "hello", wire: WIRE }).then(() => true, (error) => error.problem?.status !== 426);
}

/**
 * Whether the hub would serve another page than this one.
 * @returns {Promise<boolean>} false also if it does not say
 */
export async function isOutdated() {
  const { build } = document.documentElement.dataset;
  const now = await request("GET", "/portal/page").catch(() => null);
  return Boolean(now) && (now.wire !== WIRE || now.page !== build);
}
