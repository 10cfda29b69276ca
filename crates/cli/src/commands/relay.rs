//! `sayso relay`: talk to an agent in this terminal, or in a pipe; its questions open in place.

mod lines;
mod screen;

use std::io::{IsTerminal, Write, stdin, stdout};
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use clap_complete::ArgValueCandidates;
use sayso_api::RemoteDesk;
use sayso_core::Surface;
use sayso_core::surface::Actor;
use sayso_core::text::clean;
use sayso_desk::{Conversations, Desk, SystemClock, View};
use sayso_locale::Texts;
use sayso_relay::{
    AgentStatus, Limits, Notice, Program, Prompt, Protocol, Relay, RelaySetup, UserMessage, Venue,
};
use sayso_tui::PromptEnd;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use super::completions::offers;
use crate::config::Settings;
use crate::exit::{ANSWERED, BadInput, Code, FAILED};
use crate::output;
use crate::signals::EndSignals;
use crate::{permission_card, wiring};

use lines::Lines;
use screen::{Event, Screen};

/// Chat with an agent; its questions open here or wait on any surface
#[derive(Args)]
#[command(before_help = "Examples:
  sayso relay -- claude                        Claude Code, with its questions as options
  sayso relay --protocol acp -- my-agent acp   an agent of the Agent Client Protocol
  sayso relay --protocol codex -- codex        Codex, by its app server
  echo 'tidy up' | sayso relay -- ./agent      any program that reads and writes text")]
pub(crate) struct RelayArgs {
    /// Protocol of the agent: claude, acp, codex or plain [default: by the command's name]
    #[arg(long, value_name = "PROTOCOL", value_parser = protocol, add = ArgValueCandidates::new(offers::protocols))]
    protocol: Option<Protocol>,
    /// Working directory of the agent [default: the current one]
    #[arg(long, value_name = "DIR")]
    directory: Option<PathBuf>,
    /// Don't add the instructions for asking to the agent's prompt
    #[arg(long)]
    no_prompt: bool,
    /// Ask line by line, without drawing (for screen readers; also SAYSO_PLAIN=1)
    #[arg(long)]
    plain: bool,
    /// The agent and its arguments [default: relay.command]
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<String>,
}

fn protocol(name: &str) -> Result<Protocol, String> {
    Protocol::from_name(name).ok_or_else(|| "use claude, acp, codex or plain".to_owned())
}

/// The only conversation of this process.
const KEY: &str = "terminal";

impl RelayArgs {
    pub(crate) async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        let idle = settings.operational()?.relay.idle;
        let program = self.program(settings)?;
        let desk = Arc::new(wiring::terminal_desk(settings)?);
        let texts = wiring::texts(settings, &desk).await;
        let agent = program.name();
        let pace = match program.protocol {
            Protocol::Claude | Protocol::Acp | Protocol::Codex if !stdin().is_terminal() => {
                Pace::ByTurns
            }
            Protocol::Claude | Protocol::Acp | Protocol::Codex | Protocol::Plain => {
                Pace::AsTheyCome
            }
        };
        let relay = Relay::start(RelaySetup {
            desk: Arc::clone(&desk) as Arc<dyn Desk>,
            conversations: Conversations::passing(),
            clock: Arc::new(SystemClock::new()),
            program,
            card: permission_card::of_relay(settings, agent.clone()),
            agent: agent.clone(),
            environment: settings.environment.clone(),
            limits: Limits { idle, ..Limits::default() },
        })
        .await?;
        if stdin().is_terminal() {
            output::aside(texts.say_with("relay-hello", [("agent", agent.into())]));
        }
        let (tell, events) = unbounded_channel();
        let draws = !self.plain && wiring::draws(settings);
        let talk = Talk {
            settings,
            plain: self.plain,
            desk,
            texts,
            relay: &relay,
            screen: Arc::new(Screen::new(tell)),
            events,
            lines: Lines::open()?,
            pace,
            out: Out { fresh: true, terminal: stdout().is_terminal(), draws, signed: false },
            status: AgentStatus::Idle,
            code: ANSWERED,
        };
        talk.run().await
    }

    fn program(&self, settings: &Settings) -> anyhow::Result<Program> {
        let configured = settings.operational()?.relay;
        let here = self.command.is_empty();
        let command = if here { configured.command } else { self.command.clone() };
        let Some(first) = command.first() else {
            return Err(BadInput(
                "which agent? Give its command after `--`, or set relay.command".to_owned(),
            )
            .into());
        };
        // The configured protocol belongs to the configured command.
        let protocol = self.protocol.or(configured.protocol.filter(|_| here));
        let protocol = protocol.unwrap_or_else(|| Protocol::of_program(first));
        let directory = self.directory.clone().or(configured.directory.filter(|_| here));
        let directory = std::path::absolute(directory.unwrap_or_else(|| PathBuf::from(".")))?;
        let prompt = if self.no_prompt { Prompt::Withheld } else { configured.prompt };
        Ok(Program { command, protocol, directory, prompt, secrets: wiring::secrets() })
    }
}

/// The conversation, while it lasts.
struct Talk<'a> {
    settings: &'a Settings,
    plain: bool,
    desk: Arc<RemoteDesk>,
    texts: &'static Texts,
    relay: &'a Relay,
    screen: Arc<Screen>,
    events: UnboundedReceiver<Event>,
    lines: Lines,
    pace: Pace,
    out: Out,
    status: AgentStatus,
    code: Code,
}

