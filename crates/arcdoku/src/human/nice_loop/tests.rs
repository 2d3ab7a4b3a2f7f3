//! Loops and chains are sound, alternate, and are the same for a search for all of them or for the first.

use super::*;
use crate::deduction::{Family, Options};
use crate::human::HumanScratch;
use crate::testing::states;

fn alternates(step: &Step) -> bool {
    let Pattern::Chain(chains) = &step.pattern else { return false };
    chains.len() == 1
        && chains.iter().all(|chain| {
            chain.nodes.windows(2).all(|pair| pair[0].on != pair[1].on)
                && (!chain.closed || chain.nodes[0].on != chain.nodes[chain.nodes.len() - 1].on)
        })
}

#[test]
fn loops_are_valid_and_the_first_precedes_all_others() {
    let mut scratch = HumanScratch::default();
    let mut count = [0; 3];
    for (i, (state, solution)) in states::some().into_iter().enumerate() {
        for (kind, als_in_chains) in [(PLAIN, false), (GROUPED, false), (GROUPED, true)] {
            if als_in_chains && i % 8 != 0 {
                continue;
            }
            let options = Options { als_in_chains, ..Options::proven() };
            let mut search = Search::new(&state, &options, &mut scratch, &crate::puzzle::Budget::NONE);
            let all = search.all(kind).unwrap();
            for step in &all {
                assert!(states::is_sound(step, &solution), "{step:?}");
                assert!(step.is_effective(&state) && alternates(step), "{step:?}");
                assert!(kind.contains(step.technique));
            }
            let first = search.first(Family::Loop, kind);
            if kind == PLAIN {
                assert_eq!(first.as_ref(), all.first());
            } else if let (Some(first), Some(grouped)) = (&first, all.first()) {
                // A plain chain may come first.
                assert!(key(&first.eliminations) <= key(&grouped.eliminations));
                assert!(first == grouped || PLAIN.contains(first.technique));
            }
            count[usize::from(als_in_chains) + usize::from(kind == GROUPED)] += all.len();
        }
    }
    assert!(count.iter().all(|&count| count > 50), "{count:?}");
}
