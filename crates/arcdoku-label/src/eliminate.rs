//! Sums over all labellings by tables: bucket elimination, and mini-buckets as bounds.
//!
//! To eliminate an object, all functions of it are multiplied, and the product is summed over its labels. The result
//! is a function of its neighbors. The order determines the size of the largest table (R. Dechter, "Bucket
//! elimination: a unifying framework for reasoning", 1999). Objects whose elimination connects the fewest pairs of
//! neighbors are eliminated first (min-fill). Marginals come from the same tables in backward order. No division is
//! needed, so this works for any semiring (A. Darwiche, "A differential approach to inference in Bayesian networks",
//! 2003).

use std::collections::BTreeSet;

use crate::clock::StepClock;
use crate::model::LabelModel;
use crate::semiring::{Ordered, Reads, Semiring};
use crate::weight::Weight;
use crate::{LabelError, Marginals};
use arcdoku::puzzle::{Limits, WorkProgress};

/// An order in which objects are eliminated, with the required memory.
#[derive(Clone, Debug)]
pub struct Elimination {
    order: Vec<usize>,
    width: usize,
    entries: f64,
}

impl Elimination {
    /// The order by min-fill. The node limit is not used.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn new<W: Weight>(model: &LabelModel<W>, limits: &Limits<'_>) -> Result<Self, LabelError> {
        Self::of_open(model, limits, |_| true)
    }

    /// The order of the open objects, as if the others were not part of the model.
    pub(super) fn of_open<W: Weight>(
        model: &LabelModel<W>,
        limits: &Limits<'_>,
        is_open: impl Fn(usize) -> bool,
    ) -> Result<Self, LabelError> {
        let budget = limits.start();
        let look = || budget.check(0).map_err(LabelError::Limit);
        let mut neighbors: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); model.objects()];
        for function in model.functions() {
            for &object in function.scope() {
                let others = function.scope().iter().filter(|&&other| other != object && is_open(other));
                neighbors[object].extend(others);
            }
        }
        let mut open: BTreeSet<usize> = (0..model.objects()).filter(|&object| is_open(object)).collect();
        let mut elimination = Self { order: Vec::new(), width: 0, entries: entries_of_functions(model) };
        let missing = |neighbors: &[BTreeSet<usize>], object: usize| {
            let own = &neighbors[object];
            own.iter().try_fold(0, |sum, &one| {
                // An object may have thousands of neighbors.
                look()?;
                let others = own.range(one + 1..).filter(|other| !neighbors[one].contains(other));
                Ok::<_, LabelError>(sum + others.count())
            })
        };
        let mut fill = Vec::with_capacity(model.objects());
        for object in 0..model.objects() {
            fill.push(missing(&neighbors, object)?);
        }
        while let Some(object) =
            open.iter().copied().min_by_key(|&object| (fill[object], neighbors[object].len()))
        {
            open.remove(&object);
            let own = std::mem::take(&mut neighbors[object]);
            elimination.order.push(object);
            elimination.width = elimination.width.max(own.len() + 1);
            elimination.entries += entries_of(model, own.iter().copied().chain([object]));
            let mut changed: BTreeSet<usize> = own.clone();
            for &one in &own {
                look()?;
                neighbors[one].remove(&object);
                for &other in &own {
                    if other != one && neighbors[one].insert(other) {
                        // The new edge joins two neighbors of each common neighbor, so each of these now lacks one edge
                        // less.
                        changed.extend(neighbors[one].intersection(&neighbors[other]).copied());
                    }
                }
            }
            for one in changed {
                fill[one] = missing(&neighbors, one)?;
            }
        }
        Ok(elimination)
    }

    /// The order of objects.
    pub fn order(&self) -> &[usize] {
        &self.order
    }

    /// The number of objects of the largest table.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The approximate number of bytes of all tables. Marginals take twice as much.
    pub fn bytes<S: Semiring>(&self, semiring: &S) -> f64 {
        self.entries * semiring.bytes() as f64
    }

    /// The sum over all labellings of a model.
    ///
    /// # Errors
    /// If the tables would take more than `bytes` bytes, a number is too large, or a limit is reached.
    pub fn sum<W: Weight, S: Reads<W>>(
        &self,
        model: &LabelModel<W>,
        semiring: &S,
        bytes: f64,
        limits: &Limits<'_>,
    ) -> Result<S::Value, LabelError> {
        let mut tables = self.tables(model, semiring, bytes, limits)?;
        for (done, &object) in self.order.iter().enumerate() {
            limits.report(WorkProgress::Parts { done, all: self.order.len() });
            let bucket = tables.take_tables(object);
            tables.eliminate(object, &bucket)?;
        }
        Ok(tables.value)
    }

    /// The sum, and for each object and label the sum over the labellings in which the object has the label.
    ///
    /// # Errors
    /// The same as for [`sum`](Self::sum).
    pub fn marginals<W: Weight, S: Reads<W>>(
        &self,
        model: &LabelModel<W>,
        semiring: &S,
        bytes: f64,
        limits: &Limits<'_>,
    ) -> Result<Marginals<S::Value>, LabelError> {
        let mut tables = self.tables(model, semiring, bytes / 2.0, limits)?;
        // Each object, with the numbers of its tables and of the message that they send.
        let mut buckets = Vec::new();
        let steps = 2 * self.order.len();
        for (done, &object) in self.order.iter().enumerate() {
            limits.report(WorkProgress::Parts { done, all: steps });
            let numbers = tables.take(object);
            let bucket: Vec<&Table<S::Value>> = numbers.iter().map(|&number| &tables.all[number]).collect();
            let message = eliminate_object(semiring, &tables.labels, object, &bucket, &mut tables.clock)?;
            buckets.push((object, numbers, tables.all.len()));
            tables.add(message)?;
        }
        let zero = semiring.zero();
        let mut marginals = model.per_label(&zero);
        let Tables { labels, all, mut clock, value, .. } = tables;
        // The sum over the rest of the model for each entry of a table.
        let mut rest: Vec<Vec<S::Value>> = vec![Vec::new(); all.len()];
        let ends: Vec<usize> = (0..all.len()).filter(|&number| all[number].scope.is_empty()).collect();
        for &end in &ends {
            let mut others = ends.iter().filter(|&&other| other != end);
            let constant = semiring.read(model.constant())?;
            rest[end] = vec![
                others.try_fold(constant, |product, &other| semiring.mul(&product, &all[other].values[0]))?,
            ];
        }
        for (at, (object, numbers, sent)) in buckets.into_iter().enumerate().rev() {
            limits.report(WorkProgress::Parts { done: steps - at - 1, all: steps });
            let outer = std::mem::take(&mut rest[sent]);
            let bucket: Vec<&Table<S::Value>> = numbers.iter().map(|&number| &all[number]).collect();
            let mut parts: Vec<Vec<S::Value>> =
                bucket.iter().map(|table| vec![zero.clone(); table.values.len()]).collect();
            let mut walk = Walk::new(&labels, object, &bucket);
            // For each table, the product of the tables before it.
            let mut before = vec![zero.clone(); bucket.len() + 1];
            loop {
                clock.tick(1)?;
                before[0].clone_from(&outer[walk.outer]);
                if !semiring.is_zero(&before[0]) {
                    for (i, table) in bucket.iter().enumerate() {
                        before[i + 1] = semiring.mul(&before[i], &table.values[walk.places[i]])?;
                    }
                    let marginal = &mut marginals[object][walk.label()];
                    *marginal = semiring.add(marginal, &before[bucket.len()])?;
                    let mut after = semiring.one();
                    for (i, table) in bucket.iter().enumerate().rev() {
                        let part = &mut parts[i][walk.places[i]];
                        *part = semiring.add(part, &semiring.mul(&before[i], &after)?)?;
                        after = semiring.mul(&after, &table.values[walk.places[i]])?;
                    }
                }
                if !walk.advance() {
                    break;
                }
            }
            for (number, part) in numbers.into_iter().zip(parts) {
                rest[number] = part;
            }
        }
        Ok(Marginals { sum: value, of_labels: marginals })
    }

    fn tables<'a, W: Weight, S: Reads<W>>(
        &self,
        model: &LabelModel<W>,
        semiring: &'a S,
        bytes: f64,
        limits: &Limits<'a>,
    ) -> Result<Tables<'a, S>, LabelError> {
        let needed = self.bytes(semiring);
        // Whatever number of bytes is allowed, a table must be addressable.
        if needed > bytes.min(isize::MAX as f64) {
            return Err(LabelError::TooWide { width: self.width, bytes: needed });
        }
        let clock = StepClock::new(limits);
        let labels = (0..model.objects()).map(|object| model.labels(object)).collect();
        let value = semiring.read(model.constant())?;
        let mut tables = Tables { semiring, labels, all: Vec::new(), of_object: Vec::new(), value, clock };
        tables.of_object = vec![Vec::new(); model.objects()];
        for object in 0..model.objects() {
            tables.add(Table { scope: vec![object], values: model.read_labels(object, semiring)? })?;
        }
        for function in model.functions() {
            if function.is_all_different() {
                // A set of different objects is represented by pairs of objects, because a table of all its objects
                // would be too large.
                for (place, &one) in function.scope().iter().enumerate() {
                    for &other in &function.scope()[..place] {
                        let differ = |a, b| if a == b { semiring.zero() } else { semiring.one() };
                        let row = |a| (0..model.labels(other)).map(move |b| differ(a, b));
                        let values = (0..model.labels(one)).flat_map(row).collect();
                        tables.add(Table { scope: vec![one, other], values })?;
                    }
                }
            } else {
                let mut read = |cost| -> Result<S::Value, LabelError> {
                    tables.clock.tick(1)?;
                    Ok(semiring.read(cost)?)
                };
                let values = function.dense().map(&mut read).collect::<Result<_, _>>()?;
                tables.add(Table { scope: function.scope().to_vec(), values })?;
            }
        }
        Ok(tables)
    }
}

