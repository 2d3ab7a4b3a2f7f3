//! Steps of propagation on other sizes and under other rules.

use super::*;
use crate::csp::{Failure, Level, Model, Step, Trace, Var};
use crate::grid::Shape;
use crate::puzzle::Puzzle;

/// The sentences and the pictures of all steps, in English and German.
struct StepNarration {
    shape: Shape,
    narrators: [Narrator; 2],
    sentences: Vec<[String; 2]>,
    pictures: Vec<Picture>,
}

impl Trace for StepNarration {
    fn narrowed(&mut self, step: &Step<'_>) {
        self.sentences.push([0, 1].map(|at| self.narrators[at].propagation(self.shape, step)));
        let drawn = propagation_picture(self.shape, step);
        assert_eq!(drawn.shape, self.shape);
        for digit in step.removed {
            let candidate = Candidate { cell: step.var.cell(), digit };
            assert!(drawn.marks.contains(&Mark { candidate, role: Role::Eliminated }), "{drawn:?}");
        }
        assert_eq!(drawn.areas.len(), usize::from(step.constraint.is_some()));
        self.pictures.push(drawn);
    }

    fn failed(&mut self, failure: &Failure<'_>) {
        self.sentences.push([0, 1].map(|at| self.narrators[at].contradiction(self.shape, failure)));
        self.pictures.push(contradiction_picture(self.shape, failure));
    }
}

/// Propagates a puzzle, and returns the first violated constraint if it fails.
fn witness(puzzle: &Puzzle, level: Level, coordinates: Coordinates) -> StepNarration {
    let narrators =
        [Language::English, Language::German].map(|language| Narrator::new(language, coordinates));
    let mut seen =
        StepNarration { shape: puzzle.shape(), narrators, sentences: Vec::new(), pictures: Vec::new() };
    let mut model: Model<StepNarration> = Model::compile(puzzle, level);
    model.load(puzzle);
    let _ = model.propagate(&mut seen);
    for sentence in seen.sentences.iter().flatten() {
        let bad = ["  ", " ,", " .", "..", "()", "{", " :"];
        assert!(sentence.ends_with('.') && !bad.iter().any(|bad| sentence.contains(bad)), "{sentence:?}");
    }
    seen
}

fn puzzle(shape: Shape, clues: &[(usize, usize, u8)], rules: &[&str]) -> Puzzle {
    let mut givens = vec![None; shape.cells()];
    for &(row, column, n) in clues {
        givens[shape.cell(row - 1, column - 1).index()] = Some(digit(n));
    }
    let puzzle = Puzzle::with_givens(shape, &givens);
    rules.iter().fold(puzzle, |puzzle, rule| puzzle.with_rule(Rule::parse(rule, shape).unwrap()))
}

fn has(seen: &StepNarration, english: &str, german: &str) {
    let found = seen.sentences.iter().any(|two| *two == [english, german]);
    assert!(found, "{english} {german}: {:#?}", seen.sentences);
}

#[test]
fn six_by_six() {
    let shape = Shape::boxes(2, 3).unwrap();
    let seen = witness(&puzzle(shape, &[(1, 1, 5)], &[]), Level::Gac, Coordinates::RowColumn);
    has(
        &seen,
        "r1c4 is not 5: row 1 already has 5 in r1c1.",
        "r1c4 ist nicht 5: Zeile 1 hat 5 schon in r1c1.",
    );
    // Here the box of a hidden single has two rows.
    let clues = [(1, 1, 5), (3, 5, 5), (5, 6, 5)];
    let seen = witness(&puzzle(shape, &clues, &[]), Level::Singles, Coordinates::Chess);
    has(
        &seen,
        "B4 is 5: no other cell of row B can be 5.",
        "B4 ist 5: keine andere Zelle von Zeile B kann 5 sein.",
    );
    let place = Mark { candidate: Candidate { cell: shape.cell(1, 3), digit: digit(5) }, role: Role::Placed };
    assert!(seen.pictures.iter().any(|drawn| drawn.marks.contains(&place) && drawn.areas[0].name == "row 2"));
}

