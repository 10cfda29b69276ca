//! Quiet hours: `22:00-07:00 except irreversible, irc`. Local time; the end can be on the next day.

use std::fmt;
use std::time::Duration;

use jiff::Zoned;
use jiff::civil::Time;

use super::Rung;
use crate::surface::Chats;

/// When nobody is notified, and what is notified anyway.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct QuietHours {
    /// `None`: never.
    hours: Option<(Time, Time)>,
    /// Questions that can't be undone are notified anyway.
    irreversible: bool,
    /// These are notified anyway.
    rungs: Vec<Rung>,
}

const OFF: &str = "off";
const EXCEPT: &str = "except";
const IRREVERSIBLE: &str = "irreversible";

impl QuietHours {
    pub fn parse(text: &str, chats: Chats) -> Result<QuietHours, String> {
        let text = text.trim().to_lowercase();
        if text == OFF {
            return Ok(QuietHours::default());
        }
        let (hours, exempt) = match text.split_once(EXCEPT) {
            Some((hours, exempt)) => (hours, exempt),
            None => (text.as_str(), ""),
        };
        let mut problems = Vec::new();
        let mut quiet = QuietHours::default();
        match hours.split_once('-').map(|(from, to)| (time(from), time(to))) {
            Some((Some(from), Some(to))) if from != to => quiet.hours = Some((from, to)),
            Some(_) | None => {
                problems.push(format!("`{}` is not a time such as 22:00-07:00", hours.trim()));
            }
        }
        for name in exempt.split([',', ' ']).filter(|name| !name.is_empty()) {
            let is_known = |rung: &Rung| match rung {
                Rung::Desktop => true,
                Rung::Chat(id) => chats.0.iter().any(|chat| chat.id == *id),
            };
            match name.parse().ok().filter(is_known) {
                Some(rung) if !quiet.rungs.contains(&rung) => quiet.rungs.push(rung),
                Some(_) => {}
                None if name == IRREVERSIBLE => quiet.irreversible = true,
                None => problems.push(format!("`{name}` is neither `{IRREVERSIBLE}` nor a step")),
            }
        }
        if quiet.rungs.is_empty() && !quiet.irreversible && text.contains(EXCEPT) {
            problems.push(format!("`{EXCEPT}` needs `{IRREVERSIBLE}` or the name of a step"));
        }
        match problems.is_empty() {
            true => Ok(quiet),
            false => Err(problems.join("; ")),
        }
    }

    /// The canonical form of a setting's value.
    pub(crate) fn canonical(text: &str, chats: Chats) -> Result<String, String> {
        QuietHours::parse(text, chats).map(|quiet| quiet.to_string())
    }

    /// What screens offer.
    pub(crate) fn offers(_: Chats) -> Vec<String> {
        let hours = [OFF, "22:00-07:00", "20:00-08:00"];
        let guarded = "22:00-07:00 except irreversible";
        hours.into_iter().chain([guarded]).map(str::to_owned).collect()
    }

    /// How long they last from now on; `None`: they are not on, or don't hold this back.
    pub(super) fn left(&self, rung: Rung, is_irreversible: bool, now: &Zoned) -> Option<Duration> {
        let (from, to) = self.hours?;
        let time = now.time();
        let is_quiet = match from < to {
            true => (from..to).contains(&time),
            false => time >= from || time < to,
        };
        let exempt = (is_irreversible && self.irreversible) || self.rungs.contains(&rung);
        if !is_quiet || exempt {
            return None;
        }
        let day = match time < to {
            true => now.date(),
            false => now.date().tomorrow().ok()?,
        };
        // Where the clocks are changed, this is the day's real time.
        let end = day.to_datetime(to).to_zoned(now.time_zone().clone()).ok()?;
        let left = Duration::try_from(end.duration_since(now)).unwrap_or(Duration::ZERO);
        Some(left.max(Duration::from_millis(1)))
    }
}

fn time(text: &str) -> Option<Time> {
    let (hour, minute) = text.trim().split_once(':')?;
    let is_number =
        |text: &str| (1..=2).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    if !is_number(hour) || !is_number(minute) {
        return None;
    }
    Time::new(hour.parse().ok()?, minute.parse().ok()?, 0, 0).ok()
}

