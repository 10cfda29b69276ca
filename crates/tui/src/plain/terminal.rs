//! Lines from the controlling terminal, and lines to it. The terminal keeps its own line editing.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::sync::{Arc, OnceLock};

use rustix::termios::{QueueSelector, tcflush};
use tokio::sync::Mutex;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

type Typed = Arc<Mutex<UnboundedReceiver<String>>>;

/// A read from a terminal can't be interrupted, so there is one reader for the whole process: it
/// would take the first line of the next question otherwise.
static READER: OnceLock<Typed> = OnceLock::new();

pub(super) struct Lines {
    out: File,
    typed: Typed,
}

impl Lines {
    /// What was typed before anything was asked is discarded.
    pub(super) fn open() -> io::Result<Lines> {
        let out = File::options().read(true).write(true).open("/dev/tty")?;
        let reader = out.try_clone()?;
        let mut lines = Lines { out, typed: Arc::clone(READER.get_or_init(|| read(reader))) };
        lines.forget()?;
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
        self.typed.lock().await.recv().await
    }

    /// What was typed for something that is gone.
    pub(super) fn forget(&mut self) -> io::Result<()> {
        tcflush(&self.out, QueueSelector::IFlush)?;
        if let Ok(mut typed) = self.typed.try_lock() {
            while typed.try_recv().is_ok() {}
        }
        Ok(())
    }
}

fn read(terminal: File) -> Typed {
    let (sender, typed) = unbounded_channel();
    let mut reader = BufReader::new(terminal);
    std::thread::spawn(move || {
        let mut line = String::new();
        while matches!(reader.read_line(&mut line), Ok(1..)) {
            if sender.send(std::mem::take(&mut line)).is_err() {
                return;
            }
        }
    });
    Arc::new(Mutex::new(typed))
}
