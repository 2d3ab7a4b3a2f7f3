//! A search as an animation: digits appear when they are placed, and disappear when the search takes them back.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use arcdoku::csp::{Reason, Space, Step, Trace as Watch, Var};
use arcdoku::grid::{Cell, Digit};
use arcdoku::puzzle::{Limits, Puzzle};
use arcdoku::search::{Branching, Node, Observer, Strategy};
use arcdoku::solve::{Answer, Question, observe};

use super::{LINE, facts, legend};
use crate::numbers::plural;
use crate::puzzle::{document, title};
use crate::rules::Rules;
use crate::sheet::{SIDE, Sheet, number};
use crate::svg::{line, rect};

/// The length of the animation, the time of the first change, and the time of the last change, in seconds.
const SECONDS: f32 = 10.0;
const FIRST: f32 = 0.4;
const LAST: f32 = 9.0;
/// The most snapshots of the board that are recorded.
const SNAPSHOTS: usize = 400;
/// The most bytes of an animation. A board with many digits may need more, even if nothing on it changes.
const BYTES: usize = 290_000;
/// The least width, for the text below the board.
const WIDTH: f32 = 300.0;

/// A digit that is not a clue, and whether the search guessed it.
type Placed = Option<(Digit, bool)>;

/// The board at one moment.
#[derive(Clone, PartialEq, Eq)]
struct Snapshot {
    cells: Box<[Placed]>,
    nodes: u64,
}

/// Records snapshots of the board. If there are too many, it keeps some at even distances.
struct SnapshotRecorder<'a> {
    /// Whether each cell is open.
    is_open: &'a [bool],
    learns: bool,
    now: Snapshot,
    /// The cells of the open guesses.
    guesses: Vec<usize>,
    snapshots: Vec<Snapshot>,
    /// Every `stride`-th change is recorded. `since` counts the changes since the last recorded one.
    stride: usize,
    since: usize,
}

impl SnapshotRecorder<'_> {
    fn set(&mut self, cell: usize, placed: Placed) -> bool {
        self.is_open.get(cell) == Some(&true)
            && std::mem::replace(&mut self.now.cells[cell], placed) != placed
    }

    /// Sets cells to their digits, or to nothing, as one change.
    fn set_all(&mut self, cells: impl Iterator<Item = (usize, Option<Digit>)>) {
        let mut has_changed = false;
        for (cell, digit) in cells {
            let placed = digit.map(|digit| (digit, self.guesses.contains(&cell)));
            has_changed |= self.set(cell, placed);
        }
        if has_changed {
            self.changed();
        }
    }

    /// Fills each cell that has only one candidate, and empties all other cells.
    fn set_decided(&mut self, depth: usize, space: &Space) {
        self.guesses.truncate(depth);
        self.set_all(space.domains().iter().map(|domain| domain.only()).enumerate());
    }

    fn remove_undecided(&mut self, space: &Space) {
        self.set_all(space.undecided().map(|var| (var.index(), None)));
    }

    fn changed(&mut self) {
        self.since += 1;
        if self.since < self.stride {
            return;
        }
        self.since = 0;
        self.snapshots.push(self.now.clone());
        if self.snapshots.len() == SNAPSHOTS {
            thin(&mut self.snapshots);
            self.stride *= 2;
        }
    }

    fn guess(&mut self, depth: usize, cell: usize) {
        self.guesses.truncate(depth);
        self.guesses.push(cell);
    }
}

/// Keeps the first snapshot and every second one of the others.
fn thin(snapshots: &mut Vec<Snapshot>) {
    let mut count = 0;
    snapshots.retain(|_| {
        count += 1;
        count == 1 || count % 2 == 0
    });
}

impl Watch for SnapshotRecorder<'_> {
    fn narrowed(&mut self, step: &Step<'_>) {
        if let Some(digit) = step.left.only().filter(|_| step.decides)
            && self.set(step.var.index(), Some((digit, step.reason == Reason::Choice)))
        {
            self.changed();
        }
    }
}

impl Observer for SnapshotRecorder<'_> {
    fn node(&mut self, node: &Node<'_>) {
        if self.learns {
            self.set_decided(node.depth, node.space);
        } else {
            // After a restart.
            self.remove_undecided(node.space);
        }
        self.now.nodes += 1;
    }

    fn trying(&mut self, depth: usize, var: Var, digit: Digit) {
        self.guess(depth, var.index());
        if self.set(var.index(), Some((digit, true))) {
            self.changed();
        }
    }

    fn excluding(&mut self, depth: usize, _: Var, _: Digit) {
        // The search has excluded a value, so no cell holds the guess of this depth.
        self.guess(depth, usize::MAX);
        self.changed();
    }

    fn backtrack(&mut self, _: usize, _: Var, _: Digit, space: &Space) {
        self.remove_undecided(space);
    }

    fn solution(&mut self, depth: usize, space: &Space) {
        self.set_decided(depth, space);
    }
}

