//! tdoku and Schoku, each in a separate process: the programs of `bench/tdoku` and `bench/schoku`. A command and its
//! reply are one line each.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use arcdoku::Question;

use crate::engine::{Class, Engine, EngineAnswer, Verdict, solution, wanted};
use crate::process::LineServer;
use crate::set::{Set, Text};

/// The names in tables.
pub(super) const TDOKU: &str = "tdoku";
pub(super) const SCHOKU: &str = "Schoku";

/// The process of a peer, which runs until this value is dropped.
pub(super) struct PeerProgram {
    name: &'static str,
    server: LineServer,
    puzzles: usize,
    /// The reason why the process stopped answering. It is stored because the trait can return it only when a time is
    /// requested.
    fault: Option<String>,
}

impl PeerProgram {
    pub(super) fn start(name: &'static str, program: &Path) -> Result<Self, String> {
        Ok(Self { name, server: LineServer::start(&mut Command::new(program))?, puzzles: 0, fault: None })
    }

    /// The compiler of the peer, and its instruction set.
    pub(super) fn version(&mut self) -> Result<String, String> {
        self.server.ask("version", 1).map(|lines| lines.concat())
    }

    fn numbers<const N: usize>(&mut self, command: &str) -> Result<[u64; N], String> {
        let reply = self.server.ask(command, 1)?.concat();
        let numbers: Result<Vec<u64>, _> = reply.split(' ').map(str::parse).collect();
        let numbers = numbers.ok().and_then(|numbers| numbers.try_into().ok());
        numbers.ok_or_else(|| format!("{}: {command}: {reply}", self.name))
    }

    /// Sends the puzzles for the following commands: 81 characters each.
    pub(super) fn load<'a>(&mut self, lines: impl ExactSizeIterator<Item = &'a str>) -> Result<(), String> {
        self.puzzles = lines.len();
        let mut command = format!("load {}", lines.len());
        lines.for_each(|line| command.extend(["\n", line]));
        match self.server.ask(&command, 1)?.concat().as_str() {
            "loaded" => Ok(()),
            other => Err(format!("{}: the puzzles are {other}", self.name)),
        }
    }

    /// The total number of solutions of all puzzles, counting at most `limit` per puzzle, and the time of the command,
    /// which is `count` or `enumerate`.
    pub(super) fn find(&mut self, command: &str, limit: u64) -> Result<(u64, Duration), String> {
        let [solutions, time] = self.numbers(&format!("{command} {limit}"))?;
        Ok((solutions, Duration::from_nanos(time)))
    }

    /// The solutions of the only loaded puzzle.
    pub(super) fn solutions(&mut self, limit: u64) -> Result<Vec<[u8; 81]>, String> {
        let line = self.server.ask(&format!("answers {limit}"), 1)?.concat();
        let grids = line.split(' ').skip(3).map(|grid| digits(grid).try_into());
        grids.collect::<Result<_, _>>().map_err(|_| format!("{}: a solution is not a grid", self.name))
    }

    /// The number of loaded puzzles.
    pub(super) fn puzzles(&self) -> usize {
        self.puzzles
    }

    /// The minimal puzzles that remain when redundant clues are removed from the loaded puzzles; empty cells are 0.
    pub(super) fn minimize(&mut self) -> Result<Vec<[u8; 81]>, String> {
        let lines = self.server.ask("minimize", self.puzzles)?;
        let grids = lines.iter().map(|line| digits(&line.replace('.', "0")).try_into());
        grids.collect::<Result<_, _>>().map_err(|_| format!("{}: a puzzle is not a grid", self.name))
    }

    /// The time to answer all puzzles.
    fn pass_time(&mut self, question: Question) -> Result<Duration, String> {
        match &self.fault {
            Some(fault) => Err(fault.clone()),
            None => {
                self.numbers(&format!("pass {}", wanted(question))).map(|[time]| Duration::from_nanos(time))
            }
        }
    }

    /// The time to minimize all puzzles.
    pub(super) fn minimize_time(&mut self) -> Result<Duration, String> {
        self.numbers("minimize-pass").map(|[time]| Duration::from_nanos(time))
    }
}

/// The digits of a grid as text.
fn digits(text: &str) -> Vec<u8> {
    text.bytes().map(|symbol| symbol.wrapping_sub(b'0')).collect()
}

/// The answer in a line of the program: the number of solutions, guesses, the last solution, and all solutions of the
/// enumeration, whose number must be the same.
fn verdict(question: Question, line: &str) -> Option<(Verdict, u64)> {
    let mut words = line.split(' ');
    let found: usize = words.next()?.parse().ok()?;
    let guesses = words.next()?.parse().ok()?;
    let last = words.next()?;
    let all: Vec<&str> = words.collect();
    let mut solutions = Vec::new();
    if found > 0 {
        solutions.push(solution(&digits(last)));
        solutions.extend(all.iter().filter(|&&other| other != last).map(|other| solution(&digits(other))));
    }
    let is_sound = all.len() == found && solutions.len() == found;
    is_sound.then_some((Verdict { class: Class::of(question, found), solutions }, guesses))
}

impl Engine for PeerProgram {
    fn name(&self) -> &'static str {
        self.name
    }

    fn prepare(&mut self, set: &Set) -> bool {
        let Some(text) = set.text.as_ref().filter(|_| set.is_classic()) else { return false };
        let lines: Vec<&str> = text.lines.lines().collect();
        self.fault = self.load(lines.into_iter()).err();
        true
    }

    /// If an answer cannot be read, fewer answers than puzzles are passed on.
    fn pass(&mut self, question: Question, _: &Set, each: &mut dyn FnMut(&EngineAnswer<'_>)) {
        match self.server.ask(&format!("answers {}", wanted(question)), self.puzzles) {
            Ok(lines) => {
                for (verdict, guesses) in lines.iter().map_while(|line| verdict(question, line)) {
                    each(&EngineAnswer::Read(&verdict, guesses));
                }
            }
            Err(fault) => self.fault = Some(fault),
        }
    }

    /// The peers read characters only, so there is one kind of pass. The program writes the number of solutions; `+`
    /// means at least one.
    fn text_pass(&mut self, question: Question, _: &Text, each: &mut dyn FnMut(&EngineAnswer<'_>)) {
        let lines = self.server.ask(&format!("lines {}", wanted(question)), self.puzzles);
        for line in lines.unwrap_or_default() {
            let (count, grid) = line.split_at_checked(1).unwrap_or_default();
            let class = Class::of(question, count.parse().unwrap_or(0));
            let solutions = if grid.is_empty() { Vec::new() } else { vec![solution(&digits(grid))] };
            each(&EngineAnswer::Read(&Verdict { class, solutions }, 0));
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
