//! Converts hints to steps: the same runs are made again, node by node, with their nested steps.

use super::super::board::{Board, bits};
use super::multiple::{HintSource, RunSelection, RunSet};
use super::nested::{ChainTechnique, ImplicationScratch};
use super::rule_list::{FoundPattern, RuleList};
use super::rules::{RemovedCandidates, rules};
use super::run::{HintTarget, NO_CHAIN, Run};
use super::unary::UnaryHint;
use super::{CandidateId, ChainHint, ChainProof, NodeReason, candidate, cell_of, digit_of};
use crate::deduction::houses::{CELLS, House};
use crate::deduction::{Candidate, Chain, Fish, Net, Node, Pattern, Premise, Step, Technique};
use crate::grid::{Cell, CellSet, Digit, DigitSet};
use crate::puzzle::{Budget, Limit};

impl ChainTechnique {
    /// The technique in the registry.
    pub(super) fn technique(self) -> Technique {
        match self {
            Self::Nishio => Technique::NishioForcingChain,
            Self::Static => Technique::MultipleForcingChains,
            Self::Dynamic => Technique::DynamicForcingChains,
            Self::Plus => Technique::DynamicForcingChainsPlus,
            Self::Unary => Technique::NestedForcingChains,
            Self::Multiple => Technique::NestedMultipleForcingChains,
            Self::Deep(_) => Technique::NestedDynamicForcingChains,
        }
    }
}

impl ImplicationScratch {
    /// The step of a hint of the last search, in the grid of that search.
    pub(super) fn hint_step(&mut self, hint: &ChainHint, budget: &Budget<'_>) -> Result<Step, Limit> {
        let pattern = match &hint.proof {
            ChainProof::Unary { cycle, path } => path_pattern(*cycle, path),
            &ChainProof::Runs { lead, conclusion, .. } => {
                let stage = std::mem::take(&mut self.outer);
                let pattern = self.runs(&stage, lead, conclusion, budget);
                self.outer = stage;
                pattern?
            }
        };
        Ok(step(hint.technique(), hint.placement, &hint.eliminations, pattern))
    }

    fn runs(
        &mut self,
        stage: &RunSet,
        lead: HintSource,
        conclusion: (CandidateId, bool),
        budget: &Budget<'_>,
    ) -> Result<Pattern, Limit> {
        let targets = stage.targets(lead, conclusion);
        let targets = targets.as_slice().iter();
        let branches = targets
            .map(|&(run, target)| self.net(&stage.runs[run], &stage.board, target, budget))
            .collect::<Result<_, _>>()?;
        let premise = match lead {
            HintSource::Clash { start, .. } | HintSource::Double { start } => {
                Premise::Candidate(candidate(start))
            }
            HintSource::Cell { cell } => Premise::Cell(Cell::new(cell.into())),
            HintSource::House { house, digit } => {
                Premise::House(House::new(house.into()), Digit::from_index(digit.into()))
            }
        };
        Ok(Pattern::Forcing { branches, premise })
    }

    /// A node and all its ancestors, the assumption first.
    fn net(
        &mut self,
        run: &Run,
        start: &Board,
        target: HintTarget,
        budget: &Budget<'_>,
    ) -> Result<Net, Limit> {
        let mut nodes = Vec::new();
        run.layers(start, target, &mut self.walk, &mut nodes);
        let place =
            |at: CandidateId, on: bool| nodes.iter().position(|&(a, o, _)| (a, o) == (at, on)).unwrap_or(0);
        let parents: Vec<Vec<usize>> = nodes
            .iter()
            .map(|&(at, on, from)| {
                let mut parents = Vec::new();
                run.parents(start, at, on, from, |at, on| parents.push(place(at, on)));
                parents
            })
            .collect();
        // Parents come before children; `usize::MAX` marks nodes that are not placed yet.
        let mut order = Vec::new();
        let mut placed = vec![usize::MAX; nodes.len()];
        let mut stack = vec![(0, 0)];
        while let Some((node, next)) = stack.pop() {
            match parents[node].get(next) {
                Some(&parent) => {
                    stack.push((node, next + 1));
                    if placed[parent] == usize::MAX && !stack.iter().any(|&(open, _)| open == parent) {
                        stack.push((parent, 0));
                    }
                }
                None if placed[node] == usize::MAX => {
                    placed[node] = order.len();
                    order.push(node);
                }
                None => {}
            }
        }
        let mut net = Net { nodes: Vec::new(), causes: Vec::new(), nested: Vec::new() };
        for (index, &node) in order.iter().enumerate() {
            let (at, on, from) = nodes[node];
            net.nodes.push(chain_node(at, on));
            net.causes.push(parents[node].iter().map(|&parent| placed[parent] as u16).collect());
            if from.reason == NodeReason::Advanced {
                let nested = self.within(run, start, at, from.parent, budget)?;
                net.nested.extend(nested.map(|step| (index as u16, step)));
            }
        }
        Ok(net)
    }

