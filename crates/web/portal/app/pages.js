// Pages without a question: nothing is waiting, the question doesn't exist, or the browser
// is unknown.

import { say } from "../config/texts.js";
import { button, h, nextWords } from "../rendering/element.js";
import { icon } from "../rendering/icons.js";

/** @import { Row, State } from "../types.js" */

/** Nothing is waiting: says so, and how to ask something. */
export function empty() {
  return h(
    "section",
    { key: "empty", class: "page", "data-page": "empty" },
    h("span", { class: "mark large", "aria-hidden": "true" }),
    h("h1", { class: "title" }, say("nothing-waiting")),
    h("p", { class: "dim" }, say("stays-open")),
    h("h2", { class: "small" }, say("connect-agent")),
    h("pre", { tabindex: "0" }, "claude mcp add sayso -- sayso mcp"),
    h("p", { class: "small" }, say("connect-others")),
    h("h2", { class: "small" }, say("or-demo")),
    h("pre", { tabindex: "0" }, "sayso demo"),
  );
}

/**
 * Something is waiting, but no question is open.
 * @param {Row | null} next @param {() => void} open
 */
export function pickOne(next, open) {
  return h(
    "section",
    { key: "pick", class: "page", "data-page": "pick" },
    h("p", { class: "dim" }, say("pick-one")),
    next && button("quiet", say("next-question", { title: next.title }), open, { "data-do": "next" }, [nextWords(next.title), h("kbd", { "aria-hidden": "true" }, "↵")]),
  );
}

/** @param {() => void} back */
export function gone(back) {
  return h(
    "section",
    { key: "gone", class: "page", "data-page": "gone" },
    h("h1", { class: "title" }, say("gone")),
    h("p", { class: "dim" }, say("gone-why")),
    button("quiet", say("back-to-list"), back),
  );
}

/**
 * The question is of a newer version than this page.
 * @param {() => void} reload
 */
export function newer(reload) {
  return h(
    "section",
    { key: "newer", class: "page", "data-page": "newer" },
    h("h1", { class: "title" }, say("newer-title")),
    h("p", { class: "dim" }, say("newer-why")),
    button("main", say("reload"), reload, { "data-do": "reload" }),
  );
}

/**
 * The line at the top after the hub was replaced.
 * @param {() => void} reload
 */
export function outdated(reload) {
  return h("p", { key: "outdated", class: "lost", role: "status", "data-page": "outdated" }, say("outdated"), button("main", say("reload"), reload, { "data-do": "reload" }));
}

/**
 * For a browser without a token: only how to get in.
 * @param {State["doorProblem"]} problem @param {(code: string) => void} pair
 */
export function door(problem, pair) {
  const link = h("div", { key: "link", class: "way" }, h("p", { class: "small" }, say("door-link")), h("pre", { tabindex: "0" }, h("code", null, "sayso open")), h("p", { class: "small" }, say("door-why")));
  const pairing = h(
    "form",
    { key: "pairing", class: "pairing way", onsubmit: (/** @type {SubmitEvent} */ event) => submitCode(event, pair) },
    h("label", { class: "small", for: "pairing" }, say("door-pair")),
    h("pre", { tabindex: "0" }, h("code", null, "sayso open --pair")),
    h("input", { id: "pairing", name: "code", "data-field": "pairing", autocomplete: "off", autocapitalize: "characters", spellcheck: "false", maxlength: "20", required: true, placeholder: say("door-code") }),
    h("button", { type: "submit", class: "main", "data-do": "pair" }, say("door-pair-button")),
  );
  // A phone isn't where the hub runs: what it can do comes first.
  const isPhone = globalThis.matchMedia?.("(pointer: coarse)").matches;
  return h(
    "main",
    { key: "door", class: "door", "data-page": "door" },
    h("span", { class: "mark large", "aria-hidden": "true" }),
    h("h1", { class: "title" }, say("door-title")),
    problem && h("p", { class: "notice", role: "status" }, say(problem)),
    h("p", { class: "dim" }, say("door-what")),
    isPhone ? [pairing, link] : [link, pairing],
  );
}

/** @param {SubmitEvent} event @param {(code: string) => void} pair */
function submitCode(event, pair) {
  event.preventDefault();
  const field = /** @type {HTMLFormElement} */ (event.currentTarget).elements.namedItem("code");
  pair(/** @type {HTMLInputElement} */ (field).value);
}

/**
 * The line at the top while there is no connection.
 * @param {boolean} kept an answer is waiting for the connection
 * @param {boolean} impostor another program answers
 */
export function lost(kept, impostor) {
  const words = impostor ? say("lost-impostor") : say(kept ? "lost-kept" : "lost");
  return h("p", { key: "lost", class: "lost", role: "status", "data-page": impostor ? "impostor" : "lost" }, icon("clock", true), words);
}
