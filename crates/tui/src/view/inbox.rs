//! The list of everything: waiting questions, and below them recently settled ones.

use ratatui::style::Style;
use ratatui::text::{Line, Span};
use sayso_core::surface::Presence;
use sayso_core::text::clean_line;
use sayso_core::{InteractionId, Status};
use sayso_desk::Row as Interaction;
use sayso_locale::words;
use unicode_width::UnicodeWidthStr;

use super::field::sought;
use super::fit::{Block, window};
use super::part::Part;
use super::text::{Row, cut, fixed, share, span, spread};
use super::words::{status_key, who};
use super::{Look, MARGIN, footer, time};
use crate::message::Target;
use crate::state::inbox::{History, Place, Waiting};
use crate::state::{State, Tone};

/// From this width a row has room for all its columns.
const WIDE: usize = 64;
/// Longer names are cut, so that titles have room.
const AGENT: usize = 14;
const PROJECT: usize = 16;

pub(super) fn part(state: &State, look: &Look, width: usize, height: usize) -> Part {
    let mut part = Part::default();
    part.push(header(state, look, width));
    if state.inbox.search.typing || !state.inbox.search.text.text().is_empty() {
        part.append(search(state, look, width));
    }
    if height >= 10 {
        part.gap();
    }
    let tail = tail(state, look, width);
    let gap = usize::from(height >= 12);
    let room = height.saturating_sub(part.len() + tail.len() + gap);
    part.append(list(state, look, width, room));
    part.fill(height.saturating_sub(tail.len()));
    part.append(tail);
    part
}

fn header(state: &State, look: &Look, width: usize) -> Row {
    let palette = &look.palette;
    let inbox = &state.inbox;
    let title = match inbox.place {
        Place::Waiting => "inbox-title",
        Place::History(_) => "history-title",
    };
    let waiting = inbox.waiting.len();
    let today = inbox.answered_since(time::midnight(state.now.day, &state.zone));
    let waiting_words = look.texts.say_with("waiting-count", [("count", waiting.into())]);
    let today_words = look.texts.say_with("answered-today", [("count", today.into())]);
    let style = if waiting > 0 { palette.plain } else { palette.dim };
    let room = width.saturating_sub(2 * MARGIN);
    let narrow = look.say(title).width() + waiting_words.width() + today_words.width() + 5 > room;
    let right = match inbox.loaded {
        true if narrow => vec![span(waiting_words, style)],
        true => vec![span(waiting_words, style), span(format!(" · {today_words}"), palette.dim)],
        false => vec![span(look.say("connecting"), palette.dim)],
    };
    let mut row =
        spread(vec![span(look.say(title), palette.bold)], right, width.saturating_sub(2 * MARGIN));
    row.spans.insert(0, Span::raw(" ".repeat(MARGIN)));
    row
}

fn search(state: &State, look: &Look, width: usize) -> Part {
    let search = &state.inbox.search;
    let mut part = sought(&search.text, search.typing, look, width.saturating_sub(2 * MARGIN + 2));
    if let Place::History(History { looked_through: Some(newest), .. }) = &state.inbox.place {
        let words = look.texts.say_with("searched-newest", [("count", (*newest).into())]);
        let room = width.saturating_sub(2 * MARGIN);
        let rows = super::text::wrap_text(&words, look.palette.dim, room);
        part.append(Part::of(super::text::indent(rows, MARGIN)));
    }
    part
}

