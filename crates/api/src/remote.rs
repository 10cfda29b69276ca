//! A remote desk: the same traits, over the hub's API, all of it over one socket. Its calls are beside
//! the routes they lead to (`routes.rs`).
//!
//! Connections come and go, this desk stays: calls that were in progress when one broke are
//! repeated over the next. Every call can be repeated without harm; `ask` has its own id for that.

mod clock;
mod connect;
mod hub;
mod pause;
mod repeated;
pub(crate) mod requests;
mod socket;

use std::sync::Arc;
use std::time::Duration;

use sayso_core::{Command, InteractionId, Refusal, Surface};
use sayso_desk::{Asking, DeskError, Patience, Unresponsive, View};
use sayso_wire::{ActRequest, Call, InteractionView, NotKnown};
use serde::de::DeserializeOwned;
use tokio::time::timeout;

use clock::Timer;
pub use clock::{Deadline, Pace};
pub use connect::{Connect, Dialled, RemoteHub, Stream};
use repeated::{is_result_of, refusal};
use requests::Failed;
use socket::Socket;

pub struct RemoteDesk {
    timer: Arc<Timer>,
    pub(crate) socket: Socket,
}

impl RemoteDesk {
    /// Connects on first use. `surface` is which program this is; the hub believes it only from
    /// local ones, and checks itself whether a person is present.
    pub fn new(connect: Arc<dyn Connect>, surface: Surface) -> RemoteDesk {
        RemoteDesk::paced(connect, surface, Pace::default())
    }

    /// The same, with its own time limits.
    pub fn paced(connect: Arc<dyn Connect>, surface: Surface, pace: Pace) -> RemoteDesk {
        let timer = Arc::new(Timer::new(connect, pace));
        RemoteDesk { socket: Socket::new(Arc::clone(&timer), surface), timer }
    }

    /// Calls this when the hub stops responding, and with `None` when it responds again.
    pub fn on_unresponsive(&self, tell: impl Fn(Option<&Unresponsive>) + Send + Sync + 'static) {
        self.timer.tell(Box::new(tell));
    }
}

impl RemoteDesk {
    /// A call that may take as long as the caller's patience.
    pub(crate) async fn wait_with<T: DeserializeOwned>(
        &self,
        patience: Patience,
        call: impl FnOnce(Option<u64>) -> Call,
    ) -> Result<T, DeskError> {
        let Patience::For(patience) = patience else {
            return Ok(self.socket.wait(call(None)).await?);
        };
        // The hub ends it in time, unless it doesn't respond.
        let pace = self.timer.pace;
        let longest = patience.saturating_add(pace.mention).max(pace.end);
        match timeout(longest, self.socket.wait(call(Some(millis(patience))))).await {
            Ok(waited) => Ok(waited?),
            Err(_) => {
                Err(DeskError::NoAnswer { unresponsive: self.timer.silent(), waited: longest })
            }
        }
    }

    /// However often it is sent.
    pub(crate) async fn act_once(
        &self,
        id: InteractionId,
        command: Command,
    ) -> Result<View, DeskError> {
        let act = Call::Act { id: id.into(), command: ActRequest::from(command.clone()) };
        match self.socket.call(act).await {
            Ok(acted) => view(acted),
            // The reply to our first attempt was lost: if the outcome is what we wanted, we made
            // it.
            Err(Failed {
                error: DeskError::Refused(Refusal::AlreadySettled { .. }),
                repeated: true,
            }) => {
                let view = self.show(&id.into()).await?;
                if is_result_of(&view.interaction, &command) {
                    Ok(view)
                } else {
                    Err(refusal(&view))
                }
            }
            Err(failed) => Err(failed.error),
        }
    }
}

pub(crate) fn path(id: InteractionId, rest: &str) -> String {
    format!("/interactions/{id}{rest}")
}

/// A question of a newer hub may contain something unknown; then only this one can't be shown.
pub(crate) fn view(found: InteractionView) -> Result<View, DeskError> {
    let id = found.id.into();
    found.try_into().map_err(|why: NotKnown| DeskError::Newer { id, why: why.to_string() })
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
