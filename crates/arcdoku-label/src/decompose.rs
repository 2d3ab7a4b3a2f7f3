//! Sums over all labellings by depth-first search, with a cache for each separator of a tree decomposition.
//!
//! The order of an [`Elimination`] determines a tree of objects: an object is below the one of its later neighbors
//! that is eliminated first. Once those neighbors, its *separator*, are labelled, the part below the object does not
//! depend on any other object. The search therefore multiplies the sums of the parts below an object, and keeps the
//! sum of each part for the labels of its separator (P. Jegou and C. Terrioux, "Hybrid backtracking bounded by
//! tree-decomposition of constraint networks", 2003; R. Dechter and R. Mateescu, "AND/OR search spaces for graphical
//! models", 2007). If the separator of a part consists of all labelled objects above the part in its cluster, its sum
//! is needed only once, so it is not kept.
//!
//! The tables of an elimination have an entry for each combination of labels. Here only combinations without a
//! forbidden part take time and memory. If many combinations are forbidden, these are far fewer.

use rustc_hash::FxHashMap;

use crate::LabelError;
use crate::clock::StepClock;
use crate::consistency::consistency;
use crate::eliminate::Elimination;
use crate::model::{LabelCosts, LabelModel, RuleCosts};
use crate::semiring::{Reads, Semiring};
use crate::values::{FunctionValues, kept_bytes};
use crate::weight::Weight;
use arcdoku::puzzle::Limits;

/// A tree decomposition of a model: clusters of objects, with separators between them.
#[derive(Clone, Debug)]
pub struct Decomposition {
    nodes: Vec<TreeNode>,
    roots: Vec<usize>,
    /// The labels that arc consistency leaves; `None` if an object has none.
    board: Option<Vec<Vec<usize>>>,
    /// The objects with one label left. `decided_functions` contains the functions whose objects are all decided.
    decided: Vec<usize>,
    decided_functions: Vec<usize>,
    width: usize,
    separator: usize,
    entries: f64,
}

/// An object in the tree.
#[derive(Clone, Default, Debug)]
struct TreeNode {
    /// The objects directly below it.
    children: Vec<usize>,
    /// Objects below it that must have different labels.
    different: Vec<usize>,
    /// The functions whose last unlabelled object it is.
    functions: Vec<usize>,
    /// The rules on this object that also have unlabelled objects.
    rules: Vec<usize>,
    /// The separator, if sums are kept: each object, and the bits of its label.
    key: Option<Vec<(usize, u32)>>,
    /// Whether this object is in the same cluster as the object above it.
    is_inner: bool,
}

/// A sum over all labellings, with statistics of the computation.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct CachedSum<V> {
    /// The sum.
    pub sum: V,
    /// The number of kept sums of parts.
    pub entries: u64,
    /// The number of sums that were not kept because the memory was full.
    pub dropped: u64,
    /// The number of times that a kept sum was used.
    pub hits: u64,
    /// The number of labels that were tried.
    pub nodes: u64,
}

