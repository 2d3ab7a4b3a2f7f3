use super::*;
use crate::choice::Choice as _;
use crate::deduction::{
    Als, Candidate, Candidates, Chain, Extent, Fish, House, Net, Node, Options, Pattern, Premise, Step,
    Technique, Techniques,
};
use crate::grid::{Cell, CellSet, Digit, DigitSet};
use crate::puzzle::format::Reader;
use crate::puzzle::{Limits, Rule};
use crate::rate::{Profile, solve};
use crate::rate::{RateScratch, Search};
use crate::testing::neutral;

mod explainer;
mod propagation;

fn digit(n: u8) -> Digit {
    Digit::new(n).unwrap()
}

fn digits(list: &[u8]) -> DigitSet {
    list.iter().map(|&n| digit(n)).collect()
}

/// Cells by row and column, as in r1c2.
fn cells(list: &[(usize, usize)]) -> CellSet {
    list.iter().map(|&(row, column)| Cell::new(9 * row + column - 10)).collect()
}

fn at(row: usize, column: usize, n: u8) -> Candidate {
    Candidate { cell: Cell::new(9 * row + column - 10), digit: digit(n) }
}

fn rows_and_columns(rows: &[usize], columns: &[usize]) -> Vec<House> {
    let rows = rows.iter().map(|row| House::new(row - 1));
    rows.chain(columns.iter().map(|column| House::new(column + 8))).collect()
}

fn node(list: &[(usize, usize)], n: u8, on: bool) -> Node {
    Node { cells: cells(list), digit: digit(n), on, als: None }
}

fn eliminating(technique: Technique, gone: &[Candidate], pattern: Pattern) -> Step {
    let digits = gone.iter().map(|at| at.digit).collect();
    Step::eliminating(technique, digits, gone.to_vec(), pattern)
}

fn texts(explanation: &Explanation) -> Vec<String> {
    explanation.premises.iter().map(|line| "  ".repeat(line.depth.into()) + &line.text).collect()
}

/// Checks the properties that every text must have.
fn check(step: &Step, state: &Candidates) {
    for language in Language::all() {
        for coordinates in Coordinates::all() {
            let narrator = Narrator::new(language, coordinates);
            let explanation = narrator.explain(step, state);
            let mut texts: Vec<String> = explanation.premises.iter().map(|line| line.text.clone()).collect();
            texts.extend([
                explanation.title.clone(),
                explanation.conclusion.clone(),
                explanation.why.clone(),
            ]);
            for grade in [Grade::Vague, Grade::Concrete, Grade::Full] {
                texts.extend(narrator.hint(step, state, grade));
            }
            texts.extend([short(step, coordinates), eureka(step, coordinates)]);
            for text in &texts {
                let bad = ["  ", " ,", " .", "..", "()", "in .", "in ,", "( "];
                assert!(!text.is_empty(), "{step:?}: {explanation:?}");
                for bad in bad {
                    assert!(!text.trim_start().contains(bad), "{bad:?} in {text:?} of {step:?}");
                }
            }
            assert!(!explanation.premises.is_empty() || step.technique == Technique::Reveal, "{step:?}");
        }
    }
    let drawn = picture(step, state);
    assert!(drawn.marks.windows(2).all(|two| two[0].candidate < two[1].candidate), "{drawn:?}");
    let gone = step.eliminations.iter().chain(&step.placements).filter(|at| state.contains(**at));
    for candidate in gone {
        let mark = drawn.marks.iter().find(|mark| mark.candidate == *candidate);
        let role = mark.map(|mark| mark.role);
        let fine = matches!(role, Some(Role::Placed | Role::Eliminated | Role::Cannibal));
        assert!(fine, "{candidate:?} {drawn:?}");
    }
}

/// Checks that every link of a chain has its own reason, which holds in the state.
fn check_links(step: &Step, state: &Candidates) {
    let explanation = explain(step, state, Language::English, Coordinates::RowColumn);
    let is_chain = matches!(step.pattern, Pattern::Chain(_) | Pattern::Kraken { .. })
        || step.technique.slug().starts_with("forcing-chain");
    let vague = explanation.premises.iter().any(|line| line.text.contains("steps before"));
    assert!(!is_chain || !vague, "{step:?} {explanation:?}");
}

