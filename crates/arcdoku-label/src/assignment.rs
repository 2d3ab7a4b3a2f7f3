//! The assignment problem of one set: the shortest paths of the Hungarian method, step by step.

use crate::weight::Weight;

/// Stands for "no label" or "no object" where a number is expected.
pub(super) const NONE: u32 = u32::MAX;

/// Every labelling of a state costs at least as much as the best known one, or is forbidden.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Refuted;

/// Memory for an assignment problem.
#[derive(Debug)]
pub(super) struct Assignment<W> {
    /// The position to which each label is matched, or `NONE`.
    pub(super) owner: Vec<u32>,
    /// The positions without a label.
    pub(super) free: Vec<u32>,
    /// The shortest distance of each label from the position to be matched. `from` contains, for each label, the
    /// position before it on the path.
    distance: Vec<W>,
    from: Vec<u32>,
    is_scanned: Vec<bool>,
    /// The prices of positions and labels.
    pub(super) price_of: Vec<W>,
    pub(super) price: Vec<W>,
}

impl<W: Weight> Assignment<W> {
    /// Memory for up to `labels` labels.
    pub(super) fn new(labels: usize) -> Self {
        Self {
            owner: vec![NONE; labels],
            free: Vec::new(),
            distance: vec![W::ZERO; labels],
            from: vec![NONE; labels],
            is_scanned: vec![false; labels],
            price_of: vec![W::ZERO; labels],
            price: vec![W::ZERO; labels],
        }
    }

    /// The shortest path from a position to a label without an owner: the label, and the length of the path.
    pub(super) fn path(
        &mut self,
        start: u32,
        count: usize,
        cost_of: impl Fn(usize, usize) -> W,
    ) -> Result<(usize, W), Refuted> {
        for label in 0..count {
            self.distance[label] = cost_of(start as usize, label);
            self.from[label] = start;
        }
        self.is_scanned[..count].fill(false);
        loop {
            let mut nearest = None;
            for label in (0..count).filter(|&label| !self.is_scanned[label]) {
                if nearest.is_none_or(|best: usize| self.distance[label] < self.distance[best]) {
                    nearest = Some(label);
                }
            }
            let nearest = nearest.ok_or(Refuted)?;
            let distance = self.distance[nearest];
            if distance.forbids() {
                return Err(Refuted);
            }
            let owner = self.owner[nearest];
            if owner == NONE {
                return Ok((nearest, distance));
            }
            self.is_scanned[nearest] = true;
            for label in 0..count {
                let cost = cost_of(owner as usize, label);
                if !self.is_scanned[label] && !cost.forbids() {
                    let longer = distance + cost;
                    if longer < self.distance[label] {
                        self.distance[label] = longer;
                        self.from[label] = owner;
                    }
                }
            }
        }
    }

    /// The prices after a path of this length from a position. Labels that are farther away keep their prices.
    pub(super) fn set_prices(&mut self, start: u32, rise: W, count: usize) {
        self.price_of[..count].fill(W::ZERO);
        self.price[..count].fill(W::ZERO);
        self.price_of[start as usize] = rise;
        for label in 0..count {
            if self.is_scanned[label] && self.distance[label] < rise {
                let price = rise - self.distance[label];
                self.price[label] = price;
                self.price_of[self.owner[label] as usize] = price;
            }
        }
    }

    /// Changes the matching along the path from a position to a label.
    pub(super) fn augment(&mut self, start: u32, end: usize, mates: &mut [u32]) {
        let mut label = end;
        loop {
            let position = self.from[label];
            self.owner[label] = position;
            let before = std::mem::replace(&mut mates[position as usize], label as u32);
            if position == start {
                return;
            }
            label = before as usize;
        }
    }
}
