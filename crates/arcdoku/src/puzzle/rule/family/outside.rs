//! Clues that are outside of the grid, at an end of a line. The cells of the line are listed in order, starting at the
//! clue.

use std::sync::Arc;

use crate::grid::{Cell, Digit};
use crate::puzzle::error::quoted;
use crate::puzzle::relation::{Automaton, Rank, Relation};
use crate::puzzle::rule::definition::RuleError;
use crate::puzzle::rule::listed::{Kind, Reduced, Reducer};

pub(super) const KINDS: &[Kind] = &[
    Kind::new(
        "sandwich",
        "sandwich 5: r1c1 r1c2 r1c3 r1c4",
        "The values between the least and the greatest value of the line add up to the clue.",
        "outside label {}",
        |reducer| {
            let relation = between_extremes(reducer)?;
            reducer.one(reducer.list(0), relation)
        },
    )
    .words(1, 1),
    Kind::new(
        "lunchbox",
        "lunchbox 3: r1c1 r1c2 r2c2",
        "The cells hold different digits; the digits between the least and the greatest add up to the clue.",
        "line gray thick label {}",
        |reducer| {
            let relation = between_extremes(reducer)?;
            let mut pieces = reducer.one(reducer.list(0), relation)?;
            reducer.check_different(0)?;
            pieces.push(reducer.piece(reducer.list(0), Relation::AllDifferent));
            Ok(pieces)
        },
    )
    .words(1, 1),
    Kind::new(
        "x-sum",
        "x-sum 7: r1c1 r1c2 r1c3 r1c4",
        "The first N values add up to the clue, where N is the first value.",
        "outside label {}",
        x_sum,
    )
    .words(1, 1),
    Kind::new(
        "skyscraper",
        "skyscraper 3: r1c1 r1c2 r1c3 r1c4",
        "The clue is the number of values above 0 that are greater than all values before them.",
        "outside label {}",
        skyscraper,
    )
    .words(1, 1),
    Kind::new(
        "skyscraper-is",
        "skyscraper-is: r1c1 / r1c2 r1c3 r1c4",
        "The first cell holds the number of values of the line above 0 that are greater than all values before them.",
        "line gray thin first",
        skyscraper_is,
    )
    .lists(2, 2),
    Kind::new(
        "hidden-skyscraper",
        "hidden-skyscraper 2: r1c1 r1c2 r1c3 r1c4",
        "The clue is the first value of the line that is less than a value before it.",
        "outside label {}",
        hidden_skyscraper,
    )
    .words(1, 1),
    Kind::new(
        "numbered-room",
        "numbered-room 3: r1c1 r1c2 r1c3 r1c4",
        "The first value of the line is the position, counted from 1, of a cell that holds the clue.",
        "outside label {}",
        numbered_room,
    )
    .words(1, 1),
    Kind::new(
        "full-rank",
        "full-rank 7: r1c1 r1c2 r1c3 r1c4",
        "The line has the rank among all rows and columns, read in both directions as numbers.",
        "outside label {}",
        full_rank,
    )
    .words(1, 2),
    Kind::new(
        "full-rank-different",
        "full-rank-different",
        "All rows and columns, read in both directions as numbers, differ.",
        "everywhere",
        |reducer| {
            let readings = readings(reducer)?;
            let lists = readings.len();
            reducer.one(readings.concat(), Relation::DifferentLists { lists })
        },
    )
    .lists(0, 0),
];

/// An automaton that reads the only list.
fn reading<S: Clone + Eq + std::hash::Hash>(
    reducer: &Reducer<'_>,
    start: S,
    step: impl FnMut(&S, Digit) -> Option<S>,
    accepts: impl Fn(&S) -> bool,
) -> Reduced {
    let automaton = Automaton::from_steps(reducer.digits(), reducer.cells().len(), start, step, accepts);
    let relation = checked(reducer, automaton, reducer.cells().len())?;
    reducer.one(reducer.cells(), relation)
}

/// The relation of an automaton; an error if the automaton accepts no line.
fn checked(
    reducer: &Reducer<'_>,
    automaton: Option<Automaton>,
    length: usize,
) -> Result<Relation, RuleError> {
    let too_large = || reducer.refused(Some(0), "too many states of the line", "a smaller clue");
    let relation = Relation::Automaton(Arc::new(automaton.ok_or_else(too_large)?));
    if relation.holds(reducer.digits(), &vec![None; length]) {
        return Ok(relation);
    }
    let clue = reducer.words().first().map_or("", |word| word);
    let found = format!("the clue {clue} for {length} cells");
    Err(reducer.refused(Some(0), found, "a clue that some values of the grid fit").impossible())
}

/// The sum of the values between the least and the greatest value.
fn between_extremes(reducer: &Reducer<'_>) -> Result<Relation, RuleError> {
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    enum Place {
        Before,
        /// After the least or the greatest digit, with the rest of the sum.
        Within(Digit, i64),
        After,
    }
    let cells = reducer.list(0);
    let sum = reducer.number(0, "a sum", (0, 10_000), None)?;
    let (low, high) = reducer.values();
    let extremes: Vec<(Digit, Digit)> = if cells.len() == reducer.digits() {
        reducer.digit(low).zip(reducer.digit(high)).into_iter().collect()
    } else {
        let all = || (low..=high).filter_map(|value| reducer.digit(value));
        all()
            .flat_map(|least| all().filter(move |&most| least < most).map(move |most| (least, most)))
            .collect()
    };
    type Phase = Option<(Digit, Digit, Place)>;
    let step = |state: &Phase, digit: Digit, next: &mut Vec<Phase>| {
        let mut read = |least: Digit, most: Digit, place: Place| {
            if digit < least || digit > most {
                return;
            }
            let crust = digit == least || digit == most;
            let place = match place {
                Place::Before if crust => Place::Within(digit, sum),
                Place::Within(first, 0) if crust && first != digit => Place::After,
                Place::Within(first, left) if !crust && left >= reducer.value(digit) => {
                    Place::Within(first, left - reducer.value(digit))
                }
                Place::Before | Place::After if !crust => place,
                _ => return,
            };
            next.push(Some((least, most, place)));
        };
        match *state {
            None => extremes.iter().for_each(|&(least, most)| read(least, most, Place::Before)),
            Some((least, most, place)) => read(least, most, place),
        }
    };
    let accepts = |state: &Phase| matches!(state, Some((_, _, Place::After)));
    let automaton = Automaton::from_branches(reducer.digits(), cells.len(), None, step, accepts);
    checked(reducer, automaton, cells.len())
}

