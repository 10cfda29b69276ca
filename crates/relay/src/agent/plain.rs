//! Plain text: lines in, any text out.

use sayso_extract::Decoder;

use super::process::Output;
use super::wire::{Outbox, Wire, Words};

pub(super) struct Plain {
    /// Precedes the first message.
    prompt: Option<&'static str>,
    decoder: Decoder,
    /// No message has been sent yet.
    is_new: bool,
}

impl Plain {
    pub(super) fn new(prompt: Option<&'static str>) -> Plain {
        Plain { prompt, decoder: Decoder::new(), is_new: true }
    }
}

/// An agent that reads lines treats each one as a message.
fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for part in text.lines().map(str::trim).filter(|part| !part.is_empty()) {
        if !line.is_empty() {
            let ends = line.ends_with(['.', ',', ';', ':', '!', '?', '…']);
            line.push_str(if ends { " " } else { "; " });
        }
        line.push_str(part);
    }
    line
}

impl Wire for Plain {
    fn say(&mut self, words: Words, out: &mut Outbox) {
        let text = words.said(&mut self.is_new);
        if let Some(prompt) = self.prompt.take() {
            out.send.extend_from_slice(prompt.trim_end().as_bytes());
            out.send.extend_from_slice(b"\n\n");
        }
        out.send.extend_from_slice(one_line(&text).as_bytes());
        out.send.push(b'\n');
    }

    fn read(&mut self, bytes: &[u8], out: &mut Outbox) {
        out.text(self.decoder.push(bytes));
    }

    fn output(&self) -> Output {
        Output::Chunks
    }
}

#[cfg(test)]
mod tests {
    use super::one_line;

    #[test]
    fn what_is_said_is_one_line() {
        assert_eq!(one_line("2"), "2");
        assert_eq!(
            one_line("First?: 1. Left\nSecond?: 2. Right"),
            "First?: 1. Left; Second?: 2. Right"
        );
        assert_eq!(one_line("Done.\r\n\n  And more\n"), "Done. And more");
    }
}
