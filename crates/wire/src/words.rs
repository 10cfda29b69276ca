//! Closed sets of words.

use sayso_core::Dialect;
use sayso_core::settings::Language;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::declare::{both_ways, words};
use crate::translate::{NotKnown, Wire};

/// The shape of a surface's name.
pub(crate) const SURFACE: &str = "^[a-z][a-z0-9]{1,14}$";

/// The name of a surface: `web`, `terminal`, `cli`, `api` or the id of a chat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct SurfaceName(#[schemars(regex(pattern = SURFACE))] pub String);

/// Where a question should be shown: `auto`, or the name of a surface.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct PreferredName(#[schemars(regex(pattern = SURFACE))] pub String);

/// The name of the shape in which an agent asks and gets its answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct DialectName(pub String);

impl DialectName {
    const KNOWN: fn() -> Vec<&'static str> = || Dialect::ALL.map(Dialect::as_str).to_vec();
}

impl JsonSchema for DialectName {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "DialectName".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "enum": (DialectName::KNOWN)() })
    }
}

impl Wire<Dialect> for DialectName {
    fn of(dialect: Dialect) -> DialectName {
        DialectName(dialect.as_str().to_owned())
    }

    fn read(self) -> Result<Dialect, NotKnown> {
        let DialectName(word) = self;
        let found = Dialect::ALL.into_iter().find(|dialect| dialect.as_str() == word);
        let known = (DialectName::KNOWN)();
        found.ok_or(NotKnown::Word { what: "dialect", word, known })
    }
}

both_ways!(DialectName = Dialect);

/// The code of a language that the surfaces speak.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct LanguageName(pub String);

impl JsonSchema for LanguageName {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "LanguageName".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "enum": Language::ALL.map(Language::as_str) })
    }
}

impl Wire<Language> for LanguageName {
    fn of(language: Language) -> LanguageName {
        LanguageName(language.as_str().to_owned())
    }

    fn read(self) -> Result<Language, NotKnown> {
        let LanguageName(word) = self;
        Language::from_name(&word).ok_or_else(|| {
            let known = Language::ALL.map(Language::as_str).to_vec();
            NotKnown::Word { what: "language", word, known }
        })
    }
}

/// The same where it is only shown: an unknown one is shown as the first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct ShownLanguage(pub LanguageName);

impl Wire<Language> for ShownLanguage {
    fn of(language: Language) -> ShownLanguage {
        ShownLanguage(Wire::of(language))
    }

    fn read(self) -> Result<Language, NotKnown> {
        Ok(self.0.read().unwrap_or_default())
    }
}

macro_rules! open_names {
    ($($name:ident = $domain:ty, called $what:literal;)+) => {
        $(impl Wire<$domain> for $name {
            fn of(surface: $domain) -> $name {
                $name(surface.as_str().to_owned())
            }

            fn read(self) -> Result<$domain, NotKnown> {
                let $name(word) = self;
                word.parse().map_err(|_| NotKnown::Word { what: $what, word, known: Vec::new() })
            }
        }

        both_ways!($name = $domain);)+
    };
}

open_names! {
    SurfaceName = sayso_core::Surface, called "surface";
    PreferredName = sayso_core::Preferred, called "preferred surface";
}

words! {
    /// How an interaction stands, in one word.
    StatusWord = sayso_core::Status, called "status" {
        Pending = "pending",
        Submitted = "submitted",
        AutoSubmitted = "auto-submitted",
        Cancelled = "cancelled",
        Rejected = "rejected",
        Timeout = "timeout",
        Withdrawn = "withdrawn",
        Given = "given",
    }
}
words! {
    /// How far the race with the agent's own dialog is.
    RaceWord = sayso_core::Race, called "race" {
        Open = "open",
        Given = "given",
        Confirmed = "confirmed",
        Lost = "lost",
    }
}
words! {
    /// Why somebody was not told.
    SkippedWord = sayso_core::attention::SkippedWhy, called "reason" {
        Seen = "seen",
        Shown = "shown",
        Meant = "meant",
        SwitchedOff = "switched_off",
        Absent = "absent",
        Crowded = "crowded",
        Refused = "refused",
        Unreachable = "unreachable",
    }
}
words! {
    /// What an interaction is for.
    #[derive(Default)]
    PurposeWord = sayso_core::Purpose, called "purpose" {
        #[default]
        Decision = "decision",
        Test = "test",
    }
}
words! {
    /// Whether a person can have been there. What is unknown counts as no person.
    PresenceWord = sayso_core::surface::Presence, called "presence" {
        Interactive = "interactive",
        Paired = "paired",
        AgentTerminal = "agent_terminal",
        Unattended = "unattended",
    } otherwise Unattended
}
words! {
    /// What is done when nobody answered in time.
    TimeoutActionWord = sayso_core::TimeoutAction, called "timeout action" {
        Submit = "submit",
        Cancel = "cancel",
        Reinvoke = "reinvoke",
    }
}
words! {
    /// Where a setting is shown.
    GroupWord = sayso_core::settings::Group, called "group of settings" {
        Defaults = "defaults",
        Notifications = "notifications",
        Look = "look",
        Terminal = "terminal",
    }
}
words! {
    /// How a setting is drawn.
    DrawWord = sayso_core::settings::Draw, called "kind of setting" {
        Switch = "switch",
        Choice = "choice",
        Duration = "duration",
        Theme = "theme",
    }
}
words! {
    /// Where a setting's value came from.
    SourceWord = sayso_core::settings::Source, called "source" {
        Builtin = "builtin",
        File = "file",
        Environment = "environment",
        Person = "person",
    } otherwise Person
}
words! {
    /// Whether every question of a form must be answered.
    CompletenessWord = sayso_core::Completeness, called "completeness" {
        Whole = "whole",
        Partial = "partial",
    }
}
words! {
    /// Whether the person may write their own answer.
    OwnTextWord = sayso_core::OwnText, called "own text" {
        Allowed = "allowed",
        Refused = "refused",
    }
}
words! {
    /// Whether nothing at all is an answer.
    EmptyWord = sayso_core::Empty, called "empty" {
        Allowed = "allowed",
        Refused = "refused",
    }
}
words! {
    /// What a length is counted in.
    UnitWord = sayso_core::worksheet::LengthUnit, called "unit" {
        Characters = "characters",
        Bytes = "bytes",
    }
}
words! {
    /// What an identical call of the same client, from the same directory, means.
    #[derive(Default)]
    RepeatWord = sayso_desk::Repeat, called "repeat" {
        #[default]
        New = "new",
        Join = "join",
        Permission = "permission",
        Race = "race",
    }
}
words! {
    /// Whose turn it is to open a browser.
    OpeningWord = sayso_desk::Opening, called "opening" {
        Yours = "yours",
        Another = "another",
    } otherwise Another
}
words! {
    /// What the call did that wants a reply.
    #[derive(Default)]
    MomentWord = sayso_core::dialect::CallKind, called "moment" {
        #[default]
        Waited = "waited",
        HandedOff = "handed_off",
        Submitted = "submitted",
        Fetched = "fetched",
    }
}
words! {
    /// Which interactions are listed.
    #[derive(Default)]
    ScopeWord = sayso_desk::Scope, called "scope" {
        #[default]
        All = "all",
        Active = "active",
        Completed = "completed",
    }
}
words! {
    /// What there is where nothing can be quoted of an answer.
    InsteadWord = sayso_core::Instead, called "answer" {
        PleaseExplain = "please_explain",
        Skipped = "skipped",
        NothingChosen = "nothing_chosen",
    }
}
