//! Objects, their labels, and the functions that give the costs of labels.
//!
//! ```text
//!   costs of labels      one number per object and label            "this cell is 5": 0.2
//!   functions            a scope of objects, and the costs of their labels: a table, a list
//!                        of exceptions, "all different", or a constraint of a puzzle
//!   constant             the cost that every labelling has
//! ```
//!
//! The cost of a labelling is the sum of all of these. Forbidden labels and combinations have the cost
//! [`Weight::FORBIDDEN`].

use std::fmt;

use arcdoku::grid::{Cell, Digit, DigitSet};
use arcdoku::puzzle::relation::Relation;
use arcdoku::puzzle::{Constraint, Puzzle};

use crate::LabelError;
use crate::semiring::{Overflow, Reads};
use crate::weight::Weight;

/// A labelling problem with costs of type `W`.
#[derive(Clone, Debug)]
pub struct LabelModel<W> {
    name: String,
    objects: Vec<Object<W>>,
    functions: Vec<LabelFunction<W>>,
    constant: W,
    bound: W,
}

#[derive(Clone, Debug)]
struct Object<W> {
    name: String,
    /// The names of the labels, if they have any.
    names: Vec<String>,
    /// The cost of each label.
    costs: Vec<W>,
}

/// The cost of the labels of some objects together.
#[derive(Clone, Debug)]
pub struct LabelFunction<W> {
    scope: Box<[usize]>,
    /// The numbers of labels of the scope.
    sizes: Box<[usize]>,
    costs: LabelCosts<W>,
}

/// The representation of the costs of a function.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum LabelCosts<W> {
    /// One cost for each combination of labels; the label of the last object changes fastest.
    Dense(Box<[W]>),
    /// A cost for the combinations that are listed, in ascending order, and another for all others.
    Sparse {
        /// The cost of combinations that are not listed.
        others: W,
        /// The combinations, each with its cost.
        listed: Vec<(Box<[usize]>, W)>,
    },
    /// No cost if all labels differ; otherwise forbidden.
    AllDifferent,
    /// No cost if the labels are digits that the constraint of a puzzle allows; otherwise forbidden.
    Rule(RuleCosts),
}

/// The constraint of a puzzle as a function of labels.
#[derive(Clone, Debug)]
pub struct RuleCosts {
    constraint: Constraint,
    digits: usize,
    /// For each cell of the constraint, its place in the scope.
    places: Box<[usize]>,
}

/// The reason why a model cannot be built or changed as requested.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ModelError {
    /// An object, with this number, has no labels.
    NoLabels(usize),
    /// There is no object with this number.
    NoObject(usize),
    /// An object, with this number, occurs twice in a scope.
    Twice(usize),
    /// A table has the wrong number of entries: expected, found.
    Entries(usize, usize),
    /// There is no label with this number: the object, the label.
    NoLabel(usize, usize),
    /// An object has more labels than a rule has digits: the object, the digits.
    NoDigit(usize, usize),
    /// A cost is not a number, or is negative infinity.
    NoCost,
    /// A table is too large for the memory.
    TooLarge,
    /// Two costs of the same labels cannot be added.
    Overflow,
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoLabels(object) => write!(f, "object {object} has no labels"),
            Self::NoObject(object) => write!(f, "there is no object {object}"),
            Self::Twice(object) => write!(f, "object {object} occurs twice in a scope"),
            Self::Entries(expected, found) => write!(f, "a table has {found} entries instead of {expected}"),
            Self::NoLabel(object, label) => write!(f, "object {object} has no label {label}"),
            Self::NoDigit(object, digits) => {
                write!(f, "object {object} has more labels than the {digits} digits of a rule")
            }
            Self::NoCost => f.write_str("a cost is not a number, or is negative infinity"),
            Self::TooLarge => f.write_str("a table is too large"),
            Self::Overflow => f.write_str("the sum of two costs is too large"),
        }
    }
}

impl std::error::Error for ModelError {}

impl<W: Weight> Default for LabelModel<W> {
    fn default() -> Self {
        Self {
            name: String::new(),
            objects: Vec::new(),
            functions: Vec::new(),
            constant: W::ZERO,
            bound: W::FORBIDDEN,
        }
    }
}

impl<W: Weight> LabelModel<W> {
    /// A model without objects.
    pub fn new() -> Self {
        Self::default()
    }

