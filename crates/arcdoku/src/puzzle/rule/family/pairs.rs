//! Conditions on single cells and on pairs of cells.

use std::sync::Arc;

use crate::grid::{Cell, Digit, DigitSet};
use crate::puzzle::error::quoted;
use crate::puzzle::relation::{Automaton, Ends, Occurrences, PairTable, Relation};
use crate::puzzle::rule::constraint::Constraint;
use crate::puzzle::rule::definition::RuleError;
use crate::puzzle::rule::expression::{Expression, Names};
use crate::puzzle::rule::listed::{ANY, Kind, Reduced, Reducer};

pub(super) const KINDS: &[Kind] = &[
    Kind::new(
        "pairs",
        "pairs |a-b|>=3: r1c1 r1c2 r2c2",
        "Every two consecutive cells of a list, a and then b, satisfy the condition, or are in the table.",
        "line gray thin",
        |reducer| pairs(reducer, &|cells| cells.windows(2).map(|pair| [pair[0], pair[1]]).collect()),
    )
    .words(1, ANY)
    .lists(0, ANY),
    Kind::new(
        "all-pairs",
        "all-pairs |a-b|>=2: r1c1 r1c2 r2c2",
        "Every two cells of a list, in both orders, satisfy the condition, or are in the table.",
        "line gray thin",
        |reducer| pairs(reducer, &both_orders),
    )
    .words(1, ANY)
    .lists(0, ANY),
    Kind::new(
        "one-of",
        "one-of 1 3: r1c1 r1c2",
        "Every cell holds one of the values.",
        "circle gray label {}",
        |reducer| {
            let set = reducer.digits_named(0)?.into_iter().collect();
            reducer.one(reducer.cells(), Relation::Among(set))
        },
    )
    .words(1, ANY)
    .lists(1, ANY),
    Kind::new(
        "where",
        "where a%2=0: r1c1 r1c2",
        "The value of every cell, a, satisfies the condition.",
        "cell tinted",
        |reducer| {
            let condition = condition(reducer, 0)?;
            let names = names(reducer);
            let set = reducer.where_value(|value| condition.holds(names(value, value)));
            reducer.one(reducer.cells(), Relation::Among(set))
        },
    )
    .words(1, ANY)
    .lists(1, ANY),
    Kind::new(
        "windows",
        "windows 3 a%3: r1c1 r1c2 r1c3 r1c4",
        "The expression has different results for any N consecutive cells of a line.",
        "line teal thick",
        windows,
    )
    .words(2, ANY)
    .lists(1, ANY),
    Kind::new(
        "all-classes",
        "all-classes a%2: r1c1 r1c2 r2c1 r2c2",
        "The values of each list have all possible results of the expression.",
        "cage dashed",
        all_classes,
    )
    .words(1, ANY)
    .lists(0, ANY),
    Kind::new(
        "count-where",
        "count-where a%2=1: r1c1 / r1c2 r1c3",
        "The first cell holds the number of the other cells whose value, a, satisfies the condition.",
        "cage dashed first label {}",
        |reducer| {
            let condition = condition(reducer, 0)?;
            let names = names(reducer);
            let digits = reducer.where_value(|value| condition.holds(names(value, value)));
            reducer.one(reducer.cells(), Relation::Counted { digits, offset: -reducer.offset() as i32 })
        },
    )
    .words(1, ANY)
    .lists(2, 2),
    Kind::new(
        "anti-taxicab",
        "anti-taxicab",
        "The distance of two equal values, in steps along rows and columns, is never the value itself.",
        "everywhere",
        |reducer| {
            let (low, high) = reducer.values();
            apart(reducer, low.max(1)..=high, &|distance, a, b| a != b || a != distance)
        },
    )
    .lists(0, 0),
    Kind::new(
        "taxicab",
        "taxicab 3",
        "Cells at the given distance, in steps along rows and columns, hold different values.",
        "everywhere",
        |reducer| {
            let distance = reducer.number(0, "a number of steps", (1, 128), None)?;
            apart(reducer, distance..=distance, &|_, a, b| a != b)
        },
    )
    .words(1, 1)
    .lists(0, 0),
    Kind::new(
        "dutch-flatmates",
        "dutch-flatmates",
        "Every cell with the middle value has the least value above it or the greatest value below it.",
        "everywhere",
        flatmates,
    )
    .lists(0, 0),
    Kind::new(
        "one-per-house",
        "one-per-house: v1 v2 v3 v4 v5 v6 v7 v8 v9 v10 v11 v12 v13 v14 v15 v16",
        "Values above the least mark cells of the grid, listed row by row: one in each row, column and box.",
        "area tinted",
        one_per_house,
    ),
    Kind::new(
        "between",
        "between: r1c1 r1c2 r1c3",
        "The values between the two ends of the line lie strictly between the values of the ends.",
        "line gray thin ends circle",
        |reducer| ends(reducer, &|low, high, _| Some((low + 1, high - 1)), false),
    )
    .lists(1, ANY)
    .cells(2),
    Kind::new(
        "lockout",
        "lockout 4: r1c1 r1c2 r1c3",
        "The ends of the line differ by at least the number; the other values are below or above both.",
        "line blue thin ends diamond",
        |reducer| {
            let most = reducer.digits() as i64;
            let difference = reducer.number(0, "a difference", (0, most), Some(4))?;
            ends(reducer, &|low, high, _| (high - low >= difference).then_some((low, high)), true)
        },
    )
    .words(0, 1)
    .lists(1, ANY)
    .cells(2),
];

