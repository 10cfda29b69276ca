//! The engine over a real database file, with a clock driven by hand.

mod cleaning;
mod clock;
mod events;
mod harness;
mod presence;
mod settings;
mod settling;
mod timeouts;
mod waiting;
