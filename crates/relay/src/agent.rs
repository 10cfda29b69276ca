//! An agent as a process: started, given the user's messages, and read.
//!
//! Each protocol is a [`Wire`]; reading and writing is done here, the same for all.

mod acp;
mod claude;
mod codex;
mod plain;
mod process;
mod wire;

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sayso_core::dialect::bridged::AnswerParts;
use serde_json::Value;
use tokio::sync::mpsc::{
    Receiver, Sender, UnboundedReceiver, UnboundedSender, channel, unbounded_channel,
};
use tokio::task::JoinHandle;

pub(crate) use process::Mark;
use process::Process;
pub(crate) use wire::Words;
use wire::{Outbox, Wire};

/// The protocol of an agent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Protocol {
    /// Claude Code, by JSON lines.
    Claude,
    /// The Agent Client Protocol.
    Acp,
    /// Codex's app server.
    Codex,
    /// Text on standard input and output.
    Plain,
}

impl Protocol {
    pub const ALL: [Protocol; 4] =
        [Protocol::Claude, Protocol::Acp, Protocol::Codex, Protocol::Plain];

    pub const fn as_str(self) -> &'static str {
        match self {
            Protocol::Claude => "claude",
            Protocol::Acp => "acp",
            Protocol::Codex => "codex",
            Protocol::Plain => "plain",
        }
    }

    pub fn from_name(name: &str) -> Option<Protocol> {
        Protocol::ALL.into_iter().find(|protocol| protocol.as_str() == name)
    }

    /// By the name of the program; unknown programs use plain text.
    pub fn of_program(program: &str) -> Protocol {
        match Path::new(program).file_stem().and_then(|name| name.to_str()) {
            Some("claude") => Protocol::Claude,
            Some(_) | None => Protocol::Plain,
        }
    }

    /// Whether the agent says when it has finished with a message.
    pub(crate) const fn ends_turns(self) -> bool {
        match self {
            Protocol::Claude | Protocol::Acp | Protocol::Codex => true,
            Protocol::Plain => false,
        }
    }
}

/// Which agent to run, and how.
#[derive(Debug, Clone)]
pub struct Program {
    /// The program and its arguments; never empty.
    pub command: Vec<String>,
    pub protocol: Protocol,
    pub directory: PathBuf,
    pub prompt: Prompt,
    /// Variables of ours that it must not see.
    pub secrets: Vec<&'static str>,
}

impl Program {
    /// The agent's name for people.
    pub fn name(&self) -> String {
        let program = self.command.first().map(Path::new).and_then(Path::file_stem);
        program.map_or_else(|| "agent".to_owned(), |name| name.to_string_lossy().into_owned())
    }
}

/// Whether the agent gets the instructions for asking (UC-8).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Prompt {
    Given,
    /// It has them already, for example as a skill.
    Withheld,
}

/// What an agent does.
#[derive(Debug, PartialEq)]
pub(crate) enum Happening {
    Session {
        id: String,
        recall: Recall,
        resumable: Resumable,
    },
    /// A piece of its text.
    Text(String),
    Permission(Permission),
    /// It no longer waits for the permission with this number.
    Withdrawn(u64),
    /// It has finished with its message.
    TurnEnded {
        error: Option<String>,
    },
    /// Always the last.
    Exited(Exit),
}

/// What the agent knows about the conversation before its process started.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Recall {
    Everything,
    Nothing,
}

/// Whether another process can continue where this one ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Resumable {
    Yes,
    No,
}

/// The agent wants to do something and waits for permission.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Permission {
    /// To be answered by [`Agent::permit`].
    pub(crate) number: u64,
    pub(crate) title: String,
    /// What exactly it would do, according to the agent.
    pub(crate) detail: Option<String>,
    pub(crate) options: Vec<PermissionOption>,
    /// What it would do, if it names that: then the person sees it as a permission of any agent.
    pub(crate) call: Option<ToolCall>,
    /// Questions of its own instead, in the format of `claude_question`.
    pub(crate) questions: Option<Value>,
}

/// A tool and its input.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolCall {
    pub tool: String,
    pub input: Value,
    /// The purpose, according to the agent.
    pub purpose: Option<String>,
    /// Of an edit that only the agent can show.
    pub diff: Option<String>,
}

