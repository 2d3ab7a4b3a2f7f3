//! tdoku, in a process of its own: the program of `bench/tdoku`, a command and its reply a line.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use arcdoku::{Digit, Question, Solution};

use crate::engine::{Class, Counts, Engine, Verdict, Verdicts, wanted};
use crate::set::{Set, Text};

/// The name in tables.
pub(super) const TDOKU: &str = "tdoku";

/// How to start such processes.
#[derive(Clone, Debug)]
pub(crate) struct Driver(PathBuf);

/// A process, which runs until this is dropped.
pub(super) struct Tdoku {
    child: Child,
    /// `None` once it is closed, which ends the program.
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    puzzles: usize,
    /// Why the process does not answer any more. The trait has no place for it before a time is asked for.
    fault: Option<String>,
}

/// How many solutions some puzzles have, and the time to find them all.
pub(super) struct SolutionTotal {
    pub(super) solutions: u64,
    pub(super) time: Duration,
}

impl Driver {
    pub(crate) fn new(program: &Path) -> Self {
        Self(program.to_path_buf())
    }

    pub(super) fn start(&self) -> Result<Tdoku, String> {
        let fault = |error: std::io::Error| format!("{}: {error}", self.0.display());
        let mut child =
            Command::new(&self.0).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().map_err(fault)?;
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().ok_or("tdoku has no output")?);
        Ok(Tdoku { child, input, output, puzzles: 0, fault: None })
    }

    /// What tdoku was compiled by, and for which instructions.
    pub(super) fn version(&self) -> Result<String, String> {
        self.start()?.ask("version", 1).map(|lines| lines.concat())
    }
}

impl Tdoku {
    /// The lines of a reply.
    fn ask(&mut self, command: &str, lines: usize) -> Result<Vec<String>, String> {
        let ended = |error: std::io::Error| format!("the process of tdoku ended: {error}");
        let input = self.input.as_mut().ok_or("tdoku has no input")?;
        writeln!(input, "{command}").map_err(ended)?;
        let mut reply = Vec::with_capacity(lines);
        for _ in 0..lines {
            let mut line = String::new();
            if self.output.read_line(&mut line).map_err(ended)? == 0 {
                return Err("the process of tdoku ended".into());
            }
            reply.push(line.trim_end().to_owned());
        }
        Ok(reply)
    }

    fn numbers<const N: usize>(&mut self, command: &str) -> Result<[u64; N], String> {
        let reply = self.ask(command, 1)?.concat();
        let numbers: Result<Vec<u64>, _> = reply.split(' ').map(str::parse).collect();
        let numbers = numbers.ok().and_then(|numbers| numbers.try_into().ok());
        numbers.ok_or_else(|| format!("tdoku: {command}: {reply}"))
    }

    /// Passes on the puzzles of the commands that follow: 81 characters each.
    pub(super) fn load<'a>(&mut self, lines: impl ExactSizeIterator<Item = &'a str>) -> Result<(), String> {
        self.puzzles = lines.len();
        let mut command = format!("load {}", lines.len());
        for line in lines {
            command.push('\n');
            command.push_str(line);
        }
        match self.ask(&command, 1)?.concat().as_str() {
            "loaded" => Ok(()),
            other => Err(format!("tdoku: the puzzles are {other}")),
        }
    }

    /// Counts solutions, at most so many a puzzle.
    pub(super) fn count(&mut self, limit: u64) -> Result<SolutionTotal, String> {
        self.find("count", limit)
    }

    /// Writes solutions out, at most so many a puzzle.
    pub(super) fn enumerate(&mut self, limit: u64) -> Result<SolutionTotal, String> {
        self.find("enumerate", limit)
    }

    fn find(&mut self, command: &str, limit: u64) -> Result<SolutionTotal, String> {
        let [solutions, time] = self.numbers(&format!("{command} {limit}"))?;
        Ok(SolutionTotal { solutions, time: Duration::from_nanos(time) })
    }

    /// The solutions of the only puzzle that is loaded.
    pub(super) fn solutions(&mut self, limit: u64) -> Result<Vec<[u8; 81]>, String> {
        let line = self.ask(&format!("answers {limit}"), 1)?.concat();
        let grids = line.split(' ').skip(3).map(|grid| grid.as_bytes().try_into());
        grids.collect::<Result<_, _>>().map_err(|_| "tdoku: a solution that is no grid".into())
    }

    /// The puzzles without the clues that their solutions do not need.
    pub(super) fn minimize(&mut self) -> Result<Vec<String>, String> {
        self.ask("minimize", self.puzzles)
    }

    /// The time to minimize all puzzles.
    pub(super) fn minimize_time(&mut self) -> Result<Duration, String> {
        self.numbers("minimize-pass").map(|[time]| Duration::from_nanos(time))
    }

    /// The time to answer all puzzles.
    fn pass_time(&mut self, question: Question) -> Result<Duration, String> {
        if let Some(fault) = &self.fault {
            return Err(fault.clone());
        }
        self.numbers(&format!("pass {}", wanted(question))).map(|[time]| Duration::from_nanos(time))
    }

    /// Keeps the reason if there is no result.
    fn noted<R: Default>(&mut self, result: Result<R, String>) -> R {
        result.unwrap_or_else(|fault| {
            self.fault = Some(fault);
            R::default()
        })
    }
}

