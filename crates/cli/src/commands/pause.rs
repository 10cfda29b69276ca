//! `sayso pause`: an agent's own dialogs are not brought here for a while.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use sayso_agents::AGENTS;
use sayso_core::Timestamp;

use crate::config::Settings;
use crate::exit::{ANSWERED, Code};
use crate::output;
use crate::output::time;

/// Leave an agent's questions and permissions to its own terminal for a while
#[derive(Args)]
#[command(before_help = "Examples:
  sayso pause claude-code 1h       nothing of Claude Code's arrives here for an hour
  sayso pause claude-code --end    bring its dialogs here again")]
pub(crate) struct Pause {
    /// Whose dialogs
    #[arg(value_name = "AGENT", value_parser = bridged())]
    agent: String,
    /// How long
    #[arg(value_name = "TIME", default_value = "1h", value_parser = some_time)]
    time: u64,
    /// End the pause now
    #[arg(long, conflicts_with = "time")]
    end: bool,
}

/// The longest is a year: nobody remembers a longer one.
fn some_time(text: &str) -> Result<u64, String> {
    match time::seconds(text)? {
        0 => Err("a pause of 0 would be over at once; --end ends one".to_owned()),
        _ => time::seconds_within(text, 1..=31_536_000),
    }
}

fn bridged() -> clap::builder::PossibleValuesParser {
    let bridged = AGENTS.iter().filter(|agent| agent.is_bridged());
    clap::builder::PossibleValuesParser::new(bridged.map(|agent| agent.id))
}

impl Pause {
    pub(crate) fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        let file = file(&settings.paths.data_dir, &self.agent);
        if self.end {
            let was_paused = is_paused(&settings.paths.data_dir, &self.agent);
            // There may be none, or an old one.
            let _ = fs::remove_file(file);
            output::line(match was_paused {
                true => "The pause is over.",
                false => "There was no pause.",
            })?;
            return Ok(ANSWERED);
        }
        let until = time::now() + Duration::from_secs(self.time);
        settings.paths.check_owner()?;
        fs::create_dir_all(file.parent().unwrap_or(&file))
            .and_then(|()| fs::write(&file, until.to_string()))
            .with_context(|| format!("cannot write {}", file.display()))?;
        let until = time::clock(until, time::now());
        output::line(format!(
            "Until {until}, {} asks in its own terminal only; `sayso pause {} --end` ends that.",
            self.agent, self.agent
        ))?;
        Ok(ANSWERED)
    }
}

/// Whether this agent's dialogs stay in its terminal now.
pub(crate) fn is_paused(data_dir: &Path, agent: &str) -> bool {
    let until = fs::read_to_string(file(data_dir, agent)).ok();
    let until: Option<Timestamp> = until.and_then(|text| text.trim().parse().ok());
    until.is_some_and(|until| time::now() < until)
}

fn file(data_dir: &Path, agent: &str) -> PathBuf {
    data_dir.join("paused").join(agent)
}
