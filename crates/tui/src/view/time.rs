//! Times for people.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use ratatui::style::Style;
use sayso_core::text::{time_left, whole_days, whole_hours};
use sayso_locale::Texts;

use super::theme::Palette;

/// `4:12`, `1:03:20`, `24 h`, `3 d`; units are in the person's language.
pub(crate) fn left(milliseconds: u64, texts: &Texts) -> String {
    let say = |key: &str, count: u64| texts.say_with(key, [("count", count.into())]);
    match (whole_days(milliseconds), whole_hours(milliseconds)) {
        (Some(days), _) => say("short-days", days),
        (None, Some(hours)) => say("short-hours", hours),
        (None, None) => time_left(milliseconds),
    }
}

/// Yellow under a minute, red under ten seconds.
pub(super) fn hurry(milliseconds: u64, palette: &Palette, else_in: Style) -> Style {
    match milliseconds {
        0..10_000 => palette.alarm,
        10_000..60_000 => palette.warn,
        _ => else_in,
    }
}

/// `14:03` today, otherwise with the date.
pub(super) fn clock(at: Timestamp, now: Timestamp, zone: &TimeZone) -> String {
    let (at, now) = (at.to_zoned(zone.clone()), now.to_zoned(zone.clone()));
    let format = if at.date() == now.date() { "%H:%M" } else { "%m-%d %H:%M" };
    at.strftime(format).to_string()
}

/// When today began, in the person's time zone.
pub(super) fn midnight(now: Timestamp, zone: &TimeZone) -> Timestamp {
    now.to_zoned(zone.clone()).start_of_day().map_or(now, |start| start.timestamp())
}

/// `now`, `2 min`, `3 h`, `5 d`.
pub(super) fn age(since: Timestamp, now: Timestamp, texts: &Texts) -> String {
    let seconds = u64::try_from(now.duration_since(since).as_secs()).unwrap_or(0);
    match seconds {
        0..60 => texts.say("short-now").into_owned(),
        60..3_600 => texts.say_with("short-minutes", [("count", (seconds / 60).into())]),
        3_600..86_400 => texts.say_with("short-hours", [("count", (seconds / 3_600).into())]),
        _ => texts.say_with("short-days", [("count", (seconds / 86_400).into())]),
    }
}

#[cfg(test)]
mod tests {
    use sayso_core::settings::Language;

    use super::*;

    #[test]
    fn times_are_short() {
        let at = |seconds| Timestamp::from_second(seconds).unwrap();
        let texts = Texts::of(Language::En);
        assert_eq!(age(at(0), at(59), texts), "now");
        assert_eq!(age(at(0), at(125), texts), "2 min");
        assert_eq!(age(at(0), at(7_300), texts), "2 h");
        assert_eq!(left(252_000, texts), "4:12");
        assert_eq!(left(86_399_000, texts), "24 h");
        assert_eq!(left(86_399_000, Texts::of(Language::Ko)), "24시간");
        let days = |language| left(3 * 86_400_000, Texts::of(language));
        assert_eq!([Language::En, Language::Zh, Language::Ko].map(days), ["3 d", "3 天", "3일"]);
        assert_eq!(clock(at(3_600), at(90_000), &TimeZone::UTC), "01-01 01:00");
        assert_eq!(midnight(at(90_000), &TimeZone::UTC), at(86_400));
    }
}
