// Questions whose agents stopped waiting: named first, then withdrawn at once.

import { say } from "../config/texts.js";
import { hasStopped, waitingRows } from "../list/rows.js";
import { Refused } from "../live/http.js";
import { button, h } from "../rendering/element.js";
import { panel } from "./help.js";

/** @import { Row, State } from "../types.js" */
/** @import { App } from "./app.js" */

/** @param {State} state @param {{ close(): void, withdraw(ids: string[]): void }} act */
export function stoppedPanel(state, act) {
  const named = waitingRows(state).filter(hasStopped);
  const row = (/** @type {Row} */ { id, title, agent, project }) =>
    h("li", { key: id, "data-named": id }, h("bdi", null, title), " ", h("bdi", { class: "small" }, [agent ?? say("unknown-agent"), project].filter(Boolean).join(" · ")));
  const sent = () => act.withdraw(named.map(({ id }) => id));
  return panel(
    "withdraw-stopped",
    "dialog",
    act.close,
    h(
      "div",
      { class: "group named" },
      h("p", null, say(named.length > 0 ? "withdraw-these" : "nothing-stopped")),
      h("ul", null, named.map(row)),
      named.length > 0 && h("div", { class: "actions" }, button("main", say("withdraw-all"), sent, { "data-do": "withdraw" }, say("withdraw-all"))),
    ),
  );
}

/**
 * Withdraws those whose agent has not come back since they were named.
 * @param {App} app @param {string[]} ids
 * @returns {Promise<boolean>} false if the hub was out of reach: what is left is still named
 */
export async function withdrawStopped(app, ids) {
  const command = { command: "withdraw", why: "its agent stopped waiting" };
  let done = true;
  for (const id of ids) {
    const row = app.state.rows.get(id);
    if (!row || !hasStopped(row)) continue;
    try {
      await app.feed?.ask({ call: "act", id, command }, ["POST", `/api/v1/interactions/${id}/act`, command]);
    } catch (error) {
      // Refused: it has ended in this moment.
      done &&= error instanceof Refused;
    }
  }
  return done;
}
