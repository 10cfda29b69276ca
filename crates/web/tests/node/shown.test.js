// Agent text on the page: the same cases as in the terminal and in chats.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { h } from "../../portal/rendering/element.js";
import { shownText } from "../../portal/rendering/shown.js";

const cases = JSON.parse(readFileSync(new URL("../../../core/src/text/cases.json", import.meta.url), "utf8"));

test("what is hidden is named and what is written stays, as everywhere", () => {
  assert.ok(cases.length > 20);
  for (const { name, given, shown } of cases) {
    assert.equal(shownText(given), shown, name);
    assert.equal(shownText(shown), shown, `${name}: once is enough`);
  }
});

test("every text that becomes an element is safe, and so is what is read aloud", () => {
  const bad = "rm ./\u202egol";
  const drawn = h("p", { title: bad, "aria-label": bad, value: bad, key: bad }, bad, ["a", [bad]]);
  assert.deepEqual(drawn.children, ["rm ./‹U+202E›gol", "a", "rm ./‹U+202E›gol"]);
  assert.equal(drawn.props.title, "rm ./‹U+202E›gol");
  assert.equal(drawn.props["aria-label"], "rm ./‹U+202E›gol");
  assert.equal(drawn.props.value, bad, "what a person edits is left alone");
  assert.equal(drawn.props.key, bad);
});
