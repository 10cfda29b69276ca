//! An interaction as stored in a table: what is searched, sorted or changed alone has a column.

use jiff::Timestamp;
use sayso_core::{Interaction, InteractionId};

use crate::body::encode_interaction;

pub(crate) struct Columns {
    pub(crate) id: InteractionId,
    pub(crate) call_id: String,
    pub(crate) test: bool,
    pub(crate) status: &'static str,
    pub(crate) revision: i64,
    pub(crate) created_at: i64,
    pub(crate) deadline: Option<i64>,
    pub(crate) settled_at: Option<i64>,
    pub(crate) delivered_at: Option<i64>,
    pub(crate) body: String,
}

impl Columns {
    pub(crate) fn of(interaction: &Interaction) -> Columns {
        let millis = |at: Option<Timestamp>| at.map(Timestamp::as_millisecond);
        Columns {
            id: interaction.id,
            call_id: interaction.origin.call_id.clone(),
            test: interaction.is_test(),
            status: interaction.status().as_str(),
            revision: i64::try_from(interaction.revision).expect("nobody changes it that often"),
            created_at: interaction.created_at.as_millisecond(),
            deadline: millis(interaction.deadline()),
            settled_at: millis(interaction.settled_at()),
            delivered_at: millis(interaction.delivered_at),
            body: encode_interaction(interaction),
        }
    }

    pub(crate) fn is_settled(&self) -> bool {
        self.settled_at.is_some()
    }
}
