//! The rules of puzzles: their texts and their constraints, in the order of the formula.

use std::collections::HashSet;

use crate::constraint::{Literal, ensure, number as any_number, short};
use crate::expression::{truth, value};
use crate::relation::Constraint;
use crate::shape::{Digits, Shape, bits};

pub(crate) type Cells = Vec<usize>;
pub(crate) type Constraints = Result<Vec<Constraint>, String>;

/// The constraints of a rule.
pub(crate) fn constraints(shape: Shape, text: &str) -> Constraints {
    let all = Rule::read(shape, text, 0)?.constraints()?;
    let possible = all.iter().all(|constraint| constraint.possible);
    if possible { Ok(all) } else { Err("no digits obey the rule".into()) }
}

/// The text of a rule in pieces.
pub(crate) struct Rule<'a> {
    pub(crate) shape: Shape,
    pub(crate) name: &'a str,
    pub(crate) words: Vec<&'a str>,
    pub(crate) lists: Vec<Cells>,
    /// The factors of all cells, which are used in sums only.
    pub(crate) factors: Vec<i64>,
    /// The number of rules around it.
    depth: usize,
}

impl<'a> Rule<'a> {
    /// Reads `NAME WORDS: CELLS / CELLS`. Brackets belong together.
    pub(crate) fn read(shape: Shape, text: &'a str, depth: usize) -> Result<Self, String> {
        let (words, lists, factors) = (Vec::new(), Vec::new(), Vec::new());
        let mut rule = Self { shape, name: "", words, lists, factors, depth };
        let (mut start, mut open, mut cells) = (0, 0, "");
        for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
            open += i32::from(matches!(c, '[' | '(')) - i32::from(matches!(c, ']' | ')'));
            if open <= 0 && matches!(c, ' ' | ':') {
                rule.words.extend((at > start).then_some(&text[start..at]));
                start = at + 1;
            }
            if open <= 0 && c == ':' {
                cells = &text[at..];
                break;
            }
        }
        ensure(open == 0, || format!("found '{}', expected brackets in pairs", short(text)))?;
        rule.name = if rule.words.is_empty() { "" } else { rule.words.remove(0) };
        for list in cells.split([':', '/', '|']).skip(1) {
            let mut own = Vec::new();
            for word in list.split([' ', ',']).filter(|word| !word.is_empty()) {
                let alone = word.strip_prefix('-').map_or(("1", word), |name| ("-1", name));
                let (factor, name) = word.split_once('*').unwrap_or(alone);
                let factor = number(factor)?;
                let fits = factor == 1 || matches!(rule.name, "sum" | "sum-of") && factor.abs() <= 1_000_000;
                let cell = shape.named(name).filter(|_| fits);
                own.push(cell.ok_or_else(|| format!("found '{word}', expected a cell of the grid"))?);
                rule.factors.push(factor);
            }
            rule.lists.push(own);
        }
        let empty = rule.lists.iter().any(Vec::is_empty) && rule.name != "automaton";
        if empty { Err("found a list without cells".into()) } else { Ok(rule) }
    }

    /// The digit of a value.
    pub(crate) fn digit(&self, word: &str) -> Result<usize, String> {
        let digit = self.shape.digit(number(word)?);
        digit.ok_or_else(|| format!("found '{word}', expected a value of the grid"))
    }

    /// The digits of values.
    pub(crate) fn digits(&self, words: &[&str]) -> Result<Vec<usize>, String> {
        words.iter().map(|word| self.digit(word)).collect()
    }

    /// The values of an expression of `a` and `b`: for each value of `a`, for each value of `b`.
    pub(crate) fn values(&self, text: &str) -> Result<Vec<Vec<Option<i64>>>, String> {
        let range = (self.shape.least, self.shape.greatest());
        let all = || range.0..=range.1;
        all().map(|a| all().map(|b| value(text, [a, b], range)).collect()).collect()
    }

    /// The values of an expression of `a`.
    pub(crate) fn classes(&self, text: &str) -> Result<Vec<Option<i64>>, String> {
        Ok(self.values(text)?.iter().enumerate().map(|(digit, values)| values[digit]).collect())
    }

    /// The digits for which a condition on `a` is true.
    pub(crate) fn digits_where(&self, text: &str) -> Result<Digits, String> {
        let classes = self.classes(text)?;
        Ok(union(self.all().filter(|&digit| truth(classes[digit]))))
    }

    /// The table of a condition, or of masks: for each digit of the first cell, the allowed digits of the second.
    fn table(&self, text: &str) -> Result<Vec<Digits>, String> {
        if let Some(masks) = text.strip_prefix("table ") {
            let masks = masks.split(' ').map(|mask| u64::from_str_radix(mask, 16).ok());
            let table: Option<Vec<Digits>> = masks.collect();
            let fits = |table: &Vec<Digits>| table.iter().all(|set| set & !self.shape.all() == 0);
            let table = table.filter(|table| table.len() == self.shape.digits && fits(table));
            return table.ok_or_else(|| "found no hexadecimal mask for each digit".into());
        }
        let set = |values: Vec<Option<i64>>| {
            (0..).zip(values).fold(0, |set, (digit, value)| set | Digits::from(truth(value)) << digit)
        };
        Ok(self.values(text)?.into_iter().map(set).collect())
    }

    /// All digits.
    pub(crate) fn all(&self) -> std::ops::Range<usize> {
        0..self.shape.digits
    }

    /// Pairs of cells at given distances: rows down and columns to the right.
    pub(crate) fn apart(&self, steps: &[(usize, isize)]) -> Vec<Cells> {
        let (shape, columns) = (self.shape, self.shape.columns);
        let all = (0..shape.grid()).flat_map(|cell| steps.iter().map(move |step| (cell, step)));
        let pair = |(cell, &(down, right)): (usize, &(usize, isize))| {
            let column = (cell % columns).checked_add_signed(right).filter(|&column| column < columns)?;
            let other = (cell / columns + down) * columns + column;
            (other < shape.grid()).then(|| vec![cell, other])
        };
        all.filter_map(pair).collect()
    }

    /// A condition on the digits of any two cells at a distance, in steps along rows and columns.
    fn taxicab(&self, distance: i64, allows: impl Fn(usize, usize) -> bool) -> Constraints {
        let distance = usize::try_from(distance).ok().filter(|distance| (1..=128).contains(distance));
        let distance = distance.ok_or_else(|| self.refused())?;
        let row = |a| union(self.all().filter(|&b| allows(a, b)));
        let table: Vec<Digits> = self.all().map(row).collect();
        let mut steps = Vec::new();
        for down in 0..=distance {
            let right = (distance - down) as isize;
            steps.push((down, right));
            steps.extend((down > 0 && right > 0).then_some((down, -right)));
        }
        self.pairs(self.apart(&steps).into_iter().map(|pair| [pair[0], pair[1]]), &table)
    }

    /// The digits of two cells are in a table.
    pub(crate) fn pair(&self, a: usize, b: usize, table: &[Digits]) -> Constraint {
        let (shape, mut pair) = (self.shape, Constraint::new(vec![a, b]));
        pair.possible = table.iter().any(|set| *set != 0);
        // For each digit of one cell, the compatible digits of the other, unless all are compatible.
        for (from, to, sets) in [(a, b, table), (b, a, &self.turned(table))] {
            for (digit, &set) in sets.iter().enumerate().filter(|(_, set)| **set != shape.all()) {
                pair.clause(bits(set).map(|end| shape.is(to, end)).chain([shape.is(from, digit) ^ 1]));
            }
        }
        pair
    }

    /// The table of the second cell.
    fn turned(&self, table: &[Digits]) -> Vec<Digits> {
        let allowed = |from: usize, to: usize| table[from] >> to & 1;
        self.all().map(|to| self.all().fold(0, |set, from| set | allowed(from, to) << from)).collect()
    }

    /// Pairs of cells are in a table. With a symmetric table, each pair is used once.
    pub(crate) fn pairs(&self, pairs: impl Iterator<Item = [usize; 2]>, table: &[Digits]) -> Constraints {
        let pairs: Vec<[usize; 2]> = pairs.take(MOST_ROWS).collect();
        // Each pair has one row for each digit of either cell.
        let fits = 2 * table.len() * pairs.len() <= MOST_ROWS;
        ensure(fits, || format!("found '{}' for too many pairs of cells", self.name))?;
        let is_symmetric = self.turned(table) == table;
        let ordered = pairs.into_iter().map(|[a, b]| if is_symmetric && b < a { [b, a] } else { [a, b] });
        let mut seen = HashSet::new();
        Ok(ordered.filter(|&pair| seen.insert(pair)).map(|[a, b]| self.pair(a, b, table)).collect())
    }

    /// Each cell holds a digit of a set.
    pub(crate) fn among(&self, cells: Cells, set: Digits) -> Constraint {
        let mut among = Constraint::new(cells.clone());
        among.possible = set != 0;
        for cell in cells {
            bits(self.shape.all() & !set).for_each(|digit| among.clause([self.shape.is(cell, digit) ^ 1]));
        }
        among
    }

    /// A sum of values with factors, compared with a number by a sign such as `<=`.
    pub(crate) fn sum(
        &self,
        terms: impl IntoIterator<Item = (i64, usize)>,
        sign: &str,
        bound: i64,
    ) -> Result<Constraint, String> {
        let (shape, mut cells, mut row, mut base) = (self.shape, Vec::new(), Vec::new(), 0);
        let (mut low, mut high) = (0, 0);
        for (factor, cell) in terms {
            cells.push(cell);
            // A value is the least value plus the number of true order variables.
            base += factor * shape.least;
            row.extend((2..=shape.digits).map(|number| (factor, shape.at_least(cell, number))));
            low += factor.min(0) * (shape.digits as i64 - 1);
            high += factor.max(0) * (shape.digits as i64 - 1);
        }
        let negated = || row.iter().map(|&(factor, literal)| (-factor, literal));
        let (bound, mut sum) = (bound - base, Constraint::new(cells.clone()));
        if sign == "!=" {
            let above = sum.auxiliaries(shape, 1)[0];
            sum.row_if(&[above], row.iter().copied(), bound + 1);
            sum.row_if(&[above ^ 1], negated(), 1 - bound);
            sum.possible = (low, high) != (bound, bound);
            let factors: Vec<(i64, Literal)> = row;
            return Ok(sum.means(move |grid| {
                let is_true = |term: &&(i64, Literal)| shape.is_true(term.1 >> 1, grid);
                factors.iter().filter(is_true).map(|term| term.0).sum::<i64>() != bound
            }));
        }
        let (least, most) = range(sign, bound)?;
        sum.possible = least.is_none_or(|least| least <= high) && most.is_none_or(|most| most >= low);
        least.into_iter().for_each(|least| sum.row(row.iter().copied(), least));
        most.into_iter().for_each(|most| sum.row(negated(), -most));
        Ok(sum)
    }

    /// Lists have the same sum. A single list has no constraint.
    pub(crate) fn equal_sums(&self, lists: &[Cells]) -> Constraints {
        let mut all = Constraint::new(lists.concat());
        for list in lists.iter().skip(1) {
            let terms = lists[0].iter().map(|&cell| (1, cell)).chain(list.iter().map(|&cell| (-1, cell)));
            self.sum(terms, "=", 0)?.rows.into_iter().for_each(|row| all.row(row.terms, row.degree));
        }
        Ok(if lists.len() > 1 { vec![all] } else { Vec::new() })
    }

    /// The rules in brackets, of `or`, `and` and `not`.
    fn inner(&self) -> Result<Vec<Vec<Constraint>>, String> {
        let inner = |word: &&'a str| {
            let text = word.strip_prefix('[').and_then(|word| word.strip_suffix(']'));
            let text = text.ok_or("expected rules in brackets")?;
            // A part that cannot hold, such as a set of more cells than digits, is not supported.
            self.part(text).map_err(|reason| format!("{}: {reason}", self.refused()))
        };
        let mut size = 0;
        self.words.iter().map(|word| Constraint::limited(inner(word)?, &mut size)).collect()
    }

    /// The constraints of a rule that is a part of this rule.
    pub(crate) fn part(&self, text: &str) -> Constraints {
        ensure(self.depth < 16, || "expected at most 16 rules inside of each other".into())?;
        Constraint::all([Rule::read(self.shape, text, self.depth + 1)?.constraints()])
    }

    /// The constraints of each list.
    pub(crate) fn each(&self, constraints: impl Fn(&Cells) -> Constraints) -> Constraints {
        Constraint::all(self.lists.iter().map(constraints))
    }

    /// The sets of cells of a rule for cells that differ.
    pub(crate) fn houses(&self, name: &str) -> Result<Vec<Cells>, String> {
        let (shape, n) = (self.shape, self.shape.columns);
        let (size, width) = shape.boxes.unwrap_or_default();
        let is_square = size == width && size > 1 && shape.rows == size * size && n == shape.rows;
        Ok(match name {
            "rows" => shape.sets(shape.rows, |cell| Some(cell / n)),
            "columns" => shape.sets(n, |cell| Some(cell % n)),
            "boxes" if size > 0 => shape.sets(shape.grid() / (size * width), |cell| shape.box_of(cell)),
            "diagonals" if n == shape.rows => {
                let falling = shape.sets(1, |cell| (cell / n == cell % n).then_some(0));
                [falling, shape.sets(1, |cell| (cell / n + cell % n + 1 == n).then_some(0))].concat()
            }
            "windoku" if is_square => {
                // The rows and columns between windows are these steps apart.
                let window = |place: usize| (!place.is_multiple_of(size + 1)).then_some(place / (size + 1));
                let windows = |cell| Some(window(cell / n)? * (size - 1) + window(cell % n)?);
                shape.sets((size - 1) * (size - 1), windows)
            }
            "disjoint-groups" if size > 0 => {
                shape.sets(size * width, |cell| Some(cell / n % size * width + cell % n % width))
            }
            _ => return Err(self.refused()),
        })
    }

    /// The rows, columns and boxes.
    pub(crate) fn all_houses(&self) -> Result<Vec<Cells>, String> {
        let boxes = if self.shape.boxes.is_some() { self.houses("boxes")? } else { Vec::new() };
        Ok([self.houses("rows")?, self.houses("columns")?, boxes].concat())
    }

    /// The error of a text that does not fit its rule.
    pub(crate) fn refused(&self) -> String {
        let text = [&[self.name], &self.words[..]].concat().join(" ");
        format!("found the rule '{}', which does not fit or is unknown", short(&text))
    }

    /// The constraints of the rule.
    #[expect(clippy::too_many_lines, reason = "one arm for each rule")]
    pub(crate) fn constraints(&self) -> Constraints {
        let parts = self.parts();
        if !parts.is_empty() {
            return self.composed(&parts);
        }
        let one = |constraint| Ok(vec![constraint]);
        let (shape, text, cells) = (self.shape, self.words.join(" "), self.lists.concat());
        let (listed, single) = (!self.lists.is_empty(), self.lists.len() == 1);
        match (self.name, &self.words[..]) {
            ("pairs", [_, ..]) => {
                let pairs = self.lists.iter().flat_map(|list| list.windows(2)).map(|pair| [pair[0], pair[1]]);
                self.pairs(pairs, &self.table(&text)?)
            }
            ("all-pairs", [_, ..]) => {
                // Pairs are compared by place, because a cell may be listed twice.
                let places = |count| (0..count).flat_map(move |a: usize| (0..count).map(move |b| [a, b]));
                let others = |list: &Cells| places(list.len()).filter(|[a, b]| a != b);
                let pairs = self.lists.iter().flat_map(|l| others(l).map(|[a, b]| [l[a], l[b]]));
                self.pairs(pairs, &self.table(&text)?)
            }
            ("where", [_, ..]) if listed => one(self.among(cells, self.digits_where(&text)?)),
            ("one-of", words @ [_, ..]) if listed => one(self.among(cells, union(self.digits(words)?))),
            ("thermo", []) if single => {
                let mut thermo = Constraint::new(cells.clone());
                for (pair, number) in cells.windows(2).flat_map(|p| (1..=shape.digits).map(move |n| (p, n))) {
                    let premise = (number > 1).then(|| shape.at_least(pair[0], number) ^ 1);
                    let end = (number < shape.digits).then(|| shape.at_least(pair[1], number + 1));
                    thermo.clause(premise.into_iter().chain(end));
                }
                different(shape, vec![cells]).map(|_| vec![thermo])
            }
            ("sum", [sign, bound]) if single => {
                one(self.sum(self.factors.iter().copied().zip(cells), sign, number(bound)?)?)
            }
            ("pill-arrow", [count]) if single => {
                let pill = usize::try_from(number(count)?).ok().filter(|&n| n >= 1 && n < cells.len().min(6));
                let pill = pill.ok_or_else(|| self.refused())?;
                let factor = |i: usize| if i < pill { 10_i64.pow((pill - 1 - i) as u32) } else { -1 };
                let mut all = vec![self.sum((0..).map(factor).zip(cells.iter().copied()), "=", 0)?];
                if pill > 1 && shape.greatest() > 9 {
                    // All cells after the first hold a value of one decimal digit.
                    all.push(self.among(cells[1..pill].to_vec(), self.digits_where("a<=9")?));
                }
                Ok(all)
            }
            ("ladder", []) if single => {
                let equal =
                    |three: &[usize]| self.sum([(1, three[0]), (-2, three[1]), (1, three[2])], "=", 0);
                Constraint::all(cells.windows(3).map(|three| Ok(vec![equal(three)?])))
            }
            ("equal-sums", []) => self.equal_sums(&self.lists),
            ("region-sum", []) if listed && shape.boxes.is_some() => self.each(|list| {
                let parts = list.chunk_by(|&a, &b| shape.box_of(a) == shape.box_of(b)).map(<[usize]>::to_vec);
                self.equal_sums(&parts.collect::<Vec<_>>())
            }),
            ("or", [_, ..]) if !listed => {
                let mut branches = self.inner()?;
                branches.retain(|branch| branch.iter().all(|part| part.possible));
                if branches.len() == 1 {
                    Ok(branches.remove(0))
                } else {
                    one(Constraint::any(shape, branches))
                }
            }
            ("and", [_, ..]) if !listed => Ok(self.inner()?.into_iter().flatten().collect()),
            ("not", [_, ..]) if !listed => {
                let mut parts: Vec<Constraint> = self.inner()?.into_iter().flatten().collect();
                if !parts.iter().all(|part| part.possible) {
                    return Ok(Vec::new());
                }
                ensure(!parts.is_empty(), || self.refused())?;
                let negated = parts.drain(..).map(|part| Constraint::negated(shape, part));
                let mut all = negated.collect::<Option<Vec<_>>>().ok_or_else(|| self.refused())?;
                let is_one = all.len() == 1;
                one(if is_one {
                    all.remove(0)
                } else {
                    Constraint::any(shape, all.into_iter().map(|one| vec![one]).collect())
                })
            }
            ("group", [_] | [_, _]) if single => Ok(Vec::new()),
            ("cage", [sum]) if single => {
                let (sum, k) = (number(sum)?, cells.len() as i64);
                let (low, high) = (shape.least * k + k * (k - 1) / 2, shape.greatest() * k - k * (k - 1) / 2);
                let sums = self.sum(cells.iter().map(|&cell| (1, cell)), "=", sum)?;
                let possible = (low..=high).contains(&sum);
                different(shape, vec![cells]).map(|_| vec![Constraint { differ: true, possible, ..sums }])
            }
            ("taxicab", [distance]) if !listed => self.taxicab(number(distance)?, |a, b| a != b),
            ("anti-taxicab", []) if !listed => {
                let all = (shape.least.max(1)..=shape.greatest())
                    .map(|distance| self.taxicab(distance, move |a, b| a != b || shape.value(a) != distance));
                Constraint::all(all)
            }
            ("grid", ["at", first, size @ ..]) if !listed => {
                let text = format!("grid {}", size.join(" "));
                let inner = Shape::read(&text).filter(|inner| inner.cells() == inner.grid());
                let (inner, first) = inner.zip(shape.named(first)).ok_or_else(|| self.refused())?;
                let fits = first % shape.columns + inner.columns <= shape.columns
                    && (first / shape.columns + inner.rows) * shape.columns <= shape.grid();
                ensure(fits && first < shape.grid(), || self.refused())?;
                let cell = |cell: usize| first + cell / inner.columns * shape.columns + cell % inner.columns;
                let houses = Self::read(inner, "rows", 0)?.all_houses()?.into_iter();
                different(shape, houses.map(|house| house.into_iter().map(cell).collect()).collect())
            }
            ("anti-knight", []) if !listed => different(shape, self.apart(KNIGHT)),
            ("all-different", []) if single => different(shape, self.lists.clone()),
            ("regions", [_, ..])
                if !listed && shape.boxes.is_none() && self.words.concat().len() == shape.grid() =>
            {
                let symbols = self.words.concat().into_bytes();
                let first = |cell: usize| symbols.iter().position(|symbol| *symbol == symbols[cell]);
                let regions = shape.sets(shape.grid(), first).into_iter();
                different(shape, regions.filter(|cells| !cells.is_empty()).collect())
            }
            (name, []) if !listed && HOUSES.contains(&name) => different(shape, self.houses(name)?),
            _ => self.counting(),
        }
    }
}

