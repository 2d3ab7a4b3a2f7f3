//! How often values occur.

use std::sync::Arc;

use crate::grid::{Cell, DigitSet};
use crate::puzzle::error::quoted;
use crate::puzzle::relation::{Automaton, Comparison, Occurrences, Relation};
use crate::puzzle::rule::listed::{ANY, Kind, Reduced, Reducer};

use super::sums::comparison;

pub(super) const KINDS: &[Kind] = &[
    Kind::new(
        "contains",
        "contains 1 1 2: r1c1 r1c2 r2c1 r2c2",
        "The cells hold each of the values at least as often as it is listed.",
        "corner label {}",
        |reducer| contain(reducer, false),
    )
    .words(1, ANY)
    .lists(1, ANY),
    Kind::new(
        "contains-exactly",
        "contains-exactly 1 2: r1c1 r1c2 r2c1 r2c2",
        "The cells hold each of the values exactly as often as it is listed.",
        "corner square label {}",
        |reducer| contain(reducer, true),
    )
    .words(1, ANY)
    .lists(1, ANY),
    Kind::new(
        "look-and-say",
        "look-and-say 22 01: r1c1 r1c2 r2c1 r2c2",
        "For each pair of digits, the first is the exact number of cells that hold the second.",
        "cage label {}",
        look_and_say,
    )
    .words(1, ANY)
    .lists(1, ANY),
    Kind::new(
        "count",
        "count 1 3 = 2: r1c1 r1c2 r2c1 r2c2",
        "The number of cells that hold one of the values compares with the number as the sign requires.",
        "cage dashed label {}",
        count,
    )
    .words(3, ANY)
    .lists(1, ANY),
    Kind::new(
        "count-is",
        "count-is 1 2: r1c1 / r1c2 r1c3 r1c4",
        "The first cell holds the number of the other cells that hold one of the values.",
        "cage dashed first label {}",
        |reducer| {
            let digits: DigitSet = reducer.digits_named(0)?.into_iter().collect();
            reducer.one(reducer.cells(), Relation::Counted { digits, offset: -reducer.offset() as i32 })
        },
    )
    .words(1, ANY)
    .lists(2, 2),
    Kind::new(
        "count-distinct",
        "count-distinct: r1c1 r1c2 r2c1 r2c2",
        "The first cell holds the number of different values of the others.",
        "cage dashed first",
        |reducer| reducer.one(reducer.cells(), Relation::Distinct { offset: -reducer.offset() as i32 }),
    )
    .cells(2),
    Kind::new(
        "distinct",
        "distinct = 2: r1c1 r1c2 r1c3",
        "The number of different values in the cells compares with the number as the sign requires.",
        "cage dashed label {}",
        distinct,
    )
    .words(2, 2),
    Kind::new(
        "counting-circles",
        "counting-circles: r1c1 r2c2 r3c3",
        "Every value in a circle is the number of circles that hold it.",
        "circle",
        |reducer| reducer.one(reducer.cells(), Relation::SelfCounting { offset: -reducer.offset() as i32 }),
    )
    .lists(1, ANY),
    Kind::new(
        "same-digits",
        "same-digits: r1c1 r1c2 / r2c3 r2c4",
        "The lists, or the given number of parts of one list, hold the same digits equally often.",
        "cage dashed together",
        same_digits,
    )
    .words(0, 1)
    .lists(1, ANY),
];

fn contain(reducer: &Reducer<'_>, exactly: bool) -> Reduced {
    let digits = reducer.digits_named(0)?;
    let cells = reducer.cells();
    if digits.len() > cells.len() {
        let found = format!("{} values in {} cells", digits.len(), cells.len());
        let expected = format!("at most {} values", cells.len());
        return Err(reducer.refused(Some(cells.len()), found, expected).impossible());
    }
    let distinct: DigitSet = digits.iter().copied().collect();
    let all = distinct.iter().map(|digit| {
        let count = digits.iter().filter(|&&other| other == digit).count() as u16;
        let set = DigitSet::single(digit);
        if exactly { Occurrences::exactly(set, count) } else { Occurrences::at_least(set, count) }
    });
    reducer.one(cells, Relation::Occurrences(all.collect()))
}

