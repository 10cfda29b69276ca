// The card of a question that ended while one of its fields had the focus: everything stays where it
// is and nothing acts, until the person goes on.

import { say } from "../config/texts.js";
import { card } from "./card.js";
import { button, h } from "./element.js";
import { ending, unsent } from "./outcome.js";

/** @import { Card, CardActions } from "../types.js" */
/** @import { Child, Described } from "./element.js" */

/** @param {Card} shown @param {Parameters<typeof card>[1]} about @param {CardActions} act */
export function stillCard(shown, about, act) {
  const { state, status } = shown.view;
  const how = state.phase === "settled" ? ending(status, state.outcome, state.at, shown.overtaken) : say("gone");
  const over = h("p", { class: "over", role: "alert" }, h("strong", null, say("ended-while-typing")), " ", how);
  const drawn = card(shown, { ...about, over }, act);
  const foot = /** @type {Described} */ (inert(/** @type {Child} */ (drawn.children.at(-1))));
  const goOn = button("quiet", say("go-on"), act.goOn, { "data-do": "go-on" }, [say("go-on"), about.hints && h("kbd", { "aria-hidden": "true" }, "esc")]);
  return h(
    drawn.tag,
    { ...drawn.props, class: `${drawn.props.class} still` },
    drawn.children.slice(0, -1).map(inert),
    shown.unsent && unsent(shown, shown.unsent, act),
    h(foot.tag, foot.props, foot.children, h("div", { key: "go on", class: "actions" }, goOn)),
  );
}

/**
 * The same without what it does; fields can be read and copied from.
 * @param {Child} node @returns {Child}
 */
function inert(node) {
  if (typeof node === "string" || node.props.class === "who") return node;
  const props = Object.fromEntries(Object.entries(node.props).filter(([name]) => !name.startsWith("on")));
  if ("data-field" in props) props.readonly = true;
  else if (node.tag === "button" || "data-pick" in props) Object.assign(props, { tabindex: "-1", "aria-disabled": "true" });
  return { ...node, props, children: node.children.map(inert) };
}
