//! Functions as tables, for the formats that have nothing else for them.

use crate::{LabelCosts, LabelFunction, LabelModel, Weight};

use super::error::WriteError;

/// The most combinations of labels that are written out.
pub(super) const MOST_COMBINATIONS: usize = 1 << 20;

/// All combinations of labels of some objects, the label of the last object changing fastest.
pub(super) fn combinations<W: Weight>(
    model: &LabelModel<W>,
    scope: &[usize],
) -> impl Iterator<Item = Vec<usize>> + use<W> {
    let sizes: Vec<usize> = scope.iter().map(|&object| model.labels(object)).collect();
    let mut next = Some(vec![0; sizes.len()]);
    std::iter::from_fn(move || {
        let labels = next.take()?;
        let mut later = labels.clone();
        for place in (0..sizes.len()).rev() {
            later[place] += 1;
            if later[place] < sizes[place] {
                next = Some(later);
                break;
            }
            later[place] = 0;
        }
        Some(labels)
    })
}

/// What a function is called in errors: its number among the functions, and its first objects.
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

/// The finite costs that a function has in its list or table.
pub(super) fn finite<W: Weight>(function: &LabelFunction<W>) -> Box<dyn Iterator<Item = W> + '_> {
    let all: Box<dyn Iterator<Item = W>> = match function.costs() {
        LabelCosts::Dense(entries) => Box::new(entries.iter().copied()),
        LabelCosts::Sparse { others, listed } => {
            Box::new(listed.iter().map(|entry| entry.1).chain([*others]))
        }
        // No cost, or forbidden.
        _ => Box::new(std::iter::once(W::ZERO)),
    };
    Box::new(all.filter(|cost| !cost.forbids()))
}

/// One list of the finite costs for each summand of the cost of a labelling: the constant, the costs of an object, or
/// those of a function. Each has its name for errors.
pub(super) fn summands<W: Weight>(
    model: &LabelModel<W>,
) -> impl Iterator<Item = (String, Box<dyn Iterator<Item = W> + '_>)> + '_ {
    type Costs<'a, W> = Box<dyn Iterator<Item = W> + 'a>;
    let constant = std::iter::once(model.constant()).filter(|cost| !cost.forbids());
    let constant: (String, Costs<'_, W>) = ("the constant".to_owned(), Box::new(constant));
    let objects = (0..model.objects()).map(|object| {
        let costs = model.costs(object).iter().copied().filter(|cost| !cost.forbids());
        (format!("object {}", model.shown_name(object)), Box::new(costs) as Costs<'_, W>)
    });
    let functions = model.functions().iter().enumerate();
    let functions = functions.map(|(number, function)| (name(model, number), finite(function)));
    std::iter::once(constant).chain(objects).chain(functions)
}

/// The bound that a text has: that of the model, or, if it has none, one that no labelling reaches.
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
