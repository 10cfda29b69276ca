// Says that this page is open, and whether the person is at it: when it is shown or hidden, and, while keys and
// taps come, now and then. What counts as being seen is decided by the hub.

/** @import { Line } from "./socket.js" */

/** Between two reports while keys and taps come, in milliseconds. */
export const EVERY = 20_000;

export class Presence {
  /** @param {() => number} clock @param {() => boolean} isVisible */
  constructor(clock, isVisible) {
    this.clock = clock;
    this.isVisible = isVisible;
    /** @type {Line | null} */
    this.line = null;
    this.attach = 0;
    this.touched = -EVERY;
  }

  /** There is a connection to the hub. @param {Line} line */
  opened(line) {
    const label = /Firefox|Edg|Chrome|Safari/.exec(navigator.userAgent)?.[0] ?? "browser";
    const attach = { surface: "web", label: label === "Edg" ? "Edge" : label, presence: "interactive" };
    line.follow({ call: "attach", attach }, () => {});
    this.line = line;
    this.attach = line.number;
    this.report(false);
  }

  /** The page was shown or hidden. */
  turned() {
    this.report(false);
  }

  /** A key or a tap. */
  touch() {
    const now = this.clock();
    if (now - this.touched < EVERY || !this.isVisible()) return;
    this.touched = now;
    this.report(true);
  }

  /** @param {boolean} touched */
  report(touched) {
    const call = { call: "seen", attach: this.attach, visible: this.isVisible(), touched };
    // Without a connection there is nobody to tell; the next one begins with a report.
    if (this.line?.isOpen) this.line.call(call).catch(() => {});
  }
}
