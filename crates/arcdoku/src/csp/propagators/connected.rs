//! Connected areas.
//!
//! Some variables belong to an area for certain, some may. All certain ones must be reached from each other through those
//! that may belong; what cannot be reached, or only with more variables than the size leaves, does not belong; a variable
//! without which certain ones would be separated belongs (articulation points: J. Hopcroft and R. Tarjan, "Algorithm 447:
//! efficient algorithms for graph manipulation", Communications of the ACM 16, 1973).

use crate::csp::agenda::Lists;
use crate::csp::domain::Var;
use crate::csp::propagator::{Conflict, Context, Cost, Propagator, Status};
use crate::csp::trace::Trace;
use crate::grid::{Digit, DigitSet};

/// The variables with certain digits form one connected area.
#[derive(Debug)]
pub struct Connected {
    vars: Box<[Var]>,
    values: DigitSet,
    area: Area,
    /// The number of variables of the area, if it is known.
    size: Option<usize>,
}

impl Connected {
    /// The variables with a digit of `values` are connected by `neighbors`, which has the positions of the neighbors of
    /// each variable; `size` of them if that is given. No variable at all is connected.
    pub fn new(vars: Box<[Var]>, values: DigitSet, neighbors: &[Vec<u32>], size: Option<usize>) -> Self {
        let area = Area::new(vars.len(), neighbors);
        Self { vars, values, area, size }
    }

    fn run<T: Trace>(&mut self, cx: &mut Context<'_, T>) -> Result<Status, Conflict> {
        let before = cx.space().eliminations();
        let open = self.area.enforce(&self.vars, self.values, self.size, cx)?;
        if cx.space().eliminations() != before {
            return Ok(Status::NotAtFixpoint);
        }
        Ok(if open { Status::Fixpoint } else { Status::Entailed })
    }
}

impl<T: Trace> Propagator<T> for Connected {
    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn cost(&self) -> Cost {
        Cost::High
    }

    fn propagate(&mut self, cx: &mut Context<'_, T>) -> Status {
        self.run(cx).unwrap_or(Status::Failed)
    }
}

/// Variables are labels of connected areas of equal size, numbered in the order of their first variables.
#[derive(Debug)]
pub struct ChaosRegions {
    vars: Box<[Var]>,
    area: Area,
    size: usize,
    labels: usize,
}

impl ChaosRegions {
    /// Each of the labels 1, 2, ... is on `size` variables that are connected by `neighbors`. The first variable of a label
    /// comes before that of the next label.
    pub fn new(vars: Box<[Var]>, neighbors: &[Vec<u32>], size: usize) -> Self {
        let area = Area::new(vars.len(), neighbors);
        let labels = vars.len().checked_div(size).unwrap_or(0).min(64);
        Self { vars, area, size, labels }
    }

    fn run<T: Trace>(&mut self, cx: &mut Context<'_, T>) -> Result<Status, Conflict> {
        let Self { vars, area, size, labels } = self;
        if *labels * *size != vars.len() {
            return Err(cx.fail_because(|space| space.lost(vars.iter().copied())));
        }
        let before = cx.space().eliminations();
        // A label needs the one below it before (Y. C. Law and J. H. M. Lee, "Global constraints for integer and set value
        // precedence", CP 2004).
        let mut seen = 0;
        for (i, &var) in vars.iter().enumerate() {
            let next = (seen + 1).min(*labels);
            let because = &vars[..i];
            cx.exclude_because(var, !DigitSet::all(next), |space| space.lost(because.iter().copied()))?;
            seen = seen.max(cx.domain(var).last().map_or(0, |digit| digit.index() + 1));
        }
        let mut open = false;
        for label in 0..*labels {
            let label = DigitSet::single(Digit::from_index(label));
            open |= area.enforce(vars, label, Some(*size), cx)?;
        }
        if cx.space().eliminations() != before {
            return Ok(Status::NotAtFixpoint);
        }
        if open {
            return Ok(Status::Fixpoint);
        }
        // All are decided; the bound above lets the greatest label of a domain pass for one that has occurred.
        let mut next = 0;
        for &var in &**vars {
            let label = cx.domain(var).first().map_or(0, Digit::index);
            if label > next {
                return Err(cx.fail_because(|space| space.lost(vars.iter().copied())));
            }
            next = next.max(label + 1);
        }
        Ok(Status::Entailed)
    }
}

