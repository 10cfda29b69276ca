//! People: the list of those who may answer, and their names.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use sayso_desk::Clock;

use crate::incoming::Person;
use crate::port::Port;

/// Who may answer, beside the person who was asked; users and groups by the ids of the chat.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Answerers {
    pub anyone: bool,
    pub users: Vec<String>,
    pub groups: Vec<String>,
}

impl Answerers {
    pub fn is_empty(&self) -> bool {
        !self.anyone && self.users.is_empty() && self.groups.is_empty()
    }
}

/// Somebody who was added to a group may have to wait this long.
const MEMBERS_LAST: Duration = Duration::from_secs(300);

pub(crate) struct People {
    port: Arc<dyn Port>,
    clock: Arc<dyn Clock>,
    answerers: Answerers,
    members: Mutex<HashMap<String, (Duration, Vec<String>)>>,
    names: Mutex<HashMap<String, String>>,
}

impl People {
    pub(crate) fn new(port: Arc<dyn Port>, clock: Arc<dyn Clock>, answerers: Answerers) -> People {
        People { port, clock, answerers, members: Mutex::default(), names: Mutex::default() }
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
        match self.port.members(group).await {
            Ok(members) => {
                let mut known = self.members.lock().unwrap_or_else(PoisonError::into_inner);
                known.insert(group.to_owned(), (now, members.clone()));
                members
            }
            Err(error) => {
                tracing::warn!(%error, group, "the members of a group are not known; nobody of it may answer");
                Vec::new()
            }
        }
    }

    fn known_members(&self, group: &str, now: Duration) -> Option<Vec<String>> {
        let known = self.members.lock().unwrap_or_else(PoisonError::into_inner);
        let (at, members) = known.get(group)?;
        (now < *at + MEMBERS_LAST).then(|| members.clone())
    }

    /// As the chat calls them; their id if it does not say.
    pub(crate) async fn name(&self, person: &Person) -> String {
        if let Some(name) = &person.name {
            return name.clone();
        }
        let known =
            self.names.lock().unwrap_or_else(PoisonError::into_inner).get(&person.id).cloned();
        if let Some(name) = known {
            return name;
        }
        let name = self.port.name_of(&person.id).await.unwrap_or_else(|error| {
            tracing::debug!(%error, "the name of a person is not known");
            person.id.clone()
        });
        let mut names = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        names.insert(person.id.clone(), name.clone());
        name
    }
}
