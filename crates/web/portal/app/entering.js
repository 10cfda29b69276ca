// Ways in for a browser: with the token of an earlier link, the code of this one, or one typed by hand.

import { recall } from "../config/storage.js";
import { codeIn, exchange, isPassing } from "../live/http.js";

/** @import { State } from "../types.js" */
/** @import { App } from "./app.js" */

/**
 * Authenticates with the token of an earlier link, otherwise with the code of this one.
 * @param {App} app
 */
export async function enter(app) {
  const code = codeIn(location.hash);
  // Removed at once in any case, so that it doesn't stay in the history.
  if (code) history.replaceState(null, "", location.pathname + location.search);
  app.code = code;
  if (recall("token")) app.connect();
  else await enterByCode(app, null);
}

/** @param {App} app @param {State["doorProblem"]} otherwise shown if there is no code */
export async function enterByCode(app, otherwise) {
  const { code } = app;
  app.code = null;
  app.state.doorProblem = otherwise;
  try {
    if (code) {
      await exchange(code, "tokens");
      return letIn(app);
    }
  } catch (error) {
    app.state.doorProblem = isPassing(error) ? "door-failed" : "door-refused";
  }
  app.state.door = "closed";
  app.changed();
}

/** @param {App} app @param {string} code typed by hand, on another device than the hub's */
export async function pair(app, code) {
  try {
    await exchange(code, "pairings");
    letIn(app);
  } catch (error) {
    app.state.doorProblem = isPassing(error) ? "door-failed" : "door-pair-refused";
    app.changed();
  }
}

/** The first visit. @param {App} app */
async function letIn(app) {
  app.state.doorProblem = null;
  const { open, page } = app.state;
  app.connect();
  if (page === "history") app.goToAddress();
  if (open && !app.state.card) await app.loadFirst(open);
}