impl<T: Trace> Propagator<T> for ChaosRegions {
    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn cost(&self) -> Cost {
        Cost::High
    }

    fn propagate(&mut self, cx: &mut Context<'_, T>) -> Status {
        self.run(cx).unwrap_or(Status::Failed)
    }
}

/// The graph of variables, and memory for walks on it.
#[derive(Debug)]
struct Area {
    neighbors: Lists<u32>,
    role: Box<[Role]>,
    /// The number of variables that a path from the start needs in addition to the certain ones; `FAR` if there is none.
    distance: Box<[u32]>,
    queue: Vec<u32>,
    later: Vec<u32>,
    /// For the search for articulation points: the order of discovery, the earliest variable that is reached from below,
    /// and how many certain variables are below.
    found: Box<[u32]>,
    low: Box<[u32]>,
    below: Box<[u32]>,
    stack: Vec<(u32, u32)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Outside,
    Possible,
    Certain,
}

const FAR: u32 = u32::MAX;

impl Area {
    fn new(count: usize, neighbors: &[Vec<u32>]) -> Self {
        // Each list once, and no neighbor that does not exist.
        let mut lists = vec![Vec::new(); count];
        for (list, all) in lists.iter_mut().zip(neighbors) {
            list.extend(all.iter().copied().filter(|&other| (other as usize) < count));
        }
        Self {
            neighbors: Lists::new(&lists),
            role: vec![Role::Outside; count].into(),
            distance: vec![FAR; count].into(),
            queue: Vec::new(),
            later: Vec::new(),
            found: vec![0; count].into(),
            low: vec![0; count].into(),
            below: vec![0; count].into(),
            stack: Vec::new(),
        }
    }

    /// Narrows the variables so that those with one of `values` can be one area. Returns whether any is open.
    fn enforce<T: Trace>(
        &mut self,
        vars: &[Var],
        values: DigitSet,
        size: Option<usize>,
        cx: &mut Context<'_, T>,
    ) -> Result<bool, Conflict> {
        let (mut certain, mut possible, mut start) = (0, 0, None);
        for (x, &var) in vars.iter().enumerate() {
            let domain = cx.domain(var);
            self.role[x] = if domain.is_disjoint(values) {
                Role::Outside
            } else if domain.is_subset(values) {
                certain += 1;
                start = start.or(Some(x));
                Role::Certain
            } else {
                possible += 1;
                Role::Possible
            };
        }
        let fail = |cx: &mut Context<'_, T>| cx.fail_because(|space| space.lost(vars.iter().copied()));
        if size.is_some_and(|size| certain > size || certain + possible < size) {
            return Err(fail(cx));
        }
        let Some(start) = start else { return self.without_start(vars, values, size, possible, cx) };
        if possible == 0 && certain == 1 {
            return Ok(false);
        }
        let room = size.map_or(FAR - 1, |size| (size - certain) as u32);
        self.measure(start);
        let mut reached = 0;
        for x in 0..vars.len() {
            if self.role[x] == Role::Outside {
                continue;
            }
            if self.distance[x] <= room {
                reached += 1;
            } else if self.role[x] == Role::Certain {
                return Err(fail(cx));
            } else {
                self.role[x] = Role::Outside;
                exclude(vars, x, values, cx)?;
            }
        }
        if size.is_some_and(|size| reached < size) {
            return Err(fail(cx));
        }
        if size == Some(reached) {
            for x in 0..vars.len() {
                if self.role[x] == Role::Possible {
                    exclude(vars, x, !values, cx)?;
                }
            }
            return Ok(false);
        }
        if certain > 1 {
            self.articulate(start, certain as u32);
            for x in 0..vars.len() {
                // The walk marked them so.
                if self.role[x] == Role::Certain && !cx.domain(vars[x]).is_subset(values) {
                    exclude(vars, x, !values, cx)?;
                }
            }
        }
        Ok(reached > certain)
    }

