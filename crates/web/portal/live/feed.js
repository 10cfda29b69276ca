// Keeps the connection: over a socket if possible, otherwise by plain requests, and retries if
// neither works. Passes events on; what they mean is decided elsewhere.

import { distrust, Impostor, Refused, Unreachable, request } from "./http.js";
import { greet } from "./known.js";
import { openLine } from "./socket.js";

/** @typedef {import("../types.js").Events} Events */
/** @typedef {import("./socket.js").Line} Line */

/** Without a socket: how long one request waits for news, and how often a socket is tried again. */
const WAIT_SECONDS = 10;
/** How much longer a plain reply may take. */
const LEEWAY = 6_000;
const SOCKET_AGAIN = 30_000;
/**
 * While the page is visible, a connection that is silent for this long is checked, and has this
 * long to reply.
 */
const BEAT = 3_000;
const SILENCE = 6_000;
const REPLY = 8_000;
/** A shorter limit for when the page becomes visible again or the connection is in doubt. */
const REPLY_NOW = 3_000;
/** Pauses between attempts grow from the first to the second value, with a random part. */
const PAUSES = [250, 8_000];

/**
 * @typedef {object} Listener
 * @property {(live: "socket" | "http" | "off", impostor?: boolean) => void} mode
 * @property {(events: Events) => void} news
 * @property {(line: Line) => void} opened a socket is connected
 * @property {() => void} denied the token is unknown or revoked
 * @property {() => void} outdated the hub speaks another wire
 */

export class Feed {
  /** @param {Listener} listener */
  constructor(listener) {
    this.listener = listener;
    /** @type {Line | null} */
    this.line = null;
    /** @type {string | null} */
    this.cursor = null;
    this.failures = 0;
    /** The hub answers requests, but a socket has failed since it does. */
    this.socketless = false;
    this.stopped = false;
    /** @type {(() => void) | null} */
    this.wake = null;
    this.checking = false;
    /**
     * Aborts a plain request that waits for news.
     * @type {AbortController | null}
     */
    this.polling = null;
  }

  async run() {
    while (!this.stopped) {
      try {
        if (!(await this.bySocket())) await this.byRequests();
      } catch (error) {
        if (this.stopped) return;
        if (error instanceof Refused && error.problem.status === 401) {
          this.listener.denied();
          return;
        }
        this.socketless = false;
        this.listener.mode("off", error instanceof Impostor);
        await this.pause();
      }
    }
  }

  stop() {
    this.stopped = true;
    this.polling?.abort();
    this.line?.close();
    this.wake?.();
  }

  /** The page is visible, or the network is back: retry now. */
  hurry() {
    this.failures = 0;
    this.wake?.();
  }

  /**
   * Checks whether the hub still responds. A hung connection is closed and reported as lost.
   * @param {number} [limit]
   */
  async check(limit = REPLY_NOW) {
    this.hurry();
    const { line, polling } = this;
    const asked = performance.now();
    if (this.checking) return;
    this.checking = true;
    if (line?.isOpen) {
      const waited = new Promise((resolve) => setTimeout(() => resolve("late"), limit));
      const reply = await Promise.race([line.call({ call: "ping" }).catch(() => null), waited]);
      if (reply === "late" && line.heard < asked && line === this.line) line.cut();
    } else if (polling) {
      await request("GET", `/api/v1/events?after=${this.cursor}&seconds=0`, undefined, { limit }).catch((error) => error instanceof Unreachable && polling.abort());
    }
    this.checking = false;
  }

  /** Resolves when the socket has ended, to whether there was one. */
  async bySocket() {
    const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/v1/socket`;
    // Another program may have taken the hub's place.
    distrust();
    const line = await openLine(address).catch((error) => {
      if (error instanceof Refused || error instanceof Impostor) throw error;
      return null;
    });
    if (!line) return false;
    greet(line).then((known) => known || this.listener.outdated());
    let met = false;
    // A hidden page isn't checked until it becomes visible.
    const beat = setInterval(() => {
      if (!document.hidden && performance.now() - line.heard >= SILENCE) this.check(REPLY);
    }, BEAT);
    try {
      for (;;) {
        const events = await line.call(this.cursor ? { call: "events", after: this.cursor } : { call: "events" });
        if (!met) {
          met = true;
          this.failures = 0;
          this.socketless = false;
          this.line = line;
          this.listener.mode("socket");
          this.listener.opened(line);
        }
        this.take(events);
      }
    } catch (error) {
      line.close();
      if (line.dead) this.listener.mode("off");
      if (this.stopped || (error instanceof Refused && error.problem.status === 401)) throw error;
      // A socket that closed before its first message doesn't work; any other may just have to be
      // reopened.
      return met;
    } finally {
      clearInterval(beat);
      distrust();
      this.line = null;
    }
  }

  async byRequests() {
    // The hub may have started just after the socket failed, so a hub that answers is asked for a
    // socket again at once. Only if that fails too there is none for a while.
    const until = performance.now() + (this.socketless ? SOCKET_AGAIN : 0);
    // The first request doesn't wait for news: it shows whether there is a hub.
    let seconds = 0;
    do {
      const after = this.cursor ? `after=${this.cursor}&` : "";
      const path = `/api/v1/events?${after}seconds=${this.cursor ? seconds : WAIT_SECONDS}`;
      const polling = new AbortController();
      const waits = this.cursor && seconds === 0 ? 0 : WAIT_SECONDS * 1000;
      if (waits > 0 && this.cursor) this.polling = polling;
      const events = await request("GET", path, undefined, { limit: waits + LEEWAY, signal: polling.signal }).finally(() => (this.polling = null));
      seconds = WAIT_SECONDS;
      this.failures = 0;
      this.listener.mode("http");
      this.take(events);
    } while (!this.stopped && performance.now() < until);
    this.socketless = true;
  }

  /** @param {Events} events */
  take(events) {
    this.cursor = events.cursor;
    this.listener.news(events);
  }

  pause() {
    const [first, longest] = PAUSES;
    const length = Math.min(longest, first * 2 ** this.failures++) * (0.5 + Math.random());
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(null), length);
      this.wake = () => {
        clearTimeout(timer);
        resolve(null);
      };
    });
  }

  /**
   * Makes a call over the socket, or as a request.
   * @param {Record<string, unknown>} call for the socket
   * @param {[string, string, unknown]} plain method, path and body of the same call as a request
   * @returns {Promise<any>}
   */
  async ask(call, plain) {
    const { line } = this;
    if (line?.isOpen) {
      try {
        return await line.call(call);
      } catch (error) {
        // If the connection hangs, a request would hang too.
        if (!(error instanceof Unreachable) || line.dead) throw error;
      }
    }
    return request(...plain);
  }
}
