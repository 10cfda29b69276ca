//! Properties that hold for every input, as functions of bytes that panic on a violation.
//!
//! The targets pass libFuzzer's bytes to them; `scripts/fuzz` runs them.

mod dialects;
mod extract;
mod guard;
mod slack;
mod wire;

pub use dialects::dialects;
pub use extract::extract;
pub use guard::guard;
pub use slack::slack;
pub use wire::wire;
