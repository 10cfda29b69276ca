//! libFuzzer entry point of [`sayso_fuzz::wire`].

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| sayso_fuzz::wire(bytes));
