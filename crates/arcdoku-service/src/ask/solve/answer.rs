//! Answers to puzzles in every format.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::sync::OnceLock;

use arcdoku::grid::Shape;
use arcdoku::puzzle::{Outcome, Refutation, Solution};
use arcdoku::search::{Stats, Strategy};
use arcdoku::solve::{Contradiction, Count, Method};
use arcdoku_wire::{
    Counters, Fault, FoundSolution, ReplyHead, SolveOutcome, SolveReply, VERSION, passed_names, puzzle_text,
    solution_text,
};

use super::{SolveFormat as Format, SolveStyle};
use crate::input::{Column, Given, Item, RULES_COLUMN, Rejected, passed, rules_field};
use crate::stream::Batch;
use crate::text::{self, FAINT, FOUND, Row, board, json_line, paint, plural, time};

/// The answer to one puzzle.
pub(super) struct Answered {
    pub(super) kind: Kind,
    pub(super) stats: Stats,
    pub(super) method: Method,
    /// The conflict of the clues, if any.
    pub(super) conflict: Option<Fault>,
    /// Whether the solution that came with the puzzle is correct.
    pub(super) agrees: Option<bool>,
    /// Parts that contradict each other, if there is no solution and they were requested.
    pub(super) because: Option<Contradiction>,
}

pub(super) enum Kind {
    Outcome(Outcome),
    /// The number of solutions, and the reason if there are none.
    Count(Count, Option<Refutation>),
}

impl Answered {
    /// The list of parts that contradict each other.
    fn reasons(&self) -> Option<String> {
        let Contradiction { parts, minimal, .. } = self.because.as_ref()?;
        let parts: Vec<String> = parts.iter().map(ToString::to_string).collect();
        Some(parts.join("; ") + if *minimal { "" } else { " (perhaps fewer)" })
    }

    /// One line of statistics. The specialized engines count only decisions.
    fn effort(&self) -> String {
        let Stats { nodes, backtracks, time: taken, .. } = self.stats;
        match self.method {
            Method::Fast9 => format!(
                "{}, {}, {}",
                plural(nodes.into(), "node"),
                plural(backtracks.into(), "backtrack"),
                time(taken.unwrap_or_default().as_secs_f64() * 1e6)
            ),
            _ => stats_line(&self.stats),
        }
    }
}

/// How answers are laid out.
pub(super) struct Layout {
    pub(super) style: SolveStyle,
    /// Whether solutions are counted.
    pub(super) is_count: bool,
    /// Whether a heading names the source of puzzles.
    pub(super) is_headed: bool,
    /// The columns of the input that CSV passes through. They are the columns of the first puzzle.
    pub(super) columns: OnceLock<TableColumns>,
}

/// The columns of a table, determined by the first puzzle.
#[derive(Debug, Default)]
pub(super) struct TableColumns {
    /// Whether there is a column for rules.
    has_rules: bool,
    /// The fields to pass through.
    other: Vec<Column>,
}

/// Appends the digits of a solution.
pub(crate) fn push_solution(shape: Shape, solution: &Solution, out: &mut String) {
    let digits = solution.digits();
    let mut text = [0; 81];
    if shape.greatest() > 9 || digits.len() > text.len() {
        return out.push_str(&solution_text(shape, solution));
    }
    // The common sizes are written directly, without a puzzle and its notation.
    for (byte, digit) in text.iter_mut().zip(digits) {
        *byte = b'0' + shape.value(*digit) as u8;
    }
    out.push_str(std::str::from_utf8(&text[..digits.len()]).unwrap_or_default());
}

