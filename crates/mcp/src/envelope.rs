//! Checks a client's message before the SDK sees it. The SDK drops what it can't read, and treats a
//! known method with wrong parameters as an unknown one. Here each of these gets an error reply
//! with its id.

mod id;

use rmcp::model::{ClientJsonRpcMessage, ClientRequest, ErrorCode, JsonRpcMessage};
use sayso_core::limits;
use serde_json::{Value, json};

pub(crate) use id::IdScan;

/// One message is one call; no sensible one is longer.
pub(crate) const LONGEST: usize = 4 * limits::BODY;

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Methods that the SDK reads itself. If one of them is read as unknown, its parameters are wrong.
const KNOWN: [&str; 14] = [
    "completion/complete",
    "initialize",
    "logging/setLevel",
    "ping",
    "prompts/get",
    "prompts/list",
    "resources/list",
    "resources/read",
    "resources/subscribe",
    "resources/templates/list",
    "resources/unsubscribe",
    "server/discover",
    "tools/call",
    "tools/list",
];

/// Those of them that the revision without sessions no longer has: the SDK replies to these, with
/// their own status.
const GONE: [&str; 4] =
    ["initialize", "logging/setLevel", "resources/subscribe", "resources/unsubscribe"];

/// Which methods exist.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Revision {
    WithSessions,
    WithoutSessions,
}

impl Revision {
    /// As a request over HTTP names it; standard input and output have no such header.
    pub(crate) fn named(version: Option<&str>) -> Revision {
        // Versions are dates.
        match version {
            Some(version) if version >= "2026-07-28" => Revision::WithoutSessions,
            Some(_) | None => Revision::WithSessions,
        }
    }

    fn knows(self, method: &str) -> bool {
        let gone = self == Revision::WithoutSessions && GONE.contains(&method);
        KNOWN.contains(&method) && !gone
    }
}

/// Why a message is not passed on, for its sender.
#[derive(Debug, PartialEq)]
pub(crate) struct Fault {
    /// Id of the message, or null if it has none that can be read.
    id: Value,
    code: ErrorCode,
    message: String,
}

impl Fault {
    fn new(id: Value, code: ErrorCode, message: impl Into<String>) -> Fault {
        Fault { id, code, message: message.into() }
    }

    /// `id` as found while skipping the message.
    pub(crate) fn too_long(id: Option<Value>) -> Fault {
        let message = format!("the message is longer than {LONGEST} bytes; shorten it");
        Fault::new(id.unwrap_or_default(), ErrorCode::INVALID_REQUEST, message)
    }

    pub(crate) fn too_slow(seconds: u64) -> Fault {
        let message = format!("the message did not arrive within {seconds} seconds");
        Fault::new(Value::Null, ErrorCode::INVALID_REQUEST, message)
    }

    pub(crate) fn to_json(&self) -> Vec<u8> {
        let error = json!({ "code": self.code.0, "message": self.message });
        json!({ "jsonrpc": "2.0", "id": self.id, "error": error }).to_string().into_bytes()
    }
}

/// The message in these bytes. `None` if there is none, or if nobody expects an answer.
pub(crate) fn read(
    bytes: &[u8],
    revision: Revision,
) -> Result<Option<ClientJsonRpcMessage>, Fault> {
    let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes).trim_ascii();
    if bytes.is_empty() {
        return Ok(None);
    }
    match serde_json::from_slice(bytes) {
        Ok(JsonRpcMessage::Request(request)) => match &request.request {
            ClientRequest::CustomRequest(custom) if revision.knows(&custom.method) => {
                Err(diagnose(bytes).unwrap_or_else(|| {
                    let message = format!("the parameters of {} are wrong", custom.method);
                    Fault::new(json!(request.id), ErrorCode::INVALID_PARAMS, message)
                }))
            }
            _ => Ok(Some(JsonRpcMessage::Request(request))),
        },
        Ok(message) => Ok(Some(message)),
        Err(error) => match diagnose(bytes) {
            Some(fault) => Err(fault),
            None => {
                tracing::debug!(%error, "ignored a message that expects no answer");
                Ok(None)
            }
        },
    }
}