/// The maximum number of rows of a rule about pairs. arcdoku writes at most 200,000 rows for one pair.
const MOST_ROWS: usize = 1 << 21;

/// The steps of a knight's move to later cells.
pub(crate) const KNIGHT: &[(usize, isize)] = &[(1, -2), (1, 2), (2, -1), (2, 1)];

/// The rules for sets of cells that differ.
const HOUSES: [&str; 6] = ["rows", "columns", "boxes", "diagonals", "windoku", "disjoint-groups"];

/// Reads a number that is not too large for sums.
pub(crate) fn number(word: &str) -> Result<i64, String> {
    any_number(word).and_then(|number| match number.unsigned_abs() >> 32 {
        0 => Ok(number),
        _ => Err(format!("found {number}, expected a smaller number")),
    })
}

/// The minimum and the maximum that a sign with a number allows.
pub(crate) fn range(sign: &str, number: i64) -> Result<(Option<i64>, Option<i64>), String> {
    Ok(match sign {
        "=" => (Some(number), Some(number)),
        "<=" => (None, Some(number)),
        ">=" => (Some(number), None),
        "<" => (None, Some(number - 1)),
        ">" => (Some(number + 1), None),
        _ => return Err(format!("found '{sign}', expected one of = <= >= < >")),
    })
}

