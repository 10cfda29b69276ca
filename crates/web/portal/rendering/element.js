// Descriptions of elements. A view is a function from state to these; `patch.js` applies them to
// the page.

import { say } from "../config/texts.js";
import { shownText } from "./shown.js";

/**
 * @typedef {object} Described
 * @property {string} tag
 * @property {Record<string, any>} props
 * @property {Child[]} children
 */
/** @typedef {Described | string} Child */

/**
 * @param {string} tag
 * @param {Record<string, any> | null} [props] functions are listeners, `key` identifies siblings
 * @param {...any} children nested lists are flattened, empty values are left out
 * @returns {Described}
 */
export function h(tag, props, ...children) {
  return { tag, props: safeProps(props ?? {}), children: flat(children) };
}

/** Attributes that a person reads or hears. */
const READ_ALOUD = ["title", "aria-label", "placeholder", "alt"];

/** @param {Record<string, any>} props @returns {Record<string, any>} */
function safeProps(props) {
  const named = READ_ALOUD.filter((name) => typeof props[name] === "string" && shownText(props[name]) !== props[name]);
  return named.reduce((safe, name) => ({ ...safe, [name]: shownText(safe[name]) }), props);
}

/** @param {any[]} children @returns {Child[]} */
function flat(children) {
  /** @type {Child[]} */
  const out = [];
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false || child === "") continue;
    out.push(typeof child === "object" ? child : shownText(String(child)));
  }
  return out;
}

/**
 * @param {Record<string, unknown>} classes names, each with its condition
 * @returns {string}
 */
export function classes(classes) {
  return Object.keys(classes)
    .filter((name) => classes[name])
    .join(" ");
}

/**
 * A listener that gets what is in its field.
 * @param {(text: string) => void} take
 */
export function typed(take) {
  return (/** @type {Event} */ event) => take(/** @type {HTMLInputElement} */ (event.target).value);
}

/**
 * A button with a label.
 * @param {string} kind `main`, `quiet`, `icon` or `link`
 * @param {string} label @param {() => void} onclick @param {Record<string, any>} [more]
 * @param {any} [content] shown instead of the label, which is then only for screen readers
 */
export function button(kind, label, onclick, more, content) {
  const named = content ? { "aria-label": label, title: label } : {};
  return h("button", { type: "button", class: kind, onclick, ...named, ...more }, content ?? label);
}

/**
 * A text of ours around one of an agent, which keeps its own direction.
 * @param {string} key of a text with this value @param {string} name @param {string} text
 * @param {Record<string, string>} [more] other values
 */
export function around(key, name, text, more) {
  const [before, after] = say(key, { ...more, [name]: "\n" }).split("\n");
  return h("span", null, before, h("bdi", null, withCode(text)), after);
}

/**
 * A title: what stands between backticks is code.
 * @param {string} text
 */
export function withCode(text) {
  return text.split(/`([^`\n]+)`/).map((part, at) => (at % 2 ? h("code", { key: `code ${at}` }, part) : part));
}

/**
 * The title of a row: that of a form which only lists its questions, in the person's language.
 * @param {string} title
 */
export const rowTitle = (title) => title.replace(/^(\d+) questions: (.*)/s, (_, count, titles) => say("several-questions", { count, titles }, title));

/** The direction of a text: that of its first letter; `null` if it is the page's own. @param {string} text */
export const directionOf = (text) => (/[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(/\p{L}/u.exec(text)?.[0] ?? "") ? "rtl" : null);

/** Whether a question asks for permission: its title is what would be done. @param {string} dialect */
export const isPermission = (dialect) => dialect === "permission";

/**
 * The title of a question: a command with what is dangerous marked, or words.
 * @param {import("../types.js").View} view
 */
export function titleWords({ origin, form: { title, marked } }) {
  if (!isPermission(origin.dialect)) return withCode(rowTitle(title));
  return marked?.length ? marked.map((part, at) => (at % 2 ? h("mark", { key: `mark ${at}` }, part) : part)) : title;
}

/** @param {string} text @param {number} most */
export function cut(text, most) {
  return text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text;
}

/**
 * The next question by its title.
 * @param {string} title
 */
export function nextWords(title) {
  return around("next-question", "title", cut(rowTitle(title), 60));
}
