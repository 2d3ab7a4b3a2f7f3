//! Builds the relaxation of a model, with its functions by kind.

use rustc_hash::FxHashMap;

use crate::LabelError;
use crate::assignment::NONE;
use crate::model::{LabelCosts, LabelModel};
use crate::relax::{
    Content, Other, Pair, RelaxState, Relaxation, Set, TABLE_ENTRIES, sum, take_least, transposed,
};
use crate::weight::{Weight, least_of};

/// Tables of more objects than this are not projected onto pairs.
const MOST_PROJECTED: usize = 10;

impl<W: Weight> Relaxation<W> {
    /// The functions of a model. Its constant and least costs must be small enough to be added up. `folds` allows
    /// transformations that preserve only one cheapest labelling.
    ///
    /// # Errors
    /// If sums of costs may be too large for the type.
    pub(super) fn new(model: &LabelModel<W>, folds: bool) -> Result<Self, LabelError> {
        let top = check_sizes(model)?;
        let count = model.objects();
        let mut starts = vec![0];
        let mut costs = Vec::new();
        for object in 0..count {
            costs.extend_from_slice(model.costs(object));
            starts.push(costs.len());
        }
        let mut slack = W::TOLERANCE;
        // Without costs there is no rounding. The tolerance must stay small, because no excluded label may count as
        // cheap.
        while !top.forbids() && slack > W::ZERO && slack.to_f64() < top.to_f64() * 1e-14 {
            slack = slack + slack;
        }
        let mut relaxation = Self {
            starts,
            sets: Vec::new(),
            others: Vec::new(),
            sets_of: vec![Vec::new(); count],
            others_of: vec![Vec::new(); count],
            is_soft: false,
            folds,
            slack,
            top,
            first: RelaxState {
                constant: model.constant(),
                left: (0..count).map(|object| model.allowed(object).count() as u32).collect(),
                costs,
                labels: vec![NONE; count],
                pairs: Vec::new(),
                near: vec![Vec::new(); count],
                moved: Vec::new(),
                mates: Vec::new(),
                folded: Vec::new(),
                folded_wide: Vec::new(),
                made: 0,
            },
        };
        let mut pairs = FxHashMap::default();
        for number in 0..model.functions().len() {
            relaxation.add(model, number, &mut pairs);
        }
        if !relaxation.is_soft {
            // If no function has two objects, these lists are not needed, and copies of states are smaller if the lists
            // are empty.
            relaxation.first.near.clear();
        }
        // From here on, no cost is negative, so the constant is a lower bound on the cost of every labelling.
        for object in 0..count {
            let range = relaxation.range(object);
            relaxation.first.constant =
                relaxation.first.constant + take_least(&mut relaxation.first.costs[range]);
        }
        Ok(relaxation)
    }

    fn add(&mut self, model: &LabelModel<W>, number: usize, pairs: &mut FxHashMap<[u32; 2], usize>) {
        let function = &model.functions()[number];
        let scope: Box<[u32]> = function.scope().iter().map(|&object| object as u32).collect();
        let sizes: Box<[usize]> = function.scope().iter().map(|&object| model.labels(object)).collect();
        let is_small = model.combinations(function.scope()).is_some_and(|count| count <= TABLE_ENTRIES);
        match function.costs() {
            LabelCosts::AllDifferent => {
                let labels = sizes.iter().copied().max().unwrap_or(0);
                let is_full = labels == scope.len() && sizes.iter().all(|&size| size == labels);
                let number = self.sets.len() as u32;
                scope.iter().for_each(|&object| self.sets_of[object as usize].push(number));
                self.sets.push(Set { full: is_full.then_some(labels), mates: self.first.mates.len(), scope });
                if is_full {
                    self.first.mates.resize(self.first.mates.len() + labels, NONE);
                }
            }
            LabelCosts::Rule(rule) => self.add_other(scope, sizes, Content::Rule(rule.clone())),
            _ if scope.len() == 2 && is_small => {
                let mut costs: Vec<W> = function.dense().collect();
                self.first.constant = self.first.constant + take_least(&mut costs);
                let mut objects = [scope[0], scope[1]];
                if objects[1] < objects[0] {
                    objects.swap(0, 1);
                    costs = transposed(&costs, sizes[0], sizes[1]);
                }
                self.add_pair(objects, costs, pairs);
            }
            _ if is_small => {
                let mut costs: Box<[W]> = function.dense().collect();
                self.first.constant = self.first.constant + take_least(&mut costs);
                if self.project(&mut costs, &scope, &sizes, pairs) {
                    return;
                }
                let mut at = self.first.moved.len();
                let mut moved = Vec::with_capacity(sizes.len());
                for size in &sizes {
                    moved.push(at);
                    at += size;
                }
                self.first.moved.resize(at, W::ZERO);
                self.is_soft = true;
                self.add_other(scope, sizes, Content::Table(costs, moved.into()));
            }
            costs => {
                // A function that is too large for a table. Whether it forbids everything is detected only when its
                // objects have labels.
                let least = least_of(costs.written());
                let least = if least.forbids() { W::ZERO } else { least };
                self.first.constant = self.first.constant + least;
                self.add_other(scope, sizes, Content::Function(function.clone(), least));
            }
        }
    }

