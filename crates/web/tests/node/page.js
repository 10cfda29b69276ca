// A page without a browser: the real state, keys, actions and views, with a screen that is read
// from their descriptions, and a hub of a few lines. The clock only advances when told to.

import { keepUnsent } from "../../portal/answering/unsent.js";
import { App } from "../../portal/app/app.js";
import { keyActions, whereNow } from "../../portal/app/acts.js";
import { cardActions } from "../../portal/app/desk.js";
import { frame } from "../../portal/app/frame.js";
import { clicked, lifted } from "../../portal/app/hands.js";
import { keys } from "../../portal/app/keys.js";
import { byTap, checkMoved, checkStill, interruptHands } from "../../portal/app/meanwhile.js";
import { trust } from "../../portal/live/http.js";
import { replyProof } from "../../portal/live/proof.js";
import { hit, places, SCREENS } from "./layout.js";
import { find, form, row, single, view } from "./samples.js";

const TOKEN = `0123456789ab.${"07".repeat(32)}`;

globalThis.window = {};
globalThis.innerHeight = 800;
globalThis.location = { pathname: "/", hash: "", search: "" };
globalThis.history = { pushState: (_, __, path) => (location.pathname = path), replaceState: (_, __, path) => (location.pathname = path) };
globalThis.document = { hasFocus: () => true, documentElement: { dataset: {} } };
globalThis.localStorage = { getItem: (name) => (name === "sayso.token" ? TOKEN : null), setItem: () => {}, removeItem: () => {} };

// No request here takes long enough to time out.
AbortSignal.timeout = () => new AbortController().signal;
AbortSignal.any = ([first]) => first;

/** Ids are not reused, because a browser stores things by id. */
let count = 0;

export class PageWithout {
  /**
   * @param {{ mock: { timers: { tick(ms: number): void } } }} t whose timers are the page's
   * @param {{ width: number, height: number }} [size] of the screen
   */
  constructor(t, size = SCREENS[2]) {
    this.timers = t.mock.timers;
    this.size = size;
    globalThis.matchMedia = () => ({ matches: size.width >= 860 });
    this.now = 10_000;
    this.views = new Map();
    /** Which question got which outcome from here. */
    this.acts = [];
    /** What each of them carried. */
    this.submissions = [];
    this.focus = null;
    this.stale = true;
    location.pathname = "/";
    this.busy = false;
    trust("session");
    globalThis.fetch = async (path, { headers }) => ({ ...this.serve(path), headers: { get: () => replyProof(headers["Sayso-Nonce"]) } });
    this.app = new App(() => (this.stale = true), () => this.drawn(), this.screen());
    this.app.clock = () => this.now;
    this.app.begun = true;
    this.app.state.live = "socket";
    this.app.state.loaded = true;
    // The list is not tested here.
    this.app.state.chip = "waiting";
    this.app.feed = { ask: async (call) => this.act(call), check: () => {}, hurry: () => {}, line: null };
    this.card = cardActions(this.app);
    this.on = keyActions(this.app, this.card, (panel) => (this.app.state.panel = panel));
  }

  /** The waiting question on the screen; `since` says since when. */
  get shown() {
    const { card, missing } = this.app.state;
    return card && !missing && card.view.state.phase === "pending" ? card.id : null;
  }

  // The hub.

  serve(path) {
    this.busy = true;
    const id = path.split("/").pop();
    const found = path.startsWith("/portal/questions/") ? this.views.get(id) : null;
    const data = found ? structuredClone(found) : { kind: "not_found" };
    return { ok: Boolean(found), status: found ? 200 : 404, statusText: "", json: async () => data };
  }

  act({ call, id, command }) {
    this.busy = true;
    if (call !== "act") return null;
    this.acts.push({ id, command: command.command });
    this.submissions.push(command.submission);
    const known = this.views.get(id);
    this.views.set(id, this.settled(known));
    return this.views.get(id);
  }

