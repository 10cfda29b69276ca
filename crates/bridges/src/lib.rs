//! Agents whose own dialogs are brought here over a connection: OpenCode's server, and the daemon
//! behind Codex's terminal.
//!
//! A bridge is a task of the hub, one for each configured server: it holds one connection, asks at the
//! desk what the agent asks in its own dialog, and gives the first answer back. What agents send is read
//! into a [`OwnDialog`] in `opencode/events.rs` and `codex/wire.rs`, which do no input or output; who won
//! is read from what the agent then says or does (`races.rs`), never assumed. Of several hubs over one
//! database, one serves a bridge (`turn.rs`). Without a bridge, the agent is as it was.
//!
//! It never starts an agent, reads nothing of other processes, and connects only to programs of the same
//! user.

mod codex;
mod dialog;
mod opencode;
mod races;
mod report;
mod server;
mod turn;

use std::sync::Arc;

use sayso_core::surface::Actor;
use sayso_desk::cluster::Cluster;
use sayso_desk::{Clock, Desk};
use serde_json::Value;
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::task::{AbortHandle, JoinSet};

use turn::Turn;

pub use dialog::{DialogAsks, OwnDialog, ProposedAction};
pub use report::{RaceSign, Told, is_over, tell};
pub use server::{AgentServer, BadServer};

/// What all bridges of a hub share.
pub struct BridgeSetup {
    pub desk: Arc<dyn Desk>,
    pub clock: Arc<dyn Clock>,
    /// Those that the person wants brought here, now.
    pub servers: watch::Receiver<Vec<AgentServer>>,
    /// The card of a permission, in the dialect `permission`.
    pub card: PermissionCard,
    /// Whether the dialogs of this agent stay in its terminal now.
    pub is_paused: Box<dyn Fn(&str) -> bool + Send + Sync>,
    /// Whether a program of this user is at the other end.
    pub is_ours: fn(&TcpStream) -> Result<(), String>,
    pub actor: Actor,
    /// The hubs over this desk's database: one of them serves a bridge. `None`: this hub is the only one.
    pub cluster: Option<Arc<dyn Cluster>>,
    /// Which machine this is: servers of the same name on another one are others.
    pub machine: String,
    /// Changes when a server may have started: an agent has connected, a socket was made.
    pub changed: watch::Receiver<u64>,
}

pub type PermissionCard = Box<dyn Fn(&ProposedAction, &'static str) -> Value + Send + Sync>;

/// Returns when nobody can name servers any more. What a server that is taken away has asked is left to
/// its own dialogs.
pub async fn run(setup: BridgeSetup) {
    let mut servers = setup.servers.clone();
    let setup = Arc::new(setup);
    let (mut bridges, mut running) = (JoinSet::new(), Vec::<(AgentServer, AbortHandle)>::new());
    loop {
        let wanted = servers.borrow_and_update().clone();
        running.retain(|(server, bridge)| {
            let stays = wanted.contains(server);
            if !stays {
                bridge.abort();
            }
            stays
        });
        for server in wanted {
            if !running.iter().any(|(other, _)| *other == server) {
                let bridge = bridges.spawn(keep(Arc::clone(&setup), server.clone()));
                running.push((server, bridge));
            }
        }
        if servers.changed().await.is_err() {
            return;
        }
    }
}

async fn keep(setup: Arc<BridgeSetup>, server: AgentServer) {
    let turn = Turn::new(&setup, &server);
    match server {
        AgentServer::OpenCode(place) => opencode::keep(setup, place, turn).await,
        AgentServer::Codex(home) => codex::keep(setup, home, turn).await,
    }
}
