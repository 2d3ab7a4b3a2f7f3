//! Clues with their canonical forms.

use arcdoku::canon::Clues;
use arcdoku::testing::canon::line;
use arcdoku::testing::instances;
use arcdoku::{Puzzle, Shape};
use fastrand::Rng;

/// A full grid with 648 automorphisms, the largest number for a full grid.
const MOST_REGULAR: &str =
    "123456789456789123789123456231564897564897231897231564312645978645978312978312645";

/// A grid with some cells emptied.
fn thinned(rng: &mut Rng, clues: usize) -> Clues {
    let solution = instances::full_grid(Shape::CLASSIC, rng);
    Clues::of(&instances::with_holes(&Puzzle::new(Shape::CLASSIC), &solution, 81 - clues, rng)).unwrap()
}

fn full(rng: &mut Rng) -> Clues {
    let solution = instances::full_grid(Shape::CLASSIC, rng);
    Clues::of(&instances::with_clues(&Puzzle::new(Shape::CLASSIC), &solution, |_| true)).unwrap()
}

/// The text of the file. Add new lines at the end.
pub(crate) fn text() -> String {
    let mut rng = Rng::with_seed(1782);
    let mut lines = vec![
        "# Clues made here: regular patterns, full grids, thinned grids, minimal puzzles.".to_owned(),
        "# clues\tform\tform by text alone\tautomorphisms\tkey of the form".to_owned(),
    ];
    let regular =
        MOST_REGULAR.parse::<Puzzle>().ok().and_then(|grid| Clues::of(&grid).ok()).expect("a full grid");
    let mut patterns = vec![[0; 81], *regular.numbers()];
    let cell = |keep: &dyn Fn(usize) -> bool| {
        let mut numbers = *regular.numbers();
        (0..81).filter(|&at| !keep(at)).for_each(|at| numbers[at] = 0);
        numbers
    };
    patterns.push(cell(&|at| at == 40));
    patterns.push(cell(&|at| at == 40 || at == 3));
    patterns.push(cell(&|at| at / 9 == 4));
    patterns.push(cell(&|at| at % 9 == 4));
    patterns.push(cell(&|at| at < 27));
    patterns.push(cell(&|at| at % 10 == 0));
    patterns.push(cell(&|at| at % 10 != 0));
    patterns.push(cell(&|at| at != 80));
    patterns.push(cell(&|at| regular.numbers()[at] == 1));
    patterns.push(cell(&|at| regular.numbers()[at] < 4));
    patterns.push(cell(&|at| regular.numbers()[at] > 1));
    // Clues that contradict each other.
    patterns.push([1; 81]);
    patterns.push(std::array::from_fn(|at| (at / 9) as u8 + 1));
    patterns.push(std::array::from_fn(|at| ((at / 9 + at % 9) % 9) as u8 + 1));
    patterns.push(std::array::from_fn(|at| u8::from((at / 9 + at % 9) % 2 == 0)));
    for _ in 0..10 {
        patterns.push(std::array::from_fn(|_| rng.u8(0..10)));
    }
    lines.extend(patterns.iter().map(|numbers| line(&Clues::from_numbers(numbers).unwrap())));
    for _ in 0..40 {
        lines.push(line(&full(&mut rng)));
    }
    for clues in 4..80 {
        lines.push(line(&thinned(&mut rng, clues)));
    }
    for _ in 0..80 {
        let puzzle = Puzzle::new(Shape::CLASSIC);
        let solution = instances::full_grid(Shape::CLASSIC, &mut rng);
        let minimal = instances::proper(&puzzle, &solution, usize::MAX, &mut rng, instances::is_unique);
        lines.push(line(&Clues::of(&minimal).unwrap()));
    }
    lines.join("\n") + "\n"
}
