//! The tiers of the 9x9 engines that were tested.

use std::collections::BTreeSet;

/// Prints the tiers whose tests ran. Returns false if the processor has a tier whose tests did not run.
///
/// The tests of the page compare the tier of WebAssembly with the program.
pub(crate) fn check(tested: &BTreeSet<String>) -> bool {
    let tiers = [("avx512", has_avx512()), ("avx2", has_avx2()), ("neon", has_neon()), ("portable", true)];
    let mut passed = true;
    for (tier, is_here) in tiers {
        let has_run = tested.contains(tier);
        let word = match (is_here, has_run) {
            (_, true) => "tested",
            (false, false) => "skipped, this processor does not have it",
            (true, false) => "NOT TESTED, though this processor has it",
        };
        println!("tier {tier}: {word}");
        passed &= has_run || !is_here;
    }
    passed
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
