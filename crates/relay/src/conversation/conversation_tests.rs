//! The specification of a conversation: events, and their effects.
//!
//! A line of a script is an event and, after `->`, the effects in their order. Questions are
//! numbered as they are asked; `crash` starts over from what was saved last.

use std::time::Duration;

use sayso_core::surface::{Actor, Presence};
use sayso_core::{InteractionId, QuestionId, Surface};
use serde_json::json;
use uuid::Uuid;

use super::*;
use crate::agent::{Exit, ExitKind, Happening, Permission, PermissionOption, Recall, Resumable};
use crate::asking::{Question, Settlement};
use crate::venue::{Flow, Notice};

pub(super) fn about(protocol: Protocol) -> About {
    About { key: "test".to_owned(), protocol, limits: Limits::default() }
}

pub(super) fn memory(protocol: Protocol) -> Memory {
    let now = "2026-03-01T14:03:00Z".parse().unwrap();
    Memory::new("U1".to_owned(), protocol.as_str(), "/work".into(), now)
}

pub(super) fn id(number: usize) -> InteractionId {
    InteractionId::new(Uuid::from_u128(number as u128))
}

pub(super) fn ann() -> Actor {
    Actor::new(Some("Ann".to_owned()), Surface::Terminal, Presence::Interactive)
}

/// As a model writes it.
pub(super) fn choice(question: &str) -> String {
    let choice =
        json!({ "type": "user_choice", "question": question, "options": ["Left", "Right"] });
    format!("\n```json\n{choice}\n```\n")
}

pub(super) const MALFORMED: &str = r#"{"type":"user_choice","question":"Which way?"}"#;

pub(super) fn permission(title: &str) -> Permission {
    let option =
        |id: &str, declines| PermissionOption { id: id.to_owned(), label: id.to_owned(), declines };
    let options = vec![option("allow", false), option("reject", true)];
    Permission {
        number: 7,
        title: title.to_owned(),
        detail: None,
        options,
        call: None,
        questions: None,
    }
}

struct Talk {
    conversation: Conversation,
    protocol: Protocol,
    saved: Memory,
    now: Duration,
    calls: Vec<Uuid>,
    /// The text of the turn.
    text: String,
}

fn check(protocol: Protocol, script: &str) {
    let saved = memory(protocol);
    let conversation = Conversation::new(about(protocol), saved.clone());
    let (now, calls) = (Duration::ZERO, Vec::new());
    let mut talk = Talk { conversation, protocol, saved, now, calls, text: String::new() };
    for line in script.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (event, expected) = line.split_once("->").unwrap_or((line, ""));
        let event = talk.event(event.trim());
        let effects = talk.conversation.handle(event, talk.now);
        let done: Vec<String> = effects.into_iter().map(|effect| talk.done(effect)).collect();
        assert_eq!(done.join("; "), expected.trim(), "in the line: {line}");
    }
}

/// After the agent was given its first message, and perhaps began with it.
fn given(protocol: Protocol, script: &str) {
    let start = "said go -> save; confirm; start; working\nstarted -> save; say go\n";
    check(protocol, &format!("{start}{script}"));
}

/// After it has named its session as well.
fn begun(protocol: Protocol, script: &str) {
    given(protocol, &format!("named anew -> save\n{script}"));
}

