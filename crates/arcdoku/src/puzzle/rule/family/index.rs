//! Values that are positions.

use std::sync::Arc;

use crate::grid::Cell;
use crate::puzzle::relation::{PairTable, Relation};
use crate::puzzle::rule::constraint::Constraint;
use crate::puzzle::rule::listed::{ANY, Kind, Reduced, Reducer};

pub(super) const KINDS: &[Kind] = &[
    Kind::new(
        "row-index",
        "row-index: r1c1 r1c2",
        "If a cell in row r has the value v, the cell of its column in row v holds r.",
        "cell tinted label R",
        |reducer| {
            let (rows, _) = reducer.sides();
            let shape = reducer.shape;
            index(reducer, &|cell| {
                let column = shape.col(cell);
                Some(((0..rows).map(|row| shape.cell(row, column)).collect(), shape.row(cell)))
            })
        },
    )
    .lists(1, ANY),
    Kind::new(
        "column-index",
        "column-index: r1c1 r2c1",
        "If a cell in column c has the value v, the cell of its row in column v holds c.",
        "cell tinted label C",
        |reducer| {
            let (_, columns) = reducer.sides();
            let shape = reducer.shape;
            index(reducer, &|cell| {
                let row = shape.row(cell);
                Some(((0..columns).map(|column| shape.cell(row, column)).collect(), shape.col(cell)))
            })
        },
    )
    .lists(1, ANY),
    Kind::new(
        "box-index",
        "box-index: r1c1 r2c2",
        "If the p-th cell of a box has the value v, the v-th cell of the box holds p.",
        "cell tinted label B",
        |reducer| {
            let shape = reducer.shape;
            if !shape.has_boxes() {
                let found = format!("boxes in a grid of {shape}");
                return Err(reducer.refused(
                    None,
                    found,
                    "a grid with boxes, or index-line with the cells of a region",
                ));
            }
            index(reducer, &|cell| {
                let cells: Vec<Cell> = shape.box_cells(shape.box_of(cell)?).collect();
                let place = cells.iter().position(|&other| other == cell)?;
                Some((cells, place))
            })
        },
    )
    .lists(1, ANY),
    Kind::new(
        "index-line",
        "index-line: r1c1 r1c2 r1c3",
        "If the p-th cell of the line has the value v, the v-th cell of the line holds p.",
        "line teal thick",
        |reducer| {
            let mut pieces = Vec::new();
            for list in 0..reducer.lists() {
                let cells = reducer.list(list);
                for (place, &cell) in cells.iter().enumerate() {
                    pieces.extend(points(reducer, cell, &cells, place));
                }
            }
            Ok(pieces)
        },
    )
    .lists(1, ANY),
    Kind::new(
        "value-index",
        "value-index: r1c1 r1c2 r2c1 r2c2 r2c3",
        "The second value is the position, counted from 1 after it, of a cell that holds the first value.",
        "line teal thin first",
        |reducer| {
            let mut cells = reducer.list(0);
            cells.swap(0, 1);
            reducer.one(cells, Relation::Element { offset: -reducer.offset() as i32 })
        },
    )
    .cells(3),
];

/// For each cell of the lists, `line_of` returns the cells that its value selects from, and its own position among
/// them.
fn index(reducer: &Reducer<'_>, line_of: &dyn Fn(Cell) -> Option<(Vec<Cell>, usize)>) -> Reduced {
    let cells = reducer.cells();
    if let Some(place) = cells.iter().position(|cell| cell.index() >= reducer.shape.grid_cells()) {
        let found = format!("{} outside of the grid", reducer.shape.name(cells[place]));
        return Err(reducer.refused(Some(place), found, "a cell in a row and a column"));
    }
    let lines = cells.into_iter().filter_map(|cell| Some((cell, line_of(cell)?)));
    Ok(lines.flat_map(|(cell, (line, place))| points(reducer, cell, &line, place)).collect())
}

/// For every value v of a cell, the v-th cell of its line holds the position of the cell.
fn points(reducer: &Reducer<'_>, cell: Cell, line: &[Cell], place: usize) -> Vec<Constraint> {
    let inside = reducer.where_value(|value| value >= 1 && value <= line.len() as i64);
    let mut pieces = vec![reducer.piece(vec![cell], Relation::Among(inside))];
    let own = reducer.digit(place as i64 + 1);
    for digit in inside {
        let target = line[reducer.value(digit) as usize - 1];
        let table = PairTable::new(reducer.digits(), |a, b| a != digit || Some(b) == own);
        pieces.push(reducer.piece(vec![cell, target], Relation::Pair(Arc::new(table))));
    }
    pieces
}
