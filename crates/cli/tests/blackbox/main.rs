//! The product from outside: real processes, a real database file, real sockets.

#![expect(clippy::disallowed_methods, reason = "tests measure and read their environment")]
#![expect(clippy::unwrap_used, reason = "an unwrap that fails fails the test")]
#![expect(unreachable_pub, reason = "nothing outside a test uses it")]

mod agent_terminal;
mod attention;
mod basics;
mod bridges;
mod cli;
mod crash;
mod doctor;
mod environment_errors;
mod failover;
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
mod permissions;
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
mod telegram;
mod terminal;
mod timeouts;
mod underneath;
mod until;
mod watch;
mod wire;
