//! Constraints that follow from houses and sums together.
//!
//! A house that takes every digit has a known sum. The sum of several disjoint houses, minus the cages inside of
//! them, gives the sum of the innies; cages that stick out give the sum of the outies. If two sets of equally many
//! houses overlap, the cells that only one set has hold the same digits as the cells that only the other set has. These
//! constraints remove no solution. With them, propagation removes values that no single constraint of the puzzle
//! excludes.

use std::collections::BTreeSet;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::csp::differ::{Differ, Rows};
use crate::csp::domain::Var;
use crate::csp::propagators::{Pair, PairTable};

/// A known weighted sum of variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Equation {
    /// The variables with their coefficients.
    pub terms: Vec<(Var, i32)>,
    /// The sum of the digits times the coefficients.
    pub constant: i64,
}

/// A sum that follows from some houses and equations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImpliedSum {
    /// The houses, by their positions in the list.
    pub houses: Vec<usize>,
    /// The equations, by their positions in the list.
    pub equations: Vec<usize>,
    /// The implied sum.
    pub sum: Equation,
}

/// Two lists of variables that have the same digits equally often, because some houses overlap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leftovers {
    /// The houses, by their positions in the list. The first half overlaps the second half.
    pub houses: Vec<usize>,
    /// The variables that are only in the first half, and the variables that are only in the second half.
    pub lists: [Vec<Var>; 2],
}

/// The largest number of houses that are combined. Four houses of nine give the same sums as the other five.
const MOST_HOUSES: usize = 4;

/// Lists the implied sums of at most `most` variables. Each house takes every digit, and `total` is the sum of the
/// digits.
pub fn sums(houses: &[&[Var]], total: i64, equations: &[Equation], most: usize) -> Vec<ImpliedSum> {
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    // Large equations first, because they cancel the most variables.
    let mut order: Vec<usize> = (0..equations.len()).collect();
    order.sort_by_key(|&i| std::cmp::Reverse(equations[i].terms.len()));
    let variables = houses
        .iter()
        .flat_map(|house| house.iter())
        .chain(equations.iter().flat_map(|equation| equation.terms.iter().map(|(var, _)| var)));
    let mut left = vec![0_i32; variables.map(|var| var.index() + 1).max().unwrap_or(0)];
    let (mut support, mut used) = (Vec::new(), Vec::new());
    for run in runs(houses, left.len()) {
        support.clear();
        used.clear();
        support.extend(run.clone().flat_map(|house| houses[house].iter().copied()));
        support.iter().for_each(|var: &Var| left[var.index()] = 1);
        let mut constant = run.clone().map(|_| total).sum::<i64>();
        // The number of remaining variables.
        let mut count = support.len() as i32;
        for &i in &order {
            let Equation { terms, constant: known } = &equations[i];
            let gain = |&(var, by): &(Var, i32)| match left[var.index()] {
                0 => -1,
                old if old == by => 1,
                _ => 0,
            };
            let gain = terms.iter().map(gain).sum::<i32>();
            if gain > 0 {
                for &(var, by) in terms {
                    left[var.index()] -= by;
                    support.push(var);
                }
                count -= gain;
                constant -= known;
                used.push(i);
            }
        }
        if used.is_empty() || count == 0 || count as usize > most {
            support.iter().for_each(|var| left[var.index()] = 0);
            continue;
        }
        support.sort_unstable();
        support.dedup();
        let terms: Vec<(Var, i32)> = support
            .iter()
            .map(|&var| (var, std::mem::take(&mut left[var.index()])))
            .filter(|&(_, by)| by != 0)
            .collect();
        if seen.insert(terms.clone()) {
            let sum = Equation { terms, constant };
            found.push(ImpliedSum { houses: run.collect(), equations: used.clone(), sum });
        }
    }
    found
}

/// Lists pairs of lists of at most `most` variables that have the same digits. Each house takes every digit.
pub fn leftovers(houses: &[&[Var]], most: usize) -> Vec<Leftovers> {
    let mut found: Vec<Leftovers> = Vec::new();
    let mut seen = BTreeSet::new();
    let variables =
        houses.iter().flat_map(|house| house.iter()).map(|var| var.index() + 1).max().unwrap_or(0);
    let families = families(houses, variables);
    let mut inside = vec![false; variables];
    let rows = Rows::new(houses);
    let mut of_run = vec![0; rows.words()];
    for run in runs(houses, variables) {
        of_run.fill(0);
        for house in run.clone() {
            of_run.iter_mut().zip(rows.row(house)).for_each(|(all, row)| *all |= row);
        }
        for family in families.iter().filter(|family| !family.contains(&run.start)) {
            let within = |&house: &usize| {
                let common = of_run.iter().zip(rows.row(house)).map(|(run, row)| (run & row).count_ones());
                common.sum::<u32>() as usize * 2 > houses[house].len()
            };
            if family.clone().filter(within).count() != run.len() {
                continue;
            }
            for house in run.clone() {
                for var in houses[house] {
                    inside[var.index()] = true;
                }
            }
            let others: Vec<usize> = family.clone().filter(within).collect();
            // Removes common variables from `inside`. Variables that are only in the other houses are the second
            // list.
            let mut second = Vec::new();
            for &house in &others {
                for &var in houses[house] {
                    if !std::mem::take(&mut inside[var.index()]) {
                        second.push(var);
                    }
                }
            }
            let mut first = Vec::new();
            for house in run.clone() {
                let alone = houses[house].iter().filter(|var| std::mem::take(&mut inside[var.index()]));
                first.extend(alone.copied());
            }
            first.sort_unstable();
            second.sort_unstable();
            let is_useful = !first.is_empty() && first.len() <= most;
            if is_useful && first.len() == second.len() && seen.insert((first.clone(), second.clone())) {
                let houses = run.clone().chain(others).collect();
                found.push(Leftovers { houses, lists: [first, second] });
            }
        }
    }
    found
}

