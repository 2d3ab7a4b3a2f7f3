//! Chooses the propagators that enforce a relation, at the levels that narrow domains.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::csp::builder::Builder;
use crate::csp::constraint::Constraint;
use crate::csp::differ::Differ;
use crate::csp::domain::Var;
use crate::csp::implied::{self, Equation};
use crate::csp::level::Level;
use crate::csp::planar;
use crate::csp::propagator::Propagator;
use crate::csp::propagators::Comparison as To;
use crate::csp::propagators::{
    AllDifferent, AllDifferentGac, Any, Automaton, Branch, Cage, ChaosRegions, Checked, Circles,
    Combinations, Connected, Contain, Count, CountIs, DifferentWithin, Distinct, Element, Ends, EqualSums,
    HousePointing, Increasing, Layers, Linear, Pair, PairTable, Pairs, Rank, Restrict, RuleCheck, SameValues,
    SharedLayers, SumAmong,
};
use crate::csp::trace::Trace;
use crate::grid::{Digit, DigitSet};
use crate::puzzle::relation::{self, Comparison, Occurrences, Part, Relation};

/// The largest number of variables of an implied sum. Longer sums hardly ever narrow domains.
const LONGEST_SUM: usize = 7;

/// The largest number of variables in a list of leftovers.
const LONGEST_LEFTOVER: usize = 6;

/// An automaton unrolled over some domains, and its layers for different digits, which are built on first use.
type Unrolled = (Arc<Layers>, SharedLayers);

/// Posts relations in a builder. It collects shared data: binary relations, unrolled automata, and pairs of variables
/// that differ.
pub(super) struct Poster<'a, T: Trace> {
    builder: &'a mut Builder<T>,
    level: Level,
    digits: usize,
    /// The domains, narrowed by the relations over single cells.
    domains: Vec<DigitSet>,
    differ: Differ,
    pairs: Vec<Pair>,
    /// The tables for propagators, by the address of the relation's table. The relation's table is kept as well, so no
    /// other table gets its address.
    tables: FxHashMap<*const relation::PairTable, (Arc<relation::PairTable>, Arc<PairTable>)>,
    automata: Vec<Arc<relation::Automaton>>,
    /// The unrolled automata, by the number of the automaton and the domains. `None` if there are too many edges.
    layers: FxHashMap<(usize, Vec<DigitSet>), Option<Unrolled>>,
    /// The sets of variables that take every digit once.
    full: Vec<Box<[Var]>>,
    /// The labels of areas whose number of variables is the number of digits.
    areas: Vec<Box<[Var]>>,
}

impl<'a, T: Trace> Poster<'a, T> {
    /// Creates a poster for `builder`, whose variables have these domains.
    pub(super) fn new(
        builder: &'a mut Builder<T>,
        level: Level,
        digits: usize,
        domains: Vec<DigitSet>,
    ) -> Self {
        let differ = Differ::new(domains.len());
        Self {
            builder,
            level,
            digits,
            domains,
            differ,
            pairs: Vec::new(),
            tables: FxHashMap::default(),
            automata: Vec::new(),
            layers: FxHashMap::default(),
            full: Vec::new(),
            areas: Vec::new(),
        }
    }

    /// Records what a relation implies about single variables and about pairs of variables that always differ. All
    /// relations are recorded before the first is posted.
    pub(super) fn note(&mut self, relation: &Relation, vars: &[Var]) {
        if differs(relation, vars, self.digits) {
            self.differ.add(vars);
            if vars.len() == self.digits && !matches!(relation, Relation::Pair(_)) {
                self.full.push(vars.into());
            }
        }
        match relation {
            Relation::Areas(areas) if usize::from(areas.size) == self.digits => {
                self.areas.push(vars.into());
            }
            Relation::Among(set) => vars.iter().for_each(|var| self.domains[var.index()] &= *set),
            _ => {}
        }
    }

