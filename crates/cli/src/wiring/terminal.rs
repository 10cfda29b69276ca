//! The setup of a terminal: the desk for a person at a terminal, whether a person can be asked
//! there, and the environment.

use std::fmt;
use std::fs::File;
use std::sync::Arc;

use jiff::tz::TimeZone;
use rustix::termios::{LocalModes, tcgetattr, tcgetpgrp};
use sayso_access::seat::AgentTerminal;
use sayso_api::RemoteDesk;
use sayso_core::surface::{Actor, Presence};
use sayso_core::{InteractionId, Surface};
use sayso_desk::{Attach, SystemClock};
use sayso_tui::{Abilities, Drawing, Leaving, Session};
use tokio::sync::watch;

use super::Portal;
use crate::config::Settings;
use crate::exit::BadInput;
use crate::place;

/// Why nobody can be asked in the terminal of this process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Unseated {
    NoTerminal,
    /// A job with `&`, or one that was stopped and continued with `bg`.
    Background,
    /// Another program reads single keys.
    Held,
    /// The agent may be the one who types there.
    Agents(AgentTerminal),
}

impl fmt::Display for Unseated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unseated::NoTerminal => f.write_str("there is no terminal"),
            Unseated::Background => f.write_str("this process runs in the background"),
            Unseated::Held => f.write_str("another program is using this terminal"),
            Unseated::Agents(place) => write!(f, "this is the agent's terminal ({place})"),
        }
    }
}

/// The controlling terminal, if a question can be asked there, regardless of stdin, stdout and
/// stderr. A process that holds it open counts as being at it. If nothing can be drawn, questions
/// are asked line by line.
pub(crate) fn seat() -> Result<File, Unseated> {
    controlling_terminal()
}

/// The same if only a person may be asked: an agent would answer its own question.
pub(crate) fn seat_of_person() -> Result<(), Unseated> {
    seat()?;
    place::agent().map_or(Ok(()), |agent| Err(Unseated::Agents(agent)))
}

/// Who is at the terminal where a question is shown.
pub(crate) fn seated() -> Presence {
    match place::agent() {
        Some(_) => Presence::AgentTerminal,
        None => Presence::Interactive,
    }
}

/// The controlling terminal, if this process may read from it now.
pub(crate) fn controlling_terminal() -> Result<File, Unseated> {
    let terminal = File::options().read(true).write(true).open("/dev/tty");
    let terminal = terminal.map_err(|_| Unseated::NoTerminal)?;
    if tcgetpgrp(&terminal) != Ok(rustix::process::getpgrp()) {
        return Err(Unseated::Background);
    }
    match tcgetattr(&terminal) {
        Ok(modes) if modes.local_modes.contains(LocalModes::ICANON) => Ok(terminal),
        Ok(_) => Err(Unseated::Held),
        Err(_) => Err(Unseated::NoTerminal),
    }
}

/// The cursor can be moved.
pub(crate) fn draws(settings: &Settings) -> bool {
    abilities(settings).drawing == Drawing::Possible
}

/// From now on the screen shows whether the hub responds.
pub(crate) fn session(settings: &Settings, desk: Arc<RemoteDesk>) -> Session {
    let (tell, silence) = watch::channel(None);
    desk.on_silence(move |silence| {
        tell.send_replace(silence.cloned());
    });
    Session {
        portal: Arc::new(Portal::new(settings, Arc::clone(&desk))),
        desk,
        clock: Arc::new(SystemClock::new()),
        zone: TimeZone::system(),
        actor: Actor::new(None, Surface::Terminal, seated()),
        environment: settings.environment.clone(),
        abilities: abilities(settings),
        editor: settings.variable(&["VISUAL", "EDITOR"]),
        scratch: std::env::temp_dir(),
        leaving: Leaving::Waits,
        silence,
    }
}

/// Tells the others that this question is open here.
pub(crate) fn looking_at(id: InteractionId) -> Attach {
    Attach {
        surface: Surface::Terminal,
        label: "prompt".to_owned(),
        presence: seated(),
        interaction: Some(id),
        ticket: None,
    }
}

/// The same, line by line if asked for.
pub(crate) fn session_in(settings: &Settings, desk: Arc<RemoteDesk>, plain: bool) -> Session {
    let mut session = session(settings, desk);
    if plain {
        session.abilities.drawing = Drawing::Impossible;
    }
    session
}

/// Why nobody can be asked, and what to do instead.
pub(crate) fn cannot_ask(why: Unseated) -> BadInput {
    BadInput(format!(
        "this needs an interactive terminal, but {why}; `sayso list` shows what is waiting, \
         `sayso answer ID CHOICE` answers"
    ))
}

fn abilities(settings: &Settings) -> Abilities {
    Abilities::of(|name| settings.variable(&[name]))
}
