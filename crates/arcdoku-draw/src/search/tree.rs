//! The tree of a search: its nodes in the order of visits, the guesses between them, and where it failed or ended.

use arcdoku::csp::{Implications, Literal, Reason, Space, Step, Trace as Watch, Var};
use arcdoku::grid::{Digit, Shape};
use arcdoku::puzzle::{Limits, Outcome, Puzzle};
use arcdoku::search::{Branching, Node, Observer, Strategy};
use arcdoku::solve::{Answer, Question, observe};

use super::{CHARACTER, cross, facts, legend, level_after, literal_text};
use crate::numbers::plural;
use crate::puzzle::{document, title};
use crate::sheet::{Point, number};
use crate::svg::{line, path, rect, text};

/// The most nodes of a picture, and its greatest size.
const MOST: usize = 150;
const WIDTH: f32 = 1200.0;
const HEIGHT: f32 = 4200.0;
/// How many branches are recorded before the deepest ones are only counted.
const RECORDED: usize = 1 << 16;

/// Space around the tree, and between subtrees.
const MARGIN: f32 = 18.0;
const GAP: f32 = 8.0;
/// Half of the height of a mark, and from the middle of a mark to the base line of its label.
const RADIUS: f32 = 11.0;
const LABEL: f32 = 23.0;
/// The distance between depths in a tree that grows down, and the height of a row in a tree that grows to the right.
const LEVEL: f32 = 54.0;
const ROW: f32 = 38.0;
/// The least width, for the legend.
const LEGEND: f32 = 540.0;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Open,
    Failed,
    Solved,
}

/// The reason why a branch exists.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    Start,
    Guess(Literal),
    /// The search added the literal after a failure.
    Follows(Literal),
    Restart,
}

/// A state of the search, which a guess or the consequence of a failure leads to.
struct Branch {
    origin: Origin,
    /// The number of the branch above this one. The first branch is its own parent.
    parent: usize,
    depth: usize,
    /// The number of the node, if the search chose a variable here.
    visit: u64,
    fate: Fate,
    is_leaf: bool,
    /// The number of nodes here and below that are only counted.
    hidden: u64,
}

/// Branches in the order of visits.
struct Tree {
    branches: Vec<Branch>,
    /// For each depth, the branch below which its guesses are added.
    open: Vec<usize>,
    /// The nodes below this depth are only counted.
    deepest: usize,
}

impl Tree {
    fn new() -> Self {
        let mut tree = Self { branches: Vec::new(), open: vec![0], deepest: usize::MAX };
        tree.add(Origin::Start, 0, 0);
        tree
    }

    fn add(&mut self, origin: Origin, parent: usize, depth: usize) -> usize {
        let (visit, fate, is_leaf, hidden) = (0, Fate::Open, true, 0);
        self.branches.push(Branch { origin, parent, depth, visit, fate, is_leaf, hidden });
        self.branches.len() - 1
    }

    fn tip(&self) -> usize {
        self.open.last().copied().unwrap_or(0)
    }

    /// Adds a branch below the last open one. Returns its number, or the number of the open branch if the new one is
    /// only counted.
    fn grow(&mut self, origin: Origin) -> usize {
        let parent = self.tip();
        let above = &mut self.branches[parent];
        above.is_leaf = false;
        let depth = above.depth + 1;
        if depth > self.deepest.saturating_add(1) { parent } else { self.add(origin, parent, depth) }
    }

    fn guess(&mut self, depth: usize, literal: Literal) {
        self.open.truncate(depth + 1);
        let branch = self.grow(Origin::Guess(literal));
        self.open.push(branch);
        if self.branches.len() >= RECORDED {
            self.cut();
        }
    }

    /// Adds a branch below the last open branch, which it replaces.
    fn follow(&mut self, origin: Origin) {
        let branch = self.grow(origin);
        if let Some(last) = self.open.last_mut() {
            *last = branch;
        }
    }

    /// Records that the search chose a variable.
    fn visit(&mut self, depth: usize, visit: u64) {
        self.open.truncate(depth + 1);
        let tip = self.tip();
        if self.branches[tip].visit > 0 {
            self.follow(Origin::Restart);
        }
        let (tip, deepest) = (self.tip(), self.deepest);
        let branch = &mut self.branches[tip];
        if branch.visit == 0 && branch.depth <= deepest {
            branch.visit = visit;
        } else {
            branch.hidden += 1;
        }
    }

