// Keys by focus, and when they mean nothing.

import assert from "node:assert/strict";
import { test } from "node:test";
import { chosen } from "../../portal/answering/work.js";
import { cardCame, clicked, freshHands, interrupted, keyCame, lifted, stillHeld, tapCounts, unparked } from "../../portal/app/hands.js";
import { keys } from "../../portal/app/keys.js";
import { speak } from "../../portal/config/texts.js";
import { PageWithout } from "./page.js";
import { single } from "./samples.js";

const here = { field: null, control: false, part: null, panel: false, ended: false, still: false, leaving: false, asking: false, shortcuts: true };
const key = (name, more) => ({ key: name, ctrlKey: false, metaKey: false, altKey: false, isComposing: false, keyCode: 0, repeat: false, ...more });
const chord = (more) => key("Enter", { ctrlKey: true, ...more });
const meaning = (event, where, hands = freshHands(), now = 0) => keys(hands, event, { ...here, ...where }, now).action;

test("a key does what the focused part says", () => {
  assert.deepEqual(meaning(key("2")), ["digit", 2]);
  assert.deepEqual(meaning(chord(), { field: "text/q" }), ["send"]);
  assert.deepEqual(meaning(key("Enter", { metaKey: true })), ["send"]);
  assert.deepEqual(meaning(chord(), { field: "leaving", part: "leaving", leaving: true }), ["left"]);
  assert.deepEqual(meaning(chord(), { leaving: true }), ["point"], "the cancel is open, the focus elsewhere");
  assert.deepEqual(meaning(chord(), { field: "text/q", leaving: true }), ["point"]);
  assert.deepEqual(meaning(chord(), { part: "leave", control: true }), ["cancel"]);
  assert.deepEqual(meaning(chord(), { asking: true }), ["point"]);
  assert.deepEqual(meaning(chord(), { field: "confirm", asking: true }), ["confirm"]);
  assert.deepEqual(meaning(chord(), { field: "time" }), ["setTime"]);
  assert.equal(meaning(chord(), { part: "outside", control: true }), null, "a row of the list");
  assert.equal(meaning(chord(), { ended: true }), null);
  assert.deepEqual(meaning(chord({ repeat: true })), ["point"], "held down it sends nothing");
  for (const name of ["1", " ", "Enter", "n"]) assert.equal(meaning(key(name), { leaving: true }), null, name);
});

test("none is meant for us while somebody types, composes, or a panel is open", () => {
  for (const composing of [{ isComposing: true }, { keyCode: 229 }]) {
    assert.equal(meaning(chord(composing)), null);
    assert.equal(meaning(key("Enter", composing)), null);
  }
  for (const name of ["1", "Enter", " ", "x", "j"]) {
    assert.equal(meaning(key(name), { field: "note" }), null, name);
    assert.equal(meaning(key(name), { panel: true }), null, name);
  }
  assert.equal(meaning(key("Enter"), { control: true }), null, "a button keeps its own");
  assert.deepEqual(meaning(key("Escape"), { field: "note" }), ["escape"]);
});

test("single keys can be switched off, the others stay", () => {
  const off = { shortcuts: false };
  for (const name of ["1", "9", "n", "x", "c", "?", "/", "-"]) assert.equal(meaning(key(name), off), null, name);
  assert.deepEqual(meaning(key("ArrowDown"), off), ["move", 1]);
  assert.deepEqual(meaning(key(" "), off), ["choose"]);
  assert.deepEqual(meaning(chord(), off), ["send"]);
});

test("what is typed without a pause behind a key that leads elsewhere is not for what is there", () => {
  // 'no, 2 are fine', Ctrl+Enter: the n leads to the next question, and the rest does nothing.
  let hands = freshHands();
  const done = [];
  let now = 10_000;
  for (const event of [..."no, 2 are fine"].map((name) => key(name)).concat(chord())) {
    const pressed = keys(hands, event, here, (now += 120));
    hands = pressed.hands;
    if (pressed.action) done.push(pressed.action[0]);
  }
  assert.deepEqual(done, ["next", "next"]);
  assert.deepEqual(meaning(key("2"), here, hands, now + 499), null);
  assert.deepEqual(meaning(key("2"), here, hands, now + 500), ["digit", 2], "after a pause it counts");
  const opened = keys(freshHands(), key("Enter"), { ...here, ended: true }, 0).hands;
  assert.equal(meaning(key("2"), here, opened, 200), null, "Enter leads there too");
});

test("without a key in the last two seconds nothing is delayed", () => {
  const hands = interrupted({ ...freshHands(), last: 1_000 }, 3_001);
  assert.equal(hands.parked, false);
  assert.deepEqual(meaning(key("2"), here, hands, 3_001), ["digit", 2]);
});

