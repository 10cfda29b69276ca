//! The screens of a setup, and its questions.

use std::io::{self, BufRead, Write, stdin};

use sayso_agents::{AGENTS, Agent};
use sayso_setup::{Extras, FileChange, Hooks, Line, Proposal};

use super::{Fault, Ground, Work};
use crate::output;
use crate::output::style::{BOLD, DIM, DONE, ERROR, WARN};
use crate::output::wrap::{indented, terminal_width};

/// The columns around an agent's name: number, tick and spaces.
const FIRST: usize = 9;

/// The agents that are here, each with a number and a tick.
pub(crate) fn found(works: &[Work], ground: &Ground, are_named: bool) -> io::Result<()> {
    if works.is_empty() {
        return none();
    }
    let title = if are_named { "Agents to connect" } else { "Agents on this machine" };
    output::line(format!("{BOLD}{title}{BOLD:#}\n"))?;
    let widest = works.iter().map(|work| work.agent.name.len()).max().unwrap_or(0);
    for (number, work) in works.iter().enumerate() {
        let state = match work.is_needed() {
            true => {
                let paths =
                    work.proposals.iter().filter(|one| !matches!(one.change, FileChange::Nothing));
                paths.map(|one| ground.place.short(&one.path)).collect::<Vec<_>>().join(", ")
            }
            false => "already connected".to_owned(),
        };
        let name = work.agent.name;
        let number = number + 1;
        let behind = " ".repeat(FIRST + widest);
        let state = indented(&state, behind.len(), terminal_width(&io::stdout()));
        output::line(format!(
            "  {number:>2} {DONE}✓{DONE:#} {name:<widest$}  {DIM}{}{DIM:#}",
            state.trim()
        ))?;
    }
    let others = AGENTS.iter().filter(|agent| works.iter().all(|work| work.agent.id != agent.id));
    let others: Vec<&str> = others.map(|agent| agent.name).collect();
    if !others.is_empty() && !are_named {
        let text = format!("Not found: {}", others.join(", "));
        let text = indented(&text, 2, terminal_width(&io::stdout()));
        output::line(format!("\n{DIM}{}{DIM:#}", text.trim_end()))?;
    }
    output::line("")
}

pub(crate) fn none() -> io::Result<()> {
    let names = AGENTS.iter().map(|agent| agent.id).collect::<Vec<_>>().join(", ");
    output::line("No agent was found on this machine.")?;
    let text = format!("To connect one anyway, name it: `sayso setup AGENT` with one of {names}.");
    output::line(indented(&text, 0, terminal_width(&io::stdout())))
}

/// Which of them, by number; all with an empty line or `y`, none with `n`.
pub(crate) fn choose(works: &[Work]) -> anyhow::Result<Vec<&'static str>> {
    let all: Vec<&'static str> = works.iter().map(|work| work.agent.id).collect();
    if all.len() < 2 {
        return Ok(all);
    }
    loop {
        let given = ask("Connect all of them? [Y/n, or numbers such as 1 3]")?;
        if is_yes(&given) {
            return Ok(all);
        }
        if ["n", "no", "q", "quit"].contains(&given.to_lowercase().as_str()) {
            return Ok(Vec::new());
        }
        let numbers = given.split([' ', ',']).filter(|word| !word.is_empty());
        let numbers: Result<Vec<usize>, _> = numbers.map(str::parse).collect();
        let chosen = |number: &usize| all.get(number.wrapping_sub(1)).copied();
        match numbers.map(|numbers| numbers.iter().map(chosen).collect::<Option<Vec<_>>>()) {
            Ok(Some(chosen)) if chosen.is_empty() => return Ok(all),
            Ok(Some(chosen)) => return Ok(chosen),
            Ok(None) | Err(_) => output::warn("that is not a number of the list"),
        }
    }
}

/// The names of these agents.
pub(crate) fn names<'a>(agents: impl Iterator<Item = &'a Agent>) -> String {
    agents.map(|agent| agent.name).collect::<Vec<_>>().join(", ")
}

/// What is only done if it is wanted.
pub(crate) fn extras(works: &[Work], given: Extras) -> anyhow::Result<Extras> {
    let agents = || works.iter().map(|work| work.agent);
    let mut extras = given;
    if extras.hooks != Hooks::Add && agents().any(|agent| agent.hook.is_some()) {
        let question =
            "Also let `sayso hook` check tool uses, and ask you about dangerous ones? [y/N]";
        if agrees(question)? {
            extras.hooks = Hooks::Add;
        }
    }
    let bridged = names(agents().filter(|agent| agent.is_bridged()));
    if !extras.questions && !bridged.is_empty() {
        let question =
            format!("Also bring {bridged}'s own questions and permission prompts here? [y/N]");
        extras.questions = agrees(&question)?;
    }
    let background = names(agents().filter(|agent| agent.has_background()));
    if !extras.foreground && !background.is_empty() {
        let question = format!("Let {background} wait for an answer without a time limit? [y/N]");
        extras.foreground = agrees(&question)?;
    }
    output::line("")?;
    Ok(extras)
}

