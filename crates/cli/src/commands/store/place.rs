//! The store named on the command line: a directory, a file, a URL, or one that is configured.

use std::io::Read;
use std::path::Path;

use sayso_hub::Paths;
use sayso_store::StorePlace;

use crate::config::Settings;
use crate::exit::BadInput;

/// What the help says about it.
pub(crate) const HELP: &str = "A data directory, a database file, or postgres://user@host/database; `sqlite` is the \
data directory in use, `hub.database` the PostgreSQL in the settings, `-` an address read from stdin, for one with a password";

/// The name of SQLite's file in a data directory.
const FILE: &str = "sayso.db";

/// A store that exists, or is to be made.
pub(crate) fn parse(text: &str, settings: &Settings) -> anyhow::Result<StorePlace> {
    if StorePlace::is_address(text) {
        let place = StorePlace::at(text).map_err(|why| {
            BadInput(format!("this is not an address of a PostgreSQL server: {why}"))
        })?;
        return Ok(place);
    }
    if text.contains("://") {
        // It may have a password.
        let why = "this is not an address of a PostgreSQL server: it must begin with postgres://";
        return Err(BadInput(why.to_owned()).into());
    }
    match text {
        "-" => match std::io::read_to_string(std::io::stdin())?.trim() {
            address if StorePlace::is_address(address) => parse(address, settings),
            _ => {
                Err(BadInput("stdin has no address that begins with postgres://".to_owned()).into())
            }
        },
        "sqlite" => Ok(StorePlace::File(settings.paths.database())),
        "hub.database" => match settings.operational()?.database {
            Some(place) => Ok(place),
            None => {
                let why = "hub.database is not set: `sayso config set hub.database -` reads it from stdin";
                Err(BadInput(why.to_owned()).into())
            }
        },
        path => {
            let path = std::path::absolute(path)?;
            let is_file = path.is_file() || !path.is_dir() && path.extension().is_some();
            Ok(StorePlace::File(if is_file { path } else { path.join(FILE) }))
        }
    }
}

/// The store that a hub would use.
pub(crate) fn configured(settings: &Settings) -> anyhow::Result<StorePlace> {
    let configured = settings.operational()?.database;
    Ok(configured.unwrap_or_else(|| StorePlace::File(settings.paths.database())))
}

/// Another file than a database is a mistake in the command, not damage. Ours may be damaged from its
/// first byte on.
pub(crate) fn is_database(place: &StorePlace) -> Result<(), BadInput> {
    const MAGIC: &[u8] = b"SQLite format 3\0";
    let other = place.file().filter(|path| path.file_name() != Some(FILE.as_ref()));
    let begins = |path: &Path| {
        let mut first = [0; MAGIC.len()];
        let read = std::fs::File::open(path).and_then(|mut file| file.read_exact(&mut first));
        read.map(|()| first == MAGIC)
    };
    match other.filter(|path| path.is_file() && !matches!(begins(path), Ok(true))) {
        Some(path) => Err(BadInput(format!("{} is not a database of sayso", path.display()))),
        None => Ok(()),
    }
}

/// The data directory whose hub would use this file. A file with another name is only a copy.
pub(crate) fn data_directory(place: &StorePlace) -> Option<Paths> {
    let path = place.file()?;
    let named = path.file_name() == Some(FILE.as_ref());
    path.parent().filter(|_| named).map(|directory: &Path| Paths::new(directory))
}
