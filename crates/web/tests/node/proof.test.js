// The mutual proofs of page and hub, checked against the browser's own hashing and the hub's
// values.

import assert from "node:assert/strict";
import { test } from "node:test";

import { distrust, exchange, Impostor, Refused, request, Unreachable } from "../../portal/live/http.js";
import { hmac, Meeting, replyProof, sha256 } from "../../portal/live/proof.js";

const hex = (bytes) => Buffer.from(bytes).toString("hex");
const NONCE = "00112233445566778899aabbccddeeff";
const TOKEN = `0123456789ab.${"07".repeat(32)}`;
/** Values of the hub's own test, crates/access/src/page_tokens/proof.rs. */
const HUB = { epoch: "e1", proof: "d3abf1ed0ddf281028b73bc783c60f5b269e85c82e489567540300969c08fe43" };
const PAGE = "7a7659f135e44a3eef720c382bebfc9c75c6a346a9af5702cf63a9cbbcf09517";

test("hashes are those of the browser, whatever the length", async () => {
  for (let length = 0; length <= 260; length++) {
    const message = Uint8Array.from({ length }, (_, n) => (n * 7 + length) & 255);
    assert.equal(hex(sha256(message)), hex(await crypto.subtle.digest("SHA-256", message)), `${length} bytes`);
  }
  for (const length of [1, 32, 64]) {
    const [bytes, message] = [new Uint8Array(length).fill(length), new TextEncoder().encode("localhost:7431\nüé")];
    const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    assert.equal(hex(hmac(bytes, message)), hex(await crypto.subtle.sign("HMAC", key, message)), `a key of ${length} bytes`);
  }
});

test("the page answers its own hub and nobody else", () => {
  const meeting = new Meeting(TOKEN, "localhost:7431", NONCE);
  assert.deepEqual(meeting.introduction, { page: "0123456789ab", nonce: NONCE });
  assert.equal(meeting.answer(HUB), PAGE);
  const others = [null, {}, { epoch: "e2", proof: HUB.proof }, { epoch: "e1" }, { epoch: "e1", proof: PAGE }, { epoch: "e1", proof: "" }, "e1"];
  for (const other of others) assert.equal(meeting.answer(other), null, JSON.stringify(other));
  assert.equal(new Meeting(TOKEN, "localhost:7432", NONCE).answer(HUB), null, "another origin");
  assert.equal(new Meeting(TOKEN, "localhost:7431", NONCE.replace("0", "1")).answer(HUB), null, "replayed");
  for (const broken of ["", "0123456789ab", "0123456789ab.", "0123456789ab.07"]) {
    assert.equal(new Meeting(broken, "localhost:7431", NONCE).answer(HUB), null, broken);
  }
});

test("a request waits for the hub's proof; what an impostor gets is worth nothing", async () => {
  const kept = new Map([["sayso.token", TOKEN], ["sayso.session", "0123456789ab.old"]]);
  globalThis.localStorage = { getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, value), removeItem: (name) => kept.delete(name) };
  globalThis.location = { host: "localhost:7431" };
  const sent = [];
  const reply = (status, data) => ({ ok: status < 300, status, statusText: "", json: async () => data });
  const serve = (hub, proofFor = replyProof) => {
    sent.length = 0;
    globalThis.fetch = async (path, { headers, body }) => {
      sent.push(JSON.stringify([path, headers, body]));
      const reply = hub(path, headers, JSON.parse(body ?? "null"));
      return { ...reply, headers: { get: (name) => (name === "Sayso-Proof" ? proofFor(headers["Sayso-Nonce"]) : null) } };
    };
  };
  const proofOf = (nonce, epoch) => {
    const secret = Uint8Array.from({ length: 32 }, () => 7);
    return hex(hmac(sha256(secret), new TextEncoder().encode(["hub", nonce, "localhost:7431", epoch].join("\n"))));
  };

  // With any reply, an impostor learns only the page's id and a nonce.
  for (const answer of [reply(200, { epoch: "e9", proof: "00" }), reply(200, null), reply(200, [])]) {
    distrust();
    serve(() => answer);
    await assert.rejects(request("POST", "/api/v1/interactions/1/act", { secret: "answer" }), Impostor);
    assert.equal(sent.length, 1);
    assert.doesNotMatch(sent[0], /old|07070707|answer|Bearer/);
  }
  serve(() => reply(401, { kind: "request", detail: "unknown" }));
  await assert.rejects(request("GET", "/api/v1/events"), Refused);
  assert.doesNotMatch(sent.join(), /old|07070707|Bearer/);

  // The hub: proves its identity, gets the page's proof, issues a session; then it gets requests.
  const hub = (path, headers, body) => {
    if (path !== "/api/v1/sessions") return headers.Authorization === "Bearer 0123456789ab.new" ? reply(200, { fine: true }) : reply(401, { kind: "request" });
    return body.proof ? reply(200, { session: "0123456789ab.new" }) : reply(200, { epoch: "e1", proof: proofOf(body.nonce, "e1") });
  };
  serve(hub);
  assert.deepEqual(await request("GET", "/api/v1/status"), { fine: true });
  assert.equal(sent.length, 3);
  assert.equal(kept.get("sayso.session"), "0123456789ab.new");
  assert.deepEqual(await request("GET", "/api/v1/status"), { fine: true });
  assert.equal(sent.length, 4, "it is trusted from then on");
  // The next hub process doesn't know the session.
  kept.set("sayso.session", "0123456789ab.stale");
  assert.deepEqual(await request("GET", "/api/v1/status"), { fine: true });
  assert.doesNotMatch(sent.join(), /07070707/);

  // A reply over a connection that was opened to another process.
  for (const proof of [() => null, () => "", () => replyProof(NONCE)]) {
    serve(hub);
    await request("GET", "/api/v1/status");
    serve(() => reply(200, { forged: true }), proof);
    await assert.rejects(request("GET", "/portal/questions/1"), Unreachable);
    await assert.rejects(request("GET", "/portal/questions/1"), Impostor, "it has to prove itself anew");
  }

  // A link.
  serve(() => reply(201, { token: "fedcba987654.00", session: "fedcba987654.11" }));
  await exchange("code", "tokens");
  assert.equal(kept.get("sayso.token"), "fedcba987654.00");
  assert.doesNotMatch(sent.join(), /Bearer/);
});
