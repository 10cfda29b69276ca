//! `sayso store check`: reads everything once, and says what does not fit together.

use clap::{Args, ValueHint};
use sayso_core::text::clean_line;
use sayso_store::{CheckReport, RowProblem, StorePlace, TransferError};
use serde_json::json;

use super::place;
use super::progress::Bar;
use crate::config::Settings;
use crate::exit::{ANSWERED, BadInput, Code, FAILED, even_if_unread};
use crate::output;
use crate::output::style::WARN;

/// Check that everything stored can be read and fits together
///
/// Changes nothing, and may run while hubs work. Exits with 1 if there are problems.
#[derive(Args)]
#[command(before_help = "Examples:
  sayso store check
  sayso store check ./backup/sayso.db --json")]
pub(crate) struct Check {
    #[arg(value_name = "STORE", help = format!("{} [default: the store in use]", place::HELP), value_hint = ValueHint::AnyPath)]
    at: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Check {
    pub(crate) async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        let at = match &self.at {
            Some(text) => place::parse(text, settings)?,
            None => place::configured(settings)?,
        };
        place::is_database(&at)?;
        let mut bar = Bar::new("checking");
        let report = match sayso_store::check(&at, &mut |progress| bar.tell(progress)).await {
            Err(error @ TransferError::Missing(_)) => {
                return Err(BadInput(error.to_string()).into());
            }
            checked => checked?,
        };
        let code = if report.found == 0 { ANSWERED } else { FAILED };
        even_if_unread(self.print(&at, &report), code)
    }

    fn print(self, at: &StorePlace, report: &CheckReport) -> anyhow::Result<()> {
        if self.json {
            let problem = |RowProblem { table, key, what }: &RowProblem| json!({ "table": table, "key": key, "what": what });
            return output::json(&json!({
                "at": at.to_string(),
                "questions": report.counts.questions,
                "pending": report.pending,
                "draft_fields": report.counts.fields,
                "records": report.counts.items,
                "problems": report.found,
                "first": report.problems.iter().map(problem).collect::<Vec<_>>(),
            }));
        }
        output::line(at)?;
        output::line(format!("{}; {} pending", report.counts, report.pending))?;
        for RowProblem { table, key, what } in &report.problems {
            let name = [*table, key].into_iter().filter(|word| !word.is_empty());
            let name = name.collect::<Vec<_>>().join(" ");
            output::item("!", WARN, clean_line(&format!("{name}: {what}")))?;
        }
        let unnamed = report.found - report.problems.len() as u64;
        if unnamed > 0 {
            output::line(format!("and {unnamed} more"))?;
        }
        Ok(output::line(match report.found {
            0 => "No problems.".to_owned(),
            1 => "1 problem.".to_owned(),
            found => format!("{found} problems."),
        })?)
    }
}
