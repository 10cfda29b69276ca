//! The bridges of a hub: what they are told of, and what the rest of the program does for them.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use sayso_api::RemoteDesk;
use sayso_bridges::{AgentServer, BridgeSetup, ProposedAction};
use sayso_desk::{Answering, SystemClock};
use sayso_guard::ToolUse;
use sayso_guard::hook::Details;
use sayso_hub::{Beside, Changes, News, listens_as_us};
use tokio::sync::watch;

use crate::commands::is_paused;
use crate::config::Settings;
use crate::permission_card;

/// Before a hub that cannot be reached is looked for again.
const AGAIN: Duration = Duration::from_secs(5);

/// The bridges to these servers, to be started with the hub.
pub(super) fn of_hub(settings: &Settings, servers: Vec<AgentServer>) -> Beside {
    let rules = permission_card::rules(settings);
    let data_dir = settings.paths.data_dir.clone();
    let (wanted, servers) = watch::channel(servers);
    let watched = Watched { settings: settings.clone(), wanted };
    Box::new(move |desk, cluster, connections| {
        let (tell, changed) = watch::channel(0);
        let setup = BridgeSetup {
            desk,
            clock: Arc::new(SystemClock::new()),
            servers,
            card: Box::new(move |action: &ProposedAction, agent: &'static str| {
                let ProposedAction { tool, input, directory, purpose, diff } = action;
                let (tool, input) = (tool.clone(), input.clone());
                let tool_use = ToolUse { tool, input, directory: directory.clone() };
                let (purpose, diff) = (purpose.as_deref(), diff.as_deref());
                let details = Details { agent, purpose, diff, ..Details::default() };
                permission_card::arguments(&rules, &tool_use, &details)
            }),
            is_paused: Box::new(move |agent: &str| is_paused(&data_dir, agent)),
            is_ours: listens_as_us,
            actor: super::actor(),
            cluster,
            machine: machine(),
            changed,
        };
        Box::pin(async move {
            tokio::join!(sayso_bridges::run(setup), watched.watch(connections, tell));
        })
    })
}

/// The same for all hubs on this machine since it was started, and for no other: many are called the same.
fn machine() -> String {
    let name = rustix::system::uname();
    let name = name.nodename().to_string_lossy();
    match std::fs::read_to_string("/proc/sys/kernel/random/boot_id") {
        Ok(boot) => format!("{name} {}", boot.trim()),
        Err(_) => name.into_owned(),
    }
}

/// What the bridges are told of.
struct Watched {
    settings: Settings,
    wanted: watch::Sender<Vec<AgentServer>>,
}

impl Watched {
    /// Tells the bridges when a server may have started: an agent starts our server then, and some make
    /// their socket; and which servers there are, when the configuration was written.
    async fn watch(self, mut connections: watch::Receiver<usize>, tell: watch::Sender<u64>) {
        let mut changes = Changes::new().ok();
        loop {
            if let Some(changes) = &changes {
                look_at_file(changes, &self.settings.config_file);
            }
            // Checked after the watch has started, so that no change is missed.
            self.read(changes.as_ref());
            let told = async {
                match &mut changes {
                    Some(changes) => changes.next().await.is_ok(),
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                told = told => if !told {
                    changes = None;
                },
                more = connections.changed() => if more.is_err() {
                    return;
                },
            }
            tell.send_modify(|times| *times += 1);
        }
    }

    /// A configuration that cannot be read changes nothing.
    fn read(&self, changes: Option<&Changes>) {
        let servers = match self.settings.operational() {
            Ok(all) => all.bridges,
            Err(error) => {
                tracing::debug!("the bridges stay as they are: {error:#}");
                self.wanted.borrow().clone()
            }
        };
        if let Some(changes) = changes {
            for folder in servers.iter().filter_map(AgentServer::socket_folder) {
                look_at(changes, &folder);
            }
        }
        self.wanted.send_if_modified(|wanted| {
            let is_news = *wanted != servers;
            *wanted = servers;
            is_news
        });
    }
}

/// At the folders of a file and of what it links to; of one that isn't there yet, at that in which it will
/// be made.
fn look_at_file(changes: &Changes, file: &Path) {
    let real = std::fs::canonicalize(file).ok();
    for file in real.iter().map(PathBuf::as_path).chain([file]) {
        let mut news = News::Writes;
        for folder in file.ancestors().skip(1) {
            if changes.watch(folder, news).is_ok() {
                break;
            }
            news = News::Arrivals;
        }
    }
}

/// At the folder, and at the one in which it will be made.
fn look_at(changes: &Changes, folder: &Path) {
    for folder in folder.parent().into_iter().chain([folder]) {
        // Another agent's start tells of one that isn't there yet.
        let _ = changes.watch(folder, News::Arrivals);
    }
}

/// For the server that an agent has started: while it runs, there is a hub that holds the bridges.
pub(crate) async fn stay_connected(desk: Arc<RemoteDesk>) {
    let mut cursor = None;
    loop {
        match desk.events(cursor).await {
            Ok(events) => cursor = Some(events.cursor),
            Err(error) => {
                tracing::debug!(%error, "no hub holds the bridges");
                cursor = None;
                tokio::time::sleep(AGAIN).await;
            }
        }
    }
}
