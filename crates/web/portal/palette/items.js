// What the palette offers for what is typed: waiting questions, actions, settings, decisions.

import { textOf } from "../config/settings.js";
import { say } from "../config/texts.js";
import { hasStopped, waitingRows } from "../list/rows.js";

/** @import { Row, State } from "../types.js" */

/** @typedef {{ key: string, group: string, label: string, about?: string, run: "show" | "panel" | "setting" | "next" | "history" | "figures" | "allow" | "group", argument: string }} PaletteItem */

/** Of each kind. */
const OFFERED = 6;

/** @param {State} state @param {string} typed @param {Row[]} decided @returns {PaletteItem[]} */
export function paletteItems(state, typed, decided) {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (/** @type {(string | undefined)[]} */ ...texts) => words.every((word) => texts.join(" ").toLowerCase().includes(word));
  const row = (/** @type {string} */ group) => (/** @type {Row} */ { id, title, agent, project, answer }) => ({ key: `${group} ${id}`, group, label: title, about: [answer, agent, project].filter(Boolean).join(" · "), run: /** @type {const} */ ("show"), argument: id });
  /** @type {PaletteItem[]} */
  const actions = [
    action("next", "palette-next", ""),
    action("history", "history", ""),
    action("figures", "figures", ""),
    action("panel", "settings", "settings"),
    action("panel", "help", "help"),
    ...(waitingRows(state).some(hasStopped) ? [action("panel", "withdraw-stopped", "withdraw-stopped")] : []),
    ...["none", "project", "agent"].map((group) => action("group", `group-by-${group}`, group)),
    ...(state.permission === "default" ? [action("allow", "notify-me", "")] : []),
  ];
  const settings = Object.values(state.settings).map(({ key }) => ({ key: `setting ${key}`, group: "settings", label: say(textOf(key)), run: /** @type {const} */ ("setting"), argument: key }));
  /** @type {PaletteItem[]} */
  const search = typed.trim() ? [{ key: "search", group: "history", label: say("palette-search", { words: typed.trim() }), run: "history", argument: typed.trim() }] : [];
  return [
    ...waitingRows(state).filter(({ title, agent, project, prompt }) => fits(title, agent, project, prompt)).slice(0, OFFERED).map(row("questions")),
    ...actions.filter(({ label }) => fits(label)),
    ...(words.length > 0 ? settings.filter(({ label, argument }) => fits(label, argument)).slice(0, OFFERED) : []),
    ...decided.slice(0, OFFERED).map(row("history")),
    ...search,
  ];
}

/** @param {PaletteItem["run"]} run @param {string} text @param {string} argument @returns {PaletteItem} */
function action(run, text, argument) {
  return { key: `${run} ${argument}`, group: "palette-actions", label: say(text), run, argument };
}
