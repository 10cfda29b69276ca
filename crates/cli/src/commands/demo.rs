//! `sayso demo`: the first minute. A sample question, your answer, and what the agent gets.

use std::io::{self, Write};

use clap::Args;
use sayso_core::{Dialect, dialect};
use sayso_desk::{Ask, Asker, Desk, Patience, View};
use serde_json::json;

use crate::config::Settings;
use crate::exit::{ANSWERED, Code};
use crate::output::style::{BOLD, DIM};
use crate::prompt::{self, Prompted};
use crate::wiring;

/// See it work: a sample question, your answer, and what the agent gets
#[derive(Args)]
pub struct Demo {}

impl Demo {
    pub async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        let desk = wiring::desk(settings)?;
        let person = wiring::is_interactive();
        let view = desk.ask(question(person)).await?;
        let id = view.interaction.id;
        let view = if person {
            say(format!("\n{BOLD}An agent asks you:{BOLD:#}\n"))?;
            match prompt::ask(&view, desk.wait(id, Patience::Forever)).await? {
                Prompted::Command(command) => desk.act(id, command, wiring::actor()).await?,
                Prompted::Elsewhere(view) => *view,
            }
        } else {
            let short = id.short();
            say(format!(
                "An agent asks: \"{}\" Nobody sits here, so in 10 s the clock answers.\n\
                 (In another window: sayso answer {short} SQLite)\n",
                view.interaction.form.questions[0].prompt
            ))?;
            desk.wait(id, Patience::Forever).await?
        };
        report(&view)?;
        desk.delivered(id).await?;
        Ok(ANSWERED)
    }
}

fn question(person: bool) -> Ask {
    let seconds = if person { 300 } else { 10 };
    let arguments = json!({
        "title": "Pick a database",
        "prompt": "The storage layer is being rewritten, and the choice decides how data is migrated. \
                   Which database should the service use?",
        "selection_mode": "single",
        "options": [
            {
                "id": "postgresql", "label": "PostgreSQL",
                "description": "managed, strong consistency", "recommended": true,
            },
            { "id": "sqlite", "label": "SQLite", "description": "zero ops, one file" },
            { "id": "dynamodb", "label": "DynamoDB", "description": "serverless, vendor lock-in" },
        ],
        "default_selection_ids": ["postgresql"],
        "timeout_seconds": seconds,
    });
    let asker = Asker {
        agent: Some("demo".to_owned()),
        directory: std::env::current_dir().ok().map(|dir| dir.display().to_string()),
        ..Asker::default()
    };
    Ask {
        dialect: Dialect::ProvideChoice,
        arguments,
        asker,
        call_id: None,
        repeat: sayso_desk::Repeat::New,
    }
}

fn report(view: &View) -> anyhow::Result<()> {
    let reply = dialect::reply(&view.interaction, view.live.url.as_deref());
    let received = serde_json::to_string_pretty(&reply.structured)?;
    let short = view.interaction.id.short();
    say(format!(
        "\n{BOLD}The agent received:{BOLD:#}\n{received}\n\n\
         {BOLD}Next:{BOLD:#}\n  \
         sayso ask 'Ship it?' -o yes -o no   {DIM}ask from any script{DIM:#}\n  \
         sayso list                          {DIM}what is waiting{DIM:#}\n  \
         sayso show {short}                 {DIM}this one again{DIM:#}\n"
    ))?;
    Ok(())
}

fn say(text: String) -> io::Result<()> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}
