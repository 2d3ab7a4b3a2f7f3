//! Conditions on values: `|a-b|>=5`, `a=2b or b=2a`, `a%3!=b%3`.
//!
//! ```text
//! or      = and ("or" and)*
//! and     = not ("and" not)*
//! not     = "not" not | compare
//! compare = sum (("=" | "!=" | "<" | "<=" | ">" | ">=") sum)*
//! sum     = product (("+" | "-") product)*
//! product = factor (("*" | "/" | "%") factor | factor)*        "2a" is "2*a"
//! factor  = number | name | "(" or ")" | "|" sum "|" | "-" factor
//! ```
//!
//! The names are `a` and `b`, the values of the cells; `lo` and `hi`, the least and the greatest value; and `n`, the
//! number of values. The functions `third(x)` and `half(x)` return the part of the range of values that a value is
//! in, counted from 0 for the low part. Division rounds down. A number other than 0 is true.

/// A parsed condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Expression {
    Number(i64),
    Name(Name),
    Negative(Box<Self>),
    Absolute(Box<Self>),
    Not(Box<Self>),
    Third(Box<Self>),
    Half(Box<Self>),
    Binary(Operator, Box<Self>, Box<Self>),
    /// A chain of comparisons, such as `lo<=a<b`.
    Compare(Box<Self>, Vec<(Operator, Self)>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Name {
    A,
    B,
    Low,
    High,
    Count,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Equal,
    Different,
    Less,
    AtMost,
    Greater,
    AtLeast,
    And,
    Or,
}

/// The values of the names.
#[derive(Clone, Copy, Debug)]
pub(super) struct Names {
    pub(super) a: i64,
    pub(super) b: i64,
    pub(super) low: i64,
    pub(super) high: i64,
}

/// The error of a text that is not an expression: the byte position, and what was expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unreadable {
    pub(super) at: usize,
    pub(super) expected: &'static str,
}

/// The largest depth of nesting.
const DEEPEST: usize = 32;

impl Expression {
    pub(super) fn read(text: &str) -> Result<Self, Unreadable> {
        let mut reader = Reader { text, at: 0, depth: 0 };
        let expression = reader.or()?;
        reader.blanks();
        if reader.at < text.len() {
            Err(reader.expected("an operator such as = or <"))
        } else {
            Ok(expression)
        }
    }

    /// Whether the condition is true for these values. It is false if it cannot be computed.
    pub(super) fn holds(&self, names: Names) -> bool {
        self.value(names).is_some_and(|value| value != 0)
    }

    /// The value; `None` for a division by zero, and for results that do not fit into 64 bits.
    pub(super) fn value(&self, names: Names) -> Option<i64> {
        let part = |inner: &Self, parts: i64| {
            let count = names.high - names.low + 1;
            Some(part_of(inner.value(names)? - names.low, count, parts))
        };
        match self {
            Self::Number(number) => Some(*number),
            Self::Name(name) => Some(match name {
                Name::A => names.a,
                Name::B => names.b,
                Name::Low => names.low,
                Name::High => names.high,
                Name::Count => names.high - names.low + 1,
            }),
            Self::Negative(inner) => inner.value(names)?.checked_neg(),
            Self::Absolute(inner) => inner.value(names)?.checked_abs(),
            Self::Not(inner) => Some(i64::from(inner.value(names) == Some(0))),
            Self::Third(inner) => part(inner, 3),
            Self::Half(inner) => part(inner, 2),
            Self::Binary(Operator::And, left, right) => {
                Some(i64::from(left.holds(names) && right.holds(names)))
            }
            Self::Binary(Operator::Or, left, right) => {
                Some(i64::from(left.holds(names) || right.holds(names)))
            }
            Self::Binary(operator, left, right) => operator.apply(left.value(names)?, right.value(names)?),
            Self::Compare(first, others) => {
                let mut left = first.value(names)?;
                for (operator, right) in others {
                    let right = right.value(names)?;
                    if operator.apply(left, right) != Some(1) {
                        return Some(0);
                    }
                    left = right;
                }
                Some(1)
            }
        }
    }
}

/// If `count` numbers are divided into `parts` parts: the part that contains the number `index` (counted from 0). The
/// sizes of the parts are as equal as possible, and the outer parts have equal sizes.
fn part_of(index: i64, count: i64, parts: i64) -> i64 {
    let outer = if parts == 3 && count % 3 == 2 { count / 3 + 1 } else { count / parts };
    if index < outer {
        0
    } else if index >= count - outer {
        parts - 1
    } else {
        // The middle third, or the middle value of an odd number of values, which is in neither half.
        if parts == 3 { 1 } else { -1 }
    }
}

