//! The terminal itself: taken, drawn on, and restored in every case.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::sync::Once;
use std::sync::atomic::{AtomicU8, Ordering};

use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use crossterm::terminal::{
    self, Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode,
    enable_raw_mode,
};
use crossterm::{execute, queue};
use rustix::termios::{QueueSelector, tcflush};

use super::inline::{Inline, Parked, print_line};
use super::tmux;
use crate::abilities::{Abilities, HiddenSequences, LongRows, Notices};
use crate::message::Message;
use crate::state::{Mouse, Purpose};
use crate::view::{Links, Screen};

type Out = BufWriter<File>;

pub(super) struct Terminal {
    purpose: Purpose,
    block: Inline,
    out: Out,
    mouse: Mouse,
    aside: HiddenSequences,
    long_rows: LongRows,
    /// The pane of tmux that this is.
    pane: Option<String>,
    /// As it was last set.
    title: Option<String>,
    left: bool,
}

/// What has to be undone if the process panics.
static TAKEN: AtomicU8 = AtomicU8::new(NOTHING);
const NOTHING: u8 = 0;
const INLINE: u8 = 1;
const WHOLE: u8 = 2;

/// The window's title is put on a stack, and taken from there at the end.
const SAVE_TITLE: &[u8] = b"\x1b[22;2t";
const RESTORE_TITLE: &[u8] = b"\x1b[23;2t";

impl Terminal {
    /// Uses the controlling terminal: stdin may be the question, stdout belongs to the answer, and
    /// stderr may be a log.
    pub(super) fn enter(purpose: Purpose, abilities: &Abilities) -> io::Result<Terminal> {
        restore_on_panic();
        let out = BufWriter::new(controlling_terminal()?);
        let mut terminal = Terminal {
            purpose,
            block: Inline::parked(match (purpose, &abilities.pane) {
                (Purpose::Prompt, Some(_)) => Parked::Last,
                (Purpose::Prompt, None) | (Purpose::Inbox, _) => Parked::First,
            }),
            out,
            mouse: Mouse::Off,
            aside: abilities.aside,
            long_rows: abilities.long_rows,
            pane: abilities.pane.clone(),
            title: None,
            left: false,
        };
        terminal.take()?;
        Ok(terminal)
    }

    pub(super) fn purpose(&self) -> Purpose {
        self.purpose
    }

    pub(super) fn size(&self) -> io::Result<(u16, u16)> {
        Ok(room(self.purpose, terminal::size()?))
    }

    pub(super) fn width(&self) -> u16 {
        self.size().map_or(80, |(width, _)| width)
    }

    pub(super) fn draw(&mut self, screen: &Screen) -> io::Result<()> {
        let (width, _) = self.size()?;
        let links = match self.aside {
            HiddenSequences::Understood => &screen.links,
            HiddenSequences::Shown => &Links::new(),
        };
        self.block.draw(&mut self.out, screen, links, width)
    }

    /// The current width, for the state.
    pub(super) fn resized_to(&self) -> Message {
        Message::Resized { width: self.width() }
    }

    /// The window's title; the one before comes back at the end.
    pub(super) fn set_title(&mut self, title: Option<String>) -> io::Result<()> {
        if self.aside == HiddenSequences::Shown || title == self.title {
            return Ok(());
        }
        if let Some(title) = &title {
            write!(self.out, "\x1b]2;{title}\x07")?;
            self.out.flush()?;
        }
        self.title = title;
        Ok(())
    }

    /// Redraws everything: something else has drawn here.
    pub(super) fn redraw(&mut self) -> io::Result<()> {
        match self.purpose {
            Purpose::Prompt => self.block.clear(&mut self.out),
            Purpose::Inbox => {
                // Full screen is a block that begins in the top left corner.
                self.block = Inline::default();
                execute!(self.out, Clear(ClearType::All), MoveTo(0, 0))
            }
        }
    }

    pub(super) fn resized(&mut self) -> io::Result<()> {
        let width = self.width();
        match self.purpose {
            Purpose::Prompt => match self.pane.as_deref().and_then(tmux::cursor) {
                Some(cursor) => self.block.resized_at(&mut self.out, cursor),
                None => self.block.resized(&mut self.out, width, self.long_rows),
            },
            Purpose::Inbox => self.redraw(),
        }
    }

    pub(super) fn set_mouse(&mut self, mouse: Mouse) -> io::Result<()> {
        self.mouse = mouse;
        match mouse {
            Mouse::On => execute!(self.out, EnableMouseCapture),
            Mouse::Off => execute!(self.out, DisableMouseCapture),
        }
    }

    /// Rings, and shows the text if the terminal can.
    pub(super) fn notify(&mut self, notices: Notices, title: &str, body: &str) -> io::Result<()> {
        // Neither text may end the escape sequence; the desk's text is cleaned, ours has no `;`.
        let plain = |text: &str| text.replace([';', '\u{1b}', '\u{7}'], " ");
        let (title, body) = (plain(title), plain(body));
        match notices {
            Notices::Bell => {}
            Notices::Osc9 => write!(self.out, "\x1b]9;{title}: {body}\x07")?,
            Notices::Osc777 => write!(self.out, "\x1b]777;notify;{title};{body}\x07")?,
        }
        self.out.write_all(b"\x07")?;
        self.out.flush()
    }

