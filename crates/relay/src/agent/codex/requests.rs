//! The requests of Codex in a turn: to run a command, to change files, and its own questions.

use sayso_core::dialect::bridged::codex;
use serde_json::{Value, json};

use crate::agent::{Permission, PermissionOption, Permitted, ToolCall};

const ALLOW: &str = "allow";
const DENY: &str = "deny";

pub(super) struct CodexRequest {
    id: Value,
    params: Value,
    asks: Asks,
}

enum Asks {
    Action(ToolCall),
    /// In the format of `claude_question`.
    Questions(Value),
}

impl CodexRequest {
    /// `changes`: of its item, if it changes files. `None`: nothing that a person here can decide.
    pub(super) fn read(
        id: &Value,
        method: &str,
        params: &Value,
        changes: Option<&Value>,
    ) -> Option<CodexRequest> {
        let purpose = params["reason"].as_str().map(str::to_owned);
        let asks = match method {
            "item/commandExecution/requestApproval" => {
                let input = json!({ "command": codex::command(params)? });
                Asks::Action(ToolCall { tool: "Bash".to_owned(), input, purpose, diff: None })
            }
            "item/fileChange/requestApproval" => {
                let codex::ProposedEdit { tool, input, diff } = codex::edit(changes?)?;
                Asks::Action(ToolCall { tool: tool.to_owned(), input, purpose, diff: Some(diff) })
            }
            "item/tool/requestUserInput" => Asks::Questions(codex::questions(params)?),
            _ => return None,
        };
        Some(CodexRequest { id: id.clone(), params: params.clone(), asks })
    }

    pub(super) fn is(&self, id: &Value) -> bool {
        self.id == *id
    }

    pub(super) fn permission(&self) -> Permission {
        let option = |id: &str, label: &str, declines| {
            let (id, label) = (id.to_owned(), label.to_owned());
            PermissionOption { id, label, declines }
        };
        match &self.asks {
            Asks::Action(call) => Permission {
                title: call.tool.clone(),
                options: vec![option(ALLOW, "Allow once", false), option(DENY, "Deny", true)],
                call: Some(call.clone()),
                ..Permission::default()
            },
            Asks::Questions(all) => {
                Permission { questions: Some(all.clone()), ..Permission::default() }
            }
        }
    }

    /// Without a decision it is declined, and a question has no answers.
    pub(super) fn reply(&self, permitted: &Permitted) -> Value {
        let result = match &self.asks {
            Asks::Action(_) => {
                let is_allowed = permitted.option.as_deref() == Some(ALLOW);
                json!({ "decision": if is_allowed { "accept" } else { "decline" } })
            }
            Asks::Questions(_) => codex::answers(&self.params, &permitted.answers),
        };
        json!({ "id": self.id, "result": result })
    }
}