impl Operator {
    fn apply(self, left: i64, right: i64) -> Option<i64> {
        Some(match self {
            Self::Add => left.checked_add(right)?,
            Self::Subtract => left.checked_sub(right)?,
            Self::Multiply => left.checked_mul(right)?,
            Self::Divide => left.checked_div_euclid(right)?,
            Self::Remainder => left.checked_rem_euclid(right)?,
            Self::Equal => i64::from(left == right),
            Self::Different => i64::from(left != right),
            Self::Less => i64::from(left < right),
            Self::AtMost => i64::from(left <= right),
            Self::Greater => i64::from(left > right),
            Self::AtLeast => i64::from(left >= right),
            Self::And => i64::from(left != 0 && right != 0),
            Self::Or => i64::from(left != 0 || right != 0),
        })
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
}

type Read = Result<Expression, Unreadable>;

impl Reader<'_> {
    fn expected(&self, expected: &'static str) -> Unreadable {
        Unreadable { at: self.at, expected }
    }

    fn blanks(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    /// Skips `token` if it is next. If it is a word, it must end there.
    fn skip(&mut self, token: &str) -> bool {
        self.blanks();
        let Some(rest) = self.text[self.at..].strip_prefix(token) else { return false };
        let is_word = token.starts_with(|c: char| c.is_ascii_alphabetic());
        if is_word && rest.starts_with(|c: char| c.is_ascii_alphanumeric()) {
            return false;
        }
        self.at += token.len();
        true
    }

    fn or(&mut self) -> Read {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.expected("fewer nested brackets"));
        }
        let mut left = self.and()?;
        while self.skip("or") {
            left = Expression::Binary(Operator::Or, Box::new(left), Box::new(self.and()?));
        }
        self.depth -= 1;
        Ok(left)
    }

    fn and(&mut self) -> Read {
        let mut left = self.not()?;
        while self.skip("and") {
            left = Expression::Binary(Operator::And, Box::new(left), Box::new(self.not()?));
        }
        Ok(left)
    }

    fn not(&mut self) -> Read {
        let mut negations = 0;
        while self.skip("not") {
            negations += 1;
        }
        let inner = self.compare()?;
        let inner =
            if negations > 1 && negations % 2 == 0 { Expression::Not(Box::new(inner)) } else { inner };
        Ok(if negations > 0 { Expression::Not(Box::new(inner)) } else { inner })
    }

    fn compare(&mut self) -> Read {
        let first = self.sum()?;
        let mut others = Vec::new();
        loop {
            let known = [
                ("!=", Operator::Different),
                ("<=", Operator::AtMost),
                (">=", Operator::AtLeast),
                ("=", Operator::Equal),
                ("<", Operator::Less),
                (">", Operator::Greater),
            ];
            let Some(&(_, operator)) = known.iter().find(|(token, _)| self.skip(token)) else { break };
            others.push((operator, self.sum()?));
        }
        Ok(if others.is_empty() { first } else { Expression::Compare(Box::new(first), others) })
    }

    fn sum(&mut self) -> Read {
        let mut left = self.product()?;
        loop {
            let operator = match () {
                () if self.skip("+") => Operator::Add,
                () if self.skip("-") => Operator::Subtract,
                () => return Ok(left),
            };
            left = Expression::Binary(operator, Box::new(left), Box::new(self.product()?));
        }
    }

    fn product(&mut self) -> Read {
        let mut left = self.factor()?;
        loop {
            let operator = match () {
                () if self.skip("*") => Operator::Multiply,
                () if self.skip("/") => Operator::Divide,
                () if self.skip("%") => Operator::Remainder,
                // A product without a sign: a name or a bracket directly after a number.
                () if matches!(left, Expression::Number(_))
                    && self.text[self.at..].starts_with(['a', 'b', 'l', 'h', 't', 'n', '('])
                    && !["and", "not"].iter().any(|word| self.text[self.at..].starts_with(word)) =>
                {
                    Operator::Multiply
                }
                () => return Ok(left),
            };
            self.blanks();
            let at = self.at;
            let right = self.factor()?;
            if matches!(operator, Operator::Divide | Operator::Remainder) && right == Expression::Number(0) {
                return Err(Unreadable { at, expected: "a divisor other than 0" });
            }
            left = Expression::Binary(operator, Box::new(left), Box::new(right));
        }
    }

    fn factor(&mut self) -> Read {
        self.blanks();
        let digits = self.text[self.at..].bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            let number = self.text[self.at..self.at + digits].parse();
            let number = number.map_err(|_| self.expected("a smaller number"))?;
            self.at += digits;
            return Ok(Expression::Number(number));
        }
        if self.skip("(") {
            let inner = self.or()?;
            return if self.skip(")") { Ok(inner) } else { Err(self.expected("a closing bracket")) };
        }
        if self.skip("|") {
            self.depth += 1;
            if self.depth > DEEPEST {
                return Err(self.expected("fewer nested brackets"));
            }
            let inner = self.sum()?;
            self.depth -= 1;
            let closed = self.skip("|");
            return if closed {
                Ok(Expression::Absolute(inner.into()))
            } else {
                Err(self.expected("a closing |"))
            };
        }
        if self.skip("-") {
            self.depth += 1;
            if self.depth > DEEPEST {
                return Err(self.expected("fewer signs"));
            }
            let inner = self.factor()?;
            self.depth -= 1;
            return Ok(Expression::Negative(inner.into()));
        }
        type Make = fn(Box<Expression>) -> Expression;
        for (name, make) in [("third", Expression::Third as Make), ("half", Expression::Half)] {
            if self.skip(name) {
                if !self.skip("(") {
                    return Err(self.expected("an opening bracket"));
                }
                let inner = self.or()?;
                return if self.skip(")") {
                    Ok(make(inner.into()))
                } else {
                    Err(self.expected("a closing bracket"))
                };
            }
        }
        let names =
            [("a", Name::A), ("b", Name::B), ("lo", Name::Low), ("hi", Name::High), ("n", Name::Count)];
        match names.iter().find(|(name, _)| self.skip(name)) {
            Some(&(_, name)) => Ok(Expression::Name(name)),
            None => Err(self.expected("a number, a, b, lo, hi, n, third(a), half(a) or a bracket")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(text: &str, n: i64) -> Vec<(i64, i64)> {
        let condition = Expression::read(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        let all = (1..=n).flat_map(|a| (1..=n).map(move |b| (a, b)));
        all.filter(|&(a, b)| condition.holds(Names { a, b, low: 1, high: n })).collect()
    }

    #[test]
    fn conditions_are_evaluated() {
        assert_eq!(pairs("|a-b|>=3", 4), [(1, 4), (4, 1)]);
        assert_eq!(pairs("a=2b or b=2a", 4), [(1, 2), (2, 1), (2, 4), (4, 2)]);
        assert_eq!(pairs("a=2*b or b = 2 a", 4), pairs("a=2b or b=2a", 4));
        assert_eq!(pairs("a + b = 2(lo+1)", 4), [(1, 3), (2, 2), (3, 1)]);
        assert_eq!(pairs("a%3!=b%3 and a<b", 3), [(1, 2), (1, 3), (2, 3)]);
        assert_eq!(pairs("not (a<b or a>b)", 2), [(1, 1), (2, 2)]);
        assert_eq!(pairs("a-1=-(-b)/2-1 and b=hi", 3), [(1, 3)]);
        assert_eq!(pairs("lo<a<b<=n", 4), [(2, 3), (2, 4), (3, 4)]);
        assert_eq!(pairs("a/(b-b)=1 or a/(b-1)=1 and not not b=2", 2), [(1, 2)]);
    }

    #[test]
    fn thirds_and_halves() {
        let sizes = |n: i64, parts| -> Vec<i64> { (0..n).map(|index| part_of(index, n, parts)).collect() };
        assert_eq!(sizes(9, 3), [0, 0, 0, 1, 1, 1, 2, 2, 2]);
        assert_eq!((sizes(4, 3), sizes(5, 3)), (vec![0, 1, 1, 2], vec![0, 0, 1, 2, 2]));
        assert_eq!((sizes(4, 2), sizes(5, 2)), (vec![0, 0, 1, 1], vec![0, 0, -1, 1, 1]));
    }

    #[test]
    fn unreadable_texts_are_located() {
        let at = |text| Expression::read(text).map_err(|error| error.at).unwrap_err();
        assert_eq!((at(""), at("a<"), at("a+b c"), at("|a-b"), at("(a")), (0, 2, 4, 4, 2));
        assert_eq!(at("99999999999999999999"), 0);
        assert!(Expression::read(&"(".repeat(500)).is_err() && Expression::read(&"-".repeat(500)).is_err());
        assert!(Expression::read(&"|".repeat(500)).is_err());
    }
}
