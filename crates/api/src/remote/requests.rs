//! Ordinary requests of the API, as calls on the socket.

use hyper::Method;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use sayso_desk::{DeskError, Query, Scope};
use sayso_wire::Call;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::socket::Socket;

/// A failed call; `repeated` if an earlier attempt may have been carried out.
pub(crate) struct Failed {
    pub(crate) error: DeskError,
    pub(crate) repeated: bool,
}

impl Failed {
    /// An earlier try may have been carried out, too.
    pub(super) fn after(self, repeated: bool) -> Failed {
        Failed { repeated: self.repeated || repeated, ..self }
    }
}

impl From<DeskError> for Failed {
    fn from(error: DeskError) -> Failed {
        Failed { error, repeated: false }
    }
}

impl From<Failed> for DeskError {
    fn from(failed: Failed) -> DeskError {
        failed.error
    }
}

/// Paths are those below `/api/v1`.
impl Socket {
    pub(crate) async fn get<T: DeserializeOwned>(&self, path: String) -> Result<T, Failed> {
        self.request(Method::GET, path, None).await
    }

    pub(crate) async fn delete<T: DeserializeOwned>(&self, path: String) -> Result<T, Failed> {
        self.request(Method::DELETE, path, None).await
    }

    pub(crate) async fn post<T: DeserializeOwned>(
        &self,
        path: String,
        body: &(impl Serialize + Sync),
    ) -> Result<T, Failed> {
        self.send(Method::POST, path, body).await
    }

    pub(crate) async fn send<T: DeserializeOwned>(
        &self,
        method: Method,
        path: String,
        body: &(impl Serialize + Sync),
    ) -> Result<T, Failed> {
        let body = serde_json::to_value(body).expect("plain data serialises");
        self.request(method, path, Some(body)).await
    }

    async fn request<T: DeserializeOwned>(
        &self,
        method: Method,
        path: String,
        body: Option<serde_json::Value>,
    ) -> Result<T, Failed> {
        self.call(Call::Request { method: method.to_string(), path, body }).await
    }
}

/// A query as the query string of an address.
pub(crate) fn encode(query: &Query) -> String {
    let scope = match query.scope {
        Scope::All => "all",
        Scope::Active => "active",
        Scope::Completed => "completed",
    };
    let mut text = format!("scope={scope}&limit={}", query.limit);
    let optional = [("search", &query.search), ("after", &query.after)];
    for (name, value) in optional {
        if let Some(value) = value {
            text.push_str(&format!("&{name}={}", percent(value)));
        }
    }
    text
}

pub(super) fn percent(text: &str) -> impl std::fmt::Display {
    utf8_percent_encode(text, NON_ALPHANUMERIC)
}