/// One line about a search.
pub fn stats_line(stats: &Stats) -> String {
    let revisions = match stats.revisions {
        0 => String::new(),
        revisions => format!("{}, ", plural(revisions.into(), "revision")),
    };
    let learned = match stats.learned {
        0 => String::new(),
        learned => format!("{} learned, ", plural(learned.into(), "clause")),
    };
    format!(
        "{}, {}, {}, {revisions}{learned}depth {}, {}",
        plural(stats.nodes.into(), "node"),
        plural(stats.backtracks.into(), "backtrack"),
        plural(stats.eliminations.into(), "elimination"),
        stats.max_depth,
        time(stats.time.unwrap_or_default().as_secs_f64() * 1e6)
    )
}

const STATS_COLUMNS: [&str; 10] = [
    "nodes",
    "backtracks",
    "propagations",
    "eliminations",
    "revisions",
    "conflicts",
    "learned",
    "restarts",
    "max_depth",
    "time_us",
];

impl Layout {
    /// Begins a batch. The first batch determines the columns and writes the header.
    pub(super) fn begin(&self, batch: &Batch, out: &mut String) {
        if self.style.quiet || self.style.format != Format::Csv || !batch.is_first {
            return;
        }
        let columns = self.columns.get_or_init(|| match batch.parts.first().map(|(_, given)| given) {
            Some(Given::One(Ok(item))) => TableColumns {
                has_rules: item.in_ruled_table || !rules_field(&item.record.puzzle).is_empty(),
                other: Column::all(&item.other),
            },
            Some(Given::One(Err(rejected))) => {
                TableColumns { has_rules: rejected.in_ruled_table, other: Column::all(&rejected.other) }
            }
            _ => TableColumns::default(),
        });
        let mut own = self.own_columns();
        own.extend(columns.has_rules.then_some(RULES_COLUMN));
        let names = passed_names(columns.other.iter().map(|column| &*column.name), &own);
        let mut header = Row::new(',');
        header.fields(own);
        header.fields(names);
        header.end(out);
    }

