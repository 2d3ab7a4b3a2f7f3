//! Compares encodings with meanings: a full grid obeys the rules if and only if it satisfies the rows.

use std::ops::ControlFlow;

use fastrand::Rng;

use super::formula::{Atom, Formula, Row, Term};
use super::units::Units;
use crate::csp::Space;
use crate::grid::{Cell, Digit, Shape};
use crate::puzzle::{Limits, Puzzle, Rule, Solution};
use crate::search::{SearchScratch, Strategy, search};

/// Whether the rows can be satisfied with these digits. One of the auxiliary variables of a row is tried after the
/// other; all others are true if possible.
fn satisfiable(formula: &Formula, units: &mut Units, digits: &[Digit]) -> bool {
    let is_choice = |row: &&Row| row.degree == 1 && formula.terms(row).iter().all(|term| term.atom.holds());
    let choices: Vec<&[Term]> =
        formula.rows().iter().filter(is_choice).map(|row| formula.terms(row)).collect();
    fn complete(units: &mut Units, choices: &[&[Term]], variables: usize) -> bool {
        let is_open = |choice: &&&[Term]| !choice.iter().any(|term| units.is_true(term.atom));
        let Some(choice) = choices.iter().find(is_open) else {
            let mut rest = (0..variables).map(|variable| Atom::new(variable, true));
            return rest.all(|atom| {
                let mark = units.mark();
                units.is_true(!atom) || units.assume(atom) || {
                    units.undo(mark);
                    units.assume(!atom)
                }
            });
        };
        choice.iter().any(|term| {
            let mark = units.mark();
            let done =
                !units.is_true(!term.atom) && units.assume(term.atom) && complete(units, choices, variables);
            units.undo(mark);
            done
        })
    }
    let mark = units.mark();
    let cells = digits.iter().enumerate().map(|(index, &digit)| (Cell::new(index), digit));
    let mut atoms =
        cells.filter(|&(cell, _)| !formula.is_void(cell)).map(|(cell, digit)| formula.is(cell, digit));
    let done = atoms.all(|atom| units.assume(atom)) && complete(units, &choices, formula.variables());
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
    let shapes = [
        "9x9 boxes 3x3",
        "4x4 boxes 2x2 extra 48",
        "4x4 boxes 2x2 digits 0-4 extra 32",
        "4x4 boxes 2x2",
        "4x4",
    ];
    let shapes = shapes.map(|shape| format!("grid {shape}").parse::<Shape>().unwrap());
    for kind in Rule::kinds() {
        let puzzle = shapes.iter().find_map(|&shape| {
            let rule = Rule::parse(kind.example, shape).ok()?;
            Puzzle::bare(shape).try_with_rule(rule).ok()
        });
        let Some(puzzle) = puzzle else { panic!("no shape fits {}", kind.name) };
        let formula = Formula::new(&puzzle).unwrap();
        let mut units = Units::new(&formula);
        let touched: Vec<Cell> =
            puzzle.constraints().iter().flat_map(|(_, constraint)| constraint.cells().to_vec()).collect();
        let found = solutions(&puzzle, 3);
        assert!(!found.is_empty(), "no solution with {}", kind.name);
        for solution in found {
            assert!(satisfiable(&formula, &mut units, solution.digits()), "{} loses a solution", kind.name);
            for _ in 0..8 {
                let mut digits = solution.digits().to_vec();
                for _ in 0..rng.usize(1..3) {
                    let cell =
                        touched.get(rng.usize(..touched.len().max(1))).copied().unwrap_or(Cell::new(0));
                    digits[cell.index()] = Digit::from_index(rng.usize(..puzzle.shape().digits()));
                }
                let holds = puzzle.is_solved_by(&Solution::new(digits.clone()));
                assert_eq!(satisfiable(&formula, &mut units, &digits), holds, "{}", kind.name);
            }
        }
    }
}

