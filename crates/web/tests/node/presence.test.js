// The page's reports of the person at it: little, and nothing while nothing happens.

import assert from "node:assert/strict";
import { test } from "node:test";
import { EVERY, Presence } from "../../portal/live/presence.js";

function page() {
  const sent = [];
  const opened = [];
  const world = { now: 1_000, visible: true, open: true };
  const line = {
    get isOpen() {
      return world.open;
    },
    number: 0,
    follow: ({ call, attach }) => {
      line.number = 4;
      opened.push([call, attach.surface]);
    },
    call: async (call) => void sent.push(call),
  };
  const presence = new Presence(() => world.now, () => world.visible);
  return { sent, opened, world, line, presence };
}

/** REQ: RE-1 */
test("keys are reported at most every twenty seconds, and none while the page is hidden", () => {
  const { sent, opened, world, line, presence } = page();
  presence.touch();
  presence.opened(line);
  assert.deepEqual(opened, [["attach", "web"]]);
  assert.deepEqual(sent, [{ call: "seen", attach: 4, visible: true, touched: false }]);
  sent.length = 0;
  world.now += EVERY;
  for (let key = 0; key < 100; key++) {
    presence.touch();
    world.now += EVERY / 40;
  }
  assert.deepEqual(sent.map(({ touched }) => touched), [true, true, true]);
  world.visible = false;
  world.now += EVERY;
  presence.touch();
  assert.equal(sent.length, 3);
});

/** REQ: RE-1 */
test("it says at once when it is shown or hidden, and nothing without a connection", () => {
  const { sent, world, line, presence } = page();
  presence.opened(line);
  world.visible = false;
  presence.turned();
  world.visible = true;
  presence.turned();
  assert.deepEqual(sent.map(({ visible }) => visible), [true, false, true]);
  world.open = false;
  presence.turned();
  assert.equal(sent.length, 3);
});
