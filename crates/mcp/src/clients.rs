//! How long which client waits for a tool, and what keeps it waiting.

use std::collections::BTreeMap;
use std::time::Duration;

/// When a call gives up waiting and says so, before the client does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Patience {
    /// This client waits as long as it takes.
    Endless,
    /// So long from the start of the call.
    For(Duration),
}

/// Whether the client wants to hear of progress, which some take as a sign of life.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    Wanted,
    Unwanted,
}

/// What is known of clients, and what the operator knows better.
#[derive(Debug, Clone, Default)]
pub struct ClientRules {
    /// By name in lower case; `unknown` is for the rest.
    own: BTreeMap<String, Patience>,
}

/// A client that is not in the table: shorter than any limit that was seen.
const UNKNOWN: u64 = 50;
/// Following up by id waits so long where nothing is known of the client.
const FOLLOW_UP: Duration = Duration::from_secs(30);

impl ClientRules {
    /// From `name=seconds` pairs, comma-separated; `name=never` waits for ever.
    pub fn parse(text: &str) -> Result<ClientRules, String> {
        let mut own = BTreeMap::new();
        for pair in text.split(',').map(str::trim).filter(|pair| !pair.is_empty()) {
            let wrong = || format!("`{pair}` is not name=seconds or name=never");
            let (name, value) = pair.rsplit_once('=').ok_or_else(wrong)?;
            let patience = match value.trim() {
                "never" => Patience::Endless,
                seconds => match seconds.parse() {
                    Ok(seconds) if seconds > 0 => Patience::For(Duration::from_secs(seconds)),
                    Ok(_) | Err(_) => return Err(wrong()),
                },
            };
            own.insert(name.trim().to_lowercase(), patience);
        }
        Ok(ClientRules { own })
    }

    /// How long a call of this client may wait.
    pub fn patience(&self, client: Option<&str>, progress: Progress) -> Patience {
        let name = client.unwrap_or_default().to_lowercase();
        let own = self.own.get(&name).copied();
        own.or_else(|| known(&name, progress)).unwrap_or_else(|| {
            self.own.get("unknown").copied().unwrap_or(Patience::For(Duration::from_secs(UNKNOWN)))
        })
    }

    /// How long a call by session id may wait (PC-15).
    pub fn follow_up(&self, client: Option<&str>, progress: Progress) -> Patience {
        let name = client.unwrap_or_default().to_lowercase();
        let own = self.own.get(&name).or_else(|| self.own.get("unknown")).copied();
        own.or_else(|| known(&name, progress)).unwrap_or(Patience::For(FOLLOW_UP))
    }
}

/// Seen in the clients' sources, documentation and issue threads; each a little below its limit.
fn known(name: &str, progress: Progress) -> Option<Patience> {
    let seconds = |seconds| Some(Patience::For(Duration::from_secs(seconds)));
    let matches = |part: &str| name.contains(part);
    if matches("claude-code") || matches("visual studio code") {
        return Some(Patience::Endless);
    }
    if matches("opencode") {
        // Its 60 s start anew with each progress message.
        return match progress {
            Progress::Wanted => Some(Patience::Endless),
            Progress::Unwanted => seconds(50),
        };
    }
    if matches("codex") || matches("goose") {
        return seconds(280);
    }
    if matches("gemini-cli") {
        return seconds(580);
    }
    if ["claude-ai", "cursor", "cline", "zed", "windsurf"].iter().any(|part| matches(part)) {
        return seconds(50);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secs(seconds: u64) -> Patience {
        Patience::For(Duration::from_secs(seconds))
    }

    #[test]
    fn each_client_is_answered_before_it_gives_up() {
        let rules = ClientRules::default();
        for (client, progress, patience) in [
            ("claude-code", Progress::Unwanted, Patience::Endless),
            ("Visual Studio Code", Progress::Unwanted, Patience::Endless),
            ("codex-mcp-client", Progress::Wanted, secs(280)),
            ("gemini-cli-mcp-client", Progress::Wanted, secs(580)),
            ("cursor-vscode", Progress::Wanted, secs(50)),
            ("claude-ai", Progress::Unwanted, secs(50)),
            ("opencode", Progress::Wanted, Patience::Endless),
            ("opencode", Progress::Unwanted, secs(50)),
            ("something-new", Progress::Wanted, secs(50)),
        ] {
            assert_eq!(rules.patience(Some(client), progress), patience, "{client}");
        }
        assert_eq!(rules.patience(None, Progress::Wanted), secs(50));
        assert_eq!(rules.follow_up(None, Progress::Unwanted), secs(30));
        assert_eq!(rules.follow_up(Some("codex-mcp-client"), Progress::Unwanted), secs(280));
    }

    #[test]
    fn the_operator_knows_better() {
        let rules = ClientRules::parse("Cline=3500, unknown=20 ,my agent=never").unwrap();
        assert_eq!(rules.patience(Some("cline"), Progress::Unwanted), secs(3_500));
        assert_eq!(rules.patience(Some("My Agent"), Progress::Unwanted), Patience::Endless);
        assert_eq!(rules.patience(Some("other"), Progress::Unwanted), secs(20));
        assert_eq!(rules.follow_up(Some("other"), Progress::Unwanted), secs(20));
        for bad in ["cline", "cline=", "cline=0", "cline=-1", "cline=soon"] {
            assert!(ClientRules::parse(bad).is_err(), "{bad}");
        }
    }
}
