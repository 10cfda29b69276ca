//! The desktop session known to the user's service manager (systemd). It is asked only if nothing
//! else is known, never when a hub starts, and with a short time limit.

use std::future::pending;
use std::path::Path;
use std::time::Duration;

use sayso_api::desktop::DesktopSession;

use crate::notification::said;
use crate::platform;

/// It normally answers in a few milliseconds.
const ANSWERS_WITHIN: Duration = Duration::from_secs(1);

/// Empty if there is no such manager or it knows no session.
pub(crate) async fn session(own: &DesktopSession) -> DesktopSession {
    if !platform::HAS_SYSTEMD {
        return DesktopSession::default();
    }
    let command = ["systemctl", "--user", "show-environment"].map(str::to_owned);
    let way = way_to(own);
    match tokio::time::timeout(ANSWERS_WITHIN, said(&command, &way, pending::<()>())).await {
        Ok(Ok(text)) => read(&text),
        Ok(Err(error)) => {
            tracing::debug!(%error, "no desktop session from the service manager");
            DesktopSession::default()
        }
        Err(_) => {
            tracing::warn!("the service manager did not answer");
            DesktopSession::default()
        }
    }
}

/// It is found by a variable that a bare process doesn't have, but whose value is always the same.
fn way_to(own: &DesktopSession) -> DesktopSession {
    let usual = format!("/run/user/{}", rustix::process::geteuid().as_raw());
    DesktopSession::of(|name| {
        let known = own.variables().find(|(known, _)| *known == name);
        match known {
            Some((_, value)) => Some(value.to_owned()),
            None if name == "XDG_RUNTIME_DIR" => {
                Some(usual.clone()).filter(|dir| Path::new(dir).is_dir())
            }
            None => None,
        }
    })
}

/// Lines of `NAME=value`. Quoted values are unusual ones, which we don't need.
fn read(text: &str) -> DesktopSession {
    let pairs: Vec<(&str, &str)> = text.lines().filter_map(|line| line.split_once('=')).collect();
    DesktopSession::of(|name| {
        let (_, value) = pairs.iter().find(|(known, _)| *known == name)?;
        Some((*value).to_owned()).filter(|value| !value.is_empty() && !value.starts_with("$'"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// REQ: RA-1
    #[test]
    fn what_belongs_to_the_desktop_is_read() {
        let text = "HOME=/home/ann\nDISPLAY=:0\nXAUTHORITY=$'/run/a\\nb'\nBROWSER=\nWAYLAND_DISPLAY=wayland-0\n";
        let session = read(text);
        let variables: Vec<_> = session.variables().collect();
        assert_eq!(variables, [("DISPLAY", ":0"), ("WAYLAND_DISPLAY", "wayland-0")]);
        assert_eq!(read("Failed to connect to bus"), DesktopSession::default());
    }
}
