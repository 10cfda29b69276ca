// What travels between hub and page, and what the page keeps. Types only: nothing of this is sent.

declare global {
  /** What `ahead.js` asked for, by path. */
  var ahead: Record<string, Promise<Pick<Response, "ok" | "status" | "statusText" | "json">>> | undefined;
}

export type Tree = string | [string, Record<string, string>, ...Tree[]];

export type Choice = { id: string; label: string; description?: string; recommended?: boolean; safe?: boolean };
export type Control =
  | { kind: "one"; options: Choice[]; own_text: "allowed" | "refused" }
  | {
      kind: "many";
      options: Choice[];
      own_text: "allowed" | "refused";
      bounds: { min: number; max: number };
      empty: "allowed" | "refused";
    }
  | { kind: "text" }
  | ({ kind: "rank" } & Ranking)
  | ({ kind: "number" } & NumberRange);
/** Decimals are texts: they are exact. */
export type Ranking = { options: Choice[]; places: number };
export type NumberRange = { min?: string; max?: string; step?: string; unit?: string; default?: string };
export type Question = {
  id: string;
  header: string;
  prompt: string;
  context?: string;
  control: Control;
  defaults?: string[];
  placeholder?: string;
  notes?: Record<string, string>;
};
export type Form = {
  title: string;
  context?: string;
  questions: Question[];
  completeness: "whole" | "partial";
  note?: string;
};
export type Actor = { by?: string; via: string; presence: "interactive" | "paired" | "agent_terminal" | "unattended" };
export type Answer =
  | { kind: "given"; options: string[]; text?: string; notes?: Record<string, string> }
  | { kind: "elaborate"; note?: string }
  | { kind: "skipped"; reason?: string };
export type Answers = { questions: Record<string, Answer>; note?: string };
export type Outcome =
  | { kind: "answered"; answers: Answers; actor: Actor }
  | { kind: "cancelled"; note?: string; actor: Actor }
  | { kind: "rejected"; reason?: string; actor: Actor }
  | { kind: "timed_out"; action: string; sent?: Answers }
  | { kind: "withdrawn"; why: string };
export type DraftField =
  | { field: "options"; question: string; options: string[] }
  | { field: "text"; question: string; text: string }
  | { field: "option_note"; question: string; option: string; text: string }
  | { field: "skip"; question: string; text: string | null }
  | { field: "elaborate"; question: string; text: string | null }
  | { field: "note"; text: string };
/** One answer on its way in. */
export type SentEntry = { options?: string[]; text?: string; notes?: Record<string, string>; skip?: string; elaborate?: string };
export type Submission = { questions: Record<string, SentEntry>; note?: string };
/** What was typed or chosen here and not sent: an answer, the note of a cancel or rejection. */
export type Unsent = { submission?: Submission; left?: string };
export type View = {
  id: string;
  revision: number;
  origin: { dialect: string; agent?: string; agent_title?: string; directory?: string; language?: string };
  form: Form;
  policy: { timeout_seconds?: number; timeout_action: string; irreversible: boolean; surfaces?: string[] };
  presentation: {
    surface: string;
    single_submit: boolean;
    annotations: boolean;
    placeholder: boolean;
    language?: string;
  };
  created_at: string;
  state: { phase: "pending"; deadline?: string } | { phase: "settled"; at: string; outcome: Outcome };
  delivered_at?: string;
  /** A person dismisses it by rejecting it, else by cancelling it. */
  rejects: boolean;
  /** A timeout can do more than tell the agent that nobody answered. */
  has_timeout_actions: boolean;
  status: string;
  remaining_ms?: number;
  listening: boolean;
  draft?: Record<string, DraftField>;
  rendered: {
    context: Tree[];
    questions: { prompt: Tree[]; context: Tree[]; options: Tree[][] }[];
  };
};
export type Row = {
  id: string;
  title: string;
  prompt: string;
  questions: number;
  agent?: string;
  project?: string;
  status: string;
  interface: string;
  created_at: string;
  settled_at?: string;
  delivered: boolean;
  irreversible: boolean;
  actor?: Actor;
  answer?: string;
  /** Where nothing can be quoted. */
  instead?: ("please_explain" | "skipped" | "nothing_chosen")[];
  remark?: string;
  remaining_ms?: number;
  listening: boolean;
};
export type LiveEvent =
  | { event: "created" | "changed" | "settled"; row: Row }
  | { event: "drafted"; id: string; fields: DraftField[] }
  | { event: "listening"; id: string; listening: boolean }
  | { event: "delivered" | "undelivered" | "removed"; id: string }
  | { event: "settings" | "presence" };
