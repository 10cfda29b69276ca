// Saving while typing: one request at a time, nothing lost, own echoes ignored.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PAUSE, Saver } from "../../portal/answering/drafts.js";
import { begin } from "../../portal/answering/work.js";
import { form, single } from "./samples.js";

const text = (value) => ({ field: "text", question: "q", text: value });

test("typing is saved once it pauses, the newest value of each field", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const sent = [];
  const saver = new Saver("a", async (fields) => void sent.push(fields));
  saver.note([text("a")]);
  t.mock.timers.tick(PAUSE - 1);
  saver.note([text("ab")]);
  t.mock.timers.tick(PAUSE - 1);
  assert.deepEqual(sent, []);
  t.mock.timers.tick(1);
  assert.deepEqual(sent, [[text("ab")]]);
  await Promise.resolve();
  assert.deepEqual(saver.unsaved(), []);
});

test("what could not be saved is kept, unless something newer was typed", async () => {
  let fails = true;
  const sent = [];
  const saver = new Saver("b", async (fields) => {
    if (fails) throw new Error("off");
    sent.push(fields);
  });
  saver.note([text("old"), { field: "note", text: "n" }]);
  const attempt = saver.flush();
  saver.note([text("new")]);
  await attempt;
  assert.deepEqual(saver.unsaved().length, 2);
  fails = false;
  await saver.flush();
  assert.deepEqual(sent[0].find((field) => field.field === "text"), text("new"));
  saver.drop();
});

test("an echo changes nothing; what comes from elsewhere does, but not what is being typed in", async () => {
  const work = begin(form([single()]), []);
  const saver = new Saver("c", async () => {});
  const options = (ids) => ({ field: "options", question: "q", options: ids });
  saver.note([options(["pg"])]);
  await saver.flush();
  saver.note([options(["sqlite"])]);
  await saver.flush();
  work.entries.q.options = ["sqlite"];
  assert.equal(saver.receive(work, [options(["pg"])], null), false, "an old echo");
  assert.equal(saver.receive(work, [options(["sqlite"])], null), false);
  assert.deepEqual(work.entries.q.options, ["sqlite"]);
  assert.equal(saver.receive(work, [options(["dynamo"])], null), true);
  assert.deepEqual(work.entries.q.options, ["dynamo"]);
  assert.equal(saver.receive(work, [options(["dynamo"])], null), false, "it is that already");
  assert.equal(saver.receive(work, [text("elsewhere")], "text/q"), false);
  assert.equal(work.entries.q.text, "");
  saver.note([text("here")]);
  assert.equal(saver.receive(work, [text("elsewhere")], null), false, "what is unsaved here is newer");
  saver.drop();
});