    /// Moves the least costs of the labels of two objects, over all labels of the other objects, to functions of two
    /// objects. Returns whether these functions represent the whole table.
    fn project(
        &mut self,
        all: &mut [W],
        scope: &[u32],
        sizes: &[usize],
        pairs: &mut FxHashMap<[u32; 2], usize>,
    ) -> bool {
        let count = scope.len();
        if count > MOST_PROJECTED || all.len() * count * count > TABLE_ENTRIES {
            return false;
        }
        let mut costs = all.to_vec();
        let mut found = Vec::new();
        let mut is_covered = vec![false; costs.len()];
        let strides: Vec<usize> = (0..count).map(|place| sizes[place + 1..].iter().product()).collect();
        for first in 0..count {
            for second in 0..count {
                if scope[first] >= scope[second] {
                    continue;
                }
                let of = |at: usize| {
                    let row = at / strides[first] % sizes[first];
                    row * sizes[second] + at / strides[second] % sizes[second]
                };
                let mut least = vec![W::FORBIDDEN; sizes[first] * sizes[second]];
                for (at, &cost) in costs.iter().enumerate() {
                    least[of(at)] = least[of(at)].least(cost);
                }
                if least.iter().all(|&cost| cost == W::ZERO) {
                    continue;
                }
                for (at, cost) in costs.iter_mut().enumerate() {
                    if !cost.forbids() {
                        *cost = *cost - least[of(at)];
                    } else if least[of(at)].forbids() {
                        is_covered[at] = true;
                    }
                }
                found.push(([scope[first], scope[second]], least));
            }
        }
        let is_all = costs.iter().zip(is_covered).all(|(&cost, is_covered)| is_covered || cost == W::ZERO);
        if is_all || !all.iter().any(|cost| cost.forbids()) {
            all.copy_from_slice(&costs);
            for (objects, costs) in found {
                self.add_pair(objects, costs, pairs);
            }
        }
        is_all
    }

    /// Adds a function of two objects to the function that they already have, if any.
    fn add_pair(&mut self, objects: [u32; 2], costs: Vec<W>, pairs: &mut FxHashMap<[u32; 2], usize>) {
        self.is_soft = true;
        if let Some(&known) = pairs.get(&objects) {
            let pair = &mut self.first.pairs[known];
            pair.costs = pair.costs.iter().zip(&costs).map(|(&a, &b)| sum(a, b)).collect();
            return;
        }
        let number = self.first.pairs.len();
        pairs.insert(objects, number);
        let [first, second] = objects.map(|object| self.range(object as usize).len());
        let at = self.first.moved.len();
        self.first.moved.resize(at + first + second, W::ZERO);
        objects.iter().for_each(|&object| self.first.near[object as usize].push(number as u32));
        self.first.pairs.push(Pair { objects, costs: costs.into(), moved: [at, at + first] });
    }

    fn add_other(&mut self, scope: Box<[u32]>, sizes: Box<[usize]>, content: Content<W>) {
        let number = self.others.len() as u32;
        scope.iter().for_each(|&object| self.others_of[object as usize].push(number));
        self.others.push(Other { scope, sizes, content });
    }
}

/// Checks that sums and differences of all costs stay within the type. Returns a cost that is above the costs of all
/// labellings.
fn check_sizes<W: Weight>(model: &LabelModel<W>) -> Result<W, LabelError> {
    let mut sum = W::ZERO;
    let mut add = |cost: W| -> Result<(), LabelError> {
        let size = if cost < W::ZERO { W::ZERO.minus(cost).ok_or(LabelError::Overflow)? } else { cost };
        // The factor of four is for costs that move back and forth.
        for _ in 0..4 {
            sum = sum.plus(size).ok_or(LabelError::Overflow)?;
        }
        Ok(())
    };
    add(model.constant())?;
    let mut add_extremes = |costs: &mut dyn Iterator<Item = W>| {
        let (mut low, mut high) = (W::ZERO, W::ZERO);
        for cost in costs.filter(|cost| !cost.forbids()) {
            low = low.least(cost);
            high = if high < cost { cost } else { high };
        }
        add(low)?;
        add(high)
    };
    for object in 0..model.objects() {
        add_extremes(&mut model.costs(object).iter().copied())?;
    }
    for function in model.functions() {
        add_extremes(&mut function.costs().written())?;
    }
    Ok(if sum.to_f64() < 1e-6 { W::FORBIDDEN } else { sum })
}
