//! The table for people, and below it what to fix.

use std::io;

use super::Diagnosis;
use crate::output::style::{BOLD, DIM, DONE, ERROR};
use crate::output::table::{Cell, Table, cell};
use crate::output::wrap::{indented, terminal_width};
use crate::output::{self, time};

pub fn show(diagnosis: &Diagnosis) -> io::Result<()> {
    if diagnosis.agents.is_empty() {
        output::line("No agent was found. Name one: `sayso doctor AGENT`.\n")?;
    } else {
        let mut table = Table::new(&[]);
        let head = ["agent", "found", "connected", "allowed", "answers", "waits"];
        table.push(head.iter().map(|name| cell(name, DIM)).collect());
        for agent in &diagnosis.agents {
            table.push(vec![
                cell(agent.name, BOLD),
                tick(Some(agent.found)),
                tick(Some(agent.connected)),
                tick(agent.permitted),
                tick(agent.answers),
                cell(agent.waits.map(time::span).unwrap_or_default(), DIM),
            ]);
        }
        table.print()?;
        output::line("")?;
    }
    let mut table = Table::new(&[]);
    for part in &diagnosis.parts {
        table.push(vec![tick(part.works), cell(part.name, BOLD), cell(&part.says, DIM)]);
    }
    table.print()?;
    let agents = diagnosis
        .agents
        .iter()
        .flat_map(|agent| agent.faults.iter().map(|fault| (agent.name, fault)));
    let parts = diagnosis.parts.iter().filter_map(|part| Some((part.name, part.fault.as_ref()?)));
    let faults: Vec<_> = agents.chain(parts).collect();
    if faults.is_empty() && diagnosis.agents.is_empty() {
        let text = "sayso itself works; no agent was checked.";
        return output::line(format!("\n{DONE}✓{DONE:#} {text}"));
    }
    if faults.is_empty() {
        return output::line(format!("\n{DONE}✓{DONE:#} Everything works."));
    }
    output::line(format!("\n{BOLD}To fix{BOLD:#}"))?;
    let width = terminal_width(&io::stdout());
    for (name, fault) in faults {
        let text = indented(&format!("{name}: {}", fault.what), 4, width);
        output::line(format!("  {ERROR}✗{ERROR:#} {}", text.trim()))?;
        output::line(format!("    → {BOLD}{}{BOLD:#}", fault.fix))?;
    }
    Ok(())
}

fn tick(works: Option<bool>) -> Cell {
    match works {
        Some(true) => cell("✓", DONE),
        Some(false) => cell("✗", ERROR),
        None => cell("–", DIM),
    }
}
