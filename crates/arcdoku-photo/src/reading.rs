//! Readings of grids.

use std::sync::atomic::{AtomicBool, Ordering};

use arcdoku::puzzle::{Puzzle, Solution};
use arcdoku::{Digit, Shape};

use crate::certainty::{Evidence, wrong_entries};
use crate::labelling::{Cheapest, Choices, Label, cheapest};
use crate::lattice::{Lattice, scaled};
use crate::network::{CLASSES, HANDWRITTEN, Network, log_sum};
use crate::outline::{Point, outlines};
use crate::patches::{Ink, LEAST_SUM, Straightened, total, turned};
use crate::plane::{GrayImage, Plane};
use crate::proper::Checker;

/// The longer side of the image in which grids are searched, in pixels.
const SEARCH_SIDE: usize = 1300;

/// The smallest probability of a content that is not doubtful, if the reading is not certain.
const CLEAR_CONTENT: f32 = 0.9;

/// The maximum number of grids in a photo.
const MOST_GRIDS: usize = 8;

/// The probability that a handwritten digit is the digit of the solution.
const CORRECT_ENTRY: f32 = 0.9;

/// The number of cells that decide whether a grid is turned.
const TURNED_CELLS: usize = 24;

/// The search for grids ends with a grid of this side, as a part of the shorter side of the image, and this score.
const LARGE_SIDE: f32 = 0.4;
const CLEAR_SCORE: f32 = 0.8;

/// Labels with a smaller probability are ignored.
const LEAST_PROBABILITY: f32 = 1e-7;

/// The first classes of printed zeros and letters.
const ZERO: usize = 10;
const LETTERS: usize = 11;

/// The contents that a cell may have with their costs, cheapest first.
type Contents = Vec<(f32, Label)>;

/// The content of a cell, and how probable it is.
#[derive(Clone, Debug)]
pub struct CellReading {
    /// The content in the reading of the whole grid.
    pub label: Label,
    /// The probability of this content for the picture of the cell alone, from 0 to 1.
    pub probability: f32,
    /// All contents with their probabilities, the most probable first.
    pub choices: Vec<(Label, f32)>,
    /// Whether the content may be wrong.
    pub is_doubtful: bool,
}

/// A grid in a photo.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The shape of the puzzle: 4x4, 6x6, 9x9 or 16x16 cells.
    pub shape: Shape,
    /// The corners of the grid, clockwise from the top left, in pixels of the photo.
    pub corners: [Point; 4],
    /// All crossings of lines, row by row, in pixels of the photo.
    pub crossings: Vec<Point>,
    /// The side of the straightened grid in pixels.
    pub side: usize,
    /// The straightened grid: one byte per pixel, row by row.
    pub straightened: Vec<u8>,
    /// The cells, row by row.
    pub cells: Vec<CellReading>,
    /// The solution, if the clues are a proper puzzle.
    pub solution: Option<Solution>,
    /// The probability of the puzzle compared with the most probable other one, from 0 to 1. If labellings were not
    /// tried, the cheapest of them counts as a puzzle.
    pub probability: f32,
    /// Whether the clues are certain.
    pub is_certain: bool,
    /// The second most probable proper puzzle: the cells whose clues differ, with their contents in it.
    pub second: Option<Vec<(usize, Label)>>,
}

impl Reading {
    /// The clues.
    pub fn puzzle(&self) -> Puzzle {
        let clues: Vec<Option<Digit>> = self.cells.iter().map(|cell| cell.label.clue()).collect();
        Puzzle::with_givens(self.shape, &clues)
    }

    /// The cells whose handwritten digits differ from the solution.
    pub fn wrong_entries(&self) -> Vec<usize> {
        let Some(solution) = &self.solution else { return Vec::new() };
        let labels: Vec<Label> = self.cells.iter().map(|cell| cell.label).collect();
        wrong_entries(&labels, solution).collect()
    }
}

/// Reads photos. It keeps the weights of the network and the engine that checks puzzles.
pub struct Reader {
    network: Network,
    checker: Checker,
}

impl std::fmt::Debug for Reader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reader").finish_non_exhaustive()
    }
}

