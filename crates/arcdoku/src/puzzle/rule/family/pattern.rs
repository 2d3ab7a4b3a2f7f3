//! Regular expressions over values, as automata.
//!
//! The automaton has a state for each symbol of the expression (V. M. Glushkov, "The abstract theory of automata",
//! Russian Mathematical Surveys 16, 1961), so it has no empty transitions.

use crate::grid::{Digit, DigitSet};
use crate::puzzle::relation::Automaton;

/// The error of a text that is not a regular expression, with its position.
#[derive(Debug)]
pub(super) struct Unreadable {
    pub(super) at: usize,
    pub(super) found: String,
    pub(super) expected: &'static str,
}

/// The largest number of symbols of an expression, after repetitions are written out.
const MOST: usize = 2000;

/// The largest depth of nesting.
const DEEPEST: usize = 64;

enum Node {
    Symbol(DigitSet),
    Sequence(Vec<Self>),
    Choice(Vec<Self>),
    Repeat { inner: Box<Self>, least: usize, most: Option<usize> },
}

/// The automaton of an expression. `.` stands for any of the digits `any`; `digit` returns the digit of a value.
pub(super) fn automaton(
    text: &str,
    any: DigitSet,
    digit: &dyn Fn(i64) -> Option<Digit>,
) -> Result<Automaton, Unreadable> {
    let mut reader = Reader { text, at: 0, any, digit, depth: 0 };
    let node = reader.choice()?;
    if reader.at < text.len() {
        return Err(reader.refused("an expression without a further closing bracket"));
    }
    let mut made = Positions::default();
    let too_long = || Unreadable {
        at: 0,
        found: "an expression that is too long".to_owned(),
        expected: "at most 2000 symbols after repetitions are written out",
    };
    let ends = made.add(&node).ok_or_else(too_long)?;
    let arrows = |to: &[usize]| -> Vec<(DigitSet, u32)> {
        to.iter().map(|&to| (made.sets[to], to as u32 + 1)).collect()
    };
    let start = (ends.empty, arrows(&ends.first));
    let others = (0..made.sets.len()).map(|at| (ends.last.contains(&at), arrows(&made.follow[at])));
    Automaton::new(std::iter::once(start).chain(others)).ok_or_else(too_long)
}

/// The symbols that a part of an expression can begin and end with, and whether it matches the empty text.
#[derive(Clone, Default)]
struct Ends {
    empty: bool,
    first: Vec<usize>,
    last: Vec<usize>,
}

/// The symbols of an expression, and the symbols that may follow each.
#[derive(Default)]
struct Positions {
    sets: Vec<DigitSet>,
    follow: Vec<Vec<usize>>,
}

impl Positions {
    fn add(&mut self, node: &Node) -> Option<Ends> {
        match node {
            Node::Symbol(set) => {
                let at = self.sets.len();
                self.sets.push(*set);
                self.follow.push(Vec::new());
                (at < MOST).then(|| Ends { empty: false, first: vec![at], last: vec![at] })
            }
            Node::Sequence(nodes) => {
                let mut all = Ends { empty: true, ..Ends::default() };
                for node in nodes {
                    let next = self.add(node)?;
                    all = self.then(&all, &next);
                }
                Some(all)
            }
            Node::Choice(nodes) => {
                let mut all = Ends::default();
                for node in nodes {
                    let next = self.add(node)?;
                    all.empty |= next.empty;
                    all.first.extend(next.first);
                    all.last.extend(next.last);
                }
                Some(all)
            }
            Node::Repeat { inner, least, most } => {
                let mut all = Ends { empty: true, ..Ends::default() };
                for _ in 0..*least {
                    let next = self.add(inner)?;
                    all = self.then(&all, &next);
                }
                let further = most.map_or(1, |most| most - least);
                for _ in 0..further {
                    let mut next = self.add(inner)?;
                    if most.is_none() {
                        self.link(&next.last, &next.first);
                    }
                    next.empty = true;
                    all = self.then(&all, &next);
                }
                Some(all)
            }
        }
    }

