//! Slack's errors, by its own codes, and what to do about each.

use sayso_chat::ChatError;
use sayso_http::BadUrl;
use thiserror::Error;

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SlackError {
    #[error("Slack refused {method}: {code}; {}", fault.advice())]
    Refused { method: &'static str, code: String, fault: SlackFault },
    #[error("Slack cannot be reached: {0}; check the network and slack.api_base")]
    Unreachable(String),
    #[error("Slack answered {method} with something unexpected: {detail}")]
    Protocol { method: &'static str, detail: String },
    /// Slack was not asked.
    #[error(
        "the {which} token is not one, perhaps the placeholder of an example: `sayso slack setup` says where Slack shows it"
    )]
    NoToken { which: &'static str },
    #[error("`{url}` cannot be used: {why}")]
    Address { url: String, why: BadUrl },
}

impl From<SlackError> for ChatError {
    fn from(error: SlackError) -> ChatError {
        let why = error.to_string();
        match error {
            // What Slack's documentation says of no request of ours passes, sooner or later.
            SlackError::Unreachable(_)
            | SlackError::Protocol { .. }
            | SlackError::Refused { fault: SlackFault::Other, .. } => ChatError::Unreachable(why),
            SlackError::Refused { fault: SlackFault::Blocks, .. } => ChatError::Drawing(why),
            SlackError::Refused { fault: SlackFault::Message, .. } => ChatError::Gone(why),
            SlackError::Refused { .. }
            | SlackError::NoToken { .. }
            | SlackError::Address { .. } => ChatError::Refused(why),
        }
    }
}

/// What is behind a code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SlackFault {
    /// The token is wrong, revoked, or of the other kind.
    Token,
    Scope {
        needed: String,
    },
    Channel,
    NotInChannel,
    Person,
    /// It does not take these blocks; text it may take.
    Blocks,
    /// The click is too long ago, or was used up.
    Trigger,
    /// The message is gone.
    Message,
    /// The message is there, and stays as it is.
    Unchangeable,
    /// Slack is unwell, or has a reason that is not known here.
    Other,
}

impl SlackError {
    pub(crate) fn refused(method: &'static str, code: &str, needed: Option<&str>) -> SlackError {
        let fault = SlackFault::of(code, needed);
        SlackError::Refused { method, code: code.to_owned(), fault }
    }

    pub fn fault(&self) -> Option<&SlackFault> {
        match self {
            SlackError::Refused { fault, .. } => Some(fault),
            SlackError::Unreachable(_)
            | SlackError::Protocol { .. }
            | SlackError::NoToken { .. }
            | SlackError::Address { .. } => None,
        }
    }
}

impl SlackFault {
    fn of(code: &str, needed: Option<&str>) -> SlackFault {
        match code {
            "invalid_auth"
            | "not_authed"
            | "account_inactive"
            | "token_revoked"
            | "token_expired"
            | "not_allowed_token_type"
            | "no_permission"
            | "access_denied"
            | "team_access_not_granted" => SlackFault::Token,
            "missing_scope" => {
                SlackFault::Scope { needed: needed.unwrap_or("one that is missing").to_owned() }
            }
            "channel_not_found"
            | "is_archived"
            | "cannot_dm_bot"
            | "channel_type_not_supported"
            | "method_not_supported_for_channel_type" => SlackFault::Channel,
            "not_in_channel" | "restricted_action" => SlackFault::NotInChannel,
            "user_not_found" | "users_not_found" | "user_not_visible" | "user_disabled"
            | "no_such_subteam" => SlackFault::Person,
            "invalid_blocks"
            | "invalid_blocks_format"
            | "msg_blocks_too_long"
            | "msg_too_long"
            | "invalid_attachments"
            | "too_many_blocks" => SlackFault::Blocks,
            "expired_trigger_id"
            | "trigger_expired"
            | "exchanged_trigger_id"
            | "trigger_exchanged"
            | "invalid_trigger_id"
            | "invalid_trigger" => SlackFault::Trigger,
            "message_not_found" | "thread_not_found" => SlackFault::Message,
            "cant_update_message" | "cant_delete_message" | "edit_window_closed" => {
                SlackFault::Unchangeable
            }
            _ => SlackFault::Other,
        }
    }

    /// What a person does about it.
    pub fn advice(&self) -> String {
        match self {
            SlackFault::Token => "the token is wrong, revoked or of another kind: the bot token begins with \
                `xoxb-` (OAuth & Permissions), the app token with `xapp-` (Basic Information, App-Level \
                Tokens, scope connections:write)"
                .to_owned(),
            SlackFault::Scope { needed } => format!(
                "the app lacks the scope {needed}: add it under OAuth & Permissions, then reinstall the app"
            ),
            SlackFault::Channel => "there is no such channel or person for this app: slack.ask takes an id such \
                as C0123456789 or U0123456789, which Slack shows in the channel's or person's details"
                .to_owned(),
            SlackFault::NotInChannel => {
                "the app is not in the channel: write `/invite @sayso` there".to_owned()
            }
            SlackFault::Person => {
                "there is no such person or group: take the id from their profile".to_owned()
            }
            SlackFault::Blocks => "it does not take the blocks".to_owned(),
            SlackFault::Trigger => "the click is too long ago: click again".to_owned(),
            SlackFault::Message => "the message is no longer there".to_owned(),
            SlackFault::Unchangeable => "the message cannot be changed any more".to_owned(),
            SlackFault::Other => "it is tried again".to_owned(),
        }
    }
}
