// An answer or a draft that did not arrive: kept, and sent as soon as the hub takes it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { sendLast, UNDO } from "../../portal/app/sending.js";
import { startTimers, TIME_AGAIN } from "../../portal/app/timing.js";
import { Refused, Unreachable } from "../../portal/live/http.js";
import { keptFor, letGo, SENT_BY_ITSELF } from "../../portal/live/outbox.js";
import { speak } from "../../portal/config/texts.js";
import { card } from "../../portal/rendering/card.js";
import { PageWithout } from "./page.js";
import { find, wordsOf } from "./samples.js";

/** What the hub replies when it is in trouble: no room, no disk, no place. */
const TROUBLE = [507, 500, 503, 429, 401];

/** A page with one question on the screen, whose next calls fail with these errors. */
async function asked(t, live, failing, more) {
  t.mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"], now: 1_700_000_000_000 });
  const page = new PageWithout(t);
  page.turns = async () => {
    for (let turn = 0; turn < 60; turn++) await null;
  };
  page.calls = [];
  const { ask } = page.app.feed;
  page.app.feed.ask = async (call) => {
    page.calls.push(call.call);
    page.sent = call.command?.submission?.questions.q.options;
    if (failing.length > 0) throw failing.shift();
    return ask(call);
  };
  page.app.setLive(live);
  page.id = page.arrives({ singleSubmit: false, irreversible: false, ...more });
  page.click(page.id);
  await page.turns();
  page.shownCard = page.app.state.card;
  return page;
}

/** Chooses and sends; only the sending counts as a call. */
async function answers(page, option = "pg") {
  page.card.choose("q", option);
  page.card.send();
  await page.turns();
}

const refused = (status) => new Refused({ status, detail: "in trouble" });

test("one failed request, and the connection is never lost: it is sent with the hub's next word", async (t) => {
  for (const live of ["http", "socket"]) {
    await t.test(live, async (t) => {
      const page = await asked(t, live, [new Unreachable("reset")]);
      await answers(page);
      assert.deepEqual([page.shownCard.kept, page.acts.length], ["waiting", 0]);
      // The next poll, or the socket that was reopened.
      page.app.setLive(live);
      await page.turns();
      assert.deepEqual(page.acts, [{ id: page.id, command: "answer" }]);
      assert.equal(page.shownCard.kept, null);
      assert.equal(keptFor(page.id), null);
      page.app.setLive(live);
      await page.turns();
      assert.equal(page.acts.length, 1);
    });
  }
});

test("with a socket that stays open it is tried again after a while, and so is a draft", async (t) => {
  const page = await asked(t, "socket", [new Unreachable("reset"), new Unreachable("reset")]);
  startTimers(page.app);
  await answers(page);
  page.pass(1_000);
  await page.turns();
  assert.deepEqual([page.shownCard.kept, page.calls], ["waiting", ["act", "save_draft"]]);
  page.pass(TIME_AGAIN);
  await page.turns();
  assert.deepEqual(page.calls, ["act", "save_draft", "save_draft", "act"]);
  assert.equal(page.acts.length, 1);
});

test("pressing send again tries at once, with what is chosen now", async (t) => {
  const page = await asked(t, "http", [new Unreachable("reset")]);
  await answers(page);
  await answers(page, "sqlite");
  assert.deepEqual([page.acts.length, page.sent], [1, ["sqlite"]]);
  assert.equal(page.shownCard.kept, null);
});

test("while the person decides anew, the earlier answer does not go", async (t) => {
  const page = await asked(t, "http", [new Unreachable("reset")]);
  await answers(page);
  page.card.leave("");
  page.app.setLive("http");
  await page.turns();
  assert.deepEqual([page.acts.length, page.shownCard.kept], [0, "waiting"]);
  page.card.leave(null);
  page.app.setLive("http");
  await page.turns();
  assert.equal(page.acts.length, 1);
});

