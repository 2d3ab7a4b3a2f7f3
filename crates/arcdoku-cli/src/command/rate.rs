//! `arcdoku rate`: how hard are puzzles for a person?

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::ops::ControlFlow;
use std::sync::Arc;

use arcdoku::human::rate::{End, Level, Profile, solve_with};
use arcdoku::human::{Options, Scratch, Technique};
use arcdoku::puzzle::{Limit, Limits};
use arcdoku::solve::Solver;
use arcdoku_wire::{Fault, RateReply, VERSION};

use super::human::{self, Situation};
use crate::cli::{self, Rate, RateFormat};
use crate::input::{Entry, Item, Reading, passed};
use crate::interrupt;
use crate::output::{self, BAD, FAINT, HEAD, Out, error_line, note, number, paint, plural};
use crate::pipeline::{self, Batch, Run};
use crate::progress::Progress;
use crate::status::Status;

/// What a batch gave.
#[derive(Default)]
struct Report {
    out: String,
    errors: Vec<String>,
    status: Status,
    /// How many puzzles are of each level.
    levels: [u64; 5],
    cut: bool,
}

#[derive(Clone, Copy)]
struct Style {
    format: RateFormat,
    quiet: bool,
    colored: bool,
}

/// The rating of a puzzle.
struct Rating {
    level: Level,
    score: u32,
    end: End,
    /// How many steps are of each technique, by its place in [`Technique::ALL`].
    counts: Vec<u32>,
}

/// What is said of a puzzle.
enum Verdict {
    Rated(Rating),
    Several,
    /// Some of what was filled in or noted is not as in the solution.
    Mistaken,
    None(Option<Fault>),
    Unfit(Fault),
    Stopped(Limit),
    Malformed(Fault),
}

