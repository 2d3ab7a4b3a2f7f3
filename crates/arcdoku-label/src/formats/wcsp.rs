//! The WCSP format, the older format of toulbar2: weighted constraints as a list of numbers.
//!
//! ```text
//!   name 3 4 2 100                  objects, the largest number of labels, functions, upper bound
//!   4 4 2                           the numbers of labels
//!   2 0 1 0 2                       a function of objects 0 and 1: no cost, except for two combinations:
//!   0 0 100                           labels 0 and 0: forbidden, because this is the upper bound
//!   1 2 7                             labels 1 and 2: 7
//!   2 0 2 -1 salldiff var 100       a function with a keyword
//! ```
//!
//! Costs are integers, 0 or more; a cost of the upper bound or more forbids. A function with a negative number of
//! objects is shared: later functions that have `-1` as their number of combinations use the list of the first shared
//! function, `-2` the list of the second, and so on. A function of up to three objects also uses the shared cost of all
//! other combinations. If the same labels have several costs, the last one counts. The only supported keyword is "all
//! different", and only if a violation costs the upper bound or more.

use std::fmt::{self, Write};

use crate::{LabelCosts, LabelFunction, LabelModel};

use super::error::{ReadError, WriteError};

use super::draft::Draft;
use super::tables;
use super::words::{Word, Words};

/// The keywords of "all different" that are followed by a measure of violations and the cost of a violation.
pub(super) const ALL_DIFFERENT: &[&str] =
    &["salldiff", "salldiffdp", "salldiffkp", "walldiff", "walldifferent"];

/// The measures of violations, which follow a keyword.
const MEASURES: &[&str] = &["var", "dec", "decbi", "hard", "lin", "quad"];

/// Shared functions of up to this many objects also share the cost of combinations that are not listed.
const SHARED_TABLE: usize = 3;

/// Combinations of labels with their costs.
type Listed = Vec<(Box<[usize]>, i64)>;

/// Reads a problem.
///
/// # Errors
/// If the text is not a problem, or has an unsupported keyword.
pub fn read(text: &str) -> Result<LabelModel<i64>, ReadError> {
    let mut words = Words::new(text);
    let mut draft = Draft::new(text);
    let name = words.next();
    if name.text.is_empty() {
        return Err(words.error(name, format_args!("the name of a problem")));
    }
    draft.model = LabelModel::new().with_name(name.text);
    let objects = words.count(0, "a number of objects")?;
    let most = words.count(0, "the largest number of labels")?;
    let functions = words.count(0, "a number of functions")?;
    let bound = words.number(|bound| *bound >= 0, format_args!("an upper bound (0 or more)"))?;
    for _ in 0..objects {
        let word = words.peek();
        let labels = words.count(1, "a number of labels")?;
        if labels > most {
            return Err(words.error(word, format_args!("a number of labels (1 to {most})")));
        }
        draft.object(word.at, "", labels)?;
    }
    let mut reader = Reader { words, draft, bound, shared: Vec::new() };
    for _ in 0..functions {
        reader.function()?;
    }
    reader.words.end()?;
    let mut model = reader.draft.model;
    let _ = model.set_bound(bound);
    Ok(model)
}

/// The unread rest of a text, and what was read so far.
struct Reader<'a> {
    words: Words<'a>,
    draft: Draft<'a, i64>,
    bound: i64,
    shared: Vec<Shared>,
}

/// A list that later functions can share.
struct Shared {
    sizes: Vec<usize>,
    others: i64,
    listed: Listed,
}

