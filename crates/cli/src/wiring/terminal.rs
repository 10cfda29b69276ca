//! What a terminal is made of: the desk as a person at a terminal has it, and what the environment
//! says.

use std::sync::Arc;

use jiff::tz::TimeZone;
use sayso_api::RemoteDesk;
use sayso_core::surface::Actor;
use sayso_core::{InteractionId, Surface};
use sayso_desk::{Attach, SystemClock};
use sayso_tui::{Abilities, Drawing, Session};

use super::{Portal, is_interactive, presence};
use crate::config::Settings;
use crate::exit::BadInput;

/// Somebody sits here, and the cursor can be moved.
pub fn can_draw(settings: &Settings) -> bool {
    is_interactive() && abilities(settings).drawing == Drawing::Possible
}

pub fn session(settings: &Settings, desk: Arc<RemoteDesk>) -> Session {
    Session {
        portal: Arc::new(Portal::new(settings, Arc::clone(&desk))),
        desk,
        clock: Arc::new(SystemClock::new()),
        zone: TimeZone::system(),
        actor: Actor::new(None, Surface::Terminal, presence()),
        environment: settings.environment.clone(),
        abilities: abilities(settings),
        editor: settings.variable(&["VISUAL", "EDITOR"]),
        scratch: std::env::temp_dir(),
    }
}

/// Says to the others that this question is open here.
pub fn looking_at(id: InteractionId) -> Attach {
    Attach {
        surface: Surface::Terminal,
        label: "prompt".to_owned(),
        presence: presence(),
        interaction: Some(id),
        ticket: None,
    }
}

/// Why nothing can be drawn, and what to do instead.
pub fn cannot_draw() -> BadInput {
    BadInput(
        "this needs an interactive terminal; `sayso list` shows what is waiting, `sayso answer ID CHOICE` answers".to_owned(),
    )
}

fn abilities(settings: &Settings) -> Abilities {
    Abilities::of(|name| settings.variable(&[name]))
}