impl Talk<'_> {
    async fn run(mut self) -> anyhow::Result<Code> {
        let mut end = EndSignals::listen()?;
        let typed = stdin().is_terminal();
        let relay = self.relay;
        loop {
            let listening = self.pace == Pace::AsTheyCome || self.status != AgentStatus::Working;
            // What came while a question was open is shown first.
            if typed && self.status != AgentStatus::Working && self.events.is_empty() {
                self.out.sign()?;
            }
            tokio::select! {
                biased;
                _ = end.comes() => break,
                Some(event) = self.events.recv() => self.happened(event).await?,
                line = self.lines.next(), if listening => match line? {
                    Some(line) => {
                        // The terminal has shown it, and begun a new line.
                        self.out.signed = false;
                        self.say(line).await?
                    }
                    None if typed => break,
                    None => {
                        self.finish(&mut end).await?;
                        break;
                    }
                },
            }
        }
        relay.end(KEY).await;
        while let Ok(event) = self.events.try_recv() {
            self.show(event)?;
        }
        Ok(self.code)
    }

    /// Until the agent has finished with everything.
    async fn finish(&mut self, end: &mut EndSignals) -> anyhow::Result<()> {
        let relay = self.relay;
        let finished = relay.finish(KEY);
        tokio::pin!(finished);
        loop {
            tokio::select! {
                biased;
                _ = end.comes() => return Ok(()),
                Some(event) = self.events.recv() => self.happened(event).await?,
                () = &mut finished => return Ok(()),
            }
        }
    }

    async fn say(&mut self, text: String) -> anyhow::Result<()> {
        if text.trim().is_empty() {
            return Ok(());
        }
        let actor = Actor::new(None, Surface::Terminal, wiring::presence());
        let said = UserMessage { person: String::new(), actor, text };
        self.status = AgentStatus::Working;
        let screen = Arc::clone(&self.screen) as Arc<dyn Venue>;
        Ok(self.relay.said(KEY, said, screen).await?)
    }

    async fn happened(&mut self, event: Event) -> anyhow::Result<()> {
        if let Event::Asked(_) = &event {
            self.status = AgentStatus::Waiting;
        }
        match event {
            // In a pipe the terminal belongs to somebody else, even if there is one.
            Event::Asked(view) if wiring::is_interactive() && wiring::usable_terminal().is_ok() => {
                self.prompt(*view).await
            }
            Event::Asked(view) => {
                self.out.end_line()?;
                // Nobody sees the question here, only that something waits: it says why.
                for question in &view.interaction.form.questions {
                    output::aside(clean(&question.prompt));
                }
                let reached = wiring::bring(self.settings, &self.desk, &view).await;
                super::ask::announce(self.settings, &view, &reached, None);
                Ok(())
            }
            event => Ok(self.show(event)?),
        }
    }

    /// Prompts in place; what the agent says in the meantime comes after it.
    async fn prompt(&mut self, mut view: View) -> anyhow::Result<()> {
        self.out.end_line()?;
        self.lines.give_up();
        view.live.listening = true;
        let id = view.interaction.id;
        let session = wiring::session_in(self.settings, Arc::clone(&self.desk), self.plain);
        match sayso_tui::prompt(session, view, Some(wiring::looking_at(id))).await? {
            PromptEnd::Settled { .. } | PromptEnd::HandedToWeb { .. } => {}
            // It ends this question, not the conversation.
            PromptEnd::Left | PromptEnd::Interrupted(_) => output::warn(format!(
                "the question waits: type an answer, or use `{}` in another terminal",
                wiring::to_answer(self.settings, id)
            )),
            PromptEnd::Failed(why) => output::warn(why),
        }
        Ok(())
    }

    fn show(&mut self, event: Event) -> std::io::Result<()> {
        match event {
            Event::Text(text) => self.out.write(&text),
            Event::TextEnded if self.out.fresh => Ok(()),
            Event::TextEnded => self.out.end_line(),
            Event::Status(status) => {
                self.status = status;
                Ok(())
            }
            Event::Notice(notice) => {
                match &notice {
                    Notice::Failed { .. } | Notice::NotStarted { .. } => {
                        self.code = FAILED;
                        self.status = AgentStatus::Idle;
                    }
                    Notice::Restarted | Notice::BegunAnew | Notice::Malformed { .. } => {}
                }
                self.out.end_line()?;
                output::warn(notice.say(self.texts));
                Ok(())
            }
            Event::Asked(_) => Ok(()),
        }
    }
}

/// When the next line is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pace {
    /// People may type ahead, and some agents never say that they have finished.
    AsTheyCome,
    /// A pipe has all its lines at once: each waits until the agent has finished with the previous
    /// one, or asks.
    ByTurns,
}

/// Standard output, for the agent's text.
struct Out {
    /// At the beginning of a line.
    fresh: bool,
    terminal: bool,
    /// The sign can be taken back; otherwise it stays, and a new line begins.
    draws: bool,
    /// The sign that a line can be typed is there.
    signed: bool,
}

impl Out {
    /// `> `: the agent waits for a line.
    fn sign(&mut self) -> std::io::Result<()> {
        if self.signed || !self.terminal {
            return Ok(());
        }
        self.end_line()?;
        self.signed = true;
        let mut out = stdout().lock();
        out.write_all(b"> ")?;
        out.flush()
    }

    fn write(&mut self, text: &str) -> std::io::Result<()> {
        let mut out = stdout().lock();
        if std::mem::take(&mut self.signed) {
            out.write_all(if self.draws { b"\r\x1b[K" } else { b"\n" })?;
        }
        if self.terminal {
            let text = clean(&text.replace('\t', "    "));
            out.write_all(text.as_bytes())?;
        } else {
            out.write_all(text.as_bytes())?;
        }
        self.fresh = text.ends_with('\n') || (self.fresh && text.is_empty());
        out.flush()
    }

    fn end_line(&mut self) -> std::io::Result<()> {
        match self.fresh {
            true if self.signed => self.write(""),
            true => Ok(()),
            false => self.write("\n"),
        }
    }
}
