//! One question on the screen: who asks, what, until when, what happens otherwise; then the
//! options. Decides what is cut when there is little room.

use ratatui::text::{Line, Span};
use sayso_core::{OwnText, Question};

use super::field::sought;
use super::fit::{Block, window};
use super::options::Entry;
use super::part::{Part, Sight};
use super::{
    Look, MARGIN, WIDEST, closed, confirm, head, markdown, options, review, tail, together,
};
use crate::control;
use crate::state::card::{Card, Focus, Page, Phase};
use crate::state::sheet::Sheet;
use crate::state::{Purpose, State};
use crate::text::{Row, indent, span, unfinished, wrap};

/// A prompt in place doesn't fill the screen with options: there is a filter.
const PROMPT_ROWS: usize = 16;
/// From this height there is room for blank lines.
const ROOMY: usize = 16;
/// Below this height the question and its options need every row.
const SHORT: usize = 10;

pub(super) fn part(state: &State, card: &Card, look: &Look, width: usize, height: usize) -> Part {
    if !card.is_open() {
        return closed::part(state, card, look, width, height);
    }
    let mut part = whole(state, card, look, width, height);
    match &card.phase {
        Phase::Confirming(typed) if !part.is_confirmable(width, height) => {
            part = confirm::part(state, card, typed, look, (width, height));
        }
        Phase::Confirming(_) => {}
        Phase::Open | Phase::Incomplete(_) | Phase::Sending => part.sight = Sight::default(),
    }
    if card.view.interaction.policy.irreversible {
        part.mark(span("▌", look.palette.alarm));
    }
    part
}

fn whole(state: &State, card: &Card, look: &Look, width: usize, height: usize) -> Part {
    let head = head(state, card, look, width, height);
    let mut tail = tail::part(state, card, look, width, height);
    let body = Part::of(body(card, look, width.min(WIDEST)));
    let list = list(card, look, width, height);
    // The options have priority over the text about them, but some of it stays: it is the question.
    let some = |room: usize| body.len().min(room / 3).max(usize::from(room > 1 && body.len() > 0));
    let gaps = match height {
        ROOMY.. => 2,
        11..ROOMY => 1,
        _ => 0,
    };
    if card.phase == Phase::Open && height >= ROOMY {
        let taken = head.len() + body.len() + list.height() + gaps + 1 + tail.len();
        let mut foot = together::beside(state, card, look, width, height.saturating_sub(taken));
        foot.append(tail);
        tail = foot;
    }
    let middle = height.saturating_sub(head.len() + tail.len());
    let spaced = middle.saturating_sub(gaps + usize::from(gaps > 0));
    // Blank lines give way before the option at the cursor does.
    let tight = list.least() + some(spaced) > spaced;
    let (gaps, room) = if tight { (0, middle) } else { (gaps, spaced) };
    let text = if tight { some(room).min(1) } else { some(room) };
    let cap = match state.purpose {
        Purpose::Prompt => PROMPT_ROWS.min(room),
        Purpose::Inbox => room,
    };
    let wanted = (room * 2 / 3).max(room.saturating_sub(body.len())).max(list.least());
    let share = wanted.min(room - text.min(room)).min(cap).max(room.min(1));
    let rows = list.height().min(share);
    let body = shortened(body, room.saturating_sub(rows), look, width);
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
    part
}