    fn fail(&mut self) {
        let tip = self.tip();
        let branch = &mut self.branches[tip];
        if branch.is_leaf && branch.fate == Fate::Open {
            branch.fate = Fate::Failed;
        }
    }

    fn solve(&mut self) {
        let tip = self.tip();
        self.branches[tip].fate = Fate::Solved;
    }

    /// The greatest depth of a node.
    fn depth(&self) -> usize {
        let nodes = self.branches.iter().filter(|branch| branch.visit > 0);
        nodes.map(|branch| branch.depth).max().unwrap_or(0)
    }

    /// Counts the deepest nodes instead of keeping them, if the tree has more than `MOST`.
    fn cut(&mut self) {
        let nodes = self.branches.iter().filter(|branch| branch.visit > 0);
        let mut depths: Vec<usize> = nodes.map(|branch| branch.depth).collect();
        depths.sort_unstable();
        if let Some(&depth) = depths.get(MOST) {
            self.cut_below(depth.saturating_sub(1));
        }
    }

    /// Counts the nodes below a depth instead of keeping them.
    fn cut_below(&mut self, deepest: usize) {
        self.deepest = deepest;
        let mut moved: Vec<usize> = Vec::with_capacity(self.branches.len());
        let mut kept: Vec<Branch> = Vec::new();
        for mut branch in std::mem::take(&mut self.branches) {
            if branch.depth > deepest && branch.visit > 0 {
                branch.visit = 0;
                branch.hidden += 1;
            }
            let parent = moved.get(branch.parent).copied().unwrap_or(0);
            if branch.depth <= deepest + 1 {
                branch.parent = parent;
                moved.push(kept.len());
                kept.push(branch);
            } else {
                kept[parent].hidden += branch.hidden;
                if branch.fate == Fate::Solved {
                    kept[parent].fate = Fate::Solved;
                }
                moved.push(parent);
            }
        }
        self.open.iter_mut().for_each(|branch| *branch = moved[*branch]);
        self.branches = kept;
    }
}

/// Records the tree of a search.
struct TreeRecorder {
    tree: Tree,
    visits: u64,
}

impl Watch for TreeRecorder {
    fn narrowed(&mut self, step: &Step<'_>) {
        if step.reason == Reason::Refuted
            && let Some(digit) = step.removed.only()
        {
            self.tree.follow(Origin::Follows(Literal::is_not(step.var, digit)));
        }
    }
}

impl Observer for TreeRecorder {
    fn node(&mut self, node: &Node<'_>) {
        self.visits += 1;
        self.tree.visit(node.depth, self.visits);
    }

    fn trying(&mut self, depth: usize, var: Var, digit: Digit) {
        self.tree.guess(depth, Literal::is(var, digit));
    }

    fn excluding(&mut self, depth: usize, var: Var, digit: Digit) {
        self.tree.guess(depth, Literal::is_not(var, digit));
    }

    fn backtrack(&mut self, depth: usize, _: Var, _: Digit, _: &Space) {
        self.tree.fail();
        self.tree.open.truncate(depth + 1);
    }

    fn solution(&mut self, _: usize, _: &Space) {
        self.tree.solve();
    }

    fn conflict(&mut self, clause: &[Literal], graph: &dyn Implications) {
        self.tree.fail();
        let Some(&follows) = clause.first() else { return };
        self.tree.open.truncate(level_after(clause, graph) as usize + 1);
        self.tree.follow(Origin::Follows(follows));
    }
}

/// The tree of a search as an SVG: nodes with their numbers in the order of visits, the guesses that lead to them,
/// excluded values, contradictions and solutions. In a large tree, the deepest nodes are counted, not drawn.
pub fn tree_svg(question: Question, puzzle: &Puzzle, strategy: &Strategy, limits: &Limits<'_>) -> String {
    let mut recorder = TreeRecorder { tree: Tree::new(), visits: 0 };
    let answer = observe(question, puzzle, strategy, limits, &mut recorder);
    if matches!(answer.outcome, Outcome::Unsatisfiable(_) | Outcome::Unique(_)) {
        recorder.tree.fail();
    }
    let mut tree = recorder.tree;
    let shape = puzzle.shape();
    tree.cut();
    let mut layout = TreeLayout::of(&tree, shape);
    while !layout.fits()
        && let Some(depth) = tree.depth().checked_sub(1)
    {
        tree.cut_below(depth);
        layout = TreeLayout::of(&tree, shape);
    }
    layout.draw(puzzle, strategy, &answer)
}

