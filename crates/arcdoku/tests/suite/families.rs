//! Rules of words and lists of cells, compared with independent definitions, the harness, and the reference solver.

use std::ops::ControlFlow;

use arcdoku::grid::{Cell, Digit, Shape};
use arcdoku::puzzle::format::{ParseError, ParseErrorKind};
use arcdoku::puzzle::{Puzzle, Rule, Solution};
use arcdoku::search::{Strategy, ValueKind};
use arcdoku::testing::harness::check;
use arcdoku::testing::instances::with_holes;
use arcdoku::testing::reference;
use arcdoku::{Limits, Solver};
use fastrand::Rng;

/// A 4x4 grid with boxes that the rule fits, or a 6x6 grid if 4x4 has too few values.
pub(crate) fn small(text: &str) -> Shape {
    let plain = Shape::boxes(2, 2).unwrap();
    let shape = match text.split([' ', ':']).next().unwrap_or_default() {
        "doppelganger" | "schroedinger" => plain.with_values(0, 5).unwrap(),
        "dutch-flatmates" => Shape::latin(5).unwrap(),
        "regions" => Shape::latin(4).unwrap(),
        _ => plain,
    };
    let impossible = |error: ParseError| error.kind() == ParseErrorKind::Impossible;
    let shape =
        if Rule::parse(text, shape).is_err_and(impossible) { Shape::boxes(2, 3).unwrap() } else { shape };
    let extra = if text.contains(" v32") { 32 } else { 16 };
    if text.contains(" v1") { shape.with_extra(extra).unwrap() } else { shape }
}

#[test]
fn examples_are_canonical_and_fit() {
    for kind in Rule::kinds()
        .iter()
        .filter(|kind| !matches!(kind.name, "cage" | "regions" | "candidates" | "grid" | "void"))
    {
        let rule = Rule::parse(kind.example, small(kind.example))
            .unwrap_or_else(|error| panic!("{kind:?}: {error}"));
        assert_eq!(rule.to_string(), kind.example);
        assert!(!kind.style.is_empty() && kind.summary.ends_with('.'), "{kind:?}");
        // A name without cells is also parsed. If the rule needs more, the text is refused with a reason.
        if let Err(error) = Rule::parse(kind.name, Shape::CLASSIC) {
            assert!(error.expected().len() > 3, "{kind:?}: {error}");
        }
    }
}

/// Whether the values of the listed cells, in their order, obey the rule.
type Meaning = fn(&[i64]) -> bool;

fn sum(values: &[i64]) -> i64 {
    values.iter().sum()
}

fn distinct(values: &[i64]) -> usize {
    (1..=9).filter(|value| values.contains(value)).count()
}

fn different(values: &[i64]) -> bool {
    distinct(values) == values.len()
}

fn pairs(values: &[i64], fits: impl Fn(i64, i64) -> bool) -> bool {
    values.windows(2).all(|pair| fits(pair[0], pair[1]))
}

fn count(values: &[i64], value: i64) -> i64 {
    values.iter().filter(|&&other| other == value).count() as i64
}

fn visible(values: &[i64]) -> usize {
    (0..values.len()).filter(|&i| values[..i].iter().all(|&before| before < values[i])).count()
}

/// Whether the line can be divided into parts with the sum.
fn parts(values: &[i64], wanted: i64) -> bool {
    values.is_empty()
        || (1..=values.len()).any(|end| sum(&values[..end]) == wanted && parts(&values[end..], wanted))
}

fn sandwich(values: &[i64], wanted: i64) -> bool {
    let (Some(&low), Some(&high)) = (values.iter().min(), values.iter().max()) else { return false };
    if low == high || count(values, low) > 1 || count(values, high) > 1 {
        return false;
    }
    let ends = [low, high].map(|end| values.iter().position(|&value| value == end).unwrap());
    sum(&values[ends[0].min(ends[1]) + 1..ends[0].max(ends[1])]) == wanted
}