#[test]
fn every_step_of_a_path_is_explained() {
    let puzzle = ".....729.8....6....69..3.1.1....8.6..2....9.8....6..3..9.....4.....4.6..71.....25";
    let record = Reader::new(puzzle.as_bytes()).next().unwrap().unwrap();
    let start = Candidates::of(&record.puzzle).unwrap();
    let path = solve(&start, &Profile::hodoku(), &Options::proven(), None, &Limits::default());
    assert!(!path.steps.is_empty());
    for (state, step) in path.states(&start) {
        check(&step.step, &state);
        check_links(&step.step, &state);
    }
}

/// Tests all steps of every case of the shared regression library, also steps that the case does not require.
#[test]
fn every_step_of_the_library_is_explained() {
    let Some(text) = neutral::shared("hodoku/reglib_dev.txt") else { return };
    let mut scratch = RateScratch::default();
    let options = Options { als_in_chains: true, ..Options::proven() };
    for line in text.lines().filter(|line| line.starts_with(':')) {
        let record = Reader::new(line.as_bytes()).next().unwrap().unwrap();
        let case = record.library.as_deref().unwrap();
        let Some(technique) = Technique::by_code(&case.technique()[..4]) else { continue };
        let state = Candidates::with_filled(&record.puzzle, &record.placed).unwrap();
        let mut count = 0;
        let mut search = Search::new(&state, &options, &mut scratch, &Limits::NONE);
        let found = search.find(technique.family(), Techniques::only(technique), Extent::All, &mut |step| {
            check(&step, &state);
            check_links(&step, &state);
            count += 1;
            if count < 20 { std::ops::ControlFlow::Continue(()) } else { std::ops::ControlFlow::Break(()) }
        });
        assert_eq!(found, Ok(()));
    }
}

fn x_wing() -> Step {
    let fish = Fish {
        digit: digit(4),
        base: rows_and_columns(&[1, 6], &[]),
        cover: rows_and_columns(&[], &[3, 7]),
        body: cells(&[(1, 3), (1, 7), (6, 3), (6, 7)]),
        fins: CellSet::EMPTY,
        endo_fins: CellSet::EMPTY,
        cannibals: CellSet::EMPTY,
        twin: Vec::new(),
    };
    eliminating(Technique::XWing, &[at(2, 3, 4), at(5, 7, 4)], Pattern::Fish(fish))
}

#[test]
fn a_fish_is_explained() {
    let (step, state) = (x_wing(), Candidates::new());
    check(&step, &state);
    let explanation = explain(&step, &state, Language::English, Coordinates::RowColumn);
    assert_eq!(explanation.title, "X-Wing");
    assert_eq!(texts(&explanation), ["In rows 1 and 6, all places of 4 (r16c37) are in columns 3 and 7."]);
    assert_eq!(explanation.conclusion, "Remove 4 from r2c3 and r5c7.");
    let explanation = explain(&step, &state, Language::German, Coordinates::Chess);
    assert_eq!(
        texts(&explanation),
        ["In den Zeilen A und F liegen alle Plätze von 4 (AF37) in den Spalten 3 und 7."]
    );
    assert_eq!(explanation.conclusion, "Streiche 4 aus B3 und E7.");
    assert_eq!(short(&step, Coordinates::RowColumn), "X-Wing: 4 r16 c37 => r2c3,r5c7<>4");
    assert_eq!(short(&step, Coordinates::Chess), "X-Wing: 4 AF c37 => B3,E7<>4");
}

/// Narrators write the notation in their language.
#[test]
fn notation_is_localized() {
    let narrator = Narrator::new(Language::German, Coordinates::Chess);
    let places = Some((House::new(8), digit(1), cells(&[(9, 1), (9, 5)])));
    let pincers = cells(&[(1, 1), (2, 5)]);
    let pattern =
        Pattern::Wing { pivot: None, pincers, digit: digit(2), digits: digits(&[1, 2]), link: places };
    let step = eliminating(Technique::WWing, &[at(1, 5, 2)], pattern);
    assert_eq!(narrator.short(&step), "W-Wing: 1/2 in A1,B5 verbunden durch 1 in J15 => A5<>2");
    assert_eq!(narrator.eureka(&step), narrator.short(&step));
    assert_eq!(short(&step, Coordinates::Chess), "W-Wing: 1/2 in A1,B5 connected by 1 in J15 => A5<>2");
    let single = Pattern::Single { house: Some(House::new(0)) };
    let step = Step::placing(Technique::HiddenSingle, at(1, 1, 5), single);
    assert_eq!(narrator.short(&step), "Versteckter Einer: A1=5 (A)");
}

