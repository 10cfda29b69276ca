//! libFuzzer's way into [`sayso_fuzz::guard`].

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| sayso_fuzz::guard(bytes));
