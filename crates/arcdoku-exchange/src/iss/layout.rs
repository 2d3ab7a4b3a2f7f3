//! The cells of an ISS string: a grid, and groups of extra variables.

/// Cells of a grid and of groups of variables, and the values that they may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Rows of the grid.
    pub rows: usize,
    /// Columns of the grid.
    pub columns: usize,
    /// The number of values.
    pub values: usize,
    /// The smallest value: 0 or 1.
    pub least: usize,
    /// Whether the grid lacks the rules of rows, columns and boxes.
    pub is_raw: bool,
    /// The groups of variables; their cells follow the cells of the grid.
    pub groups: Vec<Group>,
}

/// A group of extra variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The prefix of the names of its cells, such as `VA`.
    pub prefix: String,
    /// The display name.
    pub label: String,
    /// The number of cells.
    pub count: usize,
    /// The number of columns in which its cells are laid out, if given.
    pub columns: Option<usize>,
    /// The index of the first cell.
    pub first: usize,
}

/// The largest number of cells of a grid and its groups.
const MOST_CELLS: usize = 4096;

impl Default for Layout {
    fn default() -> Self {
        Self { rows: 9, columns: 9, values: 9, least: 1, is_raw: false, groups: Vec::new() }
    }
}

impl Layout {
    /// Reads the arguments of `Shape`, such as `9x9`, `6x6~9`, `9x9~0-8`, `9x9~~Raw`.
    pub(crate) fn read(arguments: &[&str]) -> Option<Self> {
        if arguments.is_empty() {
            return Some(Self::default());
        }
        let (rows, columns) = arguments[0].split_once('x')?;
        let side = |text: &str| text.parse().ok().filter(|side| (1..=64).contains(side));
        let (rows, columns): (usize, usize) = (side(rows)?, side(columns)?);
        let (mut least, mut values) = (1, rows.max(columns));
        match arguments.get(1).copied().unwrap_or_default() {
            "" => {}
            range => match range.split_once('-') {
                Some((low, high)) => {
                    least = low.parse().ok().filter(|least| *least <= 1)?;
                    values = high.parse::<usize>().ok()?.checked_sub(least)? + 1;
                }
                None => values = range.parse().ok()?,
            },
        }
        let is_raw = match arguments.get(2).copied() {
            None | Some("Sudoku") => false,
            Some("Raw") => true,
            Some(_) => return None,
        };
        let is_fit = (1..=64).contains(&values) && arguments.len() <= 3;
        is_fit.then_some(Self { rows, columns, values, least, is_raw, groups: Vec::new() })
    }

    /// The arguments of `Shape`.
    pub(crate) fn spec(&self) -> String {
        let mut text = format!("{}x{}", self.rows, self.columns);
        if self.least != 1 {
            text += &format!("~{}-{}", self.least, self.values + self.least - 1);
        } else if self.values != self.rows.max(self.columns) {
            text += &format!("~{}", self.values);
        } else if self.is_raw {
            text.push('~');
        }
        if self.is_raw {
            text += "~Raw";
        }
        text
    }

    /// The number of cells of the grid.
    pub fn grid_cells(&self) -> usize {
        self.rows * self.columns
    }

    /// The number of all cells.
    pub fn cells(&self) -> usize {
        self.groups.last().map_or(self.grid_cells(), |group| group.first + group.count)
    }

    /// The largest value.
    pub fn most(&self) -> usize {
        self.least + self.values - 1
    }

    /// Adds a group at the end. Returns false if there are too many cells or another group has the prefix.
    pub(crate) fn add(
        &mut self,
        prefix: String,
        label: String,
        count: usize,
        columns: Option<usize>,
    ) -> bool {
        let first = self.cells();
        let is_taken = self.groups.iter().any(|group| group.prefix == prefix);
        if is_taken || count == 0 || count > MOST_CELLS || first + count > MOST_CELLS {
            return false;
        }
        self.groups.push(Group { prefix, label, count, columns, first });
        true
    }

    /// The group with this prefix.
    pub fn group(&self, prefix: &str) -> Option<&Group> {
        self.groups.iter().find(|group| group.prefix == prefix)
    }

