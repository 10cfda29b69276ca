//! The directory a client works in, according to its roots. Only clients that begin with
//! `initialize` can be asked: later revisions of the protocol have no requests from the server.

use std::time::Duration;

use rmcp::model::ProtocolVersion;
use tokio::sync::Mutex;

use crate::server::Context;

/// A client that has roots answers quickly; one that doesn't is not worth waiting for.
const SOON: Duration = Duration::from_secs(1);

/// The roots that one connection has reported.
#[derive(Default)]
pub(crate) struct Roots {
    known: Mutex<Known>,
}

#[derive(Default)]
enum Known {
    #[default]
    Unasked,
    Asked(Option<String>),
}

impl Roots {
    /// The first root that is a directory; requested once for any number of calls.
    pub(crate) async fn first(&self, context: &Context) -> Option<String> {
        let offered = context.client_capabilities().is_some_and(|client| client.roots.is_some());
        let can_be_asked =
            context.protocol_version().as_ref().is_some_and(ProtocolVersion::has_initialize);
        if !offered || !can_be_asked {
            return None;
        }
        let mut known = self.known.lock().await;
        if let Known::Asked(directory) = &*known {
            return directory.clone();
        }
        let directory = ask(context).await;
        *known = Known::Asked(directory.clone());
        directory
    }

    /// The roots have changed: the next call asks again.
    pub(crate) async fn forget(&self) {
        *self.known.lock().await = Known::Unasked;
    }
}

#[expect(deprecated, reason = "clients of the revisions that have roots still offer them")]
async fn ask(context: &Context) -> Option<String> {
    let asked = context.peer.list_roots();
    match tokio::time::timeout(SOON, asked).await {
        Ok(Ok(listed)) => listed.roots.iter().find_map(|root| directory(&root.uri)),
        Ok(Err(error)) => {
            tracing::debug!(%error, "the client did not tell its roots");
            None
        }
        Err(_) => {
            tracing::debug!("the client did not tell its roots in time");
            None
        }
    }
}

/// The path of a `file://` URI on this machine.
fn directory(uri: &str) -> Option<String> {
    let path = uri.strip_prefix("file://")?;
    let path = path.strip_prefix("localhost").unwrap_or(path);
    path.starts_with('/').then(|| decoded(path)).flatten()
}

fn decoded(path: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => {
                let digits = [rest.next()?, rest.next()?];
                u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?
            }
            other => other,
        });
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_root_is_a_directory_on_this_machine() {
        for (uri, path) in [
            ("file:///work/api-server", Some("/work/api-server")),
            ("file://localhost/work", Some("/work")),
            ("file:///my%20work/%E4%B8%AD", Some("/my work/中")),
            ("file:///odd%2", None),
            ("file:///odd%zz", None),
            ("file:///odd%ff", None),
            ("file://elsewhere/share", None),
            ("https://example.com/work", None),
            ("/work", None),
        ] {
            assert_eq!(directory(uri).as_deref(), path, "{uri}");
        }
    }
}
