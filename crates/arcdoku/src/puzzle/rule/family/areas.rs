//! Areas: connected cells, unknown regions, overlays.

use std::sync::Arc;

use crate::grid::{Cell, Digit, DigitSet};
use crate::puzzle::error::quoted;
use crate::puzzle::relation::{Adjacency, Areas, Automaton, Connected, Occurrences, Relation};
use crate::puzzle::rule::constraint::Constraint;
use crate::puzzle::rule::definition::RuleError;
use crate::puzzle::rule::listed::{ANY, Kind, Reduced, Reducer};

pub(super) const KINDS: &[Kind] = &[
    Kind::new(
        "connected",
        "connected 1 3 width 4: r1c1 r1c2 r1c3 r1c4 r2c1 r2c2 r2c3 r2c4",
        "The cells with one of the values form one connected area; its size and the width of the listed rows may be given.",
        "area tinted",
        connected,
    )
    .words(1, ANY),
    Kind::new(
        "chaos",
        "chaos 4: v1 v2 v3 v4 v5 v6 v7 v8 v9 v10 v11 v12 v13 v14 v15 v16",
        "Unknown regions: labels divide the cells of the grid into connected regions of the size, each with different digits. Regions are numbered in the order of their first labels; an optional second list names labels that precede all others in this order.",
        "area dashed",
        chaos,
    )
    .words(1, 1)
    .lists(1, 2),
    Kind::new(
        "chaos-arrow",
        "chaos-arrow 0: r1c1 / v1 v2 v3 / v1 v5 v9",
        "The first value plus the offset is the number of cells that the arms see in the region of their common first cell.",
        "arrow thin label {}",
        chaos_arrow,
    )
    .words(1, 1)
    .lists(2, ANY),
    Kind::new(
        "chaos-count",
        "chaos-count 0: r1c1 / v1 v2 v5 v6",
        "The first value plus the offset is the number of labels that equal the first label, including it.",
        "cage dashed first label {}",
        chaos_count,
    )
    .words(1, 1)
    .lists(2, 2),
    Kind::new(
        "marked-different",
        "marked-different: r1c1 r1c2 / v1 v2",
        "Marked cells of the first list hold different digits; every value but the least in the second list is a mark.",
        "cage dashed",
        |reducer| {
            check_equal(reducer)?;
            let least = reducer.digit(reducer.values().0);
            let labels = DigitSet::all(reducer.digits()).iter().filter(|&digit| Some(digit) != least).collect();
            reducer.one(reducer.cells(), Relation::DifferentWithin { labels })
        },
    )
    .lists(2, 2),
    Kind::new(
        "yin-yang",
        "yin-yang 4: v1 v2 v3 v4 v5 v6 v7 v8 v9 v10 v11 v12 v13 v14 v15 v16",
        "In rows of the given length, the least value and the next cover two connected areas without a full 2x2 square.",
        "area shaded",
        |reducer| overlay(reducer, Overlay::YinYang),
    )
    .words(1, 1),
    Kind::new(
        "one-loop",
        "one-loop 4: v1 v2 v3 v4 v5 v6 v7 v8 v9 v10 v11 v12 v13 v14 v15 v16",
        "In rows of the given length, the cells above the least value form one loop that does not touch itself at a side.",
        "area shaded",
        |reducer| overlay(reducer, Overlay::Loop),
    )
    .words(1, 1),
    Kind::new(
        "cave",
        "cave 4: v1 v2 v3 v4 v5 v6 v7 v8 v9 v10 v11 v12 v13 v14 v15 v16",
        "In rows of the given length, the least value forms one connected cave, and all other cells are connected to the edge.",
        "area shaded",
        |reducer| overlay(reducer, Overlay::Cave),
    )
    .words(1, 1),
];

/// Returns an error for two lists of different lengths.
pub(super) fn check_equal(reducer: &Reducer<'_>) -> Result<(), RuleError> {
    let (first, second) = (reducer.list(0).len(), reducer.list(1).len());
    if first == second {
        return Ok(());
    }
    let item = reducer.rule.item_of(1, second.min(first));
    Err(reducer.refused(
        Some(item),
        format!("{second} cells"),
        format!("{first} cells, as in the first list"),
    ))
}

/// The neighbors of cells by a common side, in the grid or in rows of a width.
fn neighbors(reducer: &Reducer<'_>, cells: &[Cell], width: Option<usize>) -> Adjacency {
    let place = |i: usize| match width {
        Some(width) => Some((i / width, i % width)),
        None => reducer.shape.name(cells[i]).position(),
    };
    let adjacent = |i: usize, j: usize| {
        let (Some((r1, c1)), Some((r2, c2))) = (place(i), place(j)) else { return false };
        r1.abs_diff(r2) + c1.abs_diff(c2) == 1
    };
    let of = |i: usize| (0..cells.len()).filter(|&j| adjacent(i, j)).map(|j| j as u16).collect();
    (0..cells.len()).map(of).collect()
}

