//! The implication graph of a conflict: the literals that lead to the conflict, the first unique implication point, and
//! the learned clause.

use std::collections::BTreeMap;

use arcdoku::csp::{Implications, Literal, Trace as Watch};
use arcdoku::grid::Shape;
use arcdoku::puzzle::{Limits, Puzzle};
use arcdoku::search::{Observer, Strategy};
use arcdoku::solve::{Question, observe};

use super::{CHARACTER, cross, legend, level_after, literal_text};
use crate::numbers::plural;
use crate::puzzle::{document, title};
use crate::sheet::{Point, pair};
use crate::svg::{line, path, rect, text};

/// The most literals of a graph that is drawn as a whole, and the greatest width of the drawing.
const MOST: usize = 60;
const WIDTH: f32 = 1200.0;
/// The least width, for the text.
const TEXT: f32 = 700.0;
/// The most columns; the lowest levels share one.
const COLUMNS: usize = 8;
/// The most literals of a column side by side.
const LANES: usize = 5;

/// Space around the graph, between literals side by side, and between columns.
const MARGIN: f32 = 18.0;
const GAP: f32 = 12.0;
const ALLEY: f32 = 44.0;
/// Height of the headings, from one row to the next, and half of the height of a literal.
const HEAD: f32 = 30.0;
const ROW: f32 = 44.0;
const HALF: f32 = 11.0;

/// A literal that a conflict follows from.
struct ImpliedLiteral {
    literal: Literal,
    level: u32,
    is_guess: bool,
    /// The numbers of the literals that imply this one.
    reasons: Vec<usize>,
}

/// A conflict: the literals that imply it, the literals that contradict each other, and the learned clause.
struct ImplicationGraph {
    nodes: Vec<ImpliedLiteral>,
    conflict: Vec<usize>,
    clause: Vec<Literal>,
    /// The level to which the search returns.
    back: u32,
}

impl ImplicationGraph {
    fn of(clause: &[Literal], implications: &dyn Implications) -> Self {
        let mut nodes: Vec<ImpliedLiteral> = Vec::new();
        let mut numbers: BTreeMap<Literal, usize> = BTreeMap::new();
        let mut number = |nodes: &mut Vec<ImpliedLiteral>, literals: &[Literal]| {
            let mut found: Vec<usize> = Vec::new();
            for &literal in literals {
                let level = implications.level(literal);
                if level == 0 {
                    continue;
                }
                let number = *numbers.entry(literal).or_insert(nodes.len());
                if number == nodes.len() {
                    nodes.push(ImpliedLiteral { literal, level, is_guess: false, reasons: Vec::new() });
                }
                if !found.contains(&number) {
                    found.push(number);
                }
            }
            found
        };
        let conflict = number(&mut nodes, &implications.conflict());
        let mut at = 0;
        while at < nodes.len() {
            let reasons = implications.reasons(nodes[at].literal);
            nodes[at].is_guess = reasons.is_empty();
            nodes[at].reasons = number(&mut nodes, &reasons);
            at += 1;
        }
        Self { nodes, conflict, clause: clause.to_vec(), back: level_after(clause, implications) }
    }

    fn find(&self, literal: Literal) -> Option<usize> {
        self.nodes.iter().position(|node| node.literal == literal)
    }

    /// The number of the first unique implication point: the negation of the literal that the clause implies.
    fn point(&self) -> Option<usize> {
        self.find(!*self.clause.first()?)
    }

    /// Arranges literals in rows: literals with reasons of other levels at the left, and literals that imply literals
    /// of other levels at the right.
    fn in_lanes(&self, mut nodes: Vec<usize>, lanes: usize) -> Vec<Vec<usize>> {
        let is_of_others = |node: usize, level: u32| self.nodes[node].level != level;
        let side = |&node: &usize| {
            let ImpliedLiteral { level, reasons, .. } = &self.nodes[node];
            let enters = reasons.iter().any(|&reason| is_of_others(reason, *level));
            let leaves =
                self.nodes.iter().any(|other| other.level != *level && other.reasons.contains(&node));
            i8::from(leaves) - i8::from(enters)
        };
        nodes.sort_by_key(side);
        nodes.chunks(lanes).map(<[usize]>::to_vec).collect()
    }

    /// Whether the negation of a literal is in the clause.
    fn is_learned(&self, node: usize) -> bool {
        self.clause.contains(&!self.nodes[node].literal)
    }

