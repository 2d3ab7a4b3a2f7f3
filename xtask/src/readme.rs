//! `cargo xtask readme`: every shell session in README.md and in the pages of `docs` is run, and its output compared
//! with the page.
//!
//! A session is a fenced block marked `console`. A line that begins with `$ ` is a command (a line that ends in `\`
//! continues in the next line). The lines up to the next command are its output, including standard error. Commands
//! run with bash in a scratch folder that contains links to the files of the repository. The `arcdoku` of the shared
//! build comes first in the path. A reader who types the commands in a checkout therefore gets the same output. Files
//! that the commands write do not become part of the tree.
//!
//! Marks describe outputs that change from run to run:
//!
//! - `[..]` in a line stands for any text within it, such as a time; a line `...` for any number of lines;
//! - a block ` ```console,volatile ` is run and must succeed, but its output is not compared;
//! - a block ` ```console,fails ` shows a failure: at least one of its commands must exit with an error
//!   (in every other block none may);
//! - a block ` ```console,norun ` is not run; it is for installation and for commands that do not end.
//!
//! A page may show a picture that one of its commands draws: the command writes `NAME.svg` into the scratch folder, and
//! the page shows `pictures/NAME.svg`, which must be the same. A session of a German page that is also in the English
//! page is not run twice.
//!
//! trycmd and snapbox run one command per file or block, without a folder that sessions share and without blocks that
//! must fail, so they are not used.
//!
//! `--bless` writes the current outputs. An output that matches is not changed. In other outputs, a line with `[..]`
//! that still matches a line is kept, and a line `...` must be added again.

use std::fs;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::artifact::at;
use crate::pages::{Link, files, is_markdown, links};
use crate::program::target;
use crate::verdict::{Outcome, passed};

/// The folder of pages, and the folder of German pages.
const DOCS: &str = "docs";
const GERMAN: &str = "docs/de";

/// Time limit of a command.
const SESSION_TIMEOUT: Duration = Duration::from_mins(2);

/// A command of a session, and the lines (from 0) of its output.
#[derive(Debug, PartialEq, Eq)]
struct Step {
    command: String,
    line: usize,
    output: Range<usize>,
}

/// A fenced block that shows a shell session.
#[derive(Debug, PartialEq, Eq)]
struct Session {
    line: usize,
    volatile: bool,
    fails: bool,
    run: bool,
    steps: Vec<Step>,
}

/// Checks or blesses the pages, and prints every difference. Passes if there are none.
pub(crate) fn run(root: &Path, bless: bool) -> Outcome {
    let docs = root.join(DOCS);
    let docs = files(&docs).map_err(at(&docs))?.into_iter().filter(|path| is_markdown(path));
    let mut count = 0;
    // All pages are checked, even after a difference.
    for page in std::iter::once(root.join("README.md")).chain(docs) {
        let page = page.strip_prefix(root).unwrap_or(&page).to_string_lossy().replace('\\', "/");
        let problems = try_run(root, &page, bless).unwrap_or_else(|error| vec![format!("1: {error}")]);
        problems.iter().for_each(|problem| println!("{page}:{problem}"));
        count += problems.len();
    }
    if count > 0 {
        println!("readme: {count} to fix; `cargo xtask readme --bless` rewrites outputs");
    }
    passed(count == 0)
}

/// The text of the English version of a German page.
fn original(root: &Path, page: &str) -> String {
    let original = page.strip_prefix(GERMAN).map(|name| root.join(format!("{DOCS}{name}")));
    original.and_then(|path| fs::read_to_string(path).ok()).unwrap_or_default()
}

