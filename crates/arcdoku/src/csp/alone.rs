//! A single relation as a separate model, which shows what the relation implies without any other constraint.

use crate::csp::builder::Builder;
use crate::csp::constraint::Constraint;
use crate::csp::differ::Differ;
use crate::csp::domain::Var;
use crate::csp::level::Level;
use crate::csp::post::Poster;
use crate::csp::propagate::Model;
use crate::csp::propagator::Conflict;
use crate::grid::DigitSet;
use crate::puzzle::relation::Relation;

/// A relation over some variables, enforced as strongly as its propagators can.
///
/// If the domains are the same as in the previous call, a call only compares them.
#[derive(Debug)]
pub(crate) struct Alone {
    /// The variables, each once.
    vars: Box<[Var]>,
    model: Model<()>,
    before: Box<[DigitSet]>,
    /// The digits of `before` that remain; `None` after a contradiction.
    after: Option<Box<[DigitSet]>>,
}

impl Alone {
    /// A model of the relation of `vars`. Variables of `vars` that are a pair in `differ` hold different digits.
    pub(crate) fn new(digits: usize, relation: &Relation, vars: &[Var], differ: &Differ) -> Self {
        let mut own = vars.to_vec();
        own.sort_unstable();
        own.dedup();
        let domains = vec![DigitSet::all(digits); own.len()];
        let mut builder: Builder<()> = Builder::new(Level::Gac);
        domains.iter().for_each(|&domain| {
            builder.variable(domain);
        });
        let places: Vec<Var> = vars.iter().map(|var| Var::new(own.binary_search(var).unwrap_or(0))).collect();
        let number = builder.constrain(Constraint::new("", places.iter().copied()));
        let mut poster = Poster::new(&mut builder, Level::Gac, digits, domains);
        poster.note(relation, &places);
        for (i, &var) in own.iter().enumerate() {
            for (j, &other) in own.iter().enumerate().skip(i + 1) {
                if differ.contains(var, other) {
                    poster.note(&Relation::AllDifferent, &[Var::new(i), Var::new(j)]);
                }
            }
        }
        poster.post(number, relation, &places);
        poster.finish();
        let model = builder.finish();
        Self { before: vec![DigitSet::EMPTY; own.len()].into(), after: None, vars: own.into(), model }
    }

    /// The variables, each once, in ascending order.
    pub(crate) fn vars(&self) -> &[Var] {
        &self.vars
    }

    /// The digits that the relation leaves for each variable, in the order of [`vars`](Self::vars). `domains` contains
    /// the domains of all variables, by index.
    ///
    /// # Errors
    /// If no digits of the domains satisfy the relation.
    pub(crate) fn narrowed(&mut self, domains: &[DigitSet]) -> Result<&[DigitSet], Conflict> {
        let now = |var: &Var| domains.get(var.index()).copied().unwrap_or_default();
        if !self.vars.iter().map(now).eq(self.before.iter().copied()) {
            self.before = self.vars.iter().map(now).collect();
            self.after = None;
            if self.before.iter().all(|set| !set.is_empty()) {
                self.model.load_domains(&self.before);
                if self.model.propagate(&mut ()).is_ok() {
                    self.after = Some(self.model.space().domains()[..self.vars.len()].into());
                }
            }
        }
        self.after.as_deref().ok_or(Conflict)
    }
}
