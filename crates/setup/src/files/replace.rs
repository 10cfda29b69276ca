//! Changes a file that others may write at the same moment. What is replaced is kept until it has
//! been read: if it is not what the change was made from, the change is made again from that.

use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
use std::path::Path;
use std::time::Duration;

use rustix::fs::{CWD, RenameFlags, renameat_with};
use tempfile::TempPath;

use super::{Original, is_special, read};
use crate::format::Format;

/// Files that we make may get secrets of others later.
const NEW_MODE: u32 = 0o600;
/// Two of them follow each other within a millisecond; an agent saves some times in a second.
const ATTEMPTS: usize = 200;
/// A program that has emptied a file to write it anew does so at once.
const PAUSE: Duration = Duration::from_millis(1);
const PAUSES: usize = 500;

/// What was there, and what is there now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Changed {
    pub before: Original,
    pub after: Original,
}

/// Makes the new content from what is there, and puts it in its place. Nothing that another program
/// has saved is lost, unless that program itself overwrites what it has not read.
pub(crate) fn change(
    path: &Path,
    format: Format,
    make: impl Fn(&Original) -> Result<Original, String>,
) -> Result<Changed, String> {
    let failed = |error: io::Error| format!("it can't be written: {error}");
    let mut before = settled(path, format)?;
    // What should be there now: at first the same, later what we have put there.
    let mut there = before.clone();
    for _ in 0..ATTEMPTS {
        let after = match make(&before) {
            Ok(after) => after,
            Err(why) => {
                restore(path, format, &before, &there);
                return Err(why);
            }
        };
        if after == there {
            return Ok(Changed { before, after });
        }
        match put(path, format, &there, &after).map_err(failed)? {
            Some(replaced) if replaced == there => return Ok(Changed { before, after }),
            Some(replaced) => (before, there) = (replaced, after),
            None => {
                before = settled(path, format)?;
                there = before.clone();
            }
        }
    }
    restore(path, format, &before, &there);
    Err("another program changes it all the time; end that and run the command again".to_owned())
}

/// Puts back what another program has saved, if we hold it.
fn restore(path: &Path, format: Format, before: &Original, there: &Original) {
    if before != there {
        // If even this fails, nothing is left to try.
        let _ = put(path, format, there, before);
    }
}

/// The file's text once no other program is in the middle of writing it: they empty it first, and a
/// part of it can't be parsed.
pub(crate) fn settled(path: &Path, format: Format) -> Result<Original, String> {
    let mut found = read(path);
    for _ in 0..PAUSES {
        let is_whole = match &found {
            Ok(Original::Text(text)) => !text.trim().is_empty() && format.read(text).is_ok(),
            Ok(Original::Missing) | Err(_) => true,
        };
        // A part of these can look like a whole.
        if is_whole && format == Format::Json {
            return found;
        }
        std::thread::park_timeout(PAUSE);
        let again = read(path);
        if is_whole && again == found {
            return found;
        }
        found = again;
    }
    found
}

/// Puts this in the place of what should be there, and returns what was; `None` if nothing was done,
/// because something else is there by now.
fn put(
    path: &Path,
    format: Format,
    there: &Original,
    new: &Original,
) -> io::Result<Option<Original>> {
    if is_special(path) {
        return Err(io::Error::other(super::SPECIAL));
    }
    let Original::Text(text) = new else { return take_away(path, format) };
    let directory = path.parent().unwrap_or(Path::new("/"));
    fs::create_dir_all(directory)?;
    let old = fs::metadata(path).ok();
    let mut file = tempfile::Builder::new().prefix(".sayso-").tempfile_in(directory)?;
    file.write_all(text.as_bytes())?;
    let mode = old.as_ref().map_or(NEW_MODE, |old| old.permissions().mode() & 0o777);
    file.as_file().set_permissions(fs::Permissions::from_mode(mode))?;
    if let Some(old) = &old {
        keep_owner(file.as_file(), old, mode)?;
    }
    file.as_file().sync_all()?;
    // Once more: until it is changed again, others read what we put there.
    if read(path).ok().as_ref() != Some(there) {
        return Ok(None);
    }
    let new = file.into_temp_path();
    let replaced = match old {
        None => match new.persist_noclobber(path) {
            Ok(()) => Some(Original::Missing),
            Err(failed) if failed.error.kind() == ErrorKind::AlreadyExists => None,
            Err(failed) => return Err(failed.error),
        },
        Some(_) => exchange(new, path, format)?,
    };
    File::open(directory)?.sync_all()?;
    Ok(replaced)
}

/// The two files change places, so that what was there can still be read.
fn exchange(new: TempPath, path: &Path, format: Format) -> io::Result<Option<Original>> {
    match swap(&new, path) {
        Ok(()) => {
            let old = new;
            settled(&old, format).map(Some).map_err(|why| {
                // It can't be read, so nothing can be made from it: as it was.
                let _ = swap(&old, path);
                io::Error::other(why)
            })
        }
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        // Some file systems can't do that. A second name keeps what was there a moment before.
        Err(error) if matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported) => {
            let kept = tempfile::Builder::new()
                .prefix(".sayso-")
                .tempdir_in(path.parent().unwrap_or(Path::new("/")))?;
            let old = kept.path().join("old");
            fs::hard_link(path, &old)?;
            new.persist(path).map_err(|failed| failed.error)?;
            settled(&old, format).map(Some).map_err(io::Error::other)
        }
        Err(error) => Err(error),
    }
}

fn swap(one: &Path, other: &Path) -> io::Result<()> {
    #[cfg(test)]
    if WITHOUT_EXCHANGE.get() {
        return Err(ErrorKind::InvalidInput.into());
    }
    Ok(renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE)?)
}

#[cfg(test)]
thread_local! {
    /// As on a file system that can't do it.
    pub(crate) static WITHOUT_EXCHANGE: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

/// Under another name first, so that it can be read.
fn take_away(path: &Path, format: Format) -> io::Result<Option<Original>> {
    let directory = path.parent().unwrap_or(Path::new("/"));
    let kept = tempfile::Builder::new().prefix(".sayso-").tempdir_in(directory)?;
    let old = kept.path().join("old");
    match fs::rename(path, &old) {
        Ok(()) => settled(&old, format).map(Some).map_err(|why| {
            let _ = fs::rename(&old, path);
            io::Error::other(why)
        }),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Some(Original::Missing)),
        Err(error) => Err(error),
    }
}

/// A group that can't be kept is replaced by the person's, which may then do what all may.
fn keep_owner(file: &File, old: &Metadata, mode: u32) -> io::Result<()> {
    let new = file.metadata()?;
    if new.uid() != old.uid() {
        fchown(file, Some(old.uid()), None)?;
    }
    if new.gid() != old.gid() && fchown(file, None, Some(old.gid())).is_err() {
        let mode = (mode & 0o707) | ((mode & 0o007) << 3);
        file.set_permissions(fs::Permissions::from_mode(mode))?;
    }
    Ok(())
}
