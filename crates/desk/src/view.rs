//! Interactions as people and programs see them: what is stored, and what only the desk knows.

use jiff::Timestamp;
use sayso_core::attention::Trace;
use sayso_core::dialect::ReplyContext;
use sayso_core::interaction::Outcome;
use sayso_core::text::cut;
use sayso_core::{
    Actor, Answer, Dialect, Draft, Instead, Interaction, InteractionId, Question, Status, Surface,
    Worksheet,
};
use serde::{Deserialize, Serialize};

use crate::store::Unreadable;

/// One interaction, whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    pub interaction: Interaction,
    pub status: Status,
    pub live: Live,
    pub draft: Option<Draft>,
}

impl View {
    /// What a person has filled in so far.
    pub fn worksheet(&self) -> Worksheet<'_> {
        const NOTHING: &Draft = &Draft::EMPTY;
        let Interaction { form, presentation, .. } = &self.interaction;
        Worksheet::new(form, self.draft.as_ref().unwrap_or(NOTHING), presentation.annotations)
    }
}

/// What isn't stored.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Live {
    /// Milliseconds left, by the desk's clock.
    pub remaining_ms: Option<u64>,
    /// Whether an agent waits for it right now.
    pub listening: bool,
    /// Whether its agent stopped waiting by itself: its call was cancelled, or its connection ended,
    /// before there was a reply.
    pub stopped: bool,
    /// Whether a surface shows it to a person right now.
    pub shown: bool,
    /// Where a person finds it.
    pub url: Option<String>,
    /// Who was notified of it, and why not. Lists have it only of what is pending.
    pub attention: Vec<Trace>,
}

impl Live {
    /// For the agent's reply.
    pub fn standing(&self) -> ReplyContext<'_> {
        ReplyContext {
            url: self.url.as_deref(),
            remaining_ms: self.remaining_ms,
            shown: self.shown,
            ..ReplyContext::default()
        }
    }
}

/// Maximum length of a text in a row: no list shows more, and thousands of rows are kept in memory.
const LINE: usize = 200;

/// One interaction as a line of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    pub id: InteractionId,
    pub title: String,
    /// The first question, for a notification or a second line.
    pub prompt: String,
    pub questions: usize,
    pub dialect: String,
    pub agent: Option<String>,
    pub project: Option<String>,
    /// The agent's own name for its session: several permissions of one are answered together.
    pub session: Option<String>,
    pub status: Status,
    /// The surface that answered; while pending, the preferred one.
    pub interface: String,
    pub created_at: Timestamp,
    pub settled_at: Option<Timestamp>,
    pub delivered: bool,
    pub irreversible: bool,
    /// The title is all of what would be done: a permission can be allowed by it alone.
    pub says_all: bool,
    /// Who ended it, and whether a person was present.
    pub actor: Option<Actor>,
    /// The answer in a few words: a person's, a program's (`actor`) or what the timeout sent
    /// (`status`).
    pub answer: Option<String>,
    /// What there is where nothing can be quoted: skipped, asked back, nothing chosen.
    pub instead: Vec<Instead>,
    /// What was given instead of an answer: the note of a cancellation, the reason of a rejection.
    pub remark: Option<String>,
    pub live: Live,
}

impl Row {
    pub fn new(interaction: &Interaction, live: Live) -> Row {
        let Interaction { form, origin, .. } = interaction;
        Row {
            id: interaction.id,
            title: cut(&form.title, LINE),
            prompt: form.questions.first().map(|q| cut(&q.prompt, LINE)).unwrap_or_default(),
            questions: form.questions.len(),
            dialect: origin.dialect.as_str().to_owned(),
            agent: origin.agent_shown().map(str::to_owned),
            project: origin.project().map(str::to_owned),
            session: origin.session.clone(),
            status: interaction.status(),
            interface: interface(interaction).to_owned(),
            created_at: interaction.created_at,
            settled_at: interaction.settled_at(),
            delivered: interaction.delivered_at.is_some(),
            irreversible: interaction.policy.irreversible,
            says_all: form.says_all && form.title.chars().count() <= LINE,
            actor: interaction.outcome().and_then(Outcome::actor).cloned(),
            answer: brief(interaction).map(|answer| cut(&answer, LINE)),
            instead: instead(interaction),
            remark: interaction.outcome().and_then(Outcome::remark).map(|remark| cut(remark, LINE)),
            live,
        }
    }

    /// The session that asks for a permission by it: several of one are on one card.
    pub fn permission_of(&self) -> Option<&str> {
        let is_permission = self.dialect == Dialect::Permission.as_str();
        self.session.as_deref().filter(|_| is_permission && self.status == Status::Pending)
    }

    /// Whether this permission may be allowed together with others, where only its title is read: it can
    /// be undone, and its title is all of it.
    pub fn is_allowed_by_title(&self) -> bool {
        self.permission_of().is_some() && self.says_all && !self.irreversible
    }

    /// Not by a program or a timeout: only this counts as answered.
    pub fn answered_by_person(&self) -> bool {
        self.status == Status::Submitted && !self.unattended()
    }

    /// Answered by a program, or in the agent's own terminal: it may have been the agent itself.
    pub fn unattended(&self) -> bool {
        self.actor.as_ref().is_some_and(|actor| !actor.presence.is_person())
    }
}

fn interface(interaction: &Interaction) -> &str {
    match interaction.outcome().and_then(Outcome::actor) {
        Some(actor) => actor.via.as_str(),
        None => interaction.presentation.surface.as_str(),
    }
}

fn answers(interaction: &Interaction) -> Vec<(&Question, &Answer)> {
    let Some(answers) = interaction.outcome().and_then(Outcome::answers) else {
        return Vec::new();
    };
    let questions = interaction.form.questions.iter();
    questions.filter_map(|question| Some((question, answers.get(&question.id)?))).collect()
}

/// `PostgreSQL, SQLite`, `1. Auth, 2. Cache`, or a typed text.
fn brief(interaction: &Interaction) -> Option<String> {
    let quoted = answers(interaction).into_iter().filter_map(|(question, answer)| {
        let said = answer.said(question).into_iter();
        let said: Vec<String> =
            said.map(|said| said.marked(str::to_owned, str::to_owned)).collect();
        Some(said.join(", ")).filter(|said| !said.is_empty())
    });
    Some(quoted.collect::<Vec<_>>().join("; ")).filter(|quoted| !quoted.is_empty())
}

/// Each once.
fn instead(interaction: &Interaction) -> Vec<Instead> {
    let mut instead = Vec::new();
    for found in answers(interaction).into_iter().filter_map(|(_, answer)| answer.instead()) {
        if !instead.contains(&found) {
            instead.push(found);
        }
    }
    instead
}

/// Some rows and where to continue.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Page {
    pub rows: Vec<Row>,
    /// Pass it as `after` for the next page; absent on the last one.
    pub next: Option<String>,
    /// Questions that belong here and can't be read: damaged, or of a newer version.
    pub unreadable: Vec<Unreadable>,
    /// Only this many of the newest were searched, because every word is shorter than three
    /// characters.
    pub looked_through: Option<usize>,
}

/// An open surface.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attached {
    pub surface: Surface,
    /// Its own name, such as `inbox` or `Firefox on Linux`.
    pub label: String,
    /// The one interaction it shows, or all.
    pub interaction: Option<InteractionId>,
}