    /// Removes all literals except three groups: the ones between the first unique implication point and the conflict,
    /// their direct reasons, and the ones in the clause. Returns the number of removed literals.
    fn shorten(&mut self) -> usize {
        let level = self.conflict.iter().map(|&node| self.nodes[node].level).max();
        let point = self.point();
        let mut is_kept = vec![false; self.nodes.len()];
        let mut open = self.conflict.clone();
        while let Some(at) = open.pop() {
            if !std::mem::replace(&mut is_kept[at], true) {
                let node = &self.nodes[at];
                if Some(at) != point && Some(node.level) == level {
                    open.extend(&node.reasons);
                }
            }
        }
        for &literal in &self.clause {
            if let Some(node) = self.find(!literal) {
                is_kept[node] = true;
            }
        }
        let left_out = is_kept.iter().filter(|&&is_kept| !is_kept).count();
        if left_out == 0 {
            return 0;
        }
        for (at, node) in self.nodes.iter_mut().enumerate() {
            if Some(at) == point || Some(node.level) != level {
                node.reasons.clear();
            }
        }
        let mut kept = 0;
        let moved: Vec<usize> =
            is_kept.iter().map(|&is_kept| (kept, kept += usize::from(is_kept)).0).collect();
        let mut flags = is_kept.iter();
        self.nodes.retain(|_| flags.next() == Some(&true));
        let lists = self.nodes.iter_mut().map(|node| &mut node.reasons).chain([&mut self.conflict]);
        for list in lists {
            list.retain(|&node| is_kept[node]);
            list.iter_mut().for_each(|node| *node = moved[*node]);
        }
        left_out
    }
}

/// Keeps one conflict.
struct ConflictRecorder {
    /// The number of conflicts before it.
    before: u64,
    found: Option<ImplicationGraph>,
}

impl Watch for ConflictRecorder {}

impl Observer for ConflictRecorder {
    fn conflict(&mut self, clause: &[Literal], graph: &dyn Implications) {
        if self.before == 0 {
            self.found.get_or_insert_with(|| ImplicationGraph::of(clause, graph));
        }
        self.before = self.before.saturating_sub(1);
    }

    fn is_over(&self) -> bool {
        self.found.is_some()
    }
}

/// The implication graph of a conflict that depends on a guess, of a strategy that learns, as an SVG: literals in
/// columns by level, arrows from reasons, the first unique implication point and the learned clause. Conflicts are
/// numbered from 1. In a large graph, only the part between that point and the conflict is drawn, with its direct
/// reasons. `None` without such a conflict.
pub fn implications_svg(
    question: Question,
    puzzle: &Puzzle,
    strategy: &Strategy,
    limits: &Limits<'_>,
    number: u64,
) -> Option<String> {
    let mut recorder = ConflictRecorder { before: number.checked_sub(1)?, found: None };
    observe(question, puzzle, strategy, limits, &mut recorder);
    let mut graph = recorder.found?;
    let left_out = if graph.nodes.len() > MOST { graph.shorten() } else { 0 };
    Some(GraphLayout::of(&graph, puzzle.shape()).draw(puzzle, left_out))
}

/// The literals of one level. One column may hold the literals of several low levels.
struct Column {
    levels: Vec<u32>,
    /// The numbers of the literals, in rows: what follows from others of the column is below them.
    rows: Vec<Vec<usize>>,
}

struct GraphLayout<'a> {
    graph: &'a ImplicationGraph,
    shape: Shape,
    columns: Vec<Column>,
    /// The width of a literal.
    wide: f32,
    /// The middle of each literal, and of the conflict.
    places: Vec<Point>,
    end: Point,
    /// The left edges of the columns, followed by the right edge of the last one.
    edges: Vec<f32>,
    height: f32,
}

impl<'a> GraphLayout<'a> {
    fn of(graph: &'a ImplicationGraph, shape: Shape) -> Self {
        let longest = graph.nodes.iter().map(|node| literal_text(shape, node.literal).len()).max();
        let wide = longest.unwrap_or(0) as f32 * CHARACTER + 12.0;
        let mut levels: Vec<u32> = graph.nodes.iter().map(|node| node.level).collect();
        levels.sort_unstable();
        levels.dedup();
        let shared = levels.len().saturating_sub(COLUMNS - 1).max(1);
        let (lowest, others) = levels.split_at(shared.min(levels.len()));
        let groups = std::iter::once(lowest.to_vec()).chain(others.iter().map(|&level| vec![level]));
        // The level of the conflict has the most rows, so it becomes narrow last.
        let widths =
            (1..=LANES).rev().map(|lanes| (lanes, LANES)).chain((1..LANES).rev().map(|last| (1, last)));
        let mut fitted = (Vec::new(), Vec::new());
        for (lanes, last) in widths {
            let lanes_of = |level: &u32| if Some(level) == levels.last() { last } else { lanes };
            let columns: Vec<Column> = groups
                .clone()
                .map(|levels| (levels.last().map_or(lanes, lanes_of), levels))
                .map(|(lanes, levels)| Column::of(graph, levels, lanes))
                .collect();
            let mut edges = vec![MARGIN];
            for column in &columns {
                let most = column.rows.iter().map(Vec::len).max().unwrap_or(1) as f32;
                edges.push(edges.last().unwrap_or(&0.0) + most * (wide + GAP) + ALLEY);
            }
            let fits = edges.last().is_some_and(|&edge| edge <= WIDTH - MARGIN);
            fitted = (columns, edges);
            if fits {
                break;
            }
        }
        let (columns, edges) = fitted;
        let mut layout =
            Self { graph, shape, columns, wide, places: Vec::new(), end: (0.0, 0.0), edges, height: 0.0 };
        layout.place();
        layout
    }

