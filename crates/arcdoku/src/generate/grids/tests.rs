//! Statistics of random grids, by chi-square tests at a significance of one in ten thousand. Seeds are fixed: a
//! test that passes once always passes.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use fastrand::Rng;

use super::super::census::{band_classes, smallest};
use super::Grids;
use super::uniform::draw as classic;
use crate::grid::{Cell, Digit, Shape};
use crate::puzzle::{Limits, Puzzle, Solution};
use crate::solve::Solver;
use crate::testing::runs_all_cases;

/// Compares counts with their expected shares of the sum. Bins with an expected count below five are merged.
fn chi_square(bins: impl IntoIterator<Item = (u64, f64)>) {
    let bins: Vec<(u64, f64)> = bins.into_iter().collect();
    let (total, whole) = bins.iter().fold((0, 0.0), |(n, s), (count, share)| (n + count, s + share));
    let (mut sum, mut free, mut rest) = (0.0, -1.0, (0.0, 0.0));
    let mut add = |count: f64, expected: f64| {
        sum += (count - expected).powi(2) / expected;
        free += 1.0;
    };
    for (count, share) in bins {
        let expected = share / whole * total as f64;
        if expected < 5.0 {
            rest = (rest.0 + count as f64, rest.1 + expected);
        } else {
            add(count as f64, expected);
        }
    }
    if rest.1 >= 5.0 {
        add(rest.0, rest.1);
    }
    // The quantile by E. B. Wilson and M. M. Hilferty (1931).
    let part = 2.0 / (9.0 * free);
    let limit = free * (1.0_f64 - part + 3.719 * f64::sqrt(part)).powi(3);
    assert!(
        free >= 1.0 && sum < limit,
        "chi-square {sum:.1} with {free} degrees of freedom, at most {limit:.1}"
    );
}

/// Tests counts of bins that should all be equally likely.
fn level(counts: &[u64]) {
    chi_square(counts.iter().map(|&count| (count, 1.0)));
}

/// The frequencies of the classes of bands and stacks match the numbers of grids with them.
#[test]
fn band_classes_have_the_expected_frequencies() {
    let classes = band_classes();
    // The values of `completions` for each class, which take a minute. The sum is the known number of grids.
    let completions: Vec<u64> =
        include_str!("completions.txt").split_ascii_whitespace().map(|word| word.parse().unwrap()).collect();
    let grids: Vec<u128> = classes
        .iter()
        .zip(&completions)
        .map(|(class, &below)| u128::from(class.fillings()) * u128::from(below))
        .collect();
    assert_eq!((completions.len(), grids.iter().sum()), (416, 6_670_903_752_021_072_936_960_u128));
    let mut counts: BTreeMap<_, u64> = classes.iter().map(|class| (class.band, 0)).collect();
    let mut rng = Rng::with_seed(1);
    for draw in 0..60_000 {
        let grid = classic(&mut rng);
        let band = draw / 2 % 3;
        let at =
            |r: usize, c: usize| if draw % 2 == 0 { 9 * (3 * band + r) + c } else { 9 * c + 3 * band + r };
        let band = std::array::from_fn(|r| std::array::from_fn(|c| grid[at(r, c)] - 1));
        *counts.get_mut(&smallest(&band)).unwrap() += 1;
    }
    chi_square(classes.iter().zip(&grids).map(|(class, &grids)| (counts[&class.band], grids as f64)));
}

/// The positions of the digits of the first row in other boxes are uniform, by symmetry.
#[test]
fn digits_are_uniform_in_every_cell() {
    let mut rng = Rng::with_seed(2);
    let mut digits = [0; 9];
    // For each column of a digit in box 1, the counts of its places in box 2 (rows 2 and 3), in box 5 and in box 9.
    let (mut second, mut fifth, mut ninth) = ([[0; 6]; 3], [[0; 9]; 3], [[0; 9]; 3]);
    for _ in 0..50_000 {
        let grid = classic(&mut rng);
        digits[usize::from(grid[rng.usize(..81)]) - 1] += 1;
        for col in 0..3 {
            let place = |top: usize, left: usize| {
                (0..9).find(|at| grid[9 * (top + at / 3) + left + at % 3] == grid[col]).unwrap()
            };
            second[col][place(0, 3) - 3] += 1;
            fifth[col][place(3, 3)] += 1;
            ninth[col][place(6, 6)] += 1;
        }
    }
    level(&digits);
    for col in 0..3 {
        level(&second[col]);
        level(&fifth[col]);
        level(&ninth[col]);
    }
}

