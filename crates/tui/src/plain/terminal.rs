//! Lines from the controlling terminal, and lines to it. The terminal keeps its own line editing.

use std::fs::File;
use std::io::{self, Write};
use std::os::fd::OwnedFd;

use rustix::termios::{QueueSelector, isatty, tcflush};

use crate::keyboard::{Keyboard, Split, Wait, swallow};

pub(super) struct Lines {
    out: File,
    keyboard: Keyboard,
    split: Split,
}

impl Lines {
    /// What was typed before anything was asked is discarded.
    pub(super) fn open() -> io::Result<Lines> {
        let out = File::options().read(true).write(true).open("/dev/tty")?;
        let keyboard = Keyboard::new(input(&out)?);
        let lines = Lines { out, keyboard, split: Split::default() };
        tcflush(&lines.out, QueueSelector::IFlush)?;
        Ok(lines)
    }

    pub(super) fn say(&mut self, lines: &[String]) -> io::Result<()> {
        let mut text = lines.join("\n");
        text.push('\n');
        self.out.write_all(text.as_bytes())
    }

    /// Asks for a line.
    pub(super) fn ask(&mut self) -> io::Result<()> {
        self.out.write_all(b"> ")
    }

    /// `None`: the input has ended.
    pub(super) async fn next(&mut self) -> Option<String> {
        loop {
            if let Some(line) = self.split.next_line() {
                return Some(line);
            }
            match self.keyboard.read().await {
                Ok(bytes) if !bytes.is_empty() => self.split.put(&bytes),
                Ok(_) | Err(_) => return self.split.rest(),
            }
        }
    }

    /// The lines that came at once with the last one.
    pub(super) fn came_with_it(&mut self) -> Vec<String> {
        std::iter::from_fn(|| self.split.next_line()).collect()
    }

    /// For another program that reads from the terminal, until the next line is requested.
    pub(super) fn give_up(&mut self) {
        self.keyboard.give_up();
    }

    /// What was typed for something that is gone, and what is still being typed for it.
    pub(super) async fn forget(&mut self) -> io::Result<()> {
        self.keyboard.give_up();
        self.keyboard.forget();
        self.split = Split::default();
        let terminal = self.out.try_clone()?;
        let swallowed = tokio::task::spawn_blocking(move || swallow(&terminal, Wait::IfTyped));
        match swallowed.await {
            Ok(swallowed) => swallowed.map(drop),
            Err(error) => Err(io::Error::other(error)),
        }
    }
}

/// macOS can't poll `/dev/tty`, only the terminal that it stands for.
fn input(tty: &File) -> io::Result<OwnedFd> {
    if isatty(io::stdin()) {
        return Ok(rustix::io::dup(io::stdin())?);
    }
    if isatty(io::stderr()) {
        return Ok(rustix::io::dup(io::stderr())?);
    }
    Ok(tty.try_clone()?.into())
}
