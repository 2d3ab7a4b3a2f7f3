//! The propagators of relations, each posted by hand and compared with its meaning.

use std::ops::Range;
use std::sync::Arc;

use arcdoku::Choice as _;
use arcdoku::csp::propagators::{
    AllDifferentGac, Any, Automaton, Branch, ChaosRegions, Checked, Circles, Combinations, Comparison,
    Connected, Contain, Count, CountIs, Distinct, Element, Ends, EqualSums, Layers, Linear, Nfa, Pair,
    PairTable, Pairs, SameValues, SumAmong, runs,
};
use arcdoku::csp::{Builder, Constraint, Differ, Level, Model, Propagator, Var};
use arcdoku::grid::{Digit, DigitSet};
use arcdoku::testing::posted::check_posted;
use fastrand::Rng;

fn signed(number: usize) -> i64 {
    i64::try_from(number).expect("a small number")
}

/// Posts propagators over these variables.
type Post<'a> = &'a dyn Fn(&mut Builder<()>, &[Var]);

/// The meaning of digits as numbers from 1.
type Meaning<'a> = &'a dyn Fn(&[i64]) -> bool;

/// Checks a model with `vars` variables of `digits` digits.
fn check(vars: usize, digits: usize, post: Post<'_>, meaning: Meaning<'_>) {
    check_posted(&|level| model(level, vars, digits, post), &|digits| {
        meaning(&digits.iter().map(|digit| i64::from(digit.get())).collect::<Vec<_>>())
    });
}

fn model(level: Level, vars: usize, digits: usize, post: Post<'_>) -> Model<()> {
    let mut builder = Builder::new(level);
    let vars: Vec<Var> = (0..vars).map(|_| builder.variable(DigitSet::all(digits))).collect();
    post(&mut builder, &vars);
    builder.build().expect("all variables are known")
}

/// The same as [`check`], for one propagator.
fn check_one<P: Propagator<()> + 'static>(
    vars: usize,
    digits: usize,
    make: impl Fn(&[Var]) -> P,
    meaning: Meaning<'_>,
) {
    let post = |builder: &mut Builder<()>, vars: &[Var]| {
        builder.add(Constraint::new("it", vars.iter().copied()), make(vars));
    };
    check(vars, digits, &post, meaning);
}

fn digit(number: i64) -> Digit {
    Digit::new(number as u8).expect("a digit")
}

fn digits(numbers: &[i64]) -> DigitSet {
    numbers.iter().map(|&number| digit(number)).collect()
}

fn distinct(numbers: &[i64]) -> bool {
    digits(numbers).len() == numbers.len()
}

fn boxed(vars: &[Var]) -> Box<[Var]> {
    vars.into()
}

#[test]
fn pairs() {
    let mut rng = Rng::with_seed(1);
    for round in 0..6 {
        let n = 3 + round % 3;
        let rows: Vec<DigitSet> = (0..n).map(|_| DigitSet::from_bits(rng.u64(..1 << n))).collect();
        let table = Arc::new(PairTable::from_rows(&rows));
        let allows = |a: i64, b: i64| table.allows(digit(a), digit(b));
        let post = |builder: &mut Builder<()>, vars: &[Var], chosen: &[(usize, usize)]| {
            let pairs: Vec<Pair> = chosen
                .iter()
                .map(|&(a, b)| {
                    let (first, second) = (vars[a], vars[b]);
                    let constraint = builder.constrain(Constraint::new("pair", [first, second]));
                    Pair { first, second, table: Arc::clone(&table), constraint }
                })
                .collect();
            let reader = builder.trailed_reader();
            builder.add_shared(Pairs::new(reader, &pairs));
        };
        check(2, n, &|b, v| post(b, v, &[(0, 1)]), &|d| allows(d[0], d[1]));
        check(1, n, &|b, v| post(b, v, &[(0, 0)]), &|d| allows(d[0], d[0]));
        check(4, n, &|b, v| post(b, v, &[(0, 1), (2, 1), (3, 3), (2, 3)]), &|d| {
            allows(d[0], d[1]) && allows(d[2], d[1]) && allows(d[3], d[3]) && allows(d[2], d[3])
        });
    }
    let less = PairTable::new(5, |a, b| a < b);
    let one = Digit::from_index(0);
    assert!(!less.allows(one, one) && less.complement().allows(one, one));
    assert_eq!(less.transposed(), PairTable::new(5, |a, b| a > b));
    assert_eq!(less.complement(), PairTable::new(5, |a, b| a >= b));
}

