//! Everything that is on the screen, and nothing else. Only [`crate::update`] changes it.

pub(crate) mod burst;
pub(crate) mod card;
pub(crate) mod draft;
mod filter;
pub(crate) mod fingers;
pub(crate) mod inbox;
pub(crate) mod settings;
pub(crate) mod sheet;

use std::time::Duration;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use sayso_core::InteractionId;
use sayso_core::settings::{Key, Language, Source};
use sayso_core::surface::Chats;
use sayso_desk::{SettingView, Unresponsive, View, WayIn};
use sayso_locale::Texts;

use crate::abilities::Depth;
use crate::message::{Drawn, Effect};
use burst::Burst;
use card::Card;
use fingers::Fingers;
use inbox::Inbox;
use settings::Settings;

pub(crate) struct State {
    pub purpose: Purpose,
    pub now: Moment,
    /// For the person's local time.
    pub zone: TimeZone,
    pub depth: Depth,
    /// What a command of ours begins with.
    pub command: String,
    /// Columns of the screen.
    pub width: usize,
    /// As it was last drawn.
    pub drawn: Drawn,
    /// As the desk has them; empty until it has sent them.
    pub preferences: Vec<SettingView>,
    pub inbox: Inbox,
    /// The inbox ends with the first answer.
    pub once: bool,
    /// The open interaction.
    pub card: Option<Card>,
    /// An overlay.
    pub over: Over,
    pub toast: Option<Toast>,
    /// Calls that take longer than with a working hub.
    pub hanging: usize,
    /// What is known about a hub that doesn't respond.
    pub unresponsive: Option<Unresponsive>,
    pub mouse: Mouse,
    pub fingers: Fingers,
    pub burst: Burst,
    /// What was typed or chosen here for questions that ended without it.
    pub unsent: Vec<Unsent>,
    /// It has ended, but somebody still types: the terminal is kept until they pause.
    pub ending: Option<PromptEnd>,
    pub ended: Option<PromptEnd>,
    /// What the current message leads to.
    pub(crate) effects: Vec<Effect>,
}

/// From this width the inbox shows the list and a question.
pub(crate) const SIDE_BY_SIDE: usize = 120;

/// Kept for its author.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Unsent {
    pub id: InteractionId,
    pub title: String,
    pub lines: Vec<String>,
}

/// What this terminal is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// One interaction, drawn below the cursor.
    Prompt,
    /// All of them, full-screen.
    Inbox,
}

/// The monotonic time and the wall-clock time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Moment {
    pub running: Duration,
    pub day: Timestamp,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Over {
    Nothing,
    Settings(Settings),
    /// The keys, from this line on.
    Help {
        top: usize,
    },
    /// What is about to be done to several questions, named from this line on.
    Together {
        what: Together,
        named: Vec<InteractionId>,
        top: usize,
    },
    /// The question's complete text, from this line on.
    Reader {
        top: usize,
    },
}

impl Over {
    /// The first row of a long text.
    pub(crate) fn top(&mut self) -> Option<&mut usize> {
        match self {
            Over::Help { top } | Over::Reader { top } | Over::Together { top, .. } => Some(top),
            Over::Nothing | Over::Settings(_) => None,
        }
    }
}

/// What is done to several questions by one key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Together {
    /// Those whose agents stopped waiting are withdrawn.
    Withdraw,
    /// The permissions of one session are given, once.
    Allow,
}

/// A status line that disappears after a while.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Toast {
    pub text: String,
    pub tone: Tone,
    pub until: Duration,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tone {
    Done,
    Plain,
    Warn,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mouse {
    Off,
    On,
}

/// Why the view has ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PromptEnd {
    /// It has its outcome: from here, or from elsewhere.
    Settled { view: Box<View>, by: By },
    /// To be answered in the browser; the interaction is pending. With a link, if no browser was
    /// opened here.
    HandedToWeb { view: Box<View>, way_in: Option<WayIn> },
    /// The person left; an open question keeps waiting.
    Left,
    /// The same by Ctrl-C: the command ends as if it had caught no signal.
    Interrupted(Interrupt),
    /// The desk can't be used.
    Failed(String),
}

