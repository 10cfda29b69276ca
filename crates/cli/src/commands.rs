//! The commands: this folder's tree is the command tree.

mod answer;
mod ask;
mod attach;
mod browser;
mod completions;
mod config;
mod decline;
mod demo;
mod doctor;
mod extend;
mod extract;
mod forget;
mod help;
mod history;
mod hook;
mod hub;
mod inbox;
mod list;
mod man;
mod mcp;
mod open;
mod policy;
mod relay;
mod setup;
mod show;
mod skill;
mod slack;
mod stats;
mod store;
mod token;
mod wait;
mod withdraw;

use std::path::PathBuf;

use clap::{Parser, Subcommand};
use sayso_core::InteractionId;
use sayso_core::text::clean_line;
use sayso_desk::{Asking, DeskError};

use crate::config::{Environment, Settings};
use crate::exit::{Code, Several};
use crate::output::ended::status;
use crate::{logs, wiring};

pub(crate) use completions::answer as complete;

/// Agents act on your say-so: they ask, you answer anywhere, they get exactly one answer.
#[derive(Parser)]
#[command(
    name = "sayso",
    version = crate::version::SHOWN,
    disable_help_subcommand = true,
    before_help = "Examples:
  sayso ask 'Which database?' -o PostgreSQL -o SQLite      ask, and wait for the answer
  sayso                                                    the inbox: answer questions from all agents
  sayso list                                               list waiting questions
  sayso answer 3f2a SQLite                                 answer it, from anywhere
",
    after_help = "Exit codes: 0 answered or done, 1 failed, 2 bad input, 3 cancelled or rejected, 4 timed out, 75 still pending.
Topics: `sayso help TOPIC` with agents, dialects, environment, exit-codes or settings."
)]
pub(crate) struct Cli {
    /// Data directory (also SAYSO_DATA_DIR)
    #[arg(long, global = true, value_name = "DIR", help_heading = "Global options")]
    data_dir: Option<PathBuf>,
    /// Without a command: list and answer line by line (for screen readers; also SAYSO_PLAIN=1)
    #[arg(long)]
    plain: bool,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Ask(ask::Ask),
    Inbox(inbox::Inbox),
    Answer(answer::Answer),
    Open(open::Open),
    /// List browsers with access to the portal, or revoke it
    #[command(
        subcommand,
        before_help = "Examples:
  sayso browser list
  sayso browser revoke 3f2a"
    )]
    Browser(browser::Browser),
    Cancel(decline::Cancel),
    Reject(decline::Reject),
    Withdraw(withdraw::Withdraw),
    List(list::List),
    Show(show::Show),
    History(history::History),
    Stats(stats::Stats),
    Wait(wait::Wait),
    Extend(extend::Extend),
    Forget(forget::Forget),
    /// Manage the background hub (started automatically)
    #[command(
        subcommand,
        before_help = "Examples:
  sayso hub status
  sayso hub stop         the next command starts it again
  sayso hub install      start it at login"
    )]
    Hub(hub::Hub),
    /// Show and change settings
    #[command(
        subcommand,
        before_help = "Examples:
  sayso config show
  sayso config set language zh
  sayso config set timeout '600 always'
  sayso config set hub.port 8080
  sayso config unset timeout"
    )]
    Config(config::Config),
    Demo(demo::Demo),
    Setup(setup::Setup),
    Doctor(doctor::Doctor),
    Mcp(mcp::Mcp),
    /// An older name of `mcp`
    #[command(hide = true)]
    Server(mcp::Mcp),
    Attach(attach::Attach),
    Hook(hook::Hook),
    /// List and test the rules of `sayso hook`
    #[command(
        subcommand,
        before_help = "Examples:
  sayso policy check 'git push --force'
  sayso policy list"
    )]
    Policy(policy::Policy),
    Extract(extract::Extract),
    /// Teach a model without tools to ask by writing a question as JSON in its text
    #[command(
        subcommand,
        before_help = "Example:
  mkdir -p ~/.claude/skills/ask-the-user
  sayso skill print > ~/.claude/skills/ask-the-user/SKILL.md"
    )]
    Skill(skill::Skill),
    /// Answer questions in Slack
    #[command(
        subcommand,
        before_help = "Example:
  sayso slack setup      checks everything and asks a question"
    )]
    Slack(slack::Slack),
    /// Manage tokens for agents that connect over HTTP (they can ask, and nothing else)
    #[command(
        subcommand,
        before_help = "Examples:
  sayso token create --name claude      prints the token, once
  sayso token list
  sayso token revoke claude"
    )]
    Token(token::Token),
    /// Copy and check the store: SQLite or PostgreSQL
    #[command(
        subcommand,
        before_help = "Examples:
  sayso store check
  sayso store copy --from sqlite --to hub.database"
    )]
    Store(store::Store),
    Relay(relay::Relay),
    Help(help::Help),
    Completions(completions::Completions),
    Man(man::Man),
}