#[test]
fn combinations() {
    let odd = |set: DigitSet| set.bits() & 0b10_1010 == 0;
    let make = |vars: &[Var]| Combinations::new(boxed(vars), 6, odd).expect("few sets");
    check_one(3, 6, make, &|d| distinct(d) && d.iter().all(|d| d % 2 == 1));
    for length in 1..=4 {
        check_one(length, 7, |vars| Combinations::of_sets(boxed(vars), 7, runs(length, 7)), &|d| {
            let (least, most) = (d.iter().min().expect("some"), d.iter().max().expect("some"));
            distinct(d) && most - least == signed(d.len()) - 1
        });
    }
    // With more than ten digits, matchings are used.
    let product = |set: DigitSet| set.iter().map(|digit| u64::from(digit.get())).product::<u64>() == 24;
    for n in [10, 12] {
        let make = |vars: &[Var]| Combinations::new(boxed(vars), n, product).expect("few sets");
        check_one(3, n, make, &|d| distinct(d) && d.iter().product::<i64>() == 24);
    }
    let none = |vars: &[Var]| Combinations::new(boxed(vars), 4, |_| true).expect("few sets");
    check_one(5, 4, none, &|_| false);
}

#[test]
fn linear() {
    use Comparison::{AtLeast, AtMost, Equal, NotEqual};
    let cases: [(&[i32], i64); 9] = [
        (&[1, 1, 1, 1], 12),
        (&[1, -1, -1], 0),
        (&[2, -3, 1], 1),
        (&[10, 1, -1, -1], 40),
        (&[1, 1, -1, -1], 0),
        (&[-1, -1], -7),
        (&[100, -7, 1], 500),
        (&[5], 20),
        (&[1, 1, 1], 40),
    ];
    for (coefficients, constant) in cases {
        for comparison in [Equal, NotEqual, AtMost, AtLeast] {
            let sum = |d: &[i64]| d.iter().zip(coefficients).map(|(d, &by)| d * i64::from(by)).sum::<i64>();
            let make = |vars: &[Var]| {
                let terms: Vec<(Var, i32)> = vars.iter().copied().zip(coefficients.iter().copied()).collect();
                Linear::new(&terms, comparison, constant, 5, &Differ::default())
            };
            check_one(coefficients.len(), 5, make, &|d| comparison.holds(sum(d), constant));
        }
    }
    // The range of these sums is too large for a bit set.
    let wide = |vars: &[Var]| {
        let terms: Vec<(Var, i32)> = vars.iter().copied().zip([1000, -100, 1]).collect();
        Linear::new(&terms, Equal, 2805, 5, &Differ::default())
    };
    check_one(3, 5, wide, &|d| 1000 * d[0] - 100 * d[1] + d[2] == 2805);
    // Variables that occur twice, and coefficients that cancel.
    let twice = |vars: &[Var]| {
        let terms = [(vars[0], 1), (vars[1], 1), (vars[0], 1), (vars[2], 3), (vars[2], -3)];
        Linear::new(&terms, Equal, 7, 4, &Differ::default())
    };
    check_one(3, 4, twice, &|d| 2 * d[0] + d[1] == 7);
    for constant in [0, 1] {
        let make = |vars: &[Var]| {
            Linear::new(&[(vars[0], 1), (vars[0], -1)], Equal, constant, 3, &Differ::default())
        };
        check_one(1, 3, make, &|_| constant == 0);
    }
}

/// Posts constraints that the variables of each group differ, and returns the pairs of variables that differ.
fn post_different(builder: &mut Builder<()>, vars: &[Var], groups: &[Range<usize>]) -> Differ {
    let mut differ = Differ::new(vars.len());
    for group in groups {
        let group = &vars[group.clone()];
        differ.add(group);
        let different = Constraint::new("different", group.iter().copied());
        builder.add(different, AllDifferentGac::new(group.into()));
    }
    differ
}

