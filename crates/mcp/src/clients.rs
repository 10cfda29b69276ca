//! What is known about MCP clients: how long each waits for a tool, and what keeps it waiting.

mod families;

use std::collections::BTreeMap;
use std::time::Duration;

use families::{FAMILIES, Family, Soft};

/// When a call stops waiting and says so, before the client gives up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Patience {
    /// This client waits forever.
    Endless,
    /// This long from the start of the call.
    For(Duration),
}

/// Whether the client accepts progress notifications, which some take as a sign of life.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    Wanted,
    Unwanted,
}

/// When the client itself gives up on a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct HardLimit {
    pub after: Duration,
    /// Whether progress restarts its timer.
    pub progress_resets: bool,
}

/// What is known about clients, and what the user overrides.
#[derive(Debug, Clone)]
pub struct ClientRules {
    /// By family, or [`UNKNOWN`].
    own: BTreeMap<&'static str, Patience>,
    /// Claude Code moves a call to the background, where its result no longer counts as the user's
    /// answer. Its environment says after how long.
    claude: Patience,
}

/// Name in the settings for clients of no known family.
const UNKNOWN: &str = "unknown";
/// Shorter than any known limit.
const UNKNOWN_PATIENCE: Duration = Duration::from_secs(50);
/// Following up by id waits this long for an unknown client.
const FOLLOW_UP: Duration = Duration::from_secs(30);
/// And this long if the client waits forever: each wait has an end (PC-15).
const LONGEST_FOLLOW_UP: Duration = Duration::from_secs(240);
/// Claude Code's own default is 120 s.
const CLAUDE: Duration = Duration::from_secs(100);
/// Time left for the reply.
const CLAUDE_MARGIN: Duration = Duration::from_secs(20);
const CLAUDE_LEAST: Duration = Duration::from_secs(5);
/// A week, as long as any question can wait; `never` is longer.
const LONGEST_PATIENCE: u64 = 604_800;

impl Default for ClientRules {
    fn default() -> ClientRules {
        ClientRules { own: BTreeMap::new(), claude: Patience::For(CLAUDE) }
    }
}

impl ClientRules {
    /// From `family=seconds` pairs, comma-separated; `family=never` waits forever.
    pub fn parse(text: &str) -> Result<ClientRules, String> {
        let mut rules = ClientRules::default();
        for pair in text.split(',').map(str::trim).filter(|pair| !pair.is_empty()) {
            let wrong = || format!("`{pair}` is not family=seconds or family=never");
            let (name, value) = pair.rsplit_once('=').ok_or_else(wrong)?;
            let patience = match value.trim() {
                "never" => Patience::Endless,
                seconds => match seconds.parse() {
                    Ok(seconds @ 1..=LONGEST_PATIENCE) => {
                        Patience::For(Duration::from_secs(seconds))
                    }
                    Ok(1..) => {
                        return Err(format!(
                            "`{pair}` is more than {LONGEST_PATIENCE} seconds; use family=never"
                        ));
                    }
                    Ok(0) | Err(_) => return Err(wrong()),
                },
            };
            rules.own.insert(named(name.trim())?, patience);
        }
        Ok(rules)
    }

    /// Applies `CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS`, in milliseconds; 0 means never (RA-4).
    #[must_use]
    pub fn with_claude_background(mut self, milliseconds: Option<&str>) -> ClientRules {
        if let Some(milliseconds) = milliseconds.and_then(|text| text.trim().parse().ok()) {
            self.claude = match Duration::from_millis(milliseconds) {
                Duration::ZERO => Patience::Endless,
                after => Patience::For(after.saturating_sub(CLAUDE_MARGIN).max(CLAUDE_LEAST)),
            };
        }
        self
    }

    /// How long a call of this client may wait.
    pub fn patience(&self, client: Option<&str>, progress: Progress) -> Patience {
        self.soft(client, progress, UNKNOWN_PATIENCE)
    }

    /// How long a call by session id may wait (PC-15).
    pub fn follow_up(&self, client: Option<&str>, progress: Progress) -> Duration {
        match self.soft(client, progress, FOLLOW_UP) {
            Patience::For(window) => window,
            Patience::Endless => LONGEST_FOLLOW_UP,
        }
    }

    fn soft(&self, client: Option<&str>, progress: Progress, unknown: Duration) -> Patience {
        let family = client.and_then(Family::of);
        if let Some(own) = self.own.get(family.map_or(UNKNOWN, |family| family.name)) {
            return *own;
        }
        let seconds = match (family.map(|family| family.soft), progress) {
            (None, _) => return Patience::For(unknown),
            (Some(Soft::Claude), _) => return self.claude,
            (Some(Soft::Seconds(seconds)), _) => seconds,
            (Some(Soft::WithProgress { with, .. }), Progress::Wanted) => with,
            (Some(Soft::WithProgress { without, .. }), Progress::Unwanted) => without,
        };
        Patience::For(Duration::from_secs(seconds))
    }

    /// When this client gives up by itself, if known. A user who sets the patience has changed the
    /// client's limit too, to a value that we don't know.
    pub(crate) fn hard_limit(&self, client: Option<&str>) -> Option<HardLimit> {
        let family = client.and_then(Family::of)?;
        let known = family.hard.filter(|_| !self.own.contains_key(family.name))?;
        let after = Duration::from_secs(known);
        Some(HardLimit { after, progress_resets: family.progress_resets })
    }
}

/// A family, or [`UNKNOWN`], by its name in the settings.
fn named(name: &str) -> Result<&'static str, String> {
    let known = || FAMILIES.iter().map(|family| family.name).chain([UNKNOWN]);
    known().find(|known| known.eq_ignore_ascii_case(name)).ok_or_else(|| {
        let known: Vec<&str> = known().collect();
        format!("`{name}` is not a known client family; use one of {}", known.join(", "))
    })
}

#[cfg(test)]
#[path = "clients_tests.rs"]
mod tests;
