//! A pseudo-terminal of a given size, with the screen that a person would see.

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::process::Command;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Duration;

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use vt100::Parser;

use crate::harness::{PATIENCE, World};

pub struct Terminal {
    child: Box<dyn Child + Send + Sync>,
    keyboard: Box<dyn Write + Send>,
    watched: Arc<Watched>,
    master: Box<dyn MasterPty + Send>,
}

/// The output so far, with a notification for more.
struct Watched {
    seen: Mutex<Seen>,
    changed: Condvar,
}

struct Seen {
    screen: Parser,
    bytes: Vec<u8>,
    ended: bool,
}

impl Watched {
    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap()
    }

    fn change(&self, change: impl FnOnce(&mut Seen)) {
        change(&mut self.seen());
        self.changed.notify_all();
    }
}

/// Ended by SIGINT.
pub const INTERRUPTED: i32 = 128 + 2;

/// High enough that no command's output scrolls away.
const ROWS: u16 = 60;

impl Terminal {
    /// Runs the command with all three descriptors on a terminal of this width.
    pub fn open(world: &World, columns: u16, args: &[&str]) -> Terminal {
        Terminal::open_with(world, columns, args, &[])
    }

    pub fn open_with(
        world: &World,
        columns: u16,
        args: &[&str],
        variables: &[(&str, &str)],
    ) -> Terminal {
        let mut plain = world.command(args);
        plain.envs(variables.iter().copied());
        Terminal::run(&plain, columns)
    }

    /// As if a person had pasted this line into their shell.
    pub fn shell(world: &World, line: &str) -> Terminal {
        Terminal::run(&world.shell(line), 100)
    }

    /// A shell with job control, set up for this world.
    pub fn interactive_shell(world: &World) -> Terminal {
        let mut shell = Command::new("/bin/bash");
        shell.args(["--norc", "--noprofile", "-i"]);
        let plain = world.command(["list"]);
        for (name, value) in plain.get_envs() {
            if let Some(value) = value {
                shell.env(name, value);
            }
        }
        shell.current_dir(plain.get_current_dir().unwrap());
        Terminal::run(&shell, 80)
    }

    pub fn run(plain: &Command, columns: u16) -> Terminal {
        let size = size(columns, ROWS);
        let pair = native_pty_system().openpty(size).unwrap();
        let mut command = CommandBuilder::new(plain.get_program());
        command.args(plain.get_args());
        command.env_clear();
        command.env("TERM", "xterm-256color");
        for (name, value) in plain.get_envs() {
            command.env(name, value.unwrap());
        }
        command.cwd(plain.get_current_dir().unwrap());
        let child = pair.slave.spawn_command(command).unwrap();
        let keyboard = pair.master.take_writer().unwrap();
        let screen = Parser::new(side(ROWS), side(columns), 0);
        let seen = Mutex::new(Seen { screen, bytes: Vec::new(), ended: false });
        let watched = Arc::new(Watched { seen, changed: Condvar::new() });
        let mut output = pair.master.try_clone_reader().unwrap();
        let watcher = Arc::clone(&watched);
        std::thread::spawn(move || {
            let mut buffer = [0; 4_096];
            // Linux reports a terminal that nobody holds open as an error.
            while let Ok(read @ 1..) = output.read(&mut buffer) {
                watcher.change(|seen| {
                    seen.screen.process(&buffer[..read]);
                    seen.bytes.extend_from_slice(&buffer[..read]);
                });
            }
            watcher.change(|seen| seen.ended = true);
        });
        Terminal { child, keyboard, watched, master: pair.master }
    }

    /// Types a line and presses enter.
    pub fn types(&mut self, line: &str) {
        self.arrives(line);
        self.rests();
        self.presses("\r");
    }

    /// By hand: one key after the other.
    pub fn presses(&mut self, keys: &str) {
        let mut rest = keys;
        while !rest.is_empty() {
            let (key, more) = rest.split_at(first_key(rest));
            self.arrives(key);
            self.rests();
            // Read together with the key before it, Enter would send nothing.
            if more.starts_with('\r') {
                self.rests();
                self.rests();
            }
            rest = more;
        }
    }

    /// All at once, as `tmux send-keys` or a paste without brackets does.
    pub fn arrives(&mut self, text: &str) {
        self.keyboard.write_all(text.as_bytes()).unwrap();
    }

    /// The time between two keys: longer than in a burst, with a reserve for a busy machine.
    fn rests(&self) {
        std::thread::park_timeout(Duration::from_millis(100));
    }

    pub fn screen(&self) -> String {
        self.watched.seen().screen.screen().contents()
    }

