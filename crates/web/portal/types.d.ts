// Types of the page's state, and short names for those of the wire (`wire.d.ts`). Types only: nothing of this is sent.

import type {
  ActRequest,
  ControlView as Control,
  FaultView as Fault,
  FieldProblem,
  InteractionView,
  LineView as Row,
  OptionView as Choice,
  ProblemView,
  QuestionView as Question,
  RefusalView,
  SettingLine as Setting,
  SubmissionRequest as Submission,
} from "./wire.js";

export type Tree = string | [string, Record<string, string>, ...Tree[]];

export type {
  AnswersView as Answers,
  ControlView as Control,
  DraftFieldView as DraftField,
  EntryRequest as SentEntry,
  EventsView as Events,
  EventView as LiveEvent,
  FaultView as Fault,
  FormView as Form,
  LineView as Row,
  NumberRangeView as NumberRange,
  OptionView as Choice,
  OutcomeView as Outcome,
  QuestionView as Question,
  SettingLine as Setting,
  SubmissionRequest as Submission,
  TraceView as Trace,
} from "./wire.js";
/** What is `undefined` is not sent, which means the same as `null`. */
type Sent<T> = T extends unknown ? { [K in keyof T]: null extends T[K] ? T[K] | undefined : T[K] } : never;
export type Command = Sent<ActRequest> & { submission?: Submission; note?: string | null; reason?: string | null };
/** From the hub, or made here for a connection that it closed. */
export type Problem = Pick<ProblemView, "status" | "detail"> & {
  kind?: ProblemView["kind"];
  refusal?: RefusalView & { problems?: FieldProblem[] };
  problems?: FieldProblem[];
};
export type Ranking = Extract<Control, { kind: "rank" }>;
export type Many = Extract<Control, { kind: "many" }>;
/** A kind of control: its rules and its looks, where they differ from those of other options or texts. */
export type Kind<C = any> = {
  bounds?(control: C): { min: number; max: number };
  /** What an answer of this many options lacks; without a number: one that nobody has given. */
  missing(control: C, chosen?: number): Fault;
  filled?(control: C): string | undefined;
  read?(control: C, typed: string): { text: string } | { fault: Fault };
  words?(control: C, ids: string[], text: string | undefined): string[];
  limits?(control: C): Message[];
  /** The options as shown while these are chosen; their order is part of the answer. */
  order?(control: C, ids: string[]): Choice[];
  /** A key that carries an option: up, down, or to this place. */
  press?(control: C, ids: string[], option: string, way: "up" | "down"): Edit;
  /** Drawn before an option, beside it, below the options, and instead of them. */
  before?(control: C, question: Question, ids: string[], option: Choice, act: CardActions): unknown;
  beside?(control: C, question: Question, ids: string[], option: Choice, act: CardActions): unknown;
  below?(control: C, question: Question, ids: string[], fault: Fault | null, act: CardActions): unknown;
  field?(control: C, card: Card, question: Question, act: CardActions): unknown;
};
/** What was typed or chosen here and not sent: an answer, the note of a cancel or rejection. */
export type Unsent = { submission?: Submission; left?: string };
export type View = InteractionView & {
  rendered: {
    context: Tree[];
    questions: { prompt: Tree[]; context: Tree[]; options: Tree[][] }[];
  };
};

export type Entry = {
  /** `null`: untouched, the defaults stand. */
  options: string[] | null;
  text: string;
  /** An own text that gave way to an option; it comes back when it is wanted. */
  parked: string;
  notes: Record<string, string>;
  skip: string | null;
  elaborate: string | null;
};
export type Work = { entries: Record<string, Entry>; note: string };
export type Message = { key: string; values?: Record<string, string | number> };

