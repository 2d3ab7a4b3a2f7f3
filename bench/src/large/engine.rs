//! The engines of the suite: strategies of the library, and `CaDiCaL` in a separate process.

use std::ops::ControlFlow;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use arcdoku::grid::{Cell, Digit};
use arcdoku::puzzle::Clock;
use arcdoku::{Limits, Outcome, Puzzle, Question, Solution};

use super::message::{Request, Response};
use crate::engines::Choice;
use crate::process::{LineServer, clock};

/// The name of the peer.
pub(crate) const PEER: &str = "cadical";

/// The result of an engine.
#[derive(Clone, Debug)]
pub(crate) struct Reply {
    /// Whether the answer is complete: the requested number of solutions was found, or there are no other solutions.
    pub(crate) is_complete: bool,
    pub(crate) solutions: Vec<Solution>,
    /// Processor time and wall time in seconds, including the encoding.
    pub(crate) seconds: f64,
    pub(crate) wall: f64,
    /// Conflicts, or nodes of a search without learning.
    pub(crate) effort: u64,
}

/// The requested number of solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    Question(Question),
    UpTo(usize),
}

impl Wanted {
    pub(crate) fn count(self) -> usize {
        match self {
            Self::Question(Question::First) => 1,
            Self::Question(_) => 2,
            Self::UpTo(count) => count,
        }
    }
}

pub(crate) enum Engine {
    /// A strategy, or the default of the library.
    Ours(Choice),
    Peer(Peer),
}

impl Engine {
    pub(crate) fn name(&self) -> &str {
        match self {
            Self::Ours(choice) => &choice.name,
            Self::Peer(_) => PEER,
        }
    }

    /// Answers with a new solver. Fails if the program of the peer fails.
    pub(crate) fn ask(
        &mut self,
        puzzle: &Puzzle,
        wanted: Wanted,
        longest: Duration,
    ) -> Result<Reply, String> {
        match self {
            Self::Ours(choice) => Ok(ours(choice, puzzle, wanted, longest)),
            Self::Peer(peer) => peer.ask(puzzle, wanted, longest),
        }
    }
}

