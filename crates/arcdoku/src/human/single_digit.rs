//! Two joined strong links of one digit: skyscraper, 2-string kite, empty rectangle, turbot fish.
//!
//! ```text
//!  skyscraper          2-string kite        empty rectangle
//!   x . . * . .         . o . | . . x        . o . | . . .
//!   . . * . . x         . . . | . . .        o o o | . x .
//!   |       |           o-----|-----'        . o . | . | .
//!   o-------o           |     |              ------+-------
//!  two rows, joined     x . . | . . *        . * . | . x .
//!  in a column; the     a row and a column,  a box in a row and a column,
//!  ends exclude *       joined in a box      joined to a strong link
//! ```
//!
//! One end of the two links is true, so candidates that see both ends are false. A turbot fish is two links joined in
//! any way. Havard named skyscraper and kite, Rod Hagglund the empty rectangle, and Nick70 the turbot fish.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use super::links::{self, StrongLinkHouses, bits, chain_of, ends, only, seen_by_both, sees};
use super::order::weight;
use crate::deduction::houses::{CELLS, HOUSES, HOUSES_OF, NEIGHBORS};
use crate::deduction::{Candidates, Extent, Options, Pattern, Sink, Step, StepQuery, Technique, Techniques};
use crate::grid::{Cell, CellSet};
use crate::human::Search;

pub(crate) fn find(search: &mut Search<'_>, query: StepQuery, out: Sink<'_>) -> ControlFlow<()> {
    let StepQuery { wanted, extent } = query;
    let (state, options) = (search.state, search.options);
    let strong = search.scratch.links.strong(state);
    if wanted.contains(Technique::Skyscraper) {
        skyscrapers(state, &strong, out)?;
    }
    let kites = DualTechniques {
        technique: Technique::TwoStringKite,
        dual: Technique::DualTwoStringKite,
        // `HoDoKu` compares only the cells of the box.
        across_digits: true,
    };
    kites.find(wanted, extent, options, out, |each| two_string_kites(state, &strong, each))?;
    if wanted.contains(Technique::TurbotFish) {
        match extent {
            Extent::First => {
                if let Some(fish) = best_turbot_fish(state, &strong) {
                    out(fish.step(Technique::TurbotFish))?;
                }
            }
            Extent::All => turbot_fish(state, &strong, &mut |fish| {
                // Each turbot fish is found from both ends.
                if (fish.cells[0], fish.cells[1]) < (fish.cells[3], fish.cells[2]) {
                    out(fish.step(Technique::TurbotFish))?;
                }
                ControlFlow::Continue(())
            })?,
        }
    }
    let rectangles = DualTechniques {
        technique: Technique::EmptyRectangle,
        dual: Technique::DualEmptyRectangle,
        across_digits: false,
    };
    rectangles.find(wanted, extent, options, out, |each| empty_rectangles(state, &strong, options, each))
}

/// Two joined links: an end, the joint (two sets of places), and the other end. They exclude `gone`.
#[derive(Clone)]
struct JoinedLinks {
    digit: usize,
    nodes: [CellSet; 4],
    /// The places of the joint. Two instances are reported as one only if they share them.
    joint: CellSet,
    gone: CellSet,
}

impl JoinedLinks {
    fn step(&self, technique: Technique) -> Step {
        let pattern = Pattern::Chain(vec![chain_of(self.digit, &self.nodes)]);
        Step::eliminating(technique, only(self.digit), links::candidates(self.gone, self.digit), pattern)
    }

    /// Combines two instances into one step, named by the digit of the first one, if they share the joint and exclude
    /// different candidates.
    fn dual(&self, other: &Self, kind: DualTechniques) -> Option<Step> {
        let alike = self.digit == other.digit;
        let twins =
            self.joint == other.joint && if alike { self.gone != other.gone } else { kind.across_digits };
        twins.then(|| {
            let chains = [self, other].map(|one| chain_of(one.digit, &one.nodes));
            let gone = if alike {
                links::candidates(self.gone | other.gone, self.digit)
            } else {
                let mut gone = links::candidates(self.gone, self.digit);
                gone.extend(links::candidates(other.gone, other.digit));
                gone
            };
            Step::eliminating(kind.dual, only(self.digit), gone, Pattern::Chain(chains.into()))
        })
    }
}