impl Decomposition {
    /// Decomposes the objects that arc consistency does not decide, in the order of min-fill. The node
    /// limit is not used.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn new<W: Weight>(model: &LabelModel<W>, limits: &Limits<'_>) -> Result<Self, LabelError> {
        let limits = &limits.with_nodes(u64::MAX);
        let steps = consistency(model, limits);
        if let Some(limit) = steps.limit {
            return Err(LabelError::Limit(limit));
        }
        let board = steps.board(steps.rounds.len()).filter(|_| steps.ran_out.is_empty());
        let is_open = |object: usize| board.as_ref().is_some_and(|board| board[object].len() > 1);
        let elimination = Elimination::of_open(model, limits, is_open)?;
        let order = elimination.order();
        let mut found = Self {
            nodes: vec![TreeNode::default(); model.objects()],
            roots: Vec::new(),
            decided: (0..model.objects()).filter(|&object| !is_open(object)).collect(),
            decided_functions: Vec::new(),
            width: elimination.width(),
            separator: 0,
            entries: 0.0,
            board: None,
        };
        // The later neighbors of each object, as places in the order.
        let mut later = found.place_functions(model, order);
        for at in 0..order.len() {
            later[at].sort_unstable();
            later[at].dedup();
            let own = later[at].clone();
            if let Some((&parent, rest)) = own.split_first() {
                later[parent].extend(rest);
                found.nodes[order[parent]].children.push(order[at]);
            } else {
                found.roots.push(order[at]);
            }
        }
        for (at, &object) in order.iter().enumerate() {
            let Some(&parent) = later[at].first() else { continue };
            // The separator of an object consists of its parent and of objects of the parent's separator. If it is
            // larger than the latter, it contains all of it.
            let node = &mut found.nodes[object];
            node.is_inner = later[at].len() > later[parent].len();
            if !node.is_inner {
                found.separator = found.separator.max(later[at].len());
                let bits = |labels: usize| usize::BITS - (labels - 1).leading_zeros();
                let separator = later[at].iter().map(|&at| order[at]);
                let key: Vec<(usize, u32)> =
                    separator.clone().map(|other| (other, bits(model.labels(other)))).collect();
                let left = |other: usize| board.as_ref().map_or(0, |board| board[other].len());
                found.entries += separator.map(|other| left(other) as f64).product::<f64>();
                let all: u32 = key.iter().map(|&(_, bits)| bits).sum();
                node.key = (all <= u128::BITS).then_some(key);
            }
        }
        found.board = board;
        Ok(found)
    }

    /// Determines the object that completes each function. Returns, for each object, the later objects in the order
    /// with which it has a function.
    fn place_functions<W: Weight>(&mut self, model: &LabelModel<W>, order: &[usize]) -> Vec<Vec<usize>> {
        let mut rank = vec![None; model.objects()];
        order.iter().enumerate().for_each(|(at, &object)| rank[object] = Some(at));
        let mut later: Vec<Vec<usize>> = vec![Vec::new(); order.len()];
        for (number, function) in model.functions().iter().enumerate() {
            let mut scope: Vec<usize> = function.scope().iter().filter_map(|&object| rank[object]).collect();
            scope.sort_unstable();
            if scope.is_empty() {
                self.decided_functions.push(number);
            }
            for (place, &at) in scope.iter().enumerate() {
                later[at].extend(&scope[place + 1..]);
                let node = &mut self.nodes[order[at]];
                match function.costs() {
                    // Arc consistency has removed the labels of decided objects.
                    LabelCosts::AllDifferent => {
                        node.different.extend(scope[..place].iter().map(|&at| order[at]));
                    }
                    // The first object in the order is labelled last.
                    _ if place == 0 => node.functions.push(number),
                    LabelCosts::Rule(_) => node.rules.push(number),
                    _ => {}
                }
            }
        }
        for node in &mut self.nodes {
            node.different.sort_unstable();
            node.different.dedup();
        }
        later
    }

    /// The number of clusters.
    pub fn clusters(&self) -> usize {
        self.nodes.iter().filter(|node| !node.is_inner).count()
    }

    /// The number of objects of the largest cluster with its separator.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The number of objects of the largest separator. Sums for separators whose labels take more than 128 bits are
    /// not kept.
    pub fn separator(&self) -> usize {
        self.separator
    }

    /// An upper bound on the bytes of all kept sums, as if every combination of labels of a separator occurred. Often
    /// there are far fewer.
    pub fn bytes<S: Semiring>(&self, semiring: &S) -> f64 {
        self.entries * kept_bytes(semiring)
    }

    /// The sum over all labellings of the model. Costs may have been added to the model since it was decomposed. Sums
    /// that do not fit into `bytes` are not kept, which takes time instead; the result is always correct. The node
    /// limit applies to the number of tried labels.
    ///
    /// ```
    /// use arcdoku_label::semiring::Counting;
    /// use arcdoku_label::{Decomposition, LabelModel};
    /// use arcdoku::{Limits, Puzzle, Shape};
    ///
    /// let model = LabelModel::<i64>::of_puzzle(&Puzzle::new(Shape::boxes(2, 2).unwrap()));
    /// let answer = Decomposition::new(&model, &Limits::NONE).unwrap().sum(&model, &Counting, 1e6, &Limits::NONE).unwrap();
    /// assert_eq!(answer.sum, 288);
    /// ```
    ///
    /// # Errors
    /// If a number is too large, or a limit is reached.
    pub fn sum<W: Weight, S: Reads<W>>(
        &self,
        model: &LabelModel<W>,
        semiring: &S,
        bytes: f64,
        limits: &Limits<'_>,
    ) -> Result<CachedSum<S::Value>, LabelError> {
        let mut search = TreeSearch::new(self, model, semiring, bytes, limits)?;
        let mut sum = search.decided()?;
        for &root in &self.roots {
            if semiring.is_zero(&sum) {
                break;
            }
            sum = semiring.mul(&sum, &search.run(root)?)?;
        }
        let TreeSearch { entries, dropped, hits, tried, .. } = search;
        Ok(CachedSum { sum, entries, dropped, hits, nodes: tried })
    }
}

