//! Functions that contradict each other in a model without labelling.

use crate::LabelError;
use crate::consistency::consistency;
use crate::minimize::cheapest;
use crate::model::LabelModel;
use crate::weight::Weight;
use arcdoku::puzzle::{Limit, Limits};

/// The node limit for deciding whether some functions have a common labelling, if no limit is given.
const NODES_PER_PART: u64 = 5_000;

/// Functions and objects of a model that together have no labelling.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ContradictingFunctions {
    /// The numbers of the functions.
    pub functions: Vec<usize>,
    /// The objects with labels that their own costs forbid, such as clues.
    pub objects: Vec<usize>,
    /// Whether it is proven that no function or object in the lists can be left out.
    pub minimal: bool,
}

/// Functions, and objects with forbidden labels, that contradict each other; `None` if there is a labelling. Both
/// lists are empty if the constant forbids everything.
///
/// Functions and objects are left out one after the other, objects first. Each is put back if the rest has a
/// labelling (R. R. Bakker, F. Dikker, F. Tempelman and P. M. Wognum, "Diagnosing and solving over-determined
/// constraint satisfaction problems", 1993). None of the remaining ones can be left out, if the limits are sufficient
/// to prove this; there may be another set with fewer of them. The bound of the model and costs that do not forbid
/// are ignored. The time limit applies to the whole work. The node limit applies to each search for a labelling. If
/// there is none, it is 5,000, except for the first search, which is of the whole model.
///
/// # Errors
/// If a limit ends the first search, or the model is too large to search.
pub fn contradiction<W: Weight>(
    model: &LabelModel<W>,
    limits: &Limits<'_>,
) -> Result<Option<ContradictingFunctions>, LabelError> {
    let mut found = ContradictingFunctions { functions: Vec::new(), objects: Vec::new(), minimal: true };
    if model.constant().forbids() {
        return Ok(Some(found));
    }
    let budget = limits.start();
    // Neither call fails, because costs that do not forbid become 0.
    let model = model.map(|_| 0_i64).map_err(|_| LabelError::Overflow)?.without_bound();
    found.functions = (0..model.functions().len()).collect();
    let forbids = |&object: &usize| model.costs(object).iter().any(|cost| cost.forbids());
    found.objects = (0..model.objects()).filter(forbids).collect();
    let steps = consistency(&model, &budget.rest());
    if steps.ran_out.is_empty() {
        match has_labelling(&model, &found, &budget.rest().with_nodes(limits.nodes()))? {
            Err(limit) => return Err(LabelError::Limit(limit)),
            Ok(true) => return Ok(None),
            Ok(false) => {}
        }
    } else {
        // The functions that removed labels would remove the same labels without the other functions, so the other
        // functions are left out.
        found.functions = steps.rounds.iter().flatten().map(|removed| removed.function).collect();
        found.functions.sort_unstable();
        found.functions.dedup();
    }
    let nodes = limits.nodes().or(Some(NODES_PER_PART));
    let objects = found.objects.iter().map(|&object| (PartKind::Object, object));
    let functions = found.functions.iter().map(|&number| (PartKind::Function, number));
    let mut open: Vec<(PartKind, usize)> = objects.chain(functions).collect();
    loop {
        let mut undecided = Vec::new();
        let count = open.len();
        let mut kept = 0;
        for (kind, part) in open {
            let place = found.list(kind).partition_point(|&known| known < part);
            found.list(kind).remove(place);
            let answer = match budget.check(0) {
                Ok(()) => has_labelling(&model, &found, &budget.rest().with_nodes(nodes))?,
                Err(limit) => Err(limit),
            };
            if answer != Ok(false) {
                found.list(kind).insert(place, part);
                kept += 1;
            }
            if answer.is_err() {
                undecided.push((kind, part));
            }
        }
        found.minimal = undecided.is_empty();
        if found.minimal || kept == count || budget.check(0).is_err() {
            return Ok(Some(found));
        }
        // After other parts were left out, an undecided question may be easier to answer, so it is tried again.
        open = undecided;
    }
}

/// The kinds of parts that can be left out.
#[derive(Clone, Copy)]
enum PartKind {
    Object,
    Function,
}

impl ContradictingFunctions {
    fn list(&mut self, kind: PartKind) -> &mut Vec<usize> {
        match kind {
            PartKind::Object => &mut self.objects,
            PartKind::Function => &mut self.functions,
        }
    }
}

/// Returns whether these functions and objects of a model have a labelling, or the limit that ended the search.
fn has_labelling(
    model: &LabelModel<i64>,
    parts: &ContradictingFunctions,
    limits: &Limits<'_>,
) -> Result<Result<bool, Limit>, LabelError> {
    let costs = |object: usize| {
        let is_part = parts.objects.contains(&object);
        if is_part { model.costs(object).to_vec() } else { vec![0; model.labels(object)] }
    };
    let functions = parts.functions.iter().map(|&number| &model.functions()[number]);
    let functions = functions.map(|function| (function.scope().to_vec(), function.costs().clone()));
    let answer = cheapest(&model.with_costs(0, costs, functions)?, 1, limits)?;
    Ok(match answer.limit {
        Some(limit) if answer.best.is_empty() => Err(limit),
        _ => Ok(!answer.best.is_empty()),
    })
}
