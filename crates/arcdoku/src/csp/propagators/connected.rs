//! Connected areas.
//!
//! Some variables certainly belong to an area; others may belong to it, and count as possible. All certain variables
//! must be reachable from each other through possible ones. A variable that cannot be reached, or only with more
//! variables than the size allows, is excluded. A variable is included if its removal would separate certain variables
//! or leave too few (articulation points: J. Hopcroft and R. Tarjan, "Algorithm 447: efficient algorithms for graph
//! manipulation", Communications of the ACM 16, 1973).
//!
//! All of this depends only on the sets of certain and of possible variables, so an area is skipped if both sets are
//! the same as at the last fixpoint.

mod explain;

use crate::csp::domain::Var;
use crate::csp::planar;
use crate::csp::propagator::{Conflict, Context, Cost, Past, Propagator, Status, learns};
use crate::csp::trace::{Literal, Trace};
use crate::grid::{Digit, DigitSet};

/// The variables that take a digit of a given set form one connected area.
#[derive(Debug)]
pub struct Connected {
    vars: Box<[Var]>,
    values: DigitSet,
    areas: Areas,
    /// The number of variables of the area, if it is given.
    size: Option<usize>,
}

impl Connected {
    /// The variables with a digit of `values`, at most 4,096, are connected by `neighbors`, which lists the positions
    /// of the neighbors of each variable. Their number is `size`, if it is given. An empty area is connected.
    pub fn new(vars: Box<[Var]>, values: DigitSet, neighbors: &[Vec<u32>], size: Option<usize>) -> Self {
        let areas = Areas::new(vars.len(), neighbors, 1);
        Self { vars, values, areas, size }
    }
}

impl<T: Trace> Propagator<T> for Connected {
    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn cost(&self) -> Cost {
        Cost::High
    }

    fn explain(&self, literal: Option<Literal>, past: &dyn Past, because: &mut Vec<Literal>) {
        if !learns::<T>() {
            return;
        }
        self.reasons(literal, past, because);
    }

    fn propagate(&mut self, cx: &mut Context<'_, T>) -> Result<Status, Conflict> {
        let Self { vars, values, areas, size } = self;
        areas.enforce(vars, &[*values], *size, cx)
    }
}

/// Variables are labels of connected areas of equal size, numbered in an order of their variables.
#[derive(Debug)]
pub struct ChaosRegions {
    vars: Box<[Var]>,
    areas: Areas,
    size: usize,
    /// The positions of the variables in the order that numbers the labels.
    order: Box<[usize]>,
    /// For each label, the set that contains only this label.
    labels: Box<[DigitSet]>,
    /// The 2x2 squares of a rectangle, as positions in cyclic order.
    squares: Box<[[usize; 4]]>,
    edge: Box<[usize]>,
    /// The domains along the edge after the last check that removed nothing.
    settled: Box<[DigitSet]>,
}

impl ChaosRegions {
    /// At most 4,096 variables. Each of the labels 1, 2, ... is on `size` variables that are connected by
    /// `neighbors`. In `order`, which lists every position, the first variable of a label comes before the first
    /// variable of the next label.
    pub fn new(vars: Box<[Var]>, neighbors: &[Vec<u32>], size: usize, order: Box<[usize]>) -> Self {
        let count = vars.len().checked_div(size).unwrap_or(0).min(64);
        let labels = (0..count).map(|label| DigitSet::single(Digit::from_index(label))).collect();
        let areas = Areas::new(vars.len(), neighbors, count);
        let (mut squares, mut edge) = (Vec::new(), Vec::new());
        if let Some(width) = planar::width(neighbors).filter(|_| neighbors.len() == vars.len()) {
            squares.extend(planar::squares(vars.len(), width));
            edge = planar::edge(vars.len(), width);
        }
        let settled = vec![DigitSet::EMPTY; edge.len()].into();
        Self { vars, areas, size, order, labels, squares: squares.into(), edge: edge.into(), settled }
    }

