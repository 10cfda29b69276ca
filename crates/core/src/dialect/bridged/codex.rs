//! Codex's requests, as its daemon and its app server send them: a command, changes of files, its questions.

mod shell;

use serde_json::{Value, json};

use super::AnswerParts;

/// What it adds to the options of every question, and how it marks what was typed.
const OTHER: &str = "None of the above";
const NOTE: &str = "user_note: ";

/// What it would change, in the names of Claude Code.
#[derive(Debug, Clone, PartialEq)]
pub struct ProposedEdit {
    pub tool: &'static str,
    pub input: Value,
    /// For a person.
    pub diff: String,
}

/// The command that it would run, without the shell that it starts for it. `None`: accepting it here is not
/// enough, or it is about something else, such as the network.
pub fn command(params: &Value) -> Option<String> {
    let is_offered = match params["availableDecisions"].as_array() {
        Some(offered) => offered.iter().any(|one| *one == "accept"),
        None => true,
    };
    let is_command = params["networkApprovalContext"].is_null()
        && params["kind"].as_str().is_none_or(|kind| kind == "command");
    let command = params["command"].as_str().filter(|_| is_offered && is_command)?;
    Some(shell::inner(command).unwrap_or_else(|| command.to_owned()))
}

/// What it would change in which files. `None`: it does not say so, and nobody allows what they can't see.
pub fn edit(changes: &Value) -> Option<ProposedEdit> {
    let changes = changes.as_array().filter(|changes| !changes.is_empty())?;
    let (mut paths, mut patch, mut diff) = (Vec::new(), Vec::new(), Vec::new());
    for change in changes {
        let path = change["path"].as_str()?;
        let lines = change["diff"].as_str()?;
        let (verb, sign) = match change["kind"]["type"].as_str()? {
            "add" => ("Add", "+"),
            "delete" => ("Delete", "-"),
            _ => ("Update", ""),
        };
        paths.push(path);
        patch.push(format!("*** {verb} File: {path}"));
        if let Some(to) = change["kind"]["move_path"].as_str() {
            paths.push(to);
            patch.push(format!("*** Move to: {to}"));
            diff.push(format!("Move {path} to {to}"));
        }
        if changes.len() > 1 {
            diff.push(format!("{verb} {path}"));
        }
        diff.extend(lines.lines().map(|line| format!("{sign}{line}")));
    }
    let tool = match changes[0]["kind"]["type"].as_str() {
        Some("add") if changes.len() == 1 => "Write",
        _ => "Edit",
    };
    // The guard finds the files by the patch, a person by the path.
    let input = json!({ "file_path": paths.join(", "), "patch": patch.join("\n") });
    Some(ProposedEdit { tool, input, diff: diff.join("\n") })
}

fn asked(params: &Value) -> impl Iterator<Item = &Value> {
    params["questions"].as_array().into_iter().flatten()
}

/// Its questions, in the format of `claude_question`. `None`: a secret is asked for, or there is nothing to
/// choose from.
pub fn questions(params: &Value) -> Option<Value> {
    let has_options = |one: &Value| one["options"].as_array().is_some_and(|all| !all.is_empty());
    if !asked(params).all(|one| one["isSecret"] != true && has_options(one)) {
        return None;
    }
    let each = asked(params).map(|one| {
        json!({
            "question": one["question"], "header": one["header"], "options": one["options"],
            "custom": one["isOther"],
        })
    });
    let each: Vec<Value> = each.collect();
    (!each.is_empty()).then(|| json!({ "questions": each }))
}

/// The result of such a request: the answers in the order of its questions, or none.
pub fn answers(params: &Value, parts: &[AnswerParts]) -> Value {
    let each = asked(params).zip(parts).filter_map(|(one, parts)| {
        Some((one["id"].as_str()?.to_owned(), json!({ "answers": words(parts) })))
    });
    json!({ "answers": Value::Object(each.collect()) })
}

/// As its own dialog would have said it.
fn words(parts: &AnswerParts) -> Vec<String> {
    let AnswerParts { labels, text } = parts;
    let mut words = labels.clone();
    if let Some(text) = text {
        if words.is_empty() {
            words.push(OTHER.to_owned());
        }
        words.push(format!("{NOTE}{text}"));
    }
    words
}

/// What the tool call returned: what was answered, by the text of the question, or that nothing was.
pub fn returned(params: &Value, output: &str) -> Option<Vec<(String, String)>> {
    let output: Value = serde_json::from_str(output).ok()?;
    let answers = output["answers"].as_object().filter(|answers| !answers.is_empty())?;
    let said = |one: &Value| {
        let given = answers.get(one["id"].as_str()?)?["answers"].as_array()?;
        let given = given.iter().filter_map(Value::as_str).filter(|label| *label != OTHER);
        let given = given.map(|label| label.strip_prefix(NOTE).unwrap_or(label));
        let joined = given.collect::<Vec<_>>().join(", ");
        Some((one["question"].as_str()?.to_owned(), joined))
    };
    Some(asked(params).filter_map(said).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(more: &Value) -> Value {
        let mut one =
            json!({ "id": "store", "question": "Which?", "options": [{ "label": "SQLite" }] });
        one.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        json!({ "questions": [one] })
    }

    /// REQ: AD-1
    #[test]
    fn what_is_answered_is_read_again() {
        let params = one(&json!({ "isOther": true }));
        assert_eq!(questions(&params).unwrap()["questions"][0]["custom"], true);
        let said = |labels: &[&str], text: Option<&str>| {
            let labels = labels.iter().map(|label| (*label).to_owned()).collect();
            let parts = [AnswerParts { labels, text: text.map(str::to_owned) }];
            let result = answers(&params, &parts);
            let read = returned(&params, &result.to_string()).unwrap();
            (result["answers"]["store"]["answers"].clone(), read[0].1.clone())
        };
        assert_eq!(said(&["SQLite"], None), (json!(["SQLite"]), "SQLite".to_owned()));
        let typed = json!(["None of the above", "user_note: neither"]);
        assert_eq!(said(&[], Some("neither")), (typed, "neither".to_owned()));
        assert_eq!(returned(&params, &answers(&params, &[]).to_string()), None, "nobody answered");
    }

    /// REQ: AD-1, AD-2
    #[test]
    fn what_cannot_be_decided_here_is_not_asked() {
        assert_eq!(questions(&one(&json!({ "isSecret": true }))), None);
        assert_eq!(questions(&one(&json!({ "options": [] }))), None);
        assert_eq!(questions(&json!({ "questions": [] })), None);
        let line = |more: Value| {
            let mut params = json!({ "command": "/bin/bash -lc 'touch one'" });
            params.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            command(&params)
        };
        assert_eq!(line(json!({})).as_deref(), Some("touch one"));
        assert_eq!(line(json!({ "availableDecisions": ["cancel"] })), None);
        assert_eq!(line(json!({ "networkApprovalContext": { "host": "a.test" } })), None);
        assert_eq!(line(json!({ "kind": "stdin" })), None);
        assert_eq!(edit(&json!([])), None);
        assert_eq!(edit(&json!([{ "path": "a", "kind": { "type": "add" } }])), None, "unseen");
    }
}
