//! The text of rules: parsing, writing, and errors.

use arcdoku::grid::{CellName, DigitSet, Shape};
use arcdoku::puzzle::{Cage, CandidateSets, Grid, HouseKind, Puzzle, Regions, Rule};
use arcdoku::search::NAMED;
use arcdoku::testing::{self, reference};
use arcdoku::{Limits, Solver};
use proptest::prelude::*;

fn shape(text: &str) -> Shape {
    match text.split_once('x') {
        Some((rows, cols)) => Shape::boxes(rows.parse().unwrap(), cols.parse().unwrap()).unwrap(),
        None => Shape::latin(text.parse().unwrap()).unwrap(),
    }
}

#[test]
fn kinds_are_complete() {
    let mut names: Vec<&str> = Rule::kinds().iter().map(|kind| kind.name).collect();
    for kind in Rule::kinds() {
        let rule: Rule = kind.example.parse().unwrap();
        assert_eq!(rule.name(), kind.name);
        assert_eq!(rule.to_string().parse(), Ok(rule), "{}", kind.example);
        assert!(kind.summary.ends_with('.') && kind.example.starts_with(kind.name), "{kind:?}");
    }
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), Rule::kinds().len());
}

#[test]
fn canonical_texts() {
    for (text, canonical) in [
        ("rows", "rows"),
        ("  diagonals ", "diagonals"),
        ("disjoint", "disjoint-groups"),
        ("regions aabb aacb dccb dddc", "regions 1122113243324443"),
        ("all-different:r1c1,R2C2 , r10c64", "all-different: r1c1 r2c2 r10c64"),
        ("all-different : r1c1 r2c2", "all-different: r1c1 r2c2"),
        ("candidates 21 12 - 2", "candidates . . - 2"),
        ("cage  12 :r1c1,r1c2", "cage 12: r1c1 r1c2"),
        ("thermo: r1c1 r2c1 r3c1", "thermo: r1c1 r2c1 r3c1"),
        ("thermo: r3-1c1 v2-3", "thermo: r3c1 r2c1 r1c1 v2 v3"),
        ("cage 12: r1-2c1-2", "cage 12: r1c1 r1c2 r2c1 r2c2"),
        ("sum = 3: 2*r1c1-2 -v1-2", "sum = 3: 2*r1c1 2*r1c2 -v1 -v2"),
        ("automaton ^*1>0,/>0:/ r1c1//r1c2 /", "automaton ^*1>0,/>0: / r1c1 / / r1c2 /"),
    ] {
        let rule: Rule = text.parse().unwrap();
        assert_eq!(rule.to_string(), canonical);
        assert_eq!(canonical.parse(), Ok(rule));
    }
}

/// The message for a refused text: the position, what was found and what was expected.
fn refused(text: &str, shape: Shape) -> String {
    let error = Rule::parse(text, shape).expect_err(text);
    assert_eq!(error.line(), 1);
    error.to_string()
}

/// Text, shape, and the beginning of the message.
const REFUSALS: &str = "
 | 2x2 | 1:1: found nothing, expected the name of a rule, such as cage or thermo
  diagonal | 2x2 | 1:3: found 'diagonal', expected the name of a rule, such as diagonals or