#[test]
fn sixteen_by_sixteen() {
    let shape = Shape::boxes(4, 4).unwrap();
    let clues = [(1, 1, 16), (12, 16, 11)];
    let seen = witness(&puzzle(shape, &clues, &[]), Level::Forward, Coordinates::RowColumn);
    has(
        &seen,
        "r1c12 is not 16: row 1 already has 16 in r1c1.",
        "r1c12 ist nicht 16: Zeile 1 hat 16 schon in r1c1.",
    );
    let seen = witness(&puzzle(shape, &clues, &[]), Level::Forward, Coordinates::Chess);
    has(&seen, "M3 is not 11: row M already has 11 in M16.", "M3 ist nicht 11: Zeile M hat 11 schon in M16.");
    // A cell beyond the 128 that a `CellSet` holds.
    let last = Candidate { cell: shape.cell(11, 2), digit: digit(11) };
    assert!(seen.pictures.iter().any(|drawn| drawn.marks.iter().any(|mark| mark.candidate == last)));
}

#[test]
fn jigsaws() {
    let shape = Shape::latin(4).unwrap();
    let map = "regions 1112 1322 3324 3444";
    let seen = witness(&puzzle(shape, &[(1, 3, 2)], &[map]), Level::Gac, Coordinates::RowColumn);
    has(
        &seen,
        "r2c1 is not 2: region 1 already has 2 in r1c3.",
        "r2c1 ist nicht 2: Region 1 hat 2 schon in r1c3.",
    );
    assert!(seen.pictures.iter().any(|drawn| {
        let region: Vec<Cell> = [0, 1, 2, 4].map(Cell::new).into();
        drawn.areas == [Area { name: "region 1".into(), cells: region }]
    }));
}

#[test]
fn cages() {
    let cage = "cage 12: r1c1 r1c2 r1c3";
    let seen = witness(
        &puzzle(Shape::CLASSIC, &[(2, 1, 2), (3, 5, 1)], &[cage]),
        Level::Gac,
        Coordinates::RowColumn,
    );
    assert!(
        seen.sentences.iter().flatten().any(|text| text.contains("cage 12: r1c1 r1c2 r1c3 ")),
        "{:#?}",
        seen.sentences
    );
    // 1 and 2 have been eliminated from the box, and 9 needs both.
    let clues = [(2, 1, 2), (3, 3, 1)];
    let seen = witness(&puzzle(Shape::CLASSIC, &clues, &[cage]), Level::Gac, Coordinates::RowColumn);
    has(
        &seen,
        "r1c1 is not 6, 7, 8 or 9: cage 12: r1c1 r1c2 r1c3 has no combination with them, because r1c2 is not 1 \
         or 2 and r1c3 is not 1 or 2.",
        "r1c1 ist nicht 6, 7, 8 oder 9: cage 12: r1c1 r1c2 r1c3 hat mit 6, 7, 8 oder 9 dort keine Kombination, \
         denn r1c2 ist nicht 1 oder 2 und r1c3 ist nicht 1 oder 2.",
    );
    let off = Mark { candidate: at(1, 2, 1), role: Role::Off };
    assert!(seen.pictures.iter().any(|drawn| drawn.marks.contains(&off) && drawn.areas[0].cells.len() == 3));
    // Here no combination of the rule is possible.
    let clues = [(2, 1, 1), (3, 3, 2), (2, 3, 3), (3, 1, 4)];
    let seen = witness(
        &puzzle(Shape::CLASSIC, &clues, &["cage 17: r1c1 r1c2 r1c3"]),
        Level::Gac,
        Coordinates::RowColumn,
    );
    let last = seen.sentences.last().unwrap();
    assert!(
        last[0].starts_with("Contradiction: cage 17: r1c1 r1c2 r1c3 cannot hold, because r1c1 is not 1"),
        "{last:?}"
    );
    assert!(
        last[1].starts_with("Widerspruch: cage 17: r1c1 r1c2 r1c3 ist nicht zu erfüllen, denn "),
        "{last:?}"
    );
}

#[test]
fn contradictions_and_variables_without_cells() {
    let shape = Shape::boxes(2, 2).unwrap();
    let twice = puzzle(shape, &[(1, 1, 3), (1, 4, 3)], &[]);
    let seen = witness(&twice, Level::Forward, Coordinates::Chess);
    has(
        &seen,
        "Contradiction: row A has the same digit twice, in A14.",
        "Widerspruch: Zeile A hat dieselbe Ziffer zweimal, in A14.",
    );
    let narrator = Narrator::new(Language::English, Coordinates::RowColumn);
    let failure = Failure {
        kind: crate::csp::FailureKind::EmptyDomain(Var::new(17)),
        because: &[],
        constraint: None,
        domains: &[],
    };
    assert_eq!(
        narrator.contradiction(shape, &failure),
        "Contradiction: auxiliary variable 2 has no candidate left."
    );
}