/// The mark that is drawn for a branch.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    /// The number of a node.
    Node(u64),
    /// The number of nodes that are only counted.
    Hidden(u64),
    Failed,
    Solved,
    Unfinished,
}

impl Mark {
    fn of(branch: &Branch) -> Self {
        match (branch.visit, branch.fate) {
            _ if branch.hidden > 0 => Self::Hidden(branch.hidden + u64::from(branch.visit > 0)),
            (0, Fate::Failed) => Self::Failed,
            (0, Fate::Solved) => Self::Solved,
            (0, Fate::Open) => Self::Unfinished,
            (visit, _) => Self::Node(visit),
        }
    }

    fn text(self) -> String {
        match self {
            Self::Node(visit) => visit.to_string(),
            Self::Hidden(count) => plural(count.into(), "node").replacen(' ', " more ", 1),
            Self::Failed | Self::Solved | Self::Unfinished => String::new(),
        }
    }

    /// Half of the height of the mark.
    fn high(self) -> f32 {
        if let Self::Failed | Self::Unfinished = self { 6.0 } else { RADIUS }
    }

    /// Half of the width of the mark.
    fn half(self) -> f32 {
        match self {
            Self::Node(_) | Self::Hidden(_) => (self.text().len() as f32 * CHARACTER / 2.0 + 4.0).max(RADIUS),
            Self::Failed | Self::Solved | Self::Unfinished => self.high(),
        }
    }
}

/// A branch and where it is drawn.
struct Spot {
    above: Option<usize>,
    mark: Mark,
    label: String,
    depth: usize,
    /// `is_solved`: whether the branch leads to a solution. `follows`: whether it was added after a failure.
    is_solved: bool,
    follows: bool,
    /// Half of the space that the spot takes next to its neighbors.
    half: f32,
    /// The position across the direction of growth: at first relative to the spot above, and finally in the whole
    /// drawing.
    across: f32,
}

struct TreeLayout {
    spots: Vec<Spot>,
    grows_down: bool,
    /// The distance from one depth to the next.
    pitch: f32,
    size: Point,
}

impl TreeLayout {
    /// Arranges a tree: it grows down if that is not too wide, otherwise to the right.
    fn of(tree: &Tree, shape: Shape) -> Self {
        let down = Self::new(tree, shape, true);
        if down.fits() { down } else { Self::new(tree, shape, false) }
    }

    fn new(tree: &Tree, shape: Shape, grows_down: bool) -> Self {
        let spot = |(i, branch): (usize, &Branch)| {
            let mark = Mark::of(branch);
            let label = match branch.origin {
                Origin::Start => "start".to_owned(),
                Origin::Restart => "restart".to_owned(),
                Origin::Guess(literal) | Origin::Follows(literal) => literal_text(shape, literal),
            };
            Spot {
                above: (i > 0).then_some(branch.parent),
                mark,
                depth: branch.depth,
                is_solved: branch.fate == Fate::Solved,
                follows: matches!(branch.origin, Origin::Follows(_)),
                half: (label.len() as f32 * CHARACTER / 2.0).max(mark.half()),
                label,
                across: 0.0,
            }
        };
        let mut spots: Vec<Spot> = tree.branches.iter().enumerate().map(spot).collect();
        for i in (1..spots.len()).rev() {
            if let Some(above) = spots[i].above.filter(|_| spots[i].is_solved) {
                spots[above].is_solved = true;
            }
        }
        let mut pitch = LEVEL;
        if !grows_down {
            let shown = spots.iter().filter(|spot| !matches!(spot.mark, Mark::Hidden(_)));
            pitch = 2.0 * shown.map(|spot| spot.half).fold(RADIUS, f32::max) + 18.0;
            spots.iter_mut().for_each(|spot| spot.half = (ROW - GAP) / 2.0);
        }
        let mut layout = Self { spots, grows_down, pitch, size: (0.0, 0.0) };
        layout.arrange();
        layout
    }