    fn own_columns(&self) -> Vec<&'static str> {
        let mut own = vec!["puzzle", if self.is_count { "count" } else { "solution" }, "outcome"];
        if self.style.stats {
            own.extend(STATS_COLUMNS);
        }
        own
    }

    /// The format for the puzzles of this batch.
    fn format_for(&self, alone: bool) -> Format {
        if self.style.grid_if_alone && !alone { Format::Line } else { self.style.format }
    }

    /// Whether the puzzles of this batch are answered as lines.
    pub(super) fn is_line(&self, alone: bool) -> bool {
        self.format_for(alone) == Format::Line
    }

    /// An answer.
    pub(super) fn answer(&self, index: u64, alone: bool, item: &Item, answered: &Answered, out: &mut String) {
        if self.style.quiet {
            return;
        }
        let shape = item.record.puzzle.shape();
        match self.format_for(alone) {
            Format::Grid => self.grid(index, item, answered, out),
            Format::Line => self.line(shape, answered, out),
            Format::Csv => {
                let first = match &answered.kind {
                    Kind::Outcome(outcome) => {
                        outcome.solution().map(|solution| solution_text(shape, solution)).unwrap_or_default()
                    }
                    Kind::Count(count, _) => count_text(count),
                };
                let stats = Some(&answered.stats);
                let outcome = outcome_text(&answered.kind);
                self.csv(Ok(item), &first, &outcome, stats, out);
            }
            Format::Json => json_line(&reply(index, item, answered), out),
        }
    }

    /// A puzzle that could not be read.
    pub(super) fn rejected(&self, index: u64, alone: bool, rejected: &Rejected, out: &mut String) {
        if self.style.quiet {
            return;
        }
        match self.format_for(alone) {
            // The error was reported before.
            Format::Grid => {}
            Format::Line => out.push_str("# malformed\n"),
            Format::Csv => {
                self.csv(Err(rejected), "", "malformed", None, out);
            }
            Format::Json => json_line(&malformed_reply(index, rejected), out),
        }
    }

    /// Writes one of all solutions. The answer follows the solutions.
    pub(super) fn solution(
        &self,
        (index, alone): (u64, bool),
        place: u64,
        item: &Item,
        solution: &Solution,
        out: &mut String,
    ) {
        if self.style.quiet {
            return;
        }
        let shape = item.record.puzzle.shape();
        match self.format_for(alone) {
            Format::Grid => {
                if place > 1 {
                    out.push('\n');
                }
                self.solved_board(item, solution, out);
            }
            Format::Line => {
                out.push_str(&solution_text(shape, solution));
                out.push('\n');
            }
            Format::Csv => {
                let text = solution_text(shape, solution);
                self.csv(Ok(item), &text, "solution", None, out);
            }
            Format::Json => json_line(
                &FoundSolution {
                    version: VERSION,
                    number: index,
                    index: place,
                    solution: solution_text(shape, solution),
                },
                out,
            ),
        }
    }

    /// Appends the text after the last of all solutions.
    pub(super) fn end_of_all(
        &self,
        index: u64,
        alone: bool,
        item: &Item,
        answered: &Answered,
        out: &mut String,
    ) {
        let Kind::Count(count, _) = &answered.kind else { return };
        if self.style.quiet {
            return;
        }
        match self.format_for(alone) {
            // Each solution has its own row. The row of the answer is needed only if there are no solutions.
            Format::Csv if count.solutions == 0 => self.answer(index, alone, item, answered, out),
            Format::Csv => {}
            Format::Line => {
                let _ = write!(out, "# {}", self.count_sentence(count, answered));
                out.push('\n');
            }
            Format::Grid => {
                let _ = writeln!(out, "{}", self.count_sentence(count, answered));
            }
            Format::Json => json_line(&reply(index, item, answered), out),
        }
    }

    fn count_sentence(&self, count: &Count, answered: &Answered) -> String {
        let mut text = match count.limit {
            Some(limit) => {
                format!("at least {}; gave up ({})", plural(count.solutions, "solution"), limit.name())
            }
            None if count.exact => plural(count.solutions, "solution"),
            None => format!("at least {}", plural(count.solutions, "solution")),
        };
        if let Kind::Count(_, Some(refutation)) = &answered.kind {
            let _ = write!(text, ": {}", refutation.sentence());
        }
        if self.style.stats {
            let _ = write!(text, "; {}", answered.effort());
        }
        text
    }

    /// Appends the heading of a drawn answer.
    pub(super) fn heading(&self, index: u64, alone: bool, item: &Item, out: &mut String) {
        if self.style.quiet || self.format_for(alone) != Format::Grid {
            return;
        }
        if index > 1 {
            out.push('\n');
        }
        if self.is_headed && !alone {
            let name = text::in_brackets(item.record.name.as_deref());
            let heading = format!("{}:{}{name}", item.source, item.line());
            out.push_str(&paint(self.style.colored, FAINT, &heading));
            out.push('\n');
        }
    }

    fn solved_board(&self, item: &Item, solution: &Solution, out: &mut String) {
        let puzzle = &item.record.puzzle;
        let style = |cell: arcdoku::Cell| {
            (self.style.colored && puzzle.givens()[cell.index()].is_none()).then_some(FOUND)
        };
        board(puzzle, |cell| Some(solution.at(cell)), style, out);
    }

    fn grid(&self, index: u64, item: &Item, answered: &Answered, out: &mut String) {
        self.heading(index, false, item, out);
        match &answered.kind {
            Kind::Outcome(outcome) => {
                match outcome {
                    Outcome::Unique(solution) | Outcome::Solved(solution) => {
                        self.solved_board(item, solution, out);
                    }
                    Outcome::Multiple(first, second) => {
                        out.push_str("There are several solutions; these are two of them:\n");
                        self.solved_board(item, first, out);
                        self.solved_board(item, second, out);
                    }
                    Outcome::Unsatisfiable(refutation) => {
                        let _ = match answered.reasons() {
                            Some(reasons) => {
                                writeln!(
                                    out,
                                    "There is no solution, because these contradict each other: {reasons}."
                                )
                            }
                            None => writeln!(out, "There is no solution: {}.", refutation.sentence()),
                        };
                    }
                    Outcome::Unknown { limit, found: Some(solution) } => {
                        let limit = limit.name();
                        let _ = writeln!(
                            out,
                            "A solution; whether it is the only one is unknown (limit: {limit})."
                        );
                        self.solved_board(item, solution, out);
                    }
                    Outcome::Unknown { limit, found: None } => {
                        let _ =
                            writeln!(out, "Gave up before a solution was found (limit: {}).", limit.name());
                    }
                    _ => {}
                }
                if self.style.stats {
                    let _ = writeln!(out, "{}", answered.effort());
                }
            }
            Kind::Count(count, _) => {
                let _ = writeln!(out, "{}", self.count_sentence(count, answered));
            }
        }
    }

    fn line(&self, shape: Shape, answered: &Answered, out: &mut String) {
        let mut remark = String::new();
        match &answered.kind {
            Kind::Outcome(outcome) if !self.style.stats && answered.because.is_none() => {
                return outcome_line(shape, outcome, out);
            }
            Kind::Outcome(outcome) => {
                if let Some(solution) = outcome.solution() {
                    push_solution(shape, solution, out);
                }
                if !is_alone(outcome) {
                    remark = outcome_text(&answered.kind);
                }
                if let Some(reasons) = answered.reasons() {
                    let _ = write!(remark, " because of: {reasons}");
                }
            }
            Kind::Count(count, _) => {
                out.push_str(&count_text(count));
                if let Some(limit) = count.limit {
                    remark = format!("unknown ({})", limit.name());
                }
            }
        }
        if self.style.stats {
            let space = if remark.is_empty() { "" } else { "; " };
            let _ = write!(remark, "{space}{}", answered.effort());
        }
        end_line(&remark, out);
    }

    fn csv(
        &self,
        reading: Result<&Item, &Rejected>,
        solution: &str,
        outcome: &str,
        stats: Option<&Stats>,
        out: &mut String,
    ) {
        // The first batch determines the columns before its first answer is written.
        let columns = self.columns.wait();
        let (puzzle, rules, other) = match reading {
            Ok(item) => {
                (Cow::Owned(puzzle_text(&item.record.puzzle)), rules_field(&item.record.puzzle), &item.other)
            }
            Err(rejected) => {
                (Cow::Borrowed(rejected.text.as_deref().unwrap_or_default()), String::new(), &rejected.other)
            }
        };
        // If the rules were left out, the row would be a different puzzle.
        let is_lost = !columns.has_rules && !rules.is_empty();
        let outcome = if is_lost { format!("{outcome} under {rules}") } else { outcome.to_owned() };
        let mut row = Row::new(',');
        row.fields([&*puzzle, solution, &*outcome]);
        if self.style.stats {
            match stats.map(Counters::from) {
                Some(c) => {
                    let depth = u64::from(c.max_depth);
                    let counts = [
                        c.nodes,
                        c.backtracks,
                        c.propagations,
                        c.eliminations,
                        c.revisions,
                        c.conflicts,
                        c.learned,
                        c.restarts,
                        depth,
                        c.time_us,
                    ];
                    row.fields(counts.map(|count| count.to_string()));
                }
                None => row.fields(STATS_COLUMNS.map(|_| "")),
            }
        }
        row.fields(columns.has_rules.then_some(rules));
        row.fields(columns.other.iter().map(|column| column.text(other)));
        row.end(out);
    }
}

