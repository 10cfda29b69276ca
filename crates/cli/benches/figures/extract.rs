//! Choices in text: the throughput of plain text, and inputs that could be slow.

use std::hint::black_box;
use std::time::{Duration, Instant};

use sayso_extract::Extractor;
use serde::de::IgnoredAny;

use crate::bare::median;
use crate::figure::{Figure, Quantity, Reference, Target};
use crate::place::Bench;

pub const HOW: &str = "**Extraction**: one thread, text in chunks of 64 KB as from a pipe; the \
    output is read and dropped. Plain prose: 12 MB of paragraphs, lists and code. The others are \
    worst cases: `{\"type\":` 16,000 times, 6,000 nested objects, a fence with 8,000 newlines. \
    References: serde_json skipping the same bytes (prose as a JSON string), and the same input \
    at half the length. At least 60 ms per measurement, 9 alternating rounds, medians.";

const ROUNDS: usize = 9;
const ROUND: Duration = Duration::from_millis(60);
const CHUNK: usize = 64 * 1024;

/// An input of `n` units, and the equivalent for serde_json.
struct Input {
    name: &'static str,
    units: usize,
    make: fn(usize) -> String,
    as_json: fn(&str) -> String,
}

const INPUTS: [Input; 4] = [
    Input { name: "12 MB of prose", units: 12_000_000, make: prose, as_json: quoted },
    Input {
        name: "`{\"type\":` × 16,000",
        units: 16_000,
        make: |units| "{\"type\":".repeat(units),
        as_json: str::to_owned,
    },
    Input { name: "6,000 nested objects", units: 6_000, make: nested, as_json: str::to_owned },
    Input {
        name: "a fence with 8,000 newlines",
        units: 8_000,
        make: |units| format!("```json\n{}```\n", "\n".repeat(units)),
        // serde_json doesn't parse the fence itself.
        as_json: |text| text.replace('`', "").replace("json", ""),
    },
];

pub fn measure(_: &Bench) -> anyhow::Result<Vec<Figure>> {
    let mut figures = Vec::new();
    for input in INPUTS {
        let text = (input.make)(input.units);
        let twice = (input.make)(2 * input.units);
        let json = (input.as_json)(&text);
        let (mut once, mut doubled, mut skipped) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            once.push(time(|| extract(&text)));
            doubled.push(time(|| extract(&twice)));
            skipped.push(time(|| skip(&json)));
        }
        let (once, doubled, skipped) = (median(once), median(doubled), median(skipped));
        let speed = |length: usize, seconds: f64| Quantity::Speed(length as f64 / seconds);
        let measured = speed(text.len(), once);
        if input.units == text.len() {
            figures.push(Figure {
                name: "extracting from plain prose".to_owned(),
                measured,
                reference: None,
                target: Target::AtLeast(Quantity::Speed(500e6)),
            });
        }
        figures.push(Figure {
            name: format!("extracting: {}", input.name),
            measured,
            reference: Some(Reference {
                what: "serde_json skipping it",
                value: speed(json.len(), skipped),
            }),
            target: Target::RatioAtLeast(0.5),
        });
        figures.push(Figure {
            name: format!("twice as long: {}", input.name),
            measured: Quantity::Time(Duration::from_secs_f64(doubled)),
            reference: Some(Reference {
                what: "once",
                value: Quantity::Time(Duration::from_secs_f64(once)),
            }),
            target: Target::RatioAtMost(2.3),
        });
    }
    Ok(figures)
}

/// Seconds per run, averaged over one round.
fn time(run: impl Fn()) -> f64 {
    let start = Instant::now();
    let mut runs = 0_u32;
    while start.elapsed() < ROUND {
        run();
        runs += 1;
    }
    start.elapsed().as_secs_f64() / f64::from(runs)
}

fn extract(text: &str) {
    let mut extractor = Extractor::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (chunk, behind) = rest.split_at(rest.floor_char_boundary(CHUNK));
        black_box(extractor.push(chunk));
        rest = behind;
    }
    black_box(extractor.finish());
}

/// Unfinished JSON is an error at its end, after all of it has been read.
fn skip(json: &str) {
    black_box(serde_json::from_str::<IgnoredAny>(black_box(json)).is_ok());
}

fn prose(bytes: usize) -> String {
    const PAGE: &str = "## What was found\n\n\
        The export reads every row twice, because the filter runs behind the join — a query plan of\n\
        last week shows the same. Moving it (see `export.rs`) halves the time; the naïve way, an index\n\
        on the date, costs more on every write than it saves.\n\n\
        - the join is on `customer_id`, which has an index\n\
        - the filter is on `created_at`, which has none\n\
        - both tables fit into memory, so the disk is not what is slow\n\n\
        Nothing else reads this table in the morning, therefore the lock does no harm. I ran it five\n\
        times, with cold and warm caches: 38 s, 41 s, 40 s, 39 s and 40 s before, 19 s after.\n\n\
        ```rust\nlet rows = table.filter(|row| row.created_at >= since).join(customers);\n```\n\n";
    let mut text = PAGE.repeat(bytes / PAGE.len() + 1);
    text.truncate(text.floor_char_boundary(bytes));
    text.extend(std::iter::repeat_n('.', bytes - text.len()));
    text
}

fn nested(objects: usize) -> String {
    format!("{}1{}", "{\"a\":".repeat(objects), "}".repeat(objects))
}

fn quoted(text: &str) -> String {
    serde_json::to_string(text).expect("a text makes valid JSON")
}