fn entries_of<W: Weight>(model: &LabelModel<W>, scope: impl Iterator<Item = usize>) -> f64 {
    scope.map(|object| model.labels(object) as f64).product()
}

/// The entries of the tables of all functions. Sets of different objects have no tables of their own.
fn entries_of_functions<W: Weight>(model: &LabelModel<W>) -> f64 {
    let functions = model.functions().iter().filter(|function| !function.is_all_different());
    functions.map(|function| entries_of(model, function.scope().iter().copied())).sum()
}

/// The entries of the tables of two objects that represent sets of different objects.
fn entries_of_sets<W: Weight>(model: &LabelModel<W>) -> f64 {
    let sets = model.functions().iter().filter(|function| function.is_all_different());
    let pairs = sets.flat_map(|set| {
        set.scope().iter().enumerate().map(|(place, &object)| (object, &set.scope()[place + 1..]))
    });
    let labels = |object: usize| model.labels(object) as f64;
    pairs.map(|(object, rest)| rest.iter().map(|&other| labels(object) * labels(other)).sum::<f64>()).sum()
}

/// A bound on the sum over all labellings: in the order of the semiring, the sum does not precede the bound. If the sum
/// is the least cost, the bound is a lower bound. Tables have at most the given number of objects: the product of each
/// bucket is split into parts, each of which chooses its own label (R. Dechter and I. Rish, "Mini-buckets: a general
/// scheme for bounded inference", 2003). The bound is exact if this number is the width of the elimination.
///
/// ```
/// use arcdoku_label::semiring::MinSum;
/// use arcdoku_label::{LabelModel, mini_buckets};
/// use arcdoku::{Limits, Puzzle, Shape};
///
/// let mut model = LabelModel::<i64>::of_puzzle(&Puzzle::new(Shape::boxes(2, 2).unwrap()));
/// (0..16).for_each(|cell| model.add_cost(cell, 0, 1).unwrap());
/// // Each labelling has four first digits.
/// let bound = mini_buckets(&model, &MinSum::default(), 4, 1e6, &Limits::NONE).unwrap();
/// assert!((0..=4).contains(&bound));
/// ```
///
/// # Errors
/// If a cost is too large, a table would take more than `bytes` bytes, or a limit is reached.
pub fn mini_buckets<W: Weight, S: Ordered + Reads<W>>(
    model: &LabelModel<W>,
    semiring: &S,
    most: usize,
    bytes: f64,
    limits: &Limits<'_>,
) -> Result<S::Value, LabelError> {
    let mut elimination = Elimination::new(model, limits)?;
    elimination.entries = entries_of_functions(model) + entries_of_sets(model);
    let mut tables = elimination.tables(model, semiring, bytes, limits)?;
    for &object in &elimination.order {
        let mut bucket = tables.take_tables(object);
        // The largest tables come first, and each joins the first part that it fits into.
        bucket.sort_by_key(|table| std::cmp::Reverse(table.scope.len()));
        let mut parts: Vec<BucketPart<S::Value>> = Vec::new();
        for table in bucket {
            let fits = |part: &&mut BucketPart<S::Value>| {
                let more = table.scope.iter().filter(|object| !part.0.contains(object)).count();
                more == 0 || part.0.len() + more <= most
            };
            if let Some(part) = parts.iter_mut().find(fits) {
                part.0.extend(&table.scope);
                part.1.push(table);
            } else {
                parts.push((table.scope.iter().copied().collect(), vec![table]));
            }
        }
        for (scope, part) in parts {
            let needed = entries_of(model, scope.iter().copied()) * semiring.bytes() as f64;
            if needed > bytes.min(isize::MAX as f64) {
                return Err(LabelError::TooWide { width: scope.len(), bytes: needed });
            }
            tables.eliminate(object, &part)?;
        }
    }
    Ok(tables.value)
}

