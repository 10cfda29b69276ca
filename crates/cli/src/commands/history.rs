//! `sayso history`: settled questions.

use clap::Args;
use sayso_desk::Scope;

use super::list::{Listing, rows};
use crate::config::Settings;
use crate::exit::Code;

/// Search settled questions and their answers
#[derive(Args)]
#[command(before_help = "Examples:
  sayso history
  sayso history --search postgres")]
pub(crate) struct History {
    /// List only questions that contain all of these words (case-insensitive): in titles, prompts,
    /// options, answers, notes, agent or project
    #[arg(short, long, value_name = "WORDS")]
    search: Option<String>,
    /// Maximum number of rows [default: all]
    #[arg(short = 'n', long, value_name = "NUMBER", value_parser = rows, allow_negative_numbers = true)]
    limit: Option<usize>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl History {
    pub(crate) async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        let empty = if self.search.is_some() {
            "Nothing was found."
        } else {
            "Nothing has been answered yet."
        };
        let listing = Listing::new(Scope::Completed, self.search, self.limit, self.json);
        listing.print(settings, empty).await
    }
}