fn try_run(root: &Path, page: &str, bless: bool) -> io::Result<Vec<String>> {
    let path = root.join(page);
    let text = fs::read_to_string(&path)?;
    let original = original(root, page);
    let (sessions, known) = match (sessions(&text), sessions(&original)) {
        (Ok(sessions), Ok(known)) => (sessions, known),
        (Err(problem), _) | (_, Err(problem)) => return Ok(vec![problem]),
    };
    if sessions.is_empty() {
        return Ok(Vec::new());
    }
    let (lines, original): (Vec<&str>, Vec<&str>) = (text.lines().collect(), original.lines().collect());
    let is_known = |session: &Session| known.iter().any(|other| same(session, &lines, other, &original));
    let target = target(root);
    let scratch = scratch(root, &target)?;
    let mut problems = Vec::new();
    let mut edits: Vec<(Range<usize>, Vec<String>)> = Vec::new();
    let (mut commands, mut skipped, mut repeated) = (0, 0, 0);
    for session in &sessions {
        if !session.run {
            skipped += session.steps.len();
            continue;
        }
        if is_known(session) {
            repeated += session.steps.len();
            continue;
        }
        let mut any_failed = false;
        for step in &session.steps {
            commands += 1;
            let (actual, success) = execute(&step.command, &scratch, &target.join("debug"))?;
            any_failed |= !success;
            let shown = &lines[step.output.clone()];
            if !success && !session.fails {
                problems.push(format!(
                    "{}: `{}` failed:\n{}",
                    step.line + 1,
                    step.command,
                    actual.join("\n")
                ));
            } else if matches(shown, &actual) || (session.volatile && !bless) {
                // The output is as shown, or it is not compared.
            } else if bless {
                println!("{page}:{}: rewrote the output of `{}`", step.line + 1, step.command);
                edits.push((step.output.clone(), keep_marks(shown, actual)));
            } else {
                problems.push(difference(step, shown, &actual));
            }
        }
        if session.fails && !any_failed {
            problems.push(format!("{}: a block marked `fails` in which no command fails", session.line + 1));
        }
    }
    if !edits.is_empty() {
        fs::write(&path, apply(&lines, &edits))?;
    }
    problems.extend(pictures(&text, path.parent().unwrap_or(root), &scratch, bless)?);
    print!("{page}: {} sessions, {commands} commands run, {skipped} marked norun", sessions.len());
    println!("{}", if repeated > 0 { format!(", {repeated} as in English") } else { String::new() });
    Ok(problems)
}

/// Whether two sessions have the same commands and outputs.
fn same(one: &Session, lines: &[&str], other: &Session, others: &[&str]) -> bool {
    one.steps.len() == other.steps.len()
        && one.steps.iter().zip(&other.steps).all(|(one, other)| {
            one.command == other.command && lines[one.output.clone()] == others[other.output.clone()]
        })
}

/// Compares the pictures of a page with the pictures that its sessions have drawn. Returns the differences.
fn pictures(text: &str, folder: &Path, scratch: &Path, bless: bool) -> io::Result<Vec<String>> {
    let mut problems = Vec::new();
    for Link { line, file } in links(text) {
        let picture = &text[file];
        let drawn = scratch.join(Path::new(picture).file_name().unwrap_or_default());
        if !picture.contains("pictures/") || !drawn.is_file() {
            continue;
        }
        let (drawn, shown) = (fs::read(&drawn)?, fs::read(folder.join(picture)).unwrap_or_default());
        if drawn != shown && bless {
            println!("rewrote {picture}");
            fs::write(folder.join(picture), drawn)?;
        } else if drawn != shown {
            problems.push(format!("{line}: {picture} differs from the picture that the command draws"));
        }
    }
    Ok(problems)
}

/// The sessions of a Markdown text, or the error of one.
fn sessions(text: &str) -> Result<Vec<Session>, String> {
    let mut sessions = Vec::new();
    // The fence of the open block, and whether it is a session.
    let mut open: Option<(&str, bool)> = None;
    // Whether the last line was a command that continues.
    let mut goes_on = false;
    for (number, line) in text.lines().enumerate() {
        let Some((fence, session)) = open else {
            let ticks = line.len() - line.trim_start_matches('`').len();
            if ticks >= 3 {
                let session = header(number, &line[ticks..])?;
                open = Some((&line[..ticks], session.is_some()));
                sessions.extend(session);
            }
            continue;
        };
        if line.trim_end() == fence {
            open = None;
            goes_on = false;
            continue;
        }
        let command = line.strip_prefix("$ ");
        if !session {
            if command.is_some() {
                return Err(format!("{}: a command outside a block marked `console`", number + 1));
            }
            continue;
        }
        let Some(Session { steps, .. }) = sessions.last_mut() else { continue };
        match (command, steps.last_mut()) {
            (_, Some(step)) if goes_on => {
                step.command = format!("{}\n{line}", step.command);
                step.output = number + 1..number + 1;
                goes_on = line.ends_with('\\');
            }
            (Some(command), _) => {
                goes_on = command.ends_with('\\');
                let output = number + 1..number + 1;
                steps.push(Step { command: command.to_owned(), line: number, output });
            }
            (None, Some(step)) => step.output.end = number + 1,
            (None, None) => {
                return Err(format!("{}: output before the first command of a session", number + 1));
            }
        }
    }
    Ok(sessions)
}

/// The session that a fence with this info string opens, if any.
fn header(line: usize, info: &str) -> Result<Option<Session>, String> {
    let mut words = info.trim().split(',').map(str::trim);
    if words.next() != Some("console") {
        return Ok(None);
    }
    let mut session = Session { line, volatile: false, fails: false, run: true, steps: Vec::new() };
    for word in words {
        match word {
            "volatile" => session.volatile = true,
            "fails" => session.fails = true,
            "norun" => session.run = false,
            _ => {
                return Err(format!("{}: found `{word}`, expected volatile, fails or norun", line + 1));
            }
        }
    }
    Ok(Some(session))
}