#[test]
#[allow(clippy::single_range_in_vec_init)]
fn one_of_several_sums() {
    for (signs, sums) in
        [([1, 1, 1, 1], &[6, 11, 40][..]), ([1, 1, -1, -1], &[-3, 2, 3]), ([1, 2, 1, 1], &[99])]
    {
        let sum = |d: &[i64]| d.iter().zip(signs).map(|(d, by)| d * i64::from(by)).sum::<i64>();
        for groups in [&[][..], &[0..3], &[0..2, 2..4], &[0..4]] {
            let post = |builder: &mut Builder<()>, vars: &[Var]| {
                let differ = post_different(builder, vars, groups);
                let terms: Vec<(Var, i32)> = vars.iter().copied().zip(signs).collect();
                let among = SumAmong::new(&terms, sums, 6, &differ).expect("few sums");
                builder.add(Constraint::new("sums", vars.iter().copied()), among);
            };
            check(4, 6, &post, &|d| {
                sums.contains(&sum(d)) && groups.iter().all(|group| distinct(&d[group.clone()]))
            });
        }
    }
    let wide = |sums: &[i64]| SumAmong::new(&[(Var::new(0), 100_000)], sums, 9, &Differ::default()).is_some();
    assert!(wide(&[100_000]) && !wide(&[900_000]), "sums beyond a bit set");
}

#[test]
#[allow(clippy::single_range_in_vec_init)]
fn sums_of_variables_that_differ() {
    for (signs, constant) in
        [([1, 1, 1, 1], 11), ([1, 1, 1, -1], 2), ([-1, -1, -1, -1], -16), ([1, 1, -1, -1], 0)]
    {
        for comparison in [Comparison::Equal, Comparison::AtMost, Comparison::AtLeast, Comparison::NotEqual] {
            let sum = |d: &[i64]| d.iter().zip(signs).map(|(d, by)| d * i64::from(by)).sum::<i64>();
            for groups in [&[0..3][..], &[0..2, 2..4], &[0..4]] {
                let post = |builder: &mut Builder<()>, vars: &[Var]| {
                    let differ = post_different(builder, vars, groups);
                    let terms: Vec<(Var, i32)> = vars.iter().copied().zip(signs).collect();
                    let linear = Linear::new(&terms, comparison, constant, 6, &differ);
                    builder.add(Constraint::new("sum", vars.iter().copied()), linear);
                };
                check(4, 6, &post, &|d| {
                    comparison.holds(sum(d), constant)
                        && groups.iter().all(|group| distinct(&d[group.clone()]))
                });
            }
        }
    }
}

#[test]
fn equal_sums() {
    let sum = |d: &[i64]| d.iter().sum::<i64>();
    let none = Differ::default();
    let make = |vars: &[Var], lists: &[&[usize]]| {
        let lists: Vec<Box<[Var]>> =
            lists.iter().map(|list| list.iter().map(|&i| vars[i]).collect()).collect();
        EqualSums::new(&lists, 6, &none)
    };
    check_one(4, 6, |vars| make(vars, &[&[0, 1], &[2, 3]]), &|d| sum(&d[..2]) == sum(&d[2..]));
    check_one(4, 6, |vars| make(vars, &[&[0], &[1, 2], &[3]]), &|d| d[0] == d[1] + d[2] && d[0] == d[3]);
    check_one(4, 6, |vars| make(vars, &[&[0, 1, 2], &[2, 3]]), &|d| sum(&d[..3]) == sum(&d[2..]));
    let post = |builder: &mut Builder<()>, vars: &[Var]| {
        let mut differ = Differ::new(vars.len());
        differ.add(&vars[..3]);
        builder.add(
            Constraint::new("different", vars[..3].iter().copied()),
            AllDifferentGac::new(vars[..3].into()),
        );
        let sums = EqualSums::new(&[vars[..3].into(), vars[3..].into()], 6, &differ);
        builder.add(Constraint::new("sums", vars.iter().copied()), sums);
    };
    check(4, 6, &post, &|d| distinct(&d[..3]) && sum(&d[..3]) == d[3]);
}