/// A part of a bucket: its tables, whose product is taken, and their objects.
type BucketPart<V> = (BTreeSet<usize>, Vec<Table<V>>);

/// A function as a table. The label of the last object of the scope changes fastest.
#[derive(Clone, Debug)]
struct Table<V> {
    scope: Vec<usize>,
    values: Vec<V>,
}

impl<V> Default for Table<V> {
    fn default() -> Self {
        Self { scope: Vec::new(), values: Vec::new() }
    }
}

/// The tables of an elimination.
struct Tables<'a, S: Semiring> {
    semiring: &'a S,
    /// The number of labels of each object.
    labels: Vec<usize>,
    all: Vec<Table<S::Value>>,
    /// The tables of each object that are not yet eliminated.
    of_object: Vec<Vec<usize>>,
    /// The product of the values without objects.
    value: S::Value,
    clock: StepClock<'a>,
}

impl<S: Semiring> Tables<'_, S> {
    fn add(&mut self, table: Table<S::Value>) -> Result<(), LabelError> {
        if table.scope.is_empty() {
            self.value = self.semiring.mul(&self.value, &table.values[0])?;
        }
        for &object in &table.scope {
            self.of_object[object].push(self.all.len());
        }
        self.all.push(table);
        Ok(())
    }

    /// Removes and returns the numbers of the tables of an object.
    fn take(&mut self, object: usize) -> Vec<usize> {
        let numbers = std::mem::take(&mut self.of_object[object]);
        for &number in &numbers {
            for &other in &self.all[number].scope {
                self.of_object[other].retain(|&known| known != number);
            }
        }
        numbers
    }

    /// Removes and returns the tables of an object.
    fn take_tables(&mut self, object: usize) -> Vec<Table<S::Value>> {
        let numbers = self.take(object);
        numbers.into_iter().map(|number| std::mem::take(&mut self.all[number])).collect()
    }

    /// Eliminates an object from its tables, and adds the resulting table.
    fn eliminate(&mut self, object: usize, bucket: &[Table<S::Value>]) -> Result<(), LabelError> {
        let bucket: Vec<&Table<S::Value>> = bucket.iter().collect();
        let message = eliminate_object(self.semiring, &self.labels, object, &bucket, &mut self.clock)?;
        self.add(message)
    }
}