/// The pairs of a list of cells, in both orders.
fn both_orders(cells: &[Cell]) -> Vec<[Cell; 2]> {
    let second = |i: usize| cells.iter().enumerate().filter(move |&(j, _)| j != i);
    cells.iter().enumerate().flat_map(|(i, &a)| second(i).map(move |(_, &b)| [a, b])).collect()
}

/// The words from index `from` on, as an expression.
pub(super) fn condition(reducer: &Reducer<'_>, from: usize) -> Result<Expression, RuleError> {
    let words = reducer.words().get(from..).unwrap_or_default();
    let text = words.join(" ");
    Expression::read(&text).map_err(|error| {
        // The word that contains the error position, and the position within the word.
        let (mut word, mut at) = (0, error.at);
        while let Some(length) = words.get(word).map(|word| word.len()).filter(|&length| at > length) {
            at -= length + 1;
            word += 1;
        }
        let rest = text.get(error.at..).filter(|rest| !rest.is_empty());
        let at = words.get(word).and_then(|word| word.get(..at)).map_or(0, |before| before.chars().count());
        let found = rest.map_or("nothing".to_owned(), quoted);
        reducer.refused(Some(from + word), found, error.expected).further(at)
    })
}

/// The values of the names of an expression, for two cell values.
pub(super) fn names(reducer: &Reducer<'_>) -> impl Fn(i64, i64) -> Names + Copy + use<> {
    let (low, high) = reducer.values();
    move |a, b| Names { a, b, low, high }
}

/// The table that the words describe: `table` and a mask for each value of a, or a condition.
fn table(reducer: &Reducer<'_>) -> Result<PairTable, RuleError> {
    let digits = reducer.digits();
    if reducer.words().first().is_none_or(|word| &**word != "table") {
        let condition = condition(reducer, 0)?;
        let names = names(reducer);
        let allows = |a: Digit, b: Digit| condition.holds(names(reducer.value(a), reducer.value(b)));
        return Ok(PairTable::new(digits, allows));
    }
    let all = DigitSet::all(digits);
    let row = |(word, text): (usize, &str)| {
        let set = u64::from_str_radix(text, 16).ok().map(DigitSet::from_bits);
        set.filter(|set| set.is_subset(all)).ok_or_else(|| {
            let expected =
                format!("a hexadecimal mask of at most {digits} bits, the least value in the last");
            reducer.refused(Some(word), quoted(text), expected)
        })
    };
    let rows = reducer.numbered_words().skip(1).map(row).collect::<Result<Vec<_>, _>>()?;
    if rows.len() != digits {
        let item = 1 + rows.len().min(digits);
        return Err(reducer.refused(Some(item), format!("{} masks", rows.len()), format!("{digits} masks")));
    }
    Ok(PairTable::new(digits, |a, b| rows[a.index()].contains(b)))
}

fn pairs(reducer: &Reducer<'_>, pairs_of: &dyn Fn(&[Cell]) -> Vec<[Cell; 2]>) -> Reduced {
    let table = Arc::new(table(reducer)?);
    Ok(pieces(reducer, &table, pairs_of))
}

/// One constraint per pair; for a symmetric table, each pair once.
fn pieces(
    reducer: &Reducer<'_>,
    table: &Arc<PairTable>,
    pairs_of: &dyn Fn(&[Cell]) -> Vec<[Cell; 2]>,
) -> Vec<Constraint> {
    let symmetric = table.is_symmetric();
    let mut seen = std::collections::HashSet::new();
    let mut pieces = Vec::new();
    for list in 0..reducer.lists() {
        for [a, b] in pairs_of(&reducer.list(list)) {
            let pair = if symmetric && b < a { [b, a] } else { [a, b] };
            if seen.insert(pair) {
                pieces.push(reducer.piece(pair.to_vec(), Relation::Pair(Arc::clone(table))));
            }
        }
    }
    pieces
}

