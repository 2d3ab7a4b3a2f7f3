//! Functions as tables, for formats that have no other form for them.

use crate::model::advance;
use crate::{LabelCosts, LabelModel, Weight};

use super::error::WriteError;

/// The largest number of combinations of labels that are written out.
pub(super) const MOST_COMBINATIONS: usize = 1 << 20;

/// All combinations of labels of some objects, where the label of the last object changes fastest.
pub(super) fn combinations<W: Weight>(
    model: &LabelModel<W>,
    scope: &[usize],
) -> impl Iterator<Item = Vec<usize>> + use<W> {
    let sizes: Vec<usize> = scope.iter().map(|&object| model.labels(object)).collect();
    let mut next = Some(vec![0; sizes.len()]);
    std::iter::from_fn(move || {
        let labels = next.clone()?;
        if next.as_mut().is_none_or(|next| !advance(next, &sizes)) {
            next = None;
        }
        Some(labels)
    })
}

/// A scope in the formats that consist of numbers: the number of objects, followed by their numbers.
pub(super) fn scope_text(scope: &[usize]) -> String {
    let numbers: Vec<String> = [scope.len()].iter().chain(scope).map(ToString::to_string).collect();
    numbers.join(" ")
}

/// The name of a function in errors: its number among the functions, and its first objects.
pub(super) fn name<W: Weight>(model: &LabelModel<W>, number: usize) -> String {
    const NAMED: usize = 4;
    let function = &model.functions()[number];
    let mut names = function.scope().iter().map(|&object| model.shown_name(object));
    let mut text = names.by_ref().take(NAMED).collect::<Vec<_>>().join(" ");
    if names.next().is_some() {
        text.push_str(" ...");
    }
    match function.costs() {
        LabelCosts::Rule(rule) => format!("function {number} ({}: {text})", rule.constraint()),
        _ => format!("function {number} ({text})"),
    }
}

/// Whether all combinations of labels of some objects are few enough to be written out.
pub(super) fn is_small<W: Weight>(model: &LabelModel<W>, scope: &[usize]) -> bool {
    model.combinations(scope).is_some_and(|count| count <= MOST_COMBINATIONS)
}

/// The error that a function would need too large a table.
pub(super) fn too_large<W: Weight>(model: &LabelModel<W>, number: usize) -> WriteError {
    let name = name(model, number);
    WriteError(format!("{name}, whose table would have more than {MOST_COMBINATIONS} entries"))
}

/// The constant and the costs of each object, except costs that are all zero. Each entry has a name for errors, the
/// scope, and the costs.
pub(super) fn small_parts<W: Weight>(
    model: &LabelModel<W>,
) -> impl Iterator<Item = (String, Vec<usize>, Vec<W>)> + '_ {
    let constant = std::iter::once(("the constant".to_owned(), Vec::new(), vec![model.constant()]));
    let objects = (0..model.objects()).map(|object| {
        (format!("object {}", model.shown_name(object)), vec![object], model.costs(object).to_vec())
    });
    constant.chain(objects).filter(|(_, _, costs)| costs.iter().any(|&cost| cost != W::ZERO))
}

/// One list of the finite costs for each summand of the cost of a labelling: the constant, the costs of an object, or
/// the costs of a function. Each list has the name of its summand for errors.
pub(super) fn summands<W: Weight>(
    model: &LabelModel<W>,
) -> impl Iterator<Item = (String, impl Iterator<Item = W> + '_)> + '_ {
    let small = small_parts(model).map(|(name, _, costs)| (name, costs, None));
    let functions = model.functions().iter().enumerate();
    // Combinations whose costs are not stored cost nothing or are forbidden.
    let functions = functions
        .map(|(number, function)| (name(model, number), Vec::new(), Some(function.costs().written())));
    small.chain(functions).map(|(name, costs, written)| {
        (name, costs.into_iter().chain(written.into_iter().flatten()).filter(|cost| !cost.forbids()))
    })
}

/// The upper bound to write: the bound of the model, or a bound that no labelling reaches if the model has none.
pub(super) fn bound<W: Weight>(model: &LabelModel<W>, one: W) -> Result<W, WriteError> {
    if !model.bound().forbids() {
        return Ok(model.bound());
    }
    let mut sum = Some(one);
    for (_, costs) in summands(model) {
        let highest = costs.fold(W::ZERO, |highest, cost| if cost > highest { cost } else { highest });
        sum = sum.and_then(|sum| sum.plus(highest));
    }
    let bound = sum.filter(|sum| !sum.forbids());
    bound.ok_or_else(|| WriteError("upper bound that is larger than the sum of these costs".to_owned()))
}