impl PromptEnd {
    pub(crate) fn is_left(&self) -> bool {
        matches!(self, PromptEnd::Left | PromptEnd::Interrupted(_))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    ThisTerminal,
    Elsewhere,
}

/// Where a Ctrl-C came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Interrupt {
    /// A key of a terminal in raw mode: nobody else was told.
    Key,
    /// SIGINT.
    Signal,
}

/// Used until the desk has sent the person's settings.
fn builtin() -> Vec<SettingView> {
    let view =
        |key: Key| SettingView::new(key, key.setting().default, Source::Builtin, Chats::default());
    Key::ALL.map(view).to_vec()
}

impl State {
    pub(crate) fn new(purpose: Purpose, now: Moment, zone: TimeZone, depth: Depth) -> State {
        State {
            purpose,
            now,
            zone,
            depth,
            command: "sayso".to_owned(),
            width: 80,
            drawn: Drawn::default(),
            preferences: builtin(),
            inbox: Inbox::default(),
            once: false,
            card: None,
            over: Over::Nothing,
            toast: None,
            hanging: 0,
            unresponsive: None,
            mouse: Mouse::Off,
            fingers: Fingers::default(),
            burst: Burst::default(),
            unsent: Vec::new(),
            ending: None,
            ended: None,
            effects: Vec::new(),
        }
    }

    /// The effective value.
    pub(crate) fn preference(&self, key: Key) -> &str {
        let found = self.preferences.iter().find(|setting| setting.key == key);
        found.map_or(key.setting().default, |setting| &setting.value)
    }

    pub(crate) fn is_on(&self, key: Key) -> bool {
        self.preference(key) == "on"
    }

    /// A choice on the open interaction, otherwise the person's setting, otherwise the language of
    /// the asking process, otherwise that of this terminal.
    pub(crate) fn language(&self) -> Language {
        let setting = self.preferences.iter().find(|setting| setting.key == Key::Language);
        let chosen = setting.is_some_and(|setting| setting.source == Source::Person);
        let open = self.card.as_ref().map(|card| &card.view.interaction);
        let of_asker = open.and_then(|open| open.origin.language).filter(|_| !chosen);
        open.and_then(|open| open.presentation.language)
            .or(of_asker)
            .or_else(|| Language::from_name(self.preference(Key::Language)))
            .unwrap_or_default()
    }

    /// The value that holds on this screen: the language may be the question's own (LA-2).
    pub(crate) fn in_force(&self, key: Key) -> String {
        match key {
            Key::Language => self.language().as_str().to_owned(),
            _ => self.preference(key).to_owned(),
        }
    }

    pub(crate) fn texts(&self) -> &'static Texts {
        Texts::of(self.language())
    }

    /// The list and a question next to each other.
    pub(crate) fn is_side_by_side(&self) -> bool {
        self.purpose == Purpose::Inbox && self.width >= SIDE_BY_SIDE
    }

    /// When the screen changes without a message.
    pub(crate) fn next_tick(&self) -> Option<Duration> {
        let now = self.now.running;
        let mut next = self.toast.as_ref().map(|toast| toast.until);
        let mut no_later =
            |at: Duration| next = Some(next.map_or(at, |next: Duration| next.min(at)));
        self.fingers.over_at().map(&mut no_later);
        self.burst.next_tick().map(&mut no_later);
        if let Some(card) = &self.card {
            let quiet = self.fingers.quiet_before(card.view.interaction.id);
            card.next_tick(now, quiet).map(&mut no_later);
        }
        if self.purpose == Purpose::Inbox {
            self.inbox.next_tick(now).map(&mut no_later);
        }
        next
    }
}

/// Remaining milliseconds, from what the desk sent at some time.
pub(crate) fn remaining(told: Option<u64>, at: Duration, now: Duration) -> Option<u64> {
    let passed = u64::try_from(now.saturating_sub(at).as_millis()).unwrap_or(u64::MAX);
    told.map(|left| left.saturating_sub(passed))
}

/// When the displayed seconds change next; they are rounded up.
pub(crate) fn next_second(told: Option<u64>, at: Duration, now: Duration) -> Option<Duration> {
    let left = remaining(told, at, now).filter(|left| *left > 0)?;
    let into = left % 1_000;
    // At the exact second it still shows the old value; one millisecond later it doesn't.
    Some(now + Duration::from_millis(if into == 0 { 1 } else { into + 1 }))
}
