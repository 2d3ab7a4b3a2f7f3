//! At least one of several branches holds: constructive disjunction.
//!
//! Each branch is a separate small model. It is propagated from the current domains; if it fails, it stays failed for
//! the rest of the subtree. Values that all remaining branches remove are removed (P. Van Hentenryck, V. Saraswat and
//! Y. Deville, "Design, implementation, and evaluation of the constraint language cc(FD)", Journal of Logic
//! Programming 37, 1998). This also enforces a single remaining branch.
//!
//! A branch whose domains have not changed is not propagated again. Its last result is stored together with the domains
//! that it was computed for, so the result need not be undone when the search backtracks.

use std::cell::RefCell;

use crate::csp::builder::Builder;
use crate::csp::domain::Var;
use crate::csp::propagate::Model;
use crate::csp::propagator::{Conflict, Context, Cost, Past, Propagator, Status, all_lost, learns};
use crate::csp::propagators::relaxed::{Seen, drop_most};
use crate::csp::trace::{Literal, Trace};
use crate::csp::words::Word;
use crate::grid::DigitSet;

/// A branch: a model whose variable with index `i` is the i-th variable of `vars`.
#[derive(Debug)]
pub struct Branch {
    /// The variables, each once.
    pub vars: Box<[Var]>,
    /// The model. It has exactly these variables.
    pub model: Model<()>,
}

/// At least one branch holds.
#[derive(Debug)]
pub struct Any {
    scope: Box<[Var]>,
    branches: Box<[Tried]>,
    /// The branches that have failed, as bits of trailed words.
    failed: Box<[Word]>,
    /// For each position of the scope, the digits that at least one branch keeps.
    kept: Box<[DigitSet]>,
}

/// A branch with the result of its last propagation.
#[derive(Debug)]
struct Tried {
    vars: Box<[Var]>,
    /// In a `RefCell`, because explanations, which have only a shared reference, propagate the model as well.
    model: RefCell<Model<()>>,
    /// The position of each variable in the scope.
    places: Box<[u32]>,
    /// Whether each position of the scope is a variable of the branch.
    covers: Box<[bool]>,
    is_known: bool,
    before: Box<[DigitSet]>,
    after: Box<[DigitSet]>,
    result: Result<Status, Conflict>,
}

impl Any {
    /// Creates the disjunction of the branches. `builder` is the builder of the model in which it is posted.
    pub fn new<T: Trace>(builder: &mut Builder<T>, branches: Vec<Branch>) -> Self {
        let mut scope: Vec<Var> = branches.iter().flat_map(|branch| branch.vars.iter().copied()).collect();
        scope.sort_unstable();
        scope.dedup();
        let failed = (0..branches.len().div_ceil(64)).map(|_| builder.word(0)).collect();
        let place = |var: &Var| scope.binary_search(var).unwrap_or(0) as u32;
        let tried = branches.into_iter().map(|branch| {
            let places: Box<[u32]> = branch.vars.iter().map(place).collect();
            let mut covers = vec![false; scope.len()];
            places.iter().for_each(|&place| covers[place as usize] = true);
            Tried {
                places,
                covers: covers.into(),
                is_known: false,
                before: vec![DigitSet::EMPTY; branch.vars.len()].into(),
                after: vec![DigitSet::EMPTY; branch.vars.len()].into(),
                result: Err(Conflict),
                vars: branch.vars,
                model: RefCell::new(branch.model),
            }
        });
        let branches = tried.collect();
        let kept = vec![DigitSet::EMPTY; scope.len()].into();
        Self { scope: scope.into(), branches, failed, kept }
    }
}

impl Tried {
    /// Propagates the branch from the current domains.
    fn propagate<T: Trace>(&mut self, cx: &Context<'_, T>) -> Result<Status, Conflict> {
        let Self { vars, model, is_known, before, after, result, .. } = self;
        let mut same = *is_known;
        for (before, &var) in before.iter_mut().zip(&**vars) {
            let now = cx.domain(var);
            same &= *before == now;
            *before = now;
        }
        if same {
            return *result;
        }
        *is_known = true;
        let model = model.get_mut();
        model.load_domains(before);
        *result = model.propagate(&mut ()).map(|()| {
            after.copy_from_slice(model.space().domains());
            if model.is_entailed() { Status::Entailed } else { Status::Fixpoint }
        });
        *result
    }

