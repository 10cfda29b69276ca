//! Events.

use sayso_core::Problem;
use sayso_desk::{Cursor, Event, EventKind, Events, PendingTerms};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::answer::DraftFieldView;
use crate::declare::{record, variants};
use crate::interaction::{LineView, PolicyView, PresentationView};
use crate::translate::{Id, Time};

/// What came after a cursor. With `reset`, what the watcher knew is void and `reset` is all that is active.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EventsView {
    pub cursor: CursorText,
    pub events: Vec<EventView>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reset: Option<Vec<LineView>>,
}

/// A place in the stream of events: which run of the hub, and how far into it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline)]
pub struct CursorText(#[schemars(regex(pattern = r"^[0-9a-f]{1,16}\.[0-9]{1,19}$"))] pub String);

impl From<Cursor> for CursorText {
    fn from(cursor: Cursor) -> CursorText {
        CursorText(cursor.to_string())
    }
}

impl TryFrom<CursorText> for Cursor {
    type Error = Problem;

    fn try_from(CursorText(text): CursorText) -> Result<Cursor, Problem> {
        text.parse()
    }
}

/// One thing that happened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EventView {
    pub cursor: CursorText,
    #[serde(flatten)]
    pub kind: EventKindView,
}

variants! { lenient
    EventKindView = EventKind, by "event", called "event" {
        Created { row: Box<LineView>, },
        /// Deadline, policy or presentation changed.
        Changed { row: Box<LineView>, } maybe {
            /// What they are now.
            terms: Box<TermsView>,
        },
        Settled { row: Box<LineView>, },
        Drafted { id: Id, fields: Vec<DraftFieldView>, },
        /// An agent began or ceased to wait for it.
        Listening { id: Id, listening: bool, },
        /// The agent has the reply.
        Delivered { id: Id, },
        /// It turned out that it has not.
        Undelivered { id: Id, },
        Removed { id: Id, },
        /// A personal setting changed: fetch them if you show them.
        Settings {},
        /// Who is attached changed.
        Presence {},
    }
}

record! {
    /// What changes while an interaction is pending.
    TermsView = PendingTerms {
        /// As in the interaction: what is lower is older.
        revision: u64,
        policy: PolicyView,
        presentation: PresentationView,
    } maybe {
        deadline: Time,
    }
}

impl From<Events> for EventsView {
    fn from(events: Events) -> EventsView {
        let Events { cursor, events, reset } = events;
        let each = |Event { cursor, kind }| EventView { cursor: cursor.into(), kind: kind.into() };
        EventsView {
            cursor: cursor.into(),
            events: events.into_iter().map(each).collect(),
            reset: reset.map(crate::translate_all),
        }
    }
}

impl TryFrom<EventsView> for Events {
    type Error = Problem;

    /// What is unknown concerns nothing that this version shows, except for a line whose status it does not
    /// know: such a line is not pending here, and leaves the list of what is. Its reply is rendered at the hub.
    fn try_from(events: EventsView) -> Result<Events, Problem> {
        let EventsView { cursor, events, reset } = events;
        let mut read = Vec::with_capacity(events.len());
        for EventView { cursor, kind } in events {
            let row = match &kind {
                EventKindView::Created { row }
                | EventKindView::Changed { row, .. }
                | EventKindView::Settled { row } => Some(row.id),
                EventKindView::Drafted { .. }
                | EventKindView::Listening { .. }
                | EventKindView::Delivered { .. }
                | EventKindView::Undelivered { .. }
                | EventKindView::Removed { .. }
                | EventKindView::Settings {}
                | EventKindView::Presence {}
                | EventKindView::Unknown => None,
            };
            let removed = row.map(|id| EventKind::Removed { id: id.into() });
            if let Some(kind) = EventKind::try_from(kind).ok().or(removed) {
                read.push(Event { cursor: cursor.try_into()?, kind });
            }
        }
        let reset =
            reset.map(|rows| rows.into_iter().filter_map(|row| row.try_into().ok()).collect());
        Ok(Events { cursor: cursor.try_into()?, events: read, reset })
    }
}
