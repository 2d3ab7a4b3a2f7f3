//! Refused or bounded inputs: invalid options, large files, control characters from files.

use crate::common::{EASY, directory, file, run, run_with};

/// A name that would color a terminal, set its title and break a line.
const CONTROL: &str = "\u{1b}[31mRED\u{1b}]0;title\u{7}\r\n2";

#[test]
fn duplicate_parts_and_columns_are_refused() {
    for text in ["var=mrv,var=first", "hybrid,value=lcv, value = lcv", "seed=1,tie=first,seed=2"] {
        let ran = run(&["solve", "--strategy", text, EASY]);
        assert!(ran.code == Some(2) && ran.err.contains(" again, expected each part once"), "{ran:?}");
    }
    assert_eq!(run(&["solve", "--strategy", "hybrid,value=lcv,tie=first", EASY]).code, Some(0));
    for (header, found) in [
        ("puzzle,id,Puzzle", "1:11: found a second column 'Puzzle', expected one column 'puzzle'"),
        ("quizzes,id,puzzle", "1:12: found a second column 'puzzle', expected one column 'puzzle'"),
        (
            "puzzle,solution,solutions",
            "1:17: found a second column 'solutions', expected one column 'solution'",
        ),
        ("puzzle,rule,rule", "1:13: found a second column 'rule', expected one column 'rule'"),
    ] {
        let ran = run_with(&["solve", "-"], format!("{header}\n{EASY},,{EASY}\n").as_bytes());
        assert!(ran.code == Some(3) && ran.err.contains(found), "{ran:?}");
    }
}

/// An error names the line of a row that is too long.
#[test]
fn the_line_of_a_long_row_is_named() {
    for from in [&["solve"][..], &["solve", "--from", "grid"]] {
        let ran = run_with(from, format!("foo,bar\n{EASY},1\n").as_bytes());
        assert!(ran.code == Some(3) && ran.err.contains("<stdin>:2:1: found a row of 82 cells"), "{ran:?}");
    }
}

