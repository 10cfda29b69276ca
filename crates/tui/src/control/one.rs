//! One option: choosing it replaces any other, and may send it.

use sayso_core::worksheet::Edit;

use super::{Drawn, MOVE, PLAIN};

pub(crate) const ONE: Drawn = Drawn {
    hints: |_, _, on| vec![MOVE, ("enter", on)],
    marks: [" ", "●", "○"],
    enter: |card, now| {
        card.edit_option(Edit::Choose, now);
        true
    },
    choose: |card, now| {
        card.edit_option(Edit::Choose, now);
        let interaction = &card.view.interaction;
        interaction.presentation.single_submit && !interaction.policy.irreversible
    },
    plain: "plain-one",
    ..PLAIN
};
