//! Rows of the inbox: columns as wide as their content, waiting and settled questions.

use ratatui::style::Style;
use ratatui::text::{Line, Span};
use sayso_core::Status;
use sayso_core::surface::Presence;
use sayso_core::text::clean_line;
use sayso_desk::Row;
use sayso_locale::words;
use unicode_width::UnicodeWidthStr;

use super::WIDE;
use crate::state::State;
use crate::state::inbox::Waiting;
use crate::text::{cut, fixed, share, span, spread};
use crate::view::part::Part;
use crate::view::{Look, MARGIN, time};
use crate::words::{not_listening, status, who};

/// Longer names are cut, so that titles have room.
const AGENT: usize = 14;
const PROJECT: usize = 16;

/// As wide as their content.
pub(super) struct Columns {
    agent: usize,
    project: usize,
    time: usize,
    age: usize,
    /// That an agent isn't listening is said in all visible rows or in none: with room in some only, it
    /// would look as if the others were listening.
    says_deaf: bool,
}

impl Columns {
    /// Names as wide as any, times as wide as the visible ones.
    pub(super) fn of(
        state: &State,
        look: &Look,
        (waiting, done): (&[&Waiting], &[&Row]),
        near: std::ops::Range<usize>,
        width: usize,
    ) -> Columns {
        let unknown = look.say("unknown-agent").width();
        let (agent, project) = state.inbox.widest;
        let mut columns = Columns {
            agent: agent.max(unknown).min(AGENT),
            project: project.min(PROJECT),
            time: 1,
            age: 1,
            says_deaf: true,
        };
        for at in near.clone() {
            let (time, age) = match waiting.get(at) {
                Some(known) => {
                    let left = known.remaining(state.now.running);
                    let left = left.map_or(1, |left| time::left(left, look.texts).width());
                    (left, time::age(known.created_at, state.now.day, look.texts))
                }
                None => {
                    let Some(row) = done.get(at - waiting.len()) else { continue };
                    let settled = row.settled_at.unwrap_or(row.created_at);
                    (via(row, look).width(), time::clock(settled, state.now.day, &state.zone))
                }
            };
            columns.time = columns.time.max(time);
            columns.age = columns.age.max(age.width());
        }
        let room = columns.room(width);
        let near = near.start.min(waiting.len())..near.end.min(waiting.len());
        columns.says_deaf = waiting[near].iter().all(|row| {
            let flags: usize = flags(row, true, look).iter().map(Span::width).sum();
            row.listening || clean_line(&row.title).width() + flags <= room
        });
        columns
    }

    /// For a title and what is remarked about it.
    fn room(&self, width: usize) -> usize {
        let Columns { agent, project, time, age, .. } = self;
        width.saturating_sub(2 * MARGIN + 2 + agent + 2 + project + 2 + 2 + time + 2 + age)
    }
}

pub(super) struct Drawing<'a> {
    pub(super) state: &'a State,
    pub(super) look: &'a Look,
    pub(super) columns: &'a Columns,
    pub(super) width: usize,
    pub(super) selected: bool,
}

