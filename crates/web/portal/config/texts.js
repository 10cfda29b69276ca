// The texts of the page. They come as JSON from the same files as those of every other surface;
// this fills in the values.

/** @typedef {string | Part[]} Text */
/** @typedef {string | { value: string, cases?: Record<string, Text> }} Part */

/** @type {Record<string, Text>} */
let spoken = {};
let tongue = "en";

/** @param {string} language @param {Record<string, Text>} texts */
export function speak(language, texts) {
  spoken = texts;
  tongue = language;
}

/**
 * @param {string} key @param {Record<string, string | number>} [values]
 * @param {string} [otherwise] said if there is no such text
 * @returns {string}
 */
export function say(key, values, otherwise = key) {
  const text = spoken[key];
  return text === undefined ? otherwise : fillText(text, values ?? {});
}

/** @param {Text} text @param {Record<string, string | number>} values @returns {string} */
function fillText(text, values) {
  if (typeof text === "string") return text;
  return text
    .map((part) => {
      if (typeof part === "string") return part;
      const value = values[part.value] ?? "";
      if (!part.cases) return String(value);
      const category = typeof value === "number" ? new Intl.PluralRules(tongue).select(value) : value;
      return fillText(part.cases[String(value)] ?? part.cases[category] ?? part.cases.other, values);
    })
    .join("");
}

/**
 * A time of day as `9:05` or `14:03`, without the date.
 * @param {string} timestamp @returns {string}
 */
export function timeOfDay(timestamp) {
  const date = new Date(timestamp);
  return `${date.getHours()}:${String(date.getMinutes()).padStart(2, "0")}`;
}

/**
 * A date as people of this language write it.
 * @param {string} timestamp @returns {string}
 */
export function dayOf(timestamp) {
  return new Date(timestamp).toLocaleDateString(tongue, { day: "numeric", month: "short", year: "numeric" });
}

/**
 * Today and yesterday by their names, other days by their date.
 * @param {string} timestamp @param {number} now
 */
export function dayInWords(timestamp, now) {
  const [day, today] = [timestamp, now].map((at) => new Date(at).setHours(0, 0, 0, 0));
  const ago = Math.round((today - day) / 86_400_000);
  if (ago !== 0 && ago !== 1) return dayOf(timestamp);
  const name = new Intl.RelativeTimeFormat(tongue, { numeric: "auto" }).format(-ago, "day");
  return name[0].toUpperCase() + name.slice(1);
}

/**
 * The time of something today, else its day.
 * @param {string} timestamp @param {number} now
 */
export function timeOrDay(timestamp, now) {
  const date = new Date(timestamp);
  if (date.toDateString() === new Date(now).toDateString()) return timeOfDay(timestamp);
  return date.toLocaleDateString(tongue, { day: "numeric", month: "short" });
}

/**
 * `4:12`, `1:04:09`, `2 d 3 h`.
 * @param {number} milliseconds @returns {string}
 */
export function duration(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const [days, hours, minutes] = [86400, 3600, 60].map((unit) => Math.floor(seconds / unit));
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  if (days > 1) return say("days-hours", { days, hours: hours % 24 });
  if (hours > 0) return `${hours}:${two(minutes % 60)}:${two(seconds % 60)}`;
  return `${minutes}:${two(seconds % 60)}`;
}

/** @param {string} timestamp @param {number} now @returns {string} */
export function age(timestamp, now) {
  const minutes = Math.floor((now - Date.parse(timestamp)) / 60_000);
  if (minutes < 1) return say("age-now");
  if (minutes < 60) return say("age-minutes", { count: minutes });
  if (minutes < 1440) return say("age-hours", { count: Math.floor(minutes / 60) });
  return say("age-days", { count: Math.floor(minutes / 1440) });
}