impl Reader<'_> {
    fn function(&mut self) -> Result<(), ReadError> {
        let first = self.words.peek();
        let expected = format_args!("a number of objects of a function, negative if it is shared");
        let arity: i64 = self.words.number(|_| true, expected)?;
        let count = usize::try_from(arity.unsigned_abs()).unwrap_or(usize::MAX);
        let scope = self.words.scope(count, self.draft.model.objects())?;
        let word = self.words.next();
        if word.text == "-1" {
            self.keyword()?;
            return self.draft.function(first.at, &scope, LabelCosts::AllDifferent);
        }
        let others = self.cost(word, format_args!("a cost (0 or more), or -1 before a keyword"))?;
        let (others, listed) = self.listed(&scope, others)?;
        if arity < 0 {
            self.draft.take(first.at, listed.len())?;
            self.shared.push(Shared { sizes: self.sizes(&scope), others, listed: listed.clone() });
        }
        self.draft.function(first.at, &scope, LabelCosts::Sparse { others, listed })
    }

    fn sizes(&self, scope: &[usize]) -> Vec<usize> {
        scope.iter().map(|&object| self.draft.model.labels(object)).collect()
    }

    fn cost(&self, word: Word<'_>, expected: fmt::Arguments<'_>) -> Result<i64, ReadError> {
        let cost: Option<i64> = word.text.parse().ok().filter(|cost| *cost >= 0);
        let cost = cost.ok_or_else(|| self.words.error(word, expected))?;
        Ok(if cost >= self.bound { i64::MAX } else { cost })
    }

    /// Reads the list of a function, its own or the list of a shared function. Also returns the cost of combinations
    /// that are not listed.
    fn listed(&mut self, scope: &[usize], others: i64) -> Result<(i64, Listed), ReadError> {
        let word = self.words.peek();
        let expected =
            format_args!("a number of combinations, or -1 for the combinations of the first shared function");
        let count = self.words.number(|_| true, expected)?;
        if count < 0 {
            return self.reused(word, scope, count, others);
        }
        let mut listed = Listed::new();
        for number in 1..=count {
            let mut labels = Vec::with_capacity(scope.len());
            for &object in scope {
                let known = self.draft.model.labels(object);
                labels.push(self.words.index(known, "the number of a label")?);
            }
            let word = self.words.next();
            let expected = format_args!("the cost of combination {number} of {count} (0 or more)");
            let cost = self.cost(word, expected)?;
            listed.push((labels.into(), cost));
        }
        Ok((others, listed))
    }

    fn reused(
        &mut self,
        word: Word<'_>,
        scope: &[usize],
        number: i64,
        others: i64,
    ) -> Result<(i64, Listed), ReadError> {
        let sizes = self.sizes(scope);
        let index = usize::try_from(number.unsigned_abs() - 1).unwrap_or(usize::MAX);
        let Some(shared) = self.shared.get(index) else {
            let expected = format_args!("one of {} earlier shared functions", self.shared.len());
            return Err(self.words.error(word, expected));
        };
        if shared.sizes != sizes {
            let expected = format_args!("a shared function with the numbers of labels {sizes:?}");
            return Err(self.words.error(word, expected));
        }
        self.draft.take(word.at, shared.listed.len().saturating_mul(scope.len() + 1))?;
        // This number should be the same as in the shared function, but published problems have arbitrary numbers here.
        // toulbar2 shares whole tables of up to three objects, and only lists of more objects.
        let others = if scope.len() <= SHARED_TABLE { shared.others } else { others };
        Ok((others, shared.listed.clone()))
    }

    /// Reads the keyword of a function and its parameters. All supported keywords are "all different".
    fn keyword(&mut self) -> Result<(), ReadError> {
        let word = self.words.next();
        if !ALL_DIFFERENT.contains(&word.text) {
            let expected = format_args!(
                "one of the keywords {}; other keywords are not supported",
                ALL_DIFFERENT.join(", ")
            );
            return Err(self.words.error(word, expected));
        }
        let word = self.words.next();
        if !MEASURES.contains(&word.text) {
            let expected = format_args!("a measure of violations: {}", MEASURES.join(", "));
            return Err(self.words.error(word, expected));
        }
        let bound = self.bound;
        let word = self.words.next();
        let expected = format!("a cost that forbids ({bound} or more); smaller costs are not supported");
        match self.cost(word, format_args!("{expected}"))? {
            i64::MAX => Ok(()),
            _ => Err(self.words.error(word, format_args!("{expected}"))),
        }
    }
}

