//! The puzzle of a request as clauses: the direct encoding, with pairs for "at most one". The program of
//! `bench/cadical` compiles this file; its tests run here.

use super::message::Request;

/// The variables and clauses of a puzzle. Each candidate that the clues allow has a variable. A literal is the number
/// of its variable, from 1, negative for "not".
pub(crate) struct Formula<'a> {
    request: &'a Request,
    /// The variable of each digit of each cell; 0 if it is not a candidate.
    variables: Vec<i32>,
    /// Cell and digit, from 1, of each variable.
    candidates: Vec<(usize, usize)>,
}

impl<'a> Formula<'a> {
    pub(crate) fn new(request: &'a Request) -> Self {
        let Request { digits, givens, houses, .. } = request;
        let mut is_open = vec![true; givens.len() * digits];
        for house in houses {
            for digit in house.iter().map(|&cell| givens[cell]).filter(|&digit| digit > 0) {
                house.iter().for_each(|cell| is_open[cell * digits + digit - 1] = false);
            }
        }
        let mut variables = vec![0; is_open.len()];
        let mut candidates = Vec::new();
        for (cell, _) in givens.iter().enumerate().filter(|&(_, &given)| given == 0) {
            for digit in (1..=*digits).filter(|digit| is_open[cell * digits + digit - 1]) {
                candidates.push((cell, digit));
                variables[cell * digits + digit - 1] = candidates.len() as i32;
            }
        }
        Self { request, variables, candidates }
    }

    /// Passes all clauses to `add`.
    pub(crate) fn clauses(&self, mut add: impl FnMut(&[i32])) {
        let Request { digits, givens, houses, .. } = self.request;
        let variable = |cell: usize, digit: usize| self.variables[cell * digits + digit - 1];
        let mut literals = Vec::new();
        for cell in (0..givens.len()).filter(|&cell| givens[cell] == 0) {
            literals.clear();
            literals
                .extend((1..=*digits).map(|digit| variable(cell, digit)).filter(|&variable| variable > 0));
            add(&literals);
            pairs(&literals, &mut add);
        }
        for house in houses {
            for digit in 1..=*digits {
                literals.clear();
                literals
                    .extend(house.iter().map(|&cell| variable(cell, digit)).filter(|&variable| variable > 0));
                match house.iter().filter(|&&cell| givens[cell] == digit).count() {
                    0 if house.len() >= *digits => add(&literals),
                    0 | 1 => {}
                    // Two equal clues.
                    _ => add(&[]),
                }
                pairs(&literals, &mut add);
            }
        }
    }

    /// The grid in which these variables are true.
    pub(crate) fn grid(&self, is_true: impl Fn(i32) -> bool) -> Vec<usize> {
        let mut grid = self.request.givens.clone();
        for (&(cell, digit), variable) in self.candidates.iter().zip(1..) {
            if is_true(variable) {
                grid[cell] = digit;
            }
        }
        grid
    }

    /// The clause that excludes a solution.
    pub(crate) fn block(&self, grid: &[usize]) -> Vec<i32> {
        let held = self.candidates.iter().zip(1..).filter(|&(&(cell, digit), _)| grid[cell] == digit);
        held.map(|(_, variable): (_, i32)| -variable).collect()
    }
}

/// Adds clauses for at most one of some literals.
fn pairs(literals: &[i32], add: &mut impl FnMut(&[i32])) {
    for (place, first) in literals.iter().enumerate() {
        literals[place + 1..].iter().for_each(|second| add(&[-first, -second]));
    }
}

#[cfg(test)]
mod tests {
    use super::super::message::Request;
    use super::Formula;
    use std::time::Duration;

    /// A latin square of order 2 or 3 with some clues.
    fn latin(givens: &[usize]) -> Request {
        let digits = givens.len().isqrt();
        let row = |row| (0..digits).map(|column| row * digits + column).collect();
        let column = |column| (0..digits).map(|row| row * digits + column).collect();
        let houses = (0..digits).map(row).chain((0..digits).map(column)).collect();
        Request { wanted: 1, longest: Duration::MAX, digits, givens: givens.to_vec(), houses }
    }

    fn clauses(formula: &Formula<'_>) -> Vec<Vec<i32>> {
        let mut clauses = Vec::new();
        formula.clauses(|clause| clauses.push(clause.to_vec()));
        clauses
    }

    /// All solutions, by trying all assignments.
    fn models(request: &Request) -> Vec<Vec<usize>> {
        let formula = Formula::new(request);
        let clauses = clauses(&formula);
        let is_true = |model: u32, literal: i32| (model >> (literal.abs() - 1) & 1 == 1) == (literal > 0);
        let holds =
            |model: u32| clauses.iter().all(|clause| clause.iter().any(|&literal| is_true(model, literal)));
        let models = (0..1 << formula.candidates.len()).filter(|&model| holds(model));
        models.map(|model| formula.grid(|variable| is_true(model, variable))).collect()
    }

    #[test]
    fn clues_leave_the_other_candidates() {
        let request = latin(&[1, 0, 0, 0]);
        let formula = Formula::new(&request);
        assert_eq!(formula.candidates, [(1, 2), (2, 2), (3, 1), (3, 2)]);
        let mut all = clauses(&formula);
        all.sort();
        all.dedup();
        assert_eq!(
            all,
            [
                vec![-3, -4],
                vec![-2, -4],
                vec![-1, -4],
                vec![1],
                vec![1, 4],
                vec![2],
                vec![2, 4],
                vec![3],
                vec![3, 4]
            ]
        );
        assert_eq!(formula.block(&[1, 2, 2, 1]), [-1, -2, -3]);
    }

    #[test]
    fn models_are_the_solutions() {
        assert_eq!(models(&latin(&[1, 0, 0, 0])), [[1, 2, 2, 1]]);
        assert_eq!(models(&latin(&[0; 4])).len(), 2);
        assert_eq!(models(&latin(&[1, 0, 0, 0, 0, 0, 0, 0, 0])).len(), 4);
        assert_eq!(models(&latin(&[1, 2, 3, 0, 0, 0, 0, 0, 0])).len(), 2);
        // These three puzzles have a cell without a candidate, a digit without a place, and two equal clues,
        // respectively.
        assert!(models(&latin(&[1, 0, 0, 2])).is_empty());
        assert!(models(&latin(&[1, 0, 0, 0, 0, 2, 0, 0, 3])).is_empty());
        assert!(models(&latin(&[1, 1, 0, 0])).is_empty());
    }

    #[test]
    fn a_house_with_fewer_cells_need_not_have_all_digits() {
        let houses = vec![vec![0, 1]];
        let request = Request { wanted: 1, longest: Duration::MAX, digits: 3, givens: vec![0, 1], houses };
        assert_eq!(models(&request), [[2, 1], [3, 1]]);
    }
}