    /// Posts the relation of the constraint with this number.
    pub(super) fn post(&mut self, number: usize, relation: &Relation, vars: &[Var]) {
        let digits = self.digits;
        if self.level >= Level::Singles
            && let Relation::Cage { sum } = relation
        {
            let cage = Cage::new(vars.into(), *sum as usize, digits);
            return self.add(number, cage.pointing(&self.differ));
        }
        let offset = |offset: &i32| -offset;
        let own = || -> Box<[Var]> { vars.into() };
        match relation {
            Relation::AllDifferent => self.builder.post(Some(number), all_different(own(), self.level)),
            Relation::Cage { sum } => self.add(number, Cage::new(own(), *sum as usize, digits)),
            Relation::Increasing => self.add(number, Increasing::new(own())),
            Relation::Combinations(sets) => {
                let listed = Combinations::of_sets(own(), digits, sets.to_vec());
                if self.level >= Level::Singles {
                    self.add(number, listed.pointing(&self.differ));
                } else {
                    self.add(number, listed);
                }
            }
            Relation::Among(set) => self.add(number, Restrict::to(own(), *set)),
            Relation::Linear(linear) => {
                let terms: Vec<(Var, i32)> =
                    vars.iter().copied().zip(linear.coefficients.iter().copied()).collect();
                let digits = self.greatest(vars);
                self.add(
                    number,
                    Linear::new(&terms, comparison(linear.comparison), linear.constant, digits, &self.differ),
                );
            }
            Relation::EqualSums(lists) if lists.iter().all(|list| list.constant == lists[0].constant) => {
                let mut rest = vars;
                let mut each = Vec::new();
                for list in lists {
                    let (own, others) = rest.split_at(usize::from(list.cells).min(rest.len()));
                    each.push(own.into());
                    rest = others;
                }
                self.add(number, EqualSums::new(&each, digits, &self.differ));
            }
            Relation::EqualSums(lists) => self.equal_sums(number, lists, vars),
            Relation::Pair(table) => self.pair(number, table, vars),
            Relation::Automaton(automaton) => self.automaton(number, automaton, vars),
            Relation::Occurrences(all) => self.occurrences(number, all, vars),
            Relation::Counted { digits: counted, offset: by } => {
                if let Some((&control, others)) = vars.split_first() {
                    self.add(number, CountIs::new(control, offset(by), others, *counted));
                }
            }
            Relation::Distinct { offset: by } => {
                if let Some((&control, others)) = vars.split_first() {
                    self.add(number, Distinct::new(control, offset(by), others));
                }
            }
            Relation::SelfCounting { offset: by } => {
                let times: Vec<u32> = (1..=digits as i32)
                    .map(|number| {
                        u32::try_from(number - by).ok().filter(|&times| times > 0).unwrap_or(u32::MAX)
                    })
                    .collect();
                self.add(number, Circles::new(own(), &times, &self.differ));
            }
            Relation::Element { offset: by } => {
                if let [index, value, list @ ..] = vars {
                    // The relation counts positions from 1, but the propagator counts them from 0.
                    self.add(number, Element::new(*index, offset(by) - 1, list, *value));
                }
            }
            Relation::Ends(ends) => {
                if let [first, last, inner @ ..] = vars {
                    let allow = |a: Digit, b: Digit| ends.between(a, b);
                    self.add(number, Ends::new([*first, *last], inner, digits, &self.differ, allow));
                }
            }
            Relation::SameDigits { lists } if vars.len().is_multiple_of(*lists) && vars.len() >= *lists => {
                let lists = vars.chunks(vars.len() / lists).map(Into::into).collect();
                self.add(number, SameValues::new(lists));
            }
            Relation::Connected(connected) if vars.len() <= 4096 => {
                let size = connected.size.map(usize::from);
                self.add(number, Connected::new(own(), connected.digits, &wide(&connected.neighbors), size));
            }
            Relation::Areas(areas) if vars.len() <= 4096 => {
                let order = areas.order(vars.len()).collect();
                let size = usize::from(areas.size);
                self.add(number, ChaosRegions::new(own(), &wide(&areas.neighbors), size, order));
            }
            Relation::DifferentWithin { labels } => {
                let areas = &vars[vars.len() / 2..];
                let is_full =
                    labels.len() * digits == areas.len() && self.areas.iter().any(|known| **known == *areas);
                let all = is_full.then(|| DigitSet::all(digits));
                self.add(number, DifferentWithin::new(own(), *labels, all).pointing(&self.differ));
            }
            Relation::Rank(rank) => self.rank(number, rank, vars),
            Relation::Any(branches) => self.any(number, relation, branches, vars),
            Relation::Not(parts) => self.not(number, relation, parts, vars),
            _ => self.check(number, relation, vars),
        }
    }

