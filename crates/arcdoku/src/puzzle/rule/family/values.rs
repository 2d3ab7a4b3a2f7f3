//! Values that differ from digits, and digits that are missing in a grid.

use std::sync::Arc;

use super::areas::check_equal;
use super::pairs::names;
use super::sums::comparison;
use crate::grid::{Cell, Digit, DigitSet};
use crate::puzzle::error::quoted;
use crate::puzzle::relation::{Automaton, Comparison, Occurrences, PairTable, Relation};
use crate::puzzle::rule::expression::Expression;
use crate::puzzle::rule::listed::{ANY, Kind, Reduced, Reducer};

pub(super) const KINDS: &[Kind] = &[
    Kind::new(
        "sum-of",
        "sum-of a*(1+(b!=lo)) = 7: r1c1 r1c2 / v1 v2",
        "The sum of the expression over the lists, with a from the first and b from the second, is the number.",
        "cage dashed label {}",
        sum_of,
    )
    .words(3, ANY)
    .lists(2, 2)
    .weighted(),
    Kind::new(
        "doppelganger",
        "doppelganger: v1 v2 v3 v4 / v5 v6 v7 v8 / v9 v10 v11 v12",
        "Each row, column and box holds a 0 and lacks one value, which is listed; the three houses of a 0 lack different values.",
        "everywhere",
        doppelganger,
    )
    .lists(3, 3),
    Kind::new(
        "schroedinger",
        "schroedinger: v1 v2 v3 v4 v5 v6 v7 v8 v9 v10 v11 v12 v13 v14 v15 v16 / \
         v17 v18 v19 v20 v21 v22 v23 v24 v25 v26 v27 v28 v29 v30 v31 v32",
        "Each row, column and box has all digits: the first list marks a cell of each with two digits, the second holds the smaller one.",
        "area tinted",
        schroedinger,
    )
    .lists(2, 2),
    Kind::new(
        "same-regions",
        "same-regions",
        "All rows, columns and boxes of the largest size hold the same set of values.",
        "everywhere",
        same_regions,
    )
    .lists(0, 0),
];

/// The largest number of states of a sum.
const WIDEST: i64 = 20_000;

fn sum_of(reducer: &Reducer<'_>) -> Reduced {
    check_equal(reducer)?;
    let words = reducer.words().len();
    let (comparison, more) = comparison(reducer, words - 2)?;
    let constant = reducer.number(words - 1, "a number", (-1_000_000, 1_000_000), None)? + more;
    let text = reducer.words()[..words - 2].join(" ");
    let expression = Expression::read(&text)
        .map_err(|error| reducer.refused(Some(0), quoted(&text), error.expected).further(error.at))?;
    let names = names(reducer);
    let mut values = Vec::new();
    for a in 0..reducer.digits() {
        for b in 0..reducer.digits() {
            let [a, b] = [a, b].map(|index| reducer.value(Digit::from_index(index)));
            values.push(expression.value(names(a, b)).filter(|value| value.abs() < WIDEST));
        }
    }
    let factors: Vec<i64> = reducer.terms()[0].iter().map(|term| i64::from(term.coefficient)).collect();
    let cells: Vec<Cell> =
        reducer.list(0).into_iter().zip(reducer.list(1)).flat_map(|pair| [pair.0, pair.1]).collect();
    // The number of cells read if factors differ, the sum so far, and the value a until its b is read.
    let uniform = factors.windows(2).all(|pair| pair[0] == pair[1]);
    let step = |&(read, sum, a): &(usize, i64, Option<Digit>), digit: Digit| {
        let Some(a) = a else { return Some((read, sum, Some(digit))) };
        let value = values[a.index() * reducer.digits() + digit.index()]? * factors[read];
        let sum = sum.checked_add(value).filter(|sum| sum.abs() < WIDEST * 64)?;
        Some((if uniform { 0 } else { read + 1 }, sum, None))
    };
    let accepts = |&(_, sum, a): &(usize, i64, Option<Digit>)| {
        a.is_none()
            && match comparison {
                Comparison::Equal => sum == constant,
                Comparison::Different => sum != constant,
                Comparison::AtMost => sum <= constant,
                Comparison::AtLeast => sum >= constant,
            }
    };
    let automaton = Automaton::from_steps(reducer.digits(), cells.len(), (0, 0, None), step, accepts);
    let automaton = automaton
        .ok_or_else(|| reducer.refused(Some(0), "too many sums of the expression", "fewer cells"))?;
    reducer.one(cells, Relation::Automaton(Arc::new(automaton)))
}

