//! Forcing chains and nets: every branch to the end, with a reason for each node.
//!
//! A short branch is one sentence. In a long one, or one with nested steps, every node is a numbered line that
//! later lines refer to.

use super::chain;
use crate::deduction::{Family, Net, Node, Pattern, Premise, Step, Technique};
use crate::explain::argument::Argument;
use crate::explain::argument::Line;
use crate::explain::speech::Speech;
use crate::explain::words::Phrase;
use crate::grid::CellSet;

/// The largest number of nodes of a branch that is described in one sentence.
const SENTENCE: usize = 8;

/// The depth to which nested steps are described; deeper ones are only named.
const DEPTH: u8 = 2;

/// What all branches have in common: the start, and the way in which they end.
struct BranchContext<'a> {
    branches: &'a [Net],
    premise: Premise,
    /// Whether all branches start from one assumption, which they refute.
    refutes: bool,
    kind: &'static str,
    holes: [(&'static str, Phrase); 2],
}

impl<'a> BranchContext<'a> {
    fn of(speech: &Speech<'_>, step: &Step, branches: &'a [Net], premise: Premise) -> Self {
        let refutes = match step.technique {
            Technique::ForcingChainContradiction | Technique::ForcingNetContradiction => true,
            technique => technique.family() == Family::Implication && share_start(branches),
        };
        let place = match premise {
            Premise::Candidate(at) => speech.claim(CellSet::single(at.cell), at.digit, true),
            Premise::Cell(cell) => speech.cell(cell),
            Premise::House(house, _) => speech.house(house),
        };
        let digit = match premise {
            Premise::House(_, digit) => speech.digit(digit),
            Premise::Candidate(at) => speech.digit(at.digit),
            Premise::Cell(_) => Phrase::one(""),
        };
        let kind = match premise {
            Premise::Candidate(_) => "candidate",
            Premise::Cell(_) => "cell",
            Premise::House(..) => "house",
        };
        Self { branches, premise, refutes, kind, holes: [("place", place), ("digit", digit)] }
    }

    /// The sentence that lists the cases; `None` if there is only one assumption.
    fn opening(&self, speech: &Speech<'_>) -> Option<String> {
        (!self.refutes).then(|| speech.phrase(&format!("forcing.verity.{}", self.kind), &self.holes))
    }

    /// The reason why the ends of an assumption contradict each other; `None` if the only end is the negation of the
    /// assumption.
    fn clash(&self, speech: &Speech<'_>) -> Option<String> {
        if !self.refutes || self.is_plain() {
            return None;
        }
        let kind = self.kind;
        let key = match self.premise {
            // Two branches that end in a node and its negation need no other reason.
            _ if opposed(self.branches).is_some() && self.are_chains() => {
                "forcing.contradiction.opposed".to_owned()
            }
            _ if opposed(self.branches).is_some() => "forcing.contradiction.opposed.nets".to_owned(),
            Premise::Candidate(_) => "forcing.contradiction.candidate".to_owned(),
            _ if ends_on(self.branches) => format!("forcing.contradiction.{kind}.two"),
            _ => format!("forcing.contradiction.{kind}"),
        };
        Some(speech.phrase(&key, &self.holes))
    }

    /// Whether every node follows from exactly one other node.
    fn are_chains(&self) -> bool {
        self.branches.iter().flat_map(|net| &net.causes).all(|causes| causes.len() <= 1)
    }

    /// Whether there is one branch, from an assumption to its negation.
    fn is_plain(&self) -> bool {
        let [Net { nodes, .. }] = self.branches else { return false };
        matches!(nodes.as_slice(), [first, .., last] if is_denial(first, last))
    }

    fn why(&self, speech: &Speech<'_>) -> String {
        let claim = |node: &Node| speech.claim(node.cells, node.digit, node.on);
        match self.branches {
            [Net { nodes, .. }] if self.refutes && self.is_plain() => {
                let [first, .., last] = nodes.as_slice() else { return String::new() };
                let key = if last.on { "chain.why.true" } else { "chain.why.false" };
                speech.phrase(key, &[("from", claim(first)), ("to", claim(last))])
            }
            [Net { nodes, .. }, ..] if self.refutes => match nodes.first() {
                Some(first) => speech.phrase("forcing.why.contradiction", &[("claim", claim(first))]),
                None => String::new(),
            },
            _ => speech.phrase("forcing.why.verity", &[]),
        }
    }
}

pub(super) fn forcing(speech: &Speech<'_>, step: &Step, branches: &[Net], premise: Premise) -> Argument {
    let frame = BranchContext::of(speech, step, branches, premise);
    let is_short = |net: &Net| net.nested.is_empty() && net.nodes.len() <= SENTENCE;
    let premises = if branches.iter().all(is_short) {
        sentences(speech, &frame)
    } else {
        let opening = frame.opening(speech).map(Line::from);
        let mut sheet = NumberedLines::new(speech, u8::from(opening.is_some()));
        sheet.lines.extend(opening);
        for net in branches {
            sheet.branch(net);
        }
        sheet.lines.extend(sheet.ends(branches).or_else(|| frame.clash(speech)).map(Line::from));
        sheet.lines
    };
    Argument { premises, why: frame.why(speech) }
}

/// The premises of a nested step, in a few lines; empty below a certain depth.
fn within(speech: &Speech<'_>, step: &Step) -> Vec<Line> {
    if speech.depth > DEPTH {
        return Vec::new();
    }
    if let Pattern::Forcing { branches, premise } = &step.pattern {
        return sentences(speech, &BranchContext::of(speech, step, branches, *premise));
    }
    let argument = (speech.argument_of)(speech, step);
    let texts: Vec<String> = argument.premises.into_iter().map(|line| line.text).collect();
    vec![Line::from(texts.join(" "))]
}

/// Like [`within`], but below a line with the name of the step and the candidates that it removes.
fn within_named(speech: &Speech<'_>, step: &Step) -> Vec<Line> {
    let below = within(speech, step);
    if below.is_empty() {
        return below;
    }
    let so = Phrase::one(speech.conclusion(step));
    let name = speech.phrase("net.step.named", &[("name", speech.name(step)), ("so", so)]);
    let below = below.into_iter().map(|line| Line { depth: line.depth + 2, ..line });
    std::iter::once(Line { depth: 1, text: name }).chain(below).collect()
}

/// The branches as sentences. The nested steps of a branch are below its sentence.
fn sentences(speech: &Speech<'_>, frame: &BranchContext<'_>) -> Vec<Line> {
    let mut lines: Vec<Line> = frame.opening(speech).map(Line::from).into_iter().collect();
    // The cases are one level deeper if a sentence introduces them.
    let depth = lines.len() as u8;
    let mut nodes = Vec::new();
    let mut steps: Vec<&Step> = Vec::new();
    for net in frame.branches {
        lines.push(Line { depth, text: run(speech, net, &mut nodes) });
        for (node, step) in &net.nested {
            if !steps.contains(&step) {
                steps.push(step);
                let state = net.state_before(*node, speech.state);
                let below = within_named(&speech.within(&state), step).into_iter();
                lines.extend(below.map(|line| Line { depth: line.depth + depth, ..line }));
            }
        }
    }
    lines.extend(frame.clash(speech).map(Line::from));
    lines
}

fn is_denial(a: &Node, b: &Node) -> bool {
    a.cells == b.cells && a.digit == b.digit && a.on != b.on
}

fn is_same(a: &Node, b: &Node) -> bool {
    a.cells == b.cells && a.digit == b.digit && a.on == b.on
}

fn share_start(branches: &[Net]) -> bool {
    let mut starts = branches.iter().filter_map(|net| net.nodes.first());
    starts.next().is_some_and(|first| starts.all(|other| is_same(first, other)))
}

/// The ends of two branches, if one end is the negation of the other.
fn opposed(branches: &[Net]) -> Option<[&Node; 2]> {
    let [a, b] = branches else { return None };
    let ends = [a.nodes.last()?, b.nodes.last()?];
    is_denial(ends[0], ends[1]).then_some(ends)
}

/// Whether branches end in candidates that are true.
fn ends_on(branches: &[Net]) -> bool {
    branches.iter().filter_map(|net| net.nodes.last()).all(|node| node.on)
}

/// The nodes that imply this node.
fn causes(net: &Net, node: usize) -> Vec<&Node> {
    let causes = net.causes.get(node).into_iter().flatten();
    causes.filter_map(|&cause| net.nodes.get(usize::from(cause))).collect()
}

/// The nested step that implies a node, if there is one.
fn step_of(net: &Net, node: usize) -> Option<&Step> {
    net.nested.iter().find(|(at, _)| usize::from(*at) == node).map(|(_, step)| step)
}

/// A branch as one sentence. Long paths omit candidates that are false because another one is true, and statements that
/// were already made under the same assumption.
fn run(speech: &Speech<'_>, net: &Net, known: &mut Vec<Node>) -> String {
    let is_long = net.nodes.len() > SENTENCE;
    let assumed = known.first().zip(net.nodes.first());
    let goes_on = is_long && assumed.is_some_and(|(known, first)| is_same(known, first));
    if !goes_on {
        known.clear();
    }
    let mut parts = Vec::new();
    for (i, node) in net.nodes.iter().enumerate() {
        let is_last = i + 1 == net.nodes.len();
        if !is_last && known.iter().any(|other| is_same(other, node)) {
            continue;
        }
        known.push(*node);
        let claim = speech.claim(node.cells, node.digit, node.on);
        if i == 0 {
            parts.push(speech.phrase("run.start", &[("claim", claim)]));
            continue;
        }
        let step = step_of(net, i);
        if is_long && !node.on && !is_last && step.is_none() {
            continue;
        }
        let reason = match step {
            Some(step) => speech.phrase("reason.step", &[("name", speech.name(step))]),
            None => chain::reason(speech, &causes(net, i), node, &net.nodes[..i]),
        };
        parts.push(speech.phrase("run.next", &[("claim", claim), ("reason", Phrase::one(reason))]));
    }
    let steps = Phrase::new(parts.join("; "), parts.len());
    speech.phrase(if goes_on { "run.again" } else { "run" }, &[("steps", steps)])
}

/// Numbered lines. A node that was stated under the same assumption is not repeated.
struct NumberedLines<'a> {
    speech: &'a Speech<'a>,
    lines: Vec<Line>,
    /// The nodes under the assumption of the current branch, with their numbers.
    known: Vec<(Node, usize)>,
    /// Nested steps, with the number of the line that uses them.
    steps: Vec<(&'a Step, usize)>,
    count: usize,
    /// The depth of assumptions.
    depth: u8,
}

impl<'a> NumberedLines<'a> {
    fn new(speech: &'a Speech<'a>, depth: u8) -> Self {
        Self { speech, lines: Vec::new(), known: Vec::new(), steps: Vec::new(), count: 0, depth }
    }

    fn number(number: usize) -> Phrase {
        Phrase::one(number.to_string())
    }

    fn number_of(&self, node: &Node) -> Option<usize> {
        self.known.iter().find(|(known, _)| is_same(known, node)).map(|&(_, number)| number)
    }

    fn branch(&mut self, net: &'a Net) {
        let assumed = self.known.first().zip(net.nodes.first());
        if !assumed.is_some_and(|((known, _), first)| is_same(known, first)) {
            self.known.clear();
        }
        for (i, node) in net.nodes.iter().enumerate() {
            if self.number_of(node).is_some() {
                continue;
            }
            self.count += 1;
            self.known.push((*node, self.count));
            if i == 0 {
                let claim = self.speech.claim(node.cells, node.digit, node.on);
                let holes = [("number", Self::number(self.count)), ("claim", claim)];
                self.lines.push(Line { depth: self.depth, text: self.speech.phrase("net.start", &holes) });
            } else {
                self.follow(net, i);
            }
        }
    }

    /// Adds a node with its reason, and the lines that imply it.
    fn follow(&mut self, net: &'a Net, i: usize) {
        let (speech, node, depth) = (self.speech, &net.nodes[i], self.depth + 1);
        let causes = causes(net, i);
        let mut numbers: Vec<usize> = causes.iter().filter_map(|cause| self.number_of(cause)).collect();
        numbers.sort_unstable();
        let follows_last = numbers == [self.count - 1];
        let numbers: Vec<String> = numbers
            .into_iter()
            .map(|number| speech.phrase("net.ref", &[("number", Self::number(number))]))
            .collect();
        let mut holes = vec![
            ("number", Self::number(self.count)),
            ("claim", speech.claim(node.cells, node.digit, node.on)),
            ("lines", speech.and(&numbers)),
        ];
        let Some(step) = step_of(net, i).filter(|_| !numbers.is_empty()) else {
            let reason = chain::reason(speech, &causes, node, &net.nodes[..i]);
            holes.push(("reason", Phrase::one(reason)));
            let key = if follows_last || numbers.is_empty() { "net.next" } else { "net.from" };
            self.lines.push(Line { depth, text: speech.phrase(key, &holes) });
            return;
        };
        if let Some(&(_, line)) = self.steps.iter().find(|(known, _)| *known == step) {
            holes.push(("line", Phrase::one(speech.phrase("net.ref", &[("number", Self::number(line))]))));
            self.lines.push(Line { depth, text: speech.phrase("net.step.again", &holes) });
            return;
        }
        holes.push(("name", speech.name(step)));
        self.steps.push((step, self.count));
        let state = net.state_before(i as u16, speech.state);
        let below = within(&speech.within(&state), step);
        let end = if below.is_empty() { '.' } else { ':' };
        self.lines.push(Line { depth, text: speech.phrase("net.step", &holes) + &end.to_string() });
        self.lines.extend(below.into_iter().map(|line| Line { depth: line.depth + depth + 1, ..line }));
    }

    /// The two lines that exclude each other.
    fn ends(&self, branches: &[Net]) -> Option<String> {
        let [a, b] = opposed(branches)?.map(|end| self.number_of(end));
        let number =
            |number: usize| Phrase::one(self.speech.phrase("net.ref", &[("number", Self::number(number))]));
        share_start(branches).then_some(())?;
        Some(self.speech.phrase("net.clash", &[("a", number(a?)), ("b", number(b?))]))
    }
}
