// The address, and the page for a browser without access.

import assert from "node:assert/strict";
import { test } from "node:test";
import { codeIn } from "../../portal/live/http.js";
import { enterByCode, pair } from "../../portal/app/entering.js";
import { PageWithout } from "./page.js";

test("an address that is not encoded as it should be is a question that does not exist", async (t) => {
  const page = new PageWithout(t);
  location.pathname = "/choice/%E0";
  await page.app.goToAddress();
  assert.deepEqual([page.app.state.missing, page.app.state.card], [true, null]);
  location.pathname = "/";
});

test("the code of a link is read however it is encoded", () => {
  assert.deepEqual(["#code=a%2Bb", "#x=1&code=%E0", "#other", ""].map(codeIn), ["a+b", "%E0", null, null]);
});

test("pairing says what happened: refused, or no answer", async (t) => {
  const page = new PageWithout(t);
  page.app.state.door = "closed";
  const problem = async (serve) => {
    globalThis.fetch = serve;
    await pair(page.app, "ABCD");
    return page.app.state.doorProblem;
  };
  const refused = (status) => async () => ({ ok: false, status, statusText: "", json: async () => ({ kind: "request", detail: "no" }) });
  assert.equal(await problem(async () => { throw new TypeError("reset"); }), "door-failed");
  assert.equal(await problem(refused(403)), "door-pair-refused");
  assert.equal(await problem(refused(503)), "door-failed");
});

test("a link says the same", async (t) => {
  const page = new PageWithout(t);
  const problem = async (serve) => {
    globalThis.fetch = serve;
    page.app.code = "abc";
    await enterByCode(page.app, null);
    return page.app.state.doorProblem;
  };
  assert.equal(await problem(async () => { throw new TypeError("reset"); }), "door-failed");
  assert.equal(await problem(async () => ({ ok: false, status: 403, statusText: "", json: async () => ({ kind: "request" }) })), "door-refused");
});
