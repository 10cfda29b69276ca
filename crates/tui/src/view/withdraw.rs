//! Questions that agents stopped waiting for, named before they are withdrawn.

use sayso_core::InteractionId;
use sayso_core::text::clean_line;

use super::part::Part;
use super::{Look, reader};
use crate::state::State;
use crate::words::who;

pub(super) fn part(
    state: &State,
    named: &[InteractionId],
    top: usize,
    look: &Look,
    width: usize,
    height: usize,
) -> Part {
    let mut text = Part::said(&look.say("withdraw-these"), look.palette.bold, width);
    for known in state.inbox.waiting.iter().filter(|known| named.contains(&known.id)) {
        text.gap();
        text.append(Part::said(&clean_line(&known.title), look.palette.plain, width));
        let who = who(look.texts, known.agent.as_deref(), known.project.as_deref());
        let about = match known.has_stopped() {
            true => who,
            false => format!("{who} · {}", look.say("agent-is-back")),
        };
        text.append(Part::said(&about, look.palette.dim, width));
    }
    reader::paged(text, top, state, look, width, height)
}
