//! The impure part: waits for messages, draws, and performs effects.

mod effects;
mod inline;
mod input;
mod outside;
mod signals;
mod terminal;
mod tmux;

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crossterm::event::Event;
use jiff::tz::TimeZone;
use sayso_core::settings::SettingsLayer;
use sayso_core::{Actor, Surface};
use sayso_desk::{Attach, Clock, Desk, Portal, Unresponsive, View};
use tokio::sync::{mpsc, watch};

use crate::abilities::{Abilities, Drawing};
use crate::message::{Effect, Message};
use crate::plain;
use crate::state::card::{Arming, Card};
use crate::state::{Moment, PromptEnd, Purpose, State};
use crate::update::update;
use crate::view::{self, Screen};
use input::Input;
use signals::Signal;
use terminal::Terminal;

pub(crate) use effects::{Attached, Performer};
pub(crate) use outside::edit as edit_outside;
pub(crate) use signals::Signals;
#[cfg(test)]
pub(crate) use terminal::room;

/// What a terminal needs to know about its environment.
pub struct Session {
    pub desk: Arc<dyn Desk>,
    pub clock: Arc<dyn Clock>,
    pub zone: TimeZone,
    /// Who answers here; the desk decides what it accepts.
    pub actor: Actor,
    /// Personal settings of this process.
    pub environment: SettingsLayer,
    pub abilities: Abilities,
    /// The shell command that `Ctrl+G` runs, and the directory for its file.
    pub editor: Option<String>,
    pub scratch: PathBuf,
    /// Opened when a question is handed to the browser, unless a page is open; its address is
    /// printed in any case.
    pub portal: Arc<dyn Portal>,
    /// What a command of ours begins with in this person's shell.
    pub command: String,
    /// The message to a person who leaves a prompt.
    pub leaving: Leaving,
    /// Whether the hub has stopped responding.
    pub unresponsive: watch::Receiver<Option<Unresponsive>>,
}

/// What becomes of a question that is left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leaving {
    /// It waits, and the line that stays says how to answer it.
    Waits,
    /// The caller does something about it, and says so.
    IsSaid,
}

/// How long the first frame waits for language and theme; a running hub answers in a fiftieth of
/// it.
const FIRST_FRAME: Duration = Duration::from_millis(100);
/// How long the end waits until typed text is saved, and for a browser to open.
const LAST_WRITES: Duration = Duration::from_secs(2);

/// Shows one interaction below the cursor and returns when it is over; leaves one line, and
/// anything typed and not sent. `attach` shows others who looks at it, unless the caller has done
/// that.
pub async fn prompt(session: Session, view: View, attach: Option<Attach>) -> io::Result<PromptEnd> {
    if session.abilities.drawing == Drawing::Impossible {
        return plain::prompt(session, view, attach).await;
    }
    let mut state = session.state(Purpose::Prompt);
    // Only a hand-off has attached itself.
    let handed_off = attach.is_none();
    state.card = Some(Card { handed_off, ..Card::new(view, state.now.running) });
    run(session, state, attach).await
}

/// Shows everything that is waiting, full-screen, until the person leaves.
pub async fn inbox(session: Session) -> io::Result<PromptEnd> {
    let state = session.state(Purpose::Inbox);
    all(session, state).await
}

/// The same, until one of them is answered.
pub async fn pick(session: Session) -> io::Result<PromptEnd> {
    let mut state = session.state(Purpose::Inbox);
    state.once = true;
    all(session, state).await
}

/// Searches what was settled, full-screen; `search` is what somebody would type.
pub async fn history(session: Session, search: &str) -> io::Result<PromptEnd> {
    let mut state = session.state(Purpose::Inbox);
    state.begin_with_history(search);
    all(session, state).await
}

async fn all(session: Session, state: State) -> io::Result<PromptEnd> {
    if session.abilities.drawing == Drawing::Impossible {
        return plain::inbox(session, state).await;
    }
    let attach = session.as_inbox();
    run(session, state, Some(attach)).await
}

impl Session {
    /// Shows every question, not one.
    pub(crate) fn as_inbox(&self) -> Attach {
        Attach {
            surface: Surface::Terminal,
            label: "inbox".to_owned(),
            presence: self.actor.presence,
            interaction: None,
            ticket: None,
        }
    }

    pub(crate) fn moment(&self) -> Moment {
        Moment { running: self.clock.running(), day: self.clock.now() }
    }

    pub(crate) fn state(&self, purpose: Purpose) -> State {
        let state = State::new(purpose, self.moment(), self.zone.clone(), self.abilities.depth);
        State { command: self.command.clone(), ..state }
    }
}

