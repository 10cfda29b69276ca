//! Stands between real clients and a real hub, and writes down what they say to each other.

use std::fs::DirBuilder;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::os::unix::fs::DirBuilderExt;
use std::os::unix::net::{UnixListener, UnixStream};
use std::process::Command;
use std::sync::{Arc, Mutex};

use super::names::Names;
use super::writer::Writer;
use crate::harness::{Ran, Running, World};

/// The address that pages are recorded at.
pub const ORIGIN: &str = "localhost:7431";
/// The folder that agents are recorded in.
const DIRECTORY: &str = "/home/ann/project";

pub struct Recorder {
    pub world: World,
    hub: Mutex<Option<Running>>,
    /// Of every hub so far.
    ports: Mutex<Vec<u16>>,
    log: Log,
    /// The proxy's own.
    port: u16,
    invented: Invented,
}

type Log = Arc<Mutex<Vec<Heard>>>;

/// In the order in which it was heard: it is written down before it is passed on.
pub enum Heard {
    Opened {
        who: String,
    },
    /// `connection` counts from 0, in the order in which they were opened.
    Bytes {
        connection: usize,
        from: Side,
        bytes: Vec<u8>,
    },
    Replaced,
}

/// A word that a newer hub uses in place of one that is known.
#[derive(Clone, Copy)]
struct Invented {
    known: &'static str,
    invented: &'static str,
}

impl Invented {
    fn put_into(self, bytes: &mut [u8]) {
        let length = self.known.len();
        for at in 0..bytes.len().saturating_sub(length) {
            if length > 0 && bytes[at..].starts_with(self.known.as_bytes()) {
                bytes[at..at + length].copy_from_slice(self.invented.as_bytes());
            }
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    Client,
    Hub,
}

impl Recorder {
    pub fn start() -> Recorder {
        Recorder::inventing("", "")
    }

    /// In front of a hub that says the second where it says the first, which is as long.
    pub fn inventing(known: &'static str, invented: &'static str) -> Recorder {
        assert_eq!(known.len(), invented.len());
        let invented = Invented { known, invented };
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        let world = World::new().with("SAYSO_HOSTS", &format!("localhost:{port}"));
        let (hub, log) = (Mutex::new(Some(world.hub())), Log::default());
        let ports = Mutex::new(vec![world.hub_info().port]);
        let (paths, into) = (world.paths(), Arc::clone(&log));
        std::thread::spawn(move || {
            for client in listener.incoming().map_while(Result::ok) {
                let Some(info) = sayso_hub::HubInfo::read(&paths.lock()) else { continue };
                let Ok(hub) = TcpStream::connect(("127.0.0.1", info.port)) else { continue };
                pass_on(&into, invented, "tcp: the page", client, hub);
            }
        });
        Recorder { world, hub, ports, log, port, invented }
    }

    /// This command, which finds the proxy in place of the hub. `who` names it in the transcript.
    pub fn command(&self, who: &'static str, args: &[&str]) -> Command {
        let folder = self.world.path(who);
        if DirBuilder::new().mode(0o700).create(&folder).is_ok() {
            let listener = UnixListener::bind(folder.join("hub.sock")).unwrap();
            let (socket, log, invented) =
                (self.world.socket(), Arc::clone(&self.log), self.invented);
            std::thread::spawn(move || {
                for client in listener.incoming().map_while(Result::ok) {
                    let Ok(hub) = UnixStream::connect(&socket) else { continue };
                    pass_on(&log, invented, &format!("unix: {who}"), client, hub);
                }
            });
        }
        let mut command = self.world.command(args);
        command.env("SAYSO_DATA_DIR", folder);
        command
    }

    pub fn run(&self, args: &[&str]) -> Ran {
        Ran::of(self.command("sayso", args).output().unwrap())
    }

    /// A request of some program of this user; returns the body of the response.
    pub fn request(&self, method: &str, path: &str, body: &str) -> String {
        let command = self.command("program", &[]);
        let folder = command.get_envs().find(|(name, _)| *name == "SAYSO_DATA_DIR");
        let folder = std::path::Path::new(folder.unwrap().1.unwrap());
        let mut stream = UnixStream::connect(folder.join("hub.sock")).unwrap();
        let length = body.len();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
             content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut reply = String::new();
        stream.read_to_string(&mut reply).unwrap();
        reply.split_once("\r\n\r\n").unwrap().1.to_owned()
    }

    /// Where a browser finds the hub.
    pub fn address(&self) -> String {
        format!("http://localhost:{}", self.port)
    }

    pub fn replace_hub(&self) {
        self.log.lock().unwrap().push(Heard::Replaced);
        self.world.run(&["hub", "stop"]).ok();
        let mut hub = self.hub.lock().unwrap();
        drop(hub.take());
        *hub = Some(self.world.hub());
        self.ports.lock().unwrap().push(self.world.hub_info().port);
    }

    pub fn transcript(&self) -> String {
        let mut names = Names::default();
        names.replace(&format!("localhost:{}", self.port), ORIGIN);
        for port in self.ports.lock().unwrap().iter() {
            names.replace(&format!("localhost:{port}"), "localhost:<port>");
        }
        let inside = self.world.path("x");
        let folder = inside.parent().unwrap();
        names.replace(folder.to_str().unwrap(), DIRECTORY);
        names.replace(folder.file_name().unwrap().to_str().unwrap(), "project");
        names.replace(env!("CARGO_BIN_EXE_sayso"), "sayso");
        let mut writer = Writer::new(names);
        self.log.lock().unwrap().iter().for_each(|heard| writer.hear(heard));
        writer.text
    }
}

trait Stream: Read + Write + Send + Sized + 'static {
    fn twin(&self) -> Self;
    fn end(&self);
}

impl Stream for TcpStream {
    fn twin(&self) -> TcpStream {
        self.try_clone().unwrap()
    }

    fn end(&self) {
        let _ = self.shutdown(Shutdown::Both);
    }
}

impl Stream for UnixStream {
    fn twin(&self) -> UnixStream {
        self.try_clone().unwrap()
    }

    fn end(&self) {
        let _ = self.shutdown(Shutdown::Both);
    }
}

fn pass_on<S: Stream>(log: &Log, invented: Invented, who: &str, client: S, hub: S) {
    let connection = {
        let mut log = log.lock().unwrap();
        log.push(Heard::Opened { who: who.to_owned() });
        log.iter().filter(|heard| matches!(heard, Heard::Opened { .. })).count() - 1
    };
    for (from, mut source, mut sink) in
        [(Side::Client, client.twin(), hub.twin()), (Side::Hub, hub, client)]
    {
        let log = Arc::clone(log);
        std::thread::spawn(move || {
            let mut buffer = [0; 16 * 1024];
            while let Ok(read @ 1..) = source.read(&mut buffer) {
                let mut bytes = buffer[..read].to_vec();
                if from == Side::Hub {
                    invented.put_into(&mut bytes);
                }
                let heard = Heard::Bytes { connection, from, bytes: bytes.clone() };
                log.lock().unwrap().push(heard);
                if sink.write_all(&bytes).is_err() {
                    break;
                }
            }
            source.end();
            sink.end();
        });
    }
}
