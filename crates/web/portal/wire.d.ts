// Made from the types in crates/wire by tests/wire_types.rs.

/** What somebody wants done with an interaction. */
export type ActRequest =
  | { command: "answer"; submission: SubmissionRequest }
  | { command: "cancel"; note: string | null }
  | { command: "reject"; reason: string | null }
  | { command: "withdraw"; why: string | null }
  | { command: "confirm" }
  | { command: "answered_there"; why: string }
  | { command: "set_remaining"; seconds: number }
  | {
    annotations?: boolean;
    command: "present";
    language?: LanguageName;
    placeholder?: boolean;
    single_submit?: boolean;
    surface?: PreferredName;
    timeout_action?: TimeoutActionWord;
  };

/** Who acted. */
export type ActorView = { by?: string; presence: PresenceWord; via: SurfaceName };

/** What became of one question. */
export type AnswerView =
  | { kind: "given"; notes?: Record<string, string>; options: string[]; text?: string }
  | { kind: "elaborate"; note?: string }
  | { kind: "skipped"; reason?: string };

/** Answers that fit their form. A question that is not in the map was left open. */
export type AnswersView = { note?: string; questions: Record<string, AnswerView> };

/** How many options may be chosen, both ends included. */
export type BoundsView = { max: number; min: number };

export type CompletenessWord = "whole" | "partial";

/** How a question is answered. */
export type ControlView =
  | { kind: "one"; options: OptionView[]; own_text: OwnTextWord }
  | {
    bounds: BoundsView;
    empty: EmptyWord;
    kind: "many";
    options: OptionView[];
    own_text: OwnTextWord;
  }
  | { kind: "text" }
  | { kind: "rank"; options: OptionView[]; places: number }
  | ({ kind: "number" } & NumberRangeView);

/** An exact decimal, as text so that no reader rounds it. */
export type DecimalText = string;

export type DialectName =
  | "provide_choice"
  | "ask_user_questions"
  | "shell"
  | "user_choice"
  | "permission"
  | "claude_question"
  | "claude_plan";

/** One field of a draft. A note or text that was emptied is saved as empty. */
export type DraftFieldView =
  | { field: "options"; options: string[]; question: string }
  | { field: "text"; question: string; text: string }
  | { field: "option_note"; option: string; question: string; text: string }
  | { field: "skip"; question: string; text: string | null }
  | { field: "elaborate"; question: string; text: string | null }
  | { field: "note"; text: string };

export type DrawWord = "switch" | "choice" | "duration" | "theme";

export type EmptyWord = "allowed" | "refused";

/** What is handed in for one question. */
export type EntryRequest = {
  elaborate?: string;
  notes?: Record<string, string>;
  options?: string[];
  skip?: string;
  text?: string;
};

/** One thing that happened. */
export type EventView = { cursor: string } & (
  | { event: "created"; row: LineView }
  | { event: "changed"; row: LineView; terms?: TermsView }
  | { event: "settled"; row: LineView }
  | { event: "drafted"; fields: DraftFieldView[]; id: string }
  | { event: "listening"; id: string; listening: boolean }
  | { event: "delivered"; id: string }
  | { event: "undelivered"; id: string }
  | { event: "removed"; id: string }
  | { event: "settings" }
  | { event: "presence" }
);

/** What came after a cursor. With `reset`, what the watcher knew is void and `reset` is all that is active. */
export type EventsView = { cursor: string; events: EventView[]; reset?: LineView[] };

/** What is wrong with an answer, or with a number beside it. */
export type FaultView =
  | { chosen: number; kind: "choose_one" }
  | { kind: "choose_or_write" }
  | { chosen: number; kind: "too_few"; min: number }
  | { chosen: number; kind: "too_many"; max: number }
  | { kind: "write" }
  | { kind: "option_or_text" }
  | { kind: "no_own_text" }
  | { kind: "several_ways" }
  | { kind: "not_skippable" }
  | { kind: "nothing_answered" }
  | { count: number; kind: "too_long"; max: number; unit: UnitWord }
  | { kind: "unknown_option"; known: string[]; option: string }
  | { kind: "unknown_question"; known: string[]; question: string }
  | { kind: "out_of_range"; max: number; min: number }
  | { kind: "rank_more"; places: number; ranked: number }
  | { kind: "ranked_twice"; label: string; option: string }
  | { kind: "not_a_number" }
  | { kind: "too_many_digits" }
  | { kind: "below_min"; min: DecimalText }
  | { kind: "above_max"; max: DecimalText }
  | { kind: "off_step"; nearest: DecimalText; step: DecimalText };