const LINE: &str = ": r1c1 r1c2 r2c3 r3c3 r4c4";

/// Rules over five cells and their meanings. The texts lack the cells.
const MEANINGS: &[(&str, Meaning)] = &[
    ("slow-thermo", |v| pairs(v, |a, b| a <= b)),
    ("whisper 2", |v| pairs(v, |a, b| (a - b).abs() >= 2)),
    ("whisper 1", |v| pairs(v, |a, b| a != b)),
    ("pairs a=2b or b=2a", |v| pairs(v, |a, b| a == 2 * b || b == 2 * a)),
    ("pairs a%3!=b%3", |v| pairs(v, |a, b| a % 3 != b % 3)),
    ("pairs table e c 8 1", |v| pairs(v, |a, b| if a == 4 { b == 1 } else { a < b })),
    ("all-pairs |a-b|<=2", |v| v.iter().all(|a| v.iter().all(|b| (a - b).abs() <= 2))),
    ("white-dot", |v| pairs(v, |a, b| (a - b).abs() == 1)),
    ("difference 2", |v| pairs(v, |a, b| (a - b).abs() == 2)),
    ("black-dot", |v| pairs(v, |a, b| a == 2 * b || b == 2 * a)),
    ("ratio 3", |v| pairs(v, |a, b| a == 3 * b || b == 3 * a)),
    ("v", |v| pairs(v, |a, b| a + b == 5)),
    ("pair-sum 6", |v| pairs(v, |a, b| a + b == 6)),
    ("nabner", |v| v.iter().enumerate().all(|(i, a)| v[..i].iter().all(|b| (a - b).abs() >= 2))),
    ("modular 2", |v| v.windows(2).all(|w| w[0] % 2 != w[1] % 2)),
    ("modular 3", |v| {
        v.windows(3).all(|w| w[0] % 3 != w[1] % 3 && w[0] % 3 != w[2] % 3 && w[1] % 3 != w[2] % 3)
    }),
    ("entropic", |v| {
        let third = |a: i64| [0, 0, 1, 1, 2][a as usize];
        v.windows(3).all(|w| {
            let w = [third(w[0]), third(w[1]), third(w[2])];
            w[0] != w[1] && w[0] != w[2] && w[1] != w[2]
        })
    }),
    ("between", |v| {
        let (low, high) = (v[0].min(v[4]), v[0].max(v[4]));
        v[1..4].iter().all(|&a| low < a && a < high)
    }),
    ("lockout 2", |v| {
        let (low, high) = (v[0].min(v[4]), v[0].max(v[4]));
        high - low >= 2 && v[1..4].iter().all(|&a| a < low || a > high)
    }),
    ("palindrome", |v| v[0] == v[4] && v[1] == v[3]),
    ("zipper", |v| v[0] + v[4] == v[2] && v[1] + v[3] == v[2]),
    ("arrow", |v| v[0] == sum(&v[1..])),
    ("arrow", |v| v[0] == sum(&v[1..])),
    ("double-arrow", |v| v[0] + v[4] == sum(&v[1..4])),
    ("pill-arrow 2", |v| 10 * v[0] + v[1] == sum(&v[2..])),
    ("successor-arrow", |v| v[1..].contains(&(v[0] + 1))),
    ("odd-lots", |v| v[1..].iter().filter(|&&a| a % 2 == 1).count() as i64 == v[0]),
    ("even-lots", |v| v[1..].iter().filter(|&&a| a % 2 == 0).count() as i64 == v[0]),
    ("ladder", |v| v.windows(3).all(|w| w[1] - w[0] == w[2] - w[1])),
    ("sum = 9", |v| sum(v) == 9),
    ("sum != 9", |v| sum(v) != 9),
    ("sum < 9", |v| sum(v) < 9),
    ("sum >= 17", |v| sum(v) >= 17),
    ("little-killer 12", |v| sum(v) == 12),
    ("sum-line 5", |v| parts(v, 5)),
    ("sum-loop 5", |v| (0..5).any(|start| parts(&[&v[start..], &v[..start]].concat(), 5))),
    ("region-sum", |v| v[0] + v[1] == v[2] && v[2] == v[3] + v[4]),
    ("product 24", |v| v.iter().product::<i64>() == 24),
    ("contains 1 1 2", |v| count(v, 1) >= 2 && count(v, 2) >= 1),
    ("contains-exactly 1 1 2", |v| count(v, 1) == 2 && count(v, 2) == 1),
    ("quadruple 3 3", |v| count(v, 3) >= 2),
    ("look-and-say 21 03", |v| count(v, 1) == 2 && count(v, 3) == 0),
    ("count 1 3 = 2", |v| count(v, 1) + count(v, 3) == 2),
    ("count 1 3 >= 3", |v| count(v, 1) + count(v, 3) >= 3),
    ("count 4 < 1", |v| count(v, 4) < 1),
    ("count-distinct", |v| distinct(&v[1..]) as i64 == v[0]),
    ("distinct = 3", |v| distinct(v) == 3),
    ("distinct > 2", |v| distinct(v) > 2),
    ("counting-circles", |v| v.iter().all(|&a| count(v, a) == a)),
    ("one-of 1 4", |v| v.iter().all(|a| [1, 4].contains(a))),
    ("where a*a>5", |v| v.iter().all(|a| a * a > 5)),
    ("odd", |v| v.iter().all(|a| a % 2 == 1)),
    ("even", |v| v.iter().all(|a| a % 2 == 0)),
    ("low", |v| v.iter().all(|&a| a <= 2)),
    ("high", |v| v.iter().all(|&a| a >= 3)),
    ("regex (1|2)3*[34]+.", |v| v[0] <= 2 && (v[1] == 3 || v[1] == 4) && v[1..4].iter().all(|&a| a >= 3)),
    ("regex [^12]{2}(?:.1)?.?4+|1{5}", |v| {
        let tail = |at: usize| at < 5 && v[at..].iter().all(|&a| a == 4);
        let start = v[0] > 2 && v[1] > 2;
        start && (tail(2) || tail(3) || (v[3] == 1 && tail(4))) || v.iter().all(|&a| a == 1)
    }),
    ("automaton ^1-2>0,3-4>1 *3-4>1", |v| v[4] > 2 && v.windows(2).all(|w| w[0] <= 2 || w[1] > 2)),
    ("automaton ^1-2>0,3>2 ^*4>1,1>2 .", |v| v.iter().all(|&a| a == 4)),
    ("sandwich 3", |v| sandwich(v, 3)),
    ("x-sum 6", |v| sum(&v[..v[0] as usize]) == 6),
    ("skyscraper 3", |v| visible(v) == 3),
    ("hidden-skyscraper 2", |v| {
        (1..5).find(|&i| v[..i].iter().any(|&a| a > v[i])).is_some_and(|i| v[i] == 2)
    }),
    ("numbered-room 2", |v| v[v[0] as usize - 1] == 2),
    ("index-line", |v| (1..=5).all(|i| v[v[i as usize - 1] as usize - 1] == i)),
    ("value-index", |v| v[1] <= 3 && v[1 + v[1] as usize] == v[0]),
    ("or [sum = 7: r1c1 r2c3] [thermo: r1c1 r1c2 r4c4] [or [one-of 1: r3c3]]", |v| {
        v[0] + v[2] == 7 || (v[0] < v[1] && v[1] < v[4]) || v[3] == 1
    }),
    ("and [sum = 7: r1c1 r2c3] [or [one-of 2: r3c3] [not [pairs a<b: r1c2 r4c4]]]", |v| {
        v[0] + v[2] == 7 && (v[3] == 2 || v[1] >= v[4])
    }),
    ("not [sum = 7: r1c1 r2c3] [thermo: r1c2 r3c3 r4c4]", |v| {
        v[0] + v[2] != 7 || !(v[1] < v[3] && v[3] < v[4])
    }),
    ("not [or [sum > 4: r1c1 r2c3] [all-different: r1c2 r3c3 r4c4]]", |v| {
        v[0] + v[2] <= 4 && !different(&[v[1], v[3], v[4]])
    }),
];