fn list(state: &State, look: &Look, width: usize, room: usize) -> Part {
    let inbox = &state.inbox;
    let (waiting, done) = (inbox.shown_waiting(), inbox.shown_done());
    if waiting.is_empty() && done.is_empty() {
        return Part::of(empty(state, look, width));
    }
    let ids: Vec<InteractionId> =
        waiting.iter().map(|known| known.row.id).chain(done.iter().map(|row| row.id)).collect();
    let selected = inbox.place_of_selected(&ids);
    let columns = Columns::of(state, look, &waiting, &done);
    // Only visible rows are drawn: a thousand rows cost as much as forty.
    let from = selected.saturating_sub(room);
    let to = (selected + room + 1).min(ids.len());
    let mut blocks = Vec::new();
    for at in 0..ids.len() {
        let mut part = Part::default();
        if (from..to).contains(&at) {
            let drawing =
                Drawing { state, look, columns: &columns, width, selected: at == selected };
            if at == waiting.len() && at > 0 {
                let rule = "─".repeat(width.saturating_sub(2 * MARGIN));
                part.push(Line::from(vec![
                    Span::raw(" ".repeat(MARGIN)),
                    span(rule, look.palette.dim),
                ]));
            }
            let start = part.len();
            match waiting.get(at) {
                Some(known) => drawing.waiting(known, &mut part),
                None => drawing.done(done[at - waiting.len()], &mut part),
            }
            part.point(start, Target::Row(ids[at]));
        } else {
            let rows = if width < WIDE { 2 } else { 1 };
            (0..rows).for_each(|_| part.gap());
        }
        blocks.push(Block { part });
    }
    window(blocks, selected, room, look)
}

/// Nothing is waiting: says how to ask something.
fn empty(state: &State, look: &Look, width: usize) -> Vec<Row> {
    let palette = &look.palette;
    if !state.inbox.loaded {
        return Vec::new();
    }
    let searching = !state.inbox.search.text.is_blank();
    let keys: &[(&str, Style)] = if searching {
        &[("nothing-found", palette.plain)]
    } else if matches!(state.inbox.place, Place::History(_)) {
        &[("nothing-answered", palette.plain)]
    } else {
        &[("nothing-waiting", palette.plain), ("connect-or-ask", palette.dim)]
    };
    let room = width.saturating_sub(2 * MARGIN);
    let rows =
        keys.iter().flat_map(|(key, style)| super::text::wrap_text(&look.say(key), *style, room));
    super::text::indent(rows.collect(), MARGIN)
}

/// As wide as their content.
struct Columns {
    agent: usize,
    project: usize,
    time: usize,
    age: usize,
}

impl Columns {
    fn of(state: &State, look: &Look, waiting: &[&Waiting], done: &[&Interaction]) -> Columns {
        let rows = || waiting.iter().map(|known| &known.row).chain(done.iter().copied());
        let widest = |texts: &mut dyn Iterator<Item = usize>, most: usize| {
            texts.max().unwrap_or(0).min(most)
        };
        let unknown = look.say("unknown-agent").width();
        let agent =
            |row: &Interaction| row.agent.as_deref().map_or(unknown, UnicodeWidthStr::width);
        let project = |row: &Interaction| row.project.as_deref().map_or(0, UnicodeWidthStr::width);
        let age =
            |known: &&Waiting| time::age(known.row.created_at, state.now.day, look.texts).width();
        let left = |known: &&Waiting| {
            known
                .remaining(state.now.running)
                .map_or(1, |left| time::left(left, look.texts).width())
        };
        let via = |row: &&Interaction| via(row, look).width();
        let clock = |row: &&Interaction| {
            let at = row.settled_at.unwrap_or(row.created_at);
            time::clock(at, state.now.day, &state.zone).width()
        };
        Columns {
            agent: widest(&mut rows().map(agent), AGENT),
            project: widest(&mut rows().map(project), PROJECT),
            time: widest(
                &mut waiting.iter().map(left).chain(done.iter().take(RECENT_SEEN).map(via)),
                usize::MAX,
            ),
            age: widest(
                &mut waiting.iter().map(age).chain(done.iter().take(RECENT_SEEN).map(clock)),
                usize::MAX,
            ),
        }
    }
}

/// No screen shows more settled questions at once.
const RECENT_SEEN: usize = 100;

struct Drawing<'a> {
    state: &'a State,
    look: &'a Look,
    columns: &'a Columns,
    width: usize,
    selected: bool,
}

