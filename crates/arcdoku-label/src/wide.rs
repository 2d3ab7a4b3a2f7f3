//! Functions of three or more objects: the least cost of a label with the labels of all other objects moves to the
//! label.
//!
//! When two objects are left undecided, the function becomes a function of these two. Rules only exclude labels.

use crate::agenda::Agenda;
use crate::assignment::{NONE, Refuted};
use crate::model::advance;
use crate::relax::{Content, Other, RelaxState, Relaxation, TABLE_ENTRIES, reaches, sum};
use crate::weight::Weight;

/// Tables with more combinations of remaining labels than this do not move costs to labels.
const MOST_PLAIN: usize = 1 << 16;

/// Tables with more combinations of remaining labels than this do not take costs from labels.
const MOST_FULL: usize = 1 << 12;

impl<W: Weight> Relaxation<W> {
    /// Updates a function of several objects after one more of them is decided.
    pub(super) fn other(
        &self,
        state: &mut RelaxState<W>,
        agenda: &mut Agenda<W>,
        number: usize,
    ) -> Result<(), Refuted> {
        let other = &self.others[number];
        let mut open =
            (0..other.scope.len()).filter(|&place| state.labels[other.scope[place] as usize] == NONE);
        let open = [open.next(), open.next(), open.next()];
        let label_at = |state: &RelaxState<W>, place: usize| {
            let label = state.labels[other.scope[place] as usize];
            (label != NONE).then_some(label as usize)
        };
        if let Content::Rule(rule) = &other.content {
            let undecided: Vec<usize> = (0..other.scope.len())
                .filter(|&place| state.labels[other.scope[place] as usize] == NONE)
                .collect();
            if undecided.is_empty() {
                return if rule.allows(|place| label_at(state, place)) { Ok(()) } else { Err(Refuted) };
            }
            for place in undecided {
                let object = other.scope[place] as usize;
                for label in 0..other.sizes[place] {
                    if state.costs[self.starts[object] + label].forbids() {
                        continue;
                    }
                    let is_allowed =
                        rule.allows(|at| if at == place { Some(label) } else { label_at(state, at) });
                    if !is_allowed {
                        self.exclude(state, agenda, object, label)?;
                    }
                }
            }
            return Ok(());
        }
        match open {
            [Some(first), Some(second), None] if other.has_pairs() => {
                let objects = [other.scope[first], other.scope[second]];
                let mut costs = Vec::with_capacity(other.sizes[first] * other.sizes[second]);
                for a in 0..other.sizes[first] {
                    for b in 0..other.sizes[second] {
                        costs.push(other.cost(state, |at| match at {
                            _ if at == first => a,
                            _ if at == second => b,
                            _ => label_at(state, at).unwrap_or(0),
                        }));
                    }
                }
                self.join(state, agenda, objects, costs);
                Ok(())
            }
            [Some(first), None, _] if !other.has_pairs() => {
                let object = other.scope[first] as usize;
                for label in 0..other.sizes[first] {
                    let at = |at: usize| if at == first { label } else { label_at(state, at).unwrap_or(0) };
                    let cost = other.cost(state, at);
                    if cost.forbids() {
                        self.exclude(state, agenda, object, label)?;
                    } else if cost != W::ZERO {
                        let known = &mut state.costs[self.starts[object] + label];
                        if !known.forbids() {
                            *known = *known + cost;
                            self.touch(agenda, object, false);
                        }
                    }
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Whether a function still constrains an undecided object; a function with fewer undecided objects has become a
    /// pair.
    pub(super) fn binds(&self, state: &RelaxState<W>, number: usize) -> bool {
        let other = &self.others[number];
        other.open(state) > 2 || !other.has_pairs()
    }

    /// The places of undecided objects in a table; empty if at most two are left.
    fn open_places(&self, state: &RelaxState<W>, number: usize) -> Vec<usize> {
        let other = &self.others[number];
        if !matches!(other.content, Content::Table(..)) {
            return Vec::new();
        }
        let is_open = |place: &usize| state.labels[other.scope[*place] as usize] == NONE;
        let open: Vec<usize> = (0..other.scope.len()).filter(is_open).collect();
        if open.len() > 2 { open } else { Vec::new() }
    }

    /// The number of combinations of remaining labels at these places.
    fn combinations(&self, state: &RelaxState<W>, number: usize, open: &[usize]) -> usize {
        let scope = &self.others[number].scope;
        open.iter().fold(1, |count, &place| count.saturating_mul(state.left[scope[place] as usize] as usize))
    }

    /// Moves the least cost of each label in a table to the label, after an object of the table has lost labels.
    pub(super) fn wide(
        &self,
        state: &mut RelaxState<W>,
        agenda: &mut Agenda<W>,
        number: usize,
    ) -> Result<(), Refuted> {
        let open = self.open_places(state, number);
        if self.combinations(state, number, &open) > MOST_PLAIN {
            return Ok(());
        }
        for place in open {
            self.revise_wide(state, agenda, number, place, &[])?;
        }
        Ok(())
    }

    /// Moves to each label of the first object of a table its least cost in the table, including the costs of the other
    /// objects' labels.
    pub(super) fn wide_down(
        &self,
        state: &mut RelaxState<W>,
        agenda: &mut Agenda<W>,
        number: usize,
    ) -> Result<(), Refuted> {
        let open = self.full_places(state, agenda, number);
        let Some((first, rest)) = open.split_first() else { return Ok(()) };
        self.revise_wide(state, agenda, number, *first, rest)
    }

    /// The places of undecided objects in a table that takes costs from labels. The place to which costs are moved
    /// comes first.
    fn full_places(&self, state: &RelaxState<W>, agenda: &Agenda<W>, number: usize) -> Vec<usize> {
        let mut open = self.open_places(state, number);
        let other = &self.others[number];
        if self.combinations(state, number, &open) > MOST_FULL {
            return Vec::new();
        }
        open.sort_by_key(|&place| other.scope[place]);
        if agenda.last() == 0 {
            open.reverse();
        }
        open
    }

    /// The place of an object in a table that takes costs from labels, and all places of the table's undecided
    /// objects.
    fn place_in_table(
        &self,
        state: &RelaxState<W>,
        agenda: &Agenda<W>,
        number: usize,
        object: usize,
    ) -> Option<(usize, Vec<usize>)> {
        let open = self.full_places(state, agenda, number);
        let scope = &self.others[number].scope;
        let place = open.iter().copied().find(|&place| scope[place] as usize == object)?;
        Some((place, open))
    }

    /// Whether a label costs nothing with some labels of the other objects of each table.
    pub(super) fn is_free_wide(
        &self,
        state: &RelaxState<W>,
        agenda: &mut Agenda<W>,
        object: usize,
        label: usize,
    ) -> bool {
        self.others_of[object].iter().all(|&number| {
            let other = &self.others[number as usize];
            let Content::Table(_, moved) = &other.content else { return true };
            let Some((place, mut sources)) = self.place_in_table(state, agenda, number as usize, object)
            else {
                return true;
            };
            if place == sources[0] {
                return true;
            }
            sources.retain(|&at| at != place);
            let at = moved[place] + label;
            let mut tuple = vec![0; other.scope.len()];
            other.labels_of(agenda.support(at), &mut tuple);
            if tuple[place] == label && self.costs_nothing(state, number as usize, &tuple, &sources) {
                return true;
            }
            let mut support = None;
            self.walk(state, number as usize, &sources, Some((place, label)), &mut |_, at, cost| {
                if !cost.forbids() && cost <= self.slack {
                    support = Some(at as u32);
                }
            });
            if let Some(support) = support {
                agenda.remember(at, &[support]);
            }
            support.is_some()
        })
    }

    /// Moves the costs of the other objects of an object's tables to its labels.
    pub(super) fn together_wide(
        &self,
        state: &mut RelaxState<W>,
        agenda: &mut Agenda<W>,
        object: usize,
    ) -> Result<(), Refuted> {
        for &number in &self.others_of[object] {
            if let Some((place, mut sources)) = self.place_in_table(state, agenda, number as usize, object) {
                sources.retain(|&at| at != place);
                self.revise_wide(state, agenda, number as usize, place, &sources)?;
            }
        }
        Ok(())
    }

    /// Moves to each label of an object its least cost with labels of all other objects. `sources` contains the places
    /// of the objects whose costs are included.
    fn revise_wide(
        &self,
        state: &mut RelaxState<W>,
        agenda: &mut Agenda<W>,
        number: usize,
        place: usize,
        sources: &[usize],
    ) -> Result<(), Refuted> {
        let other = &self.others[number];
        let Content::Table(_, moved) = &other.content else { return Ok(()) };
        let target = other.scope[place] as usize;
        let own = self.range(target);
        let mut least = vec![W::FORBIDDEN; own.len()];
        let mut tuple = vec![0; other.scope.len()];
        let mut is_known = true;
        for label in (0..own.len()).filter(|&label| !state.costs[own.start + label].forbids()) {
            let support = agenda.support(moved[place] + label);
            other.labels_of(support, &mut tuple);
            is_known &= tuple[place] == label && self.costs_nothing(state, number, &tuple, sources);
        }
        if is_known {
            return Ok(());
        }
        agenda.movers = [target as u32, other.scope[usize::from(place == 0)]];
        let mut supports = vec![0; own.len()];
        self.walk(state, number, sources, None, &mut |labels, at, cost| {
            if cost < least[labels[place]] {
                least[labels[place]] = cost;
                supports[labels[place]] = at as u32;
            }
        });
        agenda.remember(moved[place], &supports);
        let mut refused = Vec::new();
        let mut has_takes = false;
        for (label, least) in least.iter_mut().enumerate() {
            let known = state.costs[own.start + label];
            if known.forbids() {
                *least = W::ZERO;
            } else if least.forbids() || reaches(state.constant + known + *least, agenda.bound) {
                refused.push(label);
                *least = W::ZERO;
            } else if *least <= self.slack {
                *least = W::ZERO;
            } else {
                has_takes = true;
            }
        }
        if has_takes {
            for (done, &source) in sources.iter().enumerate() {
                let object = other.scope[source] as usize;
                let mut gives = vec![W::ZERO; other.sizes[source]];
                self.walk(state, number, &sources[done + 1..], None, &mut |labels, _, cost| {
                    let least = least[labels[place]];
                    if !cost.forbids() && gives[labels[source]] < least - cost {
                        gives[labels[source]] = least - cost;
                    }
                });
                for (label, &give) in gives.iter().enumerate() {
                    let cost = &mut state.costs[self.starts[object] + label];
                    if cost.forbids() || give <= W::ZERO {
                        continue;
                    }
                    let rest = *cost - give;
                    *cost = if rest < W::ZERO { W::ZERO } else { rest };
                    let at = moved[source] + label;
                    state.moved[at] = state.moved[at] - give;
                }
            }
            for (label, &least) in least.iter().enumerate() {
                if least > W::ZERO {
                    let at = moved[place] + label;
                    state.moved[at] = state.moved[at] + least;
                    let cost = &mut state.costs[own.start + label];
                    *cost = *cost + least;
                }
            }
            self.touch(agenda, target, false);
        }
        refused.into_iter().try_for_each(|label| self.exclude(state, agenda, target, label))
    }

    /// Whether these labels are not excluded and cost nothing.
    fn costs_nothing(
        &self,
        state: &RelaxState<W>,
        number: usize,
        labels: &[usize],
        sources: &[usize],
    ) -> bool {
        let other = &self.others[number];
        let of = |place: usize| state.costs[self.starts[other.scope[place] as usize] + labels[place]];
        if (0..labels.len()).any(|place| of(place).forbids()) {
            return false;
        }
        let cost = other.cost(state, |place| labels[place]);
        let cost = sources.iter().fold(cost, |cost, &place| sum(cost, of(place)));
        !cost.forbids() && cost <= self.slack
    }

    /// Visits all combinations of remaining labels, with their place and cost, including the costs of the labels at
    /// the given places.
    fn walk(
        &self,
        state: &RelaxState<W>,
        number: usize,
        sources: &[usize],
        fixed: Option<(usize, usize)>,
        visit: &mut impl FnMut(&[usize], usize, W),
    ) {
        let other = &self.others[number];
        let Content::Table(costs, moved) = &other.content else { return };
        // The remaining labels of each place, with the costs that are added for them.
        let mut lists: Vec<Vec<(usize, W)>> = Vec::with_capacity(other.scope.len());
        for (place, &object) in other.scope.iter().enumerate() {
            let start = self.starts[object as usize];
            let list = (0..other.sizes[place]).filter_map(|label| {
                let cost = state.costs[start + label];
                let known = if sources.contains(&place) { cost } else { W::ZERO };
                let is_fixed = fixed.is_none_or(|(at, only)| at != place || only == label);
                (is_fixed && !cost.forbids()).then(|| (label, known - state.moved[moved[place] + label]))
            });
            lists.push(list.collect());
        }
        let last = lists.len() - 1;
        let sizes: Vec<usize> = lists.iter().map(Vec::len).collect();
        let mut places = vec![0; last];
        let mut labels = vec![0; lists.len()];
        if lists.iter().any(Vec::is_empty) {
            return;
        }
        loop {
            let (mut at, mut rest) = (0, W::ZERO);
            for place in 0..last {
                let (label, known) = lists[place][places[place]];
                labels[place] = label;
                at = at * other.sizes[place] + label;
                rest = rest + known;
            }
            for &(label, known) in &lists[last] {
                let at = at * other.sizes[last] + label;
                labels[last] = label;
                let cost = costs[at];
                visit(&labels, at, if cost.forbids() { cost } else { cost + rest + known });
            }
            if !advance(&mut places, &sizes[..last]) {
                return;
            }
        }
    }
}

impl<W: Weight> Other<W> {
    /// The number of undecided objects.
    pub(super) fn open(&self, state: &RelaxState<W>) -> usize {
        self.scope.iter().filter(|&&object| state.labels[object as usize] == NONE).count()
    }

    /// Whether the function becomes a pair when two objects are left.
    fn has_pairs(&self) -> bool {
        let most = self.sizes.iter().copied().max().unwrap_or(0);
        match self.content {
            Content::Table(..) => true,
            Content::Function(..) => most.saturating_mul(most) <= TABLE_ENTRIES,
            Content::Rule(_) => false,
        }
    }

    /// The labels at a position of the table.
    pub(super) fn labels_of(&self, mut at: usize, labels: &mut [usize]) {
        for (label, &size) in labels.iter_mut().zip(&self.sizes).rev() {
            *label = at % size;
            at /= size;
        }
    }

    /// The cost of labels, minus the least cost and the moved amounts. `label` returns the label of a place of the
    /// scope.
    pub(super) fn cost(&self, state: &RelaxState<W>, label: impl Fn(usize) -> usize) -> W {
        match &self.content {
            Content::Table(costs, moved) => {
                let places = self.sizes.iter().enumerate();
                let at = places.clone().fold(0, |at, (place, size)| at * size + label(place));
                let mut cost = costs[at];
                if !cost.forbids() {
                    for (place, _) in places {
                        cost = cost - state.moved[moved[place] + label(place)];
                    }
                }
                cost
            }
            Content::Function(function, least) => {
                let labels: Vec<usize> = (0..self.sizes.len()).map(label).collect();
                let cost = function.cost(&labels);
                if cost.forbids() { cost } else { cost - *least }
            }
            Content::Rule(_) => W::ZERO,
        }
    }
}
