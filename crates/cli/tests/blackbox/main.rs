//! The product from outside: real processes, a real database file, real sockets.

mod basics;
mod crash;
mod harness;
mod race;
