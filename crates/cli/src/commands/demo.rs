//! `sayso demo`: an agent asks, you answer, and you see what it gets.

mod agent;

use std::io::{self, Write};
use std::sync::Arc;

use anyhow::Context;
use clap::Args;
use sayso_api::RemoteDesk;
use sayso_core::{Command, IdPrefix, Surface, TimeoutAction};
use sayso_desk::{Answering, Asking, Attach, View};
use sayso_tui::{Interrupt, Leaving, PromptEnd, Session};
use serde_json::{Value, json};

use super::mcp;
use super::setup::Ground;
use crate::config::Settings;
use crate::exit::{self, ANSWERED, Code, DECLINED};
use crate::output;
use crate::output::style::{BOLD, DIM};
use crate::signals::EndSignals;
use crate::typed_ahead::{self, Typing};
use crate::wiring;
use agent::Agent;

/// Answer a sample question, and see what its agent receives
#[derive(Args)]
#[command(before_help = "Example:
  sayso demo")]
pub(crate) struct Demo {}

impl Demo {
    pub(crate) async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        let person = wiring::usable_terminal().is_ok();
        // The question is shown here, so nothing else is opened for it.
        let desk = Arc::new(wiring::terminal_desk(settings)?);
        let _here = desk
            .attach(Attach {
                surface: Surface::Terminal,
                label: "demo".to_owned(),
                presence: wiring::actor().presence,
                interaction: None,
                ticket: None,
            })
            .await?;
        let mut agent = Agent::connect(mcp::setup(settings)?).await?;
        let told = agent.call("provide_choice", question(person)).await?;
        let view = desk.show(&named(&told)?).await?;
        let id = view.interaction.id;
        // It waits for as long as the person takes.
        let received = tokio::spawn(agent.result());
        if person {
            say(format!("\n{BOLD}An agent asks you:{BOLD:#}\n"))?;
            // From the start, so that no signal is missed while the prompt ends.
            let mut end = EndSignals::listen()?;
            let leaving = Leaving::IsSaid;
            let session = Session { leaving, ..wiring::session(settings, Arc::clone(&desk)) };
            match sayso_tui::prompt(session, view, Some(wiring::looking_at(id))).await? {
                PromptEnd::Settled { .. } => {}
                // The terminal's part has ended, the question hasn't.
                PromptEnd::HandedToWeb { .. } => {
                    let ended = async {
                        match typed_ahead::pause().await {
                            Typing::Interrupted => exit::interrupted(Interrupt::Key),
                            Typing::Paused => end.comes().await,
                        }
                    };
                    let received = tokio::select! {
                        received = received => received??,
                        why = ended => {
                            typed_ahead::flush();
                            let command = wiring::to_answer(settings, id);
                            output::aside(format!("still waiting: {command}"));
                            return Ok(why);
                        }
                    };
                    report(&received, &id.short(), &Ground::new(settings)?.command())?;
                    return Ok(ANSWERED);
                }
                // Nobody needs the answer to a sample.
                left @ (PromptEnd::Left | PromptEnd::Interrupted(_)) => {
                    let why = Some("the demo was left".to_owned());
                    desk.act(id, Command::Withdraw { why }, wiring::actor()).await?;
                    say("The sample question was withdrawn.\n".to_owned())?;
                    return Ok(match left {
                        PromptEnd::Interrupted(how) => exit::interrupted(how),
                        _ => DECLINED,
                    });
                }
                PromptEnd::Failed(why) => anyhow::bail!(why),
            }
        } else {
            let view = hasten(&desk, view).await?;
            let then = match view.interaction.policy.timeout_action {
                TimeoutAction::Submit => " and the recommended option is sent",
                TimeoutAction::Cancel | TimeoutAction::Reinvoke => "",
            };
            say(format!(
                "An agent asks: {}\nThere is no terminal here, so it times out in {UNATTENDED} s{then}. ({told})\n",
                view.interaction.form.questions[0].prompt
            ))?;
        }
        report(&received.await??, &id.short(), &Ground::new(settings)?.command())?;
        Ok(ANSWERED)
    }
}

/// How long the question waits without a terminal, in seconds.
const UNATTENDED: u64 = 10;

/// A person's own setting may be longer; nobody is here to wait for.
async fn hasten(desk: &RemoteDesk, view: View) -> anyhow::Result<View> {
    if view.live.remaining_ms.is_some_and(|left| left <= UNATTENDED * 1_000) {
        return Ok(view);
    }
    let sooner = Command::SetRemaining { seconds: UNATTENDED };
    Ok(desk.act(view.interaction.id, sooner, wiring::actor()).await?)
}

fn question(person: bool) -> Value {
    let seconds = if person { 300 } else { UNATTENDED };
    json!({
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
    })
}

/// The id in `… sayso --data-dir … answer 3f2a91bc`, as a person would read it.
fn named(told: &str) -> anyhow::Result<IdPrefix> {
    let behind = told.split(" answer ").skip(1);
    let mut ids = behind.filter_map(|rest| rest.split(|c: char| !c.is_ascii_hexdigit()).next());
    let id = ids.find(|id| !id.is_empty()).context("the reply does not say where to answer")?;
    Ok(id.parse()?)
}

/// `sayso` is the beginning of a command that works from where the person is.
fn report(received: &Value, short: &str, sayso: &str) -> anyhow::Result<()> {
    let received = serde_json::to_string_pretty(received)?;
    say(format!(
        "\n{BOLD}The agent received:{BOLD:#}\n{received}\n\n\
         {BOLD}Connect yours:{BOLD:#}\n  \
         {sayso} setup\n  \
         {sayso} doctor   {DIM}proves that they can ask{DIM:#}\n\n\
         {BOLD}And from any script:{BOLD:#}\n  \
         {sayso} ask 'Ship it?' -o yes -o no   {DIM}ask{DIM:#}\n  \
         {sayso} list                          {DIM}what is waiting{DIM:#}\n  \
         {sayso} show {short:<22}   {DIM}this one again{DIM:#}\n"
    ))?;
    Ok(())
}

fn say(text: String) -> io::Result<()> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_id_is_read_where_people_read_it() {
        let told = "Waiting for the user. To answer in a terminal: `/a/sayso --data-dir /b answer 3f2a91bc`; \
                    in a browser: http://localhost:1/choice/x";
        assert_eq!(named(told).unwrap().as_str(), "3f2a91bc");
        assert!(named("Waiting").is_err());
    }
}
