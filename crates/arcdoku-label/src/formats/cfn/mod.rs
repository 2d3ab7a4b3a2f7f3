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
//! Quotes, commas, and colons can be left out, and brackets can be of any kind. Lines can be comments with `#`, or
//! end with a comment that starts with `//`. The last closing bracket can be left out. Fields come in this order.
//! `costs` can also be the name of another function, whose costs the function shares.
//!
//! If all costs are integers, such as `2` and `2.0`, the model has integer costs. A cost with which every labelling
//! reaches the upper bound, whatever its other costs are, is read as forbidden.
//!
//! **Maximization**, for example a `mustbe` of `">5"`, is read as minimization: all costs change their sign, and
//! labellings that cost -5 or more are discarded. The writer always writes minimization, so the signs stay changed.
//! `inf` forbids in both cases.

mod numbers;
mod tokens;
mod write;

use std::collections::HashMap;
use std::fmt;

use crate::{LabelCosts, LabelModel};

use super::error::ReadError;

pub(in crate::formats) use tokens::opens;
pub use write::write;

use super::AnyLabelModel;
use super::draft::Draft;
use super::wcsp::ALL_DIFFERENT;
use numbers::{Decimal, Number};
use tokens::{Token, TokenKind, Tokens};

/// Reads a network.
///
/// # Errors
/// If the text is not a network, or has functions of an unsupported type.
pub fn read(text: &str) -> Result<AnyLabelModel, ReadError> {
    if let Some(model) = Reader::<i64>::new(text).read()? {
        return Ok(AnyLabelModel::Exact(model));
    }
    match Reader::<f64>::new(text).read()? {
        Some(model) => Ok(AnyLabelModel::Real(model)),
        None => Err(ReadError::at(text, 0, "a number", "numbers that can be costs")),
    }
}

/// The unread rest of a text, and what was read so far.
struct Reader<'a, W> {
    text: &'a str,
    tokens: Tokens<'a>,
    draft: Draft<'a, W>,
    objects: HashMap<String, usize>,
    /// The labels of each object by name; empty if they have no names.
    labels: Vec<HashMap<String, usize>>,
    functions: Vec<Function<'a, W>>,
    /// The first function with each name.
    named: HashMap<String, usize>,
    bound: W,
    is_maximized: bool,
    /// Whether the text has costs that the type cannot represent.
    is_fractional: bool,
    too_large: Option<ReadError>,
}

/// The fields of a function in the text.
struct Function<'a, W> {
    at: usize,
    scope: Vec<usize>,
    costs: Costs<'a, W>,
}