/// Whether the shown lines, with their marks, match the actual ones.
fn matches<S: AsRef<str>, A: AsRef<str>>(shown: &[S], actual: &[A]) -> bool {
    match shown.split_first() {
        None => actual.is_empty(),
        Some((first, rest)) if first.as_ref().trim() == "..." => {
            (0..=actual.len()).any(|skip| matches(rest, &actual[skip..]))
        }
        Some((first, rest)) => actual.split_first().is_some_and(|(line, others)| {
            line_matches(first.as_ref().trim_end(), line.as_ref().trim_end()) && matches(rest, others)
        }),
    }
}

fn line_matches(shown: &str, actual: &str) -> bool {
    match shown.split_once("[..]") {
        None => shown == actual,
        Some((start, rest)) => actual.strip_prefix(start).is_some_and(|after| {
            let mut ends = after.char_indices().map(|(at, _)| at).chain([after.len()]);
            ends.any(|at| line_matches(rest, &after[at..]))
        }),
    }
}

/// The actual lines, in which each line that matches a shown line with a mark is replaced by it.
fn keep_marks(shown: &[&str], actual: Vec<String>) -> Vec<String> {
    let marked: Vec<&str> =
        shown.iter().map(|line| line.trim_end()).filter(|line| line.contains("[..]")).collect();
    let keep = |line: String| {
        let mark = marked.iter().find(|mark| **mark != "[..]" && line_matches(mark, &line));
        mark.map_or(line.clone(), |mark| (*mark).to_owned())
    };
    actual.into_iter().map(keep).collect()
}

fn difference(step: &Step, shown: &[&str], actual: &[String]) -> String {
    let same = shown.iter().zip(actual).take_while(|(a, b)| line_matches(a.trim_end(), b.trim_end())).count();
    let at = |line: Option<&str>| line.map_or("(nothing)".to_owned(), |line| format!("`{line}`"));
    format!(
        "{}: `{}` prints {}, shown is {}",
        (step.output.start + same).min(step.output.end.max(step.line + 1)) + 1,
        step.command,
        at(actual.get(same).map(String::as_str)),
        at(shown.get(same).copied()),
    )
}

/// The text with each range of lines replaced.
fn apply(lines: &[&str], edits: &[(Range<usize>, Vec<String>)]) -> String {
    let mut out: Vec<&str> = Vec::new();
    let mut next = 0;
    for (range, replacement) in edits {
        out.extend(&lines[next..range.start]);
        out.extend(replacement.iter().map(String::as_str));
        next = range.end;
    }
    out.extend(&lines[next..]);
    out.join("\n") + "\n"
}

/// Runs a command. Returns its lines, and whether it succeeded.
fn execute(command: &str, folder: &Path, programs: &Path) -> io::Result<(Vec<String>, bool)> {
    let mut path = vec![programs.to_path_buf()];
    path.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()));
    let path = std::env::join_paths(path).map_err(io::Error::other)?;
    // The output is a file, because a full pipe would block the command while this function waits for its end.
    let file = folder.with_extension("out");
    let output = fs::File::create(&file)?;
    let mut child = Command::new("bash")
        .args(["-c", command])
        .current_dir(folder)
        .env("PATH", path)
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::null())
        .stdout(output.try_clone()?)
        .stderr(output)
        .spawn()?;
    let begin = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if begin.elapsed() > SESSION_TIMEOUT {
            child.kill()?;
            let _ = child.wait()?;
            return Ok((vec![format!("still running after {} s", SESSION_TIMEOUT.as_secs())], false));
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    let text = String::from_utf8_lossy(&fs::read(file)?).into_owned();
    Ok((text.lines().map(|line| line.trim_end().to_owned()).collect(), status.success()))
}

/// A new folder with links to all files in the root of the repository, except hidden ones.
fn scratch(root: &Path, target: &Path) -> io::Result<PathBuf> {
    let scratch = target.join("readme");
    if scratch.is_dir() {
        fs::remove_dir_all(&scratch)?;
    }
    fs::create_dir_all(&scratch)?;
    for entry in fs::read_dir(root)? {
        let entry = entry?;
        let name = entry.file_name();
        if !name.to_string_lossy().starts_with('.') && name != "target" {
            link(&entry.path(), &scratch.join(name))?;
        }
    }
    Ok(scratch)
}

#[cfg(unix)]
fn link(from: &Path, to: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(from, to)
}

