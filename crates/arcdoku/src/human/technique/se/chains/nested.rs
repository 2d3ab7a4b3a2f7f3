//! Runs with chains inside them (13), and the best or all hints of the techniques over them.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::rc::Rc;

use super::super::board::{Board, bits};
use super::change::Change;
use super::multiple::{Lead, Source, Stage};
use super::rules::{Gone, rules};
use super::run::{Mark, Mode, Run, Walk};
use super::unary::{Links, Tree, Unary};
use super::{At, Reason, at, cell_of, digit_of, house_index};
use crate::human::houses::CELLS;
use crate::puzzle::{Budget, Limit};

/// Techniques 23 to 32: what may follow in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Nest {
    /// One digit.
    Nishio,
    /// Elementary implications on the grid as it is.
    Static,
    /// Elementary implications.
    Dynamic,
    /// Patterns as well.
    Plus,
    /// Patterns and technique 21.
    Unary,
    /// Patterns, techniques 21 and 24.
    Multiple,
    /// Patterns and dynamic chains of an inner level, 0 to 3.
    Deep(u8),
}

impl Nest {
    /// In the order of the scale.
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
        match self {
            Self::Nishio => 75,
            Self::Static => 80,
            Self::Dynamic => 85,
            Self::Plus => 90,
            Self::Unary => 95,
            Self::Multiple => 100,
            Self::Deep(_) => 105,
        }
    }

    fn mode(self) -> Mode {
        match self {
            Self::Nishio => Mode::Nishio,
            Self::Static => Mode::Static,
            _ => Mode::Dynamic,
        }
    }

    /// The technique inside the runs of a deep one.
    fn inner(level: u8) -> Self {
        [Self::Dynamic, Self::Plus, Self::Unary, Self::Multiple][usize::from(level.min(3))]
    }
}

/// Off nodes that follow in a run by a rule, in order.
#[derive(Clone, Debug, Default)]
pub(super) struct List {
    /// The candidate, the stretch of its causes, and the nested chain.
    entries: Vec<(At, u32, u32, u32)>,
    causes: Vec<At>,
}

impl List {
    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub(super) fn push(&mut self, eliminations: &[At], causes: &[At], nested: u32) {
        let first = self.causes.len() as u32;
        self.causes.extend_from_slice(causes);
        let end = self.causes.len() as u32;
        self.entries.extend(eliminations.iter().map(|&at| (at, first, end, nested)));
    }
}

/// Nested chains by content: what they lead to, node by node (13.4).
#[derive(Debug, Default)]
struct Known {
    ids: HashMap<Box<[u16]>, u32>,
    complexities: Vec<u32>,
}

impl Known {
    fn id(&mut self, content: &[u16], complexity: u32) -> u32 {
        if let Some(&id) = self.ids.get(content) {
            return id;
        }
        let id = self.complexities.len() as u32;
        self.complexities.push(complexity);
        self.ids.insert(content.into(), id);
        id
    }

    fn sum(&self, ids: &[u32]) -> u32 {
        ids.iter().map(|&id| self.complexities[id as usize]).sum()
    }
}

/// Memory for chains.
#[derive(Debug, Default)]
pub(in crate::human) struct Scratch {
    /// The links of the grid in which the outer runs began, and of others.
    base: Links,
    links: Links,
    tree: Tree,
    unary: Vec<Unary>,
    leads: Vec<Lead>,
    change: Change,
    outer: Stage,
    inner: Stage,
    marks: Vec<Mark>,
    walk: Walk,
    known: Known,
    lists: HashMap<(Nest, [u16; 81]), Rc<List>, BuildHasherDefault<Mix>>,
    content: Vec<u16>,
    nodes: Vec<(At, bool, super::run::From)>,
}

/// A hash of grids: they are long, and asked for often.
#[derive(Debug, Default)]
struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        let mut words = bytes.chunks_exact(8);
        let mut mix = |word: u64| self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
        for word in &mut words {
            mix(word.try_into().map_or(0, u64::from_le_bytes));
        }
        words.remainder().iter().for_each(|&byte| mix(byte.into()));
    }
}