/// Rules whose texts group the same five cells differently, in the same order.
const LISTED: &[(&str, Meaning)] = &[
    ("equal-sums: r1c1 r1c2 / r2c3 / r3c3 r4c4", |v| v[0] + v[1] == v[2] && v[2] == v[3] + v[4]),
    ("equal-sums: r1c1 r1c2 / r2c3 r3c3 r4c4", |v| v[0] + v[1] == v[2] + v[3] + v[4]),
    ("sum = 2: r1c1 -r1c2 2*r2c3 r3c3 -3*r4c4", |v| v[0] - v[1] + 2 * v[2] + v[3] - 3 * v[4] == 2),
    ("sum <= 4: r1c1 r1c1 r1c2 r2c3 -r3c3 r4c4", |v| 2 * v[0] + v[1] + v[2] - v[3] + v[4] <= 4),
    ("same-digits: r1c1 r1c2 / r2c3 r3c3", |v| {
        (v[0] == v[2] && v[1] == v[3]) || (v[0] == v[3] && v[1] == v[2])
    }),
    ("clone: r1c1 r1c2 / r2c3 r3c3", |v| v[0] == v[2] && v[1] == v[3]),
    ("count-is 1 2: r1c1 / r1c2 r2c3 r3c3 r4c4", |v| count(&v[1..], 1) + count(&v[1..], 2) == v[0]),
    ("count-where a>2: r1c1 / r1c2 r2c3 r3c3 r4c4", |v| count(&v[1..], 3) + count(&v[1..], 4) == v[0]),
    ("skyscraper-is: r1c1 / r1c2 r2c3 r3c3 r4c4", |v| visible(&v[1..]) as i64 == v[0]),
    ("automaton ^1-2>0,/>1 *3-4>1: r1c1 r1c2 / r2c3 r3c3 r4c4", |v| {
        v[..2].iter().all(|&a| a <= 2) && v[2..].iter().all(|&a| a > 2)
    }),
    ("automaton ^*1>0,/>1 *2>1,/>0: r1c1 / r1c2 r2c3 / r3c3 r4c4", |v| v == [1, 2, 2, 1, 1]),
    ("automaton ^1-2>0,/>1 />2 *3-4>2: r1c1 r1c2 / / r2c3 r3c3 r4c4", |v| {
        v[..2].iter().all(|&a| a <= 2) && v[2..].iter().all(|&a| a > 2)
    }),
    ("automaton ^/>1 1-2>1,/>2 *: / r1c1 r1c2 r2c3 r3c3 r4c4 /", |v| v.iter().all(|&a| a <= 2)),
    ("connected 1 3 width 5: r1c1 r1c2 r2c3 r3c3 r4c4", |v| {
        let odd: Vec<usize> = (0..5).filter(|&i| v[i] % 2 == 1).collect();
        odd.windows(2).all(|pair| pair[1] == pair[0] + 1)
    }),
    ("connected 1 width 3 size 2: r1c1 r1c2 r2c3 r3c3 r4c4", |v| {
        let ones: Vec<usize> = (0..5).filter(|&i| v[i] == 1).collect();
        [[0, 1], [1, 2], [3, 4], [0, 3], [1, 4]].iter().any(|pair| ones == pair)
    }),
    ("chaos-count 1: r1c1 / r1c2 r2c3 r3c3 r4c4", |v| count(&v[1..], v[1]) == v[0] + 1),
    ("chaos-arrow 0: r1c1 / r1c2 r2c3 r3c3 / r1c2 r4c4", |v| {
        let run = [v[2] == v[1], v[2] == v[1] && v[3] == v[1], v[4] == v[1]];
        run.iter().filter(|&&seen| seen).count() as i64 + 1 == v[0]
    }),
    ("sum-of a*(1+(b!=lo)) = 9: r1c1 r1c2 / r2c3 r3c3", |v| {
        let factor = |b: i64| if b == 1 { 1 } else { 2 };
        v[0] * factor(v[2]) + v[1] * factor(v[3]) == 9
    }),
    ("sum-of a*b > 3: r1c1 -2*r1c2 / r2c3 r3c3", |v| v[0] * v[2] - 2 * v[1] * v[3] > 3),
    ("negator-sum -1: r1c1 r1c2 / r2c3 r3c3", |v| {
        let factor = |b: i64| if b == 1 { 1 } else { -1 };
        v[0] * factor(v[2]) + v[1] * factor(v[3]) == -1
    }),
    ("marked-different: r1c1 r1c2 / r2c3 r3c3", |v| v[2] == 1 || v[2] != v[3] || v[0] != v[1]),
    ("difference-cage 1: r1c1 r1c2 r2c3", |v| {
        let three = &v[..3];
        2 * three.iter().max().unwrap() - sum(three) == 1
    }),
    ("quotient-cage 2: r1c1 r1c2", |v| v[0] == 2 * v[1] || v[1] == 2 * v[0]),
    ("cage-sums 4 6: r1c1 r1c2 r2c3", |v| different(&v[..3]) && [4, 6].contains(&sum(&v[..3]))),
    ("product-cage 8: r1c1 r1c2 r2c3", |v| different(&v[..3]) && v[0] * v[1] * v[2] == 8),
    ("digital-root-cage 9: r1c1 r1c2 r2c3", |v| different(&v[..3]) && sum(&v[..3]) == 9),
    ("parity-cage even: r1c1 r1c2 r2c3", |v| different(&v[..3]) && sum(&v[..3]) % 2 == 0),
    ("rellik-cage 5: r1c1 r1c2", |v| different(&v[..2]) && v[0] != 5 && v[0] + v[1] != 5),
    ("rellik-cage 2: r1c1 r1c2 r2c3", |v| {
        let three = &v[..3];
        let sums = (1..8_u32).map(|set| (0..3).filter(|i| set >> i & 1 == 1).map(|i| three[i]).sum::<i64>());
        different(three) && !sums.into_iter().any(|sum| sum == 2)
    }),
    ("equality-cage: r1c1 r1c2", |v| (v[0] + v[1]) % 2 == 1 && (v[0] <= 2) != (v[1] <= 2)),
    ("renban: r1c1 r1c2 r2c3", |v| {
        different(&v[..3]) && v[..3].iter().max().unwrap() - v[..3].iter().min().unwrap() == 2
    }),
    ("lunchbox 2: r1c1 r1c2 r2c3", |v| different(&v[..3]) && sandwich(&v[..3], 2)),
    ("yin-yang 2: r1c1 r1c2 r2c3 r3c3", |v| {
        let black: Vec<bool> = v[..4].iter().map(|&a| a == 2).collect();
        let some = black.contains(&true) && black.contains(&false);
        v[..4].iter().all(|&a| a <= 2)
            && some
            && !(black[0] == black[3] && black[1] == black[2] && black[0] != black[1])
    }),
    ("average-arrow: r1c1 r1c2 r2c3 r3c3 r4c4", |v| 4 * v[0] == v[1..].iter().sum::<i64>()),
    ("average-arrow: r1c1 r1c2 r2c3", |v| 2 * v[0] == v[1] + v[2]),
    ("one-loop 2: r1c1 r1c2 r2c3 r3c3", |v| v[..4].iter().all(|&a| a > 1)),
    ("cave 2: r1c1 r1c2 r2c3 r3c3", |v| {
        let white: Vec<bool> = v[..4].iter().map(|&a| a == 1).collect();
        !(white[0] == white[3] && white[1] == white[2] && white[0] != white[1])
    }),
];

