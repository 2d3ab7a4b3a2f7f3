//! Reasons why there is no labelling: arc consistency, round by round.
//!
//! Over the semiring ({0, 1}, or, and) only forbidden combinations matter. A *board* has the remaining labels of each
//! object. In a round every function is revised against the same board: it removes the labels that are in no
//! combination of labels of the board that the function allows. A round therefore does not depend on the order of
//! functions (M. I. Schlesinger and V. Hlavac, "Ten lectures on statistical and structural pattern recognition",
//! 2002; A. K. Mackworth, "Consistency in networks of relations", 1977; for functions of more objects, C. Bessiere
//! and J.-C. Regin, "Arc consistency for general constraint networks: preliminary results", 1997).
//!
//! Removed labels are in no labelling, but the converse does not hold: each object can have labels left although
//! there is no labelling. In that case [`contradiction`](super::contradiction) finds functions that contradict each
//! other.

use crate::model::{LabelCosts, LabelFunction, LabelModel, RuleCosts, advance};
use crate::weight::Weight;
use arcdoku::puzzle::{Limit, Limits};

/// The largest number of tests of a rule in one revision.
const RULE_TESTS: u32 = 1 << 14;

/// A label that a round of [`consistency`] removes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RemovedLabel {
    /// The object.
    pub object: usize,
    /// The number of the label.
    pub label: usize,
    /// The number of the first function that removes it in this round.
    pub function: usize,
}

/// The labels that arc consistency removes, round by round.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Consistency {
    /// The labels that each round removes, in order of objects and labels; no round is empty.
    pub rounds: Vec<Vec<RemovedLabel>>,
    /// The objects without labels on the last board. If there is one, there is no labelling.
    pub ran_out: Vec<usize>,
    /// The numbers of the rules whose last revision was not complete. They may have removed too few labels.
    pub incomplete: Vec<usize>,
    /// The limit that ended the work, if any. Only complete rounds are included.
    pub limit: Option<Limit>,
    first: Vec<Vec<usize>>,
}

impl Consistency {
    /// The labels of each object that are left after this number of rounds, in ascending order. Board 0 contains all
    /// labels with an allowed cost. `None` if fewer rounds took place.
    pub fn board(&self, rounds: usize) -> Option<Vec<Vec<usize>>> {
        let mut board = self.first.clone();
        for removed in self.rounds.get(..rounds)?.iter().flatten() {
            remove(&mut board, removed.object, removed.label);
        }
        Some(board)
    }

    /// The number of the last board on which all objects have labels; `None` if the costs of an object forbid all its
    /// labels.
    pub fn last_consistent(&self) -> Option<usize> {
        if self.ran_out.is_empty() { Some(self.rounds.len()) } else { self.rounds.len().checked_sub(1) }
    }
}

/// Removes a label from a board.
fn remove(board: &mut [Vec<usize>], object: usize, label: usize) {
    if let Ok(place) = board[object].binary_search(&label) {
        board[object].remove(place);
    }
}