    /// Appends the reasons why the branch fails. Returns false and appends nothing if it does not fail.
    fn reasons(&self, literal: Option<Literal>, past: &dyn Past, because: &mut Vec<Literal>) -> bool {
        let seen: Vec<Seen> = self.vars.iter().map(|&var| Seen::new(var, literal, past)).collect();
        let mut model = self.model.borrow_mut();
        let mut domains: Vec<DigitSet> = Vec::new();
        // The lost digits, by position. The lost digits of a decided variable are one fact; each lost digit of another
        // variable is a separate fact.
        let mut facts: Vec<(usize, DigitSet)> = Vec::new();
        for (x, seen) in seen.iter().enumerate() {
            let lost = seen.initial.minus(seen.now);
            if seen.now.is_single() && !lost.is_empty() {
                facts.push((x, lost));
            } else {
                facts.extend(lost.iter().map(|digit| (x, DigitSet::single(digit))));
            }
        }
        facts.sort_by_key(|&(x, _)| std::cmp::Reverse(seen[x].since));
        let mut fails = |dropped: &[(usize, DigitSet)]| {
            domains.clear();
            domains.extend(seen.iter().map(|seen| seen.now));
            for &(x, lost) in dropped {
                domains[x] |= lost;
            }
            model.load_domains(&domains);
            model.propagate(&mut ()).is_err()
        };
        if !fails(&[]) {
            return false;
        }
        drop_most(&mut facts, fails);
        for (x, lost) in facts {
            past.lost(seen[x].var, lost, because);
        }
        true
    }

    /// Whether the branch removes no digit from any domain.
    fn changes_nothing(&self) -> bool {
        self.before == self.after
    }
}

impl<T: Trace> Propagator<T> for Any {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn cost(&self) -> Cost {
        Cost::High
    }

    /// Explains why each branch fails.
    fn explain(&self, literal: Option<Literal>, past: &dyn Past, because: &mut Vec<Literal>) {
        if !learns::<T>() {
            return;
        }
        if !self.branches.iter().all(|tried| tried.reasons(literal, past, because)) {
            all_lost(&self.scope, literal, past, because);
        }
    }

    fn propagate(&mut self, cx: &mut Context<'_, T>) -> Result<Status, Conflict> {
        let Self { scope, branches, failed, kept, .. } = self;
        kept.fill(DigitSet::EMPTY);
        let mut alive = 0;
        for (i, tried) in branches.iter_mut().enumerate() {
            let word = failed[i / 64];
            if cx.word(word) >> (i % 64) & 1 == 1 {
                continue;
            }
            match tried.propagate(cx) {
                Err(Conflict) => cx.set_word(word, cx.word(word) | 1 << (i % 64)),
                // The branch holds for all remaining values, so the disjunction holds, too.
                Ok(Status::Entailed) if tried.changes_nothing() => return Ok(Status::Entailed),
                Ok(_) => {
                    alive += 1;
                    for (&place, &after) in tried.places.iter().zip(&tried.after) {
                        kept[place as usize] |= after;
                    }
                    for (kept, &covers) in kept.iter_mut().zip(&tried.covers) {
                        if !covers {
                            *kept = !DigitSet::EMPTY;
                        }
                    }
                }
            }
        }
        if alive == 0 {
            return Err(cx.fail_because(|space| space.lost(scope.iter().copied())));
        }
        for (&var, &kept) in scope.iter().zip(&**kept) {
            let others = scope.iter().copied().filter(|&other| other != var);
            cx.exclude_because(var, !kept, |space| space.lost(others))?;
        }
        // A branch from which digits were removed may now lose more of them, or may now be entailed.
        let last =
            || branches.iter().enumerate().filter(|(i, _)| cx.word(failed[i / 64]) >> (i % 64) & 1 == 0);
        let settled = alive == 1 && last().all(|(_, tried)| tried.result == Ok(Status::Entailed));
        let stable = last().all(|(_, tried)| {
            let now = tried.vars.iter().map(|&var| cx.domain(var));
            now.eq(tried.before.iter().copied()) || alive == 1
        });
        Ok(match (settled, stable) {
            (true, _) => Status::Entailed,
            (false, true) => Status::Fixpoint,
            (false, false) => Status::NotAtFixpoint,
        })
    }
}
