//! Equivalent transformations: they preserve the cost of every labelling, and move as much as possible into the
//! constant.

use crate::LabelError;
use crate::clock::StepClock;
use crate::diffuse;
use crate::model::{LabelCosts, LabelModel};
use crate::relax::{Content, Other, RelaxState, Relaxation};
use crate::tables::Tables;
use crate::virtual_arcs;
use crate::weight::Weight;
use arcdoku::puzzle::{Limit, Limits};

/// How costs are moved between functions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum TransformMethod {
    /// Existential directional arc consistency, and the prices of sets of different objects: the first bound of
    /// [`cheapest`](super::cheapest).
    Arcs,
    /// Max-sum diffusion, after arc consistency: for each object in turn, the costs of its labels are distributed
    /// equally over its functions (V. A. Kovalevsky and V. K. Koval, about 1975, unpublished; T. Werner, "A linear
    /// programming approach to max-sum problem: a review", 2007). The bounds converge, but often slowly.
    Diffusion,
    /// Virtual arc consistency, after arc consistency: while the combinations without cost have no arc-consistent
    /// part, a refutation determines which costs to move (M. Cooper, S. de Givry, M. Sanchez, T. Schiex, M. Zytnicki
    /// and T. Werner, "Soft arc consistency revisited", 2010). Functions of more than two objects are not changed.
    Virtual,
}

/// A transformed model.
#[derive(Clone, Debug)]
pub struct Transformed<W> {
    /// A model in which each labelling has the same cost as in the original one, except for rounding. Functions of
    /// two objects have tables; no cost of labels or of tables is negative.
    pub model: LabelModel<W>,
    /// The constant of the model, a lower bound on the cost of all labellings. It forbids if arc consistency proves
    /// that there is no labelling.
    pub bound: W,
    /// The course of the bound: a value for each round.
    pub course: Vec<W>,
    /// The limit that ended the rounds, if any. The model is equivalent even if a limit was reached.
    pub limit: Option<Limit>,
}

/// Transforms a model by arc consistency, with costs of any type.
///
/// ```
/// use arcdoku::Limits;
/// use arcdoku_label::{LabelCosts, LabelModel, transform};
///
/// // Two objects that should differ; both prefer the first label.
/// let mut model = LabelModel::<i64>::new();
/// for object in 0..2 {
///     model.add_object("", 2)?;
///     model.add_cost(object, 1, 3)?;
/// }
/// model.add_function(&[0, 1], LabelCosts::Dense([5, 0, 0, 5].into()))?;
/// let found = transform(&model, &Limits::NONE).unwrap();
/// assert_eq!((found.bound, found.model.cost(&[0, 0])), (3, Some(5)));
/// # Ok::<(), arcdoku_label::ModelError>(())
/// ```
///
/// # Errors
/// If sums of costs may be too large for their type.
pub fn transform<W: Weight>(
    model: &LabelModel<W>,
    limits: &Limits<'_>,
) -> Result<Transformed<W>, LabelError> {
    let budget = limits.start();
    let mut course = Vec::new();
    let mut limit = None;
    if !model.constant().forbids() {
        let relaxation = Relaxation::new(model, false)?;
        let mut agenda = relaxation.agenda(W::FORBIDDEN);
        agenda.substitutes = false;
        let mut state = relaxation.first.clone();
        let settled = relaxation.settle_both_ways(&mut state, &mut agenda, |state| {
            course.push(state.constant);
            limit = budget.check(course.len() as u64).err();
            limit.is_none()
        });
        if settled.is_ok() {
            course.push(state.constant);
            let transformed = rebuilt(model, &relaxation, &state)?;
            return Ok(Transformed { model: transformed, bound: state.constant, course, limit });
        }
    }
    // No labelling is allowed.
    course.push(W::FORBIDDEN);
    let mut model = model.clone();
    model.add_constant(W::FORBIDDEN).map_err(|_| LabelError::Overflow)?;
    Ok(Transformed { model, bound: W::FORBIDDEN, course, limit })
}

