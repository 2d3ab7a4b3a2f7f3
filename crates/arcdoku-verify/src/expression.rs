//! Expressions of the values of cells: `|a-b|>=5`, `a=2b or b=2a`, `a%2=0`.

/// The value of an expression for the values `a` and `b`, if values are from `low` to `high`. `None` for a division
/// by zero and for results beyond 64 bits. True is any value other than 0. An error if the text is not an expression.
pub(crate) fn value(text: &str, [a, b]: [i64; 2], (low, high): (i64, i64)) -> Value {
    let names = [("lo", low), ("hi", high), ("a", a), ("b", b), ("n", high - low + 1)];
    let mut reader = Reader { rest: text, names, depth: 0 };
    let value = reader.level(0)?;
    if reader.rest.trim().is_empty() { Ok(value) } else { reader.refused() }
}

type Value = Result<Option<i64>, String>;

/// Whether a value is true.
pub(crate) fn truth(value: Option<i64>) -> bool {
    value.is_some_and(|value| value != 0)
}

type Operation = fn(Option<i64>, Option<i64>) -> Option<i64>;

/// Lifts an operation on numbers to values that may be `None`.
macro_rules! numbers {
    ($operation:expr) => {
        |left: Option<i64>, right: Option<i64>| {
            left.zip(right).and_then(|(left, right): (i64, i64)| $operation(left, right))
        }
    };
}

/// The operators, in ascending order of precedence. The operators of level 3 are comparisons, which can be chained.
const OPERATORS: [(usize, &str, Operation); 13] = [
    (0, "or", |left, right| Some(i64::from(truth(left) || truth(right)))),
    (1, "and", |left, right| Some(i64::from(truth(left) && truth(right)))),
    (3, "!=", numbers!(|left, right| Some(i64::from(left != right)))),
    (3, "<=", numbers!(|left, right| Some(i64::from(left <= right)))),
    (3, ">=", numbers!(|left, right| Some(i64::from(left >= right)))),
    (3, "=", numbers!(|left, right| Some(i64::from(left == right)))),
    (3, "<", numbers!(|left, right| Some(i64::from(left < right)))),
    (3, ">", numbers!(|left, right| Some(i64::from(left > right)))),
    (4, "+", numbers!(i64::checked_add)),
    (4, "-", numbers!(i64::checked_sub)),
    (5, "*", numbers!(i64::checked_mul)),
    (5, "/", numbers!(i64::checked_div_euclid)),
    (5, "%", numbers!(i64::checked_rem_euclid)),
];

struct Reader<'a> {
    rest: &'a str,
    names: [(&'static str, i64); 5],
    /// The number of brackets and signs that are open.
    depth: usize,
}

impl Reader<'_> {
    fn refused(&self) -> Value {
        Err(format!("found no expression at '{}'", self.rest))
    }

    /// Skips a token if it is next. A word must end after the token.
    fn skip(&mut self, token: &str) -> bool {
        let is_word = token.starts_with(|c: char| c.is_ascii_alphabetic());
        let rest = self.rest.trim_start().strip_prefix(token);
        let rest = rest.filter(|rest| !is_word || !rest.starts_with(|c: char| c.is_ascii_alphanumeric()));
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// Operands with the operators of a level between them.
    fn level(&mut self, level: usize) -> Value {
        if level == 6 {
            return self.factor();
        }
        if level == 2 {
            let negations = std::iter::from_fn(|| self.skip("not").then_some(())).count();
            let inner = self.level(3)?;
            return Ok((0..negations).fold(inner, |value, _| Some(i64::from(value == Some(0)))));
        }
        let is_number = self.rest.trim_start().starts_with(|c: char| c.is_ascii_digit());
        let (mut left, mut chain) = (self.level(level + 1)?, None);
        // A name or a bracket directly after a number: `2b`.
        let is_word = ["and", "not"].iter().any(|word| self.rest.starts_with(word));
        let follows = self.rest.starts_with(['a', 'b', 'l', 'h', 't', 'n', '(']) && !is_word;
        if level == 5 && is_number && follows {
            left = numbers!(i64::checked_mul)(left, self.factor()?);
        }
        while let Some((_, _, operation)) = OPERATORS.iter().find(|row| row.0 == level && self.skip(row.1)) {
            let right = self.level(level + 1)?;
            let result = operation(left, right);
            chain = chain.filter(|held| level != 3 || *held != Some(1)).or(Some(result));
            left = if level == 3 { right } else { result };
        }
        Ok(chain.filter(|_| level == 3).unwrap_or(left))
    }

    fn factor(&mut self) -> Value {
        self.rest = self.rest.trim_start();
        let digits = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            let (number, rest) = self.rest.split_at(digits);
            self.rest = rest;
            return number.parse().map(Some).map_err(|_| format!("found '{number}', which is too large"));
        }
        self.depth += 1;
        let name = self.names.into_iter().find(|(name, _)| self.skip(name));
        let value = match () {
            () if self.depth > 32 => return self.refused(),
            () if name.is_some() => name.map(|(_, value)| value),
            () if self.skip("(") => self.closed(0, ")")?,
            () if self.skip("third") => self.part_of_range(3)?,
            () if self.skip("half") => self.part_of_range(2)?,
            () if self.skip("|") => self.closed(4, "|")?.and_then(i64::checked_abs),
            () if self.skip("-") => self.factor()?.and_then(i64::checked_neg),
            () => return self.refused(),
        };
        self.depth -= 1;
        Ok(value)
    }

    /// The part of the range of values, from 0, that contains the value in a bracket. The outer parts have equal sizes.
    /// The middle value of an odd number of values is in neither half.
    fn part_of_range(&mut self, parts: i64) -> Value {
        let value = if self.skip("(") { self.closed(0, ")")? } else { return self.refused() };
        let [(_, low), (_, high), .., (_, count)] = self.names;
        let outer = if parts == 3 { (count + 1) / 3 } else { count / 2 };
        Ok(value.map(|value| match value {
            _ if value < low + outer => 0,
            _ if value > high - outer => parts - 1,
            _ if parts == 3 => 1,
            _ => -1,
        }))
    }

    /// The expression inside a bracket.
    fn closed(&mut self, level: usize, bracket: &str) -> Value {
        let inner = self.level(level)?;
        if self.skip(bracket) { Ok(inner) } else { self.refused() }
    }
}
