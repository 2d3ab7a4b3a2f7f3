//! Rules of a 9x9 puzzle as tables for `houses`.
//!
//! Nine houses without a common cell are the fields of the board: the boxes, or the rows if there are no boxes. A field
//! takes nine bits of a word, and a spare bit. The place of a cell on the board therefore differs from its place in the
//! grid if there are no boxes.
//!
//! ```text
//!   boxes      the board as it is: field 3r + c is the box in row r and column c of boxes
//!   no boxes   field r is row r, and the cells at the same spot of all fields are a column
//! ```

use super::board::{ALL, BIT, Board, Cells};
use super::choose::Peers;
use super::templates::{self, Templates};
use std::sync::OnceLock;

use crate::grid::{Cell, Digit, DigitSet, Shape};
use crate::puzzle::relation::Relation;
use crate::puzzle::{Constraint, Puzzle, Rule};

/// A house whose cells are folded into one word. The words of its second and third band are rotated so that no two
/// cells have the same bit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fold {
    /// The cells, by band.
    pub(super) cells: [u32; 3],
    /// The rotations of the second and the third word.
    pub(super) turns: [u32; 2],
}

/// The cells of a house, by band and one by one.
#[derive(Clone, Copy, Debug)]
pub(super) struct CellList {
    pub(super) words: [u32; 3],
    /// `32 * band + bit` of each cell.
    pub(super) places: [u8; 9],
}

impl CellList {
    fn of(words: [u32; 3]) -> Self {
        let cells = (0..96_u8).filter(|&place| words[usize::from(place) / 32] >> (place % 32) & 1 == 1);
        let mut places = [0; 9];
        places.iter_mut().zip(cells).for_each(|(place, cell)| *place = cell);
        Self { words, places }
    }
}

/// Two sets of cells, by band: if a digit has no place in the first set, it has none in the second.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leftover {
    pub(super) cells: [u32; 3],
    pub(super) others: [u32; 3],
}

/// The rules of a puzzle, compiled for the engine: see the [module](self).
#[derive(Clone, Debug)]
pub(super) struct HouseTables {
    /// For each cell of the grid, its place on the board, row-major as if the fields were boxes.
    places: [u8; 81],
    /// Whether the fields are boxes, and rows and columns are houses.
    pub(super) are_boxes: bool,
    /// Whether cells at the same spot of all fields are a house.
    pub(super) are_spots: bool,
    /// The other houses.
    pub(super) folds: Vec<Fold>,
    /// Whether passes look for neighbors of all places of a digit in a house.
    pub(super) sees: bool,
    /// The leftovers of lines and regions, and of houses that share cells.
    pub(super) leftovers: Vec<Leftover>,
    /// All houses.
    pub(super) houses: Vec<CellList>,
    /// For each cell, the cells that must hold another digit.
    pub(super) peers: Peers,
    /// The candidates of an empty grid, if some cells have fewer than nine.
    open: Option<Board>,
    /// The templates, listed when first needed, unless there are too many.
    templates: OnceLock<Option<Templates>>,
}

/// A set of cells of the grid.
type Set = u128;

/// The cells of the grid at which `keep` is true.
fn set_of(keep: impl Fn(usize) -> bool) -> Set {
    (0..81).filter(|&cell| keep(cell)).fold(0, |set, cell| set | 1 << cell)
}

/// The rules as sets of cells.
struct Reduced {
    /// Sets of nine cells that hold different digits.
    houses: Vec<Set>,
    /// For each cell, the cells that must hold another digit.
    peers: [Set; 81],
    /// The digits that each cell may hold.
    allowed: [DigitSet; 81],
}

impl Reduced {
    fn new() -> Self {
        Self { houses: Vec::new(), peers: [0; 81], allowed: [DigitSet::all(9); 81] }
    }

    /// Adds a rule; `None` if it has constraints of other kinds.
    fn add_rule(&mut self, rule: &Rule, shape: Shape) -> Option<()> {
        rule.constraints(shape).iter().try_for_each(|constraint| self.add(constraint))
    }

    fn add(&mut self, constraint: &Constraint) -> Option<()> {
        let cells = constraint.cells();
        match constraint.relation() {
            Relation::AllDifferent => {}
            Relation::Pair(table) => {
                let all = DigitSet::all(9);
                let differs = |digit: Digit| table.row(digit) & all == all.minus(DigitSet::single(digit));
                if !all.iter().all(differs) {
                    return None;
                }
            }
            Relation::Among(digits) => {
                cells.iter().for_each(|cell| self.allowed[cell.index()] &= *digits);
                return Some(());
            }
            _ => return None,
        }
        let set = cells.iter().fold(0, |set: Set, cell| set | 1 << cell.index());
        if set.count_ones() as usize != cells.len() {
            // Such a rule would require a cell to differ from itself.
            return None;
        }
        cells.iter().for_each(|cell| self.peers[cell.index()] |= set & !(1 << cell.index()));
        if cells.len() == 9 && !self.houses.contains(&set) {
            self.houses.push(set);
        }
        Some(())
    }