impl Default for Reader {
    fn default() -> Self {
        Self::new()
    }
}

impl Reader {
    /// A reader with the weights of the crate.
    ///
    /// # Panics
    /// Never: the size of the weights is checked by a test.
    pub fn new() -> Self {
        Self::with_weights(include_bytes!("../weights.bin"))
            .expect("the weights have the size of the network")
    }

    /// A reader with other weights, as written by the training program; `None` if their size or a value is wrong.
    pub fn with_weights(weights: &[u8]) -> Option<Self> {
        Some(Self { network: Network::new(weights)?, checker: Checker::new() })
    }

    /// The grids of a photo, at most 8. Grids with a solution come first, and large grids before small ones. The result
    /// is empty if there is no grid.
    ///
    /// The photo may be turned. If a reading is not certain, quarter turns are tried.
    pub fn read(&mut self, image: &GrayImage<'_>) -> Vec<Reading> {
        self.read_with(image, true, &AtomicBool::new(false))
    }

    /// The largest grid of a photo that has a solution, or the largest one; see [`read`](Self::read).
    pub fn read_one(&mut self, image: &GrayImage<'_>) -> Option<Reading> {
        self.read_with(image, false, &AtomicBool::new(false)).pop()
    }

    /// All grids of a photo, or the one of [`read_one`](Self::read_one), until `cancel` is true.
    pub fn read_with(&mut self, image: &GrayImage<'_>, all: bool, cancel: &AtomicBool) -> Vec<Reading> {
        let mut readings: Vec<Reading> = Vec::new();
        for lattice in lattices(image, cancel) {
            if cancel.load(Ordering::Relaxed) {
                break;
            }
            readings.push(self.read_grid(image, &lattice, cancel));
            if !all && readings.last().is_some_and(|reading| reading.solution.is_some()) {
                break;
            }
        }
        // The order is stable.
        readings.sort_by_key(|reading| reading.solution.is_none());
        if !all {
            readings.truncate(1);
        }
        readings
    }

    /// The reading of a grid, which may be turned.
    fn read_grid(&mut self, image: &GrayImage<'_>, lattice: &Lattice, cancel: &AtomicBool) -> Reading {
        let straightened = Straightened::new(image, lattice);
        let upright = self.read_cells(lattice, &straightened, cancel);
        let turns = if upright.is_certain { 0 } else { self.turns(&straightened.cells) };
        if turns == 0 {
            return upright;
        }
        let lattice = lattice.turned(turns);
        let turned = self.read_cells(&lattice, &Straightened::new(image, &lattice), cancel);
        if turned.solution.is_some() || upright.solution.is_none() { turned } else { upright }
    }

    /// The number of quarter turns of the photo, counterclockwise, after which the cells with the most ink are clearest.
    fn turns(&self, cells: &[Ink]) -> usize {
        let mut dark: Vec<(f32, &Ink)> = cells.iter().map(|cell| (total(cell), cell)).collect();
        dark.retain(|(total, _)| *total > LEAST_SUM);
        dark.sort_by(|a, b| b.0.total_cmp(&a.0));
        dark.truncate(TURNED_CELLS);
        let clarity = |turns: usize| -> f32 {
            let clearest = |cell: &Ink| {
                let scores = self.network.scores_alone(&turned(cell, turns));
                scores.iter().copied().fold(f32::MIN, f32::max) - log_sum(&scores)
            };
            dark.iter().map(|(_, cell)| clearest(cell)).sum()
        };
        let clarities: [f32; 4] = std::array::from_fn(clarity);
        // The last of equal ones is upright.
        (0..4).rev().max_by(|a, b| clarities[*a].total_cmp(&clarities[*b])).unwrap_or_default()
    }