/// An automaton with random edges.
fn random_nfa(states: u32, n: usize, rng: &mut Rng) -> Nfa {
    let edge = |rng: &mut Rng| {
        (rng.u32(..states), DigitSet::from_bits(rng.u64(..1 << n) & rng.u64(..)), rng.u32(..states))
    };
    Nfa {
        states: states as usize,
        start: vec![0, rng.u32(..states)],
        accept: vec![states - 1, rng.u32(..states)],
        edges: (0..states * 3).map(|_| edge(rng)).collect(),
    }
}

fn accepts(nfa: &Nfa, digits: &[i64]) -> bool {
    let mut now: Vec<u32> = nfa.start.clone();
    for &number in digits {
        let steps = nfa.edges.iter().filter(|edge| now.contains(&edge.0) && edge.1.contains(digit(number)));
        now = steps.map(|edge| edge.2).collect();
    }
    now.iter().any(|state| nfa.accept.contains(state))
}

#[test]
fn automata() {
    let mut rng = Rng::with_seed(2);
    for round in 0..12 {
        let n = 3 + round % 3;
        let states = [2, 3, 5, 80][round % 4];
        let nfa = random_nfa(states, n, &mut rng);
        let layers = Layers::of_nfa(&nfa, &[DigitSet::all(n); 4]).expect("few edges");
        check_one(4, n, |vars| Automaton::new(boxed(vars), Arc::clone(&layers)), &|d| accepts(&nfa, d));
        // The second variable occurs again at the end.
        let again = |vars: &[Var]| [vars, &vars[1..2]].concat().into_boxed_slice();
        check_one(3, n, |vars| Automaton::new(again(vars), Arc::clone(&layers)), &|d| {
            accepts(&nfa, &[d, &d[1..2]].concat())
        });
    }
}

#[test]
fn explored_automata() {
    // The first digit is the length of a prefix, whose digits have this sum.
    for total in [3, 7, 40] {
        let step = |position: usize, &(left, sum): &(u8, u8), digit: Digit| {
            let left = if position == 0 { digit.get() } else { left };
            let sum = sum + if left > 0 { digit.get() } else { 0 };
            (sum <= total).then_some((left.saturating_sub(1), sum))
        };
        let layers = Layers::explore(&[DigitSet::all(4); 4], (0, 0), step, |state| state.1 == total);
        let layers = layers.expect("few edges");
        assert_eq!(layers.is_void(), total == 40);
        let meaning = |d: &[i64]| d[..d[0] as usize].iter().sum::<i64>() == i64::from(total);
        check_one(4, 4, |vars| Automaton::new(boxed(vars), Arc::clone(&layers)), &meaning);
        let all = [1, 2, 3, 1].map(digit);
        assert_eq!(layers.accepts(&all), meaning(&[1, 2, 3, 1]));
        assert!(!layers.accepts(&all[..3]));
    }
    // A counter modulo 70 has more states than bits in a word, and no states can be merged.
    let weigh = |position: usize, &sum: &u64, digit: Digit| {
        Some((sum * 7 + position as u64 * u64::from(digit.get())) % 70)
    };
    let layers = Layers::explore(&[DigitSet::all(6); 4], 1, weigh, |&sum| sum % 3 == 0).expect("few edges");
    let value = |d: &[i64]| (0..4).zip(d).fold(1, |sum, (i, d)| (sum * 7 + i * d) % 70);
    check_one(4, 6, |vars| Automaton::new(boxed(vars), Arc::clone(&layers)), &|d| value(d) % 3 == 0);
}