/** One error in one field. */
export type FieldProblem = { fault?: FaultView; field: string; hint?: string; rule: string };

/** What became of some questions. */
export type FiguresView = {
  answered: number;
  asked: number;
  by_program: number;
  declined: number;
  median_ms?: number;
  pending: number;
  timed_out: number;
  withdrawn: number;
};

/** What an agent asks: questions under a title. */
export type FormView = {
  completeness: CompletenessWord;
  context?: string;
  marked?: string[];
  note?: string;
  questions: QuestionView[];
  says_all?: boolean;
  title: string;
};

export type GroupWord = "defaults" | "notifications" | "look" | "terminal";

export type InsteadWord = "please_explain" | "skipped" | "nothing_chosen";

/** One interaction, whole. */
export type InteractionView = {
  attention?: TraceView[];
  created_at: string;
  delivered_at?: string;
  draft?: Record<string, DraftFieldView>;
  form: FormView;
  has_timeout_actions: boolean;
  id: string;
  listening: boolean;
  origin: OriginView;
  policy: PolicyView;
  presentation: PresentationView;
  purpose: PurposeWord;
  race?: RaceWord;
  rejects: boolean;
  remaining_ms?: number;
  revision: number;
  shown: boolean;
  state: StateView;
  status: StatusWord;
  stopped?: boolean;
  url?: string;
  warnings?: string[];
};

export type LanguageName = "en" | "zh" | "ko";

/** One interaction as a line of a list. */
export type LineView = {
  actor?: ActorView;
  agent?: string;
  answer?: string;
  attention?: TraceView[];
  created_at: string;
  delivered: boolean;
  dialect: string;
  id: string;
  instead?: InsteadWord[];
  interface: string;
  irreversible: boolean;
  listening: boolean;
  project?: string;
  prompt: string;
  questions: number;
  remaining_ms?: number;
  remark?: string;
  says_all?: boolean;
  session?: string;
  settled_at?: string;
  shown: boolean;
  status: StatusWord;
  stopped?: boolean;
  title: string;
  url?: string;
};

/** Which numbers answer a question. */
export type NumberRangeView = {
  default?: DecimalText;
  max?: DecimalText;
  min?: DecimalText;
  step?: DecimalText;
  unit?: string;
};

/** Something that can be chosen. */
export type OptionView = { description?: string; id: string; label: string; recommended?: boolean; safe?: boolean };

/** Who asks, from where. */
export type OriginView = {
  agent?: string;
  agent_title?: string;
  agent_version?: string;
  dialect: DialectName;
  directory?: string;
  language?: ShownLanguage;
  session?: string;
};

/** How it ended; exactly one, for good. */
export type OutcomeView =
  | { actor: ActorView; answers: AnswersView; kind: "answered" }
  | { actor: ActorView; kind: "cancelled"; note?: string }
  | { actor: ActorView; kind: "rejected"; reason?: string }
  | { action: TimeoutActionWord; kind: "timed_out"; sent?: AnswersView }
  | { kind: "withdrawn"; why: string };

export type OwnTextWord = "allowed" | "refused";

/** Some lines and where to go on. */
export type PageView = {
  looked_through?: number;
  next?: string;
  rows: LineView[];
  unreadable?: UnreadableView[];
};

/** What holds for an interaction until it ends. */
export type PolicyView = {
  ends_with_call?: boolean;
  extensible_ms?: number;
  irreversible: boolean;
  surfaces?: SurfaceName[];
  timeout_action: TimeoutActionWord;
  timeout_seconds?: number;
  waited?: boolean;
};

/** Where a question should be shown: `auto`, or the name of a surface. */
export type PreferredName = string;

