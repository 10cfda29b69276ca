//! The data of buttons, at most 64 bytes: the question in 22 letters, the hub in 4, then what to do, by
//! places in the form. A tap can come twice: it says how it is to be, or from which state it was drawn.

use std::ops::Range;

use data_encoding::BASE64URL_NOPAD;
use ring::digest::{SHA256, digest};
use sayso_chat::{ClickAction, WindowKind};
use sayso_core::InteractionId;
use uuid::Uuid;

/// Whose question it is, where several hubs use one bot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct HubTag(String);

impl HubTag {
    const LETTERS: usize = 4;

    pub(crate) fn of(hub: &str) -> HubTag {
        let mut tag = BASE64URL_NOPAD.encode(digest(&SHA256, hub.as_bytes()).as_ref());
        tag.truncate(HubTag::LETTERS);
        HubTag(tag)
    }
}

/// What a button stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Code {
    Click(InteractionId, ClickAction),
    /// After the confirmation, which was asked for beside this message and named the answer of this seal.
    Sure {
        id: InteractionId,
        action: ClickAction,
        about: i64,
        seal: u32,
    },
    /// Permissions of one session, those of the list with this mark.
    Together(InteractionId, String),
    /// Nothing is done; the message beside the question goes.
    Back,
    /// What was asked for beside the question, without words.
    Plainly,
}

const BACK: &str = "back";
const PLAINLY: &str = "plainly";
const TOGETHER: char = 'g';
/// Letters of a mark.
const MARK: usize = 16;
/// Telegram's limit for the data of a button.
#[cfg(test)]
const MOST: usize = 64;

impl Code {
    pub(crate) fn write(&self, HubTag(hub): &HubTag) -> String {
        match self {
            Code::Click(id, action) => format!("{}{hub}{}", short(*id), wish(action)),
            Code::Sure { id, action, about, seal } => {
                format!("{}{hub}!{}@{about}#{seal:x}", short(*id), wish(action))
            }
            Code::Together(id, mark) => format!("{}{hub}{TOGETHER}{mark}", short(*id)),
            Code::Back => BACK.to_owned(),
            Code::Plainly => PLAINLY.to_owned(),
        }
    }

    /// And whose it is, if it says so. Anybody may have made it up.
    pub(crate) fn read(data: &str) -> Option<(Code, Option<HubTag>)> {
        match data {
            BACK => return Some((Code::Back, None)),
            PLAINLY => return Some((Code::Plainly, None)),
            _ => {}
        }
        let (id, code) = data.split_at_checked(22)?;
        let (hub, code) = code.split_at_checked(HubTag::LETTERS)?;
        let bytes = BASE64URL_NOPAD.decode(id.as_bytes()).ok()?;
        let id = InteractionId::new(Uuid::from_slice(&bytes).ok()?);
        let code = match code.strip_prefix('!') {
            Some(sure) => {
                let (code, named) = sure.split_once('@')?;
                let (about, seal) = named.split_once('#')?;
                let seal = u32::from_str_radix(seal, 16).ok()?;
                Code::Sure { id, action: read_wish(code)?, about: about.parse().ok()?, seal }
            }
            None => match code.strip_prefix(TOGETHER) {
                Some(mark) => Code::Together(id, mark.to_owned()),
                None => Code::Click(id, read_wish(code)?),
            },
        };
        Some((code, Some(HubTag(hub.to_owned()))))
    }
}

fn short(id: InteractionId) -> String {
    BASE64URL_NOPAD.encode(id.uuid().as_bytes())
}

/// Their ids take more than a button holds.
pub(crate) fn mark(ids: &[InteractionId]) -> String {
    let ids: Vec<u8> = ids.iter().flat_map(|id| *id.uuid().as_bytes()).collect();
    let mut mark = BASE64URL_NOPAD.encode(digest(&SHA256, &ids).as_ref());
    mark.truncate(MARK);
    mark
}

fn wish(action: &ClickAction) -> String {
    match action {
        ClickAction::Pick { question, option } => format!("p{question}.{option}"),
        ClickAction::Choose { question, of, options } => {
            let mark = if options.is_empty() { 'u' } else { 'c' };
            format!("{mark}{question}.{}", of.start)
        }
        ClickAction::Change { question, places: Some(places) } => format!("e{question}.{places}"),
        ClickAction::Change { question, places: None } => format!("e{question}"),
        ClickAction::Write { kind, question: Some(question) } => {
            format!("w{}{question}", letter(*kind))
        }
        ClickAction::Write { kind, question: None } => format!("w{}", letter(*kind)),
        ClickAction::Read => "r".to_owned(),
        ClickAction::Recommended => "a".to_owned(),
        ClickAction::Submit => "s".to_owned(),
        ClickAction::Reset => "x".to_owned(),
        ClickAction::MoreTime { until } => format!("t{}", until.unwrap_or_default()),
        ClickAction::Cancel => "k".to_owned(),
        // Read back as its mark.
        ClickAction::AllowTogether { ids } => format!("{TOGETHER}{}", mark(ids)),
    }
}