    /// Discards unread input: it was meant for something that is gone.
    pub(super) fn flush_input(&mut self) -> io::Result<()> {
        Ok(tcflush(self.out.get_ref(), QueueSelector::IFlush)?)
    }

    /// Releases the terminal temporarily.
    pub(super) fn suspend(&mut self) -> io::Result<()> {
        if self.purpose == Purpose::Prompt {
            self.block.clear(&mut self.out)?;
        }
        give_back(&mut self.out)
    }

    pub(super) fn resume(&mut self) -> io::Result<()> {
        self.take()?;
        self.redraw()
    }

    /// Releases it; these lines stay.
    pub(super) fn leave(mut self, lines: &[ratatui::text::Line<'static>]) -> io::Result<()> {
        let width = self.width();
        self.suspend()?;
        self.left = true;
        lines.iter().try_for_each(|line| print_line(&mut self.out, line, width))
    }

    fn take(&mut self) -> io::Result<()> {
        enable_raw_mode()?;
        match self.purpose {
            Purpose::Prompt => {
                TAKEN.store(INLINE, Ordering::SeqCst);
                queue!(self.out, Hide)?;
            }
            Purpose::Inbox => {
                TAKEN.store(WHOLE, Ordering::SeqCst);
                if self.aside == HiddenSequences::Understood {
                    self.out.write_all(SAVE_TITLE)?;
                    self.title = None;
                }
                queue!(self.out, EnterAlternateScreen, Clear(ClearType::All), MoveTo(0, 0), Hide)?;
            }
        }
        execute!(self.out, EnableBracketedPaste)?;
        match self.mouse {
            Mouse::On => execute!(self.out, EnableMouseCapture),
            Mouse::Off => Ok(()),
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        if !self.left {
            // There is nobody left to report an error to.
            let _ = self.suspend();
        }
    }
}

/// What can be drawn on, in a window of this size. A terminal that doesn't know its size says 0.
pub(crate) fn room(purpose: Purpose, (width, height): (u16, u16)) -> (u16, u16) {
    let width = if width == 0 { 80 } else { width };
    let height = if height == 0 { 24 } else { height };
    match purpose {
        // One line stays visible above it.
        Purpose::Prompt => (width, height.saturating_sub(1).max(1)),
        Purpose::Inbox => (width, height),
    }
}

fn controlling_terminal() -> io::Result<File> {
    File::options().read(true).write(true).open("/dev/tty")
}

/// Restores everything; harmless if nothing was changed.
fn give_back(out: &mut impl Write) -> io::Result<()> {
    let taken = TAKEN.swap(NOTHING, Ordering::SeqCst);
    if taken == NOTHING {
        return Ok(());
    }
    write_back(out, taken)?;
    disable_raw_mode()
}

fn write_back(out: &mut impl Write, taken: u8) -> io::Result<()> {
    queue!(out, DisableMouseCapture, DisableBracketedPaste)?;
    if taken == WHOLE {
        // Without a saved title, and on terminals that have none, this does nothing.
        out.write_all(RESTORE_TITLE)?;
        // GNU screen usually has no second screen: the prompt would be written over the inbox.
        queue!(out, Clear(ClearType::All), MoveTo(0, 0), LeaveAlternateScreen)?;
    }
    execute!(out, Show)
}

/// Before the panic message, so that it can be read.
fn restore_on_panic() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if TAKEN.load(Ordering::SeqCst) != NOTHING
                && let Ok(mut out) = controlling_terminal()
            {
                if TAKEN.load(Ordering::SeqCst) == INLINE {
                    let _ = execute!(out, Clear(ClearType::FromCursorDown));
                }
                let _ = give_back(&mut out);
            }
            before(info);
        }));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    /// On a terminal with one screen only, nothing of the inbox is left below the shell's prompt.
    #[test]
    fn the_inbox_is_removed_before_its_screen_is_left() {
        let mut written = Vec::new();
        write_back(&mut written, WHOLE).unwrap();
        let written = String::from_utf8(written).unwrap();
        let end = "\u{1b}[2J\u{1b}[1;1H\u{1b}[?1049l\u{1b}[?25h";
        assert!(written.ends_with(end), "{written:?}");
        let mut written = Vec::new();
        write_back(&mut written, INLINE).unwrap();
        assert!(!String::from_utf8(written).unwrap().contains("[2J"));
    }

    /// What knows no size is drawn on as if it had the usual one.
    #[test]
    fn a_terminal_without_a_size_has_the_usual_one() {
        assert_eq!(room(Purpose::Inbox, (0, 0)), (80, 24));
        assert_eq!(room(Purpose::Prompt, (0, 0)), (80, 23));
    }
}