fn ours(choice: &Choice, puzzle: &Puzzle, wanted: Wanted, longest: Duration) -> Reply {
    let limits = Limits::NONE.with_time(longest).with_clock(clock as Clock);
    let (start, wall) = (clock(), Instant::now());
    let mut solver = choice.solver();
    let mut solutions = Vec::new();
    let (is_complete, stats) = match wanted {
        Wanted::Question(question) => {
            let answer = solver.ask(question, puzzle, &limits);
            let is_complete = !matches!(answer.outcome, Outcome::Unknown { .. });
            match answer.outcome {
                Outcome::Multiple(first, second) => solutions.extend([first, second]),
                outcome => solutions.extend(outcome.solution().cloned()),
            }
            (is_complete, answer.stats)
        }
        Wanted::UpTo(count) => {
            let (end, stats) = solver.solutions(puzzle, &limits, |solution| {
                solutions.push(solution);
                if solutions.len() < count { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            (!matches!(end, arcdoku::search::SearchEnd::Limit(_)), stats)
        }
    };
    let (seconds, wall) = (clock().saturating_sub(start).as_secs_f64(), wall.elapsed().as_secs_f64());
    let effort = if stats.conflicts > 0 { stats.conflicts } else { stats.nodes };
    Reply { is_complete, solutions, seconds, wall, effort }
}

/// The program of `bench/cadical`, which runs until this is dropped.
pub(crate) struct Peer(LineServer);

impl Peer {
    /// Starts the program; `None` if it has not been built. `cargo xtask bench large` builds it.
    pub(crate) fn start(root: &Path) -> Result<Option<Self>, String> {
        let program = root.join("target/cadical/release/bench-cadical");
        if !program.exists() {
            return Ok(None);
        }
        Ok(Some(Self(LineServer::start(&mut Command::new(program))?)))
    }

    fn ask(&mut self, puzzle: &Puzzle, wanted: Wanted, longest: Duration) -> Result<Reply, String> {
        let request = request(puzzle, wanted.count(), longest)?;
        let fault = |error: serde_json::Error| format!("{PEER}: {error}");
        let request = serde_json::to_string(&request).map_err(fault)?;
        let response = self.0.ask(&request, 1)?.concat();
        let response: Response = serde_json::from_str(&response).map_err(fault)?;
        let [seconds, wall] = response.times.map(|time| time.as_secs_f64());
        let solutions = response.solutions.iter().map(|grid| solution(grid)).collect();
        let effort = response.conflicts as u64;
        Ok(Reply { is_complete: response.is_complete, solutions, seconds, wall, effort })
    }
}

/// The puzzle for the peer. Fails if the puzzle has a rule that does more than require different digits.
pub(crate) fn request(puzzle: &Puzzle, wanted: usize, longest: Duration) -> Result<Request, String> {
    if puzzle.constraints().iter().any(|(_, constraint)| !constraint.is_all_different()) {
        return Err(format!("{PEER} supports only rules about different cells"));
    }
    let cells = |cells: &[Cell]| cells.iter().map(|cell| cell.index()).collect();
    Ok(Request {
        wanted,
        longest,
        digits: puzzle.shape().digits(),
        givens: puzzle.givens().iter().map(|given| given.map_or(0, |digit| digit.index() + 1)).collect(),
        houses: puzzle.all_different().map(|constraint| cells(constraint.cells())).collect(),
    })
}

/// The solution in a reply of the peer. Cells without a digit are left out, so the check fails.
fn solution(grid: &[usize]) -> Solution {
    let digits = grid.iter().filter_map(|&digit| digit.checked_sub(1)).map(Digit::from_index);
    Solution::new(digits.collect::<Vec<Digit>>())
}

/// The error of a single reply: a solution that does not solve the puzzle or differs from its clues, or a repeated
/// solution.
pub(crate) fn fault(puzzle: &Puzzle, reply: &Reply, wanted: usize) -> Option<&'static str> {
    let keeps = |solution: &Solution| {
        let pairs = || solution.digits().iter().zip(puzzle.givens());
        solution.digits().len() == puzzle.givens().len()
            && pairs().all(|(digit, given)| given.is_none_or(|given| given == *digit))
            && puzzle.is_solved_by(solution)
    };
    let is_twice = |place: usize| reply.solutions[..place].contains(&reply.solutions[place]);
    if !reply.solutions.iter().all(keeps) {
        Some("a solution is wrong")
    } else if (0..reply.solutions.len()).any(is_twice) {
        Some("a solution is repeated")
    } else if reply.solutions.len() > wanted {
        Some("there are more solutions than requested")
    } else {
        None
    }
}

/// Whether two replies to the same question contradict each other.
pub(crate) fn differ(one: &Reply, two: &Reply, wanted: usize) -> bool {
    let (found, other) = (one.solutions.len(), two.solutions.len());
    match (one.is_complete, two.is_complete) {
        // Both replies contain all solutions, so they must be equal.
        (true, true) if found < wanted && other < wanted => {
            found != other || one.solutions.iter().any(|solution| !two.solutions.contains(solution))
        }
        (true, true) => found != other,
        (true, false) => other > found,
        (false, true) => found > other,
        (false, false) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{Choice, Engine, Reply, Wanted, differ, fault, request};
    use arcdoku::grid::{Cell, Digit, Shape};
    use arcdoku::{Puzzle, Question, Rule, Solution};
    use std::time::Duration;

    const LONGEST: Duration = Duration::from_mins(1);

    fn puzzle() -> Puzzle {
        let mut puzzle = Puzzle::new(Shape::boxes(2, 2).unwrap());
        for (cell, digit) in [(0, 0), (5, 1), (10, 2)] {
            puzzle.set(Cell::new(cell), Some(Digit::from_index(digit)));
        }
        puzzle
    }

    #[test]
    fn the_request_has_the_houses_and_clues() {
        let request = request(&puzzle(), 2, LONGEST).unwrap();
        assert_eq!((request.digits, request.houses.len(), request.wanted), (4, 12, 2));
        assert_eq!(request.givens, [1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0]);
        assert!(request.houses.contains(&vec![0, 1, 4, 5]));
        let rule: Rule = "cage 3: r1c1 r1c2".parse().unwrap();
        assert!(super::request(&puzzle().with_rule(rule), 2, LONGEST).is_err());
    }

    #[test]
    fn our_engines_agree_and_are_right() {
        let puzzle = puzzle();
        for wanted in [Wanted::Question(Question::First), Wanted::Question(Question::Unique), Wanted::UpTo(5)]
        {
            let mut replies = Vec::new();
            for name in ["default", "singles-mrv", "csp"] {
                let reply = Engine::Ours(Choice::named(name).unwrap()).ask(&puzzle, wanted, LONGEST).unwrap();
                assert!(reply.is_complete);
                assert_eq!(fault(&puzzle, &reply, wanted.count()), None, "{name}");
                replies.push(reply);
            }
            assert!(!differ(&replies[0], &replies[1], wanted.count()));
            assert!(!differ(&replies[0], &replies[2], wanted.count()));
        }
    }

    #[test]
    fn wrong_and_different_replies_are_detected() {
        let puzzle = puzzle();
        let mut ours = Engine::Ours(Choice::named("default").unwrap());
        let good = ours.ask(&puzzle, Wanted::UpTo(9), LONGEST).unwrap();
        let with = |solutions: Vec<Solution>| Reply { solutions, ..good.clone() };
        let first = &good.solutions[0];
        let mut digits = first.digits().to_vec();
        digits.swap(1, 2);
        let swapped = Solution::new(digits);
        assert_eq!(fault(&puzzle, &good, 9), None);
        assert!(fault(&puzzle, &with(vec![swapped.clone()]), 9).is_some());
        assert!(fault(&puzzle, &with(vec![Solution::new([])]), 9).is_some());
        assert!(fault(&puzzle, &with(vec![first.clone(), first.clone()]), 9).is_some());
        assert!(fault(&puzzle, &good, good.solutions.len() - 1).is_some());
        let none = with(vec![]);
        assert!(differ(&good, &none, 9) && differ(&with(vec![first.clone()]), &with(vec![swapped]), 9));
        let cut = Reply { is_complete: false, ..none };
        assert!(
            !differ(&good, &cut, 9)
                && differ(&with(vec![]), &Reply { is_complete: false, ..good.clone() }, 9)
        );
    }
}
