//! The shapes in which agents ask and get their answers: each parses into a form, and replies.

pub mod ask_user_questions;
pub mod bridged;
#[cfg(test)]
pub(crate) mod fixtures;
pub mod late;
mod lookalike;
mod pending;
pub mod plain;
pub mod provide_choice;
mod quality;
pub(crate) mod read;
mod refusal;
mod title;
pub mod user_choice;
mod wanted;

pub use pending::END_TURN_AFTER;
pub use refusal::{Failure, failure, refusal};
pub use wanted::{CallKind, ReplyWanted};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use self::bridged::AgentReply;
use crate::form::Form;
use crate::id::InteractionId;
use crate::interaction::{Interaction, Outcome};
use crate::policy::Wishes;
use crate::problem::Problem;
use crate::surface::Chats;

macro_rules! dialects {
    ($($(#[$doc:meta])* $dialect:ident = $name:literal $spec:expr;)+) => {
        /// The formats in which agents ask.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum Dialect {
            $($(#[$doc])* #[serde(rename = $name)] $dialect,)+
        }

        impl Dialect {
            pub const ALL: [Dialect; [$($name),+].len()] = [$(Dialect::$dialect),+];

            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Dialect::$dialect => $name,)+
                }
            }

            fn spec(self) -> &'static DialectSpec {
                match self {
                    $(Dialect::$dialect => &$spec,)+
                }
            }
        }
    };
}

dialects! {
    ProvideChoice = "provide_choice" provide_choice::SPEC;
    AskUserQuestions = "ask_user_questions" ask_user_questions::SPEC;
    /// `sayso ask` with flags: like `provide_choice`, but no recommendation is required.
    Shell = "shell" provide_choice::SHELL;
    /// JSON in a model's text; `crates/extract` finds it.
    UserChoice = "user_choice" user_choice::SPEC;
    /// An agent is about to do something; a person lets it happen once, or not.
    Permission = "permission" bridged::PERMISSION;
    /// Claude Code's own question tool.
    ClaudeQuestion = "claude_question" bridged::CLAUDE_QUESTION;
    /// A plan of Claude Code that waits for approval.
    ClaudePlan = "claude_plan" bridged::CLAUDE_PLAN;
}

/// Everything that makes a dialect, said in its own folder.
struct DialectSpec {
    parse: fn(&Value, &DialectLimits) -> Result<ParsedAsk, Vec<Problem>>,
    reply: fn(&Interaction, &ReplyContext<'_>) -> Reply,
    /// The same for a call that asked and did not wait.
    submitted: fn(&Interaction, &ReplyContext<'_>) -> Reply,
    /// The same for a call that came back for the answer.
    fetched: fn(&Interaction, &ReplyContext<'_>) -> Reply,
    /// The tool that asks in this dialect.
    tool: &'static str,
    /// What an agent calls to get an answer later; `None`: it comes as a message.
    fetched_with: Option<&'static str>,
    /// The same call in words, for this question.
    follow_up: fn(InteractionId) -> String,
    /// Agents have it as a tool.
    is_tool: bool,
    /// A person puts the whole aside by rejecting it, else by cancelling it.
    rejects: bool,
    /// The clock can do more than tell the agent that nobody answered (AU-6, SL-7).
    timeout_actions: bool,
    /// Its reply has a word in the person's language, which must not change with a setting later.
    keeps_language: bool,
    /// The JSON on stdin looks like it; `None`: it does not come as JSON.
    looks_like: Option<fn(&Value) -> bool>,
    /// A person's decision for an agent that asks in its own format; `None`: it does not.
    decided: Option<fn(&Interaction, &Outcome) -> Option<AgentReply>>,
    /// The question, the field of the status, and the answer in words, from a reply.
    late: fn(&Interaction, &Reply) -> (String, &'static str, String),
}

impl Dialect {
    /// How a person dismisses the whole: by rejecting it, if the dialect has that, otherwise by
    /// cancelling it.
    pub fn rejects(self) -> bool {
        self.spec().rejects
    }

    pub fn has_timeout_actions(self) -> bool {
        self.spec().timeout_actions
    }

    /// Whether a call with these arguments goes on to wait for the answer.
    pub fn waits(self, arguments: &Value) -> bool {
        self != Dialect::AskUserQuestions || !ask_user_questions::is_non_blocking(arguments)
    }

    pub fn keeps_language(self) -> bool {
        self.spec().keeps_language
    }

    /// The reply to an agent that asks by itself, for this outcome.
    pub(crate) fn decided(self, of: &Interaction, outcome: &Outcome) -> Option<AgentReply> {
        (self.spec().decided?)(of, outcome)
    }

    /// An answer may let an agent do what it asks for: only a person gives that, and what they type in
    /// place of an option is a no, with its reason.
    pub fn asks_for_consent(self) -> bool {
        matches!(self, Dialect::Permission | Dialect::ClaudePlan)
    }

    pub fn tool(self) -> &'static str {
        self.spec().tool
    }

    pub fn fetched_with(self) -> Option<&'static str> {
        self.spec().fetched_with
    }

    /// How an agent gets the answer later, in words.
    pub fn follow_up(self, id: InteractionId) -> String {
        (self.spec().follow_up)(id)
    }

    /// The dialects that agents have as tools.
    pub fn of_tools() -> impl DoubleEndedIterator<Item = Dialect> {
        Dialect::ALL.into_iter().filter(|dialect| dialect.spec().is_tool)
    }

    /// The names of the tools that ask, and of those that fetch an answer.
    pub fn tools() -> Vec<&'static str> {
        let mut names: Vec<&str> = Dialect::of_tools()
            .flat_map(|dialect| [Some(dialect.tool()), dialect.fetched_with()])
            .flatten()
            .collect();
        names.dedup();
        names
    }

    /// The dialects that come as JSON.
    pub fn of_json() -> impl Iterator<Item = Dialect> {
        Dialect::ALL.into_iter().filter(|dialect| dialect.spec().looks_like.is_some())
    }

    /// The dialect shows in the fields, the last of the list first; what looks like none is the first,
    /// whose errors say what is missing.
    pub fn detected(arguments: &Value) -> Dialect {
        let looks = |dialect: &Dialect| dialect.spec().looks_like.is_some_and(|is| is(arguments));
        Dialect::ALL.into_iter().rev().find(looks).unwrap_or(Dialect::ALL[0])
    }
}

/// A valid ask.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParsedAsk {
    pub form: Form,
    pub wishes: Wishes,
    pub warnings: Vec<String>,
}

