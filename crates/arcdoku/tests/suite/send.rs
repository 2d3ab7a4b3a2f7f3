//! Values that callers hold can move to another thread.

use arcdoku::Solver;
use arcdoku::canon::Canonizer;
use arcdoku::fast9::{Board, Engine};
use arcdoku::generate::{GeneratedPuzzle, Maker, Minimizer, PuzzleRequest, Vicinity};
use arcdoku::rate::{RateScratch, Rater};
use arcdoku::solve::{ProbeGrid, Prober};

const fn send<T: Send>() {}

const _: () = {
    send::<Solver>();
    send::<Maker>();
    send::<Minimizer>();
    send::<Vicinity>();
    send::<Engine>();
    send::<Prober>();
    send::<Rater>();
    send::<RateScratch>();
    send::<Canonizer>();
    send::<Board>();
    send::<ProbeGrid>();
    send::<PuzzleRequest>();
    send::<GeneratedPuzzle>();
};
