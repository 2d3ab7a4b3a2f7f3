//! Runs with nested chains (13), and the best hint or all hints of techniques that use them.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::super::board::{Board, bits};
use super::super::scale;
use super::change::LinkChange;
use super::links::ImplicationLinks;
use super::multiple::{HintSource, RunSelection, RunSet};
use super::rule_list::{RuleList, stretch};
use super::rules::{RemovedCandidates, rules};
use super::run::{AncestorWalk, HintTarget, Run, RunMark, RunMode};
use super::unary::{HintSelection, UnaryHint, UnaryTree};
use super::{CandidateId, CandidatesByDigit, NodeReason, at, cell_of, digit_of, house_index};
use crate::deduction::houses::CELLS;
use crate::puzzle::{Budget, Limit};

/// Techniques 23 to 32: the rules that apply in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum ChainTechnique {
    /// Runs of one digit.
    Nishio,
    /// Elementary implications on an unchanging grid.
    Static,
    /// Elementary implications.
    Dynamic,
    /// Patterns in addition.
    Plus,
    /// Patterns and technique 21.
    Unary,
    /// Patterns and techniques 21 and 24.
    Multiple,
    /// Patterns and dynamic chains of an inner level, 0 to 3.
    Deep(u8),
}

impl ChainTechnique {
    /// All techniques, in the order of the scale.
    pub(super) const ALL: [Self; 10] = [
        Self::Nishio,
        Self::Static,
        Self::Dynamic,
        Self::Plus,
        Self::Unary,
        Self::Multiple,
        Self::Deep(0),
        Self::Deep(1),
        Self::Deep(2),
        Self::Deep(3),
    ];

    /// The tenths of the simplest chains.
    pub(super) fn base(self) -> u8 {
        let number = match self {
            Self::Nishio => 23,
            Self::Static => 24,
            Self::Dynamic => 25,
            Self::Plus => 26,
            Self::Unary => 27,
            Self::Multiple => 28,
            Self::Deep(level) => 29 + usize::from(level),
        };
        scale::base(number, 0)
    }

    pub(super) fn mode(self) -> RunMode {
        match self {
            Self::Nishio => RunMode::Nishio,
            Self::Static => RunMode::Static,
            _ => RunMode::Dynamic,
        }
    }

    /// The technique that is used inside the runs of a nested technique.
    fn inner(level: u8) -> Self {
        [Self::Dynamic, Self::Plus, Self::Unary, Self::Multiple][usize::from(level.min(3))]
    }
}

/// Nested chains. A chain is identified by its content, the list of its nodes (13.4).
#[derive(Debug, Default)]
pub(super) struct NestedChains {
    ids: FxHashMap<Box<[u16]>, u32>,
    complexities: Vec<u32>,
    /// The technique that finds each chain; `None` for technique 21.
    techniques: Vec<Option<ChainTechnique>>,
}

impl NestedChains {
    fn id(&mut self, content: &[u16], complexity: u32, technique: Option<ChainTechnique>) -> u32 {
        if let Some(&id) = self.ids.get(content) {
            return id;
        }
        let id = self.complexities.len() as u32;
        self.complexities.push(complexity);
        self.techniques.push(technique);
        self.ids.insert(content.into(), id);
        id
    }

    pub(super) fn technique(&self, id: u32) -> Option<ChainTechnique> {
        self.techniques[id as usize]
    }

    /// Whether a nested chain has this content.
    pub(super) fn is(&self, id: u32, content: &[u16]) -> bool {
        self.ids.get(content) == Some(&id)
    }

    fn sum(&self, ids: &[u32]) -> u32 {
        ids.iter().map(|&id| self.complexities[id as usize]).sum()
    }
}

/// The rules requested for a run.
#[derive(Clone, Copy, Debug)]
struct RuleRequest {
    nest: ChainTechnique,
    /// 0 for the outer runs, 1 for the runs inside them.
    depth: usize,
    /// Whether patterns may have findings.
    patterns: bool,
}

