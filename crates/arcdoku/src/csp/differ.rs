//! Pairs of variables that always take different digits.

use crate::csp::domain::Var;
use crate::grid::Bits;

/// Pairs of variables that take different digits in every solution, because of a common all-different set or a
/// relation that no two equal digits satisfy.
///
/// Such pairs give stronger bounds on sums: three cells of a row add up to at least 6, not 3.
#[derive(Clone, Debug, Default)]
pub struct Differ {
    words: usize,
    /// A row of bits for each variable.
    rows: Vec<u64>,
}

impl Differ {
    /// Creates an empty set of pairs of `variables` variables.
    pub fn new(variables: usize) -> Self {
        let words = variables.div_ceil(64);
        Self { words, rows: vec![0; variables * words] }
    }

    /// Adds all pairs of these variables. A variable does not differ from itself.
    pub fn add(&mut self, vars: &[Var]) {
        if let &[a, b] = vars {
            self.insert(a, b);
            self.insert(b, a);
            return;
        }
        let mut all = vec![0; self.words];
        for var in vars {
            all[var.index() / 64] |= 1 << (var.index() % 64);
        }
        for var in vars {
            let row = &mut self.rows[var.index() * self.words..][..self.words];
            row.iter_mut().zip(&all).for_each(|(word, bits)| *word |= bits);
            row[var.index() / 64] &= !(1 << (var.index() % 64));
        }
    }

    fn insert(&mut self, a: Var, b: Var) {
        if a != b {
            self.rows[a.index() * self.words + b.index() / 64] |= 1 << (b.index() % 64);
        }
    }

    /// The variables that differ from `var`, as bits, 64 per word. Empty for an unknown variable.
    pub(super) fn row(&self, var: Var) -> &[u64] {
        self.rows.get(var.index() * self.words..(var.index() + 1) * self.words).unwrap_or(&[])
    }

    /// Whether two variables always differ. For unknown variables, the result is false.
    pub fn contains(&self, a: Var, b: Var) -> bool {
        let (word, bit) = (b.index() / 64, b.index() % 64);
        let row = self.rows.get(a.index() * self.words..(a.index() + 1) * self.words);
        row.and_then(|row| row.get(word)).is_some_and(|row| row >> bit & 1 == 1)
    }

    /// Whether all these variables differ from each other.
    pub fn is_clique(&self, vars: &[Var]) -> bool {
        vars.iter().enumerate().all(|(i, &a)| vars[..i].iter().all(|&b| self.contains(a, b)))
    }

    /// Divides variables into sets of at most `most` members that all differ from each other, and returns their
    /// positions. It repeatedly takes a large such set from the remaining variables. Finding the largest sets would
    /// take too long.
    pub(crate) fn cliques(&self, vars: &[Var], most: usize) -> Vec<Vec<usize>> {
        let mut found = Vec::new();
        for (chunk, vars) in vars.chunks(128).enumerate() {
            let row = |&a: &Var| {
                let differs = |(i, &b): (usize, &Var)| u128::from(self.contains(a, b)) << i;
                vars.iter().enumerate().map(differs).fold(0, |row, bit| row | bit)
            };
            let rows: Vec<u128> = vars.iter().map(row).collect();
            let mut left = u128::MAX >> (128 - vars.len());
            while left != 0 {
                let mut best = 0_u128;
                for seed in Bits(left) {
                    let grown = grow(seed, left, &rows, most);
                    if grown.count_ones() > best.count_ones() {
                        best = grown;
                    }
                }
                left &= !best;
                found.push(Bits(best).map(|i| chunk * 128 + i).collect());
            }
        }
        found
    }

    /// The variables that differ from `var`.
    pub fn of(&self, var: Var) -> impl Iterator<Item = Var> {
        let words = self.row(var).iter().enumerate();
        words.flat_map(|(i, &word)| Bits(word).map(move |bit| Var::new(i * 64 + bit)))
    }
}

/// Rows of bits, 64 per word, of the variables of each house.
pub(super) struct Rows {
    words: usize,
    bits: Vec<u64>,
}

impl Rows {
    pub(super) fn new(houses: &[&[Var]]) -> Self {
        let last = houses.iter().flat_map(|house| house.iter()).map(|var| var.index()).max();
        let words = last.map_or(0, |last| last / 64 + 1);
        let mut bits = vec![0; words * houses.len()];
        for (i, house) in houses.iter().enumerate() {
            house.iter().for_each(|var| bits[i * words + var.index() / 64] |= 1 << (var.index() % 64));
        }
        Self { words, bits }
    }

    pub(super) fn words(&self) -> usize {
        self.words
    }

    /// The variables of a house.
    pub(super) fn row(&self, house: usize) -> &[u64] {
        &self.bits[house * self.words..(house + 1) * self.words]
    }
}

/// A set of positions around `seed` that all differ. The next member is always the candidate that differs from the
/// largest number of other candidates. This separates rows from boxes.
fn grow(seed: usize, among: u128, rows: &[u128], most: usize) -> u128 {
    let (mut members, mut candidates) = (1_u128 << seed, rows[seed] & among);
    for _ in 1..most {
        let mut next = None;
        for position in Bits(candidates) {
            let common = (rows[position] & candidates).count_ones();
            if next.is_none_or(|(_, best)| common > best) {
                next = Some((position, common));
            }
        }
        let Some((next, _)) = next else { break };
        members |= 1 << next;
        candidates &= rows[next];
    }
    members
}

#[cfg(test)]
mod tests {
    use super::Differ;
    use crate::csp::domain::Var;

    #[test]
    fn cliques_of_a_diagonal() {
        // Rows and boxes of a 4x4 grid, and the cells of a diagonal and its neighbors.
        let var = |row: usize, col: usize| Var::new(row * 4 + col);
        let mut differ = Differ::new(16);
        for i in 0..4 {
            differ.add(&[0, 1, 2, 3].map(|col| var(i, col)));
            differ.add(&[(0, 0), (0, 1), (1, 0), (1, 1)].map(|(r, c)| var(i / 2 * 2 + r, i % 2 * 2 + c)));
        }
        let diagonal = [0, 1, 2, 3].map(|i| var(i, i));
        assert_eq!(differ.cliques(&diagonal, 9), [vec![0, 1], vec![2, 3]]);
        assert!(differ.is_clique(&diagonal[..2]) && !differ.is_clique(&diagonal[..3]));
        assert!(!differ.contains(var(0, 0), var(0, 0)) && !differ.contains(var(0, 0), Var::new(99)));
        assert_eq!(differ.of(var(0, 0)).count(), 5);
        assert_eq!(differ.cliques(&[var(0, 0), var(0, 0)], 9).len(), 2);
    }
}
