//! The CFN format of toulbar2: networks of cost functions, with names, like JSON.
//!
//! ```text
//! { "problem":   {"name": "small", "mustbe": "<10.0"},
//!   "variables": {"x": ["red", "blue"], "y": 3},
//!   "functions": {"f": {"scope": ["x"], "costs": [0, 0.5]},
//!                 "g": {"scope": ["x", "y"], "defaultcost": 0, "costs": ["red", 0, 2.5, "blue", 2, "inf"]},
//!                 "h": {"scope": ["x", "y"], "type": "salldiff", "params": {"metric": "var", "cost": 10}}} }
//! ```
//!
//! Quotes, commas, and colons can be left out, brackets be of any kind, and lines be comments with `#`, or end with one
//! that begins with `//`. The last closing bracket can be left out. Fields come in this order. `costs` is also the name
//! of another function, whose costs the
//! function has too.
//!
//! If all costs are integers, such as `2` and `2.0`, the model has integer costs. A cost that makes each labelling reach the
//! upper bound, whatever the other costs are, is read as forbidden.
//!
//! **Maximization**, a `mustbe` of `">5"`, is read as minimization: all costs have the other sign, and labellings of -5 or
//! more do not count. The writer always writes minimization, so the costs keep the other sign. `inf` forbids either way.

mod marks;
mod numbers;
mod write;

use std::collections::HashMap;
use std::fmt;

use crate::{LabelCosts, LabelModel};

use super::error::ReadError;

pub(in crate::formats) use marks::opens;
pub use write::write;

use super::AnyLabelModel;
use super::draft::Draft;
use super::wcsp::ALL_DIFFERENT;
use marks::{Kind, Mark, Marks};
use numbers::{Decimal, Number};

/// Reads a network.
///
/// # Errors
/// If the text is none, or has functions of a type that is not known.
pub fn read(text: &str) -> Result<AnyLabelModel, ReadError> {
    if let Some(model) = Reader::<i64>::new(text).read()? {
        return Ok(AnyLabelModel::Exact(model));
    }
    match Reader::<f64>::new(text).read()? {
        Some(model) => Ok(AnyLabelModel::Real(model)),
        None => Err(ReadError::at(text, 0, "a number", "numbers that are costs")),
    }
}

/// What is left of a text, and what is known.
struct Reader<'a, W> {
    text: &'a str,
    marks: Marks<'a>,
    draft: Draft<'a, W>,
    objects: HashMap<String, usize>,
    /// The labels of each object by name; empty if they have no names.
    labels: Vec<HashMap<String, usize>>,
    functions: Vec<Function<'a, W>>,
    /// The first function of each name.
    named: HashMap<String, usize>,
    bound: W,
    is_maximized: bool,
    /// Whether there are costs that the type does not have.
    is_fractional: bool,
    too_large: Option<ReadError>,
}

/// A function as the text has it.
struct Function<'a, W> {
    at: usize,
    scope: Vec<usize>,
    costs: Costs<'a, W>,
}

