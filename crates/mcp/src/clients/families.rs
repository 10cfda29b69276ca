//! The table of clients: by what name each is known, and how long it waits.
//!
//! Seen in the real programs, their sources, documentation and issue threads.

/// Clients that behave the same, whatever suffix their names carry.
pub(super) struct Family {
    /// In the settings.
    pub name: &'static str,
    /// Parts of the names that clients introduce themselves by; whole words, in lower case.
    words: &'static [&'static str],
    /// When a call ends as pending: a little before the client would lose it.
    pub soft: Soft,
    /// Seconds after which the client gives a call up, where that is certain.
    pub hard: Option<u64>,
    /// Whether progress makes the hard limit count anew.
    pub progress_resets: bool,
}

#[derive(Clone, Copy)]
pub(super) enum Soft {
    Seconds(u64),
    /// Of a client whose limit progress resets.
    WithProgress {
        with: u64,
        without: u64,
    },
    /// By its environment.
    Claude,
}

pub(super) const FAMILIES: &[Family] = &[
    // Its limit is 28 hours; what matters is when it moves a call to the background.
    family("claude-code", &["claude-code"], Soft::Claude, None),
    // Older builds give up after 60 s.
    family("claude-desktop", &["claude-ai", "claude-desktop"], Soft::Seconds(50), Some(240)),
    family("codex", &["codex"], Soft::Seconds(280), Some(300)),
    family("gemini", &["gemini"], Soft::Seconds(580), Some(600)),
    // A fork of Gemini CLI, with its limit.
    family("qwen", &["qwen"], Soft::Seconds(580), Some(600)),
    Family {
        progress_resets: true,
        ..family("opencode", &["opencode"], Soft::WithProgress { with: 240, without: 50 }, Some(60))
    },
    family("cline", &["cline"], Soft::Seconds(50), Some(60)),
    // Undocumented; reports say from one minute to five.
    family("cursor", &["cursor"], Soft::Seconds(50), None),
    // Has no limit; every window has an end all the same.
    family("vscode", &["visual-studio-code", "vscode"], Soft::Seconds(240), None),
    family("windsurf", &["windsurf"], Soft::Seconds(50), None),
    family("zed", &["zed"], Soft::Seconds(50), Some(60)),
    family("goose", &["goose"], Soft::Seconds(280), Some(300)),
    family("crush", &["crush"], Soft::Seconds(50), None),
];

const fn family(
    name: &'static str,
    words: &'static [&'static str],
    soft: Soft,
    hard: Option<u64>,
) -> Family {
    Family { name, words, soft, hard, progress_resets: false }
}

impl Family {
    /// The family that the name begins with, or that is named first in it: what follows may be the
    /// name of a server.
    pub(super) fn of(client: &str) -> Option<&'static Family> {
        let spaced = |letter: char| if letter.is_whitespace() { '-' } else { letter };
        let name: String = client.to_lowercase().chars().map(spaced).collect();
        let named = FAMILIES.iter().filter_map(|family| {
            let first = family.words.iter().filter_map(|word| position(&name, word)).min()?;
            Some((first, family))
        });
        named.min_by_key(|(first, _)| *first).map(|(_, family)| family)
    }
}

/// Where the word stands in the name: `zed` is not in `organized`.
fn position(name: &str, word: &str) -> Option<usize> {
    let bounded = |at: usize| {
        let before = name[..at].chars().next_back();
        let after = name[at + word.len()..].chars().next();
        ![before, after].into_iter().flatten().any(char::is_alphanumeric)
    };
    name.match_indices(word).map(|(at, _)| at).find(|at| bounded(*at))
}
