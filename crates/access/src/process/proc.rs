//! Linux: `/proc`.

use std::fs::{self, File};
use std::io::{self, Read};
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::sync::LazyLock;

use super::Stat;

/// The device number of `/dev/tty`, which is the terminal of the process that opened it.
const OWN_TERMINAL: u64 = 5 << 8;

pub(super) fn is_there() -> bool {
    static IS_THERE: LazyLock<bool> = LazyLock::new(|| Path::new("/proc/self/stat").exists());
    *IS_THERE
}

/// In one piece: these files say that they are empty, so that room for them would be made bit by bit.
fn read(id: u32, name: &str) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(4096);
    File::open(format!("/proc/{id}/{name}"))?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

pub(super) fn stat(id: u32) -> Option<Stat> {
    let stat = read(id, "stat").ok()?;
    let stat = String::from_utf8_lossy(&stat);
    // `id (name) state parent group session terminal …`; the name may contain anything.
    let (head, tail) = stat.rsplit_once(')')?;
    let fields: Vec<&str> = tail.split_whitespace().collect();
    Some(Stat {
        name: head.split_once('(')?.1.to_owned(),
        parent: fields.get(1)?.parse().ok()?,
        began: fields.get(19)?.parse().ok()?,
        terminal: fields.get(4)?.parse::<i32>().ok()?.cast_unsigned().into(),
    })
}

pub(super) fn words(id: u32) -> Vec<String> {
    let line = read(id, "cmdline").unwrap_or_default();
    let words = line.split(|byte| *byte == 0).filter(|word| !word.is_empty());
    words.take(2).map(|word| String::from_utf8_lossy(word).into_owned()).collect()
}

pub(super) fn holds_terminal(id: u32, terminal: u64) -> bool {
    let folder = format!("/proc/{id}/fd");
    let is_terminal = |number: &str| {
        let device = fs::metadata(format!("{folder}/{number}")).map(|file| file.rdev());
        device.is_ok_and(|device| device == OWN_TERMINAL || device == terminal)
    };
    if is_terminal("0") && is_terminal("2") {
        return true;
    }
    let open = fs::read_dir(&folder).into_iter().flatten().filter_map(Result::ok);
    let mut open = open.filter_map(|entry| entry.file_name().into_string().ok());
    open.any(|number| !["0", "1", "2"].contains(&number.as_str()) && is_terminal(&number))
}

pub(super) fn environment(id: u32) -> Option<Vec<u8>> {
    read(id, "environ").ok()
}