impl Drawing<'_> {
    fn waiting(&self, known: &Waiting, part: &mut Part) {
        let Drawing { state, look, .. } = self;
        let palette = &look.palette;
        let row = &known.row;
        let left = known.remaining(state.now.running);
        let (time, time_style) = match left {
            Some(left) => (time::left(left, look.texts), time::hurry(left, palette, palette.plain)),
            None => ("—".to_owned(), palette.dim),
        };
        let age = time::age(row.created_at, state.now.day, look.texts);
        let mut flags = Vec::new();
        if row.irreversible {
            flags.push(span(format!("  {}", look.say("irreversible")), palette.alarm));
        }
        if !row.live.listening {
            flags.push(span(format!("  {}", look.say("agent-not-listening")), palette.dim));
        }
        let title = vec![span(clean_line(&row.title), self.title_style(palette.bold))];
        self.lay_out(row, (title, Vec::new()), flags, (time, time_style), age, part);
    }

    fn done(&self, row: &Interaction, part: &mut Part) {
        let Drawing { state, look, .. } = self;
        let palette = &look.palette;
        let at = row.settled_at.unwrap_or(row.created_at);
        let clock = time::clock(at, state.now.day, &state.zone);
        let style = self.title_style(palette.plain);
        let title = vec![span(clean_line(&row.title), style)];
        // If no person answered, it is marked even without room for words.
        let arrow = match row.status {
            Status::AutoSubmitted => span(" ◷ ", palette.warn),
            _ if row.unattended() => span(" → ", palette.warn),
            _ => span(" → ", palette.done),
        };
        let answer = words::brief(look.texts, row.answer.as_deref(), &row.instead);
        let outcome = match (row.status, answer) {
            (Status::Submitted | Status::AutoSubmitted, Some(answer)) => {
                vec![arrow, span(answer, palette.plain)]
            }
            (status, _) => {
                vec![span(format!(" · {}", look.say(status_key(status))), palette.dim)]
            }
        };
        let mut flags = Vec::new();
        if row.status == Status::AutoSubmitted {
            flags.push(span(format!("  {}", look.say("status-auto-submitted")), palette.warn));
        }
        let style = if row.unattended() { palette.warn } else { palette.dim };
        let via = via(row, look);
        self.lay_out(row, (title, outcome), flags, (via, style), clock, part);
    }

    fn title_style(&self, other: Style) -> Style {
        if self.selected { self.look.palette.under_cursor() } else { other }
    }

    /// In columns, or on two lines if the screen is narrow.
    fn lay_out(
        &self,
        row: &Interaction,
        (title, outcome): (Vec<Span<'static>>, Vec<Span<'static>>),
        flags: Vec<Span<'static>>,
        (time, time_style): (String, Style),
        age: String,
        part: &mut Part,
    ) {
        let Drawing { look, width, .. } = self;
        let palette = &look.palette;
        let lead = || {
            let marked = row.irreversible && row.status == Status::Pending;
            vec![
                if marked { span("▌", palette.alarm) } else { Span::raw(" ") },
                Span::raw(" ".repeat(MARGIN - 1)),
                span(if self.selected { "› " } else { "  " }, palette.accent),
            ]
        };
        let right_aligned = |text: &str, columns: usize| {
            let text = cut(text, columns);
            format!("{}{text}", " ".repeat(columns - text.width()))
        };
        if *width < WIDE {
            let room = width.saturating_sub(2 * MARGIN + 2);
            let mut first = lead();
            let words = share(title, outcome, room.saturating_sub(time.width() + 2));
            first.extend(spread(words, vec![span(time, time_style)], room).spans);
            part.push(Line::from(first));
            let who = who(look.texts, row.agent.as_deref(), row.project.as_deref());
            let mut second = vec![Span::raw(" ".repeat(MARGIN + 2))];
            let mut left = vec![span(who, palette.dim)];
            left.extend(flags);
            second.extend(spread(left, vec![span(age, palette.dim)], room).spans);
            part.push(Line::from(second));
            return;
        }
        let agent = row.agent.as_deref().map_or_else(|| look.say("unknown-agent"), clean_line);
        let project = row.project.as_deref().map(clean_line).unwrap_or_default();
        let Columns { agent: agents, project: projects, time: times, age: ages } = *self.columns;
        let fixed_columns = 2 * MARGIN + 2 + agents + 2 + projects + 2 + 2 + times + 2 + ages;
        let room = width.saturating_sub(fixed_columns);
        // A title has priority over remarks about it; the first remark is the most important.
        let wanted: usize = title.iter().chain(&outcome).map(Span::width).sum();
        let spare = room.saturating_sub(wanted.min(room / 2));
        let mut flag_width = 0;
        let flags: Vec<_> = flags
            .into_iter()
            .take_while(|flag| {
                flag_width += flag.width();
                flag_width <= spare
            })
            .collect();
        let flag_width: usize = flags.iter().map(Span::width).sum();
        let mut spans = lead();
        spans.push(span(fixed(&agent, agents), palette.dim));
        spans.push(Span::raw("  "));
        spans.push(span(fixed(&project, projects), palette.dim));
        spans.push(Span::raw("  "));
        let words = share(title, outcome, room.saturating_sub(flag_width));
        let used: usize = words.iter().map(Span::width).sum();
        spans.extend(words);
        spans.extend(flags);
        spans.push(Span::raw(" ".repeat(room.saturating_sub(used + flag_width) + 2)));
        spans.push(span(right_aligned(&time, times), time_style));
        spans.push(Span::raw("  "));
        spans.push(span(right_aligned(&age, ages), palette.dim));
        part.push(Line::from(spans));
    }
}