/// Multiplies tables about an object, and sums over its labels.
fn eliminate_object<S: Semiring>(
    semiring: &S,
    labels: &[usize],
    object: usize,
    bucket: &[&Table<S::Value>],
    clock: &mut StepClock<'_>,
) -> Result<Table<S::Value>, LabelError> {
    let mut walk = Walk::new(labels, object, bucket);
    let scope = walk.scope[..walk.scope.len() - 1].to_vec();
    let count = scope.iter().map(|&object| labels[object]).product();
    let mut values = vec![semiring.zero(); count];
    loop {
        clock.tick(1)?;
        let mut product: Option<S::Value> = None;
        for (table, &place) in bucket.iter().zip(&walk.places) {
            let value = &table.values[place];
            product = Some(match product {
                Some(product) => semiring.mul(&product, value)?,
                None => value.clone(),
            });
            if product.as_ref().is_some_and(|product| semiring.is_zero(product)) {
                break;
            }
        }
        let sum = &mut values[walk.outer];
        *sum = semiring.add(sum, &product.unwrap_or_else(|| semiring.one()))?;
        if !walk.advance() {
            return Ok(Table { scope, values });
        }
    }
}

/// All combinations of the labels of an object and its neighbors, with their places in the tables.
struct Walk {
    /// The neighbors, then the object.
    scope: Vec<usize>,
    sizes: Vec<usize>,
    labels: Vec<usize>,
    /// The place in each table.
    places: Vec<usize>,
    /// The distance, in each table, between consecutive labels of each object.
    strides: Vec<Vec<usize>>,
    /// The place among the combinations of the neighbors.
    outer: usize,
}

