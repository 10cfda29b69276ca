//! `sayso history`: settled questions.

use clap::Args;
use sayso_desk::{Desk, Query, Scope};

use super::list;
use crate::config::Settings;
use crate::exit::Code;
use crate::wiring;

/// Search settled questions and their answers
#[derive(Args)]
#[command(before_help = "Examples:
  sayso history
  sayso history --search postgres")]
pub struct History {
    /// List only questions that contain all of these words (case-insensitive): in titles, prompts,
    /// options, answers, notes, agent or project
    #[arg(short, long, value_name = "WORDS")]
    search: Option<String>,
    /// Maximum number of rows
    #[arg(short = 'n', long, default_value_t = 50)]
    limit: usize,
    /// Continue after a page, with the value of its `next`
    #[arg(long, value_name = "NEXT")]
    after: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl History {
    pub async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        let scope = Scope::Completed;
        let query = Query { scope, search: self.search, after: self.after, limit: self.limit };
        let page = wiring::desk(settings)?.list(query).await?;
        list::print(&page, self.json, "Nothing was found.")
    }
}
