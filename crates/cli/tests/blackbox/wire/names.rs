//! Placeholders for what is different each time.
//!
//! `<id-1>` is a value that comes back: the replay keeps what a reply has in its place, and sends it
//! where a later request has it. `<time>`, `<number>`, `<flag>`, `<text>` and `<port>` stand for anything
//! of that kind.

use std::collections::BTreeMap;

use jiff::Timestamp;
use sayso_access::proof::Meeting;
use sayso_desk::call_id;
use serde_json::{Value, json};
use uuid::Uuid;

/// Fields whose values are kept by name, and by which.
const NAMED: [&str; 7] = ["cursor", "session", "code", "epoch", "proof", "nonce", "ticket"];
/// Fields that depend on the moment or the machine. That an agent stopped waiting is a revision, too.
const NUMBERS: [&str; 8] = [
    "revision",
    "remaining_ms",
    "remaining_seconds",
    "pid",
    "uptime_seconds",
    "expires_in_seconds",
    "connections",
    "taken",
];
/// A call over one connection may be heard before or after one over another.
const FLAGS: [&str; 3] = ["listening", "shown", "joined"];
/// The same of a field that only says yes.
const SOMETIMES: &str = "stopped";
/// Sentences for people and models, which may be said better, and what belongs to a machine.
const TEXTS: [&str; 9] = [
    "detail",
    "hint",
    "rule",
    "summary",
    "instructions",
    "version",
    "page",
    "data_dir",
    "XDG_RUNTIME_DIR",
];

/// What a recording has met so far.
#[derive(Default)]
pub struct Names {
    known: Vec<(String, String)>,
    counts: BTreeMap<String, usize>,
}

impl Names {
    /// Replaced by this text, wherever it occurs.
    pub fn replace(&mut self, value: &str, by: &str) {
        self.known.push((value.to_owned(), by.to_owned()));
        self.known.sort_by_key(|(value, _)| std::cmp::Reverse(value.len()));
    }

    fn learn(&mut self, kind: &str, value: &str) {
        if value.is_empty() || self.known.iter().any(|(known, _)| known == value) {
            return;
        }
        let count = self.counts.entry(kind.to_owned()).or_default();
        *count += 1;
        let name = format!("<{kind}-{count}>");
        self.replace(value, &name);
    }

    /// A header of a request.
    pub fn header(&mut self, name: &str, value: &str) -> String {
        if name == "sayso-nonce" {
            self.learn("nonce", value);
        }
        self.hidden(value)
    }

    /// A request's text, in which ids and named fields are known from here on.
    pub fn request(&mut self, text: &str) -> String {
        if let Ok(value) = serde_json::from_str(text) {
            self.look(&value);
        }
        self.find_ids(text);
        self.hidden(text)
    }

    /// A reply, with a placeholder for everything that differs each time.
    pub fn reply(&mut self, text: &str) -> Value {
        let mut value: Value = serde_json::from_str(text).unwrap();
        self.look(&value);
        self.find_ids(text);
        self.hide(&mut value);
        value
    }

