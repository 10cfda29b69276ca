//! Interactions, whole and as lines of a list.

use sayso_core::{Interaction, InteractionId, Origin, Policy, Presentation};
use sayso_desk::{Live, Page, Row, Unreadable, View};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::answer::{ActorView, DraftView, StateView};
use crate::attention::TraceList;
use crate::declare::{both_ways, record};
use crate::form::FormView;
use crate::translate::{Id, NotKnown, Time, Wire};
use crate::words::{
    DialectName, InsteadWord, PreferredName, PurposeWord, RaceWord, ScopeWord, ShownLanguage,
    StatusWord, SurfaceName, TimeoutActionWord,
};

/// One interaction, whole.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct InteractionView {
    pub id: Id,
    /// Grows with every change except to drafts.
    pub revision: u64,
    pub status: StatusWord,
    #[serde(default)]
    pub purpose: PurposeWord,
    pub origin: OriginView,
    pub form: FormView,
    pub policy: PolicyView,
    pub presentation: PresentationView,
    /// Told to the agent with its reply.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    pub created_at: Time,
    pub state: StateView,
    /// When the reply's bytes were handed to the agent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delivered_at: Option<Time>,
    /// The agent asks in its own dialog too: how far that race is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub race: Option<RaceWord>,
    /// A person puts it aside by rejecting it, else by cancelling it.
    #[serde(default)]
    pub rejects: bool,
    /// The clock can do more than tell the agent that nobody answered.
    #[serde(default)]
    pub has_timeout_actions: bool,
    #[serde(flatten)]
    pub live: LiveView,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draft: Option<DraftView>,
}

impl Wire<View> for InteractionView {
    fn of(view: View) -> InteractionView {
        let View { interaction, status, live, draft } = view;
        let Interaction {
            id,
            revision,
            purpose,
            origin,
            form,
            policy,
            presentation,
            warnings,
            created_at,
            state,
            delivered_at,
            given_up: _,
            race,
        } = interaction;
        InteractionView {
            id: id.into(),
            revision,
            status: status.into(),
            purpose: purpose.into(),
            rejects: origin.dialect.rejects(),
            has_timeout_actions: origin.dialect.has_timeout_actions(),
            origin: origin.into(),
            form: form.into(),
            policy: policy.into(),
            presentation: presentation.into(),
            warnings,
            created_at: Time(created_at),
            state: state.into(),
            delivered_at: delivered_at.map(Time),
            race: race.map(RaceWord::from),
            live: live.into(),
            draft: draft.map(Wire::of),
        }
    }

    fn read(self) -> Result<View, NotKnown> {
        let interaction = Interaction {
            id: self.id.into(),
            revision: self.revision,
            purpose: self.purpose.try_into()?,
            origin: self.origin.try_into()?,
            form: self.form.try_into()?,
            policy: self.policy.try_into()?,
            presentation: self.presentation.try_into()?,
            warnings: self.warnings,
            created_at: self.created_at.0,
            state: self.state.try_into()?,
            delivered_at: self.delivered_at.map(|Time(at)| at),
            given_up: self.live.stopped,
            race: self.race.map(TryInto::try_into).transpose()?,
        };
        let status = self.status.try_into()?;
        Ok(View { interaction, status, live: self.live.try_into()?, draft: self.draft.read()? })
    }
}

both_ways!(InteractionView = View);

/// Who asks, from where.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OriginView {
    pub dialect: DialectName,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// What people see instead of the name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent_title: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent_version: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub directory: Option<String>,
    /// The agent's own name for its session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<ShownLanguage>,
}

impl Wire<Origin> for OriginView {
    fn of(origin: Origin) -> OriginView {
        // Only the hub knows which call and whose token it was.
        let Origin {
            dialect,
            agent,
            agent_title,
            agent_version,
            directory,
            session,
            call_id: _,
            token: _,
            language,
        } = origin;
        let (dialect, language) = (dialect.into(), Wire::of(language));
        OriginView { dialect, agent, agent_title, agent_version, directory, session, language }
    }

    fn read(self) -> Result<Origin, NotKnown> {
        let OriginView { dialect, agent, agent_title, agent_version, directory, session, language } =
            self;
        let known = Origin::new(dialect.try_into()?, String::new());
        let language = language.read()?;
        Ok(Origin { agent, agent_title, agent_version, directory, session, language, ..known })
    }
}

both_ways!(OriginView = Origin);

record! {
    /// What holds for an interaction until it ends.
    PolicyView = Policy {
        timeout_action: TimeoutActionWord,
        /// Never submitted by the clock, never answered by a program.
        irreversible: bool,
        /// Where something irreversible can be decided; empty: wherever there is a person.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        surfaces: Vec<SurfaceName>,
        /// The deadline was moved because a person was typing; that happens once.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        waited: bool,
        /// Withdrawn when the call that asked is gone; the answer counts for no other.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        ends_with_call: bool,
    } maybe {
        /// Left out: it waits until somebody answers.
        timeout_seconds: u64,
        /// The deadline can be moved by at most this much.
        extensible_ms: u64,
    }
}