/// Memory for chains.
#[derive(Debug, Default)]
pub(crate) struct ImplicationScratch {
    /// The links of the grid in which the outer runs began, and links of other grids.
    base: ImplicationLinks,
    pub(super) links: ImplicationLinks,
    pub(super) tree: UnaryTree,
    unary: Vec<UnaryHint>,
    leads: Vec<HintSource>,
    change: LinkChange,
    /// The places of digits for which Nishio found nothing.
    quiet: CandidatesByDigit,
    pub(super) outer: RunSet,
    inner: [RunSet; 2],
    /// The state of the outer runs after row 26; `None` for completed runs.
    marks: Vec<Option<RunMark>>,
    pub(super) walk: AncestorWalk,
    pub(super) known: NestedChains,
    /// Whether earlier techniques find nothing in the grid in which the outer runs begin. In this case, runs may be
    /// abandoned early.
    alone: bool,
    nothing: Arc<RuleList>,
    lists: FxHashMap<(ChainTechnique, [u16; 81]), Arc<RuleList>>,
    content: Vec<u16>,
    nodes: Vec<(CandidateId, bool, super::run::NodeOrigin)>,
}

/// A candidate for the best hint.
#[derive(Clone, Copy, Debug)]
pub(super) struct BestHint {
    pub complexity: u32,
    pub lead: HintSource,
    pub conclusion: (CandidateId, bool),
}

impl BestHint {
    fn key(&self) -> (u32, u8) {
        (self.complexity, self.lead.kind())
    }
}

impl ImplicationScratch {
    /// The first hint of technique 21.
    pub(super) fn unary(&mut self, board: &Board) -> Option<UnaryHint> {
        self.base.read(board);
        self.base.hints(board, HintSelection::Best, &mut self.tree, &mut self.unary);
        let first = (0..self.unary.len()).min_by_key(|&at| self.unary[at].key)?;
        Some(self.unary.swap_remove(first))
    }

    /// All hints of technique 21, without duplicates, best first.
    pub(super) fn every_unary(&mut self, board: &Board) -> Vec<UnaryHint> {
        self.base.read(board);
        let mut hints = Vec::new();
        self.base.sorted(board, &mut self.tree, &mut hints);
        hints
    }

    /// All hints of a technique whose first hint was just computed, without duplicates, best first.
    pub(super) fn every(&mut self, technique: ChainTechnique) -> Vec<BestHint> {
        let (stage, leads) = (std::mem::take(&mut self.outer), std::mem::take(&mut self.leads));
        let hints = self.all(&stage, self.source(technique, &leads));
        (self.outer, self.leads) = (stage, leads);
        hints
    }

