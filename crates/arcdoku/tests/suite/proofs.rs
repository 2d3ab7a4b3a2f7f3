//! Proofs: their form, and the result of the published checker, or of `arcdoku-verify` if that is not installed.

use std::collections::HashSet;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use arcdoku::Choice as _;
use arcdoku::deduction::{Candidates, Options, Technique};
use arcdoku::generate::{UnavoidableKind, fewest_clues, unavoidable_sets};
use arcdoku::grid::{Cell, CellSet};
use arcdoku::proof::{
    Formula, PathProof, Proof, ProofError, Unproven, prove, prove_bound, write_puzzle, write_solutions,
};
use arcdoku::puzzle::{Outcome, Solution};
use arcdoku::rate::{Profile, solve};
use arcdoku::solve::fastest;
use arcdoku::{Limits, Puzzle, Rule, Solver, Strategy};
use arcdoku_verify::{Files, verify};

const HARD: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

const EASY_SOLVED: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

fn puzzle(text: &str, rules: &[&str]) -> Puzzle {
    let puzzle: Puzzle = text.parse().unwrap();
    rules.iter().fold(puzzle, |puzzle, rule| puzzle.with_rule(rule.parse::<Rule>().unwrap()))
}

fn proven(puzzle: &Puzzle, most: usize) -> Proof {
    prove(puzzle, &fastest(puzzle), most, &Limits::NONE).unwrap()
}

fn texts(proof: &Proof) -> (String, String) {
    let (mut formula, mut text) = (String::new(), String::new());
    proof.formula.write(&mut formula).unwrap();
    proof.write(&mut text).unwrap();
    (formula, text)
}

/// Checks labels and the order of statements.
fn well_formed(formula: &str, proof: &str) {
    let count = formula.lines().filter(|line| line.starts_with('@')).count();
    let head = formula.lines().next().unwrap();
    assert!(head.starts_with("* #variable= ") && head.ends_with(&format!("#constraint= {count}")), "{head}");
    let mut labels: HashSet<&str> =
        formula.lines().skip(1).map(|line| line.split(' ').next().unwrap()).collect();
    assert_eq!(labels.len(), count, "labels are unique");
    let mut lines = proof.lines();
    assert_eq!(lines.next(), Some("pseudo-Boolean proof version 3.0"));
    assert_eq!(lines.next(), Some(&*format!("f {count} ;")));
    for line in lines.filter(|line| !line.starts_with('%')) {
        assert!(line.ends_with(" ;"), "{line}");
        let (own, rest) = match line.strip_prefix('@') {
            Some(_) => (line.split(' ').next(), line.split_once(' ').unwrap().1),
            None => (None, line),
        };
        let named = rest.split(' ').filter(|word| word.starts_with('@'));
        named.for_each(|word| assert!(labels.contains(word), "{word} in {line}"));
        own.into_iter().for_each(|label| assert!(labels.insert(label), "{label} is new"));
        if let Some(gone) = rest.strip_prefix("del id ") {
            gone.split(' ').for_each(|label| {
                labels.remove(label);
            });
        }
    }
    assert!(proof.ends_with(" ;\nend pseudo-Boolean proof ;\n"));
}

/// Whether the published checker accepts a proof; `None` if it is not installed.
fn accepted(name: &str, formula: &str, proof: &str) -> Option<bool> {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let [one, other] = ["opb", "pbp"].map(|end| directory.join(format!("proof-{name}.{end}")));
    fs::write(&one, formula).unwrap();
    fs::write(&other, proof).unwrap();
    let mut command = Command::new("veripb");
    command.arg(one).arg(other).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().ok().map(|status| status.success())
}

/// Whether the published checker accepts a proof about a puzzle, or `arcdoku-verify` if that is not installed.
fn is_taken(name: &str, puzzle: &Puzzle, solutions: &[Solution], formula: &str, proof: &str) -> bool {
    accepted(name, formula, proof).unwrap_or_else(|| {
        let (mut text, mut known) = (String::new(), String::new());
        write_puzzle(puzzle, &mut text).unwrap();
        write_solutions(&Formula::new(puzzle).unwrap(), solutions, &mut known).unwrap();
        verify(Files { puzzle: &text, formula, proof, solutions: &known }).is_ok()
    })
}

fn check(name: &str, puzzle: &Puzzle, proof: &Proof) {
    let (formula, text) = texts(proof);
    well_formed(&formula, &text);
    assert!(is_taken(name, puzzle, &proof.solutions, &formula, &text), "{name}");
}

#[test]
fn one_none_and_several_solutions() {
    let cases = [
        ("one", "1.....3..4.....2", 1, 1),
        ("none", "1.....3..4.1...2", 1, 0),
        ("conflict", "11..............", 1, 0),
        ("several", "1234............", 20, 12),
    ];
    for (name, text, most, count) in cases {
        let puzzle = puzzle(text, &[]);
        let proof = proven(&puzzle, most);
        assert_eq!(proof.solutions.len(), count, "{name}");
        check(name, &puzzle, &proof);
    }
    let more = prove(&puzzle("1234............", &[]), &Strategy::default(), 11, &Limits::NONE);
    assert!(matches!(more, Err(Unproven::More(known)) if known.len() == 12));
}