/// A technique and its dual.
#[derive(Clone, Copy)]
struct DualTechniques {
    technique: Technique,
    dual: Technique,
    /// Whether the two instances may have different digits.
    across_digits: bool,
}

impl DualTechniques {
    /// Reports all instances, and all duals if the option is set. The first step is the first one found. With the
    /// option, it is the one with the most eliminations, then with the smallest cell indices.
    fn find(
        self,
        wanted: Techniques,
        extent: Extent,
        options: &Options,
        out: Sink<'_>,
        search: impl FnOnce(&mut dyn FnMut(JoinedLinks) -> ControlFlow<()>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let single = wanted.contains(self.technique);
        let dual = options.dual && wanted.contains(self.dual);
        if !(single || dual) {
            return ControlFlow::Continue(());
        }
        if !options.dual {
            return search(&mut |joined| out(joined.step(self.technique)));
        }
        let mut met = Vec::new();
        search(&mut |joined| {
            met.push(joined);
            ControlFlow::Continue(())
        })?;
        let mut steps = Vec::new();
        if single {
            steps.extend(met.iter().map(|joined| joined.step(self.technique)));
        }
        if dual {
            for (at, one) in met.iter().enumerate() {
                steps.extend(met[at + 1..].iter().filter_map(|other| one.dual(other, self)));
            }
        }
        if extent == Extent::First {
            let sum = |step: &Step| {
                weight(step.eliminations.iter().map(|gone| (gone.cell.index(), gone.digit.index())))
            };
            steps.sort_by_key(|step| (Reverse(step.eliminations.len()), sum(step)));
        }
        steps.into_iter().try_for_each(out)
    }
}

/// The rows and the columns among the houses, as bits.
const ROWS: u32 = 0x1ff;
const COLUMNS: u32 = ROWS << 9;

/// Rows come before columns. Two lines are compared by their first ends, then by their second ends. A joint between a
/// first end and a second end belongs to the turbot fish.
fn skyscrapers(state: &Candidates, strong: &StrongLinkHouses, out: Sink<'_>) -> ControlFlow<()> {
    for (lines, crossing) in [(0..9, 1), (9..18, 0)] {
        for (digit, &strong) in strong.iter().enumerate() {
            let mut links = [[0; 2]; 9];
            let mut count = 0;
            for house in lines.clone().filter(|house| strong >> house & 1 == 1) {
                links[count] = ends(state, digit, house);
                count += 1;
            }
            for i in 0..count {
                for j in i + 1..count {
                    let line = |cell: usize| HOUSES_OF[cell][crossing];
                    let same = [0, 1].map(|end| line(links[i][end]) == line(links[j][end]));
                    // If both ends are in common lines, it is an X-wing.
                    if same[0] == same[1] {
                        continue;
                    }
                    let base = usize::from(same[1]);
                    let path = [links[i][1 - base], links[i][base], links[j][base], links[j][1 - base]];
                    let gone = state.places[digit] & seen_by_both(path[0], path[3]);
                    if !gone.is_empty() {
                        out(TurbotFish { digit, cells: path, gone }.step(Technique::Skyscraper))?;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Ends that share a box are swapped to the front, and they stay there for later columns. Which joint is tried first
/// depends on these swaps.
fn two_string_kites(
    state: &Candidates,
    strong: &StrongLinkHouses,
    out: &mut dyn FnMut(JoinedLinks) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for (digit, &strong) in strong.iter().enumerate() {
        if strong & ROWS == 0 || strong & COLUMNS == 0 {
            continue;
        }
        let mut links = [[0; 2]; 18];
        for house in bits(strong & (ROWS | COLUMNS)) {
            links[house] = ends(state, digit, house);
        }
        for row in bits(strong & ROWS) {
            for column in bits(strong & COLUMNS) {
                let (mut in_row, mut in_column) = (links[row], links[column]);
                let in_box = |a: usize, b: usize| HOUSES_OF[a][2] == HOUSES_OF[b][2];
                let joints = [(0, 0), (0, 1), (1, 0), (1, 1)];
                let Some((a, b)) = joints.into_iter().find(|&(a, b)| in_box(in_row[a], in_column[b])) else {
                    continue;
                };
                in_row.swap(0, a);
                in_column.swap(0, b);
                (links[row], links[column]) = (in_row, in_column);
                if in_row.iter().any(|cell| in_column.contains(cell)) {
                    continue;
                }
                // The cell where the column of one end meets the row of the other.
                let crossing = Cell::new(in_column[1] / 9 * 9 + in_row[1] % 9);
                if state.places[digit].contains(crossing) {
                    let path = [in_row[1], in_row[0], in_column[0], in_column[1]];
                    let nodes = path.map(|cell| CellSet::single(Cell::new(cell)));
                    out(JoinedLinks {
                        digit,
                        nodes,
                        joint: nodes[1] | nodes[2],
                        gone: CellSet::single(crossing),
                    })?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// The shapes of an empty rectangle: the row and the column of the box with the places of the digit.
const SHAPES: [(usize, usize); 9] = [(2, 2), (2, 1), (2, 0), (1, 2), (1, 1), (1, 0), (0, 2), (0, 1), (0, 0)];

fn empty_rectangles(
    state: &Candidates,
    strong: &StrongLinkHouses,
    options: &Options,
    out: &mut dyn FnMut(JoinedLinks) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for (digit, &strong) in strong.iter().enumerate() {
        if strong & (ROWS | COLUMNS) == 0 {
            continue;
        }
        for box_ in 18..27 {
            if !(2..=5).contains(&state.counts[box_][digit]) {
                continue;
            }
            let places = state.places[digit] & HOUSES[box_];
            let corner = usize::from(CELLS[box_][0]);
            for (row, column) in SHAPES {
                let [row, column] = [corner / 9 + row, 9 + corner % 9 + column];
                let arms = [places & HOUSES[row], places & HOUSES[column]];
                if !places.is_subset(arms[0] | arms[1])
                    || arms[0].is_subset(HOUSES[column])
                    || arms[1].is_subset(HOUSES[row])
                {
                    continue;
                }
                if arms[0].is_single() && arms[1].is_single() && !options.thin_rectangles {
                    continue;
                }
                let shape = EmptyRectangleBox { digit, box_, places, strong };
                shape.joined(state, row, column, out)?;
                shape.joined(state, column, row, out)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Places of a digit in a box, all in one row and one column.
#[derive(Clone, Copy)]
struct EmptyRectangleBox {
    digit: usize,
    box_: usize,
    places: CellSet,
    strong: u32,
}

impl EmptyRectangleBox {
    /// The step with a strong link that crosses `line`: its other end and the `other` line of the box exclude a cell.
    fn joined(
        self,
        state: &Candidates,
        line: usize,
        other: usize,
        out: &mut dyn FnMut(JoinedLinks) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (along, across) = if line < 9 { (0, 1) } else { (1, 0) };
        let all = state.places[self.digit];
        for near in (all & HOUSES[line]).minus(HOUSES[self.box_]) {
            let link = usize::from(HOUSES_OF[near.index()][across]);
            if self.strong >> link & 1 == 0 {
                continue;
            }
            let ends = ends(state, self.digit, link);
            let far = if ends[0] == near.index() { ends[1] } else { ends[0] };
            let far_line = usize::from(HOUSES_OF[far][along]);
            let gone = (all & HOUSES[far_line] & HOUSES[other]).minus(HOUSES[self.box_]);
            if !gone.is_empty() {
                let on_line = self.places & HOUSES[line];
                let nodes = [
                    CellSet::single(Cell::new(far)),
                    CellSet::single(near),
                    on_line,
                    self.places.minus(on_line),
                ];
                out(JoinedLinks { digit: self.digit, nodes, joint: self.places, gone })?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Two strong links joined by a weak one.
struct TurbotFish {
    digit: usize,
    cells: [usize; 4],
    gone: CellSet,
}

impl TurbotFish {
    fn step(&self, technique: Technique) -> Step {
        let nodes = self.cells.map(|cell| CellSet::single(Cell::new(cell)));
        let joint = nodes[1] | nodes[2];
        JoinedLinks { digit: self.digit, nodes, joint, gone: self.gone }.step(technique)
    }

    /// The rank: most eliminations, then weight, then the order of a search from the first cell.
    fn key(&self) -> impl Ord + use<> {
        let [start, a, b, end] = self.cells;
        let sum = weight(self.gone.iter().map(|cell| (cell.index(), self.digit)));
        let path = [links::rank(start, a), links::rank(a, b), links::rank(b, end)];
        (Reverse(self.gone.len()), sum, start, self.digit, path)
    }
}

fn best_turbot_fish(state: &Candidates, strong: &StrongLinkHouses) -> Option<TurbotFish> {
    let mut best: Option<TurbotFish> = None;
    let _ = turbot_fish(state, strong, &mut |fish| {
        let better = best.as_ref().is_none_or(|best| {
            fish.gone.len() > best.gone.len()
                || (fish.gone.len() == best.gone.len() && fish.key() < best.key())
        });
        if better {
            best = Some(fish);
        }
        ControlFlow::Continue(())
    });
    best
}

/// Reports all turbot fish, from both ends. The links may share an end, which is then true.
fn turbot_fish(
    state: &Candidates,
    strong: &StrongLinkHouses,
    each: &mut dyn FnMut(TurbotFish) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for (digit, &strong) in strong.iter().enumerate() {
        if strong.count_ones() < 2 {
            continue;
        }
        let places = state.places[digit];
        // If a link of a box lies in a line, it counts as a link of the line, whether or not the line links its ends
        // strongly.
        let mut links = [[0; 2]; 27];
        let mut count = 0;
        for house in bits(strong) {
            let [a, b] = ends(state, digit, house);
            if house < 18 || links::rank(a, b).0 == 2 {
                links[count] = [a, b];
                count += 1;
            }
        }
        for (i, one) in links[..count].iter().enumerate() {
            for two in &links[i + 1..count] {
                for [start, a] in [*one, [one[1], one[0]]] {
                    for [b, end] in [*two, [two[1], two[0]]] {
                        if !sees(a, b) || b == start || a == end {
                            continue;
                        }
                        let gone = places & NEIGHBORS[start] & NEIGHBORS[end];
                        if !gone.is_empty() {
                            each(TurbotFish { digit, cells: [start, a, b, end], gone })?;
                            each(TurbotFish { digit, cells: [end, b, a, start], gone })?;
                        }
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use super::super::links::states::{all, at, first, gone, with_places};
    use super::*;

    #[test]
    fn skyscraper_has_a_joint_in_a_line() {
        let state = with_places(&[0, 4], &[11, 15, 51, 56]);
        assert_eq!(first(&state, Technique::Skyscraper), [126, 136, 145, 165]);
        // If both ends are in lines, it is an X-wing. If a first end is joined to a second end, it is a turbot fish.
        assert!(first(&with_places(&[0, 4], &[11, 15, 51, 55]), Technique::Skyscraper).is_empty());
        let crossed = with_places(&[0, 4], &[11, 12, 52, 53]);
        assert!(first(&crossed, Technique::Skyscraper).is_empty());
        assert_eq!(first(&crossed, Technique::TurbotFish), [123, 133, 141, 161]);
    }

    #[test]
    fn kite_has_a_joint_in_a_box() {
        let state = with_places(&[0, 9], &[12, 18, 31, 71]);
        assert_eq!(first(&state, Technique::TwoStringKite), [178]);
        assert!(first(&state, Technique::DualTwoStringKite).is_empty());
        // A second row and column through the same two cells of the box.
        let state = with_places(&[0, 9, 2, 10], &[12, 18, 31, 71, 36, 92]);
        let mut options = Options::proven();
        assert!(all(&state, Technique::DualTwoStringKite, &options).is_empty());
        options.dual = true;
        let duals = all(&state, Technique::DualTwoStringKite, &options);
        assert_eq!(duals.iter().map(gone).collect::<Vec<_>>(), [[178, 196]]);
    }

    /// Two kites of different digits on the same cells of a box are one dual, each with its own elimination.
    #[test]
    fn dual_kites_may_have_two_digits() {
        let mut state = with_places(&[0, 9], &[12, 18, 21, 71]);
        for cell in (HOUSES[0] | HOUSES[9]).iter().map(Cell::index) {
            if ![12, 17, 21, 61].map(at).contains(&cell) {
                state.remove(cell, 1);
            }
        }
        let options = Options { dual: true, ..Options::proven() };
        let duals = all(&state, Technique::DualTwoStringKite, &options);
        let gone: Vec<_> = duals.iter().map(|step| format!("{:?}", step.eliminations)).collect();
        assert_eq!(gone, ["[r7c8=1, r6c7=2]"]);
        assert_eq!(duals[0].digits, only(0));
    }

    #[test]
    fn empty_rectangle_needs_three_places_unless_thin() {
        // Box 1 has row 2 and column 2; the link of column 8 meets row 2.
        let state = with_places(&[18, 16], &[21, 22, 12, 28, 78]);
        assert_eq!(first(&state, Technique::EmptyRectangle), [172]);
        let thin = with_places(&[18, 16], &[21, 12, 28, 78]);
        let mut options = Options::proven();
        assert!(all(&thin, Technique::EmptyRectangle, &options).is_empty());
        options.thin_rectangles = true;
        assert_eq!(gone(&all(&thin, Technique::EmptyRectangle, &options)[0]), [172]);
    }

    #[test]
    fn best_turbot_fish_excludes_most() {
        // A kite of digit 1, and a skyscraper of digit 2.
        let mut state = with_places(&[0, 9], &[12, 18, 31, 71]);
        for cell in (HOUSES[0] | HOUSES[4]).iter().map(Cell::index) {
            if ![11, 15, 51, 56].map(at).contains(&cell) {
                state.remove(cell, 1);
            }
        }
        assert_eq!(first(&state, Technique::TurbotFish), [226, 236, 245, 265]);
        let every = all(&state, Technique::TurbotFish, &Options::proven());
        assert!(every.iter().any(|step| gone(step) == [178]));
    }

    #[test]
    fn chain_lists_its_nodes() {
        let state = with_places(&[0, 4], &[11, 15, 51, 56]);
        let steps = all(&state, Technique::Skyscraper, &Options::proven());
        let Pattern::Chain(chains) = &steps[0].pattern else { panic!("a chain") };
        let nodes = chains[0].nodes.iter().map(|node| (node.cells.first().unwrap().index(), node.on));
        let expected = [(15, false), (11, true), (51, false), (56, true)];
        assert_eq!(nodes.collect::<Vec<_>>(), expected.map(|(cell, on)| (at(cell), on)));
    }

    /// The best of all chains of three links, found in order by depth-first search.
    fn plain(state: &Candidates) -> Option<Vec<usize>> {
        let linked = |from: usize, digit: usize| {
            let mut cells: Vec<usize> =
                (state.places[digit] & NEIGHBORS[from]).iter().map(Cell::index).collect();
            cells.sort_by_key(|&to| links::rank(from, to));
            cells
        };
        let strong = |from: usize, to: usize, digit: usize| {
            let kind = usize::from(links::rank(from, to).0);
            state.counts[usize::from(HOUSES_OF[from][kind])][digit] == 2
        };
        let mut met: Vec<(usize, CellSet)> = Vec::new();
        for (start, digits) in state.cells.into_iter().enumerate() {
            for digit in (0..9).filter(|digit| digits >> digit & 1 == 1) {
                for a in linked(start, digit).into_iter().filter(|&a| strong(start, a, digit)) {
                    for b in linked(a, digit).into_iter().filter(|&b| b != start) {
                        for end in
                            linked(b, digit).into_iter().filter(|&end| strong(b, end, digit) && end != a)
                        {
                            met.push((digit, state.places[digit] & NEIGHBORS[start] & NEIGHBORS[end]));
                        }
                    }
                }
            }
        }
        met.retain(|(_, gone)| !gone.is_empty());
        met.sort_by_key(|&(digit, gone)| {
            (Reverse(gone.len()), weight(gone.iter().map(|cell| (cell.index(), digit))))
        });
        let code = |digit, cell: Cell| 100 * (digit + 1) + 10 * (cell.index() / 9 + 1) + cell.index() % 9 + 1;
        met.first().map(|&(digit, gone)| gone.iter().map(|cell| code(digit, cell)).collect())
    }

    #[test]
    fn first_turbot_fish_is_the_first_of_a_plain_search() {
        let (mut met, mut random) = (0, fastrand::Rng::with_seed(5));
        for (mut state, _) in crate::testing::states::some() {
            // With fewer candidates there are more strong links.
            for _ in 0..10 {
                let expected = plain(&state).unwrap_or_default();
                assert_eq!(first(&state, Technique::TurbotFish), expected);
                met += usize::from(!expected.is_empty());
                state.remove(random.usize(..81), random.usize(..9));
            }
        }
        assert!(met > 100, "only {met}");
    }
}
