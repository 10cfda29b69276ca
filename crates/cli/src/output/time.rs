//! Times for people.

use std::ops::RangeInclusive;

use jiff::Timestamp;
use jiff::tz::TimeZone;
pub(crate) use sayso_core::text::time_left as left;
use sayso_core::text::{duration, typed_duration};
use sayso_desk::{Clock, SystemClock};

/// `now`, `2 min`, `3 h`, `5 d`.
pub(crate) fn age(since: Timestamp, now: Timestamp) -> String {
    match u64::try_from(now.duration_since(since).as_secs()).unwrap_or(0) {
        0..60 => "now".to_owned(),
        seconds => span(seconds),
    }
}

/// `40 s`, `2 min`, `3 h`, `5 d`.
pub(crate) fn span(seconds: u64) -> String {
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3_600 => format!("{} min", seconds / 60),
        3_600..86_400 => format!("{} h", seconds / 3_600),
        _ => format!("{} d", seconds / 86_400),
    }
}

/// For limits, of which a few seconds matter if they are short: `100 s`, `58 min`.
pub(crate) fn limit(seconds: u64) -> String {
    match seconds {
        60..180 => format!("{seconds} s"),
        _ => span(seconds),
    }
}

/// `14:03` today, otherwise with the date.
pub(crate) fn clock(at: Timestamp, now: Timestamp) -> String {
    let zone = TimeZone::system();
    let (at, now) = (at.to_zoned(zone.clone()), now.to_zoned(zone));
    let format = if at.date() == now.date() { "%H:%M" } else { "%Y-%m-%d %H:%M" };
    at.strftime(format).to_string()
}

pub(crate) fn now() -> Timestamp {
    SystemClock::new().now()
}

/// `90`, `90s`, `5m`, `2h`, `1d` in seconds.
pub(crate) fn seconds(text: &str) -> Result<u64, String> {
    duration(text).ok_or_else(|| format!("`{text}` is not a duration; use 90s, 5m, 2h or 1d"))
}

/// The same, if it is in this range.
pub(crate) fn seconds_within(text: &str, range: RangeInclusive<u64>) -> Result<u64, String> {
    let (least, most) = (typed_duration(*range.start()), typed_duration(*range.end()));
    let given = seconds(text)?;
    range.contains(&given).then_some(given).ok_or_else(|| format!("must be {least} to {most}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_short() {
        let start = Timestamp::UNIX_EPOCH;
        let at = |seconds| Timestamp::from_second(seconds).unwrap();
        assert_eq!(age(start, at(59)), "now");
        assert_eq!(age(start, at(125)), "2 min");
        assert_eq!([55, 100, 3_500].map(limit), ["55 s", "100 s", "58 min"]);
        assert_eq!(age(start, at(7_300)), "2 h");
    }
}
