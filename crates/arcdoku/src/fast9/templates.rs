//! All templates of a set of rules: the ways to place one digit in all houses.
//!
//! A template has one cell in each field, so its part in a band has three cells. The parts of two bands fit together if
//! no two of their cells are neighbors. Three parts that fit pairwise, one per band, form a template. Few rules leave
//! more than ten thousand of the 46,656 templates of rows, columns and boxes: the rule of diagonals leaves 9,288, and
//! the rule that cells a knight's move apart differ leaves 3,176.
//!
//! The templates are listed three times, grouped by their part in each band. The templates of a digit are found through
//! the band with the fewest combinations of its candidates.

use super::choose::Peers;

/// The largest number of templates that are listed. A search with more templates does not begin.
pub(super) const MOST: usize = 1 << 14;

/// The number of words after the end of a list, so that whole vectors can be read and written.
pub(super) const PAD: usize = 16;

/// All templates, by their part in a band.
#[derive(Clone, Debug, Default)]
pub(super) struct Grouped {
    /// The number of the first template of each part, followed by the number of all templates. There is a part for each
    /// choice of one cell in each field; most parts have no template.
    pub(super) starts: Vec<u32>,
    /// The words of each template in the next band and in the one after it, where the first band follows the last.
    pub(super) words: [Vec<u32>; 2],
}

/// The number of ways to choose one cell in each field of a band.
const PARTS: usize = 9 * 9 * 9;

/// The templates, by their parts in each band.
pub(super) type Templates = [Grouped; 3];

/// The part of templates in a band: a cell of each field.
struct Part {
    /// The number of the part among all combinations.
    number: u16,
    word: u32,
    /// The neighbors of its cells, by band.
    seen: [u32; 3],
}

/// Bits for the parts of a band, at most 729.
type Bits = [u64; 12];

/// The parts of a band, and for each bit of its words, the parts that contain the cell of the bit.
struct Band {
    parts: Vec<Part>,
    holders: [Bits; 32],
}

impl Band {
    fn new(peers: &Peers, band: usize) -> Self {
        let sees = |bit: u32| peers[32 * band + bit as usize];
        let mut parts = Vec::new();
        for a in 0..9 {
            for b in (10..19).filter(|b| sees(a)[band] >> b & 1 == 0) {
                for c in (20..29).filter(|c| (sees(a)[band] | sees(b)[band]) >> c & 1 == 0) {
                    let seen = [0, 1, 2].map(|other| sees(a)[other] | sees(b)[other] | sees(c)[other]);
                    let number = (81 * a + 9 * (b - 10) + c - 20) as u16;
                    parts.push(Part { number, word: 1 << a | 1 << b | 1 << c, seen });
                }
            }
        }
        let mut holders = [[0; 12]; 32];
        for (at, part) in parts.iter().enumerate() {
            let mut left = part.word;
            while left != 0 {
                holders[left.trailing_zeros() as usize][at / 64] |= 1 << (at % 64);
                left &= left - 1;
            }
        }
        Self { parts, holders }
    }

    /// The parts that have one of these cells.
    fn with(&self, mut cells: u32) -> Bits {
        let mut bits = [0; 12];
        while cells != 0 {
            let holders = &self.holders[cells.trailing_zeros() as usize];
            for i in 0..12 {
                bits[i] |= holders[i];
            }
            cells &= cells - 1;
        }
        bits
    }

    /// The parts that have none of these cells.
    fn without(&self, cells: u32) -> Bits {
        let mut bits = self.with(cells);
        for (i, bits) in bits.iter_mut().enumerate() {
            let count = self.parts.len().saturating_sub(64 * i);
            *bits = !*bits & if count < 64 { (1 << count) - 1 } else { u64::MAX };
        }
        bits
    }
}

