//! Numbers that a person types: exact decimals, and what a question allows.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::worksheet::Fault;

/// An exact decimal of at most 15 digits, so that JSON readers that keep numbers as floating point get
/// the digits that were typed. In units of 10⁻¹⁵.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Decimal(i128);

const DIGITS: usize = 15;
const ONE: i128 = 10_i128.pow(15);

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

/// Why a text isn't a decimal; [`Fault::NotANumber`] says what to write instead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a decimal number of at most {DIGITS} digits")]
pub struct NotDecimal;

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
        if !has_digits || !all().all(|byte| byte.is_ascii_digit()) || kept > DIGITS {
            return Err(NotDecimal);
        }
        let places = u32::try_from(fraction.len()).ok().filter(|places| *places <= 15);
        let unit = 10_i128.pow(15 - places.ok_or(NotDecimal)?);
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

impl JsonSchema for Decimal {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Decimal".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "pattern": r"^-?[0-9]+(\.[0-9]+)?$" })
    }
}

/// Which numbers answer a question.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct NumberRange {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<Decimal>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<Decimal>,
    /// Counted from the minimum, or from 0 if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<Decimal>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// Filled in by the agent; if untouched, it is the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<Decimal>,
}

/// Which way to the next number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Way {
    Up,
    Down,
}

impl NumberRange {
    /// Parses what was typed, possibly with the question's unit before or after it.
    pub fn read(&self, typed: &str) -> Result<Decimal, Fault> {
        let number = self.parse(typed).map_err(|NotDecimal| Fault::NotANumber)?;
        match (self.min, self.max) {
            (Some(min), _) if number < min => Err(Fault::BelowMin { min }),
            (_, Some(max)) if number > max => Err(Fault::AboveMax { max }),
            (_, _) => match self.step {
                Some(step) if self.past_step(number) != 0 => {
                    Err(Fault::OffStep { step, nearest: self.nearest(number) })
                }
                Some(_) | None => Ok(number),
            },
        }
    }

    /// The next allowed number: what was typed is first moved into the range and onto a step.
    pub fn next(&self, typed: &str, way: Way) -> Decimal {
        let Ok(number) = self.parse(typed) else {
            return self.nearest(self.default.unwrap_or(Decimal(self.origin().max(0))));
        };
        if self.nearest(number) != number {
            return self.nearest(number);
        }
        let (past, step) = (self.past_step(number), self.step_or_one());
        self.nearest(Decimal(match way {
            Way::Up => number.0 - past + step,
            Way::Down if past == 0 => number.0 - step,
            Way::Down => number.0 - past,
        }))
    }

    /// `5 GB`, `20%`, `$5`.
    pub fn with_unit(&self, number: &str) -> String {
        match self.unit.as_deref() {
            Some(unit @ ("%" | "°")) => format!("{number}{unit}"),
            Some(unit @ ("$" | "€" | "£" | "¥" | "₩")) => format!("{unit}{number}"),
            Some(unit) => format!("{number} {unit}"),
            None => number.to_owned(),
        }
    }

    /// From end to end, if it has both.
    pub(crate) fn width(&self) -> Option<Decimal> {
        Some(Decimal(self.max?.0 - self.min?.0))
    }

    fn parse(&self, typed: &str) -> Result<Decimal, NotDecimal> {
        without(typed.trim(), self.unit.as_deref().unwrap_or_default()).parse()
    }

    fn step_or_one(&self) -> i128 {
        self.step.map_or(ONE, |step| step.0)
    }

    fn origin(&self) -> i128 {
        self.min.map_or(0, |min| min.0)
    }

    fn past_step(&self, number: Decimal) -> i128 {
        (number.0 - self.origin()).rem_euclid(self.step_or_one())
    }

    /// The closest allowed number, the lower of two; without a step only the ends count.
    fn nearest(&self, number: Decimal) -> Decimal {
        let ends = |number: i128| {
            let low = self.min.map_or(number, |min| number.max(min.0));
            self.max.map_or(low, |max| low.min(max.0))
        };
        let number = ends(number.0);
        let past = self.past_step(Decimal(number));
        let (Some(Decimal(step)), true) = (self.step, past != 0) else { return Decimal(number) };
        let (below, above) = (number - past, number - past + step);
        let too_high = self.max.is_some_and(|max| above > max.0);
        Decimal(if too_high || past * 2 <= step { below } else { above })
    }
}

/// In any case: a person may copy the unit shown next to the field.
fn without<'a>(typed: &'a str, unit: &str) -> &'a str {
    let same =
        |part: Option<&str>| part.is_some_and(|part| part.to_lowercase() == unit.to_lowercase());
    let behind = typed.len().saturating_sub(unit.len());
    match unit.len() {
        0 => typed,
        _ if same(typed.get(behind..)) => &typed[..behind],
        length if same(typed.get(..length)) => &typed[length..],
        _ => typed,
    }
}

#[cfg(test)]
#[path = "number_tests.rs"]
mod tests;
