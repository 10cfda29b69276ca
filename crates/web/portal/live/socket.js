// One WebSocket, many calls: each has a number, each reply carries it.

import { Impostor, Refused, trust, Unreachable } from "./http.js";
import { Meeting } from "./proof.js";

/** @typedef {{ resolve: (value: any) => void, reject: (error: Error) => void, each?: (value: any) => void }} Waiting */

/** How long opening may take before plain HTTP is used. */
const OPENING = 4_000;

export class Line {
  /** @param {WebSocket} socket */
  constructor(socket) {
    this.socket = socket;
    /** When something last came over it. */
    this.heard = performance.now();
    /** It was given up: nothing came any more, and it was not closed either. */
    this.dead = false;
    this.number = 0;
    /** @type {Map<number, Waiting>} */
    this.waiting = new Map();
    /** @type {(() => void) | null} */
    this.onclose = null;
    socket.onmessage = (message) => this.receive(message.data);
    socket.onclose = () => this.end();
  }

  get isOpen() {
    return !this.dead && this.socket.readyState === 1;
  }

  /**
   * @param {Record<string, unknown>} call
   * @param {(value: any) => void} [each] for calls that are answered again and again
   * @returns {Promise<any>}
   */
  call(call, each) {
    const n = ++this.number;
    return new Promise((resolve, reject) => {
      if (!this.isOpen) {
        reject(new Unreachable("closed"));
        return;
      }
      this.waiting.set(n, { resolve, reject, each });
      this.socket.send(JSON.stringify({ n, ...call }));
    });
  }

  /**
   * A call that lasts; the result ends it.
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

  /** Gives it up: a hung line says nothing, not even that it is closed. */
  cut() {
    this.dead = true;
    this.socket.onclose = null;
    this.socket.close();
    this.end();
  }

  end() {
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of waiting) reject(new Unreachable("closed"));
    this.onclose?.();
  }
}

/** How the hub closes a socket whose token it does not know. */
const UNKNOWN_TOKEN = 4401;

/**
 * Opens a line. The hub proves itself first, then the page: its token is never sent.
 * @param {string} address
 * @returns {Promise<Line>} fails as refused if the page is not known, else as unreachable
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
    const timer = setTimeout(() => fail(new Unreachable("too slow")), OPENING);
    socket.onclose = ({ code, reason }) =>
      fail(code === UNKNOWN_TOKEN ? new Refused({ status: 401, detail: reason }) : new Unreachable("no socket"));
    socket.onopen = () => socket.send(JSON.stringify(meeting.introduction));
    socket.onmessage = ({ data }) => {
      const proof = meeting.answer(parsed(data));
      if (!proof) return fail(new Impostor(address));
      socket.send(JSON.stringify({ proof }));
      socket.onmessage = ({ data }) => {
        // Greeted: from here on every message is a reply to a call.
        clearTimeout(timer);
        trust(parsed(data)?.session);
        resolve(new Line(socket));
      };
    };
  });
}

/**
 * @param {string} text
 * @returns {any} nothing if it is no JSON
 */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