async fn run(session: Session, mut state: State, attach: Option<Attach>) -> io::Result<PromptEnd> {
    let (sender, mut messages) = mpsc::unbounded_channel();
    let mut signals = Signals::listen()?;
    let mut unresponsive = session.unresponsive.clone();
    unresponsive.mark_changed();
    let mut performer = Performer::new(&session, sender);
    let watching = performer.watch();
    let mut attached = performer.attach(attach);
    if state.purpose == Purpose::Inbox {
        // Who opens it has just pressed a key.
        attached.touched();
    }
    first_messages(&session, &mut state, &mut performer, &mut messages).await;
    let mut terminal = Terminal::enter(state.purpose, &session.abilities)?;
    let mut input = Input::new();
    let mut screen = None;
    for effect in update(&mut state, terminal.resized_to(), session.moment()) {
        performer.perform(effect);
    }
    while state.ended.is_none() {
        if redraw(&session, &mut state, &mut terminal, &mut screen).is_err() {
            // The terminal is gone.
            state.ended = Some(PromptEnd::Left);
            break;
        }
        let message = tokio::select! {
            biased;
            signal = signals.next() => match signal {
                Signal::Ending(ended) => Message::Ending(ended),
                Signal::Continued => {
                    terminal.resume()?;
                    screen = None;
                    continue;
                }
            },
            event = input.next() => match read(event, &mut terminal, &mut screen)? {
                Some(message) => {
                    attached.touched();
                    message
                }
                None => continue,
            },
            Some(message) = messages.recv() => message,
            Ok(()) = unresponsive.changed() => Message::Unresponsive(unresponsive.borrow_and_update().clone()),
            () = sleep(&session, state.next_tick()) => Message::Tick,
        };
        let effects = update(&mut state, message, session.moment());
        perform(&session, effects, &mut performer, &mut terminal, &mut input, &mut screen).await?;
        // Keys that came together are taken together, however long drawing takes.
        while state.ended.is_none()
            && let Some(event) = input.waiting().await
        {
            let Some(message) = read(event, &mut terminal, &mut screen)? else { continue };
            let effects = update(&mut state, message, session.moment());
            perform(&session, effects, &mut performer, &mut terminal, &mut input, &mut screen)
                .await?;
        }
        // Messages that have arrived in the meantime are drawn together.
        while let Ok(message) = messages.try_recv() {
            let effects = update(&mut state, message, session.moment());
            perform(&session, effects, &mut performer, &mut terminal, &mut input, &mut screen)
                .await?;
        }
    }
    watching.abort();
    drop(attached);
    let ended = state.ended.clone().unwrap_or(PromptEnd::Left);
    let mut rows = view::parting(&state, &ended, terminal.width());
    if ended.is_left() && session.leaving == Leaving::IsSaid {
        rows.clear();
    }
    terminal.leave(&rows)?;
    // Don't wait for a hub that doesn't respond.
    let patience = if state.unresponsive.is_some() { Duration::ZERO } else { LAST_WRITES };
    tokio::select! {
        () = performer.finish(patience) => {}
        // A second signal doesn't wait for the browser.
        _ = signals.ending() => {}
    }
    Ok(ended)
}

/// An event of the terminal as a message, if it is one.
fn read(
    event: Option<io::Result<Event>>,
    terminal: &mut Terminal,
    screen: &mut Option<Screen>,
) -> io::Result<Option<Message>> {
    let targets = screen.as_ref().map_or(&[][..], |screen| &screen.targets);
    Ok(match input::message(event, targets, terminal.purpose()) {
        input::Read::Message(message) => Some(*message),
        input::Read::Resized => {
            terminal.resized()?;
            *screen = None;
            Some(terminal.resized_to())
        }
        input::Read::Nothing => None,
    })
}

/// Waits for what the first frame should show, but not for long.
async fn first_messages(
    session: &Session,
    state: &mut State,
    performer: &mut Performer,
    messages: &mut mpsc::UnboundedReceiver<Message>,
) {
    let limit = session.clock.sleep_until(session.clock.running() + FIRST_FRAME);
    tokio::pin!(limit);
    let missing = |state: &State| {
        state.preferences.is_empty() || (state.purpose == Purpose::Inbox && !state.inbox.loaded)
    };
    performer.perform(Effect::LoadPreferences);
    while missing(state) && state.ended.is_none() {
        tokio::select! {
            Some(message) = messages.recv() => {
                for effect in update(state, message, session.moment()) {
                    performer.perform(effect);
                }
            }
            () = &mut limit => return,
        }
    }
}

async fn sleep(session: &Session, until: Option<Duration>) {
    match until {
        Some(until) => session.clock.sleep_until(until).await,
        None => std::future::pending().await,
    }
}

/// Draws if anything has changed, and tells the state once it is on the screen.
fn redraw(
    session: &Session,
    state: &mut State,
    terminal: &mut Terminal,
    shown: &mut Option<Screen>,
) -> io::Result<()> {
    sayso_desk::fail::panic_point("tui.draw");
    let (width, height) = terminal.size()?;
    let screen = view::screen(state, width, height);
    terminal.draw(&screen)?;
    terminal.set_title(view::title(state))?;
    let drawn = screen.drawn;
    *shown = Some(screen);
    let unseen = state.card.as_ref().is_some_and(|card| card.arming == Arming::Unseen);
    if unseen || state.drawn != drawn {
        update(state, Message::Drawn(drawn), session.moment());
    }
    Ok(())
}

/// Effects on the terminal are performed here, the others concurrently.
async fn perform(
    session: &Session,
    effects: Vec<Effect>,
    performer: &mut Performer,
    terminal: &mut Terminal,
    input: &mut Input,
    screen: &mut Option<Screen>,
) -> io::Result<()> {
    for effect in effects {
        match effect {
            Effect::OpenEditor { text } => {
                terminal.suspend()?;
                input.stop();
                let edited =
                    outside::edit(session.editor.clone(), session.scratch.clone(), text).await;
                terminal.resume()?;
                *screen = None;
                performer.tell(Message::Edited(edited));
            }
            Effect::Suspend => {
                terminal.suspend()?;
                signals::stop_this_process();
                terminal.resume()?;
                *screen = None;
            }
            Effect::Redraw => {
                terminal.redraw()?;
                *screen = None;
            }
            Effect::SetMouse(mouse) => terminal.set_mouse(mouse)?,
            Effect::Flush => terminal.flush_input()?,
            Effect::Notify { title, body } => {
                terminal.notify(session.abilities.notices, &title, &body)?
            }
            effect => performer.perform(effect),
        }
    }
    Ok(())
}
