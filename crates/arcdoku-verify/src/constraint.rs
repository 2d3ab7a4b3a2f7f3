//! Pseudo-Boolean constraints and the arithmetic of cutting planes. Numbers that do not fit 64 bits are an error.

use std::collections::HashMap;

/// A variable, shifted left by one bit. The lowest bit is set if the variable is negated.
pub(crate) type Literal = u32;

/// The literal of a variable.
pub(crate) fn literal(variable: u32, negated: bool) -> Literal {
    variable << 1 | u32::from(negated)
}

pub(crate) const OVERFLOW: &str = "a number does not fit 64 bits";

/// A sum of literals with positive coefficients that is at least the degree.
#[derive(Clone, PartialEq)]
pub(crate) struct Linear {
    /// The terms in ascending order, each variable at most once. A negative coefficient belongs to the negated
    /// variable.
    terms: Vec<(u32, i64)>,
    pub(crate) degree: i64,
}

impl Linear {
    /// The normal form of the constraint that a sum of terms is at least `degree`; `None` if numbers overflow.
    pub(crate) fn new(terms: &[(i64, Literal)], mut degree: i64) -> Option<Self> {
        let mut signed: Vec<(u32, i64)> = Vec::with_capacity(terms.len());
        for &(coefficient, literal) in terms {
            // c ~x = c - c x
            let negated = literal & 1 == 1;
            degree = degree.checked_sub(if negated { coefficient } else { 0 })?;
            signed.push((literal >> 1, if negated { coefficient.checked_neg()? } else { coefficient }));
        }
        signed.sort_by_key(|term| term.0);
        let mut merged: Vec<(u32, i64)> = Vec::with_capacity(signed.len());
        for (variable, coefficient) in signed {
            match merged.last_mut().filter(|last| last.0 == variable) {
                Some(last) => last.1 = last.1.checked_add(coefficient)?,
                None => merged.push((variable, coefficient)),
            }
        }
        for term in &merged {
            degree = degree.checked_sub(term.1.min(0))?;
        }
        Self { terms: merged, degree }.checked()
    }

    /// At least `degree` of the literals are true. The literals have different variables.
    pub(crate) fn cardinality(literals: &[Literal], degree: i64) -> Self {
        let term = |&literal: &Literal| (literal >> 1, if literal & 1 == 0 { 1 } else { -1 });
        let mut terms: Vec<(u32, i64)> = literals.iter().map(term).collect();
        terms.sort_unstable();
        Self { terms, degree }
    }

    /// Removes terms with the coefficient 0; `None` if sums and slacks do not fit 64 bits.
    fn checked(mut self) -> Option<Self> {
        self.terms.retain(|term| term.1 != 0);
        let total = self.terms.iter().try_fold(0_i64, |sum, term| sum.checked_add(term.1.checked_abs()?))?;
        total.checked_add(1)?.checked_sub(self.degree)?;
        self.degree.checked_neg()?;
        Some(self)
    }

    /// The coefficients, which are positive, with their literals.
    pub(crate) fn terms(&self) -> impl Iterator<Item = (i64, Literal)> {
        self.terms.iter().map(|&(variable, signed)| (signed.abs(), literal(variable, signed < 0)))
    }

    /// The amount by which the sum exceeds the degree if all literals are true.
    pub(crate) fn slack(&self) -> i64 {
        self.terms.iter().map(|term| term.1.abs()).sum::<i64>() - self.degree
    }

    /// The constraint that holds if this one does not.
    pub(crate) fn negation(&self) -> Self {
        let terms = self.terms.iter().map(|&(variable, signed)| (variable, -signed)).collect();
        Self { terms, degree: self.slack() + 1 }
    }

    pub(crate) fn plus(&self, other: &Self) -> Option<Self> {
        // The sort merges two sorted runs.
        let terms: Vec<(i64, Literal)> = self.terms().chain(other.terms()).collect();
        Self::new(&terms, self.degree.checked_add(other.degree)?)
    }

    pub(crate) fn times(mut self, factor: i64) -> Option<Self> {
        for term in &mut self.terms {
            term.1 = term.1.checked_mul(factor)?;
        }
        self.degree = self.degree.checked_mul(factor)?;
        self.checked()
    }

    /// Divides by a positive number and rounds up.
    pub(crate) fn divided(mut self, divisor: i64) -> Option<Self> {
        let up = |number: i64| -(-number).div_euclid(divisor);
        for term in &mut self.terms {
            term.1 = up(term.1.abs()) * term.1.signum();
        }
        self.degree = up(self.degree);
        self.checked()
    }

    /// Lowers coefficients to the degree.
    pub(crate) fn saturated(mut self) -> Option<Self> {
        let most = self.degree.max(0);
        self.terms.iter_mut().for_each(|term| term.1 = term.1.clamp(-most, most));
        self.checked()
    }
}

/// The names of the variables.
#[derive(Default)]
pub(crate) struct Names {
    pub(crate) list: Vec<Box<str>>,
    numbers: HashMap<Box<str>, u32>,
}

impl Names {
    /// Adds a variable.
    pub(crate) fn add(&mut self, name: &str) -> u32 {
        let number = self.list.len() as u32;
        self.list.push(name.into());
        self.numbers.insert(name.into(), number);
        number
    }

    /// The text of a constraint, without the end of the statement.
    pub(crate) fn text(&self, linear: &Linear) -> String {
        let mut text = String::new();
        for (coefficient, literal) in linear.terms() {
            let sign = if literal & 1 == 0 { "" } else { "~" };
            text.push_str(&format!("{coefficient} {sign}{} ", self.list[(literal >> 1) as usize]));
        }
        format!("{text}>= {}", linear.degree)
    }

    /// The literal of a text such as `~r1c2_3`.
    pub(crate) fn literal(&self, text: &str) -> Option<Literal> {
        let (name, negated) = text.strip_prefix('~').map_or((text, false), |name| (name, true));
        self.numbers.get(name).map(|&variable| literal(variable, negated))
    }

    /// Reads `1 x 2 ~y >= 3` from words. The words after it remain.
    pub(crate) fn read<'a>(&self, words: &mut impl Iterator<Item = &'a str>) -> Result<Linear, String> {
        let (terms, degree) = self.terms(words)?;
        Linear::new(&terms, degree).ok_or_else(|| OVERFLOW.into())
    }

    /// Like [`read`](Self::read), but returns the terms in their order and the degree.
    pub(crate) fn terms<'a>(
        &self,
        words: &mut impl Iterator<Item = &'a str>,
    ) -> Result<(Vec<(i64, Literal)>, i64), String> {
        let mut terms = Vec::new();
        loop {
            let word = words.next().ok_or("the line ends within a constraint")?;
            if word == ">=" {
                return Ok((terms, number(words.next().unwrap_or(";"))?));
            }
            let name = words.next().unwrap_or(";");
            let unknown = || format!("found '{}', expected a variable", short(name));
            terms.push((number(word)?, self.literal(name).ok_or_else(unknown)?));
        }
    }
}

/// Reads a number of 64 bits.
pub(crate) fn number(word: &str) -> Result<i64, String> {
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    ensure(is_number, || format!("found '{}', expected a number", short(word)))?;
    word.parse().map_err(|_| format!("{OVERFLOW}: {}", short(word)))
}

/// Returns an error with a reason, unless a condition holds.
pub(crate) fn ensure(holds: bool, reason: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(reason()) }
}

/// A prefix of a text, for messages.
pub(crate) fn short(text: &str) -> String {
    let short: String = text.chars().take(60).collect();
    if short.len() < text.len() { short + "..." } else { short }
}