/// Unit propagation over the rows of an automaton removes all digits that are on no accepted word.
#[test]
fn automata_are_consistent() {
    let shape: Shape = "grid 4x4 digits 0-3 extra 4".parse().unwrap();
    let rules = [
        "skyscraper 2: r1c1 r1c2 r1c3 r1c4",
        "regex (0|[12])3*[^2]+: r1c1 r1c2 r1c3 r1c4",
        "chaos-count 0: r1c1 / v1 v2 v3",
        "distinct = 2: r1c1 r1c2 r1c3 r1c4",
        "sum-of a*b = 4: r1c1 r1c2 / r1c3 r1c4",
        "sandwich 2: r1c1 r1c2 r1c3 r1c4",
    ];
    let mut rng = Rng::with_seed(5);
    for rule in rules {
        let puzzle = Puzzle::bare(shape).with_rule(Rule::parse(rule, shape).unwrap());
        let constraints = puzzle.constraints();
        let (cells, relation) = (constraints[0].1.cells(), constraints[0].1.relation());
        let words: Vec<Vec<Option<Digit>>> = (0..4_usize.pow(4))
            .map(|word| (0..4).map(|at| Some(Digit::from_index(word >> (2 * at) & 3))).collect())
            .filter(|word: &Vec<Option<Digit>>| relation.holds(4, word))
            .collect();
        let formula = Formula::new(&puzzle).unwrap();
        let mut units = Units::new(&formula);
        for _ in 0..100 {
            let mark = units.mark();
            let mut gone = Vec::new();
            for _ in 0..rng.usize(1..9) {
                let (at, digit) = (rng.usize(..4), Digit::from_index(rng.usize(..4)));
                gone.push((at, Some(digit)));
            }
            let consistent =
                gone.iter().all(|&(at, digit)| units.assume(!formula.is(cells[at], digit.unwrap())));
            let left: Vec<&Vec<Option<Digit>>> =
                words.iter().filter(|word| gone.iter().all(|&(at, digit)| word[at] != digit)).collect();
            assert_eq!(consistent, !left.is_empty(), "{rule}: {gone:?}");
            for at in (0..4).filter(|_| consistent) {
                for digit in (0..4).map(Digit::from_index) {
                    let is_open = !units.is_true(!formula.is(cells[at], digit));
                    assert_eq!(is_open, left.iter().any(|word| word[at] == Some(digit)), "{rule}: {gone:?}");
                }
            }
            units.undo(mark);
        }
    }
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

/// Rows without assumptions may be added between a mark and the return to it.
#[test]
fn literals_that_need_no_assumption_stay_true() {
    use super::formula::Term;

    let formula = Formula::new(&Puzzle::new(Shape::CLASSIC)).unwrap();
    let mut units = Units::new(&formula);
    let is = |cell: usize, digit: usize| formula.is(Cell::new(cell), Digit::from_index(digit));
    let mark = units.mark();
    units.add(&[Term { weight: 1, atom: is(0, 0) }], 1);
    units.undo(mark);
    assert!(units.is_true(is(0, 0)) && units.is_true(!is(1, 0)));
    let mark = units.mark();
    assert!(units.assume(is(40, 4)));
    units.add(&[Term { weight: 1, atom: !is(40, 4) }], 1);
    assert!(units.is_violated() && !units.has_failed());
    units.undo(mark);
    units.catch_up();
    assert!(units.is_true(!is(40, 4)) && !units.has_failed());
}

/// A row that is added while another row is violated has the same effects later.
#[test]
fn rows_are_added_to_a_violated_state() {
    use super::formula::Term;

    let formula = Formula::new(&Puzzle::new(Shape::CLASSIC)).unwrap();
    let mut units = Units::new(&formula);
    let is = |cell: usize, digit: usize| formula.is(Cell::new(cell), Digit::from_index(digit));
    let terms = |atoms: [Atom; 2]| atoms.map(|atom| Term { weight: 1, atom });
    let mark = units.mark();
    assert!(units.assume(is(0, 0)));
    // The same digit twice in a row: the first one is a conflict before the second one is counted.
    let both = units.add(&terms([is(40, 4), is(41, 4)]), 2);
    assert!(units.is_violated());
    units.add(&terms([!is(41, 4), is(60, 7)]), 1);
    units.undo(mark);
    assert!(units.remove(both.unwrap()));
    units.catch_up();
    assert!(!units.has_failed() && !units.is_true(is(60, 7)));
    assert!(units.assume(is(41, 4)) && units.is_true(is(60, 7)));
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
