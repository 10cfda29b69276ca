//! A number: which ones a question allows, how one is typed, and its fields in `provide_choice`.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::decimal::ONE;
use super::{Decimal, NotDecimal, Published, Way};
use crate::dialect::read::Fields;
use crate::problem::Problem;
use crate::text::filled_owned;
use crate::worksheet::Fault;

/// Maximum length of a unit: `GB`, `percent`, `requests per second`.
pub const LONGEST_UNIT: usize = 40;

/// Which numbers answer a question.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
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

impl NumberRange {
    /// Parses what was typed, possibly with the question's unit before or after it.
    pub fn read(&self, typed: &str) -> Result<Decimal, Fault> {
        self.fits(self.parse(typed).map_err(fault)?)
    }

    fn fits(&self, number: Decimal) -> Result<Decimal, Fault> {
        match (self.min, self.max, self.step) {
            (Some(min), _, _) if number < min => Err(Fault::BelowMin { min }),
            (_, Some(max), _) if number > max => Err(Fault::AboveMax { max }),
            (_, _, Some(step)) if self.past_step(number) != 0 => {
                Err(Fault::OffStep { step, nearest: self.nearest(number) })
            }
            (_, _, _) => Ok(number),
        }
    }

    /// The next allowed number that way; the same one if there is none. An empty field gets the
    /// default, or the first number.
    pub fn next(&self, typed: &str, way: Way) -> Result<Decimal, Fault> {
        if typed.trim().is_empty() {
            let first = self.default.unwrap_or(Decimal(self.origin().max(0)));
            return Ok(self.nearest(first));
        }
        let number = self.parse(typed).map_err(fault)?;
        let (past, step) = (self.past_step(number), self.step_or_one());
        let next = self.nearest(Decimal(match way {
            Way::Up => number.0 - past + step,
            Way::Down if past == 0 => number.0 - step,
            Way::Down => number.0 - past,
        }));
        let is_further = match way {
            Way::Up => next > number,
            Way::Down => next < number,
        };
        // One with more digits than are kept could not be sent.
        let is_sendable = next.to_string().parse() == Ok(next);
        Ok(if is_further && is_sendable { next } else { number })
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

    pub(super) fn published(text: Option<&str>) -> Published {
        let number = text.and_then(|text| text.parse().ok()).map(Decimal::to_json);
        Published { verb: "gave the number", field: "number", value: number.unwrap_or_default() }
    }

    /// The fields of an agent's arguments that make it.
    pub(crate) fn of_fields(fields: &mut Fields<'_, '_>) -> NumberRange {
        NumberRange {
            min: decimal(fields, "min"),
            max: decimal(fields, "max"),
            step: decimal(fields, "step"),
            unit: filled_owned(fields.text("unit", LONGEST_UNIT)),
            default: decimal(fields, "default_number"),
        }
    }

    /// Which of these fields are given.
    pub(crate) fn given(&self) -> [(&'static str, bool); 5] {
        [
            ("min", self.min.is_some()),
            ("max", self.max.is_some()),
            ("step", self.step.is_some()),
            ("unit", self.unit.is_some()),
            ("default_number", self.default.is_some()),
        ]
    }

    /// Why it can't be asked for.
    pub(crate) fn problems(&self) -> Vec<Problem> {
        let mut problems = Vec::new();
        let ends = self.min.zip(self.max);
        let width = ends.map(|(min, max)| Decimal(max.0 - min.0)).filter(|width| width.0 >= 0);
        if let (Some((min, max)), None) = (ends, width) {
            let rule = format!("{min} is more than `max` ({max})");
            problems.push(Problem::new("min", rule, "swap them"));
        }
        match (self.step, width) {
            (Some(step), _) if step.0 <= 0 => {
                let rule = "must be more than 0";
                problems.push(Problem::new("step", rule, "raise it, or remove it"));
            }
            (Some(step), Some(width)) if step > width => {
                let rule = format!("{step} is more than the range from `min` to `max` ({width})");
                problems.push(Problem::new("step", rule, "lower it, or remove it"));
            }
            (Some(_) | None, _) => {}
        }
        // A default only matters for a valid range.
        if let (Some(default), true) = (self.default, problems.is_empty()) {
            let fault = self.fits(default).err();
            problems.extend(fault.map(|fault| fault.at("default_number")));
        }
        problems
    }

    fn parse(&self, typed: &str) -> Result<Decimal, NotDecimal> {
        // First as it is: a unit can begin or end with a digit.
        typed.parse().or_else(|_: NotDecimal| {
            without(typed.trim(), self.unit.as_deref().unwrap_or_default()).parse()
        })
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

/// A number with its decimals, exact.
fn decimal(fields: &mut Fields<'_, '_>, name: &'static str) -> Option<Decimal> {
    let number = fields.scalar(name, "a number", Value::as_number)?;
    let decimal = Decimal::from_json(number);
    if decimal.is_none() {
        let too_large = number.as_f64().is_none_or(|number| number.abs() >= 1e15);
        let hint = if too_large { "it is too large: give a smaller one" } else { "round it" };
        fields.refuse(name, "numbers have at most 15 digits", hint);
    }
    decimal
}

fn fault(why: NotDecimal) -> Fault {
    match why {
        NotDecimal::NotANumber => Fault::NotANumber,
        NotDecimal::TooManyDigits => Fault::TooManyDigits,
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