killer 3: r1c1 | 2x2 | 1:1: found 'killer', expected the name of a rule, such as little-killer or cage
Thermo: r1c1 r1c2 | 2x2 | 1:1: found 'Thermo', expected the name of a rule, such as thermo or slow-thermo
average-arrow: r1c1 | 2x2 | 1:20: found a list of 1 cells, expected at least 2 cells
magic-square: r1-2c1-4 r3c1 r3c2 | 2x2 | 1:29: found a list of 10 cells, expected 9 cells
cage 5: r1c1-65 | 2x2 | 1:9: found 'r1c1-65', expected a cell such as r1c9
diagonals 2 | 2x2 | 1:11: found '2', expected nothing more
boxes | 4 | 1:1: found boxes in a grid of 4x4 without boxes, expected a grid with boxes
windoku | 2x3 | 1:1: found windoku in a grid of 6x6 in boxes of 2x3, expected a grid with square boxes
disjoint | 4 | 1:1: found disjoint groups in a grid of 4x4 without boxes, expected a grid with boxes
regions 1122 1122 3344 3344 | 2x2 | 1:1: found regions in a grid of 4x4 in boxes of 2x2, expected a grid
regions | 4 | 1:8: found nothing, expected one character per cell
regions 1122 1122 3344 334 | 4 | 1:27: found regions of 15 cells, expected 16 cells
regions 1122 1122 3344 33445 | 4 | 1:28: found regions of 17 cells, expected 16 cells
regions 1122 1121 3344 3344 | 4 | 1:17: found a region of 5 cells, expected 4 cells per region
all-different r1c1 | 4 | 1:15: found 'r1c1', expected a colon and cells such as r1c1 r1c2
all-different: | 4 | 1:15: found nothing, expected a cell such as r1c9
all-different: r1c1 r0c1 | 4 | 1:21: found 'r0c1', expected a cell such as r1c9
all-different: r1c1, ,r1c2 | 4 | 1:22: found nothing, expected a cell such as r1c9
all-different: r1c1 r1c1 | 4 | 1:21: found 'r1c1', expected each cell once
all-different: r4c4 r5c4 | 4 | 1:21: found r5c4 in a grid of 4x4 without boxes, expected a cell of the grid
all-different: r1c1 r1c2 r1c3 r1c4 r2c1 | 4 | 1:36: found a set of 5 cells, expected at most 4 cells that hold different digits
cage: r1c1 | 4 | 1:5: found nothing, expected a sum, at most 2080
cage x: r1c1 | 4 | 1:6: found 'x', expected a sum, at most 2080
cage 5000: r1c1 | 4 | 1:6: found '5000', expected a sum, at most 2080
cage 5 r1c1 | 4 | 1:8: found 'r1c1', expected a colon and cells such as r1c1 r1c2
cage 9: r1c1 r1c2 | 4 | 1:6: found the sum 9 of 2 different digits up to 4, expected a sum from 3 to 7
cage 5: r1c1 r1c5 | 4 | 1:14: found r1c5 in a grid of 4x4 without boxes, expected a cell of the grid
thermo: r1c1 r1c2 r1c3 r1c4 r2c4 | 4 | 1:29: found a set of 5 cells, expected at most 4 cells that hold different digits
candidates 1 2 3 | 2 | 1:17: found 3 words, expected one word per cell
candidates 1 2 3 . | 2 | 1:16: found '3', expected digits from 1 to 2, '.' for all or '-' for none
candidates 1 2 1 . | 2x2 | 1:19: found candidates of 4 cells, expected 16 cells
void: r1-2c4-5 | 2x2 | 1:1: found r1c5 in a grid
grid at r2c2 4x4 | 2x2 | 1:9: found a grid of 4x4 at r2c2
sum = 13: r1c1 r1c2 r1c3 | 2x2 | 1:7: found the sum 13, expected one that values from 1 to 4 can have
sum ? 13: r1c1 | 2x2 | 1:5: found '?', expected one of = != < <= > >=
sum = 3: r1c1 2*r5c1 | 2x2 | 1:15: found r5c1 in a grid
arrow: r1c1 r1c2 r1c3 r1c4 r2c1 r2c2 | 2x2 | 1:1: found 'arrow: r1c1 r1c2 r1c3 r1c4 r2c1 ...', which no values
little-killer 20: r1c1 r2c2 r3c3 | 2x2 | 1:15: found the sum 20, expected one that
cage-sums 1 2: r1c1 r1c2 | 2x2 | 1:11: found 2 cells that no digits fit, expected a clue
product 7: r1c1 r1c2 | 2x2 | 1:9: found 'product 7: r1c1 r1c2', which no values from 1 to 4 obey
product-cage 7: r1c1 r1c2 | 2x2 | 1:14: found 2 cells that no digits fit
renban: r1c1 r1c2 r1c3 r1c4 r2c1 | 2x2 | 1:29: found a set of 5 cells
difference-cage 9: r1c1 r1c2 | 2x2 | 1:17: found 'difference-cage 9: r1c1 r1c2', which no values
regex 5+: r1c1 | 2x2 | 1:7: found
regex 11: r1c1 | 2x2 | 1:7: found an expression that matches no 1 values
automaton ^1-4>1 *1>1: r1c1 r1c2 / r1c1 | 2x2 | 1:11: found an automaton that accepts no 3 values
automaton ^1-4>2 *1>1: r1c1 | 2x2 | 1:11: found
automaton ^*1-4>0,/>0: / | 2x2 | 1:25: found nothing, expected a cell such as r1c9
equal-sums: r1c1 / / r1c2 | 2x2 | 1:20: found '/', expected a cell such as r1c9
x-sum 30: r1c1 r1c2 r1c3 r1c4 | 2x2 | 1:7: found the clue 30 for 4 cells
sandwich 7: r1c1 r1c2 r1c3 r1c4 | 2x2 | 1:10: found the clue 7 for 4 cells
skyscraper 5: r1c1 r1c2 r1c3 r1c4 | 2x2 | 1:12: found the clue 5 for 4 cells
numbered-room 5: r1c1 r1c2 | 2x2 | 1:15: found '5', expected a value from 1 to 4
contains 1 2 3: r1c1 r1c2 | 2x2 | 1:14: found 3 values in 2 cells
count 1 = 3: r1c1 r1c2 | 2x2 | 1:11: found '3', expected a number of cells from 0 to 2
distinct = 3: r1c1 r1c2 | 2x2 | 1:10: found 'distinct = 3: r1c1 r1c2', which no values
one-of 5: r1c1 | 2x2 | 1:8: found '5', expected a value from 1 to 4
global-modular 0 | 2x2 | 1:1: found '0', expected a divisor other than 0
where a/0=1: r1c1 | 2x2 | 1:9: found '0=1', expected a divisor other than 0
where a>4: r1c1 | 2x2 | 1:7: found 'where a>4: r1c1', which no values from 1 to 4 obey
pairs a>4: r1c1 r1c2 | 2x2 | 1:7: found 'pairs a>4: r1c1 r1c2', which no values
same-digits: r1c1 r1c2 / r1c3 | 2x2 | 1:26: found a list of 1 cells, expected 2 cells
box-index: r1c1 | 4 | 1:1: found boxes in a grid of 4x4 without boxes
or [thermo: r1c1 r1c5] [cage 40: r1c1] | 2x2 | 1:18: found r1c5 in a grid
or [cage 40: r1c1] [sum = 9: r1c1] | 2x2 | 1:10: found the sum 40 of 1 different digits
and [sum = 9: r1c1] [thermo: r1c1 r1c2] | 2x2 | 1:12: found the sum 9
not [thermo: r1c1 r1c5] | 2x2 | 1:19: found r1c5 in a grid
";