fn x_sum(reducer: &Reducer<'_>) -> Reduced {
    let sum = reducer.number(0, "a sum", (0, 10_000), None)?;
    // The state: the number of cells still to be added, and the rest of the sum; `None` before the first cell.
    let step = |state: &Option<(i64, i64)>, digit: Digit| {
        let value = reducer.value(digit);
        let (count, left) = match *state {
            None if value == 0 => (0, sum),
            None => (value - 1, sum - value),
            Some((0, left)) => (0, left),
            Some((count, left)) => (count - 1, left - value),
        };
        (left >= 0 && (count > 0 || left == 0)).then_some(Some((count, left)))
    };
    reading(reducer, None, step, |state| matches!(state, Some((0, 0))))
}

fn skyscraper(reducer: &Reducer<'_>) -> Reduced {
    let clue = reducer.number(0, "a number of values", (0, 64), None)?;
    // The state: the greatest value so far, and the number of values still to be seen. A value of 0 is never seen.
    let step = |&(greatest, left): &(i64, i64), digit: Digit| {
        let value = reducer.value(digit);
        if value <= greatest { Some((greatest, left)) } else { (left > 0).then_some((value, left - 1)) }
    };
    reading(reducer, (0, clue), step, |&(_, left)| left == 0)
}

fn skyscraper_is(reducer: &Reducer<'_>) -> Reduced {
    let step = |state: &Option<(i64, i64)>, digit: Digit| {
        let value = reducer.value(digit);
        Some(Some(match *state {
            None => (0, value),
            Some((greatest, left)) if value <= greatest => (greatest, left),
            Some((_, left)) if left > 0 => (value, left - 1),
            Some(_) => return None,
        }))
    };
    reading(reducer, None, step, |state| state.is_some_and(|(_, left)| left == 0))
}

fn hidden_skyscraper(reducer: &Reducer<'_>) -> Reduced {
    let (low, high) = reducer.values();
    let clue = reducer.number(0, "a value", (low, high), None)?;
    // The state: the greatest value so far; `None` after the value of the clue was read.
    let step = |greatest: &Option<i64>, digit: Digit| {
        let value = reducer.value(digit);
        match *greatest {
            None => Some(None),
            Some(greatest) if value < greatest => (value == clue).then_some(None),
            Some(greatest) => Some(Some(value.max(greatest))),
        }
    };
    reading(reducer, Some(i64::MIN), step, Option::is_none)
}

fn numbered_room(reducer: &Reducer<'_>) -> Reduced {
    let (low, high) = reducer.values();
    let clue = reducer.number(0, "a value", (low, high), None)?;
    // The state: the distance in cells to the value of the clue; 0 after it.
    let step = |left: &Option<i64>, digit: Digit| {
        let value = reducer.value(digit);
        let left = left.unwrap_or(value);
        match left {
            1 if value == clue => Some(Some(0)),
            1 => None,
            0 => Some(Some(0)),
            _ => Some(Some(left - 1)),
        }
    };
    // A first value of 0 is not a position.
    let step = move |left: &Option<i64>, digit: Digit| {
        if left.is_none() && reducer.value(digit) < 1 { None } else { step(left, digit) }
    };
    reading(reducer, None, step, |left| *left == Some(0))
}

/// All rows and columns, each in both directions.
fn readings(reducer: &Reducer<'_>) -> Result<Vec<Vec<Cell>>, RuleError> {
    let shape = reducer.shape;
    let (rows, columns) = reducer.sides();
    if rows != columns {
        return Err(reducer.refused(None, format!("ranks in a grid of {shape}"), "a square grid"));
    }
    let mut all: Vec<Vec<Cell>> = Vec::new();
    for i in 0..rows {
        all.push((0..columns).map(|column| shape.cell(i, column)).collect());
        all.push((0..rows).map(|row| shape.cell(row, i)).collect());
    }
    all.extend(all.clone().into_iter().map(|line| line.into_iter().rev().collect()));
    Ok(all)
}

fn full_rank(reducer: &Reducer<'_>) -> Reduced {
    let mut readings = readings(reducer)?;
    let rank = reducer.number(0, "a rank", (1, readings.len() as i64), None)? as u16;
    let ties = match reducer.words().get(1).map(|word| &**word) {
        None => false,
        Some("any") => true,
        Some(other) => return Err(reducer.refused(Some(1), quoted(other), "any, or nothing")),
    };
    let line = reducer.list(0);
    let Some(place) = readings.iter().position(|reading| *reading == line) else {
        let item = reducer.rule.item_of(0, 0);
        return Err(reducer.refused(Some(item), "other cells", "the cells of a row or column in order"));
    };
    readings.swap(0, place);
    let lists = readings.len() as u16;
    reducer.one(readings.concat(), Relation::Rank(Rank { lists, rank, ties }))
}