/// A search as an animated SVG of ten seconds that repeats: clues, digits that are inferred and guessed for as long
/// as they are placed, and the number of nodes. The last second shows the end. A long search is shown at evenly
/// distributed moments. The SVG has no script, and shows the end where animations are switched off.
pub fn animation_svg(
    question: Question,
    puzzle: &Puzzle,
    strategy: &Strategy,
    limits: &Limits<'_>,
) -> String {
    let is_open =
        |(cell, given): (usize, &Option<Digit>)| given.is_none() && !puzzle.is_void(Cell::new(cell));
    let is_open: Vec<bool> = puzzle.givens().iter().enumerate().map(is_open).collect();
    let now = Snapshot { cells: vec![None; puzzle.shape().cells()].into(), nodes: 0 };
    let mut recorder = SnapshotRecorder {
        is_open: &is_open,
        learns: strategy.branching == Branching::Learn,
        snapshots: vec![now.clone()],
        now,
        guesses: Vec::new(),
        stride: 1,
        since: 0,
    };
    let answer = observe(question, puzzle, strategy, limits, &mut recorder);
    let mut end = recorder.now;
    let SnapshotRecorder { mut snapshots, .. } = recorder;
    if let Some(solution) = answer.outcome.solution() {
        for (cell, &digit) in solution.digits().iter().enumerate().filter(|&(cell, _)| is_open[cell]) {
            let is_guess = end.cells[cell].is_some_and(|(_, is_guess)| is_guess);
            end.cells[cell] = Some((digit, is_guess));
        }
    }
    end.nodes = answer.stats.nodes;
    if snapshots.len() > 1 {
        snapshots.pop_if(|snapshot| snapshot.cells == end.cells);
    }
    loop {
        let svg = draw(puzzle, strategy, &answer, &snapshots, &end);
        if svg.len() <= BYTES || snapshots.len() <= 2 {
            return svg;
        }
        thin(&mut snapshots);
    }
}