/// Where it was answered, if by anyone; that no person was present is more important.
fn via(row: &Interaction, look: &Look) -> String {
    match row.actor.as_ref().map(|actor| actor.presence) {
        Some(Presence::Unattended) => return look.say("no-terminal"),
        Some(Presence::AgentTerminal) => return look.say("agent-terminal"),
        Some(Presence::Interactive | Presence::Paired) | None => {}
    }
    row.actor
        .as_ref()
        .map(|actor| sayso_locale::words::surface(look.texts, actor.via.as_str()))
        .unwrap_or_default()
}

fn tail(state: &State, look: &Look, width: usize) -> Part {
    let palette = &look.palette;
    let mut part = Part::default();
    if let Some(toast) = &state.toast {
        let style = match toast.tone {
            Tone::Done => palette.done,
            Tone::Plain => palette.plain,
            Tone::Warn => palette.warn,
        };
        let room = width.saturating_sub(2 * MARGIN);
        for line in toast.text.lines() {
            // What stays until a key is pressed may be there to be copied.
            let rows = match toast.tone {
                Tone::Warn => super::text::wrap_text(line, style, room),
                Tone::Done | Tone::Plain => vec![Line::from(span(cut(line, room), style))],
            };
            part.append(Part::of(super::text::indent(rows, MARGIN)));
        }
    }
    if state.fingers.is_holding() {
        part.append(super::ending::paused(look, width));
        return part;
    }
    if let Some(notice) = footer::notice(state, None, look) {
        part.push(notice);
        return part;
    }
    if !look.hints {
        return part;
    }
    let hints: &[footer::Hint] = match (&state.inbox.place, state.inbox.search.typing) {
        (_, true) => &[("enter", "hint-done"), ("esc", "hint-all")],
        (Place::Waiting, false) => &[
            ("enter", "hint-answer"),
            ("j/k", "hint-move"),
            ("/", "hint-search"),
            ("h", "hint-history"),
            ("s", "hint-settings"),
            ("q", "hint-quit"),
            ("?", "hint-more"),
        ],
        (Place::History(_), false) => &[
            ("enter", "hint-open"),
            ("j/k", "hint-move"),
            ("/", "hint-search"),
            ("h", "hint-back"),
            ("?", "hint-more"),
        ],
    };
    part.push(footer::line(hints, true, look, width));
    part
}