/// The constraints of all pairs of cells at some distances.
fn apart(
    reducer: &Reducer<'_>,
    distances: std::ops::RangeInclusive<i64>,
    allows: &dyn Fn(i64, i64, i64) -> bool,
) -> Reduced {
    let mut pieces = Vec::new();
    for distance in distances {
        let allowed = |a: Digit, b: Digit| allows(distance, reducer.value(a), reducer.value(b));
        let table = Arc::new(PairTable::new(reducer.digits(), allowed));
        let (down, all) = (0..=distance as usize, distance as isize);
        let steps: Vec<(usize, isize)> = down
            .flat_map(|down| {
                let across = all - down as isize;
                // Steps lead to the right in the same row, and to both sides in lower rows, so each pair occurs once.
                let left = (down > 0 && across > 0).then_some((down, -across));
                [Some((down, across)), left].into_iter().flatten()
            })
            .collect();
        for pair in reducer.pairs_apart(&steps) {
            pieces.push(reducer.piece(pair.to_vec(), Relation::Pair(Arc::clone(&table))));
        }
    }
    Ok(pieces)
}

fn flatmates(reducer: &Reducer<'_>) -> Reduced {
    let (rows, columns) = reducer.sides();
    let (low, high) = reducer.values();
    if (low + high) % 2 != 0 {
        let found = format!("values from {low} to {high}");
        return Err(reducer.refused(None, found, "an odd number of values"));
    }
    let of = |value: i64| reducer.digit(value);
    let (least, middle, greatest) = (of(low), of(i64::midpoint(low, high)), of(high));
    let mut pieces = Vec::new();
    for (row, col) in (0..rows).flat_map(|row| (0..columns).map(move |col| (row, col))) {
        let above = row.checked_sub(1).map(|row| (reducer.shape.cell(row, col), least));
        let below = (row + 1 < rows).then(|| (reducer.shape.cell(row + 1, col), greatest));
        let mut cells = vec![reducer.shape.cell(row, col)];
        let wanted: Vec<Option<Digit>> = above
            .into_iter()
            .chain(below)
            .map(|(cell, digit)| {
                cells.push(cell);
                digit
            })
            .collect();
        // The state: the number of cells read, and whether the condition is already satisfied.
        let step = |&(read, satisfied): &(usize, bool), digit: Digit| {
            let now = if read == 0 { Some(digit) != middle } else { wanted[read - 1] == Some(digit) };
            Some((read + 1, satisfied || now))
        };
        let automaton =
            Automaton::from_steps(reducer.digits(), cells.len(), (0, false), step, |state| state.1);
        let automaton = automaton.ok_or_else(|| reducer.refused(None, "too many digits", "fewer digits"))?;
        pieces.push(reducer.piece(cells, Relation::Automaton(Arc::new(automaton))));
    }
    Ok(pieces)
}

fn all_classes(reducer: &Reducer<'_>) -> Reduced {
    let class = condition(reducer, 0)?;
    let names = names(reducer);
    let mut classes: Vec<(Option<i64>, DigitSet)> = Vec::new();
    for digit in DigitSet::all(reducer.digits()) {
        let value = class.value(names(reducer.value(digit), reducer.value(digit)));
        match classes.iter_mut().find(|(other, _)| *other == value) {
            Some((_, set)) => set.insert(digit),
            None => classes.push((value, DigitSet::single(digit))),
        }
    }
    let all: Box<[Occurrences]> = classes.iter().map(|&(_, set)| Occurrences::at_least(set, 1)).collect();
    let piece = |list| reducer.piece(reducer.list(list), Relation::Occurrences(all.clone()));
    Ok((0..reducer.lists()).map(piece).collect())
}

