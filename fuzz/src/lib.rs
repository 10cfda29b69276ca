//! What must hold for every input, as functions of bytes that panic where it does not.
//!
//! The targets beside it hand libFuzzer's bytes over; `scripts/fuzz` runs them.

mod dialects;
mod extract;
mod guard;

pub use dialects::dialects;
pub use extract::extract;
pub use guard::guard;
