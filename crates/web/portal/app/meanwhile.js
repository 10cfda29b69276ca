// Changes on the screen without the person's doing, and their last keys and taps: keys and taps
// that were meant for what was there before do nothing to what is there now.

import { waitingRows } from "../list/rows.js";
import { isPermission } from "../rendering/element.js";
import { besides } from "../rendering/together.js";
import { cardCame, cardPicked, interrupted, partsMoved, QUIET, stillHeld, tapCounts, tapDecides, tapNow } from "./hands.js";

/** @import { Card, CardActions } from "../types.js" */
/** @import { App } from "./app.js" */

/**
 * Something has ended or changes without the person's doing.
 * @param {App} app @param {number} [since] earlier keys caused the change
 */
export function interruptHands(app, since) {
  // Typing into a panel is not affected.
  if (app.state.panel) return;
  app.state.hands = interrupted(app.state.hands, app.clock(), since);
}

/**
 * Whether keys take effect immediately.
 * @param {App} app
 */
export function isArmed({ state: { hands }, clock }) {
  const now = clock();
  return !stillHeld(hands, now) && !(hands.running && now - hands.last < QUIET);
}

/**
 * The question on the screen ends. A field that is being typed in stays, whenever its last key was; unless the
 * person's own act ended it, and they typed nothing since.
 * @param {App} app @param {Card | null} card
 */
export function endUnderHands(app, card) {
  const { hands, panel, page } = app.state;
  const own = card?.sending ?? false;
  const field = panel || page !== "questions" ? null : app.screen.field();
  if (card && field && !(own && hands.last <= hands.acted)) card.still = field;
  interruptHands(app, own ? hands.acted : undefined);
  app.state.hands = cardCame(app.state.hands, app.clock());
}

/**
 * A card is on the screen: if nobody picked it, it takes no tap at first.
 * @param {App} app
 */
export function appeared(app) {
  const { card, hands } = app.state;
  if (card) app.state.hands = card.id === app.unpicked ? cardCame(hands, app.clock()) : cardPicked(hands);
}

/**
 * A field that outlived its question goes with the focus. Not while the pointer is down: what it points at stays
 * until it has been clicked.
 * @param {App} app
 */
export function checkStill(app) {
  const { card, hands } = app.state;
  if (card?.still && app.screen.field() !== card.still && !tapNow(hands)) letFieldGo(app, card);
}

/** @param {App} app @param {Card} card */
export function letFieldGo(app, card) {
  Object.assign(card, { still: null, asking: null, leaving: null, timing: false });
  app.screen.toTop();
}

/**
 * Before it is drawn: whether the card is at another step, where what sends may be where 'Next' was, or other
 * permissions on it came, went or were unfolded, and with them what stands below.
 * @param {App} app
 */
export function checkMoved({ state, clock }) {
  const { card, drawn } = state;
  const others = card && isPermission(card.view.origin.dialect) ? besides(waitingRows(state), card.view) : [];
  const parts = [card?.step, card?.unfolded.has("together"), ...others.map(({ id }) => id)].join();
  if (card === drawn.card && parts !== drawn.parts) state.hands = partsMoved(state.hands, clock());
  state.drawn = { card, parts };
}

/**
 * The same acts for a pointer: one that decides something counts only if it was begun for what is there.
 * @param {App} app @param {CardActions} act @returns {CardActions}
 */
export function byTap(app, act) {
  const counts = () => tapCounts(app.state.hands, app.clock());
  const decides = () => tapDecides(app.state.hands, app.clock());
  return {
    ...act,
    send: () => decides() && act.send(),
    sendAnyway: () => decides() && act.sendAnyway(),
    sendKept: () => decides() && act.sendKept(),
    left: () => decides() && act.left(),
    confirm: () => decides() && act.confirm(),
    hold: (on) => (!on || decides()) && act.hold(on),
    answerBeside: (id, option) => decides() && act.answerBeside(id, option),
    // Those that were listed when the finger went down are meant, whatever comes until it is lifted.
    pointAt: (ids) => act.pointAt(decides() ? ids : null),
    allowAll: (now) => (app.state.card?.pointed || decides()) && act.allowAll(now),
    choose: (question, option) => counts() && act.choose(question, option),
    edit: (question, edited) => counts() && act.edit(question, edited),
    turn: (question, how) => counts() && act.turn(question, how),
    step: (to) => decides() && act.step(to),
    extend: (seconds) => counts() && act.extend(seconds),
  };
}
