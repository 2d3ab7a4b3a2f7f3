//! The rules of puzzles: their texts and their constraints, in the order of the formula.

use std::collections::HashSet;

use crate::constraint::{ensure, number as any_number, short};
use crate::expression::{truth, value};
use crate::relation::{Constraint, Relation, Row, States, layers};
use crate::shape::{Digits, Shape};

type Cells = Vec<usize>;
type Constraints = Result<Vec<Constraint>, String>;

/// The constraints of a rule.
pub(crate) fn constraints(shape: Shape, text: &str) -> Constraints {
    let all = Rule::read(shape, text, 0)?.constraints()?;
    let possible = all.iter().all(|constraint| constraint.possible);
    if possible { Ok(all) } else { Err("no digits obey the rule".into()) }
}

/// The text of a rule in pieces.
struct Rule<'a> {
    shape: Shape,
    name: &'a str,
    words: Vec<&'a str>,
    lists: Vec<Cells>,
    /// The factors of all cells, which are used in sums only.
    factors: Vec<i64>,
    /// The number of rules around it.
    depth: usize,
}

impl<'a> Rule<'a> {
    /// Reads `NAME WORDS: CELLS / CELLS`. Brackets belong together.
    fn read(shape: Shape, text: &'a str, depth: usize) -> Result<Self, String> {
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
                let fits = factor == 1 || rule.name == "sum" && factor.abs() <= 1_000_000;
                let cell = shape.named(name).filter(|_| fits);
                own.push(cell.ok_or_else(|| format!("found '{word}', expected a cell of the grid"))?);
                rule.factors.push(factor);
            }
            rule.lists.push(own);
        }
        let empty = rule.lists.iter().any(Vec::is_empty);
        if empty { Err("found a list without cells".into()) } else { Ok(rule) }
    }

    /// The digit of a value.
    fn digit(&self, word: &str) -> Result<usize, String> {
        let digit = self.shape.digit(number(word)?);
        digit.ok_or_else(|| format!("found '{word}', expected a value of the grid"))
    }

    /// The table of a condition, or of masks: for each digit of the first cell, the allowed digits of the second.
    fn table(&self, text: &str) -> Result<Vec<Digits>, String> {
        let (least, most) = (self.shape.least, self.shape.greatest());
        if let Some(masks) = text.strip_prefix("table ") {
            let masks = masks.split(' ').map(|mask| u64::from_str_radix(mask, 16).ok());
            let table: Option<Vec<Digits>> = masks.collect();
            let fits = |table: &Vec<Digits>| table.iter().all(|set| set & !self.shape.all() == 0);
            let table = table.filter(|table| table.len() == self.shape.digits && fits(table));
            return table.ok_or_else(|| "found no hexadecimal mask for each digit".into());
        }
        let bit = |a, b: i64| Ok(u64::from(truth(value(text, [a, b], (least, most))?)) << (b - least));
        let row = |a| (least..=most).try_fold(0, |set, b| bit(a, b).map(|bit| set | bit));
        (least..=most).map(row).collect()
    }

    /// Pairs of cells at given distances.
    fn apart(&self, steps: &'static [(usize, isize)]) -> impl Iterator<Item = [usize; 2]> {
        let (shape, columns) = (self.shape, self.shape.columns);
        let all = (0..shape.grid()).flat_map(|cell| steps.iter().map(move |step| (cell, step)));
        let pair = move |(cell, &(down, right)): (usize, &(usize, isize))| {
            let column = (cell % columns).checked_add_signed(right).filter(|&column| column < columns)?;
            let other = (cell / columns + down) * columns + column;
            (other < shape.grid()).then_some([cell, other])
        };
        all.filter_map(pair)
    }

    /// The constraints of a condition on the cells or pairs of a kind. With a symmetric table, each pair is used
    /// once.
    fn condition(&self, kind: &str, condition: &str) -> Constraints {
        let (shape, table) = (self.shape, self.table(condition)?);
        let lists = || self.lists.iter();
        let line = || lists().flat_map(|list| list.windows(2)).map(|pair| [pair[0], pair[1]]);
        let own = |set, digit: usize| set | table[digit] & 1 << digit;
        let pairs: Vec<[usize; 2]> = match kind {
            "each" => return self.among((0..table.len()).fold(0, own)),
            "line" => line().collect(),
            "both" => {
                // Pairs are compared by place, because a cell may be listed twice.
                let places = |count| (0..count).flat_map(move |a: usize| (0..count).map(move |b| [a, b]));
                let others = |list: &Cells| places(list.len()).filter(|[a, b]| a != b);
                let all = lists().flat_map(|l| others(l).map(|[a, b]| [l[a], l[b]]));
                all.take(MOST_ROWS).collect()
            }
            "mirrored" => {
                lists().flat_map(|l| (0..l.len() / 2).map(|i| [l[i], l[l.len() - 1 - i]])).collect()
            }
            "king" => self.apart(&[(0, 1), (1, -1), (1, 0), (1, 1)]).collect(),
            "diagonal" => self.apart(&[(1, -1), (1, 1)]).collect(),
            "knight" => self.apart(KNIGHT).collect(),
            _ => {
                let listed: HashSet<[usize; 2]> = line().map(|[a, b]| [a.min(b), a.max(b)]).collect();
                self.apart(&[(0, 1), (1, 0)]).filter(|pair| !listed.contains(pair)).collect()
            }
        };
        // Each pair has one row for each digit of either cell.
        let fits = 2 * table.len() * pairs.len() <= MOST_ROWS;
        ensure(fits, || format!("found '{}' for too many pairs of cells", self.name))?;
        let other = |digit: usize, other: usize| (table[other] >> digit & 1) << other;
        let turned = |digit| (0..table.len()).fold(0, |set: Digits, from| set | other(digit, from));
        let turned: Vec<Digits> = (0..table.len()).map(turned).collect();
        let mut seen = HashSet::new();
        let ordered = pairs.into_iter().map(|[a, b]| if table == turned && b < a { [b, a] } else { [a, b] });
        let constraint = |[a, b]: [usize; 2]| {
            // For each digit of one cell, the compatible digits of the other, unless all are compatible.
            let supports = [(a, b, &table), (b, a, &turned)].into_iter().flat_map(|(from, to, sets)| {
                (0..).zip(sets).filter(|(_, set)| **set != shape.all()).map(move |(digit, &set)| {
                    let ends = bits(set).map(|end| (1, shape.is(to, end)));
                    (ends.chain([(1, shape.is(from, digit) ^ 1)]).collect(), 1)
                })
            });
            let possible = table.iter().any(|set| *set != 0);
            Constraint { possible, ..Constraint::rows(vec![a, b], supports.collect()) }
        };
        Ok(ordered.filter(|&pair| seen.insert(pair)).map(constraint).collect())
    }

    /// Each cell holds a digit of a set.
    fn among(&self, set: Digits) -> Constraints {
        let cells = self.lists.concat();
        let others = |&cell: &usize| bits(self.shape.all() & !set).map(move |digit| (cell, digit));
        let rows = cells.iter().flat_map(others);
        let rows = rows.map(|(cell, digit)| (vec![(1, self.shape.is(cell, digit) ^ 1)], 1)).collect();
        Ok(vec![Constraint { possible: set != 0, ..Constraint::rows(cells, rows) }])
    }

    /// A sum of values with factors, compared with a number by a sign such as `<=`.
    fn sum(&self, terms: &[(i64, &[usize])], sign: &str, bound: i64) -> Result<Constraint, String> {
        let (shape, mut cells, mut row, mut base) = (self.shape, Vec::new(), Vec::new(), 0);
        let (mut low, mut high) = (0, 0);
        for (factor, cell) in terms.iter().flat_map(|term| term.1.iter().map(|&cell| (term.0, cell))) {
            cells.push(cell);
            // A value is the least value plus the number of true order variables.
            base += factor * shape.least;
            row.extend((2..=shape.digits).map(|number| (factor, shape.at_least(cell, number))));
            low += factor.min(0) * (shape.digits as i64 - 1);
            high += factor.max(0) * (shape.digits as i64 - 1);
        }
        let (least, most) = range(sign, bound - base)?;
        let negated: Vec<_> = row.iter().map(|&(factor, literal)| (-factor, literal)).collect();
        let possible = least.is_none_or(|least| least <= high) && most.is_none_or(|most| most >= low);
        let rows = [least.map(|least| (row, least)), most.map(|most| (negated, -most))];
        Ok(Constraint { possible, ..Constraint::rows(cells, rows.into_iter().flatten().collect()) })
    }

    /// Lists have the same sum. A single list has no constraint.
    fn equal_sums(&self, lists: &[Cells]) -> Constraints {
        let mut rows = Vec::new();
        for list in lists.iter().skip(1) {
            if let Relation::Rows(own) = self.sum(&[(1, &lists[0]), (-1, list)], "=", 0)?.relation {
                rows.extend(own);
            }
        }
        Ok(if lists.len() > 1 { vec![Constraint::rows(lists.concat(), rows)] } else { Vec::new() })
    }

    /// The cells differ, and their values are consecutive.
    fn renban(&self, cells: &Cells) -> Constraints {
        let (shape, k) = (self.shape, cells.len());
        let mut constraint = different(shape, vec![cells.clone()])?.remove(0);
        let branch = |first: usize| {
            let rows = (0..shape.digits).flat_map(|digit| -> Vec<Row> {
                let places = cells.iter().map(|&cell| shape.is(cell, digit));
                if (first..first + k).contains(&digit) {
                    vec![(places.map(|place| (1, place)).collect(), 1)]
                } else {
                    places.map(|place| (vec![(1, place ^ 1)], 1)).collect()
                }
            });
            vec![Constraint::rows(cells.clone(), rows.collect())]
        };
        constraint.relation = Relation::Any((0..=shape.digits - k).map(branch).collect());
        Ok(vec![constraint])
    }

    /// The rules in brackets, of `or` and `and`.
    fn inner(&self) -> Result<Vec<Vec<Constraint>>, String> {
        let inner = |word: &&'a str| {
            let text = word.strip_prefix('[').and_then(|word| word.strip_suffix(']'));
            let text =
                text.filter(|_| self.depth < 16).ok_or("expected rules in brackets, at most 16 deep")?;
            Rule::read(self.shape, text, self.depth + 1)?.constraints()
        };
        self.words.iter().map(inner).collect()
    }

    /// The constraints of each list.
    fn each(&self, constraints: impl Fn(&Cells) -> Constraints) -> Constraints {
        Ok(self.lists.iter().map(constraints).collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each rule")]
    fn constraints(&self) -> Constraints {
        for line in include_str!("rules.txt").lines().filter(|line| !line.starts_with('#')) {
            let (head, rest) = line.split_once(": ").unwrap_or_default();
            let (name, default) = head.split_once(' ').unwrap_or((head, ""));
            if name == self.name {
                let (kind, condition) = rest.split_once(' ').unwrap_or_default();
                let word = match self.words[..] {
                    [] if default != "-" => default,
                    [word] if !default.is_empty() => number(word).map(|_| word)?,
                    _ => return Err(format!("found '{name}' with unexpected words")),
                };
                return self.condition(kind, &condition.replace("{}", word));
            }
        }
        let (shape, text, cells) = (self.shape, self.words.join(" "), self.lists.concat());
        let (listed, single) = (!self.lists.is_empty(), self.lists.len() == 1);
        let one = |constraint| Ok(vec![constraint]);
        match (self.name, &self.words[..]) {
            ("pairs", [_, ..]) => self.condition("line", &text),
            ("all-pairs", [_, ..]) => self.condition("both", &text),
            ("where", [_, ..]) => self.condition("each", &text),
            ("one-of", [_, ..]) => self.condition("each", &format!("a={}", self.words.join(" or a="))),
            ("thermo", []) if single => {
                let step = |pair: &[usize], number: usize| {
                    let premise = (number > 1).then(|| (1, shape.at_least(pair[0], number) ^ 1));
                    let end = (number < shape.digits).then(|| (1, shape.at_least(pair[1], number + 1)));
                    (premise.into_iter().chain(end).collect(), 1)
                };
                let steps = |pair| (1..=shape.digits).map(move |number| step(pair, number));
                let rows = cells.windows(2).flat_map(steps).collect();
                different(shape, vec![cells.clone()]).map(|_| vec![Constraint::rows(cells, rows)])
            }
            ("cage", [sum]) if single => {
                let (sum, k) = (number(sum)?, cells.len() as i64);
                let (low, high) = (shape.least * k + k * (k - 1) / 2, shape.greatest() * k - k * (k - 1) / 2);
                let sums = self.sum(&[(1, &cells)], "=", sum)?;
                let possible = (low..=high).contains(&sum);
                different(shape, vec![cells]).map(|_| vec![Constraint { differ: true, possible, ..sums }])
            }
            ("sum", [sign, bound]) if single => {
                let terms: Vec<(i64, &[usize])> = self.factors.iter().copied().zip(cells.chunks(1)).collect();
                one(self.sum(&terms, sign, number(bound)?)?)
            }
            ("little-killer", [sum]) => self.each(|list| one(self.sum(&[(1, list)], "=", number(sum)?)?)),
            ("arrow", []) => self.each(|list| one(self.sum(&[(1, &list[..1]), (-1, &list[1..])], "=", 0)?)),
            ("equal-sums", []) => self.equal_sums(&self.lists),
            ("renban", []) => self.each(|list| self.renban(list)),
            ("contains" | "quadruple" | "contains-exactly", [_, ..]) => {
                let digits = self.words.iter().map(|word| self.digit(word));
                let mut digits = digits.collect::<Result<Vec<_>, _>>()?;
                let (mut rows, possible) = (Vec::new(), digits.len() <= cells.len());
                digits.sort_unstable();
                for same in digits.chunk_by(|a, b| a == b) {
                    let (least, most) = (same.len() as i64, cells.len() as i64);
                    let is = |cell| shape.is(cell, same[0]);
                    let places = |factor| cells.iter().map(|&cell| (factor, is(cell))).collect();
                    rows.push((places(1), least));
                    if self.name == "contains-exactly" && least < most {
                        rows.push((places(-1), -least));
                    }
                }
                one(Constraint { possible, ..Constraint::rows(cells, rows) })
            }
            ("same-digits", words) if words.len() < 2 => {
                let parts = words.first().map_or(Ok(self.lists.len() as i64), |word| number(word))?;
                let size = (cells.len() / parts.max(1) as usize).max(1);
                let mut fits = self.lists.iter().all(|list| list.len().is_multiple_of(size));
                fits &= size as i64 * parts == cells.len() as i64;
                ensure(fits, || "found parts of different sizes".into())?;
                let (mut rows, all) = (Vec::new(), 0..2 * shape.digits);
                let parts = cells.chunks(size).skip(1);
                for (part, i) in parts.flat_map(|part| all.clone().map(move |i| (part, i))) {
                    // Each digit occurs at least and at most as often as in the first part.
                    let sign = if i % 2 == 0 { 1 } else { -1 };
                    let own = cells[..size].iter().map(|&cell| (sign, shape.is(cell, i / 2)));
                    let other = part.iter().map(|&cell| (-sign, shape.is(cell, i / 2)));
                    rows.push((own.chain(other).collect(), 0));
                }
                one(Constraint::rows(cells, rows))
            }
            ("or", [_, ..]) if !listed => {
                let mut branches = self.inner()?;
                branches.retain(|branch| branch.iter().all(|part| part.possible));
                if branches.len() == 1 {
                    return Ok(branches.remove(0));
                }
                let cells = branches.iter().flatten().flat_map(|part| part.cells.clone()).collect();
                let (possible, relation) = (!branches.is_empty(), Relation::Any(branches));
                one(Constraint { possible, relation, ..Constraint::rows(cells, Vec::new()) })
            }
            ("and", [_, ..]) if !listed => Ok(self.inner()?.into_iter().flatten().collect()),
            ("group", [_] | [_, _]) if single => Ok(Vec::new()),
            ("automaton", [_, ..]) if single => {
                let states = self.automaton()?;
                let fits = states.len() * cells.len() <= MOST_STATES;
                ensure(fits, || "found too many states for the number of cells".into())?;
                let possible = layers(&states, &vec![shape.all(); cells.len()])[0] == [0];
                let relation = Relation::Automaton(states);
                one(Constraint { possible, relation, ..Constraint::rows(cells, Vec::new()) })
            }
            ("anti-knight", []) if !listed => different(shape, self.apart(KNIGHT).map(Vec::from).collect()),
            ("all-different", []) if single => different(shape, self.lists.clone()),
            ("regions", [_, ..])
                if !listed && shape.boxes.is_none() && self.words.concat().len() == shape.grid() =>
            {
                let symbols = self.words.concat().into_bytes();
                let first = |cell: usize| symbols.iter().position(|symbol| *symbol == symbols[cell]);
                let regions = shape.sets(shape.grid(), first).into_iter();
                different(shape, regions.filter(|cells| !cells.is_empty()).collect())
            }
            (_, []) if !listed => different(shape, self.houses()?),
            (name, _) => Err(format!("found the rule '{name} {text}', which does not fit or is unknown")),
        }
    }

    /// Sets of cells that differ, for rules that consist of a name.
    fn houses(&self) -> Result<Vec<Cells>, String> {
        let (shape, n) = (self.shape, self.shape.columns);
        let (size, width) = shape.boxes.unwrap_or_default();
        let is_square = size == width && size > 1 && shape.rows == size * size && n == shape.rows;
        Ok(match self.name {
            "rows" => shape.sets(shape.rows, |cell| Some(cell / n)),
            "columns" => shape.sets(n, |cell| Some(cell % n)),
            "boxes" if size > 0 => shape.sets(shape.grid() / (size * width), |cell| {
                Some(cell / n / size * (n / width) + cell % n / width)
            }),
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
            name => return Err(format!("found the rule '{name}', which does not fit or is unknown")),
        })
    }

    /// Reads the states of an automaton, `^1-2>0,3-4>1 *3-4>1`.
    fn automaton(&self) -> Result<States, String> {
        let count = self.words.len();
        let arrow = |text: &str| -> Result<(Digits, usize), String> {
            let (values, to) = text.split_once('>').unwrap_or((text, ""));
            let mut set = 0;
            for range in values.split('+') {
                let (low, high) = range.split_once('-').unwrap_or((range, range));
                set |= (self.digit(low)?..=self.digit(high)?).fold(0, |set, digit| set | 1 << digit);
            }
            let to = to.parse().ok().filter(|&to| to < count);
            Ok((set, to.ok_or_else(|| format!("found '{text}', expected an arrow to a state"))?))
        };
        let mut states = Vec::new();
        for (number, word) in self.words.iter().enumerate() {
            let arrows = word.trim_start_matches(['^', '*']);
            let marks = &word[..word.len() - arrows.len()];
            ensure(marks.contains('^') == (number == 0), || "expected one start, the first state".into())?;
            let arrows = arrows.split(',').filter(|text| !matches!(*text, "" | "-" | ".")).map(arrow);
            states.push((marks.contains('*'), arrows.collect::<Result<Vec<_>, _>>()?));
        }
        Ok(states)
    }
}

/// The maximum number of rows of a rule about pairs. arcdoku writes at most 200,000 rows for one pair.
const MOST_ROWS: usize = 1 << 21;

/// The maximum number of states of an automaton, times the number of cells that it reads.
const MOST_STATES: usize = 1 << 16;

const KNIGHT: &[(usize, isize)] = &[(1, -2), (1, 2), (2, -1), (2, 1)];

/// Reads a number that is not too large for sums.
fn number(word: &str) -> Result<i64, String> {
    any_number(word).and_then(|number| match number.unsigned_abs() >> 32 {
        0 => Ok(number),
        _ => Err(format!("found {number}, expected a smaller number")),
    })
}

/// The minimum and the maximum that a sign with a number allows.
fn range(sign: &str, number: i64) -> Result<(Option<i64>, Option<i64>), String> {
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
fn different(shape: Shape, sets: Vec<Cells>) -> Constraints {
    let house = |cells: Cells| {
        let (count, most) = (cells.len(), shape.digits);
        ensure(count <= most, || format!("found {count} cells that differ, expected at most {most}"))?;
        let distinct = cells.iter().collect::<HashSet<_>>().len();
        ensure(distinct == count.max(1), || "found a cell twice, or none, in cells that differ".into())?;
        Ok(Constraint { differ: true, ..Constraint::rows(cells, Vec::new()) })
    };
    sets.into_iter().map(house).collect()
}

/// The digits of a set.
fn bits(set: Digits) -> impl Iterator<Item = usize> + Clone {
    (0..64).filter(move |digit| set >> digit & 1 == 1)
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
