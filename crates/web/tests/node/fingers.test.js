// Random sentences, keys and taps while questions end, arrive and change, in virtual time and on screens
// of three sizes. No question may get an outcome from keys or taps that were meant for another one, and
// what is typed into a field does nothing but stand there.

import assert from "node:assert/strict";
import { test } from "node:test";
import { speak } from "../../portal/config/texts.js";
import { PageWithout } from "./page.js";
import { dice, Person, someQuestion } from "./person.js";
import { SCREENS } from "./layout.js";
import { single } from "./samples.js";

const RUNS = Number(process.env.SAYSO_FINGERS_RUNS ?? 1_000);
const SEED = Number(process.env.SAYSO_FINGERS_SEED ?? Date.now() % 1_000_000_007);

test("no question gets an outcome from keys or taps that were meant for another one", async (t) => {
  console.log(`fingers: seed ${SEED}, ${RUNS} runs`);
  speak("en", { "confirm-word": "yes" });
  let outcomes = 0;
  for (let run = 0; run < RUNS; run++) {
    t.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
    const roll = dice(SEED + run);
    const person = new Person(new PageWithout(t, roll.one(SCREENS)), roll);
    for (let n = roll.below(4); n > 0; n--) person.page.arrives(someQuestion(roll));
    await person.page.settle();
    for (let n = 0; n < 4; n++) await (roll.chance(0.5) ? person.sentence() : person.tapping());
    person.page.pass(3_000);
    await person.page.settle();
    person.judge();
    outcomes += person.page.acts.length;
    person.page.forget();
    t.mock.timers.reset();
  }
  assert.ok(outcomes > RUNS / 10, `only ${outcomes} outcomes: the fingers have gone numb`);
});

test("the sentence of the issue, letter by letter", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  speak("en", { "confirm-word": "yes" });
  const page = new PageWithout(t);
  const first = page.arrives({ singleSubmit: false, irreversible: false });
  const next = page.arrives({ singleSubmit: true, irreversible: true });
  await page.settle();
  assert.equal(page.shown, first, "opened by itself: nobody was typing");
  page.press("o");
  for (const letter of "well, ") page.press(letter);
  page.pass(100);
  page.ends(first);
  await page.settle();
  for (const letter of "no, 2 are fine") {
    page.pass(120);
    page.press(letter);
    await page.settle();
  }
  page.press("Enter", { ctrlKey: true });
  page.pass(3_000);
  await page.settle();
  assert.deepEqual(page.acts, []);
  assert.equal(page.app.state.open, first, "what comes next was not opened");
  page.press("n");
  page.press("Enter");
  await page.settle();
  assert.equal(page.app.state.open, first, "nor by a letter or a line break: the field stays");
  page.press("Escape");
  page.press("n");
  assert.equal(page.app.state.open, first, "nor by a letter without it");
  page.press("Enter");
  await page.settle();
  assert.equal(page.shown, next);
});

test("a choice that is about to be sent is not sent while something is written", async (t) => {
  speak("en", {});
  for (const open of ["o", "x", "a", "elaborate"]) {
    t.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
    const page = new PageWithout(t);
    const id = page.arrives({ singleSubmit: true, irreversible: false });
    await page.settle();
    page.pass(600);
    page.press("2");
    assert.notEqual(page.app.cards.get(id).undo, null);
    page.pass(1_000);
    if (open === "elaborate") page.card.turn("q", open);
    else page.press(open);
    for (const letter of "use b") {
      page.press(letter);
      page.pass(400);
      await page.settle();
    }
    assert.deepEqual(page.acts, [], open);
    t.mock.timers.reset();
  }
});

test("a note that is emptied keeps its field, and what is typed next is kept", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  speak("en", {});
  const page = new PageWithout(t);
  const id = page.arrives({ singleSubmit: false, irreversible: false });
  await page.settle();
  const { card } = page;
  card.note("old");
  card.optionNote("q", "pg", "old");
  page.app.cards.get(id).unfolded.clear();
  for (const [name, write] of [["note", card.note], ["note/q/pg", (text) => card.optionNote("q", "pg", text)]]) {
    write("");
    page.drawn();
    assert.ok(page.seen.fields.has(name), name);
  }
});

test("what comes with the next step takes no tap that was meant for 'Next'", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  speak("en", {});
  const page = new PageWithout(t);
  const id = page.arrives({ questions: [single({ id: "a" }), single({ id: "b" }), single({ id: "c" })] });
  page.click(id);
  await page.settle();
  for (const asked of ["a", "b", "c"]) page.card.choose(asked, "pg");
  const step = () => page.app.state.card.step;
  for (const at of [1, 2, 3]) {
    page.pass(600);
    page.tap("onward");
    page.pass(200);
    page.tap(at < 3 ? "onward" : "send");
    await page.settle();
    assert.deepEqual([step(), page.acts], [at, []], "a double tap is one step");
  }
  page.pass(600);
  page.tap("send");
  await page.settle();
  assert.equal(page.acts.length, 1);
});

test("what was changed elsewhere is not sent by a tap that was meant for what was there", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  speak("en", {});
  const page = new PageWithout(t);
  const id = page.arrives({ ready: true });
  page.click(id);
  await page.settle();
  page.pass(2_000);
  page.app.cards.takeDraft(id, [{ field: "options", question: "q", options: ["sqlite"] }]);
  for (const [passed, sent] of [[100, []], [499, []], [1, [["sqlite"]]]]) {
    page.pass(passed);
    page.tap("send");
    await page.settle();
    assert.deepEqual(page.submissions.map(({ questions }) => questions.q.options), sent, String(passed));
  }
});