impl Drop for Tdoku {
    fn drop(&mut self) {
        // The program ends with its input. If it does not, nothing else can be done here.
        self.input = None;
        let _ = self.child.wait();
    }
}

fn solution(text: &str) -> Solution {
    // A grid that is not full becomes an empty solution, which fails the check.
    let digits: Option<Vec<Digit>> =
        text.bytes().map(|symbol| Digit::new(symbol.wrapping_sub(b'0'))).collect();
    Solution::new(digits.unwrap_or_default())
}

/// The answer in a line of the program: the number of solutions, guesses, the last solution, and all solutions that
/// the enumeration finds, which must be as many.
fn verdict(question: Question, line: &str) -> Option<(Verdict, u64)> {
    let mut words = line.split(' ');
    let found: usize = words.next()?.parse().ok()?;
    let guesses = words.next()?.parse().ok()?;
    let last = words.next()?;
    let all: Vec<&str> = words.collect();
    let mut solutions = Vec::new();
    if found > 0 {
        solutions.push(solution(last));
        solutions.extend(all.iter().filter(|&&other| other != last).map(|other| solution(other)));
    }
    let is_sound = all.len() == found && solutions.len() == found;
    is_sound.then_some((Verdict { class: Class::of(question, found), solutions }, guesses))
}

impl Engine for Tdoku {
    fn name(&self) -> &'static str {
        TDOKU
    }

    fn prepare(&mut self, set: &Set) -> bool {
        let Some(text) = set.text.as_ref().filter(|_| set.is_classic()) else { return false };
        let lines: Vec<&str> = text.lines.lines().collect();
        let loaded = self.load(lines.into_iter());
        self.noted(loaded);
        true
    }

    /// Fewer answers than puzzles, if one cannot be read.
    fn answers(&mut self, question: Question, _: &Set) -> Verdicts {
        let lines = self.ask(&format!("answers {}", wanted(question)), self.puzzles);
        let lines = self.noted(lines);
        let mut counts = Counts::default();
        let each = lines.iter().map_while(|line| verdict(question, line)).map(|(verdict, guesses)| {
            counts.nodes += guesses;
            counts.without_search += usize::from(guesses == 0);
            verdict
        });
        Verdicts { each: each.collect(), counts: Some(counts) }
    }

    /// tdoku reads characters only, so there is one kind of pass.
    fn pass(&mut self, question: Question, _: &Set) {
        let time = self.pass_time(question);
        self.noted(time);
    }

    fn text_pass(&mut self, question: Question, _: &Text, out: &mut String) {
        let lines = self.ask(&format!("lines {}", wanted(question)), self.puzzles);
        for line in self.noted(lines) {
            // The program writes the number of solutions; `+` stands for at least one.
            match line.strip_prefix('1').filter(|_| question == Question::First) {
                Some(grid) => out.extend(["+", grid, "\n"]),
                None => out.extend([line.as_str(), "\n"]),
            }
        }
    }

    fn time(&mut self, question: Question, _: &Set) -> Result<Duration, String> {
        self.pass_time(question)
    }

    fn text_time(&mut self, question: Question, _: &Text, _: &mut String) -> Result<Duration, String> {
        self.pass_time(question)
    }
}

#[cfg(test)]
mod tests {
    use super::{Class, verdict};
    use arcdoku::Question;

    #[test]
    fn a_line_of_the_program_is_read() {
        let (one, other) = ("1".repeat(81), "2".repeat(81));
        let (unique, guesses) = verdict(Question::Unique, &format!("1 7 {one} {one}")).unwrap();
        assert_eq!((unique.class, unique.solutions.len(), guesses), (Class::One, 1, 7));
        let (many, _) = verdict(Question::Unique, &format!("2 7 {one} {other} {one}")).unwrap();
        assert_eq!(many.class, Class::Many);
        assert!(many.solutions[0].digits()[0].get() == 1 && many.solutions[1].digits()[0].get() == 2);
        let (none, _) = verdict(Question::First, "0 3 -").unwrap();
        assert_eq!((none.class, none.solutions.len()), (Class::None, 0));
        for wrong in
            [format!("2 0 {one} {one} {one}"), format!("1 0 {one}"), format!("1 0 {one} {other}"), "x".into()]
        {
            assert!(verdict(Question::Unique, &wrong).is_none(), "{wrong}");
        }
    }
}
