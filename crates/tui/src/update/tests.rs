//! Messages and the state, without a terminal.

mod answering;
mod arming;
mod burst;
mod deliberate;
mod ends;
mod forms;
mod inbox;
mod keys;
mod other_surfaces;
mod settings;
mod together;

use sayso_core::worksheet::check;
use sayso_core::{Answers, Command};

use crate::message::{Deed, Effect};
use crate::state::State;

/// The command that was sent. There must be exactly one such effect.
#[track_caller]
fn sent(effects: &[Effect]) -> Command {
    let commands = effects.iter().filter_map(|effect| match effect {
        Effect::Act { command, deed: Deed::Settle, .. } => Some(command.clone()),
        _ => None,
    });
    let commands: Vec<Command> = commands.collect();
    let [command] = &commands[..] else { panic!("not one command: {effects:?}") };
    command.clone()
}

/// The answers that were sent, checked as at the desk.
#[track_caller]
fn answers(state: &State, effects: &[Effect]) -> Answers {
    match sent(effects) {
        Command::Answer { submission } => {
            let form = &state.card.as_ref().unwrap().view.interaction.form;
            check(form, submission).unwrap()
        }
        other => panic!("no answer: {other:?}"),
    }
}
