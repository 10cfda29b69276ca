// Options in the person's order: those that have a place first. A click gives the next place or takes it
// back; the arrows move an option that has one.

import { boundsOf, rankingOf, shownOrder } from "../answering/control.js";
import { moved, placed } from "../answering/ranking.js";
import { faultOf } from "../answering/submission.js";
import { answerWords, faultInWords } from "../answering/words.js";
import { chosen } from "../answering/work.js";
import { say } from "../config/texts.js";
import { button, h } from "./element.js";
import { icon } from "./icons.js";

/** @import { Card, CardActions, Choice, Question } from "../types.js" */

/**
 * The arrows beside an option that has a place.
 * @param {Card} card @param {Question} question @param {Choice} option @param {CardActions} act
 */
export function moves(card, question, option, act) {
  const ranking = rankingOf(question);
  if (!ranking) return false;
  const ranked = chosen(question, card.work.entries[question.id]);
  const place = ranked.indexOf(option.id);
  // Where all have a place the last one has nowhere to go.
  const stuck = { up: place === 0, down: place + 1 === ranked.length && ranked.length === ranking.options.length };
  const arrow = (/** @type {"up" | "down"} */ way) =>
    button(
      "icon",
      say(`rank-${way}`, { option: option.label }),
      () => act.edit(question.id, { mark: moved(ranking, ranked, option.id, way) }),
      { "data-do": `rank-${way}`, disabled: stuck[way] },
      icon(way),
    );
  return place >= 0 && h("span", { key: "moves", class: "moves" }, arrow("up"), arrow("down"));
}

/**
 * How far it has come, also for people who hear the page.
 * @param {Card} card @param {Question} question @param {CardActions} act
 */
export function ranked(card, question, act) {
  if (!rankingOf(question)) return false;
  const entry = card.work.entries[question.id];
  const places = chosen(question, entry);
  const fault = places.length < boundsOf(question).max ? faultOf(card.view.form, question, entry) : null;
  const left = fault && faultInWords(fault);
  const listed = shownOrder(question, places)
    .map(({ id }) => id)
    .slice(0, boundsOf(question).max);
  const words = [...answerWords(question, places, undefined), ...(left ? [say(left.key, left.values)] : [])];
  return h(
    "div",
    { key: "ranked", class: "ranked" },
    h("p", { class: "heard", role: "status" }, words.join(" · ")),
    left &&
      h(
        "button",
        { key: "rest", type: "button", class: "link", "data-do": "rank-rest", onclick: () => act.edit(question.id, { mark: listed }) },
        say(places.length > 0 ? "rank-rest" : "rank-as-listed"),
      ),
  );
}

/**
 * What a key does to the option that has the focus: one place up or down, or to this place.
 * @param {Card | null} card
 * @param {{ question: string, option: string } | undefined} pick
 * @param {"up" | "down" | number} to
 * @param {CardActions} act
 * @returns {boolean} whether options are ranked here
 */
export function rankKey(card, pick, to, act) {
  const question = card?.view.form.questions[card.step];
  const ranking = rankingOf(question);
  if (!card || !question || !ranking) return false;
  const ranked = chosen(question, card.work.entries[question.id]);
  if (pick) act.edit(question.id, { mark: typeof to === "number" ? placed(ranking, ranked, pick.option, to) : moved(ranking, ranked, pick.option, to) });
  return true;
}