    /// The model of a puzzle: one object per cell, named like `r1c2`, one label per digit, and one function per
    /// constraint. Void cells have one label.
    ///
    /// ```
    /// use arcdoku::Puzzle;
    /// use arcdoku_label::LabelModel;
    ///
    /// let puzzle: Puzzle = "1.....3..4.....2".parse()?;
    /// let model = LabelModel::<i64>::of_puzzle(&puzzle);
    /// assert_eq!((model.objects(), model.labels(0)), (16, 4));
    /// # Ok::<(), arcdoku::ParseError>(())
    /// ```
    pub fn of_puzzle(puzzle: &Puzzle) -> Self {
        let shape = puzzle.shape();
        let digits = shape.digits();
        let mut model = Self::new();
        let names: Vec<String> =
            DigitSet::all(digits).iter().map(|digit| shape.value(digit).to_string()).collect();
        for cell in (0..shape.cells()).map(Cell::new) {
            let allowed = puzzle.admissible(cell);
            let cost = |digit: Digit| if allowed.contains(digit) { W::ZERO } else { W::FORBIDDEN };
            let costs = DigitSet::all(digits).iter().map(cost).collect();
            model.objects.push(Object { name: shape.name(cell).to_string(), names: names.clone(), costs });
        }
        for (_, constraint) in puzzle.constraints() {
            let mut scope: Vec<usize> = Vec::new();
            let mut places = Vec::new();
            for cell in constraint.cells() {
                let known = scope.iter().position(|&object| object == cell.index());
                places.push(known.unwrap_or(scope.len()));
                if known.is_none() {
                    scope.push(cell.index());
                }
            }
            let costs = match constraint.relation() {
                Relation::AllDifferent => LabelCosts::AllDifferent,
                _ => LabelCosts::Rule(RuleCosts { constraint, digits, places: places.into() }),
            };
            let sizes = vec![digits; scope.len()].into();
            model.functions.push(LabelFunction { scope: scope.into(), sizes, costs });
        }
        model
    }

    /// The same model with a name.
    #[must_use]
    pub fn with_name(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }

    /// The name of the model; it may be empty.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Adds an object with this number of labels, which have no costs. Returns the number of the object.
    ///
    /// # Errors
    /// If there are no labels.
    pub fn add_object(&mut self, name: impl Into<String>, labels: usize) -> Result<usize, ModelError> {
        if labels == 0 {
            return Err(ModelError::NoLabels(self.objects.len()));
        }
        self.objects.push(Object { name: name.into(), names: Vec::new(), costs: vec![W::ZERO; labels] });
        Ok(self.objects.len() - 1)
    }

    /// Names the labels of an object, in order.
    ///
    /// # Errors
    /// If there are more or fewer names than labels.
    pub fn name_labels(&mut self, object: usize, names: Vec<String>) -> Result<(), ModelError> {
        let known = self.objects.get_mut(object).ok_or(ModelError::NoObject(object))?;
        if names.len() != known.costs.len() {
            return Err(ModelError::Entries(known.costs.len(), names.len()));
        }
        known.names = names;
        Ok(())
    }

    /// Adds to the cost of a label.
    ///
    /// # Errors
    /// If there is no such label, or the cost is invalid.
    pub fn add_cost(&mut self, object: usize, label: usize, cost: W) -> Result<(), ModelError> {
        let costs = &mut self.objects.get_mut(object).ok_or(ModelError::NoObject(object))?.costs;
        let known = costs.get_mut(label).ok_or(ModelError::NoLabel(object, label))?;
        if !cost.is_cost() {
            return Err(ModelError::NoCost);
        }
        *known = known.plus(cost).ok_or(ModelError::Overflow)?;
        Ok(())
    }

    /// Adds to the cost of every labelling.
    ///
    /// # Errors
    /// If the cost is invalid, or the sum is too large.
    pub fn add_constant(&mut self, cost: W) -> Result<(), ModelError> {
        if !cost.is_cost() {
            return Err(ModelError::NoCost);
        }
        self.constant = self.constant.plus(cost).ok_or(ModelError::Overflow)?;
        Ok(())
    }