    /// Posts the constraints that follow from houses and relations together, each separately. The i-th house is the
    /// constraint with the number i.
    pub(super) fn imply(&mut self, houses: &[Box<[Var]>], relations: &[(usize, &Relation, &[Var])]) {
        let (numbers, full): (Vec<usize>, Vec<&[Var]>) = houses
            .iter()
            .map(|vars| &**vars)
            .enumerate()
            .filter(|(_, vars)| vars.len() == self.digits)
            .unzip();
        let mut equations = Vec::new();
        let mut sources = Vec::new();
        for &(number, relation, vars) in relations {
            if let Some(equation) = equation(relation, vars) {
                equations.push(equation);
                sources.push(number);
            }
        }
        let digits = i64::try_from(self.digits).unwrap_or(0);
        let total = digits * (digits + 1) / 2;
        if !equations.is_empty() {
            for found in implied::sums(&full, total, &equations, LONGEST_SUM) {
                let Equation { terms, constant } = found.sum;
                let linear = Linear::new(&terms, To::Equal, constant, self.digits, &self.differ).redundant();
                let houses = found.houses.iter().map(|&house| numbers[house]);
                let name = self.name(houses, found.equations.iter().map(|&equation| sources[equation]));
                self.builder.add(Constraint::new(&name, terms.iter().map(|term| term.0)), linear);
            }
        }
        self.cross(relations);
        for ((&number, &house), pointing) in
            numbers.iter().zip(&full).zip(HousePointing::of_houses(&full, &self.differ))
        {
            if let Some(pointing) = pointing {
                let name = self.name(std::iter::once(number), std::iter::empty());
                self.builder.add(Constraint::new(&name, house.iter().copied()), pointing);
            }
        }
        for found in implied::leftovers(&full, LONGEST_LEFTOVER) {
            let (half, [first, second]) = (found.houses.len() / 2, found.lists);
            let of = |range: &[usize]| range.iter().map(|&house| numbers[house]).collect::<Vec<_>>();
            let name =
                self.name(of(&found.houses[..half]).into_iter(), of(&found.houses[half..]).into_iter());
            let constraint = Constraint::new(&name, first.iter().chain(&second).copied());
            self.builder.add(constraint, SameValues::new(vec![first.into(), second.into()]));
        }
    }

