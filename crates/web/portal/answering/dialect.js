// Properties of a question's dialect, as in the core.

/** @typedef {import("../types.js").View} View */

/**
 * Whether the whole question is dismissed by rejecting it, rather than by cancelling it.
 * @param {View} view
 */
export function rejects(view) {
  return view.origin.dialect === "ask_user_questions";
}

/**
 * Whether a timeout can do more than tell the agent that nobody answered.
 * @param {View} view
 */
export function hasTimeoutActions(view) {
  return view.origin.dialect === "provide_choice" || view.origin.dialect === "shell";
}
