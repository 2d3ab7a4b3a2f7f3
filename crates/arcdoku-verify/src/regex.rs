//! Regular expressions over values: `(1|2)3*[45]+`.

use crate::shape::{Digits, Shape};

/// A part of an expression, in order of appearance: digits, one of several expressions, or a repetition with its least
/// and greatest number.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Part {
    One(Digits),
    Any(Vec<Expression>),
    Repeat(Expression, usize, Option<usize>),
}

pub(crate) type Expression = Vec<Part>;

/// Whether an expression matches no values.
pub(crate) fn matches_nothing(expression: &Expression) -> bool {
    expression.iter().all(|part| match part {
        Part::One(_) => false,
        Part::Any(all) => all.iter().any(matches_nothing),
        Part::Repeat(inner, least, _) => *least == 0 || matches_nothing(inner),
    })
}

/// Expressions for what may follow after a first digit.
pub(crate) fn rest(expression: &Expression, digit: usize) -> Vec<Expression> {
    let mut all = Vec::new();
    for (i, part) in expression.iter().enumerate() {
        let own: Vec<Expression> = match part {
            Part::One(set) => {
                if set >> digit & 1 == 1 {
                    vec![Vec::new()]
                } else {
                    Vec::new()
                }
            }
            Part::Any(all) => all.iter().flat_map(|inner| rest(inner, digit)).collect(),
            Part::Repeat(_, _, Some(0)) => Vec::new(),
            Part::Repeat(inner, least, most) => {
                let again = Part::Repeat(inner.clone(), least.saturating_sub(1), most.map(|most| most - 1));
                rest(inner, digit).into_iter().map(|first| [first, vec![again.clone()]].concat()).collect()
            }
        };
        all.extend(own.into_iter().map(|first| [&first, &expression[i + 1..]].concat()));
        if !matches_nothing(&vec![part.clone()]) {
            break;
        }
    }
    all
}

/// Reads an expression.
pub(crate) fn read(text: &str, shape: Shape) -> Option<Expression> {
    let mut reader = Reader { text: text.chars().collect(), at: 0, shape, depth: 0 };
    let all = reader.choice()?;
    (reader.at == reader.text.len()).then_some(vec![Part::Any(all)])
}

struct Reader {
    text: Vec<char>,
    at: usize,
    shape: Shape,
    /// The number of open brackets.
    depth: usize,
}

impl Reader {
    fn skip(&mut self, symbol: char) -> bool {
        let found = self.text.get(self.at) == Some(&symbol);
        self.at += usize::from(found);
        found
    }

    /// Expressions with `|` between them.
    fn choice(&mut self) -> Option<Vec<Expression>> {
        let mut all = vec![Vec::new()];
        self.depth += 1;
        while self.depth < 64 && self.text.get(self.at).is_some_and(|&c| c != ')') {
            if self.skip('|') {
                all.push(Vec::new());
                continue;
            }
            let mut part = self.part()?;
            while let Some((least, most)) = self.repetition().ok()? {
                part = Part::Repeat(vec![part], least, most);
            }
            all.last_mut()?.push(part);
        }
        self.depth -= 1;
        Some(all)
    }

    fn part(&mut self) -> Option<Part> {
        if self.skip('(') {
            if self.skip('?') && !self.skip(':') {
                return None;
            }
            let inner = Part::Any(self.choice()?);
            return self.skip(')').then_some(inner);
        }
        if self.skip('.') {
            return Some(Part::One(self.shape.all()));
        }
        if !self.skip('[') {
            let value = self.value()?;
            return Some(Part::One(self.shape.within(value, value)));
        }
        let (others, mut set) = (self.skip('^'), 0);
        while !self.skip(']') {
            let low = self.value()?;
            let high = if self.skip('-') { self.value()? } else { low };
            set |= self.shape.within(low, high);
        }
        Some(Part::One(if others { self.shape.all() & !set } else { set }))
    }

    /// A digit, or a letter for 10 and above.
    fn value(&mut self) -> Option<i64> {
        let value = self.text.get(self.at).filter(|c| !c.is_ascii_lowercase())?.to_digit(36)?;
        self.at += 1;
        Some(value.into())
    }

    /// The range of a repetition, if one follows. An error if it cannot be read.
    fn repetition(&mut self) -> Result<Option<(usize, Option<usize>)>, ()> {
        Ok(match () {
            () if self.skip('*') => Some((0, None)),
            () if self.skip('+') => Some((1, None)),
            () if self.skip('?') => Some((0, Some(1))),
            () if self.skip('{') => {
                let least = self.number().ok_or(())?;
                let most = match self.skip(',') {
                    false => Some(least),
                    true if self.text.get(self.at) == Some(&'}') => None,
                    true => Some(self.number().ok_or(())?),
                };
                let fits = self.skip('}') && most.is_none_or(|most| most >= least);
                return fits.then_some(Some((least, most))).ok_or(());
            }
            () => None,
        })
    }

    fn number(&mut self) -> Option<usize> {
        let rest = &self.text[self.at..];
        let digits: String = rest.iter().take_while(|c| c.is_ascii_digit()).collect();
        self.at += digits.len();
        digits.parse().ok().filter(|&number| number <= 2000)
    }
}
