//! Messages beside a question: what is to be typed, and what is to be confirmed. Remembered over a
//! restart, so that a text finds its question. When one has served its message is deleted; what served it
//! is remembered until Telegram can't deliver that again.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use sayso_chat::{NOTE, TEXT, WindowContext, WindowKind};
use sayso_core::InteractionId;
use sayso_desk::Conversations;
use serde::{Deserialize, Serialize};

/// By chat and message.
pub(crate) type Place = (i64, i64);

pub(crate) struct Beside {
    memory: Conversations,
    known: Mutex<BTreeMap<Place, Aside>>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Aside {
    pub(crate) id: InteractionId,
    /// What is to be typed; `None`: a confirmation is asked for.
    pub(crate) asked: Option<WindowContext>,
    /// Texts up to this message were for it, whatever became of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) text: Option<i64>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) has_served: bool,
}

impl Aside {
    pub(crate) fn new(id: InteractionId, asked: Option<WindowContext>) -> Aside {
        Aside { id, asked, text: None, has_served: false }
    }

    fn awaits(&self, place: Place, message: i64) -> Option<Awaited> {
        match self.has_served {
            true => self.text.is_some_and(|last| message <= last).then_some(Awaited::Taken),
            false => Some(Awaited::By(place, self.asked.clone()?)),
        }
    }
}

/// What a text is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Awaited {
    By(Place, WindowContext),
    /// It was taken before, and has come again.
    Taken,
}

impl Beside {
    pub(crate) fn new(memory: &Conversations) -> Beside {
        Beside { memory: memory.space("telegram-beside"), known: Mutex::default() }
    }

    /// What an earlier hub has left.
    pub(crate) async fn load(&self) {
        match self.memory.all().await {
            Ok(all) => {
                let read = all.into_iter().filter_map(|(key, body)| {
                    let (chat, message) = key.split_once('/')?;
                    let place = (chat.parse().ok()?, message.parse().ok()?);
                    Some((place, serde_json::from_str(&body).ok()?))
                });
                self.known().extend(read);
            }
            Err(error) => tracing::warn!(%error, "what was to be typed in Telegram is forgotten"),
        }
    }

    pub(crate) async fn add(&self, place: Place, aside: Aside) {
        self.known().insert(place, aside.clone());
        self.save(place, &aside).await;
    }

    async fn save(&self, place: Place, aside: &Aside) {
        let body = serde_json::to_string(aside).expect("plain data serialises");
        if let Err(error) = self.memory.save(&key(place), &body).await {
            tracing::warn!(%error, "a restart will forget what was to be typed");
        }
    }

    /// What this message asks for, if it has not served.
    pub(crate) fn at(&self, place: Place) -> Option<WindowContext> {
        self.known().get(&place).filter(|aside| !aside.has_served)?.asked.clone()
    }

    /// What this text is for, as a reply to that message.
    pub(crate) fn awaiting_at(&self, place: Place, message: i64) -> Option<Awaited> {
        self.known().get(&place).and_then(|aside| aside.awaits(place, message))
    }

    /// The newest in this chat that waits for a text and was there before this message.
    pub(crate) fn awaiting(&self, (chat, message): Place) -> Option<Awaited> {
        let known = self.known();
        let mut here = known.range((chat, i64::MIN)..(chat, message)).rev();
        here.find_map(|(place, aside)| aside.awaits(*place, message))
    }

    /// Those that have not served, each with its question.
    pub(crate) fn open(&self) -> Vec<(Place, InteractionId)> {
        let known = self.known();
        let open = known.iter().filter(|(_, aside)| !aside.has_served);
        open.map(|(place, aside)| (*place, aside.id)).collect()
    }

    /// Those that have.
    pub(crate) fn served(&self) -> Vec<Place> {
        let known = self.known();
        let served = known.iter().filter(|(_, aside)| aside.has_served);
        served.map(|(place, _)| *place).collect()
    }

    /// This text is for it. Known before anything comes of it: then the same text is for nothing else.
    pub(crate) async fn takes(&self, place: Place, text: i64) {
        self.change(place, |aside| aside.text = aside.text.max(Some(text))).await;
    }