/// The templates of rules; `None` if there are too many templates or more than 64 houses. `houses` contains the houses
/// that nine cells could miss even if the cells differ pairwise and each lies in another field.
pub(super) fn of(peers: &Peers, houses: &[[u32; 3]]) -> Option<Templates> {
    if houses.len() > 64 {
        return None;
    }
    let bands = [0, 1, 2].map(|band| Band::new(peers, band));
    let [first, second, third] = &bands;
    let [width, wide] = [second, third].map(|band| band.parts.len().div_ceil(64));
    let hits: Vec<Bits> = houses.iter().map(|house| third.with(house[2])).collect();
    let after: Vec<Bits> = second.parts.iter().map(|part| third.without(part.seen[2])).collect();
    let mut found: Vec<[u16; 3]> = Vec::new();
    for (one, part) in first.parts.iter().enumerate() {
        let (next, last) = (second.without(part.seen[1]), third.without(part.seen[2]));
        for i in 0..width {
            let mut left = next[i];
            while left != 0 {
                let two = 64 * i + left.trailing_zeros() as usize;
                left &= left - 1;
                let word = second.parts[two].word;
                let mut missed = 0_u64;
                for (at, house) in houses.iter().enumerate() {
                    missed |= u64::from(house[0] & part.word | house[1] & word == 0) << at;
                }
                for j in 0..wide {
                    let mut left = last[j] & after[two][j];
                    let mut missed = missed;
                    while missed != 0 {
                        left &= hits[missed.trailing_zeros() as usize][j];
                        missed &= missed - 1;
                    }
                    while left != 0 {
                        let three = 64 * j + left.trailing_zeros() as usize;
                        left &= left - 1;
                        found.push([one as u16, two as u16, three as u16]);
                    }
                }
            }
        }
        if found.len() > MOST {
            return None;
        }
    }
    Some([0, 1, 2].map(|band| group(&bands, band, &found)))
}

/// Groups templates, which are given as their parts.
fn group(bands: &[Band; 3], band: usize, templates: &[[u16; 3]]) -> Grouped {
    let parts: Vec<u16> = bands[band].parts.iter().map(|part| part.number).collect();
    let words = [1, 2]
        .map(|step| -> Vec<u32> { bands[(band + step) % 3].parts.iter().map(|part| part.word).collect() });
    let mut starts = vec![0; PARTS + 1];
    for template in templates {
        starts[usize::from(parts[usize::from(template[band])]) + 1] += 1;
    }
    for at in 0..PARTS {
        starts[at + 1] += starts[at];
    }
    let mut ends = starts.clone();
    let mut listed = [vec![0; templates.len() + PAD], vec![0; templates.len() + PAD]];
    let [next, last] = &mut listed;
    let others = [(band + 1) % 3, (band + 2) % 3];
    for (at, template) in templates.iter().enumerate() {
        // The templates are sorted by their parts in the first band.
        let mut slot = at;
        if band > 0 {
            let end = &mut ends[usize::from(parts[usize::from(template[band])])];
            slot = *end as usize;
            *end += 1;
        }
        next[slot] = words[0][usize::from(template[others[0]])];
        last[slot] = words[1][usize::from(template[others[1]])];
    }
    Grouped { starts, words: listed }
}

#[cfg(test)]
mod tests {
    use crate::fast9::tables::HouseTables;
    use crate::grid::Shape;
    use crate::puzzle::{Puzzle, Rule};

    /// The numbers of templates that a plain enumeration finds; `None` if there are more than are listed.
    #[test]
    #[cfg(not(target_family = "wasm"))]
    fn numbers_of_templates() {
        for (rules, expected) in [
            (&["diagonals"][..], Some(9_288)),
            (&["windoku"], Some(6_080)),
            (&["disjoint-groups"], Some(8_784)),
            (&["anti-king"], Some(14_914)),
            (&["anti-knight"], Some(3_176)),
            (&["anti-king", "anti-knight"], Some(130)),
            (&["diagonals", "windoku"], Some(1_656)),
            (&["all-different: r1c1 r5c5"], None),
        ] {
            let mut puzzle = Puzzle::new(Shape::CLASSIC);
            for rule in rules {
                puzzle = puzzle.with_rule(rule.parse::<Rule>().expect("a rule"));
            }
            let tables = HouseTables::of(&puzzle).expect("houses");
            let found = tables.templates().map(|bands| {
                for group in bands {
                    assert_eq!(group.starts.len(), super::PARTS + 1);
                    assert_eq!(group.starts.last(), bands[0].starts.last());
                }
                bands[0].starts[super::PARTS]
            });
            assert_eq!(found, expected, "{rules:?}");
        }
    }
}
