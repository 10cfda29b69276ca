//! `sayso hook`: run by an agent's tool-use hook. Reads what the agent is about to do, asks if a
//! rule says so, prints the decision and nothing else.
//!
//! Every failure is on the safe side. An agent runs the command if it has to cut off the hook, so
//! the decision always comes before that. A format that the agent wouldn't understand isn't served
//! at all.

mod bridge;
mod caller;
mod input;
mod watched;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use sayso_agents::{AGENTS, DialogBeside};
use sayso_core::{Dialect, InteractionId, Purpose};
use sayso_desk::{Ask, Asker, Asking, Claim, DeskError, Patience, Repeat};
use sayso_guard::hook::{Decision, Details, HookFormat, ToolProposal, Verdict, arguments};
use sayso_guard::{Match, Treatment, judge, shipped};
use sayso_setup::Checkup;

use super::policy::Here;
use super::setup::Ground;
use crate::config::{Environment, Policy, Settings};
use crate::exit::{ANSWERED, BAD_INPUT, Code, report};
use crate::output::time;
use crate::{logs, output, permission_card, wiring};
pub(crate) use bridge::{Behaviour, Hubs, since, watch_agents};
use caller::Caller;
use input::Input;
use watched::{fallen, watched_desk};

/// Decide whether an agent may use a tool: reads the tool use from stdin, prints the decision
#[derive(Args)]
#[command(before_help = "Example, in Claude Code's settings:
  {\"hooks\": {\"PreToolUse\": [{\"matcher\": \"*\", \"hooks\":
    [{\"type\": \"command\", \"command\": \"sayso hook --limit 330 || exit 2\", \"timeout\": 330}]}]}}")]
pub(crate) struct Hook {
    /// Time limit of this hook in the agent's settings (330, 5m), at least 10s; a tool use that is still
    /// undecided 5 s before it is denied [default: the agent's own limit]
    #[arg(long, value_name = "TIME", value_parser = |text: &str| time::seconds_within(text, 10..=604_800))]
    limit: Option<u64>,
    /// The agent that runs this hook [default: detected]
    #[arg(long, value_name = "NAME", value_parser = formats())]
    agent: Option<HookFormat>,
    /// Bring the agent's own questions and permission prompts here, while its dialog stays open (Claude
    /// Code) or waits (Codex, Qwen Code: permission prompts only); decide nothing else
    #[arg(long, conflicts_with = "agent")]
    questions: bool,
}

fn formats() -> impl TypedValueParser<Value = HookFormat> {
    let value = |format: &HookFormat| PossibleValue::new(format.id()).help(format.about());
    let values: Vec<PossibleValue> = HookFormat::all(AGENTS).iter().map(value).collect();
    PossibleValuesParser::new(values)
        .map(|id| HookFormat::by_id(AGENTS, &id).expect("it is one of the values"))
}

/// Agents write the tool use and close stdin at once.
const READ_WITHIN: Duration = Duration::from_secs(5);
/// Time left of the agent's limit when the question ends: to receive the outcome, decide and print
/// it.
const MARGIN: Duration = Duration::from_secs(5);
/// How much later the hook decides itself, if the hub doesn't respond.
const SILENCE: Duration = Duration::from_secs(1);
/// Time limit for withdrawing the question from a hub that may be gone.
const FAREWELL: Duration = Duration::from_millis(500);

impl Hook {
    /// Agents treat any exit code but 2 as 'continue', so every failure ends with that one.
    pub(crate) fn run(self, data_dir: Option<&Path>) -> anyhow::Result<Code> {
        if self.questions {
            // Without us the agent has its own dialog, so every failure ends with silence.
            let limit = self.limit.unwrap_or(HookFormat::Plain.limit());
            let run = AssertUnwindSafe(|| bridge::run(data_dir, limit));
            return Ok(catch_unwind(run).unwrap_or(ANSWERED));
        }
        let run = AssertUnwindSafe(|| self.run_here(data_dir));
        match catch_unwind(run) {
            Ok(Ok(code)) => Ok(code),
            Ok(Err(error)) => Ok(blocked(&format!("sayso could not decide: {error:#}"))),
            // The panic message has been printed.
            Err(_) => Ok(BAD_INPUT),
        }
    }

    /// Loads the settings itself: a failure to load them must not let anything through.
    #[expect(clippy::disallowed_methods, reason = "the timer of a connection or a process")]
    fn run_here(self, data_dir: Option<&Path>) -> anyhow::Result<Code> {
        let (begun, caller) = (Instant::now(), Caller::of_process());
        let settings = Settings::load(Environment::of_process(), data_dir);
        if let Ok(settings) = &settings {
            start_log(settings);
        }
        let environment = Environment::of_process();
        let is_set = |name: &str| environment.first(&[name]).is_some();
        let understand = |text: &[u8]| ToolProposal::read(AGENTS, text, self.agent, &is_set);
        let read = match input::read_stdin(READ_WITHIN / wiring::test_speed()) {
            Input::Whole(text) => understand(&text),
            Input::Unclosed(text) => {
                let fault = format!("stdin was not closed within {} s", READ_WITHIN.as_secs());
                match understand(&text) {
                    // The agent is known nevertheless.
                    Ok(Some(ToolProposal { format, event, .. })) => {
                        return print(&Verdict::deny(unreadable(&fault), None), format, &event);
                    }
                    Ok(None) | Err(_) => Err(fault),
                }
            }
            Input::Failed(fault) => Err(fault),
        };
        let proposal = match read {
            Ok(Some(proposal)) => proposal,
            Ok(None) => return Ok(ANSWERED),
            Err(fault) => {
                if let Some(HookFormat::Plain) = self.agent {
                    let verdict = Verdict::deny(unreadable(&fault), None);
                    return print(&verdict, HookFormat::Plain, "");
                }
                return Ok(blocked(&format!("sayso cannot read it: {fault}")));
            }
        };
        let policy = match &settings {
            Ok(settings) => settings.policy_about(&proposal.tool_use),
            Err(error) => Err(anyhow::anyhow!("{error:#}")),
        };
        let rules = match &policy {
            Ok(policy) => policy.in_force(),
            // It is unknown which rules are disabled: all built-in rules apply.
            Err(_) => shipped(),
        };
        let facts = Here::new(proposal.tool_use.directory.as_deref());
        let mut matches = judge(&rules, &proposal.tool_use, &facts);
        let redirects = |one: &Match<'_>| one.rule.kind.treatment() == Treatment::Deny;
        // Its own question arrives here as it is.
        if matches.iter().any(redirects)
            && settings.as_ref().is_ok_and(|it| is_bridged(&proposal, it))
        {
            matches.retain(|one| !redirects(one));
        }
        let Some(first) = matches.first() else {
            let pass = Verdict::pass("no rule applies".to_owned(), None);
            return print(&pass, proposal.format, &proposal.event);
        };
        if first.rule.kind.treatment() == Treatment::Deny && policy.is_ok() {
            return print(&Verdict::redirect(first), proposal.format, &proposal.event);
        }
        let limit = Duration::from_secs(self.limit.unwrap_or(proposal.format.limit()));
        let until = begun + limit.saturating_sub(MARGIN);
        let given = settings.and_then(|settings| Ok((settings, policy?)));
        // Only now: most tool uses have ended above.
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let code = runtime.block_on(async {
            tokio::select! {
                biased;
                code = decide(&proposal, &matches, &given, until) => code,
                // The question is withdrawn with the connection.
                () = caller.gone() => anyhow::bail!("the agent is gone"),
            }
        });
        runtime.shutdown_background();
        code
    }
}

/// Whether the person has switched on that this agent's own questions arrive here.
fn is_bridged(proposal: &ToolProposal, settings: &Settings) -> bool {
    let HookFormat::Agent(agent, _) = proposal.format else { return false };
    if let Some(server) = agent.dialog_server {
        let all = settings.operational();
        return all.is_ok_and(|all| all.values.filled(server.setting).is_some());
    }
    let Ok(Ground { place, server, .. }) = Ground::new(settings) else { return false };
    // Where its dialog waits for the hook, no hook can answer a question.
    agent.bridge().is_some_and(|bridge| bridge.dialog == DialogBeside::Open) && {
        let (there, wanted) = Checkup::of(agent, &place, &server, false).bridged;
        there == wanted
    }
}

/// A log that can't be written is no reason to let anything through, nor to stop everything.
fn start_log(settings: &Settings) {
    if let Err(error) = logs::start(&settings.log_level, settings.log_file.as_deref()) {
        output::warn(format!("{error:#}"));
    }
    for remark in &settings.remarks {
        tracing::warn!("{remark}");
    }
}

/// The agent is unknown, or can't be given a decision; this code means no to every agent.
fn blocked(why: &str) -> Code {
    report(&anyhow::anyhow!("the tool use was blocked: {why}"));
    BAD_INPUT
}

fn unreadable(fault: &str) -> String {
    format!("sayso cannot read the tool use: {fault}")
}

/// By a person. `matches` has one rule at least, the strictest first.
async fn decide(
    proposal: &ToolProposal,
    matches: &[Match<'_>],
    given: &anyhow::Result<(Settings, Policy)>,
    until: Instant,
) -> anyhow::Result<Code> {
    let say = |verdict: &Verdict| print(verdict, proposal.format, &proposal.event);
    let asked = match given {
        Ok((settings, policy)) => ask(proposal, matches, settings, policy, until).await,
        Err(error) => Err(anyhow::anyhow!("{error:#}")),
    };
    match asked {
        Ok(answered) => {
            let code = say(&answered.verdict)?;
            // The agent has it and waits for nothing else.
            let noted = tokio::time::timeout(FAREWELL, answered.desk.delivered(answered.id));
            if !matches!(noted.await, Ok(Ok(()))) {
                tracing::warn!("could not note the delivery");
            }
            Ok(code)
        }
        Err(error) => {
            let why = format!("sayso could not ask the user: {error:#}");
            // A hub that doesn't respond is no reason to let anything through, for any rule.
            match error.downcast_ref::<DeskError>() {
                Some(DeskError::NoAnswer { .. }) => say(&Verdict::unanswered(&matches[0], &why)),
                Some(_) | None => say(&Verdict::unasked(&matches[0], &why)),
            }
        }
    }
}

/// The outcome, and where to report its delivery.
struct Answered {
    verdict: Verdict,
    desk: Arc<dyn Asking>,
    id: InteractionId,
    /// Nobody else gets the answer while it is being delivered.
    _claim: Claim,
}

#[expect(clippy::disallowed_methods, reason = "the timer of a connection or a process")]
async fn ask(
    proposal: &ToolProposal,
    matches: &[Match<'_>],
    settings: &Settings,
    policy: &Policy,
    until: Instant,
) -> anyhow::Result<Answered> {
    let (desk, unresponsive) = watched_desk(settings)?;
    // Rounded to the nearest second: rounding down would lose up to a whole one.
    let left = until.saturating_duration_since(Instant::now());
    let left = (left + Duration::from_millis(500)).as_secs();
    let diff = permission_card::changes(&proposal.tool_use.tool, &proposal.tool_use.input);
    let details = Details {
        agent: &proposal.agent,
        purpose: proposal.purpose.as_deref(),
        diff: diff.as_deref(),
        timeout: Some(policy.timeout),
        ..Details::default()
    };
    let ask = Ask {
        dialect: Dialect::Permission,
        purpose: Purpose::Decision,
        arguments: arguments(&proposal.tool_use, matches, &details),
        asker: Asker {
            agent: Some(proposal.agent.clone()),
            directory: proposal.tool_use.directory.clone(),
            session: proposal.session.clone(),
            environment: settings.environment.clone(),
            // No extension beyond this: the agent doesn't wait.
            limit_seconds: Some(left),
            tool_use: proposal.call.clone(),
            ..Asker::default()
        },
        call_id: None,
        repeat: Repeat::Permission,
    };
    let begun = Instant::now();
    let end = tokio::time::Instant::from_std(until + SILENCE);
    let asked = tokio::select! {
        asked = desk.ask_and_claim(ask) => asked,
        unresponsive = fallen(unresponsive.clone()) => Err(DeskError::NoAnswer { unresponsive, waited: begun.elapsed() }),
        () = tokio::time::sleep_until(end) => Err(DeskError::Unreachable("it does not answer".to_owned())),
    };
    let asked = asked.map_err(|error| explained(error, settings))?;
    let id = asked.view.interaction.id;
    let waited = async {
        let reached = wiring::bring(settings, &desk, &asked.view).await;
        tracing::info!(session_id = %id, directions = reached.directions(), "asked");
        desk.wait(id, Patience::Forever).await
    };
    let gone = tokio::select! {
        waited = waited => match waited {
            Ok(view) => {
                Ok(Verdict::of_outcome(&matches[0], &proposal.tool_use, &view.interaction))
            }
            Err(error) => Err(format!("The hub was lost: {error}")),
        },
        unresponsive = fallen(unresponsive) => {
            take_back(desk.as_ref(), id).await;
            Err(format!("The answer cannot come: {unresponsive}"))
        }
        () = tokio::time::sleep_until(end) => {
            take_back(desk.as_ref(), id).await;
            Err("The agent's limit for this hook is over, and the hub has said nothing".to_owned())
        }
    };
    let verdict = gone.unwrap_or_else(|why| Verdict::unanswered(&matches[0], &why));
    Ok(Answered { verdict, desk, id, _claim: asked.claim })
}

/// So that nobody decides about what is already decided.
async fn take_back(desk: &dyn Asking, id: InteractionId) {
    let why = Some("the agent could not wait any longer".to_owned());
    let withdrawn = desk.withdraw(id, why, wiring::actor());
    if tokio::time::timeout(FAREWELL, withdrawn).await.is_err() {
        tracing::warn!(session_id = %id, "the question could not be taken back");
    }
}

/// The hub didn't start because of its configuration, so that is the error to report.
fn explained(error: DeskError, settings: &Settings) -> anyhow::Error {
    match settings.operational() {
        Err(faults) if matches!(error, DeskError::Unreachable(_)) => faults,
        Ok(_) | Err(_) => error.into(),
    }
}

fn print(verdict: &Verdict, format: HookFormat, event: &str) -> anyhow::Result<Code> {
    let Verdict { decision, reason, rule } = verdict;
    tracing::info!(?decision, rule, reason, "decided");
    if *decision == Decision::Pass && rule.is_some() {
        tracing::warn!(rule, "not decided here: {reason}");
    }
    if let Some(reply) = verdict.reply(format, event) {
        output::json(&reply)?;
    }
    Ok(ANSWERED)
}
