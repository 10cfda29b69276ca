// Several permissions of one session on one card: those that wait beside the open one, each answered
// there, or all at once. What cannot be undone is only named: it has its own card.

import { optionsOf } from "../answering/control.js";
import { say } from "../config/texts.js";
import { button, classes, h, isPermission } from "./element.js";

/** @import { Card, CardActions, Row } from "../types.js" */

/** As many as are read before all of them are answered. */
const LISTED_BESIDE = 6;

/**
 * What waits beside it. @param {Row[]} rows in their order @param {Card["view"]} view @returns {Row[]}
 */
export function besides(rows, view) {
  const { session, dialect } = view.origin;
  if (!session || !isPermission(dialect)) return [];
  return rows.filter((row) => row.id !== view.id && row.session === session && row.status === "pending" && isPermission(row.dialect));
}

/** Whether it can be allowed by its title alone: no edit, nothing that was cut, nothing that cannot be undone. @param {Row} row */
const isInFull = (row) => !!row.says_all && !row.irreversible;

/**
 * Those that one act may allow: the ones on the card that can be undone and whose title is all of it.
 * @param {Card} card @param {Row[]} others @returns {string[]}
 */
export function allowedTogether(card, others) {
  const own = card.view.policy.irreversible ? [] : [card.id];
  return [...own, ...others.slice(0, LISTED_BESIDE).filter(isInFull).map(({ id }) => id)];
}

/** @param {Card} card @param {Row[]} others @param {CardActions} act */
export function together(card, others, act) {
  const [allow, deny] = optionsOf(card.view.form.questions[0]);
  const ids = allowedTogether(card, others);
  const more = others.length - LISTED_BESIDE;
  const open = card.unfolded.has("together");
  return h(
    "section",
    { key: "together", class: classes({ together: true, open }), "aria-labelledby": "together" },
    // On a phone they stand in one line until they are wanted.
    h("button", { key: "fold", type: "button", class: "link fold only-narrow", "data-do": "together", onclick: () => act.unfold("together") }, say("together", { count: others.length })),
    h("h2", { id: "together", class: "small" }, say("together", { count: others.length })),
    h("ul", null, others.slice(0, LISTED_BESIDE).map((row) => besideRow(row, card.under.has(row.id), [allow, deny], act))),
    more > 0 && h("p", { key: "more", class: "small" }, say("together-more", { count: more })),
    ids.length > 1 &&
      h(
        "button",
        {
          key: "all",
          type: "button",
          class: "quiet",
          "data-do": "all",
          disabled: ids.some((id) => card.under.has(id)),
          // What comes while the finger is down is not meant.
          onpointerdown: () => act.pointAt(ids),
          onclick: () => act.allowAll(ids),
        },
        say(ids.length === 2 ? "together-both" : "together-all", { count: ids.length }),
      ),
  );
}

/** @param {Row} row @param {boolean} busy @param {{ id: string, label: string }[]} options @param {CardActions} act */
function besideRow(row, busy, options, act) {
  const title = h("bdi", { class: "command" }, row.title);
  return h(
    "li",
    { key: row.id, "data-beside": row.id },
    h("button", { key: "open", type: "button", class: "link", onclick: () => act.open(row.id) }, title),
    row.irreversible
      ? h("span", { key: "undone", class: "badge warn" }, say("irreversible"))
      : options
          .filter(({ id }) => isInFull(row) || id === "deny")
          .map(({ id, label }) => button("quiet", label, () => act.answerBeside(row.id, id), { key: id, "data-do": id, disabled: busy })),
  );
}