#[cfg(windows)]
fn link(from: &Path, to: &Path) -> io::Result<()> {
    if from.is_dir() {
        std::os::windows::fs::symlink_dir(from, to)
    } else {
        std::os::windows::fs::symlink_file(from, to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# Title\n```console\n$ one \\\n    two\nout\n\n$ three\n```\n```rust\nlet a = 1;\n```\n\
                        ````console,volatile,fails\n$ four\n```\n````\n```console,norun\n$ five\n```\n";

    #[test]
    fn sessions_are_found_with_their_commands_and_outputs() {
        let sessions = sessions(TEXT).expect("sessions");
        let steps: Vec<(&str, Range<usize>)> =
            sessions.iter().flat_map(|s| &s.steps).map(|s| (s.command.as_str(), s.output.clone())).collect();
        assert_eq!(steps, [("one \\\n    two", 4..6), ("three", 7..7), ("four", 13..14), ("five", 17..17)]);
        let marks: Vec<(bool, bool, bool)> = sessions.iter().map(|s| (s.volatile, s.fails, s.run)).collect();
        assert_eq!(marks, [(false, false, true), (true, true, true), (false, false, false)]);
    }

    #[test]
    fn wrong_blocks_are_reported_with_their_lines() {
        for (text, line) in
            [("\n```sh\n$ a\n```", 3), ("```console\nout\n```", 2), ("\n```console,new\n```", 2)]
        {
            let problem = sessions(text).expect_err(text);
            assert!(problem.starts_with(&format!("{line}: ")), "{problem}");
        }
    }

    #[test]
    fn marks_match_changing_text() {
        assert!(matches(&["a", "took [..] ms"], &["a", "took 3.2 ms"]));
        assert!(matches(&["[..]-[..]!"], &["a-b-c!"]));
        assert!(matches(&["a", "...", "z"], &["a", "b", "c", "z"]));
        assert!(matches(&["a", "..."], &["a"]));
        assert!(!matches(&["took [..] ms"], &["took 3.2 s"]));
        assert!(!matches(&["a", "...", "z"], &["a", "b"]));
        assert!(!matches(&["1...4"], &["1.2.4"]), "dots of a puzzle are not marks");
        assert!(!matches(&["a"], &["a", "b"]));
        assert!(!matches(&["a", "b"], &["a"]));
    }

    #[test]
    fn bless_replaces_outputs_only() {
        let lines: Vec<&str> = TEXT.lines().collect();
        let edits = [(4..6, vec!["new".to_owned()]), (7..7, vec!["more".to_owned(), "lines".to_owned()])];
        let blessed = apply(&lines, &edits);
        assert_eq!(blessed, TEXT.replace("out\n\n", "new\n").replace("$ three\n", "$ three\nmore\nlines\n"));
        assert_eq!(apply(&lines, &[]), TEXT);
    }

    #[test]
    fn sessions_with_the_same_commands_and_outputs_are_the_same() {
        let (other, changed) = (format!("Titel\n{TEXT}"), TEXT.replace("out\n", "aus\n"));
        let first = |text: &str| sessions(text).expect("sessions").remove(0);
        let equal = |one: &str, other: &str| {
            let lines = |text| str::lines(text).collect::<Vec<_>>();
            same(&first(one), &lines(one), &first(other), &lines(other))
        };
        assert!(equal(TEXT, &other));
        assert!(!equal(TEXT, &changed));
    }

    #[test]
    fn bless_keeps_marks_that_still_match() {
        let actual = vec!["new".to_owned(), "took 9 ms".to_owned(), "took 9 s".to_owned()];
        assert_eq!(keep_marks(&["old", "took [..] ms", "[..]"], actual), ["new", "took [..] ms", "took 9 s"]);
    }

    #[test]
    fn a_difference_has_its_line() {
        let step = Step { command: "x".to_owned(), line: 9, output: 10..12 };
        let found = difference(&step, &["a", "b"], &["a".to_owned(), "c".to_owned()]);
        assert_eq!(found, "12: `x` prints `c`, shown is `b`");
        let found = difference(&step, &["a", "b"], &["a".to_owned()]);
        assert_eq!(found, "12: `x` prints (nothing), shown is `b`");
    }

    #[test]
    #[cfg(unix)]
    fn commands_run_with_both_outputs_in_order() {
        let folder = std::env::temp_dir().join(format!("arcdoku-readme-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let run = |command: &str| execute(command, &folder, Path::new("/nowhere")).expect("bash");
        assert_eq!(run("echo a; echo b >&2; echo c"), (vec!["a".into(), "b".into(), "c".into()], true));
        assert_eq!(run("exit 3"), (vec![], false));
        fs::remove_dir_all(&folder).expect("to remove it");
        fs::remove_file(folder.with_extension("out")).expect("to remove it");
    }
}