    /// Whether any two cells without a common house must differ.
    fn has_links(&self) -> bool {
        let shared = |cell: usize| {
            let own = self.houses.iter().filter(|set| *set >> cell & 1 == 1);
            own.fold(0, |cells, set| cells | set) & !(1 << cell)
        };
        self.peers.iter().enumerate().any(|(cell, &peers)| peers & !shared(cell) != 0)
    }

    fn has(&self, houses: impl Fn(usize) -> Set) -> bool {
        (0..9).all(|index| self.houses.contains(&houses(index)))
    }
}

impl HouseTables {
    /// Whether tables exist on this target. WebAssembly modules leave them out, because every browser would have to
    /// download the kernels.
    pub(super) const EXIST: bool = !cfg!(target_family = "wasm");

    /// Whether a puzzle has tables.
    pub(super) fn can_take(puzzle: &Puzzle) -> bool {
        if !Self::EXIST {
            return false;
        }
        let shape = puzzle.shape();
        let is_square = Shape::latin(9).is_some_and(|latin| shape == latin) || shape == Shape::CLASSIC;
        let fits = |rule: &Rule| match rule {
            Rule::Rows
            | Rule::Columns
            | Rule::Boxes
            | Rule::Regions(_)
            | Rule::Diagonals
            | Rule::Windoku
            | Rule::DisjointGroups
            | Rule::AntiKnight
            | Rule::AllDifferent(_)
            | Rule::Candidates(_) => true,
            Rule::Listed(_) => Reduced::new().add_rule(rule, shape).is_some(),
            _ => false,
        };
        is_square && puzzle.rules().contains(&Rule::Rows) && puzzle.rules().iter().all(fits)
    }

    /// The tables of the rules of a puzzle, if these are houses, pairs of cells with different digits, and restricted
    /// candidates; `None` for any other.
    pub(super) fn of(puzzle: &Puzzle) -> Option<Self> {
        if !Self::can_take(puzzle) {
            return None;
        }
        let mut reduced = Reduced::new();
        for rule in puzzle.rules() {
            reduced.add_rule(rule, puzzle.shape())?;
        }
        let row = |index| set_of(|cell| cell / 9 == index);
        let column = |index| set_of(|cell| cell % 9 == index);
        let boxed = |index| set_of(|cell| cell / 27 == index / 3 && cell % 9 / 3 == index % 3);
        let are_boxes = reduced.has(row) && reduced.has(column) && reduced.has(boxed);
        let field_of = |cell: usize| if are_boxes { cell / 27 * 3 + cell % 9 / 3 } else { cell / 9 };
        let spot_of = |cell: usize| if are_boxes { cell / 9 % 3 * 3 + cell % 3 } else { cell % 9 };
        let spot = |index| set_of(|cell| spot_of(cell) == index);
        let are_spots = reduced.has(spot);
        let mut places = [0; 81];
        for (cell, place) in places.iter_mut().enumerate() {
            let (field, spot) = (field_of(cell), spot_of(cell));
            *place = (27 * (field / 3) + 9 * (spot / 3) + 3 * (field % 3) + spot % 3) as u8;
        }
        let words = |set: Set| {
            let mut words = [0; 3];
            for cell in (0..81).filter(|cell| set >> cell & 1 == 1) {
                let place = usize::from(places[cell]);
                words[place / 27] |= 1 << BIT[place % 27];
            }
            words
        };
        let mut peers = [[0; 4]; 96];
        for (cell, &set) in reduced.peers.iter().enumerate() {
            let place = usize::from(places[cell]);
            let [a, b, c] = words(set);
            peers[32 * (place / 27) + usize::from(BIT[place % 27])] = [a, b, c, 0];
        }
        let field = |index| set_of(|cell| field_of(cell) == index);
        let is_known = |set: &Set| {
            let is_one = |houses: &dyn Fn(usize) -> Set| (0..9).any(|index| houses(index) == *set);
            is_one(&field) || are_boxes && (is_one(&row) || is_one(&column)) || are_spots && is_one(&spot)
        };
        let base: Vec<Set> = (0..9).flat_map(|index| [row(index), column(index), boxed(index)]).collect();
        let mut leftovers =
            if are_boxes { intersections(&reduced.houses, &base) } else { leftovers(&reduced.houses) };
        let sees = !are_boxes || reduced.has_links() || leftovers.len() > MOST_SHARED;
        if are_boxes && sees {
            leftovers.clear();
        }
        let leftover =
            |&(cells, others): &(Set, Set)| Leftover { cells: words(cells), others: words(others) };
        let leftovers = leftovers.iter().map(leftover).collect();
        let folds = reduced.houses.iter().filter(|set| !is_known(set)).map(|&set| fold(words(set))).collect();
        let houses = reduced.houses.iter().map(|&set| CellList::of(words(set))).collect();
        let mut open = Board::OPEN;
        for (cell, &allowed) in reduced.allowed.iter().enumerate() {
            open.set(Cell::new(places[cell].into()), allowed);
        }
        let open = Some(open).filter(|open| *open != Board::OPEN);
        Some(Self {
            places,
            are_boxes,
            are_spots,
            folds,
            sees,
            leftovers,
            houses,
            peers,
            open,
            templates: OnceLock::new(),
        })
    }

