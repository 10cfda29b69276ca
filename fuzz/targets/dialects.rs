//! libFuzzer entry point of [`sayso_fuzz::dialects`].

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| sayso_fuzz::dialects(bytes));