fn look_and_say(reducer: &Reducer<'_>) -> Reduced {
    let read = |(word, text): (usize, &str)| {
        // Two digits, or two numbers with a sign between them.
        let (count, value) =
            text.split_once('x').or_else(|| text.split_at_checked(text.len() / 2)).unwrap_or_default();
        let digit = value.parse().ok().and_then(|value| reducer.digit(value));
        let occurrences = digit.zip(count.parse().ok());
        let occurrences =
            occurrences.map(|(digit, count)| Occurrences::exactly(DigitSet::single(digit), count));
        occurrences.ok_or_else(|| {
            reducer.refused(Some(word), quoted(text), "a count and a value, such as 23 or 10x12")
        })
    };
    let all = reducer.numbered_words().map(read).collect::<Result<_, _>>()?;
    reducer.one(reducer.cells(), Relation::Occurrences(all))
}

fn count(reducer: &Reducer<'_>) -> Reduced {
    let words = reducer.words();
    let sign = words.len() - 2;
    let (comparison, more) = comparison(reducer, sign)?;
    let cells = reducer.cells();
    let number = reducer.number(sign + 1, "a number of cells", (0, cells.len() as i64), None)? + more;
    let mut digits = DigitSet::EMPTY;
    for (word, text) in words[..sign].iter().enumerate() {
        match text.parse().ok().and_then(|value| reducer.digit(value)) {
            Some(digit) => digits.insert(digit),
            None => return Err(reducer.refused(Some(word), quoted(text), "a value of the grid")),
        }
    }
    let most = cells.len() as i64;
    let range = |least: i64, most: i64| Occurrences {
        digits,
        least: least.clamp(0, i64::from(u16::MAX)) as u16,
        most: most.clamp(0, i64::from(u16::MAX)) as u16,
    };
    if number < 0 || number > most {
        let expected = format!("a count from 0 to {most}");
        return Err(reducer.refused(Some(sign), "a count that is impossible", expected).impossible());
    }
    let all = match comparison {
        Comparison::Equal => range(number, number),
        Comparison::AtMost => range(0, number),
        Comparison::AtLeast => range(number, most),
        Comparison::Different => {
            return Err(reducer.refused(Some(sign), "'!='", "one of = < <= > >="));
        }
    };
    reducer.one(cells, Relation::Occurrences([all].into()))
}

fn distinct(reducer: &Reducer<'_>) -> Reduced {
    let (comparison, more) = comparison(reducer, 0)?;
    let cells = reducer.cells();
    let number = reducer.number(1, "a number of values", (0, 64), None)? + more;
    let fits = |count: usize| {
        let count = count as i64;
        match comparison {
            Comparison::Equal => count == number,
            Comparison::Different => count != number,
            Comparison::AtMost => count <= number,
            Comparison::AtLeast => count >= number,
        }
    };
    let step = |seen: &DigitSet, digit| Some(*seen | DigitSet::single(digit));
    let automaton =
        Automaton::from_steps(reducer.digits(), cells.len(), DigitSet::EMPTY, step, |seen| fits(seen.len()));
    let automaton =
        automaton.ok_or_else(|| reducer.refused(None, "too many sets of values", "fewer cells"))?;
    reducer.one(cells, Relation::Automaton(Arc::new(automaton)))
}

fn same_digits(reducer: &Reducer<'_>) -> Reduced {
    let cells: Vec<Cell> = reducer.cells();
    let lists = if reducer.lists() > 1 {
        if !reducer.words().is_empty() {
            return Err(reducer.refused(Some(0), "a number of parts", "lists of cells, without a number"));
        }
        let first = reducer.list(0).len();
        if let Some(other) = (1..reducer.lists()).find(|&list| reducer.list(list).len() != first) {
            let found = format!("a list of {} cells", reducer.list(other).len());
            return Err(reducer.refused(
                Some(reducer.rule.item_of(other, 0)),
                found,
                format!("{first} cells"),
            ));
        }
        reducer.lists()
    } else {
        let lists = reducer.number(0, "a number of parts", (1, 4096), None)? as usize;
        if !cells.len().is_multiple_of(lists) {
            let found = format!("{} cells in {lists} equal parts", cells.len());
            return Err(reducer.refused(Some(0), found, "a divisor of the number of cells"));
        }
        lists
    };
    reducer.one(cells, Relation::SameDigits { lists })
}
