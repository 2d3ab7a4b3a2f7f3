//! The UAI format: factors of a probability distribution, for Markov random fields and Bayesian networks.
//!
//! ```text
//!   MARKOV              or BAYES, which is read in the same way
//!   3                   objects
//!   2 2 3               their numbers of labels
//!   2                   factors
//!   2 0 1               the scope of each: the number of objects, then the objects
//!   1 2
//!   4  .1 .2 .3 .4      the table of each: the number of entries, then the entries; the label of the last object
//!   changes fastest
//!   3  1 0 1
//! ```
//!
//! A cost is the negative logarithm of an entry, so entries of 0 are forbidden. The format has no names and no bound
//! of costs, so these are not written. Evidence, which is in other files, is not read.

use std::fmt::Write;

use crate::{LabelCosts, LabelFunction, LabelModel};

use super::error::{ReadError, WriteError};

use super::draft::Draft;
use super::tables;
use super::words::{Words, decimal};

/// The possible first words of a text.
pub(super) const KINDS: &[&str] = &["MARKOV", "BAYES"];

/// Reads a network.
///
/// # Errors
/// If the text is not a network.
pub fn read(text: &str) -> Result<LabelModel<f64>, ReadError> {
    let mut words = Words::new(text);
    let kind = words.next();
    if !KINDS.contains(&kind.text) {
        return Err(words.error(kind, format_args!("MARKOV or BAYES")));
    }
    let mut draft = Draft::new(text);
    let objects = words.count(0, "a number of objects")?;
    for _ in 0..objects {
        let at = words.peek().at;
        let labels = words.count(1, "a number of labels")?;
        draft.object(at, "", labels)?;
    }
    let factors = words.count(0, "a number of factors")?;
    let mut scopes = Vec::new();
    for _ in 0..factors {
        let arity = words.count(0, "a number of objects of a factor")?;
        scopes.push(words.scope(arity, objects)?);
    }
    for scope in scopes {
        let at = words.peek().at;
        let entries = table(&mut words, draft.model.combinations(&scope))?;
        draft.function(at, &scope, LabelCosts::Dense(entries.into()))?;
    }
    words.end()?;
    Ok(draft.model)
}

/// Reads the costs of a table. `expected` is its number of entries, if it is not too large.
fn table(words: &mut Words<'_>, expected: Option<usize>) -> Result<Vec<f64>, ReadError> {
    let word = words.next();
    let found = word.text.parse::<usize>().ok();
    let Some(count) = expected.filter(|_| found == expected) else {
        let expected = expected.map_or("fewer entries".to_owned(), |count| format!("{count} entries"));
        return Err(words.error(word, format_args!("{expected}, one for each combination of labels")));
    };
    let mut entries = Vec::new();
    for number in 1..=count {
        let word = words.next();
        let cost = cost(word.text);
        let expected = format_args!("entry {number} of {count}, a finite number (0 or more)");
        entries.push(cost.ok_or_else(|| words.error(word, expected))?);
    }
    Ok(entries)
}

/// The cost of a probability.
fn cost(word: &str) -> Option<f64> {
    let probability = decimal(word).filter(|number| number.is_finite() && *number >= 0.)?;
    let mantissa = word.split(['e', 'E']).next().unwrap_or(word);
    let is_rounded_to_zero = probability == 0. && mantissa.contains(|c| matches!(c, '1'..='9'));
    (!is_rounded_to_zero).then(|| 0. - probability.ln())
}

/// Writes a Markov network. The constant and the costs of single objects become factors, too.
///
/// Functions without a table are written as tables if these have at most 2^20 entries. "All different" of more
/// objects becomes a factor for each pair.
///
/// # Errors
/// If a function would need a larger table, or if the probability of a cost is so small that it would lose digits.
pub fn write(model: &LabelModel<f64>) -> Result<String, WriteError> {
    let mut factors = Factors { model, count: 0, scopes: String::new(), tables: String::new() };
    for (name, scope, costs) in tables::small_parts(model) {
        factors.add(&scope, costs.into_iter(), &|| name.clone())?;
    }
    for (number, function) in model.functions().iter().enumerate() {
        factors.function(number, function)?;
    }
    let sizes: Vec<String> = (0..model.objects()).map(|object| model.labels(object).to_string()).collect();
    let Factors { count, scopes, tables, .. } = factors;
    Ok(format!("MARKOV\n{}\n{}\n{count}\n{scopes}{tables}", model.objects(), sizes.join(" ")))
}

/// The factors that were written so far.
struct Factors<'a> {
    model: &'a LabelModel<f64>,
    count: usize,
    scopes: String,
    tables: String,
}

impl Factors<'_> {
    fn function(&mut self, number: usize, function: &LabelFunction<f64>) -> Result<(), WriteError> {
        let scope = function.scope();
        let name = || tables::name(self.model, number);
        let model = self.model;
        if matches!(function.costs(), LabelCosts::Dense(_)) || tables::is_small(model, scope) {
            return self.add(scope, function.dense(), &name);
        }
        let LabelCosts::AllDifferent = function.costs() else {
            return Err(tables::too_large(model, number));
        };
        for (place, &first) in scope.iter().enumerate() {
            for &second in &scope[place + 1..] {
                let pair = [first, second];
                if !tables::is_small(model, &pair) {
                    return Err(tables::too_large(model, number));
                }
                let allows = |labels: Vec<usize>| if labels[0] == labels[1] { f64::INFINITY } else { 0. };
                self.add(&pair, tables::combinations(model, &pair).map(allows), &name)?;
            }
        }
        Ok(())
    }

    fn add(
        &mut self,
        scope: &[usize],
        costs: impl Iterator<Item = f64>,
        name: &dyn Fn() -> String,
    ) -> Result<(), WriteError> {
        self.count += 1;
        let _ = writeln!(self.scopes, "{}", tables::scope_text(scope));
        let count = self.model.combinations(scope).unwrap_or_default();
        let _ = write!(self.tables, "\n{count}\n");
        for cost in costs {
            let probability = (-cost).exp();
            if !(probability.is_normal() || cost == f64::INFINITY) {
                return Err(WriteError(format!("number for a cost of {cost}: {}", name())));
            }
            let _ = write!(self.tables, " {probability:e}");
        }
        self.tables.push('\n');
        Ok(())
    }
}
