//! Plain text: a line in, whatever comes out.

use sayso_core::extract::Decoder;

use super::process::Output;
use super::{Outbox, Wire};

pub(super) struct Plain {
    /// Goes before the first message.
    prompt: Option<&'static str>,
    decoder: Decoder,
}

impl Plain {
    pub(super) fn new(prompt: Option<&'static str>) -> Plain {
        Plain { prompt, decoder: Decoder::new() }
    }
}

impl Wire for Plain {
    fn say(&mut self, text: &str, out: &mut Outbox) {
        if let Some(prompt) = self.prompt.take() {
            out.send.extend_from_slice(prompt.trim_end().as_bytes());
            out.send.extend_from_slice(b"\n\n");
        }
        out.send.extend_from_slice(text.as_bytes());
        out.send.push(b'\n');
    }

    fn read(&mut self, bytes: &[u8], out: &mut Outbox) {
        out.text(self.decoder.push(bytes));
    }

    fn output(&self) -> Output {
        Output::Chunks
    }
}
