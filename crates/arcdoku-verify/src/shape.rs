//! The shape of a grid, and the names of its cells.

use crate::constraint::{Literal, ensure, literal};

/// The digits of a cell, or of a set, as bits; digits are counted from 0 here.
pub(crate) type Digits = u64;

/// The digits of a set.
pub(crate) fn bits(set: Digits) -> impl Iterator<Item = usize> + Clone {
    (0..64).filter(move |digit| set >> digit & 1 == 1)
}

/// The rows, columns, digits, boxes and extra cells of a grid.
#[derive(Clone, Copy)]
pub(crate) struct Shape {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    pub(crate) digits: usize,
    /// The value of the first digit.
    pub(crate) least: i64,
    /// The rows and columns of a box.
    pub(crate) boxes: Option<(usize, usize)>,
    extra: usize,
}

impl Shape {
    /// The number of cells in the grid.
    pub(crate) fn grid(self) -> usize {
        self.rows * self.columns
    }

    /// The number of all cells.
    pub(crate) fn cells(self) -> usize {
        self.grid() + self.extra
    }

    pub(crate) fn all(self) -> Digits {
        u64::MAX >> (64 - self.digits)
    }

    /// The value of the last digit.
    pub(crate) fn greatest(self) -> i64 {
        self.least + self.digits as i64 - 1
    }

    /// The digit of a value.
    pub(crate) fn digit(self, value: i64) -> Option<usize> {
        (self.least..=self.greatest()).contains(&value).then(|| (value - self.least) as usize)
    }

    /// The value of a digit.
    pub(crate) fn value(self, digit: usize) -> i64 {
        self.least + digit as i64
    }

    /// The variable of a digit in a cell.
    pub(crate) fn is(self, cell: usize, digit: usize) -> Literal {
        literal((cell * self.digits + digit) as u32, false)
    }

    /// The order variable of a cell: whether the number of its digit is at least `number`, which is 2 or more.
    pub(crate) fn at_least(self, cell: usize, number: usize) -> Literal {
        literal((self.cells() * self.digits + cell * (self.digits - 1) + number - 2) as u32, false)
    }

    /// An auxiliary variable of a constraint, by its number.
    pub(crate) fn auxiliary(self, number: usize) -> Literal {
        literal((self.cells() * (2 * self.digits - 1) + number) as u32, false)
    }

    /// Whether a variable is true if the cells have some digits.
    pub(crate) fn is_true(self, variable: u32, digits: &[usize]) -> bool {
        match (variable as usize).checked_sub(self.cells() * self.digits) {
            None => digits[variable as usize / self.digits] == variable as usize % self.digits,
            Some(order) => digits[order / (self.digits - 1)] > order % (self.digits - 1),
        }
    }

    /// The digits with values in a range.
    pub(crate) fn within(self, low: i64, high: i64) -> Digits {
        let inside = |digit: &usize| (low..=high).contains(&self.value(*digit));
        (0..self.digits).filter(inside).fold(0, |set, digit| set | 1 << digit)
    }

    /// The number of the box of a cell.
    pub(crate) fn box_of(self, cell: usize) -> Option<usize> {
        let ((height, width), n) = (self.boxes?, self.columns);
        (cell < self.grid()).then(|| cell / n / height * (n / width) + cell % n / width)
    }

    pub(crate) fn name(self, cell: usize) -> String {
        match cell.checked_sub(self.grid()) {
            Some(extra) => format!("v{}", extra + 1),
            None => format!("r{}c{}", cell / self.columns + 1, cell % self.columns + 1),
        }
    }

    /// The cell with a name such as `r1c9` or `v3`.
    pub(crate) fn named(self, name: &str) -> Option<usize> {
        let number = |text: &str, most| text.parse().ok().filter(|n| (1..=most).contains(n)).map(|n| n - 1);
        if let Some(extra) = name.strip_prefix('v') {
            return Some(self.grid() + number(extra, self.extra)?);
        }
        let (row, column) = name.strip_prefix('r')?.split_once('c')?;
        Some(number(row, self.rows)? * self.columns + number(column, self.columns)?)
    }

    /// The cells of the grid in sets. `of` returns the number of the set of each cell.
    pub(crate) fn sets(self, count: usize, of: impl Fn(usize) -> Option<usize>) -> Vec<Vec<usize>> {
        let mut sets = vec![Vec::new(); count];
        (0..self.grid()).for_each(|cell| of(cell).into_iter().for_each(|set| sets[set].push(cell)));
        sets
    }

    /// Reads `grid 6x9 boxes 2x3 digits 0-8 extra 12`.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let pair = |text: &str, between: char| -> Option<(usize, usize)> {
            let (first, second) = text.split_once(between)?;
            let pair: (usize, usize) = (first.parse().ok()?, second.parse().ok()?);
            (pair.0.max(pair.1) <= 64).then_some(pair)
        };
        let mut words = text.split_whitespace().skip(1);
        let (rows, columns) = pair(words.next()?, 'x').filter(|pair| pair.0 * pair.1 > 0)?;
        let mut shape = Self { rows, columns, digits: rows.max(columns), least: 1, boxes: None, extra: 0 };
        while let Some(word) = words.next() {
            match (word, words.next()?) {
                ("boxes", size) => shape.boxes = Some(pair(size, 'x').filter(|pair| pair.0 * pair.1 > 0)?),
                ("digits", range) => {
                    let (least, most) = pair(range, '-').filter(|pair| pair.0 <= 1)?;
                    (shape.least, shape.digits) = (least as i64, (most + 1).checked_sub(least)?);
                }
                ("extra", count) => shape.extra = count.parse().ok().filter(|&n: &usize| n <= 4096)?,
                _ => return None,
            }
        }
        let (height, width) = shape.boxes.unwrap_or((1, 1));
        let tiled = rows.is_multiple_of(height) && columns.is_multiple_of(width);
        (tiled && (1..=64).contains(&shape.digits) && shape.cells() <= 4096).then_some(shape)
    }

    /// The shape of a line of N*N characters or numbers. Boxes are as square as possible and not taller than wide;
    /// there are none for a prime N.
    pub(crate) fn of_line(line: &str) -> Result<Self, String> {
        let words = line.split_whitespace().count();
        let (count, most) = if words > 1 { (words, 64) } else { (line.chars().count(), 36) };
        let n = count.isqrt();
        ensure(n * n == count && n <= most, || format!("found {count} cells, expected those of a square"))?;
        let rows = (1..=n).filter(|rows| rows * rows <= n && n.is_multiple_of(*rows)).max().unwrap_or(1);
        let boxes = (rows > 1 || n == 1).then_some((rows, n / rows));
        Ok(Self { rows: n, columns: n, digits: n, least: 1, boxes, extra: 0 })
    }

    /// The values of a line of characters or numbers, with a dot for each blank.
    pub(crate) fn values_of_line(self, line: &str) -> String {
        let value = |c: char| c.to_digit(36).map_or(c.to_string(), |value| value.to_string());
        let is_run = line.chars().count() == self.cells();
        let words = if is_run { line.chars().map(|c| value(c) + " ").collect() } else { line.to_owned() };
        let blank = |word| match word {
            "0" if is_run && self.digits == 36 => "36",
            "0" => ".",
            _ => word,
        };
        words.split_whitespace().map(blank).collect::<Vec<&str>>().join(" ")
    }
}