    fn read_cells(&mut self, lattice: &Lattice, straightened: &Straightened, cancel: &AtomicBool) -> Reading {
        let scores = self.network.scores(&straightened.cells);
        let shapes = shapes(lattice.size);
        let contents = contents(lattice.size, &scores);
        let choices: Vec<Choices> = contents.iter().map(clue_choices).collect();
        let mut found: Option<(Shape, Cheapest)> = None;
        // Puzzles with the other shape of boxes are competitors, too.
        let mut others = f32::INFINITY;
        for shape in &shapes {
            match cheapest(*shape, &choices, &mut self.checker, cancel) {
                Err(bound) => others = others.min(bound),
                Ok(next) => match &mut found {
                    Some((_, known)) if known.best.cost <= next.best.cost => {
                        others = others.min(next.best.cost).min(next.bound);
                    }
                    found => {
                        if let Some((_, known)) = found.replace((*shape, next)) {
                            others = others.min(known.best.cost).min(known.bound);
                        }
                    }
                },
            }
        }
        if let Some((_, found)) = &mut found {
            found.bound = found.bound.min(others);
        }
        let shape = found.as_ref().map_or(shapes[0], |(shape, _)| *shape);
        reading(shape, lattice, straightened, &contents, &choices, found.map(|(_, found)| found))
    }
}

/// The first steps of a reading, for a picture that explains it.
#[derive(Clone, Debug)]
pub struct FirstSteps {
    /// The number of pixels of the reduced image in a row.
    pub width: usize,
    /// For each pixel of the reduced image, whether it is ink.
    pub ink: Vec<bool>,
    /// The corners of large connected figures, clockwise from the top left, in pixels of the photo.
    pub outlines: Vec<[Point; 4]>,
}

impl FirstSteps {
    /// The ink and the outlines of the first pass. Other passes have other radii and contrasts.
    pub fn new(image: &GrayImage<'_>) -> Self {
        let (plane, factor) = reduced(image);
        let ink = pass(&plane, PASSES[0]);
        let scale = |corners: [Point; 4]| corners.map(|corner| scaled(corner, factor as f32));
        let outlines = outlines(&plane, &ink).into_iter().map(scale).collect();
        Self { width: plane.width, ink, outlines }
    }
}

/// The passes of the search for ink: the part of the longer side that is the radius, and the contrast.
const PASSES: [(usize, f32); 4] = [(40, 0.1), (100, 0.08), (16, 0.05), (60, 0.04)];

/// The ink of a pass.
fn pass(plane: &Plane, (divisor, contrast): (usize, f32)) -> Vec<bool> {
    plane.ink((plane.width.max(plane.height) / divisor).max(4), contrast)
}

/// The image in which grids are searched, and the factor by which it is smaller than the photo.
fn reduced(image: &GrayImage<'_>) -> (Plane, usize) {
    let factor = image.width().max(image.height()).div_ceil(SEARCH_SIDE);
    (image.reduced((0, 0), (image.width(), image.height()), factor), factor)
}

/// All grids of a photo, the largest first.
fn lattices(image: &GrayImage<'_>, cancel: &AtomicBool) -> Vec<Lattice> {
    let (plane, factor) = reduced(image);
    let mut found: Vec<Lattice> = Vec::new();
    for settings in PASSES {
        for outline in outlines(&plane, &pass(&plane, settings)) {
            if cancel.load(Ordering::Relaxed) {
                return Vec::new();
            }
            let Some(lattice) = Lattice::find(&plane, outline) else { continue };
            match found.iter_mut().find(|known| is_same_place(known, &lattice)) {
                Some(known) if known.score < lattice.score => *known = lattice,
                Some(_) => {}
                None => found.push(lattice),
            }
        }
        let is_large = |lattice: &Lattice| {
            lattice.side() > plane.width.min(plane.height) as f32 * LARGE_SIDE && lattice.score >= CLEAR_SCORE
        };
        if found.iter().any(is_large) {
            break;
        }
    }
    found.sort_by(|a, b| b.side().total_cmp(&a.side()));
    found.truncate(MOST_GRIDS);
    found.into_iter().map(|lattice| lattice.scaled(factor as f32)).collect()
}

/// Whether the centers of two grids are less than half of the larger side apart.
fn is_same_place(one: &Lattice, two: &Lattice) -> bool {
    let center = |lattice: &Lattice| {
        let corners = lattice.corners();
        (
            corners.iter().map(|corner| corner.0).sum::<f32>() / 4.0,
            corners.iter().map(|corner| corner.1).sum::<f32>() / 4.0,
        )
    };
    let radius = one.cell_side().max(two.cell_side()) * one.size.max(two.size) as f32 / 2.0;
    let (a, b) = (center(one), center(two));
    (a.0 - b.0).hypot(a.1 - b.1) < radius
}

