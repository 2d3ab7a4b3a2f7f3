//! Rules about sets of values, counts and positions.

use std::collections::HashSet;

use crate::constraint::{Literal, ensure};
use crate::relation::Constraint;
use crate::rule::{Cells, Constraints, Rule, different, number, range, union};
use crate::shape::{Digits, bits};

impl Rule<'_> {
    /// The constraints of a rule about sets of values, counts and positions.
    #[expect(clippy::too_many_lines, reason = "one arm for each rule")]
    pub(crate) fn counting(&self) -> Constraints {
        let (shape, cells, one) = (self.shape, self.lists.concat(), |constraint| Ok(vec![constraint]));
        let (listed, single, double) = (!self.lists.is_empty(), self.lists.len() == 1, self.lists.len() == 2);
        let sum = |values: &[i64]| values.iter().sum::<i64>();
        match (self.name, &self.words[..]) {
            ("renban", []) => self.sets(|values| {
                values
                    .last()
                    .zip(values.first())
                    .is_none_or(|(last, first)| last - first + 1 == values.len() as i64)
            }),
            ("cage-sums", words @ [_, ..]) if single => {
                let sums = words.iter().map(|word| number(word)).collect::<Result<Vec<_>, _>>()?;
                self.sets(|values| sums.contains(&sum(values)))
            }
            ("digital-root-cage", [root]) if single => {
                let root = number(root)?;
                self.sets(|values| root == if sum(values) == 0 { 0 } else { (sum(values) - 1) % 9 + 1 })
            }
            ("parity-cage", [parity @ ("odd" | "even")]) if single => {
                self.sets(|values| (sum(values) % 2 == 1) == (*parity == "odd"))
            }
            ("product-cage", [product]) if single => {
                let product = number(product)?;
                let times =
                    |values: &[i64]| values.iter().try_fold(1, |all: i64, value| all.checked_mul(*value));
                self.sets(|values| times(values) == Some(product))
            }
            ("rellik-cage", [wrong]) if single => {
                let wrong = number(wrong)?;
                self.sets(|values| {
                    // The sums of all subsets except the empty one.
                    let mut sums: Vec<i64> = Vec::new();
                    for value in values {
                        let more: Vec<i64> = sums.iter().chain(&[0]).map(|sum| sum + value).collect();
                        sums.extend(more);
                        sums.sort_unstable();
                        sums.dedup();
                    }
                    !sums.contains(&wrong)
                })
            }
            ("equality-cage", []) if single => {
                let middle = shape.least + shape.greatest();
                self.sets(|values| {
                    let half = |is: &dyn Fn(i64) -> bool| {
                        2 * values.iter().filter(|&&value| is(value)).count() == values.len()
                    };
                    half(&|value| value % 2 == 0)
                        && half(&|value| 2 * value < middle)
                        && half(&|value| 2 * value > middle)
                })
            }
            ("contains" | "contains-exactly", words @ [_, ..]) if listed => {
                let mut digits = self.digits(words)?;
                digits.sort_unstable();
                let most = |least| if self.name == "contains" { i64::MAX } else { least };
                let counts = digits.chunk_by(|a, b| a == b).map(|same| (1 << same[0], same.len() as i64));
                let counts: Vec<_> = counts.map(|(set, least)| (set, least, most(least))).collect();
                let mut contains = self.counts(&cells, &counts);
                contains.possible = words.len() <= cells.len();
                one(contains)
            }
            ("look-and-say", words @ [_, ..]) if listed => {
                let mut counts = Vec::new();
                for word in words {
                    let halves = word.split_once('x').or_else(|| word.split_at_checked(word.len() / 2));
                    let (count, value) = halves.ok_or_else(|| self.refused())?;
                    let count = number(count)?;
                    ensure((0..=i64::from(u16::MAX)).contains(&count), || self.refused())?;
                    counts.push((1 << self.digit(value)?, count, count));
                }
                one(self.counts(&cells, &counts))
            }
            ("count", [values @ .., sign, count]) if listed && !values.is_empty() => {
                let (least, most) = range(sign, number(count)?)?;
                let (least, most) = (least.unwrap_or(0), most.unwrap_or(cells.len() as i64));
                ensure(least <= cells.len() as i64 && most >= 0, || self.refused())?;
                one(self.counts(&cells, &[(union(self.digits(values)?), least, most)]))
            }
            ("count-is", values @ [_, ..]) if double => one(self.counted(union(self.digits(values)?))),
            ("count-where", [_, ..]) if double => {
                one(self.counted(self.digits_where(&self.words.join(" "))?))
            }
            ("count-distinct", []) if single && cells.len() > 1 => one(self.count_distinct()),
            ("counting-circles", []) if listed => one(self.counting_circles()?),
            ("all-classes", [_, ..]) => {
                let classes = self.classes(&self.words.join(" "))?;
                let equal =
                    |digit: usize| self.all().filter(|&other| classes[other] == classes[digit]).collect();
                let sets: Vec<Cells> = self.all().map(equal).collect();
                let first = (0..).zip(&sets).filter(|(digit, set)| set[0] == *digit).map(|(_, set)| set);
                let counts: Vec<_> = first.map(|set| (union(set.iter().copied()), 1, i64::MAX)).collect();
                self.each(|list| one(self.counts(list, &counts)))
            }
            ("one-per-house", []) if single => self.one_per_house(&cells),
            ("schroedinger", []) if double => self.schroedinger(),
            ("same-digits", words) if listed && words.len() < 2 => {
                let parts = words.first().map_or(Ok(self.lists.len() as i64), |word| number(word))?;
                let size = (cells.len() / parts.max(1) as usize).max(1);
                let mut fits = self.lists.iter().all(|list| list.len().is_multiple_of(size));
                fits &= size as i64 * parts == cells.len() as i64;
                ensure(fits, || "found parts of different sizes".into())?;
                one(self.same_digits(&cells, size))
            }
            ("same-regions", []) if !listed => {
                let mut houses = self.all_houses()?;
                let largest = houses.iter().map(Vec::len).max().unwrap_or_default();
                houses.retain(|house| house.len() == largest);
                one(self.same_digits(&houses.concat(), largest))
            }
            ("between", []) => self.ends(|low, high| Some(shape.within(low + 1, high - 1))),
            ("lockout", words) if words.len() < 2 => {
                let least = words.first().map_or(Ok(4), |word| number(word))?;
                self.ends(|low, high| (high - low >= least).then(|| shape.all() & !shape.within(low, high)))
            }
            ("row-index", []) if listed => self.indices(|cell| {
                (cell < shape.grid())
                    .then(|| (0..shape.grid()).skip(cell % shape.columns).step_by(shape.columns).collect())
            }),
            ("column-index", []) if listed => self.indices(|cell| {
                let first = cell / shape.columns * shape.columns;
                (cell < shape.grid()).then(|| (first..first + shape.columns).collect())
            }),
            ("box-index", []) if listed => {
                let boxes = self.houses("boxes")?;
                self.indices(|cell| boxes.iter().find(|cells| cells.contains(&cell)).cloned())
            }
            ("index-line", []) if listed => self.each(|list| {
                Constraint::all(list.iter().enumerate().map(|(own, &cell)| Ok(self.points(cell, list, own))))
            }),
            ("value-index", []) if single && cells.len() > 2 => one(self.value_index(&cells)),
            _ => self.reading(),
        }
    }

    /// The cells of each list differ, and the set of their values, in ascending order, is accepted.
    fn sets(&self, accepts: impl Fn(&[i64]) -> bool) -> Constraints {
        self.each(|cells| {
            let (shape, k) = (self.shape, cells.len());
            let mut constraint = different(shape, vec![cells.clone()])?.remove(0);
            let mut sets: Vec<Digits> = Vec::new();
            // All sets of k digits in lexicographic order.
            let mut chosen: Vec<usize> = (0..k).collect();
            for count in 0.. {
                ensure(count < MOST_SETS, || "found too many sets of values".into())?;
                let values: Vec<i64> = chosen.iter().map(|&digit| shape.value(digit)).collect();
                sets.extend(accepts(&values).then(|| union(chosen.iter().copied())));
                let Some(last) = (0..k).rev().find(|&i| chosen[i] < shape.digits - k + i) else { break };
                let next = chosen[last] + 1;
                (last..k).for_each(|i| chosen[i] = next + i - last);
            }
            constraint.possible = !sets.is_empty();
            let choice = constraint.auxiliaries(shape, sets.len());
            constraint.clause(choice.iter().copied());
            for (set, choice) in sets.iter().zip(choice) {
                for digit in self.all() {
                    let places = cells.iter().map(|&cell| shape.is(cell, digit));
                    if set >> digit & 1 == 1 {
                        constraint.row_if(&[choice], places.map(|place| (1, place)), 1);
                    } else {
                        places.for_each(|place| constraint.row_if(&[choice], [(1, place ^ 1)], 1));
                    }
                }
            }
            let cells = cells.clone();
            Ok(vec![
                constraint.means(move |grid| sets.contains(&union(cells.iter().map(|&cell| grid[cell])))),
            ])
        })
    }

    /// Values above the least mark cells of the grid: one in each row, column and box.
    fn one_per_house(&self, marks: &[usize]) -> Constraints {
        ensure(marks.len() == self.shape.grid(), || self.refused())?;
        let marked = self.shape.all() & !1;
        let marks = |house: Cells| house.into_iter().map(|cell| marks[cell]).collect();
        Ok(self
            .all_houses()?
            .into_iter()
            .map(|house| self.counts(&marks(house), &[(marked, 1, 1)]))
            .collect())
    }

    /// The first list marks a cell of each house with two digits. The second list holds the smaller digits of these
    /// cells, and the least value for other cells. All other digits occur once in each house.
    fn schroedinger(&self) -> Constraints {
        let (shape, marks, seconds) = (self.shape, &self.lists[0], &self.lists[1]);
        let is_square = shape.rows == shape.columns && shape.digits == shape.rows + 1;
        ensure(is_square && marks.len() == seconds.len(), || self.refused())?;
        let mut all = self.one_per_house(marks)?;
        let lower: Vec<Digits> = self
            .all()
            .map(|second| if second == 0 { shape.all() } else { shape.all() & !((2 << second) - 1) })
            .collect();
        let unmarked: Vec<Digits> = self.all().map(|mark| if mark == 0 { 1 } else { shape.all() }).collect();
        all.push(self.among(marks.clone(), 0b11));
        for (cell, (&mark, &second)) in marks.iter().zip(seconds).enumerate() {
            all.push(self.pair(second, cell, &lower));
            all.push(self.pair(mark, second, &unmarked));
        }
        let once: Vec<(Digits, i64, i64)> = (1..shape.digits).map(|digit| (1 << digit, 1, 1)).collect();
        for house in self.all_houses()? {
            let both = house.iter().copied().chain(house.iter().map(|&cell| seconds[cell])).collect();
            all.push(self.counts(&both, &once));
        }
        Ok(all)
    }

    /// For some sets of digits, the number of cells with a digit of the set has a minimum and a maximum.
    pub(crate) fn counts(&self, cells: &Cells, counts: &[(Digits, i64, i64)]) -> Constraint {
        let mut constraint = Constraint::new(cells.clone());
        for &(set, least, most) in counts {
            let inside =
                |factor| cells.iter().flat_map(move |&cell| bits(set).map(move |d| (factor, cell, d)));
            let inside = |factor| inside(factor).map(|(f, cell, digit)| (f, self.shape.is(cell, digit)));
            constraint.row(inside(1), least);
            if most < cells.len() as i64 {
                constraint.row(inside(-1), -most);
            }
            constraint.possible &= least <= cells.len() as i64;
        }
        constraint
    }

    /// Adds that the value of a cell is the number of true literals.
    fn number_is(&self, constraint: &mut Constraint, cell: usize, literals: &[Literal], most: usize) {
        for digit in self.all() {
            let (is, count) = (self.shape.is(cell, digit), self.shape.value(digit));
            if count > most as i64 {
                constraint.clause([is ^ 1]);
                continue;
            }
            constraint.row_if(&[is], literals.iter().map(|&literal| (1, literal)), count);
            constraint.row_if(&[is], literals.iter().map(|&literal| (-1, literal)), -count);
        }
    }

    /// The first cell holds the number of other cells with a digit of a set.
    fn counted(&self, set: Digits) -> Constraint {
        let cells = self.lists.concat();
        let mut constraint = Constraint::new(cells.clone());
        let others = cells[1..].iter().flat_map(|&cell| bits(set).map(move |digit| (cell, digit)));
        let others: Vec<Literal> = others.map(|(cell, digit)| self.shape.is(cell, digit)).collect();
        self.number_is(&mut constraint, cells[0], &others, cells.len() - 1);
        constraint
    }

    /// The first cell holds the number of different values of the others.
    fn count_distinct(&self) -> Constraint {
        let (shape, cells) = (self.shape, self.lists.concat());
        let mut constraint = Constraint::new(cells.clone());
        let present: Vec<Literal> = self.all().map(|_| constraint.auxiliaries(shape, 1)[0]).collect();
        for (digit, &here) in present.iter().enumerate() {
            let places = cells[1..].iter().map(|&cell| shape.is(cell, digit));
            places.clone().for_each(|place| constraint.clause([here, place ^ 1]));
            constraint.clause(places.chain([here ^ 1]));
        }
        self.number_is(&mut constraint, cells[0], &present, shape.digits);
        constraint.means(move |grid| {
            let others: HashSet<usize> = cells[1..].iter().map(|&cell| grid[cell]).collect();
            shape.value(grid[cells[0]]) == others.len() as i64
        })
    }

    /// Every value is the number of cells that hold it. The values that occur add up to the number of cells.
    fn counting_circles(&self) -> Result<Constraint, String> {
        let (shape, cells) = (self.shape, self.lists.concat());
        let mut constraint = Constraint::new(cells.clone());
        let places = |digit| cells.iter().map(|&cell| shape.is(cell, digit)).collect::<Vec<_>>();
        if shape.least == 0 {
            places(0).into_iter().for_each(|place| constraint.clause([place ^ 1]));
        }
        let used: Vec<(usize, i64)> =
            self.all().map(|digit| (digit, shape.value(digit))).filter(|(_, value)| *value > 0).collect();
        for &(digit, value) in &used {
            constraint.row(places(digit).into_iter().map(|place| (-1, place)), -value);
        }
        let mut sets: Vec<(Digits, i64)> = vec![(0, cells.len() as i64)];
        for &(digit, value) in &used {
            let more = sets.iter().filter(|(_, rest)| *rest >= value);
            let more: Vec<_> = more.map(|(set, rest)| (set | 1 << digit, rest - value)).collect();
            sets.extend(more);
            ensure(sets.len() <= MOST_SETS, || self.refused())?;
        }
        sets.retain(|(_, rest)| *rest == 0);
        constraint.possible = !sets.is_empty();
        let choice = constraint.auxiliaries(shape, sets.len());
        constraint.clause(choice.iter().copied());
        for ((set, _), choice) in sets.into_iter().zip(choice) {
            for &(digit, value) in &used {
                if set >> digit & 1 == 1 {
                    constraint.row_if(&[choice], places(digit).into_iter().map(|place| (1, place)), value);
                } else {
                    let none = places(digit).into_iter();
                    none.for_each(|place| constraint.row_if(&[choice], [(1, place ^ 1)], 1));
                }
            }
        }
        Ok(constraint.means(move |grid| {
            let count = |cell: &usize| cells.iter().filter(|&&other| grid[other] == grid[*cell]).count();
            cells.iter().all(|cell| shape.value(grid[*cell]) == count(cell) as i64)
        }))
    }

    /// Lists of equal length hold the same digits equally often.
    fn same_digits(&self, cells: &Cells, size: usize) -> Constraint {
        let mut constraint = Constraint::new(cells.clone());
        for part in cells.chunks(size).skip(1) {
            for digit in self.all() {
                // Each digit occurs at least and at most as often as in the first list.
                for sign in [1, -1] {
                    let own = cells[..size].iter().map(|&cell| (sign, self.shape.is(cell, digit)));
                    let other = part.iter().map(|&cell| (-sign, self.shape.is(cell, digit)));
                    constraint.row(own.chain(other), 0);
                }
            }
        }
        constraint
    }

    /// `inside` returns the digits that the inner cells of each list may hold, for the values of its ends.
    fn ends(&self, inside: impl Fn(i64, i64) -> Option<Digits>) -> Constraints {
        self.each(|list| {
            ensure(list.len() > 1, || "found a list without two ends".into())?;
            let (shape, mut constraint) = (self.shape, Constraint::new(list.clone()));
            for (a, b) in self.all().flat_map(|a| self.all().map(move |b| (a, b))) {
                let ends = [shape.is(list[0], a) ^ 1, shape.is(list[list.len() - 1], b) ^ 1];
                match inside(shape.value(a.min(b)), shape.value(a.max(b))) {
                    None => constraint.clause(ends),
                    Some(set) if set == shape.all() => {}
                    Some(set) => list[1..list.len() - 1].iter().for_each(|&cell| {
                        constraint.clause(bits(set).map(|digit| shape.is(cell, digit)).chain(ends));
                    }),
                }
            }
            Ok(vec![constraint])
        })
    }

    /// For each of some cells, its value is a place in a line, and the cell there holds the own place.
    fn indices(&self, line: impl Fn(usize) -> Option<Cells>) -> Constraints {
        Constraint::all(self.lists.concat().into_iter().map(|cell| {
            let line = line(cell).ok_or("found a cell outside of the grid")?;
            let own = line.iter().position(|&other| other == cell).unwrap_or_default();
            Ok(self.points(cell, &line, own))
        }))
    }

    /// If the value of a cell is a place in a line, the cell there holds the number of the own place.
    fn points(&self, cell: usize, line: &[usize], own: usize) -> Vec<Constraint> {
        let place = |digit: usize| usize::try_from(self.shape.value(digit) - 1).ok();
        let inside = self.all().filter(|&digit| place(digit).is_some_and(|place| place < line.len()));
        let mut all = vec![self.among(vec![cell], union(inside.clone()))];
        let own = self.shape.digit(own as i64 + 1).map_or(0, |digit| 1 << digit);
        for digit in inside {
            let table: Vec<Digits> =
                self.all().map(|a| if a == digit { own } else { self.shape.all() }).collect();
            all.push(self.pair(cell, line[place(digit).unwrap_or_default()], &table));
        }
        all
    }

    /// The second value is the place of a cell after it that holds the first value.
    fn value_index(&self, cells: &Cells) -> Constraint {
        let (shape, mut constraint) = (self.shape, Constraint::new(cells.clone()));
        for digit in self.all() {
            let selected = shape.is(cells[1], digit) ^ 1;
            let place = usize::try_from(shape.value(digit) + 1).unwrap_or_default();
            let Some(&entry) = cells.get(place).filter(|_| place > 1) else {
                constraint.clause([selected]);
                continue;
            };
            for digit in self.all() {
                let (own, other) = (shape.is(cells[0], digit), shape.is(entry, digit));
                constraint.clause([selected, own ^ 1, other]);
                constraint.clause([selected, own, other ^ 1]);
            }
        }
        constraint
    }
}

/// The maximum number of sets of digits that are examined.
const MOST_SETS: usize = 200_000;
