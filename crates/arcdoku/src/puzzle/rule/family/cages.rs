//! Cages: sets of cells, most of them with different digits.

use std::sync::Arc;

use crate::grid::{Digit, DigitSet};
use crate::puzzle::error::quoted;
use crate::puzzle::relation::{Automaton, Relation};
use crate::puzzle::rule::definition::RuleError;
use crate::puzzle::rule::listed::{ANY, Kind, Reduced, Reducer};

pub(super) const KINDS: &[Kind] = &[
    Kind::new(
        "cage-sums",
        "cage-sums 5 7: r1c1 r1c2",
        "These cells hold different digits that add up to one of the sums.",
        "cage label {}",
        |reducer| {
            let sums = numbers(reducer, "a sum")?;
            combinations(reducer, &|values| sums.contains(&values.iter().sum()))
        },
    )
    .words(1, ANY),
    Kind::new(
        "digital-root-cage",
        "digital-root-cage 6: r1c1 r1c2 r1c3",
        "These cells hold different digits whose sum has the digital root.",
        "cage label √{}",
        |reducer| {
            let root = reducer.number(0, "a digital root", (0, 9), None)?;
            let root_of = |sum: i64| if sum == 0 { 0 } else { (sum - 1) % 9 + 1 };
            combinations(reducer, &|values| root_of(values.iter().sum()) == root)
        },
    )
    .words(1, 1),
    Kind::new(
        "parity-cage",
        "parity-cage odd: r1c1 r1c2 r1c3",
        "These cells hold different digits with an odd, or an even, sum.",
        "cage label {}",
        |reducer| {
            let odd = match &*reducer.words()[0] {
                "odd" => 1,
                "even" => 0,
                other => return Err(reducer.refused(Some(0), quoted(other), "odd or even")),
            };
            combinations(reducer, &|values| values.iter().sum::<i64>().rem_euclid(2) == odd)
        },
    )
    .words(1, 1),
    Kind::new(
        "product-cage",
        "product-cage 12: r1c1 r1c2",
        "These cells hold different digits with the product.",
        "cage label {}×",
        |reducer| {
            let product = reducer.number(0, "a product", (0, i64::MAX), None)?;
            combinations(reducer, &|values| product_of(values) == Some(product))
        },
    )
    .words(1, 1),
    Kind::new(
        "difference-cage",
        "difference-cage 1: r1c1 r1c2",
        "The largest value of these cells minus all others is the number; digits may repeat.",
        "cage label {}−",
        |reducer| {
            let wanted = reducer.number(0, "a difference", (0, 10_000), None)?;
            multiset(reducer, &|values| {
                let largest = values.iter().max().copied().unwrap_or(0);
                2 * largest - values.iter().sum::<i64>() == wanted
            })
        },
    )
    .words(1, 1),
    Kind::new(
        "quotient-cage",
        "quotient-cage 2: r1c1 r1c2",
        "The largest value of these cells divided by all others is the number; digits may repeat.",
        "cage label {}÷",
        |reducer| {
            let wanted = reducer.number(0, "a quotient", (0, 10_000), None)?;
            multiset(reducer, &|values| {
                let Some(&largest) = values.iter().max() else { return false };
                let Some(product) = product_of(values) else { return false };
                product != 0 && largest * largest == wanted * product
            })
        },
    )
    .words(1, 1),
    Kind::new(
        "product",
        "product 12: r1c1 r1c2 r1c3",
        "The product of the values is the number; digits may repeat.",
        "cage dashed label {}×",
        product,
    )
    .words(1, 1),
    Kind::new(
        "rellik-cage",
        "rellik-cage 2: r1c1 r1c2 r1c3",
        "These cells hold different digits, and no subset of them has the sum.",
        "cage label ≠{}",
        |reducer| {
            let sum = reducer.number(0, "a sum", (0, 10_000), None)?;
            combinations(reducer, &|values| {
                let sets = 1..1_u64 << values.len().min(20);
                sets.into_iter().all(|set| {
                    let chosen = values.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1);
                    chosen.map(|(_, value)| value).sum::<i64>() != sum
                })
            })
        },
    )
    .words(1, 1),
    Kind::new(
        "equality-cage",
        "equality-cage: r1c1 r1c2",
        "These cells hold different digits, with as many even as odd ones and as many low as high ones.",
        "cage label =",
        |reducer| {
            let (low, high) = reducer.values();
            combinations(reducer, &|values| {
                let count = |is: &dyn Fn(i64) -> bool| values.iter().filter(|&&value| is(value)).count();
                2 * count(&|value| value % 2 == 0) == values.len()
                    && 2 * count(&|value| 2 * value < low + high) == values.len()
                    && 2 * count(&|value| 2 * value > low + high) == values.len()
            })
        },
    ),
    Kind::new(
        "renban",
        "renban: r1c1 r1c2 r1c3",
        "The cells hold different digits that are consecutive, in any order.",
        "line purple thick",
        |reducer| {
            combinations(reducer, &|values| {
                values
                    .last()
                    .zip(values.first())
                    .is_none_or(|(last, first)| last - first + 1 == values.len() as i64)
            })
        },
    )
    .lists(1, ANY),
];

