//! The version, and the tier of the fast engine.

use crate::common::{EASY, EASY_SOLVED, Ran, program, run};

const TIERS: [&str; 5] = ["avx512", "avx2", "neon", "simd128", "portable"];

/// Runs the program with a tier in the environment, or without one for `None`.
fn run_on(tier: Option<&str>, arguments: &[&str]) -> Ran {
    let mut command = program();
    match tier {
        Some(tier) => command.env("ARCDOKU_TIER", tier),
        None => command.env_remove("ARCDOKU_TIER"),
    };
    command.args(arguments).output().expect("the program starts").into()
}

/// The tiers of the machine, as printed by the program.
fn available() -> Vec<String> {
    let ran = run_on(None, &["--version", "--verbose"]);
    let line = ran.out.lines().find_map(|line| line.strip_prefix("tiers of this machine: "));
    line.expect("a list of tiers").split(", ").map(str::to_owned).collect()
}

#[test]
fn the_version_alone_is_a_line() {
    let line = format!("arcdoku {}\n", env!("CARGO_PKG_VERSION"));
    for arguments in [&["--version"][..], &["-V"]] {
        let ran = run(arguments);
        assert_eq!((ran.code, ran.out, ran.err.as_str()), (Some(0), line.clone(), ""));
    }
    assert_eq!(run(&["--verbose", "solve", EASY]).code, Some(2), "--verbose requires --version");
    assert_eq!(run(&["--color", "never"]).code, Some(2), "a command is missing");
    assert_eq!(run(&[]).code, Some(2));
}

#[test]
fn a_verbose_version_lists_the_tiers() {
    let tiers = available();
    assert!(tiers.iter().all(|tier| TIERS.contains(&tier.as_str())), "{tiers:?}");
    assert_eq!(tiers.last().map(String::as_str), Some("portable"), "every machine has it");
    for arguments in [["--version", "--verbose"], ["--verbose", "-V"]] {
        let ran = run_on(None, &arguments);
        let lines: Vec<&str> = ran.out.lines().collect();
        assert_eq!((ran.code, lines.len()), (Some(0), 4), "{}", ran.out);
        assert_eq!(lines[1], format!("fast9 tier: {} (the fastest here)", tiers[0]));
        assert!(lines[3].contains("ARCDOKU_TIER="), "{}", ran.out);
    }
    for tier in &tiers {
        let ran = run_on(Some(tier), &["-V", "--verbose"]);
        assert!(ran.out.contains(&format!("fast9 tier: {tier} (set by ARCDOKU_TIER)\n")), "{}", ran.out);
        let ran = run_on(Some(tier), &["solve", "--stats", EASY]);
        assert!(ran.code == Some(0) && ran.out.starts_with(EASY_SOLVED), "{ran:?}");
        assert!(ran.err.trim_end().ends_with(&format!("/s), fast9 ({tier})")), "{}", ran.err);
        let ran = run_on(Some(tier), &["solve", EASY]);
        assert_eq!((ran.code, ran.out.trim()), (Some(0), EASY_SOLVED));
    }
    let ran = run_on(Some(""), &["solve", EASY]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "an empty variable has no effect");
}

#[test]
fn an_unavailable_tier_is_refused() {
    let has = available();
    let lacks = TIERS.into_iter().filter(|tier| has.iter().all(|other| other != tier));
    let wrong: Vec<(&str, &str)> = [("AVX2", ""), ("sse", "")]
        .into_iter()
        .chain(lacks.map(|tier| (tier, ", which this machine does not have")))
        .collect();
    for (tier, why) in wrong {
        let commands: [&[&str]; 6] = [
            &["solve", EASY],
            &["check", EASY],
            &["strategies"],
            &["convert", "--to", "grid", EASY],
            &["man"],
            &["--version", "--verbose"],
        ];
        for arguments in commands {
            let ran = run_on(Some(tier), arguments);
            let message = format!("error: ARCDOKU_TIER: found \"{tier}\"{why}, expected ");
            assert!(ran.code == Some(2) && ran.out.is_empty(), "{arguments:?}: {ran:?}");
            assert!(ran.err.starts_with(&message) && ran.err.ends_with("portable\n"), "{}", ran.err);
            assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
        }
        assert_eq!(run_on(Some(tier), &["--version"]).code, Some(0), "the version is no matter of tiers");
    }
}

#[test]
fn the_variable_is_documented() {
    let ran = run(&["help", "exit-codes"]);
    assert!(ran.out.contains("ARCDOKU_TIER"), "{}", ran.out);
    assert!(run(&["strategies"]).out.contains("fast9"));
}