    /// Whether it had not served before.
    pub(crate) async fn serve(&self, place: Place) -> bool {
        self.change(place, |aside| !std::mem::replace(&mut aside.has_served, true))
            .await
            .unwrap_or(false)
    }

    async fn change<T>(&self, place: Place, change: impl FnOnce(&mut Aside) -> T) -> Option<T> {
        let (aside, result) = {
            let mut known = self.known();
            let aside = known.get_mut(&place)?;
            let result = change(aside);
            (aside.clone(), result)
        };
        self.save(place, &aside).await;
        Some(result)
    }

    pub(crate) async fn forget(&self, places: Vec<Place>) {
        for place in places {
            self.known().remove(&place);
            if let Err(error) = self.memory.remove(&key(place)).await {
                tracing::warn!(%error, "what was typed is asked for again after a restart");
            }
        }
    }

    fn known(&self) -> MutexGuard<'_, BTreeMap<Place, Aside>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn key((chat, message): Place) -> String {
    format!("{chat}/{message}")
}

/// A text as the fields of a window: a line that begins with a number may be a note on that option.
pub(crate) fn fields(asked: &WindowContext, text: &str) -> Vec<(String, String)> {
    let text = text.trim();
    if asked.kind != WindowKind::Note {
        return vec![(TEXT.to_owned(), text.to_owned())];
    }
    let field = |line: &str| {
        let numbered = line.split_once(':').and_then(|(number, note)| {
            let place = number.trim().parse::<usize>().ok()?.checked_sub(1)?;
            Some((format!("{NOTE}{place}"), note.to_owned()))
        });
        numbered.unwrap_or_else(|| (TEXT.to_owned(), line.to_owned()))
    };
    text.lines().map(field).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    fn asked(kind: WindowKind) -> WindowContext {
        let [channel, message, hub] = ["1", "2", "h"].map(str::to_owned);
        let id = InteractionId::new(Uuid::from_u128(1));
        WindowContext { id, kind, question: Some(0), channel, message, thread: None, hub }
    }

    #[tokio::test]
    async fn a_text_belongs_to_the_newest_that_was_there_before_it() {
        let beside = Beside::new(&Conversations::passing());
        let own = asked(WindowKind::Own);
        let aside = |asked| Aside::new(own.id, asked);
        beside.add((1, 5), aside(Some(own.clone()))).await;
        beside.add((1, 7), aside(None)).await;
        assert_eq!(beside.awaiting((1, 4)), None, "written before it");
        assert_eq!(beside.awaiting((2, 9)), None, "in another chat");
        assert_eq!(beside.awaiting((1, 9)), Some(Awaited::By((1, 5), own.clone())));
        assert_eq!(beside.open(), [((1, 5), own.id), ((1, 7), own.id)]);
        beside.takes((1, 5), 9).await;
        assert_eq!(beside.awaiting((1, 9)), Some(Awaited::By((1, 5), own.clone())), "not yet");
        assert!(beside.serve((1, 5)).await);
        assert!(!beside.serve((1, 5)).await, "once");
        assert_eq!(beside.awaiting((1, 9)), Some(Awaited::Taken), "the same once more");
        assert_eq!(beside.awaiting_at((1, 5), 8), Some(Awaited::Taken));
        assert_eq!(beside.awaiting((1, 10)), None, "another one");
        assert_eq!((beside.open(), beside.served()), (vec![((1, 7), own.id)], vec![(1, 5)]));
        beside.forget(beside.served()).await;
        assert_eq!(beside.awaiting((1, 9)), None);
    }

    #[test]
    fn a_note_may_name_its_option() {
        let field = |name: &str, text: &str| (name.to_owned(), text.to_owned());
        assert_eq!(fields(&asked(WindowKind::Own), "2: x "), [field(TEXT, "2: x")]);
        let note = asked(WindowKind::Note);
        assert_eq!(
            fields(&note, "careful\n2: only tests"),
            [field(TEXT, "careful"), field("note/1", " only tests")]
        );
        assert_eq!(fields(&note, "Beware: hot"), [field(TEXT, "Beware: hot")]);
    }
}