/// Writes a problem. The upper bound is the bound of the model. If the model has no bound, it is one more than the sum
/// of the largest finite costs. Costs that forbid or reach the upper bound are written as the upper bound.
///
/// "All different" is written as a keyword, which toulbar2 supports for three or more objects; for two objects it
/// becomes a list. Functions of rules are written as lists if they have at most 2^20 combinations. Names of objects
/// and labels are not written.
///
/// # Errors
/// If a cost or the bound is negative, the sum is too large, or a function has too many combinations.
pub fn write(model: &LabelModel<i64>) -> Result<String, WriteError> {
    for (name, costs) in tables::summands(model) {
        if let Some(cost) = costs.into_iter().find(|&cost| cost < 0) {
            return Err(WriteError(format!("negative costs: {name} has {cost}")));
        }
    }
    let bound = tables::bound(model, 1)?;
    if bound < 0 {
        return Err(WriteError(format!("negative upper bounds: {bound}")));
    }
    let mut writer = Writer { model, bound, count: 0, text: String::new() };
    for (_, scope, costs) in tables::small_parts(model) {
        writer.table(&scope, &costs);
    }
    for (number, function) in model.functions().iter().enumerate() {
        writer.function(number, function)?;
    }
    let sizes: Vec<usize> = (0..model.objects()).map(|object| model.labels(object)).collect();
    let most = sizes.iter().max().unwrap_or(&0);
    let sizes: Vec<String> = sizes.iter().map(ToString::to_string).collect();
    let name = model.name().split_whitespace().collect::<Vec<_>>().join("_");
    let name = if name.is_empty() { "model" } else { &name };
    let Writer { count, text, .. } = writer;
    Ok(format!("{name} {} {most} {count} {bound}\n{}\n{text}", model.objects(), sizes.join(" ")))
}

/// The functions that were written so far.
struct Writer<'a> {
    model: &'a LabelModel<i64>,
    bound: i64,
    count: usize,
    text: String,
}

impl Writer<'_> {
    fn function(&mut self, number: usize, function: &LabelFunction<i64>) -> Result<(), WriteError> {
        let scope = function.scope();
        match function.costs() {
            LabelCosts::Dense(entries) => self.table(scope, entries),
            LabelCosts::Sparse { others, listed } => self.list(scope, *others, listed),
            LabelCosts::AllDifferent if scope.len() > 2 => {
                self.head(scope);
                let _ = writeln!(self.text, " -1 salldiff var {}", self.bound);
            }
            _ if tables::is_small(self.model, scope) => {
                self.table(scope, &function.dense().collect::<Vec<_>>());
            }
            _ => return Err(tables::too_large(self.model, number)),
        }
        Ok(())
    }

    fn head(&mut self, scope: &[usize]) {
        self.count += 1;
        self.text.push_str(&tables::scope_text(scope));
    }

    /// Writes a table as a list of the combinations that do not have the most frequent cost.
    fn table(&mut self, scope: &[usize], entries: &[i64]) {
        let mut sorted = entries.to_vec();
        sorted.sort_unstable();
        let frequent = sorted.chunk_by(|a, b| a == b).max_by_key(|run| run.len());
        let others = frequent.and_then(|run| run.first()).copied().unwrap_or(0);
        let combinations = tables::combinations(self.model, scope).zip(entries);
        let listed = combinations.filter(|(_, cost)| **cost != others);
        let listed: Listed = listed.map(|(labels, &cost)| (labels.into(), cost)).collect();
        self.list(scope, others, &listed);
    }

    fn list(&mut self, scope: &[usize], others: i64, listed: &[(Box<[usize]>, i64)]) {
        self.head(scope);
        let _ = writeln!(self.text, " {} {}", others.min(self.bound), listed.len());
        for (labels, cost) in listed {
            for label in labels {
                let _ = write!(self.text, "{label} ");
            }
            let _ = writeln!(self.text, "{}", cost.min(&self.bound));
        }
    }
}