    /// Posts constraints so that two connected areas of a rectangle do not cross.
    fn cross(&mut self, relations: &[(usize, &Relation, &[Var])]) {
        let areas: Vec<(usize, &relation::Connected, &[Var])> = relations
            .iter()
            .filter_map(|&(number, relation, vars)| match relation {
                Relation::Connected(connected) => Some((number, connected, vars)),
                _ => None,
            })
            .collect();
        for (i, &(number, one, vars)) in areas.iter().enumerate() {
            for &(other_number, other, other_vars) in &areas[..i] {
                let (here, there) = (one.digits, other.digits);
                if vars != other_vars || one.neighbors != other.neighbors || !here.is_disjoint(there) {
                    continue;
                }
                let Some(width) =
                    planar::width(&wide(&one.neighbors)).filter(|_| one.neighbors.len() == vars.len())
                else {
                    continue;
                };
                // The state: the last area, and the number of changes so far.
                let step = |_, &(last, changes): &(Option<bool>, u8), digit: Digit| {
                    let now = if here.contains(digit) {
                        Some(true)
                    } else if there.contains(digit) {
                        Some(false)
                    } else {
                        return Some((last, changes));
                    };
                    let changes = changes + u8::from(last.is_some() && last != now);
                    (changes < 3).then_some((now, changes))
                };
                let mut known: FxHashMap<Vec<DigitSet>, Option<Arc<Layers>>> = FxHashMap::default();
                let cycles = planar::squares(vars.len(), width).map(|square| square.to_vec());
                for cycle in cycles.chain(std::iter::once(planar::edge(vars.len(), width))) {
                    let around: Vec<Var> = cycle.iter().map(|&at| vars[at]).collect();
                    let domains: Vec<DigitSet> = around.iter().map(|var| self.domains[var.index()]).collect();
                    let layers = known
                        .entry(domains)
                        .or_insert_with_key(|domains| Layers::explore(domains, (None, 0), step, |_| true));
                    if let Some(layers) = layers.clone().filter(|layers| !layers.is_void()) {
                        let name = self.name([number, other_number].into_iter(), std::iter::empty());
                        let constraint = Constraint::new(&name, around.iter().copied());
                        self.builder.add(constraint, Automaton::new(around.into(), layers));
                    }
                }
            }
        }
    }

    /// The name of an implied constraint: the constraints that imply it. The name is used only by traces.
    fn name(&self, houses: impl Iterator<Item = usize>, less: impl Iterator<Item = usize>) -> String {
        let mut name = String::new();
        if T::WATCHES {
            let named = |number: usize| self.builder.constraint(number).to_string();
            name = houses.map(named).collect::<Vec<_>>().join(" + ");
            for number in less {
                name += " - ";
                name += &named(number);
            }
        }
        name
    }

    /// Posts the collected constraints.
    pub(super) fn finish(self) {
        if self.level >= Level::Singles && self.digits <= 10 {
            for (vars, table) in implied::cliques(&self.pairs, &self.differ, self.digits) {
                let fits =
                    |set: DigitSet| set.iter().all(|a| set.iter().all(|b| a == b || table.allows(a, b)));
                if let Some(propagator) = Combinations::new(vars.clone().into(), self.digits, fits) {
                    let propagator = propagator.pointing(&self.differ);
                    self.builder.add(Constraint::new("each two of them", vars), propagator);
                }
            }
        }
        if !self.pairs.is_empty() {
            let reader = self.builder.trailed_reader();
            self.builder.add_shared(Pairs::new(reader, &self.pairs));
        }
    }

    fn add(&mut self, number: usize, propagator: impl Propagator<T> + 'static) {
        self.builder.post(Some(number), Box::new(propagator));
    }

    /// Posts the weakest propagator, which works for every relation.
    fn check(&mut self, number: usize, relation: &Relation, vars: &[Var]) {
        self.add(number, RuleCheck::new(relation.clone(), self.digits, vars.into()));
    }

    fn pair(&mut self, number: usize, table: &Arc<relation::PairTable>, vars: &[Var]) {
        let &[first, second] = vars else {
            return self.check(number, &Relation::Pair(Arc::clone(table)), vars);
        };
        let digits = self.digits;
        let known = self.tables.entry(Arc::as_ptr(table)).or_insert_with(|| {
            let posted = PairTable::from_rows(&table.rows()[..digits]);
            (Arc::clone(table), Arc::new(posted))
        });
        self.pairs.push(Pair { first, second, table: Arc::clone(&known.1), constraint: number });
    }

