//! Compares encodings with meanings: a full grid obeys the rules if and only if it satisfies the rows.

use std::ops::ControlFlow;

use fastrand::Rng;

use super::formula::Formula;
use super::units::Units;
use crate::csp::Space;
use crate::grid::{Cell, Digit, Shape};
use crate::puzzle::{Limits, Puzzle, Rule, Solution};
use crate::search::{SearchScratch, Strategy, search};

/// Whether the rows can be satisfied with these digits. Auxiliary variables that propagation leaves undecided are
/// tried.
fn satisfiable(formula: &Formula, units: &mut Units, digits: &[Digit]) -> bool {
    fn complete(units: &mut Units, next: usize, variables: usize) -> bool {
        let open = |&variable: &usize| {
            let atom = super::formula::Atom::new(variable, true);
            !units.is_true(atom) && !units.is_true(!atom)
        };
        let Some(variable) = (next..variables).find(open) else { return true };
        [true, false].into_iter().any(|holds| {
            let mark = units.mark();
            let atom = super::formula::Atom::new(variable, holds);
            let done = units.assume(atom) && complete(units, variable + 1, variables);
            units.undo(mark);
            done
        })
    }
    let mark = units.mark();
    let cells = digits.iter().enumerate().map(|(index, &digit)| (Cell::new(index), digit));
    let mut atoms =
        cells.filter(|&(cell, _)| !formula.is_void(cell)).map(|(cell, digit)| formula.is(cell, digit));
    let first = formula.shape().cells() * formula.digits();
    let done = atoms.all(|atom| units.assume(atom)) && complete(units, first, formula.variables());
    units.undo(mark);
    done
}

/// Some solutions of a puzzle, found in random order.
fn solutions(puzzle: &Puzzle, most: usize) -> Vec<Solution> {
    let strategy: Strategy = "last-conflict,value=random,seed=3".parse().unwrap();
    let mut found = Vec::new();
    let mut sink = |space: &Space| {
        let cells = space.domains()[..puzzle.shape().cells()].iter();
        found.push(Solution::new(cells.map(|domain| domain.first().unwrap()).collect::<Vec<Digit>>()));
        if found.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let limits = Limits::NONE.with_nodes(20_000);
    search(puzzle, &strategy, &limits, &mut SearchScratch::<()>::default(), &mut (), &mut sink);
    found
}

#[test]
fn rows_are_equivalent_to_rules() {
    let mut rng = Rng::with_seed(11);
    let (mut known, mut unknown) = (0, Vec::new());
    for kind in Rule::kinds() {
        let Ok(rule) = kind.example.parse::<Rule>() else { continue };
        let Ok(puzzle) = Puzzle::bare(Shape::CLASSIC).try_with_rule(rule) else { continue };
        let Ok(formula) = Formula::new(&puzzle) else {
            unknown.push(kind.name);
            continue;
        };
        let mut units = Units::new(&formula);
        let touched: Vec<Cell> =
            puzzle.constraints().iter().flat_map(|(_, constraint)| constraint.cells().to_vec()).collect();
        for solution in solutions(&puzzle, 3) {
            assert!(satisfiable(&formula, &mut units, solution.digits()), "{} loses a solution", kind.name);
            for _ in 0..8 {
                let mut digits = solution.digits().to_vec();
                for _ in 0..rng.usize(1..3) {
                    let cell =
                        touched.get(rng.usize(..touched.len().max(1))).copied().unwrap_or(Cell::new(0));
                    digits[cell.index()] = Digit::from_index(rng.usize(..9));
                }
                let holds = puzzle.is_solved_by(&Solution::new(digits.clone()));
                assert_eq!(satisfiable(&formula, &mut units, &digits), holds, "{}", kind.name);
            }
        }
        known += 1;
    }
    assert!(known > 60, "{known} kinds have an encoding, and not {unknown:?}");
}

/// Tests explanations of the all-different propagator, in the form in which a learning engine passes them.
#[test]
fn lemmas_of_hall_sets_and_sums() {
    use super::writer::{ProofError, ProofWriter};
    use crate::csp::{Literal, Var};

    let puzzle = Puzzle::new(Shape::CLASSIC).with_rule("cage 6: r1c1 r1c2 r1c3".parse::<Rule>().unwrap());
    let formula = Formula::new(&puzzle).unwrap();
    let mut writer = ProofWriter::new(formula, String::new()).with_implied(&puzzle);
    let digit = |index| Digit::from_index(index);
    // Three cells of the fifth row with three digits: a fourth cell has none of them.
    let lost = (39..42).flat_map(|cell| (3..9).map(move |other| Literal::is(Var::new(cell), digit(other))));
    let clause: Vec<Literal> = lost.chain([Literal::is_not(Var::new(43), digit(0))]).collect();
    writer.lemma(&clause, &[]).unwrap();
    // Three different numbers add up to 6: none is above 3.
    let cage = [0, 1, 2].map(Cell::new);
    writer.lemma(&[Literal::is_not(Var::new(1), digit(3))], &cage).unwrap();
    let wrong = writer.lemma(&[Literal::is_not(Var::new(1), digit(2))], &cage);
    assert!(matches!(wrong, Err(ProofError::False | ProofError::TooLong)));
    let (_, text) = writer.into_parts();
    assert!(text.contains(" pol @"), "{text}");
}

/// A case split may take long. It ends when the work is cancelled.
#[test]
fn case_splits_end_with_the_limits() {
    use super::writer::{ProofError, ProofWriter};
    use crate::csp::{Literal, Var};
    use crate::puzzle::{Limit, Limits};
    use std::sync::atomic::AtomicBool;

    let puzzle = Puzzle::new(Shape::CLASSIC).with_rule("cage 6: r1c1 r1c2 r1c3".parse::<Rule>().unwrap());
    let cage = [0, 1, 2].map(Cell::new);
    // The lemma is false, which only case splits reveal.
    let wrong = [Literal::is_not(Var::new(1), Digit::from_index(2))];
    let lemma = |is_cancelled: bool| {
        let flag = AtomicBool::new(is_cancelled);
        let limits = Limits::NONE.with_cancel(&flag);
        let formula = Formula::new(&puzzle).unwrap();
        let mut writer = ProofWriter::new(formula, String::new()).with_limits(&limits);
        writer.lemma(&wrong, &cage)
    };
    assert!(matches!(lemma(false), Err(ProofError::False | ProofError::TooLong)));
    assert_eq!(lemma(true), Err(ProofError::Limit(Limit::Cancelled)));
}

/// A proof that exceeds its memory limit ends the search, with both recorders.
#[test]
fn proofs_end_with_their_memory() {
    use super::refute::{Unproven, prove_within};
    use super::writer::ProofError;
    use crate::puzzle::Limits;

    let empty = Puzzle::new(Shape::boxes(2, 2).unwrap());
    let hard = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
    for (puzzle, most) in [(&empty, 1000), (&hard.parse().unwrap(), 1)] {
        for strategy in ["singles-mrv", "learning"] {
            let Ok(strategy) = strategy.parse() else { panic!("no strategy {strategy}") };
            let within = |memory| prove_within(puzzle, &strategy, most, &Limits::NONE, memory);
            let whole = within(usize::MAX).unwrap();
            let formula = Formula::new(puzzle).unwrap();
            let some = formula.bytes() + whole.size() / 4;
            let Err(Unproven::Failed(error @ ProofError::TooLarge(_))) = within(some) else {
                panic!("{strategy}")
            };
            assert_eq!(error, ProofError::TooLarge(some));
        }
    }
}
