// Stays connected: over a socket where one can be had, else by plain requests, and tries again when
// neither can. Hands on what happened; what it means is decided elsewhere.

import { recall } from "../config/storage.js";
import { Refused, Unreachable, request } from "./http.js";
import { openLine } from "./socket.js";

/** @typedef {import("../types.js").Events} Events */
/** @typedef {import("./socket.js").Line} Line */

/** In plain mode: how long one request waits for news, and how often a socket is tried again. */
const WAIT_SECONDS = 10;
const SOCKET_AGAIN = 30_000;
/** Pauses between attempts grow from the first to the second, and differ between pages. */
const PAUSES = [250, 8_000];

/**
 * @typedef {object} Listener
 * @property {(live: "socket" | "http" | "off") => void} mode
 * @property {(events: Events) => void} news
 * @property {(line: Line) => void} opened a socket is there
 * @property {() => void} denied the token is not, or no longer, known
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
    this.stopped = false;
    /** @type {(() => void) | null} */
    this.wake = null;
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
        this.listener.mode("off");
        await this.pause();
      }
    }
  }

  stop() {
    this.stopped = true;
    this.line?.close();
    this.wake?.();
  }

  /** Somebody is looking, or the network is back: no need to wait any longer. */
  hurry() {
    this.failures = 0;
    this.wake?.();
  }

  /** Whether a socket could be had; returns when it has ended. */
  async bySocket() {
    const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/v1/socket`;
    const line = await openLine(address, recall("token") ?? "").catch((error) => {
      if (error instanceof Refused) throw error;
      return null;
    });
    if (!line) return false;
    let met = false;
    try {
      for (;;) {
        const events = await line.call(this.cursor ? { call: "events", after: this.cursor } : { call: "events" });
        if (!met) {
          met = true;
          this.failures = 0;
          this.line = line;
          this.listener.mode("socket");
          this.listener.opened(line);
        }
        this.take(events);
      }
    } catch (error) {
      line.close();
      if (this.stopped || (error instanceof Refused && error.problem.status === 401)) throw error;
      // One that ended before it said anything is none; one that did may just have to be opened again.
      return met;
    } finally {
      this.line = null;
    }
  }

  async byRequests() {
    const until = performance.now() + SOCKET_AGAIN;
    // The first request does not wait for news: it tells whether there is a hub.
    let seconds = 0;
    while (!this.stopped && performance.now() < until) {
      const after = this.cursor ? `after=${this.cursor}&` : "";
      const path = `/api/v1/events?${after}seconds=${this.cursor ? seconds : WAIT_SECONDS}`;
      const events = await request("GET", path, undefined, { limit: (WAIT_SECONDS + 10) * 1000 });
      seconds = WAIT_SECONDS;
      this.failures = 0;
      this.listener.mode("http");
      this.take(events);
    }
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
   * A call over whichever way there is.
   * @param {Record<string, unknown>} call for the socket
   * @param {[string, string, unknown]} plain method, path and body of the same as a request
   * @returns {Promise<any>}
   */
  async ask(call, plain) {
    if (this.line?.isOpen) {
      try {
        return await this.line.call(call);
      } catch (error) {
        if (!(error instanceof Unreachable)) throw error;
      }
    }
    return request(...plain);
  }
}