    /// Areas do not cross, so two labels never alternate around a 2x2 square.
    fn cross_squares<T: Trace>(&self, cx: &mut Context<'_, T>) -> Result<(), Conflict> {
        for square in &self.squares {
            let [a, b, c, d] = square.map(|at| self.vars[at]);
            for ([a, c], [b, d]) in [([a, c], [b, d]), ([b, d], [a, c])] {
                let label = cx.domain(a);
                if label != cx.domain(c) || !label.is_single() {
                    continue;
                }
                for (known, other) in [(b, d), (d, b)] {
                    let known_label = cx.domain(known);
                    if known_label.is_single() && known_label != label {
                        cx.exclude_because(other, known_label, |space| space.lost([a, c, known]))?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Areas do not cross: if a label occurs between two places of another label on the edge, it does not occur on the
    /// rest of the edge.
    fn cross_edge<T: Trace>(&mut self, cx: &mut Context<'_, T>) -> Result<(), Conflict> {
        let Self { vars, labels, edge, settled, .. } = self;
        let is_known = |(known, &at): (&DigitSet, &usize)| *known == cx.domain(vars[at]);
        if settled.iter().zip(&**edge).all(is_known) {
            return Ok(());
        }
        settled.iter_mut().zip(&**edge).for_each(|(known, &at)| *known = cx.domain(vars[at]));
        let lost = || edge.iter().map(|&at| vars[at]);
        let mut clean = true;
        for &label in &**labels {
            let Some(start) = settled.iter().position(|&domain| domain == label) else { continue };
            if settled.iter().rposition(|&domain| domain == label) == Some(start) {
                continue;
            }
            // For each place of the label on the edge: the labels between it and the next place of the same label.
            let places = (start + 1..edge.len()).chain(0..=start);
            let (mut all, mut stretch) = (DigitSet::EMPTY, DigitSet::EMPTY);
            for i in places.clone() {
                let domain = settled[i];
                if domain == label {
                    if !stretch.is_disjoint(all) {
                        return Err(cx.fail_because(|space| space.lost(lost())));
                    }
                    all |= stretch;
                    stretch = DigitSet::EMPTY;
                } else if domain.is_single() {
                    stretch |= domain;
                }
            }
            let mut open = Vec::new();
            for i in places {
                let domain = settled[i];
                if domain == label {
                    for at in open.drain(..) {
                        clean &= cx.domain(at).is_disjoint(all.minus(stretch));
                        cx.exclude_because(at, all.minus(stretch), |space| space.lost(lost()))?;
                    }
                    stretch = DigitSet::EMPTY;
                } else if domain.is_single() {
                    stretch |= domain;
                } else {
                    open.push(vars[edge[i]]);
                }
            }
        }
        if !clean {
            settled[0] = DigitSet::EMPTY;
        }
        Ok(())
    }
}

impl<T: Trace> Propagator<T> for ChaosRegions {
    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn cost(&self) -> Cost {
        Cost::High
    }

    fn explain(&self, literal: Option<Literal>, past: &dyn Past, because: &mut Vec<Literal>) {
        if !learns::<T>() {
            return;
        }
        self.reasons(literal, past, because);
    }

    fn propagate(&mut self, cx: &mut Context<'_, T>) -> Result<Status, Conflict> {
        let before = cx.space().eliminations();
        if !self.edge.is_empty() {
            self.cross_squares(cx)?;
            self.cross_edge(cx)?;
        }
        let Self { vars, areas, size, order, labels, .. } = self;
        if labels.len() * *size != vars.len() {
            return Err(cx.fail_because(|space| space.lost(vars.iter().copied())));
        }
        // A label can occur only after the next smaller label (Y. C. Law and J. H. M. Lee, "Global constraints for
        // integer and set value precedence", CP 2004).
        let mut seen = 0;
        for (i, &at) in order.iter().enumerate() {
            let (var, before) = (vars[at], &order[..i]);
            let next = (seen + 1).min(labels.len());
            let because = || before.iter().map(|&at| vars[at]);
            cx.exclude_because(var, !DigitSet::all(next), |space| space.lost(because()))?;
            seen = seen.max(cx.domain(var).last().map_or(0, |digit| digit.index() + 1));
        }
        let status = areas.enforce(vars, labels, Some(*size), cx)?;
        if cx.space().eliminations() != before {
            return Ok(Status::NotAtFixpoint);
        }
        if status != Status::Entailed {
            return Ok(status);
        }
        // All variables are decided, so this check is exact. The bound above uses only the greatest label of each
        // domain.
        let mut next = 0;
        for &at in &**order {
            let label = cx.domain(vars[at]).first().map_or(0, Digit::index);
            if label > next {
                return Err(cx.fail_because(|space| space.lost(vars.iter().copied())));
            }
            next = next.max(label + 1);
        }
        Ok(Status::Entailed)
    }
}

/// A set of positions of variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Mask<const W: usize>([u64; W]);

impl<const W: usize> Mask<W> {
    const EMPTY: Self = Self([0; W]);

    #[inline]
    fn insert(&mut self, x: usize) {
        self.0[x / 64] |= 1 << (x % 64);
    }

    fn remove(&mut self, x: usize) {
        self.0[x / 64] &= !(1 << (x % 64));
    }

    #[inline]
    fn contains(&self, x: usize) -> bool {
        self.0[x / 64] >> (x % 64) & 1 == 1
    }

    #[inline]
    fn pop(&mut self) -> Option<usize> {
        for i in 0..W {
            let word = self.0[i];
            if word != 0 {
                self.0[i] = word & (word - 1);
                return Some(i * 64 + word.trailing_zeros() as usize);
            }
        }
        None
    }

    #[inline]
    fn and(mut self, other: &Self) -> Self {
        for i in 0..W {
            self.0[i] &= other.0[i];
        }
        self
    }

    #[inline]
    fn or(mut self, other: &Self) -> Self {
        for i in 0..W {
            self.0[i] |= other.0[i];
        }
        self
    }

    #[inline]
    fn minus(mut self, other: &Self) -> Self {
        for i in 0..W {
            self.0[i] &= !other.0[i];
        }
        self
    }

    #[inline]
    fn first(mut self) -> Option<usize> {
        self.pop()
    }

    #[inline]
    fn is_empty(&self) -> bool {
        let mut all = 0;
        for i in 0..W {
            all |= self.0[i];
        }
        all == 0
    }

    #[inline]
    fn len(&self) -> usize {
        let mut count = 0;
        for i in 0..W {
            count += self.0[i].count_ones() as usize;
        }
        count
    }
}

/// Several areas on one graph, whose sets of positions are as wide as the number of variables requires.
#[derive(Debug)]
enum Areas {
    Small(Box<Graph<2>>),
    Medium(Box<Graph<4>>),
    Large(Box<Graph<64>>),
    /// More positions than any grid has cells.
    TooLarge,
}

impl Areas {
    fn new(count: usize, neighbors: &[Vec<u32>], areas: usize) -> Self {
        match count {
            0..=128 => Self::Small(Box::new(Graph::new(count, neighbors, areas))),
            129..=256 => Self::Medium(Box::new(Graph::new(count, neighbors, areas))),
            257..=4096 => Self::Large(Box::new(Graph::new(count, neighbors, areas))),
            _ => Self::TooLarge,
        }
    }

    /// Narrows the variables so that the variables with a digit of each set can form one area. The sets are disjoint.
    fn enforce<T: Trace>(
        &mut self,
        vars: &[Var],
        sets: &[DigitSet],
        size: Option<usize>,
        cx: &mut Context<'_, T>,
    ) -> Result<Status, Conflict> {
        match self {
            Self::Small(graph) => graph.enforce(vars, sets, size, cx),
            Self::Medium(graph) => graph.enforce(vars, sets, size, cx),
            Self::Large(graph) => graph.enforce(vars, sets, size, cx),
            Self::TooLarge => Ok(Status::Fixpoint),
        }
    }
}

/// The certain variables of an area, and all possible variables, including the certain ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Extent<const W: usize> {
    certain: Mask<W>,
    possible: Mask<W>,
}

/// The graph of variables, and memory for walks on it.
#[derive(Debug)]
struct Graph<const W: usize> {
    neighbors: Box<[Mask<W>]>,
    /// For each area, its extent, and the extent of the last fixpoint.
    extents: Box<[(Extent<W>, Option<Extent<W>>)]>,
    /// For the search for articulation points: by position, the order of discovery, and the earliest position that is
    /// reached from below.
    found: Box<[u32]>,
    low: Box<[u32]>,
    stack: Vec<Visit<W>>,
}

/// A variable on the path of a walk.
#[derive(Clone, Copy, Debug)]
struct Visit<const W: usize> {
    at: usize,
    /// The neighbors of the variable that were not visited yet.
    left: Mask<W>,
    /// The number of variables below it in the tree of the walk, including itself, and the number of certain variables
    /// among them.
    below: usize,
    certain: usize,
    /// The number of variables that can be reached only through it, and whether any of them is certain.
    behind: usize,
    separates: bool,
}

impl<const W: usize> Graph<W> {
    fn new(count: usize, neighbors: &[Vec<u32>], areas: usize) -> Self {
        let mut masks = vec![Mask::EMPTY; count];
        for (mask, all) in masks.iter_mut().zip(neighbors) {
            all.iter()
                .map(|&other| other as usize)
                .filter(|&other| other < count)
                .for_each(|other| mask.insert(other));
        }
        let none = Extent { certain: Mask::EMPTY, possible: Mask::EMPTY };
        Self {
            neighbors: masks.into(),
            extents: vec![(none, None); areas].into(),
            found: vec![0; count].into(),
            low: vec![0; count].into(),
            stack: Vec::new(),
        }
    }

    fn enforce<T: Trace>(
        &mut self,
        vars: &[Var],
        sets: &[DigitSet],
        size: Option<usize>,
        cx: &mut Context<'_, T>,
    ) -> Result<Status, Conflict> {
        for (extent, _) in &mut self.extents {
            *extent = Extent { certain: Mask::EMPTY, possible: Mask::EMPTY };
        }
        let mut open = false;
        for (x, &var) in vars.iter().enumerate() {
            let domain = cx.domain(var);
            for (area, &set) in sets.iter().enumerate() {
                if domain.is_disjoint(set) {
                    continue;
                }
                let extent = &mut self.extents[area].0;
                extent.possible.insert(x);
                if domain.is_subset(set) {
                    extent.certain.insert(x);
                    break;
                }
                open = true;
            }
        }
        let mut changed = false;
        for (area, &values) in sets.iter().enumerate() {
            let (extent, stable) = self.extents[area];
            if stable == Some(extent) {
                continue;
            }
            let Some(left) = self.narrow(extent, size) else {
                return Err(cx.fail_because(|space| space.lost(vars.iter().copied())));
            };
            self.extents[area].1 = Some(left);
            let mut out = extent.possible.minus(&left.possible);
            while let Some(x) = out.pop() {
                exclude(vars, x, values, cx)?;
                changed = true;
            }
            let mut new = left.certain.minus(&extent.certain);
            while let Some(x) = new.pop() {
                exclude(vars, x, !values, cx)?;
                changed = true;
            }
        }
        Ok(if changed {
            Status::NotAtFixpoint
        } else if open {
            Status::Fixpoint
        } else {
            Status::Entailed
        })
    }

    /// The narrowed extent of an area of this size; `None` if there is no such area.
    fn narrow(&mut self, mut extent: Extent<W>, size: Option<usize>) -> Option<Extent<W>> {
        loop {
            let before = extent;
            extent = self.within_reach(extent, size)?;
            let Some(start) = extent.certain.first() else { return Some(extent) };
            let (certain, reached) = (extent.certain.len(), extent.possible.len());
            if size == Some(reached) {
                return Some(Extent { certain: extent.possible, ..extent });
            }
            if reached > certain && (certain > 1 || size.is_some()) {
                self.articulate(start, &mut extent, size);
            }
            if extent == before {
                return Some(extent);
            }
        }
    }

    /// Removes the variables that are too far from the certain ones; `None` if there is no such area.
    fn within_reach(&self, extent: Extent<W>, size: Option<usize>) -> Option<Extent<W>> {
        let certain = extent.certain.len();
        if size.is_some_and(|size| certain > size || extent.possible.len() < size) {
            return None;
        }
        let Some(start) = extent.certain.first() else { return self.without_start(extent, size) };
        let possible = self.reach(start, &extent, size.map_or(usize::MAX, |size| size - certain));
        let is_large = size.is_none_or(|size| possible.len() >= size);
        (is_large && extent.certain.minus(&possible).is_empty()).then_some(Extent { possible, ..extent })
    }

    /// If no variable is certain yet, removes the components that are too small for the area.
    fn without_start(&self, extent: Extent<W>, size: Option<usize>) -> Option<Extent<W>> {
        let Some(size) = size.filter(|&size| size > 0) else {
            let possible = if size.is_some() { Mask::EMPTY } else { extent.possible };
            return Some(Extent { possible, ..extent });
        };
        let mut possible = Mask::EMPTY;
        let mut left = extent.possible;
        while let Some(start) = left.first() {
            let component = self.reach(start, &Extent { certain: left, possible: left }, 0);
            left = left.minus(&component);
            if component.len() >= size {
                possible = possible.or(&component);
            }
        }
        (!possible.is_empty()).then_some(Extent { possible, ..extent })
    }

    /// The variables that can be reached from the certain variable `start` with at most `room` uncertain variables on
    /// the way.
    fn reach(&self, start: usize, extent: &Extent<W>, room: usize) -> Mask<W> {
        let mut seen = Mask::EMPTY;
        seen.insert(start);
        let mut now = seen;
        for step in 0.. {
            let mut later = Mask::EMPTY;
            let allowed = if step < room { &extent.possible } else { &extent.certain };
            while let Some(x) = now.pop() {
                let new = self.neighbors[x].and(allowed).minus(&seen);
                seen = seen.or(&new);
                let free = new.and(&extent.certain);
                now = now.or(&free);
                later = later.or(&new.minus(&free));
            }
            if later.is_empty() {
                break;
            }
            now = later;
        }
        seen
    }

    /// Makes a variable certain if its removal would separate certain variables or leave too few variables. All
    /// possible variables must be connected.
    fn articulate(&mut self, start: usize, extent: &mut Extent<W>, size: Option<usize>) {
        let Self { neighbors, found, low, stack, .. } = self;
        let (total, needed) = (extent.possible.len(), size.unwrap_or(0));
        let visit = |at: usize| Visit {
            at,
            left: neighbors[at].and(&extent.possible),
            below: 1,
            certain: usize::from(extent.certain.contains(at)),
            behind: 0,
            separates: false,
        };
        let mut seen = Mask::<W>::EMPTY;
        let mut count = 1;
        let mut needs = Mask::EMPTY;
        seen.insert(start);
        (found[start], low[start]) = (1, 1);
        stack.clear();
        stack.push(visit(start));
        while let Some(top) = stack.last_mut() {
            let x = top.at;
            if let Some(y) = top.left.pop() {
                if seen.contains(y) {
                    low[x] = low[x].min(found[y]);
                } else {
                    count += 1;
                    seen.insert(y);
                    (found[y], low[y]) = (count, count);
                    stack.push(visit(y));
                }
                continue;
            }
            let done = *top;
            stack.pop();
            let Some(parent) = stack.last_mut() else { break };
            if done.separates || total - 1 - done.behind < needed {
                needs.insert(x);
            }
            parent.below += done.below;
            parent.certain += done.certain;
            let above = parent.at;
            if low[x] >= found[above] {
                // The variables below are reached only through the parent, and do not include the start.
                parent.behind += done.below;
                parent.separates |= done.certain > 0;
            }
            low[above] = low[above].min(low[x]);
        }
        extent.certain = extent.certain.or(&needs);
    }
}

/// Removes a variable from the area, or adds it.
fn exclude<T: Trace>(
    vars: &[Var],
    x: usize,
    gone: DigitSet,
    cx: &mut Context<'_, T>,
) -> Result<(), Conflict> {
    let others = vars.iter().copied().filter(|&other| other != vars[x]);
    cx.exclude_because(vars[x], gone, |space| space.lost(others))
}
