//! Turns bytes between a client and the hub into the text of a transcript.

use std::collections::VecDeque;
use std::io::Cursor;

use tokio_tungstenite::tungstenite::protocol::frame::FrameHeader;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

use super::layout::laid_out;
use super::names::Names;
use super::proxy::{Heard, Side};

/// Headers that the hub reads; a browser sends many more.
const HEADERS: [&str; 12] = [
    "host",
    "origin",
    "authorization",
    "content-type",
    "accept",
    "connection",
    "upgrade",
    "sec-websocket-version",
    "sec-websocket-key",
    "sayso-surface",
    "sayso-brief",
    "sayso-nonce",
];

pub struct Writer {
    names: Names,
    pub text: String,
    connections: Vec<Connection>,
    /// The one that the last line is about.
    current: Option<usize>,
}

struct Connection {
    who: String,
    /// Its number in the transcript, once something of it is there.
    number: Option<usize>,
    upgraded: bool,
    /// Whether the requests without a response so far are in the transcript.
    asked: VecDeque<bool>,
    client: Reader,
    hub: Reader,
}

/// What has come from one side and is not a whole message yet.
#[derive(Default)]
struct Reader {
    bytes: Vec<u8>,
    /// The beginning of a message that comes in pieces.
    message: Vec<u8>,
}

impl Writer {
    pub fn new(names: Names) -> Writer {
        Writer { names, text: String::new(), connections: Vec::new(), current: None }
    }

    pub fn hear(&mut self, heard: &Heard) {
        match heard {
            Heard::Opened { who } => self.connections.push(Connection {
                who: who.clone(),
                number: None,
                upgraded: false,
                asked: VecDeque::new(),
                client: Reader::default(),
                hub: Reader::default(),
            }),
            Heard::Bytes { connection, from, bytes } => {
                self.reader(*connection, *from).bytes.extend_from_slice(bytes);
                self.read(*connection, *from);
            }
            Heard::Replaced => {
                self.text.push_str("\n! the hub is replaced\n");
                self.current = None;
            }
        }
    }

    fn reader(&mut self, connection: usize, from: Side) -> &mut Reader {
        let connection = &mut self.connections[connection];
        match from {
            Side::Client => &mut connection.client,
            Side::Hub => &mut connection.hub,
        }
    }

    fn read(&mut self, at: usize, from: Side) {
        loop {
            if self.connections[at].upgraded {
                let Some(message) = self.reader(at, from).frame() else { return };
                match from {
                    Side::Client => {
                        let text = self.names.request(&message);
                        self.write(at, &format!("> {text}"));
                    }
                    Side::Hub => {
                        let reply = self.names.reply(&message);
                        self.write(at, &format!("< {}", laid_out(&reply, 2)));
                    }
                }
                continue;
            }
            let Some((head, body)) = self.reader(at, from).http() else { return };
            match from {
                Side::Client => self.request(at, &head, &body),
                Side::Hub => self.response(at, &head, &body),
            }
        }
    }

    fn request(&mut self, at: usize, head: &str, body: &str) {
        let mut lines = head.lines();
        let line = lines.next().unwrap().trim_end_matches(" HTTP/1.1");
        let path = line.split(' ').nth(1).unwrap();
        // The page itself, its script and texts belong to no wire: a hub brings its own.
        let belongs = path.starts_with("/api/") || path.starts_with("/portal/");
        self.connections[at].asked.push_back(belongs);
        if !belongs {
            return;
        }
        let mut text = format!("> {}", self.names.request(line));
        for (name, value) in lines.filter_map(|line| line.split_once(": ")) {
            let name = name.to_lowercase();
            if HEADERS.contains(&name.as_str()) {
                text.push_str(&format!("\n  {name}: {}", self.names.header(&name, value)));
            }
        }
        if !body.is_empty() {
            text.push_str(&format!("\n  {}", self.names.request(body)));
        }
        self.write(at, &text);
    }

    fn response(&mut self, at: usize, head: &str, body: &str) {
        let status = head.split(' ').nth(1).unwrap();
        self.connections[at].upgraded = status == "101";
        if self.connections[at].asked.pop_front() != Some(true) {
            return;
        }
        let mut text = format!("< {status}");
        if !body.is_empty() {
            text.push_str(&format!("\n  {}", laid_out(&self.names.reply(body), 2)));
        }
        self.write(at, &text);
    }

    fn write(&mut self, at: usize, text: &str) {
        let count = self.connections.iter().filter(|known| known.number.is_some()).count();
        let connection = &mut self.connections[at];
        let number = *connection.number.get_or_insert(count + 1);
        if self.current != Some(at) {
            let (over, who) = connection.who.split_once(": ").unwrap();
            self.text.push_str(&format!("\n@ {number} {over}: {who}\n"));
            self.current = Some(at);
        }
        self.text.push_str(text);
        self.text.push('\n');
    }
}

impl Reader {
    /// The next message with its head, once it is whole.
    fn http(&mut self) -> Option<(String, String)> {
        let end = self.bytes.windows(4).position(|window| window == b"\r\n\r\n")? + 4;
        let head = String::from_utf8_lossy(&self.bytes[..end]).into_owned();
        let length =
            head.lines().filter_map(|line| line.split_once(": ")).find_map(|(name, value)| {
                name.eq_ignore_ascii_case("content-length")
                    .then(|| value.parse::<usize>().ok())
                    .flatten()
            });
        let whole = end + length.unwrap_or_default();
        if self.bytes.len() < whole {
            return None;
        }
        let body = String::from_utf8_lossy(&self.bytes[end..whole]).into_owned();
        self.bytes.drain(..whole);
        Some((head, body))
    }

    /// The next text message, once it is whole; pings and the end are skipped.
    fn frame(&mut self) -> Option<String> {
        loop {
            let mut cursor = Cursor::new(&self.bytes);
            let (header, length) = FrameHeader::parse(&mut cursor).unwrap()?;
            let begin = usize::try_from(cursor.position()).unwrap();
            let end = begin + usize::try_from(length).unwrap();
            let payload = self.bytes.get(begin..end)?;
            let mask = header.mask.unwrap_or_default();
            let plain = payload.iter().enumerate().map(|(at, byte)| byte ^ mask[at % 4]);
            let is_text = matches!(header.opcode, OpCode::Data(Data::Text | Data::Continue));
            if is_text {
                self.message.extend(plain.collect::<Vec<u8>>());
            }
            self.bytes.drain(..end);
            if is_text && header.is_final {
                return Some(String::from_utf8(std::mem::take(&mut self.message)).unwrap());
            }
        }
    }
}