#[test]
fn hints_come_in_three_grades() {
    let narrator = Narrator::new(Language::English, Coordinates::RowColumn);
    let (step, state) = (x_wing(), Candidates::new());
    assert_eq!(narrator.hint(&step, &state, Grade::Vague), ["Look for this: X-Wing."]);
    assert_eq!(
        narrator.hint(&step, &state, Grade::Concrete),
        ["Look for this: X-Wing, with digit 4, in rows 1 and 6."]
    );
    assert_eq!(narrator.hint(&step, &state, Grade::Full).last().unwrap(), "Remove 4 from r2c3 and r5c7.");
}

#[test]
fn larger_fish_are_explained() {
    let state = Candidates::new();
    let fish = Fish {
        digit: digit(7),
        base: rows_and_columns(&[1, 4], &[]),
        cover: rows_and_columns(&[], &[1, 2]),
        body: cells(&[(1, 1), (4, 1), (4, 2)]),
        fins: cells(&[(1, 3), (4, 5)]),
        endo_fins: cells(&[(4, 5)]),
        cannibals: cells(&[(4, 2)]),
        twin: Vec::new(),
    };
    let chains =
        vec![Chain { nodes: vec![node(&[(1, 3)], 7, true), node(&[(2, 3)], 7, false)], closed: false }];
    let gone = [at(4, 2, 7), at(2, 1, 7)];
    let siamese = Fish { twin: rows_and_columns(&[], &[1, 3]), ..fish.clone() };
    for (technique, pattern) in [
        (Technique::SashimiXWing, Pattern::Fish(fish.clone())),
        (Technique::FinnedXWing, Pattern::Fish(siamese)),
        (Technique::KrakenFish1, Pattern::Kraken { fish: fish.clone(), chains: chains.clone() }),
        (Technique::KrakenFish2, Pattern::Kraken { fish: fish.clone(), chains }),
    ] {
        let step = eliminating(technique, &gone, pattern);
        check(&step, &state);
    }
    let step = eliminating(Technique::SashimiXWing, &gone, Pattern::Fish(fish));
    let line = short(&step, Coordinates::RowColumn);
    assert_eq!(line, "Sashimi X-Wing: 7 r14 c12 fr1c3 efr4c5 => r2c1,r4c2<>7");
}

#[test]
fn chains_are_written_in_eureka_notation() {
    let state = Candidates::new();
    let als = Als { cells: cells(&[(1, 1), (1, 2)]), digits: digits(&[1, 2, 3]) };
    let nodes = vec![
        node(&[(1, 1)], 3, false),
        node(&[(1, 5)], 3, true),
        node(&[(5, 5)], 3, false),
        node(&[(5, 5)], 4, true),
        node(&[(5, 1), (6, 1)], 4, false),
        node(&[(2, 3)], 4, true),
    ];
    let chain = Chain { nodes, closed: false };
    let step = eliminating(Technique::GroupedAic, &[at(2, 1, 3)], Pattern::Chain(vec![chain.clone()]));
    check(&step, &state);
    assert_eq!(eureka(&step, Coordinates::RowColumn), "(3)r1c1=r1c5-(3=4)r5c5-(4)r56c1=r2c3 => r2c1<>3");
    let mut nodes = chain.nodes.clone();
    nodes.splice(0..2, [node(&[(1, 2)], 1, false), Node { als: Some(als), ..node(&[(1, 1)], 3, true) }]);
    let step = eliminating(
        Technique::GroupedContinuousNiceLoop,
        &[at(2, 1, 3)],
        Pattern::Chain(vec![Chain { nodes, closed: true }]),
    );
    check(&step, &state);
    assert_eq!(eureka(&step, Coordinates::Chess), "(1=23)A12-(3=4)E5-(4)EF1=B3-loop => B1<>3");
}

