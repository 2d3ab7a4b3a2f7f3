//! Numbers unknown regions in another order for the search.
//!
//! The rule `chaos` numbers regions in the order of their first cells, so the number of a cell in the last rows depends
//! on all regions above. If no rule depends on the numbers themselves, the search exchanges them: three cells that are
//! too far apart for a common region get the numbers 1, 2 and 3. (The Interactive Sudoku Solver, by S. Sigley, does
//! this, too.) The regions of solutions are then numbered again.

use crate::grid::{Cell, Digit, DigitSet};
use crate::puzzle::relation::Relation;
use crate::puzzle::{Constraint, Outcome, Puzzle, Rule, Solution};

/// The largest number of labels: [`apart`] tests all sets of three.
const MOST_LABELS: usize = 256;

/// A puzzle whose regions are numbered in another order.
pub(super) struct Renumbered {
    pub(super) puzzle: Puzzle,
    /// The labels of the cells of the grid.
    labels: Vec<Cell>,
}

impl Renumbered {
    /// Returns the puzzle with other numbers of regions. `None` if it has no unknown regions, or a rule that depends on
    /// their numbers, or if the grid has no three cells that are far enough apart.
    pub(super) fn of(puzzle: &Puzzle) -> Option<Self> {
        let shape = puzzle.shape();
        let is_chaos = |rule: &Rule| rule.name() == "chaos";
        let place = puzzle.rules().iter().position(is_chaos)?;
        let constraints = puzzle.constraints();
        let (_, areas) = constraints.iter().find(|(rule, constraint)| {
            *rule == place
                && matches!(constraint.relation(), Relation::Areas(areas) if areas.first.is_empty())
        })?;
        let Relation::Areas(relation) = areas.relation() else { return None };
        let labels = areas.cells().to_vec();
        if labels.len() > MOST_LABELS {
            return None;
        }
        let is_label = |cell: &Cell| cell.index() >= shape.grid_cells() && labels.contains(cell);
        let all = DigitSet::all(shape.digits());
        if !labels.iter().all(|label| is_label(label) && puzzle.admissible(*label) == all) {
            return None;
        }
        let mut others = constraints.iter().filter(|(rule, _)| *rule != place);
        if !others.all(|(rule, constraint)| permits_exchange(&puzzle.rules()[*rule], constraint, is_label)) {
            return None;
        }
        let first = apart(labels.len(), shape.columns(), relation.size.into())?;
        let first = first.map(|at| shape.name(labels[at]).to_string()).join(" ");
        let mut rules = puzzle.rules().to_vec();
        rules[place] = format!("{} / {first}", rules[place]).parse().ok()?;
        let mut other = Puzzle::bare(shape).try_with_rules(rules).ok()?;
        other.set_givens(puzzle.givens());
        Some(Self { puzzle: other, labels })
    }

    /// Numbers the regions of the solutions in the order of their first cells.
    pub(super) fn restore(&self, outcome: &mut Outcome) {
        let each = match outcome {
            Outcome::Unique(solution) | Outcome::Solved(solution) => [Some(solution), None],
            Outcome::Multiple(first, second) => [Some(first), Some(second)],
            Outcome::Unknown { found, .. } => [found.as_mut(), None],
            Outcome::Unsatisfiable(_) => [None, None],
        };
        for solution in each.into_iter().flatten() {
            let mut digits = solution.digits().to_vec();
            let mut seen: Vec<Digit> = Vec::new();
            for label in &self.labels {
                let digit = &mut digits[label.index()];
                let known = seen.iter().position(|other| other == digit);
                let number = known.unwrap_or_else(|| {
                    seen.push(*digit);
                    seen.len() - 1
                });
                *digit = Digit::from_index(number);
            }
            *solution = Solution::new(digits);
        }
    }
}

/// Whether a constraint certainly still holds after an exchange of labels.
fn permits_exchange(rule: &Rule, constraint: &Constraint, is_label: impl Fn(&Cell) -> bool) -> bool {
    let cells = constraint.cells();
    let labels = cells.iter().filter(|cell| is_label(cell)).count();
    let is_first = cells.first().is_some_and(is_label);
    let all_but_first = !is_first && labels + 1 == cells.len();
    labels == 0
        || match constraint.relation() {
            Relation::AllDifferent | Relation::SameDigits { .. } => labels == cells.len(),
            Relation::Distinct { .. } => all_but_first,
            Relation::Automaton(_) => matches!(rule.name(), "chaos-arrow" | "chaos-count") && all_but_first,
            _ => false,
        }
}