#[test]
fn refusals_have_columns() {
    for line in REFUSALS.trim_start_matches('\n').lines() {
        let [text, shape_text, expected] = line.split(" | ").collect::<Vec<_>>()[..] else {
            panic!("three columns: {line}");
        };
        let error = refused(text, shape(shape_text));
        assert!(error.starts_with(expected), "{text}: {error}");
    }
}

/// Two negated rules in one puzzle are different relations, so the solver must not confuse them.
#[test]
fn negations_of_several_rules() {
    let count = |rules: [&str; 2]| {
        let puzzle = Puzzle::new(shape("2x2"));
        let rule = |text: &&str| Rule::parse(text, puzzle.shape()).unwrap();
        let puzzle = rules.iter().fold(puzzle.clone(), |puzzle, text| puzzle.with_rule(rule(text)));
        let count = Solver::new().count(&puzzle, None, &Limits::NONE).solutions;
        assert_eq!(count, reference::solutions(&puzzle, 1000).len() as u128, "{rules:?}");
        count
    };
    let rules = ["not [thermo: r1c1 r1c2]", "not [white-dot: r3c3 r3c4]"];
    assert_eq!((count(rules), count([rules[1], rules[0]])), (72, 72));
    assert_eq!(count(["not [thermo: r2c2 r3c3]", "not [nabner: r1c2 r1c1]"]), 90);
}

/// A king also moves along rows and columns, which matters if these may repeat digits.
#[test]
fn kings_move_in_all_directions() {
    let bare = Puzzle::bare("grid 3x3 digits 0-2".parse().unwrap());
    let king = Rule::parse("anti-king", bare.shape()).unwrap();
    let puzzle = bare.with_rule(king);
    assert_eq!(reference::solutions(&puzzle, 10), []);
    assert_eq!(Solver::new().count(&puzzle, None, &Limits::NONE).solutions, 0);
}

