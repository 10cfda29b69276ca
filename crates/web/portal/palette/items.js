// Items of the palette for the typed text: waiting questions, actions, settings, decisions.

import { textOf } from "../config/settings.js";
import { say } from "../config/texts.js";
import { rowTitle } from "../rendering/element.js";
import { hasStopped, waitingRows } from "../list/rows.js";

/** @import { Row, State } from "../types.js" */

/** @typedef {{ key: string, group: string, label: string, about?: string, hint?: string, run: "show" | "panel" | "setting" | "set" | "card" | "filter" | "next" | "history" | "figures" | "allow" | "group", argument: string }} PaletteItem */

/** Of each kind. */
const OFFERED = 6;

/** @param {State} state @param {string} typed @param {Row[]} decided @returns {PaletteItem[]} */
export function paletteItems(state, typed, decided) {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (/** @type {(string | undefined)[]} */ ...texts) => words.every((word) => texts.join(" ").toLowerCase().includes(word));
  const row = (/** @type {string} */ group) => (/** @type {Row} */ { id, title, agent, project, answer }) => ({ key: `${group} ${id}`, group, label: rowTitle(title), about: [answer, agent, project].filter(Boolean).join(" · "), run: /** @type {const} */ ("show"), argument: id });
  const pending = state.card?.view.state.phase === "pending" && state.open !== null;
  /** @type {PaletteItem[]} */
  const actions = [
    action("next", "palette-next", "", "n"),
    ...(pending ? [action("card", state.card?.view.rejects ? "reject" : "cancel", "cancel", "c"), action("card", "ask-to-explain", "explain", "x"), action("card", "key-extend", "extend", "e")] : []),
    action("history", "history", "", "h"),
    action("figures", "figures", ""),
    action("panel", "settings", "settings", "s"),
    action("panel", "help", "help", "?"),
    ...(waitingRows(state).some(hasStopped) ? [action("panel", "withdraw-stopped", "withdraw-stopped")] : []),
    ...["none", "project", "agent"].map((group) => ({ ...action("group", `group-by-${group}`, group), label: `${say("group-list")}: ${say(`group-by-${group}`)}` })),
    ...["all", "waiting", "done"].map((chip) => ({ ...action("filter", `chip-${chip}`, chip), label: `${say("filter-list")}: ${say(`chip-${chip}`)}` })),
    ...(state.permission === "default" ? [action("allow", "notify-me", "")] : []),
  ];
  const named = (/** @type {string} */ key) => ({ key: `setting ${key}`, group: "settings", label: say(textOf(key)), run: /** @type {const} */ ("setting"), argument: key });
  // What is chosen from a few is found by its values, and set at once.
  const settings = Object.values(state.settings).flatMap(({ key, draw, choices, texts }) => [
    named(key),
    ...(draw === "theme" ? choices.map((value) => ({ ...named(key), key: `setting ${key} ${value}`, label: `${say(textOf(key))}: ${say(`${texts}-${value}`)}`, run: /** @type {const} */ ("set"), argument: `${key} ${value}` })) : []),
  ]);
  /** @type {PaletteItem[]} */
  const search = typed.trim() ? [{ key: "search", group: "history", label: say("palette-search", { words: typed.trim() }), run: "history", argument: typed.trim() }] : [];
  return [
    ...waitingRows(state).filter(({ title, agent, project, prompt }) => fits(title, agent, project, prompt)).slice(0, OFFERED).map(row("questions")),
    ...actions.filter(({ label, run }) => fits(label) && (words.length > 0 || !["group", "filter", "card"].includes(run))),
    ...(words.length > 0 ? settings.filter(({ label, argument }) => fits(label, argument)).slice(0, OFFERED) : []),
    ...decided.slice(0, OFFERED).map(row("history")),
    ...search,
  ];
}

/** @param {PaletteItem["run"]} run @param {string} text @param {string} argument @param {string} [hint] the key that does the same @returns {PaletteItem} */
function action(run, text, argument, hint) {
  return { key: `${run} ${argument}`, group: "palette-actions", label: say(text), hint, run, argument };
}
