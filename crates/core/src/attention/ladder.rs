//! The setting that says who is notified when: `desktop 0s, irc 5m`. Read into steps, with every problem
//! named at once.

use std::fmt;
use std::time::Duration;

use super::Rung;
use crate::surface::Chats;
use crate::text::duration;

/// The steps in their order; empty: nobody is notified.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ladder {
    pub steps: Vec<LadderStep>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LadderStep {
    pub rung: Rung,
    /// Since the question was asked.
    pub after: Duration,
}

/// What stands for an empty ladder.
const OFF: &str = "off";

/// A week, like the longest time to answer.
const LONGEST: u64 = 604_800;

impl Ladder {
    /// Every rung is the desktop or one of these chats.
    pub fn parse(text: &str, chats: Chats) -> Result<Ladder, String> {
        let text = text.trim().to_lowercase();
        if text == OFF {
            return Ok(Ladder::default());
        }
        let mut steps: Vec<LadderStep> = Vec::new();
        let mut problems = Vec::new();
        for part in text.split(',').map(str::trim) {
            match step(part, chats) {
                Err(mut more) => problems.append(&mut more),
                Ok(step) => {
                    if steps.iter().any(|before| before.rung == step.rung) {
                        problems.push(format!("{} is there twice", step.rung));
                    }
                    if steps.last().is_some_and(|before| before.after > step.after) {
                        problems.push(format!("`{step}` is earlier than the step before it"));
                    }
                    steps.push(step);
                }
            }
        }
        match problems.is_empty() {
            true => Ok(Ladder { steps }),
            false => Err(problems.join("; ")),
        }
    }

    /// The canonical form of a setting's value.
    pub(crate) fn canonical(text: &str, chats: Chats) -> Result<String, String> {
        Ladder::parse(text, chats).map(|ladder| ladder.to_string())
    }

    /// What screens offer.
    pub(crate) fn offers(chats: Chats) -> Vec<String> {
        let later = |seconds| {
            let after = Duration::from_secs(seconds);
            chats.0.iter().map(move |chat| Ladder {
                steps: vec![
                    LadderStep { rung: Rung::Desktop, after: Duration::ZERO },
                    LadderStep { rung: Rung::Chat(chat.id), after },
                ],
            })
        };
        let longer = [60, 300].into_iter().flat_map(later).map(|ladder| ladder.to_string());
        [OFF.to_owned(), "desktop 0s".to_owned()].into_iter().chain(longer).collect()
    }

    pub fn has(&self, rung: Rung) -> bool {
        self.steps.iter().any(|step| step.rung == rung)
    }
}

fn step(part: &str, chats: Chats) -> Result<LadderStep, Vec<String>> {
    let Some((name, time)) = part.split_once(char::is_whitespace) else {
        return Err(vec![format!("`{part}` is not a step such as `desktop 0s`")]);
    };
    let is_known = |rung: &Rung| match rung {
        Rung::Desktop => true,
        Rung::Chat(id) => chats.0.iter().any(|chat| chat.id == *id),
    };
    let rung = name.parse().ok().filter(is_known).ok_or_else(|| {
        let known = chats.0.iter().map(|chat| format!(", {}", chat.id)).collect::<String>();
        format!("`{name}` can't be notified: there are desktop{known}")
    });
    let after = duration(time).filter(|seconds| *seconds <= LONGEST);
    let after =
        after.ok_or_else(|| format!("`{}` is not a time such as 0s, 90s, 5m or 1h", time.trim()));
    match (rung, after) {
        (Ok(rung), Ok(seconds)) => Ok(LadderStep { rung, after: Duration::from_secs(seconds) }),
        (rung, after) => Err(rung.err().into_iter().chain(after.err()).collect()),
    }
}

impl fmt::Display for Ladder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.steps.is_empty() {
            return f.write_str(OFF);
        }
        for (at, step) in self.steps.iter().enumerate() {
            write!(f, "{}{step}", if at == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

impl fmt::Display for LadderStep {
    /// In the largest unit that divides it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.after.as_secs();
        let units = [(86_400, 'd'), (3_600, 'h'), (60, 'm')];
        let fits = |(size, _): &&(u64, char)| seconds > 0 && seconds.is_multiple_of(*size);
        let (size, unit) = units.iter().find(fits).copied().unwrap_or((1, 's'));
        write!(f, "{} {}{unit}", self.rung, seconds / size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::surface::{Chat, ChatId, Presence};

    const CHATS: Chats = Chats(&[
        Chat { id: ChatId::new("irc"), presence: Presence::Interactive },
        Chat { id: ChatId::new("matrix"), presence: Presence::Interactive },
    ]);

    /// REQ: RE-1
    #[test]
    fn one_setting_says_who_is_told_when() {
        let canonical = |text: &str| Ladder::canonical(text, CHATS);
        for (typed, kept) in [
            ("desktop 0s, irc 1m, matrix 5m", "desktop 0s, irc 1m, matrix 5m"),
            (" Desktop 0,IRC 90 , matrix 7200", "desktop 0s, irc 90s, matrix 2h"),
            ("matrix 1d", "matrix 1d"),
            ("OFF", "off"),
        ] {
            assert_eq!(canonical(typed).as_deref(), Ok(kept), "{typed}");
            assert_eq!(canonical(kept).as_deref(), Ok(kept));
        }
        for offered in Ladder::offers(CHATS) {
            assert_eq!(canonical(&offered).as_ref(), Ok(&offered));
        }
    }

    /// REQ: RE-1
    #[test]
    fn every_problem_is_named_at_once() {
        let wrong = Ladder::parse("desktop, pager 1x, irc 5m, irc 1m", CHATS).unwrap_err();
        assert_eq!(
            wrong,
            "`desktop` is not a step such as `desktop 0s`; `pager` can't be notified: there are desktop, irc, \
             matrix; `1x` is not a time such as 0s, 90s, 5m or 1h; irc is there twice; `irc 1m` is earlier \
             than the step before it"
        );
        assert!(Ladder::parse("", CHATS).is_err());
        assert!(Ladder::parse("desktop 8d", CHATS).is_err());
    }
}
