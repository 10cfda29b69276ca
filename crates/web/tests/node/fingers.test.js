// Random sentences and keys while questions end, arrive and change, in virtual time. No question
// may get an outcome from keys that were meant for another one.

import assert from "node:assert/strict";
import { test } from "node:test";
import { speak } from "../../portal/config/texts.js";
import { PageWithout } from "./page.js";

const RUNS = Number(process.env.SAYSO_FINGERS_RUNS ?? 2_000);
const SEED = Number(process.env.SAYSO_FINGERS_SEED ?? Date.now() % 1_000_000_007);
const SENTENCES = ["no, 2 are fine", "stop, do not do any of this", "n2", "2", "yes please\n1 or 2", "c x c", "use 3 next\nyes", "\n\n2\n", "jj 2 ok", "1 yes", "- skip 2, n", "use 3 next\nyes\n2 and then\n1 please, or\n2\nwhatever 2 is"];

/** A small seeded generator, so that a run can be repeated. */
function dice(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (n) => Math.floor(next() * n);
  return { below, chance: (p) => next() < p, one: (all) => all[below(all.length)] };
}

/** What a person believes to be on the screen, and what they do next. */
class Person {
  constructor(page, roll) {
    Object.assign(this, { page, roll, belief: null, waits: false, last: -Infinity, counted: 0, undos: new Map(), trace: [] });
  }

  /**
   * A key after a gap. A person who has paused looks at the screen; one who keeps typing doesn't.
   */
  async strike(name, more, gap) {
    const { page } = this;
    page.pass(gap);
    await page.settle();
    this.judge();
    if (page.now - this.last >= 500) this.look();
    this.last = page.now;
    const asBelieved = page.app.state.open === this.belief && (page.shown !== null) === this.waits;
    const did = page.press(name, more);
    this.trace.push(`${name}${more ? "^" : ""}@${page.now}:${did ?? "·"}(${this.belief})`);
    await page.settle();
    this.judge();
    // A person who deliberately moves to another question means that one.
    if (["next", "open"].includes(did) && asBelieved) this.look();
    for (const [id] of page.views) {
      const undo = page.app.cards.get(id)?.undo;
      if (undo && this.undos.get(id)?.undo !== undo) this.undos.set(id, { undo, belief: this.belief });
    }
  }

  look() {
    this.belief = this.page.app.state.open;
    this.waits = this.page.shown !== null;
  }

  judge() {
    for (const { id, command } of this.page.acts.slice(this.counted)) {
      const meant = this.undos.get(id)?.belief === id ? id : this.belief;
      if (id === this.belief) this.waits = false;
      assert.equal(meant, id, `seed ${SEED}: ${command} of ${id} by keys that were meant for ${this.belief}\n${this.trace.join(" ")}`);
    }
    this.counted = this.page.acts.length;
  }

  /** What happens around the person in the meantime. */
  async meanwhile() {
    const { page, roll } = this;
    const pending = [...page.views.values()].filter(({ state }) => state.phase === "pending").map(({ id }) => id);
    if (roll.chance(0.06) && pending.length < 5) this.trace.push(`+${page.arrives({ singleSubmit: roll.chance(0.5), irreversible: roll.chance(0.3) })}@${page.now}`);
    else if (roll.chance(0.06) && pending.length > 0) {
      const id = roll.chance(0.7) && page.shown ? page.shown : roll.one(pending);
      this.trace.push(`-${id}@${page.now}`);
      page.ends(id);
    } else if (roll.chance(0.03) && pending.length > 0) page.changes(roll.one(pending), { annotations: roll.chance(0.5), single_submit: roll.chance(0.5) });
    await page.settle();
    this.judge();
  }

  async sentence() {
    const { page, roll } = this;
    const pause = 500 + roll.below(2_500);
    const begin = roll.below(4);
    if (begin === 0 && page.shown) await this.strike("o", undefined, pause);
    else if (begin === 1 && page.shown) await this.strike("c", undefined, pause);
    else if (begin === 2) {
      const waiting = [...page.app.state.rows.keys()];
      page.pass(pause);
      if (waiting.length > 0) {
        page.click(roll.one(waiting));
        await page.settle();
        this.look();
        this.last = page.now;
      }
      await page.settle();
    } else page.pass(pause);
    for (const letter of roll.one(SENTENCES)) {
      await this.strike(letter === "\n" ? "Enter" : letter, undefined, 20 + roll.below(470));
      await this.meanwhile();
    }
    if (roll.chance(0.7)) await this.strike("Enter", { ctrlKey: true }, 20 + roll.below(470));
  }
}

test("no question gets an outcome from keys that were begun for another one", async (t) => {
  console.log(`fingers: seed ${SEED}, ${RUNS} runs`);
  speak("en", { "confirm-word": "yes" });
  let outcomes = 0;
  for (let run = 0; run < RUNS; run++) {
    t.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
    const roll = dice(SEED + run);
    const person = new Person(new PageWithout(t), roll);
    person.page.arrives({ singleSubmit: roll.chance(0.5), irreversible: roll.chance(0.3) });
    person.page.arrives({ singleSubmit: roll.chance(0.5), irreversible: roll.chance(0.3) });
    await person.page.settle();
    for (let n = 0; n < 3; n++) await person.sentence();
    person.page.pass(3_000);
    await person.page.settle();
    person.judge();
    outcomes += person.page.acts.length;
    person.page.forget();
    t.mock.timers.reset();
  }
  assert.ok(outcomes > RUNS / 4, `only ${outcomes} outcomes: the fingers have gone numb`);
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
  assert.equal(page.app.state.open, first, "nor by a letter");
  page.press("Enter");
  await page.settle();
  assert.equal(page.shown, next);
});