    /// The board of a puzzle under these rules; `load` creates a board from clues.
    pub(super) fn board(&self, puzzle: &Puzzle, load: impl Fn(&Cells) -> Board) -> Board {
        let mut board = if puzzle.rules().iter().any(|rule| matches!(rule, Rule::Candidates(_))) {
            let mut sets = [DigitSet::EMPTY; 81];
            for (cell, &place) in self.places.iter().enumerate() {
                sets[usize::from(place)] = puzzle.admissible(Cell::new(cell));
            }
            Board::of_candidates(sets)
        } else {
            let mut cells: Cells = [0; 96];
            for (&place, given) in self.places.iter().zip(puzzle.givens()) {
                cells[usize::from(place)] = given.map_or(0, Digit::get);
            }
            load(&cells)
        };
        if let Some(open) = &self.open {
            board.meet(open);
        }
        board
    }

    /// The templates of the rules; `None` if there are too many.
    pub(super) fn templates(&self) -> Option<&Templates> {
        let list = || {
            let all = self.folds.iter().fold([0; 3], |all, fold| [0, 1, 2].map(|b| all[b] | fold.cells[b]));
            // Nine disjoint houses cover the grid, so of any nine cells that differ pairwise, each of these houses
            // contains one.
            let covers = self.folds.len() == 9 && all == [ALL; 3];
            let houses = if covers { &[] } else { &self.folds[..] };
            templates::of(&self.peers, &houses.iter().map(|fold| fold.cells).collect::<Vec<_>>())
        };
        self.templates.get_or_init(list).as_ref()
    }

    /// The digits of a grid from the digits of a board.
    pub(super) fn grid(&self, board: &[u8; 81]) -> [u8; 81] {
        let mut grid = [0; 81];
        for (digit, &place) in grid.iter_mut().zip(&self.places) {
            *digit = board[usize::from(place)];
        }
        grid
    }
}

/// The largest number of pairs of houses that are examined one by one.
const MOST_SHARED: usize = 24;

/// Houses that share several cells ("locked candidates"): a digit that has no place in the rest of one house has none
/// in the rest of the other. Pairs of rows, columns and boxes are left out, because every pass covers them.
fn intersections(houses: &[Set], base: &[Set]) -> Vec<(Set, Set)> {
    let pairs = houses.iter().flat_map(|first| houses.iter().map(move |second| (first, second)));
    let meet = |&(first, second): &(&Set, &Set)| {
        first != second
            && (first & second).count_ones() > 1
            && !(base.contains(first) && base.contains(second))
    };
    pairs.filter(meet).map(|(first, second)| (first & !second, second & !first)).collect()
}

/// The largest number of cells that lines and regions leave over.
const MOST_LEFT: u32 = 4;

/// The leftovers of lines and regions ("law of leftovers"). Take neighboring rows or columns, and the same number of
/// regions that cover most of their cells. Each digit occurs equally often in the cells that only the lines have and
/// in the cells that only the regions have. A digit without a place in one of these sets is therefore not in the
/// other. Each pair of sets is listed in both directions.
fn leftovers(houses: &[Set]) -> Vec<(Set, Set)> {
    let line = |index: usize, is_row: bool| set_of(|cell| if is_row { cell / 9 } else { cell % 9 } == index);
    let lines = [true, false].map(|is_row| (0..9).map(|index| line(index, is_row)).collect::<Vec<Set>>());
    let mut found = Vec::new();
    for (own, across) in [(&lines[0], &lines[1]), (&lines[1], &lines[0])] {
        if !own.iter().all(|line| houses.contains(line)) {
            continue;
        }
        for first in 0..9 {
            for last in first..9 {
                let block = own[first..=last].iter().fold(0, |block, line| block | line);
                let mut others: Vec<Set> = houses
                    .iter()
                    .copied()
                    .filter(|set| !own.contains(set) && !across.contains(set))
                    .collect();
                others.sort_by_key(|set| std::cmp::Reverse((set & block).count_ones()));
                let (mut regions, mut count) = (0, 0);
                for set in others {
                    if count <= last - first && set & regions == 0 {
                        regions |= set;
                        count += 1;
                    }
                }
                let (only_block, only_regions) = (block & !regions, regions & !block);
                let fits = count == last - first + 1 && (1..=MOST_LEFT).contains(&only_block.count_ones());
                for pair in [(only_block, only_regions), (only_regions, only_block)] {
                    if fits && !found.contains(&pair) {
                        found.push(pair);
                    }
                }
            }
        }
    }
    found
}

/// The rotations that fold nine cells without a collision. They always exist: each pair of cells of different words
/// excludes one of 32 rotations, and there are at most 20 such pairs for the second word and 20 for the third.
fn fold(cells: [u32; 3]) -> Fold {
    let [first, second, third] = cells;
    let turn = |taken: u32, word: u32| (0..32).find(|&by| taken & word.rotate_left(by) == 0).unwrap_or(0);
    let one = turn(first, second);
    let two = turn(first | second.rotate_left(one), third);
    Fold { cells, turns: [one, two] }
}