  settled(known) {
    const outcome = { kind: "cancelled", actor: { via: "web", presence: "interactive" } };
    return { ...known, status: "cancelled", revision: known.revision + 1, state: { phase: "settled", at: "2026-01-01T14:05:00Z", outcome } };
  }

  hear(event) {
    this.app.hear({ cursor: "1.1", events: [event] });
  }

  /** An agent asks; returns the id. */
  arrives({ singleSubmit = false, irreversible = false, ready, control, questions }) {
    const id = `q${++count}`;
    const asked = view(form(questions ?? [single({ control: { ...single().control, own_text: "allowed", ...control }, ...(ready && { defaults: ["pg"] }) })]));
    this.views.set(id, { ...asked, id, presentation: { ...asked.presentation, single_submit: singleSubmit }, policy: { ...asked.policy, irreversible } });
    this.hear({ event: "created", row: row({ id, created_at: new Date(Date.UTC(2026, 0, 1) + count * 1_000).toISOString() }) });
    return id;
  }

  ends(id) {
    this.views.set(id, this.settled(this.views.get(id)));
    this.hear({ event: "settled", row: row({ id, status: "cancelled", settled_at: "2026-01-01T14:05:00Z" }) });
  }

  changes(id, presentation) {
    const known = this.views.get(id);
    const terms = { revision: known.revision + 1, policy: known.policy, presentation: { ...known.presentation, ...presentation } };
    this.views.set(id, { ...known, ...terms });
    this.hear({ event: "changed", row: row({ id }), terms });
  }

  // The screen.

  /** What is on the screen, redrawn if something has changed. */
  get seen() {
    if (this.stale) this.drawn();
    return this.found;
  }

  drawn() {
    this.stale = false;
    const { state } = this.app;
    checkStill(this.app);
    checkMoved(this.app);
    const nothing = () => {};
    const act = { card: byTap(this.app, this.card), list: { show: nothing, filter: nothing, history: nothing, group: nothing, scroll: nothing, panel: nothing, allowNotices: nothing }, sheet: { close: nothing } };
    const found = { fields: new Map(), picks: [], parts: new Map() };
    const look = (node, question, part) => {
      if (typeof node !== "object" || node === null) return;
      const { props } = node;
      const [inQuestion, inPart] = [props["data-question"] ?? question, props["data-part"] ?? part];
      if (props["data-field"]) found.fields.set(props["data-field"], { part: inPart, write: (text) => props.readonly || props.oninput?.({ target: { value: text } }) });
      if (props["data-pick"]) found.picks.push({ question: inQuestion, option: props["data-pick"], checked: props["aria-checked"] === "true", reachable: props.tabindex === "0" });
      const first = props["data-field"] ?? (props["data-first"] && `button ${props["data-do"]}`);
      if (inPart && first && !found.parts.has(inPart)) found.parts.set(inPart, first);
      node.children.forEach((child) => look(child, inQuestion, inPart));
    };
    const tree = frame(state, act, { now: 0, clock: this.now });
    look(tree, "", null);
    this.found = found;
    this.tree = tree;
    if (this.shown !== this.before) this.since = this.now;
    this.before = this.shown;
    // As in the real page: the focused field has disappeared.
    if (this.focus?.field && !found.fields.has(this.focus.field)) {
      this.focus = null;
      interruptHands(this.app, state.hands.acted);
    }
    if (this.focus?.pick && !found.picks.some((pick) => pick.option === this.focus.pick)) this.focus = null;
  }

