// Requests to the hub, each with the session that this hub process gave the page. There are two
// kinds of failure: the hub refused (`Refused`), or there is no hub (`Unreachable`).

import { recall, remember } from "../config/storage.js";
import { freshNonce, Meeting, replyProof } from "./proof.js";

/** @typedef {import("../types.js").Problem} Problem */
/** @typedef {{ limit?: number, keepalive?: boolean, signal?: AbortSignal }} How */

export class Unreachable extends Error {}

/** Another program than our hub answers at this address. */
export class Impostor extends Unreachable {}

export class Refused extends Error {
  /** @param {Problem} problem */
  constructor(problem) {
    super(problem.detail);
    this.problem = problem;
  }
}

/**
 * Whether the same call may be accepted later: there is no hub, it doesn't know this page, or it is
 * in trouble itself.
 * @param {unknown} error
 */
export function isPassing(error) {
  if (!(error instanceof Refused)) return true;
  const { status } = error.problem;
  return status >= 500 || status === 401 || status === 429;
}

/** Longer than any wait that the hub allows, shorter than a person waits for a dead connection. */
const LIMIT = 15_000;

/** Whether the hub has proven its identity since the last connection was lost. */
let trusted = false;
/**
 * The proof in progress.
 * @type {Promise<void> | null}
 */
let proving = null;

/**
 * The hub has proven its identity, and issued this session for the requests of this page.
 * @param {string} session
 */
export function trust(session) {
  trusted = true;
  if (recall("session") !== session) remember("session", session);
}

/** From here on another program may be at its address. */
export function distrust() {
  trusted = false;
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {How} [how]
 * @returns {Promise<any>}
 */
export async function request(method, path, body, how) {
  if (!trusted) await meetByRequests();
  try {
    return await readReply(await sendInSession(method, path, body, how));
  } catch (error) {
    if (!(error instanceof Refused) || error.problem.status !== 401) throw error;
    // The session belongs to a hub process that has ended.
    distrust();
    await meetByRequests();
    return readReply(await sendInSession(method, path, body, how));
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} body
 * @param {How} [how]
 */
async function sendInSession(method, path, body, how) {
  const nonce = freshNonce();
  const response = await sendBare(method, path, body, how, { Authorization: `Bearer ${recall("session")}`, "Sayso-Nonce": nonce });
  // A browser reuses connections, also those to an earlier process at this address. A process that
  // doesn't know the session doesn't know the page either, so it has to prove its identity first.
  if (response.status !== 401 && response.headers.get("Sayso-Proof") !== replyProof(nonce)) {
    distrust();
    throw new Unreachable();
  }
  return response;
}

/**
 * Without any credential.
 * @param {string} method
 * @param {string} path
 * @param {unknown} body
 * @param {How} [how]
 * @param {Record<string, string>} [headers]
 */
function sendBare(method, path, body, how, headers) {
  return fetch(path, {
    method,
    headers: { Accept: "application/json", ...headers, ...(body === undefined ? {} : { "Content-Type": "application/json" }) },
    body: body === undefined ? undefined : JSON.stringify(body),
    cache: "no-store",
    credentials: "omit",
    keepalive: how?.keepalive ?? false,
    signal: AbortSignal.any([AbortSignal.timeout(how?.limit ?? LIMIT), ...(how?.signal ? [how.signal] : [])]),
  }).catch(() => {
    distrust();
    throw new Unreachable();
  });
}

/**
 * @param {Response} response
 * @returns {Promise<any>}
 */
async function readReply(response) {
  if (response.status === 204) return null;
  const data = await response.json().catch(() => null);
  if (response.ok) return data;
  // A gateway without a hub behind it is not a hub.
  if (response.status >= 502 && response.status <= 504 && !data?.kind) throw new Unreachable();
  throw new Refused({ detail: response.statusText, ...data, status: response.status });
}

/** The mutual proof by plain requests, if there is no socket: first the hub, then the page. */
function meetByRequests() {
  const path = "/api/v1/sessions";
  proving ??= (async () => {
    const meeting = Meeting.begin();
    const proof = meeting.answer(await readReply(await sendBare("POST", path, meeting.introduction)));
    if (!proof) throw new Impostor();
    trust((await readReply(await sendBare("POST", path, { ...meeting.introduction, proof }))).session);
  })().finally(() => (proving = null));
  return proving;
}

/**
 * The code of a link, from the fragment of the address.
 * @param {string} hash
 */
export function codeIn(hash) {
  const code = /[#&]code=([^&]+)/.exec(hash)?.[1];
  return code ? decoded(code) : null;
}

/**
 * @param {string} text a part of an address
 * @returns {string} itself if it isn't encoded as such
 */
export function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Authenticates this browser: with the code of a link, or on another device with one that was typed
 * by hand.
 * @param {string} code
 * @param {"tokens" | "pairings"} by
 */
export async function exchange(code, by) {
  const { token, session } = await readReply(await sendBare("POST", `/api/v1/${by}`, { code }));
  remember("token", token);
  remember("session", session);
  remember("paired", by === "tokens" ? null : "yes");
  // The hub that issued the token also served this page; the next connection proves more.
  trusted = true;
}
