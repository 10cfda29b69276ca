//! `sayso attach`: run by a hand-off to a terminal. In a pipe, the last line is for the agent.

use std::io::{IsTerminal, stdout};
use std::sync::Arc;

use clap::Args;
use clap_complete::ArgValueCandidates;
use sayso_core::dialect::ReplyWanted;
use sayso_core::{IdPrefix, Surface};
use sayso_desk::{Answering, Asking, Attach, Patience};
use sayso_tui::PromptEnd;

use super::completions::offers;
use crate::config::Settings;
use crate::exit::{self, Code, FAILED, even_if_unread};
use crate::output::{self, warn};
use crate::{answerable_here, typed_ahead, wiring};

/// Take over a question in this terminal (an agent gives you the command)
#[derive(Args)]
#[command(before_help = "Example:
  sayso attach 3f2a91bc --ticket 5d0c")]
pub(crate) struct AttachArgs {
    /// Id, or its first characters
    #[arg(add = ArgValueCandidates::new(offers::waiting))]
    id: IdPrefix,
    /// Ticket from the agent's reply; works in one terminal at a time
    #[arg(long)]
    ticket: String,
    /// Ask line by line, without drawing (for screen readers; also SAYSO_PLAIN=1)
    #[arg(long)]
    plain: bool,
}

impl AttachArgs {
    pub(crate) async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        let desk = Arc::new(wiring::terminal_desk(settings)?);
        let view = desk.show(&self.id).await?;
        let id = view.interaction.id;
        // Held until the question belongs to this terminal: the hub checks that a person is at it.
        let terminal = wiring::usable_terminal();
        if let Err(why) = &terminal {
            // Fails at once instead of hanging; the command stays usable.
            let short = id.short();
            warn(format!("nobody can answer here: {why}"));
            if !view.interaction.is_pending() {
                warn("the question has ended; ask for its answer by its id");
                return Ok(FAILED);
            }
            let command = wiring::CommandLine::new(settings);
            warn(format!(
                "the command stays usable in a terminal; or run `{}` there, or `{}` for a browser",
                command.line(&["answer", &short]),
                command.line(&["open", &short])
            ));
            return Ok(FAILED);
        }
        if let Some(lines) = answerable_here::refusal(&view) {
            for line in lines {
                warn(line);
            }
            return Ok(FAILED);
        }
        // Owned until this process ends, for any reason.
        let _owner = desk
            .attach(Attach {
                surface: Surface::Terminal,
                label: format!("process {}", std::process::id()),
                presence: wiring::presence_here(),
                interaction: Some(id),
                ticket: Some(self.ticket),
            })
            .await?;
        drop(terminal);
        let session = wiring::session_in(settings, Arc::clone(&desk), self.plain);
        let view = match sayso_tui::prompt(session, view, None).await? {
            PromptEnd::Settled { view, .. } => *view,
            PromptEnd::HandedToWeb { view, .. } => {
                typed_ahead::pause().await;
                *view
            }
            // It keeps waiting, and the agent's reply says so.
            PromptEnd::Left => desk.show(&id.into()).await?,
            PromptEnd::Interrupted(how) => return Ok(exit::interrupted(how)),
            PromptEnd::Failed(why) => anyhow::bail!(why),
        };
        // A person has seen the outcome; the reader of a pipe hasn't.
        if !stdout().is_terminal() {
            let replied = desk.wait_for_reply(id, Patience::NONE, ReplyWanted::default()).await?;
            let printed = output::json(&replied.reply.structured);
            return even_if_unread(printed, Code::of(Some(view.status)));
        }
        Ok(Code::of(Some(view.status)))
    }
}
