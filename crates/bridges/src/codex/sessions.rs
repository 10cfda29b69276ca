//! The sessions of a daemon: those that we listen to, and the requests that are open in them.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::wire::CodexRequest;
use crate::dialog::OwnDialog;

#[derive(Debug, Default)]
pub(super) struct Sessions {
    /// Those that we listen to, and where they are kept and work.
    known: HashMap<String, Kept>,
    /// Calls whose answer says that.
    resuming: HashMap<u64, String>,
    /// By key: what is open, or was a moment ago.
    requests: HashMap<String, CodexRequest>,
    resolved: HashSet<String>,
    /// Those that were sent over this connection.
    sent: HashSet<String>,
    /// What items change, by session and item: names of items may repeat.
    changes: HashMap<(String, String), Value>,
}

#[derive(Debug, Default)]
struct Kept {
    file: Option<PathBuf>,
    directory: Option<String>,
}

/// What a session says when we begin to listen to it.
#[derive(Debug)]
pub(super) struct Resumed {
    /// Nothing is going on in it.
    pub(super) is_idle: bool,
    /// Its last turn.
    pub(super) turn: Option<String>,
    /// The items of that turn that are over, and whether they were declined.
    pub(super) done: Vec<(String, bool)>,
}

impl Sessions {
    /// Over a new connection. What was open before may still be.
    pub(super) fn begin_again(&mut self) {
        self.known.clear();
        self.resuming.clear();
        self.changes.clear();
        self.sent.clear();
    }

    pub(super) fn listens(&self, thread: &str) -> bool {
        self.known.contains_key(thread)
    }

    /// Whether a session has not answered yet.
    pub(super) fn is_resuming(&self) -> bool {
        !self.resuming.is_empty()
    }

    /// Whether that is news.
    pub(super) fn listen(&mut self, thread: &str) -> bool {
        if self.listens(thread) {
            return false;
        }
        self.known.insert(thread.to_owned(), Kept::default());
        true
    }

    /// Whether we listened to it.
    pub(super) fn left(&mut self, thread: &str) -> bool {
        let is_known = self.known.remove(thread).is_some();
        self.forget(|request| request.thread == thread);
        is_known
    }

    fn forget(&mut self, is_over: impl Fn(&CodexRequest) -> bool) {
        self.requests.retain(|_, request| !is_over(request));
        self.resolved.retain(|key| self.requests.contains_key(key));
        self.sent.retain(|key| self.requests.contains_key(key));
    }

    pub(super) fn resumes(&mut self, call: u64, thread: &str) {
        self.resuming.insert(call, thread.to_owned());
    }

    pub(super) fn resuming(&mut self, call: u64) -> Option<String> {
        self.resuming.remove(&call)
    }

    pub(super) fn resumed(&mut self, thread: &str, result: &Value) -> Resumed {
        let about = &result["thread"];
        let text = |name: &str| about[name].as_str().map(str::to_owned);
        let kept = Kept { file: text("path").map(PathBuf::from), directory: text("cwd") };
        self.known.insert(thread.to_owned(), kept);
        let mut resumed =
            Resumed { is_idle: about["status"]["type"] != "active", turn: None, done: Vec::new() };
        for turn in result["initialTurnsPage"]["data"].as_array().into_iter().flatten() {
            resumed.turn = turn["id"].as_str().map(str::to_owned);
            for item in turn["items"].as_array().into_iter().flatten() {
                self.began(thread, item);
                let is_over =
                    matches!(item["status"].as_str(), Some("completed" | "failed" | "declined"));
                if is_over && let Some(id) = item["id"].as_str() {
                    resumed.done.push((id.to_owned(), item["status"] == "declined"));
                }
            }
        }
        resumed
    }

    pub(super) fn began(&mut self, thread: &str, item: &Value) {
        if item["type"] == "fileChange"
            && item["status"] == "inProgress"
            && let Some(id) = item["id"].as_str()
        {
            self.changes.insert((thread.to_owned(), id.to_owned()), item["changes"].clone());
        }
    }

    pub(super) fn done(&mut self, thread: &str, item: &str) {
        self.changes.remove(&(thread.to_owned(), item.to_owned()));
        self.forget(|request| request.thread == thread && request.item == item);
    }

    /// A request, which may have been sent before; whether that was over another connection, if at all.
    pub(super) fn asked(&mut self, request: CodexRequest) -> (OwnDialog, bool) {
        let changes = self.changes.get(&(request.thread.clone(), request.item.clone()));
        let kept = self.known.get(&request.thread);
        let directory = kept.and_then(|kept| kept.directory.as_deref());
        let dialog = request.dialog(changes, directory);
        self.requests.insert(dialog.key.clone(), request);
        let is_new_here = self.sent.insert(dialog.key.clone());
        if is_new_here {
            self.resolved.remove(&dialog.key);
        }
        (dialog, is_new_here)
    }

    /// The key of the request with this number.
    pub(super) fn resolved(&mut self, id: &Value) -> Option<String> {
        let mut requests = self.requests.iter();
        let is_it =
            |key: &str, request: &CodexRequest| request.id == *id && !self.resolved.contains(key);
        let key =
            requests.find(|(key, request)| is_it(key, request)).map(|(key, _)| key.clone())?;
        self.resolved.insert(key.clone());
        Some(key)
    }

    pub(super) fn is_sent(&self, key: &str) -> bool {
        self.sent.contains(key)
    }

    /// Nothing, if it was answered, or was not sent over this connection yet.
    pub(super) fn open(&self, key: &str) -> Option<&CodexRequest> {
        self.requests.get(key).filter(|_| self.is_sent(key) && !self.resolved.contains(key))
    }

    /// The request, and the file with what its call returned.
    pub(super) fn request(&self, key: &str) -> Option<(&CodexRequest, Option<&Path>)> {
        let request = self.requests.get(key)?;
        let file = self.known.get(&request.thread).and_then(|kept| kept.file.as_deref());
        Some((request, file))
    }

    pub(super) fn of_item(&self, thread: &str, item: &str) -> Vec<String> {
        let is_its = |request: &CodexRequest| request.thread == thread && request.item == item;
        let its = self.requests.iter().filter(|(_, request)| is_its(request));
        its.map(|(key, _)| key.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::codex::wire::CodexMessage;

    /// REQ: AD-3
    #[test]
    fn a_number_that_repeats_means_what_is_still_open() {
        let mut sessions = Sessions::default();
        for item in ["c1", "c2"] {
            let about = json!({ "threadId": "t1", "turnId": "u1", "itemId": item });
            let asks = json!({ "id": 0, "method": "item/permissions/requestApproval",
                "params": about });
            let Some(CodexMessage::Asks { request }) = CodexMessage::read(&asks.to_string()) else {
                panic!("it asks")
            };
            sessions.asked(request);
        }
        let (first, second) = (sessions.resolved(&json!(0)), sessions.resolved(&json!(0)));
        assert!(first.is_some() && second.is_some() && first != second, "{first:?} {second:?}");
        assert_eq!(sessions.resolved(&json!(0)), None);
    }
}
