//! The address of the page, links to it, and the browser of the user who runs this process.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use sayso_api::RemoteDesk;
use sayso_api::desktop::DesktopSession;
use sayso_core::InteractionId;
use sayso_desk::present::in_turn;
use sayso_desk::{DeskError, View, WayIn};
use sayso_wire::CodeAt;

use super::command::CommandLine;
use crate::browser::{Browser, Person};
use crate::config::Settings;

/// Somebody who used the desktop within this time is likely to be there still.
const RECENTLY: Duration = Duration::from_secs(60 * 60);

pub(crate) struct Portal {
    desk: Arc<RemoteDesk>,
    browser: Browser,
    browsers: Box<dyn Fn(&DesktopSession) -> Browser + Send + Sync>,
    command: CommandLine,
}

/// A page's address. The code in it works once; the address without it isn't a secret.
pub(crate) struct Link {
    pub page: String,
    code: String,
}

impl Link {
    pub(crate) fn with_code(&self) -> String {
        format!("{}#code={}", self.page, self.code)
    }
}

impl Portal {
    pub(crate) fn new(settings: &Settings, desk: Arc<RemoteDesk>) -> Portal {
        Portal {
            desk,
            browser: settings.browser(),
            browsers: Box::new(settings.browsers()),
            command: CommandLine::new(settings),
        }
    }

    /// To the page of this question, or to the list.
    pub(crate) async fn link(&self, id: Option<InteractionId>) -> Result<Link, DeskError> {
        // For a remote hub: its own address may differ from the one that leads there from here.
        if let Some(base) = self.desk.url() {
            return self.link_at(base, id).await;
        }
        let portal = self.desk.status().await?.portal.ok_or_else(|| {
            DeskError::Unreachable("the hub serves no page; start another one".to_owned())
        })?;
        let code = self.desk.code(None).await?.code;
        Ok(Link { page: page(&portal, id), code })
    }

    /// The same for a hub behind another address: the code works only there.
    pub(crate) async fn link_at(
        &self,
        base: &str,
        id: Option<InteractionId>,
    ) -> Result<Link, DeskError> {
        let code = self.desk.code(Some(CodeAt { origin: origin(base) })).await?.code;
        Ok(Link { page: page(base, id), code })
    }

    /// Whether a browser accepted it.
    pub(crate) async fn show(&self, link: &Link) -> bool {
        self.borrowed().await.as_ref().unwrap_or(&self.browser).open(&link.with_code()).await
    }

    /// The browser of the desktop session that the hub knows, for a process without one: agents
    /// start their programs with few variables. A person over SSH does not see the desktop of this
    /// machine. A session that has ended says little: an agent's daemon has the variables of its
    /// first start, and its person may have come back to the desktop, or may reach this machine in
    /// another way. So then the desktop is used only if somebody was there recently.
    async fn borrowed(&self) -> Option<Browser> {
        if self.browser.can_open() || self.desk.url().is_some() {
            return None;
        }
        let used_within = match self.browser.person() {
            Person::Unknown => None,
            Person::WasElsewhere => Some(RECENTLY),
            Person::Elsewhere => return None,
        };
        match self.desk.desktop(used_within).await {
            Ok(session) => Some((self.browsers)(&session)),
            Err(error) => {
                tracing::warn!(%error, "where a browser would appear is not known");
                None
            }
        }
    }

    /// The command that a person at another machine runs there first, so that this address leads
    /// here.
    pub(crate) fn tunnel(&self, page: &str) -> Option<String> {
        self.browser.tunnel(port(page)?)
    }
}

fn page(base: &str, id: Option<InteractionId>) -> String {
    let path = id.map(|id| format!("choice/{id}")).unwrap_or_default();
    format!("{}/{path}", base.trim_end_matches('/'))
}

/// Host and port as a browser names them: without the scheme's default port.
fn origin(base: &str) -> String {
    let (scheme, rest) = base.split_once("://").unwrap_or(("http", base));
    let host = rest.split('/').next().unwrap_or_default().to_ascii_lowercase();
    let usual = if scheme.eq_ignore_ascii_case("https") { ":443" } else { ":80" };
    host.strip_suffix(usual).map(str::to_owned).unwrap_or(host)
}

/// For a hub on this machine.
fn port(page: &str) -> Option<u16> {
    let (port, _) = page.strip_prefix("http://localhost:")?.split_once('/')?;
    port.parse().ok()
}

#[async_trait]
impl sayso_desk::Portal for Portal {
    /// A remote hub gives no page access to a client that may only ask.
    async fn can_open(&self) -> bool {
        self.desk.url().is_none()
            && self.borrowed().await.as_ref().unwrap_or(&self.browser).can_open()
    }

    async fn open(&self, id: InteractionId) -> bool {
        let open = async {
            match self.link(Some(id)).await {
                Ok(link) => self.show(&link).await,
                Err(error) => {
                    tracing::warn!(%error, "no way into the page");
                    false
                }
            }
        };
        in_turn(self.desk.as_ref(), open).await
    }

    fn directions(&self, view: &View) -> String {
        let open = self.command.line(&["open", &view.interaction.id.short()]);
        let tunnel = view.live.url.as_deref().and_then(|url| self.tunnel(url));
        match (tunnel, self.browser.can_open()) {
            (Some(tunnel), false) => format!(
                "run `{tunnel}` on the computer in front of you, then open the link that `{open}` prints here"
            ),
            (None, _) | (Some(_), true) => format!("run `{open}`"),
        }
    }

    async fn way_in(&self, id: InteractionId) -> Option<WayIn> {
        // Another desktop's browser may be opened as well, but this person may not be there.
        if self.desk.url().is_none() && self.browser.can_open() {
            return None;
        }
        match self.link(Some(id)).await {
            Ok(link) => Some(WayIn { tunnel: self.tunnel(&link.page), link: link.with_code() }),
            Err(error) => {
                tracing::warn!(%error, "no way into the page");
                None
            }
        }
    }
}

/// In the hub, for agents over HTTP: it is unknown where their person is.
pub(crate) struct PortalFromHub {
    command: CommandLine,
}

impl PortalFromHub {
    pub(crate) fn new(settings: &Settings) -> PortalFromHub {
        PortalFromHub { command: CommandLine::new(settings) }
    }
}

#[async_trait]
impl sayso_desk::Portal for PortalFromHub {
    async fn can_open(&self) -> bool {
        false
    }

    async fn open(&self, _: InteractionId) -> bool {
        false
    }

    fn directions(&self, view: &View) -> String {
        let open = self.command.line(&["open", &view.interaction.id.short()]);
        format!("run `{open}` on the machine of the hub")
    }
}

#[cfg(test)]
mod tests {
    use super::origin;

    #[test]
    fn an_origin_is_what_a_browser_says_it_is() {
        for (base, expected) in [
            ("http://localhost:7431", "localhost:7431"),
            ("https://Hub.example:443/sayso", "hub.example"),
            ("http://hub.example:80", "hub.example"),
            ("http://hub.example:443", "hub.example:443"),
            ("http://[::1]:80/", "[::1]"),
        ] {
            assert_eq!(origin(base), expected);
        }
    }
}
