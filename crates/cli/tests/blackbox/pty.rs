//! A pseudo-terminal of a given size, with the screen that a person would see.

use std::io::{Read, Write};
use std::process::Command;
use std::sync::{Arc, Mutex};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use vt100::Parser;

use crate::harness::{World, eventually};

pub struct Terminal {
    child: Box<dyn Child + Send + Sync>,
    keyboard: Box<dyn Write + Send>,
    seen: Arc<Mutex<Seen>>,
    _master: Box<dyn MasterPty + Send>,
}

struct Seen {
    screen: Parser,
    bytes: Vec<u8>,
    ended: bool,
}

/// High enough that nothing a command prints scrolls away.
const ROWS: u16 = 60;

impl Terminal {
    /// Runs the command with all three descriptors on a terminal so wide.
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

    /// As if a person had pasted this line into a shell of theirs.
    pub fn shell(world: &World, line: &str) -> Terminal {
        Terminal::run(&world.shell(line), 100)
    }

    fn run(plain: &Command, columns: u16) -> Terminal {
        let size = PtySize { rows: ROWS, cols: columns, pixel_width: 0, pixel_height: 0 };
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
        let sides = [ROWS, columns].map(|side| side.try_into().unwrap());
        let screen = Parser::new(sides[0], sides[1], 0);
        let seen = Arc::new(Mutex::new(Seen { screen, bytes: Vec::new(), ended: false }));
        let mut output = pair.master.try_clone_reader().unwrap();
        let watched = Arc::clone(&seen);
        std::thread::spawn(move || {
            let mut buffer = [0; 4_096];
            // Linux ends a terminal that nobody holds open with an error.
            while let Ok(read @ 1..) = output.read(&mut buffer) {
                let mut seen = watched.lock().unwrap();
                seen.screen.process(&buffer[..read]);
                seen.bytes.extend_from_slice(&buffer[..read]);
            }
            watched.lock().unwrap().ended = true;
        });
        Terminal { child, keyboard, seen, _master: pair.master }
    }

    /// Types a line and presses enter.
    pub fn types(&mut self, line: &str) {
        self.presses(&format!("{line}\r"));
    }

    pub fn presses(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
    }

    pub fn screen(&self) -> String {
        self.seen.lock().unwrap().screen.screen().contents()
    }

    /// Whether a line was longer than the terminal is wide.
    pub fn overflows(&self) -> bool {
        let seen = self.seen.lock().unwrap();
        (0..ROWS).any(|row| seen.screen.screen().row_wrapped(row))
    }

    /// What was written, escape sequences and all.
    pub fn bytes(&self) -> String {
        String::from_utf8_lossy(&self.seen.lock().unwrap().bytes).into_owned()
    }

    #[track_caller]
    pub fn shows(&self, text: &str) {
        let start = std::time::Instant::now();
        while !self.screen().contains(text) {
            let late = start.elapsed() > crate::harness::PATIENCE;
            assert!(!late, "`{text}` never appeared on\n{}", self.screen());
            std::thread::park_timeout(std::time::Duration::from_millis(5));
        }
    }

    /// Waits for its end and for all it wrote; returns the exit code.
    #[track_caller]
    pub fn ends(&mut self) -> i32 {
        let mut status = None;
        eventually("the command ends", || {
            status = self.child.try_wait().unwrap();
            status.is_some()
        });
        eventually("all it wrote is seen", || self.seen.lock().unwrap().ended);
        i32::try_from(status.unwrap().exit_code()).unwrap()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