    /// The step by which a node follows within a run.
    fn within(
        &mut self,
        run: &Run,
        start: &Board,
        at: CandidateId,
        advanced: CandidateId,
        budget: &Budget<'_>,
    ) -> Result<Option<Step>, Limit> {
        let advanced = run.advanced[usize::from(advanced)];
        let mut grid = start.clone();
        for &gone in &run.off_list[..advanced.since as usize] {
            grid.eliminate(cell_of(gone), digit_of(gone));
        }
        let gone = RemovedCandidates { start, now: &grid };
        if advanced.nested == NO_CHAIN {
            let mut list = RuleList::default();
            rules(gone, &mut list);
            return Ok(list.shape_of(at).map(|(shape, eliminations)| shape.step(eliminations)));
        }
        Ok(match self.known.technique(advanced.nested) {
            None => {
                self.links.read(&grid);
                let mut hints = Vec::new();
                self.links.sorted(&grid, &mut self.tree, &mut hints);
                let hint = hints.into_iter().find(|hint| {
                    let (mut content, mut causes) = (Vec::new(), Vec::new());
                    hint.content(gone, &mut content, &mut causes);
                    self.known.is(advanced.nested, &content)
                });
                hint.map(|hint| {
                    let eliminations: Vec<_> = hint.eliminations.iter().copied().map(candidate).collect();
                    let pattern = path_pattern(hint.cycle, &hint.path);
                    step(hint.technique(), hint.placement.map(candidate), &eliminations, pattern)
                })
            }
            Some(nest) => {
                let mut stage = RunSet::default();
                self.prepare(&mut stage, &grid, nest, None, budget)?;
                let hints = self.all(&stage, RunSelection::All(nest.mode()));
                let (mut content, mut causes) = (Vec::new(), Vec::new());
                let hint = hints.into_iter().find(|hint| {
                    self.content(&stage, hint, gone, &mut content, &mut causes);
                    self.known.is(advanced.nested, &content)
                });
                let Some(best) = hint else { return Ok(None) };
                let pattern = self.runs(&stage, best.lead, best.conclusion, budget)?;
                let hint = super::hint(&grid, nest, &best);
                Some(step(hint.technique(), hint.placement, &hint.eliminations, pattern))
            }
        })
    }
}

impl UnaryHint {
    pub(super) fn technique(&self) -> Technique {
        if self.cycle { Technique::BidirectionalCycle } else { Technique::ForcingChain }
    }
}

fn step(
    technique: Technique,
    placement: Option<Candidate>,
    eliminations: &[Candidate],
    pattern: Pattern,
) -> Step {
    if let Some(at) = placement {
        return Step::placing(technique, at, pattern);
    }
    let digits = eliminations.iter().map(|at| at.digit).collect();
    Step::eliminating(technique, digits, eliminations.to_vec(), pattern)
}

fn chain_node(at: CandidateId, on: bool) -> Node {
    let Candidate { cell, digit } = candidate(at);
    Node { cells: CellSet::single(cell), digit, on, als: None }
}

/// A path, from its last node back to its first.
fn path_pattern(cycle: bool, path: &[(CandidateId, bool, NodeReason)]) -> Pattern {
    let mut nodes: Vec<Node> = path.iter().rev().map(|&(at, on, _)| chain_node(at, on)).collect();
    let Some(first) = nodes.first() else { return Pattern::Chain(Vec::new()) };
    if cycle {
        nodes.pop();
        return Pattern::Chain(vec![Chain { nodes, closed: true }]);
    }
    let digit = first.digit;
    let premise = first.cells.iter().next().map(|cell| Premise::Candidate(Candidate { cell, digit }));
    let branch = Chain { nodes, closed: false }.into_net();
    premise.map_or(Pattern::Chain(Vec::new()), |premise| Pattern::Forcing { branches: vec![branch], premise })
}

impl FoundPattern {
    /// The step of a pattern within a run.
    fn step(self, eliminations: &[CandidateId]) -> Step {
        let cells = |house: usize, places: u16| -> CellSet {
            bits(places).map(|place| Cell::new(CELLS[house][place].into())).collect()
        };
        let houses =
            |first: usize, mask: u16| bits(mask).map(|at| House::new(first + at)).collect::<Vec<_>>();
        let digit = Digit::from_index;
        let (technique, digits, pattern) = match self {
            Self::Locked { digit: of, house, other, places } => {
                let digits = DigitSet::single(digit(of));
                let (from, to) = (House::new(house), House::new(other));
                let technique = if from.is_box() { Technique::Pointing } else { Technique::Claiming };
                (technique, digits, Pattern::Locked { digits, cells: cells(house, places), from, to })
            }
            Self::Pair { hidden, house, digits: both, places } => {
                let digits: DigitSet = bits(both).map(digit).collect();
                let technique = if hidden { Technique::HiddenPair } else { Technique::NakedPair };
                let (cells, houses) = (cells(house, places), vec![House::new(house)]);
                (technique, digits, Pattern::Subset { digits, cells, houses, hidden })
            }
            Self::XWing { digit: of, base, lines, cover, places } => {
                let body = bits(lines).fold(CellSet::EMPTY, |body, line| body | cells(base + line, places));
                let fish = Fish {
                    digit: digit(of),
                    base: houses(base, lines),
                    cover: houses(cover, places),
                    body,
                    fins: CellSet::EMPTY,
                    endo_fins: CellSet::EMPTY,
                    cannibals: CellSet::EMPTY,
                    twin: Vec::new(),
                };
                (Technique::XWing, DigitSet::single(digit(of)), Pattern::Fish(fish))
            }
        };
        Step::eliminating(technique, digits, eliminations.iter().copied().map(candidate).collect(), pattern)
    }
}
