//! The suite of canonical forms: microseconds per puzzle and per full grid, on one core.

use std::time::Duration;

use arcdoku::canon::{Canonizer, Clues, Order};
use arcdoku::grid::Symmetry;
use arcdoku::{Limits, Shape, Solver};
use sudoku::Sudoku;

use crate::options::Run;
use crate::pass::{consume, least, timed, turns};
use crate::record::Report;
use crate::set::Set;
use crate::table::{Table, figure, grouped, verdict};

/// The sets of puzzles, with the target and the time of the reference tool, in microseconds.
const SETS: &[(&str, Option<f64>, Option<f64>)] = &[
    ("seventeen_clue", Some(4.0), Some(3.2)),
    ("random_minimal", Some(5.0), Some(4.1)),
    ("easy", None, None),
];

/// The row of full grids: its name, the target, and the published time of the peer, both in microseconds.
const GRIDS: (&str, Option<f64>, Option<f64>) = ("full grids", Some(30.0), Some(89.0));

/// The number of full grids to measure, which are solutions of random minimal puzzles. It is small, because the peer
/// is slow.
const MOST_GRIDS: usize = 5000;

/// Clues that are measured together.
struct Batch {
    name: String,
    clues: Vec<Clues>,
    /// The same puzzles for the peer, which computes smallest forms, and only of full grids.
    peer: Vec<Sudoku>,
}

impl Batch {
    fn puzzles(set: &Set) -> Result<Self, String> {
        let clues = set.puzzles.iter().map(|puzzle| Clues::of(puzzle).map_err(|error| error.to_string()));
        Ok(Self { name: set.name.clone(), clues: clues.collect::<Result<_, _>>()?, peer: Vec::new() })
    }

    fn grids(set: &Set) -> Result<Self, String> {
        let mut solver = Solver::new();
        let mut batch = Self { name: GRIDS.0.to_owned(), clues: Vec::new(), peer: Vec::new() };
        for (i, puzzle) in set.puzzles.iter().take(MOST_GRIDS).enumerate() {
            let outcome = solver.solve(puzzle, &Limits::NONE).outcome;
            let solution = outcome.solution().ok_or_else(|| format!("{}: no solution", set.show(i)))?;
            let cells: Vec<_> = solution.digits().iter().copied().map(Some).collect();
            let clues = Clues::from_cells(&cells).ok_or_else(|| format!("{}: not 9x9", set.show(i)))?;
            batch.peer.push(Sudoku::from_str_line(&clues.to_string()).map_err(|error| error.to_string())?);
            batch.clues.push(clues);
        }
        Ok(batch)
    }

    /// Checks each form: the returned symmetry maps the puzzle to it, other members of the class have the same form,
    /// and the peer finds the same form.
    fn check(&self, order: Order) -> Result<(), String> {
        let mut canonizer = Canonizer::with_order(order);
        let mut rng = fastrand::Rng::with_seed(729);
        for (i, clues) in self.clues.iter().enumerate() {
            let found = canonizer.canonize(clues);
            if found.symmetry().apply(&clues.cells()) != found.form.cells() {
                return Err(format!("{clues}: the symmetry does not lead to the form"));
            }
            let other = Symmetry::random(Shape::CLASSIC, |n| rng.usize(..n)).apply(&clues.cells());
            let other = Clues::from_cells(&other).map(|other| canonizer.canonize(&other));
            if other.is_none_or(|other| other.form != found.form || other.key() != found.key()) {
                return Err(format!("{clues}: the form depends on the arrangement of the clues"));
            }
            if let Some(peer) = self.peer.get(i) {
                let Some((form, automorphisms)) = peer.canonicalized() else {
                    return Err(format!("{clues}: no form by the peer"));
                };
                let form = form.to_str_line();
                if *form != *found.form.to_string() || automorphisms as u64 != found.automorphisms {
                    return Err(format!(
                        "{clues}: {} with {}, but {} with {automorphisms} by the peer",
                        found.form, found.automorphisms, &*form
                    ));
                }
            }
        }
        Ok(())
    }

    /// The time of one kind of pass: forms, forms with keys, forms by text, or forms by the peer.
    fn passes(&self, [counts, text]: &mut [Canonizer; 2], which: usize) -> Duration {
        timed(|| match which {
            0 => self.clues.iter().for_each(|clues| consume(counts.canonize(clues))),
            1 => self.clues.iter().for_each(|clues| consume(counts.canonize(clues).key())),
            2 => self.clues.iter().for_each(|clues| consume(text.canonize(clues))),
            _ => self.peer.iter().for_each(|sudoku| consume(sudoku.canonicalized())),
        })
    }
}

pub(crate) fn suite(run: &Run, report: &mut Report) -> Result<(), String> {
    let rounds = run.rounds(7);
    let head = "set | puzzles | us/puzzle | target, us | verdict | with key, us | by text, us | sudoku, us | x sudoku | stated, us";
    let mut table = Table::new(1, head);
    let names: Vec<&str> = SETS.iter().map(|&(name, ..)| name).collect();
    let sets = run.data.sets(&names, run.options.limit)?;
    let mut batches = sets.iter().map(Batch::puzzles).collect::<Result<Vec<_>, _>>()?;
    let source = sets.iter().find(|set| set.name == "random_minimal").or(sets.first());
    batches.extend(source.map(Batch::grids).transpose()?);
    for batch in &batches {
        for order in [Order::Counts, Order::Text] {
            batch.check(order)?;
        }
        let canonizers = &mut [Canonizer::new(), Canonizer::with_order(Order::Text)];
        let times = turns(&batch.name, rounds, 4, |which| Ok(batch.passes(canonizers, which)))?;
        let count = batch.clues.len() as f64;
        let [plain, keyed, by_text, peer] =
            [0, 1, 2, 3].map(|which: usize| least(&times[which]).as_secs_f64() * 1e6 / count);
        let peer = (!batch.peer.is_empty()).then_some(peer);
        let row = SETS.iter().chain([&GRIDS]).find(|&&(name, ..)| name == batch.name);
        let (target, stated) = row.map_or((None, None), |&(_, target, stated)| (target, stated));
        let target = target.filter(|_| run.is_full());
        table.row(vec![
            batch.name.clone(),
            grouped(count, 0),
            grouped(plain, 2),
            figure(target, 2),
            verdict(target.map(|target| plain <= target)),
            grouped(keyed, 2),
            grouped(by_text, 2),
            figure(peer, 2),
            figure(peer.map(|peer| peer / plain), 2),
            figure(stated, 2),
        ]);
    }
    report.add_block(
        "Microseconds per puzzle on one core for its canonical form, with the symmetry and the number of \
         automorphisms, without reading. Before the measurement, every symmetry was compared with its form, every \
         form with the form of a shuffled copy, and forms and automorphisms of full grids with the peer. `with key`: \
         also computes the key. `by text`: the form with the smallest text (`Order::Text`). `sudoku`: the crate of \
         that name in the same run, which has such forms of full grids only. `stated`: the times in the issue, of \
         the reference tool for puzzles and of the crate `sudoku` for grids, on another machine.",
    );
    report.add_block(&table.render());
    report.add_block(&format!("Rounds: {rounds}; the best counts; all engines took turns."));
    Ok(())
}
