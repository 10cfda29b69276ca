// Requests to the hub, each with the token. What goes wrong is one of two things: the hub said no
// (`Refused`), or there is no hub (`Unreachable`).

import { recall } from "../config/storage.js";

/** @typedef {import("../types.js").Problem} Problem */

export class Unreachable extends Error {}

export class Refused extends Error {
  /** @param {Problem} problem */
  constructor(problem) {
    super(problem.detail);
    this.problem = problem;
  }
}

/** Longer than any wait that the hub allows, shorter than somebody's patience with a dead line. */
const LIMIT = 15_000;

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
 * @param {{ limit?: number, keepalive?: boolean, signal?: AbortSignal }} [how]
 * @returns {Promise<any>}
 */
export async function request(method, path, body, how) {
  /** @type {Record<string, string>} */
  const headers = { Accept: "application/json" };
  const token = recall("token");
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let response;
  try {
    response = await ((method === "GET" && askedAhead(path)) || fetch(path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      cache: "no-store",
      credentials: "omit",
      keepalive: how?.keepalive ?? false,
      signal: AbortSignal.any([AbortSignal.timeout(how?.limit ?? LIMIT), ...(how?.signal ? [how.signal] : [])]),
    }));
  } catch (error) {
    throw new Unreachable(String(error));
  }
  if (response.status === 204) return null;
  const data = await response.json().catch(() => null);
  if (response.ok) return data;
  // A gateway in between that has no hub behind it is no hub.
  if (response.status >= 502 && response.status <= 504 && !data?.kind) throw new Unreachable(response.statusText);
  throw new Refused({ detail: response.statusText, ...data, status: response.status });
}

/**
 * The code of a link, as it stands behind the address.
 * @param {string} hash
 */
export function codeIn(hash) {
  return /[#&]code=([^&]+)/.exec(hash)?.[1];
}

/**
 * Exchanges the code of a link for a token.
 * @param {string} code
 * @returns {Promise<string>}
 */
export async function exchange(code) {
  const { token } = await request("POST", "/api/v1/tokens", { code });
  return token;
}
