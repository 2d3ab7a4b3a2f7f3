//! Whether clues have exactly one solution.
//!
//! `arcdoku::solve::Solver` gives the same answers, but it also contains all rules, which would more than double the
//! module that the page loads for photos.

use std::ops::ControlFlow;

use arcdoku::csp::propagators::AllDifferentGac;
use arcdoku::csp::{Builder, Constraint, Level, Space, Var};
use arcdoku::fast9::Engine;
use arcdoku::puzzle::{Limits, Solution};
use arcdoku::search::{SearchEnd, Strategy, search_model};
use arcdoku::{Digit, DigitSet, Shape};

/// What is known about clues.
pub(crate) enum Uniqueness {
    /// They have exactly one solution.
    Proper(Solution),
    /// They have no solution, or several.
    Improper,
    /// The search reached a limit.
    Unknown,
}

/// Answers for many grids. It keeps the engine for 9x9.
pub(crate) struct Checker(Engine);

impl Checker {
    pub(crate) fn new() -> Self {
        Self(Engine::new())
    }

    /// Whether clues have exactly one solution, in a grid with boxes.
    pub(crate) fn check(&mut self, shape: Shape, clues: &[Option<Digit>], limits: &Limits<'_>) -> Uniqueness {
        let digits: Vec<u8> = clues.iter().map(|clue| clue.map_or(0, Digit::get)).collect();
        let Ok(digits) = <&[u8; 81]>::try_from(&*digits) else { return search(shape, clues, limits) };
        let board = self.0.load(digits);
        let report = self.0.answer(&board, 2, limits);
        match (report.solutions, report.limit) {
            (0 | 1, Some(_)) => Uniqueness::Unknown,
            (1, None) => report.first().map_or(Uniqueness::Improper, Uniqueness::Proper),
            _ => Uniqueness::Improper,
        }
    }
}

/// The answer for a grid of any size.
fn search(shape: Shape, clues: &[Option<Digit>], limits: &Limits<'_>) -> Uniqueness {
    let (n, mut builder) = (shape.digits(), Builder::<()>::new(Level::Gac));
    let domain = |clue: &Option<Digit>| clue.map_or(DigitSet::all(n), |digit| [digit].into_iter().collect());
    let vars: Vec<Var> = clues.iter().map(|clue| builder.variable(domain(clue))).collect();
    for house in 0..n {
        let of_box = |cell: &usize| shape.box_of(shape.cell(cell / n, cell % n)) == Some(house);
        let row: Vec<usize> = (house * n..(house + 1) * n).collect();
        let column = (house..n * n).step_by(n).collect();
        for cells in [row, column, (0..n * n).filter(of_box).collect()] {
            let vars: Box<[Var]> = cells.iter().map(|cell| vars[*cell]).collect();
            builder.add(Constraint::new("house", vars.iter().copied()), AllDifferentGac::new(vars));
        }
    }
    let Ok(mut model) = builder.build() else { return Uniqueness::Improper };
    let mut found: Vec<Vec<Digit>> = Vec::new();
    let mut sink = |space: &Space| {
        found.push(vars.iter().filter_map(|var| space.domain(*var).first()).collect());
        if found.len() < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let (end, _) = search_model(&mut model, &Strategy::default(), limits, &mut (), &mut sink);
    match (found.pop(), found.pop(), end) {
        (Some(only), None, SearchEnd::Complete) => Uniqueness::Proper(Solution::new(only)),
        (_, None, SearchEnd::Limit(_)) => Uniqueness::Unknown,
        _ => Uniqueness::Improper,
    }
}

#[cfg(test)]
mod tests {
    use arcdoku::puzzle::Outcome;
    use arcdoku::{Puzzle, Solver};

    use super::*;

    const PUZZLES: [&str; 6] = [
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        "5...7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....4.9..5....8..7.",
        "55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        "1..............2",
        "1.3..2......4..1",
        "...3.1.6...2.4...1....5...6...2...3.",
    ];

    #[test]
    fn answers_equal_those_of_the_solver() {
        for text in PUZZLES {
            let puzzle: Puzzle = text.parse().expect("a puzzle");
            let (shape, clues) = (puzzle.shape(), puzzle.givens());
            let expected = Solver::new().solve(&puzzle, &Limits::NONE).outcome;
            // Grids of 9x9 are also searched.
            for found in
                [Checker::new().check(shape, clues, &Limits::NONE), search(shape, clues, &Limits::NONE)]
            {
                match (&expected, found) {
                    (Outcome::Unique(one), Uniqueness::Proper(other)) => {
                        assert_eq!(one.digits(), other.digits());
                    }
                    (Outcome::Unique(_), _) | (_, Uniqueness::Proper(_) | Uniqueness::Unknown) => {
                        panic!("{text}")
                    }
                    _ => {}
                }
            }
        }
    }

    #[test]
    fn a_limit_is_no_answer() {
        let shape = Shape::boxes(4, 4).expect("boxes");
        let limits = Limits::default().with_nodes(0);
        assert!(matches!(Checker::new().check(shape, &[None; 256], &limits), Uniqueness::Unknown));
    }
}
