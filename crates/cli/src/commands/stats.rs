//! `sayso stats`: how long answers take, what timed out, and what is asked again.

use std::time::Duration;

use anstyle::Style;
use clap::Args;
use sayso_core::stats::{Figures, Repeated, Share, Slice, Stats};
use sayso_core::text::clean_line;
use sayso_desk::Answering;
use sayso_wire::StatsView;

use crate::config::Settings;
use crate::exit::{ANSWERED, Code};
use crate::output::style::{ACCENT, BOLD, DIM};
use crate::output::table::{Give, Table, cell};
use crate::output::{self, time};
use crate::wiring;

/// Show how long answers take, what timed out, and what is asked again
#[derive(Args)]
#[command(before_help = "Examples:
  sayso stats
  sayso stats --since 7d
  sayso stats --since all --json | jq '.agents'")]
pub(crate) struct StatsArgs {
    /// Count questions asked within TIME (12h, 7d), or `all` that are kept
    #[arg(long, value_name = "TIME", default_value = "30d", value_parser = parse_since)]
    since: Since,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Clone, Copy)]
enum Since {
    All,
    Within(u64),
}

fn parse_since(text: &str) -> Result<Since, String> {
    match text.trim() {
        "all" => Ok(Since::All),
        text => time::seconds(text).map(Since::Within),
    }
}

/// How many lines of each kind people see; `--json` has more.
const SHOWN: usize = 10;

impl StatsArgs {
    pub(crate) async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        let within = match self.since {
            Since::All => None,
            Since::Within(seconds) => Some(Duration::from_secs(seconds)),
        };
        let stats = wiring::desk(settings)?.stats(within).await?;
        match self.json {
            true => output::json(&StatsView::from(stats))?,
            false => print(&stats)?,
        }
        Ok(ANSWERED)
    }
}

fn print(stats: &Stats) -> anyhow::Result<()> {
    let now = time::now();
    let since = time::clock(stats.since, now);
    if stats.total.asked == 0 {
        output::aside(format!("Nothing was asked since {since}."));
        return Ok(());
    }
    output::line(format!("{DIM}since {since}{DIM:#}"))?;
    output::line(format!("{ACCENT}{}{ACCENT:#}  {DIM}asked{DIM:#}", sparkline(&stats.slices)))?;
    output::line("")?;
    let mut table = Table::new(&[]);
    for (name, value) in summary(stats) {
        table.push(vec![cell(name, DIM), cell(value, BOLD)]);
    }
    table.print()?;
    shares("agent", &stats.agents)?;
    shares("project", &stats.projects)?;
    if stats.most_asked.is_empty() {
        return Ok(());
    }
    output::line(format!("\n{DIM}most asked{DIM:#}"))?;
    let mut table = Table::new(&[Give::Cut(1, 20)]);
    for Repeated { title, times } in stats.most_asked.iter().take(SHOWN) {
        table.push(vec![cell(format!("{times}×"), DIM), cell(title, Style::new())]);
    }
    Ok(table.print()?)
}

fn summary(stats: &Stats) -> Vec<(&'static str, String)> {
    let Figures { asked, pending, answered, by_program, timed_out, declined, withdrawn, .. } =
        stats.total;
    let counts = [
        ("asked", asked),
        ("waiting", pending),
        ("answered by a person", answered),
        ("answered by a program", by_program),
        ("timed out", timed_out),
        ("cancelled or rejected", declined),
        ("withdrawn", withdrawn),
        ("asked again", stats.asked_again),
    ];
    let counts = counts.into_iter().filter(|(name, count)| *count > 0 || *name == "asked");
    let mut lines: Vec<(&str, String)> = counts
        .map(|(name, count)| {
            let percent = stats.total.timed_out_percent().filter(|_| name == "timed out");
            let percent = percent.map(|percent| format!(" ({percent} % of those settled)"));
            (name, format!("{count}{}", percent.unwrap_or_default()))
        })
        .collect();
    lines.extend(median(&stats.total).map(|median| ("median time to answer", median)));
    lines
}

/// One line for each agent or project.
fn shares(heading: &str, shares: &[Share]) -> anyhow::Result<()> {
    let plain = Style::new();
    let mut table = Table::new(&[Give::Cut(0, 12), Give::Drop(3), Give::Drop(1)]);
    table.push(vec![
        cell(heading, DIM),
        cell("asked", DIM),
        cell("median", DIM),
        cell("timed out", DIM),
    ]);
    for Share { name, figures } in shares.iter().take(SHOWN) {
        let name = name.as_deref().map_or_else(|| "—".to_owned(), clean_line);
        let percent = figures.timed_out_percent();
        table.push(vec![
            cell(name, BOLD),
            cell(figures.asked.to_string(), plain),
            cell(median(figures).unwrap_or_else(|| "—".to_owned()), plain),
            cell(percent.map_or_else(|| "—".to_owned(), |percent| format!("{percent} %")), plain),
        ]);
    }
    output::line("")?;
    Ok(table.print()?)
}

fn median(figures: &Figures) -> Option<String> {
    figures.median_ms.map(|took| time::span(took.div_ceil(1_000)))
}

/// One character for each slice, from the earliest to the latest.
fn sparkline(slices: &[Slice]) -> String {
    const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let most = slices.iter().map(|slice| slice.asked).max().unwrap_or(0).max(1);
    let bar = |slice: &Slice| match slice.asked {
        0 => ' ',
        asked => {
            let height = (asked * BARS.len() as u64).div_ceil(most);
            BARS[usize::try_from(height).unwrap_or(BARS.len()).clamp(1, BARS.len()) - 1]
        }
    };
    slices.iter().map(bar).collect()
}

#[cfg(test)]
mod tests {
    use sayso_core::Timestamp;

    use super::*;

    #[test]
    fn a_sparkline_shows_the_least_and_the_most() {
        let slices =
            [0, 1, 4, 8].map(|asked| Slice { from: Timestamp::UNIX_EPOCH, asked, median_ms: None });
        assert_eq!(sparkline(&slices), " ▁▄█");
        assert_eq!(sparkline(&[]), "");
    }

    #[test]
    fn since_is_a_time_or_everything() {
        assert!(matches!(parse_since("7d"), Ok(Since::Within(604_800))));
        assert!(matches!(parse_since("all"), Ok(Since::All)));
        assert!(parse_since("yesterday").is_err());
    }
}
