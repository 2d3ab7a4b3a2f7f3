//! The observer that writes a trace.

use std::fmt::Write as _;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

use anstyle::Style;
use arcdoku::csp::{
    Constraint, Failure, FailureKind, Implications, Literal, Reason, Space, Step, Trace as Watch, Var,
};
use arcdoku::explain::{Coordinates, Language, Narrator};
use arcdoku::grid::{Cell, Digit, DigitSet, Shape};
use arcdoku::puzzle::{Outcome, Puzzle};
use arcdoku::search::{Node, Observer};
use arcdoku_wire::question::{Boards, Trace};
use arcdoku_wire::{TraceEvent, TraceLine, TraceLiteral, VERSION, grid_text};

use super::TraceStyle;
use crate::cancel::Cancel;
use crate::output::Output;
use crate::text::{self, BAD, FOUND, GUESS, paint};
use arcdoku_wire::solution_text;

/// Writes every event. Ends the search through the flag after the last step, on cancellation, and if the output
/// fails.
pub(super) struct Tracer<'a> {
    puzzle: &'a Puzzle,
    shape: Shape,
    narrator: Narrator,
    question: &'a Trace,
    /// Whether the strategy learns. Its search reports no fixpoints, and no backtracks.
    learns: bool,
    cancel: &'a Cancel,
    style: TraceStyle,
    halt: &'a AtomicBool,
    output: &'a mut dyn Output,
    failed: Option<io::Error>,
    steps: u64,
    /// The number of steps beyond the limit of `--steps`.
    hidden: u64,
    /// The number of open guesses.
    depth: usize,
    /// The candidates of the open nodes.
    candidates: Vec<DigitSet>,
    /// The cell that changed last, which is marked on the board.
    changed: Option<Cell>,
    /// The domains of the last board, to draw the final one.
    last: Vec<DigitSet>,
    /// The depth and the first cell without candidates of the last fixpoint, if nothing was chosen since. If
    /// propagation looks only at cells with a digit, the choice of a variable finds the contradiction.
    dead_end: Option<(usize, Var)>,
    /// The number of guesses to which the search returns after the current conflict.
    back: Option<usize>,
    /// Eliminations that are not written yet. Later eliminations for the same reason are added to their line.
    pending: Option<Group>,
}

/// Eliminations of the same digits for the same reason.
struct Group {
    /// Whether its line is not shown.
    hidden: bool,
    depth: usize,
    removed: DigitSet,
    because: Vec<Var>,
    cells: Vec<Var>,
    houses: Vec<String>,
}

impl Group {
    fn sentence(&self, shape: Shape) -> String {
        let verb = if self.cells.len() == 1 { "loses" } else { "lose" };
        format!(
            "{} {verb} {}: taken by {} ({})",
            names(shape, &self.cells),
            digits(shape, self.removed),
            names(shape, &self.because),
            self.houses.join(", ")
        )
    }
}

impl<'a> Tracer<'a> {
    pub(super) fn new(
        question: &'a Trace,
        learns: bool,
        cancel: &'a Cancel,
        style: TraceStyle,
        puzzle: &'a Puzzle,
        halt: &'a AtomicBool,
        output: &'a mut dyn Output,
    ) -> Self {
        Self {
            puzzle,
            shape: puzzle.shape(),
            narrator: Narrator::new(Language::English, Coordinates::RowColumn),
            question,
            learns,
            cancel,
            style,
            halt,
            output,
            failed: None,
            steps: 0,
            hidden: 0,
            depth: 0,
            candidates: Vec::new(),
            changed: None,
            last: Vec::new(),
            dead_end: None,
            back: None,
            pending: None,
        }
    }

    /// Reports an error.
    pub(super) fn error(&mut self, message: &str) {
        self.output.error(message);
    }

    /// The number of steps that are not shown because of `--steps`. The search then ends early, but not before
    /// propagation ends.
    pub(super) fn hidden(&self) -> u64 {
        self.hidden
    }

    /// The error of the output, if there was one.
    pub(super) fn finish(mut self) -> io::Result<()> {
        self.text("");
        self.failed.map_or(Ok(()), Err)
    }

