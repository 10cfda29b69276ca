//! The messages of hubs: who sends it, one letter for what it is about, and what that is.

use std::collections::BTreeSet;

use sayso_core::InteractionId;
use sayso_desk::cluster::{HubId, ItemChange, RowChange};
use uuid::Uuid;

/// A message, as it was sent.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Message<'a> {
    /// One line for each.
    Changes {
        rows: Vec<(RowChange, InteractionId)>,
        items: Vec<ItemChange>,
    },
    /// Keys of what it says of itself.
    Presence(Vec<&'a str>),
    Lease,
    Hello,
    Bye,
}

/// `None`: a newer hub says something that this one doesn't know.
pub(super) fn read(payload: &str) -> Option<(HubId, Message<'_>)> {
    let (sender, said) = payload.split_once(' ')?;
    let hub = HubId(Uuid::try_parse(sender).ok()?);
    let about = said.get(1..)?;
    let message = match said.chars().next()? {
        'r' => Message::Changes {
            rows: about.split('\n').filter_map(row).collect(),
            items: about.split('\n').filter_map(item).collect(),
        },
        'p' => Message::Presence(about.split(',').collect()),
        'l' => Message::Lease,
        'h' => Message::Hello,
        'b' => Message::Bye,
        _ => return None,
    };
    Some((hub, message))
}

/// What a batch tells other hubs, line by line: [`Message::Changes`].
#[derive(Default)]
pub(in crate::postgres) struct Hints {
    pub(in crate::postgres) lines: Vec<String>,
    /// The row that the line is about, if it counts only when that row was written.
    pub(in crate::postgres) ids: Vec<Option<Uuid>>,
    /// Lines with the same number fit into one notification, which has at most 8,000 bytes.
    pub(in crate::postgres) parts: Vec<i32>,
    bytes: usize,
}

/// Less than a notification has, by the longest line and the sender.
const PART: usize = 7_500;

/// A longer key is left out: any of its kind may have changed.
const LONGEST_KEY: usize = 200;

impl Hints {
    pub(in crate::postgres) fn row(&mut self, change: RowChange, id: InteractionId) {
        let is_sure = matches!(change, RowChange::Drafted | RowChange::Forgotten);
        let line = format!("{}{}", letter(change), id.uuid());
        self.add(line, (!is_sure).then(|| id.uuid()));
    }

    pub(in crate::postgres) fn items<'a>(
        &mut self,
        places: impl Iterator<Item = (&'a str, &'a str)>,
    ) {
        let is_short = |key: &str| key.len() <= LONGEST_KEY && !key.contains('\n');
        let named = places.map(|(kind, key)| (kind, if is_short(key) { key } else { "" }));
        for (kind, key) in named.collect::<BTreeSet<_>>() {
            self.add(format!("s{kind}/{key}"), None);
        }
    }

    fn add(&mut self, line: String, id: Option<Uuid>) {
        self.parts.push(i32::try_from(self.bytes / PART).unwrap_or(i32::MAX));
        self.bytes += line.len() + 1;
        self.lines.push(line);
        self.ids.push(id);
    }
}

/// The letter of a change, as [`read`] has it.
fn letter(change: RowChange) -> &'static str {
    match change {
        RowChange::Created => "c",
        RowChange::Changed => "r",
        RowChange::Delivered => "y",
        RowChange::Drafted => "d",
        RowChange::Forgotten => "f",
        RowChange::Swept => "g",
    }
}

fn row(text: &str) -> Option<(RowChange, InteractionId)> {
    let change = match text.chars().next()? {
        'c' => RowChange::Created,
        'r' => RowChange::Changed,
        'y' => RowChange::Delivered,
        'd' => RowChange::Drafted,
        'f' => RowChange::Forgotten,
        'g' => RowChange::Swept,
        _ => return None,
    };
    Some((change, InteractionId::new(Uuid::try_parse(text.get(1..)?).ok()?)))
}

fn item(text: &str) -> Option<ItemChange> {
    let (kind, key) = text.strip_prefix('s')?.split_once('/')?;
    Some(ItemChange { kind: kind.to_owned(), key: key.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// REQ: TM-2
    #[test]
    fn what_is_sent_is_what_is_read_and_the_unknown_is_left_out() {
        let (hub, id) = (Uuid::from_u128(7), Uuid::from_u128(9));
        let changes = [
            RowChange::Created,
            RowChange::Changed,
            RowChange::Delivered,
            RowChange::Drafted,
            RowChange::Forgotten,
            RowChange::Swept,
        ];
        let told: Vec<String> =
            changes.iter().map(|change| format!("{}{id}", letter(*change))).collect();
        let payload =
            format!("{} r{}\nx{id}\nc1\nssetting/language\nspost/", hub.simple(), told.join("\n"));
        let rows = changes.map(|change| (change, InteractionId::new(id))).to_vec();
        let item = |kind: &str, key: &str| ItemChange { kind: kind.into(), key: key.into() };
        let items = vec![item("setting", "language"), item("post", "")];
        assert_eq!(read(&payload), Some((HubId(hub), Message::Changes { rows, items })));
        for unknown in ["", "x", "not-a-hub l", &format!("{} z", hub.simple())] {
            assert_eq!(read(unknown), None, "{unknown}");
        }
    }
}
