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
    /// What items change, by item.
    changes: HashMap<String, Value>,
}

#[derive(Debug, Default)]
struct Kept {
    file: Option<PathBuf>,
    directory: Option<String>,
}

impl Sessions {
    /// Whether that is news.
    pub(super) fn listen(&mut self, thread: &str) -> bool {
        if self.known.contains_key(thread) {
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
    }

    pub(super) fn resumes(&mut self, call: u64, thread: &str) {
        self.resuming.insert(call, thread.to_owned());
    }

    pub(super) fn resuming(&mut self, call: u64) -> Option<String> {
        self.resuming.remove(&call)
    }

    /// Whether nothing is going on in it.
    pub(super) fn resumed(&mut self, thread: &str, result: &Value) -> bool {
        let about = &result["thread"];
        let text = |name: &str| about[name].as_str().map(str::to_owned);
        let kept = Kept { file: text("path").map(PathBuf::from), directory: text("cwd") };
        self.known.insert(thread.to_owned(), kept);
        let turns = result["initialTurnsPage"]["data"].as_array().into_iter().flatten();
        let items = turns.filter_map(|turn| turn["items"].as_array()).flatten();
        for item in items {
            self.began(item);
        }
        about["status"]["type"] != "active"
    }

    pub(super) fn began(&mut self, item: &Value) {
        if item["type"] == "fileChange"
            && item["status"] == "inProgress"
            && let Some(id) = item["id"].as_str()
        {
            self.changes.insert(id.to_owned(), item["changes"].clone());
        }
    }

    pub(super) fn done(&mut self, item: &str) {
        self.changes.remove(item);
        self.forget(|request| request.item == item);
    }

    /// A request, which may have been sent before.
    pub(super) fn asked(&mut self, request: CodexRequest) -> OwnDialog {
        let changes = self.changes.get(&request.item);
        let kept = self.known.get(&request.thread);
        let directory = kept.and_then(|kept| kept.directory.as_deref());
        let dialog = request.dialog(changes, directory);
        self.requests.insert(dialog.key.clone(), request);
        dialog
    }

    /// The key of the request with this number.
    pub(super) fn resolved(&mut self, id: &Value) -> Option<String> {
        let mut requests = self.requests.iter();
        let key = requests.find(|(_, request)| request.id == *id).map(|(key, _)| key.clone())?;
        self.resolved.insert(key.clone());
        Some(key)
    }

    /// Nothing, if it was answered.
    pub(super) fn open(&self, key: &str) -> Option<&CodexRequest> {
        self.requests.get(key).filter(|_| !self.resolved.contains(key))
    }

    /// The request, and the file with what its call returned.
    pub(super) fn request(&self, key: &str) -> Option<(&CodexRequest, Option<&Path>)> {
        let request = self.requests.get(key)?;
        let file = self.known.get(&request.thread).and_then(|kept| kept.file.as_deref());
        Some((request, file))
    }

    pub(super) fn of_item(&self, item: &str) -> Vec<String> {
        let its = self.requests.iter().filter(|(_, request)| request.item == item);
        its.map(|(key, _)| key.clone()).collect()
    }
}
