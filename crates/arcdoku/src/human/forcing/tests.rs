//! Conclusions are sound, and each node of their branches follows from its causes.

use crate::deduction::houses::House;
use crate::deduction::{Candidates, Family, Net, Node, Options, Pattern, Premise, Step, Techniques};
use crate::human::chain::closure::Closure;
use crate::human::chain::table::{Consequences, Implications, NodeKinds};
use crate::human::{HumanScratch, Search};
use crate::testing::states;

/// Every node comes after its causes; only the assumption has none.
fn is_ordered(net: &Net) -> bool {
    net.nodes.len() == net.causes.len()
        && net.causes.iter().enumerate().all(|(i, causes)| {
            (i == 0) == causes.is_empty() && causes.iter().all(|&cause| usize::from(cause) < i)
        })
}

/// Whether every node follows from its causes: from a cause that it sees, from all other candidates of its cell, or
/// from all other places in a house. Groups are not checked.
fn is_proof(state: &Candidates, net: &Net) -> bool {
    let cell = |node: &Node| node.cells.first().filter(|_| node.cells.is_single());
    (1..net.nodes.len()).all(|at| {
        let node = &net.nodes[at];
        let causes: Vec<&Node> = net.causes[at].iter().map(|&cause| &net.nodes[usize::from(cause)]).collect();
        let (Some(here), true) = (cell(node), causes.iter().all(|cause| cell(cause).is_some())) else {
            return true;
        };
        let off = |cell, digit| {
            causes.iter().any(|cause| !cause.on && cause.cells.contains(cell) && cause.digit == digit)
        };
        if !node.on {
            return causes.iter().any(|cause| {
                let there = cell(cause).unwrap();
                let same = there == here && cause.digit != node.digit;
                let seen = crate::deduction::houses::NEIGHBORS[there.index()].contains(here);
                cause.on && (same || seen && cause.digit == node.digit)
            });
        }
        let naked = state.candidates(here).iter().all(|digit| digit == node.digit || off(here, digit));
        let hidden = |house: House| {
            let places = house.cells() & state.places(node.digit);
            places.iter().all(|place| place == here || off(place, node.digit))
        };
        naked || House::common(node.cells).any(hidden)
    })
}

/// Whether the branches start and end as the premise and the conclusion require.
fn fits(step: &Step) -> bool {
    let Pattern::Forcing { branches, premise } = &step.pattern else { return false };
    let last = |net: &Net| net.nodes.last().copied();
    let concluded = |node: &Node| {
        let at = step.placements.first().or(step.eliminations.first());
        at.is_some_and(|at| node.cells.contains(at.cell) && node.digit == at.digit)
            && node.on != step.placements.is_empty()
    };
    let verity = branches.iter().all(|net| last(net).is_some_and(|node| concluded(&node)));
    let denied = |node: &Node| concluded(&Node { on: !node.on, ..*node });
    let contradiction = branches.iter().all(|net| net.nodes.first().is_some_and(denied));
    let count = branches.len();
    match premise {
        Premise::Candidate(_) => count <= 2 && (verity || contradiction),
        _ => verity || contradiction,
    }
}

fn check(state: &Candidates, steps: &[Step], solution: &crate::puzzle::Solution) {
    for step in steps {
        assert!(states::is_sound(step, solution), "{state:?} {step:?}");
        assert!(step.is_effective(state));
        let Pattern::Forcing { branches, .. } = &step.pattern else { panic!() };
        for net in branches {
            assert!(is_ordered(net) && is_proof(state, net), "{net:?}");
        }
        assert!(fits(step), "{step:?}");
    }
}

#[test]
fn conclusions_are_sound() {
    let mut scratch = HumanScratch::default();
    let wanted = Techniques::family(Family::Forcing);
    let (mut count, options) = (0, Options::proven());
    for (state, solution) in states::some().into_iter().step_by(4) {
        let mut search = Search::new(&state, &options, &mut scratch, &crate::puzzle::Budget::NONE);
        let all = search.all(wanted).unwrap();
        check(&state, &all, &solution);
        let first: Vec<Step> = search.first(Family::Forcing, wanted).into_iter().collect();
        check(&state, &first, &solution);
        assert_eq!(first.is_empty(), all.is_empty());
        count += all.len();
    }
    assert!(count > 100, "only {count} steps");
}

#[test]
fn bits_agree_with_searches() {
    let (mut table, mut spread, mut closure) =
        (Implications::default(), Consequences::default(), Closure::default());
    for (state, _) in states::some().iter().step_by(5) {
        table.forget();
        table.build(state, NodeKinds::Grouped, &[]);
        closure.run(&table);
        for start in 0..table.nodes() as u16 {
            spread.run(&table, start);
            for end in 0..table.nodes() as u16 {
                assert_eq!(closure.follows(start, end), spread.has(end));
            }
        }
    }
}
