//! The setup of a terminal: the desk for a person at a terminal, whether a person can be asked
//! there, and the environment.

use std::fmt;
use std::fs::File;
use std::sync::Arc;

use jiff::tz::TimeZone;
use rustix::termios::{LocalModes, tcgetattr, tcgetpgrp};
use sayso_access::presence::AgentTerminal;
use sayso_api::RemoteDesk;
use sayso_core::surface::{Actor, Presence};
use sayso_core::{InteractionId, Surface};
use sayso_desk::{Attach, SystemClock};
use sayso_tui::{Abilities, Drawing, Leaving, Session};
use tokio::sync::watch;

use super::{CommandLine, Portal};
use crate::answerable_here;
use crate::config::Settings;
use crate::exit::BadInput;

/// Why nobody can be asked in the terminal of this process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum NoUsableTerminal {
    NoTerminal,
    /// A job with `&`, or one that was stopped and continued with `bg`.
    Background,
    /// Another program reads single keys.
    Held,
    /// The agent may be the one who types there.
    Agents(AgentTerminal),
}

impl fmt::Display for NoUsableTerminal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoUsableTerminal::NoTerminal => f.write_str("there is no terminal"),
            NoUsableTerminal::Background => f.write_str("this process runs in the background"),
            NoUsableTerminal::Held => f.write_str("another program is using this terminal"),
            NoUsableTerminal::Agents(place) => write!(f, "this is the agent's terminal ({place})"),
        }
    }
}

/// The controlling terminal, if a question can be asked there, regardless of stdin, stdout and
/// stderr. A process that holds it open counts as being at it. If nothing can be drawn, questions
/// are asked line by line.
pub(crate) fn usable_terminal() -> Result<File, NoUsableTerminal> {
    controlling_terminal()
}

/// The same if only a person may be asked: an agent would answer its own question.
pub(crate) fn persons_terminal() -> Result<(), NoUsableTerminal> {
    usable_terminal()?;
    answerable_here::agent().map_or(Ok(()), |agent| Err(NoUsableTerminal::Agents(agent)))
}

/// Who is at the terminal where a question is shown.
pub(crate) fn presence_here() -> Presence {
    match answerable_here::agent() {
        Some(_) => Presence::AgentTerminal,
        None => Presence::Interactive,
    }
}

/// The controlling terminal, if this process may read from it now.
pub(crate) fn controlling_terminal() -> Result<File, NoUsableTerminal> {
    let terminal = File::options().read(true).write(true).open("/dev/tty");
    let terminal = terminal.map_err(|_| NoUsableTerminal::NoTerminal)?;
    if tcgetpgrp(&terminal) != Ok(rustix::process::getpgrp()) {
        return Err(NoUsableTerminal::Background);
    }
    match tcgetattr(&terminal) {
        Ok(modes) if modes.local_modes.contains(LocalModes::ICANON) => Ok(terminal),
        Ok(_) => Err(NoUsableTerminal::Held),
        Err(_) => Err(NoUsableTerminal::NoTerminal),
    }
}

/// The cursor can be moved.
pub(crate) fn draws(settings: &Settings) -> bool {
    abilities(settings).drawing == Drawing::Possible
}

/// From now on the screen shows whether the hub responds.
pub(crate) fn session(settings: &Settings, desk: Arc<RemoteDesk>) -> Session {
    let (tell, unresponsive) = watch::channel(None);
    desk.on_unresponsive(move |unresponsive| {
        tell.send_replace(unresponsive.cloned());
    });
    Session {
        portal: Arc::new(Portal::new(settings, Arc::clone(&desk))),
        desk,
        clock: Arc::new(SystemClock::new()),
        zone: TimeZone::system(),
        actor: Actor::new(None, Surface::Terminal, presence_here()),
        environment: settings.environment.clone(),
        abilities: abilities(settings),
        editor: settings.variable(&["VISUAL", "EDITOR"]),
        scratch: std::env::temp_dir(),
        command: CommandLine::new(settings).prefix().to_owned(),
        leaving: Leaving::Waits,
        unresponsive,
    }
}

/// Tells the others that this question is open here.
pub(crate) fn looking_at(id: InteractionId) -> Attach {
    Attach {
        surface: Surface::Terminal,
        label: "prompt".to_owned(),
        presence: presence_here(),
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
pub(crate) fn cannot_ask(why: NoUsableTerminal) -> BadInput {
    BadInput(format!(
        "this needs an interactive terminal, but {why}; `sayso list` shows what is waiting, \
         `sayso answer ID CHOICE` answers"
    ))
}

fn abilities(settings: &Settings) -> Abilities {
    Abilities::of(|name| settings.variable(&[name]))
}