const CELLS: [(usize, usize); 5] = [(0, 0), (0, 1), (1, 2), (2, 2), (3, 3)];

/// The text with the five cells. Rules in brackets already contain them.
fn on_line(text: &str) -> String {
    let cells = if text.contains('[') && !text.starts_with("regex") { "" } else { LINE };
    format!("{text}{cells}")
}

/// Every assignment of the five cells is valid if and only if it satisfies the meaning, and no partial assignment
/// that can be completed is refused.
#[test]
fn rules_have_their_meanings() {
    let shape = Shape::boxes(2, 2).unwrap();
    let texts = MEANINGS.iter().map(|&(text, meaning)| (on_line(text), meaning));
    let listed = LISTED.iter().map(|&(text, meaning)| (text.to_owned(), meaning));
    for (text, meaning) in texts.chain(listed) {
        let rule = Rule::parse(&text, shape).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(rule.to_string().parse::<Rule>(), Ok(rule.clone()), "{text}");
        let constraints = rule.constraints(shape);
        let holds = |grid: &[Option<Digit>]| constraints.iter().all(|constraint| constraint.holds(4, grid));
        let mut right = 0;
        for number in 0..1024_usize {
            let values: Vec<i64> = (0..5).map(|i| (number >> (2 * i) & 3) as i64 + 1).collect();
            let mut grid = vec![None; shape.cells()];
            for (&(row, col), &value) in CELLS.iter().zip(&values) {
                grid[shape.cell(row, col).index()] = Digit::new(value as u8);
            }
            let wanted = meaning(&values);
            assert_eq!(holds(&grid), wanted, "{text}: {values:?}");
            if wanted {
                right += 1;
                for (row, col) in CELLS {
                    grid[shape.cell(row, col).index()] = None;
                    assert!(holds(&grid), "{text}: {values:?} is lost without r{}c{}", row + 1, col + 1);
                }
            }
        }
        assert!(right < 1024, "{text} restricts nothing");
    }
}