    /// The sources of the hints of the outer runs.
    fn source<'l>(&self, technique: ChainTechnique, leads: &'l [HintSource]) -> RunSelection<'l> {
        if technique == ChainTechnique::Static && self.base.is_silent() {
            RunSelection::Leads(leads)
        } else {
            RunSelection::All(technique.mode())
        }
    }

    /// Clears the data of the previous grid.
    ///
    /// `alone`: whether earlier techniques find nothing in this grid, and only the best hint is wanted.
    pub(super) fn begin(&mut self, board: &Board, alone: bool) {
        self.alone = alone;
        self.outer.begin(board);
        self.base.read(board);
        self.base.deny_all();
        self.known = NestedChains::default();
        self.lists.clear();
    }

    /// The first hint of a technique. Techniques must be called in order.
    pub(super) fn forcing(
        &mut self,
        board: &Board,
        technique: ChainTechnique,
        budget: &Budget<'_>,
    ) -> Result<Option<BestHint>, Limit> {
        let mut stage = std::mem::take(&mut self.outer);
        let done = self.advance(&mut stage, technique, budget);
        let leads = std::mem::take(&mut self.leads);
        let source = self.source(technique, &leads);
        let best = self.best(&stage, source);
        self.leads = leads;
        debug_assert!(stage.board == *board);
        self.outer = stage;
        done.map(|()| best)
    }

    /// Continues the outer runs as far as the technique allows.
    fn advance(
        &mut self,
        stage: &mut RunSet,
        technique: ChainTechnique,
        budget: &Budget<'_>,
    ) -> Result<(), Limit> {
        let count = 2 * stage.candidates.len();
        match technique {
            ChainTechnique::Nishio => {
                stage.run_digits(&mut self.quiet);
                return Ok(());
            }
            ChainTechnique::Dynamic => {
                stage.run_all(RunMode::Dynamic);
                return Ok(());
            }
            ChainTechnique::Static => {
                if self.base.is_silent() {
                    self.base.shared(&stage.board, &mut self.leads);
                    stage.run_for(&self.leads);
                } else {
                    stage.run_all(RunMode::Static);
                }
                return Ok(());
            }
            ChainTechnique::Deep(_) => {
                for (run, mark) in stage.runs.iter_mut().zip(&self.marks) {
                    if let &Some(mark) = mark {
                        run.rewind(mark);
                    }
                }
            }
            _ => {}
        }
        self.rounds(stage, technique, budget)?;
        if technique == ChainTechnique::Plus {
            self.marks.clear();
            let open = |run: &Run| run.clash.is_none().then(|| run.mark());
            self.marks.extend(stage.runs[..count].iter().map(open));
        }
        Ok(())
    }

    /// Checks results that were derived from the changes of a grid.
    #[cfg(debug_assertions)]
    fn confirm(&mut self, grid: &Board, silent: bool, leads: Option<&Vec<HintSource>>) {
        self.links.read(grid);
        assert_eq!(silent, self.links.is_silent());
        if let Some(leads) = leads.filter(|_| silent) {
            let mut all = Vec::new();
            self.links.shared(grid, &mut all);
            assert_eq!(*leads, all);
        }
    }

    /// Applies the rules to all runs in turn, until none has further consequences.
    ///
    /// A run is abandoned when all its further consequences are more complex than an existing hint. To decide this, two
    /// facts are used. First, every consequence of a node is more complex than the node. Second, after the last rule of
    /// a technique was applied, every later consequence follows from a node that this rule added. Otherwise, a rule
    /// would apply to older nodes alone; but then it would have applied earlier, because nothing that it depends on has
    /// changed, and the rules find nothing in the grid in which the runs begin.
    fn rounds(
        &mut self,
        stage: &mut RunSet,
        technique: ChainTechnique,
        budget: &Budget<'_>,
    ) -> Result<(), Limit> {
        let mut active: Vec<usize> =
            (0..2 * stage.candidates.len()).filter(|&place| stage.runs[place].clash.is_none()).collect();
        let (mut limit, mut first) = (u32::MAX, true);
        while !active.is_empty() {
            let mut kept = 0;
            for index in 0..active.len() {
                budget.check(0)?;
                let place = active[index];
                // At the point where the previous technique ended, patterns find nothing more.
                let ask = RuleRequest {
                    nest: technique,
                    depth: 0,
                    patterns: !first || technique == ChainTechnique::Plus,
                };
                let run = &mut stage.runs[place];
                if !self.ask(run, &stage.board, ask, limit, budget)? {
                    continue;
                }
                if run.clash.is_none() {
                    active[kept] = place;
                    kept += 1;
                } else if self.alone {
                    let (start, on) = (run.start, run.starts_on);
                    let (lead, conclusion) = (HintSource::Clash { start, on }, (start, !on));
                    if !is_idle(&stage.board, conclusion) {
                        limit = limit.min(self.complexity(stage, lead, conclusion));
                    }
                }
            }
            active.truncate(kept);
            first = false;
            if self.alone
                && let Some(best) = self.best(stage, RunSelection::All(RunMode::Dynamic))
            {
                limit = limit.min(best.complexity);
            }
        }
        Ok(())
    }

    /// Applies the rules once to a run whose queues are empty. Returns whether the run is worth continuing.
    fn ask(
        &mut self,
        run: &mut Run,
        start: &Board,
        ask: RuleRequest,
        limit: u32,
        budget: &Budget<'_>,
    ) -> Result<bool, Limit> {
        let list = self.list(RemovedCandidates { start, now: &run.board }, ask, budget)?;
        let (since, causes) = (run.off_list.len(), &list.causes);
        for hint in &list.hints {
            for &at in stretch(&list.off, hint.off) {
                run.add_advanced(at, stretch(causes, hint.causes), hint.nested, since as u32);
            }
        }
        let mut worth = (limit == u32::MAX || !list.last) && since < run.off_list.len();
        for place in since..run.off_list.len() {
            worth = worth || {
                self.walk.nested.clear();
                let target = HintTarget::member(run.off_list[place], false);
                run.ancestors(start, target, &mut self.walk) + self.known.sum(&self.walk.nested) <= limit
            };
        }
        if worth {
            run.exhaust();
        }
        Ok(worth)
    }

    /// Whether technique 21 finds nothing in a grid. If it finds nothing, also returns, on request, the cells and
    /// houses for which technique 24 finds something.
    fn silence(
        &mut self,
        gone: RemovedCandidates<'_>,
        depth: usize,
        wanted: bool,
        leads: &mut Vec<HintSource>,
    ) -> bool {
        if depth == 0 && self.base.is_silent() && self.change.read(&self.base, gone) {
            let silent = self.change.is_silent(&self.base);
            if silent && wanted {
                self.change.shared(&self.base, gone.now, leads);
            }
            #[cfg(debug_assertions)]
            self.confirm(gone.now, silent, wanted.then_some(&*leads));
            return silent;
        }
        self.links.read(gone.now);
        if self.links.is_silent() && wanted {
            self.links.shared(gone.now, leads);
        }
        self.links.is_silent()
    }

    /// The consequences by rules, used when there are no others.
    fn list(
        &mut self,
        gone: RemovedCandidates<'_>,
        ask: RuleRequest,
        budget: &Budget<'_>,
    ) -> Result<Arc<RuleList>, Limit> {
        let RuleRequest { nest, depth, patterns } = ask;
        let mut list = RuleList::default();
        if patterns {
            list.last = rules(gone, &mut list) && nest == ChainTechnique::Plus;
        }
        if !list.is_empty() {
            return Ok(Arc::new(list));
        }
        list.last = true;
        if nest == ChainTechnique::Plus {
            return Ok(Arc::clone(&self.nothing));
        }
        let key = (nest, gone.now.cells);
        if depth == 0
            && let Some(list) = self.lists.get(&key)
        {
            return Ok(Arc::clone(list));
        }
        if let ChainTechnique::Deep(level) = nest {
            self.chains(gone, ChainTechnique::inner(level), None, (depth, budget), &mut list)?;
        } else {
            let mut leads = std::mem::take(&mut self.leads);
            let silent = self.silence(gone, depth, nest == ChainTechnique::Multiple, &mut leads);
            if !silent {
                self.unary_list(gone, &mut list);
                list.last = nest == ChainTechnique::Unary || list.is_empty();
            }
            let known = silent.then_some(&leads[..]);
            if nest == ChainTechnique::Multiple
                && list.is_empty()
                && known.is_none_or(|leads| !leads.is_empty())
            {
                self.chains(gone, ChainTechnique::Static, known, (depth, budget), &mut list)?;
            }
            self.leads = leads;
        }
        if list.is_empty() && !matches!(nest, ChainTechnique::Deep(_)) {
            return Ok(Arc::clone(&self.nothing));
        }
        let list = Arc::new(list);
        if depth == 0 {
            self.lists.insert(key, Arc::clone(&list));
        }
        Ok(list)
    }

    /// The eliminations of technique 21.
    fn unary_list(&mut self, gone: RemovedCandidates<'_>, list: &mut RuleList) {
        self.links.read(gone.now);
        let mut hints = std::mem::take(&mut self.unary);
        self.links.sorted(gone.now, &mut self.tree, &mut hints);
        let mut causes = Vec::new();
        for hint in &hints {
            hint.content(gone, &mut self.content, &mut causes);
            if !causes.is_empty() {
                let id = self.known.id(&self.content, hint.complexity, None);
                list.push(&hint.eliminations, &causes, id, None);
            }
        }
        self.unary = hints;
    }

    /// Adds the eliminations of techniques 24 to 28. For technique 24, only these cells and houses are searched, if
    /// they are given.
    fn chains(
        &mut self,
        gone: RemovedCandidates<'_>,
        technique: ChainTechnique,
        leads: Option<&[HintSource]>,
        (depth, budget): (usize, &Budget<'_>),
        list: &mut RuleList,
    ) -> Result<(), Limit> {
        let mut stage = std::mem::take(&mut self.inner[depth]);
        self.prepare(&mut stage, gone.now, technique, leads, budget)?;
        let hints = self.all(&stage, leads.map_or(RunSelection::All(technique.mode()), RunSelection::Leads));
        let (mut content, mut causes) = (std::mem::take(&mut self.content), Vec::new());
        for hint in hints {
            self.content(&stage, &hint, gone, &mut content, &mut causes);
            if !causes.is_empty() {
                let id = self.known.id(&content, hint.complexity, Some(technique));
                list.push(&hint.eliminations(gone.now), &causes, id, None);
            }
        }
        self.content = content;
        self.inner[depth] = stage;
        Ok(())
    }

    /// Continues the runs of a technique in a grid.
    pub(super) fn prepare(
        &mut self,
        stage: &mut RunSet,
        grid: &Board,
        technique: ChainTechnique,
        leads: Option<&[HintSource]>,
        budget: &Budget<'_>,
    ) -> Result<(), Limit> {
        stage.begin(grid);
        match leads {
            Some(leads) => stage.run_for(leads),
            None => stage.run_all(technique.mode()),
        }
        if matches!(technique, ChainTechnique::Static | ChainTechnique::Dynamic) {
            return Ok(());
        }
        let ask = RuleRequest { nest: technique, depth: 1, patterns: true };
        for run in &mut stage.runs[..2 * stage.candidates.len()] {
            budget.check(0)?;
            while run.clash.is_none() && self.ask(run, &stage.board, ask, u32::MAX, budget)? {}
        }
        Ok(())
    }

    /// The nodes of a hint, and the removed candidates that they depend on (13.1, 13.4).
    pub(super) fn content(
        &mut self,
        stage: &RunSet,
        hint: &BestHint,
        gone: RemovedCandidates<'_>,
        content: &mut Vec<u16>,
        causes: &mut Vec<CandidateId>,
    ) {
        content.clear();
        causes.clear();
        for &(run, target) in stage.targets(hint.lead, hint.conclusion).as_slice() {
            stage.runs[run].layers(&stage.board, target, &mut self.walk, &mut self.nodes);
            if !content.is_empty() {
                content.push(u16::MAX);
            }
            for &(node, on, from) in &self.nodes {
                content.push(node | u16::from(on) << 11);
                if on {
                    let reason =
                        if from.reason == NodeReason::Start { hint.lead.reason() } else { from.reason };
                    because(gone, node, reason, causes);
                }
            }
        }
    }

    fn complexity(&mut self, stage: &RunSet, lead: HintSource, conclusion: (CandidateId, bool)) -> u32 {
        let targets = stage.targets(lead, conclusion);
        let flat = stage.flat(&targets, &mut self.walk);
        flat + self.known.sum(&self.walk.nested)
    }

    /// The best hint, which is the first in the order of hints.
    fn best(&mut self, stage: &RunSet, source: RunSelection<'_>) -> Option<BestHint> {
        let mut best: Option<BestHint> = None;
        stage.offers(source, |lead, conclusion| {
            if is_idle(&stage.board, conclusion) {
                return;
            }
            let least = (stage.least(&stage.targets(lead, conclusion)), lead.kind());
            if best.is_some_and(|best| least >= best.key()) {
                return;
            }
            let hint = BestHint { complexity: self.complexity(stage, lead, conclusion), lead, conclusion };
            if best.is_none_or(|best| hint.key() < best.key()) {
                best = Some(hint);
            }
        });
        best
    }

    /// All hints without duplicates, best first.
    pub(super) fn all(&mut self, stage: &RunSet, source: RunSelection<'_>) -> Vec<BestHint> {
        let mut hints: Vec<(u32, BestHint)> = Vec::new();
        let mut slots: FxHashMap<(CandidateId, u16), usize> = FxHashMap::default();
        let mut order = 0;
        stage.offers(source, |lead, conclusion| {
            if is_idle(&stage.board, conclusion) {
                return;
            }
            order += 1;
            let (to, on) = conclusion;
            let (cell, digit) = (cell_of(to), digit_of(to));
            let mask = if on { stage.board.cells[cell] & !(1 << digit) } else { 1 << digit };
            let slot = slots.entry((cell as CandidateId, mask)).or_insert(hints.len());
            let old = hints.get(*slot).map(|(_, best)| *best);
            let least = (stage.least(&stage.targets(lead, conclusion)), lead.kind());
            if old.is_some_and(|old| least >= old.key()) {
                return;
            }
            let hint = BestHint { complexity: self.complexity(stage, lead, conclusion), lead, conclusion };
            match old {
                None => hints.push((order, hint)),
                Some(old) if hint.key() < old.key() => hints[*slot] = (order, hint),
                Some(_) => {}
            }
        });
        hints.sort_by_key(|(order, hint)| (hint.key(), *order));
        hints.into_iter().map(|(_, hint)| hint).collect()
    }
}