fn connected(reducer: &Reducer<'_>) -> Reduced {
    let cells = reducer.list(0);
    let (mut size, mut width, mut digits) = (None, None, DigitSet::EMPTY);
    let mut word = 0;
    while let Some(text) = reducer.words().get(word) {
        match &**text {
            "size" => size = Some(reducer.number(word + 1, "a number of cells", (0, 4096), None)? as u16),
            "width" => width = Some(reducer.number(word + 1, "a number of cells", (1, 4096), None)? as usize),
            value => match value.parse().ok().and_then(|value| reducer.digit(value)) {
                Some(digit) => {
                    digits.insert(digit);
                    word += 1;
                    continue;
                }
                None => return Err(reducer.refused(Some(word), quoted(value), "a value of the grid")),
            },
        }
        word += 2;
    }
    let neighbors = neighbors(reducer, &cells, width);
    reducer.one(cells, Relation::Connected(Connected { digits, size, neighbors }))
}

fn chaos(reducer: &Reducer<'_>) -> Reduced {
    let labels = reducer.list(0);
    let (rows, columns) = reducer.sides();
    let cells = rows * columns;
    let most = cells.min(4096) as i64;
    let size = reducer.number(0, "the number of cells of a region", (1, most), None)? as usize;
    if labels.len() != cells || !cells.is_multiple_of(size) || cells / size > reducer.digits() {
        let found = format!("{} labels of regions of {size} cells", labels.len());
        let expected =
            format!("{cells} labels, a size that divides {cells}, and at most {} regions", reducer.digits());
        return Err(reducer.refused(Some(0), found, expected));
    }
    let mut first = Vec::new();
    if reducer.lists() > 1 {
        for (place, label) in reducer.list(1).into_iter().enumerate() {
            let at = labels.iter().position(|&other| other == label).map(|at| at as u16);
            let Some(at) = at.filter(|at| !first.contains(at)) else {
                let item = Some(reducer.rule.item_of(1, place));
                let found = reducer.shape.name(label).to_string();
                return Err(reducer.refused(item, found, "labels of the first list, each once"));
            };
            first.push(at);
        }
    }
    let all = DigitSet::all(reducer.digits());
    let areas = DigitSet::all(cells / size);
    let neighbors = neighbors(reducer, &labels, Some(columns));
    let digits: Vec<Cell> = (0..cells).map(Cell::new).chain(labels.iter().copied()).collect();
    let mut pieces = Vec::new();
    if areas != all {
        pieces.push(reducer.piece(labels.clone(), Relation::Among(areas)));
    }
    let name = |what: &str| format!("{} {what}", reducer.rule.name());
    pieces.push(Constraint::new(
        name("regions"),
        labels,
        Relation::Areas(Areas { size: size as u16, neighbors, first: first.into() }),
    ));
    pieces.push(Constraint::new(name("digits"), digits, Relation::DifferentWithin { labels: areas }));
    Ok(pieces)
}

fn chaos_arrow(reducer: &Reducer<'_>) -> Reduced {
    let offset = reducer.number(0, "an offset", (-64, 64), None)?;
    let control = reducer.list(0);
    let arms: Vec<Vec<Cell>> = (1..reducer.lists()).map(|list| reducer.list(list)).collect();
    if let Some(list) = arms.iter().position(|arm| arm[0] != arms[0][0]) {
        let item = reducer.rule.item_of(list + 1, 0);
        return Err(reducer.refused(Some(item), "another first cell", "arms that begin in the same cell"));
    }
    // The automaton reads the control cell, then the common first cell, and then the rest of each arm.
    let mut cells = vec![control[0], arms[0][0]];
    let mut starts = Vec::new();
    for arm in &arms {
        starts.push(cells.len());
        cells.extend(&arm[1..]);
    }
    // The state: the number of cells read, the number of cells still to be seen, the label, and whether the run is
    // unbroken.
    type Seen = (usize, i64, Option<Digit>, bool);
    let step = |&(read, left, label, unbroken): &Seen, digit: Digit| {
        let next = match (read, label) {
            (0, _) => (1, reducer.value(digit) + offset, None, true),
            (_, None) => (2, left - 1, Some(digit), true),
            (_, Some(label)) => {
                let unbroken = (unbroken || starts.contains(&read)) && digit == label;
                (read + 1, left - i64::from(unbroken), Some(label), unbroken)
            }
        };
        (read == 0 || next.1 >= 0).then_some(next)
    };
    let automaton = Automaton::from_steps(
        reducer.digits(),
        cells.len(),
        (0, 0, None, true),
        step,
        |&(_, left, label, _)| left == 0 && label.is_some(),
    );
    let automaton = automaton.ok_or_else(|| reducer.refused(None, "too many states", "shorter arms"))?;
    reducer.one(cells, Relation::Automaton(Arc::new(automaton)))
}