/// A solution, found with random values within a node limit.
pub(crate) fn solution_of(puzzle: &Puzzle, rng: &mut Rng) -> Option<Solution> {
    let mut strategy = Strategy::named("singles-mrv").expect("a name");
    strategy.value = ValueKind::Random;
    strategy.seed = rng.u64(..);
    let answer = Solver::with_strategy(strategy).first(puzzle, &Limits::NONE.with_nodes(50_000));
    answer.outcome.solution().cloned()
}

/// The cells of rows, columns and boxes of the 4x4 grid.
fn houses_of_four() -> Vec<Vec<usize>> {
    let mut houses: Vec<Vec<usize>> = (0..4).map(|i| (0..4).map(|j| 4 * i + j).collect()).collect();
    houses.extend((0..4).map(|i| (0..4).map(|j| 4 * j + i).collect::<Vec<_>>()));
    houses.extend([0, 2, 8, 10].map(|at| vec![at, at + 1, at + 4, at + 5]));
    houses
}

#[test]
fn marked_cells_have_other_values_or_two_digits() {
    let mut rng = Rng::with_seed(3);
    for seed in 0..6 {
        rng.seed(seed);
        let example =
            |name: &str| Rule::kinds().iter().find(|kind| kind.name == name).expect("a kind").example;
        let modifiers = example("modifiers");
        let shape = small(modifiers);
        let puzzle = Puzzle::new(shape).with_rule(Rule::parse(modifiers, shape).unwrap());
        let solution = solution_of(&puzzle, &mut rng).expect("there is one");
        let value = |at: usize| solution.at(Cell::new(at)).get();
        assert!((16..32).all(|at| value(at) <= 2));
        for house in houses_of_four() {
            assert_eq!(house.iter().filter(|&&at| value(at + 16) == 2).count(), 1);
        }
        let marked: Vec<u8> = (0..16).filter(|at| value(at + 16) == 2).map(value).collect();
        assert!(different(&marked.iter().map(|&a| a.into()).collect::<Vec<_>>()), "{marked:?}");

        let text = example("schroedinger");
        let shape = small(text);
        let puzzle = Puzzle::new(shape).with_rule(Rule::parse(text, shape).unwrap());
        let solution = solution_of(&puzzle, &mut rng).expect("there is one");
        let digit = |at: usize| solution.at(Cell::new(at)).index();
        for house in houses_of_four() {
            let two: Vec<usize> = house.iter().copied().filter(|at| digit(at + 16) == 1).collect();
            let [two] = two[..] else { panic!("{two:?} have two digits") };
            let mut digits: Vec<usize> = house.iter().map(|&at| digit(at)).collect();
            digits.push(digit(two + 32));
            digits.sort_unstable();
            assert_eq!(digits, [0, 1, 2, 3, 4]);
            assert!(digit(two + 32) < digit(two));
            assert!(house.iter().all(|&at| at == two || digit(at + 32) == 0));
        }
    }
}

