//! The reply to a submitted modal: it closes, or stays open with the reason under its field.

use std::time::Duration;

use sayso_chat::{Incoming, TEXT, WindowReply};
use serde_json::{Value, json};
use tokio::sync::oneshot::Receiver;
use tokio::time::timeout;

/// Slack waits three seconds for it; then the modal says that it has trouble connecting.
const IN_TIME: Duration = Duration::from_millis(2_000);

/// A modal that waits to hear what came of it.
pub(crate) struct Submitted {
    outcome: Receiver<Result<(), String>>,
    /// Where the reason is shown.
    field: String,
}

impl Submitted {
    /// `None`: it is something else, which is acknowledged at once.
    pub(crate) fn of(incoming: &mut Incoming) -> Option<Submitted> {
        let Incoming::Typed(typed) = incoming else { return None };
        let fields = || typed.fields.iter().map(|(field, _)| field);
        let field = fields().find(|field| *field == TEXT).or_else(|| fields().next())?.clone();
        let (verdict, outcome) = WindowReply::awaited();
        typed.verdict = verdict;
        Some(Submitted { outcome, field })
    }

    /// What Slack is to do with the modal; `None`: close it.
    pub(crate) async fn response(self) -> Option<Value> {
        match timeout(IN_TIME, self.outcome).await {
            Ok(Ok(Err(why))) => {
                Some(json!({ "response_action": "errors", "errors": { self.field: why } }))
            }
            Ok(Ok(Ok(())) | Err(_)) | Err(_) => None,
        }
    }
}
