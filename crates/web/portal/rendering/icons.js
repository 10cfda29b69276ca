// Icons, drawn in lines of one weight. They never replace a word: their button has a label.

import { h } from "./element.js";

const PATHS = {
  settings: "M4 7h10M18 7h2M4 17h2M10 17h10M14 5v4M8 15v4",
  bell: "M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15L6 16ZM10 20.5a2.2 2.2 0 0 0 4 0",
  help: "M9.2 9a2.9 2.9 0 1 1 4.2 2.6c-.9.5-1.4 1-1.4 2.1M12 17.2v.1",
  close: "M6 6l12 12M18 6 6 18",
  back: "M14.5 5.5 8 12l6.5 6.5",
  check: "M5 12.5l4.5 4.5L19 7.5",
  next: "M5 12h13M13 6.5 18.5 12 13 17.5",
  coming: "M6.5 12v.1M12 12v.1M17.5 12v.1",
  clock: "M12 7.5V12l3 2",
  warn: "M12 4.5 21 19.5H3L12 4.5ZM12 10.5v4M12 17v.1",
  unseen: "M4.5 12s3-5 7.5-5 7.5 5 7.5 5-3 5-7.5 5-7.5-5-7.5-5ZM12 12v.1M5 19 19 5",
  up: "M12 19V6M6.5 11.5 12 6l5.5 5.5",
  down: "M12 5v13M6.5 12.5 12 18l5.5-5.5",
  plus: "M12 5.5v13M5.5 12h13",
  minus: "M5.5 12h13",
  copy: "M9 9h10.5v10.5H9ZM5.5 15H4.5V4.5H15v1",
  search: "M10.5 4.5a6 6 0 1 0 0 12 6 6 0 0 0 0-12ZM15 15l5 5",
  history: "M4.5 12a7.5 7.5 0 1 1 2.4 5.5M4.5 12 2.8 9.8M4.5 12l2.3-1.7M12 8v4.3l2.8 1.7",
  note: "M5 19h3.5L19 8.5 15.5 5 5 15.5V19ZM13 7.5 16.5 11",
  grip: "M9.5 7v.1M14.5 7v.1M9.5 12v.1M14.5 12v.1M9.5 17v.1M14.5 17v.1",
  cross: "M7.5 7.5l9 9M16.5 7.5l-9 9",
};

/** @param {keyof typeof PATHS} name @param {boolean} [ring] */
export function icon(name, ring) {
  return h(
    "svg",
    { viewBox: "0 0 24 24", "aria-hidden": "true", class: "icon", "data-icon": name, focusable: "false" },
    ring && h("circle", { cx: "12", cy: "12", r: "8.5" }),
    h("path", { d: PATHS[name] }),
  );
}