    /// Sets the bound: labellings of this cost or more are discarded when costs are compared.
    ///
    /// # Errors
    /// If the cost is invalid.
    pub fn set_bound(&mut self, bound: W) -> Result<(), ModelError> {
        if !bound.is_cost() {
            return Err(ModelError::NoCost);
        }
        self.bound = bound;
        Ok(())
    }

    /// Adds a function. A function of a single object, or of none, is added to the costs of the object or to the
    /// constant.
    ///
    /// # Errors
    /// If the scope or the costs do not fit.
    pub fn add_function(&mut self, scope: &[usize], costs: LabelCosts<W>) -> Result<(), ModelError> {
        for (place, &object) in scope.iter().enumerate() {
            if object >= self.objects.len() {
                return Err(ModelError::NoObject(object));
            }
            if scope[..place].contains(&object) {
                return Err(ModelError::Twice(object));
            }
        }
        let sizes = scope.iter().map(|&object| self.labels(object)).collect();
        let function = LabelFunction { scope: scope.into(), sizes, costs: self.checked(scope, costs)? };
        match *scope {
            [] => self.add_constant(function.cost(&[]))?,
            [object] => {
                for label in 0..self.labels(object) {
                    self.add_cost(object, label, function.cost(&[label]))?;
                }
            }
            _ => self.functions.push(function),
        }
        Ok(())
    }

    fn checked(&self, scope: &[usize], mut costs: LabelCosts<W>) -> Result<LabelCosts<W>, ModelError> {
        if !costs.written().all(Weight::is_cost) {
            return Err(ModelError::NoCost);
        }
        match &mut costs {
            LabelCosts::Dense(entries) => {
                let expected = self.combinations(scope).ok_or(ModelError::TooLarge)?;
                if entries.len() != expected {
                    return Err(ModelError::Entries(expected, entries.len()));
                }
            }
            LabelCosts::Sparse { listed, .. } => {
                for (labels, _) in &*listed {
                    if labels.len() != scope.len() {
                        return Err(ModelError::Entries(scope.len(), labels.len()));
                    }
                    for (&object, &label) in scope.iter().zip(labels) {
                        if label >= self.labels(object) {
                            return Err(ModelError::NoLabel(object, label));
                        }
                    }
                }
                // If the same labels have several costs, the last one counts.
                listed.reverse();
                listed.sort_by(|a, b| a.0.cmp(&b.0));
                listed.dedup_by(|later, first| later.0 == first.0);
            }
            LabelCosts::Rule(rule) => {
                let places = rule.places.iter().max().map_or(0, |place| place + 1);
                if places != scope.len() {
                    return Err(ModelError::Entries(places, scope.len()));
                }
                if let Some(&object) = scope.iter().find(|&&object| self.labels(object) > rule.digits) {
                    return Err(ModelError::NoDigit(object, rule.digits));
                }
            }
            LabelCosts::AllDifferent => {}
        }
        Ok(costs)
    }

    /// The number of objects.
    pub fn objects(&self) -> usize {
        self.objects.len()
    }

    /// The name of an object; it may be empty.
    pub fn object_name(&self, object: usize) -> &str {
        &self.objects[object].name
    }

    /// The number of an object's labels.
    pub fn labels(&self, object: usize) -> usize {
        self.objects[object].costs.len()
    }

    /// The name of an object for texts: `x` and its number, if it has no name.
    pub fn shown_name(&self, object: usize) -> String {
        match self.object_name(object) {
            "" => format!("x{object}"),
            name => name.to_owned(),
        }
    }

    /// The name of a label, or its number if it has no name.
    pub fn label_name(&self, object: usize, label: usize) -> String {
        self.objects[object].names.get(label).cloned().unwrap_or_else(|| label.to_string())
    }

    /// Whether the labels of an object have names.
    pub fn has_label_names(&self, object: usize) -> bool {
        !self.objects[object].names.is_empty()
    }

    /// The costs of an object's labels.
    pub fn costs(&self, object: usize) -> &[W] {
        &self.objects[object].costs
    }

    /// Creates a table with this value for each object and label.
    pub fn per_label<T: Clone>(&self, value: &T) -> Vec<Vec<T>> {
        self.objects.iter().map(|object| vec![value.clone(); object.costs.len()]).collect()
    }

