//! Whether a question can be answered in this process; if not, why, and where it can.

use sayso_access::presence::{AgentTerminal, PeerPresence};
use sayso_desk::View;

/// The agent that owns this terminal, if any.
pub(crate) fn agent() -> Option<AgentTerminal> {
    PeerPresence::own().agent
}

/// Why this question can't be answered here, and where it can; `None`: it can.
pub(crate) fn refusal(view: &View) -> Option<[String; 2]> {
    if !view.interaction.is_for_people() {
        return None;
    }
    let agent = agent()?;
    let short = view.interaction.id.short();
    let url = view.live.url.as_ref().map(|url| format!(", or at {url}")).unwrap_or_default();
    Some([
        format!(
            "only a person may say yes to this question, and this is the agent's terminal ({agent})"
        ),
        format!("run `sayso answer {short}` in your own terminal{url}"),
    ])
}