/// The number of solutions: `2`, or `10+` if there may be more.
fn count_text(count: &Count) -> String {
    format!("{}{}", count.solutions, if count.exact { "" } else { "+" })
}

/// Whether an outcome is only a solution, without a remark.
fn is_alone(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Unique(_) | Outcome::Solved(_))
}

/// Appends the line of an outcome.
pub(super) fn outcome_line(shape: Shape, outcome: &Outcome, out: &mut String) {
    if let Some(solution) = outcome.solution() {
        push_solution(shape, solution, out);
    }
    if is_alone(outcome) {
        out.push('\n');
    } else {
        end_line(&reasoned(outcome), out);
    }
}

/// Ends a line, after a remark if there is one.
fn end_line(remark: &str, out: &mut String) {
    if !remark.is_empty() {
        out.push_str(if out.ends_with('\n') || out.is_empty() { "# " } else { " # " });
        out.push_str(remark);
    }
    out.push('\n');
}

/// The outcome with its reason: `unsatisfiable (clues)`.
fn reasoned(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Unsatisfiable(refutation) => format!("{} ({})", outcome.name(), refutation.name()),
        Outcome::Unknown { limit, .. } => format!("{} ({})", outcome.name(), limit.name()),
        _ => outcome.name().to_owned(),
    }
}