/// Three of `count` cells of a grid such that no connected area of `size` cells has two of them, as far apart as
/// possible.
fn apart(count: usize, columns: usize, size: usize) -> Option<[usize; 3]> {
    let distance =
        |a: usize, b: usize| (a / columns).abs_diff(b / columns) + (a % columns).abs_diff(b % columns);
    let mut best: Option<((usize, usize), [usize; 3])> = None;
    for b in (0..count).rev() {
        for a in (0..b).filter(|&a| distance(a, b) >= size) {
            for c in (b + 1..count).filter(|&c| distance(b, c) >= size) {
                let sides = [distance(a, b), distance(b, c), distance(a, c)];
                let score = (sides.into_iter().min()?, sides.into_iter().sum());
                if score.0 >= size && best.is_none_or(|(most, _)| score > most) {
                    best = Some((score, [a, b, c]));
                }
            }
        }
    }
    best.map(|(_, cells)| cells)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::ops::ControlFlow;

    use super::{Renumbered, apart};
    use crate::grid::{Cell, Digit, Shape};
    use crate::puzzle::{Limits, Outcome, Puzzle, Rule};
    use crate::search::{SearchEnd, Strategy};
    use crate::solve::{Question, Solver};

    #[test]
    fn three_cells_apart() {
        assert_eq!(apart(9, 3, 5), None);
        assert_eq!(apart(81, 9, 9), Some([2, 62, 72]));
        let cells = apart(16, 4, 4).unwrap();
        let place = |at: usize| (at / 4, at % 4);
        for (a, b) in [(0, 1), (0, 2), (1, 2)].map(|(a, b)| (place(cells[a]), place(cells[b]))) {
            assert!(a.0.abs_diff(b.0) + a.1.abs_diff(b.1) >= 4);
        }
    }

    fn puzzle(rules: &[&str]) -> Puzzle {
        let shape = Shape::latin(4).and_then(|shape| shape.with_extra(16)).unwrap();
        let labels: String = (1..=16).map(|label| format!(" v{label}")).collect();
        let mut puzzle = Puzzle::bare(shape).with_rule(Rule::Rows).with_rule(Rule::Columns);
        puzzle = puzzle.with_rule(format!("chaos 4:{labels}").parse::<Rule>().unwrap());
        rules.iter().fold(puzzle, |puzzle, rule| puzzle.with_rule(rule.parse::<Rule>().unwrap()))
    }

    #[test]
    fn solutions_are_numbered_back() {
        let arrow = "chaos-arrow 0: r1c1 / v1 v2 v3 v4";
        for rules in
            [&["chaos-count 0: r2c2 / v6 v5 v7 v2 v10", arrow][..], &["all-different: v1 v16", arrow]]
        {
            let puzzle = puzzle(rules);
            assert!(Renumbered::of(&puzzle).is_some());
            let found = Solver::new().ask(Question::Unique, &puzzle, &Limits::NONE);
            let Outcome::Multiple(one, other) = &found.outcome else { panic!("several solutions") };
            assert!(one != other && puzzle.is_solved_by(one) && puzzle.is_solved_by(other));
            let all = |puzzle: &Puzzle, restore: &dyn Fn(&mut Outcome)| {
                let mut found = BTreeSet::new();
                let solver = &mut Solver::with_strategy(Strategy::default());
                let (end, _) = solver.solutions(puzzle, &Limits::NONE, |solution| {
                    let mut outcome = Outcome::Solved(solution);
                    restore(&mut outcome);
                    assert!(found.insert(outcome.solution().unwrap().clone()), "once");
                    ControlFlow::Continue(())
                });
                assert_eq!(end, SearchEnd::Complete);
                found
            };
            let renumbered = Renumbered::of(&puzzle).unwrap();
            let restored = all(&renumbered.puzzle, &|outcome| renumbered.restore(outcome));
            assert_eq!(restored, all(&puzzle, &|_| {}));
        }
    }

    #[test]
    fn numbers_that_matter_are_kept() {
        for rule in ["sum = 3: v1 v16", "sum = 5: r1c1 v1", "thermo: v1 v2"] {
            assert!(Renumbered::of(&puzzle(&[rule])).is_none(), "{rule}");
        }
        let mut puzzle = puzzle(&[]);
        assert!(Renumbered::of(&puzzle).is_some());
        puzzle.set(Cell::new(20), Some(Digit::from_index(1)));
        assert!(Renumbered::of(&puzzle).is_none());
    }

    #[test]
    fn labels_that_come_first() {
        let labels: String = (1..=16).map(|label| format!(" v{label}")).collect();
        let shape = Shape::latin(4).and_then(|shape| shape.with_extra(16)).unwrap();
        let parse = |first: &str| Rule::parse(&format!("chaos 4:{labels} / {first}"), shape);
        for first in ["v3 v3", "v3 r1c1"] {
            let error = parse(first).unwrap_err().to_string();
            assert!(error.contains("labels of the first list, each once"), "{error}");
        }
        let rule = parse("v16 v4").unwrap();
        // The rows are regions with these numbers.
        let holds = |numbers: [usize; 4]| {
            let digits = (0..16).map(|cell| cell % 4).chain((0..16).map(|label| numbers[label / 4]));
            rule.holds(shape, &digits.map(|digit| Some(Digit::from_index(digit))).collect::<Vec<_>>())
        };
        assert!(holds([1, 2, 3, 0]));
        assert!(!holds([0, 1, 2, 3]) && !holds([2, 1, 3, 0]));
    }
}