    fn place(&mut self) {
        self.places = vec![(0.0, 0.0); self.graph.nodes.len()];
        let y = |row: usize| MARGIN + HEAD + HALF + row as f32 * ROW;
        for (i, column) in self.columns.iter().enumerate() {
            let middle = f32::midpoint(self.edges[i], self.edges[i + 1]);
            for (row, nodes) in column.rows.iter().enumerate() {
                let first = middle - (nodes.len() - 1) as f32 / 2.0 * (self.wide + GAP);
                for (lane, &node) in nodes.iter().enumerate() {
                    self.places[node] = (first + lane as f32 * (self.wide + GAP), y(row));
                }
            }
            // The conflict is drawn below the literals of its level, which is the highest level.
            self.end = (middle, y(column.rows.len()));
        }
        let rows = self.columns.iter().map(|column| column.rows.len()).max().unwrap_or(0);
        self.height = y(rows).max(self.end.1 + ROW);
    }

    fn draw(&self, puzzle: &Puzzle, left_out: usize) -> String {
        let mut body = String::new();
        for (i, column) in self.columns.iter().enumerate() {
            let (left, right) = (self.edges[i], self.edges[i + 1]);
            if i % 2 == 0 {
                let size = (right - left, self.height - MARGIN);
                line(&mut body, &rect("band", (left, MARGIN / 2.0), size, 6));
            }
            let heading = match &column.levels[..] {
                [level] => format!("level {level}"),
                levels => {
                    let ends = (levels.first().unwrap_or(&0), levels.last().unwrap_or(&0));
                    format!("levels {} to {}", ends.0, ends.1)
                }
            };
            line(&mut body, &text("literal head", (f32::midpoint(left, right), MARGIN + 10.0), &heading));
        }
        let (mut arrows, mut heads) = (String::new(), String::new());
        let mut arrow = |from: usize, to: Point, half: f32| {
            self.arrow(from, to, half, &mut arrows, &mut heads);
        };
        for (node, &place) in self.graph.nodes.iter().zip(&self.places) {
            node.reasons.iter().for_each(|&reason| arrow(reason, place, self.wide / 2.0));
        }
        self.graph.conflict.iter().for_each(|&reason| arrow(reason, self.end, 36.0));
        line(&mut body, &path("branch", &arrows));
        line(&mut body, &path("arrow", &heads));
        let point = self.graph.point();
        for (i, (node, &(x, y))) in self.graph.nodes.iter().zip(&self.places).enumerate() {
            let (left, top) = (x - self.wide / 2.0, y - HALF);
            if point == Some(i) {
                line(
                    &mut body,
                    &rect("ring", (left - 4.0, top - 4.0), (self.wide + 8.0, 2.0 * HALF + 8.0), 5),
                );
            }
            let class = match (node.is_guess, self.graph.is_learned(i)) {
                (true, true) => "node decided learned",
                (true, false) => "node decided",
                (false, true) => "node learned",
                (false, false) => "node",
            };
            draw_literal(&mut body, (x, y), self.wide, &literal_text(self.shape, node.literal), class);
        }
        let (x, y) = self.end;
        line(&mut body, &rect("node clash", (x - 36.0, y - HALF), (72.0, 2.0 * HALF), 3));
        line(&mut body, &cross((x - 24.0, y)));
        line(&mut body, &text("literal", (x + 8.0, y + 4.0), "conflict"));
        let width = self.edges.last().map_or(TEXT, |&edge| (edge + MARGIN).max(TEXT));
        let bottom = self.words(&mut body, width, left_out);
        let count = plural(self.graph.nodes.len() as u128, "literal");
        let title = format!("Implication graph of a conflict, with {count}. {}", title(puzzle));
        document(&body, (width, bottom), 1.0, &title)
    }