    /// Posts a disjunction: as a table if it has two variables, as one sum if all branches are sums of the same
    /// terms, otherwise branch by branch.
    fn any(&mut self, number: usize, relation: &Relation, branches: &[Box<[Part]>], vars: &[Var]) {
        if let &[first, second] = &*distinct(vars) {
            let table = PairTable::new(self.digits, |a, b| {
                let cells = vars.iter().map(|&var| Some(if var == first { a } else { b }));
                relation.holds(self.digits, &cells.collect::<Vec<_>>())
            });
            self.pairs.push(Pair { first, second, table: Arc::new(table), constraint: number });
        } else if let Some(among) = self.sum_among(branches, vars) {
            self.add(number, among);
        } else {
            let branches = branches.iter().map(|parts| self.branch(parts, vars)).collect();
            let any = Any::new(self.builder, branches);
            self.add(number, any);
        }
    }

    /// The branches as one sum, if all are equations of the same terms.
    fn sum_among(&self, branches: &[Box<[Part]>], vars: &[Var]) -> Option<SumAmong> {
        let mut terms: Option<Vec<(Var, i32)>> = None;
        let mut sums = Vec::new();
        for parts in branches {
            let [Part { places, relation: Relation::Linear(linear) }] = &**parts else { return None };
            if linear.comparison != Comparison::Equal || places.len() != linear.coefficients.len() {
                return None;
            }
            let own = places.iter().zip(&linear.coefficients);
            let own = own.map(|(&place, &by)| Some((*vars.get(usize::from(place))?, by)));
            let own = own.collect::<Option<Vec<_>>>()?;
            if *terms.get_or_insert_with(|| own.clone()) != own {
                return None;
            }
            sums.push(linear.constant);
        }
        SumAmong::new(&terms?, &sums, self.greatest(vars), &self.differ)
    }

    fn rank(&mut self, number: usize, rank: &relation::Rank, vars: &[Var]) {
        let lists = usize::from(rank.lists).max(1);
        let posted = Rank::new(vars.into(), lists, usize::from(rank.rank), rank.ties);
        if let Some(first) = self.first_digit(rank, vars) {
            let starts: Vec<Var> = vars.chunks(vars.len() / lists).map(|list| list[0]).collect();
            self.builder.mark_ranked(&starts, first);
            let first = DigitSet::single(first);
            self.add(number, Restrict::to([vars[0]].into(), first));
            self.add(number, posted.within(first, lists / self.digits));
        } else {
            self.add(number, posted);
        }
    }

    fn automaton(&mut self, number: usize, automaton: &Arc<relation::Automaton>, vars: &[Var]) {
        let domains: Vec<DigitSet> = vars.iter().map(|var| self.domains[var.index()]).collect();
        let known = self.automata.iter().position(|known| known == automaton);
        let known = known.unwrap_or_else(|| {
            self.automata.push(Arc::clone(automaton));
            self.automata.len() - 1
        });
        let unrolled = self.layers.entry((known, domains));
        let unrolled = unrolled.or_insert_with_key(|(_, domains)| {
            Layers::of_relation(automaton, domains).map(|plain| (plain, SharedLayers::default()))
        });
        let Some((plain, different)) = unrolled.clone() else {
            return self.check(number, &Relation::Automaton(Arc::clone(automaton)), vars);
        };
        // If there are not too many digits, the states record which digits were read.
        if self.level >= Level::Singles && vars.len() > 2 && self.digits <= 10 && self.differ.is_clique(vars)
        {
            let domains = vars.iter().map(|var| self.domains[var.index()]).collect();
            let (automaton, maker) = Automaton::of_different(vars.into(), plain, domains, different);
            self.add(number, automaton);
            self.add(number, maker);
        } else {
            self.add(number, Automaton::new(vars.into(), plain));
        }
    }