#[test]
fn counts() {
    let count = |d: &[i64], set: &[i64]| signed(d.iter().filter(|d| set.contains(d)).count());
    for allowed in [0b1_u128, 0b10, 0b1_0100, 0b0_1110, 0b1_1111, 0b10_0000, 0] {
        let make = |vars: &[Var]| Count::new(boxed(vars), digits(&[2, 4]), allowed);
        check_one(4, 4, make, &|d| allowed >> count(d, &[2, 4]) & 1 == 1);
        let twice = |vars: &[Var]| Count::new([vars, &vars[..1]].concat().into(), digits(&[2, 4]), allowed);
        check_one(3, 4, twice, &|d| allowed >> (count(d, &[2, 4]) + count(&d[..1], &[2, 4])) & 1 == 1);
    }
    for offset in [0, -1, 2] {
        let make = |vars: &[Var]| CountIs::new(vars[0], offset, &vars[1..], digits(&[1, 3]));
        check_one(4, 4, make, &|d| count(&d[1..], &[1, 3]) == d[0] + i64::from(offset));
        let own = |vars: &[Var]| CountIs::new(vars[0], offset, vars, digits(&[1, 3]));
        check_one(4, 4, own, &|d| count(d, &[1, 3]) == d[0] + i64::from(offset));
        let distinct = |vars: &[Var]| Distinct::new(vars[0], offset, &vars[1..]);
        let different = |d: &[i64]| signed(digits(d).len());
        check_one(4, 4, distinct, &|d| different(&d[1..]) == d[0] + i64::from(offset));
        let own = |vars: &[Var]| Distinct::new(vars[0], offset, vars);
        check_one(4, 4, own, &|d| different(d) == d[0] + i64::from(offset));
    }
    for vars in [3, 4, 5] {
        let make = |vars: &[Var]| Circles::new(boxed(vars), &[1, 2, 3, 4], &Differ::default());
        check_one(vars, 4, make, &|d| d.iter().all(|&v| count(d, &[v]) == v));
    }
}

#[test]
fn contained() {
    for listed in [&[1][..], &[1, 1], &[1, 2, 3], &[2, 2, 4], &[1, 2, 3, 4], &[3, 3, 3, 3, 3]] {
        let items: Vec<Digit> = listed.iter().map(|&number| digit(number)).collect();
        for exactly in [false, true] {
            for vars in [3, 4] {
                let count = |d: &[i64], value: i64| d.iter().filter(|&&d| d == value).count();
                check_one(vars, 5, |vars| Contain::new(boxed(vars), &items, exactly), &|d| {
                    listed.iter().all(|&value| {
                        let (there, wanted) = (count(d, value), count(listed, value));
                        there == wanted || !exactly && there > wanted
                    })
                });
            }
        }
    }
}

#[test]
fn elements_and_ends() {
    for offset in [-1, 0, -2] {
        let make = |vars: &[Var]| Element::new(vars[0], offset, &vars[2..], vars[1]);
        let at = |d: &[i64], list: &[i64]| {
            usize::try_from(d[0] + i64::from(offset)).ok().and_then(|place| list.get(place).copied())
        };
        check_one(5, 4, make, &|d| at(d, &d[2..]) == Some(d[1]));
        let own = |vars: &[Var]| Element::new(vars[0], offset, vars, vars[1]);
        check_one(4, 4, own, &|d| at(d, d) == Some(d[1]));
    }
    let between =
        |a: Digit, b: Digit| Some(DigitSet::all(a.max(b).index()).minus(DigitSet::all(a.min(b).index() + 1)));
    let outside = |a: Digit, b: Digit| {
        let apart = a.get().abs_diff(b.get()) >= 3;
        apart.then(|| !DigitSet::all(a.max(b).index() + 1) | DigitSet::all(a.min(b).index()))
    };
    let none = Differ::default();
    let make = |vars: &[Var]| Ends::new([vars[0], vars[3]], &vars[1..3], 6, &none, between);
    let is_between = |d: &[i64], x: i64| d[0].min(d[3]) < x && x < d[0].max(d[3]);
    check_one(4, 6, make, &|d| d[1..3].iter().all(|&x| is_between(d, x)));
    let make = |vars: &[Var]| Ends::new([vars[0], vars[3]], &vars[1..3], 6, &none, outside);
    check_one(4, 6, make, &|d| {
        let apart = d[0].abs_diff(d[3]) >= 3;
        apart && d[1..3].iter().all(|&x| !is_between(d, x) && x != d[0] && x != d[3])
    });
    let post = |builder: &mut Builder<()>, vars: &[Var]| {
        let mut differ = Differ::new(vars.len());
        differ.add(&vars[1..3]);
        builder.add(
            Constraint::new("different", vars[1..3].iter().copied()),
            AllDifferentGac::new(vars[1..3].into()),
        );
        let ends = Ends::new([vars[0], vars[3]], &vars[1..3], 6, &differ, between);
        builder.add(Constraint::new("between", vars.iter().copied()), ends);
    };
    check(4, 6, &post, &|d| d[1] != d[2] && d[1..3].iter().all(|&x| is_between(d, x)));
    let loop_of =
        |vars: &[Var]| Ends::new([vars[0], vars[0]], vars, 6, &none, |a, _| Some(DigitSet::single(a)));
    check_one(3, 6, loop_of, &|d| d.iter().all(|x| *x == d[0]));
}

