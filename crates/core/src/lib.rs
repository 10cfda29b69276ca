//! Questions, answers, interactions, and every rule about them.
//!
//! Functions over values: no input or output, no async, no clock, no randomness, no environment.
//! Time and ids come in as arguments; the caller does the reading and writing.
//!
//! # Glossary
//! One word means one thing in code, SQL, JSON and on the screen.
//!
//! - **interaction**: one ask of an agent, from creation to its single outcome.
//! - **form**: what is asked: one or more questions under a title.
//! - **question**: a prompt with one **control** (choose one, choose many, rank, text, number).
//! - **option**: something a person can choose; has an id, a label, and possibly a **note** of the
//!   person.
//! - **own text**: what the person types instead of, or in addition to, the options.
//! - **submission**: what a surface submits; **answers**: a submission that fits its form.
//! - **draft**: what has been chosen and typed so far.
//! - **surface**: where a person answers (web, terminal, cli, api, or a chat by its id).
//! - **dialect**: the format in which an agent asks and gets its answer.
//! - **choice**: a question that a model wrote as JSON in its text; **extract**: take it out.
//! - **settle**: give an interaction its one outcome. **Withdraw**: end it without one, because
//!   nobody waits.
//! - **rule**: when a person decides about an agent's action; **guard**: all rules together.
//! - **race**: the agent keeps its own dialog open while we ask; an answer is **given** here, and
//!   counts once the agent has **confirmed** it by what it did.
//! - **ticket**: part of a hand-off command that allows one terminal to take over the question.
//!
//! # The model
//! An `Interaction` has an origin (dialect, agent, directory, call id), a `Form`, a policy
//! (timeout, what happens then, irreversible), a presentation, and a state: `Pending { deadline }`
//! or `Settled { at, outcome }`. `Outcome` is one of answered, cancelled, rejected, timed out,
//! withdrawn, each with its own data. A question with `purpose: test` is in no list, count, event
//! or history, and its reply always says so. What a surface hands in is a `Submission`. How a draft
//! is edited and what makes an answer valid is said once, in `crates/core/src/worksheet.rs`;
//! `crates/core/src/worksheet/cases.json` is run by the core and by the portal's JavaScript. A
//! `Fault` is data, put into words by `crates/locale/src/words.rs`. Who acted (`Actor`) is set by
//! the connection it came over (`crates/access/src/caller.rs`), never by a body or a header.

pub mod answer;
pub mod attention;
pub mod control;
pub mod dialect;
pub mod draft;
pub mod form;
pub mod id;
pub mod interaction;
pub mod limits;
pub mod policy;
pub mod problem;
pub mod race;
pub mod search;
pub mod settings;
pub mod stats;
pub mod surface;
pub mod text;
pub mod transition;
pub mod worksheet;

pub use answer::{Answer, AnswerPart, Answers, Entry, Instead, Submission};
pub use control::*;
pub use dialect::Dialect;
pub use draft::{Draft, DraftField};
pub use form::{Completeness, Form, Question};
pub use id::{IdPrefix, InteractionId, OptionId, QuestionId};
pub use interaction::{Interaction, Origin, Purpose, State, Status};
pub use policy::{Policy, Presentation, PresentationChange, Terms, TimeoutAction};
pub use problem::Problem;
pub use race::{Race, RaceNews};
pub use surface::{Actor, ChatId, Preferred, Surface};
pub use transition::{Command, Refusal, decide};
pub use worksheet::{Fault, Worksheet};

pub use jiff::Timestamp;
