// A person at a page: what they believe to be on the screen, what they type and tap without looking, and
// what must hold whatever happens around them.

import assert from "node:assert/strict";

const SENTENCES = ["no, 2 are fine", "stop, do not do any of this", "n2", "2", "yes please\n1 or 2", "c x c", "use 3 next\nyes", "\n\n2\n", "jj 2 ok", "1 yes", "- skip 2, n", "2 of them differ how?", "can you say", "first\n1\nthen 2\nn", "use 3 next\nyes\n2 and then\n1 please, or\n2\nwhatever 2 is"];

/** A small seeded generator, so that a run can be repeated. */
export function dice(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (n) => Math.floor(next() * n);
  return { seed, below, chance: (p) => next() < p, one: (all) => all[below(all.length)] };
}

/** What an agent asks. */
export const someQuestion = (roll) => ({ singleSubmit: roll.chance(0.5), irreversible: roll.chance(0.3), ready: roll.chance(0.5) });

/** What a person believes to be on the screen, and what they do next. */
export class Person {
  constructor(page, roll) {
    Object.assign(this, { page, roll, belief: null, waits: false, writing: null, sending: false, last: -Infinity, counted: 0, undos: new Map(), trace: [] });
  }

  /**
   * A key after a gap. A person who has paused looks at the screen; one who keeps typing doesn't, nor one who
   * thinks in the middle of a sentence.
   */
  async strike(name, more, gap) {
    const { page } = this;
    page.pass(gap);
    await page.settle();
    this.judge();
    if (page.now - this.last >= 500 && !this.writing) this.look();
    this.last = page.now;
    const asBelieved = !this.writing && page.app.state.open === this.belief && (page.shown !== null) === this.waits;
    const before = this.decided;
    const did = page.press(name, more);
    this.trace.push(`${name}${more?.ctrlKey ? "^" : ""}@${page.now}:${did ?? "·"}(${this.belief})`);
    await page.settle();
    this.judge();
    this.noteUndos();
    if (this.writing && !more?.ctrlKey) this.holds(this.decided.every((one) => before.includes(one)), `${name} was typed into ${this.writing} and decided something`);
    // A person who deliberately moves to another question means that one.
    if (["next", "open"].includes(did) && asBelieved) this.look();
  }

  /** Everything that was decided so far, or is about to be. */
  get decided() {
    const cards = [...this.page.views.keys()].map((id) => this.page.app.cards.get(id));
    return [...this.page.acts, ...cards.flatMap((card) => [card?.undo, card?.asking])].filter(Boolean);
  }

  noteUndos() {
    for (const [id] of this.page.views) {
      const undo = this.page.app.cards.get(id)?.undo;
      if (undo && this.undos.get(id)?.undo !== undo) this.undos.set(id, { undo, belief: this.belief });
    }
  }

  look() {
    this.belief = this.page.app.state.open;
    this.waits = this.page.shown !== null;
  }

  holds(condition, what) {
    assert.ok(condition, `SAYSO_FINGERS_RUNS=1 SAYSO_FINGERS_SEED=${this.roll.seed}: ${what}\n${this.trace.join(" ")}`);
  }

  judge() {
    for (const { id, command } of this.page.acts.slice(this.counted)) {
      const meant = this.undos.get(id)?.belief === id ? id : this.belief;
      if (id === this.belief) this.waits = false;
      this.holds(meant === id, `${command} of ${id} by what was meant for ${this.belief}`);
      // What was chosen in another question before, and could still be undone until now.
      const wasChosen = id !== this.belief && meant === id;
      this.holds(!this.writing || this.sending || wasChosen, `${command} of ${id} in the middle of writing`);
    }
    this.counted = this.page.acts.length;
  }

  /** What happens around the person in the meantime. */
  async meanwhile() {
    const { page, roll } = this;
    const pending = [...page.views.values()].filter(({ state }) => state.phase === "pending").map(({ id }) => id);
    if (roll.chance(0.06) && pending.length < 5) this.trace.push(`+${page.arrives(someQuestion(roll))}@${page.now}`);
    else if (roll.chance(0.06) && pending.length > 0) {
      const id = roll.chance(0.7) && page.shown ? page.shown : roll.one(pending);
      this.trace.push(`-${id}@${page.now}`);
      page.ends(id);
    } else if (roll.chance(0.03) && pending.length > 0) page.changes(roll.one(pending), { annotations: roll.chance(0.5), single_submit: roll.chance(0.5) });
    await page.settle();
    this.judge();
  }

