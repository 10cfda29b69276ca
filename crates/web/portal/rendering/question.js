// One question: what is asked, its options, and the ways not to answer it.

import { limitsInWords } from "../answering/control.js";
import { say } from "../config/texts.js";
import { classes, directionOf, h, isPermission, titleWords, withCode } from "./element.js";
import { area, noteToggle, wholeNote } from "./fields.js";
import { options } from "./options.js";
import { fromTree } from "./tree.js";

/** @import { Card, CardActions, Tree } from "../types.js" */

/** A prompt up to this length can be a heading. */
const AS_HEADING = 200;

/**
 * What stands above a question: its title, or the whole question if its title is only the beginning of it. In a
 * form, where the step has a name, what is asked.
 * @param {Card} card @param {number} at
 * @returns {{ words: any, hasPrompt: boolean, long: boolean }} `hasPrompt`: nothing of it has to follow
 */
export function headingOf(card, at) {
  const { form, rendered } = card.view;
  const asked = form.questions[at];
  const several = form.questions.length > 1;
  if (isPermission(card.view.origin.dialect)) return { words: titleWords(card.view), hasPrompt: false, long: true };
  const title = several ? asked.header : form.title;
  const prompt = asked.prompt.trim();
  if (prompt === title.trim()) return { words: withCode(title), hasPrompt: true, long: title.length > 90 };
  const inline = inlineOf(rendered.questions[at].prompt);
  const fits = inline !== null && prompt.length <= AS_HEADING && (several || isBeginning(title, prompt));
  return fits ? { words: fromTree(inline), hasPrompt: true, long: prompt.length > 90 } : { words: withCode(title), hasPrompt: false, long: title.length > 90 };
}

/** Whether a title is cut from what it introduces. @param {string} title @param {string} prompt */
export const isBeginning = (title, prompt) => prompt.trim().startsWith(title.replace(/…$/, "").trim());

/** The one line that a text is; `null` if it is more. @param {Tree[]} trees @returns {Tree[] | null} */
function inlineOf(trees) {
  const [only, second] = trees;
  return second === undefined && Array.isArray(only) && only[0] === "p" ? /** @type {Tree[]} */ (only.slice(2)) : null;
}

/** @param {Card} card @param {number} at @param {CardActions} act @param {{ letters: boolean }} how */
export function question(card, at, act, how) {
  const { form, rendered } = card.view;
  const asked = form.questions[at];
  const entry = card.work.entries[asked.id];
  const limits = limitsInWords(asked).map(({ key, values }) => say(key, values));
  const aside = entry.skip !== null || entry.elaborate !== null;
  return h(
    "section",
    { key: `question/${asked.id}`, class: classes({ question: true, aside }), "data-question": asked.id },
    !headingOf(card, at).hasPrompt && h("div", { class: "text prompt", dir: directionOf(asked.prompt) }, fromTree(rendered.questions[at].prompt)),
    rendered.questions[at].context.length > 0 && h("div", { class: "text context", dir: directionOf(asked.context ?? "") }, fromTree(rendered.questions[at].context)),
    limits.length > 0 && h("p", { class: "small bounds" }, limits.join(" · ")),
    options(card, at, act, how),
    notAnswering(card, at, act),
  );
}

/** One row: asking back, skipping, and the note for the agent. @param {Card} card @param {number} at @param {CardActions} act */
function notAnswering(card, at, act) {
  const asked = card.view.form.questions[at];
  const entry = card.work.entries[asked.id];
  /** @type {["elaborate" | "skip", string, string, string][]} */
  const ways = [
    ["elaborate", "ask-to-explain", "explain-what", "will-explain"],
    ["skip", "skip", "skip-why", "will-skip"],
  ];
  // A question that must be answered cannot be skipped, but asked about.
  if (card.view.form.completeness === "whole") ways.pop();
  // A permission is given or not; what is typed is why not.
  if (isPermission(card.view.origin.dialect)) ways.pop();
  const turned = ways.find(([how]) => entry[how] !== null);
  const single = card.view.form.questions.length === 1 && !isPermission(card.view.origin.dialect);
  return h(
    "div",
    { key: "aside", class: "instead" },
    ways.map(([how, key]) =>
      h(
        "button",
        {
          key: how,
          type: "button",
          class: "toggle",
          "data-do": how,
          "aria-pressed": String(entry[how] !== null),
          onclick: () => act.turn(asked.id, how),
        },
        say(key),
      ),
    ),
    single && noteToggle(card, act),
    turned && h("p", { key: "will", class: "small" }, say(turned[3])),
    turned &&
      area(
        { name: `${turned[0]}/${asked.id}`, label: say(turned[2]), value: entry[turned[0]] ?? "", placeholder: say(turned[2]) },
        (text) => act.turnText(asked.id, turned[0], text),
        act,
      ),
    single && wholeNote(card, act),
  );
}