    pub(super) fn text(&mut self, text: &str) {
        if let Some(group) = self.pending.take().filter(|group| !group.hidden) {
            self.write_line(group.depth, Style::new(), &group.sentence(self.shape));
        }
        if self.failed.is_none()
            && let Err(error) = self.output.write(text)
        {
            self.halt.store(true, Ordering::Relaxed);
            self.failed = Some(error);
        }
    }

    pub(super) fn event(&mut self, event: TraceEvent) {
        if let Ok(line) = serde_json::to_string(&TraceLine { version: VERSION, event }) {
            self.text(&line);
            self.text("\n");
        }
    }

    /// Draws the puzzle itself.
    pub(super) fn puzzle_board(&mut self) {
        let puzzle = self.puzzle;
        let sets: Vec<DigitSet> =
            (0..puzzle.shape().cells()).map(|i| puzzle.admissible(Cell::new(i))).collect();
        self.draw(&sets, |_| true);
    }

    /// Draws the final board, unless it was drawn last.
    pub(super) fn last_board(&mut self, outcome: &Outcome) {
        if let Some(solution) = outcome.solution() {
            let sets: Vec<DigitSet> =
                solution.digits().iter().map(|&digit| DigitSet::single(digit)).collect();
            self.draw(&sets, |_| true);
        } else if !self.last.is_empty() {
            let sets = std::mem::take(&mut self.last);
            self.draw(&sets, |_| true);
        }
    }

    /// Whether another step is shown.
    fn step(&mut self) -> bool {
        if self.hidden == 0 && self.halt.load(Ordering::Relaxed) {
            return false;
        }
        if self.cancel.is_cancelled() {
            self.halt.store(true, Ordering::Relaxed);
            return false;
        }
        if self.question.steps.is_some_and(|most| self.steps >= most) {
            // Pending lines are written, and no later step is added to them.
            self.text("");
            self.hidden += 1;
            self.halt.store(true, Ordering::Relaxed);
            return false;
        }
        self.steps += 1;
        true
    }

    fn literals(&self, literals: &[Literal]) -> Vec<TraceLiteral> {
        let literal = |&Literal { var, digit, holds }: &Literal| TraceLiteral {
            cell: self.name(var),
            digit: digit.get(),
            holds,
        };
        literals.iter().map(literal).collect()
    }

    /// Literals such as `r1c2=3` and `r1c2<>3`.
    fn literal_texts(&self, literals: &[Literal], between: &str) -> String {
        let text = |&Literal { var, digit, holds }: &Literal| {
            format!("{}{}{}", self.name(var), if holds { "=" } else { "<>" }, self.shape.value(digit))
        };
        literals.iter().map(text).collect::<Vec<_>>().join(between)
    }

    fn name(&self, var: Var) -> String {
        self.shape.name(var.cell()).to_string()
    }

    /// Writes one line, indented by the number of open guesses.
    fn write_line(&mut self, depth: usize, style: Style, text: &str) {
        let line = format!("{}{}\n", "  ".repeat(depth), paint(self.style.colored, style, text));
        self.text(&line);
    }

    /// Draws a board: decided digits and blanks, or all candidates.
    fn draw(&mut self, sets: &[DigitSet], decided: impl Fn(Cell) -> bool) {
        let style = |cell: Cell| {
            if !self.style.colored || self.puzzle.givens()[cell.index()].is_some() {
                None
            } else if self.changed == Some(cell) {
                Some(GUESS)
            } else {
                sets[cell.index()].is_single().then_some(FOUND)
            }
        };
        let mut text = String::new();
        if self.question.candidates {
            text::pencilmarks(self.puzzle, sets, style, &mut text);
        } else {
            let digit = |cell: Cell| sets[cell.index()].only().filter(|_| decided(cell));
            text::board(self.puzzle, digit, style, &mut text);
        }
        self.text(&text);
    }

    fn board(&mut self, depth: usize, space: &Space) {
        let sets = space.domains();
        if self.style.json {
            let decided: Vec<Option<Digit>> = sets.iter().map(|set| set.only()).collect();
            let candidates = self.question.candidates.then(|| candidates_text(self.shape, sets));
            self.event(TraceEvent::Board { depth, board: grid_text(self.shape, &decided), candidates });
        } else {
            self.draw(sets, |_| true);
        }
    }