    /// The cell with this name: `R1Ca` with a digit of base 17 for each coordinate, or a cell of a group.
    pub(crate) fn cell(&self, name: &str) -> Option<usize> {
        if let [b'R' | b'r', row, b'C' | b'c', column] = *name.as_bytes() {
            let (row, column) = (coordinate(row)?, coordinate(column)?);
            return (row < self.rows && column < self.columns).then_some(row * self.columns + column);
        }
        // Names longer than four characters have decimal coordinates.
        if let Some((row, column)) = name.strip_prefix('R').and_then(|rest| rest.split_once('C')) {
            let place = |text: &str| text.parse::<usize>().ok()?.checked_sub(1);
            let (row, column) = (place(row)?, place(column)?);
            return (row < self.rows && column < self.columns).then(|| row * self.columns + column);
        }
        let digits = name.len() - name.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        let (prefix, number) = name.split_at(name.len() - digits);
        let group = self.group(prefix)?;
        let index = match number {
            "" if group.count == 1 => 0,
            "" => return None,
            number => number.parse::<usize>().ok()?.checked_sub(1)?,
        };
        (index < group.count).then_some(group.first + index)
    }

    /// The name of a cell in ISS strings.
    pub fn name_of(&self, cell: usize) -> String {
        if cell < self.grid_cells() {
            let (row, column) = (cell / self.columns, cell % self.columns);
            return format!("R{}C{}", to_coordinate(row), to_coordinate(column));
        }
        let group = self.groups.iter().find(|group| (group.first..group.first + group.count).contains(&cell));
        match group {
            Some(group) if group.count == 1 => group.prefix.clone(),
            Some(group) => format!("{}{}", group.prefix, cell - group.first + 1),
            None => format!("V{cell}"),
        }
    }

    /// The grid or group of a cell: its first cell, its number of cells and its number of columns. A group without
    /// its own number of columns has the columns of the grid.
    pub(crate) fn patch(&self, cell: usize) -> (usize, usize, usize) {
        match self.groups.iter().find(|group| (group.first..group.first + group.count).contains(&cell)) {
            Some(group) => (group.first, group.count, group.columns.unwrap_or(self.columns)),
            None => (0, self.grid_cells(), self.columns),
        }
    }

    /// Whether two cells have a common edge.
    pub(crate) fn are_neighbors(&self, a: usize, b: usize) -> bool {
        let (first, count, columns) = self.patch(a);
        let place = |cell: usize| ((cell - first) / columns, (cell - first) % columns);
        (first..first + count).contains(&b) && {
            let ((row, column), (other_row, other_column)) = (place(a), place(b));
            row.abs_diff(other_row) + column.abs_diff(other_column) == 1
        }
    }

    /// The cell at the same offset from `target` as `cell` is from `origin`, if all are in one grid or group.
    pub(crate) fn shifted(&self, cell: usize, origin: usize, target: usize) -> Option<usize> {
        let (first, count, columns) = self.patch(origin);
        let inside = |cell: usize| (first..first + count).contains(&cell);
        if !inside(cell) || !inside(target) {
            return None;
        }
        let place = |cell: usize| (((cell - first) / columns) as isize, ((cell - first) % columns) as isize);
        let ((row, column), (from_row, from_column), (to_row, to_column)) =
            (place(cell), place(origin), place(target));
        let (row, column) = (to_row + row - from_row, to_column + column - from_column);
        if row < 0 || !(0..columns as isize).contains(&column) {
            return None;
        }
        Some(first + row as usize * columns + column as usize).filter(|&cell| inside(cell))
    }

    /// Rows and columns of a box of `size` cells, if boxes of that size tile the grid: as square as possible, and
    /// wider rather than taller.
    pub(crate) fn box_size(&self, size: usize) -> Option<(usize, usize)> {
        (2..=size.isqrt()).rev().filter(|small| size.is_multiple_of(*small)).find_map(|small| {
            let large = size / small;
            let tiles = |(rows, columns): (usize, usize)| {
                (self.rows.is_multiple_of(rows) && self.columns.is_multiple_of(columns))
                    .then_some((rows, columns))
            };
            tiles((small, large)).or_else(|| tiles((large, small)))
        })
    }