record! {
    /// How a surface shows it.
    PresentationView = Presentation {
        surface: PreferredName,
        /// Choosing sends; else there is a button.
        single_submit: bool,
        /// Notes per option and on the whole.
        annotations: bool,
        placeholder: bool,
    } maybe {
        language: ShownLanguage,
    }
}

record! {
    /// What is not stored.
    LiveView = Live {
        /// Whether an agent waits for it right now.
        listening: bool,
        /// Whether its agent stopped waiting by itself, before there was a reply.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        stopped: bool,
        /// Whether a surface shows it to a person right now.
        #[serde(default)]
        shown: bool,
        /// Who was notified of it and when, and why not. Lists have it only of what is pending.
        #[serde(default, skip_serializing_if = "TraceList::is_empty")]
        attention: TraceList,
    } maybe {
        /// Milliseconds left, by the hub's clock.
        remaining_ms: u64,
        /// Where a person finds it.
        url: String,
    }
}

record! {
    /// One interaction as a line of a list.
    LineView = Row {
        id: Id,
        title: String,
        /// The first question, for a notification or a second line.
        prompt: String,
        questions: usize,
        dialect: String,
        status: StatusWord,
        /// The surface that answered; while pending, the preferred one.
        interface: String,
        created_at: Time,
        delivered: bool,
        irreversible: bool,
        /// The title is all of what would be done: a permission can be allowed by it alone.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        says_all: bool,
        /// What there is where nothing can be quoted: skipped, asked back, nothing chosen.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        instead: Vec<InsteadWord>,
        #[serde(flatten)]
        live: LiveView,
    } maybe {
        agent: String,
        project: String,
        /// The agent's own name for its session.
        session: String,
        settled_at: Time,
        /// Who ended it, and whether a person can have been there.
        actor: ActorView,
        /// The answer in a few words: a person's, a program's (`actor`) or what the clock sent (`status`).
        answer: String,
        /// What was said instead of an answer: the note of a cancellation, the reason of a rejection.
        remark: String,
    }
}

/// Some lines and where to go on.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct PageView {
    pub rows: Vec<LineView>,
    /// Give it as `after` for the next page; absent on the last one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
    /// Questions that belong here and cannot be read: damaged, or of a newer version.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unreadable: Vec<UnreadableView>,
    /// Only this many of the newest were searched, because every word is shorter than three characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub looked_through: Option<usize>,
}

record! {
    /// A question that cannot be read.
    UnreadableView = Unreadable {
        id: Id,
        why: String,
    }
}

impl From<Page> for PageView {
    fn from(page: Page) -> PageView {
        let Page { rows, next, unreadable, looked_through } = page;
        PageView { rows: Wire::of(rows), next, unreadable: Wire::of(unreadable), looked_through }
    }
}

impl From<PageView> for Page {
    /// A line that this version cannot read is not skipped: it is among the unreadable ones.
    fn from(page: PageView) -> Page {
        let PageView { rows, next, unreadable, looked_through } = page;
        let unreadable = unreadable.into_iter();
        let mut unreadable: Vec<Unreadable> = unreadable
            .map(|UnreadableView { id, why }| Unreadable { id: id.into(), why })
            .collect();
        let mut read = Vec::with_capacity(rows.len());
        for row in rows {
            let id: InteractionId = row.id.into();
            match Row::try_from(row) {
                Ok(row) => read.push(row),
                Err(why) => unreadable.push(Unreadable { id, why: why.to_string() }),
            }
        }
        Page { rows: read, next, unreadable, looked_through }
    }
}

/// Which page of which interactions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ListRequest {
    #[serde(default)]
    pub scope: ScopeWord,
    /// Only those in which all of these words occur, in any case.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub search: Option<String>,
    /// `next` of the page before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(regex(
        pattern = r"^-?[0-9]{1,18}\.[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"
    ))]
    pub after: Option<String>,
    #[serde(default = "default_limit")]
    #[schemars(range(min = 1, max = 500))]
    pub limit: usize,
}

fn default_limit() -> usize {
    sayso_desk::Query::default().limit
}

impl Wire<sayso_desk::Query> for ListRequest {
    fn of(query: sayso_desk::Query) -> ListRequest {
        let sayso_desk::Query { scope, search, after, limit } = query;
        ListRequest { scope: scope.into(), search, after, limit }
    }

    fn read(self) -> Result<sayso_desk::Query, NotKnown> {
        let ListRequest { scope, search, after, limit } = self;
        Ok(sayso_desk::Query { scope: scope.try_into()?, search, after, limit })
    }
}

both_ways!(ListRequest = sayso_desk::Query);
