//! The inbox, through a pseudo-terminal: its start-up time, and the time of a redraw.

use std::io::{Read, Write};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use portable_pty::{CommandBuilder, MasterPty, PtySize, native_pty_system};

use crate::bare::{median, timed};
use crate::bench_world::{Bench, World};
use crate::figure::{Figure, Quantity};
use crate::load::Door;

const STARTS: usize = 30;
const KEYS: usize = 100;
const FEW: usize = 10;
const MANY: usize = 10_000;

pub fn measure(bench: &Bench) -> anyhow::Result<Vec<Figure>> {
    let world = bench.world()?;
    let hub = world.hub()?;
    let door = Door::of(&hub)?;
    door.ask(FEW)?;
    let few = redraw(&world, FEW)?;
    door.ask(MANY - FEW)?;
    let many = redraw(&world, MANY)?;
    let (mut starts, mut versions) = (Vec::new(), Vec::new());
    for _ in 0..STARTS {
        let start = Instant::now();
        let screen = Screen::open(&world, "Where shall")?;
        starts.push(start.elapsed());
        // Stopping it is not measured.
        drop(screen);
        versions.push(timed(|| world.prints(&["--version"]))?);
    }
    Ok(vec![
        Figure::new("`sayso inbox` → first frame, 10,000 waiting", Quantity::Time(median(starts)))
            .beside("`sayso --version`", Quantity::Time(median(versions)))
            .at_most(Quantity::millis(20)),
        Figure::new("a key → redraw, 10,000 in the inbox", Quantity::Time(many))
            .beside("the same with 10", Quantity::Time(few))
            .at_most(Quantity::Ratio(2.0)),
    ])
}

fn redraw(world: &World, waiting: usize) -> anyhow::Result<Duration> {
    let mut screen = Screen::open(world, &format!("{waiting} waiting"))?;
    let mut redraws = Vec::new();
    for _ in 0..KEYS {
        // Until nothing has been drawn for a moment: the countdown has just been updated.
        while screen.output.recv_timeout(Duration::from_millis(30)).is_ok() {}
        let start = Instant::now();
        screen.keyboard.write_all(b"j")?;
        screen.keyboard.flush()?;
        let (at, _) = screen.output.recv_timeout(PATIENCE)?;
        redraws.push(at.duration_since(start));
    }
    Ok(median(redraws))
}

/// An inbox on its own terminal; it ends with that.
struct Screen {
    keyboard: Box<dyn Write + Send>,
    output: Receiver<(Instant, Vec<u8>)>,
    _master: Box<dyn MasterPty + Send>,
}

/// Nothing that works takes this long.
const PATIENCE: Duration = Duration::from_secs(10);

impl Screen {
    /// When it shows this.
    fn open(world: &World, text: &str) -> anyhow::Result<Screen> {
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
        pair.slave.spawn_command(command)?;
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
        let screen = Screen { keyboard, output, _master: pair.master };
        let (start, mut seen) = (Instant::now(), Vec::new());
        while !String::from_utf8_lossy(&seen).contains(text) {
            ensure!(start.elapsed() < PATIENCE, "`{text}` never appeared");
            seen.extend(screen.output.recv_timeout(PATIENCE)?.1);
        }
        Ok(screen)
    }
}
