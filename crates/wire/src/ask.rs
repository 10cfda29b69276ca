//! An agent's ask and its result.

use std::collections::BTreeMap;
use std::fmt::{Formatter, Result as Formatted};
use std::marker::PhantomData;

use sayso_core::Terms;
use sayso_core::dialect::late::LateAnswer;
use sayso_core::dialect::plain::Plain;
use sayso_core::dialect::{Reply, ReplyWanted};
use sayso_desk::{Ask, Asker, Attach, Attached, Late, Replied};
use schemars::JsonSchema;
use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use uuid::Uuid;

use crate::declare::{both_ways, record};
use crate::settings::SettingName;
use crate::translate::{Id, NotKnown, Time, Wire};
use crate::words::{
    DialectName, MomentWord, PreferredName, PresenceWord, PurposeWord, RepeatWord, StatusWord,
    SurfaceName,
};

record! {
    /// A question as an agent hands it in.
    #[serde(deny_unknown_fields)]
    #[schemars(transform = crate::arguments::by_dialect)]
    AskRequest = Ask {
        dialect: DialectName,
        /// As the dialect has them; they are checked here, all at once.
        #[schemars(with = "BTreeMap<String, Value>")]
        arguments: Value,
        /// A test is shown to nobody and never counts as a person's decision.
        #[serde(default)]
        purpose: PurposeWord,
        #[serde(default, deserialize_with = "object")]
        asker: AskerRequest,
        #[serde(default)]
        repeat: RepeatWord,
    } maybe {
        /// Drawn by the caller, so that a call whose reply was lost can be repeated without asking twice.
        #[schemars(with = "Option<String>", extend("format" = "uuid"))]
        call_id: Uuid,
    }
}

/// Fields by name only: serde would take an array for them, too.
fn object<'de, D: Deserializer<'de>, T: Deserialize<'de>>(value: D) -> Result<T, D::Error> {
    struct Named<T>(PhantomData<T>);
    impl<'de, T: Deserialize<'de>> Visitor<'de> for Named<T> {
        type Value = T;

        fn expecting(&self, to: &mut Formatter<'_>) -> Formatted {
            to.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<T, A::Error> {
            T::deserialize(MapAccessDeserializer::new(fields))
        }
    }
    value.deserialize_map(Named(PhantomData))
}

/// The process that asks: who it is and what its environment says.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AskerRequest {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// What people see instead of the name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent_title: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent_version: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub directory: Option<String>,
    /// Its own name for its session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// Personal settings from its environment.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[schemars(with = "BTreeMap<SettingName, String>")]
    pub environment: BTreeMap<String, String>,
    /// It is cut off after this many seconds: an answer that comes later is of no use.
    #[serde(
        default,
        deserialize_with = "crate::whole::option",
        skip_serializing_if = "Option::is_none"
    )]
    pub limit_seconds: Option<u64>,
    /// What it calls the tool use that it asks a permission for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool_use: Option<String>,
    /// What it says with the question, whatever the dialect; it counts before the dialect's own fields.
    #[serde(default, skip_serializing_if = "TermsRequest::is_empty")]
    pub terms: TermsRequest,
}

record! {
    /// What can be said with a question in any dialect.
    #[derive(Default)]
    #[serde(deny_unknown_fields)]
    TermsRequest = Terms {
        /// Only a person can answer it, never the clock or a program.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        irreversible: bool,
    } maybe {
        timeout_seconds: i64,
        /// Where to show it.
        interface: PreferredName,
    }
}

impl TermsRequest {
    fn is_empty(&self) -> bool {
        *self == TermsRequest::default()
    }
}

impl Wire<Asker> for AskerRequest {
    fn of(asker: Asker) -> AskerRequest {
        // The side that lets an agent in knows its token; a body never says it.
        let Asker {
            agent,
            agent_title,
            agent_version,
            directory,
            session,
            environment,
            token: _,
            limit_seconds,
            tool_use,
            terms,
        } = asker;
        let environment = Wire::of(environment);
        AskerRequest {
            agent,
            agent_title,
            agent_version,
            directory,
            session,
            environment,
            limit_seconds,
            tool_use,
            terms: terms.into(),
        }
    }