#[test]
fn sets_are_written_in_eureka_notation() {
    let set = |list: &[(usize, usize)], of: &[u8]| Als { cells: cells(list), digits: digits(of) };
    let sets = vec![set(&[(1, 1), (1, 2)], &[1, 2, 4]), set(&[(5, 1), (5, 2)], &[2, 3, 4])];
    let pattern = Pattern::Als { sets, commons: vec![(0, 1, digit(2))], stem: None };
    let step = eliminating(Technique::AlsXz, &[at(2, 1, 4)], pattern);
    check(&step, &Candidates::new());
    assert_eq!(eureka(&step, Coordinates::RowColumn), "(4=12)r1c12-(2=34)r5c12 => r2c1<>4");
    assert_eq!(
        short(&step, Coordinates::RowColumn),
        "Almost Locked Set XZ-Rule: A=r1c12 {124}, B=r5c12 {234}, X=2, Z=4 => r2c1<>4"
    );
}

fn german(step: &Step, state: &Candidates) -> Explanation {
    explain(step, state, Language::German, Coordinates::RowColumn)
}

fn english(step: &Step, state: &Candidates) -> Explanation {
    explain(step, state, Language::English, Coordinates::RowColumn)
}

/// A step of almost locked sets that share the digits of `commons` and lose those of `gone`.
fn almost_locked(technique: Technique, count: usize, gone: &[u8], stem: Option<Cell>) -> Step {
    let set = |row: usize| Als { cells: cells(&[(row, 1), (row, 2)]), digits: digits(&[2, 3, 7]) };
    let pattern = Pattern::Als {
        sets: (0..count).map(|at| set(2 * at + 1)).collect(),
        commons: (1..count as u8).map(|at| (at - 1, at, digit(2))).collect(),
        stem,
    };
    let gone: Vec<Candidate> = gone.iter().map(|&n| at(9, 9, n)).collect();
    eliminating(technique, &gone, pattern)
}

#[test]
fn several_digits_of_almost_locked_sets_are_in_one_set_each() {
    let state = Candidates::new();
    let one = english(&almost_locked(Technique::AlsXz, 2, &[3], None), &state).why;
    assert!(one.contains("then A holds 3, or B does."), "{one}");
    let two = almost_locked(Technique::AlsXz, 2, &[3, 7], None);
    assert!(english(&two, &state).why.contains("then A holds both 3 and 7, or B does."));
    assert!(german(&two, &state).why.contains("Dann enthält A beide Ziffern 3 und 7, oder B tut es."));
    let chain = english(&almost_locked(Technique::AlsChain, 3, &[3], None), &state).why;
    assert!(chain.contains("C, which holds 3 in the end. So 3 is in A or in C"), "{chain}");
    let chain = almost_locked(Technique::AlsChain, 3, &[3, 7], None);
    let why = english(&chain, &state).why;
    assert!(why.starts_with("If 3 is missing from A, then A holds all its other digits."), "{why}");
    assert!(
        why.contains(
            "C, which holds 3 in the end. The same is true of 7. So each of 3 and 7 is in A or in C"
        )
    );
    let why = german(&chain, &state).why;
    assert!(why.contains("Ebenso ist es mit 7. Also steht jede der Ziffern 3 und 7 in A oder in C"), "{why}");
    let drawn = picture(&chain, &state);
    assert!(drawn.marks.iter().any(|mark| mark.role == Role::Common && mark.candidate == at(1, 1, 2)));
    let narrator = Narrator::new(Language::English, Coordinates::RowColumn);
    assert_eq!(narrator.role(Role::Common), "common digit");
}

#[test]
fn a_blossom_explains_why_its_sets_lose_a_digit() {
    let state = Candidates::new();
    let pattern = Pattern::Als {
        sets: vec![Als { cells: cells(&[(1, 1)]), digits: digits(&[2, 3]) }],
        commons: vec![(0, 0, digit(2))],
        stem: Some(Cell::new(80)),
    };
    let step = eliminating(Technique::DeathBlossom, &[at(5, 5, 3), at(5, 5, 7)], pattern);
    check(&step, &state);
    let explanation = english(&step, &state);
    let petal = "If r9c9 is 2, set A loses 2 (all its places of 2 see r9c9) and holds all its other digits.";
    assert_eq!(explanation.premises[1].text, petal);
    assert!(
        explanation.why.contains("loses that digit, and then holds both 3 and 7."),
        "{}",
        explanation.why
    );
}

