// The person's settings: loads them, and applies the theme and the language.

import { wear } from "../config/look.js";
import { byKey, languageOf, recentOf, settingOf } from "../config/settings.js";
import { recall, remember } from "../config/storage.js";
import { speak } from "../config/texts.js";
import { request } from "../live/http.js";
import { loadDone } from "./loading.js";

/** @import { App } from "./app.js" */

/** @param {App} app */
export async function loadSettings(app) {
  const settings = await request("POST", "/api/v1/settings", {}).catch(() => null);
  if (!settings) return;
  const shown = recentOf(app.state.settings);
  app.state.settings = byKey(settings);
  if (recentOf(app.state.settings) !== shown) loadDone(app);
  wear(settingOf(app.state.settings, "theme", "system"));
  await syncLanguage(app);
}

/** @param {App} app */
export async function syncLanguage(app) {
  await useLanguage(languageOf(app.state) || (recall("language") ?? ""));
  app.changed();
}

/** The language asked for last, and the one whose texts are there. */
let wanted = "";
let learnt = "";
/**
 * Texts that are there or on their way, by language: several may want them at once.
 * @type {Record<string, Promise<any>>}
 */
const coming = {};

/** @param {string} language */
export async function useLanguage(language) {
  const addresses = textAddresses();
  const known = language in addresses ? language : Object.keys(addresses)[0];
  wanted = known;
  if (learnt === known) return;
  try {
    const texts = await (coming[known] ??= fetchTexts(addresses[known]));
    // Texts of another language that come too late are still better than none.
    if (wanted !== known && learnt) return;
    learnt = known;
    speak(known, texts);
    document.documentElement.lang = known;
    remember("language", known);
  } catch {
    // What is spoken stays.
    delete coming[known];
  }
}

/**
 * Where the texts of each language are, the one to fall back to first.
 * @returns {Record<string, string>}
 */
function textAddresses() {
  return Object.fromEntries((document.documentElement.dataset.texts ?? "").split(" ").map((pair) => pair.split("=")));
}

/** @param {string} address */
async function fetchTexts(address) {
  const inlined = document.getElementById(address)?.textContent;
  return inlined ? JSON.parse(inlined) : (await fetch(address)).json();
}
