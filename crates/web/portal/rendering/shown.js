// Makes agent text safe to show: characters that are invisible, or that change how the rest is
// drawn, are named. The same rules as in `crates/core/src/text/shown.rs`; its cases are run against
// both.

const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\ufff0-\ufffb]/u;
const PICTOGRAPH =
  /[\xa9\xae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u23ff\u24c2\u25a0-\u27bf\u2900-\u297f\u2b00-\u2bff\u3030\u303d\u3297\u3299\u{1f000}-\u{1f1e5}\u{1f200}-\u{1f3fa}\u{1f400}-\u{1faff}]/u;
/** Emoji variation selector, or skin tone. */
const OF_EMOJI = /[\ufe0f\u{1f3fb}-\u{1f3ff}]/u;
const KEYCAP_BASE = /[0-9#*]/;
const VIRAMA = /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca]/;
/** Scripts that need joiners: cursive ones, and those with stacked consonants. */
const JOINING = "Arab Syrc Mand Nkoo Adlm Rohg Mong Phag Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr Java"
  .split(" ")
  .map((script) => new RegExp(`\\p{Script_Extensions=${script}}`, "u"));

/**
 * Line breaks and tabs stay; a hidden character is shown as `‹U+202E›`.
 * @param {string} text @returns {string}
 */
export function shownText(text) {
  if (!HIDDEN.test(text)) return text;
  const letters = [...text];
  let out = "";
  let before = "";
  letters.forEach((letter, at) => {
    const next = letters[at + 1] ?? "";
    if (letter === "\r" && next === "\n") return;
    const stays = letter === "\n" || letter === "\t" || !HIDDEN.test(letter) || belongs(before, letter, next);
    out += stays ? letter : mark(letter);
    before = stays ? letter : "";
  });
  return out;
}

/** @param {string} letter */
function mark(letter) {
  return `‹U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}›`;
}

/**
 * A hidden character that has a function here: inside an emoji, or between letters of a script that
 * needs it.
 * @param {string} before @param {string} letter @param {string} next
 */
function belongs(before, letter, next) {
  if (before === "") return false;
  if (letter === "\ufe0e" || letter === "\ufe0f") return PICTOGRAPH.test(before) || (KEYCAP_BASE.test(before) && next === "\u20e3");
  if (letter === "\u200d" && (PICTOGRAPH.test(before) || OF_EMOJI.test(before))) return PICTOGRAPH.test(next);
  if (letter !== "\u200c" && letter !== "\u200d") return false;
  return VIRAMA.test(before) || JOINING.some((script) => script.test(before) && script.test(next));
}