pub(crate) fn run(cli: Cli) -> anyhow::Result<Code> {
    let command = match cli.command.unwrap_or(Command::Inbox(inbox::Inbox { plain: cli.plain })) {
        // Only prints text, so it needs no configuration and must not fail because of one.
        Command::Completions(completions) => return completions.run(),
        Command::Man(man) => return man.run(),
        Command::Help(help) => return help.run(),
        Command::Extract(extract) => return extract.run(),
        Command::Skill(skill) => return skill.run(),
        // Invalid settings must not let anything through.
        Command::Hook(hook) => return hook.run(cli.data_dir.as_deref()),
        command => command,
    };
    let settings = Settings::load(Environment::of_process(), cli.data_dir.as_deref())?;
    let command = match command {
        // The hub sets up its own log, and needs a runtime with several threads.
        Command::Hub(hub::Hub::Run(run)) => return run.run(&settings),
        command => command,
    };
    logs::start(&settings.log_level, settings.log_file.as_deref())?;
    for remark in &settings.remarks {
        tracing::warn!("{remark}");
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let code = runtime.block_on(async {
        match command {
            Command::Ask(ask) => ask.run(&settings).await,
            Command::Inbox(inbox) => inbox.run(&settings).await,
            Command::Answer(answer) => answer.run(&settings).await,
            Command::Open(open) => open.run(&settings).await,
            Command::Browser(browser) => browser.run(&settings).await,
            Command::Cancel(cancel) => cancel.run(&settings).await,
            Command::Reject(reject) => reject.run(&settings).await,
            Command::Withdraw(withdraw) => withdraw.run(&settings).await,
            Command::List(list) => list.run(&settings).await,
            Command::Show(show) => show.run(&settings).await,
            Command::History(history) => history.run(&settings).await,
            Command::Stats(stats) => stats.run(&settings).await,
            Command::Wait(wait) => wait.run(&settings).await,
            Command::Extend(extend) => extend.run(&settings).await,
            Command::Forget(forget) => forget.run(&settings).await,
            Command::Hub(hub) => hub.run(&settings).await,
            Command::Config(config) => config.run(&settings).await,
            Command::Demo(demo) => demo.run(&settings).await,
            Command::Mcp(mcp) => mcp.run(&settings).await,
            Command::Server(mcp) => {
                tracing::warn!("sayso server: deprecated; use `sayso mcp`");
                mcp.run(&settings).await
            }
            Command::Attach(attach) => attach.run(&settings).await,
            Command::Slack(slack) => slack.run(&settings).await,
            Command::Token(token) => token.run(&settings).await,
            Command::Store(store) => store.run(&settings).await,
            Command::Relay(relay) => relay.run(&settings).await,
            Command::Policy(policy) => policy.run(&settings),
            Command::Setup(setup) => setup.run(&settings),
            Command::Doctor(doctor) => doctor.run(&settings).await,
            Command::Hook(_)
            | Command::Completions(_)
            | Command::Man(_)
            | Command::Help(_)
            | Command::Extract(_)
            | Command::Skill(_) => unreachable!("run above"),
        }
    });
    let code = code.map_err(|error| match error.downcast::<DeskError>() {
        Ok(DeskError::Ambiguous { prefix, matches }) => {
            runtime.block_on(several(&settings, prefix, &matches)).into()
        }
        Ok(error) => error.into(),
        Err(error) => error,
    });
    let code = code.map_err(|error| match settings.operational() {
        // The hub didn't start because of its configuration, so that is the error to report.
        Err(faults) if is_unreachable(&error) => faults,
        Ok(_) | Err(_) => error,
    });
    // An editor's thread may still be running; nobody needs it any more.
    runtime.shutdown_background();
    code
}

/// The questions that begin with the same characters.
async fn several(settings: &Settings, prefix: String, matches: &[InteractionId]) -> Several {
    let mut titles = Vec::new();
    for id in matches {
        let shown = match wiring::desk(settings) {
            Ok(desk) => desk.show(&(*id).into()).await.ok(),
            Err(_) => None,
        };
        titles.push(match shown {
            Some(view) => {
                let title = clean_line(&view.interaction.form.title);
                format!("{id}  {title}  ({})", status(view.status))
            }
            None => id.to_string(),
        });
    }
    Several { prefix, titles }
}

fn is_unreachable(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref::<DeskError>(), Some(DeskError::Unreachable(_)))
}
