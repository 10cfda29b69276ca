// The layout of a screen: the drawn descriptions laid out one below the other, roughly as the
// styles do it on a phone, a tablet and a desk. Enough to know what a tap at a place hits.

/** Below this width a card fills the screen, and its foot is at the bottom. */
const WIDE = 860;

export const SCREENS = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1280, height: 860 },
];

/**
 * What can be tapped: its box, and what a tap does.
 * @returns {{ left: number, top: number, right: number, bottom: number, props: Record<string, any> }[]}
 */
export function places(stage, { width, height }) {
  const narrow = width < WIDE;
  const card = narrow ? { left: 20, top: 12, right: width - 20 } : { left: 464, top: 68, right: 1136 };
  const found = [];
  const take = (props, left, top, right, bottom) => props.onclick && found.push({ left, top, right, bottom, props });
  const [article] = stage.children;
  let y = card.top;
  for (const part of article?.children ?? []) {
    if (typeof part !== "object") continue;
    if (part.props.class === "foot" || part.props.class?.startsWith("page")) {
      const rows = footRows(part, narrow);
      const tall = rows.reduce((sum, row) => sum + row.tall + 8, 0);
      let top = narrow ? Math.max(y, height - 16 - tall) : y;
      for (const row of rows) {
        across(row, card, narrow, (props, left, right) => take(props, left, top, right, top + row.tall));
        top += row.tall + 8;
      }
      y = top;
    } else if (part.props.class === "dim") {
      // The sentence above what is next, where no question is open.
      y += 32;
    } else if (part.props["data-do"] === "next") {
      take(part.props, card.left - 12, y, card.right + 12, y + 44);
      y += 56;
    } else if (part.props.class === "who" || part.props.class === "ending") {
      for (const { props } of part.children.filter((child) => child.tag === "button")) narrow && take(props, card.left, y, card.left + 44, y + 44);
      y += narrow ? 48 : 36;
    } else {
      const [low, within] = [y, deep(part, ({ props }) => props["data-option"])];
      // A title, or a question's text; the lines of a question below it.
      if (part.tag !== "section") y += 46;
      for (const { props } of within) {
        take(props, card.left, y, card.right, y + 56);
        y += 60;
      }
      for (const { props } of deep(part, ({ tag, props }) => tag === "button" && props.class === "toggle")) take(props, card.left, (y += 8), card.left + 120, (y += 44));
      if (y === low) y += 40;
      y += 16;
    }
  }
  return found;
}

/** What is hit there, the topmost. */
export function hit(all, { x, y }) {
  return all.findLast(({ left, top, right, bottom }) => x >= left && x < right && y >= top && y < bottom) ?? null;
}

/** Lines of the foot, from the top. */
function footRows(foot, narrow) {
  const rows = deep(foot, ({ props }) => /^(until|actions|leaving$)/.test(props.class ?? "")).map((row) => ({ tall: 48, row, gaps: false }));
  // On a narrow screen the main button of a confirmation has a line for itself.
  return rows.flatMap((line) => {
    const asking = deep(foot, ({ props }) => props.class === "asking").length > 0;
    if (!narrow || !asking || line.row.props.class !== "actions") return [line];
    const [main, rest] = [line.row.children.filter((child) => /main/.test(child.props?.class ?? "")), line.row.children.filter((child) => child.props && !/main/.test(child.props.class ?? ""))];
    const lines = [{ ...line, row: { ...line.row, children: main } }, { ...line, row: { ...line.row, children: rest } }];
    return deep(foot, ({ props }) => props["data-asking"] === "gaps").length > 0 ? lines.reverse() : lines;
  });
}

/** Buttons beside each other; on a narrow screen the main one takes the room that is left. */
function across({ row }, { left, right }, narrow, take) {
  const buttons = row.children.filter((child) => child.tag === "button");
  const spread = row.children.some((child) => /grow|preview/.test(child.props?.class ?? "")) && !narrow;
  const sizes = buttons.map(({ props }) => (narrow && /main/.test(props.class) ? right - left - (buttons.length - 1) * 108 : /main/.test(props.class) ? 180 : 96));
  let x = left;
  buttons.forEach(({ props }, at) => {
    // What follows the room between them is at the right.
    const after = sizes.slice(at).reduce((sum, size) => sum + size + 12, -12);
    if (spread && at === 1) x = Math.max(x, right - after);
    take(props, x, x + sizes[at]);
    x += sizes[at] + 12;
  });
}

/** All descriptions inside that fit, outermost first. */
function deep(node, fits) {
  if (typeof node !== "object" || node === null) return [];
  return node.children.flatMap((child) => (typeof child === "object" && fits(child) ? [child, ...deep(child, fits)] : deep(child, fits)));
}
