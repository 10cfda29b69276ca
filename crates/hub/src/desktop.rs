//! Where windows and notifications appear: in the desktop session of the last local client that had
//! one, otherwise in the one that the user's service manager knows. The hub itself may have been
//! started without a session.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use axum::extract::{Query, Request, State};
use axum::http::HeaderValue;
use axum::middleware::{self, Next};
use axum::response::Response;
use axum::routing::get;
use axum::{Json, Router};
use parking_lot::Mutex;
use sayso_access::Routes;
use sayso_api::desktop::{DESKTOP_HEADER, DesktopSession};
use sayso_desk::Clock;
use serde::Deserialize;

use crate::notice::{DesktopNotice, NoticeClick, NoticeEnd};

/// If the service manager knew no session, it is asked again after this time.
const ASKED_AGAIN_AFTER: Duration = Duration::from_secs(30);

/// The desktop functions that a hub uses.
#[async_trait]
pub trait Desktop: Send + Sync {
    /// Shows a notice until it is taken back or the desktop removes it; without this process it stays.
    /// Resolves to whether the person wants to see the question.
    async fn notify(
        &self,
        session: &DesktopSession,
        notice: DesktopNotice,
        taken_back: NoticeEnd,
    ) -> NoticeClick;

    /// Whether somebody there would see a notice.
    fn is_reached(&self, session: &DesktopSession) -> bool;

    async fn open(&self, session: &DesktopSession, url: &str);

    /// The session known to the user's service manager, if there is one. Returns quickly.
    async fn managed(&self) -> DesktopSession;
}

/// The desktop sessions that the hub knows.
pub(crate) struct Sessions {
    desktop: Arc<dyn Desktop>,
    clock: Arc<dyn Clock>,
    known: Mutex<Known>,
}

struct Known {
    newest: DesktopSession,
    /// When a client with a display last came.
    used: Option<Duration>,
    /// The raw header, and whether it names a display: most clients send the same as the previous
    /// one, so it need not be parsed again.
    header: Option<(HeaderValue, bool)>,
    asked: Option<Duration>,
}

impl Sessions {
    /// `own` is the session that the hub was started in.
    pub(crate) fn new(
        own: DesktopSession,
        desktop: Arc<dyn Desktop>,
        clock: Arc<dyn Clock>,
    ) -> Sessions {
        Sessions { desktop, clock, known: Mutex::new(Known::of(own)) }
    }

    pub(crate) fn desktop(&self) -> &dyn Desktop {
        self.desktop.as_ref()
    }

    /// The session to use now. It has no display if no client ever had one.
    pub(crate) async fn current(&self) -> DesktopSession {
        let now = self.clock.running();
        {
            let mut known = self.known.lock();
            let asked = known.asked.is_some_and(|asked| now < asked + ASKED_AGAIN_AFTER);
            if known.newest.has_display() || asked {
                return known.newest.clone();
            }
            known.asked = Some(now);
        }
        let managed = self.desktop.managed().await;
        let mut known = self.known.lock();
        known.take(managed);
        known.newest.clone()
    }

    /// The same, if a client was in it within this time; otherwise none.
    fn used_within(&self, time: Duration) -> DesktopSession {
        let known = self.known.lock();
        let is_recent = |used| self.clock.running().saturating_sub(used) <= time;
        match known.used.is_some_and(is_recent) {
            true => known.newest.clone(),
            false => DesktopSession::default(),
        }
    }

    /// Wraps the routes of local clients: they report their session and can ask for the current
    /// one.
    pub(crate) fn around(self: &Arc<Self>, routes: Routes) -> Router {
        let borrow = async |State(sessions): State<Arc<Sessions>>, Query(wanted): Query<Wanted>| {
            Json(match wanted.used_within {
                Some(seconds) => sessions.used_within(Duration::from_secs(seconds)),
                None => sessions.current().await,
            })
        };
        let borrow = Router::new().route("/api/v1/desktop", get(borrow));
        let guarded = borrow.with_state(Arc::clone(self));
        routes
            .merge(Routes { guarded, ..Routes::default() })
            .for_locals()
            .layer(middleware::from_fn_with_state(Arc::clone(self), handed_in))
    }
}

#[derive(Deserialize)]
struct Wanted {
    /// In seconds.
    used_within: Option<u64>,
}

impl Known {
    fn of(newest: DesktopSession) -> Known {
        Known { newest, used: None, header: None, asked: None }
    }

    fn hand_in(&mut self, header: &HeaderValue, now: Duration) {
        if self.header.as_ref().is_none_or(|(known, _)| known != header) {
            let session = DesktopSession::from_header(header).unwrap_or_default();
            self.header = Some((header.clone(), session.has_display()));
            self.take(session);
        }
        if let Some((_, true)) = self.header {
            self.used = Some(now);
        }
    }

    /// A session without a display doesn't replace one with a display.
    fn take(&mut self, session: DesktopSession) {
        if session.has_display() || (session.has_bus() && !self.newest.has_display()) {
            self.newest = session;
        }
    }
}

async fn handed_in(
    State(sessions): State<Arc<Sessions>>,
    request: Request,
    next: Next,
) -> Response {
    if let Some(header) = request.headers().get(DESKTOP_HEADER) {
        let now = sessions.clock.running();
        sessions.known.lock().hand_in(header, now);
    }
    next.run(request).await
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session(pairs: &[(&str, &str)]) -> DesktopSession {
        DesktopSession::of(|name| {
            pairs.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        })
    }

    /// REQ: RA-1
    #[test]
    fn the_newest_session_with_a_display_is_kept() {
        let bus = session(&[("DBUS_SESSION_BUS_ADDRESS", "unix:path=/bus")]);
        let (first, second) = (session(&[("DISPLAY", ":0")]), session(&[("DISPLAY", ":1")]));
        let mut known = Known::of(DesktopSession::default());
        for (taken, kept) in [
            (DesktopSession::default(), DesktopSession::default()),
            (bus.clone(), bus.clone()),
            (DesktopSession::default(), bus.clone()),
            (first.clone(), first.clone()),
            (bus, first),
            (second.clone(), second),
        ] {
            known.take(taken);
            assert_eq!(known.newest, kept);
        }
    }

    /// REQ: RA-1
    #[test]
    fn only_a_client_with_a_display_shows_that_somebody_is_there() {
        let mut known = Known::of(session(&[("DISPLAY", ":0")]));
        let bus = session(&[("DBUS_SESSION_BUS_ADDRESS", "unix:path=/bus")]);
        let display = session(&[("DISPLAY", ":1")]);
        let mut seen = Vec::new();
        for (second, client) in (1..).zip([&bus, &display, &display, &bus]) {
            known.hand_in(&client.to_header().unwrap(), Duration::from_secs(second));
            seen.push(known.used.map(|used| used.as_secs()));
        }
        assert_eq!(seen, [None, Some(2), Some(3), Some(3)]);
        assert_eq!(known.newest, display);
    }
}