    /// Reports a cell without candidates if the search backtracks or ends because of it.
    pub(super) fn note_dead_end(&mut self) {
        let Some((depth, var)) = self.dead_end.take() else { return };
        if !self.step() {
            return;
        }
        let kind = FailureKind::EmptyDomain(var);
        let cell = self.name(var);
        if self.style.json {
            let kind = kind.name().to_owned();
            let (house, constraint, cell) = (None, None, Some(cell));
            self.event(TraceEvent::Contradiction { kind, house, constraint, cell });
        } else {
            self.write_line(depth, BAD, &format!("dead end: no candidate is left for {cell}"));
        }
    }

    /// Whether the step was added to the pending eliminations.
    fn joins(&mut self, step: &Step<'_>) -> bool {
        let (Reason::Taken, false, Some(constraint)) = (step.reason, step.decides, step.constraint) else {
            return false;
        };
        let Some(group) = &mut self.pending else { return false };
        if (group.removed, group.depth) != (step.removed, self.depth) || group.because != step.because() {
            return false;
        }
        group.cells.push(step.var);
        let house = constraint.to_string();
        if !group.houses.contains(&house) {
            group.houses.push(house);
        }
        true
    }

    /// The sentence for a step.
    fn sentence(&self, step: &Step<'_>) -> String {
        let cell = self.name(step.var);
        let house = step.constraint.map(ToString::to_string);
        let because = names(self.shape, &step.because());
        let left = step.left.only().filter(|_| step.decides);
        let lost = digits(self.shape, step.removed);
        let of_house = house.as_deref().map(|house| format!(" ({house})")).unwrap_or_default();
        let reason = match step.reason {
            Reason::Taken => format!("{lost} taken by {because}{of_house}"),
            Reason::HiddenSingle => {
                let digit = digits(self.shape, step.left);
                return format!(
                    "{cell} = {digit}: the only place for {digit} in {}",
                    house.unwrap_or_default()
                );
            }
            Reason::HallSet(_) => format!("{because} use up {lost}{of_house}"),
            Reason::Arc(var) => format!("{lost} not supported by {}{of_house}", self.name(var)),
            Reason::Restricted => format!("{lost} not among its allowed candidates"),
            Reason::Refuted => format!("{lost} led to a contradiction"),
            // Only the library's sentence contains the literals.
            Reason::Literals(_) => return lowered(&self.narrator.propagation(self.shape, step)),
            reason => reason.name().to_owned(),
        };
        match left {
            Some(digit) => {
                let digit = self.shape.value(digit);
                format!("{cell} = {digit}: the only candidate left, {reason}")
            }
            None => format!("{cell} loses {lost}: {}", without(&reason, &lost)),
        }
    }
}

/// The name of a house.
fn house(constraint: Option<&Constraint>) -> Option<String> {
    constraint.filter(|constraint| constraint.part().is_some()).map(ToString::to_string)
}

/// The text of a constraint that is not a house.
fn constraint(constraint: Option<&Constraint>) -> Option<String> {
    constraint.filter(|constraint| constraint.part().is_none()).map(ToString::to_string)
}

/// A sentence of the library as a line of a trace: `Contradiction: X.` becomes `contradiction: X`.
fn lowered(sentence: &str) -> String {
    let sentence = sentence.strip_suffix('.').unwrap_or(sentence);
    match sentence.strip_prefix("Contradiction") {
        Some(rest) => format!("contradiction{rest}"),
        None => sentence.to_owned(),
    }
}

/// The reason, without the digits that the sentence already contains.
fn without<'a>(reason: &'a str, lost: &str) -> &'a str {
    reason.strip_prefix(lost).map_or(reason, str::trim_start)
}

fn digits(shape: Shape, set: DigitSet) -> String {
    let digits: Vec<String> = set.iter().map(|digit| shape.value(digit).to_string()).collect();
    digits.join(" ")
}

fn numbers(set: DigitSet) -> Vec<u8> {
    set.iter().map(Digit::get).collect()
}

fn names(shape: Shape, vars: &[Var]) -> String {
    let names: Vec<String> = vars.iter().map(|var| shape.name(var.cell()).to_string()).collect();
    names.join(" ")
}

