//! A process, distinguished from any other that gets its number later (/proc), and its end (pidfd).

use std::fs;
use std::time::Duration;

use rustix::process::{Pid, PidfdFlags, pidfd_open};
use serde::{Deserialize, Serialize};
use tokio::net::unix::pipe::Receiver;

/// Where the system cannot tell of its end.
const LOOKED_FOR_EVERY: Duration = Duration::from_secs(5);

#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ProcessMark {
    pid: i32,
    /// When it was started, by the system's own count.
    started: String,
    /// Numbers mean nothing in another one.
    namespace: String,
}

impl ProcessMark {
    /// `None`: there is no such process.
    pub fn of(pid: i32) -> Option<ProcessMark> {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        // Its name is in parentheses and may contain anything.
        let mut fields = stat.rsplit_once(')')?.1.split_whitespace();
        let is_dead = matches!(fields.next()?, "Z" | "X");
        let started = fields.nth(18)?.to_owned();
        (!is_dead).then(|| ProcessMark { pid, started, namespace: namespace() })
    }

    /// When it was started, as other programs read it, too; `None`: this system doesn't say.
    pub fn started(&self) -> Option<&str> {
        Some(&self.started)
    }

    /// Whether it is known to have ended.
    pub fn is_over(&self) -> bool {
        self.namespace == namespace() && ProcessMark::of(self.pid).as_ref() != Some(self)
    }

    /// Resolves when it has ended; never, if nothing is known of it here.
    pub async fn ended(&self) {
        if self.namespace != namespace() {
            return std::future::pending().await;
        }
        // First: a process that gets its number after this differs in its start time.
        let told = handle(self.pid);
        while !self.is_over() {
            if let Some(told) = &told
                && told.readable().await.is_ok()
            {
                return;
            }
            tokio::time::sleep(LOOKED_FOR_EVERY).await;
        }
    }
}

fn namespace() -> String {
    let link = fs::read_link("/proc/self/ns/pid").unwrap_or_default();
    link.to_string_lossy().into_owned()
}

/// It isn't a pipe, but its end is awaited in the same way.
fn handle(pid: i32) -> Option<Receiver> {
    let handle = pidfd_open(Pid::from_raw(pid)?, PidfdFlags::NONBLOCK).ok()?;
    Receiver::from_owned_fd_unchecked(handle).ok()
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};

    use super::*;

    /// REQ: AD-3
    #[tokio::test]
    async fn the_end_of_a_process_is_told() {
        let cat = Command::new("cat").stdin(Stdio::piped()).stdout(Stdio::null()).spawn();
        let mut cat = cat.unwrap();
        let pid = i32::try_from(cat.id()).unwrap();
        let mark = ProcessMark::of(pid).unwrap();
        let other = ProcessMark { started: "1".to_owned(), ..mark.clone() };
        // Its number belongs to another one now.
        other.ended().await;
        let ended = tokio::spawn(async move { mark.ended().await });
        cat.kill().unwrap();
        ended.await.unwrap();
        cat.wait().unwrap();
        assert_eq!(ProcessMark::of(pid), None);
    }
}