#[test]
fn a_sue_de_coq_counts_shared_digits_twice() {
    let state = Candidates::new();
    let als = |list: &[(usize, usize)], of: &[u8]| Als { cells: cells(list), digits: digits(of) };
    let pattern = |shared: &[u8]| Pattern::SueDeCoq {
        intersection: als(&[(1, 1), (1, 2)], &[1, 2, 3, 4]),
        line: als(&[(1, 3), (1, 5)], &[&[1, 2][..], shared].concat()),
        in_box: als(&[(2, 1), (2, 2)], &[&[3, 4][..], shared].concat()),
        houses: [House::new(0), House::new(18)],
    };
    let step = eliminating(Technique::SueDeCoq, &[at(1, 3, 8), at(1, 9, 2)], pattern(&[8]));
    check(&step, &state);
    let explanation = english(&step, &state);
    assert_eq!(
        explanation.premises[3].text,
        "Together these are six cells. Their digits are 1, 2, 3, 4 and 8; 8 counts twice, because it is in both \
         outer sets, which makes six."
    );
    assert_eq!(
        explanation.premises[4].text,
        "8 counts once for each outer set; in r1c3, which is in both houses, it would use up both."
    );
    assert!(explanation.why.contains(
        "So 1, 2 and 8 can be in no other cell of row 1, and 3, 4 and 8 in no other cell of box 1."
    ));
    let step = eliminating(Technique::SueDeCoq, &[at(1, 9, 2)], pattern(&[]));
    let explanation = english(&step, &state);
    assert_eq!(
        explanation.premises[3].text,
        "Together these are six cells, and six digits to fill them: 1, 2, 3 and 4."
    );
    assert_eq!(explanation.premises.len(), 4);
}

#[test]
fn uniqueness_3_explains_why_its_digits_are_locked() {
    let mut state = Candidates::new();
    for (row, column, kept) in [(1, 1, &[1, 6, 2][..]), (3, 1, &[1, 6, 7]), (7, 1, &[2, 7])] {
        (1..=9).filter(|n| !kept.contains(n)).for_each(|n| state.eliminate(at(row, column, n)));
    }
    let pattern = Pattern::Rectangle {
        digits: digits(&[1, 6]),
        corners: [0, 4, 18, 22].map(Cell::new),
        roof: cells(&[(1, 1), (3, 1)]),
        extra: digits(&[2, 7]),
        cells: cells(&[(7, 1)]),
        houses: rows_and_columns(&[], &[1]),
    };
    let step = eliminating(Technique::UniquenessTest3, &[at(9, 1, 2)], pattern);
    check(&step, &state);
    let explanation = english(&step, &state);
    assert_eq!(
        explanation.premises[1].text,
        "Besides 1 and 6, r13c1 have only 2 and 7, and in column 1, r7c1 has no candidates but 2 and 7."
    );
    assert!(
        explanation.why.contains("with r7c1: 2 and 7 both belong there. No other cell of column 1"),
        "{}",
        explanation.why
    );
    let why = german(&step, &state).why;
    assert!(why.contains("2 und 7 stehen beide dort."), "{why}");
}

#[test]
fn subsets_of_two_houses_exclude_either() {
    let state = Candidates::new();
    let pattern = Pattern::Subset {
        digits: digits(&[5, 8]),
        cells: cells(&[(8, 4), (8, 5)]),
        houses: vec![House::new(7), House::new(25)],
        hidden: false,
    };
    let step = eliminating(Technique::LockedPair, &[at(8, 9, 5)], pattern);
    check(&step, &state);
    let explanation = english(&step, &state);
    assert_eq!(
        texts(&explanation),
        ["The two cells r8c45 are both in row 8 and box 8, and they have no candidates but 5 and 8."]
    );
    assert!(explanation.why.ends_with("is left for another cell of row 8 or box 8."), "{}", explanation.why);
    let explanation = german(&step, &state);
    assert_eq!(
        texts(&explanation),
        ["Die zwei Zellen r8c45 sind beide in Zeile 8 und Block 8 und haben keine Kandidaten außer 5 und 8."]
    );
    assert!(explanation.why.starts_with(
        "Zwei Zellen eines Hauses nehmen zwei verschiedene Ziffern auf; 5 und 8 stehen also in diesen beiden."
    ));
}

