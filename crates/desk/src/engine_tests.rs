//! Tests beside `engine.rs`.