enum Costs<'a, W> {
    Own(LabelCosts<W>),
    /// Those of another function.
    Of(Mark<'a>),
    /// "All different" with the cost of a violation.
    AllDifferent(Mark<'a>, W),
}

impl<'a, W: Decimal> Reader<'a, W> {
    fn new(text: &'a str) -> Self {
        Self {
            text,
            marks: Marks::new(text),
            draft: Draft::new(text),
            objects: HashMap::new(),
            labels: Vec::new(),
            functions: Vec::new(),
            named: HashMap::new(),
            bound: W::FORBIDDEN,
            is_maximized: false,
            is_fractional: false,
            too_large: None,
        }
    }

    /// Reads all; `None` if there are costs that the type does not have.
    fn read(mut self) -> Result<Option<LabelModel<W>>, ReadError> {
        self.marks.open()?;
        self.marks.field("problem")?;
        self.problem()?;
        self.marks.field("variables")?;
        self.marks.open()?;
        while let Some(mark) = self.marks.item("a variable")? {
            self.variable(mark)?;
        }
        self.marks.field("functions")?;
        self.marks.open()?;
        while let Some(mark) = self.marks.item("a function")? {
            self.function(mark)?;
        }
        let mut last = self.marks.next()?;
        if last.kind == Kind::Close {
            last = self.marks.next()?;
        }
        if last.kind != Kind::End {
            return Err(self.marks.error(&last, format_args!("the end of the text")));
        }
        if self.is_fractional {
            return Ok(None);
        }
        self.too_large.take().map_or(Ok(()), Err)?;
        self.finish().map(Some)
    }

    fn problem(&mut self) -> Result<(), ReadError> {
        self.marks.open()?;
        self.marks.field("name")?;
        let mark = self.marks.next()?;
        if mark.kind != Kind::Word {
            return Err(self.marks.error(&mark, format_args!("the name of the problem")));
        }
        self.draft.model = LabelModel::new().with_name(mark.text);
        self.marks.field("mustbe")?;
        let expected = "a bound like \"<10\" or \">10\"";
        let mark = self.marks.word(expected)?;
        let (sign, number) = mark.text.split_at_checked(1).unwrap_or_default();
        self.is_maximized = sign == ">";
        let digits = Mark { kind: Kind::Word, at: mark.at, text: number.into() };
        let bound = if sign == ">" || sign == "<" { self.number(&digits) } else { None };
        self.bound = bound.ok_or_else(|| self.marks.error(&mark, format_args!("{expected}")))?;
        self.marks.close()
    }

    fn variable(&mut self, mark: Mark<'a>) -> Result<(), ReadError> {
        let is_named = mark.kind == Kind::Word && !mark.is_number();
        let (name, domain) = if is_named {
            let known = self.objects.insert(mark.text.to_string(), self.draft.model.objects());
            if known.is_some() {
                return Err(self.marks.error(&mark, format_args!("the name of another variable")));
            }
            (mark.text, self.marks.next()?)
        } else {
            ("".into(), mark)
        };
        if domain.kind == Kind::Open {
            return self.named_labels(&domain, &name);
        }
        let count = domain.text.parse().ok().filter(|&count: &usize| count > 0 && domain.kind == Kind::Word);
        let expected = format_args!("a number of labels (1 or more), or a list of their names");
        let count = count.ok_or_else(|| self.marks.error(&domain, expected))?;
        self.labels.push(HashMap::new());
        self.draft.object(domain.at, &name, count)
    }

    fn named_labels(&mut self, open: &Mark<'_>, object: &str) -> Result<(), ReadError> {
        let mut labels = HashMap::new();
        let mut names = Vec::new();
        while let Some(mark) = self.marks.item("the name of a label")? {
            if mark.kind != Kind::Word || mark.is_number() {
                let expected = format_args!("the name of a label, which does not begin like a number");
                return Err(self.marks.error(&mark, expected));
            }
            let name = mark.text.to_string();
            if labels.insert(name.clone(), names.len()).is_some() {
                return Err(self.marks.error(&mark, format_args!("the name of another label")));
            }
            names.push(name);
        }
        if names.is_empty() {
            return Err(self.marks.error(open, format_args!("a list of 1 label or more")));
        }
        self.draft.object(open.at, object, names.len())?;
        let object = self.labels.len();
        self.labels.push(labels);
        let named = self.draft.model.name_labels(object, names);
        named.map_err(|error| ReadError::at(self.text, open.at, error.to_string(), "names of labels"))
    }

    fn function(&mut self, mark: Mark<'a>) -> Result<(), ReadError> {
        let at = mark.at;
        if mark.kind == Kind::Word {
            self.named.entry(mark.text.into_owned()).or_insert(self.functions.len());
            self.marks.open()?;
        }
        self.marks.field("scope")?;
        let scope = self.scope()?;
        let mut mark = self.marks.next()?;
        let mut others = None;
        if mark.is_field("defaultcost") {
            others = Some(self.cost("the cost of other combinations")?);
            mark = self.marks.next()?;
        }
        let costs = if mark.is_field("costs") {
            self.costs(&scope, others)?
        } else if mark.is_field("type") {
            self.global()?
        } else {
            return Err(self
                .marks
                .error(&mark, format_args!("one of the fields \"defaultcost\", \"costs\" and \"type\"")));
        };
        self.marks.close()?;
        self.functions.push(Function { at, scope, costs });
        Ok(())
    }

    fn scope(&mut self) -> Result<Vec<usize>, ReadError> {
        self.marks.open()?;
        let mut scope = Vec::new();
        while let Some(mark) = self.marks.item("a variable")? {
            let count = self.draft.model.objects();
            let known = if mark.is_number() {
                mark.text.parse().ok().filter(|&object| object < count)
            } else {
                self.objects.get(&*mark.text).copied().filter(|_| mark.kind == Kind::Word)
            };
            let expected = format_args!("the name of a variable, or its number below {count}");
            let object = known.ok_or_else(|| self.marks.error(&mark, expected))?;
            if scope.contains(&object) {
                return Err(self.marks.error(&mark, format_args!("a variable that is not in the scope yet")));
            }
            scope.push(object);
        }
        Ok(scope)
    }

    fn costs(&mut self, scope: &[usize], others: Option<W>) -> Result<Costs<'a, W>, ReadError> {
        let mark = self.marks.next()?;
        match (mark.kind, others) {
            (Kind::Open, Some(others)) => self.list(scope, others).map(Costs::Own),
            (Kind::Open, None) => self.table(scope).map(Costs::Own),
            (Kind::Word, None) => Ok(Costs::Of(mark)),
            (Kind::Word, Some(_)) => {
                Err(self.marks.error(&mark, format_args!("a list of combinations and costs")))
            }
            _ => Err(self.marks.error(&mark, format_args!("a list of costs, or the name of a function"))),
        }
    }

    fn table(&mut self, scope: &[usize]) -> Result<LabelCosts<W>, ReadError> {
        let count = self.draft.model.combinations(scope);
        let mut entries = Vec::new();
        loop {
            let mark = self.marks.next()?;
            if mark.kind == Kind::Close && count == Some(entries.len()) {
                return Ok(LabelCosts::Dense(entries.into()));
            }
            let full = count.unwrap_or(usize::MAX);
            if entries.len() == full {
                return Err(self.marks.error(&mark, format_args!("a closing bracket after {full} costs")));
            }
            let number = entries.len() + 1;
            entries.push(self.cost_of(&mark, format_args!("cost {number} of {full}"))?);
        }
    }

    fn list(&mut self, scope: &[usize], others: W) -> Result<LabelCosts<W>, ReadError> {
        let mut listed = Vec::new();
        while let Some(mut mark) = self.marks.item("a combination")? {
            let mut labels = Vec::with_capacity(scope.len());
            for &object in scope {
                labels.push(self.label(object, &mark)?);
                mark = self.marks.next()?;
            }
            listed.push((labels.into(), self.cost_of(&mark, format_args!("the cost of a combination"))?));
        }
        Ok(LabelCosts::Sparse { others, listed })
    }

    fn label(&self, object: usize, mark: &Mark<'_>) -> Result<usize, ReadError> {
        let count = self.draft.model.labels(object);
        let names = &self.labels[object];
        let known = if mark.kind != Kind::Word {
            None
        } else if mark.is_number() {
            mark.text.parse().ok()
        } else if names.is_empty() {
            // Labels without names are also called v0, v1 and so on.
            mark.text.strip_prefix('v').and_then(|number| number.parse().ok())
        } else {
            names.get(&*mark.text).copied()
        };
        let name = self.draft.model.shown_name(object);
        let expected = format_args!("a label of {name}: its name, or its number below {count}");
        known.filter(|&label| label < count).ok_or_else(|| self.marks.error(mark, expected))
    }

    /// A function of a type: all that are known are "all different".
    fn global(&mut self) -> Result<Costs<'a, W>, ReadError> {
        let kind = self.marks.word("a type of functions")?;
        if !ALL_DIFFERENT.contains(&&*kind.text) {
            let expected =
                format_args!("one of the types {}; others are not known", ALL_DIFFERENT.join(", "));
            return Err(self.marks.error(&kind, expected));
        }
        self.marks.field("params")?;
        self.marks.open()?;
        self.marks.field("metric")?;
        self.marks.word("a measure of violations")?;
        self.marks.field("cost")?;
        let mark = self.marks.next()?;
        let cost = self.cost_of(&mark, format_args!("the cost of a violation"))?;
        self.marks.close()?;
        Ok(Costs::AllDifferent(mark, cost))
    }

    fn cost(&mut self, what: &str) -> Result<W, ReadError> {
        let mark = self.marks.next()?;
        self.cost_of(&mark, format_args!("{what}"))
    }

    fn cost_of(&mut self, mark: &Mark<'_>, what: fmt::Arguments<'_>) -> Result<W, ReadError> {
        let is_infinite = mark.text == "inf" || (mark.text == "-inf" && self.is_maximized);
        if is_infinite && mark.kind == Kind::Word {
            return Ok(W::FORBIDDEN);
        }
        let number = self.number(mark);
        number.ok_or_else(|| self.marks.error(mark, format_args!("{what}, a decimal number or inf")))
    }

    /// The number of a mark, with the other sign if the problem is maximization.
    fn number(&mut self, mark: &Mark<'_>) -> Option<W> {
        let number = W::number(&mark.text).filter(|_| mark.kind == Kind::Word)?;
        Some(match number {
            Number::Cost(cost) if self.is_maximized => cost.negated(),
            Number::Cost(cost) => cost,
            Number::Fraction => {
                self.is_fractional = true;
                W::ZERO
            }
            Number::TooLarge => {
                let error = self.marks.error(mark, format_args!("a number that is not as large"));
                self.too_large.get_or_insert(error);
                W::ZERO
            }
        })
    }

    /// The model of the functions.
    fn finish(mut self) -> Result<LabelModel<W>, ReadError> {
        let mut least = Some(W::ZERO);
        for number in 0..self.functions.len() {
            least = match self.entries(number)? {
                Some(costs) => least.and_then(|sum| sum.plus(least_of(costs))),
                None => least,
            };
        }
        let bound = self.bound;
        let reaches = |cost: W| least.and_then(|least| cost.plus(least)).is_some_and(|sum| sum >= bound);
        for number in 0..self.functions.len() {
            if let Costs::Of(mark) = &self.functions[number].costs {
                let copied = self.entries(number)?.map_or(0, size);
                self.draft.take(mark.at, copied)?;
            }
            let Function { at, scope, costs } = &self.functions[number];
            let costs = match (costs, self.entries(number)?) {
                (Costs::AllDifferent(mark, cost), _) if !reaches(*cost) && !cost.forbids() => {
                    let expected = format_args!("a cost that forbids: those of less are not known");
                    return Err(self.marks.error(mark, expected));
                }
                (_, None) => LabelCosts::AllDifferent,
                (_, Some(entries)) => forbidding(entries, reaches),
            };
            self.draft.function(*at, scope, costs)?;
        }
        let mut model = self.draft.model;
        let _ = model.set_bound(bound);
        Ok(model)
    }

    /// The table or list of a function, its own or that of another; none if it is "all different".
    fn entries(&self, number: usize) -> Result<Option<&LabelCosts<W>>, ReadError> {
        let function = &self.functions[number];
        let mark = match &function.costs {
            Costs::Own(costs) => return Ok(Some(costs)),
            Costs::AllDifferent(..) => return Ok(None),
            Costs::Of(mark) => mark,
        };
        let sizes = |scope: &[usize]| -> Vec<usize> {
            scope.iter().map(|&object| self.draft.model.labels(object)).collect()
        };
        let other = self.named.get(&*mark.text).and_then(|&other| self.functions.get(other));
        match other {
            Some(Function { scope, costs: Costs::Own(costs), .. })
                if sizes(scope) == sizes(&function.scope) =>
            {
                Ok(Some(costs))
            }
            _ => {
                let expected = "the name of a function that has costs, for the same numbers of labels";
                Err(self.marks.error(mark, format_args!("{expected}")))
            }
        }
    }
}

