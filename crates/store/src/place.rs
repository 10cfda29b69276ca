//! Where a store is, and how it is opened there. Nothing else tells stores apart.

use std::fmt;
use std::path::{Path, PathBuf};

use sayso_desk::store::{OpenStore, StoreError};

use crate::postgres::{self, AsHub, PostgresAddress};
use crate::sqlite;
use crate::transfer::{Source, TransferError, Writer};

#[derive(Clone)]
pub enum StorePlace {
    /// A file of SQLite.
    File(PathBuf),
    Server(Box<PostgresAddress>),
}

/// Whether others may use the store meanwhile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Others {
    Allowed,
    Refused,
}

impl StorePlace {
    /// Whether a text is meant to be an address, so that anything else can be a path.
    pub fn is_address(text: &str) -> bool {
        PostgresAddress::is_meant(text)
    }

    /// The store at an address. The error never contains it: it may have a password.
    pub fn at(address: &str) -> Result<StorePlace, String> {
        let address = PostgresAddress::parse(address)?;
        Ok(StorePlace::Server(Box::new(address)))
    }

    /// Whether its address is a secret.
    pub fn has_password(&self) -> bool {
        match self {
            StorePlace::File(_) => false,
            StorePlace::Server(address) => address.has_password(),
        }
    }

    /// The file that it is, if it is one.
    pub fn file(&self) -> Option<&Path> {
        match self {
            StorePlace::File(path) => Some(path),
            StorePlace::Server(_) => None,
        }
    }

    /// Opens or creates it, and updates its tables; for a hub that others may know.
    pub fn open(&self, hub: AsHub) -> Result<OpenStore, StoreError> {
        match self {
            StorePlace::File(path) => sqlite::open(path, hub.clock),
            StorePlace::Server(address) => postgres::open(address, hub),
        }
    }

    pub(crate) async fn read(&self, others: Others) -> Result<Source, TransferError> {
        match self {
            StorePlace::File(path) => sqlite::transfer::read(path),
            StorePlace::Server(address) => {
                postgres::transfer::read(address, others == Others::Refused).await
            }
        }
    }

    /// What the database says about its own structure.
    pub(crate) fn inspect(&self) -> Result<Vec<String>, TransferError> {
        match self {
            StorePlace::File(path) => sqlite::transfer::inspect(path),
            // It looks after that itself; its references are constraints.
            StorePlace::Server(_) => Ok(Vec::new()),
        }
    }

    pub(crate) async fn writer(&self) -> Result<Box<dyn Writer>, TransferError> {
        match self {
            StorePlace::File(path) => sqlite::transfer::writer(path),
            StorePlace::Server(address) => postgres::transfer::writer(address).await,
        }
    }
}

/// Without a password.
impl fmt::Display for StorePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StorePlace::File(path) => write!(f, "{}", path.display()),
            StorePlace::Server(address) => write!(f, "{address}"),
        }
    }
}