/// The shapes of a grid with this number of rows.
fn shapes(size: usize) -> Vec<Shape> {
    let boxes: &[(usize, usize)] = match size {
        4 => &[(2, 2)],
        6 => &[(2, 3), (3, 2)],
        16 => &[(4, 4)],
        _ => &[(3, 3)],
    };
    boxes.iter().filter_map(|(rows, columns)| Shape::boxes(*rows, *columns)).collect()
}

/// The contents of all cells with their costs.
fn contents(size: usize, scores: &[[f32; CLASSES]]) -> Vec<Contents> {
    let total = |class: usize| scores.iter().map(|cell| probability(cell, class)).sum::<f32>();
    // Some grids with 16 digits count from 0 to F, and others from 1 to G.
    let has_zero = size == 16 && total(ZERO) > total(LETTERS + 6);
    let mut classes: Vec<(usize, Label)> = vec![(0, Label::Blank)];
    for (index, digit) in (0..size).map(|index| (index, Digit::from_index(index))) {
        let symbol = index + usize::from(!has_zero);
        let class = match symbol {
            0 => ZERO,
            1..=9 => symbol,
            _ => LETTERS + symbol - 10,
        };
        classes.push((class, Label::Clue(digit)));
        if (1..=9).contains(&symbol) {
            classes.push((HANDWRITTEN + symbol - 1, Label::Entry(digit)));
        }
    }
    let cell = |scores: &[f32; CLASSES]| {
        // Symbols that the grid does not use take their part of the probability, too.
        let all = log_sum(scores);
        let cost = |(class, label): &(usize, Label)| (all - scores[*class], *label);
        let mut contents: Contents = classes.iter().map(cost).collect();
        contents.sort_by(|a, b| a.0.total_cmp(&b.0));
        let probable = contents.iter().filter(|(cost, _)| *cost < -LEAST_PROBABILITY.ln()).count();
        contents.truncate(probable.max(1));
        contents
    };
    scores.iter().map(cell).collect()
}

/// The clues that a cell may have. All other contents are one choice.
fn clue_choices(contents: &Contents) -> Choices {
    let clues = contents.iter().filter_map(|(cost, label)| Some((*cost, Some(label.clue()?))));
    let mut choices: Choices = clues.collect();
    let others = contents.iter().filter(|(_, label)| label.clue().is_none());
    let others: Vec<f32> = others.map(|(cost, _)| -cost).collect();
    if !others.is_empty() {
        choices.push((-log_sum(&others), None));
    }
    choices.sort_by(|a, b| a.0.total_cmp(&b.0));
    choices
}

/// The probability of a class.
fn probability(scores: &[f32; CLASSES], class: usize) -> f32 {
    (scores[class] - log_sum(scores)).exp()
}

fn reading(
    shape: Shape,
    lattice: &Lattice,
    straightened: &Straightened,
    contents: &[Contents],
    choices: &[Choices],
    found: Option<Cheapest>,
) -> Reading {
    let labels_of = |clues: &[Option<Digit>], solution: Option<&Solution>| -> Vec<Label> {
        let label = |(cell, clue): (usize, &Option<Digit>)| {
            let no_clue = || no_clue(&contents[cell], solution.map(|solution| solution.digits()[cell]));
            clue.map_or_else(no_clue, Label::Clue)
        };
        clues.iter().enumerate().map(label).collect()
    };
    let cheapest: Vec<Option<Digit>> = choices.iter().map(|cell| cell[0].1).collect();
    let mut labels = labels_of(&cheapest, None);
    let (mut probability, mut is_certain, mut second, mut solution) = (0.0, false, None, None);
    if let Some(Cheapest { best, second: other, bound }) = found {
        let others = other.as_ref().map_or(bound, |other| other.cost.min(bound));
        probability = 1.0 / (1.0 + (best.cost - others).exp());
        labels = labels_of(&best.clues, Some(&best.solution));
        is_certain =
            Evidence { shape, lattice, choices, puzzle: &best, labels: &labels, probability }.is_certain();
        second = other.map(|other| {
            let labels = labels_of(&other.clues, Some(&other.solution));
            let differs = |(cell, _): &(usize, Label)| best.clues[*cell] != other.clues[*cell];
            labels.into_iter().enumerate().filter(differs).collect()
        });
        solution = Some(best.solution);
    }
    let cell = |(index, label): (usize, Label)| {
        let probability = probability_of(&contents[index], label);
        let choices = contents[index].iter().map(|(cost, label)| (*label, (-cost).exp())).collect();
        let is_contested = second.iter().flatten().any(|(cell, _): &(usize, Label)| *cell == index);
        // In a certain reading, only handwritten digits may be doubtful.
        let may_be_doubtful = !is_certain || matches!(label, Label::Entry(_));
        let is_doubtful = may_be_doubtful && (probability < CLEAR_CONTENT || is_contested);
        CellReading { label, probability, choices, is_doubtful }
    };
    let cells = labels.into_iter().enumerate().map(cell).collect();
    Reading {
        shape,
        corners: lattice.corners(),
        crossings: lattice.points.clone(),
        side: straightened.side,
        straightened: straightened.gray.clone(),
        cells,
        solution,
        probability,
        is_certain,
        second,
    }
}