/// A rule that no digits obey fails as a branch of another rule, and is always violated.
#[test]
fn impossible_rules_inside_of_rules() {
    let mut solver = Solver::new();
    let mut answer = |text: &str| {
        let puzzle = Puzzle::new(shape("2x2"));
        let rule = Rule::parse(text, puzzle.shape()).unwrap_or_else(|error| panic!("{text}: {error}"));
        solver.count(&puzzle.with_rule(rule), None, &Limits::NONE).solutions
    };
    assert_eq!(answer("or [cage 40: r1c1 r1c2] [one-of 1: r1c1]"), 72);
    assert_eq!(answer("or [where a>4: r1c1] [regex 55: r1c1 r1c2] [one-of 1: r1c1] [one-of 2: r1c1]"), 144);
    assert_eq!(answer("or [and [one-of 1: r1c1] [sum = 9: r1c1]] [one-of 1: r1c1]"), 72);
    assert_eq!(answer("not [sum = 9: r1c1]"), 288);
    assert_eq!(answer("not [one-of 1: r1c1] [sum = 9: r1c1]"), 288);
}

/// Void cells hold the first digit, and are part of their houses.
#[test]
fn void_cells_in_houses() {
    for (text, solutions) in [("void: r1c1", 72), ("void: r1c1 r2c3", 36), ("void: r1-2c3-4", 0)] {
        let puzzle = Puzzle::new(shape("2x2")).with_rule(text.parse::<Rule>().unwrap());
        for strategy in NAMED {
            let count = Solver::with_strategy(strategy.strategy).count(&puzzle, None, &Limits::NONE);
            assert_eq!((count.solutions, count.exact), (solutions, true), "{text} {}", strategy.name);
        }
    }
}

#[test]
fn a_rule_that_does_not_fit_has_no_constraints() {
    let rule: Rule = "all-different: r1c1 r9c9".parse().unwrap();
    assert!(rule.constraints(shape("2x2")).is_empty());
    assert!(!rule.holds(shape("2x2"), &[None; 16]));
    let constraints = rule.constraints(Shape::CLASSIC);
    assert_eq!(constraints.len(), 1);
    assert_eq!(constraints[0].part().map(|house| house.kind), Some(HouseKind::Extra));
    assert_eq!(constraints[0].to_string(), "extra set 1");
}

/// Rules without cells have no text that can be parsed, so they fit no puzzle.
#[test]
fn rules_without_cells_are_refused() {
    for rule in
        [Rule::AllDifferent(vec![].into()), Rule::Thermometer(vec![].into()), Cage::new(0, &[]).into()]
    {
        let error = rule.check(Shape::CLASSIC).expect_err("no cells");
        assert_eq!(error.to_string(), "found no cells, expected at least one cell");
    }
}

fn cells() -> impl Strategy<Value = Vec<CellName>> {
    let cell = (0..64usize, 0..64usize).prop_map(|(row, col)| CellName::new(row, col).unwrap());
    prop::collection::btree_set(cell, 1..9).prop_map(|cells| cells.into_iter().collect()).prop_shuffle()
}

fn rules() -> impl Strategy<Value = Rule> {
    let plain = Rule::kinds().iter().filter(|kind| kind.example == kind.name);
    let plain: Vec<Rule> = plain.map(|kind| kind.name.parse().unwrap()).collect();
    let grid = prop_oneof![1..=9usize, Just(10), Just(16), Just(64)];
    prop_oneof![
        prop::sample::select(plain),
        cells().prop_map(|cells| Rule::AllDifferent(cells.into())),
        (0..=2080u16, cells()).prop_map(|(sum, cells)| Rule::Cage(Cage::new(sum, &cells))),
        cells().prop_map(|cells| Rule::Thermometer(cells.into())),
        cells().prop_map(|cells| Rule::Void(cells.into())),
        (cells(), 1..=64usize, 1..=64usize, 1..=9usize).prop_map(|(cells, rows, columns, size)| {
            let shape = Shape::rectangle(rows, columns).unwrap();
            Rule::Grid(Grid::new(cells[0], shape.with_boxes(size, size).unwrap_or(shape)))
        }),
        prop::collection::vec(0..64u8, 1..100).prop_map(|names| Rule::Regions(Regions::from(&*names))),
        grid.prop_flat_map(|n| {
            let set = any::<u64>().prop_map(move |bits| DigitSet::from_bits(bits) & DigitSet::all(n));
            prop::collection::vec(set, n * n).prop_map(|sets| Rule::Candidates(CandidateSets::from(sets)))
        }),
    ]
}

