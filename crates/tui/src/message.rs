//! Messages and effects: the border between the pure part and the rest.

use crossterm::event::KeyEvent;
use sayso_core::settings::Key;
use sayso_core::{Command, DraftField, InteractionId};
use sayso_desk::{DeskError, Events, Page, Row, SettingView, Unresponsive, View, WayIn};

use crate::state::{Mouse, PromptEnd};

/// What the desk replied.
pub(crate) type Result<T> = std::result::Result<T, DeskError>;

/// Something happened.
#[derive(Debug)]
pub(crate) enum Message {
    /// Time has passed.
    Tick,
    /// The state is now on the screen.
    Drawn(Drawn),
    /// The screen has this many columns.
    Resized {
        width: u16,
    },
    Key(KeyEvent),
    Paste(String),
    /// A click on a target.
    Pointed(Target),
    Wheel(Wheel),
    /// The process is being ended, or its terminal is gone.
    Ending(PromptEnd),
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
    /// The text from `$EDITOR`; `None` if it failed.
    Edited(Option<String>),
    /// A call takes longer than with a working hub, or has finished after all.
    Hanging(Hang),
    /// The hub has stopped responding, or responds again.
    Unresponsive(Option<Unresponsive>),
}

/// What has become of it on the screen.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Drawn {
    /// Columns of the field that is being typed in.
    pub field: Option<usize>,
    /// Everything that has to be read before an irreversible answer is sent can be read.
    pub confirmable: bool,
    /// The first of the named questions that can be read, and the one behind the last.
    pub named: (usize, usize),
    /// The last row with which a long text can begin.
    pub last_top: Option<usize>,
}

/// A question that continues in the browser.
#[derive(Debug)]
pub(crate) struct Handed {
    pub view: View,
    /// If no browser can be opened.
    pub way_in: Option<WayIn>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hang {
    Began,
    Ended,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wheel {
    Up,
    Down,
}

/// What a pointer can hit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Target {
    /// Index of an option in the question, or of the text field.
    Item(usize),
    /// Index of a tab; the one after the last question is the review.
    Tab(usize),
    Row(InteractionId),
    Setting(usize),
}

/// Something to do. Its result is a message again.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Effect {
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
    /// Saves first, then hands it over to the browser.
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
    /// Discards unread input.
    Flush,
    Suspend,
    Redraw,
}

/// What a command was for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Deed {
    Settle,
    Extend,
    Present,
    /// With others, from the list.
    Together,
}

/// Which settled questions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Listing {
    /// Those below the waiting ones.
    Recent,
    History {
        search: String,
        after: Option<String>,
    },
}
