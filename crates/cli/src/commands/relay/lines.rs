//! Reads lines of standard input, and stops when a question takes over the keyboard.

use std::io;

use rustix::stdio::stdin;
use sayso_tui::{Keyboard, Split};
use tokio::io::{AsyncReadExt, Stdin};

pub(crate) struct Lines {
    source: Source,
    split: Split,
    ended: bool,
}

enum Source {
    Terminal(Keyboard),
    Pipe(Stdin),
}

impl Lines {
    pub(crate) fn open() -> io::Result<Lines> {
        let source = if rustix::termios::isatty(stdin()) {
            Source::Terminal(Keyboard::new(rustix::io::dup(stdin())?))
        } else {
            Source::Pipe(tokio::io::stdin())
        };
        Ok(Lines { source, split: Split::default(), ended: false })
    }

    /// The next line without its line break; `None` at the end. May be dropped and called again.
    pub(crate) async fn next(&mut self) -> io::Result<Option<String>> {
        loop {
            if let Some(line) = self.split.next_line() {
                return Ok(Some(line));
            }
            if self.ended {
                return Ok(self.split.rest());
            }
            let bytes = match &mut self.source {
                Source::Terminal(keyboard) => keyboard.read().await?,
                Source::Pipe(pipe) => {
                    let mut buffer = vec![0; 4096];
                    let read = pipe.read(&mut buffer).await?;
                    buffer.truncate(read);
                    buffer
                }
            };
            self.ended = bytes.is_empty();
            self.split.put(&bytes);
        }
    }

    /// Leaves the keyboard to others, until the next line is requested.
    pub(crate) fn give_up(&mut self) {
        match &mut self.source {
            Source::Terminal(keyboard) => keyboard.give_up(),
            Source::Pipe(_) => {}
        }
    }
}