    /// Draws an arrow from a literal to a target; `half` is half of the target's width. The arrow leads down within a
    /// column, and to the right between columns.
    fn arrow(&self, from: usize, to: Point, half: f32, arrows: &mut String, heads: &mut String) {
        let (x, y) = self.places[from];
        let level = self.graph.nodes[from].level;
        let column = self.columns.iter().position(|column| column.levels.contains(&level)).unwrap_or(0);
        if to.0 < self.edges[column + 1] {
            let (start, tip) = ((x, y + HALF), (to.0, to.1 - HALF - 1.0));
            // The arrow bends around the literals between its ends.
            let rows = (to.1 - y) / ROW;
            let bend = if rows > 1.5 && (to.0 - x).abs() < self.wide { self.wide * 0.75 } else { 0.0 };
            let (one, two) = ((x + bend, y + ROW * 0.6), (to.0 + bend, to.1 - ROW * 0.6));
            *arrows +=
                &format!("M{}C{} {} {}", pair(start), pair(one), pair(two), pair((tip.0, tip.1 - 5.0)));
            *heads += &format!("M{}l-3.5 -7h7z", pair(tip));
        } else {
            let (start, tip) = ((x + self.wide / 2.0, y), (to.0 - half - 1.0, to.1));
            let reach = ((tip.0 - start.0) / 2.0).max(20.0);
            let (one, two) = ((start.0 + reach, y), (tip.0 - reach, to.1));
            *arrows +=
                &format!("M{}C{} {} {}", pair(start), pair(one), pair(two), pair((tip.0 - 5.0, tip.1)));
            *heads += &format!("M{}l-7 -3.5v7z", pair(tip));
        }
    }

    /// Writes the meaning of the marks, and the learned clause. Returns the height.
    fn words(&self, body: &mut String, width: f32, left_out: usize) -> f32 {
        let mut y = self.height + 12.0;
        let samples = [
            ("guess", "node decided", "a guess; any other literal follows from those with an arrow to it"),
            ("", "node learned", "its opposite is in the learned clause"),
            (
                "1UIP",
                "node",
                "the first unique implication point: every path from the last guess to the conflict leads through it",
            ),
        ];
        for (sample, class, meaning) in samples {
            let middle = (MARGIN + 26.0, y - 4.5);
            if class == "node" {
                line(
                    body,
                    &rect("ring", (middle.0 - 26.0, middle.1 - HALF - 4.0), (52.0, 2.0 * HALF + 8.0), 5),
                );
            }
            draw_literal(body, middle, 44.0, sample, class);
            y = legend(body, "legend", (MARGIN + 62.0, y), width, meaning) + 6.0;
        }
        let ImplicationGraph { clause, back, .. } = self.graph;
        let literals: Vec<String> = clause.iter().map(|&literal| literal_text(self.shape, literal)).collect();
        let mut notes = vec![format!("learned clause: {}", literals.join(" or "))];
        if let Some(first) = literals.first() {
            notes.push(match back {
                0 => format!("the search returns to level 0, without guesses, where {first} follows"),
                _ => format!("the search returns to level {back}, where {first} follows from the clause"),
            });
        }
        let and_others = match left_out {
            0 => String::new(),
            _ => format!(
                ", and {} from which the conflict follows less directly",
                plural(left_out as u128, "literal")
            ),
        };
        notes.push(format!("not drawn: what holds without guesses{and_others}"));
        for (i, note) in notes.iter().enumerate() {
            let class = if i == 0 { "legend head" } else { "legend" };
            y = legend(body, class, (MARGIN, y), width, note);
        }
        y
    }
}

impl Column {
    /// Places the literals of these levels in rows of at most `lanes`. Each literal is below those of its reasons that
    /// are in the same column.
    fn of(graph: &ImplicationGraph, levels: Vec<u32>, lanes: usize) -> Self {
        let is_here = |node: usize| levels.contains(&graph.nodes[node].level);
        let mut left: Vec<usize> = (0..graph.nodes.len()).rev().filter(|&node| is_here(node)).collect();
        let mut rows: Vec<Vec<usize>> = Vec::new();
        while !left.is_empty() {
            let waits = |node: &usize| graph.nodes[*node].reasons.iter().any(|reason| left.contains(reason));
            let (later, ready): (Vec<usize>, Vec<usize>) = left.iter().partition(|&node| waits(node));
            if ready.is_empty() {
                break;
            }
            rows.extend(graph.in_lanes(ready, lanes));
            left = later;
        }
        Self { levels, rows }
    }
}

fn draw_literal(body: &mut String, (x, y): Point, wide: f32, words: &str, class: &str) {
    let is_guess = class.contains("decided");
    let radius = if is_guess { HALF as u8 } else { 3 };
    line(body, &rect(class, (x - wide / 2.0, y - HALF), (wide, 2.0 * HALF), radius));
    line(body, &text(if is_guess { "literal on-guess" } else { "literal" }, (x, y + 4.0), words));
}
