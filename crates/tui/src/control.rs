//! Drawing and keys of each control, as values: a control is what differs from [`PLAIN`], in its
//! own file, and a line in [`of`] (in [`HELP`] too, if it has its own keys). Says what is drawn,
//! and never draws.

mod many;
mod number;
mod one;
mod rank;

use std::time::Duration;

use crossterm::event::KeyEvent;
use sayso_core::worksheet::Edit;
use sayso_core::{Choice, Control, OptionId, Question, Way};

use crate::state::card::Card;
use crate::state::sheet::Sheet;

pub(crate) use one::ONE;

/// A key as it is shown, and the text that says what it does.
pub(crate) type Hint = (&'static str, &'static str);

pub(crate) const MOVE: Hint = ("↑↓", "hint-move");

/// The keys that only some controls have.
pub(crate) const HELP: &[Hint] = &[many::HELP, rank::HELP];

pub(crate) fn of(control: &Control) -> &'static Drawn {
    match control {
        Control::Many { .. } => &many::MANY,
        Control::Text => &PLAIN,
        Control::One { .. } => &ONE,
        Control::Rank(_) => &rank::RANK,
        Control::Number(_) => &number::NUMBER,
    }
}

pub(crate) struct Drawn {
    /// Where the cursor begins.
    pub(crate) start: fn(&Question, &Sheet) -> usize,
    /// The footer on an option, with what follows an answer.
    pub(crate) hints: fn(&Question, &Sheet, &'static str) -> Vec<Hint>,
    /// Says how many options are chosen.
    pub(crate) counted: &'static str,
    /// An option's place, instead of a mark.
    pub(crate) place: fn(&[OptionId], &Choice) -> Option<String>,
    /// In front of an option: free, chosen, chosen while enter would take another one.
    pub(crate) marks: [&'static str; 3],
    /// A key in the list. Returns whether the control used it.
    pub(crate) key: fn(&mut Card, KeyEvent, Duration) -> bool,
    /// Enter on an option. Whether that was the answer.
    pub(crate) enter: fn(&mut Card, Duration) -> bool,
    /// Chooses the option at the cursor, by any other key. Whether that was the answer.
    pub(crate) choose: fn(&mut Card, Duration) -> bool,
    /// The footer in its field, besides what every field has.
    pub(crate) field_hints: &'static [Hint],
    pub(crate) placeholder: &'static str,
    /// How to answer where nothing can be drawn.
    pub(crate) plain: &'static str,
    /// After the text of its field.
    pub(crate) unit: fn(&Question) -> Option<&str>,
    /// An arrow in its field. Whether it does more than move the text cursor.
    pub(crate) step: fn(&mut Card, Way, Duration) -> bool,
}

/// Several options, collected before they are sent, or any text.
const PLAIN: Drawn = Drawn {
    start: on_chosen,
    hints: |_, _, on| vec![MOVE, ("space", "hint-choose"), ("enter", on)],
    counted: "chosen-count",
    place: |_, _| None,
    marks: ["□", "■", "■"],
    key: |_, _, _| false,
    enter: |card, now| {
        card.edit(Edit::Keep, now);
        true
    },
    choose: |card, now| {
        card.edit_option(Edit::Toggle, now);
        false
    },
    field_hints: &[("alt+enter", "hint-newline"), ("ctrl+g", "hint-editor")],
    placeholder: "own-answer-placeholder",
    plain: "plain-text",
    unit: |_| None,
    step: |_, _, _| false,
};

/// On a chosen option, otherwise a recommended one, otherwise the first.
fn on_chosen(question: &Question, sheet: &Sheet) -> usize {
    let options = question.control.options();
    let place = |wanted: &dyn Fn(&Choice) -> bool| options.iter().position(wanted);
    place(&|option| sheet.is_chosen(question, &option.id))
        .or_else(|| place(&|option| option.recommended))
        .unwrap_or(0)
}
