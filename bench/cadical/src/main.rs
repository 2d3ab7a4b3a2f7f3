//! Answers requests of `bench large` with CaDiCaL: one request per input line, and one response per output line.
//!
//! One process answers all requests, each with a new solver, on one core. It excludes each solution to find the next
//! one.

use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

use cadical::{Callbacks, Solver};

#[path = "../../src/large/formula.rs"]
mod formula;
#[path = "../../src/large/message.rs"]
mod message;

use formula::Formula;
use message::{Request, Response};

/// The processor time of this thread.
fn clock() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}

/// Ends the search at its time limit, and counts learned clauses.
struct Watch {
    end: Duration,
    learned: usize,
}

impl Callbacks for Watch {
    fn terminate(&mut self) -> bool {
        clock() > self.end
    }

    fn max_length(&self) -> i32 {
        i32::MAX
    }

    fn learn(&mut self, _: &[i32]) {
        self.learned += 1;
    }
}

fn answer(request: &Request) -> Response {
    let (start, wall) = (clock(), Instant::now());
    let formula = Formula::new(request);
    let mut solver = Solver::new();
    solver.set_callbacks(Some(Watch { end: start.saturating_add(request.longest), learned: 0 }));
    formula.clauses(|clause| solver.add_clause(clause.iter().copied()));
    let mut solutions = Vec::new();
    let mut is_complete = true;
    while solutions.len() < request.wanted {
        match solver.solve() {
            Some(true) => {
                let grid = formula.grid(|variable| solver.value(variable) == Some(true));
                if solutions.len() + 1 < request.wanted {
                    solver.add_clause(formula.block(&grid));
                }
                solutions.push(grid);
            }
            end => {
                is_complete = end.is_some();
                break;
            }
        }
    }
    let conflicts = solver.get_callbacks().map_or(0, |watch| watch.learned);
    Response { is_complete, times: [clock() - start, wall.elapsed()], conflicts, solutions }
}

fn main() -> io::Result<()> {
    let mut output = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let request: Request = serde_json::from_str(&line?)?;
        writeln!(output, "{}", serde_json::to_string(&answer(&request))?)?;
        output.flush()?;
    }
    Ok(())
}
