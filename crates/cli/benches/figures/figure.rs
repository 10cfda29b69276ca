//! One line of the table: what was measured, its reference, and its target.

use std::fmt;
use std::time::Duration;

pub struct Figure {
    pub name: String,
    pub measured: Quantity,
    /// What it is compared with, measured in the same run unless its name says otherwise.
    pub reference: Option<Reference>,
    pub target: Target,
}

pub struct Reference {
    pub what: &'static str,
    pub value: Quantity,
}

#[derive(Clone, Copy)]
pub enum Quantity {
    Time(Duration),
    /// Per second.
    Rate(f64),
    /// Bytes per second.
    Speed(f64),
    Bytes(u64),
    /// Share of one core; 1.0 is all of it.
    Core(f64),
    Count(u64),
}

#[derive(Clone, Copy)]
pub enum Target {
    /// Only for information.
    None,
    AtMost(Quantity),
    AtLeast(Quantity),
    Below(Quantity),
    RatioAtMost(f64),
    RatioAtLeast(f64),
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    Met,
    Missed,
    NotJudged,
}

impl Figure {
    pub fn ratio(&self) -> Option<f64> {
        let reference = self.reference.as_ref()?;
        Some(self.measured.number() / reference.value.number())
    }

    pub fn verdict(&self) -> Verdict {
        // Without a reference there is no ratio, and a target for it is missed.
        let ratio = self.ratio().unwrap_or(f64::NAN);
        let met = match self.target {
            Target::None => return Verdict::NotJudged,
            Target::AtMost(most) => self.measured.number() <= most.number(),
            Target::AtLeast(least) => self.measured.number() >= least.number(),
            Target::Below(limit) => self.measured.number() < limit.number(),
            Target::RatioAtMost(most) => ratio <= most,
            Target::RatioAtLeast(least) => ratio >= least,
        };
        if met { Verdict::Met } else { Verdict::Missed }
    }
}

impl Quantity {
    /// Megabytes of a million bytes, as for disks and downloads.
    pub const fn megabytes(count: u64) -> Quantity {
        Quantity::Bytes(count * 1_000_000)
    }

    fn number(self) -> f64 {
        match self {
            Quantity::Time(time) => time.as_secs_f64(),
            Quantity::Rate(rate) | Quantity::Speed(rate) => rate,
            Quantity::Bytes(bytes) => bytes as f64,
            Quantity::Core(share) => share,
            Quantity::Count(count) => count as f64,
        }
    }
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Quantity::Time(time) if time < Duration::from_millis(1) => {
                write!(f, "{} µs", time.as_micros())
            }
            Quantity::Time(time) if time < Duration::from_secs(10) => {
                write!(f, "{:.1} ms", time.as_secs_f64() * 1e3)
            }
            Quantity::Time(time) => write!(f, "{:.0} s", time.as_secs_f64()),
            Quantity::Rate(rate) => write!(f, "{rate:.0}/s"),
            Quantity::Speed(speed) => write!(f, "{:.0} MB/s", speed / 1e6),
            Quantity::Bytes(bytes) if bytes < 1_000_000 => {
                write!(f, "{:.1} kB", bytes as f64 / 1e3)
            }
            Quantity::Bytes(bytes) => write!(f, "{:.1} MB", bytes as f64 / 1e6),
            Quantity::Core(share) => write!(f, "{:.2} % of a core", share * 1e2),
            Quantity::Count(count) => write!(f, "{count}"),
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Target::None => f.write_str("–"),
            Target::AtMost(most) => write!(f, "≤ {most}"),
            Target::AtLeast(least) => write!(f, "≥ {least}"),
            Target::Below(limit) => write!(f, "< {limit}"),
            Target::RatioAtMost(most) => write!(f, "≤ {most}×"),
            Target::RatioAtLeast(least) => write!(f, "≥ {least}×"),
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Met => "yes",
            Verdict::Missed => "NO",
            Verdict::NotJudged => "–",
        })
    }
}
