//! The screen as a pure function of the state: rows of styled text, and the cursor's position.

mod card;
mod closed;
mod confirm;
mod ending;
mod field;
mod fit;
mod footer;
mod head;
mod help;
mod inbox;
pub(crate) mod markdown;
mod options;
mod part;
mod reader;
mod review;
mod settings;
mod summary;
mod tail;
pub(crate) mod theme;
mod time;
mod together;

#[cfg(test)]
mod tests;

use ratatui::text::Span;
use sayso_core::settings::Key;

use crate::message::{Drawn, Target};
use crate::state::{Over, Purpose, SIDE_BY_SIDE, State};
use crate::text::{Row, cut, span};
use markdown::links;
use theme::Palette;

pub(crate) use markdown::links::{Links, number as link_of};

pub(crate) use ending::parting;
pub(crate) use time::left as time_left;

/// What is to be drawn.
pub(crate) struct Screen {
    /// At most as many as there are lines; a prompt needs fewer.
    pub rows: Vec<Row>,
    /// Column and row of the text cursor.
    pub cursor: Option<(u16, u16)>,
    /// What a pointer hits where.
    pub targets: Vec<Area>,
    /// The background.
    pub ground: ratatui::style::Style,
    /// What the state has to know about it.
    pub drawn: Drawn,
    /// Addresses that a terminal may open, by the number in a style.
    pub(crate) links: Links,
}

/// Columns of one row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Area {
    pub row: usize,
    pub columns: std::ops::Range<usize>,
    pub target: Target,
}

/// Wider text is harder to read.
const WIDEST: usize = 100;
/// To the left of everything.
const MARGIN: usize = 2;
/// What is drawn on a narrower screen is cut off.
const NARROWEST: usize = 20;

/// A wide screen shows descriptions beside the options; a text keeps a readable width there, too.
fn card_width(width: usize) -> usize {
    if width >= SIDE_BY_SIDE { width } else { width.min(WIDEST) }
}

pub(crate) fn screen(state: &State, width: u16, height: u16) -> Screen {
    let look = Look::of(state);
    let size = (usize::from(width), usize::from(height).max(1));
    let (width, height) = (size.0.max(NARROWEST), size.1);
    if let Some(ended) = state.ending.as_ref().filter(|_| state.purpose == Purpose::Prompt) {
        return ending::part(state, ended, &look, width).into_screen(size, look.palette.plain);
    }
    let mut part = match (&state.over, &state.card) {
        (Over::Settings(settings), _) => {
            settings::part(state, settings, &look, width.min(WIDEST), height)
        }
        (Over::Together { what, named, top }, _) => {
            together::part(state, (*what, named), *top, &look, width.min(WIDEST), height)
        }
        (Over::Help { top }, _) => help::part(state, *top, &look, width.min(WIDEST), height),
        (Over::Reader { top }, Some(card)) => {
            reader::part(state, card, *top, &look, width.min(WIDEST), height)
        }
        (Over::Nothing, Some(card)) if state.is_side_by_side() => {
            inbox::with_card(state, card, &look, width, height)
        }
        (Over::Nothing, Some(card)) => card::part(state, card, &look, card_width(width), height),
        (Over::Nothing | Over::Reader { .. }, None) => inbox::part(state, &look, width, height),
    };
    if state.over != Over::Nothing {
        part.say_above_keys(toast(state, &look, width.min(WIDEST)));
    }
    let mut screen = part.into_screen(size, look.palette.plain);
    let mut spans = screen.rows.iter().flat_map(|row| &row.spans);
    if spans.any(|span| links::number(span.style).is_some()) {
        screen.links = links::all(
            state
                .card
                .iter()
                .chain(state.inbox.peek.as_deref())
                .flat_map(|card| texts(&card.view.interaction.form)),
        );
    }
    screen
}

/// The status line on one row, where there is no room for more.
fn toast(state: &State, look: &Look, width: usize) -> Option<Row> {
    let toast = state.toast.as_ref()?;
    let style = look.palette.tone(toast.tone);
    let text = cut(&toast.text, width.saturating_sub(2 * MARGIN));
    Some(Row::from(vec![Span::raw(" ".repeat(MARGIN)), span(text, style)]))
}

/// The terminal's title: `(3) sayso`, for the inbox.
pub(crate) fn title(state: &State) -> Option<String> {
    match (state.purpose, state.inbox.waiting.len()) {
        (Purpose::Prompt, _) => None,
        (Purpose::Inbox, 0) => Some("sayso".to_owned()),
        (Purpose::Inbox, waiting) => Some(format!("({waiting}) sayso")),
    }
}

/// An agent's text in lines, without any marks added.
pub(crate) fn plain_text(text: &str) -> Vec<String> {
    let palette = Palette::of("system", crate::abilities::Depth::None);
    let rows = markdown::render(text, &palette, usize::from(u16::MAX));
    rows.iter().map(ToString::to_string).collect()
}

/// The answers as they would be sent, in words.
pub(crate) fn answers(state: &State, card: &crate::state::card::Card) -> Vec<String> {
    let look = Look::of(state);
    let draft = card.draft();
    let (worksheet, open) = (card.worksheet(&draft), card.unanswered());
    let words = card.questions().iter().map(|question| match open.contains(&question.id) {
        true => look.say("not-answered-yet"),
        false => review::words(&worksheet, question, &look),
    });
    words.collect()
}

/// What happens without an answer.
pub(crate) fn otherwise(state: &State, card: &crate::state::card::Card) -> String {
    tail::otherwise(card, &Look::of(state))
}

/// What is wrong with the answer so far.
pub(crate) fn complaint(state: &State, card: &crate::state::card::Card) -> Option<String> {
    card.complaint.as_ref().and_then(|found| tail::complaint_words(found, &Look::of(state)))
}

/// What the agent wrote, as far as it can contain links.
fn texts(form: &sayso_core::Form) -> Vec<&str> {
    let mut texts: Vec<&str> = form.context.as_deref().into_iter().collect();
    for question in &form.questions {
        texts.push(&question.prompt);
        texts.extend(question.context.as_deref());
        let options = question.control.options().iter();
        texts.extend(options.filter_map(|option| option.description.as_deref()));
    }
    texts
}

/// This person's display settings.
pub(crate) struct Look {
    pub(crate) palette: Palette,
    pub(crate) texts: &'static sayso_locale::Texts,
    pub(crate) hints: bool,
    /// Single keys act; otherwise only together with alt.
    pub(crate) shortcuts: bool,
    pub(crate) purpose: Purpose,
}

impl Look {
    pub(crate) fn of(state: &State) -> Look {
        Look {
            palette: Palette::of(state.preference(Key::Theme), state.depth),
            texts: state.texts(),
            hints: state.is_on(Key::Hints),
            shortcuts: state.is_on(Key::Shortcuts),
            purpose: state.purpose,
        }
    }

    fn say(&self, key: &str) -> String {
        self.texts.say(key).into_owned()
    }
}