    /// Places each branch in the middle of those below it, and subtrees as near to each other as their outlines allow
    /// (E. Reingold and J. Tilford, "Tidier drawings of trees", 1981).
    fn arrange(&mut self) {
        let mut below: Vec<Vec<usize>> = vec![Vec::new(); self.spots.len()];
        for (i, spot) in self.spots.iter().enumerate() {
            if let Some(above) = spot.above {
                below[above].push(i);
            }
        }
        let outline = self.place(0, &below);
        let left = outline.iter().map(|&(low, _)| low).fold(0.0, f32::min);
        let right = outline.iter().map(|&(_, high)| high).fold(0.0, f32::max);
        let across = right - left + 2.0 * MARGIN;
        // The legend may be wider than the tree.
        let first = if self.grows_down { (LEGEND - across).max(0.0) / 2.0 } else { 0.0 };
        self.spots[0].across = first + MARGIN - left;
        for i in 1..self.spots.len() {
            self.spots[i].across += self.spots[i].above.map_or(0.0, |above| self.spots[above].across);
        }
        let end = |spot: &Spot| match spot.mark {
            _ if self.grows_down => LABEL + RADIUS + 6.0,
            Mark::Hidden(_) => self.pitch / 2.0 - RADIUS + 2.0 * spot.mark.half(),
            _ => self.pitch,
        };
        let reach = |spot: &Spot| spot.depth as f32 * self.pitch + end(spot);
        let along = self.spots.iter().map(reach).fold(0.0, f32::max) + 2.0 * MARGIN;
        self.size = if self.grows_down { (across.max(LEGEND), along) } else { (along.max(LEGEND), across) };
    }

    /// Places what is below a spot, relative to it. Returns the outline: how far the spots of each depth reach.
    fn place(&mut self, at: usize, below: &[Vec<usize>]) -> Vec<(f32, f32)> {
        let mut outline: Vec<(f32, f32)> = Vec::new();
        for &child in &below[at] {
            let next = self.place(child, below);
            let shared = outline.iter().zip(&next);
            let by = shared.map(|(&(_, high), &(low, _))| high - low + GAP).fold(f32::MIN, f32::max);
            let by = if outline.is_empty() { 0.0 } else { by };
            self.spots[child].across = by;
            for (depth, (low, high)) in next.into_iter().enumerate() {
                match outline.get_mut(depth) {
                    Some(reach) => reach.1 = high + by,
                    None => outline.push((low + by, high + by)),
                }
            }
        }
        let middle = match (below[at].first(), below[at].last()) {
            (Some(&first), Some(&last)) => f32::midpoint(self.spots[first].across, self.spots[last].across),
            _ => 0.0,
        };
        below[at].iter().for_each(|&child| self.spots[child].across -= middle);
        outline.iter_mut().for_each(|reach| *reach = (reach.0 - middle, reach.1 - middle));
        let half = self.spots[at].half;
        outline.insert(0, (-half, half));
        outline
    }

    fn fits(&self) -> bool {
        self.size.0 <= WIDTH && self.size.1 <= HEIGHT
    }

    /// The middle of a mark.
    fn at(&self, spot: &Spot) -> Point {
        let along = spot.depth as f32 * self.pitch;
        if self.grows_down {
            return (spot.across, MARGIN + RADIUS + along);
        }
        // A mark wider than the pitch begins where other marks do.
        let more = if let Mark::Hidden(_) = spot.mark { spot.mark.half() - RADIUS } else { 0.0 };
        (MARGIN + self.pitch / 2.0 + along + more, spot.across)
    }

    fn draw(&self, puzzle: &Puzzle, strategy: &Strategy, answer: &Answer) -> String {
        let mut body = String::new();
        let classes =
            [("branch", (false, false)), ("branch dashed", (false, true)), ("branch way", (true, false))];
        for (class, kind) in classes.into_iter().chain([("branch way dashed", (true, true))]) {
            let edges = self.spots.iter().filter(|spot| (spot.is_solved, spot.follows) == kind);
            let edges: String = edges.map(|spot| self.edge(spot)).collect();
            if !edges.is_empty() {
                line(&mut body, &path(class, &edges));
            }
        }
        for spot in &self.spots {
            let at = self.at(spot);
            draw_mark(&mut body, at, spot.mark, spot.is_solved);
            let is_ringed = spot.is_solved && matches!(spot.mark, Mark::Hidden(_));
            let below = if is_ringed { LABEL + 4.0 } else { spot.mark.high() + LABEL - RADIUS };
            line(&mut body, &text("literal", (at.0, at.1 + below), &spot.label));
        }
        let bottom = self.legend(&mut body, strategy, answer);
        let count = plural(answer.stats.nodes.into(), "node");
        document(&body, (self.size.0, bottom), 1.0, &format!("Search tree with {count}. {}", title(puzzle)))
    }

