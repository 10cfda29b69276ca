//! The text of a transcript. `@` names a connection, `>` begins what its client sent, `<` what the hub
//! replied, `!` says that the hub is replaced; lines that begin with a space continue the line above.

use serde_json::Value;

/// How a client is connected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Over {
    Unix,
    Tcp,
}

#[derive(Debug)]
pub enum Step {
    /// The hub ends, and the next one takes its place.
    Replaced,
    /// From here on, over this connection; a new one is opened.
    On {
        connection: u32,
        over: Over,
    },
    Request {
        line: String,
        headers: Vec<String>,
        body: Option<String>,
    },
    /// A client's message on a socket.
    Call(String),
    /// The response to a request.
    Response {
        status: u16,
        body: Option<Value>,
    },
    /// The hub's message on a socket.
    Message(Value),
}

/// The steps, each with the number of its line.
pub fn parse(text: &str) -> Vec<(usize, Step)> {
    let mut blocks: Vec<(usize, char, Vec<&str>)> = Vec::new();
    for (at, line) in text.lines().enumerate() {
        match line.chars().next() {
            None | Some('#') => {}
            Some(' ') => blocks.last_mut().expect("something is continued").2.push(line.trim()),
            Some(sign) => blocks.push((at + 1, sign, vec![line[1..].trim()])),
        }
    }
    blocks.into_iter().map(|(at, sign, lines)| (at, step(at, sign, &lines))).collect()
}

fn step(at: usize, sign: char, lines: &[&str]) -> Step {
    let json = |lines: &[&str]| -> Value {
        serde_json::from_str(&lines.concat()).unwrap_or_else(|error| panic!("line {at}: {error}"))
    };
    let (first, rest) = lines.split_first().expect("at least one");
    let is_json = first.starts_with(['{', '[']);
    match sign {
        '!' => Step::Replaced,
        '@' => {
            let mut words = first.split(' ');
            let connection = words.next().and_then(|word| word.parse().ok());
            let over = if words.next() == Some("tcp:") { Over::Tcp } else { Over::Unix };
            Step::On { connection: connection.expect("a number"), over }
        }
        '>' if is_json => Step::Call(lines.concat()),
        '>' => {
            let is_header =
                |line: &&&str| line.split_once(": ").is_some_and(|(name, _)| is_name(name));
            let headers: Vec<String> =
                rest.iter().take_while(is_header).map(|line| (*line).to_owned()).collect();
            let body = Some(rest[headers.len()..].concat()).filter(|body| !body.is_empty());
            Step::Request { line: (*first).to_owned(), headers, body }
        }
        '<' if is_json => Step::Message(json(lines)),
        '<' => {
            let status = first.parse().unwrap_or_else(|_| panic!("line {at}: no status"));
            Step::Response { status, body: (!rest.is_empty()).then(|| json(rest)) }
        }
        _ => panic!("line {at} begins with nothing that is known"),
    }
}

fn is_name(text: &str) -> bool {
    text.chars().all(|sign| sign.is_ascii_lowercase() || sign == '-')
}
