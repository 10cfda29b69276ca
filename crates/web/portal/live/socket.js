// One WebSocket for many calls: each has a number, which its replies repeat.

import { Impostor, Refused, trust, Unreachable } from "./http.js";
import { Meeting } from "./proof.js";

/** @typedef {{ resolve: (value: any) => void, reject: (error: Error) => void, each?: (value: any) => void }} Waiting */

/** Time limit for opening before plain HTTP is used. */
const OPENING = 4_000;

export class Line {
  /** @param {WebSocket} socket */
  constructor(socket) {
    this.socket = socket;
    /** When the last message arrived. */
    this.heard = performance.now();
    /** It was given up: no more messages arrived, and it wasn't closed either. */
    this.dead = false;
    this.number = 0;
    /** @type {Map<number, Waiting>} */
    this.waiting = new Map();
    socket.onmessage = (message) => this.receive(message.data);
    socket.onclose = () => this.end();
  }

  get isOpen() {
    return !this.dead && this.socket.readyState === 1;
  }

  /**
   * @param {Record<string, unknown>} call
   * @param {(value: any) => void} [each] for calls with several replies
   * @returns {Promise<any>}
   */
  call(call, each) {
    const n = ++this.number;
    return new Promise((resolve, reject) => {
      if (!this.isOpen) {
        reject(new Unreachable());
        return;
      }
      this.waiting.set(n, { resolve, reject, each });
      this.socket.send(JSON.stringify({ n, ...call }));
    });
  }

  /**
   * A call with several replies; the returned function ends it.
   * @param {Record<string, unknown>} call
   * @param {(value: any) => void} each
   * @returns {() => void}
   */
  follow(call, each) {
    const n = this.number + 1;
    this.call(call, each).catch(() => {});
    return () => {
      this.waiting.delete(n);
      if (this.isOpen) this.socket.send(JSON.stringify({ n, call: "stop" }));
    };
  }

  close() {
    this.socket.close();
  }

  /** @param {string} text */
  receive(text) {
    this.heard = performance.now();
    const { n, ok, problem } = JSON.parse(text);
    const waiting = this.waiting.get(n);
    if (!waiting) return;
    if (waiting.each && !problem) {
      waiting.each(ok);
      return;
    }
    this.waiting.delete(n);
    if (problem) waiting.reject(new Refused(problem));
    else waiting.resolve(ok ?? null);
  }

  /** Gives it up: a hung connection reports nothing, not even that it is closed. */
  cut() {
    this.dead = true;
    this.socket.onclose = null;
    this.socket.close();
    this.end();
  }

  end() {
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of waiting) reject(new Unreachable());
  }
}

/** Close code of the hub for an unknown token. */
const UNKNOWN_TOKEN = 4401;

/**
 * Opens a connection. The hub proves its identity first, then the page: its token is never sent.
 * @param {string} address
 * @returns {Promise<Line>} fails as refused if the page is not known, otherwise as unreachable
 */
export function openLine(address) {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address);
    const meeting = Meeting.begin();
    /** @param {Error} error */
    const fail = (error) => {
      clearTimeout(timer);
      socket.close();
      reject(error);
    };
    const timer = setTimeout(() => fail(new Unreachable()), OPENING);
    socket.onclose = ({ code, reason }) =>
      fail(code === UNKNOWN_TOKEN ? new Refused({ status: 401, detail: reason }) : new Unreachable());
    socket.onopen = () => socket.send(JSON.stringify(meeting.introduction));
    socket.onmessage = ({ data }) => {
      const proof = meeting.answer(parsed(data));
      if (!proof) return fail(new Impostor());
      socket.send(JSON.stringify({ proof }));
      socket.onmessage = ({ data }) => {
        // The handshake is done: from here on every message is a reply to a call.
        clearTimeout(timer);
        trust(parsed(data)?.session);
        resolve(new Line(socket));
      };
    };
  });
}

/**
 * @param {string} text
 * @returns {any} `null` if it isn't JSON
 */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