    fn occurrences(&mut self, number: usize, listed: &[Occurrences], vars: &[Var]) {
        let cells = vars.len();
        // If a set is listed twice, its ranges are combined.
        let mut all: Vec<Occurrences> = Vec::with_capacity(listed.len());
        for one in listed {
            if let Some(known) = all.iter_mut().find(|known| known.digits == one.digits) {
                known.least = known.least.max(one.least);
                known.most = known.most.min(one.most);
            } else {
                all.push(*one);
            }
        }
        let all = &all[..];
        if cells > 127 {
            return self.check(number, &Relation::Occurrences(all.into()), vars);
        }
        // All single digits that must occur are enforced by one propagator.
        let exact = all.iter().all(|one| one.least == one.most);
        let at_least = all.iter().all(|one| usize::from(one.most) >= cells);
        if all.len() > 1
            && all.iter().all(|one| one.digits.is_single() && one.least > 0)
            && (exact || at_least)
        {
            let listed: Vec<Digit> = all
                .iter()
                .flat_map(|one| {
                    one.digits.first().into_iter().flat_map(|digit| vec![digit; one.least.into()])
                })
                .collect();
            return self.add(number, Contain::new(vars.into(), &listed, exact));
        }
        if let [one] = all {
            let up_to = |count: usize| if count >= 127 { u128::MAX } else { (1 << (count + 1)) - 1 };
            let least = usize::from(one.least);
            let below = if least == 0 { 0 } else { up_to(least - 1) };
            let allowed = up_to(usize::from(one.most).min(cells)) & !below;
            return self.add(number, Count::new(vars.into(), one.digits, allowed));
        }
        // Several sets are counted together by an automaton. Its state is the number of occurrences of each set, up to
        // a limit.
        let step = |_, counts: &Vec<u16>, digit: Digit| {
            let count = |(one, &count): (&Occurrences, &u16)| {
                let most = if usize::from(one.most) >= cells { one.least } else { one.most };
                let next = count + u16::from(one.digits.contains(digit));
                if usize::from(one.most) >= cells {
                    Some(next.min(most))
                } else {
                    Some(next).filter(|&next| next <= most)
                }
            };
            all.iter().zip(counts).map(count).collect::<Option<Vec<u16>>>()
        };
        let enough = |counts: &Vec<u16>| all.iter().zip(counts).all(|(one, &count)| count >= one.least);
        let domains: Vec<DigitSet> = vars.iter().map(|var| self.domains[var.index()]).collect();
        match Layers::explore(&domains, vec![0; all.len()], step, enough) {
            Some(layers) => self.add(number, Automaton::new(vars.into(), layers)),
            None => self.check(number, &Relation::Occurrences(all.into()), vars),
        }
    }

    /// The first digit of the list with the given rank, if it is known. If the first cells of all lists form houses
    /// that take every digit, each digit begins equally many lists.
    fn first_digit(&self, rank: &relation::Rank, vars: &[Var]) -> Option<Digit> {
        let lists = usize::from(rank.lists);
        let length = vars.len().checked_div(lists).filter(|&length| length > 0)?;
        let mut firsts: Vec<Var> = vars.iter().step_by(length).copied().collect();
        for house in &self.full {
            let places: Option<Vec<usize>> =
                house.iter().map(|var| firsts.iter().position(|first| first == var)).collect();
            if places.is_some() {
                for var in house {
                    let place = firsts.iter().position(|first| first == var)?;
                    firsts.swap_remove(place);
                }
            }
        }
        let each = lists / self.digits;
        let index = usize::from(rank.rank).checked_sub(1)?.checked_div(each)?;
        (firsts.is_empty() && index < self.digits).then(|| Digit::from_index(index))
    }

    /// Posts lists whose sums differ by constants, as one equation for each list and the next.
    fn equal_sums(&mut self, number: usize, lists: &[relation::List], vars: &[Var]) {
        let mut start = 0;
        let mut ranges = Vec::new();
        for list in lists {
            let end = (start + usize::from(list.cells)).min(vars.len());
            ranges.push((&vars[start..end], i64::from(list.constant)));
            start = end;
        }
        for pair in ranges.windows(2) {
            let [(left, more), (right, less)] = [pair[0], pair[1]];
            let terms: Vec<(Var, i32)> =
                left.iter().map(|&var| (var, 1)).chain(right.iter().map(|&var| (var, -1))).collect();
            let equal = comparison(Comparison::Equal);
            self.add(number, Linear::new(&terms, equal, less - more, self.greatest(vars), &self.differ));
        }
    }

