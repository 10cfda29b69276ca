//! One question on the screen: who asks, what, until when, what happens otherwise; then the
//! options. Decides what is cut when there is little room.

use ratatui::text::{Line, Span};
use sayso_core::text::clean_line;
use sayso_core::{OwnText, Question};

use super::field::sought;
use super::fit::window;
use super::options::Density;
use super::part::Part;
use super::{Look, MARGIN, closed, head, markdown, options, review, tail};
use crate::control;
use crate::state::card::{Card, Focus, Page};
use crate::state::sheet::Sheet;
use crate::state::{Purpose, State};
use crate::text::{Row, cut, indent, span, wrap_text};

/// A prompt in place doesn't fill the screen with options: there is a filter.
const PROMPT_ROWS: usize = 16;
/// From this height there is room for blank lines.
const ROOMY: usize = 16;

pub(super) fn part(state: &State, card: &Card, look: &Look, width: usize, height: usize) -> Part {
    if !card.is_open() {
        return closed::part(state, card, look, width, height);
    }
    let head = head(state, card, look, width, height);
    let tail = tail::part(state, card, look, width, height);
    let body = Part::of(body(card, look, width));
    let middle = height.saturating_sub(head.len() + tail.len());
    let gaps = match height {
        ROOMY.. => 2,
        11..ROOMY => 1,
        _ => 0,
    };
    let room = middle.saturating_sub(gaps + usize::from(gaps > 0));
    let cap = match state.purpose {
        Purpose::Prompt => PROMPT_ROWS.min(room),
        Purpose::Inbox => room,
    };
    // The options have priority over the text about them.
    let share = (room * 2 / 3).max(room.saturating_sub(body.len())).max(3).min(cap);
    let mut list = list(card, look, width, Density::Roomy);
    if list.height() > share {
        list = self::list(card, look, width, Density::Compact);
    }
    let rows = list.height().min(share);
    let body = shortened(body, room.saturating_sub(rows), look);
    let mut part = head;
    if !body.rows.is_empty() {
        part.append(body);
        if gaps > 0 {
            part.gap();
        }
    } else if gaps > 0 && !card.has_several() {
        part.gap();
    }
    part.append(list.show(rows, look));
    if gaps > 1 {
        part.gap();
    }
    if state.purpose == Purpose::Inbox {
        part.fill(height.saturating_sub(tail.len()));
    }
    part.append(tail);
    if card.view.interaction.policy.irreversible {
        part.mark(span("▌", look.palette.alarm));
    }
    part
}

fn head(state: &State, card: &Card, look: &Look, width: usize, height: usize) -> Part {
    let mut part = Part::default();
    if height >= 6 {
        part.push(head::header(state, card, look, width));
    }
    if height >= ROOMY {
        part.gap();
    }
    if card.has_several() {
        part.append(head::tabs(card, look, width));
        if height >= ROOMY {
            part.gap();
        }
        return part;
    }
    let title = clean_line(&card.view.interaction.form.title);
    let mut rows = wrap_text(&title, look.palette.bold, width.saturating_sub(2 * MARGIN));
    rows.truncate((height / 6).max(1));
    part.append(Part::of(indent(rows, MARGIN)));
    let undone = card.view.interaction.policy.irreversible && height >= ROOMY;
    let undone = undone.then(|| look.say("cannot-be-undone"));
    for text in undone.into_iter().chain(crate::words::elsewhere(look.texts, card)) {
        part.append(Part::said(&text, look.palette.alarm, width));
    }
    part
}