  screen() {
    return {
      field: () => this.focus?.field ?? null,
      control: () => Boolean(this.focus?.button),
      part: () => (this.focus?.field ? (this.seen.fields.get(this.focus.field)?.part ?? null) : (this.focus?.part ?? null)),
      picks: () => this.seen.picks.map((pick) => ({ ...pick, focused: this.focus?.pick === pick.option })),
      focusPick: (at) => this.seen.picks[at] && (this.focus = { pick: this.seen.picks[at].option }),
      focusField: (name) => this.seen.fields.has(name) && (this.focus = { field: name }),
      focusPart: (name) => {
        const first = this.seen.parts.get(name);
        if (first) this.focus = first.startsWith("button ") ? { button: first, part: name } : { field: first };
      },
      focusTitle: () => (this.focus = null),
      focusNext: () => (this.focus = this.app.state.rows.size > 0 ? { button: "button next", part: "next" } : null),
      focusPanel: () => {},
      focusSetting: () => {},
      showOffer: () => {},
      toTop: () => {},
      scrollDecisions: () => {},
      blur: () => (this.focus = null),
      showProblem: () => null,
      focusProblem: () => {},
    };
  }

  /** A key, as handled by the page's own listener. Returns what it did. */
  press(name, more) {
    const event = { key: name, ctrlKey: false, metaKey: false, altKey: false, isComposing: false, keyCode: 0, repeat: false, ...more };
    const { state } = this.app;
    if (this.stale) this.drawn();
    const { hands, action, swallow } = keys(state.hands, event, whereNow(this.app), this.now);
    state.hands = hands;
    if (action) this.on[action[0]](action[1]);
    else if (!swallow && this.focus?.field && name.length === 1 && !event.ctrlKey) this.type(name);
    return action?.[0] ?? null;
  }

  type(letter) {
    const field = this.seen.fields.get(this.focus.field);
    this.typed = `${this.typed ?? ""}${letter}`;
    field?.write(this.typed);
    // A letter changes nothing on the screen, so it needs no redraw.
    this.stale = false;
  }

  click(id) {
    this.app.state.hands = lifted(clicked(this.app.state.hands, this.now));
    this.typed = "";
    this.app.show(id);
  }

  /** A tap on what is drawn: the button that does this, the first within what has these marks. */
  tap(what, within = {}) {
    if (this.stale) this.drawn();
    const marked = ({ props }) => Object.entries(within).every(([name, value]) => props[name] === value);
    const [there] = find(find(this.tree, marked)[0], ({ props }) => props["data-do"] === what);
    this.app.state.hands = clicked(this.app.state.hands, this.now);
    there.props.onpointerdown?.({ button: 0, target: { releasePointerCapture: () => {} } });
    this.app.state.hands = lifted(this.app.state.hands);
    there.props.onpointerup?.();
    if (!there.props.disabled) there.props.onclick();
    this.stale = true;
  }

  /** What can be tapped, and where. */
  get places() {
    if (this.stale) this.drawn();
    const panes = this.tree.children.find(({ props }) => props.class === "panes");
    return places(panes.children.find(({ props }) => props.class === "stage"), this.size);
  }

  /** The pointer goes down at a place, whatever is there; it takes the focus with it. */
  down(at) {
    this.app.state.hands = clicked(this.app.state.hands, this.now);
    const there = hit(this.places, at)?.props;
    there?.onpointerdown?.({ button: 0, target: { releasePointerCapture: () => {} } });
    this.focus = there?.["data-do"] ? { button: `button ${there["data-do"]}`, part: there["data-part"] ?? null } : null;
    this.typed = "";
  }

  /** It is lifted there: a finger taps what is there by now. */
  up(at) {
    this.app.state.hands = lifted(this.app.state.hands);
    const there = hit(this.places, at)?.props;
    there?.onpointerup?.();
    if (there && !there.disabled) there.onclick({ target: { closest: () => null } });
    this.stale = true;
  }

  /** Runs all pending microtasks and callbacks. */
  async settle() {
    if (!this.busy) return;
    this.busy = false;
    for (let turn = 0; turn < 10; turn++) await null;
  }

  /** Clears what this browser has stored about it. */
  forget() {
    for (const id of this.views.keys()) keepUnsent(id, null);
  }

  pass(ms) {
    this.now += ms;
    this.timers.tick(ms);
  }
}
