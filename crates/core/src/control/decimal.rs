//! Exact decimals, as a person types them and as JSON has them.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// An exact decimal of at most 15 digits, so that JSON readers that keep numbers as floating point get
/// the digits that were typed. In units of 10⁻¹⁵.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Decimal(pub(super) i128);

const DIGITS: usize = 15;
pub(super) const ONE: i128 = 10_i128.pow(15);

impl Decimal {
    /// From JSON; `None` if it has more digits than are kept.
    pub(crate) fn from_json(number: &serde_json::Number) -> Option<Decimal> {
        // Written out: people can't use exponents, but JSON may have one.
        let written = match number.as_f64() {
            Some(float) if !number.is_i64() && !number.is_u64() => float.to_string(),
            Some(_) | None => number.to_string(),
        };
        written.parse().ok()
    }

    pub(crate) fn to_json(self) -> serde_json::Value {
        let text = self.to_string();
        match text.parse::<i64>() {
            Ok(whole) => whole.into(),
            Err(_) => text.parse::<f64>().unwrap_or_default().into(),
        }
    }
}

/// Why a text isn't a decimal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotDecimal {
    #[error("not a decimal number")]
    NotANumber,
    #[error("a number of more than {DIGITS} digits")]
    TooManyDigits,
}

/// Digits with a point, a sign before them; also full-width, as East Asian keyboards type them. No
/// separators, no exponent: `1,5` and `1,500` mean different numbers to different people.
impl FromStr for Decimal {
    type Err = NotDecimal;

    fn from_str(text: &str) -> Result<Decimal, NotDecimal> {
        let text: String = text.trim().chars().map(narrow).collect();
        let (sign, digits) = match text.strip_prefix('-') {
            Some(digits) => (-1, digits),
            None => (1, text.strip_prefix('+').unwrap_or(&text)),
        };
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let (whole, fraction) = (whole.trim_start_matches('0'), fraction.trim_end_matches('0'));
        let all = || whole.bytes().chain(fraction.bytes());
        let kept =
            if whole.is_empty() { fraction.trim_start_matches('0').len() } else { all().count() };
        let has_digits = digits.bytes().any(|byte| byte.is_ascii_digit());
        if !has_digits || !all().all(|byte| byte.is_ascii_digit()) {
            return Err(NotDecimal::NotANumber);
        }
        let places = u32::try_from(fraction.len()).ok().filter(|places| *places <= 15);
        let places = places.filter(|_| kept <= DIGITS).ok_or(NotDecimal::TooManyDigits)?;
        let unit = 10_i128.pow(15 - places);
        let value = all().fold(0, |value: i128, byte| value * 10 + i128::from(byte - b'0'));
        Ok(Decimal(sign * value * unit))
    }
}

fn narrow(character: char) -> char {
    match character {
        '\u{2212}' | '\u{ff0d}' => '-',
        // Full-width forms are ASCII characters at an offset.
        '\u{ff0b}' | '\u{ff0e}' | '\u{ff10}'..='\u{ff19}' => {
            char::from_u32(u32::from(character) - 0xfee0).unwrap_or(character)
        }
        _ => character,
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, fraction) = (self.0.abs() / ONE, self.0.abs() % ONE);
        let fraction = format!("{fraction:015}");
        match fraction.trim_end_matches('0') {
            "" => write!(f, "{sign}{whole}"),
            fraction => write!(f, "{sign}{whole}.{fraction}"),
        }
    }
}

impl From<Decimal> for String {
    fn from(decimal: Decimal) -> String {
        decimal.to_string()
    }
}

impl TryFrom<String> for Decimal {
    type Error = NotDecimal;

    fn try_from(text: String) -> Result<Decimal, NotDecimal> {
        text.parse()
    }
}
