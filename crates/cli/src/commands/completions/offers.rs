//! Offers of completions beyond the definitions: ids, options, tokens, browsers, and values of
//! settings. Only a running hub is asked, and only briefly.
//!
//! A shell puts what is offered into a command line as it is, and much of it is written by agents.
//! So values are plain words; other text is only shown beside them.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap_complete::CompletionCandidate;
use sayso_api::{Pace, RemoteDesk};
use sayso_core::IdPrefix;
use sayso_core::settings::Key;
use sayso_core::text::clean_line;
use sayso_desk::{Answering, Asking, DeskError, Query, Row, Scope};
use sayso_relay::Protocol;

use crate::config::{Environment, Settings, find};
use crate::wiring::{self, CHATS};

/// Longer than this nobody waits for a Tab.
const PACE: Pace = Pace {
    mention: Duration::from_secs(1),
    end: Duration::from_secs(1),
    starting: Duration::from_secs(1),
    silence: Duration::from_secs(1),
};

/// Questions that wait for an answer.
pub(crate) fn waiting() -> Vec<CompletionCandidate> {
    questions(Scope::Active)
}

/// Waiting and settled questions.
pub(crate) fn all() -> Vec<CompletionCandidate> {
    questions(Scope::All)
}

fn questions(scope: Scope) -> Vec<CompletionCandidate> {
    let page = of_hub(async |desk| desk.list(Query { scope, ..Query::default() }).await);
    let rows = page.into_iter().flat_map(|page| page.rows);
    rows.filter_map(|row| offered(&row.id.short(), &row.title)).collect()
}

/// Agents and projects of what was asked lately.
pub(crate) fn agents() -> Vec<CompletionCandidate> {
    names(|row| row.agent)
}

pub(crate) fn projects() -> Vec<CompletionCandidate> {
    names(|row| row.project)
}

fn names(of: fn(Row) -> Option<String>) -> Vec<CompletionCandidate> {
    let query = Query { scope: Scope::Completed, ..Query::default() };
    let rows = of_hub(async |desk| desk.list(query).await).into_iter().flat_map(|page| page.rows);
    let names: BTreeSet<String> = rows.filter_map(of).map(|name| name.replace(' ', "-")).collect();
    names.iter().filter_map(|name| offered(name, "")).collect()
}

/// The options of the question that `sayso answer` names, if there is only one.
pub(crate) fn options() -> Vec<CompletionCandidate> {
    let named = words_after("answer").next().and_then(|id| id.parse::<IdPrefix>().ok());
    let view = named.and_then(|id| of_hub(async |desk| desk.show(&id).await));
    let Some(view) = view else { return Vec::new() };
    let [question] = &view.interaction.form.questions[..] else { return Vec::new() };
    let options = question.control.options().iter().enumerate();
    options
        .filter_map(|(place, option)| {
            let label = offered(&option.label, option.description.as_deref().unwrap_or_default());
            label.or_else(|| offered(&(place + 1).to_string(), &option.label))
        })
        .collect()
}

/// Tokens of agents.
pub(crate) fn tokens() -> Vec<CompletionCandidate> {
    let tokens = of_hub(async |desk| desk.tokens().await).unwrap_or_default();
    tokens.into_iter().filter_map(|token| offered(&token.id, &token.name)).collect()
}

/// Browsers with access.
pub(crate) fn browsers() -> Vec<CompletionCandidate> {
    let pages = of_hub(async |desk| desk.pages().await).unwrap_or_default();
    pages.into_iter().filter_map(|page| offered(&page.id, &page.browser)).collect()
}

/// Values of the setting that `sayso config set` names.
pub(crate) fn values() -> Vec<CompletionCandidate> {
    let name = words_after("set").next().unwrap_or_default();
    let setting = Key::from_name(&name).map(Key::setting).or_else(|| find(&name));
    let Some(setting) = setting else { return Vec::new() };
    let mut values = setting.choices(CHATS);
    if values.is_empty() && !setting.default.is_empty() {
        values.push(setting.default.to_owned());
    }
    let marked = |value: &str| if value == setting.default { "default" } else { "" };
    values.iter().filter_map(|value| offered(value, marked(value))).collect()
}

/// What a timeout may do.
pub(crate) fn actions() -> Vec<CompletionCandidate> {
    ["submit", "cancel", "reinvoke"].iter().filter_map(|action| offered(action, "")).collect()
}

/// How the agent of a relay is spoken to.
pub(crate) fn protocols() -> Vec<CompletionCandidate> {
    Protocol::ALL.iter().filter_map(|protocol| offered(protocol.as_str(), "")).collect()
}

/// Surfaces to ask on.
pub(crate) fn surfaces() -> Vec<CompletionCandidate> {
    let surfaces = Key::Interface.setting().choices(CHATS);
    surfaces.iter().filter_map(|surface| offered(surface, "")).collect()
}

/// `None` if the shell would read it as more than a word.
fn offered(value: &str, about: &str) -> Option<CompletionCandidate> {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "._-+,".contains(letter);
    let about = Some(clean_line(about)).filter(|about| !about.is_empty());
    (!value.is_empty() && !value.starts_with('-') && value.chars().all(plain))
        .then(|| CompletionCandidate::new(value).help(about.map(Into::into)))
}

/// The words of the line behind this command, without flags.
fn words_after(command: &str) -> impl Iterator<Item = String> {
    let words = line().map(|word| word.to_string_lossy().into_owned());
    words.skip_while(move |word| word != command).skip(1).filter(|word| !word.starts_with('-'))
}

/// The line to complete: `sayso -- sayso answer …`.
fn line() -> impl Iterator<Item = OsString> {
    std::env::args_os().skip_while(|word| word != "--").skip(1)
}

fn data_dir() -> Option<PathBuf> {
    let mut words = line().skip_while(|word| word != "--data-dir");
    words.nth(1).map(PathBuf::from)
}

/// Asks the hub, if one is running.
fn of_hub<T>(ask: impl AsyncFnOnce(&RemoteDesk) -> Result<T, DeskError>) -> Option<T> {
    let settings = Settings::load(Environment::of_process(), data_dir().as_deref()).ok()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().ok()?;
    runtime.block_on(async {
        let desk = wiring::running_hub(&settings, PACE).ok()?;
        desk.on_unresponsive(|_| {});
        ask(&desk).await.ok()
    })
}