    /// The labels of an object that its own costs do not forbid.
    pub(super) fn allowed(&self, object: usize) -> impl Iterator<Item = usize> + '_ {
        let costs = self.costs(object).iter().enumerate();
        costs.filter(|(_, cost)| !cost.forbids()).map(|(label, _)| label)
    }

    /// The values of an object's labels in a semiring, from their costs.
    pub(super) fn read_labels<S: Reads<W>>(
        &self,
        object: usize,
        semiring: &S,
    ) -> Result<Vec<S::Value>, Overflow> {
        let costs = self.costs(object).iter().enumerate();
        costs.map(|(label, &cost)| semiring.read_label(object, label, cost)).collect()
    }

    /// The functions, except functions of one object or none, which [`add_function`](Self::add_function) adds to
    /// other costs.
    pub fn functions(&self) -> &[LabelFunction<W>] {
        &self.functions
    }

    /// The wanted functions of each object.
    pub(super) fn functions_of(&self, is_wanted: impl Fn(&LabelFunction<W>) -> bool) -> Vec<Vec<usize>> {
        let mut functions = vec![Vec::new(); self.objects()];
        for (number, function) in
            self.functions.iter().enumerate().filter(|(_, function)| is_wanted(function))
        {
            function.scope().iter().for_each(|&object| functions[object].push(number));
        }
        functions
    }

    /// The cost that is part of every labelling.
    pub fn constant(&self) -> W {
        self.constant
    }

    /// The bound: labellings of this cost or more are discarded when costs are compared.
    pub fn bound(&self) -> W {
        self.bound
    }

    /// The number of combinations of labels of these objects, if it does not overflow.
    pub fn combinations(&self, scope: &[usize]) -> Option<usize> {
        scope.iter().try_fold(1_usize, |product, &object| product.checked_mul(self.labels(object)))
    }

    /// The cost of a labelling, one label per object. `None` if it is too large for the type.
    pub fn cost(&self, labels: &[usize]) -> Option<W> {
        let of_labels = self.objects.iter().zip(labels).map(|(object, &label)| object.costs[label]);
        let of_functions = self.functions.iter().map(|function| {
            let own: Vec<usize> = function.scope.iter().map(|&object| labels[object]).collect();
            function.cost(&own)
        });
        of_labels.chain(of_functions).try_fold(self.constant, Weight::plus)
    }

    /// The model with each cost changed, such as to another type.
    ///
    /// # Errors
    /// If a changed cost is invalid.
    pub fn map<V: Weight>(&self, mut change: impl FnMut(W) -> V) -> Result<LabelModel<V>, ModelError> {
        let mut are_costs = true;
        let mut change = |cost: W| {
            let changed = if cost.forbids() { V::FORBIDDEN } else { change(cost) };
            are_costs &= changed.is_cost();
            changed
        };
        let objects = self.objects.iter().map(|object| Object {
            name: object.name.clone(),
            names: object.names.clone(),
            costs: object.costs.iter().map(|&cost| change(cost)).collect(),
        });
        let objects = objects.collect();
        let functions = self.functions.iter().map(|function| LabelFunction {
            scope: function.scope.clone(),
            sizes: function.sizes.clone(),
            costs: function.costs.map(&mut change),
        });
        let functions = functions.collect();
        let (constant, bound) = (change(self.constant), change(self.bound));
        let model = LabelModel { name: self.name.clone(), objects, functions, constant, bound };
        if are_costs { Ok(model) } else { Err(ModelError::NoCost) }
    }

    /// The model without a bound: no labelling is discarded because of its cost.
    #[must_use]
    pub fn without_bound(&self) -> Self {
        Self { bound: W::FORBIDDEN, ..self.clone() }
    }

    /// A model of the same objects, with the same bound, and with other costs and functions.
    pub(super) fn with_costs(
        &self,
        constant: W,
        costs: impl Fn(usize) -> Vec<W>,
        functions: impl IntoIterator<Item = (Vec<usize>, LabelCosts<W>)>,
    ) -> Result<Self, LabelError> {
        let objects = self.objects.iter().enumerate().map(|(number, object)| Object {
            name: object.name.clone(),
            names: object.names.clone(),
            costs: costs(number),
        });
        let mut model = Self {
            name: self.name.clone(),
            objects: objects.collect(),
            functions: Vec::new(),
            constant,
            bound: self.bound,
        };
        let are_costs = model.objects.iter().flat_map(|object| &object.costs).all(|cost| cost.is_cost());
        if !are_costs || !constant.is_cost() {
            return Err(LabelError::Overflow);
        }
        for (scope, costs) in functions {
            model.add_function(&scope, costs).map_err(|_| LabelError::Overflow)?;
        }
        Ok(model)
    }
}