    fn look(&mut self, value: &Value) {
        match value {
            Value::Object(fields) => {
                for (name, value) in fields {
                    if let Some(text) = value.as_str() {
                        if NAMED.contains(&name.as_str()) {
                            self.learn(name, text);
                        }
                        if let Some((page, secret)) =
                            text.split_once('.').filter(|_| name == "token")
                        {
                            self.learn("page", page);
                            self.learn("secret", secret);
                        }
                    }
                    self.look(value);
                }
            }
            Value::Array(items) => items.iter().for_each(|item| self.look(item)),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }

    fn find_ids(&mut self, text: &str) {
        for word in text.split(|sign: char| !sign.is_ascii_hexdigit() && sign != '-') {
            if word.len() != 36 || self.known.iter().any(|(known, _)| known == word) {
                continue;
            }
            let Ok(id) = word.parse::<Uuid>() else { continue };
            self.learn("id", word);
            // Commands are shown with the beginning of an id; one that begins with the time has none.
            if id.get_version_num() == 4 {
                let name = self.hidden(word);
                self.replace(&word[..8], &name);
            }
        }
    }

    fn hidden(&self, text: &str) -> String {
        let text = text.to_owned();
        self.known.iter().fold(text, |text, (value, name)| text.replace(value, name))
    }

    fn hide(&self, value: &mut Value) {
        match value {
            Value::Object(fields) => {
                let is_reply = fields.contains_key("structured");
                fields.remove(SOMETIMES);
                for (name, mut value) in std::mem::take(fields) {
                    let key = self.hidden(&name);
                    let by_id = key != name;
                    let name = name.as_str();
                    let kind = match value {
                        Value::Number(_) if by_id => "<number>",
                        Value::Number(_) if NUMBERS.contains(&name) => "<number>",
                        Value::Bool(_) if FLAGS.contains(&name) => "<flag>",
                        Value::String(_) if TEXTS.contains(&name) => "<text>",
                        Value::String(_) if is_reply && name == "text" => "<text>",
                        _ => {
                            self.hide(&mut value);
                            fields.insert(key, value);
                            continue;
                        }
                    };
                    fields.insert(key, json!(kind));
                }
            }
            Value::Array(items) => items.iter_mut().for_each(|item| self.hide(item)),
            Value::String(text) if text.parse::<Timestamp>().is_ok() => *text = "<time>".to_owned(),
            Value::String(text) => *text = self.hidden(text),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
}

/// What stands for the placeholders in a replay.
#[derive(Default)]
pub struct Bound(BTreeMap<String, String>);

impl Bound {
    pub fn set(&mut self, name: &str, value: &str) {
        self.0.insert(name.to_owned(), value.to_owned());
    }

    /// A request's text with its values; what no reply has said yet is drawn, as its client did.
    pub fn filled(&mut self, text: &str, origin: &str) -> String {
        let mut filled = String::new();
        for part in parts(text) {
            match part {
                Part::Text(text) => filled.push_str(text),
                Part::Name(name) => {
                    let known = self.0.get(name).cloned();
                    let value = known.unwrap_or_else(|| self.drawn(name, origin));
                    self.set(name, &value);
                    filled.push_str(&value);
                }
            }
        }
        filled
    }

    fn drawn(&self, name: &str, origin: &str) -> String {
        let last = |kind: &str| {
            let mut all: Vec<_> = self.0.iter().filter(|(name, _)| kind_of(name) == kind).collect();
            all.sort_by_key(|(name, _)| number_of(name));
            all.last().unwrap_or_else(|| panic!("no {kind} yet")).1.clone()
        };
        match kind_of(name) {
            "id" => call_id().to_string(),
            "nonce" => call_id().simple().to_string(),
            "proof" => {
                let token = format!("{}.{}", last("page"), last("secret"));
                Meeting::page_proof(&token, &last("nonce"), origin, &last("epoch"))
            }
            _ => panic!("nothing has said {name} yet"),
        }
    }

    /// Whether the hub's reply has everything that was recorded, in the same shape.
    pub fn check(&mut self, recorded: &Value, now: &Value, at: &str) -> Result<(), String> {
        let differs = || Err(format!("{at}: {recorded} was {now}"));
        match (recorded, now) {
            (Value::String(name), now) if name == "<number>" => now.is_number(),
            (Value::String(name), now) if name == "<flag>" => now.is_boolean(),
            (Value::String(text), Value::String(now)) => return self.check_text(text, now, at),
            (Value::Object(fields), Value::Object(now)) => {
                for (name, recorded) in fields {
                    let name = self.filled(name, "");
                    let at = format!("{at}.{name}");
                    let now = now.get(&name).ok_or_else(|| format!("{at} is missing"))?;
                    self.check(recorded, now, &at)?;
                }
                true
            }
            // In the same order; there may be more in between, such as a new setting.
            (Value::Array(items), Value::Array(all)) => {
                let mut rest = all.iter();
                for (number, recorded) in items.iter().enumerate() {
                    let at = format!("{at}[{number}]");
                    let mut why = format!("{at} is missing");
                    let fits = rest.any(|now| {
                        let before = self.0.clone();
                        let checked = self.check(recorded, now, &at);
                        checked
                            .inspect_err(|differs| {
                                self.0 = before;
                                why = differs.clone();
                            })
                            .is_ok()
                    });
                    if !fits {
                        return Err(why);
                    }
                }
                true
            }
            (recorded, now) => recorded == now,
        }
        .then_some(())
        .map_or_else(differs, Ok)
    }

    fn check_text(&mut self, recorded: &str, now: &str, at: &str) -> Result<(), String> {
        let differs = || format!("{at}: `{recorded}` was `{now}`");
        let mut rest = now;
        let mut parts = parts(recorded).into_iter().peekable();
        while let Some(part) = parts.next() {
            match part {
                Part::Text(text) => rest = rest.strip_prefix(text).ok_or_else(differs)?,
                Part::Name(name) => {
                    let end = match parts.peek() {
                        Some(Part::Text(next)) => rest.find(next).ok_or_else(differs)?,
                        Some(Part::Name(_)) | None => rest.len(),
                    };
                    let (value, after) = rest.split_at(end);
                    rest = after;
                    let fits = match kind_of(name) {
                        "time" => value.parse::<Timestamp>().is_ok(),
                        "text" => !value.is_empty(),
                        "port" => value.parse::<u16>().is_ok(),
                        "id" => value.parse::<Uuid>().is_ok(),
                        _ => !value.is_empty() && !value.contains(' '),
                    };
                    let known =
                        name.ends_with(char::is_numeric).then(|| self.0.get(name)).flatten();
                    if !fits || known.is_some_and(|known| known != value) {
                        return Err(differs());
                    }
                    if name.ends_with(char::is_numeric) {
                        self.set(name, value);
                    }
                }
            }
        }
        if rest.is_empty() { Ok(()) } else { Err(differs()) }
    }
}

enum Part<'t> {
    Text(&'t str),
    /// Without its brackets.
    Name(&'t str),
}

fn parts(mut text: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    while let Some((at, end)) = next_name(text) {
        if at > 0 {
            parts.push(Part::Text(&text[..at]));
        }
        parts.push(Part::Name(&text[at + 1..end]));
        text = &text[end + 1..];
    }
    if !text.is_empty() {
        parts.push(Part::Text(text));
    }
    parts
}

/// Where the next placeholder begins and ends.
fn next_name(text: &str) -> Option<(usize, usize)> {
    let is_name = |name: &str| {
        !name.is_empty() && name.chars().all(|sign| sign.is_ascii_alphanumeric() || sign == '-')
    };
    text.match_indices('<').find_map(|(at, _)| {
        let end = at + text[at..].find('>')?;
        is_name(&text[at + 1..end]).then_some((at, end))
    })
}

fn kind_of(name: &str) -> &str {
    name.split('-').next().unwrap_or(name)
}

fn number_of(name: &str) -> usize {
    name.rsplit('-').next().and_then(|number| number.parse().ok()).unwrap_or_default()
}
