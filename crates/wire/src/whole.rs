//! Whole numbers as JSON Schema has them: `90.0` is one.

use serde::de::Error;
use serde::{Deserialize, Deserializer};
use serde_json::Number;

pub(crate) fn number<'de, D: Deserializer<'de>>(value: D) -> Result<u64, D::Error> {
    whole(&Number::deserialize(value)?)
}

pub(crate) fn option<'de, D: Deserializer<'de>>(value: D) -> Result<Option<u64>, D::Error> {
    Option::<Number>::deserialize(value)?.as_ref().map(whole).transpose()
}

fn whole<E: Error>(number: &Number) -> Result<u64, E> {
    let range = 0.0..u64::MAX as f64;
    let is_whole = |number: &f64| number.fract() == 0.0 && range.contains(number);
    let written_with_a_point = || number.as_f64().filter(is_whole).map(|number| number as u64);
    let found = number.as_u64().or_else(written_with_a_point);
    found.ok_or_else(|| E::custom(format!("{number} is not a whole number from 0")))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    #[test]
    fn a_point_changes_nothing() {
        for (given, wanted) in [
            (json!(90), Some(90)),
            (json!(90.0), Some(90)),
            (json!(u64::MAX), Some(u64::MAX)),
            (json!(90.5), None),
            (json!(18_446_744_073_709_551_616.0), None),
            (json!(-1), None),
            (json!(-1.0), None),
            (json!("90"), None),
            (Value::Null, None),
        ] {
            assert_eq!(super::number(&given).ok(), wanted, "{given}");
        }
        assert_eq!(super::option(&Value::Null).unwrap(), None);
        assert_eq!(super::option(&json!(90.0)).unwrap(), Some(90));
    }
}