#[test]
fn houses_are_inflected() {
    let (step, state) = (x_wing(), Candidates::new());
    let why = german(&step, &state).why;
    assert!(
        why.contains("Basismengen (Zeilen 1 und 6)") && why.contains("Deckmengen (Spalten 3 und 7)"),
        "{why}"
    );
    assert!(why.contains("also brauchen die Basismengen alle Deckmengen auf"), "{why}");
    // Blockers of a digit are named in the plural.
    let puzzle = "8...........1.......1........................................................1...";
    let record = Reader::new(puzzle.as_bytes()).next().unwrap().unwrap();
    let state = Candidates::of(&record.puzzle).unwrap();
    let pattern = Pattern::Single { house: Some(House::new(0)) };
    let step = Step::placing(Technique::HiddenSingle, at(1, 9, 1), pattern);
    let explanation = english(&step, &state);
    assert!(explanation.premises[1].text.starts_with("The 1s in "), "{explanation:?}");
    let explanation = german(&step, &state);
    assert!(explanation.premises[1].text.starts_with("Die Einsen in "), "{explanation:?}");
    assert!(
        explanation.premises[1].text.contains(" schließen 1 in den übrigen Zellen von Zeile 1 ("),
        "{explanation:?}"
    );
}

#[test]
fn boxes_are_not_named_like_cells_in_chess_coordinates() {
    let pattern = Pattern::Locked {
        digits: digits(&[7]),
        cells: cells(&[(2, 7), (2, 8)]),
        from: House::new(20),
        to: House::new(1),
    };
    let step = eliminating(Technique::Pointing, &[at(2, 1, 7)], pattern);
    assert!(short(&step, Coordinates::Chess).ends_with(": 7 in box 3 => B1<>7"));
    assert!(short(&step, Coordinates::RowColumn).ends_with(": 7 in b3 => r2c1<>7"));
}

#[test]
fn a_chain_of_one_cell_states_both_cases() {
    let nodes = vec![node(&[(3, 1)], 9, false), node(&[(3, 5)], 9, true), node(&[(3, 1)], 1, false)];
    let pattern = Pattern::Chain(vec![Chain { nodes, closed: false }]);
    let step = eliminating(Technique::DiscontinuousNiceLoop, &[at(3, 1, 1)], pattern);
    assert_eq!(
        english(&step, &Candidates::new()).why,
        "If r3c1 is not 9, the chain leads to: r3c1 is not 1. If r3c1 is 9, the cell is filled, so again r3c1 is \
         not 1. Either way r3c1 is not 1."
    );
}

#[test]
fn forcing_nets_are_explained() {
    let branch = |on: bool| Net {
        nodes: vec![node(&[(1, 1)], 1, on), node(&[(1, 2)], 1, !on), node(&[(1, 3)], 2, true)],
        causes: vec![vec![], vec![0], vec![0, 1]],
        nested: Vec::new(),
    };
    let premises = [
        Premise::Candidate(at(1, 1, 1)),
        Premise::Cell(Cell::new(0)),
        Premise::House(House::new(0), digit(1)),
    ];
    for premise in premises {
        for technique in [Technique::ForcingNetVerity, Technique::ForcingNetContradiction] {
            let branches = vec![branch(true), branch(false)];
            let pattern = Pattern::Forcing { branches, premise };
            let step = eliminating(technique, &[at(1, 3, 3)], pattern);
            check(&step, &Candidates::new());
        }
    }
}

#[test]
fn rectangles_and_others_are_explained() {
    let corners = [0, 4, 9, 13].map(Cell::new);
    let state = Candidates::new();
    let gone = [at(2, 5, 1)];
    for technique in Technique::ALL.iter().filter(|of| of.family() == crate::deduction::Family::Rectangle) {
        let pattern = Pattern::Rectangle {
            digits: digits(&[1, 2]),
            corners,
            roof: cells(&[(2, 5)]),
            extra: digits(&[3]),
            cells: cells(&[(2, 6)]),
            houses: rows_and_columns(&[2], &[5]),
        };
        check(&eliminating(*technique, &gone, pattern), &state);
    }
    let pairs = [[cells(&[(1, 1), (2, 2)]), cells(&[(3, 3)])], [cells(&[(1, 5)]), cells(&[(2, 9)])]];
    for (technique, count) in [
        (Technique::SimpleColorsTrap, 1),
        (Technique::SimpleColorsWrap, 1),
        (Technique::MultiColors1, 2),
        (Technique::MultiColors2, 2),
    ] {
        let pattern = Pattern::Coloring { digit: digit(1), pairs: pairs[..count].to_vec() };
        check(&eliminating(technique, &[at(2, 2, 1), at(1, 1, 1)], pattern), &state);
    }
}