/// The candidates of all cells, with spaces between cells, and commas between the digits of a cell.
fn candidates_text(shape: Shape, sets: &[DigitSet]) -> String {
    let mut text = String::with_capacity(shape.cells() * 4);
    for (i, set) in sets.iter().take(shape.cells()).enumerate() {
        let between = if i == 0 { "" } else { " " };
        let digits: Vec<String> = set.iter().map(|digit| shape.value(digit).to_string()).collect();
        // Writing to a string cannot fail.
        let _ = write!(text, "{between}{}", digits.join(","));
    }
    text
}

impl Watch for Tracer<'_> {
    fn narrowed(&mut self, step: &Step<'_>) {
        // A guess was already written as a line.
        if step.reason == Reason::Choice && !self.style.json {
            return;
        }
        let grouped = !self.style.json && self.question.boards != Boards::Every;
        if grouped && self.joins(step) {
            return;
        }
        let hidden = !self.step();
        if hidden && !(grouped && self.hidden > 0) {
            return;
        }
        if self.style.json {
            let because = step.because();
            self.event(TraceEvent::Narrowed {
                cell: self.name(step.var),
                removed: numbers(step.removed),
                left: numbers(step.left),
                decides: step.decides,
                reason: step.reason.name().to_owned(),
                house: house(step.constraint),
                constraint: constraint(step.constraint),
                because: because.iter().map(|&var| self.name(var)).collect(),
            });
        } else if let (true, Reason::Taken, false, Some(constraint)) =
            (grouped, step.reason, step.decides, step.constraint)
        {
            // Pending lines are written first.
            self.text("");
            self.pending = Some(Group {
                hidden,
                depth: self.depth,
                removed: step.removed,
                because: step.because(),
                cells: vec![step.var],
                houses: vec![constraint.to_string()],
            });
        } else if !hidden {
            let sentence = self.sentence(step);
            let style = if step.decides { FOUND } else { Style::new() };
            self.write_line(self.depth, style, &sentence);
            if self.question.boards == Boards::Every {
                self.changed = Some(step.var.cell());
                self.draw(step.domains, |_| true);
                self.changed = None;
            }
        }
    }

    fn failed(&mut self, failure: &Failure<'_>) {
        if !self.step() {
            return;
        }
        let cell = match failure.kind {
            FailureKind::EmptyDomain(var) | FailureKind::NotAllowed(var) => Some(self.name(var)),
            _ => None,
        };
        self.last = failure.domains.to_vec();
        if self.style.json {
            let (kind, house) = (failure.kind.name().to_owned(), house(failure.constraint));
            let constraint = constraint(failure.constraint);
            self.event(TraceEvent::Contradiction { kind, house, constraint, cell });
            return;
        }
        let place = failure.constraint.map(|constraint| format!(" in {constraint}")).unwrap_or_default();
        let text = match failure.kind {
            FailureKind::Clash => format!("contradiction: two equal digits{place}"),
            FailureKind::Pigeonhole => format!("contradiction: more cells than digits are left{place}"),
            FailureKind::EmptyDomain(_) => {
                format!("contradiction: no candidate is left for {}", cell.unwrap_or_default())
            }
            FailureKind::NotAllowed(var) => {
                let given = self.puzzle.givens()[var.cell().index()].is_some();
                let what = if given { "clue" } else { "digit" };
                let cell = cell.unwrap_or_default();
                format!("contradiction: the {what} at {cell} is not among its allowed candidates")
            }
            // Only the library's sentence contains the reason.
            FailureKind::Violated => lowered(&self.narrator.contradiction(self.shape, failure)),
            kind => format!("contradiction: {}{place}", kind.name()),
        };
        self.write_line(self.depth, BAD, &text);
    }
}

