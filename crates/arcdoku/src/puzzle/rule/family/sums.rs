//! Sums along lists of cells.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::grid::{Cell, Digit};
use crate::puzzle::error::quoted;
use crate::puzzle::relation::{Automaton, Comparison, List, Relation};
use crate::puzzle::rule::definition::RuleError;
use crate::puzzle::rule::listed::{ANY, Kind, Reduced, Reducer};

pub(super) const KINDS: &[Kind] = &[
    Kind::new(
        "sum",
        "sum = 10: r1c1 2*r1c2 -r1c3",
        "The sum of the values, with factors, equals the number, or compares with it as the sign requires.",
        "cage dashed label {}",
        sum,
    )
    .words(2, 2)
    .weighted(),
    Kind::new(
        "equal-sums",
        "equal-sums: r1c1 r1c2 / r2c1 r2c2",
        "All lists of cells have the same sum.",
        "line blue thick together",
        |reducer| {
            let lists: Vec<_> = (0..reducer.lists()).map(|list| reducer.list(list)).collect();
            equal_sums(reducer, &lists)
        },
    )
    .lists(1, ANY),
    Kind::new(
        "region-sum",
        "region-sum: r1c1 r1c2 r1c3 r1c4",
        "The parts of the line between borders of boxes have the same sum.",
        "line blue thick",
        region_sum,
    )
    .lists(1, ANY),
    Kind::new(
        "sum-line",
        "sum-line 5: r1c1 r1c2 r1c3",
        "The line can be cut into parts that have the sum.",
        "line orange thick label {}",
        |reducer| sum_line(reducer, false),
    )
    .words(1, 1),
    Kind::new(
        "sum-loop",
        "sum-loop 5: r1c1 r1c2 r2c2 r2c1",
        "The closed line can be cut into parts that have the sum; a part may pass its first cell.",
        "line orange thick closed label {}",
        |reducer| sum_line(reducer, true),
    )
    .words(1, 1),
    Kind::new(
        "pill-arrow",
        "pill-arrow 2: r1c1 r1c2 r2c1 r3c1 r4c1",
        "The given number of first cells, read as one number, are the sum of the others.",
        "arrow pill",
        pill_arrow,
    )
    .words(1, 1)
    .cells(2),
    Kind::new(
        "ladder",
        "ladder: r1c1 r1c2 r1c3",
        "Values of consecutive cells differ by the same amount in the same direction along the line.",
        "line brown thick",
        |reducer| {
            let cells = reducer.list(0);
            let equal = |three: &[Cell]| {
                let terms = [(1, three[0]), (-2, three[1]), (1, three[2])];
                let (cells, relation) = reducer.linear(&terms, Comparison::Equal, 0);
                reducer.piece(cells, relation)
            };
            Ok(cells.windows(3).map(equal).collect())
        },
    ),
];

/// Reads a comparison, and the amount to add to the constant.
pub(super) fn comparison(reducer: &Reducer<'_>, word: usize) -> Result<(Comparison, i64), RuleError> {
    let text = reducer.words().get(word).map_or("", |word| word);
    Ok(match text {
        "=" => (Comparison::Equal, 0),
        "!=" => (Comparison::Different, 0),
        "<=" => (Comparison::AtMost, 0),
        ">=" => (Comparison::AtLeast, 0),
        "<" => (Comparison::AtMost, -1),
        ">" => (Comparison::AtLeast, 1),
        _ => return Err(reducer.refused(Some(word), quoted(text), "one of = != < <= > >=")),
    })
}

fn sum(reducer: &Reducer<'_>) -> Reduced {
    let (comparison, more) = comparison(reducer, 0)?;
    let constant = reducer.number(1, "a number", (-1_000_000_000, 1_000_000_000), None)?;
    let terms: Vec<(i32, Cell)> = reducer.terms()[0]
        .iter()
        .filter_map(|term| Some((term.coefficient, reducer.shape.cell_named(term.cell)?)))
        .collect();
    let (low, high) = reducer.values();
    // The factors of a cell that is listed twice are added.
    let mut factors: BTreeMap<Cell, i64> = BTreeMap::new();
    terms.iter().for_each(|&(factor, cell)| *factors.entry(cell).or_default() += i64::from(factor));
    let bound = |least: bool| -> i64 {
        let of = |factor: &i64| {
            let (a, b) = (factor * low, factor * high);
            if least { a.min(b) } else { a.max(b) }
        };
        factors.values().map(of).sum()
    };
    let (least, most) = (bound(true), bound(false));
    let constant = constant + more;
    let possible = match comparison {
        Comparison::Equal => (least..=most).contains(&constant),
        Comparison::Different => (least, most) != (constant, constant),
        Comparison::AtMost => least <= constant,
        Comparison::AtLeast => most >= constant,
    };
    if !possible {
        let found = format!("the sum {}", reducer.words()[1]);
        let expected = format!("one that values from {low} to {high} can have");
        return Err(reducer.refused(Some(1), found, expected).impossible());
    }
    let (cells, relation) = reducer.linear(&terms, comparison, constant);
    reducer.one(cells, relation)
}

