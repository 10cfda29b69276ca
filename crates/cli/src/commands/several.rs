//! The questions that an ambiguous id may mean, with their titles.

use sayso_core::InteractionId;
use sayso_core::text::clean_line;
use sayso_desk::Asking;

use crate::config::Settings;
use crate::exit::Several;
use crate::output::ended::status;
use crate::wiring;

/// The questions that begin with the same characters.
pub(super) async fn named(
    settings: &Settings,
    prefix: String,
    matches: &[InteractionId],
) -> Several {
    let mut titles = Vec::new();
    for id in matches {
        let shown = match wiring::desk(settings) {
            Ok(desk) => desk.show(&(*id).into()).await.ok(),
            Err(_) => None,
        };
        titles.push(match shown {
            Some(view) => {
                let title = clean_line(&view.interaction.form.title);
                format!("{id}  {title}  ({})", status(view.status))
            }
            None => id.to_string(),
        });
    }
    Several { prefix, titles }
}
