// What a question's dialect knows, as the core has it.

/** @typedef {import("../types.js").View} View */

/**
 * Whether the whole is put aside by rejecting it, else by cancelling it.
 * @param {View} view
 */
export function rejects(view) {
  return view.origin.dialect === "ask_user_questions";
}

/**
 * Whether the clock can do anything but tell the agent that nobody answered.
 * @param {View} view
 */
export function hasTimeoutActions(view) {
  return view.origin.dialect === "provide_choice" || view.origin.dialect === "shell";
}
