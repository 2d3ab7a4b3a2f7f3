//! Rules that an automaton checks while it reads the digits of cells in order.

use crate::constraint::ensure;
use crate::regex;
use crate::relation::{Constraint, MOST_STATES};
use crate::rule::{Cells, Constraints, Rule, different, number};
use crate::shape::Digits;

/// A state of an automaton: whether it is a start, whether it accepts, its arrows for digits, and the states after a
/// break between two lists.
type WrittenState = (bool, bool, Vec<(Digits, usize)>, Vec<usize>);

impl Rule<'_> {
    /// The constraints of a rule about the digits of cells in order.
    #[expect(clippy::too_many_lines, reason = "one arm for each rule")]
    pub(crate) fn reading(&self) -> Constraints {
        let (shape, cells, one) = (self.shape, self.lists.concat(), |constraint| Ok(vec![constraint]));
        let (single, double) = (self.lists.len() == 1, self.lists.len() == 2);
        let value = |digit: usize| shape.value(digit);
        match (self.name, &self.words[..]) {
            ("regex", [text]) => {
                let whole = regex::read(text, shape).ok_or_else(|| self.refused())?;
                self.each(|list| {
                    let step = |expression: &regex::Expression, _, digit| regex::rest(expression, digit);
                    one(Constraint::automaton(
                        shape,
                        list.clone(),
                        whole.clone(),
                        step,
                        regex::matches_nothing,
                    )?)
                })
            }
            ("automaton", [_, ..]) => one(self.automaton()?),
            ("sandwich", [sum]) if single => one(self.sandwich(number(sum)?)?),
            ("lunchbox", [sum]) if single => {
                let mut all = vec![self.sandwich(number(sum)?)?];
                all.extend(different(shape, self.lists.clone())?);
                Ok(all)
            }
            ("x-sum", [sum]) if single => {
                let sum = number(sum)?;
                // The number of values that are still to be added, and the remaining sum.
                let step = |&(count, rest): &(i64, i64), at, digit| {
                    let (count, rest) = match at {
                        0 if value(digit) == 0 => (0, sum),
                        0 => (value(digit) - 1, sum - value(digit)),
                        _ if count == 0 => (0, rest),
                        _ => (count - 1, rest - value(digit)),
                    };
                    let fits = rest >= 0 && (count > 0 || rest == 0);
                    fits.then_some((count, rest)).into_iter().collect()
                };
                one(Constraint::automaton(shape, cells, (0, 0), step, |&(count, _)| count == 0)?)
            }
            ("skyscraper", [count]) if single => one(self.skyscraper(Some(number(count)?))?),
            ("skyscraper-is", []) if double => one(self.skyscraper(None)?),
            ("hidden-skyscraper", [clue]) if single => {
                let clue = self.digit(clue)?;
                // The greatest digit so far, until the clue is read.
                let step = |&greatest: &Option<usize>, at, digit: usize| match greatest {
                    None if at > 0 => vec![None],
                    Some(greatest) if digit < greatest => {
                        if digit == clue {
                            vec![None]
                        } else {
                            Vec::new()
                        }
                    }
                    _ => vec![Some(greatest.unwrap_or(0).max(digit))],
                };
                one(Constraint::automaton(shape, cells, None, step, Option::is_none)?)
            }
            ("numbered-room", [clue]) if single => {
                let clue = self.digit(clue)?;
                // The number of the cell that holds the clue, counted from the current cell; 0 behind it.
                let step = |&place: &i64, at, digit| match if at == 0 { value(digit) } else { place } {
                    0 if at == 0 => Vec::new(),
                    0 => vec![0],
                    1 => {
                        if digit == clue {
                            vec![0]
                        } else {
                            Vec::new()
                        }
                    }
                    place => vec![place - 1],
                };
                one(Constraint::automaton(shape, cells, 0, step, |&place| place == 0)?)
            }
            ("sum-line" | "sum-loop", [sum]) if single => one(self.sum_line(cells, number(sum)?)?),
            ("product", [product]) if single => {
                let product = number(product)?;
                let step = |&before: &i64, _, digit| {
                    let next = before.checked_mul(value(digit));
                    // If the product is 0, the state 1 stands for values other than 0.
                    let next = next.map(|next| if product == 0 { next.signum() } else { next });
                    let fits = |next: &i64| product == 0 || *next != 0 && product % next == 0;
                    next.filter(fits).into_iter().collect()
                };
                one(Constraint::automaton(shape, cells, 1, step, |&all| all == product)?)
            }
            ("difference-cage", [difference]) if single => {
                let difference = number(difference)?;
                one(self.multiset(cells, |values, greatest| {
                    2 * greatest - values.iter().sum::<i64>() == difference
                })?)
            }
            ("quotient-cage", [quotient]) if single => {
                let quotient = number(quotient)?;
                one(self.multiset(cells, |values, greatest| {
                    let product: i64 = values.iter().product();
                    product != 0 && greatest * greatest == quotient * product
                })?)
            }
            ("distinct", [sign, count]) if single => {
                let (compare, count) = (compares(sign)?, number(count)?);
                let step = |set: &Digits, _, digit| vec![set | (1 as Digits) << digit];
                let accepts = |set: &Digits| compare(set.count_ones().into(), count);
                one(Constraint::automaton(shape, cells, 0, step, accepts)?)
            }
            ("sum-of", [expression @ .., sign, sum]) if double && !expression.is_empty() => {
                one(self.sum_of(&expression.join(" "), compares(sign)?, number(sum)?)?)
            }
            ("windows", [width, expression @ ..]) if !expression.is_empty() => {
                self.windows(number(width)?, &self.classes(&expression.join(" "))?)
            }
            ("dutch-flatmates", []) if self.lists.is_empty() => self.flatmates(),
            ("chaos-arrow", [offset]) if self.lists.len() > 1 => one(self.chaos_arrow(number(offset)?)?),
            ("chaos-count", [offset]) if double => {
                let offset = number(offset)?;
                // The number of labels that are still to be found, and the first label.
                let step = |&(rest, label): &(i64, usize), at, digit| {
                    let (rest, label) = match at {
                        0 => (value(digit) + offset, 0),
                        1 => (rest - 1, digit),
                        _ => (rest - i64::from(digit == label), label),
                    };
                    (rest >= 0).then_some((rest, label)).into_iter().collect()
                };
                one(Constraint::automaton(shape, cells, (0, 0), step, |&(rest, _)| rest == 0)?)
            }
            _ => self.areas(),
        }
    }

    /// The digits between the least and the greatest digit have the sum. In a line with as many cells as digits, these
    /// are the least and the greatest digit of the grid.
    fn sandwich(&self, sum: i64) -> Result<Constraint, String> {
        let (shape, cells) = (self.shape, self.lists.concat());
        let last = shape.digits - 1;
        let is_whole = cells.len() == shape.digits;
        // The least and the greatest digit, which are assumed at the beginning; the extremes that were read; the
        // remaining sum.
        let step = |state: &(usize, usize, Vec<usize>, i64), at, digit| {
            let pairs = (0..=last).flat_map(|low| (low + 1..=last).map(move |high| (low, high)));
            let pairs: Vec<(usize, usize)> = match at {
                0 => pairs.filter(|&pair| !is_whole || pair == (0, last)).collect(),
                _ => vec![(state.0, state.1)],
            };
            let mut next = Vec::new();
            for (low, high) in pairs {
                let (mut read, mut rest) = (state.2.clone(), state.3);
                if digit == low || digit == high {
                    read.push(digit);
                } else if read.len() == 1 {
                    rest -= shape.value(digit);
                }
                let twice = read.len() > 1 && read[0] == read[1] || read.len() > 2;
                let fits =
                    (low..=high).contains(&digit) && !twice && rest >= 0 && (read.len() < 2 || rest == 0);
                next.extend(fits.then_some((low, high, read, rest)));
            }
            next
        };
        Constraint::automaton(shape, cells, (0, 0, Vec::new(), sum), step, |state| state.2.len() == 2)
    }

    /// The number of values above 0 that are greater than all before; without a clue, the first cell holds it.
    fn skyscraper(&self, clue: Option<i64>) -> Result<Constraint, String> {
        let shape = self.shape;
        // The greatest value so far, and the number of values that are still to be seen.
        let step = |&(greatest, rest): &(i64, i64), at, digit| {
            let value = shape.value(digit);
            let next = match clue {
                None if at == 0 => (0, value),
                _ if value > greatest => (value, rest - 1),
                _ => (greatest, rest),
            };
            (next.1 >= 0).then_some(next).into_iter().collect()
        };
        let start = (0, clue.unwrap_or_default());
        Constraint::automaton(shape, self.lists.concat(), start, step, |&(_, rest)| rest == 0)
    }

    /// The line can be cut into parts with the sum. If it is closed, its beginning and its end may be one part.
    fn sum_line(&self, cells: Cells, sum: i64) -> Result<Constraint, String> {
        let (shape, is_closed) = (self.shape, self.name == "sum-loop");
        ensure((0..=1000).contains(&sum), || self.refused())?;
        // The sum of the current part; of the last part, which is assumed if it contains the first cell; whether a
        // part has ended.
        let step = |&(own, last, ended): &(i64, i64, bool), at, digit| {
            let mut states = vec![(own, last, ended)];
            if at > 0 && own == sum {
                states.push((0, last, true));
            }
            if at == 0 && is_closed {
                states.extend((1..sum).map(|last| (last, last, false)));
            }
            states.iter_mut().for_each(|state| state.0 += shape.value(digit));
            states.into_iter().filter(|state| state.0 <= sum).collect()
        };
        let accepts = |&(own, last, ended): &(i64, i64, bool)| {
            if last == 0 { own == sum } else { ended && own == last }
        };
        Constraint::automaton(shape, cells, (0, 0, false), step, accepts)
    }

    /// The values in ascending order, with the greatest of them, are accepted.
    fn multiset(&self, cells: Cells, accepts: impl Fn(&[i64], i64) -> bool) -> Result<Constraint, String> {
        ensure(cells.len() <= 4, || self.refused())?;
        let step = |values: &Vec<i64>, _, digit| {
            let mut values = [&values[..], &[self.shape.value(digit)]].concat();
            values.sort_unstable();
            vec![values]
        };
        let accepts = |values: &Vec<i64>| values.last().is_some_and(|&greatest| accepts(values, greatest));
        Constraint::automaton(self.shape, cells, Vec::new(), step, accepts)
    }

    /// The sum of an expression, with factors, for a value of the first list and its partner in the second list.
    fn sum_of(&self, text: &str, compare: fn(i64, i64) -> bool, sum: i64) -> Result<Constraint, String> {
        let (first, second) = (&self.lists[0], &self.lists[1]);
        ensure(first.len() == second.len(), || self.refused())?;
        let values = self.values(text)?;
        // The sum so far, and the digit of the first list until its partner is read.
        let step = |&(sum, a): &(i64, usize), at: usize, digit: usize| {
            if at.is_multiple_of(2) {
                return vec![(sum, digit)];
            }
            let value = values[a][digit].filter(|value| value.abs() < 20_000);
            let sum = value.and_then(|value| sum.checked_add(value.checked_mul(self.factors[at / 2])?));
            sum.map(|sum| (sum, 0)).into_iter().collect()
        };
        let cells = first.iter().zip(second).flat_map(|(&a, &b)| [a, b]).collect();
        Constraint::automaton(self.shape, cells, (0, 0), step, |&(all, _)| compare(all, sum))
    }

    /// In any `width` consecutive cells of a list, the classes of the digits differ.
    fn windows(&self, width: i64, classes: &[Option<i64>]) -> Constraints {
        let width = usize::try_from(width).ok().filter(|width| (2..=64).contains(width));
        let width = width.ok_or_else(|| self.refused())?;
        if width <= 4 {
            // The classes of the last cells.
            let step = |before: &Vec<i64>, _, digit: usize| {
                let class = classes[digit].filter(|class| !before.contains(class));
                let next = class.map(|class| [&before[..], &[class]].concat());
                next.map(|next| next[usize::from(next.len() == width)..].to_vec()).into_iter().collect()
            };
            return self.each(|list| {
                Ok(vec![Constraint::automaton(self.shape, list.clone(), Vec::new(), step, |_| true)?])
            });
        }
        let table = |equal: bool| -> Vec<Digits> {
            let fits =
                |a: usize, b: usize| classes[a].zip(classes[b]).is_some_and(|(a, b)| (a == b) == equal);
            self.all().map(|a| self.all().fold(0, |set, b| set | Digits::from(fits(a, b)) << b)).collect()
        };
        let steps = |list: &'_ Cells, most: usize| {
            let places = 0..list.len();
            let others = |i| (i + 1..list.len()).take(most).map(move |j| [i, j]);
            places.flat_map(others).map(|[i, j]| [list[i], list[j]]).collect::<Vec<_>>()
        };
        let near = self.lists.iter().flat_map(|list| steps(list, width - 1));
        let mut all = self.pairs(near, &table(false))?;
        let mut known: Vec<i64> = classes.iter().copied().flatten().collect();
        known.sort_unstable();
        known.dedup();
        if known.len() == width {
            let apart = self.lists.iter().flat_map(|list| list.windows(width + 1)).map(|w| [w[0], w[width]]);
            all.extend(self.pairs(apart, &table(true))?);
        }
        Ok(all)
    }

    /// Each cell with the middle value has the least value above it or the greatest value below it.
    fn flatmates(&self) -> Constraints {
        let shape = self.shape;
        ensure(!shape.digits.is_multiple_of(2), || self.refused())?;
        let mut all = Vec::new();
        for cell in 0..shape.grid() {
            let above = cell.checked_sub(shape.columns).map(|above| (above, 0));
            let below =
                Some((cell + shape.columns, shape.digits - 1)).filter(|(below, _)| *below < shape.grid());
            let near: Vec<(usize, usize)> = above.into_iter().chain(below).collect();
            let cells = [cell].into_iter().chain(near.iter().map(|near| near.0)).collect();
            let step = |&done: &bool, at: usize, digit| match at {
                0 => vec![digit != shape.digits / 2],
                _ => vec![done || digit == near[at - 1].1],
            };
            all.push(Constraint::automaton(shape, cells, false, step, |&done| done)?);
        }
        Ok(all)
    }

    /// The value of a cell plus the offset is the number of cells with the label of the common first cell of the arms
    /// that are seen from there along the arms.
    fn chaos_arrow(&self, offset: i64) -> Result<Constraint, String> {
        let (shape, arms) = (self.shape, &self.lists[1..]);
        ensure(arms.iter().all(|arm| arm[0] == arms[0][0]), || self.refused())?;
        let mut cells = vec![self.lists[0][0], arms[0][0]];
        let mut starts = Vec::new();
        for arm in arms {
            starts.push(cells.len());
            cells.extend(&arm[1..]);
        }
        // The number of cells that are still to be seen, the label, and whether the next cell can be seen.
        let step = |&(rest, label, open): &(i64, usize, bool), at, digit| {
            let seen = (open || starts.contains(&at)) && digit == label;
            let next = match at {
                0 => (shape.value(digit) + offset, 0, true),
                1 => (rest - 1, digit, true),
                _ => (rest - i64::from(seen), label, seen),
            };
            (at == 0 || next.0 >= 0).then_some(next).into_iter().collect()
        };
        Constraint::automaton(shape, cells, (0, 0, true), step, |&(rest, ..)| rest == 0)
    }

    /// An automaton `^1-2>0,3-4>1 *3-4>1,/>0`, with breaks between the lists.
    fn automaton(&self) -> Result<Constraint, String> {
        let (states, cells) = (self.states()?, self.lists.concat());
        let fits = states.len() * cells.len() <= MOST_STATES && !self.lists.is_empty();
        ensure(fits, || "found too many states for the number of cells".into())?;
        let mut ends: Vec<usize> = Vec::new();
        for list in &self.lists[..self.lists.len() - 1] {
            ends.push(ends.last().unwrap_or(&0) + list.len());
        }
        // The states after the breaks before a cell.
        let ready = |state: Option<usize>, at: usize| -> Vec<usize> {
            let starts = || (0..states.len()).filter(|&state| states[state].0).collect();
            let first = state.map_or_else(starts, |state| vec![state]);
            let breaks = ends.iter().filter(|&&end| end == at);
            breaks.fold(first, |all, _| all.into_iter().flat_map(|state| states[state].3.clone()).collect())
        };
        let step = |&state: &Option<usize>, at, digit: usize| {
            let arrows = ready(state, at).into_iter().flat_map(|state| &states[state].2);
            arrows.filter(|arrow| arrow.0 >> digit & 1 == 1).map(|arrow| Some(arrow.1)).collect()
        };
        let accepts = |&state: &Option<usize>| ready(state, cells.len()).iter().any(|&state| states[state].1);
        Constraint::automaton(self.shape, cells.clone(), None, step, accepts)
    }

    /// Reads the states of an automaton.
    fn states(&self) -> Result<Vec<WrittenState>, String> {
        let target = |text: &str| text.parse().ok().filter(|&to| to < self.words.len());
        let mut states = Vec::new();
        for word in &self.words {
            let text = word.trim_start_matches(['^', '*']);
            let marks = &word[..word.len() - text.len()];
            ensure(matches!(marks, "" | "^" | "*" | "^*" | "*^"), || self.refused())?;
            let mut state: WrittenState = (marks.contains('^'), marks.contains('*'), Vec::new(), Vec::new());
            for arrow in text.split(',').filter(|text| !matches!(*text, "" | "-" | ".")) {
                let (values, to) = arrow.split_once('>').unwrap_or_default();
                let to =
                    target(to).ok_or_else(|| format!("found '{arrow}', expected an arrow to a state"))?;
                if values == "/" {
                    state.3.push(to);
                    continue;
                }
                let mut all = 0;
                for range in values.split('+') {
                    let (low, high) = range.split_once('-').unwrap_or((range, range));
                    let set = (self.digit(low)?..=self.digit(high)?).fold(0, |set, digit| set | 1 << digit);
                    all |= set;
                }
                ensure(all != 0, || format!("found '{arrow}', expected values"))?;
                state.2.push((all, to));
            }
            states.push(state);
        }
        Ok(states)
    }
}

/// The comparison of a sign.
fn compares(sign: &str) -> Result<fn(i64, i64) -> bool, String> {
    Ok(match sign {
        "=" => |a, b| a == b,
        "!=" => |a, b| a != b,
        "<=" => |a, b| a <= b,
        ">=" => |a, b| a >= b,
        "<" => |a, b| a < b,
        ">" => |a, b| a > b,
        _ => return Err(format!("found '{sign}', expected one of = != <= >= < >")),
    })
}