/// All words as numbers.
fn numbers(reducer: &Reducer<'_>, what: &str) -> Result<Vec<i64>, RuleError> {
    (0..reducer.words().len()).map(|word| reducer.number(word, what, (0, 1_000_000), None)).collect()
}

fn product_of(values: &[i64]) -> Option<i64> {
    values.iter().try_fold(1_i64, |product, &value| product.checked_mul(value))
}

/// The largest number of sets of digits that are tried.
const MOST: usize = 200_000;

/// The cells of each list hold different digits; `admits` accepts their values, in ascending order.
fn combinations(reducer: &Reducer<'_>, admits: &dyn Fn(&[i64]) -> bool) -> Reduced {
    let mut pieces = Vec::new();
    for list in 0..reducer.lists() {
        reducer.check_different(list)?;
        let cells = reducer.list(list);
        let sets = sets_of(reducer, cells.len(), admits)?;
        if sets.is_empty() {
            let found = format!("{} cells that no digits fit", cells.len());
            let item = if reducer.words().is_empty() { reducer.rule.item_of(list, 0) } else { 0 };
            let expected = format!("a clue that different digits up to {} fit", reducer.values().1);
            return Err(reducer.refused(Some(item), found, expected).impossible());
        }
        let relation = Relation::Combinations(sets.into());
        pieces.extend(if reducer.lists() == 1 {
            reducer.one(cells, relation)?
        } else {
            vec![reducer.piece(cells, relation)]
        });
    }
    Ok(pieces)
}

/// The sets of `count` digits whose values are accepted.
fn sets_of(
    reducer: &Reducer<'_>,
    count: usize,
    admits: &dyn Fn(&[i64]) -> bool,
) -> Result<Vec<DigitSet>, RuleError> {
    let digits = reducer.digits();
    let number = (0..count.min(digits - count)).try_fold(1_usize, |number, i| {
        number.checked_mul(digits - i).map(|number| number / (i + 1)).filter(|&number| number <= MOST)
    });
    if number.is_none() {
        let found = format!("a cage of {count} cells in a grid of {digits} digits");
        return Err(reducer.refused(None, found, "a smaller cage"));
    }
    let mut sets = Vec::new();
    let mut values = Vec::with_capacity(count);
    choose(reducer, 0, count, DigitSet::EMPTY, &mut values, &mut |set, values| {
        if admits(values) {
            sets.push(set);
        }
    });
    Ok(sets)
}

/// Calls `each` with the sets that have `count` more digits, chosen from index `from` on.
fn choose(
    reducer: &Reducer<'_>,
    from: usize,
    count: usize,
    chosen: DigitSet,
    values: &mut Vec<i64>,
    each: &mut dyn FnMut(DigitSet, &[i64]),
) {
    if count == 0 {
        return each(chosen, values);
    }
    for index in from..=reducer.digits() - count {
        let digit = Digit::from_index(index);
        values.push(reducer.value(digit));
        choose(reducer, index + 1, count - 1, chosen | DigitSet::single(digit), values, each);
        values.pop();
    }
}

fn product(reducer: &Reducer<'_>) -> Reduced {
    let cells = reducer.list(0);
    let product = reducer.number(0, "a product", (0, i64::MAX), None)?;
    let step = |&so_far: &i64, digit: Digit| {
        let next = so_far.checked_mul(reducer.value(digit))?;
        let fits = if product == 0 { next == 0 } else { next != 0 && product % next == 0 };
        // If the product is 0, any values may come before the 0: the state 1 represents them.
        if product == 0 && !fits { Some(1) } else { fits.then_some(next) }
    };
    let automaton = Automaton::from_steps(reducer.digits(), cells.len(), 1, step, |&state| state == product);
    let automaton =
        automaton.ok_or_else(|| reducer.refused(Some(0), "too many factors", "a smaller product"))?;
    reducer.one(cells, Relation::Automaton(Arc::new(automaton)))
}

/// `admits` accepts the values, in any order and with repetitions.
fn multiset(reducer: &Reducer<'_>, admits: &dyn Fn(&[i64]) -> bool) -> Reduced {
    let cells = reducer.list(0);
    if cells.len() > 4 {
        let item = reducer.rule.item_of(0, 4);
        return Err(reducer.refused(Some(item), format!("{} cells", cells.len()), "at most 4 cells"));
    }
    let step = |values: &Vec<i64>, digit: Digit| {
        let value = reducer.value(digit);
        let mut next = values.clone();
        next.insert(next.partition_point(|&other| other < value), value);
        Some(next)
    };
    let automaton = Automaton::from_steps(reducer.digits(), cells.len(), Vec::new(), step, |values| {
        values.len() == cells.len() && admits(values)
    });
    let automaton = automaton.ok_or_else(|| {
        reducer.refused(None, "too many combinations of values", "fewer cells, or fewer digits")
    })?;
    reducer.one(cells, Relation::Automaton(Arc::new(automaton)))
}
