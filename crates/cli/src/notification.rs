//! Notifications by the desktop's own command: needs no library and no bus connection in this
//! process.
//!
//! Text of an agent is only passed in arguments that can't be options, with markup escaped.

use std::future::pending;
use std::io::{self, Read};
use std::pin::pin;
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::time::Duration;

use async_trait::async_trait;
use rustix::process::{Pid, Signal, kill_process};
use sayso_api::desktop::DesktopSession;
use sayso_core::text::clean_line;
use sayso_hub::{Desktop, DesktopNotice, NoticeClick, NoticeEnd};
use tokio::sync::oneshot;

use crate::browser::{Browser, SystemDesktop, on_desktop};
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
    fn system(&self, session: &DesktopSession) -> Option<SystemDesktop> {
        let system = SystemDesktop::of(&self.variables.on_desktop(session));
        let there = match system {
            SystemDesktop::Mac => true,
            SystemDesktop::Linux | SystemDesktop::Wsl => session.has_bus() || session.has_display(),
        };
        there.then_some(system)
    }
}

#[async_trait]
impl Desktop for Notifications {
    async fn notify(
        &self,
        session: &DesktopSession,
        notice: DesktopNotice,
        taken_back: NoticeEnd,
    ) -> NoticeClick {
        let Some(system) = self.system(session) else { return NoticeClick::Nothing };
        // Nobody takes it back when the hub ends.
        let mut end = pin!(async {
            if taken_back.await.is_err() {
                pending::<()>().await;
            }
        });
        for command in commands(system, &notice) {
            match said(&command, session, end.as_mut()).await {
                Ok(said) if said.trim() == CLICKED => return NoticeClick::Open,
                Ok(_) => return NoticeClick::Nothing,
                Err(error) => tracing::debug!(command = command[0], %error, "no notification"),
            }
        }
        NoticeClick::Nothing
    }

    fn is_reached(&self, session: &DesktopSession) -> bool {
        self.system(session).is_some()
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
fn commands(system: SystemDesktop, notice: &DesktopNotice) -> Vec<Vec<String>> {
    let (title, text) = (clean_line(&notice.title), clean_line(&notice.text));
    let owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    match system {
        SystemDesktop::Linux | SystemDesktop::Wsl => {
            let text = escaped(&text);
            let action = format!("--action={CLICKED}=Open");
            vec![
                owned(&["notify-send", "--app-name=sayso", &action, "--", &title, &text]),
                owned(&["notify-send", "--", &title, &text]),
            ]
        }
        SystemDesktop::Mac => {
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

/// The output of the command until it ends, which it does with the notice. Once that is taken back, the
/// command is interrupted: it removes the notice then; killed, it would leave it.
pub(crate) async fn said(
    words: &[String],
    session: &DesktopSession,
    taken_back: impl Future,
) -> io::Result<String> {
    let child = on_desktop(Command::new(&words[0]), session)
        .args(&words[1..])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let mut child = Ended(Some(child));
    let mut pipe = child.stdout().ok_or_else(|| io::Error::other("no pipe"))?;
    let (tell, told) = oneshot::channel();
    std::thread::spawn(move || {
        let mut said = String::new();
        let read = pipe.read_to_string(&mut said);
        // Fails if nobody is interested any more.
        let _ = tell.send(read.map(|_| said));
    });
    let told = tokio::select! {
        told = tokio::time::timeout(TOUCHED_WITHIN, told) => told,
        _ = taken_back => {
            child.interrupt();
            return Ok(String::new());
        }
    };
    match told {
        Ok(Ok(said)) => {
            let said = said?;
            let status = child.wait()?;
            if status.success() { Ok(said) } else { Err(io::Error::other(status.to_string())) }
        }
        Ok(Err(_)) | Err(_) => Ok(String::new()),
    }
}

/// Killed when dropped.
struct Ended(Option<Child>);

impl Ended {
    fn stdout(&mut self) -> Option<ChildStdout> {
        self.0.as_mut()?.stdout.take()
    }

    fn wait(&mut self) -> io::Result<ExitStatus> {
        self.0.take().ok_or_else(|| io::Error::other("it has ended"))?.wait()
    }

    fn interrupt(&mut self) {
        let Some(mut child) = self.0.take() else { return };
        // Fails if it has ended, which is fine.
        let _ = kill_process(Pid::from_child(&child), Signal::INT);
        // It takes a moment to remove what it shows.
        std::thread::spawn(move || child.wait());
    }
}

impl Drop for Ended {
    fn drop(&mut self) {
        let Some(child) = &mut self.0 else { return };
        // Fails if it has ended, which is fine.
        let _ = child.kill();
        let _ = child.wait();
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
        for system in [SystemDesktop::Linux, SystemDesktop::Wsl] {
            for command in commands(system, &notice) {
                let end = command.iter().position(|word| word == "--").unwrap();
                assert_eq!(command[end + 1], "--help‹U+001B›[31m");
                assert!(command[end + 2].starts_with("&lt;a href='x'&gt;click&lt;/a&gt; &amp;"));
                assert_eq!(command.len(), end + 3);
            }
        }
        let mac = &commands(SystemDesktop::Mac, &notice)[0];
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