    /// The greatest digit that any of the variables can have. [`Restrict`] runs before all other propagators, so they
    /// never see greater digits.
    fn greatest(&self, vars: &[Var]) -> usize {
        let last = vars.iter().filter_map(|var| self.domains[var.index()].last());
        last.map(|digit| digit.index() + 1).max().unwrap_or(self.digits)
    }

    /// A branch of a disjunction, as a model of the variables of its parts.
    fn branch(&self, parts: &[Part], vars: &[Var]) -> Branch {
        let of = |part: &Part| -> Vec<Var> {
            part.places.iter().filter_map(|&place| vars.get(usize::from(place)).copied()).collect()
        };
        let mut own: Vec<Var> = parts.iter().flat_map(of).collect();
        own.sort_unstable();
        own.dedup();
        let local = |var: &Var| Var::new(own.binary_search(var).unwrap_or(0));
        let mut builder = Builder::new(self.level);
        let domains: Vec<DigitSet> = own.iter().map(|var| self.domains[var.index()]).collect();
        domains.iter().for_each(|&domain| {
            builder.variable(domain);
        });
        let mut poster = Poster::new(&mut builder, self.level, self.digits, domains);
        // Variables that differ in the whole model also differ in the branch.
        for (i, &var) in own.iter().enumerate() {
            for (j, &other) in own.iter().enumerate().skip(i + 1) {
                if self.differ.contains(var, other) {
                    poster.differ.add(&[Var::new(i), Var::new(j)]);
                }
            }
        }
        let places: Vec<Vec<Var>> = parts.iter().map(|part| of(part).iter().map(local).collect()).collect();
        for (part, vars) in parts.iter().zip(&places) {
            poster.note(&part.relation, vars);
        }
        for (part, vars) in parts.iter().zip(&places) {
            let number = poster.builder.constrain(Constraint::new("", vars.iter().copied()));
            poster.post(number, &part.relation, vars);
        }
        poster.finish();
        Branch { vars: own.into(), model: builder.finish() }
    }

    /// Posts a negation: of one relation, as its complement if there is a simple one; of several relations, as a
    /// disjunction.
    fn not(&mut self, number: usize, relation: &Relation, parts: &[Part], vars: &[Var]) {
        if let [part] = parts {
            let own: Vec<Var> =
                part.places.iter().filter_map(|&place| vars.get(usize::from(place)).copied()).collect();
            if let Some(complement) = complement(&part.relation, self.digits, own.len()) {
                self.post(number, &complement, &own);
            } else {
                let (relation, digits) = (relation.clone(), self.digits);
                self.add(number, Checked::new(vars.into(), move |cells| relation.holds(digits, cells)));
            }
        } else {
            let branch = |part: &Part| -> Box<[Part]> {
                let part = Part { places: part.places.clone(), relation: part.relation.clone() };
                [negated(part)].into()
            };
            self.post(number, &Relation::Any(parts.iter().map(branch).collect()), vars);
        }
    }
}

/// The variables, each once; at most three of them.
fn distinct(vars: &[Var]) -> Vec<Var> {
    let mut found = Vec::new();
    for &var in vars {
        if found.len() < 3 && !found.contains(&var) {
            found.push(var);
        }
    }
    found
}

/// The negation of a part, over its own cells.
fn negated(part: Part) -> Part {
    let own: Box<[u16]> = (0..part.places.len() as u16).collect();
    let places = part.places;
    let inner = Part { places: own, relation: part.relation };
    Part { places, relation: Relation::Not([inner].into()) }
}