    /// The line from the spot above, as the data of a path.
    fn edge(&self, spot: &Spot) -> String {
        let Some(above) = spot.above.map(|above| &self.spots[above]) else { return String::new() };
        let ((x, y), (to_x, to_y)) = (self.at(above), self.at(spot));
        if self.grows_down {
            let (from, to) = (y + LABEL + 4.0, to_y - spot.mark.high());
            let bend = f32::midpoint(from, to);
            let (x, to_x, from, to, bend) = (number(x), number(to_x), number(from), number(to), number(bend));
            format!("M{x} {from}C{x} {bend} {to_x} {bend} {to_x} {to}")
        } else {
            let (start, bend) = (number(x + above.mark.half()), number(x + self.pitch / 2.0));
            format!("M{start} {}H{bend}V{}H{}", number(y), number(to_y), number(to_x - spot.mark.half()))
        }
    }

    /// Writes the meaning of the marks, the counters and the strategy. Returns the height.
    fn legend(&self, body: &mut String, strategy: &Strategy, answer: &Answer) -> f32 {
        let mut y = self.size.1 + 8.0;
        let mut entry = |body: &mut String, draw: &dyn Fn(&mut String, Point), meaning: &str| {
            draw(body, (MARGIN + 15.0, y - 4.5));
            y = legend(body, "legend", (MARGIN + 40.0, y), self.size.0, meaning);
        };
        let has = |is_wanted: &dyn Fn(&Spot) -> bool| self.spots.iter().any(is_wanted);
        if has(&|spot| matches!(spot.mark, Mark::Node(_))) {
            let draw = |body: &mut String, at| draw_mark(body, at, Mark::Node(1), false);
            entry(body, &draw, "a node, numbered in the order of visits; below it what led there");
        }
        if has(&|spot| spot.follows) {
            let draw = |body: &mut String, (x, y): Point| {
                line(body, &path("branch dashed", &format!("M{} {}h30", number(x - 15.0), number(y))));
            };
            let learns = strategy.branching == Branching::Learn;
            let meaning =
                if learns { "follows from a learned clause" } else { "the value failed and is excluded" };
            entry(body, &draw, meaning);
        }
        if has(&|spot| spot.mark == Mark::Failed) {
            entry(body, &|body, at| draw_mark(body, at, Mark::Failed, false), "a contradiction");
        }
        if has(&|spot| spot.is_solved) {
            entry(body, &|body, at| draw_mark(body, at, Mark::Solved, true), "a solution, and the way to it");
        }
        for fact in facts(strategy, answer) {
            y = legend(body, "legend", (MARGIN, y), self.size.0, &fact);
        }
        y - 6.0
    }
}

fn draw_mark(body: &mut String, (x, y): Point, mark: Mark, is_solved: bool) {
    let half = mark.half();
    let frame = |class: &str, half: f32, high: f32| {
        rect(class, (x - half, y - high), (2.0 * half, 2.0 * high), high as u8)
    };
    match mark {
        Mark::Node(_) => line(body, &frame("node", half, RADIUS)),
        Mark::Hidden(_) => {
            line(body, &frame("node folded", half, RADIUS));
            if is_solved {
                line(body, &frame("ring", half + 4.0, RADIUS + 4.0));
            }
        }
        Mark::Failed => line(body, &cross((x, y))),
        Mark::Solved => {
            line(body, &frame("ring", RADIUS, RADIUS));
            line(body, &frame("won", 7.0, 7.0));
        }
        Mark::Unfinished => line(body, &frame("start", 4.0, 4.0)),
    }
    if !mark.text().is_empty() {
        line(body, &text("visit", (x, y + 4.0), &mark.text()));
    }
}
