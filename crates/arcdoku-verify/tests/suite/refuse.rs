//! Wrong proofs and puzzles: each is rejected with the expected file and reason.
//!
//! From a formula without solutions, every constraint follows, so a changed `rup` step can still be valid. Wrong
//! steps are therefore sums, or belong to formulas with solutions.

use arcdoku_verify::{Files, verify};

use crate::accept::{HALL, HARD, PAIR, PUZZLES};
use crate::prover::Case;

/// The original proofs.
#[derive(Clone, Copy)]
enum Original {
    /// One solution of a 4x4 puzzle.
    One,
    /// The 24 solutions of a 4x4 puzzle.
    Many,
    /// The steps of a path for a puzzle with sums.
    Path,
    /// A 4x4 puzzle without boxes, with one solution.
    Latin,
}

/// The file that is changed or rejected.
#[derive(Clone, Copy)]
enum File {
    Puzzle,
    Formula,
    Proof,
    Solutions,
}

impl File {
    fn ending(self) -> &'static str {
        match self {
            Self::Puzzle => "sudoku",
            Self::Formula => "opb",
            Self::Proof => "pbp",
            Self::Solutions => "sol",
        }
    }
}

/// A change of a file.
enum Change {
    /// Replaces the first occurrence of a text in a file.
    Swap(File, &'static str, &'static str),
    /// Adds a line at the end of a file.
    Append(File, &'static str),
    /// Removes this number of lines at the end of a file.
    Cut(File, usize),
    /// Replaces the whole file.
    All(File, &'static str),
}

/// The original, the change, the file with the defect, a part of the reason, and whether the published checker, which
/// reads only the formula and the proof, also rejects it.
type Row = (Original, Change, File, &'static str, bool);

use Change::{All, Append, Cut, Swap};
use File::{Formula, Proof, Puzzle, Solutions};
use Original::{Latin, Many, One, Path};

const CORRUPTIONS: &[Row] = &[
    // Sums.
    (Path, Swap(Proof, "@r1c1 @r1c2 +", "@r1c1 @r1c3 +"), Proof, "not equal", true),
    (Path, Swap(Proof, "+ @k1_1m + @k1_4m + ;", "+ @k1_1m + ;"), Proof, "not equal", true),
    (Path, Swap(Proof, "@k1_1m", "@k1_1"), Proof, "not equal", true),
    (Path, Swap(Proof, "@k1_1m", "@k5_1m"), Proof, "not equal", true),
    (Path, Swap(Proof, ">= 4 : 133", ">= 5 : 133"), Proof, "not equal", true),
    (Path, Swap(Proof, "e 1 r1c1_2 1 r1c1_3", "e 1 r1c1_2"), Proof, "not equal", true),
    (Path, Swap(Proof, "3 * 2 d", "3 * 3 d"), Proof, "not equal", true),
    (Path, Swap(Proof, "3 * 2 d", "2 * 2 d"), Proof, "not equal", true),
    (Path, Swap(Proof, "d s r1c3_1 +", "d s ~r1c3_1 +"), Proof, "not equal", true),
    (Path, Swap(Proof, "@e2 r1c4_4 + r1c4_1 +", "@e2 r1c4_4 +"), Proof, "not equal", true),
    (Path, Swap(Proof, "@r1c1 @r1c2 +", "@r1c1 +"), Proof, "without an operand", true),
    (Path, Swap(Proof, "@k1_4m + ;", "@k1_4m ;"), Proof, "does not leave one", true),
    (Path, Swap(Proof, "@hall 3 *", "@hall -3 *"), Proof, "expected a positive number", true),
    (Path, Swap(Proof, "3 * 2 d", "3 * 0 d"), Proof, "expected a positive number", true),
    (Path, Swap(Proof, "3 * 2 d", "9000000000000000000 *"), Proof, "does not fit 64 bits", true),
    (Path, Swap(Proof, "3 * 2 d", "99999999999999999999 *"), Proof, "does not fit 64 bits", true),
    (Path, Swap(Proof, "3 * 2 d", "x * 2 d"), Proof, "expected a number", true),
    (Path, Swap(Proof, "r1c3_1 + ;", "r1c3_1 + d ;"), Proof, "found 'd', expected an operand", true),
    (Path, Swap(Proof, "2 d s r1c3_1", "2 d s * r1c3_1"), Proof, "found '*', expected an operand", true),
    // Labels and numbers.
    (Path, Swap(Proof, " : @hall", " : @hell"), Proof, "not a constraint at this line", true),
    (Path, Swap(Proof, "@hall pol", "@hell pol"), Proof, "not a constraint at this line", true),
    (Path, Swap(Proof, "@e2 rup", "@e1 rup"), Proof, "is defined before", true),
    (Path, Swap(Proof, "@e2 rup", "@r1c1 rup"), Proof, "is defined before", true),
    (Path, Swap(Proof, "@many @weak ;", "@many @many ;"), Proof, "not a constraint at this line", false),
    (Path, Swap(Proof, "@many @weak ;", "@r1c1 ;"), Proof, "never deleted", false),
    (Path, Swap(Proof, ">= 4 : 133", ">= 4 : 134"), Proof, "not a constraint at this line", true),
    (Path, Swap(Proof, ">= 4 : 133", ">= 4 : 1 33"), Proof, "not a constraint at this line", true),
    (Path, Swap(Proof, ">= 4 : 133", ">= 4 : 1000"), Proof, "not a constraint at this line", true),
    (Path, Swap(Proof, ">= 4 : 133", ">= 4 : 0"), Proof, "not a constraint at this line", true),
    (Path, Swap(Proof, "~r1c1_2 + ~", "~r1c1_5 + ~"), Proof, "expected an operand", false),
    (Path, Swap(Proof, "@e2 rup 1 ~r1c4_4", "@e2 rup 1 ~r5c4_4"), Proof, "expected a variable", true),
    // Steps that do not follow.
    (Path, Swap(Proof, "@e1 rup 1 ~r1c3_1", "@e1 rup 1 r1c3_1"), Proof, "from its hints", true),
    (Path, Swap(Proof, ": @hall @n_r1c1_2", ": @hall"), Proof, "from its hints", true),
    (Path, Swap(Proof, ": @hall @n_r1c1_2", ": @n_r1c1_2"), Proof, "from its hints", true),
    (Path, Swap(Proof, "@e2 rup 1 ~r1c4_4", "@e2 rup 1 r1c4_4"), Proof, "by unit propagation", true),
    (Path, Swap(Proof, "1 ~r1c4_1 >= 2", "1 ~r1c4_1 >= 3"), Proof, "by unit propagation", true),
    (Path, Swap(Proof, "1 ~r1c4_1 >= 2", "1 ~r1c4_2 >= 2"), Proof, "by unit propagation", true),
    (
        Path,
        Swap(Proof, "@e2 rup 1 ~r1c4_4 1 ~r1c4_1 >= 2", "@e2 rup >= 1"),
        Proof,
        "by unit propagation",
        true,
    ),
    (Many, Swap(Proof, "pseudo-Boolean proof version 3.0\n", "%\n"), Proof, "version 3.0", true),
    // Conclusions.
    (Path, Swap(Proof, "conclusion NONE", "conclusion UNSAT : @hall"), Proof, "not a contradiction", true),
    (Path, Swap(Proof, "conclusion NONE", "conclusion UNSAT : @many"), Proof, "not a constraint", true),
    (Path, Swap(Proof, "conclusion NONE", "conclusion UNSAT"), Proof, "expected 'conclusion", true),
    (Path, Swap(Proof, "conclusion NONE", "conclusion SAT"), Proof, "expected 'conclusion", true),
    (Path, Swap(Proof, "conclusion NONE ;\n", ""), Proof, "expected 'conclusion NONE ;'", true),
    (Path, Swap(Proof, "output NONE ;\n", ""), Proof, "expected pol, rup", true),
    (Path, Swap(Proof, "output NONE", "output DERIVABLE"), Proof, "found 'output'", true),
    (Latin, Swap(Proof, " ;\nend", "\nend"), Proof, "' ;' at its end", true),
    (Many, Cut(Proof, 1), Proof, "ends without", true),
    (Many, Cut(Proof, 2), Proof, "ends without", true),
    (Many, Append(Proof, "@more rup >= 0 ;"), Proof, "after the end", true),
    // Statements.
    (Path, Swap(Proof, "\nf 1", "\nf 2"), Proof, "expected 'f 1", true),
    (Path, Swap(Proof, "\nf ", "\n%f "), Proof, "expected 'f 132 ;'", false),
    (Path, Swap(Proof, "e >= 0", "red >= 0"), Proof, "found 'red'", true),
    (Path, Swap(Proof, "e >= 0 : @weak ;", "e >= 0 : @weak"), Proof, "' ;' at its end", true),
    (Path, Swap(Proof, "e >= 0 : @weak ;", "e >= 0 @weak ;"), Proof, "without ':'", true),
    (Path, Swap(Proof, "e >= 0 : @weak ;", "@x e >= 0 : @weak ;"), Proof, "found 'e'", false),
    (Path, Swap(Proof, "e >= 0 :", "e 1 >= 0 :"), Proof, "expected a variable", true),
    (Path, Swap(Proof, "e >= 0 :", "e 1 r1c1_1 :"), Proof, "expected a number", true),
    // Formulas.
    (
        One,
        Swap(Formula, " 1 r1c1_4 >= 1", " >= 1"),
        Formula,
        "found '1 r1c1_1 1 r1c1_2 1 r1c1_3 >= 1 ;', expected",
        false,
    ),
    (
        One,
        Swap(Formula, "@g_r1c4 1 r1c4_4", "@g_r1c4 1 r1c4_1"),
        Formula,
        "found '1 r1c4_1 >= 1 ;', expected '1 r1c4_4 >= 1 ;'",
        false,
    ),
    (One, Swap(Formula, "~r1c4_2 >= 3", "~r1c4_2 >= 4"), Formula, "~r1c4_2 >= 4 ;', expected", false),
    (
        One,
        Swap(Formula, "@k1_2m 1 ~r1c1_2 1 ~r1c2_2 1 ~r1c3_2", "@k1_2m 1 ~r1c1_2 1 ~r1c2_2 2 ~r1c3_2"),
        Formula,
        "2 ~r1c3_2",
        false,
    ),
    (One, Swap(Formula, "@k1_2m 1 ~r1c1_2", "@k1_2m 1 r1c1_2"), Formula, "found '1 r1c1_2 1 ~r1c2_2", false),
    (One, Swap(Formula, "@k1_2m ", "@k1_2x "), Formula, "expected '@k1_2m'", false),
    (
        One,
        Swap(Formula, "\n@g_r1c4 1 r1c4_4 >= 1 ;", ""),
        Formula,
        "found '@g_r2c2', expected '@g_r1c4'",
        true,
    ),
    (One, Cut(Formula, 1), Formula, "found 'the end of the file', expected '@b1'", true),
    (One, Append(Formula, "@b2 1 r1c1_1 >= 1 ;"), Formula, "expected 'the end of the file'", true),
    (One, Swap(Formula, "#variable= 64", "#variable= 65"), Formula, "expected '* #variable= 64", false),
    (
        One,
        Swap(Formula, " >= 1 ;", " >= 1"),
        Formula,
        "expected '1 r1c1_1 1 r1c1_2 1 r1c1_3 1 r1c1_4 >= 1 ;'",
        true,
    ),
    (One, Swap(Formula, " >= 1 ;", " = 1 ;"), Formula, "found '='", true),
    (One, All(Formula, ""), Formula, "found 'the end of the file'", true),
    // Solutions.
    (One, Swap(Solutions, "3 2 1 4", "2 3 1 4"), Solutions, "is broken", false),
    (One, Swap(Solutions, "3 2 1 4", "3 2 4 1"), Solutions, "another digit than the clue in r1c4", false),
    (One, Swap(Solutions, "3 2 1 4", "3 2 1"), Solutions, "found 15 values", false),
    (One, Swap(Solutions, "3 2 1 4", "3 2 1 5"), Solutions, "found '5' as value of r1c4", false),
    (One, Swap(Solutions, "3 2 1 4", ". 2 1 4"), Solutions, "found '.' as value of r1c1", false),
    (One, Append(Solutions, ""), Solutions, "found 0 values", false),
    (One, All(Solutions, ""), Formula, "found '* #variable= 64", false),
    (Many, Cut(Solutions, 1), Formula, "#constraint= ", false),
    (Latin, Append(Solutions, "1 2 3 4 2 3 4 1 4 1 2 3 3 4 1 2"), Solutions, "no solution", false),
    // Puzzles.
    (One, Swap(Puzzle, "...4", "..34"), Solutions, "another digit than the clue in r1c3", false),
    (One, Swap(Puzzle, "...4", "...."), Formula, "#constraint= ", false),
    (One, Swap(Puzzle, "...4", "..4"), Puzzle, "found 15 cells", false),
    (One, Swap(Puzzle, "...4", "...5"), Puzzle, "found '5'", false),
    (One, Append(Puzzle, "\n................"), Puzzle, "after it", false),
    (One, All(Puzzle, "# nothing"), Puzzle, "no puzzle", false),
    (Latin, Swap(Puzzle, "grid 4x4", "grid 4x4 boxes 2x3"), Puzzle, "found no shape", false),
    (Latin, Swap(Puzzle, "grid 4x4", "grid 4x4 digits 1-3"), Puzzle, "found 4 cells that differ", false),
    (Latin, Swap(Puzzle, "rule columns\n", ""), Formula, "#constraint= ", false),
    (Latin, Swap(Puzzle, "rule columns", "rule diagonals"), Solutions, "the rule 'diagonals' in r1c1", false),
    (Latin, Swap(Puzzle, "rule columns", "rule pillars"), Puzzle, "the rule 'pillars'", false),
    (Latin, Swap(Puzzle, "rule columns", "rule columns 3"), Puzzle, "found the rule 'columns 3'", false),
    (Latin, Swap(Puzzle, "rule columns", "rule boxes"), Puzzle, "'boxes', which does not fit", false),
    (Latin, Swap(Puzzle, "rule columns", "columns"), Puzzle, "expected a rule", false),
    (Latin, Swap(Puzzle, "rule columns", "rule all-different: r1c1 r1c5"), Puzzle, "found 'r1c5'", false),
    (Latin, Swap(Puzzle, "rule columns", "rule all-different: r1c1 r1c1"), Puzzle, "a cell twice", false),
    (Latin, Swap(Puzzle, "clues . ", "clues "), Puzzle, "found 15 values", false),
    (Latin, Swap(Puzzle, "\nclues", "\nrule rows\nclues"), Formula, "#constraint= ", false),
    (Latin, Swap(Puzzle, "\nclues", "\nrule void: r1c1\nclues"), Puzzle, "found the rule 'void'", false),
    (Latin, Swap(Puzzle, "\nclues", "\nsolution"), Puzzle, "expected a rule", false),
    (Latin, Cut(Puzzle, 1), Puzzle, "no line 'clues'", false),
];

impl Original {
    fn case(self) -> Case {
        match self {
            Self::One => Case::prove(PUZZLES[1].0, 1),
            Self::Many => Case::prove(PUZZLES[0].0, 30),
            Self::Path => Case::steps(PAIR, HALL, "conclusion NONE ;"),
            Self::Latin => Case::prove(PUZZLES[3].0, 1),
        }
    }
}

impl Change {
    fn apply(&self, case: &mut Case) {
        let (&Self::Swap(file, ..) | &Self::Append(file, _) | &Self::Cut(file, _) | &Self::All(file, _)) =
            self;
        let text = match file {
            Puzzle => &mut case.puzzle,
            Formula => &mut case.formula,
            Proof => &mut case.proof,
            Solutions => &mut case.solutions,
        };
        match self {
            Self::Swap(_, from, to) => {
                assert!(text.contains(from), "nothing to change: {from}");
                *text = text.replacen(from, to, 1);
            }
            Self::Append(_, line) => *text = format!("{text}{line}\n"),
            Self::Cut(_, count) => {
                let lines: Vec<&str> = text.lines().collect();
                *text = lines[..lines.len() - count].iter().map(|line| format!("{line}\n")).collect();
            }
            Self::All(_, new) => *text = (*new).into(),
        }
    }
}

/// Corrupted proofs, and whether the published checker rejects them.
pub(crate) fn corrupted() -> impl Iterator<Item = (String, Case, bool)> {
    let good = [One, Many, Path, Latin].map(Original::case);
    CORRUPTIONS.iter().enumerate().map(move |(number, (kind, change, _, reason, both))| {
        let mut case = good[*kind as usize].clone();
        change.apply(&mut case);
        (format!("corruption {number}, {reason}"), case, *both)
    })
}

#[test]
fn corruptions_are_rejected() {
    assert!(CORRUPTIONS.len() >= 60);
    let mut wrong = Vec::new();
    for ((name, case, _), (_, _, file, reason, _)) in corrupted().zip(CORRUPTIONS) {
        match case.verify() {
            Err(defect)
                if defect.file == file.ending() && defect.reason.contains(reason) && defect.line > 0 => {}
            other => wrong.push(format!("{name}: {other:?}")),
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Sums with too many operands on the stack.
#[test]
fn deep_sums_are_rejected() {
    for (count, fits) in [(200, true), (300, false)] {
        let (operands, signs) = ("@r1c1 ".repeat(count), "+ ".repeat(count - 1));
        let case = Case::steps(PAIR, &format!("@deep pol {operands}{signs};\n"), "conclusion NONE ;");
        assert_eq!(case.verify().is_ok(), fits);
    }
}

/// Pseudorandom numbers by Marsaglia's xorshift.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }
}

/// No input panics, and no changed formula or puzzle is accepted.
#[test]
fn random_changes_do_not_panic() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    const MIXED: &str = "grid 4x4 boxes 2x2\nrule rows\nrule columns\nrule boxes\nrule cage 5: r1c1 r1c2\n\
        rule or [thermo: r1c2 r2c2] [sum <= 7: 2*r2c3 -r3c3]\nrule pairs |a-b|>=2 or a%2=b/3: r2c2 r2c3\n\
        rule automaton ^1-2>1,3-4>0 *1-4>1: r1c2 r2c2 r3c3 r4c4\nclues 1 . . . . . . . . . . . 4 . . .";
    let cases = [One.case(), Path.case(), Case::prove(MIXED, 24), Case::prove(HARD, 1)];
    for round in 0..900 {
        let good = &cases[if round % 50 == 0 { 3 } else { round % 3 }];
        let mut texts =
            [&good.puzzle, &good.formula, &good.proof, &good.solutions].map(|text| text.clone().into_bytes());
        for _ in 0..=random.below(3) {
            let text = &mut texts[random.below(4)];
            let at = random.below(text.len());
            match random.below(5) {
                0 if !text.is_empty() => _ = text.remove(at),
                1 => text.insert(at, b" 0123456789;:@~+-*%rcgkdes\n>="[random.below(29)]),
                2 => text.truncate(at),
                3 if !text.is_empty() => text[at] = b" 9876543210;@~\n"[random.below(15)],
                _ => {
                    // A word from another place.
                    let text: &mut Vec<u8> = text;
                    let from = random.below(text.len());
                    let end = (from + 1 + random.below(12)).min(text.len());
                    let part = text[from.min(end)..end].to_vec();
                    text.splice(at..at, part);
                }
            }
        }
        let texts = texts.map(|text| String::from_utf8_lossy(&text).into_owned());
        let [puzzle, formula, proof, solutions] = &texts;
        let _ = verify(Files { puzzle, formula, proof, solutions });
    }
}
