// The connection: when a socket is tried, and when requests have to do.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Feed } from "../../portal/live/feed.js";
import { trust } from "../../portal/live/http.js";
import { replyProof } from "../../portal/live/proof.js";
import "./page.js";

/**
 * What a page without a connection does, until it has a socket or has to wait for news.
 * @param {boolean[]} hub whether there is one, at each attempt to reach it
 * @param {boolean} sockets whether it takes sockets
 */
async function attempts(hub, sockets) {
  const done = [];
  const isThere = () => (hub.length > 1 ? hub.shift() : hub[0]);
  trust("session");
  globalThis.fetch = async (path, { headers }) => {
    const waits = !path.includes("seconds=0");
    done.push(waits ? "waits" : "request");
    if (waits) feed.stop();
    if (!isThere()) throw new TypeError("refused");
    return { ok: true, status: 200, json: async () => ({ cursor: "1.1", events: [] }), headers: { get: () => replyProof(headers["Sayso-Nonce"]) } };
  };
  const feed = new (class extends Feed {
    async bySocket() {
      done.push("socket");
      if (!isThere() || !sockets) return false;
      this.stop();
      return true;
    }

    async pause() {
      done.push("pause");
      trust("session");
    }
  })({ mode: () => {}, news: () => {}, opened: () => {}, denied: () => {}, outdated: () => {} });
  feed.cursor = "1.0";
  await feed.run();
  return done;
}

test("a hub that starts between a socket and a request is asked for a socket again at once", async () => {
  assert.deepEqual(await attempts([false, true], true), ["socket", "request", "socket"]);
  assert.deepEqual(await attempts([false, false, false, true], true), ["socket", "request", "pause", "socket", "request", "socket"]);
});

test("a hub without sockets is not asked for one again and again", async () => {
  assert.deepEqual(await attempts([true], false), ["socket", "request", "socket", "request", "waits"]);
});