/// What was decided about a permission.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Permitted {
    /// The chosen option; `None`: permission was not given.
    pub(crate) option: Option<String>,
    /// Why not, for the model.
    pub(crate) refusal: Option<String>,
    /// The answers to its questions, in their order; none without a person's whole answer.
    pub(crate) answers: Vec<AnswerParts>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PermissionOption {
    pub(crate) id: String,
    pub(crate) label: String,
    /// Choosing it gives no permission.
    pub(crate) declines: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Exit {
    pub(crate) kind: ExitKind,
    /// As text: how it ended, and the end of its standard error.
    pub(crate) why: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ExitKind {
    Done,
    Failed,
}

enum Order {
    Say(Words),
    Permit(u64, Permitted),
}

/// A running agent. Dropping it ends its process and all child processes.
pub(crate) struct Agent {
    orders: Option<UnboundedSender<Order>>,
    happenings: Receiver<Happening>,
    task: JoinHandle<()>,
    group: process::Group,
}

impl Agent {
    /// `resume` is the session of an earlier process.
    pub(crate) fn start(program: &Program, resume: Option<&str>) -> io::Result<Agent> {
        let prompt = match program.prompt {
            Prompt::Given => Some(sayso_core::dialect::user_choice::SKILL),
            Prompt::Withheld => None,
        };
        let wire: Box<dyn Wire> = match program.protocol {
            Protocol::Claude => Box::new(claude::Claude::new(prompt, resume)),
            Protocol::Acp => Box::new(acp::Acp::new(prompt, resume, &program.directory)),
            Protocol::Codex => Box::new(codex::Codex::new(prompt, resume, &program.directory)),
            Protocol::Plain => Box::new(plain::Plain::new(prompt)),
        };
        let process = Process::start(program, wire.arguments())?;
        let group = process.group.clone();
        let (orders, ordered) = unbounded_channel();
        // An agent that writes faster than it is read has to wait.
        let (tell, happenings) = channel(256);
        let task = tokio::spawn(drive(wire, process, ordered, tell));
        Ok(Agent { orders: Some(orders), happenings, task, group })
    }

    pub(crate) fn mark(&self) -> Option<Mark> {
        self.group.mark()
    }

    pub(crate) fn say(&self, words: Words) {
        self.order(Order::Say(words));
    }

    pub(crate) fn permit(&self, number: u64, permitted: Permitted) {
        self.order(Order::Permit(number, permitted));
    }

    /// No more messages will follow: its input is closed.
    pub(crate) fn end_input(&mut self) {
        self.orders = None;
    }

    /// Ends with [`Happening::Exited`]; must not be called after that.
    pub(crate) async fn next(&mut self) -> Happening {
        let gone =
            Exit { kind: ExitKind::Failed, why: "nobody looks after its process".to_owned() };
        self.happenings.recv().await.unwrap_or(Happening::Exited(gone))
    }

    /// Asks it to end and waits for a moment; after that it is gone.
    pub(crate) async fn stop(mut self) {
        self.orders = None;
        self.group.ask_to_end();
        let gone = async { while self.happenings.recv().await.is_some() {} };
        let _ = tokio::time::timeout(process::GRACE, gone).await;
    }

    fn order(&self, order: Order) {
        if let Some(orders) = &self.orders {
            // If nobody reads them any more, it has exited, which is reported.
            let _ = orders.send(order);
        }
    }
}

impl Drop for Agent {
    fn drop(&mut self) {
        self.group.end();
        self.task.abort();
    }
}

/// Handles the process until it has ended.
async fn drive(
    mut wire: Box<dyn Wire>,
    mut process: Process,
    mut orders: UnboundedReceiver<Order>,
    tell: Sender<Happening>,
) {
    let mut out = Outbox::default();
    let mut hearing = true;
    let output = wire.output();
    wire.begin(&mut out);
    let broken = loop {
        if !out.send.is_empty() {
            process.write(std::mem::take(&mut out.send));
        }
        for happening in out.happened.drain(..) {
            if tell.send(happening).await.is_err() {
                return;
            }
        }
        if let Some(why) = out.broken.take() {
            break Some(why);
        }
        tokio::select! {
            order = orders.recv(), if hearing => match order {
                Some(Order::Say(words)) => wire.say(words, &mut out),
                Some(Order::Permit(number, permitted)) => {
                    wire.permit(number, &permitted, &mut out);
                }
                None => {
                    hearing = false;
                    process.end_input();
                }
            },
            read = process.read(output) => match read {
                Some(bytes) => wire.read(&bytes, &mut out),
                None => break None,
            },
            () = pause(wire.pause()) => wire.paused(&mut out),
        }
    };
    let exit = process.finish(broken).await;
    // If nobody listens, nobody needs to know.
    let _ = tell.send(Happening::Exited(exit)).await;
}

async fn pause(length: Option<Duration>) {
    match length {
        Some(length) => tokio::time::sleep(length).await,
        None => std::future::pending().await,
    }
}

#[cfg(test)]
mod tests {
    use super::Protocol;

    #[test]
    fn a_program_is_known_by_its_name() {
        assert_eq!(Protocol::of_program("/usr/local/bin/claude"), Protocol::Claude);
        assert_eq!(Protocol::of_program("claude"), Protocol::Claude);
        assert_eq!(Protocol::of_program("./agent.py"), Protocol::Plain);
        for protocol in Protocol::ALL {
            assert_eq!(Protocol::from_name(protocol.as_str()), Some(protocol));
        }
    }
}