#[test]
fn same_values() {
    let sorted = |d: &[i64]| {
        let mut sorted = d.to_vec();
        sorted.sort_unstable();
        sorted
    };
    let make = |vars: &[Var]| SameValues::new(vars.iter().map(|&var| [var].into()).collect());
    check_one(4, 5, make, &|d| d.iter().all(|x| *x == d[0]));
    let make = |vars: &[Var]| SameValues::new(vec![vars[..2].into(), vars[2..].into()]);
    check_one(4, 5, make, &|d| sorted(&d[..2]) == sorted(&d[2..]));
    let make = |vars: &[Var]| SameValues::new(vec![vars[..3].into(), vars[1..].into()]);
    check_one(4, 5, make, &|d| sorted(&d[..3]) == sorted(&d[1..]));
    let make = |vars: &[Var]| SameValues::new(vec![vars[..1].into(), vars[1..].into()]);
    check_one(3, 3, make, &|_| false);
}

/// The neighbors of each cell of a grid.
fn grid(rows: usize, cols: usize) -> Vec<Vec<u32>> {
    let near = |a: usize, b: usize| (a / cols).abs_diff(b / cols) + (a % cols).abs_diff(b % cols) == 1;
    let cells = rows * cols;
    (0..cells).map(|a| (0..cells).filter(|&b| near(a, b)).map(|b| b as u32).collect()).collect()
}

/// Whether these positions are connected.
fn is_connected(area: &[usize], neighbors: &[Vec<u32>]) -> bool {
    let Some(&start) = area.first() else { return true };
    let mut seen = vec![start];
    let mut at = 0;
    while let Some(&x) = seen.get(at) {
        let near = neighbors[x].iter().map(|&y| y as usize);
        let new: Vec<usize> = near.filter(|y| area.contains(y) && !seen.contains(y)).collect();
        seen.extend(new);
        at += 1;
    }
    seen.len() == area.len()
}

#[test]
fn connected_areas() {
    for (rows, cols, n) in [(3, 3, 2), (2, 4, 3), (1, 5, 3)] {
        let neighbors = grid(rows, cols);
        for size in [None, Some(0), Some(2), Some(4), Some(rows * cols)] {
            let make = |vars: &[Var]| Connected::new(boxed(vars), digits(&[1, 3]), &neighbors, size);
            check_one(rows * cols, n, make, &|d| {
                let area: Vec<usize> = (0..d.len()).filter(|&i| d[i] != 2).collect();
                is_connected(&area, &neighbors) && size.is_none_or(|size| size == area.len())
            });
        }
    }
}