fn outcome_text(kind: &Kind) -> String {
    match kind {
        Kind::Outcome(outcome) => reasoned(outcome),
        Kind::Count(_, Some(refutation)) => format!("unsatisfiable ({})", refutation.name()),
        Kind::Count(Count { limit: Some(limit), .. }, _) => format!("unknown ({})", limit.name()),
        Kind::Count(..) => "counted".to_owned(),
    }
}

/// The reply to a puzzle that could not be read.
pub(super) fn malformed_reply(index: u64, rejected: &Rejected) -> SolveReply {
    SolveReply {
        head: ReplyHead { number: index, puzzle: rejected.text.clone(), ..ReplyHead::default() },
        outcome: SolveOutcome::Malformed,
        fault: Some(rejected.fault.clone()),
        other: passed(&rejected.other, SolveReply::FIELDS),
        ..SolveReply::default()
    }
}

pub(super) fn reply(index: u64, item: &Item, answered: &Answered) -> SolveReply {
    let puzzle = &item.record.puzzle;
    let text = |solution: &Solution| solution_text(puzzle.shape(), solution);
    let mut reply = SolveReply {
        head: item.head(index),
        strategy: Some(answered.method.to_string()),
        stats: Some((&answered.stats).into()),
        agrees: answered.agrees,
        because: answered.because.iter().flat_map(|found| &found.parts).map(ToString::to_string).collect(),
        smallest: answered.because.as_ref().map(|found| found.minimal),
        fault: answered.conflict.clone(),
        other: passed(&item.other, SolveReply::FIELDS),
        ..SolveReply::default()
    };
    match &answered.kind {
        Kind::Outcome(outcome) => {
            reply.outcome = outcome.into();
            reply.solution = outcome.solution().map(text);
            match outcome {
                Outcome::Multiple(_, second) => reply.second = Some(text(second)),
                Outcome::Unsatisfiable(refutation) => reply.refutation = Some((*refutation).into()),
                Outcome::Unknown { limit, .. } => reply.limit = Some((*limit).into()),
                _ => {}
            }
        }
        Kind::Count(count, refutation) => {
            let outcome = match (refutation, count.limit) {
                (Some(_), _) => SolveOutcome::Unsatisfiable,
                (None, Some(_)) => SolveOutcome::Unknown,
                (None, None) => SolveOutcome::Counted,
            };
            reply.outcome = outcome;
            reply.refutation = refutation.map(Into::into);
            reply.limit = count.limit.map(Into::into);
            reply.count = Some(count.solutions.to_string());
            reply.exact = Some(count.exact);
        }
    }
    reply
}

/// The name of a strategy, if it has one, and its parts.
pub fn strategy_text(strategy: &Strategy) -> String {
    let parts = strategy.to_string();
    strategy.name().map_or_else(|| parts.clone(), |name| format!("{name} ({parts})"))
}
