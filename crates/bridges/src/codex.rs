//! Codex: the daemon behind its terminal. It asks everybody who is connected, and doesn't say who was
//! first: that is read from what it then does.

mod daemon;
mod reasons;
mod rollout;
mod sessions;
mod socket;
mod wire;

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::BridgeSetup;
use crate::dialog::AgentName;
use crate::races::Races;
use crate::turn::Turn;
use daemon::Daemon;
use socket::DaemonSocket;

pub(crate) use socket::process;

const NAME: AgentName = AgentName { id: "codex", title: "Codex" };

/// Before each attempt to connect: the socket is there a moment before it listens.
const TRIES: [Duration; 3] = [Duration::ZERO, Duration::from_millis(250), Duration::from_secs(1)];
/// Before each further attempt while something is open: the daemon is there, and does not answer.
const AGAIN: Duration = Duration::from_secs(1);

/// Connects whenever its daemon may have started, and holds the connection while that runs.
pub(crate) async fn keep(setup: Arc<BridgeSetup>, home: PathBuf, mut turn: Turn) {
    let mut changed = setup.changed.clone();
    let mut races = Races::new(Arc::clone(&setup), NAME);
    let mut known = None;
    loop {
        changed.mark_unchanged();
        let mut tries = TRIES.iter();
        while let Some(pause) = tries.next().or(races.has_open().then_some(&AGAIN)) {
            tokio::time::sleep(*pause).await;
            match DaemonSocket::open(&home).await {
                Ok(socket) if !turn.is_ours() => {
                    drop(socket);
                    races.meanwhile(turn.begins()).await;
                    tries = TRIES.iter();
                }
                Ok(socket) => {
                    let daemon = same_or_new(known.take(), socket, &mut races).await;
                    let daemon = known.insert(daemon);
                    let served = tokio::select! {
                        served = daemon.serve(&mut races) => served,
                        () = turn.ends() => {
                            daemon.hang_up();
                            tries = TRIES.iter();
                            continue;
                        }
                    };
                    match served {
                        Err(error) if error.kind() == io::ErrorKind::Unsupported => {
                            tracing::warn!(%error, "Codex's daemon is not used");
                            break;
                        }
                        Err(error) => {
                            tracing::info!(%error, "the connection to Codex's daemon is lost");
                        }
                        Ok(()) => {}
                    }
                    // One that hangs up on us at once is not called forever.
                    if daemon.is_listed() {
                        tries = TRIES[1..].iter();
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                    tracing::warn!(%error, "Codex's daemon is not used");
                    break;
                }
                // Nothing listens any more, so nothing is open.
                Err(error) if is_gone(&error) => {
                    known = None;
                    races.end().await;
                }
                Err(_) => {}
            }
        }
        known = None;
        races.end().await;
        // Nothing of what was given before can be confirmed any more.
        races.close_given().await;
        turn.let_go();
        if races.meanwhile(changed.changed()).await.is_err() {
            return;
        }
    }
}

/// A connection that was lost is not a daemon that has ended. Another daemon knows nothing of what was
/// open at the one before.
async fn same_or_new(known: Option<Daemon>, socket: DaemonSocket, races: &mut Races) -> Daemon {
    match known {
        Some(mut daemon) if daemon.is_at(&socket) => {
            daemon.begin_again(socket, races).await;
            daemon
        }
        Some(_) | None => {
            races.end().await;
            Daemon::new(socket)
        }
    }
}

fn is_gone(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::ConnectionRefused | io::ErrorKind::NotFound)
}
