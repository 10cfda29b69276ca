//! Reads lines of standard input, and stops when a question takes over the keyboard.
//!
//! A blocking read in a thread would take keys away from the question. So on a terminal the thread
//! only polls for a line, and can be cancelled while it does.

use std::collections::VecDeque;
use std::io;
use std::os::unix::net::UnixStream;
use std::thread::JoinHandle;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::stdio::stdin;
use tokio::io::{AsyncReadExt, Stdin};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

pub struct Lines {
    source: Source,
    /// Bytes of an incomplete line.
    begun: Vec<u8>,
    complete: VecDeque<String>,
    ended: bool,
}

enum Source {
    Terminal(Keyboard),
    Pipe(Stdin),
}

impl Lines {
    pub fn open() -> Lines {
        let source = if rustix::termios::isatty(stdin()) {
            Source::Terminal(Keyboard::new())
        } else {
            Source::Pipe(tokio::io::stdin())
        };
        Lines { source, begun: Vec::new(), complete: VecDeque::new(), ended: false }
    }

    /// The next line without its line break; `None` at the end. May be dropped and called again.
    pub async fn next(&mut self) -> io::Result<Option<String>> {
        loop {
            if let Some(line) = self.complete.pop_front() {
                return Ok(Some(line));
            }
            if self.ended {
                let rest = std::mem::take(&mut self.begun);
                return Ok(Some(rest).filter(|rest| !rest.is_empty()).map(text));
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
            for byte in bytes {
                match byte {
                    b'\n' => self.complete.push_back(text(std::mem::take(&mut self.begun))),
                    byte => self.begun.push(byte),
                }
            }
        }
    }

    /// Leaves the keyboard to others, until the next line is requested.
    pub fn give_up(&mut self) {
        match &mut self.source {
            Source::Terminal(keyboard) => keyboard.reader = None,
            Source::Pipe(_) => {}
        }
    }
}

struct Keyboard {
    tell: UnboundedSender<io::Result<Vec<u8>>>,
    typed: UnboundedReceiver<io::Result<Vec<u8>>>,
    reader: Option<Reader>,
}

impl Keyboard {
    fn new() -> Keyboard {
        let (tell, typed) = unbounded_channel();
        Keyboard { tell, typed, reader: None }
    }

    async fn read(&mut self) -> io::Result<Vec<u8>> {
        if self.reader.is_none() {
            self.reader = Some(Reader::start(self.tell.clone())?);
        }
        self.typed.recv().await.unwrap_or_else(|| Ok(Vec::new()))
    }
}

/// A thread that polls the terminal, until this is dropped.
struct Reader {
    /// Closing it cancels the thread.
    call_off: Option<UnixStream>,
    thread: Option<JoinHandle<()>>,
}

impl Reader {
    fn start(tell: UnboundedSender<io::Result<Vec<u8>>>) -> io::Result<Reader> {
        let (call_off, called_off) = UnixStream::pair()?;
        let thread = std::thread::spawn(move || {
            while let Some(read) = look(&called_off) {
                let over = read.as_ref().map_or(true, Vec::is_empty);
                if tell.send(read).is_err() || over {
                    return;
                }
            }
        });
        Ok(Reader { call_off: Some(call_off), thread: Some(thread) })
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        self.call_off = None;
        if let Some(thread) = self.thread.take() {
            // It wakes at once; after this nobody else reads.
            let _ = thread.join();
        }
    }
}

/// Waits for a line and reads it; `None` if cancelled.
fn look(called_off: &UnixStream) -> Option<io::Result<Vec<u8>>> {
    loop {
        let terminal = stdin();
        let mut looks =
            [PollFd::new(&terminal, PollFlags::IN), PollFd::new(called_off, PollFlags::IN)];
        match poll(&mut looks, None) {
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Some(Err(error.into())),
        }
        let [typed, called_off] = looks.map(|look| look.revents());
        if !called_off.is_empty() {
            return None;
        }
        if typed.is_empty() {
            continue;
        }
        let mut buffer = vec![0; 4096];
        // A terminal that is gone counts as the end of the input.
        let read = rustix::io::read(terminal, &mut buffer).unwrap_or(0);
        buffer.truncate(read);
        return Some(Ok(buffer));
    }
}

fn text(bytes: Vec<u8>) -> String {
    let text = String::from_utf8_lossy(&bytes);
    text.strip_suffix('\r').unwrap_or(&text).to_owned()
}
