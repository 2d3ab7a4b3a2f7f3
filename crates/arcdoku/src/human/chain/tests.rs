//! Compares the search by pairs of ends with a search of every chain in turn.

use super::*;
use crate::deduction::Techniques;
use crate::human;
use crate::testing::states;

/// Every chain in the order of a depth-first search with increasing depth from each candidate.
struct PlainSearch<'a> {
    links: &'a ChainLinks,
    most: usize,
    path: Vec<ChainNode>,
    found: Vec<(CellSet, Vec<ChainNode>)>,
    state: &'a Candidates,
}

impl PlainSearch<'_> {
    fn on(&mut self, node: usize, met: CellSet) {
        let used = self.path.len() - 1;
        if used == self.most {
            return;
        }
        let lists = if used % 2 == 1 { &self.links.weak } else { &self.links.strong };
        let (here, from) = (self.links.nodes[node].0, self.path[0]);
        for &next in lists.of(node) {
            let (there, digit) = self.links.nodes[usize::from(next)];
            if there != here && met.contains(Cell::new(there.into())) && there != from.0 {
                continue;
            }
            self.path.push((there, digit));
            if used >= 2 && used.is_multiple_of(2) && digit == from.1 {
                let gone = NEIGHBORS[usize::from(from.0)]
                    & NEIGHBORS[usize::from(there)]
                    & self.state.places[usize::from(digit)];
                let shorter = |(other, path): &(CellSet, Vec<ChainNode>)| {
                    *other == gone && path[0].1 == digit && path.len() <= self.path.len()
                };
                if !gone.is_empty() && !self.found.iter().any(shorter) {
                    self.found.push((gone, self.path.clone()));
                }
            }
            if there != from.0 || there == here {
                self.on(usize::from(next), met | CellSet::single(Cell::new(there.into())));
            }
            self.path.pop();
        }
    }
}

/// The steps that the plain search finds, in order.
fn plain(state: &Candidates, technique: Technique, most: usize) -> Vec<Step> {
    let mut links = ChainLinks::default();
    let mut found: Vec<(CellSet, Vec<ChainNode>)> = Vec::new();
    let mut look = |links: &ChainLinks| {
        for (node, &place) in links.nodes.iter().enumerate() {
            let mut plain = PlainSearch { links, most, path: vec![place], found: Vec::new(), state };
            plain.on(node, CellSet::single(Cell::new(place.0.into())));
            found.extend(plain.found);
        }
    };
    if technique == Technique::XyChain {
        if links.of_pairs(state) {
            look(&links);
        }
    } else {
        for digit in 0..9 {
            if links.of_digit(state, digit) {
                look(&links);
            }
        }
    }
    found.sort_by_key(|(_, path)| path[0]);
    // A shorter chain with a known effect replaces the earlier one.
    let mut effects: Vec<(CellSet, Vec<ChainNode>, ChainNode)> = Vec::new();
    for (gone, path) in found {
        match effects.iter_mut().find(|(other, known, _)| *other == gone && known[0].1 == path[0].1) {
            Some((_, known, _)) if path.len() < known.len() => *known = path,
            Some(_) => {}
            None => effects.push((gone, path.clone(), path[0])),
        }
    }
    effects.sort_by_key(|(gone, path, earliest)| {
        let digit = usize::from(path[0].1);
        let weight = weight(gone.iter().map(|cell| (cell.index(), digit)));
        (Reverse(gone.len()), weight, *earliest, path.len(), path[0])
    });
    effects.iter().map(|(gone, path, _)| step(technique, *gone, path)).collect()
}

/// Two steps whose eliminations have the same weight: `HoDoKu` takes the step with the earlier start, although its
/// chain is longer.
#[test]
fn ties_are_broken_by_the_earliest_start() {
    let text = "....12....46.....2...39...4..8.7..1...5.3...7..29...38.6.1.5.....7.2.....1.....5.";
    let start = Candidates::of(&text.parse().unwrap()).unwrap();
    let path = states::path(&start);
    assert_eq!(path.score, 1914);
    let step = &path.steps[25].step;
    assert_eq!(step.technique, Technique::XyChain);
    assert_eq!(format!("{:?}", step.eliminations), "[r9c5=8]");
}

#[test]
fn chains_are_those_of_a_plain_search() {
    let mut scratch = human::HumanScratch::default();
    let mut count = 0;
    for (state, _) in states::some() {
        for (technique, most) in [(Technique::XChain, 7), (Technique::XyChain, 13)] {
            let options = crate::deduction::Options {
                x_chain_length: most as u32,
                ..crate::deduction::Options::proven()
            };
            let mut search = Search::new(&state, &options, &mut scratch, &crate::puzzle::Budget::NONE);
            let expected = plain(&state, technique, most);
            assert_eq!(search.all(Techniques::only(technique)).unwrap(), expected);
            let first = search.first(technique.family(), Techniques::only(technique));
            assert_eq!(first.as_ref(), expected.first());
            count += expected.len();
        }
    }
    assert!(count > 50, "only {count} chains");
}