/// The probability of a content by the picture of a cell alone.
fn probability_of(contents: &Contents, label: Label) -> f32 {
    contents.iter().find(|(_, other)| *other == label).map_or(0.0, |(cost, _)| (-cost).exp())
}

/// The most probable content of a cell without a clue. Handwriting probably follows the solution.
fn no_clue(contents: &Contents, solution: Option<Digit>) -> Label {
    let entries = contents.iter().filter(|(_, label)| matches!(label, Label::Entry(_)));
    let by_hand: f32 = entries.clone().map(|(cost, _)| (-cost).exp()).sum();
    if probability_of(contents, Label::Blank) >= by_hand {
        return Label::Blank;
    }
    let others = entries.clone().count().saturating_sub(1).max(1) as f32;
    let cost = |(cost, label): &(f32, Label)| {
        let is_correct = solution.is_none_or(|digit| *label == Label::Entry(digit));
        let prior = if is_correct { CORRECT_ENTRY } else { (1.0 - CORRECT_ENTRY) / others };
        cost - prior.ln()
    };
    entries.min_by(|a, b| cost(a).total_cmp(&cost(b))).map_or(Label::Blank, |(_, label)| *label)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digit(value: u8) -> Digit {
        Digit::new(value).expect("a digit")
    }

    #[test]
    fn contents_without_a_clue_are_one_choice() {
        let choices = [(0.4, Label::Clue(digit(3))), (0.35, Label::Entry(digit(8))), (0.25, Label::Blank)];
        let clues = clue_choices(&choices.map(|(part, label): (f32, Label)| (-part.ln(), label)).to_vec());
        assert_eq!(clues.iter().map(|(_, clue)| *clue).collect::<Vec<_>>(), [None, Some(digit(3))]);
        assert!((clues[0].0 + 0.6_f32.ln()).abs() < 1e-6);
        // A content may be nearly impossible, if the only probable symbol is not a symbol of the grid.
        assert_eq!(clue_choices(&vec![(120.0, Label::Blank)]), [(120.0, None)]);
    }

    #[test]
    fn handwriting_follows_the_solution_if_its_picture_allows_it() {
        let cell = |parts: [f32; 3]| -> Contents {
            let labels = [Label::Blank, Label::Entry(digit(1)), Label::Entry(digit(7))];
            parts.into_iter().map(|part| -part.ln()).zip(labels).collect()
        };
        assert_eq!(no_clue(&cell([0.6, 0.2, 0.2]), Some(digit(7))), Label::Blank);
        assert_eq!(no_clue(&cell([0.4, 0.3, 0.3]), Some(digit(7))), Label::Entry(digit(7)));
        assert_eq!(no_clue(&cell([0.1, 0.5, 0.4]), None), Label::Entry(digit(1)));
        assert_eq!(no_clue(&cell([0.01, 0.97, 0.02]), Some(digit(7))), Label::Entry(digit(1)));
    }
}
