// Draws attention without interrupting: the tab's title and icon. Notifications are in `telling.js`.

/** @param {number} waiting */
export function entitle(waiting) {
  const title = waiting > 0 ? `(${waiting}) sayso` : "sayso";
  if (document.title !== title) document.title = title;
}

/** @param {number} waiting @param {string} accent */
export function badge(waiting, accent) {
  const dot = waiting > 0 ? `<circle cx="25" cy="7" r="6" fill="#e5484d"/>` : "";
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect x="2" y="4" width="26" height="20" rx="8" fill="${accent}"/><path d="M9 22v7l8-6z" fill="${accent}"/>${dot}</svg>`;
  const href = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  const link = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));
  if (link && link.href !== href) link.href = href;
}

export function permission() {
  return "Notification" in window ? Notification.permission : "denied";
}

/** Asks for permission, after a click for it. */
export async function askPermission() {
  if (!("Notification" in window)) return "denied";
  return Notification.requestPermission();
}