pub(crate) fn run(options: &Rate) -> anyhow::Result<Status> {
    let scale: Arc<str> = options.scale.as_str().into();
    let profile = Arc::new(cli::profile(&scale)?);
    let plan = Arc::new(options.input.plan()?);
    let entries = options.input.entries(&plan)?;
    let mut progress = Progress::of_batch(entries.iter().map(Entry::size).sum(), options.quiet);
    let (limits, techniques) = (options.limits(), options.techniques.options());
    let style = Style { format: options.format, quiet: options.quiet, colored: output::is_colored() };
    let worker = move || {
        let mut rater = Rater {
            solver: Solver::new(),
            scratch: Scratch::default(),
            profile: Arc::clone(&profile),
            scale: Arc::clone(&scale),
            options: techniques,
            limits,
        };
        move |batch: Batch| rater.report(batch, style)
    };
    let mut status = Status::Fine;
    let mut levels = [0; 5];
    let write = |out: &mut Out, progress: &mut Progress, report: Report| {
        for line in &report.errors {
            progress.line(line);
        }
        status.note(report.status);
        levels.iter_mut().zip(report.levels).for_each(|(sum, count)| *sum += count);
        out.write_all(report.out.as_bytes())?;
        Ok(if report.cut { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    };
    let work = Run { entries, plan, threads: options.jobs.threads(), settle: false };
    pipeline::run(work, worker, &mut progress, &mut output::stdout(), write)?;
    if options.stats {
        summary(&progress, &levels);
    }
    if interrupt::asked() {
        status.note(Status::Interrupted);
    }
    Ok(status)
}

/// Rates puzzles on one thread.
struct Rater {
    solver: Solver,
    scratch: Scratch,
    profile: Arc<Profile>,
    scale: Arc<str>,
    options: Options,
    limits: Limits<'static>,
}

impl Rater {
    fn report(&mut self, batch: Batch, style: Style) -> Report {
        let mut report = Report::default();
        for (number, reading) in batch.readings() {
            let verdict = match &reading {
                Ok(item) => self.verdict(item),
                Err(rejected) => {
                    report.errors.push(error_line(&rejected.message()));
                    Verdict::Malformed(rejected.fault.clone())
                }
            };
            if matches!(verdict, Verdict::Stopped(Limit::Cancelled)) {
                report.cut = true;
                break;
            }
            report.note(&verdict);
            let whole = reading.as_ref().is_err_and(|rejected| rejected.whole);
            if style.quiet || whole {
                continue;
            }
            match (style.format, &reading) {
                (RateFormat::Json, _) => {
                    let reply = self.reply(number, &reading, verdict);
                    if let Ok(line) = serde_json::to_string(&reply) {
                        report.out.push_str(&line);
                        report.out.push('\n');
                    }
                }
                // A string takes everything.
                (RateFormat::Tsv, Ok(item)) => {
                    let puzzle = human::state_text(&item.record);
                    let _ = match &verdict {
                        Verdict::Rated(Rating { level, score, end: End::Solved, .. }) => {
                            writeln!(report.out, "{puzzle}\t{level}\t{score}")
                        }
                        _ => writeln!(report.out, "{puzzle}\t{}\t", verdict.outcome()),
                    };
                }
                (RateFormat::Text, Ok(item)) => {
                    let line = self.line(&verdict, style.colored);
                    let _ = writeln!(report.out, "{}:{}  {line}", item.source, item.line());
                }
                // Standard error has it.
                (_, Err(_)) => {}
            }
        }
        report
    }

    fn verdict(&mut self, item: &Item) -> Verdict {
        let (state, solution, proper) = match human::look(&mut self.solver, item, &self.limits) {
            Situation::Open { state, solution: Some(solution), proper } => (state, solution, proper),
            Situation::Open { solution: None, .. } => return Verdict::Several,
            Situation::Mistaken(_) => return Verdict::Mistaken,
            Situation::Unsolvable(fault) => return Verdict::None(fault),
            Situation::Unfit(fault) => return Verdict::Unfit(fault),
            Situation::Unknown(limit) => return Verdict::Stopped(limit),
        };
        let mut counts = vec![0; Technique::ALL.len()];
        let (level, score, end) = solve_with(
            state,
            &self.profile,
            &human::sound(&self.options, proper),
            Some(&solution),
            &self.limits,
            &mut self.scratch,
            &mut |_, step| {
                counts[step.step.technique as usize] += 1;
                ControlFlow::Continue(())
            },
        );
        match end {
            End::Stopped(limit) => Verdict::Stopped(limit),
            _ => Verdict::Rated(Rating { level, score, end, counts }),
        }
    }

    /// The technique of the path that comes last in the order.
    fn hardest(&self, rating: &Rating) -> Option<Technique> {
        rating.used().map(|(technique, _)| technique).max_by_key(|&technique| self.profile.rank(technique))
    }

    fn line(&self, verdict: &Verdict, colored: bool) -> String {
        match verdict {
            Verdict::Rated(rating) if rating.end == End::Solved => {
                let steps = plural(rating.steps().into(), "step");
                let level = paint(colored, HEAD, &format!("{:<7}", rating.level));
                let hardest = self.hardest(rating).map_or(String::new(), |name| format!(", hardest: {name}"));
                format!("{level}  {:>5}  {steps}{hardest}", rating.score)
            }
            Verdict::Rated(rating) => {
                let steps = plural(rating.steps().into(), "step");
                paint(colored, BAD, "unsolved") + &format!(" by the techniques of the scale after {steps}")
            }
            Verdict::Several => paint(colored, BAD, "multiple") + " solutions: only proper puzzles are rated",
            Verdict::Mistaken => {
                paint(colored, BAD, "mistakes") + ": not as in the solution; see `arcdoku hint`"
            }
            Verdict::None(_) => paint(colored, BAD, "unsatisfiable") + ": there is no solution",
            Verdict::Unfit(fault) => paint(colored, BAD, "unfit") + &format!(": {}", fault.found),
            Verdict::Stopped(limit) => paint(colored, FAINT, "unknown") + &format!(" ({})", limit.name()),
            Verdict::Malformed(_) => String::new(),
        }
    }

    fn reply(&self, number: u64, reading: &Reading, verdict: Verdict) -> RateReply {
        let scale = self.scale.to_string();
        let outcome = verdict.outcome().to_owned();
        let mut reply = RateReply { version: VERSION, number, outcome, scale, ..RateReply::default() };
        match reading {
            Ok(item) => {
                reply.puzzle = Some(human::state_text(&item.record));
                reply.ruleset = (&item.record.puzzle).into();
                reply.name.clone_from(&item.record.name);
                reply.other = passed(&item.other, RateReply::FIELDS);
            }
            Err(rejected) => {
                reply.puzzle.clone_from(&rejected.text);
                reply.other = passed(&rejected.other, RateReply::FIELDS);
            }
        }
        match verdict {
            Verdict::Rated(rating) => {
                reply.level = (rating.end == End::Solved).then(|| rating.level.name().to_owned());
                reply.score = (rating.end == End::Solved).then_some(rating.score);
                reply.steps = Some(rating.steps());
                reply.hardest = self.hardest(&rating).map(|technique| technique.slug().to_owned());
                let used = rating.used().map(|(technique, count)| (technique.slug().to_owned(), count));
                reply.techniques = used.collect::<BTreeMap<_, _>>();
            }
            Verdict::Stopped(limit) => reply.limit = Some(limit.name().to_owned()),
            Verdict::Unfit(fault) | Verdict::Malformed(fault) => reply.fault = Some(fault),
            Verdict::None(fault) => reply.fault = fault,
            Verdict::Several | Verdict::Mistaken => {}
        }
        reply
    }
}

impl Rating {
    fn used(&self) -> impl Iterator<Item = (Technique, u32)> {
        let counts = Technique::ALL.iter().copied().zip(self.counts.iter().copied());
        counts.filter(|&(_, count)| count > 0)
    }

    fn steps(&self) -> u32 {
        self.counts.iter().sum()
    }
}

impl Verdict {
    /// One word for tables and JSON.
    fn outcome(&self) -> &'static str {
        match self {
            Self::Rated(rating) if rating.end == End::Solved => "rated",
            Self::Rated(_) => "unsolved",
            Self::Several => "multiple",
            Self::Mistaken => "mistakes",
            Self::None(_) => "unsatisfiable",
            Self::Unfit(_) => "unfit",
            Self::Stopped(_) => "unknown",
            Self::Malformed(_) => "malformed",
        }
    }
}

impl Report {
    fn note(&mut self, verdict: &Verdict) {
        match verdict {
            Verdict::Rated(rating) if rating.end == End::Solved => self.levels[rating.level as usize] += 1,
            Verdict::Rated(_) | Verdict::Several | Verdict::Mistaken | Verdict::None(None) => {
                self.status.note(Status::Not);
            }
            Verdict::Unfit(fault) => {
                self.errors.push(error_line(&fault.to_string()));
                self.status.note(Status::Not);
            }
            Verdict::None(Some(conflict)) => {
                self.errors.push(error_line(&conflict.to_string()));
                self.status.note(Status::Malformed);
            }
            Verdict::Malformed(_) => self.status.note(Status::Malformed),
            Verdict::Stopped(_) => self.status.note(Status::Limit),
        }
    }
}

fn summary(progress: &Progress, levels: &[u64; 5]) {
    let (puzzles, elapsed) = progress.sum();
    let rate = puzzles as f64 / elapsed.as_secs_f64().max(1e-9);
    let time = output::time(elapsed.as_micros() as f64);
    let of_level = Level::ALL.iter().zip(levels).filter(|&(_, &count)| count > 0);
    let levels: Vec<String> =
        of_level.map(|(level, &count)| format!("{} {level}", number(count.into()))).collect();
    let puzzles = plural(puzzles.into(), "puzzle");
    note(&format!("{puzzles} in {time} ({}/s): {}", number(rate as u128), levels.join(", ")));
}
