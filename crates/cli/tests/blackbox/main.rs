//! The product from outside: real processes, a real database file, real sockets.

#![expect(clippy::unwrap_used, reason = "an unwrap that fails fails the test")]
#![expect(unreachable_pub, reason = "nothing outside a test uses it")]

mod agent_terminal;
mod basics;
mod cli;
mod crash;
mod doctor;
mod failover;
mod faults;
mod finding;
mod fixture;
mod frozen;
mod hand_off;
mod harness;
mod hook;
mod http;
mod mcp;
mod moving;
mod over_postgres;
mod packages;
mod portal;
mod presence;
mod pty;
mod race;
mod reach;
mod relay;
mod settings;
mod setup;
mod several_hubs;
mod slack;
mod terminal;
mod timeouts;
mod underneath;
mod until;
mod watch;
mod wire;