/// Removes labels by arc consistency until nothing changes or an object has no label left.
///
/// A table is revised exactly, for any number of objects. A rule is searched for a combination with each label, up to
/// a number of tests. A set of different objects removes the only label of an object from all other objects. It
/// removes all labels of its objects if fewer labels than objects are left, for example if a digit of a house has no
/// place.
///
/// Only forbidden costs count. The bound of the model and a constant that forbids everything are ignored. The node
/// limit applies to the number of revisions of functions.
///
/// ```
/// use arcdoku_label::{LabelCosts, LabelModel, consistency};
/// use arcdoku::Limits;
///
/// let mut model = LabelModel::<i64>::new();
/// (0..3).for_each(|_| assert!(model.add_object("", 2).is_ok()));
/// for pair in [[0, 1], [1, 2], [0, 2]] {
///     model.add_function(&pair, LabelCosts::AllDifferent)?;
/// }
/// // Three objects in a cycle cannot have two labels, but each two of them can.
/// assert_eq!(consistency(&model, &Limits::NONE).rounds.len(), 0);
/// model.add_cost(0, 0, i64::MAX)?;
/// let found = consistency(&model, &Limits::NONE);
/// assert_eq!(found.board(1), Some(vec![vec![1], vec![0], vec![0]]));
/// assert_eq!(found.ran_out, [1, 2]);
/// # Ok::<(), arcdoku_label::ModelError>(())
/// ```
pub fn consistency<W: Weight>(model: &LabelModel<W>, limits: &Limits<'_>) -> Consistency {
    let mut board: Vec<Vec<usize>> =
        (0..model.objects()).map(|object| model.allowed(object).collect()).collect();
    let mut found = Consistency {
        rounds: Vec::new(),
        ran_out: (0..board.len()).filter(|&object| board[object].is_empty()).collect(),
        incomplete: Vec::new(),
        limit: None,
        first: board.clone(),
    };
    let of_object = model.functions_of(|_| true);
    let budget = limits.start();
    let mut nodes = 0;
    // A function whose objects did not change would remove nothing, so it is not revised.
    let mut due: Vec<usize> = (0..model.functions().len()).collect();
    let mut is_incomplete = vec![false; model.functions().len()];
    while found.ran_out.is_empty() {
        let mut round = Vec::new();
        for &number in &due {
            if let Err(limit) = budget.spend(&mut nodes) {
                found.limit = Some(limit);
                break;
            }
            let scope = model.functions()[number].scope();
            let lists: Vec<&[usize]> = scope.iter().map(|&object| &*board[object]).collect();
            let (unsupported, is_complete) = revise(&model.functions()[number], &lists);
            is_incomplete[number] = !is_complete;
            for (&object, labels) in scope.iter().zip(unsupported) {
                let gone = labels.into_iter();
                round.extend(gone.map(|label| RemovedLabel { object, label, function: number }));
            }
        }
        if round.is_empty() || found.limit.is_some() {
            break;
        }
        // The sort is stable, so of several functions that remove a label, the first is recorded.
        round.sort_by_key(|removed| (removed.object, removed.label));
        round.dedup_by_key(|removed| (removed.object, removed.label));
        due.clear();
        for removed in &round {
            remove(&mut board, removed.object, removed.label);
            due.extend(&of_object[removed.object]);
            if board[removed.object].is_empty() {
                found.ran_out.push(removed.object);
            }
        }
        due.sort_unstable();
        due.dedup();
        found.rounds.push(round);
    }
    found.incomplete = (0..is_incomplete.len()).filter(|&number| is_incomplete[number]).collect();
    found
}

/// The labels of a function's objects, listed for each object, that are in no allowed combination, and whether the
/// function was searched completely.
fn revise<W: Weight>(function: &LabelFunction<W>, lists: &[&[usize]]) -> (Vec<Vec<usize>>, bool) {
    let (supported, is_complete) = match function.costs() {
        LabelCosts::Dense(_) => (dense_support(function, lists), true),
        LabelCosts::Sparse { others, listed } => (sparse_support(others.forbids(), listed, lists), true),
        LabelCosts::AllDifferent => return (repeated(lists), true),
        LabelCosts::Rule(rule) => rule_support(rule, lists),
    };
    (without_support(lists, supported), is_complete)
}

/// The listed labels that are not marked as supported. There is one mark for each place in a list.
fn without_support(lists: &[&[usize]], supported: Vec<Vec<bool>>) -> Vec<Vec<usize>> {
    let rest = |(list, marks): (&&[usize], Vec<bool>)| {
        list.iter().zip(marks).filter(|(_, mark)| !mark).map(|(&label, _)| label).collect()
    };
    lists.iter().zip(supported).map(rest).collect()
}

fn no_marks(lists: &[&[usize]]) -> Vec<Vec<bool>> {
    lists.iter().map(|list| vec![false; list.len()]).collect()
}

/// Tries all combinations until each label is supported.
fn dense_support<W: Weight>(function: &LabelFunction<W>, lists: &[&[usize]]) -> Vec<Vec<bool>> {
    let mut supported = no_marks(lists);
    let sizes: Vec<usize> = lists.iter().map(|list| list.len()).collect();
    let mut open: usize = sizes.iter().sum();
    let mut at = vec![0; lists.len()];
    let mut labels = vec![0; lists.len()];
    loop {
        labels.iter_mut().zip(lists).zip(&at).for_each(|((label, list), &at)| *label = list[at]);
        if !function.cost(&labels).forbids() {
            for (marks, &at) in supported.iter_mut().zip(&at) {
                open -= usize::from(!std::mem::replace(&mut marks[at], true));
            }
        }
        if open == 0 || !advance(&mut at, &sizes) {
            return supported;
        }
    }
}

