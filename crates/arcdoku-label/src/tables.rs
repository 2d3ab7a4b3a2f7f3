//! A model with floating-point costs and mutable tables, for transformations that work in rounds.

use crate::LabelError;
use crate::model::{LabelCosts, LabelModel};
use crate::weight::{Weight, least_of};

/// The parts of a model.
pub(super) struct Tables {
    pub(super) constant: f64,
    /// The costs of each object's labels.
    pub(super) costs: Vec<Vec<f64>>,
    pub(super) functions: Vec<Table>,
    /// Functions from which no costs are moved.
    kept: Vec<(Vec<usize>, LabelCosts<f64>)>,
}

/// A function with a cost for each combination of labels, where the label of the last object changes fastest.
pub(super) struct Table {
    pub(super) scope: Vec<usize>,
    /// For each place, the number of labels. `strides` has the distance between consecutive labels of each place.
    pub(super) sizes: Vec<usize>,
    pub(super) strides: Vec<usize>,
    pub(super) costs: Vec<f64>,
    /// The amounts that were moved to the labels of each place.
    pub(super) moved: Vec<Vec<f64>>,
}

impl Table {
    /// The label of a place in a combination.
    #[inline]
    pub(super) fn label(&self, at: usize, place: usize) -> usize {
        at / self.strides[place] % self.sizes[place]
    }

    /// The least cost of each label of a place with the labels of the other places.
    pub(super) fn least(&self, place: usize, least: &mut Vec<f64>) {
        least.clear();
        least.resize(self.sizes[place], f64::FORBIDDEN);
        for (at, &cost) in self.costs.iter().enumerate() {
            let known = &mut least[self.label(at, place)];
            *known = known.least(cost);
        }
    }

    /// Moves costs from the labels of a place to the table.
    pub(super) fn add(&mut self, place: usize, more: &[f64]) {
        for (moved, &more) in self.moved[place].iter_mut().zip(more) {
            if !more.forbids() {
                *moved -= more;
            }
        }
        for at in 0..self.costs.len() {
            let label = self.label(at, place);
            self.costs[at] += more[label];
        }
    }
}

impl Tables {
    pub(super) fn new(model: &LabelModel<f64>) -> Self {
        let mut found = Self {
            constant: model.constant(),
            costs: (0..model.objects()).map(|object| model.costs(object).to_vec()).collect(),
            functions: Vec::new(),
            kept: Vec::new(),
        };
        for function in model.functions() {
            let scope = function.scope().to_vec();
            let LabelCosts::Dense(costs) = function.costs() else {
                found.kept.push((scope, function.costs().clone()));
                continue;
            };
            let sizes: Vec<usize> = scope.iter().map(|&object| model.labels(object)).collect();
            let strides = (1..=sizes.len()).map(|place| sizes[place..].iter().product()).collect();
            let moved = sizes.iter().map(|&size| vec![0.0; size]).collect();
            found.functions.push(Table { scope, sizes, strides, costs: costs.to_vec(), moved });
        }
        found
    }

    /// Moves the least cost of each table and of each object's labels into the constant.
    pub(super) fn gather(&mut self) {
        let tables = self.functions.iter_mut().map(|table| &mut table.costs);
        for costs in tables.chain(&mut self.costs) {
            let least = least_of(costs.iter().copied());
            if least.forbids() {
                self.constant = f64::FORBIDDEN;
            } else {
                self.constant += least;
                costs.iter_mut().for_each(|cost| *cost -= least);
            }
        }
    }

    /// Creates a table with this value for each object and label.
    pub(super) fn per_label<T: Clone>(&self, value: &T) -> Vec<Vec<T>> {
        self.costs.iter().map(|costs| vec![value.clone(); costs.len()]).collect()
    }

    /// The wanted tables of each object, and the object's places in them.
    pub(super) fn functions_of(&self, is_wanted: impl Fn(&Table) -> bool) -> Vec<Vec<(usize, usize)>> {
        let mut functions = vec![Vec::new(); self.costs.len()];
        for (number, table) in self.functions.iter().enumerate().filter(|(_, table)| is_wanted(table)) {
            for (place, &object) in table.scope.iter().enumerate() {
                functions[object].push((number, place));
            }
        }
        functions
    }

    /// A lower bound: the sum of the constant and all least costs.
    pub(super) fn bound(&self) -> f64 {
        let tables = self.functions.iter().map(|table| &table.costs);
        self.constant + tables.chain(&self.costs).map(|costs| least_of(costs.iter().copied())).sum::<f64>()
    }

    /// The greatest cost that does not forbid.
    pub(super) fn most(&self) -> f64 {
        let tables = self.functions.iter().map(|table| &table.costs);
        let costs = tables.chain(&self.costs).flatten().copied();
        costs.filter(|cost| !cost.forbids()).fold(0.0, f64::max)
    }

    /// Builds a model from these costs and tables, with the names and labels of another model.
    pub(super) fn write(self, model: &LabelModel<f64>) -> Result<LabelModel<f64>, LabelError> {
        let tables =
            self.functions.into_iter().map(|table| (table.scope, LabelCosts::Dense(table.costs.into())));
        model.with_costs(self.constant, |object| self.costs[object].clone(), tables.chain(self.kept))
    }
}