/// An object that is being labelled.
struct TreeFrame<V> {
    object: usize,
    /// The labels of the separator, if the sum is kept.
    key: Option<u128>,
    /// The next label.
    label: usize,
    /// The sum over the earlier labels.
    sum: V,
    /// The product so far for the label that is being tried, and the number of children that it includes.
    product: Option<(V, usize)>,
}

/// The state of a search.
struct TreeSearch<'a, W, S: Semiring> {
    tree: &'a Decomposition,
    model: &'a LabelModel<W>,
    semiring: &'a S,
    clock: StepClock<'a>,
    /// The value of each label of each object.
    values: Vec<Vec<S::Value>>,
    functions: FunctionValues<'a, W, S>,
    /// The label of each object that is labelled.
    labels: Vec<Option<usize>>,
    /// For each label of each object, the number of objects above that have taken it. `left` contains, for each object,
    /// the number of labels whose value is not zero and that are not taken.
    taken: Vec<Vec<u32>>,
    left: Vec<usize>,
    /// Memory for the labels of a function.
    scope: Vec<usize>,
    /// The kept sums of each object.
    caches: Vec<FxHashMap<u128, S::Value>>,
    most: f64,
    entries: u64,
    dropped: u64,
    hits: u64,
    tried: u64,
}

impl<'a, W: Weight, S: Reads<W>> TreeSearch<'a, W, S> {
    fn new(
        tree: &'a Decomposition,
        model: &'a LabelModel<W>,
        semiring: &'a S,
        bytes: f64,
        limits: &Limits<'a>,
    ) -> Result<Self, LabelError> {
        let mut values = vec![Vec::new(); model.objects()];
        if let Some(board) = &tree.board {
            for (object, left) in board.iter().enumerate() {
                let all = model.read_labels(object, semiring)?;
                values[object] = vec![semiring.zero(); all.len()];
                left.iter().for_each(|&label| values[object][label].clone_from(&all[label]));
            }
        }
        Ok(Self {
            tree,
            model,
            semiring,
            clock: StepClock::new(limits),
            left: values
                .iter()
                .map(|own| own.iter().filter(|value| !semiring.is_zero(value)).count())
                .collect(),
            taken: values.iter().map(|own| vec![0; own.len()]).collect(),
            values,
            functions: FunctionValues::new(model, semiring)?,
            labels: vec![None; model.objects()],
            scope: Vec::new(),
            caches: vec![FxHashMap::default(); model.objects()],
            most: bytes / kept_bytes(semiring),
            entries: 0,
            dropped: 0,
            hits: 0,
            tried: 0,
        })
    }

    /// The sum over the labels of an object and of all objects below it, given the labels above.
    fn run(&mut self, root: usize) -> Result<S::Value, LabelError> {
        let mut frames = vec![self.frame(root, None)];
        // The sum of the part that was completed last.
        let mut returned: Option<S::Value> = None;
        while let Some(frame) = frames.last_mut() {
            if let Some((product, children)) = &mut frame.product {
                let object = frame.object;
                if let Some(value) = returned.take() {
                    *product = self.semiring.mul(product, &value)?;
                    *children += 1;
                }
                let child = self.tree.nodes[object].children.get(*children);
                if self.semiring.is_zero(product) {
                    frame.product = None;
                } else if let Some(&child) = child {
                    let key = self.key(child);
                    let kept = key.and_then(|key| self.caches[child].get(&key));
                    if let Some(value) = kept {
                        self.hits += 1;
                        returned = Some(value.clone());
                    } else {
                        frames.push(self.frame(child, key));
                    }
                } else {
                    frame.sum = self.semiring.add(&frame.sum, product)?;
                    frame.product = None;
                }
            } else if frame.label < self.values[frame.object].len() {
                self.tried += 1;
                self.clock.tick(1)?;
                self.take_back(frame.object);
                frame.product = self.give(frame.object, frame.label)?.map(|value| (value, 0));
                frame.label += 1;
            } else if let Some(TreeFrame { object, key, sum, .. }) = frames.pop() {
                self.take_back(object);
                if let Some(key) = key {
                    self.keep(object, key, &sum);
                }
                returned = Some(sum);
            }
        }
        Ok(returned.unwrap_or_else(|| self.semiring.zero()))
    }