/// A hint among others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Best {
    pub complexity: u32,
    pub lead: Lead,
    pub conclusion: (At, bool),
}

impl Best {
    fn key(&self) -> (u32, u8) {
        (self.complexity, self.lead.kind())
    }
}

impl Scratch {
    /// The hint of technique 21 that comes first.
    pub(super) fn unary(&mut self, board: &Board) -> Option<Unary> {
        self.base.read(board);
        self.base.hints(board, &mut self.tree, &mut self.unary);
        let first = (0..self.unary.len()).min_by_key(|&at| self.unary[at].key)?;
        Some(self.unary.swap_remove(first))
    }

    /// Forgets what belonged to another grid.
    pub(super) fn begin(&mut self, board: &Board) {
        self.outer.begin(board);
        self.base.read(board);
        self.base.deny_all();
        self.known = Known::default();
        self.lists.clear();
    }

    /// The hint of a technique that comes first. Techniques are asked in their order, one after the other.
    pub(super) fn forcing(
        &mut self,
        board: &Board,
        technique: Nest,
        budget: &Budget<'_>,
    ) -> Result<Option<Best>, Limit> {
        let mut stage = std::mem::take(&mut self.outer);
        let done = self.advance(&mut stage, technique, budget);
        let leads = std::mem::take(&mut self.leads);
        let source = if technique == Nest::Static && self.base.is_silent() {
            Source::Leads(&leads)
        } else {
            Source::All(technique.mode())
        };
        let best = self.best(&stage, source);
        self.leads = leads;
        debug_assert!(stage.board == *board);
        self.outer = stage;
        done.map(|()| best)
    }

    /// The hint of one technique, whatever others would find before.
    #[cfg(test)]
    pub(super) fn alone(
        &mut self,
        board: &Board,
        technique: Nest,
        budget: &Budget<'_>,
    ) -> Result<Option<super::Hint>, Limit> {
        self.begin(board);
        let before: &[Nest] = match technique {
            Nest::Plus => &[Nest::Dynamic],
            Nest::Unary => &[Nest::Dynamic, Nest::Plus],
            Nest::Multiple => &[Nest::Dynamic, Nest::Plus, Nest::Unary],
            Nest::Deep(_) => &[Nest::Dynamic, Nest::Plus],
            _ => &[],
        };
        for &technique in before {
            self.forcing(board, technique, budget)?;
        }
        let best = self.forcing(board, technique, budget)?;
        Ok(best.map(|best| super::hint(board, technique, &best)))
    }

    /// Lets the outer runs go as far as the technique lets them.
    fn advance(&mut self, stage: &mut Stage, technique: Nest, budget: &Budget<'_>) -> Result<(), Limit> {
        let count = 2 * stage.candidates.len();
        match technique {
            Nest::Nishio | Nest::Dynamic => {
                stage.run_all(technique.mode());
                return Ok(());
            }
            Nest::Static => {
                if self.base.is_silent() {
                    self.base.shared(&stage.board, &mut self.leads);
                    stage.run_for(&self.leads);
                } else {
                    stage.run_all(Mode::Static);
                }
                return Ok(());
            }
            Nest::Deep(_) => {
                for (run, &mark) in stage.runs.iter_mut().zip(&self.marks) {
                    if run.clash.is_some() || run.mark() != mark {
                        run.rewind(mark);
                    }
                }
            }
            _ => {}
        }
        if technique == Nest::Plus {
            self.marks.clear();
        }
        for place in 0..count {
            budget.check(0)?;
            self.pursue(&mut stage.runs[place], &stage.board, technique, 0);
            if technique == Nest::Plus {
                self.marks.push(stage.runs[place].mark());
            }
        }
        Ok(())
    }

