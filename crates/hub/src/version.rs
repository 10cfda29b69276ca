//! Versions: the newer of two binaries.

#![cfg_attr(
    feature = "test-support",
    expect(clippy::disallowed_methods, reason = "set by tests only")
)]

use std::fmt;
use std::str::FromStr;

/// `major.minor.patch`; anything after that is not compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version([u32; 3]);

impl Version {
    /// The version of this binary.
    pub fn own() -> Version {
        #[cfg(feature = "test-support")]
        if let Some(version) = std::env::var("SAYSO_TEST_VERSION").ok().and_then(|v| v.parse().ok())
        {
            return version;
        }
        env!("CARGO_PKG_VERSION").parse().expect("cargo demands three numbers")
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [major, minor, patch] = self.0;
        write!(f, "{major}.{minor}.{patch}")
    }
}

impl FromStr for Version {
    type Err = ();

    fn from_str(text: &str) -> Result<Version, ()> {
        let core = text.split(['-', '+']).next().unwrap_or_default();
        let mut numbers = [0; 3];
        let mut parts = core.split('.');
        for number in &mut numbers {
            *number = parts.next().and_then(|part| part.parse().ok()).ok_or(())?;
        }
        if parts.next().is_none() { Ok(Version(numbers)) } else { Err(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_compare_by_number() {
        let version = |text: &str| text.parse::<Version>().unwrap();
        assert!(version("0.10.0") > version("0.9.9"));
        assert!(version("1.0.0-rc.1") == version("1.0.0"));
        for bad in ["", "1", "1.2", "1.2.x", "1.2.3.4"] {
            assert_eq!(bad.parse::<Version>(), Err(()), "{bad}");
        }
    }
}
