//! Rules about areas of cells, and about the rows and columns of the grid read as numbers.

use std::collections::HashSet;

use crate::constraint::{Literal, ensure};
use crate::relation::Constraint;
use crate::rule::{Cells, Constraints, Rule, different, number, union};
use crate::shape::{Digits, bits};

/// For each cell of a list, the places of its neighbors in the list.
type Neighbors = Vec<Vec<usize>>;

impl Rule<'_> {
    /// The constraints of a rule about areas or numbers.
    pub(crate) fn areas(&self) -> Constraints {
        let (shape, cells, one) = (self.shape, self.lists.concat(), |constraint| Ok(vec![constraint]));
        let (single, double) = (self.lists.len() == 1, self.lists.len() == 2);
        match (self.name, &self.words[..]) {
            ("connected", words @ [_, ..]) if single => {
                let (mut size, mut width, mut values) = (None, None, Vec::new());
                let mut words = words.iter();
                while let Some(word) = words.next() {
                    let mut next = || {
                        let count = usize::try_from(number(words.next().unwrap_or(&""))?).ok();
                        let count = count.filter(|&count| count <= 4096);
                        count.ok_or_else(|| self.refused()).map(Some)
                    };
                    match *word {
                        "size" => size = next()?,
                        "width" => width = next()?,
                        value => values.push(self.digit(value)?),
                    }
                }
                let neighbors = self.neighbors(&cells, width)?;
                one(self.connected(cells, union(values), &neighbors, size))
            }
            ("yin-yang" | "one-loop" | "cave", [width]) if single => {
                let width = usize::try_from(number(width)?).unwrap_or_default();
                let fits = (1..=64).contains(&width) && cells.len().is_multiple_of(width);
                ensure(fits, || self.refused())?;
                self.overlay(&cells, width)
            }
            ("chaos", [size]) if single => {
                self.chaos(&cells, usize::try_from(number(size)?).unwrap_or_default())
            }
            ("marked-different", []) if double => {
                ensure(self.lists[0].len() == self.lists[1].len(), || self.refused())?;
                one(self.different_within(&self.lists[0], &self.lists[1], shape.all() & !1, false))
            }
            ("doppelganger", []) if self.lists.len() == 3 => self.doppelganger(),
            ("full-rank", [rank, ties @ ..]) if single && matches!(ties, [] | ["any"]) => {
                let mut readings = self.readings()?;
                let place = readings.iter().position(|reading| *reading == cells);
                readings.swap(0, place.ok_or_else(|| self.refused())?);
                let rank = number(rank)?;
                ensure((1..=readings.len() as i64).contains(&rank), || self.refused())?;
                one(self.rank(readings, rank, !ties.is_empty()))
            }
            ("full-rank-different", []) if self.lists.is_empty() => one(self.all_differ(self.readings()?)),
            _ => Err(self.refused()),
        }
    }

    /// The neighbors at the sides of cells, in the grid or in rows of a width.
    fn neighbors(&self, cells: &[usize], width: Option<usize>) -> Result<Neighbors, String> {
        ensure(width != Some(0), || self.refused())?;
        let grid = |cell: usize| (cell < self.shape.grid()).then_some(cell);
        let place = |at: usize| match width {
            Some(width) => Some((at / width, at % width)),
            None => grid(cells[at]).map(|cell| (cell / self.shape.columns, cell % self.shape.columns)),
        };
        let places: Vec<Option<(usize, usize)>> = (0..cells.len()).map(place).collect();
        let near = |a: &Option<(usize, usize)>, b: &Option<(usize, usize)>| {
            a.zip(*b).is_some_and(|(a, b)| a.0.abs_diff(b.0) + a.1.abs_diff(b.1) == 1)
        };
        let of = |a| (0..).zip(&places).filter(|(_, b)| near(a, b)).map(|(at, _)| at).collect();
        Ok(places.iter().map(of).collect())
    }

    /// Adds that the places with a true literal are connected. An auxiliary variable for each place means that it is
    /// the center; the others mean that a place is reached from the center in 1, 2, ... steps. No place of a connected
    /// area is further from a suitable center than half of the number of places. Returns the variables of the center.
    fn area(
        &self,
        area: &mut Constraint,
        inside: &[Literal],
        neighbors: &Neighbors,
        most: usize,
    ) -> Vec<Literal> {
        let center = area.auxiliaries(self.shape, inside.len());
        center.iter().zip(inside).for_each(|(&center, &inside)| area.clause([center ^ 1, inside]));
        area.at_most_one(&center);
        let mut reached = center.clone();
        for _ in 0..most / 2 {
            let next = area.auxiliaries(self.shape, inside.len());
            for (at, &own) in next.iter().enumerate() {
                area.clause([own ^ 1, inside[at]]);
                let near = neighbors[at].iter().chain([&at]).map(|&near| reached[near]);
                area.clause(near.chain([own ^ 1]));
            }
            reached = next;
        }
        reached.iter().zip(inside).for_each(|(&reached, &inside)| area.clause([inside ^ 1, reached]));
        center
    }

    /// The cells with a digit of a set are connected.
    fn connected(&self, cells: Cells, set: Digits, neighbors: &Neighbors, size: Option<usize>) -> Constraint {
        let (shape, mut area) = (self.shape, Constraint::new(cells.clone()));
        let digits: Vec<usize> = bits(set).collect();
        let mut inside: Vec<Literal> = Vec::new();
        for &cell in &cells {
            if let [digit] = digits[..] {
                inside.push(shape.is(cell, digit));
                continue;
            }
            let own = area.auxiliaries(shape, 1)[0];
            digits.iter().for_each(|&digit| area.clause([shape.is(cell, digit) ^ 1, own]));
            area.clause(digits.iter().map(|&digit| shape.is(cell, digit)).chain([own ^ 1]));
            inside.push(own);
        }
        let most = size.unwrap_or(cells.len()).min(cells.len());
        let center = self.area(&mut area, &inside, neighbors, most);
        let none = area.auxiliaries(shape, 1)[0];
        area.clause(center.into_iter().chain([none]));
        inside.iter().for_each(|&inside| area.clause([none ^ 1, inside ^ 1]));
        if let Some(size) = size {
            area.row(inside.iter().map(|&inside| (1, inside)), size as i64);
            area.row(inside.iter().map(|&inside| (-1, inside)), -(size as i64));
            area.possible = size <= cells.len();
        }
        let neighbors = neighbors.clone();
        area.means(move |grid| {
            let inside: Vec<bool> = cells.iter().map(|&cell| set >> grid[cell] & 1 == 1).collect();
            let count = inside.iter().filter(|inside| **inside).count();
            is_connected(&inside, &neighbors) && size.is_none_or(|size| size == count)
        })
    }

    /// The areas of a black and white picture in rows of cells.
    fn overlay(&self, cells: &Cells, width: usize) -> Constraints {
        let (shape, white, around) = (self.shape, 1, self.neighbors(cells, Some(width))?);
        let black = shape.all() & !1 & if self.name == "yin-yang" { 0b10 } else { shape.all() };
        let area = |set, neighbors: &Neighbors| self.connected(cells.clone(), set, neighbors, None);
        let mut all = Vec::new();
        match self.name {
            "yin-yang" => {
                all.push(self.among(cells.clone(), white | black));
                all.extend([area(white, &around), area(black, &around)]);
                for at in (0..cells.len()).filter(|at| at % width + 1 < width && at + width < cells.len()) {
                    let square = [at, at + 1, at + width, at + width + 1].map(|at| cells[at]).to_vec();
                    all.push(self.counts(&square, &[(white, 1, i64::MAX), (black, 1, i64::MAX)]));
                }
            }
            "one-loop" => {
                all.push(area(black, &around));
                all.push(self.counts(cells, &[(black, 1, i64::MAX)]));
                for (at, &cell) in cells.iter().enumerate() {
                    let near = [cell].into_iter().chain(around[at].iter().map(|&near| cells[near])).collect();
                    // The number of neighbors in the loop that are still to be found, if the cell is in the loop.
                    let step = |&rest: &Option<u32>, at, digit: usize| match rest {
                        _ if at == 0 => vec![(digit > 0).then_some(2)],
                        Some(rest) if digit > 0 => rest.checked_sub(1).into_iter().map(Some).collect(),
                        rest => vec![rest],
                    };
                    let accepts = |&rest: &Option<u32>| rest.is_none_or(|rest| rest == 0);
                    all.push(Constraint::automaton(shape, near, None, step, accepts)?);
                }
            }
            _ => {
                all.push(area(white, &around));
                // All cells at the edge are connected through the outside.
                let height = cells.len() / width;
                let at_edge = |at: &usize| {
                    at / width == 0
                        || at.is_multiple_of(width)
                        || at / width + 1 == height
                        || (at + 1).is_multiple_of(width)
                };
                let edge: Vec<usize> = (0..cells.len()).filter(at_edge).collect();
                let mut outside = around;
                edge.iter().for_each(|&at| outside[at].extend(edge.iter().filter(|&&other| other != at)));
                outside.iter_mut().for_each(|near| near.sort_unstable());
                outside.iter_mut().for_each(Vec::dedup);
                all.push(area(black, &outside));
            }
        }
        Ok(all)
    }

    /// Labels divide the cells of the grid into connected areas of equal size, each with different digits. The areas
    /// are numbered in the order of their first cells.
    fn chaos(&self, labels: &Cells, size: usize) -> Constraints {
        let (shape, count) = (self.shape, labels.len());
        let fits =
            count == shape.grid() && size > 0 && count.is_multiple_of(size) && count / size <= shape.digits;
        ensure(fits, || self.refused())?;
        let (neighbors, parts) = (self.neighbors(labels, Some(shape.columns))?, count / size);
        let mut areas = Constraint::new(labels.clone());
        for (label, &cell) in
            (parts..shape.digits).flat_map(|label| labels.iter().map(move |cell| (label, cell)))
        {
            areas.clause([shape.is(cell, label) ^ 1]);
        }
        for label in 0..parts {
            let inside: Vec<Literal> = labels.iter().map(|&cell| shape.is(cell, label)).collect();
            areas.row(inside.iter().map(|&inside| (1, inside)), size as i64);
            areas.row(inside.iter().map(|&inside| (-1, inside)), -(size as i64));
            let center = self.area(&mut areas, &inside, &neighbors, size);
            areas.clause(center);
            for at in (0..count).filter(|_| label > 0) {
                let before = labels[..at].iter().map(|&cell| shape.is(cell, label - 1));
                areas.clause(before.chain([inside[at] ^ 1]));
            }
        }
        // Connected areas do not cross in a square, which unit propagation does not find.
        let width = shape.columns;
        for at in (0..count).filter(|at| at % width + 1 < width && at + width < count) {
            let square = [at, at + 1, at + width, at + width + 1].map(|at| labels[at]);
            for (a, b) in (0..parts).flat_map(|a| (0..parts).map(move |b| (a, b))).filter(|(a, b)| a != b) {
                areas.clause(
                    [a, b, b, a].into_iter().zip(square).map(|(label, cell)| shape.is(cell, label) ^ 1),
                );
            }
        }
        let (grid, own): (Cells, Cells) = ((0..count).collect(), labels.clone());
        let areas = areas.means(move |digits| {
            let label = |at: usize| digits[own[at]];
            let greatest = |at: usize| (0..at).map(label).max();
            (0..count).all(|at| label(at) < parts && label(at) <= greatest(at).map_or(0, |label| label + 1))
                && (0..parts).all(|part| {
                    let inside: Vec<bool> = (0..count).map(|at| label(at) == part).collect();
                    inside.iter().filter(|inside| **inside).count() == size
                        && is_connected(&inside, &neighbors)
                })
        });
        let mut all = Vec::new();
        let used = shape.all() >> (shape.digits - parts);
        if parts < shape.digits {
            all.push(self.among(labels.clone(), used));
        }
        all.push(areas);
        all.push(self.different_within(&grid, labels, used, size == shape.digits));
        Ok(all)
    }

    /// Cells of the first list with equal labels in the second list differ, if the label is one of some.
    /// With `full`, cells with equal labels hold all digits.
    fn different_within(&self, cells: &Cells, labels: &Cells, used: Digits, full: bool) -> Constraint {
        let (shape, mut different) = (self.shape, Constraint::new([&cells[..], labels].concat()));
        for (label, digit) in bits(used).flat_map(|label| self.all().map(move |digit| (label, digit))) {
            let both = different.auxiliaries(shape, cells.len());
            for (at, &both) in both.iter().enumerate() {
                different.clause([shape.is(labels[at], label) ^ 1, shape.is(cells[at], digit) ^ 1, both]);
            }
            different.at_most_one(&both);
            if full {
                different.clause(both.iter().copied());
                for (at, &both) in both.iter().enumerate() {
                    different.clause([both ^ 1, shape.is(labels[at], label)]);
                    different.clause([both ^ 1, shape.is(cells[at], digit)]);
                }
            }
        }
        let (cells, labels) = (cells.clone(), labels.clone());
        different.means(move |grid| {
            let pairs = cells.iter().zip(&labels).map(|(&cell, &label)| (grid[cell], grid[label]));
            let mut seen = HashSet::new();
            pairs.filter(|(_, label)| used >> label & 1 == 1).all(|pair| seen.insert(pair))
        })
    }

    /// The lists hold the values that are missing in the rows, columns and boxes. The houses of a 0 lack different
    /// values.
    fn doppelganger(&self) -> Constraints {
        let (shape, n) = (self.shape, self.shape.rows);
        let is_square = n == shape.columns && shape.digits == n + 1 && shape.least == 0;
        let houses = [self.houses("rows")?, self.houses("columns")?, self.houses("boxes")?];
        let fits = self.lists.iter().zip(&houses).all(|(list, houses)| list.len() == houses.len());
        ensure(is_square && fits, || self.refused())?;
        let mut all = Vec::new();
        for (missing, houses) in self.lists.iter().zip(houses) {
            all.extend(different(shape, vec![missing.clone()])?);
            all.push(self.among(missing.clone(), shape.all() & !1));
            let whole = missing.iter().zip(houses).map(|(&cell, house)| [house, vec![cell]].concat());
            all.extend(different(shape, whole.collect())?);
        }
        // The first of two missing digits, if the cell is 0.
        let step = |&first: &Option<usize>, at, digit: usize| match first {
            _ if at == 0 => vec![(digit == 0).then_some(0)],
            Some(_) if at == 1 => vec![Some(digit)],
            Some(first) if first == digit => Vec::new(),
            first => vec![first],
        };
        for cell in 0..shape.grid() {
            let lack = [cell / n, cell % n, shape.box_of(cell).unwrap_or_default()];
            let lack = [0, 1, 2].map(|kind| self.lists[kind][lack[kind]]);
            for [a, b] in [[0, 1], [0, 2], [1, 2]] {
                all.push(Constraint::automaton(shape, vec![cell, lack[a], lack[b]], None, step, |_| true)?);
            }
        }
        Ok(all)
    }

    /// All rows and columns in both directions.
    fn readings(&self) -> Result<Vec<Cells>, String> {
        ensure(self.shape.rows == self.shape.columns, || self.refused())?;
        let lines = self.houses("rows")?.into_iter().zip(self.houses("columns")?);
        let lines: Vec<Cells> = lines.flat_map(|(row, column)| [row, column]).collect();
        let reversed = lines.iter().map(|line| line.iter().rev().copied().collect());
        Ok(lines.iter().cloned().chain(reversed).collect())
    }

    /// The first line has a rank among all lines, read as numbers. With ties, it may be equal to others, and has any of
    /// the ranks that they share.
    fn rank(&self, lines: Vec<Cells>, rank: i64, ties: bool) -> Constraint {
        let (shape, mut constraint) = (self.shape, Constraint::new(lines.concat()));
        let (mut smaller, mut greater) = (Vec::new(), Vec::new());
        for line in &lines[1..] {
            let [less, more] = [0, 1].map(|_| constraint.auxiliaries(shape, 1)[0]);
            // Whether the lines differ in the first cells, for each number of cells.
            let mut differ = None;
            for (&own, &other) in lines[0].iter().zip(line) {
                let next = constraint.auxiliaries(shape, 1)[0];
                for number in 2..=shape.digits {
                    let [own, other] = [own, other].map(|cell| shape.at_least(cell, number));
                    constraint.clause([less ^ 1, other ^ 1, own].into_iter().chain(differ));
                    constraint.clause([more ^ 1, own ^ 1, other].into_iter().chain(differ));
                    constraint.clause([next, own ^ 1, other]);
                    constraint.clause([next, other ^ 1, own]);
                }
                differ.iter().for_each(|&differ: &Literal| constraint.clause([next, differ ^ 1]));
                for digit in self.all() {
                    let both = [shape.is(own, digit) ^ 1, shape.is(other, digit) ^ 1, next ^ 1];
                    constraint.clause(both.into_iter().chain(differ));
                }
                differ = Some(next);
            }
            let differ = differ.unwrap_or(less);
            constraint.clause([less, more, differ ^ 1]);
            for [a, b] in [[less, more], [less, differ ^ 1], [more, differ ^ 1]] {
                constraint.clause([a ^ 1, b ^ 1]);
            }
            if !ties {
                constraint.clause([differ]);
            }
            smaller.push(less);
            greater.push(more);
        }
        constraint.row(smaller.into_iter().map(|less| (-1, less)), 1 - rank);
        constraint.row(greater.into_iter().map(|more| (-1, more)), rank - lines.len() as i64);
        constraint.means(move |grid| {
            let number = |line: &Cells| line.iter().map(|&cell| grid[cell]).collect::<Vec<_>>();
            let own = number(&lines[0]);
            let others = || lines[1..].iter().map(number);
            let less = others().filter(|other| *other < own).count() as i64;
            let equal = others().filter(|other| *other == own).count() as i64;
            (ties || equal == 0) && (less + 1..=less + equal + 1).contains(&rank)
        })
    }

    /// No two lines hold the same digits in the same order.
    fn all_differ(&self, lines: Vec<Cells>) -> Constraint {
        let (shape, mut constraint) = (self.shape, Constraint::new(lines.concat()));
        for (second, first) in
            (0..lines.len()).flat_map(|second| (0..second).map(move |first| (second, first)))
        {
            // Whether the digits of a place are equal.
            let equal = constraint.auxiliaries(shape, lines[first].len());
            constraint.clause(equal.iter().map(|&equal| equal ^ 1));
            for ((&a, &b), equal) in lines[first].iter().zip(&lines[second]).zip(equal) {
                for digit in self.all() {
                    constraint.clause([equal, shape.is(a, digit) ^ 1, shape.is(b, digit) ^ 1]);
                }
            }
        }
        constraint.means(move |grid| {
            let mut seen = HashSet::new();
            lines.iter().all(|line| seen.insert(line.iter().map(|&cell| grid[cell]).collect::<Vec<_>>()))
        })
    }
}

/// Whether places are connected through neighbors. No place is connected, too.
fn is_connected(inside: &[bool], neighbors: &Neighbors) -> bool {
    let mut reached = vec![false; inside.len()];
    let mut open: Vec<usize> = inside.iter().position(|inside| *inside).into_iter().collect();
    while let Some(at) = open.pop() {
        if !std::mem::replace(&mut reached[at], true) {
            open.extend(neighbors[at].iter().filter(|&&near| inside[near]));
        }
    }
    reached == inside
}