impl Walk {
    fn new<V>(labels: &[usize], object: usize, bucket: &[&Table<V>]) -> Self {
        let neighbors: BTreeSet<usize> = bucket.iter().flat_map(|table| &table.scope).copied().collect();
        let scope: Vec<usize> =
            neighbors.into_iter().filter(|&other| other != object).chain([object]).collect();
        let strides = bucket.iter().map(|table| {
            let mut own = vec![0; scope.len()];
            let mut stride = 1;
            for other in table.scope.iter().rev() {
                let place = scope.iter().position(|known| known == other);
                if let Some(place) = place {
                    own[place] = stride;
                }
                stride *= labels[*other];
            }
            own
        });
        Self {
            strides: strides.collect(),
            sizes: scope.iter().map(|&object| labels[object]).collect(),
            labels: vec![0; scope.len()],
            places: vec![0; bucket.len()],
            outer: 0,
            scope,
        }
    }

    /// The label of the object.
    fn label(&self) -> usize {
        self.labels[self.labels.len() - 1]
    }

    /// Advances to the next combination. Returns false after the last one.
    fn advance(&mut self) -> bool {
        let last = self.sizes.len() - 1;
        for at in (0..=last).rev() {
            self.labels[at] += 1;
            let wraps = self.labels[at] == self.sizes[at];
            for (place, strides) in self.places.iter_mut().zip(&self.strides) {
                *place += strides[at];
                if wraps {
                    *place -= strides[at] * self.sizes[at];
                }
            }
            if !wraps {
                self.outer += usize::from(at < last);
                return true;
            }
            self.labels[at] = 0;
        }
        false
    }
}