impl Observer for Tracer<'_> {
    fn node(&mut self, node: &Node<'_>) {
        if self.learns {
            self.fixpoint(node.depth, node.space);
        }
        self.dead_end = None;
        self.depth = node.depth;
        self.candidates.truncate(node.depth);
        self.candidates.push(node.candidates);
        if self.style.json && self.step() {
            let cell = self.name(node.var);
            self.event(TraceEvent::Node { depth: node.depth, cell, candidates: numbers(node.candidates) });
        }
    }

    fn trying(&mut self, depth: usize, var: Var, digit: Digit) {
        self.depth = depth + 1;
        if !self.step() {
            return;
        }
        if self.style.json {
            self.event(TraceEvent::Guess { depth, cell: self.name(var), digit: digit.get() });
        } else {
            let candidates = self.candidates.get(depth).copied().unwrap_or_default();
            let digit = self.shape.value(digit);
            let text = format!(
                "try {digit} at {} (candidates {}), depth {depth}",
                self.name(var),
                digits(self.shape, candidates)
            );
            self.changed = Some(var.cell());
            self.write_line(depth, GUESS, &text);
        }
    }

    fn excluding(&mut self, depth: usize, var: Var, digit: Digit) {
        self.depth = depth + 1;
        if !self.step() {
            return;
        }
        let cell = self.name(var);
        if self.style.json {
            self.event(TraceEvent::Exclude { depth, cell, digit: digit.get() });
        } else {
            let digit = self.shape.value(digit);
            self.changed = Some(var.cell());
            self.write_line(depth, GUESS, &format!("try {cell} without {digit}, depth {depth}"));
        }
    }

    fn conflict(&mut self, clause: &[Literal], graph: &dyn Implications) {
        if !self.step() {
            return;
        }
        let literals = graph.conflict();
        let depth = literals.iter().map(|&literal| graph.level(literal)).max().unwrap_or(0) as usize;
        let back = clause.get(1).map_or(0, |&literal| graph.level(!literal)) as usize;
        self.back = Some(back);
        if self.style.json {
            self.event(TraceEvent::Conflict { depth, literals: self.literals(&literals) });
        } else {
            let literals = self.literal_texts(&literals, " and ");
            self.write_line(depth, BAD, &format!("conflict: {literals} cannot all hold"));
        }
    }

    fn learned(&mut self, clause: &[Literal]) {
        let back = self.back.take();
        if !self.step() {
            return;
        }
        if self.style.json {
            self.event(TraceEvent::Learned { clause: self.literals(clause) });
        } else if clause.is_empty() {
            self.write_line(0, BAD, "learned: there is no further solution");
        } else {
            let literals = self.literal_texts(clause, " or ");
            self.write_line(self.depth, FOUND, &format!("learned: {literals}"));
        }
        let Some(depth) = back.filter(|_| self.step()) else { return };
        self.depth = depth;
        if self.style.json {
            self.event(TraceEvent::Jump { depth });
        } else {
            self.write_line(depth, BAD, &format!("back to depth {depth}"));
        }
    }

    fn backtrack(&mut self, depth: usize, var: Var, digit: Digit, _space: &Space) {
        self.note_dead_end();
        self.depth = depth;
        if !self.step() {
            return;
        }
        if self.style.json {
            self.event(TraceEvent::Backtrack { depth, cell: self.name(var), digit: digit.get() });
        } else {
            let digit = self.shape.value(digit);
            let text = format!("take {digit} at {} back", self.name(var));
            self.write_line(depth, BAD, &text);
        }
    }

    fn fixpoint(&mut self, depth: usize, space: &Space) {
        if self.halt.load(Ordering::Relaxed) {
            return;
        }
        self.last = space.domains().to_vec();
        let empty = space.domains().iter().take(self.shape.cells()).position(|set| set.is_empty());
        self.dead_end = empty.map(|i| (depth, Var::new(i)));
        let is_shown = self.learns || !space.domains().iter().all(|set| set.is_single());
        if self.question.boards >= Boards::Nodes && is_shown {
            self.board(depth, space);
        }
        self.changed = None;
    }

    fn solution(&mut self, depth: usize, space: &Space) {
        if self.learns && self.style.json {
            self.fixpoint(depth, space);
        }
        if self.style.json && !self.halt.load(Ordering::Relaxed) {
            let solution: Vec<Digit> = space.domains().iter().filter_map(|set| set.first()).collect();
            let solution = solution_text(self.shape, &arcdoku::Solution::new(solution));
            self.event(TraceEvent::Solution { depth, solution });
        } else if self.question.unique && !self.style.json && self.step() {
            self.write_line(depth, FOUND, "a solution");
        }
    }

    fn restart(&mut self) {
        self.depth = 0;
        if !self.step() {
            return;
        }
        if self.style.json {
            self.event(TraceEvent::Restart);
        } else {
            self.write_line(0, GUESS, "restart: the search begins again");
        }
    }
}