/// Texts that are similar to rules: a name, with or without words, with or without lists of cells.
fn rule_like_texts() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        4 => (0..12_i32).prop_map(|number| number.to_string()),
        1 => (-3..2000_i32).prop_map(|number| number.to_string()),
        4 => prop::sample::select(vec![
            "=", "<", ">=", "!=", "a<b", "|a-b|>=3", "a%2", "odd", "even", "any", "size", "width", "table", "ff",
            "(1|2)3*", "^*1-4>0", "*.>1", "[sum = 9: r1c1]", "[cage 40: r1c1 r1c2]", "[or [thermo: r1c1 r1c2]]",
        ]).prop_map(str::to_owned),
    ];
    let cell = prop_oneof![
        9 => (1..=4_u8, 1..=4_u8).prop_map(|(row, col)| format!("r{row}c{col}")),
        1 => (1..=9_u8).prop_map(|number| format!("v{number}")),
        1 => (1..=4_u8).prop_map(|row| format!("-2*r{row}c{row}")),
        1 => Just("/".to_owned()),
    ];
    let kind = prop::sample::select(Rule::kinds().to_vec());
    let (words, cells) = (prop::collection::vec(word, 0..5), prop::collection::vec(cell, 0..8));
    (kind, words, cells, 0..4_u8).prop_map(|(kind, words, cells, part)| {
        let (head, lists) = kind.example.split_once(':').unwrap_or((kind.example, ""));
        let mut text =
            if part & 1 == 0 { head.to_owned() } else { format!("{} {}", kind.name, words.join(" ")) };
        let cells = if part & 2 == 0 { lists.to_owned() } else { cells.join(" ") };
        if !cells.is_empty() {
            text = format!("{text}: {cells}");
        }
        text
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(testing::cases(ProptestConfig::default().cases as usize) as u32))]

    /// Every text is either refused with a position, or the puzzle with its rule is solved.
    #[test]
    fn no_rule_text_panics(texts in prop::collection::vec(rule_like_texts(), 1..4), least in 0..=1_usize) {
        let shape = shape("2x2").with_values(least, 4).and_then(|shape| shape.with_extra(16)).unwrap();
        let mut puzzle = Puzzle::new(shape);
        for text in texts {
            match Rule::parse(&text, shape) {
                Ok(rule) => {
                    prop_assert_eq!(rule.to_string().parse(), Ok(rule.clone()));
                    puzzle = puzzle.with_rule(rule);
                }
                Err(error) => {
                    prop_assert!(error.column() <= text.chars().count() + 1, "{}: {}", text, error);
                    prop_assert!(!error.found().is_empty() && error.expected().len() > 3, "{}: {}", text, error);
                }
            }
        }
        let limits = Limits::NONE.with_nodes(50);
        let outcome = Solver::new().first(&puzzle, &limits).outcome;
        if let Some(solution) = outcome.solution() {
            prop_assert!(puzzle.is_solved_by(solution), "{:?}", puzzle.rules());
        }
    }

    #[test]
    fn rule_texts_round_trip(rule in rules()) {
        let text = rule.to_string();
        prop_assert!(!text.contains('\n'));
        prop_assert_eq!(text.parse::<Rule>(), Ok(rule));
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,40}", known in 0..Rule::kinds().len()) {
        for text in [text.clone(), format!("{} {text}", Rule::kinds()[known].name), format!("{}: {text}", Rule::kinds()[known].name)] {
            if let Err(error) = Rule::parse(&text, Shape::CLASSIC) {
                prop_assert!(error.column() <= text.chars().count() + 1, "{}: {}", text, error);
            }
        }
    }
}
