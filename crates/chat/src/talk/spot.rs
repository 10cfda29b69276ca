//! Where a conversation takes place: a thread. Also the key under which it is remembered.

use sayso_core::ChatId;

use crate::incoming::Said;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Spot {
    pub(crate) channel: String,
    /// The message that began it.
    pub(crate) thread: String,
}

impl Spot {
    /// Of what is said, whether it starts the thread or comes later.
    pub(crate) fn of(said: &Said) -> Spot {
        let thread = said.thread.as_ref().unwrap_or(&said.message);
        Spot { channel: said.channel.clone(), thread: thread.clone() }
    }

    pub(crate) fn key(&self, chat: ChatId) -> String {
        format!("{chat} {} {}", self.channel, self.thread)
    }

    /// `None`: it is not of this chat.
    pub(crate) fn from_key(key: &str, chat: ChatId) -> Option<Spot> {
        let mut parts = key.split(' ').map(str::to_owned);
        match [(); 4].map(|()| parts.next()) {
            [Some(of), Some(channel), Some(thread), None] if of == chat.as_str() => {
                Some(Spot { channel, thread })
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spot_is_found_by_its_key() {
        let irc = ChatId::new("irc");
        let spot = Spot { channel: "C1".to_owned(), thread: "1700.1".to_owned() };
        assert_eq!(Spot::from_key(&spot.key(irc), irc), Some(spot.clone()));
        for other in ["terminal", "irc", "irc C1", "irc C1 1 shown", "matrix C1 1", ""] {
            assert_eq!(Spot::from_key(other, irc), None, "{other}");
        }
    }
}