#[test]
fn every_strategy_has_a_proof() {
    let hard: Puzzle = HARD.parse().unwrap();
    for name in ["singles-mrv", "inference=gac", "inference=naked,branch=refute,restarts=50", "last-conflict"]
    {
        let proof = prove(&hard, &name.parse().unwrap(), 1, &Limits::NONE).unwrap();
        assert_eq!(proof.solutions.len(), 1);
        check(&name.replace(['=', ','], "-"), &hard, &proof);
        assert!(name.contains("naked") || proof.size() < 1_000_000, "{name}: {}", proof.size());
    }
}

#[test]
fn rules_have_proofs() {
    let (small, middle) = (".".repeat(16), ".".repeat(36));
    let cases: [(&str, &[&str]); 6] = [
        (&small, &["cage 5: r1c2 r2c2", "thermo: r4c3 r3c3 r2c3", "anti-knight"]),
        (&small, &["anti-knight", "cage 10: r1c1 r1c2 r2c1 r2c2"]),
        (&small, &["thermo: r1c1 r1c2 r1c3 r1c4", "sum = 5: r4c1 r4c2", "pairs a<b: r2c1 r2c2"]),
        (&small, &["thermo: r1c1 r1c2 r1c3", "sum >= 9: r1c4 2*r4c1 -r2c2", "anti-knight"]),
        (&middle, &["thermo: r1c1 r1c2 r1c3 r1c4 r1c5 r1c6", "cage 11: r2c1 r2c2", "anti-knight"]),
        (&middle, &["cage 21: r1c1 r1c2 r1c3 r1c4 r1c5 r1c6", "cage 20: r1c1 r1c2 r1c3 r1c4 r1c5"]),
    ];
    for (place, (text, rules)) in cases.into_iter().enumerate() {
        let puzzle = puzzle(text, rules);
        let count = Solver::new().count(&puzzle, Some(301), &Limits::NONE).solutions;
        match prove(&puzzle, &fastest(&puzzle), 300, &Limits::NONE) {
            Ok(proof) => {
                assert_eq!(proof.solutions.len() as u128, count, "{rules:?}");
                check(&format!("rules-{place}"), &puzzle, &proof);
            }
            Err(Unproven::More(_)) => assert_eq!(count, 301, "{rules:?}"),
            Err(error) => panic!("{rules:?}: {error}"),
        }
    }
}

/// The states of an automaton are refuted layer by layer, so a proof needs few lines for each deduction.
#[test]
fn automata_have_short_proofs() {
    // The digits of a line add up to a multiple of seven.
    let step = |state: usize, digit: usize| format!("{digit}>{}", (state + digit) % 7);
    let states: Vec<String> =
        (0..7).map(|state| (1..=9).map(|d| step(state, d)).collect::<Vec<_>>().join(",")).collect();
    let automaton = format!("automaton ^*{}", states.join(" "));
    // Diagonals of the solution, as far as their digits add up to such a number.
    let value = |row: usize, column: usize| usize::from(EASY_SOLVED.as_bytes()[row * 9 + column] - b'0');
    let mut rules = Vec::new();
    for (start, down) in (0..9).flat_map(|start| [(start, true), (start, false)]) {
        let cell = |at: usize| (start + if down { at } else { 8 - at }) % 9;
        let mut line: Vec<(usize, usize)> = (0..9).map(|at| (at, cell(at))).collect();
        while line.iter().map(|&(row, column)| value(row, column)).sum::<usize>() % 7 > 0 {
            line.pop();
        }
        if line.len() > 2 {
            let names: Vec<String> =
                line.iter().map(|(row, column)| format!("r{}c{}", row + 1, column + 1)).collect();
            rules.push(format!("{automaton}: {}", names.join(" ")));
        }
    }
    let clues: String =
        EASY_SOLVED.chars().enumerate().map(|(at, digit)| if at % 4 == 0 { digit } else { '.' }).collect();
    let rules: Vec<&str> = rules.iter().map(String::as_str).collect();
    let puzzle = puzzle(&clues, &rules);
    let proof = proven(&puzzle, 1000);
    assert!(!proof.solutions.is_empty());
    assert!(
        proof.lines < 100 * (proof.stats.nodes + 100),
        "{} lines, {} nodes",
        proof.lines,
        proof.stats.nodes
    );
    check("automata", &puzzle, &proof);
}