/** One question on the screen, with everything that has been done about it here. */
export type Card = {
  id: string;
  view: View;
  work: Work;
  /** Which question of several; their number is the review. */
  step: number;
  /** Whether the review has been seen. */
  reviewed: boolean;
  filter: string;
  /** Notes that are unfolded, as `question/option`; `""` is the note on the whole. */
  unfolded: Set<string>;
  /** Whether faults are shown: only after an attempt to send. */
  strict: boolean;
  /** Why the desk refused. */
  refusal: string | null;
  leaving: string | null;
  undo: { until: number; command: Command } | null;
  /** Something is to be dealt with before this is sent: gaps, or that it cannot be undone. */
  asking: { what: "gaps" | "confirm"; command: Command; typed: string; hint: boolean } | null;
  /** The button that confirms is being held. */
  holding: boolean;
  sending: boolean;
  /** An answer that has not arrived: it goes by itself, or waits for its person. */
  kept: "waiting" | "held" | null;
  /** Permissions that are listed on it and on their way to the desk. */
  under: Set<string>;
  /** Those that were listed when the finger went down. */
  pointed: string[] | null;
  /** Somebody else was faster. */
  overtaken: boolean;
  /** It ended by what was sent from here. */
  mine: boolean;
  /** What was typed or chosen here and not sent. */
  unsent: Unsent | null;
  copied: boolean;
  reply: string | null;
  /** The time field is open. */
  timing: boolean;
  /** It was settled when it was opened: its whole story is shown. */
  told: boolean;
  /** The field that had the focus when the question ended: until it loses it, everything stays where it is. */
  still: string | null;
};
export type Standing = "open" | "answered" | { wrong: Fault };
/** One change to one question. */
export type Edit =
  | "keep"
  | "resume"
  | "clear"
  | "take_recommended"
  | { choose: string }
  | { toggle: string }
  | { mark: string[] }
  | { write: string }
  | { option_note: [string, string] }
  | { skip: string }
  | { ask_back: string };
/** What the hub said, when, out of how much, and when it ends by the page's clock. */
export type Left = { ms: number; at: number; whole: number; end: number };
/** One line of a list: a question, a heading, or a sentence. */
export type Line = { key: string; size: number; row?: Row; heading?: string; count?: number; says?: string };
export type Notice = { before: number; sound: boolean };

export type State = {
  /** Whether the hub knows us: not asked yet, no, yes. */
  door: "unknown" | "closed" | "open";
  /** Why it is closed, as the name of a text. */
  doorProblem: "door-failed" | "door-refused" | "door-ended" | "door-pair-refused" | null;
  /** Somebody else answers at the hub's address. */
  impostor: boolean;
  live: "socket" | "http" | "off";
  /** Was there ever a connection? Before that nothing is lost. */
  met: boolean;
  rows: Map<string, Row>;
  /** Their ids, what ends first on top; `null` if that has to be found out again. */
  sorted: string[] | null;
  /** Those that have ended since the last reset: a list that is late doesn't bring them back. */
  ended: Set<string>;
  done: Row[];
  loaded: boolean;
  left: Map<string, Left>;
  unread: Set<string>;
  chip: "all" | "waiting" | "done";
  group: "none" | "project" | "agent";
  /** How far the list is scrolled, and which of its rows has the focus. */
  scrolled: number;
  /** In pixels, if the person has set it. */
  listWidth: number | null;
  focused: string | null;
  open: string | null;
  card: Card | null;
  missing: boolean;
  /** The hub serves another page than this one. */
  outdated: boolean;
  /** The open question has something that this page cannot draw. */
  newer: boolean;
  /** The list and one question, or what was decided. */
  page: "questions" | "history";
  finder: import("./history/finder.js").HistoryFinder | null;
  palette: import("./palette/keys.js").PaletteKeys | null;
  panel: "settings" | "help" | "palette" | "withdraw-stopped" | null;
  settings: Record<string, Setting>;
  saved: string | null;
  notice: Notice;
  permission: string;
  /** What the hands are doing; see `app/hands.js`. */
  hands: import("./app/hands.js").Hands;
  /** What was drawn last: the card, its step, and what is listed beside its question. */
  drawn: { card: Card | null; parts: string };
};

/** What can be done on a card. */
export type CardActions = {
  choose(question: string, option: string): void;
  edit(question: string, edited: Edit): void;
  write(question: string, text: string): void;
  own(question: string): void;
  optionNote(question: string, option: string, text: string): void;
  unfold(key: string): void;
  note(text: string): void;
  turn(question: string, how: "skip" | "elaborate"): void;
  turnText(question: string, how: "skip" | "elaborate", text: string): void;
  filter(text: string): void;
  step(to: number): void;
  send(): void;
  undo(): void;
  leave(text: string | null): void;
  left(): void;
  sendAnyway(): void;
  firstOpen(): void;
  confirm(): void;
  confirming(typed: string): void;
  hold(on: boolean): void;
  stopAsking(): void;
  sendKept(): void;
  dropKept(): void;
  /** What the agent gets, when somebody wants to see it. */
  loadReply(): void;
  copy(text: string): Promise<void>;
  extend(seconds: number): void;
  timing(open: boolean): void;
  setTime(typed: string): void;
  next(): void;
  open(id: string): void;
  answerBeside(id: string, option: string): void;
  pointAt(ids: string[] | null): void;
  allowAll(ids: string[]): void;
  /** Leaves a question that ended under the hands. */
  goOn(): void;
  back(): void;
  toHistory(): void;
  flush(): void;
};
