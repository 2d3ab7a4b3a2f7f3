//! States for tests of techniques: states that a person encounters while solving some hard puzzles.

use std::ops::ControlFlow;

use crate::deduction::{Candidate, Candidates, Family, Options, Step, Techniques};
use crate::puzzle::format::Reader;
use crate::puzzle::{Limits, Solution};
use crate::rate::{self, Profile};
use crate::rate::{RateScratch, Search};
use crate::testing::neutral;

/// States without singles and locked candidates, each with the solution.
pub(crate) fn some() -> Vec<(Candidates, Solution)> {
    let path = neutral::workspace().join("testdata/tour/famous.txt");
    let text = std::fs::read_to_string(path).unwrap();
    let mut states = Vec::new();
    for line in text.lines() {
        let record = Reader::new(&line.as_bytes()[..81]).next().unwrap().unwrap();
        let start = Candidates::of(&record.puzzle).unwrap();
        let solution = solve(&start).unwrap();
        let each = &mut |state: &Candidates, _: &rate::PathStep| {
            let simple = Techniques::family(Family::Single) | Techniques::family(Family::Locked);
            if Search::new(state, &Options::proven(), &mut RateScratch::default(), &Limits::NONE)
                .all(simple)
                .is_ok_and(|all| all.is_empty())
            {
                states.push((state.clone(), solution.clone()));
            }
            ControlFlow::Continue(())
        };
        let (profile, scratch) = (Profile::hodoku(), &mut RateScratch::default());
        rate::solve_with(start, &profile, &Options::proven(), Some(&solution), &Limits::NONE, scratch, each);
    }
    states
}

/// The path of HoDoKu's default profile.
pub(crate) fn path(start: &Candidates) -> rate::Path {
    rate::solve(start, &Profile::hodoku(), &Options::proven(), None, &Limits::NONE)
}

/// Puzzles of this project, of all levels.
pub(crate) fn puzzles() -> Vec<Candidates> {
    let path = neutral::workspace().join("testdata/human/rated.tsv");
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| Candidates::of(&line[..81].parse().unwrap()).unwrap()).collect()
}

/// Whether the step keeps every digit of the solution.
pub(crate) fn is_sound(step: &Step, solution: &Solution) -> bool {
    let right = |at: &Candidate| solution.at(at.cell) == at.digit;
    step.placements.iter().all(right) && !step.eliminations.iter().any(right)
}

/// A solution, found by trying the candidates of the cell with the fewest candidates.
fn solve(state: &Candidates) -> Option<Solution> {
    if state.is_broken() || state.is_full() {
        return state.solution();
    }
    let cell = state.empty().iter().min_by_key(|&cell| state.candidates(cell).len())?;
    state.candidates(cell).iter().find_map(|digit| {
        let mut next = state.clone();
        next.place(Candidate { cell, digit });
        solve(&next)
    })
}
