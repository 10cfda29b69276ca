//! Tests beside `access.rs`.