/// All lists have the same sum.
pub(super) fn equal_sums(reducer: &Reducer<'_>, lists: &[Vec<Cell>]) -> Reduced {
    match lists {
        [] | [_] => Ok(Vec::new()),
        [first, second] => {
            let terms = first.iter().map(|&cell| (1, cell)).chain(second.iter().map(|&cell| (-1, cell)));
            let (cells, relation) = reducer.linear(&terms.collect::<Vec<_>>(), Comparison::Equal, 0);
            reducer.one(cells, relation)
        }
        _ => {
            let list = |cells: &Vec<Cell>| List {
                cells: cells.len() as u16,
                constant: (reducer.offset() * cells.len() as i64) as i32,
            };
            let relation = Relation::EqualSums(lists.iter().map(list).collect());
            reducer.one(lists.concat(), relation)
        }
    }
}

fn region_sum(reducer: &Reducer<'_>) -> Reduced {
    let shape = reducer.shape;
    if !shape.has_boxes() {
        let found = format!("a line without lists of cells in a grid of {shape}");
        return Err(reducer.refused(
            None,
            found,
            "a grid with boxes, or equal-sums with the parts of the line",
        ));
    }
    let mut all = Vec::new();
    for list in 0..reducer.lists() {
        let cells = reducer.list(list);
        let parts = cells.chunk_by(|&a, &b| shape.box_of(a) == shape.box_of(b)).map(<[Cell]>::to_vec);
        all.extend(equal_sums(reducer, &parts.collect::<Vec<_>>())?);
    }
    Ok(all)
}

fn sum_line(reducer: &Reducer<'_>, closed: bool) -> Reduced {
    let cells = reducer.list(0);
    let sum = reducer.number(0, "a sum", (0, 1000), None)?;
    // The state: the sum of the current part so far; the sum of the first part at the end of the line, if the line is
    // closed; and whether a part was completed. A complete part may continue if the next value is 0.
    type Sums = Option<(i64, i64, bool)>;
    let step = |state: &Sums, digit: Digit, next: &mut Vec<Sums>| {
        let value = reducer.value(digit);
        let mut read = |before: i64, first: i64, passed: bool| {
            if before + value <= sum {
                next.push(Some((before + value, first, passed)));
            }
        };
        match *state {
            None => {
                read(0, 0, false);
                (1..sum).filter(|_| closed).for_each(|before| read(before, before, false));
            }
            Some((before, first, passed)) => {
                read(before, first, passed);
                if before == sum {
                    read(0, first, true);
                }
            }
        }
    };
    // The line ends with a complete part, or with the beginning of its first part.
    let accepts = |state: &Sums| {
        state.is_some_and(
            |(left, first, passed)| if first == 0 { left == sum } else { passed && left == first },
        )
    };
    let automaton = Automaton::from_branches(reducer.digits(), cells.len(), None, step, accepts);
    let automaton =
        automaton.ok_or_else(|| reducer.refused(Some(0), "too many states of the line", "a smaller sum"))?;
    reducer.one(cells, Relation::Automaton(Arc::new(automaton)))
}

fn pill_arrow(reducer: &Reducer<'_>) -> Reduced {
    let cells = reducer.list(0);
    let most = (cells.len() as i64 - 1).min(5);
    let pill = reducer.number(0, "a number of cells", (1, most), None)? as usize;
    let weight = |i: usize| if i < pill { 10_i32.pow((pill - 1 - i) as u32) } else { -1 };
    let terms: Vec<(i32, Cell)> = cells.iter().enumerate().map(|(i, &cell)| (weight(i), cell)).collect();
    let (cells, relation) = reducer.linear(&terms, Comparison::Equal, 0);
    let mut pieces = reducer.one(cells.clone(), relation)?;
    // All cells after the first hold a value of one decimal digit.
    if pill > 1 && reducer.values().1 > 9 {
        let single = reducer.where_value(|value| value <= 9);
        pieces.push(reducer.piece(cells[1..pill].to_vec(), Relation::Among(single)));
    }
    Ok(pieces)
}
