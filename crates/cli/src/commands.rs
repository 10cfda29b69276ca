//! The commands: this folder's tree is the command tree.

mod answer;
mod ask;
mod attach;
mod browser;
mod chat_trial;
mod completions;
mod config;
mod confirm;
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
mod init;
mod list;
mod man;
mod mcp;
mod next;
mod open;
mod pause;
pub(crate) mod policy;
mod relay;
mod setup;
mod several;
mod show;
mod skill;
mod slack;
mod stats;
mod store;
mod telegram;
mod token;
mod wait;
mod withdraw;

use std::path::PathBuf;

use clap::{FromArgMatches, Parser, Subcommand};
use sayso_desk::DeskError;

use crate::config::{Environment, Settings};
use crate::exit::{self, BAD_INPUT, Code};
use crate::logs;

pub(crate) use completions::answer as complete;
pub(crate) use hook::{Hubs, watch_agents};
pub(crate) use pause::is_paused;

/// sayso lets AI agents and scripts ask you questions; you answer anywhere, and they get exactly one answer.
#[derive(Parser)]
#[command(
    name = "sayso",
    version = crate::version::SHOWN,
    disable_help_subcommand = true,
    before_help = "Examples:
  sayso ask 'Which database?' -o PostgreSQL -o SQLite      ask, and wait
  sayso confirm 'Deploy?' && ./deploy                      yes or no
  sayso                                                    the inbox
  sayso answer 3f2a SQLite                                 answer, from anywhere
",
    after_help = "Exit codes: 0 answered or done, 1 failed, 2 bad input, 3 cancelled or rejected, 4 timed out, 75 still waiting.
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
    Confirm(confirm::Confirm),
    Inbox(inbox::Inbox),
    Answer(answer::Answer),
    Next(next::Next),
    Open(open::Open),
    /// List browsers with access to the page, or revoke their access
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
    Stats(stats::StatsArgs),
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
  sayso config set timeout 10m --always
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
    Attach(attach::AttachArgs),
    Hook(hook::Hook),
    Pause(pause::Pause),
    /// List and test the rules of `sayso hook`
    #[command(
        subcommand,
        before_help = "Examples:
  sayso policy check 'git push --force'
  sayso policy list"
    )]
    Policy(policy::PolicyCommand),
    Extract(extract::Extract),
    /// Teach a model without tools to ask: with JSON in its text
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
    /// Answer questions in Telegram, on a phone
    #[command(
        subcommand,
        before_help = "Examples:
  sayso telegram setup < token      checks the token of your bot and saves it
  sayso telegram pair               connects your account
  sayso telegram list
  sayso telegram revoke"
    )]
    Telegram(telegram::Telegram),
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
    Relay(relay::RelayArgs),
    Help(help::Help),
    Init(init::Init),
    Completions(completions::Completions),
    Man(man::Man),
}

/// Agents start these for every session and tool: their flags are read without building those of all
/// other commands, which takes longer than the rest of the start.
#[derive(Parser)]
struct StartedByAgents {
    #[arg(long, global = true)]
    data_dir: Option<PathBuf>,
    #[command(subcommand)]
    command: AgentCommand,
}

#[derive(Subcommand)]
enum AgentCommand {
    Mcp(mcp::Mcp),
    Hook(hook::Hook),
}

impl StartedByAgents {
    /// Nothing for what all commands are needed for: their help, and errors.
    fn typed() -> Option<Cli> {
        let name = std::env::args_os().nth(1)?;
        if name != "mcp" && name != "hook" {
            return None;
        }
        let StartedByAgents { data_dir, command } = StartedByAgents::try_parse().ok()?;
        let command = match command {
            AgentCommand::Mcp(mcp) => Command::Mcp(mcp),
            AgentCommand::Hook(hook) => Command::Hook(hook),
        };
        Some(Cli { data_dir, plain: false, command: Some(command) })
    }
}

impl Cli {
    /// As typed; help and version are errors, too.
    pub(crate) fn typed() -> Result<Cli, clap::Error> {
        if let Some(cli) = StartedByAgents::typed() {
            return Ok(cli);
        }
        let mut root = help::root();
        let matches = root.try_get_matches_from_mut(std::env::args_os())?;
        Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut root))
    }
}

pub(crate) fn run(cli: Cli) -> anyhow::Result<Code> {
    // Its code 1 is a person's no.
    let confirms = matches!(cli.command, Some(Command::Confirm(_)));
    match run_command(cli) {
        Err(error) if confirms => {
            exit::report(&error);
            Ok(BAD_INPUT)
        }
        code => code,
    }
}

fn run_command(cli: Cli) -> anyhow::Result<Code> {
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
            Command::Confirm(confirm) => confirm.run(&settings).await,
            Command::Inbox(inbox) => inbox.run(&settings).await,
            Command::Answer(answer) => answer.run(&settings).await,
            Command::Next(next) => next.run(&settings).await,
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
            Command::Pause(pause) => pause.run(&settings),
            Command::Mcp(mcp) => mcp.run(&settings).await,
            Command::Server(mcp) => {
                tracing::warn!("sayso server: deprecated; use `sayso mcp`");
                mcp.run(&settings).await
            }
            Command::Attach(attach) => attach.run(&settings).await,
            Command::Slack(slack) => slack.run(&settings).await,
            Command::Telegram(telegram) => telegram.run(&settings).await,
            Command::Token(token) => token.run(&settings).await,
            Command::Store(store) => store.run(&settings).await,
            Command::Relay(relay) => relay.run(&settings).await,
            Command::Policy(policy) => policy.run(&settings),
            Command::Init(init) => init.run(&settings),
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
            runtime.block_on(several::named(&settings, prefix, &matches)).into()
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

fn is_unreachable(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref::<DeskError>(), Some(DeskError::Unreachable(_)))
}
