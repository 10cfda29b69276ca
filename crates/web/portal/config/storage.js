// Storage in this browser for this origin. If nothing can be stored, the page works until it is
// closed.

/** @type {Map<string, string>} */
const inMemory = new Map();

/** @param {string} name @returns {string | null} */
export function recall(name) {
  try {
    return localStorage.getItem(`sayso.${name}`) ?? inMemory.get(name) ?? null;
  } catch {
    return inMemory.get(name) ?? null;
  }
}

/** @param {string} name @param {string | null} value */
export function remember(name, value) {
  if (value === null) inMemory.delete(name);
  else inMemory.set(name, value);
  try {
    if (value === null) localStorage.removeItem(`sayso.${name}`);
    else localStorage.setItem(`sayso.${name}`, value);
  } catch {
    // Full or forbidden: it is in memory.
  }
}

/**
 * @template T
 * @param {string} name
 * @param {T} otherwise
 * @returns {T}
 */
export function recallJson(name, otherwise) {
  try {
    return JSON.parse(recall(name) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** @param {string} name @param {unknown} value */
export function rememberJson(name, value) {
  remember(name, value === null ? null : JSON.stringify(value));
}