impl BestHint {
    /// The eliminated candidates, in order.
    pub(super) fn eliminations(&self, board: &Board) -> Vec<CandidateId> {
        let (to, on) = self.conclusion;
        let (cell, digit) = (cell_of(to), digit_of(to));
        if on {
            bits(board.cells[cell] & !(1 << digit)).map(|digit| at(cell, digit)).collect()
        } else {
            vec![to]
        }
    }
}

impl UnaryHint {
    /// The nodes of the path, and the removed candidates that they depend on (13.1, 13.4).
    pub(super) fn content(
        &self,
        gone: RemovedCandidates<'_>,
        content: &mut Vec<u16>,
        causes: &mut Vec<CandidateId>,
    ) {
        content.clear();
        causes.clear();
        for &(node, on, reason) in self.path.iter().take(self.complexity as usize) {
            content.push(node | u16::from(on) << 11);
            if on {
                because(gone, node, reason, causes);
            }
        }
        if self.cycle {
            content.push(u16::MAX);
            // The path with on and off exchanged, from its first node to its last.
            for &(node, on, reason) in self.path.iter().rev().take(self.complexity as usize) {
                content.push(node | u16::from(!on) << 11);
                if !on {
                    because(gone, node, reason, causes);
                }
            }
        }
    }
}

/// Whether a conclusion changes nothing.
fn is_idle(board: &Board, (at, on): (CandidateId, bool)) -> bool {
    on && board.cells[cell_of(at)] == 1 << digit_of(at)
}

/// The removed candidates that cause an on node to follow (13.1).
fn because(
    gone: RemovedCandidates<'_>,
    node: CandidateId,
    reason: NodeReason,
    causes: &mut Vec<CandidateId>,
) {
    let (cell, digit) = (cell_of(node), digit_of(node));
    let mut push = |cause: CandidateId| {
        if !causes.contains(&cause) {
            causes.push(cause);
        }
    };
    match reason {
        NodeReason::Start | NodeReason::Advanced => {}
        NodeReason::Cell => bits(gone.of_cell(cell)).for_each(|digit| push(at(cell, digit))),
        _ => {
            let house = house_index(cell, reason);
            for position in bits(gone.of_house(house, digit)) {
                push(at(usize::from(CELLS[house][position]), digit));
            }
        }
    }
}
