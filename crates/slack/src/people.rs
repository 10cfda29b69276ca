//! Who may answer, and what people are called.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use sayso_desk::Clock;

use crate::client::Client;
use crate::incoming::Person;

/// Who may answer, beside the person who was asked.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Answerers {
    pub anyone: bool,
    pub users: Vec<String>,
    pub groups: Vec<String>,
}

impl Answerers {
    /// `anyone`, or ids of users (`U…`, `W…`) and of user groups (`S…`).
    pub fn parse(list: &str) -> Result<Answerers, String> {
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

    pub fn is_empty(&self) -> bool {
        !self.anyone && self.users.is_empty() && self.groups.is_empty()
    }
}

/// Slack's ids are upper-case letters and digits.
pub fn is_id(name: &str) -> bool {
    name.len() > 1 && name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
}

/// Somebody who was put into a group may have to wait so long.
const MEMBERS_LAST: Duration = Duration::from_secs(300);

pub(crate) struct People {
    client: Arc<Client>,
    clock: Arc<dyn Clock>,
    answerers: Answerers,
    members: Mutex<HashMap<String, (Duration, Vec<String>)>>,
    names: Mutex<HashMap<String, String>>,
}

impl People {
    pub(crate) fn new(client: Arc<Client>, clock: Arc<dyn Clock>, answerers: Answerers) -> People {
        People { client, clock, answerers, members: Mutex::default(), names: Mutex::default() }
    }

    /// `asked` is the person to whom the question went, if it went to one.
    pub(crate) async fn may_answer(&self, user: &str, asked: Option<&str>) -> bool {
        self.answerers.anyone || self.is_named(user, asked).await
    }

    /// The person who was asked, or one of the list: not just anyone.
    pub(crate) async fn is_named(&self, user: &str, asked: Option<&str>) -> bool {
        let Answerers { users, groups, .. } = &self.answerers;
        if asked == Some(user) || users.iter().any(|known| known == user) {
            return true;
        }
        for group in groups {
            if self.members(group).await.iter().any(|member| member == user) {
                return true;
            }
        }
        false
    }

    async fn members(&self, group: &str) -> Vec<String> {
        let now = self.clock.running();
        if let Some(members) = self.known_members(group, now) {
            return members;
        }
        match self.client.group_members(group).await {
            Ok(members) => {
                let mut known = self.members.lock().unwrap_or_else(PoisonError::into_inner);
                known.insert(group.to_owned(), (now, members.clone()));
                members
            }
            Err(error) => {
                tracing::warn!(%error, group, "who is in the group is not known: nobody");
                Vec::new()
            }
        }
    }

    fn known_members(&self, group: &str, now: Duration) -> Option<Vec<String>> {
        let known = self.members.lock().unwrap_or_else(PoisonError::into_inner);
        let (at, members) = known.get(group)?;
        (now < *at + MEMBERS_LAST).then(|| members.clone())
    }

    /// As Slack calls them; their id if it does not tell.
    pub(crate) async fn name(&self, person: &Person) -> String {
        if let Some(name) = &person.name {
            return name.clone();
        }
        let known =
            self.names.lock().unwrap_or_else(PoisonError::into_inner).get(&person.id).cloned();
        if let Some(name) = known {
            return name;
        }
        let name = self.client.user_name(&person.id).await.unwrap_or_else(|error| {
            tracing::debug!(%error, "a person stays nameless");
            person.id.clone()
        });
        let mut names = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        names.insert(person.id.clone(), name.clone());
        name
    }
}
