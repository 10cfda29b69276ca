//! Output that may be longer than the screen goes through a pager, as with git: `SAYSO_PAGER`, else
//! `PAGER`, else `less`. In a pipe, in an agent's terminal, and for what fits, there is none.

use std::io::{self, IsTerminal, Write};
use std::process::{Child, Command, Stdio};

use anstream::adapter::strip_str;
use anstream::{AutoStream, ColorChoice};
use tokio::signal::unix::{SignalKind, signal};

use crate::answerable_here;
use crate::config::variable;

pub(crate) struct Pager {
    /// What has come so far, until it is clear whether it fits.
    kept: String,
    to: To,
}

enum To {
    /// Nothing is shown yet; this many lines fit.
    Undecided(usize),
    Stdout,
    Program(Child),
}

/// Whether somebody reads on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reader {
    Reads,
    HasLeft,
}

impl Pager {
    pub(crate) fn new() -> Pager {
        let stdout = io::stdout();
        let is_dumb = variable("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
        let pages = stdout.is_terminal() && !is_dumb && answerable_here::agent().is_none();
        let size = rustix::termios::tcgetwinsize(&stdout).ok().filter(|_| pages);
        let to = match size.map(|size| usize::from(size.ws_row)) {
            Some(rows @ 2..) => To::Undecided(rows - 1),
            Some(_) | None => To::Stdout,
        };
        Pager { kept: String::new(), to }
    }

    /// Adds lines.
    pub(crate) fn add(&mut self, text: &str) -> io::Result<Reader> {
        self.kept.push_str(text);
        match self.to {
            To::Undecided(rows) if self.kept.matches('\n').count() <= rows => {
                return Ok(Reader::Reads);
            }
            To::Undecided(_) => self.to = start().map_or(To::Stdout, To::Program),
            To::Stdout | To::Program(_) => {}
        }
        self.write()
    }

    /// Returns once the person has seen it.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.write()?;
        if let To::Program(mut child) = self.to {
            drop(child.stdin.take());
            child.wait()?;
        }
        Ok(())
    }

    fn write(&mut self) -> io::Result<Reader> {
        let text = std::mem::take(&mut self.kept);
        match &mut self.to {
            To::Undecided(_) | To::Stdout => {
                let mut out = anstream::stdout().lock();
                out.write_all(text.as_bytes())?;
                out.flush()?;
                Ok(Reader::Reads)
            }
            To::Program(child) => match child.stdin.as_mut() {
                Some(input) => {
                    let text = match AutoStream::choice(&io::stdout()) {
                        ColorChoice::Never => strip_str(&text).to_string(),
                        ColorChoice::Auto | ColorChoice::AlwaysAnsi | ColorChoice::Always => text,
                    };
                    match input.write_all(text.as_bytes()) {
                        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                            Ok(Reader::HasLeft)
                        }
                        written => written.map(|()| Reader::Reads),
                    }
                }
                None => Ok(Reader::HasLeft),
            },
        }
    }
}

/// `None`: none is wanted, or there is none.
fn start() -> Option<Child> {
    let named = ["SAYSO_PAGER", "PAGER"].iter().find_map(|name| variable(name));
    let mut command = match named.as_deref().map(str::trim) {
        Some("" | "cat") => return None,
        Some(line) => {
            let mut shell = Command::new("/bin/sh");
            shell.args(["-c", line]);
            shell
        }
        None => Command::new("less"),
    };
    if variable("LESS").is_none() {
        // Ends by itself if all fits, shows colours, and leaves what was read on the screen.
        command.env("LESS", "FRX");
    }
    // Ctrl-C is for the pager from its first moment; this process ends when that does.
    let _ = signal(SignalKind::interrupt());
    command.stdin(Stdio::piped()).spawn().ok()
}
