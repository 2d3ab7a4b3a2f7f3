//! For tests: the answers of the original program for single states, and its paths. Two files with them are not part of
//! the repository; a third file, in the same format, is.

use super::Board;
use crate::deduction::{Candidate, Candidates};
use crate::testing::neutral;

/// A state, and the findings of single techniques in it.
pub(super) struct OracleState {
    pub place: String,
    pub board: Board,
    pub calls: Vec<OracleCall>,
}

/// The answer of one technique.
pub(super) struct OracleCall {
    /// The name of the technique in the file.
    pub technique: String,
    /// Whether these are all hints, in order, or only the first.
    pub all: bool,
    pub hints: Vec<OracleHint>,
}

/// The effect of a hint. Eliminations are sorted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OracleHint {
    pub tenths: u8,
    /// The complexity of chains.
    pub complexity: Option<u32>,
    pub placement: Option<Candidate>,
    pub eliminations: Vec<Candidate>,
}

/// A path of the original program.
pub(super) struct OraclePath {
    pub puzzle: String,
    /// ER, EP and ED as text.
    pub rating: String,
    pub steps: Vec<OraclePathStep>,
}

/// A step of a path.
pub(super) struct OraclePathStep {
    /// The description by the original program.
    pub text: String,
    pub hint: OracleHint,
}

impl OracleHint {
    /// The hint with the effect of a step.
    pub(super) fn of(tenths: u8, placements: &[Candidate], eliminations: &[Candidate]) -> Self {
        let mut eliminations = eliminations.to_vec();
        eliminations.sort_unstable();
        Self { tenths, complexity: None, placement: placements.first().copied(), eliminations }
    }

    /// Applies the hint.
    pub(super) fn apply(&self, board: &mut Board) {
        for at in &self.eliminations {
            board.eliminate(at.cell.index(), at.digit.index());
        }
        if let Some(at) = self.placement {
            board.place(at.cell.index(), at.digit.index());
        }
    }
}

/// The states with answers of the original program; none if the file is absent.
pub(super) fn states() -> Vec<OracleState> {
    neutral::shared("ratings/se121_states.txt").map(|text| read_states(&text)).unwrap_or_default()
}

/// The paths of the original program; none if the file is absent.
pub(super) fn traces() -> Vec<OraclePath> {
    neutral::shared("ratings/se121_traces.txt").map(|text| read_traces(&text)).unwrap_or_default()
}

/// `M values candidates` lines, each with its `T technique rating ...` lines.
pub(super) fn read_states(text: &str) -> Vec<OracleState> {
    let mut states: Vec<OracleState> = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        match line.split_once(' ') {
            Some(("M", rest)) => {
                let (values, candidates) = rest.split_once(' ').unwrap();
                let board = board(values.as_bytes(), candidates.as_bytes());
                states.push(OracleState { place: format!("line {number}"), board, calls: Vec::new() });
            }
            Some(("T", rest)) => states.last_mut().unwrap().calls.push(call(rest)),
            _ => assert!(line.is_empty() || line.starts_with('#'), "line {number}: {line}"),
        }
    }
    states
}

/// A board with these filled cells and candidates.
fn board(values: &[u8], candidates: &[u8]) -> Board {
    let mut state = Candidates::new();
    for cell in 0..81 {
        let filled = values[cell] != b'.';
        state.values[cell] = if filled { values[cell] - b'0' } else { 0 };
        let shown = |digit: &usize| !filled && candidates[9 * cell + digit] != b'.';
        state.cells[cell] = (0..9).filter(shown).fold(0, |set, digit| set | 1 << digit);
    }
    Board::of(&state)
}

/// Reads `name -`, `name hint` or `name* count hint | hint`.
fn call(text: &str) -> OracleCall {
    let (name, rest) = text.split_once(' ').unwrap();
    let (technique, all) = name.strip_suffix('*').map_or((name, false), |name| (name, true));
    let hints = if all { rest.split_once(' ').unwrap_or((rest, "")).1 } else { rest };
    let hints: Vec<OracleHint> =
        hints.split('|').map(str::trim).filter(|hint| !hint.is_empty() && *hint != "-").map(hint).collect();
    OracleCall { technique: technique.to_owned(), all, hints }
}

/// Reads `rating c=complexity set=cell/digit rem={cell={digits},...}`.
fn hint(text: &str) -> OracleHint {
    let mut words = text.split(' ');
    let mut hint = OracleHint::of(tenths(words.next().unwrap()), &[], &[]);
    for word in words {
        let (key, value) = word.split_once('=').unwrap();
        match key {
            "c" => hint.complexity = Some(value.parse().unwrap()),
            "set" => {
                let (cell, digit) = value.split_once('/').unwrap();
                hint.placement =
                    Some(Candidate::at(cell.parse().unwrap(), digit.parse::<usize>().unwrap() - 1));
            }
            "rem" => {
                for part in
                    value.split('}').map(|part| part.trim_matches(['{', ','])).filter(|part| !part.is_empty())
                {
                    let (cell, digits) = part.split_once("={").unwrap();
                    let digits = digits.split(',').map(|digit| digit.parse::<usize>().unwrap() - 1);
                    hint.eliminations.extend(digits.map(|digit| Candidate::at(cell.parse().unwrap(), digit)));
                }
            }
            _ => panic!("{text}"),
        }
    }
    hint.eliminations.sort_unstable();
    hint
}

/// Reads a floating-point number with a small error.
fn tenths(text: &str) -> u8 {
    (text.parse::<f64>().unwrap() * 10.0).round() as u8
}

/// `P puzzle`, `R rating`, and `S number rating|text|changes` lines.
pub(super) fn read_traces(text: &str) -> Vec<OraclePath> {
    let mut traces: Vec<OraclePath> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (kind, rest) = line.split_once(' ').unwrap();
        if kind == "P" {
            traces.push(OraclePath { puzzle: rest.to_owned(), rating: String::new(), steps: Vec::new() });
            continue;
        }
        let trace = traces.last_mut().unwrap();
        match kind {
            "R" => rest.clone_into(&mut trace.rating),
            "S" => trace.steps.push(traced(rest.split_once(' ').unwrap().1)),
            _ => panic!("{line}"),
        }
    }
    traces
}

fn traced(text: &str) -> OraclePathStep {
    let fields: Vec<&str> = text.split('|').collect();
    let mut hint = OracleHint::of(tenths(fields[0]), &[], &[]);
    for change in fields[2].split_whitespace() {
        let digit = |index: usize| usize::from(change.as_bytes()[index] - b'0');
        let cell = 9 * (digit(2) - 1) + digit(4) - 1;
        let digits: Vec<usize> = (6..change.len()).map(|index| digit(index) - 1).collect();
        if change.starts_with('+') {
            hint.placement = Some(Candidate::at(cell, digits[0]));
        } else {
            hint.eliminations.extend(digits.iter().map(|&digit| Candidate::at(cell, digit)));
        }
    }
    hint.eliminations.sort_unstable();
    OraclePathStep { text: fields[1].to_owned(), hint }
}