/// Constraints on sets of cells that differ. A set has different cells, at most as many as there are digits.
pub(crate) fn different(shape: Shape, sets: Vec<Cells>) -> Constraints {
    let house = |cells: Cells| {
        let (count, most) = (cells.len(), shape.digits);
        ensure(count <= most, || format!("found {count} cells that differ, expected at most {most}"))?;
        let distinct = cells.iter().collect::<HashSet<_>>().len();
        ensure(distinct == count.max(1), || "found a cell twice, or none, in cells that differ".into())?;
        Ok(Constraint { differ: true, ..Constraint::new(cells) })
    };
    sets.into_iter().map(house).collect()
}

/// The set of some digits.
pub(crate) fn union(digits: impl IntoIterator<Item = usize>) -> Digits {
    digits.into_iter().fold(0, |set, digit| set | 1 << digit)
}

/// Reads `12 . . 34`, one word per cell. In a grid that is not usual, the values of the digits come first.
pub(crate) fn candidates(shape: Shape, text: &str) -> Result<Vec<Digits>, String> {
    let range = format!("{}-{}", shape.least, shape.greatest());
    let words: Vec<&str> = text.split_whitespace().skip_while(|word| *word == range).collect();
    let count = words.len();
    ensure(count == shape.cells(), || format!("found {count} words, expected one for each cell"))?;
    let digit = |text: &str| Some(1 << shape.digit(text.parse().ok()?)?);
    let read = |word: &&str| match *word {
        "." => Some(shape.all()),
        "-" => Some(0),
        _ if shape.greatest() > 9 => word.split(',').try_fold(0, |set, text| Some(set | digit(text)?)),
        _ => word.chars().filter(|c| *c != ',').try_fold(0, |set, c| Some(set | digit(&c.to_string())?)),
    };
    let read = |word| read(word).ok_or_else(|| format!("found '{word}', expected candidates"));
    words.iter().map(read).collect()
}
