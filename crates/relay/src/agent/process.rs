//! The process of an agent: its pipes, its standard error, and its end.
//!
//! It leads its own process group, so that its child processes end with it. If we are killed, its
//! input ends, and most agents end with that. One that doesn't is ended by our next process, which
//! finds its [`Mark`].

use std::io;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process_group};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::JoinHandle;

use serde::{Deserialize, Serialize};

use super::{Exit, ExitKind, Program};

/// Maximum length of a line; tool results may be large, but not this large.
const LONGEST_LINE: usize = 4 * 1024 * 1024;
/// How much of its standard error is kept.
const LAST_WORDS: usize = 4 * 1024;
/// How long an agent may take to end when asked to; and how long its pipes may stay open after
/// that.
pub(super) const GRACE: Duration = Duration::from_secs(2);

/// How its output is split into pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Output {
    Lines,
    Chunks,
}

pub(super) struct Process {
    child: Child,
    pub(super) group: Group,
    /// Has its own writer: an agent that writes before it reads must not block us.
    input: Option<UnboundedSender<Vec<u8>>>,
    output: BufReader<ChildStdout>,
    /// An incomplete line.
    line: Vec<u8>,
    /// Returns the end of its standard error.
    last_words: JoinHandle<Vec<u8>>,
    ended: Option<io::Result<ExitStatus>>,
}

impl Process {
    pub(super) fn start(program: &Program, more: Vec<String>) -> io::Result<Process> {
        let Some((name, arguments)) = program.command.split_first() else {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "there is no command"));
        };
        let mut command = Command::new(name);
        for secret in &program.secrets {
            command.env_remove(secret);
        }
        let mut child = command
            .args(arguments)
            .args(more)
            .current_dir(&program.directory)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .kill_on_drop(true)
            .spawn()?;
        let piped = "all three were asked for as pipes";
        let stdin = child.stdin.take().expect(piped);
        let output = BufReader::new(child.stdout.take().expect(piped));
        let stderr = child.stderr.take().expect(piped);
        let group = Group::of(&child);
        let (input, write) = unbounded_channel();
        tokio::spawn(write_all(stdin, write));
        let last_words = tokio::spawn(keep_last(stderr));
        Ok(Process {
            child,
            group,
            input: Some(input),
            output,
            line: Vec::new(),
            last_words,
            ended: None,
        })
    }

    pub(super) fn write(&self, bytes: Vec<u8>) {
        if let Some(input) = &self.input {
            // If its input is closed it has ended, or soon will.
            let _ = input.send(bytes);
        }
    }

    pub(super) fn end_input(&mut self) {
        self.input = None;
    }

    /// The next piece; `None` at the end. May be dropped and called again without loss.
    pub(super) async fn read(&mut self, output: Output) -> Option<Vec<u8>> {
        loop {
            if self.ended.is_some() {
                // A process outside its group may hold its output open forever.
                match tokio::time::timeout(GRACE, self.output.fill_buf()).await {
                    Ok(Ok(more)) if !more.is_empty() => {}
                    Ok(_) | Err(_) => return self.rest(),
                }
            }
            let read = tokio::select! {
                biased;
                read = self.output.fill_buf() => read,
                status = self.child.wait(), if self.ended.is_none() => {
                    self.ended = Some(status);
                    // Child processes that it left behind hold its output open.
                    self.group.end();
                    continue;
                }
            };
            let bytes = match read {
                Ok(bytes) if !bytes.is_empty() => bytes,
                Ok(_) | Err(_) => return self.rest(),
            };
            let end = match output {
                Output::Lines => bytes.iter().position(|byte| *byte == b'\n'),
                Output::Chunks => Some(bytes.len() - 1),
            };
            let taken = end.map_or(bytes.len(), |end| end + 1);
            // A longer line isn't one that we know; its rest is skipped.
            if self.line.len() <= LONGEST_LINE {
                self.line.extend_from_slice(&bytes[..taken]);
            }
            self.output.consume(taken);
            if end.is_none() {
                continue;
            }
            let line = std::mem::take(&mut self.line);
            if line.len() <= LONGEST_LINE {
                return Some(line);
            }
            tracing::warn!("a line of an agent is longer than {LONGEST_LINE} bytes and left out");
        }
    }

    /// A last line without a line break.
    fn rest(&mut self) -> Option<Vec<u8>> {
        let rest = std::mem::take(&mut self.line);
        Some(rest).filter(|rest| !rest.is_empty())
    }

    /// Its output has ended, or nobody wants it any more.
    pub(super) async fn finish(mut self, broken: Option<String>) -> Exit {
        self.input = None;
        let status = match self.ended.take() {
            Some(status) => status,
            None => match tokio::time::timeout(GRACE, self.child.wait()).await {
                Ok(status) => status,
                Err(_) => {
                    self.group.end();
                    self.child.wait().await
                }
            },
        };
        self.group.end();
        let (kind, how) = match (&broken, status) {
            (Some(why), _) => (ExitKind::Failed, why.clone()),
            (None, Ok(status)) if status.success() => (ExitKind::Done, status.to_string()),
            (None, Ok(status)) => (ExitKind::Failed, status.to_string()),
            (None, Err(error)) => (ExitKind::Failed, error.to_string()),
        };
        let said = match tokio::time::timeout(GRACE, &mut self.last_words).await {
            Ok(Ok(said)) => said,
            Ok(Err(_)) | Err(_) => Vec::new(),
        };
        let said = sayso_core::text::clean(&String::from_utf8_lossy(&said));
        let why = match said.trim() {
            "" => how,
            said => format!("{how}\n{said}"),
        };
        Exit { kind, why }
    }
}

