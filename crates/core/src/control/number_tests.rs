//! Tests of `number.rs`: what is accepted as a number, and which numbers fit.

use proptest::prelude::*;

use super::*;

fn decimal(text: &str) -> Decimal {
    text.parse().unwrap()
}

fn range(min: &str, max: &str, step: &str) -> NumberRange {
    let part = |text: &str| (!text.is_empty()).then(|| decimal(text));
    NumberRange { min: part(min), max: part(max), step: part(step), ..NumberRange::default() }
}

/// REQ: AD-8
#[test]
fn what_people_type_for_a_number() {
    let taken = [
        ("5", "5"),
        (" 5 ", "5"),
        ("+5", "5"),
        ("-5", "-5"),
        ("\u{2212}5", "-5"),
        ("007", "7"),
        ("-0", "0"),
        (".5", "0.5"),
        ("5.", "5"),
        ("1.50", "1.5"),
        ("－１２．５", "-12.5"),
        ("0.000000000000001", "0.000000000000001"),
        ("999999999999999", "999999999999999"),
    ];
    for (typed, read) in taken {
        assert_eq!(decimal(typed).to_string(), read, "{typed}");
    }
    let refused = [
        "",
        ".",
        "-",
        "five",
        "1,5",
        "1,500",
        "1 500",
        "1e3",
        "0x10",
        "1.2.3",
        "--1",
        "1/2",
        "½",
        "٣",
        "NaN",
        "inf",
        "1000000000000000",
        "0.0000000000000001",
        "0.30000000000000004",
    ];
    for typed in refused {
        assert!(typed.parse::<Decimal>().is_err(), "{typed}");
    }
}

/// REQ: AD-8
#[test]
fn a_unit_may_be_typed_too_but_no_other() {
    let sizes = NumberRange { unit: Some("GB".to_owned()), ..NumberRange::default() };
    for typed in ["5", "5 GB", "5gb", " 5  GB "] {
        assert_eq!(sizes.read(typed), Ok(decimal("5")), "{typed}");
    }
    assert_eq!(sizes.read("5 MB"), Err(Fault::NotANumber));
    assert_eq!(sizes.read("GB"), Err(Fault::NotANumber));
    let money = NumberRange { unit: Some("€".to_owned()), ..NumberRange::default() };
    assert_eq!(money.read("€ 9.50"), Ok(decimal("9.5")));
    assert_eq!((sizes.with_unit("5"), money.with_unit("5")), ("5 GB".to_owned(), "€5".to_owned()));
}

/// REQ: AD-8
#[test]
fn steps_are_exact() {
    let tenths = range("0", "1", "0.1");
    assert_eq!(tenths.read("0.3"), Ok(decimal("0.3")));
    let off = |step: &str, nearest: &str| {
        Err(Fault::OffStep { step: decimal(step), nearest: decimal(nearest) })
    };
    assert_eq!(tenths.read("0.34"), off("0.1", "0.3"));
    assert_eq!(tenths.read("0.36"), off("0.1", "0.4"));
    assert_eq!(tenths.read("-0.1"), Err(Fault::BelowMin { min: decimal("0") }));
    assert_eq!(tenths.read("1.1"), Err(Fault::AboveMax { max: decimal("1") }));
    // Counted from the minimum; the maximum need not be a step.
    let odd = range("1", "6", "2");
    assert_eq!(odd.read("5"), Ok(decimal("5")));
    assert_eq!(odd.read("6"), off("2", "5"));
    assert_eq!(range("", "", "2").read("-4"), Ok(decimal("-4")));
}

/// REQ: AD-8
#[test]
fn up_and_down_stay_in_the_range() {
    let walk = |range: &NumberRange, from: &str, ways: &[Way]| {
        let next = |typed: String, way: &Way| range.next(&typed, *way).unwrap().to_string();
        ways.iter().fold(from.to_owned(), next)
    };
    let (up, down) = (Way::Up, Way::Down);
    let tenths = range("0", "0.3", "0.1");
    assert_eq!(walk(&tenths, "", &[up]), "0");
    assert_eq!(walk(&tenths, "", &[up, up, up, up, up]), "0.3");
    assert_eq!(walk(&tenths, "0.1", &[down, down]), "0");
    assert_eq!(walk(&tenths, "0.14", &[up]), "0.2");
    assert_eq!(walk(&tenths, "0.16", &[down]), "0.1");
    assert_eq!(walk(&tenths, "9", &[down]), "0.3");
    assert_eq!(walk(&range("", "", ""), "2.5", &[up]), "3");
    assert_eq!(walk(&range("", "", ""), "2.5", &[down]), "2");
    assert_eq!(walk(&range("5", "", ""), "", &[up]), "5");
    assert_eq!(walk(&range("", "-2", ""), "", &[down]), "-2");
    assert_eq!(walk(&range("1", "6", "2"), "5", &[up]), "5");
}

#[test]
fn json_numbers_keep_their_digits() {
    for (json, text) in
        [("0.1", "0.1"), ("1e3", "1000"), ("2.5e-3", "0.0025"), ("-7", "-7"), ("3.0", "3")]
    {
        let number: serde_json::Number = serde_json::from_str(json).unwrap();
        assert_eq!(Decimal::from_json(&number).unwrap().to_string(), text);
    }
    assert_eq!(decimal("0.1").to_json().to_string(), "0.1");
    assert_eq!(decimal("12").to_json().to_string(), "12");
    assert_eq!(Decimal::from_json(&serde_json::Number::from(u64::MAX)), None);
}

proptest! {
    /// REQ: AD-8
    #[test]
    fn a_decimal_survives_json(mantissa in -999_999_999_999_999_i64..=999_999_999_999_999, places in 0_usize..15) {
        let digits = format!("{:0>16}", mantissa.unsigned_abs());
        let (whole, fraction) = digits.split_at(digits.len() - places);
        let sign = if mantissa < 0 { "-" } else { "" };
        let typed = decimal(&format!("{sign}{whole}.{fraction}"));
        let json: serde_json::Number = serde_json::from_str(&typed.to_json().to_string()).unwrap();
        prop_assert_eq!(Decimal::from_json(&json), Some(typed));
        prop_assert_eq!(decimal(&typed.to_string()), typed);
    }
}