test("a hub in trouble keeps nothing from being sent later; a refusal does", async (t) => {
  for (const status of TROUBLE) {
    await t.test(String(status), async (t) => {
      const page = await asked(t, "off", [refused(status), refused(status)]);
      page.app.state.met = true;
      await answers(page);
      page.card.back();
      page.app.setLive("socket");
      await page.turns();
      assert.deepEqual([page.acts.length, page.shownCard.kept], [0, "waiting"]);
      assert.ok(page.shownCard.refusal, "it says why");
      assert.ok(keptFor(page.id));
      for (let again = 0; again < 2; again++) {
        page.app.setLive("socket");
        await page.turns();
      }
      assert.equal(page.acts.length, 1);
      assert.equal(keptFor(page.id), null);
    });
  }
  for (const status of [403, 413, 422]) {
    await t.test(String(status), async (t) => {
      const page = await asked(t, "http", [refused(status)]);
      await answers(page);
      assert.deepEqual([page.shownCard.kept, keptFor(page.id)], [null, null]);
      assert.ok(page.shownCard.refusal);
      page.app.setLive("http");
      await page.turns();
      assert.equal(page.acts.length, 0);
    });
  }
});

test("a draft is kept by the same rule", async (t) => {
  const page = await asked(t, "socket", [refused(507), refused(422)]);
  startTimers(page.app);
  const saver = page.app.cards.saver(page.id);
  const saved = async () => {
    page.pass(TIME_AGAIN);
    await page.turns();
    return [page.calls.length, saver.unsaved().length > 0];
  };
  page.card.write("q", "because");
  await saver.flush();
  assert.deepEqual([page.calls.length, saver.unsaved().length > 0], [1, true]);
  assert.deepEqual(await saved(), [2, false], "what the desk refuses is not tried again");
  assert.deepEqual(await saved(), [2, false]);
});

test("what the person has to decide on is not asked for with every word of the hub", async (t) => {
  const page = await asked(t, "http", [new Unreachable("reset")], { irreversible: true });
  page.card.choose("q", "pg");
  page.card.send();
  page.card.confirming("confirm-word");
  page.card.confirm();
  await page.turns();
  assert.equal(page.shownCard.kept, "waiting");
  page.app.setLive("http");
  await page.turns();
  assert.deepEqual([page.acts.length, page.shownCard.kept], [0, "held"]);
  let loads = 0;
  const { serve } = page;
  page.serve = (path) => {
    loads += 1;
    return serve.call(page, path);
  };
  page.app.setLive("http");
  await page.turns();
  assert.deepEqual([loads, page.shownCard.kept], [0, "held"]);
  // It is still the person's to send.
  page.card.sendKept();
  await page.turns();
  assert.equal(page.acts.length, 1);
});

test("too late to go by itself, it is the person's to decide", async (t) => {
  const page = await asked(t, "http", [refused(507)]);
  await answers(page);
  page.pass(SENT_BY_ITSELF);
  page.app.setLive("http");
  await page.turns();
  assert.deepEqual([page.acts.length, page.shownCard.kept], [0, "held"]);
});

test("a page that closes keeps what the hub could not store", async (t) => {
  for (const [status, kept] of [[507, true], [422, false]]) {
    await t.test(String(status), async (t) => {
      const page = await asked(t, "http", [], { singleSubmit: true });
      page.card.choose("q", "pg");
      assert.ok(page.shownCard.undo);
      page.serve = () => ({ ok: false, status, statusText: "", json: async () => ({ kind: "store" }) });
      sendLast(page.shownCard);
      await page.turns();
      assert.equal(keptFor(page.id) !== null, kept);
      letGo(page.id);
    });
  }
});

test("what was changed elsewhere while a choice could be undone is not sent from here", async (t) => {
  for (const closes of [false, true]) {
    const [page, kept] = [await asked(t, "socket", [], { singleSubmit: true }), { field: "options", question: "q", options: ["pg"] }];
    const elsewhere = { ...kept, options: ["sqlite"] };
    page.card.choose("q", "pg");
    page.app.cards.takeDraft(page.id, [kept]);
    page.pass(300);
    await page.turns();
    assert.ok(page.shownCard.undo, "what was saved from here and came back is no change");
    page.app.cards.takeDraft(page.id, [elsewhere]);
    if (closes) sendLast(page.shownCard);
    page.pass(UNDO);
    await page.turns();
    assert.deepEqual([page.acts.length, keptFor(page.id), page.shownCard.undo], [0, null, null]);
    page.card.send();
    await page.turns();
    assert.deepEqual([page.acts.length, page.sent], [1, ["sqlite"]], "who reads it can send it");
    t.mock.timers.reset();
  }
});

