//! A protocol as a value: messages become bytes, and bytes become happenings. It reads and writes
//! nothing itself.

use std::time::Duration;

use super::process::Output;
use super::{Happening, Permitted};

/// One protocol.
pub(super) trait Wire: Send {
    /// Arguments after those of the command.
    fn arguments(&self) -> Vec<String> {
        Vec::new()
    }

    /// The process is running.
    fn begin(&mut self, _out: &mut Outbox) {}

    fn say(&mut self, words: Words, out: &mut Outbox);

    fn permit(&mut self, _number: u64, _permitted: &Permitted, _out: &mut Outbox) {}

    /// A line without its line break, or for [`Output::Chunks`] any bytes.
    fn read(&mut self, bytes: &[u8], out: &mut Outbox);

    fn output(&self) -> Output {
        Output::Lines
    }

    /// How long it must be quiet until [`Wire::paused`] is called.
    fn pause(&self) -> Option<Duration> {
        None
    }

    fn paused(&mut self, _out: &mut Outbox) {}
}

/// The results of a step.
#[derive(Debug, Default)]
pub(super) struct Outbox {
    /// For the agent.
    pub(super) send: Vec<u8>,
    pub(super) happened: Vec<Happening>,
    /// It can't continue with this process, and why.
    pub(super) broken: Option<String>,
}

impl Outbox {
    pub(super) fn text(&mut self, text: impl Into<String>) {
        let text = text.into();
        if !text.is_empty() {
            self.happened.push(Happening::Text(text));
        }
    }

    pub(super) fn line(&mut self, value: &serde_json::Value) {
        self.send.extend_from_slice(value.to_string().as_bytes());
        self.send.push(b'\n');
    }
}

/// A message for the agent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Words {
    pub(crate) text: String,
    /// Precedes it if the agent's session is new and has no other context.
    pub(crate) unless_known: Option<String>,
}

impl Words {
    /// As it is said in a session, which is not new after that.
    pub(super) fn said(self, is_new: &mut bool) -> String {
        let was_new = std::mem::take(is_new);
        match self.unless_known.filter(|_| was_new) {
            Some(before) => format!("{before}\n\n{}", self.text),
            None => self.text,
        }
    }
}