    fn read(self) -> Result<Asker, NotKnown> {
        let AskerRequest {
            agent,
            agent_title,
            agent_version,
            directory,
            session,
            environment,
            limit_seconds,
            tool_use,
            terms,
        } = self;
        let environment = environment.read()?;
        Ok(Asker {
            agent,
            agent_title,
            agent_version,
            directory,
            session,
            environment,
            token: None,
            limit_seconds,
            tool_use,
            terms: terms.try_into()?,
        })
    }
}

both_ways!(AskerRequest = Asker);

record! {
    /// What the agent gets, in its dialect: structured, the same as text, and whether it is a failure.
    ReplyView = Reply {
        structured: Value,
        text: String,
        is_error: bool,
    }
}

record! {
    /// Which reply the caller needs, with what only the caller knows.
    #[derive(Default)]
    #[serde(deny_unknown_fields)]
    ReplyRequest = ReplyWanted {
        #[serde(default)]
        moment: MomentWord,
        /// How a person gets to a question that no surface shows them.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        directions: String,
        /// How many replies in a row, this one included, told the agent that it is pending.
        #[serde(default)]
        pending_replies: u32,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        warnings: Vec<String>,
        /// The same question was answered before this call asked it.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        given_earlier: bool,
    } maybe {
        /// Opens it in a terminal.
        command: String,
    }
}

/// What an agent gets, and what its carrier has to know.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RepliedView {
    pub id: Id,
    pub status: StatusWord,
    pub irreversible: bool,
    pub reply: ReplyView,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plain: Option<PlainView>,
}

impl From<Replied> for RepliedView {
    fn from(replied: Replied) -> RepliedView {
        let Replied { id, status, irreversible, reply, plain } = replied;
        let status = status.map_or_else(|| StatusWord::Unknown(String::new()), StatusWord::from);
        let (id, reply, plain) = (id.into(), reply.into(), plain.map(PlainView::from));
        RepliedView { id, status, irreversible, reply, plain }
    }
}

impl TryFrom<RepliedView> for Replied {
    type Error = NotKnown;

    /// The reply is what matters; how it ended may be something new.
    fn try_from(replied: RepliedView) -> Result<Replied, NotKnown> {
        let RepliedView { id, status, irreversible, reply, plain } = replied;
        let (id, reply, plain) = (id.into(), reply.try_into()?, plain.read()?);
        Ok(Replied { id, status: status.try_into().ok(), irreversible, reply, plain })
    }
}

record! {
    /// An answer for a script: what was chosen or written, one a line.
    PlainView = Plain {
        answer: String,
        #[serde(default)]
        warnings: Vec<String>,
        /// What the lines cannot say.
        #[serde(default)]
        remarks: Vec<String>,
    }
}

record! {
    /// An outcome that is announced with the reply to another call.
    LateView = Late {
        id: Id,
        irreversible: bool,
        answer: LateAnswerView,
    }
}

record! {
    LateAnswerView = LateAnswer {
        session_id: String,
        question: String,
        /// The word of the tool that asked.
        status: Value,
        /// In words, notes included.
        answer: String,
    } maybe {
        answered_at: Time,
    }
}

record! {
    /// A surface that opens.
    #[serde(deny_unknown_fields)]
    AttachRequest = Attach {
        surface: SurfaceName,
        /// What it calls itself, such as `inbox` or `Firefox on Linux`.
        label: String,
        presence: PresenceWord,
    } maybe {
        /// The one interaction it shows; an inbox shows all.
        interaction: Id,
        /// From a hand-off command: take the question over, or be refused.
        ticket: String,
    }
}

record! {
    /// A surface that is open.
    AttachedView = Attached {
        surface: SurfaceName,
        label: String,
    } maybe {
        interaction: Id,
    }
}
