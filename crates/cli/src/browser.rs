//! Opens a browser on this machine if possible; otherwise explains how to reach the page from
//! another one.
//!
//! Never over SSH without a display, and never on a Linux without one: nobody would see it.

mod login;

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::time::Duration;

use sayso_api::desktop::{DESKTOP_VARIABLES, DesktopSession};
use tokio::sync::oneshot;

use crate::config::Environment;
use crate::platform;

use login::Login;

/// A program that can't open a browser fails within this time; a browser itself keeps running.
const COMPLAINS_WITHIN: Duration = Duration::from_millis(500);

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Browser {
    /// Programs that open an address, in the order in which they are tried; none if nobody would
    /// see it. The address replaces `%s`, or comes last.
    programs: Vec<Vec<String>>,
    /// Set if the person is at another machine: how they logged in.
    ssh: Option<Login>,
    /// Where the window appears.
    session: DesktopSession,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Person {
    /// At this machine, unless something else is known.
    Unknown,
    /// At another machine.
    Elsewhere,
    /// They came from another machine, by a connection that has ended.
    WasElsewhere,
}

/// The differences between desktop systems.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SystemDesktop {
    Mac,
    /// Linux inside Windows, whose browser it opens.
    Wsl,
    Linux,
}

impl SystemDesktop {
    pub(crate) fn of(variables: &Environment) -> SystemDesktop {
        if platform::IS_MAC {
            SystemDesktop::Mac
        } else if variables.first(&["WSL_DISTRO_NAME", "WSL_INTEROP"]).is_some() {
            SystemDesktop::Wsl
        } else {
            SystemDesktop::Linux
        }
    }
}

impl Browser {
    pub(crate) fn of(variables: &Environment) -> Browser {
        Browser::on(SystemDesktop::of(variables), variables)
    }

    fn on(desktop: SystemDesktop, variables: &Environment) -> Browser {
        let ssh = Login::of(variables);
        let display = variables.first(&["DISPLAY", "WAYLAND_DISPLAY"]).is_some();
        let visible = match desktop {
            SystemDesktop::Mac | SystemDesktop::Wsl => display || ssh.is_none(),
            SystemDesktop::Linux => display,
        };
        let programs = match visible {
            true => programs(desktop, variables.first(&["BROWSER"])),
            false => Vec::new(),
        };
        Browser { programs, ssh, session: variables.desktop() }
    }

    pub(crate) fn can_open(&self) -> bool {
        !self.programs.is_empty()
    }

    /// The programs that are tried.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.programs.iter().filter_map(|words| words.first()).map(String::as_str)
    }

    /// Whether some program accepted the address.
    pub(crate) async fn open(&self, url: &str) -> bool {
        for program in &self.programs {
            match start(program, url, &self.session).await {
                Ok(()) => return true,
                Err(error) => tracing::info!(program = program[0], %error, "no browser by this"),
            }
        }
        false
    }

    /// Where the person is, as far as this process's variables say.
    pub(crate) fn person(&self) -> Person {
        match &self.ssh {
            None => Person::Unknown,
            Some(login) if login.is_over() => Person::WasElsewhere,
            Some(_) => Person::Elsewhere,
        }
    }

    /// The command that makes `localhost` of the person's machine lead to this one; `None` if they
    /// are the same.
    pub(crate) fn tunnel(&self, port: u16) -> Option<String> {
        let Login { destination, port: ssh_port, .. } = self.ssh.as_ref()?;
        let ssh_port = ssh_port.as_ref().map(|port| format!("-p {port} ")).unwrap_or_default();
        Some(format!("ssh -L {port}:localhost:{port} {ssh_port}{destination}"))
    }
}

fn programs(desktop: SystemDesktop, chosen: Option<String>) -> Vec<Vec<String>> {
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let usual: &[&str] = match desktop {
        SystemDesktop::Mac => &["open"],
        SystemDesktop::Wsl => {
            &["wslview", "powershell.exe -NoProfile -Command Start-Process", "cmd.exe /c start"]
        }
        SystemDesktop::Linux => &["xdg-open", "gio open", "sensible-browser"],
    };
    match chosen {
        // There may be several, separated by colons.
        Some(chosen) => chosen.split(':').map(words).filter(|words| !words.is_empty()).collect(),
        None => usual.iter().map(|line| words(line)).collect(),
    }
}

/// Replaces the desktop variables that this process was started with.
pub(crate) fn on_desktop(mut command: Command, session: &DesktopSession) -> Command {
    for name in DESKTOP_VARIABLES {
        command.env_remove(name);
    }
    command.envs(session.variables());
    command
}

async fn start(program: &[String], url: &str, session: &DesktopSession) -> io::Result<()> {
    let mut words: Vec<String> = program.iter().map(|word| word.replace("%s", url)).collect();
    if !program.iter().any(|word| word.contains("%s")) {
        words.push(url.to_owned());
    }
    let mut child = on_desktop(Command::new(&words[0]), session)
        .args(&words[1..])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        // Ctrl-C must not end the browser.
        .process_group(0)
        .spawn()?;
    let (tell, told) = oneshot::channel();
    // It may outlive this process.
    std::thread::spawn(move || tell.send(child.wait()));
    match tokio::time::timeout(COMPLAINS_WITHIN, told).await {
        Ok(Ok(Ok(status))) if !status.success() => Err(io::Error::other(status.to_string())),
        Ok(_) | Err(_) => Ok(()),
    }
}

#[cfg(test)]
#[path = "browser_tests.rs"]
mod tests;
