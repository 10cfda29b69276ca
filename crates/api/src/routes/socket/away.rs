//! A hub that has lost its database says so to its clients: one that knows other hubs goes there with its
//! calls. Otherwise they stay, because the database may come back.

use axum::extract::ws::Message;
use sayso_desk::{DeskError, StoreError};
use tokio::sync::watch;

use super::calls::refusal;

/// The number of the greeting: what is said with it is about the hub.
const HUB: u64 = 0;

pub(super) struct Away {
    /// `None`: this hub has no others.
    is_away: Option<watch::Receiver<bool>>,
    told: bool,
}

impl Away {
    pub(super) fn new(is_away: Option<watch::Receiver<bool>>) -> Away {
        Away { is_away, told: false }
    }

    /// Resolves each time that it is lost. May be dropped at any time.
    pub(super) async fn begins(&mut self) -> Message {
        let Some(is_away) = &mut self.is_away else { return std::future::pending().await };
        loop {
            let away = *is_away.borrow_and_update();
            if std::mem::replace(&mut self.told, away) != away && away {
                return message();
            }
            if is_away.changed().await.is_err() {
                // The hub is ending.
                return std::future::pending().await;
            }
        }
    }
}

fn message() -> Message {
    let detail = "this hub is out of touch with it; another hub may not be".to_owned();
    let away = StoreError::Away { at: "its database".to_owned(), detail };
    refusal(HUB, DeskError::Store(away))
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    /// REQ: TM-3
    #[tokio::test]
    async fn it_is_said_once_each_time_and_also_to_those_who_come_later() {
        let is_away = watch::Sender::new(false);
        let mut away = Away::new(Some(is_away.subscribe()));
        is_away.send_replace(true);
        let text = away.begins().await.into_text().unwrap();
        assert!(text.contains(r#""n":0"#) && text.contains("database"), "{text}");
        assert!(away.begins().now_or_never().is_none());
        Away::new(Some(is_away.subscribe())).begins().await;
        is_away.send_replace(false);
        assert!(away.begins().now_or_never().is_none());
        is_away.send_replace(true);
        away.begins().await;
    }
}