/// Runs the harness on a grid with the rule and some clues, if any grid obeys the rule.
fn harness(text: &str) {
    let mut rng = Rng::with_seed(7);
    let shape = small(text);
    let rule = Rule::parse(text, shape).expect(text);
    let usual = Puzzle::new(shape).with_rule(rule.clone());
    if let Some(solution) = solution_of(&usual, &mut rng) {
        check(&with_holes(&usual, &solution, 9, &mut rng));
    }
}

/// A rule with large constraints, for which the harness takes a minute.
const SLOW: &str = "schroedinger";

#[test]
fn every_kind_passes_the_harness() {
    let others = ["cage", "regions", "candidates", "rows", "columns", "boxes", "grid", "void", SLOW];
    for kind in Rule::kinds().iter().filter(|kind| !others.contains(&kind.name)) {
        harness(kind.example);
    }
}

#[test]
#[ignore = "a minute"]
fn every_meaning_passes_the_harness() {
    for kind in Rule::kinds().iter().filter(|kind| kind.name == SLOW) {
        harness(kind.example);
    }
    for (text, _) in MEANINGS {
        harness(&on_line(text));
    }
    for (text, _) in LISTED {
        harness(text);
    }
}

/// A random rule of a grid with sides of `n` cells.
fn random_rule(n: usize, rng: &mut Rng) -> String {
    let kinds = [
        "thermo",
        "slow-thermo",
        "whisper 2",
        "renban",
        "nabner",
        "modular 2",
        "entropic",
        "between",
        "lockout 2",
        "palindrome",
        "zipper",
        "arrow",
        "double-arrow",
        "white-dot",
        "black-dot",
        "v",
        "region-sum",
        "sum-line 6",
        "counting-circles",
        "count-distinct",
        "distinct = 2",
        "odd-lots",
        "sandwich 4",
        "x-sum 5",
        "skyscraper 2",
        "hidden-skyscraper 2",
        "numbered-room 2",
        "value-index",
        "windows 2 a%3",
        "pairs |a-b|<=2",
        "even",
        "contains 1 2",
        "contains-exactly 1",
        "look-and-say 12",
        "sum = 8",
        "sum != 8",
        "sum > 9",
        "cage-sums 5 8",
        "parity-cage odd",
        "product 12",
        "regex .*(12|21|3).*",
        "row-index",
        "column-index",
        "box-index",
        "ladder",
        "rellik-cage 4",
        "successor-arrow",
        "connected 1 2",
        "average-arrow",
        "index-line",
    ];
    let globals = [
        "anti-knight",
        "anti-king",
        "diagonals",
        "disjoint-groups",
        "non-consecutive",
        "strict-xv",
        "strict-kropki",
        "anti-taxicab",
        "strict-sum 7",
        "knightmare",
        "taxicab 2",
        "same-regions",
        "anti-diagonal-consecutive",
    ];
    if rng.u8(..8) == 0 {
        return globals[rng.usize(..globals.len())].to_owned();
    }
    let line = |rng: &mut Rng, length: usize| {
        let (mut row, mut col) = (rng.usize(..n), rng.usize(..n));
        let mut cells = vec![(row, col)];
        for _ in 0..40 {
            let (down, across) = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1)][rng.usize(..6)];
            let next = row.checked_add_signed(down).zip(col.checked_add_signed(across));
            if let Some(next) = next.filter(|next| next.0 < n && next.1 < n && !cells.contains(next))
                && cells.len() < length
            {
                cells.push(next);
                (row, col) = next;
            }
        }
        let names: Vec<String> = cells.iter().map(|(row, col)| format!("r{}c{}", row + 1, col + 1)).collect();
        names.join(" ")
    };
    let simple = |rng: &mut Rng| {
        let length = rng.usize(2..=n.min(5));
        format!("{}: {}", kinds[rng.usize(..kinds.len())], line(rng, length))
    };
    match rng.u8(..12) {
        0 => format!("or [{}] [{}]", simple(rng), simple(rng)),
        1..=3 => format!("not [{}]", simple(rng)),
        4 => {
            let length = rng.usize(1..=3);
            format!("equal-sums: {} / {} / {}", line(rng, length), line(rng, length), line(rng, 2))
        }
        5 => format!("same-digits 2: {} {}", line(rng, 2), line(rng, 2)),
        _ => simple(rng),
    }
}

