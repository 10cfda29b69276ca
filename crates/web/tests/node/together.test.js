// Several permissions of one session on the card of one of them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { freshCard } from "../../portal/app/state.js";
import { speak } from "../../portal/config/texts.js";
import { allowedTogether, besides, together } from "../../portal/rendering/together.js";
import { PageWithout } from "./page.js";
import { find, form, row, single, view, wordsOf } from "./samples.js";

const permission = (more) => {
  const options = [{ id: "allow", label: "Allow once" }, { id: "deny", label: "Deny", safe: true }];
  const asked = view(form([single({ control: { kind: "one", own_text: "allowed", options } })]));
  return { ...asked, id: "open", origin: { ...asked.origin, dialect: "permission", session: "s1" }, ...more };
};
const waiting = (id, more) => row({ id, title: `touch ${id}`, dialect: "permission", session: "s1", says_all: true, ...more });

test("only permissions of the same session are listed", () => {
  const rows = [
    waiting("open"),
    waiting("a"),
    waiting("b", { session: "s2" }),
    waiting("c", { session: undefined }),
    waiting("d", { dialect: "claude_question" }),
    waiting("e", { status: "given" }),
    waiting("f"),
  ];
  const ids = (asked) => besides(rows, asked).map(({ id }) => id);
  assert.deepEqual(ids(permission()), ["a", "f"]);
  assert.deepEqual(ids(permission({ origin: { dialect: "permission" } })), [], "without a session nothing belongs together");
  assert.deepEqual(ids(permission({ origin: { dialect: "claude_question", session: "s1" } })), []);
});

test("all means what was listed when the finger went down, and nothing that cannot be undone", () => {
  speak("en", { "together-all": ["Allow these ", { value: "count" }, " once"], "together-both": "Allow both once" });
  const card = freshCard(permission());
  const others = [waiting("a"), waiting("rm", { irreversible: true }), waiting("b")];
  assert.deepEqual(allowedTogether(card, others), ["open", "a", "b"]);
  const undone = freshCard(permission({ policy: { timeout_action: "cancel", irreversible: true } }));
  assert.deepEqual(allowedTogether(undone, others), ["a", "b"]);
  const long = Array.from({ length: 20 }, (_, at) => waiting(`n${at}`));
  assert.equal(allowedTogether(card, long).length, 7, "what is not on the card is not allowed");

  const done = [];
  const act = { pointAt: (ids) => done.push(["down", ids]), allowAll: (ids) => done.push(["up", ids]), answerBeside: (...all) => done.push(all), open: (id) => done.push(id) };
  const drawn = together(card, others, act);
  const [all] = find(drawn, ({ props }) => props["data-do"] === "all");
  all.props.onpointerdown();
  assert.deepEqual(done.pop(), ["down", ["open", "a", "b"]]);
  const [line] = find(drawn, ({ props }) => props["data-beside"] === "rm");
  assert.equal(find(line, ({ props }) => props["data-do"] === "allow").length, 0, "it has a card of its own");
  assert.match(wordsOf(line), /touch rm/);
  find(drawn, ({ props }) => props["data-do"] === "deny")[0].props.onclick();
  assert.deepEqual(done.pop(), ["a", "deny"]);
  assert.match(wordsOf(drawn), /Allow these 3 once/);

  // An edit, or a title that was cut: it has to be opened, and can be denied here.
  const unsaid = [waiting("edit", { says_all: undefined }), waiting("b")];
  assert.deepEqual(allowedTogether(card, unsaid), ["open", "b"]);
  const beside = together(card, unsaid, act);
  const [edit] = find(beside, ({ props }) => props["data-beside"] === "edit");
  assert.deepEqual(find(edit, ({ props }) => ["allow", "deny"].includes(props["data-do"])).map(({ props }) => props["data-do"]), ["deny"]);
  assert.match(wordsOf(beside), /Allow both once/);
});

test("a row that came or moved takes no tap that was meant for what was there", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  speak("en", {});
  const page = new PageWithout(t);
  const asks = (id) => {
    page.views.set(id, permission({ id }));
    page.hear({ event: "created", row: waiting(id, { created_at: `2026-01-01T14:0${id.length}:00Z` }) });
  };
  const beside = (id) => page.tap("allow", { "data-beside": id });
  asks("p");
  page.click("p");
  await page.settle();
  page.drawn();
  page.pass(5_000);
  asks("pa");
  page.drawn();
  page.pass(500);
  beside("pa");
  await page.settle();
  page.tap("all");
  await page.settle();
  assert.deepEqual(page.acts, [], "nobody can have read it");
  page.pass(600);
  asks("paa");
  asks("paaa");
  page.drawn();
  page.pass(600);
  beside("pa");
  page.pass(100);
  page.hear({ event: "settled", row: waiting("pa", { status: "answered" }) });
  page.drawn();
  page.pass(200);
  beside("paa");
  await page.settle();
  assert.deepEqual(page.acts.map(({ id }) => id), ["pa"], "the second tap was meant for the first");
  page.pass(600);
  beside("paa");
  await page.settle();
  assert.deepEqual(page.acts.map(({ id }) => id), ["pa", "paa"]);
});
