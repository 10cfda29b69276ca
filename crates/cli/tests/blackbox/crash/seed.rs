//! Reproducible randomness: every choice of a test comes from one seed, which it prints.

use std::hash::{BuildHasher, Hasher, RandomState};

/// SplitMix64: eight lines, and good enough to choose moments.
pub struct Chance(u64);

impl Chance {
    /// From `SAYSO_SEED`, or random; prints how to repeat the run, which is shown if it fails.
    #[expect(clippy::print_stderr, reason = "the seed is needed to repeat a failure")]
    pub fn of_test(name: &str) -> Chance {
        let given = std::env::var("SAYSO_SEED").ok();
        let seed = match given {
            Some(seed) => seed.parse().expect("SAYSO_SEED is a number"),
            None => RandomState::new().build_hasher().finish(),
        };
        eprintln!(
            "seed {seed}; to repeat: SAYSO_SEED={seed} \
             cargo nextest run --workspace --all-features -E 'binary(blackbox) & test({name})'"
        );
        Chance(seed)
    }

    /// A separate source, so that one task's choices don't depend on how often another has chosen.
    pub fn split(&mut self) -> Chance {
        Chance(self.next())
    }

    pub fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    pub fn percent(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}
