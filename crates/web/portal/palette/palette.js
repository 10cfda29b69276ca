// The palette: one field for everything that can be opened or done.

import { say } from "../config/texts.js";
import { h, typed, withCode } from "../rendering/element.js";

/** @import { PaletteKeys } from "./keys.js" */

/** @param {PaletteKeys} keys @param {() => void} close */
export function palette(keys, close) {
  const { items, at } = keys;
  return h(
    "div",
    { key: "palette", class: "veil", "data-panel": "palette", onclick: (/** @type {Event} */ event) => event.target === event.currentTarget && close() },
    h(
      "section",
      { class: "dialog palette", role: "dialog", "aria-modal": "true", "aria-label": say("palette"), tabindex: "-1" },
      h("input", {
        type: "text",
        role: "combobox",
        "data-field": "palette",
        "data-focus": true,
        "aria-label": say("palette"),
        "aria-expanded": "true",
        "aria-controls": "offers",
        "aria-activedescendant": items[at] ? `offer-${at}` : null,
        placeholder: say("palette"),
        value: keys.typed,
        autocomplete: "off",
        spellcheck: "false",
        oninput: typed((text) => keys.type(text)),
        onkeydown: (/** @type {KeyboardEvent} */ event) => keys.press(event),
      }),
      h(
        "ul",
        { id: "offers", role: "listbox", "aria-label": say("palette") },
        items.flatMap((item, place) => [
          item.group !== items[place - 1]?.group && h("li", { key: `group ${item.group}`, class: "small", role: "presentation" }, say(item.group)),
          h(
            "li",
            { key: item.key, id: `offer-${place}`, role: "option", "aria-selected": String(place === at), "data-offer": item.key, onclick: () => keys.run(item) },
            h("bdi", { class: "label" }, withCode(item.label)),
            item.about && h("bdi", { class: "small" }, item.about),
            item.hint && h("kbd", { "aria-hidden": "true" }, item.hint),
          ),
        ]),
        items.length === 0 && h("li", { key: "none", class: "none", role: "presentation" }, say("palette-none")),
      ),
    ),
  );
}
