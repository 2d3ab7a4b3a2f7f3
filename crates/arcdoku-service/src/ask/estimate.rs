//! An estimate of the number of solutions.

use std::fmt::Write as _;

use arcdoku::puzzle::Limit;
use arcdoku::solve::estimate;
use arcdoku_wire::question::{Estimate, EstimateReply};

use super::answer::{Answer, Render, Session};
use crate::cancel::Listener;
use crate::input::Item;
use crate::report::Refusal;
use crate::status::Status;
use crate::text;

impl Answer for Estimate {
    fn answer(
        &self,
        session: &mut Session,
        item: &Item,
        progress: Listener<'_>,
        reply: &mut EstimateReply,
    ) -> Result<(), Refusal> {
        let bounds = session.bounds(&self.limits);
        let limits = bounds.limits().with_listener(progress);
        let found = estimate(&item.record.puzzle, self.samples, self.seed, &limits);
        match found.limit {
            // The branches that were followed before the limit still give an estimate.
            Some(limit) if limit != Limit::Cancelled && found.samples > 0 => {
                reply.limit = Some(limit.into());
            }
            Some(limit) => return Err(session.report.given_up(item, limit)),
            None => {}
        }
        (reply.samples, reply.hits) = (found.samples, found.hits);
        reply.exact = found.exact.is_some();
        if !reply.exact && found.hits == 0 {
            // No estimate is possible without a solution.
            reply.limit = reply.limit.or(Some(arcdoku_wire::Limit::Samples));
            let branches = text::number(found.samples.into());
            let what = format!("{}: none of {branches} branches led to a solution", item.place());
            session.report.error(Status::Limit, what);
            return Ok(());
        }
        let solutions = found.exact.map_or_else(|| number(found.log10), |count| count.to_string());
        reply.solutions = Some(solutions);
        if !reply.exact {
            let [low, high] = found.interval.map(number);
            let error = format!("{:.1}", found.error * 100.0);
            (reply.low, reply.high, reply.error) = (Some(low), Some(high), Some(error));
        }
        Ok(())
    }
}

impl Render for EstimateReply {
    fn text(&self, item: &Item, _: bool, out: &mut String) {
        let Some(solutions) = self.solutions.as_deref() else { return };
        let place = item.place();
        // Writing to a string cannot fail.
        let _ = match (&self.low, &self.high, &self.error) {
            (Some(low), Some(high), Some(error)) => {
                let samples = self.samples;
                writeln!(
                    out,
                    "{place}  about {solutions} (95 %: {low} to {high}; error {error} %, {samples} branches)"
                )
            }
            _ => writeln!(out, "{place}  {solutions} (exact)"),
        };
    }

    fn tsv(&self, _: &Item, out: &mut String) {
        let Self { head, solutions, low, high, error, samples, .. } = self;
        let Some(solutions) = solutions.as_deref() else { return };
        let puzzle = head.puzzle.as_deref().unwrap_or_default();
        let [low, high] = [low, high].map(|end| end.as_deref().unwrap_or(solutions));
        let error = error.as_deref().unwrap_or("0.0");
        let _ = writeln!(out, "{}\t{puzzle}\t{solutions}\t{low}\t{high}\t{error}\t{samples}", head.number);
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