#[test]
fn numbers_of_threads_have_a_limit() {
    for jobs in ["0", "1025", "30000", "-1", "x"] {
        for command in ["solve", "check", "compare"] {
            let ran = run(&[command, &format!("--jobs={jobs}"), EASY]);
            assert_eq!(ran.code, Some(2), "{ran:?}");
            assert!(ran.err.contains("expected a whole number from 1 to 1024"), "{}", ran.err);
        }
    }
    let ran = run(&["solve", "-j", "1024", EASY]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
}

#[test]
fn options_that_contradict_each_other_are_refused() {
    let ran = run(&["solve", "--bare", "--latin", EASY]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("'--bare' cannot be used with '--latin'"), "{}", ran.err);
}

#[test]
fn pictures_are_svg_files_of_one_puzzle() {
    let place = directory("pictures");
    let path = |name: &str| place.join(name).display().to_string();
    for command in ["trace", "hint", "label"] {
        let ran = run(&[command, "--picture", &path("picture.png"), EASY]);
        assert_eq!(ran.code, Some(2), "{ran:?}");
        assert!(ran.err.contains("expected a file that ends in .svg"), "{}", ran.err);
        let ran = run(&[command, "--picture", &path(&format!("{command}.SVG")), EASY]);
        assert_eq!(ran.code, Some(0), "{ran:?}");
    }
    assert!(!place.join("picture.png").exists());
    let two = file(&place, "two.txt", format!("{EASY}\n{EASY}\n"));
    for arguments in [&["convert", "--to", "svg"][..], &["explain", "--svg", "1"]] {
        let ran = run(&[arguments, &[&two]].concat());
        assert_eq!((ran.code, ran.out.matches("<svg").count()), (Some(1), 1), "{arguments:?}");
        roxmltree::Document::parse(&ran.out).expect("one document");
        assert!(ran.err.contains("two.txt:2: an SVG file has one "), "{}", ran.err);
    }
}

#[test]
fn names_are_found_or_suggested() {
    for (arguments, near) in [
        (&["rules", "termo"][..], "thermo"),
        (&["solve", "--rule", "termo: r1c1 r1c2"][..], "thermo"),
        (&["techniques", "xwing"][..], "x-wing"),
        (&["hint", "--without", "xwing"][..], "x-wing"),
        (&["hint", "--without", "fsh"][..], "fish"),
        (&["generate", "--hardest", "swordfsh"][..], "swordfish"),
    ] {
        let ran = run(arguments);
        assert_eq!(ran.code, Some(2), "{ran:?}");
        assert!(ran.err.contains("such as ") && ran.err.contains(near), "{}", ran.err);
    }
    for name in ["x-wing", "X-Wing", "x_wing", "X Wing", "0300"] {
        for arguments in [&["techniques"][..], &["hint", EASY, "--without"], &["steps", EASY, "--techniques"]]
        {
            let ran = run(&[arguments, &[name]].concat());
            assert!(ran.code != Some(2) && ran.err.is_empty(), "{arguments:?} {name}: {ran:?}");
        }
        let ran = run(&["generate", "--seed", "1", "--hardest", name]);
        assert!(ran.code == Some(0) && ran.out.trim().ends_with("x-wing"), "{ran:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_an_error() {
    for arguments in [&["--help"][..], &["solve", "-h"], &["help", "solve"], &["--version"]] {
        let full = std::fs::File::options().write(true).open("/dev/full").expect("a device");
        let status = crate::common::program().args(arguments).stdout(full).status().expect("the program");
        assert_eq!(status.code(), Some(5), "{arguments:?}");
    }
}

/// Names come from other people's files. They must not control a terminal or add lines.
#[test]
fn control_characters_are_text() {
    let line = serde_json::json!({ "puzzle": EASY, "name": CONTROL }).to_string();
    let commands: &[&[&str]] = &[
        &["solve", "--format", "grid"],
        &["hint"],
        &["steps"],
        &["explain"],
        &["explain", "--format", "summary"],
        &["explain", "--format", "markdown"],
        &["explain", "--format", "html"],
        &["trace", "--boards", "none"],
        &["check"],
        &["label"],
    ];
    for &arguments in commands {
        let ran = run_with(&[arguments, &["-"]].concat(), format!("{line}\n{line}\n").as_bytes());
        assert_eq!(ran.code, Some(0), "{ran:?}");
        let is_control = |c: char| c.is_control() && c != '\n';
        assert!(!ran.out.contains(is_control), "{arguments:?}: {:?}", ran.out);
        assert!(!ran.out.contains("title\n"), "{arguments:?}: {:?}", ran.out);
    }
    // The name of a part that is not understood is escaped.
    let rows = vec![serde_json::json!([{}, {}, {}, {}]); 4];
    let foreign = serde_json::json!({ "size": 4, "grid": rows, CONTROL: [{ "cells": ["R1C1"] }] });
    let ran = run_with(&["solve", "-"], format!("{foreign}\n").as_bytes());
    assert!(ran.code == Some(3) && ran.err.contains("\\u{1b}[31mRED"), "{ran:?}");
    assert!(!ran.err.contains('\u{1b}') && ran.err.lines().count() == 1, "{:?}", ran.err);
    // Names of models are escaped, too.
    let cfn = serde_json::json!({
        "problem": { "name": "x", "mustbe": "<10" },
        "variables": { CONTROL: ["a\n", "b"] },
        "functions": { "f": { "scope": [CONTROL], "costs": [1, 2] } },
    });
    let place = directory("control");
    let ran = run(&["label", &file(&place, "names.cfn", cfn.to_string())]);
    assert!(ran.code == Some(0) && !ran.out.contains('\u{1b}'), "{ran:?}");
    assert_eq!(ran.out.lines().count(), 2, "{:?}", ran.out);
}

/// Messages about rules quote only the beginning of a rule.
#[test]
fn messages_about_long_rules_are_short() {
    let long = |text: &str| text.repeat(30_000);
    let rules = [
        format!("where {}", long("(")),
        format!("where {}a=b{}: r1c1 r1c2", long("("), long(")")),
        format!("where {}a=b: r1c1 r1c2", long("-")),
        format!("where a=b{}: r1c1 r1c2", long("+(a")),
        format!("or: {}", long("(")),
        format!("sum {} 5: r1c1 r1c2", long("<")),
        format!("sum = {}: r1c1 r1c2", long("5")),
        format!("quadruple {}: r1c1 r1c2 r2c1 r2c2", long("x")),
        format!("automaton {}: r1c1 r1c2", long("(")),
        format!("and [cage 3: r1c1 r1c2] {}", long("x")),
        format!("sum = 1: {}", long("r1c1 ")),
        long("x"),
    ];
    for rule in rules {
        // Some systems refuse longer arguments.
        let (start, argument) = (&rule[..12], &rule[..rule.len().min(100_000)]);
        let ran = run(&["solve", "--rule", argument, EASY]);
        assert!(matches!(ran.code, Some(2 | 3)) && ran.err.len() < 1000, "{start}: {}", ran.err.len());
        let line = serde_json::json!({ "puzzle": EASY, "rules": [rule] }).to_string();
        let table = format!("puzzle,rule\n{EASY},\"{rule}\"\n");
        for input in [line, table] {
            let ran = run_with(&["solve", "-"], input.as_bytes());
            assert!(ran.code == Some(3) && ran.err.len() < 1000, "{start}: {}", ran.err.len());
        }
    }
}

/// A proof about very many solutions is given up as a limit before it takes all memory.
#[test]
fn proofs_have_a_limit_of_memory() {
    let place = directory("large-proof");
    let out = place.to_str().expect("UTF-8");
    let begin = std::time::Instant::now();
    let ran = run(&["prove", "--count", "1000000", "--time", "300", "--out", out, &".".repeat(256)]);
    assert_eq!(ran.code, Some(4), "{ran:?}");
    assert!(ran.err.contains("given up: the proof takes more than 128 MiB of memory"), "{ran:?}");
    assert!(ran.out.is_empty() && begin.elapsed().as_secs() < 250, "{ran:?}");
    assert_eq!(std::fs::read_dir(&place).expect("the folder").count(), 0);
}

/// The output of the program on a terminal.
#[cfg(target_os = "linux")]
fn on_terminal(arguments: &[&str]) -> Option<String> {
    let quoted = |word: &str| format!("'{word}'");
    let program = crate::common::program();
    let program = program.get_program().to_str().expect("UTF-8");
    let words: Vec<String> = std::iter::once(program).chain(arguments.iter().copied()).map(quoted).collect();
    let mut script = std::process::Command::new("script");
    script.args(["-qec", &words.join(" "), "/dev/null"]).env("SHELL", "/bin/sh").env("TERM", "xterm");
    script.env_remove("NO_COLOR").stdin(std::process::Stdio::null());
    let output = script.output().ok()?;
    Some(String::from_utf8(output.stdout).expect("the output is UTF-8"))
}

#[cfg(target_os = "linux")]
#[test]
fn control_characters_do_not_reach_a_terminal() {
    const RED: &str = "\u{1b}[31mRED\u{1b}]0;title\u{7}\u{9b}1m";
    const ESCAPED: &str = "\\u{1b}[31mRED\\u{1b}]0;title\\u{7}\\u{9b}1m";
    let place = directory("terminal");
    let rows: Vec<&str> = (0..9).map(|row| &EASY[9 * row..9 * row + 9]).collect();
    let sdk = file(&place, "a.sdk", format!("#A{RED}\n[Puzzle]\n{}\n", rows.join("\n")));
    let csv = file(&place, "a.csv", format!("puzzle,{RED}\n{EASY},{RED}\n"));
    let json = serde_json::json!({ "puzzle": EASY, "name": RED }).to_string();
    let json = file(&place, "a.jsonl", json);
    let absent = place.join(RED);
    let absent = absent.to_str().expect("UTF-8");
    let (below, regions) = (format!("{sdk}/{RED}"), format!("@{absent}"));
    let commands: [&[&str]; 22] = [
        &["convert", "--to", "sdk", &sdk],
        &["convert", "--to", "csv", &csv],
        &["convert", "--to", "tsv", &csv],
        &["convert", "--to", "library", &json],
        &["solve", &csv],
        &["solve", "--format", "csv", &csv],
        &["solve", "--format", "grid", &json],
        &["check", &json],
        &["solve", absent],
        &["regress", absent],
        &["label", absent],
        &["layouts", absent],
        &["rate", "--scale", absent, EASY],
        &["solve", "--regions", &regions, EASY],
        &["techniques", "--docs", &below],
        &["rules", "--docs", &below],
        &["prove", "--out", &below, EASY],
        &["solve", &format!("--count={RED}"), EASY],
        &["solve", &format!("--format={RED}"), EASY],
        &["solve", &format!("--{RED}"), EASY],
        &[RED],
        &["hint", "--picture", &below, EASY],
    ];
    for arguments in commands {
        let Some(shown) = on_terminal(arguments) else {
            println!("skipped: `script` is missing (util-linux has it)");
            return;
        };
        let is_raw = ["\u{1b}[31mRED", "\u{1b}]", "\u{7}", "\u{9b}"].iter().any(|raw| shown.contains(raw));
        assert!(!is_raw, "{arguments:?}: {shown:?}");
        // Some answers do not contain the names of puzzles.
        assert!(shown.contains(ESCAPED) || arguments.ends_with(&[&json]), "{arguments:?}: {shown:?}");
    }
    let shown = on_terminal(&["solve", absent]);
    assert!(shown.is_some_and(|shown| shown.contains("\u{1b}[")), "colors of the program itself");
    // Data for programs are not escaped.
    assert!(run(&["convert", "--to", "csv", &csv]).out.contains(RED));
}

#[test]
fn titles_are_no_markup() {
    let name = "<script>alert(1)</script> [x](javascript:y) `c`";
    let line = serde_json::json!({ "puzzle": EASY, "name": name }).to_string();
    for format in ["markdown", "html"] {
        let ran = run_with(&["explain", "--format", format, "-"], line.as_bytes());
        assert!(ran.code == Some(0) && !ran.out.contains("<script>a"), "{ran:?}");
        assert!(ran.out.contains("&lt;script"), "{ran:?}");
        assert!(format == "html" || !ran.out.contains("[x]("), "{ran:?}");
    }
}

/// Files of options are read up to 16 MiB, and no message repeats them.
#[test]
fn files_of_options_have_a_limit() {
    let place = directory("option-files");
    let large = file(&place, "large.txt", ".".repeat((1 << 24) + 1));
    let regions = format!("@{large}");
    let small = file(&place, "small.txt", "x".repeat(1 << 20));
    let small_regions = format!("@{small}");
    for (arguments, refused) in [
        (["rate", "--scale", &large, EASY], true),
        (["rate", "--scale", &small, EASY], false),
        (["solve", "--regions", &regions, EASY], true),
        (["solve", "--regions", &small_regions, EASY], false),
        (["restricts", "--of", &large, EASY], true),
        (["restricts", "--of", &small, EASY], false),
        (["difference", "--other", &large, EASY], true),
    ] {
        let ran = run(&arguments);
        assert!(ran.code.is_some_and(|code| code == 2 || code == 3), "{arguments:?}: {:?}", ran.code);
        assert!(ran.err.len() < 1000, "{arguments:?}: {} bytes", ran.err.len());
        assert_eq!(ran.err.contains("larger than 16 MiB"), refused, "{}", ran.err);
    }
}

#[test]
fn a_long_layout_does_not_affect_others() {
    let long = ["1".repeat(100_000), "\u{e9}".repeat(100_000)];
    let [one, two] = &long;
    let text = format!("1122112233443344\n{one}\n\n1111222233334444\n{two}\n1112122233343444");
    let ran = run_with(&["layouts", "-"], text.as_bytes());
    assert_eq!(ran.code, Some(3));
    let places: Vec<&str> = ran.out.lines().filter_map(|line| line.split("  ").next()).collect();
    assert_eq!(places, ["<stdin>:1", "<stdin>:4", "<stdin>:6"], "{}", ran.out);
    let faults: Vec<&str> = ran.err.lines().collect();
    assert!(
        faults.len() == 2 && faults[0].contains("<stdin>:2:") && faults[1].contains("<stdin>:5:"),
        "{faults:?}"
    );
    assert!(ran.err.len() < 1000, "{} bytes", ran.err.len());
    let ran = run_with(&["layouts", "-"], b"1122112233443344\n\xff\xfe\n1111222233334444\n");
    assert!(ran.out.contains("<stdin>:3  ") && ran.err.contains("<stdin>:2:1: "), "{ran:?}");
}