fn chaos_count(reducer: &Reducer<'_>) -> Reduced {
    let offset = reducer.number(0, "an offset", (-64, 64), None)?;
    let cells = reducer.cells();
    // The state: the number of cells still to be counted, and the label. The control cell is read first.
    let step = |state: &Option<(i64, Option<Digit>)>, digit: Digit| {
        let next = match *state {
            None => (reducer.value(digit) + offset, None),
            Some((left, None)) => (left - 1, Some(digit)),
            Some((left, Some(label))) => (left - i64::from(digit == label), Some(label)),
        };
        (next.0 >= 0).then_some(Some(next))
    };
    let automaton = Automaton::from_steps(reducer.digits(), cells.len(), None, step, |state| {
        matches!(state, Some((0, Some(_))))
    });
    let automaton = automaton.ok_or_else(|| reducer.refused(None, "too many states", "fewer labels"))?;
    reducer.one(cells, Relation::Automaton(Arc::new(automaton)))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Overlay {
    YinYang,
    Loop,
    Cave,
}

/// A black and white picture over rows of cells.
fn overlay(reducer: &Reducer<'_>, kind: Overlay) -> Reduced {
    let cells = reducer.list(0);
    let width = reducer.number(0, "a number of cells of a row", (1, 64), None)? as usize;
    if !cells.len().is_multiple_of(width) {
        let found = format!("{} cells", cells.len());
        return Err(reducer.refused(Some(0), found, "full rows of cells"));
    }
    let all = DigitSet::all(reducer.digits());
    let white = DigitSet::single(Digit::from_index(0));
    let black = if kind == Overlay::YinYang {
        DigitSet::all(2.min(all.len())).minus(white)
    } else {
        all.minus(white)
    };
    let height = cells.len() / width;
    let around = neighbors(reducer, &cells, Some(width));
    let named = |what: &str, cells: Vec<Cell>, relation| {
        Constraint::new(format!("{} {what}", reducer.rule.name()), cells, relation)
    };
    let area = |what: &str, digits, neighbors| {
        named(what, cells.clone(), Relation::Connected(Connected { digits, size: None, neighbors }))
    };
    let mut pieces = Vec::new();
    match kind {
        Overlay::YinYang => {
            pieces.push(reducer.piece(cells.clone(), Relation::Among(white | black)));
            pieces.push(area("white", white, Arc::clone(&around)));
            pieces.push(area("black", black, around));
            let squares = (0..height.saturating_sub(1))
                .flat_map(|row| (0..width - 1).map(move |col| row * width + col));
            for at in squares {
                let square = [at, at + 1, at + width, at + width + 1].map(|at| cells[at]).to_vec();
                let some = [Occurrences::at_least(white, 1), Occurrences::at_least(black, 1)];
                pieces.push(reducer.piece(square, Relation::Occurrences(some.into())));
            }
        }
        Overlay::Loop => {
            pieces.push(area("line", black, Arc::clone(&around)));
            let some = [Occurrences::at_least(black, 1)];
            pieces.push(named("some", cells.clone(), Relation::Occurrences(some.into())));
            // A cell of the loop has two neighbors in the loop.
            for (at, &cell) in cells.iter().enumerate() {
                let mut near = vec![cell];
                near.extend(around[at].iter().map(|&next| cells[usize::from(next)]));
                let step = |state: &Option<Option<u8>>, digit: Digit| {
                    let is_black = black.contains(digit);
                    match *state {
                        None => Some(Some(is_black.then_some(2))),
                        Some(None) => Some(Some(None)),
                        Some(Some(left)) if is_black => Some(Some(Some(left.checked_sub(1)?))),
                        Some(left) => Some(Some(left)),
                    }
                };
                let accepts = |state: &Option<Option<u8>>| matches!(state, Some(None | Some(0)));
                let automaton = Automaton::from_steps(reducer.digits(), near.len(), None, step, accepts);
                let automaton =
                    automaton.ok_or_else(|| reducer.refused(None, "too many states", "fewer cells"))?;
                pieces.push(reducer.piece(near, Relation::Automaton(Arc::new(automaton))));
            }
        }
        Overlay::Cave => {
            pieces.push(area("inside", white, Arc::clone(&around)));
            // All edge cells are neighbors of each other, connected through the outside.
            let edge = |at: usize| {
                let (row, col) = (at / width, at % width);
                row == 0 || col == 0 || row + 1 == height || col + 1 == width
            };
            let outer: Vec<u16> = (0..cells.len()).filter(|&at| edge(at)).map(|at| at as u16).collect();
            let with_edge = (0..cells.len()).map(|at| {
                let mut near = around[at].to_vec();
                near.extend(outer.iter().copied().filter(|&other| edge(at) && usize::from(other) != at));
                near.sort_unstable();
                near.dedup();
                near.into()
            });
            let outside: Adjacency = with_edge.collect();
            pieces.push(area("outside", black, outside));
        }
    }
    Ok(pieces)
}