    /// Concatenates two parts.
    fn then(&mut self, left: &Ends, right: &Ends) -> Ends {
        self.link(&left.last, &right.first);
        let join = |one: &[usize], other: &[usize], both: bool| {
            let mut all = one.to_vec();
            all.extend(other.iter().filter(|_| both));
            all
        };
        Ends {
            empty: left.empty && right.empty,
            first: join(&left.first, &right.first, left.empty),
            last: join(&right.last, &left.last, right.empty),
        }
    }

    fn link(&mut self, from: &[usize], to: &[usize]) {
        for &at in from {
            self.follow[at].extend(to);
            self.follow[at].sort_unstable();
            self.follow[at].dedup();
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    any: DigitSet,
    digit: &'a dyn Fn(i64) -> Option<Digit>,
    depth: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn skip(&mut self, symbol: char) -> bool {
        let found = self.peek() == Some(symbol);
        if found {
            self.at += symbol.len_utf8();
        }
        found
    }

    fn refused(&self, expected: &'static str) -> Unreadable {
        let found = self.peek().map_or("nothing".to_owned(), |c| format!("'{c}'"));
        Unreadable { at: self.at, found, expected }
    }

    fn choice(&mut self) -> Result<Node, Unreadable> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.refused("fewer nested brackets"));
        }
        let mut nodes = vec![self.sequence()?];
        while self.skip('|') {
            nodes.push(self.sequence()?);
        }
        self.depth -= 1;
        Ok(Node::Choice(nodes))
    }

    fn sequence(&mut self) -> Result<Node, Unreadable> {
        let mut nodes = Vec::new();
        while self.peek().is_some_and(|c| !matches!(c, '|' | ')')) {
            let mut node = self.symbol()?;
            while let Some((least, most)) = self.repetition()? {
                node = Node::Repeat { inner: Box::new(node), least, most };
            }
            nodes.push(node);
        }
        Ok(Node::Sequence(nodes))
    }

    fn repetition(&mut self) -> Result<Option<(usize, Option<usize>)>, Unreadable> {
        Ok(match () {
            () if self.skip('*') => Some((0, None)),
            () if self.skip('+') => Some((1, None)),
            () if self.skip('?') => Some((0, Some(1))),
            () if self.skip('{') => {
                let least = self.number()?;
                let most = if !self.skip(',') {
                    Some(least)
                } else if self.peek() == Some('}') {
                    None
                } else {
                    Some(self.number()?)
                };
                if !self.skip('}') || most.is_some_and(|most| most < least) {
                    return Err(self.refused("a repetition such as {2}, {2,} or {2,4}"));
                }
                Some((least, most))
            }
            () => None,
        })
    }

    fn number(&mut self) -> Result<usize, Unreadable> {
        let digits = self.text[self.at..].bytes().take_while(u8::is_ascii_digit).count();
        let number = self.text[self.at..self.at + digits].parse().ok().filter(|&number| number <= MOST);
        let number = number.ok_or_else(|| self.refused("a number up to 2000"))?;
        self.at += digits;
        Ok(number)
    }

    fn symbol(&mut self) -> Result<Node, Unreadable> {
        if self.skip('(') {
            // A non-capturing group has the same meaning.
            if self.skip('?') && !self.skip(':') {
                return Err(self.refused("a group such as (12) or (?:12)"));
            }
            let inner = self.choice()?;
            return if self.skip(')') { Ok(inner) } else { Err(self.refused("a closing bracket")) };
        }
        if self.skip('.') {
            return Ok(Node::Symbol(self.any));
        }
        if self.skip('[') {
            let negated = self.skip('^');
            let mut set = DigitSet::EMPTY;
            while !self.skip(']') {
                let low = self.value()?;
                let high = if self.skip('-') { self.value()? } else { low };
                set |= (low..=high).filter_map(self.digit).collect();
            }
            return Ok(Node::Symbol(if negated { self.any.minus(set) } else { set }));
        }
        let value = self.value()?;
        Ok(Node::Symbol((self.digit)(value).into_iter().collect()))
    }

    /// A value: a digit, or a letter for 10 (A) and above.
    fn value(&mut self) -> Result<i64, Unreadable> {
        let value = self.peek().filter(|c| !c.is_ascii_lowercase()).and_then(|c| c.to_digit(36));
        let value = value.ok_or_else(|| self.refused("a value, ., [, ( or a repetition"))?;
        self.at += 1;
        Ok(value.into())
    }
}
