//! Line by line: for screen readers, shells inside editors, and terminals without a cursor to move.
//! Options have numbers, answers are typed, nothing is drawn over.
//!
//! It uses the same state and rules as the drawn prompt. An answer is shown before it is sent, and
//! only an empty line after that sends it, unless it arrived together with others.

mod act;
mod command;
mod edit;
mod inbox;
mod said;
mod settings;
mod terminal;

use std::io;

use sayso_core::InteractionId;
use sayso_core::settings::Key;
use sayso_desk::{Attach, DeskError, EventKind, Events, View};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use crate::message::Message;
use crate::runtime::{Attached, Leaving, Performer, Session, Signals};
use crate::state::card::{Card, Page, Phase};
use crate::state::{By, PromptEnd, Purpose, State};
use crate::view;
use terminal::Lines;

pub(crate) use inbox::inbox;

/// Asks one question and returns when it is over.
pub(crate) async fn prompt(
    session: Session,
    view: View,
    attach: Option<Attach>,
) -> io::Result<PromptEnd> {
    let state = session.state(Purpose::Prompt);
    let mut talk = Talk::begin(session, state).await?;
    talk.attached = talk.performer.attach(attach);
    let ended = talk.question(view).await?;
    talk.attached = talk.performer.attach(None);
    talk.part(&ended)?;
    talk.forget_after(&ended).await?;
    Ok(ended)
}

/// A conversation with the person at this terminal.
struct Talk {
    session: Session,
    state: State,
    lines: Lines,
    performer: Performer,
    attached: Attached,
    messages: mpsc::UnboundedReceiver<Message>,
    watching: JoinHandle<()>,
    signals: Signals,
}

impl Drop for Talk {
    fn drop(&mut self) {
        self.watching.abort();
    }
}

/// What came first.
enum Heard {
    Line(String),
    /// Lines that arrived all at once.
    Burst(String),
    /// The input has ended, or the process is asked to end.
    End(PromptEnd),
    Happened(Events),
    Failed(DeskError),
}

/// What follows.
enum Next {
    /// Nothing was said: the line that is being typed goes on.
    Quiet,
    /// The same place again.
    Stay,
    Question(usize),
    Review,
    Ended(PromptEnd),
}

impl Talk {
    async fn begin(session: Session, state: State) -> io::Result<Talk> {
        let signals = Signals::listen()?;
        let (sender, messages) = mpsc::unbounded_channel();
        let performer = Performer::new(&session, sender);
        let watching = performer.watch();
        let (lines, attached) = (Lines::open()?, performer.attach(None));
        let mut talk =
            Talk { session, state, lines, performer, attached, messages, watching, signals };
        talk.load_settings().await;
        Ok(talk)
    }

    /// From the beginning to its end, or until the person leaves.
    async fn question(&mut self, view: View) -> io::Result<PromptEnd> {
        self.state.now = self.session.moment();
        let id = view.interaction.id;
        self.state.card = Some(Card::new(view, self.state.now.running));
        self.say(said::header)?;
        self.ask_at(0)?;
        self.lines.ask()?;
        loop {
            let heard = self.hear().await;
            self.state.now = self.session.moment();
            let next = match heard {
                Heard::Line(line) => self.answer(line.trim()).await?,
                Heard::Burst(text) => self.arrived_at_once(text.trim()).await?,
                Heard::End(ended) => Next::Ended(ended),
                Heard::Failed(error) => Next::Ended(PromptEnd::Failed(error.to_string())),
                Heard::Happened(events) => self.happened(id, &events).await?,
            };
            match next {
                Next::Quiet => continue,
                Next::Stay => {}
                Next::Question(at) => self.ask_at(at)?,
                Next::Review => {
                    if let Some(card) = &mut self.state.card {
                        card.open_review();
                    }
                    self.say(said::review)?;
                }
                Next::Ended(ended) => return Ok(ended),
            }
            self.lines.ask()?;
        }
    }

