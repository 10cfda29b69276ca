//! Slack's ids: the first letter says what something is.

use sayso_chat::{Answerers, Destination};

/// `anyone`, or ids of users (`U…`, `W…`) and of user groups (`S…`).
pub(crate) fn answerers(list: &str) -> Result<Answerers, String> {
    let mut answerers = Answerers::default();
    for name in list.split(',').map(str::trim).filter(|name| !name.is_empty()) {
        match name.chars().next() {
            _ if name.eq_ignore_ascii_case("anyone") => answerers.anyone = true,
            Some('U' | 'W') if is_id(name) => answerers.users.push(name.to_owned()),
            Some('S') if is_id(name) => answerers.groups.push(name.to_owned()),
            _ => {
                return Err(format!(
                    "`{name}` is neither `anyone` nor the id of a user (U…) or user group (S…)"
                ));
            }
        }
    }
    Ok(answerers)
}

/// Slack's ids are upper-case letters and digits.
pub(crate) fn is_id(name: &str) -> bool {
    name.len() > 1 && name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
}

/// Where `slack.ask` sends questions: a person (`U…`, `W…`), else a channel.
pub(crate) fn ask(id: String) -> Destination {
    match id.starts_with(['U', 'W']) {
        true => Destination::Person(id),
        false => Destination::Channel(id),
    }
}