impl Drawing<'_> {
    pub(super) fn waiting(&self, known: &Waiting, part: &mut Part) {
        let Drawing { state, look, .. } = self;
        let palette = &look.palette;
        let left = known.remaining(state.now.running);
        let (time, time_style) = match left {
            Some(left) => (time::left(left, look.texts), time::hurry(left, palette, palette.plain)),
            None => ("—".to_owned(), palette.dim),
        };
        let age = time::age(known.created_at, state.now.day, look.texts);
        let flags = flags(known, self.width < WIDE || self.columns.says_deaf, look);
        let title = vec![span(clean_line(&known.title), self.title_style(palette.bold))];
        let mark = match known.irreversible {
            true => span("▌", palette.alarm),
            false if known.is_urgent(state.now.running) => span("!", time_style),
            false => Span::raw(" "),
        };
        let start = part.len();
        let who = (known.agent.as_deref(), known.project.as_deref());
        self.lay_out(who, (title, Vec::new()), flags, (time, time_style), age, part);
        // In the first column of the margin.
        if let Some(first) = part.rows.get_mut(start).and_then(|row| row.spans.first_mut()) {
            *first = mark;
        }
    }

    pub(super) fn done(&self, row: &Row, part: &mut Part) {
        let Drawing { state, look, .. } = self;
        let palette = &look.palette;
        let at = row.settled_at.unwrap_or(row.created_at);
        let clock = time::clock(at, state.now.day, &state.zone);
        let style = self.title_style(palette.plain);
        let title = vec![span(clean_line(&row.title), style)];
        // If no person answered, it is marked, and the next column says why.
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
            (other, _) => {
                vec![span(format!(" · {}", status(look.texts, other)), palette.dim)]
            }
        };
        let unattended = row.unattended() || row.status == Status::AutoSubmitted;
        let style = if unattended { palette.warn } else { palette.dim };
        let via = via(row, look);
        let who = (row.agent.as_deref(), row.project.as_deref());
        self.lay_out(who, (title, outcome), Vec::new(), (via, style), clock, part);
    }

    fn title_style(&self, other: Style) -> Style {
        // Next to an open question, the cursor is there.
        match self.selected {
            true if self.state.card.is_none() => self.look.palette.under_cursor(),
            true => self.look.palette.bold,
            false => other,
        }
    }

    /// In columns, or on two lines if the screen is narrow.
    fn lay_out(
        &self,
        (agent, project): (Option<&str>, Option<&str>),
        (title, outcome): (Vec<Span<'static>>, Vec<Span<'static>>),
        flags: Vec<Span<'static>>,
        (time, time_style): (String, Style),
        age: String,
        part: &mut Part,
    ) {
        let Drawing { look, width, .. } = self;
        let palette = &look.palette;
        let lead = || {
            vec![
                Span::raw(" "),
                Span::raw(" ".repeat(MARGIN - 1)),
                span(
                    if self.selected { "› " } else { "  " },
                    if self.state.card.is_none() { palette.accent } else { palette.dim },
                ),
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
            let who = who(look.texts, agent, project);
            let mut second = vec![Span::raw(" ".repeat(MARGIN + 2))];
            let spare = room.saturating_sub(who.width() + age.width() + 2);
            let mut left = vec![span(who, palette.dim)];
            left.extend(fitting(flags, spare));
            second.extend(spread(left, vec![span(age, palette.dim)], room).spans);
            part.push(Line::from(second));
            return;
        }
        let agent = agent.map_or_else(|| look.say("unknown-agent"), clean_line);
        let project = project.map(clean_line).unwrap_or_default();
        let Columns { agent: agents, project: projects, time: times, age: ages, .. } =
            *self.columns;
        let room = self.columns.room(*width);
        // A title has priority over remarks about it; the first remark is the most important.
        let wanted: usize = title.iter().chain(&outcome).map(Span::width).sum();
        let spare = room.saturating_sub(wanted.min(room / 2));
        let flags = fitting(flags, spare);
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

/// What is remarked about a waiting question, the most important first.
fn flags(row: &Waiting, deaf: bool, look: &Look) -> Vec<Span<'static>> {
    let mut flags = Vec::new();
    if row.irreversible {
        flags.push(span(format!("  {}", look.say("irreversible")), look.palette.alarm));
    }
    if deaf && !row.listening {
        let deaf = look.say(not_listening(row.stopped));
        flags.push(span(format!("  {deaf}"), look.palette.dim));
    }
    flags
}

/// As many as there is room for, whole.
fn fitting(flags: Vec<Span<'static>>, room: usize) -> Vec<Span<'static>> {
    let mut width = 0;
    let fits = |flag: &Span<'_>| {
        width += flag.width();
        width <= room
    };
    flags.into_iter().take_while(fits).collect()
}

/// Where it was answered, if by anyone; that no person was present is more important.
fn via(row: &Row, look: &Look) -> String {
    if row.status == Status::AutoSubmitted {
        return look.say("status-timeout");
    }
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