impl fmt::Display for QuietHours {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((from, to)) = self.hours else { return f.write_str(OFF) };
        let said = |time: Time| format!("{:02}:{:02}", time.hour(), time.minute());
        write!(f, "{}-{}", said(from), said(to))?;
        let irreversible = self.irreversible.then_some(IRREVERSIBLE).into_iter();
        let exempt: Vec<&str> = irreversible.chain(self.rungs.iter().map(Rung::as_str)).collect();
        match exempt.is_empty() {
            true => Ok(()),
            false => write!(f, " {EXCEPT} {}", exempt.join(", ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::DateTime;
    use jiff::tz::TimeZone;

    use super::*;
    use crate::surface::{Chat, ChatId, Presence};

    const CHATS: Chats = Chats(&[Chat { id: ChatId::new("irc"), presence: Presence::Interactive }]);

    fn read(text: &str) -> QuietHours {
        QuietHours::parse(text, CHATS).unwrap()
    }

    /// Minutes left at a time in Berlin.
    fn left(quiet: &QuietHours, rung: Rung, is_irreversible: bool, now: &str) -> Option<u64> {
        let berlin = TimeZone::posix("CET-1CEST,M3.5.0,M10.5.0/3").unwrap();
        let now = now.parse::<DateTime>().unwrap().to_zoned(berlin).unwrap();
        quiet.left(rung, is_irreversible, &now).map(|left| left.as_secs() / 60)
    }

    /// REQ: RE-1
    #[test]
    fn hours_may_pass_midnight_and_follow_the_local_time() {
        let night = read("22:00-7:00");
        for (now, minutes) in [
            ("2026-03-01T21:59:59", None),
            ("2026-03-01T22:00:00", Some(9 * 60)),
            ("2026-03-02T06:59:00", Some(1)),
            ("2026-03-02T07:00:00", None),
            // The night on which the clocks go forward is an hour shorter.
            ("2026-03-28T22:00:00", Some(8 * 60)),
        ] {
            assert_eq!(left(&night, Rung::Desktop, true, now), minutes, "{now}");
        }
        let noon = read("12:00-13:30");
        assert_eq!(left(&noon, Rung::Desktop, false, "2026-03-01T12:30:00"), Some(60));
        assert_eq!(left(&noon, Rung::Desktop, false, "2026-03-01T13:30:00"), None);
    }

    /// REQ: RE-1
    #[test]
    fn what_is_exempt_is_told_anyway() {
        let quiet = read("22:00-07:00 except irreversible, irc");
        let (irc, now) = (Rung::Chat(ChatId::new("irc")), "2026-03-01T23:00:00");
        assert!(left(&quiet, Rung::Desktop, false, now).is_some());
        assert!(left(&quiet, Rung::Desktop, true, now).is_none());
        assert!(left(&quiet, irc, false, now).is_none());
        assert!(left(&read("off"), Rung::Desktop, false, now).is_none());
    }

    /// REQ: RE-1
    #[test]
    fn the_canonical_form_reads_as_itself_and_problems_are_named() {
        let canonical = |text: &str| QuietHours::canonical(text, CHATS);
        for (typed, kept) in [
            (" OFF ", "off"),
            ("9:5 - 10:00", "09:05-10:00"),
            ("22:00-07:00 except irc irreversible", "22:00-07:00 except irreversible, irc"),
        ] {
            assert_eq!(canonical(typed).as_deref(), Ok(kept), "{typed}");
            assert_eq!(canonical(kept).as_deref(), Ok(kept));
        }
        for offered in QuietHours::offers(CHATS) {
            assert_eq!(canonical(&offered).as_ref(), Ok(&offered));
        }
        assert_eq!(
            canonical("22-7 except pager"),
            Err("`22-7` is not a time such as 22:00-07:00; `pager` is neither `irreversible` nor a step; \
                 `except` needs `irreversible` or the name of a step"
                .to_owned())
        );
        for wrong in ["", "24:00-07:00", "22:00-22:00", "22:00", "22:00-07:00 except"] {
            assert!(canonical(wrong).is_err(), "{wrong}");
        }
    }
}