test("after an end under the fingers keys are swallowed until it is quiet, five seconds at most", () => {
  let hands = interrupted({ ...freshHands(), last: 1_000 }, 3_000);
  let counts = false;
  let now = 3_000;
  for (; !counts; now += 400) ({ hands, counts } = keyCame(hands, now));
  assert.equal(now - 400 - 3_000, 5_200, "typing on for five seconds");
  hands = interrupted({ ...freshHands(), last: 1_000 }, 3_000);
  assert.equal(keyCame(hands, 3_499).counts, false);
  assert.equal(keyCame(hands, 3_500).counts, true);
  assert.equal(stillHeld(hands, 3_499), true);
  assert.equal(stillHeld(hands, 3_500), false);
  assert.equal(keys(hands, key("r", { ctrlKey: true }), here, 3_100).swallow, false, "what is the browser's stays so");
});

test("what comes next needs Enter or a click, and is not decided by what still runs", () => {
  let hands = interrupted({ ...freshHands(), last: 1_000 }, 1_000);
  const later = keys(hands, key("n"), { ...here, ended: true }, 9_000);
  assert.equal(later.action, null, "not by a letter");
  const enter = keys(hands, key("Enter"), { ...here, ended: true }, 9_000);
  assert.deepEqual(enter.action, ["open"]);
  hands = unparked(enter.hands);
  assert.equal(keys(hands, key("2"), here, 9_100).action, null, "too soon to be meant for it");
  assert.deepEqual(keys(hands, key("2"), here, 9_600).action, ["digit", 2]);
  hands = clicked(interrupted({ ...freshHands(), last: 1_000 }, 1_000), 1_100);
  assert.deepEqual(keys(hands, key("2"), here, 1_200).action, ["digit", 2]);
});

test("a field that outlived its question takes every key and passes none on, until it is left", () => {
  const still = { field: "text/q", ended: true, still: true };
  for (const name of ["Enter", "n", "2", " ", "h"]) assert.equal(meaning(key(name), still), null, name);
  assert.equal(meaning(chord(), still), null);
  assert.deepEqual(meaning(key("Tab"), still), ["goOn"]);
  assert.deepEqual(meaning(key("Escape"), still), ["escape"]);
  assert.equal(meaning(key("Tab"), { field: "text/q" }), null, "otherwise it is the browser's");
});

test("a card that came takes no tap that sends for 0.6 s, nor one that began before", () => {
  const came = cardCame(freshHands(), 1_000);
  const tap = (hands, at) => lifted(clicked(hands, at));
  assert.equal(tapCounts(tap(came, 1_599), 1_599), false);
  assert.equal(tapCounts(tap(came, 1_599), 1_700), false, "it began too early");
  assert.equal(tapCounts(tap(came, 1_600), 1_600), true);
  const down = cardCame(clicked(freshHands(), 900), 1_000);
  assert.equal(tapCounts(lifted(down), 9_000), false, "the finger was down when it came");
  assert.equal(tapCounts(tap(down, 9_100), 9_150), true);
  assert.equal(tapCounts(tap(freshHands(), 0), 0), true, "a card that was picked");
});

test("what is activated without a pointer is not held back by an old tap", () => {
  const came = cardCame(lifted(clicked(freshHands(), 100)), 1_000);
  assert.equal(tapCounts(came, 1_599), false);
  assert.equal(tapCounts(came, 1_600), true);
  const early = keyCame(lifted(clicked(came, 1_100)), 2_000).hands;
  assert.equal(tapCounts(early, 2_000), true, "a key came since");
});

test("an end of one's own doing delays nothing, unless one went on typing", () => {
  const hands = { ...freshHands(), last: 1_000, acted: 1_000 };
  assert.equal(interrupted(hands, 1_050, hands.acted).held, null);
  assert.notEqual(interrupted({ ...hands, last: 1_020 }, 1_050, hands.acted).held, null);
});

test("a digit is an option's number, also in a ranking, whose order changes", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  speak("en", {});
  const page = new PageWithout(t);
  const id = page.arrives({ singleSubmit: false, irreversible: false, control: { kind: "rank", places: 3, own_text: undefined } });
  await page.settle();
  page.pass(600);
  const { id: question } = single();
  const ranked = () => chosen(page.app.cards.get(id).view.form.questions[0], page.app.cards.get(id).work.entries[question]);
  for (const [digit, order] of [["3", ["dynamo"]], ["1", ["dynamo", "pg"]], ["3", ["pg"]], ["2", ["pg", "sqlite"]]]) {
    page.press(digit);
    assert.deepEqual(ranked(), order);
  }
});

test("a held Enter reaches an option, and neither chooses nor sends it", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  speak("en", {});
  const page = new PageWithout(t);
  const id = page.arrives({ singleSubmit: false, irreversible: false });
  await page.settle();
  page.pass(600);
  const picked = () => page.seen.picks.find(({ checked }) => checked)?.option;
  const held = async (times) => {
    for (let time = 0; time < times; time++) {
      page.press("Enter", { repeat: time > 0 });
      page.pass(30);
      await page.settle();
    }
  };
  await held(20);
  assert.deepEqual([page.focus, picked(), page.acts], [{ pick: "pg" }, undefined, []]);
  page.pass(600);
  await held(20);
  assert.deepEqual([picked(), page.acts], ["pg", []], "pressed again it chooses");
  page.pass(600);
  await held(1);
  assert.equal(page.acts.length, 1, "and sends");
  assert.ok(id);
});
