//! About how many solutions puzzles have.

use std::fmt::Write as _;

use arcdoku::puzzle::Limit;
use arcdoku::solve::{Estimate, Solver, estimate};
use arcdoku_wire::{EstimateReply, puzzle_text};

use super::ReplyFormat;
use super::finder::{self, Question};
use crate::cancel::{Bounds, Cancel};
use crate::input::{self, Input, Item, Reading};
use crate::output::Output;
use crate::report::{Refusal, Report};
use crate::status::{Error, Status};

/// What is asked of each puzzle.
#[derive(Clone, Debug)]
pub struct EstimateOptions {
    /// The number of random branches.
    pub samples: u64,
    /// The seed of the branches.
    pub seed: u64,
    /// Limits for each puzzle.
    pub bounds: Bounds,
}

impl Default for EstimateOptions {
    fn default() -> Self {
        Self { samples: 10_000, seed: 0, bounds: Bounds::default() }
    }
}

/// Estimates the numbers of solutions of all puzzles of an input.
///
/// # Errors
/// If the output cannot be written.
pub fn run(
    options: &EstimateOptions,
    format: ReplyFormat,
    input: Input,
    threads: usize,
    output: &mut dyn Output,
) -> Result<Status, Error> {
    finder::run(options, format, input, threads, output)
}

impl Question for EstimateOptions {
    type Answer<'a> = (&'a Item, Estimate);
    type Reply = EstimateReply;

    fn find<'a>(
        &self,
        _: &mut Solver,
        reading: &'a Reading,
        report: &mut Report,
    ) -> Result<Self::Answer<'a>, Box<Refusal>> {
        let item = report.read(reading)?;
        let found = estimate(&item.record.puzzle, self.samples, self.seed, &self.bounds.limits());
        match found.limit {
            Some(limit) if limit == Limit::Cancelled || found.samples == 0 => {
                Err(report.given_up(item, limit))
            }
            _ => Ok((item, found)),
        }
    }

    fn text(_: u64, (item, found): &Self::Answer<'_>, out: &mut String) {
        // Writing to a string cannot fail.
        let _ = if let Some(count) = found.exact {
            writeln!(out, "{}  {count} (exact)", item.place())
        } else {
            let [low, high] = found.interval.map(number);
            let (solutions, error, samples) = (number(found.log10), percent(found), found.samples);
            let place = item.place();
            writeln!(
                out,
                "{place}  about {solutions} (95 %: {low} to {high}; error {error} %, {samples} branches)"
            )
        };
    }

    fn tsv(number_of: u64, (item, found): &Self::Answer<'_>, out: &mut String) {
        let text = puzzle_text(&item.record.puzzle);
        let solutions = found.exact.map_or_else(|| number(found.log10), |count| count.to_string());
        let [low, high] = found.interval.map(number);
        let (error, samples) = (percent(found), found.samples);
        let _ = writeln!(out, "{number_of}\t{text}\t{solutions}\t{low}\t{high}\t{error}\t{samples}");
    }

    fn reply(
        &self,
        number_of: u64,
        reading: &Reading,
        found: Result<Self::Answer<'_>, Box<Refusal>>,
    ) -> EstimateReply {
        let mut reply = EstimateReply {
            head: input::head(number_of, reading),
            other: input::other(reading, EstimateReply::FIELDS),
            ..EstimateReply::default()
        };
        match found {
            Ok((_, found)) => {
                let solutions = found.exact.map_or_else(|| number(found.log10), |count| count.to_string());
                reply.solutions = Some(solutions);
                reply.exact = found.exact.is_some();
                if !reply.exact {
                    let [low, high] = found.interval.map(number);
                    (reply.low, reply.high, reply.error) = (Some(low), Some(high), Some(percent(&found)));
                }
                (reply.samples, reply.hits) = (found.samples, found.hits);
                reply.limit = found.limit.map(|limit| limit.name().to_owned());
            }
            Err(refusal) => (reply.outcome, reply.limit, reply.fault) = refusal.parts(),
        }
        reply
    }

    fn cancel(&self) -> &Cancel {
        &self.bounds.cancel
    }
}

/// The number with a decimal logarithm, in three digits: `288`, `6.67e21`.
fn number(log10: f64) -> String {
    if log10 == f64::NEG_INFINITY {
        return "0".to_owned();
    }
    let mut exponent = log10.floor();
    let mut mantissa = (10_f64.powf(log10 - exponent) * 100.0).round() / 100.0;
    if mantissa >= 10.0 {
        (mantissa, exponent) = (1.0, exponent + 1.0);
    }
    if exponent < 4.0 { format!("{:.0}", 10_f64.powf(log10)) } else { format!("{mantissa:.2}e{exponent:.0}") }
}

fn percent(found: &Estimate) -> String {
    format!("{:.1}", found.error * 100.0)
}

#[cfg(test)]
mod tests {
    #[test]
    fn numbers_have_three_digits() {
        let numbers = [
            f64::NEG_INFINITY,
            0.0,
            288_f64.log10(),
            9999.6_f64.log10(),
            9.999e8_f64.log10(),
            21.8242,
            400.0,
        ];
        assert_eq!(numbers.map(super::number), ["0", "1", "288", "1.00e4", "1.00e9", "6.67e21", "1.00e400"]);
    }
}
