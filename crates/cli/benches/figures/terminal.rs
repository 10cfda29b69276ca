//! The terminal, through a pseudo-terminal: its start-up time, the time of a redraw, and its idle
//! cost.

use std::io::{Read, Write};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use sayso_desk::Desk;

use crate::bare::{median, timed};
use crate::figure::{Figure, Quantity, Reference, Target};
use crate::place::{Bench, World};
use crate::{crowd, question};

pub const HOW: &str = "**Terminal**: a pseudo-terminal of 100×30. First frame: from starting \
    `sayso inbox` until its list is on the screen, with the hub running, 30 times; reference: \
    `sayso --version`. Redraw: an inbox with 1,000 waiting questions, from a key that moves the \
    cursor to the first bytes of the new frame, 100 times. Idle: the CPU time of that inbox over \
    12 seconds while its countdowns run, and its resident set afterwards. Many: the same redraw \
    and resident set with 10,000 waiting questions; reference: the redraw with 10.";

const STARTS: usize = 30;
const KEYS: usize = 100;
const WAITING: usize = 1_000;
const MANY: usize = 10_000;
const IDLE: Duration = Duration::from_secs(12);

pub fn measure(bench: &Bench) -> anyhow::Result<Vec<Figure>> {
    let world = bench.world()?;
    let hub = world.hub()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let ask = |count: usize| {
        runtime.block_on(async {
            let desk = hub.desk();
            for _ in 0..count {
                let mut ask = question::ask();
                // A deadline in a day is shown with seconds, one in seven days isn't.
                ask.arguments["timeout_seconds"] = 86_400.into();
                desk.ask(ask).await?;
            }
            anyhow::Ok(())
        })
    };
    ask(10)?;
    let (mut starts, mut versions) = (Vec::new(), Vec::new());
    for _ in 0..STARTS {
        let start = Instant::now();
        let mut screen = Screen::open(&world)?;
        screen.shows("10 waiting")?;
        // Stopping it is not measured.
        starts.push(start.elapsed());
        drop(screen);
        versions.push(timed(|| world.run(&["--version"]))?);
    }
    let redraws_of = |screen: &mut Screen| -> anyhow::Result<Vec<Duration>> {
        let mut redraws = Vec::new();
        for _ in 0..KEYS {
            screen.rests();
            redraws.push(screen.redraws("j")?);
        }
        Ok(redraws)
    };
    let mut screen = Screen::open(&world)?;
    screen.shows("10 waiting")?;
    let few = redraws_of(&mut screen)?;
    drop(screen);
    ask(WAITING - 10)?;
    let mut screen = Screen::open(&world)?;
    screen.shows("1000 waiting")?;
    let redraws = redraws_of(&mut screen)?;
    let pid = screen.pid()?;
    let before = crowd::spent(pid)?;
    screen.rests_for(IDLE);
    let spent = crowd::spent(pid)?.saturating_sub(before);
    let memory = crowd::resident(pid)?;
    drop(screen);
    ask(MANY - WAITING)?;
    let mut screen = Screen::open(&world)?;
    screen.shows("10000 waiting")?;
    let many = redraws_of(&mut screen)?;
    let memory_of_many = crowd::resident(screen.pid()?)?;
    let reference =
        Reference { what: "`sayso --version`", value: Quantity::Time(median(versions)) };
    let at_most = |name: &str, measured: Quantity, most: Quantity| Figure {
        name: name.to_owned(),
        measured,
        reference: None,
        target: Target::AtMost(most),
    };
    let milliseconds = |count| Quantity::Time(Duration::from_millis(count));
    Ok(vec![
        Figure {
            reference: Some(reference),
            ..at_most(
                "`sayso inbox` → first frame",
                Quantity::Time(median(starts)),
                milliseconds(20),
            )
        },
        at_most(
            "a key → redraw, 1,000 in the inbox",
            Quantity::Time(median(redraws)),
            milliseconds(5),
        ),
        Figure {
            name: "idle inbox, countdowns running".to_owned(),
            measured: Quantity::Core(spent.as_secs_f64() / IDLE.as_secs_f64()),
            reference: None,
            target: Target::Below(Quantity::Core(0.002)),
        },
        at_most("memory of the inbox, 1,000 waiting", memory, Quantity::megabytes(15)),
        Figure {
            name: "a key → redraw, 10,000 in the inbox".to_owned(),
            measured: Quantity::Time(median(many)),
            reference: Some(Reference {
                what: "the same with 10",
                value: Quantity::Time(median(few)),
            }),
            target: Target::RatioAtMost(2.0),
        },
        at_most("memory of the inbox, 10,000 waiting", memory_of_many, Quantity::megabytes(25)),
    ])
}

/// An inbox on its own terminal; stopped when dropped.
struct Screen {
    child: Box<dyn Child + Send + Sync>,
    keyboard: Box<dyn Write + Send>,
    output: Receiver<(Instant, Vec<u8>)>,
    seen: Vec<u8>,
    _master: Box<dyn MasterPty + Send>,
}

/// Nothing that works takes this long.
const PATIENCE: Duration = Duration::from_secs(10);

impl Screen {
    fn open(world: &World) -> anyhow::Result<Screen> {
        let size = PtySize { rows: 30, cols: 100, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size)?;
        let plain = world.command(&["inbox"]);
        let mut command = CommandBuilder::new(plain.get_program());
        command.args(plain.get_args());
        command.env_clear();
        command.env("TERM", "xterm-256color");
        for (name, value) in plain.get_envs() {
            command.env(name, value.context("a variable without a value")?);
        }
        let child = pair.slave.spawn_command(command)?;
        let mut reader = pair.master.try_clone_reader()?;
        let (sender, output) = channel();
        std::thread::spawn(move || {
            let mut buffer = [0; 64 * 1024];
            while let Ok(read @ 1..) = reader.read(&mut buffer) {
                if sender.send((Instant::now(), buffer[..read].to_vec())).is_err() {
                    return;
                }
            }
        });
        let keyboard = pair.master.take_writer()?;
        Ok(Screen { child, keyboard, output, seen: Vec::new(), _master: pair.master })
    }

    fn pid(&self) -> anyhow::Result<u32> {
        self.child.process_id().context("it has ended")
    }

    fn shows(&mut self, text: &str) -> anyhow::Result<()> {
        let start = Instant::now();
        while !String::from_utf8_lossy(&self.seen).contains(text) {
            ensure!(start.elapsed() < PATIENCE, "`{text}` never appeared");
            if let Ok((_, bytes)) = self.output.recv_timeout(PATIENCE) {
                self.seen.extend(bytes);
            }
        }
        Ok(())
    }

    /// From the key to the first bytes of output.
    fn redraws(&mut self, key: &str) -> anyhow::Result<Duration> {
        let start = Instant::now();
        self.keyboard.write_all(key.as_bytes())?;
        self.keyboard.flush()?;
        let (at, _) = self.output.recv_timeout(PATIENCE)?;
        Ok(at.duration_since(start))
    }

    /// Waits until nothing has been drawn for a moment: the countdown has just been updated.
    fn rests(&mut self) {
        while self.output.recv_timeout(Duration::from_millis(30)).is_ok() {}
    }

    fn rests_for(&mut self, time: Duration) {
        let end = Instant::now() + time;
        while let Some(left) = end.checked_duration_since(Instant::now()) {
            // Its output has to be read, or the terminal's buffer would fill up.
            let _ = self.output.recv_timeout(left);
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
