//! Reads the agent's input, even if the agent never closes it.

use std::io::{Read, stdin};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Files that agents write are passed completely; nobody could judge anything larger.
const LARGEST: usize = 16 * 1024 * 1024;

/// What came.
pub enum Input {
    Whole(Vec<u8>),
    /// The agent didn't close it in time; this is what it sent.
    Unclosed(Vec<u8>),
    Failed(String),
}

/// Reads all of stdin, for at most this long.
pub fn read(within: Duration) -> Input {
    let come = Arc::new(Mutex::new(Vec::new()));
    let (tell, told) = mpsc::channel();
    let coming = Arc::clone(&come);
    // A waiting read can't be interrupted: the thread ends with the process.
    std::thread::spawn(move || tell.send(read_into(&coming)));
    let ended = told.recv_timeout(within);
    let text = std::mem::take(&mut *come.lock().unwrap_or_else(PoisonError::into_inner));
    match ended {
        Ok(Ok(())) => Input::Whole(text),
        Ok(Err(why)) => Input::Failed(why),
        Err(RecvTimeoutError::Timeout) => Input::Unclosed(text),
        Err(RecvTimeoutError::Disconnected) => Input::Failed("it could not be read".to_owned()),
    }
}

fn read_into(come: &Mutex<Vec<u8>>) -> Result<(), String> {
    let mut piece = vec![0; 64 * 1024];
    let mut stdin = stdin().lock();
    loop {
        let length = match stdin.read(&mut piece) {
            Ok(0) => return Ok(()),
            Ok(length) => length,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error.to_string()),
        };
        let mut come = come.lock().unwrap_or_else(PoisonError::into_inner);
        come.extend_from_slice(&piece[..length]);
        if come.len() > LARGEST {
            return Err(format!("it is larger than {LARGEST} bytes"));
        }
    }
}
