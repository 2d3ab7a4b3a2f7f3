//! The encoding of connected areas and of ranks as rows of a formula.

use super::formula::Atom;
use super::relations::{Encoder, pairs};
use crate::grid::{Cell, DigitSet};
use crate::puzzle::relation::{Adjacency, Areas, Connected, Rank};

impl Encoder<'_> {
    /// Requires that the places with a true atom are connected. A center is one of them, and the others are reached
    /// from it in a number of steps. In a connected graph, some place is not further from any other than half of the
    /// number of places. Returns the atoms of the center.
    fn area(&mut self, inside: &[Atom], neighbors: &Adjacency, most: usize) -> Vec<Atom> {
        let center = self.auxiliaries(inside.len());
        for (&center, &inside) in center.iter().zip(inside) {
            self.clause([!center, inside]);
        }
        self.row(center.iter().map(|&center| (-1, center)), -1);
        let mut reached = center.clone();
        for _ in 0..most / 2 {
            let next = self.auxiliaries(inside.len());
            for (at, &own) in next.iter().enumerate() {
                self.clause([!own, inside[at]]);
                let near = neighbors[at].iter().map(|&near| reached[usize::from(near)]);
                self.clause([!own, reached[at]].into_iter().chain(near));
            }
            reached = next;
        }
        for (&reached, &inside) in reached.iter().zip(inside) {
            self.clause([!inside, reached]);
        }
        center
    }

    /// Requires that the number of true atoms is `count`.
    fn exactly(&mut self, atoms: &[Atom], count: usize) {
        self.row(atoms.iter().map(|&atom| (1, atom)), count as i64);
        self.row(atoms.iter().map(|&atom| (-1, atom)), -(count as i64));
    }

    pub(super) fn connected(&mut self, cells: &[Cell], connected: &Connected) {
        let digits = connected.digits & self.all();
        let mut inside: Vec<Atom> = Vec::new();
        for &cell in cells {
            if let (Some(digit), true) = (digits.first(), digits.is_single()) {
                inside.push(self.is(cell, digit));
                continue;
            }
            let own = self.auxiliary();
            let places: Vec<Atom> = digits.iter().map(|digit| self.is(cell, digit)).collect();
            places.iter().for_each(|&place| self.clause([!place, own]));
            self.clause([!own].into_iter().chain(places));
            inside.push(own);
        }
        let size = connected.size.map(usize::from);
        let most = size.unwrap_or(cells.len()).min(cells.len());
        let center = self.area(&inside, &connected.neighbors, most);
        let none = self.auxiliary();
        self.clause(center.into_iter().chain([none]));
        inside.iter().for_each(|&inside| self.clause([!none, !inside]));
        if let Some(size) = size {
            self.exactly(&inside, size);
        }
    }

    pub(super) fn equal_areas(&mut self, labels: &[Cell], areas: &Areas) {
        let size = usize::from(areas.size).max(1);
        let used = DigitSet::all((labels.len() / size).min(self.digits));
        for label in self.all().minus(used) {
            labels.iter().for_each(|&cell| self.clause([!self.is(cell, label)]));
        }
        let mut before: Option<Vec<Atom>> = None;
        for label in used {
            let inside: Vec<Atom> = labels.iter().map(|&cell| self.is(cell, label)).collect();
            self.exactly(&inside, size);
            let center = self.area(&inside, &areas.neighbors, size);
            self.clause(center);
            // The areas are numbered in the order of their first cells.
            if let Some(before) = &before {
                for (at, own) in inside.iter().enumerate() {
                    let earlier = areas.order(labels.len()).take_while(|&other| other != at);
                    self.clause([!*own].into_iter().chain(earlier.map(|other| before[other])));
                }
            }
            before = Some(inside);
        }
        self.squares(labels, &areas.neighbors, used);
    }

    /// Requires that no two areas cross in a square of 2x2 places. This follows from connected areas of a rectangle,
    /// but unit propagation does not find it.
    fn squares(&mut self, labels: &[Cell], neighbors: &Adjacency, used: DigitSet) {
        let Some([1, width]) = neighbors.first().map(|near| &near[..]) else { return };
        let width = usize::from(*width);
        for at in (0..labels.len() - width).filter(|at| at % width + 1 < width) {
            let square = [at, at + 1, at + width, at + width + 1].map(|at| labels[at]);
            for (one, other) in pairs(used).filter(|(one, other)| one != other) {
                let [a, b, c, d] = square;
                let crossing = [(a, one), (b, other), (c, other), (d, one)];
                self.clause(crossing.map(|(cell, label)| !self.is(cell, label)));
            }
        }
    }

    pub(super) fn different_within(&mut self, cells: &[Cell], labels: DigitSet) {
        let (own, of_label) = cells.split_at(cells.len() / 2);
        let is_full = self.full_areas.contains(&of_label);
        for label in labels & self.all() {
            for digit in self.all() {
                let both = self.auxiliaries(own.len());
                for (at, &both) in both.iter().enumerate() {
                    self.clause([!self.is(of_label[at], label), !self.is(own[at], digit), both]);
                }
                self.row(both.iter().map(|&both| (-1, both)), -1);
                if is_full {
                    self.clause(both.iter().copied());
                    for (at, &both) in both.iter().enumerate() {
                        self.clause([!both, self.is(of_label[at], label)]);
                        self.clause([!both, self.is(own[at], digit)]);
                    }
                }
            }
        }
    }

    pub(super) fn rank(&mut self, cells: &[Cell], rank: &Rank) {
        let lists = usize::from(rank.lists);
        let length = cells.len() / lists.max(1);
        let (mut smaller, mut greater) = (Vec::new(), Vec::new());
        for list in 1..lists {
            let other = &cells[list * length..(list + 1) * length];
            let (less, more, differ) = self.comparison(&cells[..length], other);
            self.clause([less, more, !differ]);
            for (one, other) in [(less, more), (less, !differ), (more, !differ)] {
                self.clause([!one, !other]);
            }
            if !rank.ties {
                self.clause([differ]);
            }
            smaller.push((-1, less));
            greater.push((-1, more));
        }
        let rank = i64::from(rank.rank);
        self.row(smaller, 1 - rank);
        self.row(greater, rank - lists as i64);
    }

    /// Adds atoms for the statements that the other list, read as a number, is less, is more, and differs.
    fn comparison(&mut self, list: &[Cell], other: &[Cell]) -> (Atom, Atom, Atom) {
        let (less, more) = (self.auxiliary(), self.auxiliary());
        // Whether the lists differ in the cells so far.
        let mut differ: Option<Atom> = None;
        for (&own, &other) in list.iter().zip(other) {
            let next = self.auxiliary();
            for number in 2..=self.digits {
                let [own, other] = [own, other].map(|cell| self.formula.at_least(cell, number));
                self.clause([!less, !other, own].into_iter().chain(differ));
                self.clause([!more, !own, other].into_iter().chain(differ));
                self.clause([next, !own, other]);
                self.clause([next, !other, own]);
            }
            differ.iter().for_each(|&differ| self.clause([next, !differ]));
            for digit in self.all() {
                let both: [Atom; 3] = [!self.is(own, digit), !self.is(other, digit), !next];
                self.clause(both.into_iter().chain(differ));
            }
            differ = Some(next);
        }
        (less, more, differ.unwrap_or(less))
    }
}
