//! The drawing of each rule on the board.

use std::collections::HashMap;
use std::fmt::Write as _;

use arcdoku::grid::Cell;
use arcdoku::puzzle::Rule;

use super::clue;
use super::part::{Manner, Part, Term};
use crate::sheet::{Point, SIDE, Sheet, number, pair};
use crate::svg::{self, circle, line, path, polyline, rect, text_at};

/// Layers of a drawing, from the bottom: areas and lines are below the lines of the grid.
#[derive(Default)]
pub(crate) struct Layers {
    pub(crate) areas: String,
    pub(crate) lines: String,
    pub(crate) cages: String,
    /// Above the digits.
    pub(crate) marks: String,
}

pub(super) struct Canvas<'a> {
    sheet: &'a Sheet<'a>,
    pub(super) layers: Layers,
    /// The number of texts in the upper left corner of each cell, and the number of letters in the lower left corner.
    labels: HashMap<Cell, usize>,
    tags: HashMap<Cell, usize>,
    /// The number of sets of tinted cells.
    tints: usize,
    /// Whether the borders of cages are drawn together.
    is_killer: bool,
}

impl<'a> Canvas<'a> {
    pub(super) fn new(sheet: &'a Sheet<'a>, is_killer: bool) -> Self {
        let (labels, tags) = (HashMap::new(), HashMap::new());
        Self { sheet, layers: Layers::default(), labels, tags, tints: 0, is_killer }
    }

    pub(super) fn draw(&mut self, rule: &Rule, part: &Part, tag: Option<&str>) {
        let manner = part.manner();
        let label = part.label();
        match manner.what {
            "line" => self.lines(part, &manner),
            "thermo" => self.thermo(part, &manner),
            "arrow" => self.arrow(part, &manner),
            "cage" if self.is_diagonal(part) => self.diagonal(&part.cells(0)),
            "cage" => return self.cage(part, &manner, tag),
            "dot" | "letter" | "sign" => return self.between(part, &manner, tag),
            "corner" => return self.corner(part, &manner, tag),
            "circle" | "square" => self.shapes(&part.all_cells(), &manner),
            "arrows" => self.arrows(&part.all_cells(), &manner),
            "cell" if manner.is("candidates") => {}
            "cell" | "area" => {
                let sets = (0..part.lists.len()).map(|list| part.cells(list)).collect::<Vec<_>>();
                self.tinted(&sets, &manner);
            }
            "windows" => {
                let sets = rule.constraints(self.sheet.shape);
                let sets = sets.iter().map(|set| set.cells().to_vec()).collect::<Vec<_>>();
                self.tinted(&sets, &manner);
            }
            "diagonals" => {
                for diagonal in rule.constraints(self.sheet.shape) {
                    self.diagonal(diagonal.cells());
                }
            }
            // Clues at the border are drawn separately.
            "outside" if clue::step_of(self.sheet.puzzle, &part.cells(0)).is_some() => return,
            "outside" => {
                self.path(&part.cells(0), "line gray fine", false);
                self.head(&part.cells(0));
            }
            _ => return,
        }
        // Every list gets the letter; for kinds with independent cells, every cell gets it.
        let is_each =
            matches!(manner.what, "cell" | "circle" | "square" | "arrows") && !manner.is("together");
        for list in 0..part.lists.len() {
            let cells = part.cells(list);
            let named = if is_each { &cells[..] } else { &cells[..1] };
            for &cell in named {
                if let Some(tag) = tag {
                    self.tag(cell, tag);
                }
                if let Some(label) = label.as_deref().filter(|_| is_each || list == 0) {
                    self.label(cell, label);
                }
            }
        }
    }

    /// Whether a rule is one main diagonal of a square, which is drawn as a line.
    fn is_diagonal(&self, part: &Part) -> bool {
        let shape = self.sheet.shape;
        let size = shape.rows();
        let mut cells = part.all_cells();
        cells.sort_unstable();
        let diagonals = [|_: usize, row: usize| row, |size: usize, row: usize| size - 1 - row];
        part.kind.name == "all-different"
            && shape.columns() == size
            && diagonals.iter().any(|column| {
                (0..size).map(|row| shape.cell(row, column(size, row))).eq(cells.iter().copied())
            })
    }

    fn diagonal(&mut self, cells: &[Cell]) {
        if let [first, .., last] = cells {
            let ends = [self.sheet.middle(*first), self.sheet.middle(*last)];
            line(&mut self.layers.lines, &path("diagonal", &polyline(&ends)));
        }
    }

    /// A text in the upper left corner of a cell, below the existing texts.
    fn label(&mut self, cell: Cell, text: &str) {
        let count = self.labels.entry(cell).or_default();
        let (x, y) = self.sheet.corner(cell);
        let at = (x + 4.0, y + 14.0 + 14.0 * *count as f32);
        *count += 1;
        line(&mut self.layers.marks, &svg::text("sum", at, text));
    }

