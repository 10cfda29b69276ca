//! How large things may be. Generous for people, small enough that nothing can be drowned.

/// Title of a form or header of a question. A line on any screen; longer ones are wrapped.
pub const TITLE: usize = 1_000;
/// Prompt or context: several printed pages.
pub const PROMPT: usize = 64 * 1024;
pub const LABEL: usize = 1_000;
pub const DESCRIPTION: usize = 8 * 1024;
/// Ids travel in URLs and in Slack's 75-character values.
pub const ID: usize = 64;
/// Above eight a filter appears; above this nobody can choose.
pub const OPTIONS: usize = 200;
/// Questions in one form; `ask_user_questions` has its own, smaller and configurable limit.
pub const QUESTIONS: usize = 50;
/// What a person types into one field.
pub const ANSWER: usize = 64 * 1024;
/// One JSON document with a whole form of the largest texts that still make sense.
pub const BODY: usize = 1024 * 1024;
