// Faults in words, as keys of texts.

/** @import { Fault, Message } from "../types.js" */

/** @param {Fault} fault @returns {Message} */
export function faultInWords(fault) {
  const key = `problem-${fault.kind.replaceAll("_", "-")}`;
  if (fault.kind === "too_long" && fault.unit === "bytes") return { key: "problem-too-many-bytes", values: { max: fault.max } };
  if (fault.kind === "too_long") return { key, values: { excess: fault.count - fault.max, max: fault.max } };
  if (fault.kind === "unknown_option" || fault.kind === "unknown_question") return { key: "problem-unknown" };
  if (fault.kind === "too_few") return { key, values: { min: fault.min } };
  if (fault.kind === "too_many") return { key, values: { max: fault.max } };
  if (fault.kind === "rank_more") return { key, values: { left: fault.places - fault.ranked } };
  if (fault.kind === "ranked_twice") return { key, values: { option: fault.label } };
  if (fault.kind === "below_min") return { key, values: { min: fault.min } };
  if (fault.kind === "above_max") return { key, values: { max: fault.max } };
  if (fault.kind === "off_step") return { key, values: { step: fault.step, nearest: fault.nearest } };
  if (fault.kind === "out_of_range") return { key, values: { min: fault.min, max: fault.max } };
  return { key };
}