/// Lists sets of three or more variables in which all pairs differ and have the same symmetric relation. The set of
/// their digits must satisfy the relation as a whole.
pub fn cliques(pairs: &[Pair], differ: &Differ, digits: usize) -> Vec<(Vec<Var>, Arc<PairTable>)> {
    let mut found = Vec::new();
    // The pairs of each table, in order of the tables.
    let mut places = FxHashMap::default();
    let mut groups: Vec<Vec<&Pair>> = Vec::new();
    for pair in pairs {
        let place = *places.entry(Arc::as_ptr(&pair.table)).or_insert(groups.len());
        match groups.get_mut(place) {
            Some(group) => group.push(pair),
            None => groups.push(vec![pair]),
        }
    }
    // Three variables have three pairs.
    for same in groups.iter().filter(|group| group.len() >= 3) {
        let table = &same[0].table;
        if **table != table.transposed() {
            continue;
        }
        let mut vars: Vec<Var> = same.iter().flat_map(|pair| [pair.first, pair.second]).collect();
        vars.sort_unstable();
        vars.dedup();
        let mut related = Differ::new(vars.last().map_or(0, |var| var.index() + 1));
        for pair in same.iter().filter(|pair| differ.contains(pair.first, pair.second)) {
            related.add(&[pair.first, pair.second]);
        }
        let sets = related.cliques(&vars, digits).into_iter().filter(|set| set.len() > 2);
        found.extend(sets.map(|set| (set.into_iter().map(|at| vars[at]).collect(), Arc::clone(table))));
    }
    found
}

/// The longest ranges of consecutive houses in the list that share no variable: rows, columns, boxes.
fn families(houses: &[&[Var]], variables: usize) -> Vec<std::ops::Range<usize>> {
    let mut owner = vec![usize::MAX; variables];
    let mut found: Vec<std::ops::Range<usize>> = Vec::new();
    let mut start = 0;
    for (house, vars) in houses.iter().enumerate() {
        // Owners from an earlier family are ignored.
        if vars.iter().any(|var| owner[var.index()] != usize::MAX && owner[var.index()] >= start) {
            found.push(start..house);
            start = house;
        }
        for var in *vars {
            owner[var.index()] = house;
        }
    }
    found.push(start..houses.len());
    found.retain(|family| !family.is_empty());
    found
}

/// The ranges of at most [`MOST_HOUSES`] houses within a family.
fn runs(houses: &[&[Var]], variables: usize) -> Vec<std::ops::Range<usize>> {
    let mut found = Vec::new();
    for family in families(houses, variables) {
        for length in 1..=MOST_HOUSES.min(family.len()) {
            found.extend((family.start..=family.end - length).map(|start| start..start + length));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{Equation, leftovers, sums};
    use crate::csp::domain::Var;

    fn vars(indices: &[usize]) -> Vec<Var> {
        indices.iter().copied().map(Var::new).collect()
    }

    #[test]
    fn innies_and_outies() {
        // Two rows of four, and a third one below.
        let rows: Vec<Vec<Var>> =
            (0..3).map(|row| (0..4).map(|col| Var::new(row * 4 + col)).collect()).collect();
        let houses: Vec<&[Var]> = rows.iter().map(|row| &**row).collect();
        let cage = |indices: &[usize], constant| Equation {
            terms: vars(indices).into_iter().map(|var| (var, 1)).collect(),
            constant,
        };
        let equations = [cage(&[0, 1, 4], 6), cage(&[2, 3, 7, 11], 9)];
        assert!(sums(&houses, 10, &equations, 2).iter().all(|found| found.sum.terms.len() <= 2));
        let all = sums(&houses, 10, &equations, 3);
        let two_rows = all.iter().find(|found| found.houses == [0, 1]).expect("found");
        let expected = vec![(Var::new(5), 1), (Var::new(6), 1), (Var::new(11), -1)];
        assert_eq!(two_rows.sum, Equation { terms: expected, constant: 5 });
        assert_eq!(two_rows.equations, [1, 0]);
    }

    #[test]
    fn overlapping_houses() {
        let houses = [vars(&[0, 1, 2, 3]), vars(&[4, 5, 6, 7]), vars(&[0, 1, 2, 6]), vars(&[3, 4, 5, 7])];
        let houses: Vec<&[Var]> = houses.iter().map(|house| &**house).collect();
        let found = leftovers(&houses, 4);
        assert_eq!((&found[0].houses[..], &found[0].lists), (&[0, 2][..], &[vars(&[3]), vars(&[6])]));
        // Both rows and both regions cover the same cells: nothing is left.
        assert!(found.iter().all(|found| found.houses.len() == 2));
    }
}