    /// Whether a line was longer than the terminal's width.
    pub fn overflows(&self) -> bool {
        let seen = self.watched.seen();
        (0..ROWS).any(|row| seen.screen.screen().row_wrapped(row))
    }

    /// The raw output, including escape sequences.
    pub fn bytes(&self) -> String {
        String::from_utf8_lossy(&self.watched.seen().bytes).into_owned()
    }

    #[track_caller]
    pub fn shows(&self, text: &str) {
        self.comes_to(&format!("`{text}` is there"), |screen| screen.contains(text));
    }

    #[track_caller]
    pub fn hides(&self, text: &str) {
        self.comes_to(&format!("`{text}` is gone"), |screen| !screen.contains(text));
    }

    /// Keys work: the cursor's mark is at an option, a field or a row.
    #[track_caller]
    pub fn is_armed(&self) {
        self.shows("› ");
    }

    /// The cursor's mark is in the line with this text.
    #[track_caller]
    pub fn is_at(&self, text: &str) {
        self.comes_to(&format!("the cursor is at `{text}`"), |screen| {
            screen.lines().any(|line| line.contains("› ") && line.contains(text))
        });
    }

    /// Waits until the raw output contains this.
    #[track_caller]
    pub fn writes(&self, text: &str) {
        self.wait(&format!("`{}` is written", text.escape_debug()), |seen| {
            String::from_utf8_lossy(&seen.bytes).contains(text)
        });
    }

    /// Waits until the condition holds for the screen.
    #[track_caller]
    pub fn comes_to(&self, what: &str, holds: impl Fn(&str) -> bool) {
        self.wait(what, |seen| holds(&seen.screen.screen().contents()));
    }

    /// Checks again after each output.
    #[track_caller]
    fn wait(&self, what: &str, holds: impl Fn(&Seen) -> bool) {
        let seen = self.watched.seen();
        let (seen, wait) =
            self.watched.changed.wait_timeout_while(seen, PATIENCE, |seen| !holds(seen)).unwrap();
        let screen = seen.screen.screen().contents();
        drop(seen);
        assert!(!wait.timed_out(), "never happened: {what}; on\n{screen}");
    }

    pub fn resize(&self, columns: u16, rows: u16) {
        // The emulator first: it must have the new size before anything is drawn for it.
        self.watched.seen().screen.screen_mut().set_size(side(rows), side(columns));
        self.master.resize(size(columns, rows)).unwrap();
    }

    /// As a serial console that doesn't know its size.
    pub fn has_no_size(&self) {
        self.watched.seen().screen.screen_mut().set_size(side(24), side(80));
        self.master.resize(size(0, 0)).unwrap();
    }

    pub fn pid(&self) -> u32 {
        self.child.process_id().unwrap()
    }

    /// Whether the terminal reads lines and echoes input, as a shell expects.
    pub fn is_as_it_was(&self) -> bool {
        let modes = self.master.get_termios().unwrap().local_flags.bits();
        let seen = self.watched.seen();
        let screen = seen.screen.screen();
        // ICANON and ECHO on Linux.
        modes & 0o12 == 0o12
            && !screen.hide_cursor()
            && !screen.bracketed_paste()
            && !screen.alternate_screen()
    }

    /// Waits until it ends and for all its output; returns the exit code, or 128 and the signal as a
    /// shell does.
    #[track_caller]
    pub fn ends(&mut self) -> i32 {
        self.wait("the command ends and nobody holds its terminal", |seen| seen.ended);
        let status = self.child.wait().unwrap();
        match status.signal() {
            Some("Interrupt") => INTERRUPTED,
            Some(signal) => panic!("ended by {signal}"),
            None => i32::try_from(status.exit_code()).unwrap(),
        }
    }
}

/// Bytes of the first key: a character, an escape sequence, or a whole paste.
fn first_key(keys: &str) -> usize {
    const PASTE: (&str, &str) = ("\x1b[200~", "\x1b[201~");
    let length = |of: Option<usize>| of.unwrap_or(keys.len());
    if keys.starts_with(PASTE.0) {
        return length(keys.find(PASTE.1).map(|at| at + PASTE.1.len()));
    }
    if let Some(sequence) = keys.strip_prefix("\x1b[") {
        return length(sequence.find(|c: char| ('@'..='~').contains(&c)).map(|at| at + 3));
    }
    let characters = if keys.starts_with('\x1b') { 2 } else { 1 };
    length(keys.char_indices().nth(characters).map(|(at, _)| at))
}

fn side(cells: u16) -> NonZeroU16 {
    NonZeroU16::new(cells).expect("a terminal has a size")
}

fn size(cols: u16, rows: u16) -> PtySize {
    PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