/// The time at which a snapshot is shown, in percent of the whole time. The end state has the number `count`.
fn moment(snapshot: usize, count: usize) -> String {
    let seconds = match snapshot {
        0 => 0.0,
        _ if snapshot == count => LAST,
        _ => FIRST + (LAST - FIRST) * (snapshot - 1) as f32 / (count - 1) as f32,
    };
    let percent = format!("{:.2}", seconds / SECONDS * 100.0);
    percent.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A range of snapshots in which something is shown: the first one, and the one after the last.
type Span = (usize, usize);

/// The animations of an SVG. Equal animations share a name.
#[derive(Default)]
struct Keyframes {
    /// The number of the end state, which follows the last snapshot.
    count: usize,
    names: BTreeMap<String, usize>,
}

impl Keyframes {
    /// The attributes of something that is shown in these spans.
    fn attributes(&mut self, class: &str, spans: &[Span]) -> String {
        let mut frames = String::new();
        let is_last = spans.last().is_some_and(|&(_, to)| to > self.count);
        if is_last && spans.first().is_some_and(|&(from, _)| from > 0) {
            frames += "0%{opacity:0}";
        }
        for &(from, to) in spans {
            // Writing to a string cannot fail.
            let _ = write!(frames, "{}%{{opacity:1}}", moment(from, self.count));
            if to <= self.count {
                let _ = write!(frames, "{}%{{opacity:0}}", moment(to, self.count));
            }
        }
        let next = self.names.len();
        let name = *self.names.entry(frames).or_insert(next);
        let last = if is_last { " last" } else { "" };
        format!("class=\"{class} shown{last}\" style=\"animation-name:k{name}\"")
    }

    /// The style sheet. A viewer without animations shows the end state.
    fn style(&self) -> String {
        let mut style = format!(
            "<style>\n.sudoku .shown{{animation:{SECONDS}s step-end infinite;opacity:0}}\n.sudoku .last{{opacity:1}}\n\
             .sudoku .bar{{animation:bar {SECONDS}s linear infinite;transform-box:fill-box;transform-origin:0 0}}\n\
             @keyframes bar{{0%{{transform:scaleX(0)}}{}%{{transform:none}}}}\n",
            moment(self.count, self.count)
        );
        let mut rows: Vec<_> = self.names.iter().map(|(frames, &name)| (name, frames)).collect();
        rows.sort_unstable();
        for (name, frames) in rows {
            let _ = writeln!(style, "@keyframes k{name}{{{frames}}}");
        }
        style += "@media (prefers-reduced-motion:reduce){.sudoku .shown,.sudoku .bar{animation:none!important}}\n</style>\n";
        style
    }
}

/// Groups consecutive snapshots with equal values into spans; the end state counts as the last snapshot. Snapshots
/// without a value are left out.
fn spans<T: PartialEq>(values: impl Iterator<Item = Option<T>>) -> Vec<(T, Span)> {
    let mut spans: Vec<(T, Span)> = Vec::new();
    for (at, value) in values.enumerate() {
        let Some(value) = value else { continue };
        match spans.last_mut() {
            Some((last, (_, to))) if *last == value && *to == at => *to = at + 1,
            _ => spans.push((value, (at, at + 1))),
        }
    }
    spans
}

fn draw(
    puzzle: &Puzzle,
    strategy: &Strategy,
    answer: &Answer,
    snapshots: &[Snapshot],
    end: &Snapshot,
) -> String {
    let rules = Rules::of(puzzle);
    let sheet = Sheet::new(puzzle, rules.space());
    let shape = puzzle.shape();
    let layers = rules.layers(&sheet);
    let mut body = layers.areas + &layers.lines;
    sheet.lines(&mut body);
    body += &layers.cages;
    let digit_at = |cell: usize, digit: Digit| {
        let (x, y) = sheet.middle(Cell::new(cell));
        format!("<text x=\"{}\" y=\"{}\">{}</text>\n", number(x), number(y + 12.0), shape.value(digit))
    };
    let clues = puzzle.givens().iter().enumerate();
    let clues: String = clues.filter_map(|(cell, digit)| digit.map(|digit| digit_at(cell, digit))).collect();
    let _ = writeln!(body, "<g class=\"given\">\n{clues}</g>");
    let all = || snapshots.iter().chain([end]);
    let mut frames = Keyframes { count: snapshots.len(), ..Keyframes::default() };
    let mut groups: BTreeMap<String, String> = BTreeMap::new();
    for cell in 0..shape.cells() {
        let mut shown: BTreeMap<(bool, Digit), Vec<Span>> = BTreeMap::new();
        for ((digit, is_guess), span) in spans(all().map(|snapshot| snapshot.cells[cell])) {
            shown.entry((is_guess, digit)).or_default().push(span);
        }
        for ((is_guess, digit), spans) in shown {
            let class = if is_guess { "guess" } else { "filled" };
            let group = groups.entry(frames.attributes(class, &spans)).or_default();
            if is_guess {
                let (x, y) = sheet.corner(Cell::new(cell));
                line(group, &rect("guessed", (x + 2.0, y + 2.0), (SIDE - 4.0, SIDE - 4.0), 0));
            }
            *group += &digit_at(cell, digit);
        }
    }
    for (attributes, group) in groups {
        let _ = writeln!(body, "<g {attributes}>\n{group}</g>");
    }
    body += &layers.marks;
    let (width, left) = (sheet.width().max(WIDTH), 14.0);
    let mut y = sheet.height();
    line(&mut body, &rect("track", (left, y), (width - 2.0 * left, 5.0), 2));
    line(&mut body, &rect("bar", (left, y), (width - 2.0 * left, 5.0), 2));
    y += 28.0;
    let [result, name] = facts(strategy, answer);
    let counters = all().map(|snapshot| Some(plural(snapshot.nodes.into(), "node")));
    let counters = counters.take(snapshots.len()).chain([Some(result)]);
    for (counter, span) in spans(counters) {
        let attributes = frames.attributes("legend", &[span]);
        let _ = writeln!(body, "<text {attributes} x=\"{left}\" y=\"{}\">{counter}</text>", number(y));
    }
    y = legend(&mut body, "legend", (left, y + LINE), width, &name);
    let mut x = left;
    for (class, word) in [("given", "clue"), ("filled", "follows"), ("guess", "guessed")] {
        let (style, y) = ("font-size:13px;text-anchor:start", number(y));
        let _ = writeln!(body, "<text class=\"{class}\" style=\"{style}\" x=\"{x}\" y=\"{y}\">{word}</text>");
        x += 70.0;
    }
    let bottom = rules.legend().draw(&mut body, y + LINE, width);
    document(
        &(frames.style() + &body),
        (width, bottom),
        1.0,
        &format!("Animation of a search. {}", title(puzzle)),
    )
}