/// What is wrong with a message that the SDK can't read; `None` if its sender expects no answer.
fn diagnose(bytes: &[u8]) -> Option<Fault> {
    let value: Value = match serde_json::from_slice(bytes) {
        Ok(value) => value,
        Err(error) => {
            let message = format!("this is not JSON: {error}");
            return Some(Fault::new(Value::Null, ErrorCode::PARSE_ERROR, message));
        }
    };
    let invalid = |id: &Value, message: &str| {
        Some(Fault::new(id.clone(), ErrorCode::INVALID_REQUEST, message))
    };
    let Value::Object(message) = value else {
        return invalid(&Value::Null, "a message must be one object; there are no batches");
    };
    let id = match message.get("id") {
        None => None,
        Some(id @ Value::String(_)) => Some(id),
        Some(id @ Value::Number(number)) if number.as_i64().is_some() => Some(id),
        Some(_) => return invalid(&Value::Null, "`id` must be a string or an integer"),
    };
    let Some(method) = message.get("method") else {
        let is_reply = message.contains_key("result") || message.contains_key("error");
        // A faulty reply gets no answer.
        return if is_reply {
            None
        } else {
            invalid(id.unwrap_or(&Value::Null), "`method` is required")
        };
    };
    // Without an id it is a notification.
    let id = id?;
    let Value::String(method) = method else { return invalid(id, "`method` must be a string") };
    if message.get("jsonrpc") != Some(&json!("2.0")) {
        return invalid(id, "`jsonrpc` must be \"2.0\"");
    }
    if message.contains_key("result") || message.contains_key("error") {
        return invalid(id, "a request has no `result` and no `error`");
    }
    let wrong = |text: String| Some(Fault::new(id.clone(), ErrorCode::INVALID_PARAMS, text));
    let params = match message.get("params") {
        None => None,
        Some(Value::Object(params)) => Some(params),
        Some(_) => return wrong("`params` must be an object".to_owned()),
    };
    if method == "tools/call" {
        let Some(Value::String(_)) = params.and_then(|params| params.get("name")) else {
            return wrong("`name` must be a string: the tool to call".to_owned());
        };
        if let Some(arguments) = params.and_then(|params| params.get("arguments"))
            && !matches!(arguments, Value::Object(_) | Value::Null)
        {
            return wrong("`arguments` must be an object".to_owned());
        }
    }
    wrong(format!("the parameters of {method} are wrong"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn fault(message: &str) -> (Value, i32, String) {
        let fault = read(message.as_bytes(), Revision::WithSessions).expect_err(message);
        let sent: Value = serde_json::from_slice(&fault.to_json()).unwrap();
        assert_eq!(sent["jsonrpc"], "2.0");
        (fault.id, fault.code.0, fault.message)
    }

    /// REQ: SA-8
    #[test]
    fn what_is_malformed_is_told_so_with_its_id() {
        for (message, id, code, says) in [
            ("{", json!(null), -32700, "not JSON"),
            ("nonsense", json!(null), -32700, "not JSON"),
            ("\u{feff}{\"a\":1,}", json!(null), -32700, "not JSON"),
            ("[]", json!(null), -32600, "one object"),
            ("7", json!(null), -32600, "one object"),
            (r#"{"jsonrpc":"2.0","id":7}"#, json!(7), -32600, "`method`"),
            (r#"{"jsonrpc":"2.0","id":7,"method":1}"#, json!(7), -32600, "`method`"),
            (r#"{"jsonrpc":"2.0","id":[],"method":"ping"}"#, json!(null), -32600, "`id`"),
            (r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, json!(null), -32600, "`id`"),
            (r#"{"jsonrpc":"1.0","id":"a","method":"ping"}"#, json!("a"), -32600, "`jsonrpc`"),
            (r#"{"id":"a","method":"ping"}"#, json!("a"), -32600, "`jsonrpc`"),
            (
                r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":[1]}"#,
                json!(1),
                -32602,
                "`params` must be an object",
            ),
            (r#"{"jsonrpc":"2.0","id":1,"method":"tools/call"}"#, json!(1), -32602, "`name`"),
            (
                r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":[1]}}"#,
                json!(1),
                -32602,
                "`arguments` must be an object",
            ),
            (
                r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":"y"}}"#,
                json!(1),
                -32602,
                "`arguments` must be an object",
            ),
            (
                r#"{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":5}}"#,
                json!(1),
                -32602,
                "prompts/get",
            ),
        ] {
            let (given, number, text) = fault(message);
            assert_eq!((given, number), (id, code), "{message}: {text}");
            assert!(text.contains(says), "{message}: {text}");
        }
    }

    #[test]
    fn what_expects_no_answer_gets_none() {
        for message in [
            "",
            "  \r",
            r#"{"jsonrpc":"2.0","method":"notifications/progress","params":7}"#,
            r#"{"jsonrpc":"2.0","id":3,"error":"no"}"#,
        ] {
            assert!(
                matches!(read(message.as_bytes(), Revision::WithSessions), Ok(None)),
                "{message}"
            );
        }
    }

    #[test]
    fn what_a_revision_does_not_have_is_for_the_sdk_to_say() {
        let message = br#"{"jsonrpc":"2.0","id":1,"method":"resources/subscribe","params":{}}"#;
        assert!(read(message, Revision::named(Some("2025-11-25"))).is_err());
        assert!(read(message, Revision::named(None)).is_err());
        assert!(matches!(read(message, Revision::named(Some("2026-07-28"))), Ok(Some(_))));
    }

    #[test]
    fn what_can_be_read_is_passed_on() {
        for message in [
            r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#,
            r#"{"jsonrpc":"2.0","id":"a","method":"tools/unheard-of","params":{}}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":{}}}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
            r#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
        ] {
            assert!(
                matches!(read(message.as_bytes(), Revision::WithSessions), Ok(Some(_))),
                "{message}"
            );
        }
    }
}