export type Events = { cursor: string; events: LiveEvent[]; reset?: Row[] };

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
  /** Somebody else was faster. */
  overtaken: boolean;
  /** What was typed or chosen here and not sent. */
  unsent: Unsent | null;
  copied: boolean;
  reply: string | null;
  /** The time field is open. */
  timing: boolean;
};
export type Command = { command: string; [name: string]: unknown };
/** Why an answer is not valid. */
export type Fault =
  | { kind: "choose_one"; chosen: number }
  | { kind: "choose_or_write" | "write" | "option_or_text" | "no_own_text" | "several_ways" | "not_skippable" | "nothing_answered" }
  | { kind: "too_few"; min: number; chosen: number }
  | { kind: "too_many"; max: number; chosen: number }
  | { kind: "too_long"; count: number; max: number; unit: "characters" | "bytes" }
  | { kind: "unknown_option"; option: string; known: string[] }
  | { kind: "unknown_question"; question: string; known: string[] }
  | { kind: "rank_more"; places: number; ranked: number }
  | { kind: "not_a_number" }
  | { kind: "below_min"; min: string }
  | { kind: "above_max"; max: string }
  | { kind: "off_step"; step: string; nearest: string }
  | { kind: "out_of_range"; min: number; max: number };
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
export type Problem = {
  status: number;
  detail: string;
  kind?: string;
  refusal?: { reason: string; problems?: { fault?: Fault }[]; seconds?: number; surfaces?: string[] };
  problems?: { fault?: Fault }[];
};
export type Left = { ms: number; at: number; whole: number };
export type Setting = {
  key: string;
  value: string;
  source: string;
  group: "defaults" | "notifications" | "look" | "terminal";
  draw: "switch" | "choice" | "duration" | "theme";
  /** What the texts of its choices begin with. */
  texts: string;
  choices: string[];
  always: boolean;
};
export type Notice = { before: number; sound: boolean };

export type State = {
  /** Whether the hub knows us: not asked yet, no, yes. */
  door: "unknown" | "closed" | "open";
  /** Why it is closed, as the name of a text. */
  doorProblem: "door-refused" | "door-ended" | "door-pair-refused" | null;
  /** Somebody else answers at the hub's address. */
  impostor: boolean;
  live: "socket" | "http" | "off";
  /** Was there ever a connection? Before that nothing is lost. */
  met: boolean;
  rows: Map<string, Row>;
  done: Row[];
  loaded: boolean;
  left: Map<string, Left>;
  unread: Set<string>;
  chip: "all" | "waiting" | "done";
  open: string | null;
  card: Card | null;
  missing: boolean;
  /** The hub serves another page than this one. */
  outdated: boolean;
  /** The open question has something that this page cannot draw. */
  newer: boolean;
  panel: "settings" | "help" | null;
  settings: Record<string, Setting>;
  saved: string | null;
  notice: Notice;
  permission: string;
  /** What the hands are doing; see `app/hands.js`. */
  hands: import("./app/hands.js").Hands;
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
  copy(text: string): Promise<void>;
  extend(seconds: number): void;
  timing(open: boolean): void;
  setTime(typed: string): void;
  next(): void;
  back(): void;
  flush(): void;
};
