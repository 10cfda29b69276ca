// The palette while it is open: what is typed, what is found, and which item is meant.

import { acted, arrived } from "../app/hands.js";
import { request } from "../live/http.js";
import { historyAddress, historyRequest, SEARCH_AFTER, wantedIn } from "../history/wanted.js";
import { paletteItems } from "./items.js";

/** @import { App } from "../app/app.js" */
/** @import { Row } from "../types.js" */
/** @import { PaletteItem } from "./items.js" */


export class PaletteKeys {
  /** @param {App} app @param {{ panel(panel: "settings" | "help" | "withdraw-stopped" | null): void, allowNotices(): void, group(group: any): void, filter(chip: any): void, set(key: string, value: string): void, onCard(what: string): void }} act */
  constructor(app, act) {
    this.app = app;
    this.act = act;
    this.typed = "";
    this.at = 0;
    /** An item was chosen by an arrow: it stays chosen when others are found. */
    this.moved = false;
    /** @type {Row[]} */
    this.decided = [];
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  get items() {
    return paletteItems(this.app.state, this.typed, this.decided);
  }

  /** @param {string} text */
  type(text) {
    this.typed = text;
    this.at = 0;
    this.moved = false;
    clearTimeout(this.timer);
    if (!text.trim()) this.decided = [];
    else this.timer = setTimeout(() => this.search(text), SEARCH_AFTER);
    this.app.changed();
  }

  /** @param {string} text */
  async search(text) {
    const page = await request("GET", historyRequest({ ...wantedIn(""), search: text }, undefined, 0)).catch(() => null);
    if (text !== this.typed || !page) return;
    const chosen = this.items[this.at]?.key;
    this.decided = page.rows;
    if (this.moved) this.at = Math.max(0, this.items.findIndex(({ key }) => key === chosen));
    this.app.changed();
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const { app, items } = this;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key] ?? (event.ctrlKey ? { n: 1, p: -1 }[event.key] : undefined);
    if (event.isComposing || (by === undefined && event.key !== "Enter")) return;
    event.preventDefault();
    if (by === undefined) return void (event.repeat || this.run(items[this.at]));
    this.moved = true;
    this.at = items.length > 0 ? (this.at + by + items.length) % items.length : 0;
    app.draw();
    app.screen.showOffer();
  }

  /** @param {PaletteItem | undefined} item */
  run(item) {
    if (!item) return;
    const { app, act } = this;
    // The person's own doing; what follows without a pause decides nothing.
    app.state.hands = arrived(acted(app.state.hands, app.clock()));
    act.panel(null);
    this.type("");
    const does = {
      show: () => app.show(item.argument),
      next: () => app.showNext(),
      history: () => app.go(historyAddress({ ...wantedIn(""), search: item.argument })),
      figures: () => app.go(`${app.state.finder?.address ?? "/history"}#figures`),
      panel: () => act.panel(/** @type {"settings" | "help" | "withdraw-stopped"} */ (item.argument)),
      setting: () => {
        act.panel("settings");
        app.screen.focusSetting(item.argument);
      },
      allow: () => act.allowNotices(),
      group: () => act.group(item.argument),
      filter: () => act.filter(item.argument),
      card: () => act.onCard(item.argument),
      set: () => {
        const [key, value] = item.argument.split(" ");
        act.set(key, value);
      },
    };
    does[item.run]();
  }
}