/// All grids of a shape whose first box is in order.
fn all(shape: Shape) -> Vec<Solution> {
    let mut puzzle = Puzzle::new(shape);
    for (index, cell) in shape.box_cells(0).enumerate() {
        puzzle.set(cell, Some(Digit::from_index(index)));
    }
    let mut grids = Vec::new();
    Solver::new().solutions(&puzzle, &Limits::NONE, |grid| {
        grids.push(grid);
        ControlFlow::Continue(())
    });
    grids.sort_unstable_by(|one, other| one.digits().cmp(other.digits()));
    grids
}

/// A grid with its digits renamed so that the first box is in order.
fn renamed(shape: Shape, grid: &Solution) -> Solution {
    let mut names = vec![Digit::from_index(0); shape.digits()];
    for (index, cell) in shape.box_cells(0).enumerate() {
        names[grid.at(cell).index()] = Digit::from_index(index);
    }
    Solution::new(grid.digits().iter().map(|digit| names[digit.index()]).collect::<Vec<_>>())
}

/// Tests the frequencies of all 288 grids of 4x4.
#[test]
fn small_grids_are_equally_likely() {
    let shape = Shape::boxes(2, 2).unwrap();
    let mut counts: BTreeMap<Vec<usize>, u64> = BTreeMap::new();
    for seed in 0..14_400 {
        let grid = Grids::of(shape).unwrap().grid(seed);
        *counts.entry(grid.digits().iter().map(|digit| digit.index()).collect()).or_default() += 1;
    }
    assert_eq!((counts.len(), all(shape).len()), (288, 12));
    level(&counts.into_values().collect::<Vec<_>>());
}

/// Tests random grids of 6x6, of which there are 28,200,960. The grids whose first box is in order, each of which
/// represents 720, are counted in 97 bins by their number; and grids are counted by the number of pairs of digits
/// that are exchanged between two rows of a band or two columns of a stack.
#[test]
fn medium_grids_are_equally_likely() {
    for (rows, cols) in [(2, 3), (3, 2)] {
        let shape = Shape::boxes(rows, cols).unwrap();
        let grids = all(shape);
        assert_eq!(grids.len() * 720, 28_200_960);
        let place = |grid: &Solution| grids.binary_search_by_key(&grid.digits(), Solution::digits).unwrap();
        let mut bins = [0; 97];
        let mut pairs: BTreeMap<usize, (u64, f64)> = BTreeMap::new();
        for grid in &grids {
            pairs.entry(exchanges(shape, grid)).or_default().1 += 1.0;
        }
        for seed in 0..if runs_all_cases() { 4000 } else { 2000 } {
            let grid = Grids::of(shape).unwrap().grid(seed);
            bins[place(&renamed(shape, &grid)) % 97] += 1;
            pairs.get_mut(&exchanges(shape, &grid)).unwrap().0 += 1;
        }
        chi_square(
            bins.iter().enumerate().map(|(bin, &count)| (count, (grids.len() - bin).div_ceil(97) as f64)),
        );
        chi_square(pairs.into_values());
    }
}

/// The number of pairs of digits that are at opposite corners of a rectangle, in two rows and two columns.
fn exchanges(shape: Shape, grid: &Solution) -> usize {
    let n = shape.digits();
    let at = |row: usize, col: usize| grid.at(Cell::new(row * n + col));
    let mut count = 0;
    for (r, s) in (0..n).flat_map(|r| (r + 1..n).map(move |s| (r, s))) {
        for (c, d) in (0..n).flat_map(|c| (c + 1..n).map(move |d| (c, d))) {
            count += usize::from(at(r, c) == at(s, d) && at(r, d) == at(s, c));
        }
    }
    count
}