    /// Whether technique 21 has nothing to say of a grid; then, where wanted, the cells and houses that
    /// technique 24 has something to say of.
    fn silence(&mut self, gone: Gone<'_>, depth: usize, wanted: bool, leads: &mut Vec<Lead>) -> bool {
        if depth == 0 && self.base.is_silent() && self.change.read(&self.base, gone) {
            let silent = self.change.is_silent(&self.base);
            if silent && wanted {
                self.change.shared(&self.base, gone.now, leads);
            }
            return silent;
        }
        self.links.read(gone.now);
        if self.links.is_silent() && wanted {
            self.links.shared(gone.now, leads);
        }
        self.links.is_silent()
    }

    /// Goes on with a run whose queues are empty.
    fn pursue(&mut self, run: &mut Run, start: &Board, nest: Nest, depth: usize) {
        while run.clash.is_none() {
            let list = self.list(Gone { start, now: &run.board }, nest, depth);
            let mut added = false;
            for &(at, first, end, nested) in &list.entries {
                added |= run.add_advanced(at, &list.causes[first as usize..end as usize], nested);
            }
            if !added {
                return;
            }
            run.exhaust();
        }
    }

    /// What follows by rules when nothing else does.
    fn list(&mut self, gone: Gone<'_>, nest: Nest, depth: usize) -> Rc<List> {
        let mut list = List::default();
        rules(gone, &mut list);
        if !list.is_empty() || nest == Nest::Plus {
            return Rc::new(list);
        }
        let key = (nest, gone.now.cells);
        if depth == 0
            && let Some(list) = self.lists.get(&key)
        {
            return Rc::clone(list);
        }
        match nest {
            Nest::Deep(level) => self.chains(gone, Nest::inner(level), None, &mut list),
            _ => {
                let mut leads = std::mem::take(&mut self.leads);
                if self.silence(gone, depth, nest == Nest::Multiple, &mut leads) {
                    if nest == Nest::Multiple && !leads.is_empty() {
                        self.chains(gone, Nest::Static, Some(&leads), &mut list);
                    }
                } else {
                    self.unary_list(gone, &mut list);
                    if list.is_empty() && nest == Nest::Multiple {
                        self.chains(gone, Nest::Static, None, &mut list);
                    }
                }
                self.leads = leads;
            }
        }
        let list = Rc::new(list);
        if depth == 0 {
            self.lists.insert(key, Rc::clone(&list));
        }
        list
    }

    /// What technique 21 eliminates.
    fn unary_list(&mut self, gone: Gone<'_>, list: &mut List) {
        self.links.read(gone.now);
        let mut hints = std::mem::take(&mut self.unary);
        self.links.sorted(gone.now, &mut self.tree, &mut hints);
        for hint in &hints {
            let mut causes = Vec::new();
            let content = &mut self.content;
            content.clear();
            for &(node, on, reason) in hint.path.iter().take(hint.complexity as usize) {
                content.push(node | u16::from(on) << 11);
                if on {
                    because(gone, node, reason, &mut causes);
                }
            }
            if hint.cycle {
                content.push(u16::MAX);
                // The path with on and off exchanged, from its first node to its last.
                for &(node, on, reason) in hint.path.iter().rev().take(hint.complexity as usize) {
                    content.push(node | u16::from(!on) << 11);
                    if !on {
                        because(gone, node, reason, &mut causes);
                    }
                }
            }
            if !causes.is_empty() {
                let id = self.known.id(content, hint.complexity);
                list.push(&hint.eliminations, &causes, id);
            }
        }
        self.unary = hints;
    }