    /// The default size of a region.
    pub(crate) fn side(&self) -> usize {
        self.rows.max(self.columns)
    }

    /// The cells of a diagonal clue, which a string gives by its first cell.
    pub(crate) fn diagonal(&self, first: usize) -> Option<Vec<usize>> {
        let (row, column) = (first / self.columns, first % self.columns);
        let (last_row, last_column) = (self.rows - 1, self.columns - 1);
        let (down, right) = if column == 0 && row < last_row {
            (true, true)
        } else if column == last_column && row > 0 && row < last_row {
            (false, false)
        } else if row == 0 {
            (true, false)
        } else if row == last_row {
            (false, true)
        } else {
            return None;
        };
        let mut cells = Vec::new();
        let (mut row, mut column) = (Some(row), Some(column));
        while let (Some(r), Some(c)) = (row, column)
            && r <= last_row
            && c <= last_column
        {
            cells.push(r * self.columns + c);
            row = if down { r.checked_add(1) } else { r.checked_sub(1) };
            column = if right { c.checked_add(1) } else { c.checked_sub(1) };
        }
        (cells.len() > 1).then_some(cells)
    }

    /// The cells of `R2` or `C2`, from left to right or from top to bottom.
    pub(crate) fn line(&self, name: &str) -> Option<Vec<usize>> {
        let index = |text: &str, most: usize| {
            text.parse::<usize>().ok()?.checked_sub(1).filter(|index| *index < most)
        };
        if let Some(row) = name.strip_prefix('R') {
            let row = index(row, self.rows)?;
            return Some((0..self.columns).map(|column| row * self.columns + column).collect());
        }
        let column = index(name.strip_prefix('C')?, self.columns)?;
        Some((0..self.rows).map(|row| row * self.columns + column).collect())
    }
}

/// The zero-based coordinate of a digit of base 17. Digits count from 1.
fn coordinate(byte: u8) -> Option<usize> {
    let value = char::from(byte).to_digit(17)?;
    (value as usize).checked_sub(1)
}

fn to_coordinate(index: usize) -> String {
    match char::from_digit(index as u32 + 1, 17) {
        Some(digit) => digit.to_string(),
        None => (index + 1).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_and_their_texts() {
        for text in ["9x9", "6x6~9", "9x9~0-8", "9x9~~Raw", "4x7", "1x1~0-15~Raw"] {
            let layout = Layout::read(&text.split('~').collect::<Vec<_>>()).unwrap();
            assert_eq!(layout.spec(), text);
        }
        for text in ["9", "0x9", "9x65", "9x9~2-8", "9x9~5-1", "9x9~9~Other"] {
            assert!(Layout::read(&text.split('~').collect::<Vec<_>>()).is_none(), "{text}");
        }
    }

    #[test]
    fn names_of_cells() {
        let mut layout = Layout::read(&["16x16"]).unwrap();
        assert!(layout.add("VA".into(), "a".into(), 3, None) && layout.add("VB".into(), "b".into(), 1, None));
        assert!(!layout.add("VA".into(), "again".into(), 3, None));
        for (name, cell) in [("R1C1", 0), ("R1Cg", 15), ("RgCa", 249), ("VA2", 257), ("VB", 259)] {
            assert_eq!((layout.cell(name), layout.name_of(cell).as_str()), (Some(cell), name));
        }
        for name in ["R0C1", "R1Ch", "VA4", "VA", "VC1", "VA0", "", "R", "é"] {
            assert_eq!(layout.cell(name), None, "{name}");
        }
    }

    #[test]
    fn diagonals_and_boxes() {
        let layout = Layout::default();
        assert_eq!(layout.diagonal(1), Some(vec![1, 9]));
        assert_eq!(layout.diagonal(8).map(|cells| cells.len()), Some(9));
        assert_eq!(layout.diagonal(0).map(|cells| cells[1]), Some(10));
        assert_eq!(layout.diagonal(40), None);
        assert_eq!(layout.box_size(9), Some((3, 3)));
        let wide = Layout::read(&["4x6"]).unwrap();
        assert_eq!(wide.box_size(6), Some((2, 3)));
    }
}