/// All processes of an agent.
#[derive(Clone)]
pub(super) struct Group(Option<Pid>);

impl Group {
    fn of(child: &Child) -> Group {
        let pid = child.id().and_then(|pid| i32::try_from(pid).ok());
        Group(pid.and_then(Pid::from_raw))
    }

    pub(super) fn mark(&self) -> Option<Mark> {
        Mark::of(self.0?.as_raw_nonzero().get())
    }

    pub(super) fn ask_to_end(&self) {
        self.signal(Signal::TERM);
    }

    pub(super) fn end(&self) {
        self.signal(Signal::KILL);
    }

    fn signal(&self, signal: Signal) {
        if let Some(group) = self.0 {
            // Fails if there is none left, which is the goal.
            let _ = kill_process_group(group, signal);
        }
    }
}

/// Identifies a process later: ids are reused, but not with the same start time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Mark {
    id: i32,
    /// In the kernel's time since its own start.
    started: u64,
}

impl Mark {
    /// `None`: it is gone, or this system doesn't say.
    fn of(id: i32) -> Option<Mark> {
        let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
        // Its name may contain blanks and parentheses; the fields after it don't. The start time is
        // field 22.
        let (_, fields) = stat.rsplit_once(") ")?;
        let started = fields.split(' ').nth(22 - 3)?.parse().ok()?;
        Some(Mark { id, started })
    }

    /// Ends the group that it leads, if it still exists.
    pub(crate) fn end(&self) {
        if Mark::of(self.id).as_ref() == Some(self) {
            Group(Pid::from_raw(self.id)).end();
        }
    }
}

async fn write_all(mut stdin: ChildStdin, mut write: UnboundedReceiver<Vec<u8>>) {
    while let Some(bytes) = write.recv().await {
        if stdin.write_all(&bytes).await.is_err() || stdin.flush().await.is_err() {
            return;
        }
    }
}

async fn keep_last(mut stderr: ChildStderr) -> Vec<u8> {
    let mut last = Vec::new();
    let mut buffer = [0; 4096];
    while let Ok(read @ 1..) = stderr.read(&mut buffer).await {
        last.extend_from_slice(&buffer[..read]);
        let over = last.len().saturating_sub(LAST_WORDS);
        last.drain(..over);
    }
    last
}

#[cfg(test)]
mod tests {
    use super::super::{Prompt, Protocol};
    use super::*;

    fn program(command: &[&str], secrets: &[&'static str]) -> Program {
        Program {
            command: command.iter().map(|word| (*word).to_owned()).collect(),
            protocol: Protocol::Plain,
            directory: "/".into(),
            prompt: Prompt::Withheld,
            secrets: secrets.to_vec(),
        }
    }

    /// Every test environment has a `PATH`.
    #[tokio::test]
    async fn an_agent_does_not_see_what_is_secret() {
        for (secrets, seen) in [(&[] as &[_], "yes\n"), (&["PATH"], "no\n")] {
            let looks = program(
                &["/bin/sh", "-c", "/usr/bin/env | /bin/grep -q ^PATH= && echo yes || echo no"],
                secrets,
            );
            let mut process = Process::start(&looks, Vec::new()).unwrap();
            let read = process.read(Output::Lines).await.unwrap();
            assert_eq!(String::from_utf8_lossy(&read), seen);
        }
    }

    #[tokio::test]
    async fn a_process_is_ended_by_its_mark_and_by_no_other() {
        let sleep = program(&["sleep", "1000"], &[]);
        let mut process = Process::start(&sleep, Vec::new()).unwrap();
        let mark = process.group.mark().unwrap();
        let other = Mark { started: mark.started + 1, ..mark.clone() };
        other.end();
        assert!(process.child.try_wait().unwrap().is_none());
        mark.end();
        let status = process.child.wait().await.unwrap();
        assert_eq!(std::os::unix::process::ExitStatusExt::signal(&status), Some(9));
        mark.end();
        assert_eq!(process.group.mark(), None);
    }
}