  /** Opens a part to type in: by key, or by the pointer. */
  async opensField() {
    const { page, roll } = this;
    const [key, part] = roll.one([["o", "text"], ["c", "leaving"], ["x", "elaborate"]]);
    const door = page.places.find(({ props }) => props["data-do"] === { leaving: "leave", elaborate: "elaborate" }[part] && props["aria-pressed"] !== "true");
    if (page.app.state.card.leaving !== null) return;
    if (door && roll.chance(0.5)) {
      await this.taps({ x: (door.left + door.right) / 2, y: (door.top + door.bottom) / 2 }, 1);
      this.last = page.now;
    } else if (door || part === "text") await this.strike(key, undefined, 0);
    else return;
    const { card } = page.app.state;
    // With notes switched off a cancel has nothing to write in.
    const takesText = [...page.seen.fields.values()].some((field) => field.part === "leaving");
    const open = page.shown === this.belief && { text: page.focus?.field?.startsWith("text/"), leaving: card?.leaving !== null && takesText, elaborate: card && Object.values(card.work.entries)[0].elaborate !== null }[part];
    if (open) this.writing = part;
  }

  async sentence() {
    const { page, roll } = this;
    page.pass(500 + roll.below(2_500));
    await page.settle();
    this.judge();
    this.look();
    if (roll.chance(0.5) && page.shown) await this.opensField();
    else if (roll.chance(0.5)) {
      const waiting = [...page.app.state.rows.keys()];
      if (waiting.length > 0) {
        page.click(roll.one(waiting));
        await page.settle();
        this.look();
        this.last = page.now;
      }
      await page.settle();
    }
    const pace = roll.one([3, 120, 470]);
    for (const letter of roll.one(SENTENCES)) {
      if (this.writing && roll.chance(0.1)) await this.thinks();
      await this.strike(letter === "\n" ? "Enter" : letter, undefined, roll.below(pace) + (pace > 3 ? 20 : 0));
      // A key that is held down.
      if (roll.chance(0.02)) for (let n = 0; n < 8; n++) await this.strike(letter === "\n" ? "Enter" : letter, { repeat: true }, 30);
      await this.meanwhile();
    }
    if (roll.chance(0.7)) await this.sends();
    this.writing = null;
  }

  /** In the middle of a sentence, without looking; the question may end meanwhile. */
  async thinks() {
    const { page, roll } = this;
    page.pass(roll.below(10_000));
    if (roll.chance(0.3) && page.shown) {
      this.trace.push(`-${page.shown}@${page.now}`);
      page.ends(page.shown);
    }
    await page.settle();
    page.drawn();
    page.pass(roll.below(10_000));
    await page.settle();
    this.judge();
  }

  /** Ctrl+Enter: what is sent then is what was being written. */
  async sends() {
    const { page, roll, writing } = this;
    const before = page.acts.length;
    this.sending = true;
    await this.strike("Enter", { ctrlKey: true }, 20 + roll.below(470));
    this.sending = false;
    const [sent] = page.acts.slice(before);
    if (!sent || !writing) return;
    const asks = Object.values(page.submissions[before]?.questions ?? {}).some(({ elaborate }) => elaborate !== undefined);
    const fits = writing === "leaving" ? sent.command === "cancel" : sent.command === "answer" && asks === (writing === "elaborate");
    this.holds(fits, `${JSON.stringify(sent)} was sent from ${writing}`);
  }

  /** Taps at one place without looking, whatever is there by then. */
  async taps(at, times) {
    const { page, roll } = this;
    for (let n = 0; n < times; n++) {
      const there = page.places.find(({ left, top, right, bottom }) => at.x >= left && at.x < right && at.y >= top && at.y < bottom)?.props;
      this.trace.push(`tap ${there?.["data-do"] ?? there?.["data-option"] ?? "·"}@${page.now}(${this.belief})`);
      page.down(at);
      page.pass(roll.chance(0.1) ? 1_200 : 40 + roll.below(60));
      if (times > 1) await this.meanwhile();
      await page.settle();
      this.judge();
      page.up(at);
      await page.settle();
      this.judge();
      this.noteUndos();
      if (n + 1 < times) page.pass(roll.chance(0.05) ? roll.below(20_000) : 60 + roll.below(740));
      await page.settle();
      this.judge();
    }
  }

  /** Taps on nothing in particular, until a question has been there for long enough to be noticed. */
  async fiddles() {
    const { page, roll } = this;
    for (let n = 0; n < 6 && (page.shown === null || page.now - page.since < 600); n++) {
      const [x, y] = [roll.below(page.size.width), roll.below(page.size.height)];
      await this.taps({ x, y }, 1);
      if (roll.chance(0.3)) page.arrives(someQuestion(roll));
      await page.settle();
      page.drawn();
      page.pass(roll.below(300));
    }
  }

  async tapping() {
    const { page, roll } = this;
    page.pass(500 + roll.below(2_500));
    await page.settle();
    this.judge();
    this.look();
    const sends = page.places.filter(({ props }) => ["send", "next", "hold", "left"].includes(props["data-do"]));
    const all = sends.length > 0 && roll.chance(0.7) ? sends : page.places;
    if (all.length === 0) return this.fiddles();
    const { left, top, right, bottom } = roll.one(all);
    await this.taps({ x: left + roll.below(Math.floor(right - left)), y: top + roll.below(Math.floor(bottom - top)) }, 1 + roll.below(6));
  }
}