/// The context and the question itself, as the agent wrote them.
pub(super) fn body(card: &Card, look: &Look, width: usize) -> Vec<Row> {
    let form = &card.view.interaction.form;
    let room = width.saturating_sub(2 * MARGIN);
    let mut rows = Vec::new();
    let mut add = |text: Option<&str>| {
        let Some(text) = text else { return };
        let more = markdown::render(text, &look.palette, room);
        if !rows.is_empty() && !more.is_empty() {
            rows.push(Line::default());
        }
        rows.extend(more);
    };
    add(form.context.as_deref());
    if let Some((question, _)) = card.current() {
        let repeats = !card.has_several() && question.prompt.trim() == form.title.trim();
        add(question.context.as_deref());
        add(Some(question.prompt.as_str()).filter(|_| !repeats));
    }
    indent(rows, MARGIN)
}

/// As many rows as fit; the last one says that there is more.
fn shortened(body: Part, room: usize, look: &Look) -> Part {
    if body.len() <= room {
        return body;
    }
    let mut short = body.slice(0..room.saturating_sub(1));
    if room > 0 {
        let text = look.say("read-the-rest");
        short.push(Line::from(vec![
            Span::raw(" ".repeat(MARGIN)),
            span(format!("… {text}"), look.palette.dim),
        ]));
    }
    short
}

/// What stands between the text and the footer: rows that stay, and blocks that may scroll.
struct List {
    top: Part,
    blocks: Vec<super::fit::Block>,
    cursor: usize,
}

impl List {
    fn height(&self) -> usize {
        self.top.len() + self.blocks.iter().map(|block| block.part.len()).sum::<usize>()
    }

    fn show(self, rows: usize, look: &Look) -> Part {
        let mut part = self.top;
        let room = rows.saturating_sub(part.len());
        part.append(window(self.blocks, self.cursor, room, look));
        part
    }
}

fn list(card: &Card, look: &Look, width: usize, density: Density) -> List {
    if let Focus::Farewell(_) = card.focus {
        return List { top: tail::farewell(card, look, width), blocks: Vec::new(), cursor: 0 };
    }
    match (card.page, card.current()) {
        (Page::Question(_), Some((question, sheet))) => {
            let mut top = Part::default();
            let chosen = sheet.chosen(question).len();
            top.append(limits(question, chosen, look, width, density));
            if card.focus == Focus::Filter || !sheet.filter.is_blank() {
                top.append(filter(card, question, sheet, look, width));
            }
            let blocks = options::blocks(card, question, sheet, look, width, density);
            let cursor = sheet.cursor.min(blocks.len().saturating_sub(1));
            List { top, blocks, cursor }
        }
        (Page::Review { cursor }, _) => {
            List { top: Part::default(), blocks: review::blocks(card, cursor, look, width), cursor }
        }
        (Page::Question(_), None) => List { top: Part::default(), blocks: Vec::new(), cursor: 0 },
    }
}

/// `Choose 1 to 3 · 2 chosen`
fn limits(question: &Question, chosen: usize, look: &Look, width: usize, density: Density) -> Part {
    let mut words = sayso_locale::words::limits(look.texts, &question.control);
    if question.control.takes_several() {
        let key = control::of(&question.control).counted;
        words.push(look.texts.say_with(key, [("count", chosen.into())]));
    }
    if words.is_empty() {
        return Part::default();
    }
    let words = words.join(" · ");
    let words = match density {
        Density::Roomy => words,
        Density::Compact => cut(&words, width.saturating_sub(2 * MARGIN)),
    };
    Part::said(&words, look.palette.dim, width)
}

/// `/ post   3 of 40`
fn filter(card: &Card, question: &Question, sheet: &Sheet, look: &Look, width: usize) -> Part {
    let palette = &look.palette;
    let all = question.control.options().len();
    let own = usize::from(question.control.own_text() == OwnText::Allowed);
    let found = sheet.spots(question).len() - own;
    let focused = card.focus == Focus::Filter;
    let mut part = sought(&sheet.filter, focused, look, width.saturating_sub(2 * MARGIN + 20));
    let values = [("found", found.into()), ("all", all.into())];
    let count = look.texts.say_with("found-of", values);
    for row in &mut part.rows {
        row.spans.push(span(format!("   {count}"), palette.dim));
    }
    part
}