    fn frame(&self, object: usize, key: Option<u128>) -> TreeFrame<S::Value> {
        TreeFrame { object, key, label: 0, sum: self.semiring.zero(), product: None }
    }

    /// The labels of the separator of an object.
    fn key(&self, object: usize) -> Option<u128> {
        let key = self.tree.nodes[object].key.as_ref()?;
        let add = |packed: u128, &(other, bits): &(usize, u32)| {
            packed << bits | self.labels[other].unwrap_or_default() as u128
        };
        Some(key.iter().fold(0, add))
    }

    fn keep(&mut self, object: usize, key: u128, sum: &S::Value) {
        if (self.entries as f64) < self.most {
            self.entries += 1;
            self.caches[object].insert(key, sum.clone());
        } else {
            self.dropped += 1;
        }
    }

    /// The product of the values of decided objects and functions; zero if an object has no label.
    fn decided(&mut self) -> Result<S::Value, LabelError> {
        let Some(board) = &self.tree.board else { return Ok(self.semiring.zero()) };
        let mut product = self.semiring.read(self.model.constant())?;
        for &object in &self.tree.decided {
            let label = board[object][0];
            self.labels[object] = Some(label);
            product = self.semiring.mul(&product, &self.values[object][label])?;
        }
        for &number in &self.tree.decided_functions {
            product = self.semiring.mul(&product, &self.function(number)?)?;
        }
        Ok(product)
    }

    /// Assigns a label to an object, unless an object above has taken it. Returns the product of the values that this
    /// completes, or `None` if it is zero.
    fn give(&mut self, object: usize, label: usize) -> Result<Option<S::Value>, LabelError> {
        let tree = self.tree;
        let node = &tree.nodes[object];
        let mut product = self.values[object][label].clone();
        if self.semiring.is_zero(&product) || self.taken[object][label] > 0 {
            return Ok(None);
        }
        self.labels[object] = Some(label);
        let mut is_possible = true;
        for &other in &node.different {
            // The other object may have fewer labels than this one.
            if let Some(taken) = self.taken[other].get_mut(label) {
                *taken += 1;
                if *taken == 1 && !self.semiring.is_zero(&self.values[other][label]) {
                    self.left[other] -= 1;
                    is_possible &= self.left[other] > 0;
                }
            }
        }
        if !is_possible || node.rules.iter().any(|&number| self.is_violated(number)) {
            return Ok(None);
        }
        for &number in &node.functions {
            product = self.semiring.mul(&product, &self.function(number)?)?;
            if self.semiring.is_zero(&product) {
                return Ok(None);
            }
        }
        Ok(Some(product))
    }

    /// Removes the label of an object, if it has one.
    fn take_back(&mut self, object: usize) {
        let Some(label) = self.labels[object].take() else { return };
        for &other in &self.tree.nodes[object].different {
            if let Some(taken) = self.taken[other].get_mut(label) {
                *taken -= 1;
                if *taken == 0 && !self.semiring.is_zero(&self.values[other][label]) {
                    self.left[other] += 1;
                }
            }
        }
    }

    /// Whether a rule is violated for all labels of the other objects.
    fn is_violated(&self, number: usize) -> bool {
        let function = &self.model.functions()[number];
        let allows = |rule: &RuleCosts| rule.allows(|place| self.labels[function.scope()[place]]);
        matches!(function.costs(), LabelCosts::Rule(rule) if !allows(rule))
    }

    /// The value of a function whose objects have labels.
    fn function(&mut self, number: usize) -> Result<S::Value, LabelError> {
        let function = &self.model.functions()[number];
        self.scope.clear();
        self.scope.extend(function.scope().iter().map(|&object| self.labels[object].unwrap_or_default()));
        self.functions.get(number, &self.scope)
    }
}