    async fn hear(&mut self) -> Heard {
        loop {
            tokio::select! {
                biased;
                ended = self.signals.ending() => return Heard::End(ended),
                line = self.lines.next() => {
                    return line.map_or(Heard::End(PromptEnd::Left), |line| self.heard(line));
                }
                Some(message) = self.messages.recv() => match message {
                    Message::Happened(Ok(events)) => return Heard::Happened(events),
                    Message::Happened(Err(error)) => return Heard::Failed(error),
                    _ => {}
                },
            }
        }
    }

    fn heard(&mut self, line: String) -> Heard {
        self.attached.touched();
        if self.state.preference(Key::Bursts) == "keys" {
            return Heard::Line(line);
        }
        let more = self.lines.came_with_it();
        if more.is_empty() {
            Heard::Line(line)
        } else {
            Heard::Burst(line + "\n" + &more.join("\n"))
        }
    }

    /// It may have ended elsewhere, or has another deadline now.
    async fn happened(&mut self, id: InteractionId, events: &Events) -> io::Result<Next> {
        if events.events.iter().any(|event| matches!(event.kind, EventKind::Settings)) {
            self.load_settings().await;
        }
        let concerns = events.reset.is_some()
            || events.events.iter().any(|event| match &event.kind {
                EventKind::Settled { row } | EventKind::Changed { row, .. } => row.id == id,
                EventKind::Removed { id: removed } => *removed == id,
                _ => false,
            });
        if !concerns {
            return Ok(Next::Quiet);
        }
        let view = match self.session.desk.show(&id.into()).await {
            Ok(view) => view,
            Err(DeskError::NotFound { .. }) => {
                let text = self.state.texts().say("forgotten").into_owned();
                return Ok(Next::Ended(PromptEnd::Failed(text)));
            }
            Err(error) => return Ok(Next::Ended(PromptEnd::Failed(error.to_string()))),
        };
        if view.interaction.is_pending() {
            return self.renewed(view).await;
        }
        let view = Box::new(view);
        Ok(Next::Ended(PromptEnd::Settled { view, by: By::Elsewhere }))
    }

    /// An answer that changed after its summary is not sent by a line that was meant for that one.
    async fn renewed(&mut self, view: View) -> io::Result<Next> {
        let Some(card) = &mut self.state.card else { return Ok(Next::Quiet) };
        let before = card.submission();
        card.renew(view, self.state.now.running);
        if !matches!(card.page, Page::Review { .. }) || card.submission() == before {
            return Ok(Next::Quiet);
        }
        card.phase = Phase::Open;
        card.complaint = None;
        self.lines.forget().await?;
        let text = self.state.texts().say("changed-elsewhere");
        self.lines.say(&[format!("\n{text}")])?;
        Ok(Next::Review)
    }

    fn ask_at(&mut self, at: usize) -> io::Result<()> {
        if let Some(card) = &mut self.state.card {
            card.open_question(at);
        }
        self.say(|state, card| said::question(state, card, at))
    }

    fn say(&mut self, said: impl Fn(&State, &Card) -> Vec<String>) -> io::Result<()> {
        let lines = self.state.card.as_ref().map(|card| said(&self.state, card));
        self.lines.say(&lines.unwrap_or_default())
    }

    /// One of our texts.
    fn tell(&mut self, key: &str) -> io::Result<()> {
        let text = self.state.texts().say(key).into_owned();
        self.lines.say(&[text])
    }

    /// What was being typed was meant for the question that has ended, not for what comes next.
    async fn forget_after(&mut self, ended: &PromptEnd) -> io::Result<()> {
        match ended {
            PromptEnd::Settled { by: By::Elsewhere, .. } | PromptEnd::Failed(_) => {
                self.lines.forget().await
            }
            PromptEnd::Settled { by: By::ThisTerminal, .. }
            | PromptEnd::HandedToWeb { .. }
            | PromptEnd::Left
            | PromptEnd::Interrupted(_) => Ok(()),
        }
    }

    /// The line that stays.
    fn part(&mut self, ended: &PromptEnd) -> io::Result<()> {
        if ended.is_left() && self.session.leaving == Leaving::IsSaid {
            return Ok(());
        }
        let rows = view::parting(&self.state, ended, u16::MAX);
        let lines: Vec<String> = rows.iter().map(|row| format!("\n{row}")).collect();
        self.lines.say(&lines)
    }
}