/// The changes, file by file.
pub(crate) fn changes(works: &[Work], ground: &Ground, undo: bool) -> io::Result<()> {
    for work in works {
        for proposal in &work.proposals {
            let path = ground.place.short(&proposal.path);
            let title = format!("{BOLD}{}{BOLD:#}  {path}", work.agent.name);
            match &proposal.change {
                FileChange::Nothing if undo => {
                    output::line(format!("{title}  {DIM}nothing of sayso is in it{DIM:#}"))?
                }
                FileChange::Nothing => output::line(format!("{title}  {DONE}✓ connected{DONE:#}"))?,
                FileChange::Write { .. } => {
                    output::line(title)?;
                    for why in &proposal.whys {
                        output::item("·", DIM, why)?;
                    }
                    lines(proposal)?;
                }
                FileChange::Remove { .. } => {
                    output::line(format!("{title}  {DIM}is removed: sayso made it{DIM:#}"))?;
                }
                FileChange::LeftAlone(left) => {
                    output::line(title)?;
                    let why = format!("left alone: {}", left.why);
                    let why = indented(why.trim(), 2, terminal_width(&io::stdout()));
                    output::line(format!("{WARN}{}{WARN:#}", why.trim_end()))?;
                    if !left.snippet.is_empty() {
                        let name = work.agent.name;
                        output::line(format!("  {name} needs this in it:\n"))?;
                        output::line(indented(left.snippet.trim_end(), 4, None).trim_end())?;
                    }
                }
            }
            if let Some(leaves) = proposal.leaves {
                output::item("·", DIM, leaves)?;
            }
            output::line("")?;
        }
        for fault in &work.obstacles {
            let Fault { what, fix, .. } = fault;
            output::paragraph("!", WARN, format!("{}: {what}; {fix}", work.agent.name))?;
        }
        if !work.obstacles.is_empty() {
            output::line("")?;
        }
    }
    Ok(())
}

fn lines(proposal: &Proposal) -> io::Result<()> {
    for line in proposal.lines() {
        let style = match line {
            Line::Place(_) => continue,
            Line::Same(_) => DIM,
            Line::Removed(_) => ERROR,
            Line::Added(_) => DONE,
        };
        output::line(format!("  {style}{line}{style:#}"))?;
    }
    Ok(())
}

pub(crate) fn nothing(works: &[Work], undo: bool) -> io::Result<()> {
    if undo {
        return output::line("There is nothing to undo.");
    }
    output::line("Everything is connected; nothing has to change.")?;
    hindered(works.iter())
}

/// Which agents can't ask although they are connected.
fn hindered<'a>(works: impl Iterator<Item = &'a Work>) -> io::Result<()> {
    let hindered = works.filter(|work| !work.obstacles.is_empty());
    let names: Vec<&str> = hindered.map(|work| work.agent.name).collect();
    match names.is_empty() {
        true => Ok(()),
        false => {
            let names = names.join(", ");
            output::paragraph(
                "!",
                WARN,
                format!("Something is still in the way, see above: {names}."),
            )
        }
    }
}

pub(crate) fn confirmed(undo: bool) -> anyhow::Result<bool> {
    match undo {
        true => agrees("Take this back? [y/N]"),
        false => {
            let given = ask("Make these changes? Copies of the files are kept. [Y/n]")?;
            Ok(given.is_empty() || is_yes(&given))
        }
    }
}

pub(crate) fn declined() -> io::Result<()> {
    output::line("Nothing was changed.")
}

pub(crate) fn needs_yes() -> io::Result<()> {
    output::warn(
        "nothing was changed: there is no terminal to ask on; add --yes, or --dry-run to only look",
    );
    Ok(())
}

/// For which agents it was done, for which not, and what to do next.
pub(crate) fn done(done: &[&Work], failed: &[&Work], undo: bool, command: &str) -> io::Result<()> {
    let names =
        |works: &[&Work]| works.iter().map(|work| work.agent.name).collect::<Vec<_>>().join(", ");
    let (word, not) = match undo {
        true => ("Disconnected", "Not disconnected, or only in part"),
        false => ("Connected", "Not connected, or only in part"),
    };
    if !failed.is_empty() {
        let failed = names(failed);
        output::paragraph("✗", ERROR, format!("{not}: {failed}. The reasons are above."))?;
    }
    if done.is_empty() {
        return Ok(());
    }
    output::paragraph("✓", DONE, format!("{word}: {}. Restart running agents.", names(done)))?;
    if undo {
        return Ok(());
    }
    hindered(done.iter().copied())?;
    for work in done.iter().filter(|work| work.is_needed()) {
        if let Some(remark) = work.agent.remark {
            output::item("·", DIM, remark)?;
        }
        let mut unconfirmed = work.proposals.iter().filter(|one| one.needs_confirming).peekable();
        if unconfirmed.peek().is_some() {
            let name = work.agent.name;
            let text = match unconfirmed.any(Proposal::is_to_guard) {
                true => format!("{name} is not guarded until you confirm its hook with /hooks."),
                false => format!("{name} skips the hook until you confirm it with /hooks."),
            };
            output::item("!", WARN, text)?;
        }
    }
    output::line(format!(
        "  {DIM}To check it: {command} doctor · To undo: {command} setup --undo{DIM:#}"
    ))
}

pub(crate) fn agrees(question: &str) -> anyhow::Result<bool> {
    Ok(is_yes(&ask(question)?))
}

fn is_yes(given: &str) -> bool {
    ["y", "yes"].contains(&given.to_lowercase().as_str())
}

fn ask(question: &str) -> anyhow::Result<String> {
    let text = indented(question, 0, terminal_width(&io::stdout()));
    let mut out = anstream::stdout().lock();
    write!(out, "{BOLD}{}{BOLD:#} ", text.trim_end())?;
    out.flush()?;
    let mut line = String::new();
    if stdin().lock().read_line(&mut line)? == 0 {
        writeln!(out)?;
        anyhow::bail!("nothing was changed: the input has ended");
    }
    Ok(line.trim().to_owned())
}
