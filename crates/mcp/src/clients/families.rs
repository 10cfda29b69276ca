//! The table of clients: how to recognise each, and how long it waits.
//!
//! Taken from the programs themselves, their sources, documentation and issue threads.

/// Clients that behave the same; their names may have different suffixes.
pub(super) struct Family {
    /// Name in the settings.
    pub name: &'static str,
    /// Parts of the names that clients send; whole words, in lower case.
    words: &'static [&'static str],
    /// When a call ends as pending: a little before the client would lose it.
    pub soft: Soft,
    /// Seconds after which the client gives up on a call, if known for certain.
    pub hard: Option<u64>,
    /// Whether progress restarts the hard limit.
    pub progress_resets: bool,
}

#[derive(Clone, Copy)]
pub(super) enum Soft {
    Seconds(u64),
    /// For a client whose limit is restarted by progress.
    WithProgress {
        with: u64,
        without: u64,
    },
    /// Determined by its environment.
    Claude,
}

pub(super) const FAMILIES: &[Family] = &[
    // Its limit is 28 hours; what matters is when it moves a call to the background.
    family("claude-code", &["claude-code"], Soft::Claude, None),
    // Older builds give up after 60 s.
    family("claude-desktop", &["claude-ai", "claude-desktop"], Soft::Seconds(50), Some(240)),
    family("codex", &["codex"], Soft::Seconds(280), Some(300)),
    family("gemini", &["gemini"], Soft::Seconds(580), Some(600)),
    // A fork of Gemini CLI, with the same limit.
    family("qwen", &["qwen"], Soft::Seconds(580), Some(600)),
    Family {
        progress_resets: true,
        ..family("opencode", &["opencode"], Soft::WithProgress { with: 240, without: 50 }, Some(60))
    },
    family("cline", &["cline"], Soft::Seconds(50), Some(60)),
    // Undocumented; reports range from one minute to five.
    family("cursor", &["cursor"], Soft::Seconds(50), None),
    // Has no limit, but each wait needs an end.
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
    /// The family whose word is first in the name: what follows may be the name of a server.
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

/// Position of the word in the name: `zed` is not in `organized`.
fn position(name: &str, word: &str) -> Option<usize> {
    let bounded = |at: usize| {
        let before = name[..at].chars().next_back();
        let after = name[at + word.len()..].chars().next();
        ![before, after].into_iter().flatten().any(char::is_alphanumeric)
    };
    name.match_indices(word).map(|(at, _)| at).find(|at| bounded(*at))
}
