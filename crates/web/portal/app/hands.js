// Guards against keys and taps that were meant for something else. If a question ends, or the view
// changes by itself, while somebody types, the rest of what they type does nothing, and the next
// question waits for Enter or a click. A card that nobody picked takes no tap that sends at first.
// Pure functions; the time is an argument.

/** A key this shortly before a change was still meant for what was shown then. */
const UNDER_THE_FINGERS = 2_000;
/** How long no key may come until keys count again, and after how long they count in any case. */
export const QUIET = 500;
export const LONGEST_HOLD = 5_000;
/** How long a card that came takes no tap that sends: longer than a double tap, shorter than reading. */
const UNREAD = 600;

/**
 * @typedef {object} Hands
 * @property {number} last when the last key came
 * @property {number} acted when a key or click last did something here
 * @property {{ since: number, last: number } | null} held keys are ignored
 * @property {boolean} running typing has not paused yet: keys must not choose or send
 * @property {boolean} parked only Enter or a click opens something
 * @property {number} came when a card last came by itself, by 'Next' or after an ending
 * @property {number} moved when something on the card last came, moved or changed without being tapped itself
 * @property {{ at: number, lifted: boolean } | null} tap the last tap, unless it was over when a key or card came
 */

/** @returns {Hands} */
export function freshHands() {
  return { last: -Infinity, acted: -Infinity, held: null, running: false, parked: false, came: -Infinity, moved: -Infinity, tap: null };
}

/**
 * A key came; returns whether it counts.
 * @param {Hands} hands @param {number} now @returns {{ hands: Hands, counts: boolean }}
 */
export function keyCame(hands, now) {
  const quiet = now - Math.max(hands.last, hands.held?.last ?? -Infinity) >= QUIET;
  const held = stillHeld(hands, now) && hands.held ? { ...hands.held, last: now } : null;
  return { hands: { ...hands, last: now, held, running: hands.running && !quiet, tap: tapNow(hands) }, counts: held === null };
}

/** @param {Hands} hands @param {number} now */
export function stillHeld({ held }, now) {
  return held !== null && now - held.last < QUIET && now - held.since < LONGEST_HOLD;
}

/**
 * Something ended or changed without the person's doing. Keys before `since` caused it and don't
 * count as typing.
 * @param {Hands} hands @param {number} now @param {number} [since] @returns {Hands}
 */
export function interrupted(hands, now, since = -Infinity) {
  if (hands.last <= since || now - hands.last > UNDER_THE_FINGERS) return hands;
  return { ...hands, held: { since: now, last: now }, running: true, parked: true };
}

/**
 * A key did something.
 * @param {Hands} hands @param {number} now @returns {Hands}
 */
export function acted(hands, now) {
  return { ...hands, acted: now };
}

/**
 * A key led to another question: typing that continues without a pause started before it.
 * @param {Hands} hands @returns {Hands}
 */
export function arrived(hands) {
  return { ...hands, running: true };
}

/**
 * Enter opens the next question; answering it starts after a pause.
 * @param {Hands} hands @returns {Hands}
 */
export function unparked(hands) {
  return { ...hands, parked: false, running: hands.running || hands.parked };
}

/**
 * The pointer went down: the person looks at what they point at, so keys count again.
 * @param {Hands} hands @param {number} now @returns {Hands}
 */
export function clicked(hands, now) {
  return { ...hands, acted: now, held: null, running: false, parked: false, tap: { at: now, lifted: false } };
}

/** @param {Hands} hands @returns {Hands} */
export function lifted(hands) {
  return { ...hands, tap: hands.tap && { ...hands.tap, lifted: true } };
}

/**
 * The tap whose pointer is still down.
 * @param {Hands} hands
 */
export function tapNow({ tap }) {
  return tap?.lifted ? null : tap;
}

/**
 * A card came that the person didn't pick, or the one on the screen has ended.
 * @param {Hands} hands @param {number} now @returns {Hands}
 */
export function cardCame(hands, now) {
  return { ...hands, came: now, tap: tapNow(hands) };
}

/**
 * What decides something on the card is not where it was, or would not send what it would have sent.
 * @param {Hands} hands @param {number} now @returns {Hands}
 */
export function partsMoved(hands, now) {
  return { ...hands, moved: now, tap: tapNow(hands) };
}

/** @param {Hands} hands @returns {Hands} */
export function cardPicked(hands) {
  return { ...hands, came: -Infinity };
}

/**
 * Whether a tap counts: it began when the card had been there for a while. What is activated without a pointer
 * begins now.
 * @param {Hands} hands @param {number} now
 */
export function tapCounts({ tap, came }, now) {
  return (tap?.at ?? now) - came >= UNREAD;
}

/**
 * Whether one that decides counts: what it hit had been there for a while, too.
 * @param {Hands} hands @param {number} now
 */
export function tapDecides({ tap, came, moved }, now) {
  return (tap?.at ?? now) - Math.max(came, moved) >= UNREAD;
}
