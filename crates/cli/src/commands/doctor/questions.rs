//! An agent's own questions and permission prompts: whether they are brought here, in which of its
//! modes, and whether this version of it was tried.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use sayso_agents::{Agent, DialogServer, ServerPlace};
use sayso_setup::Checkup;
use tokio::process::Command;

use super::{Fault, Ground, Part};
use crate::commands::hook::{Behaviour, since};
use crate::config::{Settings, find, shown};

const NAME: &str = "questions";

/// It prints its version at once, or something is wrong with it.
const WITHIN: Duration = Duration::from_secs(5);

/// Nothing for an agent whose dialogs can't be brought here.
pub(crate) async fn parts(
    agent: &'static Agent,
    ground: &Ground,
    settings: &Settings,
) -> Vec<Part> {
    if let Some(server) = agent.dialog_server {
        return of_server(agent, &server, ground, settings).await;
    }
    let Some(bridge) = agent.bridge() else {
        let says = agent.stays_there.map(|why| format!("{}: {why}", agent.name));
        return says.map(|says| Part::unused(NAME, says)).into_iter().collect();
    };
    let data_dir = &settings.paths.data_dir;
    let (there, wanted) = Checkup::of(agent, &ground.place, &ground.server, false).bridged;
    let fix = format!("sayso setup {} --questions", agent.id);
    if there == 0 {
        let says = format!("{} asks in its own terminal only; `{fix}` changes that", agent.name);
        return vec![Part::unused(NAME, says)];
    }
    let mut parts: Vec<Part> = bridge
        .modes
        .iter()
        .map(|(mode, what)| Part::works(NAME, format!("{}, {mode}: {what}", agent.name)))
        .collect();
    parts.extend(missing(agent, (there, wanted), fix));
    let program = agent.programs.iter().find_map(|name| ground.place.program(name));
    parts.extend(match program {
        Some(program) => {
            let version = version(&program).await;
            let replaced = std::fs::metadata(&program).and_then(|file| file.modified());
            let seen = replaced.map(|replaced| since(data_dir, replaced));
            version_part(agent, bridge.tried, version.as_deref(), seen.unwrap_or_default())
        }
        None => None,
    });
    parts
}

fn missing(agent: &Agent, (there, wanted): (usize, usize), fix: String) -> Option<Part> {
    let name = agent.name;
    let what = match (wanted - there, wanted) {
        (0, _) => return None,
        (1, 1) => format!("the hook of {name} is missing"),
        (missing, _) => format!("{missing} of the {wanted} hooks of {name} are missing"),
    };
    Some(Part::lacking(NAME, Fault::command(what, fix)))
}

/// An agent to whose server the hub connects.
async fn of_server(
    agent: &'static Agent,
    server: &DialogServer,
    ground: &Ground,
    settings: &Settings,
) -> Vec<Part> {
    let name = agent.name;
    let value = settings.operational().ok();
    let value = value.and_then(|all| all.values.filled(server.setting).map(str::to_owned));
    let fix = format!("sayso setup {} --questions", agent.id);
    let Some(value) = value else {
        return vec![Part::unused(
            NAME,
            format!("{name} asks in its own terminal only; `{fix}` changes that"),
        )];
    };
    // Without a server it has hooks for them, or nothing.
    let hooks = agent.bridge().map_or(&[][..], |bridge| bridge.modes);
    let mut parts: Vec<Part> = server
        .modes
        .iter()
        .chain(hooks)
        .map(|(mode, what)| Part::works(NAME, format!("{name}, {mode}: {what}")))
        .collect();
    let printed = find(server.setting).map(|setting| shown(setting, value.clone()));
    let printed = printed.unwrap_or_default();
    let is_there = match server.at {
        ServerPlace::Port { .. } => {
            let mut hosts = value.split(',').filter_map(|url| url.rsplit(['@', '/']).next());
            hosts.any(|host| std::net::TcpStream::connect(host).is_ok())
        }
        ServerPlace::Home { socket } => Path::new(&value).join(socket).exists(),
    };
    let says = match (is_there, server.at) {
        (true, _) => format!("{name} listens at {printed}"),
        (false, ServerPlace::Port { .. }) => {
            format!("{name} doesn't listen at {printed} now; start it with that `--port`")
        }
        (false, ServerPlace::Home { .. }) => {
            format!("no daemon runs in {printed} now; {name} starts it")
        }
    };
    parts.push(Part::works(NAME, says));
    let (there, wanted) = Checkup::of(agent, &ground.place, &ground.server, false).bridged;
    parts.extend(missing(agent, (there, wanted), fix));
    let program = agent.programs.iter().find_map(|name| ground.place.program(name));
    if let Some(program) = program {
        let version = version(&program).await;
        parts.extend(version_part(agent, server.tried, version.as_deref(), Behaviour::default()));
    }
    parts
}

