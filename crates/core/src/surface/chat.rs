//! Chats as surfaces: an id, and whether their members are people. Which chats exist is decided by
//! the wiring.

use std::fmt;

use super::{Preferred, Presence, Surface};

/// The id of a chat: 2 to 15 lower-case letters and digits. Used in settings, on the wire and in
/// texts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ChatId {
    /// Padded with zeros.
    bytes: [u8; LONGEST],
}

const LONGEST: usize = 15;

/// Names with another meaning.
const TAKEN: [&str; 7] = ["web", "terminal", "cli", "api", "auto", "any", "desktop"];

impl ChatId {
    /// For the constant with a chat's id; an invalid name doesn't compile there.
    pub const fn new(name: &str) -> ChatId {
        match ChatId::of(name) {
            Some(id) => id,
            None => panic!("a chat's id is 2 to 15 small letters and digits"),
        }
    }

    pub fn from_name(name: &str) -> Option<ChatId> {
        ChatId::of(name).filter(|_| !TAKEN.contains(&name))
    }

    const fn of(name: &str) -> Option<ChatId> {
        let given = name.as_bytes();
        if given.len() < 2 || given.len() > LONGEST || !given[0].is_ascii_lowercase() {
            return None;
        }
        let mut bytes = [0; LONGEST];
        let mut at = 0;
        while at < given.len() {
            if !given[at].is_ascii_lowercase() && !given[at].is_ascii_digit() {
                return None;
            }
            bytes[at] = given[at];
            at += 1;
        }
        Some(ChatId { bytes })
    }

    pub fn as_str(&self) -> &str {
        let length = self.bytes.iter().position(|byte| *byte == 0).unwrap_or(LONGEST);
        std::str::from_utf8(&self.bytes[..length]).expect("letters and digits")
    }
}

impl fmt::Display for ChatId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for ChatId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// What the rest of the product has to know about a chat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chat {
    pub id: ChatId,
    /// Whether its members are people outside the agent's account, as far as the chat can tell.
    pub presence: Presence,
}

/// The available chats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Chats(pub &'static [Chat]);

impl Chats {
    /// All values of `interface`.
    pub fn preferred(self) -> Vec<Preferred> {
        let chats = self.0.iter().map(|chat| Preferred::Chat(chat.id));
        [Preferred::Auto, Preferred::Terminal, Preferred::Web].into_iter().chain(chats).collect()
    }

    /// Where irreversible questions can be decided, in the order of the canonical value.
    pub fn deciding(self) -> Vec<Surface> {
        let people = self.0.iter().filter(|chat| chat.presence.is_person());
        let people = people.map(|chat| Surface::Chat(chat.id));
        [Surface::Web, Surface::Terminal].into_iter().chain(people).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_surface_is_found_by_its_name() {
        for name in ["web", "terminal", "cli", "api", "matrix", "irc", "abcdefghijklmno"] {
            let surface: Surface = name.parse().unwrap();
            assert_eq!(surface.as_str(), name);
            assert_eq!(serde_json::to_string(&surface).unwrap(), format!("\"{name}\""));
        }
        for name in ["", "x", "auto", "any", "Matrix", "a b", "4chan", "abcdefghijklmnop", "é!"] {
            assert!(name.parse::<Surface>().is_err(), "{name}");
        }
        assert_eq!("auto".parse(), Ok(Preferred::Auto));
        assert_eq!("irc".parse(), Ok(Preferred::Chat(ChatId::new("irc"))));
    }

    #[test]
    fn only_a_chat_with_people_decides() {
        const CHATS: Chats = Chats(&[
            Chat { id: ChatId::new("irc"), presence: Presence::Interactive },
            Chat { id: ChatId::new("bots"), presence: Presence::Unattended },
        ]);
        let names = |all: Vec<Surface>| all.iter().map(Surface::to_string).collect::<Vec<_>>();
        assert_eq!(names(CHATS.deciding()), ["web", "terminal", "irc"]);
        let shown: Vec<String> = CHATS.preferred().iter().map(Preferred::to_string).collect();
        assert_eq!(shown, ["auto", "terminal", "web", "irc", "bots"]);
    }
}