    /// A letter in the lower left corner of a cell, next to the existing letters.
    fn tag(&mut self, cell: Cell, text: &str) {
        let count = self.tags.entry(cell).or_default();
        let (x, y) = self.sheet.corner(cell);
        let at = (x + 5.0 + 10.0 * *count as f32, y + SIDE - 5.0);
        *count += 1;
        line(&mut self.layers.marks, &svg::text("tag", at, text));
    }

    fn points(&self, cells: &[Cell]) -> Vec<Point> {
        cells.iter().map(|&cell| self.sheet.middle(cell)).collect()
    }

    fn path(&mut self, cells: &[Cell], class: &str, is_closed: bool) {
        let mut points = self.points(cells);
        if let [only] = points[..] {
            // A line of only one cell is drawn as a dash.
            points = vec![(only.0 - 8.0, only.1), (only.0 + 8.0, only.1)];
        }
        let data = polyline(&points) + if is_closed { "Z" } else { "" };
        line(&mut self.layers.lines, &path(class, &data));
    }

    /// Draws the head of an arrow at the last cell.
    fn head(&mut self, cells: &[Cell]) {
        if let [.., before, last] = self.points(cells)[..] {
            line(&mut self.layers.lines, &path("shaft", &head(before, last)));
        }
    }

    fn lines(&mut self, part: &Part, manner: &Manner) {
        let width = if manner.is("thick") { "wide-line" } else { "fine" };
        let color = manner.color();
        let class = format!("line {color} {width}");
        let mut lists: Vec<Vec<Cell>> = (0..part.lists.len()).map(|list| part.cells(list)).collect();
        if let Some(whole) = part.joined().filter(|_| manner.is("together")) {
            lists = vec![whole];
        }
        let is_headed = manner.is("first");
        if let [head, first, ..] = &mut lists[..]
            && is_headed
            && head.len() == 1
        {
            first.insert(0, head[0]);
            lists.remove(0);
        }
        for cells in &lists {
            self.path(cells, &class, manner.is("closed"));
            let ends: &[Cell] = match cells[..] {
                [first, ..] if is_headed => &[first],
                [first, .., last] if manner.is("ends") => &[first, last],
                _ => &[],
            };
            for &cell in ends {
                let (x, y) = self.sheet.middle(cell);
                let class = format!("end {color}");
                let end = if manner.is("diamond") {
                    path(&class, &format!("M{}l20 20l-20 20l-20 -20z", pair((x, y - 20.0))))
                } else {
                    circle(&class, (x, y), 22.0)
                };
                line(&mut self.layers.lines, &end);
            }
        }
    }

    fn thermo(&mut self, part: &Part, manner: &Manner) {
        for list in 0..part.lists.len() {
            let points = self.points(&part.cells(list));
            let Some(&(x, y)) = points.first() else { continue };
            let class = if manner.is("thin") { "thermo slow" } else { "thermo" };
            let (x, y, data) = (number(x), number(y), polyline(&points));
            // Bulb and tube are one group, so they have one shade where they overlap.
            let _ = writeln!(
                self.layers.lines,
                "<g class=\"{class}\"><circle cx=\"{x}\" cy=\"{y}\" r=\"22\"/><path d=\"{data}\"/></g>"
            );
        }
    }

    fn arrow(&mut self, part: &Part, manner: &Manner) {
        let lists: Vec<Vec<Cell>> = (0..part.lists.len()).map(|list| part.cells(list)).collect();
        if manner.is("thin") {
            // The first list is the cell that counts; the other lists are its arms.
            let (heads, arms) = lists.split_at(1.min(lists.len()));
            self.rings(&heads.concat());
            for arm in arms {
                self.path(arm, "shaft", false);
                self.head(arm);
            }
            return;
        }
        for cells in &lists {
            let count = match part.words.first().and_then(|word| word.parse().ok()) {
                Some(count) if manner.is("pill") => count,
                _ => 1,
            };
            let (circled, shaft) = cells.split_at(count.min(cells.len()));
            let Some(&last) = circled.last() else { continue };
            let whole = [&[last], shaft].concat();
            if shaft.is_empty() {
                self.rings(circled);
                continue;
            }
            self.path(&whole, "shaft", false);
            match whole[..] {
                [.., end] if manner.is("circles") => self.rings(&[end]),
                _ => self.head(&whole),
            }
            if manner.is("pill") {
                self.pill(circled);
            } else {
                self.rings(circled);
            }
        }
    }

    fn rings(&mut self, cells: &[Cell]) {
        for at in self.points(cells) {
            line(&mut self.layers.lines, &circle("bulb", at, 23.0));
        }
    }