fn doppelganger(reducer: &Reducer<'_>) -> Reduced {
    let shape = reducer.shape;
    let (rows, columns) = reducer.sides();
    let boxes = reducer.boxes();
    let lengths = [rows, columns, boxes.len()];
    if rows != columns || reducer.digits() != rows + 1 || reducer.values().0 != 0 || boxes.is_empty() {
        let expected = format!("a square grid with boxes, and values from 0 to {rows}");
        return Err(reducer.refused(None, format!("doppelgangers in a grid of {shape}"), expected));
    }
    if let Some(list) = (0..3).find(|&list| reducer.list(list).len() != lengths[list]) {
        let found = format!("{} cells", reducer.list(list).len());
        let item = reducer.rule.item_of(list, 0);
        return Err(reducer.refused(Some(item), found, format!("{} cells", lengths[list])));
    }
    let zero = Digit::from_index(0);
    let missing = [0, 1, 2].map(|list| reducer.list(list));
    let houses: [Vec<Vec<Cell>>; 3] = [
        (0..rows).map(|row| (0..columns).map(|col| shape.cell(row, col)).collect()).collect(),
        (0..columns).map(|col| (0..rows).map(|row| shape.cell(row, col)).collect()).collect(),
        boxes,
    ];
    let mut pieces = Vec::new();
    for (missing, houses) in missing.iter().zip(&houses) {
        pieces.push(reducer.piece(missing.clone(), Relation::AllDifferent));
        pieces.push(reducer.piece(missing.clone(), Relation::Among(reducer.where_value(|value| value > 0))));
        for (&cell, house) in missing.iter().zip(houses) {
            let mut cells = house.clone();
            cells.push(cell);
            pieces.push(reducer.piece(cells, Relation::AllDifferent));
        }
    }
    // Reads a cell and two of the missing digits of its houses, which differ if the cell holds 0.
    let step = |state: &Option<Option<Option<Digit>>>, digit: Digit| match *state {
        None => Some(Some((digit == zero).then_some(None))),
        Some(None) => Some(Some(None)),
        Some(Some(None)) => Some(Some(Some(Some(digit)))),
        Some(Some(Some(first))) => (first != digit).then_some(Some(None)),
    };
    let automaton = Automaton::from_steps(reducer.digits(), 3, None, step, |_| true);
    let automaton =
        Arc::new(automaton.ok_or_else(|| reducer.refused(None, "too many digits", "fewer digits"))?);
    for row in 0..rows {
        for col in 0..columns {
            let cell = shape.cell(row, col);
            let in_box = houses[2].iter().position(|house| house.contains(&cell));
            let Some(in_box) = in_box else { continue };
            let of = [missing[0][row], missing[1][col], missing[2][in_box]];
            for [a, b] in [[0, 1], [0, 2], [1, 2]] {
                pieces.push(
                    reducer.piece(vec![cell, of[a], of[b]], Relation::Automaton(Arc::clone(&automaton))),
                );
            }
        }
    }
    Ok(pieces)
}

/// The cells of rows, columns and boxes.
fn houses(reducer: &Reducer<'_>) -> Vec<Vec<Cell>> {
    let shape = reducer.shape;
    let (rows, columns) = reducer.sides();
    let mut houses: Vec<Vec<Cell>> =
        (0..rows).map(|row| (0..columns).map(|col| shape.cell(row, col)).collect()).collect();
    houses.extend((0..columns).map(|col| (0..rows).map(|row| shape.cell(row, col)).collect::<Vec<Cell>>()));
    houses.extend(reducer.boxes());
    houses
}

/// A cell that is not marked has the least value as its second digit, which is not counted. So every digit except the
/// least occurs once among the first and second digits of a house. The least digit does, too, because the marked cell
/// adds one digit to the house.
fn schroedinger(reducer: &Reducer<'_>) -> Reduced {
    let (rows, columns) = reducer.sides();
    let [marks, seconds] = [0, 1].map(|list| reducer.list(list));
    if rows != columns || reducer.digits() != rows + 1 {
        let found = format!("two digits in a cell in a grid of {}", reducer.shape);
        return Err(reducer.refused(None, found, "a square grid with one digit more than rows"));
    }
    check_equal(reducer)?;
    let mut pieces = super::pairs::one_per_house(reducer)?;
    let least = Digit::from_index(0);
    let lower = Arc::new(PairTable::new(reducer.digits(), |second, first| second < first || second == least));
    let unmarked =
        Arc::new(PairTable::new(reducer.digits(), |mark, second| mark != least || second == least));
    pieces.push(reducer.piece(marks.clone(), Relation::Among(DigitSet::all(2))));
    for (cell, (&mark, &second)) in marks.iter().zip(&seconds).enumerate() {
        let pair = |first, second, table: &Arc<PairTable>| {
            reducer.piece(vec![first, second], Relation::Pair(Arc::clone(table)))
        };
        pieces.push(pair(second, Cell::new(cell), &lower));
        pieces.push(pair(mark, second, &unmarked));
    }
    let once: Vec<Occurrences> = (1..reducer.digits())
        .map(|index| Occurrences::exactly(DigitSet::single(Digit::from_index(index)), 1))
        .collect();
    for house in houses(reducer) {
        let cells = house.iter().copied().chain(house.iter().map(|cell| seconds[cell.index()])).collect();
        pieces.push(reducer.piece(cells, Relation::Occurrences(once.clone().into())));
    }
    Ok(pieces)
}

fn same_regions(reducer: &Reducer<'_>) -> Reduced {
    let mut houses = houses(reducer);
    let largest = houses.iter().map(Vec::len).max().unwrap_or(0);
    houses.retain(|house| house.len() == largest);
    let lists = houses.len();
    reducer.one(houses.concat(), Relation::SameDigits { lists })
}