test("while an answer is kept another one can be sent in its place, by mouse too", async (t) => {
  speak("en", { "kept-button": "Kept", "send-this": ["Send ", { value: "answer" }] });
  const page = await asked(t, "socket", [new Unreachable("reset"), new Unreachable("reset")]);
  await answers(page);
  const button = () => {
    const shown = card(page.shownCard, { left: undefined, clock: 0, hints: false, letters: false, listening: true }, page.card);
    const [send] = find(shown, ({ props }) => props["data-do"] === "send");
    return [wordsOf(send).trim().replace(/ +/g, " "), Boolean(send.props.disabled)];
  };
  assert.deepEqual(button(), ["Kept", true]);
  page.card.choose("q", "sqlite");
  assert.deepEqual(button(), ["Send SQLite", false]);
  page.card.send();
  await page.turns();
  assert.deepEqual([button(), keptFor(page.id).command.submission.questions.q.options], [["Kept", true], ["sqlite"]]);
});

test("an answer that is changed while it is kept, or on its way, is not sent by itself", async (t) => {
  for (const onItsWay of [false, true]) {
    const page = await asked(t, "socket", [new Unreachable("frozen")]);
    await (onItsWay ? (page.card.choose("q", "pg"), page.card.send()) : answers(page));
    page.card.choose("q", "sqlite");
    await page.turns();
    assert.deepEqual([page.shownCard.kept, keptFor(page.id)], [null, null]);
    page.app.setLive("socket");
    page.pass(5_000);
    await page.turns();
    assert.deepEqual([page.acts.length, page.shownCard.work.entries.q.options], [0, ["sqlite"]]);
    // The first one had arrived after all.
    const outcome = { kind: "answered", actor: { via: "web", presence: "interactive" }, answers: { questions: { q: { kind: "given", options: ["pg"] } } } };
    const known = page.views.get(page.id);
    page.app.cards.take({ ...known, status: "submitted", revision: 2, state: { phase: "settled", at: "2026-01-01T14:05:00Z", outcome } });
    assert.deepEqual(page.shownCard.unsent?.submission.questions.q.options, ["sqlite"], "it can be read that it was not used");
    page.forget();
    t.mock.timers.reset();
  }
});

test("what was changed while the answer arrived stays to be read", async (t) => {
  const page = await asked(t, "socket", []);
  page.card.choose("q", "pg");
  page.card.send();
  page.card.choose("q", "sqlite");
  await page.turns();
  assert.deepEqual([page.acts.length, page.shownCard.unsent?.submission.questions.q.options], [1, ["sqlite"]]);
  page.forget();
});

test("a cancel that is kept is called that", async (t) => {
  speak("en", { cancel: "Cancel", "kept-for-later": "Kept in this browser.", "send-this": ["Send ", { value: "answer" }] });
  const page = await asked(t, "socket", [new Unreachable("frozen")]);
  page.card.choose("q", "pg");
  page.card.leave("not today");
  page.card.left();
  await page.turns();
  const shown = card(page.shownCard, { left: undefined, clock: 0, hints: false, letters: false, listening: true }, page.card);
  const [words] = find(shown, ({ props }) => props.key === "preview" || /preview/.test(props.class ?? ""));
  assert.match(wordsOf(words).replace(/\s+/g, " "), /Cancel — not today ?· Kept in this browser\./);
  page.forget();
  letGo(page.id);
});

test("the note of a cancel survives a reload, unless it was thought better of, or is kept to be sent", async (t) => {
  const reloaded = async (page) => {
    page.app.cards.known.clear();
    page.app.state.card = null;
    await page.app.loadCard(page.id);
    return page.app.state.card.leaving;
  };
  const page = await asked(t, "socket", [new Unreachable("frozen")]);
  page.card.leave("wrong branch");
  assert.equal(await reloaded(page), "wrong branch");
  page.card.leave(null);
  assert.equal(await reloaded(page), null);
  page.card.leave("wrong branch");
  page.card.left();
  await page.turns();
  assert.equal(await reloaded(page), null);
  page.forget();
  letGo(page.id);
});

test("more time that did not arrive is not called an answer that was not sent", async (t) => {
  speak("en", { "time-not-changed": "The time was not changed.", "not-sent": "Not sent." });
  const page = await asked(t, "socket", [new Unreachable("frozen"), new Unreachable("frozen")]);
  await answers(page);
  page.card.extend(600);
  await page.turns();
  assert.deepEqual([page.shownCard.kept, page.shownCard.refusal], ["waiting", "The time was not changed."]);
  page.forget();
  letGo(page.id);
});
