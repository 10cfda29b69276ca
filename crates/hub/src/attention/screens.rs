//! The screens: whether a notification would say something new, and whether there is room for
//! one.

use sayso_core::InteractionId;
use sayso_core::attention::SkippedWhy;
use sayso_desk::{Asking, Attached, DeskError, present};
use sayso_engine::Engine;

use crate::notice::Notices;

/// What is on the screens, looked at once for all that are due now.
pub(super) struct Screens {
    attached: Vec<Attached>,
    /// How many more notices there can be, or why there can be none.
    room: Result<usize, SkippedWhy>,
}

impl Screens {
    pub(super) async fn look(desk: &Engine, notices: &Notices) -> Result<Screens, DeskError> {
        Ok(Screens { attached: desk.attached().await?, room: notices.room().await })
    }

    /// Why this question can't be announced there; if it can, there is room for one less.
    pub(super) fn bar(&mut self, id: InteractionId) -> Option<SkippedWhy> {
        if self.attached.iter().any(|open| present::shows(open, id)) {
            return Some(SkippedWhy::Shown);
        }
        match &mut self.room {
            Ok(0) => Some(SkippedWhy::Crowded),
            Ok(room) => {
                *room -= 1;
                None
            }
            Err(why) => Some(*why),
        }
    }
}
