//! A hub with a growing number of pending questions: its memory, its idle cost, and how soon a
//! waiting agent gets an answer.

use std::time::Duration;

use anyhow::Context;

use crate::figure::{Figure, Quantity, Reference, Target};
use crate::load::Door;
use crate::place::{Bench, Hub};
use crate::{question, wake};

pub const HOW: &str = "**Memory and idle**: one hub that is asked 100, then 10,000, then 50,000 \
    questions through its API, each of about 600 bytes with four options and a deadline in seven \
    days; all stay pending. Memory is the process's resident set (`VmRSS`) three seconds later; \
    the binary is dropped from the page cache before the run, because a file that was just written \
    is mapped in larger pieces. Idle is the CPU time of the whole process over 12 seconds without a client, in steps of 10 \
    ms. The tools it replaces were measured once, separately.";

pub const SETTLING: Duration = Duration::from_secs(3);
const IDLE: Duration = Duration::from_secs(12);
/// Every page gets the time every 15 seconds.
pub const IDLE_PAGES: Duration = Duration::from_secs(32);

pub fn measure(bench: &Bench) -> anyhow::Result<Vec<Figure>> {
    let world = bench.world()?;
    let hub = world.hub()?;
    let mut figures = Vec::new();

    ask(&hub, 100)?;
    pass(SETTLING);
    let small = resident(hub.pid())?;
    figures.push(memory("memory, 100 pending", small, 20));

    ask(&hub, 9_900)?;
    pass(SETTLING);
    let before = spent(hub.pid())?;
    pass(IDLE);
    let share = (spent(hub.pid())? - before).as_secs_f64() / IDLE.as_secs_f64();
    let idle = Quantity::Core(share);
    figures.push(Figure {
        name: "idle, 10,000 pending".to_owned(),
        measured: idle,
        reference: None,
        target: Target::Below(Quantity::Core(0.002)),
    });
    figures.push(wake::figure(bench, &hub, "answer → waiter, 10,000 pending")?);

    ask(&hub, 40_000)?;
    pass(SETTLING);
    figures.push(memory("memory, 50,000 pending", resident(hub.pid())?, 100));

    let replaced = |name: &str, measured, what, value| Figure {
        name: name.to_owned(),
        measured,
        reference: Some(Reference { what, value }),
        target: Target::None,
    };
    figures.push(replaced(
        "memory vs. a tool it replaces",
        small,
        "ask_user_questions, idle",
        Quantity::megabytes(119),
    ));
    figures.push(replaced(
        "memory vs. a tool it replaces",
        small,
        "provide_choice, idle",
        Quantity::megabytes(68),
    ));
    figures.push(replaced(
        "idle vs. a tool it replaces",
        idle,
        "ask_user_questions, 100 pending",
        Quantity::Core(0.22),
    ));
    Ok(figures)
}

fn memory(name: &str, measured: Quantity, most: u64) -> Figure {
    Figure {
        name: name.to_owned(),
        measured,
        reference: None,
        target: Target::AtMost(Quantity::megabytes(most)),
    }
}

pub fn ask(hub: &Hub, times: usize) -> anyhow::Result<()> {
    let door = Door { port: hub.port, token: hub.token.clone() };
    let body = serde_json::to_string(&sayso_wire::AskRequest::from(question::ask()))?;
    door.repeat(&door.post("/api/v1/interactions", &body), times)
}

#[expect(clippy::disallowed_methods, reason = "measures that nothing happens in this time")]
pub fn pass(time: Duration) {
    std::thread::sleep(time);
}

pub fn resident(pid: u32) -> anyhow::Result<Quantity> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("no VmRSS")?;
    let kilobytes: u64 = line.trim().trim_end_matches(" kB").parse()?;
    Ok(Quantity::Bytes(kilobytes * 1_024))
}

/// User and system CPU time of the process so far.
pub fn spent(pid: u32) -> anyhow::Result<Duration> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat"))?;
    // The second field is a name in parentheses, which may contain anything.
    let (_, rest) = stat.rsplit_once(')').context("no name")?;
    let fields: Vec<&str> = rest.split_whitespace().collect();
    let ticks: u64 = fields[11].parse::<u64>()? + fields[12].parse::<u64>()?;
    Ok(Duration::from_millis(ticks * 1_000 / rustix::param::clock_ticks_per_second()))
}