pub(super) fn one_per_house(reducer: &Reducer<'_>) -> Reduced {
    let (rows, columns) = reducer.sides();
    let marks = reducer.list(0);
    if marks.len() != rows * columns {
        let item = reducer.rule.item_of(0, marks.len().min(rows * columns));
        return Err(reducer.refused(
            Some(item),
            format!("{} cells", marks.len()),
            format!("{} cells", rows * columns),
        ));
    }
    let (low, _) = reducer.values();
    let marked = reducer.where_value(|value| value != low);
    let mut houses: Vec<Vec<usize>> =
        (0..rows).map(|row| (0..columns).map(|col| row * columns + col).collect()).collect();
    houses.extend((0..columns).map(|col| (0..rows).map(|row| row * columns + col).collect::<Vec<_>>()));
    houses.extend(
        reducer.boxes().iter().map(|cells| cells.iter().map(|cell| cell.index()).collect::<Vec<_>>()),
    );
    let piece = |house: &Vec<usize>| {
        let cells = house.iter().map(|&at| marks[at]).collect();
        reducer.piece(cells, Relation::Occurrences([Occurrences::exactly(marked, 1)].into()))
    };
    Ok(houses.iter().map(piece).collect())
}

/// The greatest width of windows that use an automaton, whose states are arrangements of classes.
const MOST_STATES: usize = 4;

/// Windows as pairs of cells: two cells in a common window differ in their class. If the number of classes equals the
/// width, cells that are one width apart have the same class.
fn wide_windows(reducer: &Reducer<'_>, width: usize, classes: &[Option<i64>]) -> Vec<Constraint> {
    let known = |a: Digit, b: Digit| classes[a.index()].zip(classes[b.index()]);
    let table = |equal: bool| {
        let allows = |a, b| known(a, b).is_some_and(|(a, b)| (a == b) == equal);
        Arc::new(PairTable::new(reducer.digits(), allows))
    };
    let (equal, different) = (table(true), table(false));
    let mut distinct: Vec<i64> = classes.iter().copied().flatten().collect();
    distinct.sort_unstable();
    distinct.dedup();
    let near = |cells: &[Cell]| {
        let pairs = |i: usize| cells[i + 1..].iter().take(width - 1).map(move |&b| [cells[i], b]);
        (0..cells.len()).flat_map(pairs).collect()
    };
    let mut all = pieces(reducer, &different, &near);
    if distinct.len() == width {
        let apart = |cells: &[Cell]| cells.windows(width + 1).map(|cells| [cells[0], cells[width]]).collect();
        all.extend(pieces(reducer, &equal, &apart));
    }
    all
}

fn windows(reducer: &Reducer<'_>) -> Reduced {
    let width = reducer.number(0, "a number of cells", (2, 64), None)? as usize;
    let class = condition(reducer, 1)?;
    let names = names(reducer);
    let classes: Vec<Option<i64>> = DigitSet::all(reducer.digits())
        .iter()
        .map(|digit| class.value(names(reducer.value(digit), reducer.value(digit))))
        .collect();
    if width > MOST_STATES {
        return Ok(wide_windows(reducer, width, &classes));
    }
    let longest = (0..reducer.lists()).map(|list| reducer.list(list).len()).max().unwrap_or(0);
    // The state: the classes of the last cells, at most one less than the width.
    let step = |last: &Vec<i64>, digit: Digit| {
        let class = classes[digit.index()].filter(|class| !last.contains(class))?;
        let mut next = last.clone();
        next.push(class);
        if next.len() == width {
            next.remove(0);
        }
        Some(next)
    };
    let automaton = Automaton::from_steps(reducer.digits(), longest, Vec::new(), step, |_| true);
    let automaton = Arc::new(automaton.ok_or_else(|| {
        reducer.refused(Some(0), "too many states of the line", "fewer cells, or fewer classes")
    })?);
    let piece = |list| {
        let cells = reducer.list(list);
        reducer.piece(cells, Relation::Automaton(Arc::clone(&automaton)))
    };
    Ok((0..reducer.lists()).map(piece).collect())
}

/// Lines whose inner values lie inside or outside of the range between the ends.
fn ends(
    reducer: &Reducer<'_>,
    range: &dyn Fn(i64, i64, usize) -> Option<(i64, i64)>,
    outside: bool,
) -> Reduced {
    let digits = reducer.digits();
    let allowed = |a: Digit, b: Digit| {
        let (low, high) = range(reducer.value(a.min(b)), reducer.value(a.max(b)), digits)?;
        Some(reducer.where_value(|value| (low..=high).contains(&value) != outside))
    };
    let ends = Arc::new(Ends::new(digits, allowed));
    let piece = |list| {
        let mut cells = reducer.list(list);
        // The relation lists both ends first.
        if let Some(last) = cells.pop() {
            cells.insert(1, last);
        }
        reducer.piece(cells, Relation::Ends(Arc::clone(&ends)))
    };
    Ok((0..reducer.lists()).map(piece).collect())
}
