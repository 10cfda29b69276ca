//! The table for people, and below it what to fix.

use std::io;

use anstyle::Style;

use super::agents::Checked;
use super::{Diagnosis, Fault, Part};
use crate::output::style::{BOLD, DIM, DONE, ERROR, WARN};
use crate::output::table::{Cell, Give, Table, cell};
use crate::output::{self, time};

/// `command` is how the person can run sayso from where they are.
pub(crate) fn show(diagnosis: &Diagnosis, command: &str) -> io::Result<()> {
    if diagnosis.agents.is_empty() {
        output::line("No agent was found on this machine.\n")?;
    } else {
        let mut table = Table::new(&[Give::Drop(5), Give::Drop(1), Give::Cut(0, 8)]);
        let head = ["agent", "found", "connected", "allowed", "answers", "waits"];
        table.push(head.iter().map(|name| cell(name, DIM)).collect());
        for agent in &diagnosis.agents {
            table.push(vec![
                cell(agent.name, BOLD),
                tick(Some(agent.found)),
                tick(match agent.faults.is_empty() {
                    true => agent.connected.then_some(true),
                    false => Some(agent.connected),
                }),
                tick(agent.permitted),
                tick(agent.answers),
                cell(agent.waits.map(time::limit).unwrap_or_default(), DIM),
            ]);
        }
        table.print()?;
        output::line("")?;
    }
    let mut table = Table::new(&[Give::Cut(2, 8)]);
    for part in &diagnosis.parts {
        table.push(vec![sign(part), cell(part.name, BOLD), cell(&part.says, DIM)]);
    }
    table.print()?;
    let agents = diagnosis
        .agents
        .iter()
        .flat_map(|agent| agent.faults.iter().map(|fault| (agent.name, fault)));
    let parts = |is_extra: bool| {
        let its = diagnosis.parts.iter().filter(move |part| part.is_extra == is_extra);
        its.filter_map(|part| Some((part.name, part.fault.as_ref()?)))
    };
    to_fix("To fix", "✗", ERROR, command, agents.chain(parts(false)))?;
    to_fix("It would be better with", "!", WARN, command, parts(true))?;
    if diagnosis.works {
        let says = match parts(true).next() {
            None => "Everything works.",
            Some(_) => "Everything that is needed works.",
        };
        output::line("")?;
        output::paragraph("✓", DONE, says)?;
    }
    let is_other = |agent: &&Checked| !agent.connected && agent.faults.is_empty();
    let others: Vec<&str> = diagnosis.agents.iter().filter(is_other).map(|one| one.name).collect();
    // If none is connected that was said above.
    match others.is_empty() || others.len() == diagnosis.agents.len() {
        true => Ok(()),
        false => {
            let others = others.join(", ");
            let text = format!("Not connected: {others}. To connect: {command} setup");
            output::paragraph("·", DIM, text)
        }
    }
}

fn to_fix<'a>(
    title: &str,
    mark: &str,
    style: Style,
    command: &str,
    faults: impl Iterator<Item = (&'a str, &'a Fault)>,
) -> io::Result<()> {
    let mut faults = faults.peekable();
    if faults.peek().is_some() {
        output::line(format!("\n{BOLD}{title}{BOLD:#}"))?;
    }
    for (name, fault) in faults {
        output::item(mark, style, format!("{name}: {}", fault.what))?;
        match fault.is_command {
            // In one piece, to be copied.
            true => {
                let fix = match fault.fix.strip_prefix("sayso ") {
                    Some(words) => format!("{command} {words}"),
                    None => fault.fix.clone(),
                };
                output::line(format!("    → {BOLD}{fix}{BOLD:#}"))?;
            }
            false => output::item("  →", DIM, &fault.fix)?,
        }
    }
    Ok(())
}

fn sign(part: &Part) -> Cell {
    match part.is_extra {
        true => cell("!", WARN),
        false => tick(part.works),
    }
}

fn tick(works: Option<bool>) -> Cell {
    match works {
        Some(true) => cell("✓", DONE),
        Some(false) => cell("✗", ERROR),
        None => cell("–", DIM),
    }
}