/// Transforms a model of floating-point costs.
///
/// ```
/// use arcdoku::Limits;
/// use arcdoku_label::{LabelCosts, LabelModel, TransformMethod, transform_with};
///
/// let mut model = LabelModel::<f64>::new();
/// for _ in 0..3 {
///     model.add_object("", 2)?;
/// }
/// model.add_cost(2, 1, 1.0)?;
/// model.add_function(&[0, 1], LabelCosts::Dense([1.0, 0.0, 0.0, 0.0].into()))?;
/// model.add_function(&[0, 2], LabelCosts::Dense([0.0, 0.0, 1.0, 0.0].into()))?;
/// model.add_function(&[1, 2], LabelCosts::Dense([0.0, 0.0, 1.0, 0.0].into()))?;
/// // Each labelling costs at least 1. With arc consistency, no cost moves.
/// let bound = |method| transform_with(&model, method, &Limits::NONE).unwrap().bound;
/// assert_eq!(bound(TransformMethod::Arcs), 0.0);
/// assert!((bound(TransformMethod::Virtual) - 0.5).abs() < 1e-6);
/// # Ok::<(), arcdoku_label::ModelError>(())
/// ```
///
/// # Errors
/// If sums of costs may be too large.
pub fn transform_with(
    model: &LabelModel<f64>,
    method: TransformMethod,
    limits: &Limits<'_>,
) -> Result<Transformed<f64>, LabelError> {
    let mut found = transform(model, limits)?;
    if found.bound.forbids() || found.limit.is_some() {
        return Ok(found);
    }
    let mut tables = Tables::new(&found.model);
    let mut clock = StepClock::new(limits);
    let ended = match method {
        TransformMethod::Arcs => return Ok(found),
        TransformMethod::Diffusion => diffuse::run(&mut tables, u64::MAX, &mut found.course, &mut clock),
        TransformMethod::Virtual => virtual_arcs::run(&mut tables, u64::MAX, &mut found.course, &mut clock),
    };
    match ended {
        Err(LabelError::Limit(limit)) => found.limit = Some(limit),
        ended => ended?,
    }
    tables.gather();
    found.bound = tables.constant;
    found.model = tables.write(model)?;
    found.course.push(found.bound);
    Ok(found)
}

/// The model of a settled state.
fn rebuilt<W: Weight>(
    model: &LabelModel<W>,
    relaxation: &Relaxation<W>,
    state: &RelaxState<W>,
) -> Result<LabelModel<W>, LabelError> {
    let objects = |scope: &[u32]| scope.iter().map(|&object| object as usize).collect::<Vec<_>>();
    // All other functions have already been moved into the costs of labels.
    let pairs = state.pairs.iter().enumerate();
    let pairs =
        pairs.filter(|(number, pair)| state.near[pair.objects[0] as usize].contains(&(*number as u32)));
    let pairs = pairs.map(|(number, pair)| {
        let view = relaxation.view(state, number, pair.objects[0] as usize);
        let [rows, columns] = pair.objects.map(|object| relaxation.range(object as usize).len());
        let cost = |at: usize| {
            let cost = Relaxation::cost_of(state, number, view, at / columns, at % columns);
            // Rounding may make the cost slightly negative.
            if cost < W::ZERO { W::ZERO } else { cost }
        };
        (objects(&pair.objects), LabelCosts::Dense((0..rows * columns).map(cost).collect()))
    });
    let sets = relaxation.sets.iter().map(|set| (objects(&set.scope), LabelCosts::AllDifferent));
    let others = relaxation.others.iter().enumerate().filter_map(|(number, other)| {
        Some((objects(&other.scope), costs_of(relaxation, state, number, other)?))
    });
    let costs = |object| state.costs[relaxation.range(object)].to_vec();
    model.with_costs(state.constant, costs, pairs.chain(sets).chain(others))
}

/// The costs of a function of more objects; `None` if they were moved to functions of fewer objects.
fn costs_of<W: Weight>(
    relaxation: &Relaxation<W>,
    state: &RelaxState<W>,
    number: usize,
    other: &Other<W>,
) -> Option<LabelCosts<W>> {
    match &other.content {
        Content::Rule(rule) => Some(LabelCosts::Rule(rule.clone())),
        _ if !relaxation.binds(state, number) => None,
        Content::Table(costs, _) => {
            let mut labels = vec![0; other.scope.len()];
            let cost = |at: usize| {
                other.labels_of(at, &mut labels);
                let cost = other.cost(state, |place| labels[place]);
                if cost < W::ZERO { W::ZERO } else { cost }
            };
            Some(LabelCosts::Dense((0..costs.len()).map(cost).collect()))
        }
        Content::Function(function, least) => {
            if other.open(state) < 2 {
                return None;
            }
            Some(function.costs().map(|cost| if cost.forbids() { cost } else { cost - *least }))
        }
    }
}
