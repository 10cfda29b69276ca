//! `sayso history`: settled questions, in a list or searched full-screen.

use std::sync::Arc;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap_complete::ArgValueCandidates;
use jiff::Timestamp;
use sayso_core::Status;
use sayso_desk::HistoryFilter;
use sayso_desk::history::since;

use super::completions::offers;
use super::list::{Printed, rows};
use crate::config::Settings;
use crate::exit::{self, ANSWERED, BadInput, Code};
use crate::output::pager::Reader;
use crate::output::time;
use crate::wiring;

/// Search settled questions and their answers
#[derive(Args)]
#[command(before_help = "Examples:
  sayso history
  sayso history --search postgres
  sayso history --since 7d --agent codex --outcome cancelled
  sayso history --interactive         full-screen: type to search")]
pub(crate) struct History {
    /// List only questions that contain all of these words (case-insensitive): in titles, prompts,
    /// options, answers, notes, agent or project
    #[arg(short, long, value_name = "WORDS")]
    search: Option<String>,
    /// List only those that ended within TIME (12h, 7d) or since a day (2026-11-01)
    #[arg(long, value_name = "TIME|DATE", value_parser = Since::parse)]
    since: Option<Since>,
    /// List only those of this agent, as listed
    #[arg(long, value_name = "NAME", add = ArgValueCandidates::new(offers::agents))]
    agent: Option<String>,
    /// List only those of this project, as listed
    #[arg(long, value_name = "NAME", add = ArgValueCandidates::new(offers::projects))]
    project: Option<String>,
    /// List only those that ended like this
    #[arg(long, value_parser = outcomes())]
    outcome: Option<Status>,
    /// Maximum number of rows [default: all]
    #[arg(short, long, value_name = "NUMBER", value_parser = rows, allow_negative_numbers = true)]
    limit: Option<usize>,
    /// Search full-screen, by the same words and filters (agent:codex since:7d)
    #[arg(short, long, conflicts_with_all = ["limit", "json"])]
    interactive: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Clone)]
struct Since {
    typed: String,
    at: Timestamp,
}

impl Since {
    fn parse(text: &str) -> Result<Since, String> {
        let wrong = || format!("`{text}` is not a time; use 12h, 7d or a day such as 2026-11-01");
        let at = since(text, time::now()).ok_or_else(wrong)?;
        Ok(Since { typed: text.trim().to_owned(), at })
    }
}

fn outcomes() -> impl TypedValueParser<Value = Status> {
    let names = PossibleValuesParser::new(Status::SETTLED.map(Status::said));
    names.map(|name| Status::named(&name).expect("one of them"))
}

impl History {
    pub(crate) async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        if self.interactive {
            return self.screen(settings).await;
        }
        let filter = HistoryFilter {
            search: self.search,
            agent: self.agent,
            project: self.project,
            status: self.outcome,
            since: self.since.map(|since| since.at),
            until: None,
        };
        let empty = if filter == HistoryFilter::default() {
            "Nothing has been answered yet."
        } else {
            "Nothing was found."
        };
        let desk = wiring::desk(settings)?;
        let mut out = Printed::new(self.limit.unwrap_or(usize::MAX), self.json);
        let mut after = None;
        loop {
            let page = filter.find(&desk, after).await?;
            let next = page.next.clone();
            if out.add(page)? == Reader::HasLeft || next.is_none() || out.left == 0 {
                return out.finish(empty);
            }
            after = next;
        }
    }

    async fn screen(self, settings: &Settings) -> anyhow::Result<Code> {
        if let Err(why) = wiring::usable_terminal() {
            return Err(BadInput(format!(
                "this needs an interactive terminal, but {why}; use `sayso history --search WORDS`"
            ))
            .into());
        }
        if !wiring::draws(settings) {
            let why = "this terminal can't be drawn on; use `sayso history --search WORDS`";
            return Err(BadInput(why.to_owned()).into());
        }
        let typed = [
            self.agent.map(|name| format!("agent:{}", name.replace(' ', "-"))),
            self.project.map(|name| format!("project:{}", name.replace(' ', "-"))),
            self.outcome.map(|status| format!("outcome:{}", status.said())),
            self.since.map(|since| format!("since:{}", since.typed)),
            self.search,
        ];
        let mut search = typed.into_iter().flatten().collect::<Vec<_>>().join(" ");
        if !search.is_empty() {
            search.push(' ');
        }
        let desk = Arc::new(wiring::terminal_desk(settings)?);
        let session = wiring::session(settings, desk);
        match sayso_tui::history(session, &search).await? {
            sayso_tui::PromptEnd::Failed(why) => anyhow::bail!(why),
            sayso_tui::PromptEnd::Interrupted(how) => Ok(exit::interrupted(how)),
            _ => Ok(ANSWERED),
        }
    }
}
