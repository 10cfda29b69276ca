// Updates the page to match a description, changing only what differs. Never writes to a field that
// is being typed in.

/** @import { Child, Described } from "./element.js" */

/**
 * The description an element was drawn from.
 * @type {WeakMap<Node, Described>}
 */
const drawn = new WeakMap();

const VECTOR = new Set(["svg", "path", "circle", "rect"]);
/** Set as properties rather than attributes. */
const LIVE_PROPS = new Set(["value", "checked", "disabled", "hidden", "indeterminate"]);

/** @param {Element} parent @param {Child[]} children */
export function draw(parent, children) {
  const rest = new Set(parent.childNodes);
  /** @type {Map<string, Node>} */
  const keyed = new Map();
  for (const node of rest) {
    const key = drawn.get(node)?.props.key;
    if (key !== undefined) keyed.set(key, node);
  }
  const plain = [...rest].filter((node) => drawn.get(node)?.props.key === undefined);
  let place = parent.firstChild;
  for (const child of children) {
    const known = takeNode(child, keyed, plain);
    // A new one is complete before it is part of the page, which then changes once.
    const node = known ?? createNode(child);
    rest.delete(/** @type {ChildNode} */ (node));
    if (node === place) place = place.nextSibling;
    else {
      // Removes obsolete nodes at this position, so that the following ones stay in place.
      while (place && rest.has(place) && !isComing(place, children, keyed)) {
        const gone = place;
        place = place.nextSibling;
        rest.delete(gone);
        gone.remove();
      }
      if (node === place) place = /** @type {ChildNode} */ (node).nextSibling;
      else parent.insertBefore(node, place);
    }
    if (known) updateNode(node, child);
  }
  for (const node of rest) node.remove();
}

/** @param {Node} node @param {Child[]} children @param {Map<string, Node>} keyed */
function isComing(node, children, keyed) {
  const key = drawn.get(node)?.props.key;
  if (key === undefined) return false;
  return keyed.get(key) === node && children.some((c) => typeof c === "object" && c.props.key === key);
}

/** @param {Child} child @param {Map<string, Node>} keyed @param {Node[]} plain @returns {Node | null} */
function takeNode(child, keyed, plain) {
  if (typeof child === "object" && child.props.key !== undefined) {
    const node = keyed.get(child.props.key);
    keyed.delete(child.props.key);
    return node && drawn.get(node)?.tag === child.tag ? node : null;
  }
  const at = plain.findIndex((node) =>
    typeof child === "string" ? node.nodeType === 3 : drawn.get(node)?.tag === child.tag,
  );
  return at < 0 ? null : plain.splice(at, 1)[0];
}

/** @param {Child} child @returns {Node} */
function createNode(child) {
  if (typeof child === "string") return document.createTextNode(child);
  const node = VECTOR.has(child.tag)
    ? document.createElementNS("http://www.w3.org/2000/svg", child.tag)
    : document.createElement(child.tag);
  updateNode(node, child);
  return node;
}

/** @param {Node} node @param {Child} child */
function updateNode(node, child) {
  if (typeof child === "string") {
    if (node.nodeValue !== child) node.nodeValue = child;
    return;
  }
  const element = /** @type {HTMLElement} */ (node);
  const before = drawn.get(node)?.props ?? {};
  draw(element, child.children);
  for (const name of Object.keys(before)) {
    if (!(name in child.props)) setProp(element, name, null, before[name]);
  }
  for (const [name, value] of Object.entries(child.props)) {
    if (value !== before[name] || LIVE_PROPS.has(name)) setProp(element, name, value, before[name]);
  }
  drawn.set(node, child);
}

/** @param {any} element @param {string} name @param {any} value @param {any} before */
function setProp(element, name, value, before) {
  if (name === "key") return;
  if (name === "style") {
    for (const [property, to] of Object.entries(value ?? {})) {
      if (before?.[property] !== to) element.style.setProperty(property, to);
    }
  } else if (name.startsWith("on")) {
    // Ignores the listener's return value: `false` would prevent the default action.
    element[name] = value ? (/** @type {Event} */ event) => void value(event) : null;
  } else if (name === "value" && element === document.activeElement && element.tagName !== "SELECT") return;
  else if (LIVE_PROPS.has(name)) {
    if (element[name] !== (value ?? false)) element[name] = value ?? false;
  } else if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : value);
}