/// Examines only the listed combinations. If all others are allowed, a label is supported unless all its combinations
/// are listed as forbidden.
fn sparse_support<W: Weight>(
    others_forbid: bool,
    listed: &[(Box<[usize]>, W)],
    lists: &[&[usize]],
) -> Vec<Vec<bool>> {
    // For each label: the number of its combinations of the board that are listed and differ from the combinations that
    // are not.
    let mut counts: Vec<Vec<usize>> = lists.iter().map(|list| vec![0; list.len()]).collect();
    for (labels, _) in listed.iter().filter(|(_, cost)| cost.forbids() != others_forbid) {
        let places = labels.iter().zip(lists).map(|(label, list)| list.binary_search(label).ok());
        if let Some(places) = places.collect::<Option<Vec<usize>>>() {
            counts.iter_mut().zip(places).for_each(|(counts, at)| counts[at] += 1);
        }
    }
    let all = |place: usize| {
        let other = |(at, list): (usize, &&[usize])| if at == place { 1 } else { list.len() };
        lists.iter().enumerate().map(other).try_fold(1_usize, usize::checked_mul)
    };
    let supported = |(place, counts): (usize, &Vec<usize>)| {
        let all = all(place);
        let is_supported = |&count: &usize| if others_forbid { count > 0 } else { Some(count) != all };
        counts.iter().map(is_supported).collect()
    };
    counts.iter().enumerate().map(supported).collect()
}

/// The labels that a set of different objects removes.
fn repeated(lists: &[&[usize]]) -> Vec<Vec<usize>> {
    let mut taken: Vec<usize> = lists.iter().copied().flatten().copied().collect();
    taken.sort_unstable();
    taken.dedup();
    if taken.len() < lists.len() {
        return lists.iter().map(|list| list.to_vec()).collect();
    }
    // For each label, the number of objects whose only label it is.
    let mut owners = vec![0_usize; taken.len()];
    let place = |label: &usize| taken.binary_search(label).unwrap_or(0);
    lists.iter().filter(|list| list.len() == 1).for_each(|list| owners[place(&list[0])] += 1);
    let removed = |list: &&[usize]| {
        let own = usize::from(list.len() == 1);
        list.iter().copied().filter(|label| owners[place(label)] > own).collect()
    };
    lists.iter().map(removed).collect()
}

/// Searches for a combination with each label. Also returns whether all searches were completed.
fn rule_support(rule: &RuleCosts, lists: &[&[usize]]) -> (Vec<Vec<bool>>, bool) {
    let mut supported = no_marks(lists);
    let mut steps = RULE_TESTS;
    let mut is_complete = true;
    for place in 0..lists.len() {
        for at in 0..lists[place].len() {
            if supported[place][at] {
                continue;
            }
            let mut search = RuleSearch::new(lists, place, at);
            match search.run(rule, &mut steps) {
                Some(true) => {
                    supported.iter_mut().zip(search.at).for_each(|(marks, at)| marks[at] = true);
                }
                Some(false) => {}
                None => {
                    supported[place][at] = true;
                    is_complete = false;
                }
            }
        }
    }
    (supported, is_complete)
}

/// A depth-first search for labels that a rule allows.
struct RuleSearch<'a> {
    lists: &'a [&'a [usize]],
    /// The open places of the scope. The place with the fewest labels comes first.
    order: Vec<usize>,
    /// For each place of the scope, the place of its current label in its list.
    at: Vec<usize>,
    labels: Vec<Option<usize>>,
}

impl<'a> RuleSearch<'a> {
    fn new(lists: &'a [&'a [usize]], place: usize, at: usize) -> Self {
        let mut order: Vec<usize> = (0..lists.len()).filter(|&other| other != place).collect();
        order.sort_by_key(|&other| lists[other].len());
        let mut search = Self { lists, order, at: vec![0; lists.len()], labels: vec![None; lists.len()] };
        search.at[place] = at;
        search.labels[place] = Some(lists[place][at]);
        search
    }

    /// Whether there is a combination; `None` if the search takes more steps than are left. At least one test is
    /// always made.
    fn run(&mut self, rule: &RuleCosts, steps: &mut u32) -> Option<bool> {
        if !rule.allows(|place| self.labels[place]) {
            return Some(false);
        }
        let mut depth = 0;
        let mut tried = vec![0; self.order.len()];
        while let Some(&place) = self.order.get(depth) {
            if let Some(&label) = self.lists[place].get(tried[depth]) {
                *steps = steps.checked_sub(1)?;
                self.at[place] = tried[depth];
                self.labels[place] = Some(label);
                tried[depth] += 1;
                depth += usize::from(rule.allows(|place| self.labels[place]));
            } else {
                self.labels[place] = None;
                tried[depth] = 0;
                if depth == 0 {
                    return Some(false);
                }
                depth -= 1;
            }
        }
        Some(true)
    }
}
