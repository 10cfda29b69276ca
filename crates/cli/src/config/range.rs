//! A timeout outside the range is brought into it, as one from a caller is, and that is said (TO-1).

use sayso_core::policy::TIMEOUT_RANGE;
use sayso_core::settings::Key;

/// The value to use, and what to tell about it if it is not the one that was given.
pub fn clamped(key: Key, given: &str) -> (String, Option<String>) {
    let given = given.trim();
    let (number, rest) =
        given.split_once(' ').map_or((given, ""), |(number, _)| given.split_at(number.len()));
    let Some(seconds) = number.parse::<i64>().ok().filter(|_| key == Key::Timeout) else {
        return (given.to_owned(), None);
    };
    let (least, most) = (*TIMEOUT_RANGE.start(), *TIMEOUT_RANGE.end());
    let used = u64::try_from(seconds).unwrap_or(0).clamp(least, most);
    let outside = i64::try_from(used) != Ok(seconds);
    let remark = outside.then(|| format!("{seconds} is outside {least} to {most}; {used} is used"));
    (format!("{used}{rest}"), remark)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// REQ: TO-1
    #[test]
    fn only_a_timeout_out_of_range_is_changed() {
        let (value, remark) = clamped(Key::Timeout, " 1 always ");
        assert_eq!(value, "5 always");
        assert_eq!(remark.unwrap(), "1 is outside 5 to 604800; 5 is used");
        assert_eq!(clamped(Key::Timeout, "-7").0, "5");
        assert_eq!(clamped(Key::Timeout, "9999999").0, "604800");
        for (key, same) in [(Key::Timeout, "600"), (Key::Timeout, "soon"), (Key::Theme, "1")] {
            assert_eq!(clamped(key, same), (same.to_owned(), None));
        }
    }
}