/// Compares solutions of random small puzzles with the reference solver.
fn compare(puzzles: usize, seed: u64) -> usize {
    let mut rng = Rng::with_seed(seed);
    let mut strategies: Vec<Solver> = ["singles-mrv", "gac-mrv"]
        .map(|name| Solver::with_strategy(Strategy::named(name).expect("a name")))
        .into();
    let mut solved = 0;
    for number in 0..puzzles {
        let shape = [Shape::boxes(2, 2), Shape::latin(4), Shape::boxes(2, 3)][rng.usize(..3)].unwrap();
        let n = shape.digits();
        let mut puzzle = Puzzle::new(shape);
        for _ in 0..rng.usize(1..=4) {
            let text = random_rule(n, &mut rng);
            if let Ok(rule) = Rule::parse(&text, shape) {
                puzzle = puzzle.with_rule(rule);
            }
        }
        // Enough clues for the reference solver: clues of a solution, and sometimes a wrong clue.
        let basis = if rng.u8(..4) == 0 { Puzzle::new(shape) } else { puzzle.clone() };
        if n > 4 || rng.u8(..3) == 0 {
            let Some(solution) = solution_of(&basis, &mut rng) else {
                assert!(
                    n > 4 || reference::solutions(&puzzle, 1).is_empty(),
                    "{number}: {:?}",
                    puzzle.rules()
                );
                continue;
            };
            let clued = with_holes(&basis, &solution, if n > 4 { 16 } else { 11 }, &mut rng);
            puzzle.set_givens(clued.givens());
        }
        let mut wanted: Vec<Solution> = reference::solutions(&puzzle, 5000);
        if wanted.len() == 5000 {
            continue;
        }
        wanted.sort();
        solved += usize::from(!wanted.is_empty());
        for solver in &mut strategies {
            let mut found = Vec::new();
            solver.solutions(&puzzle, &Limits::NONE, |solution| {
                found.push(solution);
                ControlFlow::Continue(())
            });
            found.sort();
            assert_eq!(found, wanted, "{number} of seed {seed}: {:?} {:?}", puzzle.rules(), puzzle.givens());
        }
    }
    solved
}

#[test]
fn random_small_puzzles_agree_with_the_reference_solver() {
    let solved = compare(200, 1);
    assert!(solved > 40, "only {solved} of 200 have a solution");
}

#[test]
#[ignore = "minutes"]
fn many_random_small_puzzles_agree_with_the_reference_solver() {
    for seed in 2..12 {
        compare(200, seed);
    }
}