/// Whether no two of the variables of a relation take the same digit.
pub(crate) fn differs(relation: &Relation, vars: &[Var], digits: usize) -> bool {
    match relation {
        Relation::AllDifferent | Relation::Cage { .. } | Relation::Combinations(_) | Relation::Increasing => {
            true
        }
        Relation::Pair(table) => {
            let equal = |digit: Digit| table.contains(digit, digit);
            !DigitSet::all(digits).iter().any(equal) && vars.first() != vars.last()
        }
        _ => false,
    }
}

/// The sum that a relation requires. Most coefficients are positive, so the sum can be subtracted from a house.
pub(crate) fn equation(relation: &Relation, vars: &[Var]) -> Option<Equation> {
    match relation {
        Relation::Cage { sum } => {
            let terms = vars.iter().map(|&var| (var, 1)).collect();
            Some(Equation { terms, constant: i64::from(*sum) })
        }
        Relation::Linear(linear) if linear.comparison == Comparison::Equal => {
            let mut terms: Vec<(Var, i32)> = Vec::new();
            for (&var, &by) in vars.iter().zip(&*linear.coefficients) {
                match terms.iter_mut().find(|term| term.0 == var) {
                    Some(term) => term.1 += by,
                    None => terms.push((var, by)),
                }
            }
            terms.retain(|term| term.1 != 0);
            let positive = terms.iter().filter(|term| term.1 > 0).count();
            let sign = if positive * 2 >= terms.len() { 1 } else { -1 };
            terms.iter_mut().for_each(|term| term.1 *= sign);
            Some(Equation { terms, constant: linear.constant * i64::from(sign) })
        }
        _ => None,
    }
}

/// The complement of a relation, which holds exactly if the relation does not; `None` if it is not equally simple.
fn complement(relation: &Relation, digits: usize, cells: usize) -> Option<Relation> {
    match relation {
        Relation::Pair(table) => {
            let table = relation::PairTable::new(digits, |a, b| !table.contains(a, b));
            Some(Relation::Pair(Arc::new(table)))
        }
        Relation::Among(set) if cells == 1 => Some(Relation::Among(DigitSet::all(digits).minus(*set))),
        Relation::Linear(linear) => {
            let (comparison, constant) = match linear.comparison {
                Comparison::Equal => (Comparison::Different, linear.constant),
                Comparison::Different => (Comparison::Equal, linear.constant),
                Comparison::AtMost => (Comparison::AtLeast, linear.constant + 1),
                Comparison::AtLeast => (Comparison::AtMost, linear.constant - 1),
            };
            let coefficients = linear.coefficients.clone();
            Some(Relation::Linear(relation::Linear { coefficients, comparison, constant }))
        }
        Relation::AllDifferent | Relation::Increasing if cells == 2 => {
            let different = *relation == Relation::AllDifferent;
            let table = relation::PairTable::new(digits, |a, b| if different { a == b } else { a >= b });
            Some(Relation::Pair(Arc::new(table)))
        }
        Relation::Not(parts) => match &**parts {
            // The complement applies only if the part lists all cells in order.
            [part] if part.places.iter().enumerate().all(|(i, &place)| i == usize::from(place)) => {
                Some(part.relation.clone())
            }
            _ => None,
        },
        _ => None,
    }
}

fn comparison(comparison: Comparison) -> To {
    match comparison {
        Comparison::Equal => To::Equal,
        Comparison::Different => To::NotEqual,
        Comparison::AtMost => To::AtMost,
        Comparison::AtLeast => To::AtLeast,
    }
}

fn wide(neighbors: &relation::Adjacency) -> Vec<Vec<u32>> {
    neighbors.iter().map(|near| near.iter().map(|&at| u32::from(at)).collect()).collect()
}

/// Returns the propagator of an all-different set, at a level with one propagator per set.
pub(super) fn all_different<T: Trace>(vars: Box<[Var]>, level: Level) -> Box<dyn Propagator<T>> {
    match level {
        Level::Check => Box::new(AllDifferent::check(vars)),
        Level::Gac => Box::new(AllDifferentGac::new(vars)),
        _ => Box::new(AllDifferent::eliminate(vars)),
    }
}