    /// Draws a rounded frame around cells in a row.
    fn pill(&mut self, cells: &[Cell]) {
        let mut points = self.points(cells);
        if let [only] = points[..] {
            points.push((only.0 + 0.1, only.1));
        }
        let data = polyline(&points);
        line(&mut self.layers.lines, &(path("pill", &data) + &path("pill inner", &data)));
    }

    fn cage(&mut self, part: &Part, manner: &Manner, tag: Option<&str>) {
        let mut lists: Vec<Vec<Cell>> = (0..part.lists.len()).map(|list| part.cells(list)).collect();
        let is_dashed = manner.is("dashed");
        let label = part.label();
        if manner.is("first") {
            // The cell that counts has a ring. It is a separate list, or the first cell of each list.
            let alone = lists.len() > 1 && lists[0].len() == 1;
            let heads = if alone { lists.remove(0) } else { lists.iter().map(|list| list[0]).collect() };
            if !alone {
                lists.iter_mut().for_each(|list| {
                    list.remove(0);
                });
            }
            lists.retain(|list| !list.is_empty());
            self.rings(&heads);
        }
        let class = if is_dashed { "cage open" } else { "cage" };
        for (i, cells) in lists.iter().enumerate() {
            let inset = if is_dashed { 7.0 } else { 5.0 };
            if !self.is_killer || part.kind.name != "cage" {
                line(&mut self.layers.cages, &path(class, &self.sheet.outline(cells, inset)));
            }
            let Some(&first) = cells.iter().min_by_key(|&&cell| self.sheet.place(cell)) else { continue };
            if let Some(label) = label.as_deref().filter(|_| i == 0) {
                self.label(first, label);
            }
            if let Some(tag) = tag {
                self.tag(first, tag);
            }
        }
        for &Term { cell, factor } in part.lists.iter().flatten().filter(|term| term.factor != 1) {
            let (x, y) = self.sheet.corner(cell);
            let text = match factor {
                -1 => "−".to_owned(),
                factor if factor < 0 => format!("−{}", -i64::from(factor)),
                factor => format!("×{factor}"),
            };
            line(&mut self.layers.marks, &svg::text("factor", (x + SIDE - 9.0, y + SIDE - 9.0), &text));
        }
    }

    /// Draws the borders between cages, and the frame of the grid.
    pub(super) fn borders(&mut self, cages: &[usize]) {
        let (borders, frame) = self.sheet.borders(cages);
        line(&mut self.layers.cages, &(path("cage", &borders) + &path("frame", &frame)));
    }

    /// Draws dots, letters and signs between each two consecutive cells.
    fn between(&mut self, part: &Part, manner: &Manner, tag: Option<&str>) {
        let label = part.label().unwrap_or_default();
        for list in 0..part.lists.len() {
            for two in self.points(&part.cells(list)).windows(2) {
                let (from, to) = (two[0], two[1]);
                let (x, y) = (f32::midpoint(from.0, to.0), f32::midpoint(from.1, to.1));
                if (from.0 - to.0).abs() + (from.1 - to.1).abs() > SIDE + 1.0 {
                    // The cells do not touch, so a line connects them.
                    line(&mut self.layers.lines, &path("line gray fine", &polyline(two)));
                }
                let out = &mut self.layers.marks;
                match manner.what {
                    "sign" => {
                        let (dx, dy) = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
                        let (dx, dy) = if (to.0 - from.0).abs() < 1.0 { (0.0, dy) } else { (dx, 0.0) };
                        let open =
                            |side: f32| (x - dx * 4.5 + dy * side * 7.0, y - dy * 4.5 + dx * side * 7.0);
                        let tip = (x + dx * 4.5, y + dy * 4.5);
                        line(out, &path("sign", &polyline(&[open(-1.0), tip, open(1.0)])));
                    }
                    "dot" => {
                        let radius = if label.is_empty() { 7.5 } else { 10.0 };
                        line(out, &circle(manner_class(manner), (x, y), radius));
                        if !label.is_empty() {
                            let class = if manner.is("black") { "on-black" } else { "on-white" };
                            line(out, &text_at(class, (x, y), &label));
                        }
                    }
                    _ => line(out, &text_at("letter", (x, y), &label)),
                }
                if let Some(tag) = tag {
                    line(out, &svg::text("tag", (x + 9.0, y - 6.0), tag));
                }
            }
        }
    }