    /// What techniques 24 to 28 eliminate.
    fn chains(&mut self, gone: Gone<'_>, technique: Nest, leads: Option<&[Lead]>, list: &mut List) {
        let mut stage = std::mem::take(&mut self.inner);
        stage.begin(gone.now);
        match leads {
            Some(leads) => stage.run_for(leads),
            None => stage.run_all(technique.mode()),
        }
        if !matches!(technique, Nest::Static | Nest::Dynamic) {
            for place in 0..2 * stage.candidates.len() {
                self.pursue(&mut stage.runs[place], &stage.board, technique, 1);
            }
        }
        let hints = self.all(&stage, leads.map_or(Source::All(technique.mode()), Source::Leads));
        for hint in hints {
            let (to, on) = hint.conclusion;
            let eliminations: Vec<At> = if on {
                let cell = cell_of(to);
                bits(gone.now.cells[cell] & !(1 << digit_of(to))).map(|digit| at(cell, digit)).collect()
            } else {
                vec![to]
            };
            let mut causes = Vec::new();
            self.content.clear();
            for &(run, target) in stage.targets(hint.lead, hint.conclusion).as_slice() {
                stage.runs[run].layers(&stage.board, target, &mut self.walk, &mut self.nodes);
                if !self.content.is_empty() {
                    self.content.push(u16::MAX);
                }
                for &(node, on, from) in &self.nodes {
                    self.content.push(node | u16::from(on) << 11);
                    if on {
                        let reason =
                            if from.reason == Reason::Start { hint.lead.reason() } else { from.reason };
                        because(gone, node, reason, &mut causes);
                    }
                }
            }
            if !causes.is_empty() {
                let id = self.known.id(&self.content, hint.complexity);
                list.push(&eliminations, &causes, id);
            }
        }
        self.inner = stage;
    }

    fn complexity(&mut self, stage: &Stage, lead: Lead, conclusion: (At, bool)) -> u32 {
        let targets = stage.targets(lead, conclusion);
        let flat = stage.flat(&targets, &mut self.walk);
        flat + self.known.sum(&self.walk.nested)
    }

    /// The hint that comes first.
    fn best(&mut self, stage: &Stage, source: Source<'_>) -> Option<Best> {
        let mut best: Option<Best> = None;
        stage.offers(source, |lead, conclusion| {
            if is_idle(&stage.board, conclusion) {
                return;
            }
            let least = (stage.least(&stage.targets(lead, conclusion)), lead.kind());
            if best.is_some_and(|best| least >= best.key()) {
                return;
            }
            let hint = Best { complexity: self.complexity(stage, lead, conclusion), lead, conclusion };
            if best.is_none_or(|best| hint.key() < best.key()) {
                best = Some(hint);
            }
        });
        best
    }

    /// All hints without duplicates, best first.
    fn all(&mut self, stage: &Stage, source: Source<'_>) -> Vec<Best> {
        let mut hints: Vec<(u32, Best)> = Vec::new();
        let mut slots: HashMap<(At, u16), usize> = HashMap::new();
        let mut order = 0;
        stage.offers(source, |lead, conclusion| {
            if is_idle(&stage.board, conclusion) {
                return;
            }
            order += 1;
            let (to, on) = conclusion;
            let (cell, digit) = (cell_of(to), digit_of(to));
            let mask = if on { stage.board.cells[cell] & !(1 << digit) } else { 1 << digit };
            let slot = slots.entry((cell as At, mask)).or_insert(hints.len());
            let old = hints.get(*slot).map(|(_, best)| *best);
            let least = (stage.least(&stage.targets(lead, conclusion)), lead.kind());
            if old.is_some_and(|old| least >= old.key()) {
                return;
            }
            let hint = Best { complexity: self.complexity(stage, lead, conclusion), lead, conclusion };
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

/// Whether a conclusion changes nothing.
fn is_idle(board: &Board, (at, on): (At, bool)) -> bool {
    on && board.cells[cell_of(at)] == 1 << digit_of(at)
}

/// What is gone and made an on node follow (13.1).
fn because(gone: Gone<'_>, node: At, reason: Reason, causes: &mut Vec<At>) {
    let (cell, digit) = (cell_of(node), digit_of(node));
    let mut push = |cause: At| {
        if !causes.contains(&cause) {
            causes.push(cause);
        }
    };
    match reason {
        Reason::Start | Reason::Advanced => {}
        Reason::Cell => bits(gone.of_cell(cell)).for_each(|digit| push(at(cell, digit))),
        _ => {
            let house = house_index(cell, reason);
            for position in bits(gone.of_house(house, digit)) {
                push(at(usize::from(CELLS[house][position]), digit));
            }
        }
    }
}
