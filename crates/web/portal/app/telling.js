// Notifications and a sound, only while the page isn't visible.

import { say } from "../config/texts.js";
import { shownText } from "../rendering/shown.js";
import { permission } from "./notice.js";

/** @import { Row } from "../types.js" */

/**
 * @param {"new" | "soon" | "late"} what @param {Row} row
 * @param {{ on: boolean, sound: boolean, open: (id: string) => void }} how
 */
export function tell(what, row, how) {
  if (document.hasFocus() || !how.on) return;
  if (how.sound) chime();
  if (permission() !== "granted") return;
  const who = [row.agent ?? say("unknown-agent"), row.project].filter(Boolean).join(" · ");
  const titles = { new: say("notice-new", { who }), soon: say("notice-soon", { who }), late: say("notice-late", { who }) };
  try {
    const title = withoutMarks(row.title);
    const prompt = withoutMarks(row.prompt);
    const body = what === "new" && prompt !== title ? `${title}\n${prompt}` : title;
    const shown = new Notification(shownText(titles[what]), { body: shownText(body), tag: row.id });
    shown.onclick = () => {
      window.focus();
      how.open(row.id);
      shown.close();
    };
  } catch {
    // Some phones have the API but don't support it; the title and the icon remain.
  }
}

/**
 * Markdown as plain text for a notification.
 * @param {string} text
 */
export function withoutMarks(text) {
  return text
    .replace(/^\s*(`{3,}|~{3,}).*$/gm, "")
    .replace(/!?\[([^\]]*)\]\([^)\s]*\)/g, "$1")
    .replace(/(\*\*|__|~~|`)(?=\S)([^\n]*?\S)\1/g, "$2")
    .replace(/(^|[\s(])\*(\S[^*\n]*)\*/g, "$1$2")
    .replace(/^\s*(#{1,6}|>)\s+/gm, "")
    // A table: the line below its head goes, its bars become gaps.
    .replace(/^\s*\|?[\s:|-]*-{2,}[\s:|-]*$/gm, "")
    .replace(/^\s*\|(.*)\|\s*$/gm, (_, cells) => cells.split("|").map((/** @type {string} */ cell) => cell.trim()).join("  "))
    .replace(/\n{2,}/g, "\n")
    .trim();
}

/** Two soft tones, generated so that no file has to be loaded. */
function chime() {
  try {
    const audio = new AudioContext();
    for (const [at, pitch] of [[0, 660], [0.12, 880]]) {
      const tone = audio.createOscillator();
      const volume = audio.createGain();
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.0001, audio.currentTime + at);
      volume.gain.exponentialRampToValueAtTime(0.08, audio.currentTime + at + 0.02);
      volume.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + at + 0.3);
      tone.connect(volume).connect(audio.destination);
      tone.start(audio.currentTime + at);
      tone.stop(audio.currentTime + at + 0.32);
    }
    setTimeout(() => audio.close(), 600);
  } catch {
    // A missing sound is not an error.
  }
}
