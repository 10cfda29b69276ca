//! What can happen, and what is to be done about it. The border between the pure part and the rest.

use crossterm::event::KeyEvent;
use sayso_core::settings::Key;
use sayso_core::{Command, DraftField, InteractionId};
use sayso_desk::{DeskError, Events, Page, Row, SettingView, Silence, View, WayIn};

use crate::state::Mouse;

type Result<T> = std::result::Result<T, DeskError>;

/// Something happened.
#[derive(Debug)]
pub enum Message {
    /// Time went on.
    Tick,
    /// What is in the state is now on the screen.
    Drawn,
    Key(KeyEvent),
    Paste(String),
    /// A click on something that can be pointed at.
    Pointed(Target),
    Wheel(Wheel),
    /// Somebody ends this process, or its terminal is gone.
    Ending,
    Happened(Result<Events>),
    Loaded {
        id: InteractionId,
        result: Box<Result<View>>,
    },
    Acted {
        id: InteractionId,
        deed: Deed,
        result: Box<Result<View>>,
    },
    Saved {
        id: InteractionId,
        result: Result<()>,
    },
    HandedToWeb {
        id: InteractionId,
        result: Box<Result<Handed>>,
    },
    Preferences(Result<Vec<SettingView>>),
    PreferenceSaved {
        key: Key,
        result: Result<()>,
    },
    Active(Result<Vec<Row>>),
    Done {
        listing: Listing,
        result: Result<Page>,
    },
    /// What came back from `$EDITOR`; `None` if it failed.
    Edited(Option<String>),
    /// A call takes longer than a living hub does, or is through after all.
    Hanging(Hang),
    /// The hub has fallen silent, or is heard again.
    Silence(Option<Silence>),
}

/// A question that goes on in the browser.
#[derive(Debug)]
pub struct Handed {
    pub view: View,
    /// Where no browser can be opened.
    pub way_in: Option<WayIn>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hang {
    Began,
    Ended,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wheel {
    Up,
    Down,
}

/// What a pointer can hit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// Index of a spot in the question.
    Spot(usize),
    /// Index of a tab; the one behind the last question is the review.
    Tab(usize),
    Row(InteractionId),
    Setting(usize),
}

/// Something is to be done. Whatever comes of it is a message again.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    Load(InteractionId),
    Act {
        id: InteractionId,
        deed: Deed,
        command: Command,
    },
    Save {
        id: InteractionId,
        fields: Vec<DraftField>,
    },
    /// Save first, then let the web have it.
    HandToWeb {
        id: InteractionId,
        fields: Vec<DraftField>,
    },
    OpenWeb(Box<View>),
    LoadPreferences,
    SetPreference {
        key: Key,
        value: String,
    },
    LoadActive,
    LoadDone(Listing),
    OpenEditor {
        text: String,
    },
    Notify {
        title: String,
        body: String,
    },
    SetMouse(Mouse),
    /// Forgets what was typed and not read yet.
    Flush,
    Suspend,
    Redraw,
}

/// What a command was for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deed {
    Settle,
    Extend,
    Present,
}

/// Which completed ones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Listing {
    /// Those below what waits.
    Recent,
    History {
        search: String,
        after: Option<String>,
    },
}
