// Dragging an option by its grip: the rows make room while the pointer moves, and the place counts when it is let go.

/**
 * @param {(to: number) => void} drop at which place among its siblings it was let go, from 0
 * @returns {{ onpointerdown: (event: PointerEvent) => void }}
 */
export function draggable(drop) {
  return {
    onpointerdown: (event) => {
      const grip = /** @type {HTMLElement} */ (event.currentTarget);
      const row = /** @type {HTMLElement | null} */ (grip.closest("[data-option]"));
      if (event.button !== 0 || !row?.parentElement) return;
      event.preventDefault();
      grip.setPointerCapture(event.pointerId);
      const rows = [...row.parentElement.querySelectorAll("[data-option]")].map((one) => /** @type {HTMLElement} */ (one));
      const middles = rows.map((one) => one.getBoundingClientRect()).map(({ top, height }) => top + height / 2);
      const [from, start] = [rows.indexOf(row), event.clientY];
      let to = from;
      grip.onpointermove = ({ clientY }) => {
        const way = clientY - start;
        // Its edge that goes ahead: a place is taken as soon as half of what is there is covered.
        to = placeAt(middles, from, middles[from] + way + (Math.sign(way) * row.offsetHeight) / 2);
        rows.forEach((one, at) => one.style.setProperty("translate", at === from ? `0 ${way}px` : `0 ${room(at, from, to) * row.offsetHeight}px`));
        row.classList.add("dragged");
      };
      const end = () => {
        grip.onpointermove = grip.onpointerup = grip.onpointercancel = null;
        row.classList.remove("dragged");
        for (const one of rows) one.style.removeProperty("translate");
      };
      grip.onpointercancel = end;
      grip.onpointerup = () => {
        end();
        if (to !== from) drop(to);
      };
    },
  };
}

/**
 * Where something belongs that has come as far as this.
 * @param {number[]} middles of all, from the top @param {number} from its own place before @param {number} edge
 */
export function placeAt(middles, from, edge) {
  return middles.filter((other, at) => at !== from && other < edge).length;
}

/** Which way a row makes room. @param {number} at @param {number} from @param {number} to */
function room(at, from, to) {
  if (at > from && at <= to) return -1;
  return at < from && at >= to ? 1 : 0;
}
