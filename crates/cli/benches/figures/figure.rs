//! One line of the table: what was measured, its reference, and its target.

use std::fmt;
use std::time::Duration;

pub struct Figure {
    name: String,
    pub measured: Quantity,
    /// What it is compared with, measured in the same run unless its name says otherwise.
    reference: Option<(&'static str, Quantity)>,
    /// Without one it is only for information.
    target: Option<Target>,
}

#[derive(Clone, Copy)]
pub enum Quantity {
    Time(Duration),
    /// Per second.
    Rate(f64),
    Bytes(u64),
    /// Share of one core; 1.0 is all of it.
    Core(f64),
    /// To the reference; only as a target.
    Ratio(f64),
}

#[derive(Clone, Copy)]
enum Target {
    AtMost(Quantity),
    AtLeast(Quantity),
}

impl Figure {
    pub fn new(name: &str, measured: Quantity) -> Figure {
        Figure { name: name.to_owned(), measured, reference: None, target: None }
    }

    pub fn beside(self, what: &'static str, value: Quantity) -> Figure {
        Figure { reference: Some((what, value)), ..self }
    }

    pub fn at_most(self, most: Quantity) -> Figure {
        Figure { target: Some(Target::AtMost(most)), ..self }
    }

    pub fn at_least(self, least: Quantity) -> Figure {
        Figure { target: Some(Target::AtLeast(least)), ..self }
    }

    /// The same measurement beside that of a tool that it replaces, which was measured once.
    pub fn versus(&self, tool: &'static str, value: Quantity) -> Figure {
        Figure::new(&self.name, self.measured).beside(tool, value)
    }

    fn ratio(&self) -> Option<f64> {
        self.reference.map(|(_, value)| self.measured.number() / value.number())
    }

    /// `None` without a target.
    pub fn is_met(&self) -> Option<bool> {
        let (Target::AtMost(limit) | Target::AtLeast(limit)) = self.target?;
        let measured = match limit {
            // Without a reference there is no ratio, and a target for it is missed.
            Quantity::Ratio(_) => self.ratio().unwrap_or(f64::NAN),
            _ => self.measured.number(),
        };
        Some(match self.target? {
            Target::AtMost(most) => measured <= most.number(),
            Target::AtLeast(least) => measured >= least.number(),
        })
    }

    fn cells(&self) -> [String; 6] {
        let none = || "–".to_owned();
        [
            self.name.clone(),
            self.measured.to_string(),
            self.reference.map_or_else(none, |(what, value)| format!("{what}: {value}")),
            self.ratio().map_or_else(none, |ratio| format!("{ratio:.2}×")),
            match self.target {
                None => none(),
                Some(Target::AtMost(most)) => format!("≤ {most}"),
                Some(Target::AtLeast(least)) => format!("≥ {least}"),
            },
            self.is_met().map_or("–", |met| if met { "yes" } else { "NO" }).to_owned(),
        ]
    }
}

/// In Markdown, padded so that it is readable on a terminal too.
pub fn table(figures: &[Figure]) -> String {
    let heads = ["figure", "measured", "reference", "ratio", "target", "ok?"];
    let mut lines = vec![heads.map(str::to_owned)];
    lines.extend(figures.iter().map(Figure::cells));
    let widths: [usize; 6] = std::array::from_fn(|column| {
        lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0)
    });
    lines.insert(1, widths.map(|width| "-".repeat(width)));
    let mut text = String::new();
    for line in lines {
        for (cell, width) in line.iter().zip(widths) {
            text.push_str(&format!("| {cell:<width$} "));
        }
        text.push_str("|\n");
    }
    text
}

impl Quantity {
    pub const fn millis(count: u64) -> Quantity {
        Quantity::Time(Duration::from_millis(count))
    }

    /// Of a million bytes, as for disks and downloads.
    pub const fn megabytes(count: u64) -> Quantity {
        Quantity::Bytes(count * 1_000_000)
    }

    fn number(self) -> f64 {
        match self {
            Quantity::Time(time) => time.as_secs_f64(),
            Quantity::Rate(number) | Quantity::Core(number) | Quantity::Ratio(number) => number,
            Quantity::Bytes(bytes) => bytes as f64,
        }
    }
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.number();
        match self {
            Quantity::Time(_) if number < 1e-3 => write!(f, "{:.0} µs", number * 1e6),
            Quantity::Time(_) if number < 10.0 => write!(f, "{:.1} ms", number * 1e3),
            Quantity::Time(_) => write!(f, "{number:.0} s"),
            Quantity::Rate(_) => write!(f, "{number:.0}/s"),
            Quantity::Bytes(..1_000_000) => write!(f, "{:.1} kB", number / 1e3),
            Quantity::Bytes(_) => write!(f, "{:.1} MB", number / 1e6),
            Quantity::Core(_) => write!(f, "{:.2} % of a core", number * 1e2),
            Quantity::Ratio(_) => write!(f, "{number}×"),
        }
    }
}
