//! Help: topics, groups, and the examples of all commands.

use std::fs;
use std::path::Path;

use crate::common::{EASY, EASY_SOLVED, HARD, Ran, directory, program, run};

/// The names in a section of the help.
fn names(help: &str, heading: &str) -> Vec<String> {
    let lines = help.lines().skip_while(|line| !line.starts_with(heading)).skip(1);
    let rows = lines.take_while(|line| !line.is_empty());
    rows.map(|line| line.split_whitespace().next().expect("a name").to_owned()).collect()
}

/// All commands.
fn commands() -> Vec<String> {
    let help = run(&["--help"]).out;
    ["Solve:", "Learn:", "Make:", "Explore:", "Tools:"].iter().flat_map(|group| names(&help, group)).collect()
}

#[test]
fn topics_are_shown() {
    let help = run(&["help"]).out;
    assert_eq!(help, run(&["--help"]).out);
    let topics = names(&help, "Topics");
    assert_eq!(
        topics,
        ["formats", "rules", "strategies", "techniques", "labelling", "data-sets", "exit-codes"]
    );
    for (topic, words) in [
        ("formats", "f-puzzles    links and JSON of f-puzzles"),
        ("rules", "anti-knight"),
        ("strategies", "last-conflict"),
        ("techniques", "fish_size=4 (2 to 7)"),
        ("labelling", "mini-buckets"),
        ("data-sets", "controlled-bias"),
        ("exit-codes", "130  interrupted"),
    ] {
        let ran = run(&["help", topic]);
        assert!(ran.code == Some(0) && ran.out.contains(words), "{topic}: {}", ran.out);
    }
    let ran = run(&["help", "format"]);
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (Some(2), "error: found 'format', expected a command or a topic, such as formats\n")
    );
    assert_eq!(run(&["help", "study", "grids"]).out, run(&["study", "grids", "--help"]).out);
}

#[test]
fn every_command_has_a_short_and_a_long_help() {
    assert_eq!(commands().len(), 38);
    let topics = ["rules", "strategies", "techniques"];
    for command in commands() {
        let [short, long, same] = [&[&command, "-h"][..], &[&command, "--help"], &["help", &command]]
            .map(|arguments| run(arguments).out);
        let expected = format!("`arcdoku {command} --help` is the help of the command.");
        assert!(long == same || topics.contains(&&*command) && same.contains(&expected), "{command}: {same}");
        assert!(short.contains("Examples:") && long.contains("Examples:"), "{command}");
        assert!(short.lines().count() <= long.lines().count() + 2, "{command}");
        assert!(!long.contains("Possible values:"), "{command}");
    }
}

/// The arguments of a line, split as by a shell, without redirections of the output.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut quoted) = (vec![String::new()], false);
    for c in line.chars() {
        match c {
            '\'' => quoted = !quoted,
            '>' | '|' if !quoted => break,
            ' ' if !quoted => words.push(String::new()),
            c => words.last_mut().expect("a word").push(c),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[test]
fn examples_run() {
    /// These take long, or do not end.
    const NOT_RUN: [&str; 5] = [
        "study grids",
        "study grids --out classes.tsv --resume",
        "serve --open",
        "serve --port 8000 --log text",
        "serve --bind 0.0.0.0 --host sudoku.example.org --token-file token",
    ];
    let place = directory("examples");
    let inputs = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/inputs");
    for (name, text) in [
        ("puzzle.txt", format!("{EASY}\n")),
        ("puzzles.txt", format!("{EASY}\n{HARD}\n")),
        ("grids.txt", format!("{EASY_SOLVED}\n")),
        ("problem.wcsp", "tiny 2 2 1 10\n2 2\n2 0 1 3 1\n0 1 0\n".to_owned()),
    ] {
        fs::write(place.join(name), text).expect("an input");
    }
    for (name, input) in [
        ("library.txt", "passes.txt"),
        ("layouts.txt", "layouts.txt"),
        ("scores.csv", "scores.csv"),
        ("photo.jpg", "shadow.jpg"),
    ] {
        fs::copy(inputs.join(input), place.join(name)).expect("an input");
    }
    let mut commands = commands();
    commands.push("study grids".to_owned());
    for command in commands {
        let help = run(&[&command.split(' ').collect::<Vec<_>>()[..], &["--help"]].concat()).out;
        for example in help.lines().filter_map(|line| line.strip_prefix("  arcdoku ")) {
            let mut arguments = words(example);
            if NOT_RUN.contains(&example) {
                // Help is printed when all arguments before it are read.
                arguments.push("--help".to_owned());
            }
            let ran: Ran = program().current_dir(&place).args(arguments).output().expect("a run").into();
            assert!(matches!(ran.code, Some(0 | 1 | 4)) && !ran.err.contains("error:"), "{example}: {ran:?}");
        }
    }
}

/// A line that is too short for a puzzle, or too long, is answered with the length of one.
#[test]
fn lengths_of_lines_are_named() {
    for (count, error) in [
        (5, "6: found '1....' (5 characters), expected 81 for a 9x9 grid, or 5 rows"),
        (17, "18: found 17 characters, expected 81 for a 9x9 grid, or 17 rows"),
        (80, "81: found 80 characters, expected 81 for a 9x9 grid"),
        (82, "82: found 82 characters, expected 81 for a 9x9 grid"),
    ] {
        let ran = run(&["solve", &format!("1{}", ".".repeat(count - 1))]);
        assert_eq!((ran.code, ran.err), (Some(3), format!("error: <argument>:1:{error}\n")));
    }
    for count in [1, 4, 16, 81] {
        assert_eq!(
            run(&["solve", "--first", &format!("1{}", ".".repeat(count - 1))]).code,
            Some(0),
            "{count}"
        );
    }
}