    /// Without a certain variable, components that are too small are no area.
    fn without_start<T: Trace>(
        &mut self,
        vars: &[Var],
        values: DigitSet,
        size: Option<usize>,
        possible: usize,
        cx: &mut Context<'_, T>,
    ) -> Result<bool, Conflict> {
        let Some(size) = size else { return Ok(possible > 0) };
        let mut left = false;
        for x in 0..vars.len() {
            if self.role[x] != Role::Possible {
                continue;
            }
            self.measure(x);
            let component: Vec<usize> = (0..vars.len()).filter(|&y| self.distance[y] != FAR).collect();
            for &y in &component {
                self.role[y] = Role::Outside;
            }
            if component.len() >= size {
                left = true;
            } else {
                for y in component {
                    exclude(vars, y, values, cx)?;
                }
            }
        }
        if size > 0 && !left {
            return Err(cx.fail_because(|space| space.lost(vars.iter().copied())));
        }
        Ok(left)
    }

    /// Computes the distances from a variable: steps onto certain variables cost nothing.
    fn measure(&mut self, start: usize) {
        let Self { neighbors, role, distance, queue, later, .. } = self;
        distance.fill(FAR);
        let mut steps = u32::from(role[start] == Role::Possible);
        distance[start] = steps;
        queue.clear();
        later.clear();
        queue.push(start as u32);
        while !queue.is_empty() {
            while let Some(x) = queue.pop() {
                for &y in neighbors.get(x as usize) {
                    let there = y as usize;
                    match role[there] {
                        Role::Certain if distance[there] > steps => {
                            distance[there] = steps;
                            queue.push(y);
                        }
                        Role::Possible if distance[there] == FAR => {
                            distance[there] = steps + 1;
                            later.push(y);
                        }
                        _ => {}
                    }
                }
            }
            steps += 1;
            std::mem::swap(queue, later);
        }
    }

    /// Marks as certain the variables that separate certain ones. Those that are not outside are all connected.
    fn articulate(&mut self, start: usize, certain: u32) {
        let Self { neighbors, role, found, low, below, stack, .. } = self;
        found.fill(0);
        let mut count = 1;
        found[start] = 1;
        low[start] = 1;
        below[start] = 1;
        stack.clear();
        stack.push((start as u32, 0));
        while let Some(top) = stack.last_mut() {
            let x = top.0 as usize;
            if let Some(&y) = neighbors.get(x).get(top.1 as usize) {
                top.1 += 1;
                let y = y as usize;
                if role[y] == Role::Outside {
                    continue;
                }
                if found[y] == 0 {
                    count += 1;
                    found[y] = count;
                    low[y] = count;
                    below[y] = u32::from(role[y] == Role::Certain);
                    stack.push((y as u32, 0));
                } else {
                    low[x] = low[x].min(found[y]);
                }
                continue;
            }
            stack.pop();
            let Some(&(parent, _)) = stack.last() else { break };
            let parent = parent as usize;
            // What is below x is reached through its parent alone, and has some of the certain variables, but not the start.
            if low[x] >= found[parent] && below[x] > 0 && below[x] < certain {
                role[parent] = Role::Certain;
            }
            low[parent] = low[parent].min(low[x]);
            below[parent] += below[x];
        }
    }
}

/// Takes a variable out of the area, or into it.
fn exclude<T: Trace>(
    vars: &[Var],
    x: usize,
    gone: DigitSet,
    cx: &mut Context<'_, T>,
) -> Result<(), Conflict> {
    let others = vars.iter().copied().filter(|&other| other != vars[x]);
    cx.exclude_because(vars[x], gone, |space| space.lost(others))
}