impl Talk {
    fn event(&mut self, words: &str) -> Event {
        let (word, rest) = words.split_once(' ').unwrap_or((words, ""));
        let (number, after) = rest.split_once(' ').unwrap_or((rest, ""));
        let number = number.parse().unwrap_or(0);
        let session = |recall, resumable| {
            Event::Agent(Happening::Session { id: "s1".to_owned(), recall, resumable })
        };
        let wrote = |text: &str| Event::Agent(Happening::Text(text.to_owned()));
        let exited = |kind| Event::Agent(Happening::Exited(Exit { kind, why: "gone".to_owned() }));
        let takes = |question| Opened { id: id(number), takes_text: question };
        match word {
            "crash" => {
                self.conversation = Conversation::new(about(self.protocol), self.saved.clone());
                Event::Woken
            }
            "said" => Event::Said { actor: ann(), text: rest.to_owned() },
            "late" => Event::NotAnswered(rest.to_owned(), NotAnswered::Settled),
            "refused" => Event::NotAnswered(rest.to_owned(), NotAnswered::Refused),
            "finish" => Event::Finish,
            "end" => Event::End,
            "close" => Event::Close,
            "started" => Event::Started(Ok(None)),
            "not-started" => Event::Started(Err(Notice::NotStarted {
                command: "agent".to_owned(),
                why: "no such file".to_owned(),
            })),
            "named" if rest == "anew" => session(Recall::Nothing, Resumable::Yes),
            "named" => session(Recall::Everything, Resumable::Yes),
            "writes" => wrote(rest),
            "asks" => wrote(&choice(rest)),
            "asks-badly" => wrote(MALFORMED),
            "requests" => Event::Agent(Happening::Permission(permission(rest))),
            "ends-turn" => {
                let error = Some(rest.to_owned()).filter(|error| !error.is_empty());
                Event::Agent(Happening::TurnEnded { error })
            }
            "exits" => exited(ExitKind::Done),
            "fails" => exited(ExitKind::Failed),
            "asked" if after == "form" => Event::Asked(self.calls[number - 1], Ok(takes(None))),
            "asked" => {
                let question = Some(QuestionId::from("q"));
                Event::Asked(self.calls[number - 1], Ok(takes(question)))
            }
            "invalid" => {
                let why = NotAsked::Invalid("options: too many".to_owned());
                Event::Asked(self.calls[number - 1], Err(why))
            }
            "unreachable" => Event::Asked(self.calls[number - 1], Err(NotAsked::Unreachable)),
            "answered" => {
                let chosen = after.parse::<usize>().ok().map(|place| place - 1);
                Event::Settled(
                    id(number),
                    Settlement { reply: after.to_owned(), chosen, ..Settlement::default() },
                )
            }
            "withdrawn" => Event::Withdrawn(id(number), Withdrawn::Yes),
            "not-withdrawn" => Event::NotDone(Effect::Withdraw(id(number), "why")),
            "not-delivered" => Event::NotDone(Effect::Delivered(id(number))),
            "had-outcome" => Event::Withdrawn(id(number), Withdrawn::No),
            "seconds" => {
                self.now += Duration::from_secs(number as u64);
                Event::Time
            }
            other => panic!("{other} is no event"),
        }
    }

    fn done(&mut self, effect: Effect) -> String {
        let number = |id: InteractionId| (1..99).find(|number| self::id(*number) == id).unwrap();
        match effect {
            Effect::Show { starts, text, flow, .. } => {
                if starts {
                    assert!(!text.trim().is_empty(), "a turn starts blank");
                    self.text.clear();
                }
                self.text.push_str(&text);
                let how = if flow == Flow::Streaming { "show" } else { "shown" };
                format!("{how} {}", self.text.trim())
            }
            Effect::Save(memory) => {
                self.saved = *memory;
                "save".to_owned()
            }
            Effect::Confirm => "confirm".to_owned(),
            Effect::Start { resume: None, .. } => "start".to_owned(),
            Effect::Start { resume: Some(session), .. } => format!("start {session}"),
            Effect::Say(words) => {
                let text = words.text.replace('\n', " ");
                let corrected = text.find("A question in your text was malformed.");
                match corrected {
                    Some(at) => format!("say {}correction", &text[..at]),
                    None => format!("say {text}"),
                }
            }
            Effect::Permit(_, permitted) => {
                format!("permit {}", permitted.option.as_deref().unwrap_or("no"))
            }
            Effect::EndInput => "end input".to_owned(),
            Effect::Stop => "stop".to_owned(),
            Effect::Ask(call_id, question) => {
                if !self.calls.contains(&call_id) {
                    self.calls.push(call_id);
                }
                let number = self.calls.iter().position(|call| *call == call_id).unwrap() + 1;
                match question {
                    Question::Choice(choice) => {
                        let value = serde_json::to_value(choice).unwrap();
                        format!("ask {number} {}", value["question"].as_str().unwrap())
                    }
                    Question::Permission(permission) => {
                        format!("ask {number} {}", permission.title)
                    }
                    Question::Repeat { message, .. } => format!("ask {number} repeat {message}"),
                }
            }
            Effect::Answer { id, text, .. } => format!("answer {} {text}", number(id)),
            Effect::Withdraw(id, _) => format!("withdraw {}", number(id)),
            Effect::Delivered(id) => format!("delivered {}", number(id)),
            Effect::Notice(notice) => match notice {
                Notice::Restarted => "notice restarted".to_owned(),
                Notice::BegunAnew => "notice begun anew".to_owned(),
                Notice::NotStarted { .. } => "notice not started".to_owned(),
                Notice::Malformed { .. } => "notice malformed".to_owned(),
                Notice::Failed { .. } => "notice failed".to_owned(),
            },
            Effect::Status(status) => format!("{status:?}").to_lowercase(),
            Effect::Over => "over".to_owned(),
        }
    }
}

#[path = "plain_tests.rs"]
mod plain;
#[path = "question_tests.rs"]
mod question;
#[path = "restart_tests.rs"]
mod restart;
