// Texts that the hub has parsed as Markdown. Only the tags and attributes named here become
// elements, for any input; text never becomes markup.

import { copyable } from "./copy.js";
import { classes, directionOf, h } from "./element.js";

/** @import { Tree } from "../types.js" */

const TAGS = new Set(
  "p em strong del code pre ul ol li table thead tbody tr th td blockquote a br hr h3 h4 h5 span".split(" "),
);
/** Each has the direction of its text: a list or quote has none of its own for the browser to go by. */
const BLOCKS = new Set("p ul ol li th td blockquote".split(" "));
const COLOURS = new Set(["keyword", "string", "comment", "number", "added", "removed"]);
const SIDES = new Set(["center", "right"]);
const ADDRESS = /^(https?|mailto):[^\s]/i;

/** Below the title the first level of headings is the second, whichever an agent begins with. @param {Tree[]} trees */
const liftOf = (trees) => Math.min(...trees.map((tree) => (typeof tree !== "string" && /^h[345]$/.test(tree[0]) ? Number(tree[0][1]) : 5))) - 2;

/** @param {Tree[]} trees @param {number} [lift] of headings @returns {any[]} */
export function fromTree(trees, lift = liftOf(trees)) {
  return trees.map((tree) => {
    if (typeof tree === "string") return tree;
    const [tag, attributes, ...children] = tree;
    const inner = fromTree(children, lift);
    if (/^h\d$/.test(tag)) return h(`h${Math.max(2, Number(tag[1]) - lift)}`, { dir: "auto" }, inner);
    if (!TAGS.has(tag)) return inner;
    // A wide table or a long line scrolls within its own box; the page doesn't.
    if (tag === "table") return h("div", { class: "scroll", tabindex: "0", role: "group" }, h("table", widthOf(children), inner));
    if (tag === "pre") return copyable(textIn(children), h("pre", { tabindex: "0" }, inner));
    if (tag === "th" || tag === "td") return cell(tag, attributes, textIn(children), inner);
    const host = tag === "a" && otherHost(textIn(children), attributes.href ?? "");
    return [h(tag, { ...(BLOCKS.has(tag) && { dir: directionOf(textIn(children)) ?? "auto" }), ...known(tag, attributes) }, inner), host && h("bdi", { class: "host" }, ` (${host})`)];
  });
}

/** Above this many columns each has the same width: a browser takes seconds to find a better one. */
const MANY_COLUMNS = 40;

/** @param {Tree[]} rows of a table, or parts of one */
function widthOf(rows) {
  const [first] = rows.flatMap((part) => (Array.isArray(part) && (part[0] === "thead" || part[0] === "tbody") ? /** @type {Tree[]} */ (part.slice(2)) : [part]));
  const columns = Array.isArray(first) ? first.length - 2 : 0;
  return columns > MANY_COLUMNS ? { class: "many", style: { "--columns": String(columns) } } : null;
}

/** A number with its unit. */
const FIGURE = /^[^\p{L}\d]?[\d][\d.,\s]*\S{0,4}$/u;

/** @param {string} tag @param {Record<string, string>} attributes @param {string} text @param {any[]} inner */
function cell(tag, attributes, text, inner) {
  const { class: side, ...others } = known(tag, attributes);
  return h(tag, { dir: "auto", ...others, class: classes({ [side ?? ""]: side, figure: FIGURE.test(text.trim()) }) || null }, h("div", { class: "cell" }, inner));
}

/** The text alone. @param {Tree[]} trees @returns {string} */
function textIn(trees) {
  return trees.map((tree) => (typeof tree === "string" ? tree : textIn(/** @type {Tree[]} */ (tree.slice(2))))).join("");
}

/**
 * Where a link leads if its text names another place.
 * @param {string} text @param {string} address
 */
function otherHost(text, address) {
  const named = /^\s*(?:https?:\/\/)?((?:[\p{L}\d-]+\.)+\p{L}{2,})(?=[\s/:?#]|$)/iu.exec(text)?.[1].toLowerCase();
  const host = URL.canParse(address) ? new URL(address).hostname : "";
  return named && host && named !== host && `www.${named}` !== host ? host : null;
}

/** @param {string} tag @param {Record<string, string>} attributes @returns {Record<string, string>} */
function known(tag, attributes) {
  if (tag === "a" && ADDRESS.test(attributes.href ?? "")) {
    return { href: attributes.href, target: "_blank", rel: "noopener noreferrer" };
  }
  if (tag === "span" && COLOURS.has(attributes.class)) return { class: attributes.class };
  if (tag === "td" && SIDES.has(attributes.class)) return { class: attributes.class };
  if (tag === "ol" && /^\d{1,9}$/.test(attributes.start ?? "")) return { start: attributes.start };
  return {};
}