/// If the formula has no solutions by propagation alone, every clause follows from it. Therefore sums and last lines
/// are corrupted, not clauses.
#[test]
fn corrupt_proofs_are_refused() {
    let hard: Puzzle = HARD.parse().unwrap();
    let proof = prove(&hard, &"inference=gac".parse().unwrap(), 1, &Limits::NONE).unwrap();
    let (formula, text) = texts(&proof);
    let sum = text.lines().find(|line| line.contains(" pol ")).unwrap();
    let without = sum.replacen(" +", "", 1);
    let end = text.lines().rev().find(|line| line.starts_with("conclusion")).unwrap();
    let blocked = formula.lines().last().unwrap();
    let corrupt = [
        (formula.clone(), text.replacen(sum, &without, 1)),
        (formula.clone(), text.replacen(end, "conclusion UNSAT : @p1 ;", 1)),
        (formula.replacen(blocked, "@b1 1 r1c1_8 >= 1 ;", 1), text.clone()),
        (formula.clone(), text.replacen("f ", "f 1", 1)),
        (formula.clone(), text.lines().filter(|line| !line.contains(" rup ")).collect::<Vec<_>>().join("\n")),
    ];
    for (place, (formula, text)) in corrupt.iter().enumerate() {
        let name = format!("corrupt-{place}");
        assert!(!is_taken(&name, &hard, &proof.solutions, formula, text), "{place}");
    }
}

#[test]
fn paths_have_proofs() {
    let shared = arcdoku_paths();
    for (place, text) in shared.iter().enumerate() {
        let puzzle: Puzzle = text.parse().unwrap();
        let Outcome::Unique(solution) = Solver::new().solve(&puzzle, &Limits::NONE).outcome else { panic!() };
        let start = Candidates::of(&puzzle).unwrap();
        let options = Options::default();
        let found = solve(&start, &Profile::hodoku(), &options, Some(&solution), &Limits::NONE);
        let mut formula = Formula::new(&puzzle).unwrap();
        formula.block(&solution);
        let mut proof = PathProof::new(formula.clone());
        for step in &found.steps {
            proof.step(step.step.technique.name(), &step.step).unwrap();
        }
        if found.steps.iter().all(|step| step.step.technique != Technique::Reveal) {
            assert_eq!(proof.elsewhere(), 0, "{place}: only cells of the patterns are split into cases");
        }
        let text = proof.finish(Some(&solution)).unwrap();
        let mut rows = String::new();
        formula.write(&mut rows).unwrap();
        well_formed(&rows, &text);
        let known = [solution];
        assert!(is_taken(&format!("path-{place}"), &puzzle, &known, &rows, &text), "{place}");
    }
}

#[test]
fn a_path_that_ends_early_proves_nothing() {
    let puzzle: Puzzle = HARD.parse().unwrap();
    let Outcome::Unique(solution) = Solver::new().solve(&puzzle, &Limits::NONE).outcome else { panic!() };
    let mut formula = Formula::new(&puzzle).unwrap();
    formula.block(&solution);
    assert_eq!(PathProof::new(formula.clone()).finish(Some(&solution)), Err(ProofError::False));
    assert!(PathProof::new(formula).finish(None).is_ok());
}

fn arcdoku_paths() -> [&'static str; 4] {
    [
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
        "........1..2..3.4..4..5.6.....7..5.8.5..1..6.3.....1...1..4...62..9.....9....7...",
        HARD,
    ]
}

#[test]
fn bounds_have_proofs() {
    let pairs: Vec<CellSet> = (0..6)
        .flat_map(|a| (0..a).map(move |b| [Cell::new(a), Cell::new(b)].into_iter().collect()))
        .collect();
    let proof = prove_bound(&pairs, 5, &Limits::NONE).unwrap();
    well_formed(&proof.formula, &proof.proof);
    assert_ne!(accepted("bound", &proof.formula, &proof.proof), Some(false));
    assert_eq!(prove_bound(&pairs, 6, &Limits::NONE).unwrap_err(), None, "five cells hit all pairs");
    assert!(prove_bound(&pairs, 5, &Limits::NONE.with_nodes(3)).unwrap_err().is_some());
    let solved: Puzzle = EASY_SOLVED.parse().unwrap();
    let Outcome::Unique(grid) = Solver::new().solve(&solved, &Limits::NONE).outcome else { panic!() };
    let sets = unavoidable_sets(&grid, UnavoidableKind::Any, 8);
    let bound = fewest_clues(&sets, &Limits::NONE).clues;
    let proof = prove_bound(&sets, bound, &Limits::NONE).unwrap();
    well_formed(&proof.formula, &proof.proof);
    assert_ne!(accepted("bound-grid", &proof.formula, &proof.proof), Some(false));
}

#[test]
fn proofs_of_searches_that_learn() {
    for text in ["learning", "learning,inference=singles"] {
        let strategy: Strategy = text.parse().unwrap();
        let (one, many) = (puzzle(HARD, &[]), puzzle("1......4........", &[]));
        let hard = prove(&one, &strategy, 1, &Limits::NONE).unwrap();
        assert_eq!(hard.solutions.len(), 1);
        assert!(hard.size() < 1_000_000);
        check(&format!("learned-{}", strategy.inference.name()), &one, &hard);
        let several = prove(&many, &strategy, 100, &Limits::NONE).unwrap();
        assert!(several.solutions.len() > 1);
        check(&format!("learned-several-{}", strategy.inference.name()), &many, &several);
    }
}
