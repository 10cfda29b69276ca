//! Keys after the end of a question: what was typed for it acts on nothing else.

use std::time::Duration;

use sayso_core::InteractionId;

use super::card::QUIET;

/// A key this shortly before the end was meant for the question that ended.
pub(crate) const RECENT: Duration = Duration::from_secs(2);
/// A person who has paused for this long has looked at the screen, or starts something new.
pub(crate) const PAUSE: Duration = Duration::from_millis(500);
/// Keys are never held back for longer than this.
pub(crate) const LONGEST: Duration = Duration::from_secs(5);

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Fingers {
    sentence: Option<Sentence>,
    /// Keys are ignored since then.
    held: Option<Duration>,
    /// A key by which what is typed looks like words that are meant for something else.
    words: Option<Words>,
}

/// Keys without a pause between them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Sentence {
    /// The question that was open at its first key.
    owner: Option<InteractionId>,
    begun: Duration,
    last: Duration,
    keys: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Words {
    /// Has a character that means nothing here.
    Strayed(Duration),
    /// Has a letter that opened something to be sent or changed.
    Opened(Duration),
}

impl Fingers {
    /// A key came while this question was open.
    pub(crate) fn typed(&mut self, open: Option<InteractionId>, now: Duration) {
        match &mut self.sentence {
            Some(sentence) if now < sentence.last + PAUSE => {
                sentence.last = now;
                sentence.keys += 1;
            }
            Some(_) | None => {
                self.sentence = Some(Sentence { owner: open, begun: now, last: now, keys: 1 });
            }
        }
    }

    /// A question has ended, not by a key. Without a recent key there is nothing to ignore.
    pub(crate) fn ended(&mut self, now: Duration) {
        if self.sentence.is_some_and(|sentence| now < sentence.last + RECENT) {
            self.hold(now);
        }
    }

    /// A single character has sent the answer. If it was part of a sentence, more follows.
    pub(crate) fn sent_by_character(&mut self, now: Duration) {
        if self.sentence.is_some_and(|sentence| sentence.keys > 1) {
            self.hold(now);
        }
    }

    pub(crate) fn strayed(&mut self, now: Duration) {
        self.words = Some(Words::Strayed(now));
    }

    pub(crate) fn opened(&mut self, now: Duration) {
        self.words = Some(Words::Opened(now));
    }

    /// No key of words: those before it were none either.
    pub(crate) fn moved(&mut self) {
        self.words = None;
    }

    /// Whether a character goes on with words, without a pause since one that means nothing here.
    pub(crate) fn continues_words(&self) -> bool {
        matches!(self.words, Some(Words::Strayed(at)) if self.is_one_run_since(at))
    }

    /// Whether a character goes on with words, of which an earlier one opened something.
    pub(crate) fn continues_opening(&self) -> bool {
        matches!(self.words, Some(Words::Opened(at)) if self.is_one_run_since(at))
    }

    /// Whether a key that sends or changes something ends words. The next one doesn't.
    pub(crate) fn ends_words(&mut self, now: Duration) -> bool {
        self.words.take().is_some_and(|words| match words {
            Words::Strayed(at) => now < at + RECENT || self.is_one_run_since(at),
            Words::Opened(at) => self.is_one_run_since(at),
        })
    }

    fn is_one_run_since(&self, at: Duration) -> bool {
        self.sentence.is_some_and(|sentence| sentence.begun <= at)
    }

    /// Ignores what is being typed.
    pub(crate) fn hold(&mut self, now: Duration) {
        self.held = Some(now);
    }

    pub(crate) fn is_holding(&self) -> bool {
        self.held.is_some()
    }

    /// When keys act again, unless more of them come.
    pub(crate) fn over_at(&self) -> Option<Duration> {
        let since = self.held?;
        let last = self.sentence.map_or(since, |sentence| sentence.last.max(since));
        Some((last + PAUSE).min(since + LONGEST))
    }

    /// Whether keys act again from now on.
    pub(crate) fn let_go(&mut self, now: Duration) -> bool {
        let over = self.over_at().is_some_and(|at| at <= now);
        if over {
            self.held = None;
        }
        over
    }

    /// How long it has to be quiet before keys act on this question: longer while somebody may
    /// still be typing what they began for another one.
    pub(crate) fn quiet_before(&self, id: InteractionId) -> Duration {
        let owner = self.sentence.and_then(|sentence| sentence.owner);
        if owner.is_some_and(|owner| owner != id) { PAUSE } else { QUIET }
    }
}