#[test]
fn chaos() {
    for (rows, cols, size) in [(2, 3, 2), (2, 3, 3), (2, 4, 4), (2, 3, 4), (2, 2, 1)] {
        let neighbors = grid(rows, cols);
        let labels = (rows * cols / size).max(3);
        for early in [&[][..], &[3, 1]] {
            let others = (0..rows * cols).filter(|at| !early.contains(at));
            let order: Vec<usize> = early.iter().copied().chain(others).collect();
            let make = |vars: &[Var]| ChaosRegions::new(boxed(vars), &neighbors, size, order.clone().into());
            check_one(rows * cols, labels, make, &|d| {
                let of = |label: i64| -> Vec<usize> { (0..d.len()).filter(|&i| d[i] == label).collect() };
                let first = |label: i64| order.iter().position(|&i| d[i] == label);
                let most = signed(rows * cols / size);
                rows * cols % size == 0
                    && (1..=most).all(|label| of(label).len() == size && is_connected(&of(label), &neighbors))
                    && (2..=most).all(|label| first(label - 1) < first(label))
            });
        }
    }
}

#[test]
fn checked() {
    let sum = |d: &[Option<Digit>]| d.iter().flatten().map(|d| i64::from(d.get())).sum::<i64>();
    let holds = move |d: &[Option<Digit>]| d.contains(&None) || sum(d) % 7 == 3;
    check_one(4, 5, |vars| Checked::new(boxed(vars), holds), &|d| d.iter().sum::<i64>() % 7 == 3);
    let twice = |vars: &[Var]| Checked::new([vars, &vars[..1]].concat().into(), holds);
    check_one(3, 5, twice, &|d| (d.iter().sum::<i64>() + d[0]) % 7 == 3);
}

/// A branch: a sum of some variables.
fn sum_branch(level: Level, vars: &[Var], sum: i64) -> Branch {
    let mut builder = Builder::new(level);
    let own: Vec<Var> = vars.iter().map(|_| builder.variable(DigitSet::all(4))).collect();
    let terms: Vec<(Var, i32)> = own.iter().map(|&var| (var, 1)).collect();
    let linear = Linear::new(&terms, Comparison::Equal, sum, 4, &Differ::default());
    builder.add(Constraint::new("sum", own), linear);
    Branch { vars: vars.into(), model: builder.build().expect("all variables are known") }
}

#[test]
fn any() {
    for level in Level::all() {
        let check = |post: Post<'_>, meaning: Meaning<'_>| {
            check_posted(&|_| model(level, 4, 4, post), &|d| {
                meaning(&d.iter().map(|digit| i64::from(digit.get())).collect::<Vec<_>>())
            });
        };
        let post = |builder: &mut Builder<()>, vars: &[Var]| {
            let branches = vec![
                sum_branch(level, &vars[..2], 3),
                sum_branch(level, &vars[1..], 10),
                sum_branch(level, &vars[3..], 1),
            ];
            let any = Any::new(builder, branches);
            builder.add(Constraint::new("any", vars.iter().copied()), any);
        };
        let meaning = |d: &[i64]| d[0] + d[1] == 3 || d[1] + d[2] + d[3] == 10 || d[3] == 1;
        if level != Level::Filter && level != Level::Check {
            check(&post, &meaning);
        }
    }
    // Nested, and a single branch.
    let level = Level::Singles;
    let nested = |builder: &mut Builder<()>, vars: &[Var]| {
        let mut inner = Builder::new(level);
        let own: Vec<Var> = (0..3).map(|_| inner.variable(DigitSet::all(4))).collect();
        let branches = vec![sum_branch(level, &own[..2], 3), sum_branch(level, &own[1..], 7)];
        let any = Any::new(&mut inner, branches);
        inner.add(Constraint::new("inner", own), any);
        let inner = Branch { vars: vars[1..].into(), model: inner.build().expect("all variables are known") };
        let outer = Any::new(builder, vec![inner, sum_branch(level, vars, 16)]);
        builder.add(Constraint::new("outer", vars.iter().copied()), outer);
        let single = Any::new(builder, vec![sum_branch(level, &vars[..3], 9)]);
        builder.add(Constraint::new("single", vars.iter().copied()), single);
    };
    check_posted(&|_| model(level, 4, 4, &nested), &|d| {
        let d: Vec<i64> = d.iter().map(|digit| i64::from(digit.get())).collect();
        let inner = d[1] + d[2] == 3 || d[2] + d[3] == 7;
        (inner || d.iter().sum::<i64>() == 16) && d[..3].iter().sum::<i64>() == 9
    });
}
