//! Notifications by the desktop's own command: needs no library and no bus connection in this
//! process.
//!
//! Text of an agent is only passed in arguments that can't be options, with markup escaped.

use std::io::{self, Read};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use async_trait::async_trait;
use sayso_api::desktop::DesktopSession;
use sayso_core::text::clean_line;
use sayso_hub::{Desktop, DesktopNotice, NoticeClick};
use tokio::sync::oneshot;

use crate::browser::{Browser, Desktop as System, on_desktop};
use crate::config::Environment;
use crate::service_manager;

/// After this time an untouched notice is left to the desktop.
const TOUCHED_WITHIN: Duration = Duration::from_secs(600);

/// The desktops of this machine.
pub(crate) struct Notifications {
    variables: Environment,
}

impl Notifications {
    pub(crate) fn new(variables: Environment) -> Notifications {
        Notifications { variables }
    }

    /// The notification system of this session; `None` if nobody would see notices.
    fn system(&self, session: &DesktopSession) -> Option<System> {
        let system = System::of(&self.variables.on_desktop(session));
        let there = match system {
            System::Mac => true,
            System::Linux | System::Wsl => session.has_bus() || session.has_display(),
        };
        there.then_some(system)
    }
}

#[async_trait]
impl Desktop for Notifications {
    async fn notify(&self, session: &DesktopSession, notice: DesktopNotice) -> NoticeClick {
        let Some(system) = self.system(session) else { return NoticeClick::Nothing };
        for command in commands(system, &notice) {
            match said(&command, session).await {
                Ok(said) if said.trim() == CLICKED => return NoticeClick::Open,
                Ok(_) => return NoticeClick::Nothing,
                Err(error) => tracing::debug!(command = command[0], %error, "no notification"),
            }
        }
        NoticeClick::Nothing
    }

    async fn open(&self, session: &DesktopSession, url: &str) {
        if !Browser::of(&self.variables.on_desktop(session)).open(url).await {
            tracing::info!("no browser can be opened from here");
        }
    }

    async fn managed(&self) -> DesktopSession {
        service_manager::session(&self.variables.desktop()).await
    }
}

/// The action name for a click on the notice itself.
const CLICKED: &str = "default";

/// In the order in which they are tried: older versions don't support clicks.
fn commands(system: System, notice: &DesktopNotice) -> Vec<Vec<String>> {
    let (title, text) = (clean_line(&notice.title), clean_line(&notice.text));
    let owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    match system {
        System::Linux | System::Wsl => {
            let text = escaped(&text);
            let action = format!("--action={CLICKED}=Open");
            vec![
                owned(&["notify-send", "--app-name=sayso", &action, "--", &title, &text]),
                owned(&["notify-send", "--", &title, &text]),
            ]
        }
        System::Mac => {
            let script = "display notification (item 2 of argv) with title (item 1 of argv)";
            let lines = ["-e", "on run argv", "-e", script, "-e", "end run", "--"];
            let words = ["osascript"].iter().chain(&lines).copied();
            vec![owned(&words.chain([title.as_str(), text.as_str()]).collect::<Vec<_>>())]
        }
    }
}

/// Most desktops interpret the body of a notice as markup.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// The output of the command until it ends, which it does with the notice.
pub(crate) async fn said(words: &[String], session: &DesktopSession) -> io::Result<String> {
    let child = on_desktop(Command::new(&words[0]), session)
        .args(&words[1..])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let mut child = Ended(child);
    let mut pipe = child.0.stdout.take().ok_or_else(|| io::Error::other("no pipe"))?;
    let (tell, told) = oneshot::channel();
    std::thread::spawn(move || {
        let mut said = String::new();
        let read = pipe.read_to_string(&mut said);
        // Fails if nobody is interested any more.
        let _ = tell.send(read.map(|_| said));
    });
    match tokio::time::timeout(TOUCHED_WITHIN, told).await {
        Ok(Ok(said)) => {
            let said = said?;
            let status = child.0.wait()?;
            if status.success() { Ok(said) } else { Err(io::Error::other(status.to_string())) }
        }
        Ok(Err(_)) | Err(_) => Ok(String::new()),
    }
}

/// Killed when dropped.
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        // Fails if it has ended, which is fine.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_agent_wrote_is_neither_an_option_nor_markup() {
        let notice = DesktopNotice {
            title: "--help\u{1b}[31m".to_owned(),
            text: "<a href='x'>click</a> & \"; do shell script \"id\"".to_owned(),
        };
        for system in [System::Linux, System::Wsl] {
            for command in commands(system, &notice) {
                let end = command.iter().position(|word| word == "--").unwrap();
                assert_eq!(command[end + 1], "--help‹U+001B›[31m");
                assert!(command[end + 2].starts_with("&lt;a href='x'&gt;click&lt;/a&gt; &amp;"));
                assert_eq!(command.len(), end + 3);
            }
        }
        let mac = &commands(System::Mac, &notice)[0];
        assert_eq!(mac.last().unwrap(), &notice.text, "an argument of the script, not part of it");
    }

    #[test]
    fn without_a_desktop_there_is_nothing_to_notify() {
        let there = |pairs: &[(&str, &str)]| {
            let variables = Environment::from_pairs(pairs);
            let session = variables.desktop();
            Notifications::new(variables).system(&session).is_some()
        };
        assert_eq!(there(&[]), crate::platform::IS_MAC);
        assert!(there(&[("DBUS_SESSION_BUS_ADDRESS", "unix:path=/run/user/1000/bus")]));
        assert!(there(&[("DISPLAY", ":0")]));
    }
}
