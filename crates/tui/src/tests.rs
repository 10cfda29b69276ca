//! State, update and view together, as the runtime uses them, without a terminal.

mod fingers;
