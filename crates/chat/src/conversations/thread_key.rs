//! Where a conversation takes place: a thread. Also the key under which it is remembered.

use sayso_core::ChatId;

use crate::incoming::ChatText;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct ThreadKey {
    pub(crate) channel: String,
    /// The message that began it.
    pub(crate) thread: String,
}

impl ThreadKey {
    /// Of what is said, whether it starts the thread or comes later.
    pub(crate) fn of(said: &ChatText) -> ThreadKey {
        let thread = said.thread.as_ref().unwrap_or(&said.message);
        ThreadKey { channel: said.channel.clone(), thread: thread.clone() }
    }

    pub(crate) fn key(&self, chat: ChatId) -> String {
        format!("{chat} {} {}", self.channel, self.thread)
    }

    /// `None`: it is not of this chat.
    pub(crate) fn from_key(key: &str, chat: ChatId) -> Option<ThreadKey> {
        let mut parts = key.split(' ').map(str::to_owned);
        match [(); 4].map(|()| parts.next()) {
            [Some(of), Some(channel), Some(thread), None] if of == chat.as_str() => {
                Some(ThreadKey { channel, thread })
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
        let thread_key = ThreadKey { channel: "C1".to_owned(), thread: "1700.1".to_owned() };
        assert_eq!(ThreadKey::from_key(&thread_key.key(irc), irc), Some(thread_key.clone()));
        for other in ["terminal", "irc", "irc C1", "irc C1 1 shown", "matrix C1 1", ""] {
            assert_eq!(ThreadKey::from_key(other, irc), None, "{other}");
        }
    }
}
