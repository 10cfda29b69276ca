//! The tools that agents are offered: the setting `mcp.tools`.

use super::{ASK_USER_QUESTIONS, GET_ANSWERED_QUESTIONS, PROVIDE_CHOICE};

/// Fetching comes with asking: without it, a pending reply would lead nowhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Offered {
    choice: bool,
    questions: bool,
}

impl Default for Offered {
    fn default() -> Offered {
        Offered { choice: true, questions: true }
    }
}

impl Offered {
    /// Names separated by commas; none at all means every tool.
    pub fn parse(text: &str) -> Result<Offered, String> {
        let names = || text.split(',').map(str::trim).filter(|name| !name.is_empty());
        if names().next().is_none() {
            return Ok(Offered::default());
        }
        let mut offered = Offered { choice: false, questions: false };
        for name in names() {
            match name {
                PROVIDE_CHOICE => offered.choice = true,
                ASK_USER_QUESTIONS => offered.questions = true,
                GET_ANSWERED_QUESTIONS => {
                    return Err(format!("`{name}` comes with {ASK_USER_QUESTIONS}: name that one"));
                }
                _ => {
                    let known = [PROVIDE_CHOICE, ASK_USER_QUESTIONS].join(", ");
                    return Err(format!("there is no tool `{name}`; the tools are {known}"));
                }
            }
        }
        Ok(offered)
    }

    pub(crate) fn includes(self, tool: &str) -> bool {
        match tool {
            PROVIDE_CHOICE => self.choice,
            _ => self.questions,
        }
    }
}