/// Configured limits of dialects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DialectLimits {
    /// `ask_user_questions`: maximum number of questions, and of options in each, as configured.
    pub questions: usize,
    pub options: usize,
    /// `ask_user_questions`: seconds until it times out, if ever.
    pub questions_timeout: Option<u64>,
    pub prompts: Prompts,
    /// `provide_choice`: the chats that `interface` can name.
    pub chats: Chats,
}

/// What to do about a prompt without context (PO-2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Prompts {
    Warn,
    Refuse,
}

impl DialectLimits {
    /// The effective limit (AU-2).
    pub fn most_questions(&self) -> usize {
        self.questions.clamp(1, MOST_ALLOWED)
    }

    pub fn most_options(&self) -> usize {
        self.options.clamp(2, MOST_ALLOWED)
    }
}

/// The highest limit that can be configured.
const MOST_ALLOWED: usize = 10;

impl Default for DialectLimits {
    fn default() -> DialectLimits {
        DialectLimits {
            questions: 4,
            options: 4,
            questions_timeout: None,
            prompts: Prompts::Warn,
            chats: Chats::default(),
        }
    }
}

/// Parses what an agent sent, or returns all problems with it.
pub fn parse(
    dialect: Dialect,
    arguments: &Value,
    limits: &DialectLimits,
) -> Result<ParsedAsk, Vec<Problem>> {
    (dialect.spec().parse)(arguments, limits).map_err(refusal::bounded)
}

/// What the agent gets: structured content, the same as text, and whether it is a failure.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Reply {
    pub structured: Value,
    pub text: String,
    pub is_error: bool,
}

/// What only the desk knows about an interaction at this moment, for the reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ReplyContext<'a> {
    /// Where a person finds it.
    pub url: Option<&'a str>,
    /// By the desk's clock; `None` without a deadline.
    pub remaining_ms: Option<u64>,
    /// Whether a surface shows it right now.
    pub shown: bool,
    /// How a person gets there if no surface shows it; empty if not needed.
    pub directions: &'a str,
    /// Opens it in a terminal; for a hand-off that no surface shows.
    pub command: Option<&'a str>,
    /// How many consecutive replies, including this one, said that it is pending.
    pub pending_replies: u32,
}

/// The dialect's reply for the current state of an interaction.
pub fn reply(interaction: &Interaction, standing: &ReplyContext<'_>) -> Reply {
    (interaction.origin.dialect.spec().reply)(interaction, standing)
}
