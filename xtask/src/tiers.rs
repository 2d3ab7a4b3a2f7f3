//! The tiers of the 9x9 engines that the tests have run on.
//!
//! The tests themselves assert that they run on every tier whose instructions the processor has. This lists the
//! others, so that a passing suite is not mistaken for a test of all tiers. The tier of WebAssembly is compared with
//! the program by the tests of the page.

use crate::verdict::Verdict;

/// Prints the tiers that were tested and those that this machine lacks.
pub(crate) fn report() -> Verdict {
    let tiers = [
        ("avx512", has_avx512()),
        ("avx2", has_avx2()),
        ("neon", has_neon()),
        ("simd128", false),
        ("portable", true),
    ];
    let names = |wanted: bool| {
        let names: Vec<&str> =
            tiers.iter().filter(|(_, is_here)| *is_here == wanted).map(|(name, _)| *name).collect();
        if names.is_empty() { "none".to_owned() } else { names.join(", ") }
    };
    println!("tiers tested: {}; skipped, because this machine lacks them: {}", names(true), names(false));
    Verdict::Passed
}

#[cfg(target_arch = "x86_64")]
fn has_avx2() -> bool {
    use std::arch::is_x86_feature_detected as has;
    has!("avx2") && has!("bmi1") && has!("bmi2") && has!("popcnt") && has!("lzcnt")
}

#[cfg(target_arch = "x86_64")]
fn has_avx512() -> bool {
    use std::arch::is_x86_feature_detected as has;
    has_avx2() && has!("avx512f") && has!("avx512bw") && has!("avx512dq") && has!("avx512vl")
}

#[cfg(not(target_arch = "x86_64"))]
fn has_avx2() -> bool {
    false
}

#[cfg(not(target_arch = "x86_64"))]
fn has_avx512() -> bool {
    false
}

fn has_neon() -> bool {
    cfg!(target_arch = "aarch64")
}
