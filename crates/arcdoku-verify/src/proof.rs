//! Proofs: checks each statement against the constraints before it.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::constraint::{Linear, Names, OVERFLOW, ensure, number, short};
use crate::database::Database;
use crate::encode::Formula;

/// A proof that is being read.
struct Checker<'a> {
    names: &'a Names,
    database: Database,
    /// The indices of labeled constraints.
    labels: HashMap<Cow<'a, str>, usize>,
    /// The number of constraints of the formula, which are never deleted.
    formula: usize,
}

/// Checks a proof of a formula and returns whether its conclusion is that there is no solution. A defect is a line
/// with the reason.
pub(crate) fn check(formula: Formula, proof: &str) -> Result<bool, (usize, String)> {
    let mut database = Database::new(formula.names.list.len());
    let mut labels = HashMap::new();
    for (index, (label, linear)) in formula.rows.into_iter().enumerate() {
        database.add(&linear).map_err(|error| (0, error))?;
        labels.insert(label.into(), index);
    }
    let mut checker = Checker { names: &formula.names, formula: database.len(), database, labels };
    let count = format!("f {} ;", checker.formula);
    // The expected frame: steps come before the third line, and the fourth line is the conclusion.
    let frame = ["pseudo-Boolean proof version 3.0", &count, "output NONE ;", "conclusion NONE ;", END];
    let (mut stage, mut last, mut unsatisfiable) = (0, 1, false);
    for (number, line) in (1..).zip(proof.lines().map(str::trim)) {
        let result = match frame.get(stage) {
            _ if line.is_empty() || line.starts_with('%') => continue,
            Some(&expected) if line == expected => Ok(stage + 1),
            Some(&"output NONE ;") => checker.step(line).map(|()| stage),
            Some(&"conclusion NONE ;") if line.starts_with("conclusion UNSAT : ") => {
                unsatisfiable = true;
                let label = line["conclusion UNSAT : ".len()..].strip_suffix(" ;").ok_or(UNENDED.to_owned());
                let named = label.and_then(|label| checker.find(label)).map(|(_, found)| found.slack() < 0);
                named.and_then(|is| ensure(is, || "it is not a contradiction".into())).map(|()| stage + 1)
            }
            expected => {
                let expected = expected.unwrap_or(&"nothing after the end");
                Err(format!("found '{}', expected '{expected}'", short(line)))
            }
        };
        stage = result.map_err(|reason| (number, reason))?;
        last = number;
    }
    let missing = frame.get(stage).map(|expected| (last, format!("the proof ends without '{expected}'")));
    missing.map_or(Ok(unsatisfiable), Err)
}

const END: &str = "end pseudo-Boolean proof ;";
const UNENDED: &str = "expected one statement with ' ;' at its end";

/// The maximum number of constraints on the stack of one `pol`. arcdoku writes two.
const DEEPEST: usize = 256;

impl<'a> Checker<'a> {
    /// Checks a step.
    fn step(&mut self, line: &'a str) -> Result<(), String> {
        let line = line.strip_suffix(" ;").filter(|line| !line.contains([';', '%']));
        let line = line.ok_or(UNENDED)?;
        let mut words = line.split_ascii_whitespace().peekable();
        let label = words.next_if(|word| word.starts_with('@'));
        match (words.next().unwrap_or(";"), label) {
            ("pol", _) => {
                let derived = self.pol(&words.collect::<Vec<_>>())?;
                self.add(label, &derived)
            }
            ("rup", _) => {
                let (terms, degree) = self.names.terms(&mut words)?;
                let derived = Linear::new(&terms, degree).ok_or(OVERFLOW)?;
                let hinted = words.next_if_eq(&":").is_some();
                ensure(hinted || words.peek().is_none(), || "found words after the constraint".into())?;
                let hints = words.filter(|hint| *hint != "~").map(|hint| self.find(hint));
                let hints = hints.collect::<Result<Vec<_>, _>>()?;
                let follows = if hinted {
                    let mut own = Database::new(self.names.list.len());
                    hints.into_iter().try_for_each(|(_, hint)| own.add(&hint))?;
                    own.follows(&derived, &terms)
                } else {
                    self.database.follows(&derived, &terms)
                };
                let from = if hinted { " from its hints" } else { "" };
                ensure(follows, || format!("the constraint does not follow by unit propagation{from}"))?;
                self.add(label, &derived)
            }
            ("e", None) => {
                let expected = self.names.read(&mut words)?;
                ensure(words.next() == Some(":"), || "'e' without ':' and a label".into())?;
                let (_, found) = self.find(&words.collect::<Vec<_>>().join(" "))?;
                ensure(found == expected, || format!("not equal: found {}", self.names.text(&found)))
            }
            ("del", None) => {
                ensure(words.next() == Some("id"), || "'del' without 'id'".into())?;
                words.try_for_each(|word| {
                    let (index, _) = self.find(word)?;
                    ensure(index >= self.formula, || format!("'{word}' of the formula is never deleted"))?;
                    self.database.delete(index);
                    Ok(())
                })
            }
            (name, _) => Err(format!("found '{}', expected pol, rup, e, del or output", short(name))),
        }
    }

    /// Adds a derived constraint.
    fn add(&mut self, label: Option<&'a str>, derived: &Linear) -> Result<(), String> {
        let index = self.database.len();
        let before = label.and_then(|label| self.labels.insert(label[1..].into(), index));
        ensure(before.is_none(), || format!("the label '{}' is defined before", label.unwrap_or_default()))?;
        self.database.add(derived)
    }

    /// The constraint with a label or a number from 1 on, and its index.
    fn find(&self, word: &str) -> Result<(usize, Linear), String> {
        let number = || word.parse::<usize>().ok()?.checked_sub(1);
        let index = word.strip_prefix('@').map_or_else(number, |label| self.labels.get(label).copied());
        let found = index.and_then(|index| Some((index, self.database.get(index)?)));
        found.ok_or_else(|| format!("found '{}', which is not a constraint at this line", short(word)))
    }

    /// Computes an expression in reverse Polish notation.
    fn pol(&self, words: &[&'a str]) -> Result<Linear, String> {
        let mut stack: Vec<Linear> = Vec::new();
        let mut at = 0;
        while let Some(word) = words.get(at) {
            let next = words.get(at + 1).copied().filter(|next| matches!(*next, "*" | "d"));
            let next = next.filter(|_| !matches!(*word, "+" | "s"));
            let mut operand = || stack.pop().ok_or("an operation without an operand");
            let result = match (*word, next) {
                ("+", _) => operand()?.plus(&operand()?),
                ("s", _) => operand()?.saturated(),
                (_, Some(sign)) => {
                    let (operand, number) = (operand()?, number(word)?);
                    ensure(number > 0, || format!("found {number}, expected a positive number"))?;
                    if sign == "*" { operand.times(number) } else { operand.divided(number) }
                }
                _ if word.starts_with(|c: char| matches!(c, '@' | '0'..='9')) => Some(self.find(word)?.1),
                _ => {
                    let unknown = || format!("found '{}', expected an operand", short(word));
                    Linear::new(&[(1, self.names.literal(word).ok_or_else(unknown)?)], 0)
                }
            };
            stack.push(result.ok_or(OVERFLOW)?);
            ensure(stack.len() <= DEEPEST, || format!("found more than {DEEPEST} operands on the stack"))?;
            at += 1 + usize::from(next.is_some());
        }
        let result = stack.pop().filter(|_| stack.is_empty());
        result.ok_or_else(|| "the expression does not leave one constraint".into())
    }
}