fn read_wish(code: &str) -> Option<ClickAction> {
    let mut letters = code.chars();
    let first = letters.next()?;
    let rest = letters.as_str();
    let place = || {
        let (question, option) = rest.split_once('.')?;
        Some((question.parse().ok()?, option.parse().ok()?))
    };
    Some(match (first, rest) {
        ('p', _) => {
            let (question, option) = place()?;
            ClickAction::Pick { question, option }
        }
        ('c' | 'u', _) => {
            let (question, option): (usize, usize) = place()?;
            let of: Range<usize> = option..option.checked_add(1)?;
            let options = if first == 'c' { vec![option] } else { Vec::new() };
            ClickAction::Choose { question, of, options }
        }
        ('e', _) => {
            let (question, places) = match rest.split_once('.') {
                Some((question, places)) => (question, Some(places.parse().ok()?)),
                None => (rest, None),
            };
            ClickAction::Change { question: question.parse().ok()?, places }
        }
        ('w', _) => {
            let mut letters = rest.chars();
            let kind = kind(letters.next()?)?;
            let question = match letters.as_str() {
                "" => None,
                question => Some(question.parse().ok()?),
            };
            ClickAction::Write { kind, question }
        }
        ('r', "") => ClickAction::Read,
        ('a', "") => ClickAction::Recommended,
        ('s', "") => ClickAction::Submit,
        ('x', "") => ClickAction::Reset,
        ('t', _) => ClickAction::MoreTime { until: Some(rest.parse().ok()?) },
        ('k', "") => ClickAction::Cancel,
        _ => return None,
    })
}

const KINDS: [(char, WindowKind); 6] = [
    ('o', WindowKind::Own),
    ('n', WindowKind::Note),
    ('e', WindowKind::Explain),
    ('s', WindowKind::Skip),
    ('c', WindowKind::Cancel),
    ('r', WindowKind::Reject),
];

fn letter(kind: WindowKind) -> char {
    KINDS.iter().find(|(_, known)| *known == kind).map_or('o', |(letter, _)| *letter)
}

fn kind(letter: char) -> Option<WindowKind> {
    KINDS.iter().find(|(known, _)| *known == letter).map(|(_, kind)| *kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// REQ: RE-2
    #[test]
    fn what_is_written_is_read_and_fits_into_a_button() {
        let id = InteractionId::new(Uuid::from_u128(u128::MAX));
        let pick = ClickAction::Pick { question: 999, option: 9_999 };
        let choose = |options: Vec<usize>| ClickAction::Choose { question: 1, of: 5..6, options };
        let mut actions = vec![
            pick.clone(),
            choose(vec![5]),
            choose(Vec::new()),
            ClickAction::Change { question: 3, places: None },
            ClickAction::Change { question: 3, places: Some(12) },
            ClickAction::Read,
            ClickAction::Recommended,
            ClickAction::Submit,
            ClickAction::Reset,
            ClickAction::MoreTime { until: Some(1_700_000_000) },
            ClickAction::Cancel,
        ];
        for (_, kind) in KINDS {
            actions.extend([None, Some(7)].map(|question| ClickAction::Write { kind, question }));
        }
        let mut codes: Vec<Code> =
            actions.into_iter().map(|action| Code::Click(id, action)).collect();
        let about = i64::from(i32::MAX);
        codes.push(Code::Sure { id, action: pick, about, seal: u32::MAX });
        codes.push(Code::Together(id, mark(&[id, id])));
        let hub = HubTag::of("machine:/home/ann/.local/share/sayso");
        for code in codes {
            let data = code.write(&hub);
            assert!(data.len() <= MOST, "{data}");
            assert_eq!(Code::read(&data), Some((code, Some(hub.clone()))), "{data}");
        }
        for code in [Code::Back, Code::Plainly] {
            assert_eq!(Code::read(&code.write(&hub)), Some((code, None)));
        }
        assert_ne!(HubTag::of("one"), HubTag::of("other"));
        let other = InteractionId::new(Uuid::from_u128(7));
        assert_ne!(mark(&[id, other]), mark(&[id]));
        let together = Code::Click(id, ClickAction::AllowTogether { ids: vec![id, other] });
        let named = Code::Together(id, mark(&[id, other]));
        assert_eq!(Code::read(&together.write(&hub)), Some((named, Some(hub))));
    }

    #[test]
    fn what_was_made_up_is_nothing() {
        let id = short(InteractionId::new(Uuid::from_u128(1)));
        for code in
            ["", "p", "p1", "p1.", "px.1", "c1.18446744073709551615", "!p0.1", "!p0.1@1", "t", "z"]
        {
            assert_eq!(Code::read(&format!("{id}abcd{code}")), None, "{code}");
        }
        assert_eq!(Code::read("é".repeat(11).as_str()), None);
        assert_eq!(Code::read(""), None);
    }
}