impl<W: Weight> LabelCosts<W> {
    /// All costs that are stored explicitly, one by one. "All different" and rules have none.
    pub fn written(&self) -> impl Iterator<Item = W> + '_ {
        let (entries, listed, others) = match self {
            Self::Dense(entries) => (&**entries, &[][..], None),
            Self::Sparse { others, listed } => (&[][..], &**listed, Some(*others)),
            Self::AllDifferent | Self::Rule(_) => (&[][..], &[][..], None),
        };
        entries.iter().copied().chain(listed.iter().map(|entry| entry.1)).chain(others)
    }

    /// The same function with each of these costs changed.
    pub fn map<V>(&self, mut change: impl FnMut(W) -> V) -> LabelCosts<V> {
        match self {
            Self::Dense(entries) => LabelCosts::Dense(entries.iter().map(|&cost| change(cost)).collect()),
            Self::Sparse { others, listed } => LabelCosts::Sparse {
                others: change(*others),
                listed: listed.iter().map(|(labels, cost)| (labels.clone(), change(*cost))).collect(),
            },
            Self::AllDifferent => LabelCosts::AllDifferent,
            Self::Rule(rule) => LabelCosts::Rule(rule.clone()),
        }
    }
}

/// Advances to the next combination of labels; the last label changes fastest. After the last combination all labels
/// are 0 again, and the result is false.
pub(super) fn advance(labels: &mut [usize], sizes: &[usize]) -> bool {
    for (label, &size) in labels.iter_mut().zip(sizes).rev() {
        *label += 1;
        if *label < size {
            return true;
        }
        *label = 0;
    }
    false
}

impl<W: Weight> LabelFunction<W> {
    /// The objects of the function, each once.
    pub fn scope(&self) -> &[usize] {
        &self.scope
    }

    /// The costs of the function.
    pub fn costs(&self) -> &LabelCosts<W> {
        &self.costs
    }

    /// The place of these labels among all combinations.
    pub(super) fn place(&self, labels: &[usize]) -> usize {
        self.sizes.iter().zip(labels).fold(0, |place, (size, label)| place * size + label)
    }

    /// The cost of these labels, one per object of the scope.
    pub fn cost(&self, labels: &[usize]) -> W {
        let allows = |is_allowed: bool| if is_allowed { W::ZERO } else { W::FORBIDDEN };
        match &self.costs {
            LabelCosts::Dense(entries) => entries[self.place(labels)],
            LabelCosts::Sparse { others, listed } => {
                let found = listed.binary_search_by(|entry| (*entry.0).cmp(labels));
                found.map_or(*others, |place| listed[place].1)
            }
            LabelCosts::AllDifferent => {
                allows(labels.iter().enumerate().all(|(at, label)| !labels[..at].contains(label)))
            }
            LabelCosts::Rule(rule) => allows(rule.allows(|place| Some(labels[place]))),
        }
    }

    /// Whether the function requires that all labels differ.
    pub(super) fn is_all_different(&self) -> bool {
        matches!(self.costs, LabelCosts::AllDifferent)
    }

    /// The costs of all combinations, where the label of the last object changes fastest.
    pub fn dense(&self) -> impl Iterator<Item = W> + '_ {
        let count = self.sizes.iter().product();
        let mut labels = vec![0; self.sizes.len()];
        (0..count).map(move |_| {
            let cost = self.cost(&labels);
            advance(&mut labels, &self.sizes);
            cost
        })
    }
}

impl RuleCosts {
    /// Whether the known labels are compatible with the rule. `label` returns the label of a place of the scope, if it
    /// is known.
    pub(super) fn allows(&self, label: impl Fn(usize) -> Option<usize>) -> bool {
        let cells: Vec<Option<Digit>> =
            self.places.iter().map(|&place| label(place).map(Digit::from_index)).collect();
        self.constraint.relation().holds(self.digits, &cells)
    }

    /// The constraint.
    pub fn constraint(&self) -> &Constraint {
        &self.constraint
    }
}