enum Costs<'a, W> {
    Own(LabelCosts<W>),
    /// The costs of another function.
    Of(Token<'a>),
    /// "All different" with the cost of a violation.
    AllDifferent(Token<'a>, W),
}

impl<'a, W: Decimal> Reader<'a, W> {
    fn new(text: &'a str) -> Self {
        Self {
            text,
            tokens: Tokens::new(text),
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

    /// Reads the whole text. `None` if it has costs that the type cannot represent.
    fn read(mut self) -> Result<Option<LabelModel<W>>, ReadError> {
        self.tokens.open()?;
        self.tokens.field("problem")?;
        self.problem()?;
        self.tokens.field("variables")?;
        self.tokens.open()?;
        while let Some(token) = self.tokens.item("a variable")? {
            self.variable(token)?;
        }
        self.tokens.field("functions")?;
        self.tokens.open()?;
        while let Some(token) = self.tokens.item("a function")? {
            self.function(token)?;
        }
        let mut last = self.tokens.next()?;
        if last.kind == TokenKind::Close {
            last = self.tokens.next()?;
        }
        if last.kind != TokenKind::End {
            return Err(self.tokens.error(&last, format_args!("the end of the text")));
        }
        if self.is_fractional {
            return Ok(None);
        }
        self.too_large.take().map_or(Ok(()), Err)?;
        self.finish().map(Some)
    }

    fn problem(&mut self) -> Result<(), ReadError> {
        self.tokens.open()?;
        self.tokens.field("name")?;
        let token = self.tokens.next()?;
        if token.kind != TokenKind::Word {
            return Err(self.tokens.error(&token, format_args!("the name of the problem")));
        }
        self.draft.model = LabelModel::new().with_name(token.text);
        self.tokens.field("mustbe")?;
        let expected = "a bound like \"<10\" or \">10\"";
        let token = self.tokens.word(expected)?;
        let (sign, number) = token.text.split_at_checked(1).unwrap_or_default();
        self.is_maximized = sign == ">";
        let digits = Token { kind: TokenKind::Word, at: token.at, text: number.into() };
        let bound = if sign == ">" || sign == "<" { self.number(&digits) } else { None };
        self.bound = bound.ok_or_else(|| self.tokens.error(&token, format_args!("{expected}")))?;
        self.tokens.close()
    }

    fn variable(&mut self, token: Token<'a>) -> Result<(), ReadError> {
        let is_named = token.kind == TokenKind::Word && !token.is_number();
        let (name, domain) = if is_named {
            let known = self.objects.insert(token.text.to_string(), self.draft.model.objects());
            if known.is_some() {
                return Err(self.tokens.error(&token, format_args!("the name of another variable")));
            }
            (token.text, self.tokens.next()?)
        } else {
            ("".into(), token)
        };
        if domain.kind == TokenKind::Open {
            return self.named_labels(&domain, &name);
        }
        let count =
            domain.text.parse().ok().filter(|&count: &usize| count > 0 && domain.kind == TokenKind::Word);
        let expected = format_args!("a number of labels (1 or more), or a list of their names");
        let count = count.ok_or_else(|| self.tokens.error(&domain, expected))?;
        self.labels.push(HashMap::new());
        self.draft.object(domain.at, &name, count)
    }

    fn named_labels(&mut self, open: &Token<'_>, object: &str) -> Result<(), ReadError> {
        let mut labels = HashMap::new();
        let mut names = Vec::new();
        while let Some(token) = self.tokens.item("the name of a label")? {
            if token.kind != TokenKind::Word || token.is_number() {
                let expected = format_args!("the name of a label, which does not begin like a number");
                return Err(self.tokens.error(&token, expected));
            }
            let name = token.text.to_string();
            if labels.insert(name.clone(), names.len()).is_some() {
                return Err(self.tokens.error(&token, format_args!("the name of another label")));
            }
            names.push(name);
        }
        if names.is_empty() {
            return Err(self.tokens.error(open, format_args!("a list of at least one label")));
        }
        self.draft.object(open.at, object, names.len())?;
        let object = self.labels.len();
        self.labels.push(labels);
        let named = self.draft.model.name_labels(object, names);
        named.map_err(|error| ReadError::at(self.text, open.at, error.to_string(), "names of labels"))
    }

    fn function(&mut self, token: Token<'a>) -> Result<(), ReadError> {
        let at = token.at;
        if token.kind == TokenKind::Word {
            self.named.entry(token.text.into_owned()).or_insert(self.functions.len());
            self.tokens.open()?;
        }
        self.tokens.field("scope")?;
        let scope = self.scope()?;
        let mut token = self.tokens.next()?;
        let mut others = None;
        if token.is_field("defaultcost") {
            others = Some(self.cost("the cost of other combinations")?);
            token = self.tokens.next()?;
        }
        let costs = if token.is_field("costs") {
            self.costs(&scope, others)?
        } else if token.is_field("type") {
            self.global()?
        } else {
            return Err(self
                .tokens
                .error(&token, format_args!("one of the fields \"defaultcost\", \"costs\" and \"type\"")));
        };
        self.tokens.close()?;
        self.functions.push(Function { at, scope, costs });
        Ok(())
    }

    fn scope(&mut self) -> Result<Vec<usize>, ReadError> {
        self.tokens.open()?;
        let mut scope = Vec::new();
        while let Some(token) = self.tokens.item("a variable")? {
            let count = self.draft.model.objects();
            let known = if token.is_number() {
                token.text.parse().ok().filter(|&object| object < count)
            } else {
                self.objects.get(&*token.text).copied().filter(|_| token.kind == TokenKind::Word)
            };
            let expected = format_args!("the name of a variable, or its number below {count}");
            let object = known.ok_or_else(|| self.tokens.error(&token, expected))?;
            if scope.contains(&object) {
                return Err(self
                    .tokens
                    .error(&token, format_args!("a variable that is not in the scope yet")));
            }
            scope.push(object);
        }
        Ok(scope)
    }

    fn costs(&mut self, scope: &[usize], others: Option<W>) -> Result<Costs<'a, W>, ReadError> {
        let token = self.tokens.next()?;
        match (token.kind, others) {
            (TokenKind::Open, Some(others)) => self.list(scope, others).map(Costs::Own),
            (TokenKind::Open, None) => self.table(scope).map(Costs::Own),
            (TokenKind::Word, None) => Ok(Costs::Of(token)),
            (TokenKind::Word, Some(_)) => {
                Err(self.tokens.error(&token, format_args!("a list of combinations and costs")))
            }
            _ => Err(self.tokens.error(&token, format_args!("a list of costs, or the name of a function"))),
        }
    }

    fn table(&mut self, scope: &[usize]) -> Result<LabelCosts<W>, ReadError> {
        let count = self.draft.model.combinations(scope);
        let mut entries = Vec::new();
        loop {
            let token = self.tokens.next()?;
            if token.kind == TokenKind::Close && count == Some(entries.len()) {
                return Ok(LabelCosts::Dense(entries.into()));
            }
            let full = count.unwrap_or(usize::MAX);
            if entries.len() == full {
                return Err(self.tokens.error(&token, format_args!("a closing bracket after {full} costs")));
            }
            let number = entries.len() + 1;
            entries.push(self.cost_of(&token, format_args!("cost {number} of {full}"))?);
        }
    }

    fn list(&mut self, scope: &[usize], others: W) -> Result<LabelCosts<W>, ReadError> {
        let mut listed = Vec::new();
        while let Some(mut token) = self.tokens.item("a combination")? {
            let mut labels = Vec::with_capacity(scope.len());
            for &object in scope {
                labels.push(self.label(object, &token)?);
                token = self.tokens.next()?;
            }
            listed.push((labels.into(), self.cost_of(&token, format_args!("the cost of a combination"))?));
        }
        Ok(LabelCosts::Sparse { others, listed })
    }

    fn label(&self, object: usize, token: &Token<'_>) -> Result<usize, ReadError> {
        let count = self.draft.model.labels(object);
        let names = &self.labels[object];
        let known = if token.kind != TokenKind::Word {
            None
        } else if token.is_number() {
            token.text.parse().ok()
        } else if names.is_empty() {
            // Labels without names are also called v0, v1 and so on.
            token.text.strip_prefix('v').and_then(|number| number.parse().ok())
        } else {
            names.get(&*token.text).copied()
        };
        let name = self.draft.model.shown_name(object);
        let expected = format_args!("a label of {name}: its name, or its number below {count}");
        known.filter(|&label| label < count).ok_or_else(|| self.tokens.error(token, expected))
    }

    /// Reads a function of a type. All supported types are "all different".
    fn global(&mut self) -> Result<Costs<'a, W>, ReadError> {
        let kind = self.tokens.word("a type of functions")?;
        if !ALL_DIFFERENT.contains(&&*kind.text) {
            let expected =
                format_args!("one of the types {}; other types are not supported", ALL_DIFFERENT.join(", "));
            return Err(self.tokens.error(&kind, expected));
        }
        self.tokens.field("params")?;
        self.tokens.open()?;
        self.tokens.field("metric")?;
        self.tokens.word("a measure of violations")?;
        self.tokens.field("cost")?;
        let token = self.tokens.next()?;
        let cost = self.cost_of(&token, format_args!("the cost of a violation"))?;
        self.tokens.close()?;
        Ok(Costs::AllDifferent(token, cost))
    }

    fn cost(&mut self, what: &str) -> Result<W, ReadError> {
        let token = self.tokens.next()?;
        self.cost_of(&token, format_args!("{what}"))
    }

    fn cost_of(&mut self, token: &Token<'_>, what: fmt::Arguments<'_>) -> Result<W, ReadError> {
        let is_infinite = token.text == "inf" || (token.text == "-inf" && self.is_maximized);
        if is_infinite && token.kind == TokenKind::Word {
            return Ok(W::FORBIDDEN);
        }
        let number = self.number(token);
        number.ok_or_else(|| self.tokens.error(token, format_args!("{what}, a decimal number or inf")))
    }

    /// The number of a token, with the other sign if the problem is maximization.
    fn number(&mut self, token: &Token<'_>) -> Option<W> {
        let number = W::number(&token.text).filter(|_| token.kind == TokenKind::Word)?;
        Some(match number {
            Number::Cost(cost) if self.is_maximized => cost.negated(),
            Number::Cost(cost) => cost,
            Number::Fraction => {
                self.is_fractional = true;
                W::ZERO
            }
            Number::TooLarge => {
                let error = self.tokens.error(token, format_args!("a smaller number"));
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
                // Adds the least cost of the function, or zero if zero is smaller.
                Some(costs) => least.and_then(|sum| sum.plus(costs.written().fold(W::ZERO, W::least))),
                None => least,
            };
        }
        let bound = self.bound;
        let reaches = |cost: W| least.and_then(|least| cost.plus(least)).is_some_and(|sum| sum >= bound);
        for number in 0..self.functions.len() {
            if let Costs::Of(token) = &self.functions[number].costs {
                let copied = self.entries(number)?.map_or(0, size);
                self.draft.take(token.at, copied)?;
            }
            let Function { at, scope, costs } = &self.functions[number];
            let costs = match (costs, self.entries(number)?) {
                (Costs::AllDifferent(token, cost), _) if !reaches(*cost) && !cost.forbids() => {
                    let expected = format_args!("a cost that forbids; smaller costs are not supported");
                    return Err(self.tokens.error(token, expected));
                }
                (_, None) => LabelCosts::AllDifferent,
                (_, Some(entries)) => entries.map(|cost| if reaches(cost) { W::FORBIDDEN } else { cost }),
            };
            self.draft.function(*at, scope, costs)?;
        }
        let mut model = self.draft.model;
        let _ = model.set_bound(bound);
        Ok(model)
    }

    /// The table or list of a function, which may belong to another function; `None` if it is "all different".
    fn entries(&self, number: usize) -> Result<Option<&LabelCosts<W>>, ReadError> {
        let function = &self.functions[number];
        let token = match &function.costs {
            Costs::Own(costs) => return Ok(Some(costs)),
            Costs::AllDifferent(..) => return Ok(None),
            Costs::Of(token) => token,
        };
        let sizes = |scope: &[usize]| -> Vec<usize> {
            scope.iter().map(|&object| self.draft.model.labels(object)).collect()
        };
        let other = self.named.get(&*token.text).and_then(|&other| self.functions.get(other));
        match other {
            Some(Function { scope, costs: Costs::Own(costs), .. })
                if sizes(scope) == sizes(&function.scope) =>
            {
                Ok(Some(costs))
            }
            _ => {
                let expected = "the name of a function that has costs, for the same numbers of labels";
                Err(self.tokens.error(token, format_args!("{expected}")))
            }
        }
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
