//! The WCSP format, the older one of toulbar2: weighted constraints as a list of numbers.
//!
//! ```text
//!   name 3 4 2 100                  objects, the largest number of labels, functions, upper bound
//!   4 4 2                           the numbers of labels
//!   2 0 1 0 2                       a function of objects 0 and 1: no cost, but for two combinations:
//!   0 0 100                           labels 0 and 0: forbidden, as this is the upper bound
//!   1 2 7                             labels 1 and 2: 7
//!   2 0 2 -1 salldiff var 100       a function that has a keyword
//! ```
//!
//! Costs are integers, 0 or more; one that is the upper bound or more forbids. A function with a negative number of objects
//! is shared: later ones that have `-1` as their number of combinations have the list of the first shared function,
//! `-2` that of the second, and, up to three objects, the cost of other combinations too. Of several costs of the same
//! labels the last one counts. Of the keywords those of "all
//! different" are read, if a violation costs the upper bound or more.

use std::fmt::{self, Write};

use crate::{LabelCosts, LabelFunction, LabelModel};

use super::error::{ReadError, WriteError};

use super::draft::Draft;
use super::tables;
use super::words::{Word, Words};

/// Keywords of "all different" with a measure of violations and what one costs.
pub(super) const ALL_DIFFERENT: &[&str] =
    &["salldiff", "salldiffdp", "salldiffkp", "walldiff", "walldifferent"];

/// What follows a keyword of these.
const MEASURES: &[&str] = &["var", "dec", "decbi", "hard", "lin", "quad"];

/// Functions of so many objects that are shared have the cost of combinations that are not listed in common too.
const SHARED_TABLE: usize = 3;

/// Combinations of labels with their costs.
type Listed = Vec<(Box<[usize]>, i64)>;

/// Reads a problem.
///
/// # Errors
/// If the text is none, or has a keyword that is not known.
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

/// What is left of a text, and what is known.
struct Reader<'a> {
    words: Words<'a>,
    draft: Draft<'a, i64>,
    bound: i64,
    shared: Vec<Shared>,
}

/// A list that later functions can have.
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

    /// The cost of combinations that are not listed, and the list, its own or that of a shared function.
    fn listed(&mut self, scope: &[usize], others: i64) -> Result<(i64, Listed), ReadError> {
        let word = self.words.peek();
        let expected = format_args!("a number of combinations, or -1 for those of the first shared function");
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
            let expected = format_args!("one of {} functions that are shared before", self.shared.len());
            return Err(self.words.error(word, expected));
        };
        if shared.sizes != sizes {
            let expected = format_args!("a shared function with the numbers of labels {sizes:?}");
            return Err(self.words.error(word, expected));
        }
        self.draft.take(word.at, shared.listed.len().saturating_mul(scope.len() + 1))?;
        // The two costs should be the same, but published problems have any number here. toulbar2 shares whole tables of
        // up to three objects, and lists of more.
        let others = if scope.len() <= SHARED_TABLE { shared.others } else { others };
        Ok((others, shared.listed.clone()))
    }

    /// The keyword of a function and what follows it. All that are known are "all different".
    fn keyword(&mut self) -> Result<(), ReadError> {
        let word = self.words.next();
        if !ALL_DIFFERENT.contains(&word.text) {
            let expected =
                format_args!("one of the keywords {}; others are not known", ALL_DIFFERENT.join(", "));
            return Err(self.words.error(word, expected));
        }
        let word = self.words.next();
        if !MEASURES.contains(&word.text) {
            let expected = format_args!("a measure of violations: {}", MEASURES.join(", "));
            return Err(self.words.error(word, expected));
        }
        let bound = self.bound;
        let word = self.words.next();
        let expected = format!("a cost that forbids ({bound} or more): those of less are not known");
        match self.cost(word, format_args!("{expected}"))? {
            i64::MAX => Ok(()),
            _ => Err(self.words.error(word, format_args!("{expected}"))),
        }
    }
}

/// Writes a problem. The upper bound is that of the model, or, if that forbids nothing, one more than the sum of the
/// largest finite costs. What forbids, or costs at least the upper bound, has the upper bound as its cost.
///
/// "All different" has a keyword, which toulbar2 knows for three objects or more; that of two becomes a list. Functions of
/// rules are written as lists if they have at most 2^20 combinations. Names of objects and labels are not written.
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

/// Functions that are written so far.
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

    /// A table as a list of what does not have the most frequent cost.
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
