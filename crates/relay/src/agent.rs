//! An agent as a process: it is started, told what the user says, and heard.
//!
//! Each protocol is a [`Wire`]; reading and writing is done here, the same for all.

mod acp;
mod claude;
mod plain;
mod process;
mod wire;

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tokio::sync::mpsc::{
    Receiver, Sender, UnboundedReceiver, UnboundedSender, channel, unbounded_channel,
};
use tokio::task::JoinHandle;

pub(crate) use process::Mark;
use process::Process;
pub(crate) use wire::Words;
use wire::{Outbox, Wire};

/// How an agent is talked to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Protocol {
    /// Claude Code, by JSON lines.
    Claude,
    /// The Agent Client Protocol.
    Acp,
    /// Text on standard input and output.
    Plain,
}

impl Protocol {
    pub const ALL: [Protocol; 3] = [Protocol::Claude, Protocol::Acp, Protocol::Plain];

    pub const fn as_str(self) -> &'static str {
        match self {
            Protocol::Claude => "claude",
            Protocol::Acp => "acp",
            Protocol::Plain => "plain",
        }
    }

    pub fn from_name(name: &str) -> Option<Protocol> {
        Protocol::ALL.into_iter().find(|protocol| protocol.as_str() == name)
    }

    /// By the name of the program; what is not known is taken to speak plainly.
    pub fn of_program(program: &str) -> Protocol {
        match Path::new(program).file_stem().and_then(|name| name.to_str()) {
            Some("claude") => Protocol::Claude,
            Some(_) | None => Protocol::Plain,
        }
    }

    /// Whether the agent says when it has finished with a message.
    pub(crate) const fn ends_turns(self) -> bool {
        match self {
            Protocol::Claude | Protocol::Acp => true,
            Protocol::Plain => false,
        }
    }
}

/// Which agent is run, and how.
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
    /// Who asks, as people see it.
    pub fn name(&self) -> String {
        let program = self.command.first().map(Path::new).and_then(Path::file_stem);
        program.map_or_else(|| "agent".to_owned(), |name| name.to_string_lossy().into_owned())
    }
}

/// Whether the agent is told how to ask (UC-8).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Prompt {
    Given,
    /// It knows already, for example by a skill of its own.
    Withheld,
}

/// What an agent does.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Happening {
    Session {
        id: String,
        recall: Recall,
        resumable: Resumable,
    },
    /// A piece of its text.
    Text(String),
    Permission(Permission),
    /// It has finished with the message that it was given.
    TurnEnded {
        error: Option<String>,
    },
    /// Always the last.
    Exited(Exit),
}

/// What the agent knows of what was said before its process began.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Recall {
    Everything,
    Nothing,
}

/// Whether another process can go on where this one ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Resumable {
    Yes,
    No,
}

/// The agent wants to do something and waits for permission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Permission {
    /// To be answered by [`Agent::permit`].
    pub(crate) number: u64,
    pub(crate) title: String,
    /// What exactly it would do, as far as the agent tells.
    pub(crate) detail: Option<String>,
    pub(crate) options: Vec<PermissionOption>,
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
    /// In words: how it ended, and the last that it wrote to its standard error.
    pub(crate) why: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ExitKind {
    Done,
    Failed,
}

enum Order {
    Say(Words),
    Permit(u64, Option<String>),
}

/// A running agent. Dropping it ends its process and all that this one started.
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
            Protocol::Plain => Box::new(plain::Plain::new(prompt)),
        };
        let process = Process::start(program, wire.arguments())?;
        let group = process.group.clone();
        let (orders, ordered) = unbounded_channel();
        // As many as fit between two looks; an agent that writes faster than it is read has to wait.
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

    pub(crate) fn permit(&self, number: u64, option: Option<String>) {
        self.order(Order::Permit(number, option));
    }

    /// Nothing more will be said: its input ends.
    pub(crate) fn end_input(&mut self) {
        self.orders = None;
    }

    /// Ends with [`Happening::Exited`] and is not to be called after it.
    pub(crate) async fn next(&mut self) -> Happening {
        let gone =
            Exit { kind: ExitKind::Failed, why: "nobody looks after its process".to_owned() };
        self.happenings.recv().await.unwrap_or(Happening::Exited(gone))
    }

    /// Asks it to end, and waits for that a moment; after it, it is gone.
    pub(crate) async fn stop(mut self) {
        self.orders = None;
        self.group.ask_to_end();
        let gone = async { while self.happenings.recv().await.is_some() {} };
        let _ = tokio::time::timeout(process::GRACE, gone).await;
    }

    fn order(&self, order: Order) {
        if let Some(orders) = &self.orders {
            // If nobody reads them any more, it has exited, and that is told.
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

/// Looks after the process until it is over.
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
                Some(Order::Permit(number, option)) => {
                    wire.permit(number, option.as_deref(), &mut out);
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