fn head(state: &State, card: &Card, look: &Look, width: usize, height: usize) -> Part {
    let mut part = Part::default();
    if height < SHORT {
        part.push(head::in_brief(state, card, look, width));
        part.lacks();
        return part;
    }
    part.push(head::header(state, card, look, width));
    if height >= ROOMY {
        part.gap();
    }
    if card.has_several() {
        part.append(head::tabs(card, look, width));
        if height >= 12 {
            part.append(Part::said(&head::progress(card, look), look.palette.dim, width));
        }
        if height >= ROOMY {
            part.gap();
        }
        part.lacks();
        return part;
    }
    let title = head::title(&card.view.interaction.form, &look.palette);
    let room = width.saturating_sub(2 * MARGIN);
    let mut rows = wrap(&title, room);
    let most = (height / 6).max(1);
    let whole = rows.len() <= most;
    if !whole {
        rows.truncate(most);
        rows = rows
            .into_iter()
            .enumerate()
            .map(|(at, row)| if at + 1 == most { unfinished(row, room) } else { row })
            .collect();
    }
    let mut title = Part::of(indent(rows, MARGIN));
    title.needs_all();
    if !whole {
        title.lacks();
    }
    part.append(title);
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

/// As many rows as fit. What is asked usually comes last, so it is the middle that is left out.
fn shortened(body: Part, room: usize, look: &Look, width: usize) -> Part {
    let all = body.len();
    if all <= room {
        return body;
    }
    if room < 4 {
        let mut short = body.slice(all - room..all);
        short.rows.retain(|row| row.width() > 0);
        if let Some(first) = short.rows.first_mut() {
            first.spans.insert(1.min(first.spans.len()), span("… ", look.palette.dim));
            let row = std::mem::take(first);
            *first = Line::from(crate::text::shorten(row.spans, width.saturating_sub(MARGIN)));
        }
        return short;
    }
    let last = (room / 3).min(2);
    let mut rows = body.rows;
    let end = rows.split_off(all - last);
    rows.truncate(room - last - 1);
    let text = look.say("read-the-rest");
    rows.push(Line::from(vec![
        Span::raw(" ".repeat(MARGIN)),
        span(format!("… {text}"), look.palette.dim),
    ]));
    rows.extend(end);
    Part::of(rows)
}

/// What stands between the text and the footer: rows that stay, and items that may scroll.
pub(super) struct List {
    top: Part,
    items: Items,
    cursor: usize,
}

enum Items {
    Options(Vec<Entry>),
    Rows(Vec<Block>),
}

impl List {
    fn height(&self) -> usize {
        let items: usize = match &self.items {
            Items::Options(entries) => entries.iter().map(Entry::height).sum(),
            Items::Rows(blocks) => blocks.iter().map(|block| block.part.len()).sum(),
        };
        self.top.len() + items
    }

    /// Enough for what the cursor is on, and a neighbour.
    fn least(&self) -> usize {
        let here = match &self.items {
            Items::Options(entries) => entries.get(self.cursor).map(Entry::height),
            Items::Rows(blocks) => blocks.get(self.cursor).map(|block| block.part.len()),
        };
        self.top.len() + here.unwrap_or(0) + 1
    }

    fn show(self, rows: usize, look: &Look) -> Part {
        let mut part = self.top;
        let room = rows.saturating_sub(part.len());
        let blocks = match self.items {
            Items::Rows(blocks) => blocks,
            Items::Options(entries) => {
                let shares = options::shares(&entries, self.cursor, room);
                entries.into_iter().zip(shares).map(|(entry, rows)| entry.show(rows)).collect()
            }
        };
        part.append(window(blocks, self.cursor, room, look));
        part
    }

    /// Everything about every option, for reading.
    pub(super) fn whole(self) -> Part {
        let mut part = self.top;
        match self.items {
            Items::Rows(blocks) => blocks.into_iter().for_each(|block| part.append(block.part)),
            Items::Options(entries) => {
                for entry in entries {
                    let spare = entry.spare();
                    part.append(entry.show(spare).part);
                }
            }
        }
        Part::of(part.rows)
    }
}

pub(super) fn list(card: &Card, look: &Look, width: usize, height: usize) -> List {
    let only = |top: Part| List { top, items: Items::Rows(Vec::new()), cursor: 0 };
    if let Focus::Farewell(_) = card.focus {
        return only(tail::farewell(card, look, width));
    }
    match (card.page, card.current()) {
        (Page::Question(_), Some((question, sheet))) => {
            // What is put aside has nothing chosen.
            let chosen = if sheet.aside.is_none() { sheet.chosen(question).len() } else { 0 };
            let mut top = limits(question, chosen, look, width);
            if top.len() > if height < ROOMY { 1 } else { 2 } {
                let row = top.rows.swap_remove(0);
                top = Part::of(vec![unfinished(row, width.saturating_sub(MARGIN))]);
            }
            if card.focus == Focus::Filter || !sheet.filter.is_blank() {
                top.append(filter(card, question, sheet, look, width));
            }
            let entries = options::entries(card, question, sheet, look, width);
            let cursor = sheet.cursor.min(entries.len().saturating_sub(1));
            List { top, items: Items::Options(entries), cursor }
        }
        (Page::Review { cursor }, _) => {
            let rows = review::blocks(card, cursor, look, width);
            List { top: Part::default(), items: Items::Rows(rows), cursor }
        }
        (Page::Question(_), None) => only(Part::default()),
    }
}

/// `Choose 1 to 3 · 2 chosen`
fn limits(question: &Question, chosen: usize, look: &Look, width: usize) -> Part {
    let mut words = sayso_locale::words::limits(look.texts, &question.control);
    if question.control.takes_several() {
        let key = control::of(&question.control).counted;
        words.push(look.texts.say_with(key, [("count", chosen.into())]));
    }
    if words.is_empty() {
        return Part::default();
    }
    Part::said(&words.join(" · "), look.palette.dim, width)
}

/// `/ post   3 of 40`
fn filter(card: &Card, question: &Question, sheet: &Sheet, look: &Look, width: usize) -> Part {
    let palette = &look.palette;
    let all = question.control.options().len();
    let own = usize::from(question.control.own_text() == OwnText::Allowed);
    let found = sheet.items(question).len() - own;
    let focused = card.focus == Focus::Filter;
    let mut part = sought(&sheet.filter, focused, look, width.saturating_sub(2 * MARGIN + 20));
    let values = [("found", found.into()), ("all", all.into())];
    let count = look.texts.say_with("found-of", values);
    for row in &mut part.rows {
        row.spans.push(span(format!("   {count}"), palette.dim));
    }
    part
}
