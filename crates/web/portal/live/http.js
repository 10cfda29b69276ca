// Requests to the hub, each with the session that this hub process gave the page. What goes wrong is one
// of two things: the hub said no (`Refused`), or there is no hub (`Unreachable`).

import { recall, remember } from "../config/storage.js";
import { freshNonce, Meeting, replyProof } from "./proof.js";

/** @typedef {import("../types.js").Problem} Problem */
/** @typedef {{ limit?: number, keepalive?: boolean, signal?: AbortSignal }} How */

export class Unreachable extends Error {}

/** Somebody answers at this address who is not our hub. */
export class Impostor extends Unreachable {}

export class Refused extends Error {
  /** @param {Problem} problem */
  constructor(problem) {
    super(problem.detail);
    this.problem = problem;
  }
}

/** Longer than any wait that the hub allows, shorter than somebody's patience with a dead line. */
const LIMIT = 15_000;

/** Whether the hub has proven itself since a connection to it was last lost. */
let trusted = false;
/**
 * It is proving itself.
 * @type {Promise<void> | null}
 */
let proving = null;

/**
 * The hub has proven itself, and issued this for the requests of this page.
 * @param {string} session
 */
export function trust(session) {
  trusted = true;
  if (recall("session") !== session) remember("session", session);
}

/** From here on somebody else may be at its address. */
export function distrust() {
  trusted = false;
}

/**
 * What `ahead.js` has asked for already; once, because from then on it is old.
 * @param {string} path
 */
export function askedAhead(path) {
  const reply = globalThis.ahead?.[path];
  delete globalThis.ahead?.[path];
  return reply;
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {How} [how]
 * @returns {Promise<any>}
 */
export async function request(method, path, body, how) {
  // What was asked for ahead came with the page itself, from the same hub or the same impostor.
  const ahead = method === "GET" ? askedAhead(path) : undefined;
  if (!ahead && !trusted) await meetByRequests();
  try {
    return await readReply(await (ahead ?? sendInSession(method, path, body, how)));
  } catch (error) {
    if (!(error instanceof Refused) || error.problem.status !== 401) throw error;
    // The session of a hub process that has ended.
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
  // A browser uses connections again, also one that it opened to another process there before. Who does not
  // know the session does not know the page either, and is asked for a proof before anything else.
  if (response.status !== 401 && response.headers.get("Sayso-Proof") !== replyProof(nonce)) {
    distrust();
    throw new Unreachable("not proven");
  }
  return response;
}

/**
 * Without anything that would let somebody in.
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
  }).catch((error) => {
    distrust();
    throw new Unreachable(String(error));
  });
}

/**
 * @param {Pick<Response, "ok" | "status" | "statusText" | "json">} response
 * @returns {Promise<any>}
 */
async function readReply(response) {
  if (response.status === 204) return null;
  const data = await response.json().catch(() => null);
  if (response.ok) return data;
  // A gateway in between that has no hub behind it is no hub.
  if (response.status >= 502 && response.status <= 504 && !data?.kind) throw new Unreachable(response.statusText);
  throw new Refused({ detail: response.statusText, ...data, status: response.status });
}

/** Has the hub prove itself, then proves that this is the page, where there is no socket to do it on. */
function meetByRequests() {
  const path = "/api/v1/sessions";
  proving ??= (async () => {
    const meeting = Meeting.begin();
    const proof = meeting.answer(await readReply(await sendBare("POST", path, meeting.introduction)));
    if (!proof) throw new Impostor(path);
    trust((await readReply(await sendBare("POST", path, { ...meeting.introduction, proof }))).session);
  })().finally(() => (proving = null));
  return proving;
}

/**
 * The code of a link, as it stands behind the address.
 * @param {string} hash
 */
export function codeIn(hash) {
  return /[#&]code=([^&]+)/.exec(hash)?.[1];
}

/**
 * Lets this browser in, on another device, by a code that was typed by hand.
 * @param {string} code
 */
export async function pair(code) {
  const { token, session } = await readReply(await sendBare("POST", "/api/v1/pairings", { code }));
  remember("token", token);
  remember("session", session);
  remember("paired", "yes");
}

/**
 * Lets this browser in by the code of a link.
 * @param {string} code
 */
export async function exchange(code) {
  const { token, session } = await readReply(await sendBare("POST", "/api/v1/tokens", { code }));
  remember("token", token);
  remember("session", session);
  remember("paired", null);
}