    /// Draws values at the common corner of four cells, or next to a frame around other cells.
    fn corner(&mut self, part: &Part, manner: &Manner, tag: Option<&str>) {
        for list in 0..part.lists.len() {
            let cells = part.cells(list);
            let places: Vec<_> = cells.iter().map(|&cell| self.sheet.place(cell)).collect();
            let span = |of: fn(&(usize, usize)) -> usize| {
                let numbers = || places.iter().map(of);
                numbers().max().unwrap_or(0) - numbers().min().unwrap_or(0)
            };
            let is_square = cells.len() == 4 && span(|place| place.0) == 1 && span(|place| place.1) == 1;
            let text = part.label();
            let (Some(text), true) = (&text, is_square) else {
                return self.cage(part, manner, tag);
            };
            let points = self.points(&cells);
            let count = points.len() as f32;
            let x = points.iter().map(|point| point.0).sum::<f32>() / count;
            let y = points.iter().map(|point| point.1).sum::<f32>() / count;
            // Up to two values are drawn side by side.
            let values: Vec<&str> = text.split(' ').collect();
            let out = &mut self.layers.marks;
            let dot = if manner.is("square") {
                rect("dot white", (x - 15.0, y - 15.0), (30.0, 30.0), 4)
            } else {
                circle("dot white", (x, y), 16.0)
            };
            line(out, &dot);
            let rows: Vec<String> = values.chunks(2).map(|row| row.join(" ")).collect();
            for (i, row) in rows.iter().enumerate() {
                let y = y + (i as f32 - (rows.len() as f32 - 1.0) / 2.0) * 12.0;
                line(out, &text_at("on-white", (x, y), row));
            }
            if let Some(tag) = tag {
                line(out, &svg::text("tag", (x + 17.0, y - 12.0), tag));
            }
        }
    }

    fn shapes(&mut self, cells: &[Cell], manner: &Manner) {
        for (x, y) in self.points(cells) {
            let class = if manner.is("gray") { "blob" } else { "bulb" };
            let shape = if manner.what == "square" {
                rect(class, (x - 21.0, y - 21.0), (42.0, 42.0), 0)
            } else {
                circle(class, (x, y), 23.0)
            };
            line(&mut self.layers.areas, &shape);
        }
    }

    /// Draws arrow heads at the sides of cells, toward neighbors that are not listed, or away from them.
    fn arrows(&mut self, cells: &[Cell], manner: &Manner) {
        let places: Vec<_> = cells.iter().map(|&cell| self.sheet.place(cell)).collect();
        let mut data = String::new();
        for (&cell, &(row, col)) in cells.iter().zip(&places) {
            let (x, y) = self.sheet.middle(cell);
            for (down, right) in [(0_i8, 1_i8), (1, 0), (0, -1), (-1, 0)] {
                let other = (row as isize + isize::from(down), col as isize + isize::from(right));
                let is_listed = places.iter().any(|&(row, col)| other == (row as isize, col as isize));
                if is_listed || !self.sheet.has(other.0, other.1) {
                    continue;
                }
                let (down, right) = (f32::from(down), f32::from(right));
                let at = |along: f32, aside: f32| {
                    (x + right * along - down * aside, y + down * along + right * aside)
                };
                let (base, tip) = if manner.is("outward") { (21.0, 27.0) } else { (27.0, 21.0) };
                data += &polyline(&[at(base, -5.0), at(tip, 0.0), at(base, 5.0)]);
            }
        }
        line(&mut self.layers.cages, &path("sign", &data));
        self.tinted(&[cells.to_vec()], manner);
    }

    fn tinted(&mut self, sets: &[Vec<Cell>], manner: &Manner) {
        let class = if manner.is("shaded") { "shade" } else { "tint" };
        let number = self.tints % 3;
        self.tints += 1;
        for cells in sets.iter().filter(|cells| !cells.is_empty()) {
            let mut data = String::new();
            for &cell in cells {
                let _ = write!(data, "M{}h{SIDE}v{SIDE}h-{SIDE}z", pair(self.sheet.corner(cell)));
            }
            // Clones and extremes are gray, as setters draw them.
            if manner.is("gray") || manner.what == "arrows" {
                line(&mut self.layers.areas, &path("shade", &data));
                continue;
            }
            if !manner.is("dashed") {
                line(&mut self.layers.areas, &path(&format!("{class} s{number}"), &data));
            }
            let edge = path(&format!("edge s{number}"), &self.sheet.outline(cells, 3.0));
            line(&mut self.layers.areas, &edge);
        }
    }
}

pub(super) fn manner_class(manner: &Manner) -> &'static str {
    if manner.is("black") { "dot black" } else { "dot white" }
}

/// The head of an arrow that ends at a point.
pub(super) fn head(before: Point, tip: Point) -> String {
    let (dx, dy) = (tip.0 - before.0, tip.1 - before.1);
    let length = dx.hypot(dy).max(0.1);
    let (dx, dy) = (dx / length * 9.0, dy / length * 9.0);
    polyline(&[(tip.0 - dx + dy, tip.1 - dy - dx), tip, (tip.0 - dx - dy, tip.1 - dy + dx)])
}