/// Fewer answers say nothing.
const ENOUGH: usize = 3;

/// Nothing is answered on a guess: whether this version was tried, or has behaved here as the one that was.
fn version_part(
    agent: &Agent,
    tried: &str,
    version: Option<&str>,
    seen: Behaviour,
) -> Option<Part> {
    let name = agent.name;
    let is = match version {
        Some(version) if version == tried => return None,
        Some(version) => format!("{name} is {version}"),
        None => format!("the version of {name} is not known"),
    };
    let Behaviour { given, unnamed, looked, unseen, confirmed } = seen;
    // Of the usual version some races are lost, too.
    let mostly = |part: usize, all: usize| all >= ENOUGH && part * 2 > all;
    let otherwise = [
        (mostly(unnamed, given), "most dialogs came without the tool use that they are about"),
        (mostly(unseen, looked), "its session file rarely said that a dialog was open"),
        (mostly(given - confirmed.min(given), given), "it rarely reported what it did"),
    ];
    let otherwise: Vec<&str> =
        otherwise.into_iter().filter_map(|(is, what)| is.then_some(what)).collect();
    if otherwise.is_empty() && given >= ENOUGH {
        let says = format!("{is}; {confirmed} of {given} dialogs behaved as those of {tried}");
        return Some(Part::works(NAME, says));
    }
    let what = match otherwise.is_empty() {
        true => format!("{is}; its dialogs were tried with {tried} and may behave differently"),
        false => format!("{is}, and behaves differently from {tried}: {}", otherwise.join(", ")),
    };
    let fix = format!(
        "watch that what you answer here happens there; `sayso pause {}` leaves them to its terminal",
        agent.id
    );
    Some(Part::lacking(NAME, Fault::by_hand(what, fix)))
}

/// The first word of what `--version` prints that looks like one.
async fn version(program: &Path) -> Option<String> {
    let mut command = Command::new(program);
    let printed = command.arg("--version").stdin(Stdio::null()).kill_on_drop(true).output();
    let printed = tokio::time::timeout(WITHIN, printed).await.ok()?.ok()?;
    let text = String::from_utf8(printed.stdout).ok()?;
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || ".-+".contains(letter);
    let is_version = |word: &&str| {
        word.starts_with(|letter: char| letter.is_ascii_digit()) && word.chars().all(is_plain)
    };
    // Codex has its name before it.
    text.split_whitespace().take(2).find(is_version).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn says(seen: Behaviour) -> (bool, String) {
        let agent = sayso_agents::AGENTS.iter().find(|agent| agent.is_bridged()).unwrap();
        let part = version_part(agent, "1.0.0", Some("99.0.0"), seen).unwrap();
        (part.works == Some(true) && part.fault.is_none(), part.says)
    }

    /// A race that was lost, or a dialog whose tool use was not reported, happens with every version.
    /// REQ: AD-3
    #[test]
    fn a_version_is_judged_by_most_of_its_dialogs() {
        let usual = Behaviour { given: 50, unnamed: 1, looked: 40, unseen: 2, confirmed: 46 };
        let (works, text) = says(usual);
        assert!(works && text.contains("46 of 50 dialogs behaved"), "{text}");
        for (other, what) in [
            (Behaviour { confirmed: 1, ..usual }, "rarely reported"),
            (Behaviour { unnamed: 40, ..usual }, "without the tool use"),
            (Behaviour { unseen: 30, ..usual }, "rarely said"),
        ] {
            let (works, text) = says(other);
            assert!(!works && text.contains(what), "{text}");
        }
        let alone = Behaviour { looked: 0, unseen: 0, ..usual };
        assert!(says(alone).0, "without a terminal there is no session file to look at");
        let (works, text) = says(Behaviour { given: 2, confirmed: 2, ..Behaviour::default() });
        assert!(!works && text.contains("may behave differently"), "{text}");
        let one = Behaviour { given: 2, unnamed: 1, looked: 1, unseen: 1, confirmed: 0 };
        assert!(says(one).1.contains("may behave differently"), "too few to say anything");
    }
}
