//! Clues outside of the grid: if a line starts at the border, its clue is before its first cell.

use std::collections::HashMap;

use arcdoku::grid::{Cell, Shape};
use arcdoku::puzzle::Puzzle;

use super::{Drawn, Group};
use crate::sheet::{SIDE, Sheet};
use crate::svg::{line, path, polyline, text, text_at};

/// The distance between two clues at the same end of a line.
const LEVEL: f32 = 30.0;
/// The distance of the first clue from the grid.
const FIRST: f32 = 17.0;

pub(super) struct Clue {
    first: Cell,
    /// The numbers of rows and columns from the first cell of the line to the second.
    step: (isize, isize),
    /// The number of clues between this one and the grid.
    level: usize,
    text: String,
    tag: Option<String>,
    has_arrow: bool,
}

/// The step along a line, if the line starts at the border, where its clue is placed.
pub(super) fn step_of(puzzle: &Puzzle, cells: &[Cell]) -> Option<(isize, isize)> {
    let shape = puzzle.shape();
    let place = |cell: Cell| (shape.row(cell) as isize, shape.col(cell) as isize);
    let first = cells.first().copied().filter(|cell| cell.index() < shape.grid_cells())?;
    let (row, col) = place(first);
    let (last_row, last_col) = (shape.rows() as isize - 1, shape.columns() as isize - 1);
    let step = match cells.get(1).copied().map(place) {
        Some((other_row, other_col)) => (other_row - row, other_col - col),
        None if col == 0 => (0, 1),
        None if row == 0 => (1, 0),
        None if col == last_col => (0, -1),
        None => (-1, 0),
    };
    let before = (row - step.0, col - step.1);
    let is_inside = (0..=last_row).contains(&before.0)
        && (0..=last_col).contains(&before.1)
        && !puzzle.is_void(shape.cell(before.0 as usize, before.1 as usize));
    (step.0.abs() <= 1 && step.1.abs() <= 1 && !is_inside).then_some(step)
}

pub(super) fn clues(puzzle: &Puzzle, drawn: &[Drawn<'_>], groups: &[Group]) -> Vec<Clue> {
    let mut levels: HashMap<(Cell, (isize, isize)), usize> = HashMap::new();
    let mut clues = Vec::new();
    for Drawn { part, group, .. } in drawn {
        let manner = part.manner();
        let cells = part.cells(0);
        if manner.what != "outside" {
            continue;
        }
        let Some(step) = step_of(puzzle, &cells) else { continue };
        let level = levels.entry((cells[0], step)).or_default();
        clues.push(Clue {
            first: cells[0],
            step,
            level: *level,
            text: part.label().unwrap_or_default(),
            tag: groups[*group].tag.clone(),
            has_arrow: manner.is("arrow"),
        });
        *level += 1;
    }
    clues
}

/// The space that clues need at the left, top, right and bottom.
pub(super) fn space(shape: Shape, clues: &[Clue]) -> [f32; 4] {
    let mut space = [0.0_f32; 4];
    for clue in clues {
        let (row, col) = (shape.row(clue.first) as isize, shape.col(clue.first) as isize);
        let (row, col) = (row - clue.step.0, col - clue.step.1);
        let needs = FIRST + 10.0 + LEVEL * clue.level as f32 + if clue.tag.is_some() { 4.0 } else { 0.0 };
        let sides = [col < 0, row < 0, col >= shape.columns() as isize, row >= shape.rows() as isize];
        for (side, _) in space.iter_mut().zip(sides).filter(|(_, needed)| *needed) {
            *side = side.max(needs);
        }
    }
    space
}

impl Clue {
    pub(super) fn draw(&self, sheet: &Sheet<'_>, out: &mut String) {
        let (down, right) = (self.step.0 as f32, self.step.1 as f32);
        let (x, y) = sheet.middle(self.first);
        // The point on the border of the first cell: a middle of a side, or a corner for a diagonal.
        let (edge_x, edge_y) = (x - right * SIDE / 2.0, y - down * SIDE / 2.0);
        let far = FIRST + LEVEL * self.level as f32;
        let (x, y) = (edge_x - right * far, edge_y - down * far);
        if self.has_arrow {
            let at = |by: f32| (edge_x + right * by, edge_y + down * by);
            let length = down.hypot(right).max(0.1);
            let (dx, dy) = (right / length, down / length);
            let tip = at(6.0);
            let side = |by: f32| (tip.0 - 6.0 * dx - by * dy, tip.1 - 6.0 * dy + by * dx);
            let data = polyline(&[at(-7.0), tip]) + &polyline(&[side(4.0), tip, side(-4.0)]);
            line(out, &path("tip", &data));
        }
        line(out, &text_at("clue", (x, y), &self.text));
        if let Some(tag) = &self.tag {
            let half = self.text.chars().count() as f32 * 5.5 + 1.0;
            line(out, &text("tag", (x + half, y - 5.0), tag));
        }
    }
}