export type PresenceWord = "interactive" | "paired" | "agent_terminal" | "unattended";

/** How a surface shows it. */
export type PresentationView = {
  annotations: boolean;
  language?: ShownLanguage;
  placeholder: boolean;
  single_submit: boolean;
  surface: PreferredName;
};

/** What went wrong, for people (`title`, `detail`) and for programs (`kind` and what belongs to it). */
export type ProblemView = { detail: string; status: number; title: string; type: string } & (
  | { kind: "invalid"; problems: FieldProblem[] }
  | { id: string; kind: "not_found" }
  | { kind: "ambiguous"; matches: string[]; prefix: string }
  | { kind: "refused"; refusal: RefusalView }
  | { kind: "occupied"; owner: string }
  | { kind: "ticket_expired" }
  | { kind: "not_interactive"; surface: SurfaceName }
  | { kind: "disk_full" }
  | { kind: "files_lost" }
  | { at: string; kind: "database_away"; why: string }
  | { id: string; kind: "unreadable"; why: string }
  | { kind: "store" }
  | { kind: "request" }
);

export type PurposeWord = "decision" | "test";

/** One question of a form. */
export type QuestionView = {
  context?: string;
  control: ControlView;
  defaults?: string[];
  header: string;
  id: string;
  notes?: Record<string, string>;
  placeholder?: string;
  prompt: string;
};

export type RaceWord = "open" | "given" | "confirmed" | "lost";

/** Why nothing was changed. */
export type RefusalView =
  | { actor?: ActorView; at: string; reason: "already_settled"; status: StatusWord }
  | { problems: FieldProblem[]; reason: "invalid" }
  | { reason: "needs_person" }
  | { reason: "agent_terminal" }
  | { reason: "elsewhere"; surfaces: SurfaceName[] }
  | { reason: "past_limit"; seconds: number };

/** A question that was asked more than once. */
export type RepeatedView = { times: number; title: string };

/** A setting with its value, where that came from, and what a settings screen needs to draw it. */
export type SettingLine = {
  always: boolean;
  choices: string[];
  draw: DrawWord;
  group: GroupWord;
  key: string;
  source: SourceWord;
  texts: string;
  value: string;
};

/** The figures of one agent or project. */
export type ShareView = { figures: FiguresView; name?: string };

/** The same where it is only shown: an unknown one is shown as the first. */
export type ShownLanguage = LanguageName;

export type SkippedWord = "seen" | "shown" | "meant" | "switched_off" | "absent" | "crowded" | "refused" | "unreachable";

/** A part of the time. */
export type SliceView = { asked: number; from: string; median_ms?: number };

export type SourceWord = "builtin" | "file" | "environment" | "person";

export type StateView = { deadline?: string; phase: "pending" } | { at: string; outcome: OutcomeView; phase: "settled" };

/** What was asked within a time, and what became of it. */
export type StatsView = {
  agents: ShareView[];
  asked_again: number;
  most_asked: RepeatedView[];
  projects: ShareView[];
  since: string;
  slices: SliceView[];
  total: FiguresView;
  until: string;
};

export type StatusWord =
  | "pending"
  | "submitted"
  | "auto-submitted"
  | "cancelled"
  | "rejected"
  | "timeout"
  | "withdrawn"
  | "given";

/** An answer as a surface hands it in. */
export type SubmissionRequest = { note?: string; questions: Record<string, EntryRequest> };

/** The name of a surface: `web`, `terminal`, `cli`, `api` or the id of a chat. */
export type SurfaceName = string;

/** What changes while an interaction is pending. */
export type TermsView = {
  deadline?: string;
  policy: PolicyView;
  presentation: PresentationView;
  revision: number;
};

export type TimeoutActionWord = "submit" | "cancel" | "reinvoke";

/** Who was notified of a question and when, or why not. Neither `notified` nor `why`: held by quiet hours. */
export type TraceView = { at: string; notified: boolean; rung: string; taken_back?: string; why?: SkippedWord };

export type UnitWord = "characters" | "bytes";

/** A question that cannot be read. */
export type UnreadableView = { id: string; why: string };
