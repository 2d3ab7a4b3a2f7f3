//! Writes models as JSON that toulbar2 reads.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::{LabelCosts, LabelFunction, LabelModel};

use super::super::error::WriteError;

use super::super::{AnyLabelModel, tables};
use super::numbers::Decimal;

/// Writes a network, as JSON. The upper bound is the bound of the model. If the model has no bound, it is one more than
/// the sum of the largest finite costs.
///
/// Functions of rules are written as tables if these have at most 2^20 entries. Characters that are not allowed in
/// names become underscores, and names that start like a number get a leading underscore. If names are then no longer
/// different, they are replaced by numbers.
///
/// # Errors
/// If the sum is too large, or a function has too many combinations.
pub fn write(model: &AnyLabelModel) -> Result<String, WriteError> {
    match model {
        AnyLabelModel::Exact(model) => Writer::text(model),
        AnyLabelModel::Real(model) => Writer::text(model),
    }
}

/// The functions that were written so far.
struct Writer<'a, W> {
    model: &'a LabelModel<W>,
    objects: Vec<String>,
    /// The cost of a violation of "all different", which forbids.
    violation: String,
    functions: Vec<String>,
}

impl<W: Decimal> Writer<'_, W> {
    fn text(model: &LabelModel<W>) -> Result<String, WriteError> {
        let bound = padded(tables::bound(model, W::ONE)?, model);
        let is_negative = tables::summands(model).any(|(_, mut costs)| costs.any(|cost| cost < W::ZERO));
        let violation = if is_negative { "\"inf\"".to_owned() } else { bound.clone() };
        let objects = object_names(model);
        let mut writer = Writer { model, objects, violation, functions: Vec::new() };
        for (_, scope, costs) in tables::small_parts(model) {
            writer.table(&scope, &costs);
        }
        for (number, function) in model.functions().iter().enumerate() {
            writer.function(number, function)?;
        }
        let Writer { objects, functions, .. } = writer;
        let domain = |(object, name)| format!("    \"{name}\": {}", labels(model, object));
        let variables: Vec<String> = objects.iter().enumerate().map(domain).collect();
        let name = allowed(model.name());
        Ok(format!(
            "{{\n  \"problem\": {{\"name\": \"{}\", \"mustbe\": \"<{bound}\"}},\n  \"variables\": {{\n{}\n  }},\n  \
             \"functions\": {{\n{}\n  }}\n}}\n",
            if name.is_empty() { "model" } else { &name },
            variables.join(",\n"),
            functions.join(",\n")
        ))
    }

    fn function(&mut self, number: usize, function: &LabelFunction<W>) -> Result<(), WriteError> {
        let scope = function.scope();
        match function.costs() {
            LabelCosts::Dense(entries) => self.table(scope, entries),
            LabelCosts::Sparse { others, listed } => self.list(scope, *others, listed),
            LabelCosts::AllDifferent => {
                let cost = &self.violation;
                let params =
                    format!("\"type\": \"salldiff\", \"params\": {{\"metric\": \"var\", \"cost\": {cost}}}");
                self.add(scope, &params);
            }
            _ if tables::is_small(self.model, scope) => {
                self.table(scope, &function.dense().collect::<Vec<_>>());
            }
            _ => return Err(tables::too_large(self.model, number)),
        }
        Ok(())
    }

    fn table(&mut self, scope: &[usize], entries: &[W]) {
        let costs: Vec<String> = entries.iter().map(|&cost| number(cost)).collect();
        self.add(scope, &format!("\"costs\": [{}]", costs.join(", ")));
    }

    fn list(&mut self, scope: &[usize], others: W, listed: &[(Box<[usize]>, W)]) {
        let mut text = format!("\"defaultcost\": {}, \"costs\": [", number(others));
        for (place, (labels, cost)) in listed.iter().enumerate() {
            text.push_str(if place == 0 { "" } else { ", " });
            for label in labels {
                let _ = write!(text, "{label}, ");
            }
            text.push_str(&number(*cost));
        }
        text.push(']');
        self.add(scope, &text);
    }

    fn add(&mut self, scope: &[usize], costs: &str) {
        let names: Vec<String> =
            scope.iter().map(|&object| format!("\"{}\"", self.objects[object])).collect();
        let name = self.functions.len();
        self.functions.push(format!("    \"f{name}\": {{\"scope\": [{}], {costs}}}", names.join(", ")));
    }
}

/// A cost as the text of a number.
fn number<W: Decimal>(cost: W) -> String {
    if cost.forbids() { "\"inf\"".to_owned() } else { cost.text() }
}

/// The bound, with the same number of digits after the point as the costs. toulbar2 reads at most as many digits of
/// costs as the bound has.
fn padded<W: Decimal>(bound: W, model: &LabelModel<W>) -> String {
    /// toulbar2 represents costs as integers, which may be too large with more digits.
    const MOST_DIGITS: usize = 9;
    let digits = |text: &str| text.split_once('.').map_or(0, |(_, fraction)| fraction.len());
    let costs = tables::summands(model).flat_map(|(_, costs)| costs);
    let wanted = costs.map(|cost| digits(&cost.to_string())).max().unwrap_or(0).min(MOST_DIGITS);
    let mut text = bound.text();
    if wanted > digits(&text) && !text.contains('e') {
        text.push_str(if text.contains('.') { "" } else { "." });
        text.push_str(&"0".repeat(wanted - digits(&text)));
    }
    text
}

/// A name without characters that are not allowed; it may be empty.
fn allowed(name: &str) -> String {
    let is_refused = |c: char| c.is_whitespace() || c.is_control() || "/#[]{}:,\"\\".contains(c);
    let text = name.replace(is_refused, "_");
    if text.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c)) {
        format!("_{text}")
    } else {
        text
    }
}

/// Different names for all objects.
fn object_names<W: Decimal>(model: &LabelModel<W>) -> Vec<String> {
    let name = |object| allowed(&model.shown_name(object));
    let names: Vec<String> = (0..model.objects()).map(name).collect();
    let are_different = names.iter().collect::<BTreeSet<_>>().len() == names.len();
    if are_different { names } else { (0..names.len()).map(|object| format!("x{object}")).collect() }
}

/// The names of an object's labels as a list, or their number.
fn labels<W: Decimal>(model: &LabelModel<W>, object: usize) -> String {
    let count = model.labels(object);
    let names: Vec<String> = (0..count).map(|label| allowed(&model.label_name(object, label))).collect();
    let different: BTreeSet<&String> = names.iter().filter(|name| !name.is_empty()).collect();
    if !model.has_label_names(object) || different.len() < count {
        return count.to_string();
    }
    format!("[\"{}\"]", names.join("\", \""))
}