/// The least cost of a table or list, at most zero.
fn least_of<W: Decimal>(costs: &LabelCosts<W>) -> W {
    match costs {
        LabelCosts::Dense(entries) => entries.iter().fold(W::ZERO, |least, &cost| least.least(cost)),
        LabelCosts::Sparse { others, listed } => {
            listed.iter().fold(W::ZERO.least(*others), |least, entry| least.least(entry.1))
        }
        _ => W::ZERO,
    }
}

/// The number of costs of a table, or of labels and costs of a list.
fn size<W>(costs: &LabelCosts<W>) -> usize {
    match costs {
        LabelCosts::Dense(entries) => entries.len(),
        LabelCosts::Sparse { listed, .. } => listed.iter().map(|entry| entry.0.len() + 1).sum(),
        _ => 0,
    }
}

/// A table or list in which costs that reach the bound forbid.
fn forbidding<W: Decimal>(costs: &LabelCosts<W>, reaches: impl Fn(W) -> bool) -> LabelCosts<W> {
    let forbid = |cost: W| if reaches(cost) { W::FORBIDDEN } else { cost };
    match costs {
        LabelCosts::Dense(entries) => LabelCosts::Dense(entries.iter().map(|&cost| forbid(cost)).collect()),
        LabelCosts::Sparse { others, listed } => {
            let listed = listed.iter().map(|(labels, cost)| (labels.clone(), forbid(*cost)));
            LabelCosts::Sparse { others: forbid(*others), listed: listed.collect() }
        }
        other => other.clone(),
    }
}
