//! Late answers: outcomes that this connection's client asked for and never got are announced with
//! its next reply, once.

use std::sync::Arc;

use sayso_core::dialect::Reply;
use sayso_core::dialect::late;
use sayso_desk::{Asking, Collected};
use tokio_util::sync::CancellationToken;

use crate::delivery::{Carried, Connection};

/// Adds them to the reply of a call, which carries them from then on.
pub(crate) async fn announce(
    desk: &dyn Asking,
    connection: &Connection,
    call: &CancellationToken,
    reply: &mut Reply,
    carried: &mut Vec<Carried>,
) {
    let settled = connection.questions.settled(call);
    if settled.is_empty() {
        return;
    }
    let ids = settled.iter().map(|holder| holder.id).collect();
    let Collected { late: found, over, claim } = match desk.collect(ids).await {
        Ok(collected) => collected,
        Err(error) => {
            // The call itself matters more; the next one tries again.
            return tracing::debug!(%error, "could not look for late answers");
        }
    };
    let (claim, mut late) = (Arc::new(claim), Vec::new());
    for holder in settled {
        if over.contains(&holder.id) {
            holder.forget();
        } else if let Some(one) = found.iter().find(|one| one.id == holder.id) {
            late.push(one.answer.clone());
            carried.push(Carried::new(one.irreversible, holder, Some(Arc::clone(&claim))));
        }
    }
    late::announce(reply, &late);
}
