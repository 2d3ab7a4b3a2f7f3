//! Targets, and whether measurements meet them.

use std::fmt;
use std::str::FromStr;

use arcdoku::Question;

use crate::measure::{Row, question_name};
use crate::table::{Table, grouped};

/// A bound for a set, in the notation `SET[:QUESTION]>=RATE/s` or `SET[:QUESTION]<TIMEms`: a minimum of
/// puzzles per second, or a maximum of milliseconds for the whole set.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Target {
    set: String,
    /// `None` means every question.
    question: Option<Question>,
    bound: Bound,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Bound {
    /// Minimum, in puzzles per second.
    Rate(f64),
    /// Upper bound, in milliseconds for the set.
    Total(f64),
}

/// A question by its name.
pub(crate) fn question(name: &str) -> Result<Question, String> {
    match name {
        "first" => Ok(Question::First),
        "unique" => Ok(Question::Unique),
        _ => Err(format!("unknown question {name:?}, expected first or unique")),
    }
}

impl FromStr for Target {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let usage = || format!("unknown target {text:?}, expected SET[:QUESTION]>=RATE/s or SET<TIMEms");
        let number = |text: &str| {
            let number: f64 = text.trim().replace(['_', ','], "").parse().map_err(|_| usage())?;
            if number > 0.0 && number.is_finite() { Ok(number) } else { Err(usage()) }
        };
        let (what, bound) = if let Some((what, rate)) = text.split_once(">=") {
            (what, Bound::Rate(number(rate.trim().strip_suffix("/s").ok_or_else(usage)?)?))
        } else {
            let (what, total) = text.split_once('<').ok_or_else(usage)?;
            (what, Bound::Total(number(total.trim().strip_suffix("ms").ok_or_else(usage)?)?))
        };
        let (set, chosen) = match what.trim().split_once(':') {
            Some((set, name)) => (set, Some(question(name)?)),
            None => (what.trim(), None),
        };
        if set.is_empty() {
            return Err(usage());
        }
        Ok(Self { set: set.into(), question: chosen, bound })
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.bound {
            Bound::Rate(rate) => write!(f, ">= {}/s", grouped(rate, 0)),
            Bound::Total(total) => write!(f, "< {total} ms in total"),
        }
    }
}

impl Target {
    fn concerns(&self, row: &Row) -> bool {
        self.set == row.set && self.question.is_none_or(|question| question == row.question)
    }

    /// The figure of a pass that took `seconds`, and whether it meets the bound.
    fn judge(&self, puzzles: usize, seconds: f64) -> (String, bool) {
        match self.bound {
            Bound::Rate(least) => {
                let rate = puzzles as f64 / seconds;
                (format!("{}/s", grouped(rate, 0)), rate >= least)
            }
            Bound::Total(most) => {
                let total = seconds * 1e3;
                (format!("{total:.3} ms"), total < most)
            }
        }
    }
}

/// The targets with the rows of `engine`, with and without text.
pub(crate) fn judged(targets: &[Target], rows: &[Row], engine: &str) -> Table {
    let head = "set | engine | question | target | measured | verdict | with text | verdict";
    let mut table = Table::new(4, head);
    for target in targets {
        for row in rows.iter().filter(|row| row.engine == engine && target.concerns(row)) {
            // An engine that left a puzzle without an answer misses the target.
            let word = |met: bool| if met && row.unknown == 0 { "met" } else { "not met" }.to_owned();
            let (figure, met) = target.judge(row.puzzles, row.best().as_secs_f64());
            let text = row.text_best().map(|pass| target.judge(row.puzzles, pass.as_secs_f64()));
            let (text_figure, text_met) =
                text.map_or_else(|| ("-".into(), "-".into()), |(figure, met)| (figure, word(met)));
            table.row(vec![
                row.set.clone(),
                row.engine.clone(),
                question_name(row.question).into(),
                target.to_string(),
                figure,
                word(met),
                text_figure,
                text_met,
            ]);
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::{Bound, Target, judged};
    use crate::measure::Row;
    use arcdoku::Question;
    use std::time::Duration;

    #[test]
    fn targets_are_read_and_shown() {
        let target: Target = "seventeen_clue>=40_000/s".parse().unwrap();
        assert_eq!(target, Target { set: "seventeen_clue".into(), question: None, bound: Bound::Rate(4e4) });
        assert_eq!(target.to_string(), ">= 40,000/s");
        let target: Target = "euler50:unique < 5ms".parse().unwrap();
        assert_eq!(target.question, Some(Question::Unique));
        assert_eq!(target.to_string(), "< 5 ms in total");
    }

    #[test]
    fn malformed_targets_are_rejected() {
        for text in
            ["", "easy", "easy>=fast/s", "easy>=3", "easy<5", "easy<-5ms", ":first<5ms", "easy:all<5ms"]
        {
            assert!(text.parse::<Target>().is_err(), "{text}");
        }
    }

    #[test]
    fn targets_are_judged_with_and_without_text() {
        let row = Row {
            set: "s".into(),
            puzzles: 10,
            engine: "e".into(),
            question: Question::First,
            passes: vec![Duration::from_millis(1)],
            text_passes: vec![Duration::from_millis(3)],
            counts: None,
            unknown: 0,
        };
        let targets: Vec<Target> = ["s>=5000/s", "s<1ms", "s:unique<9ms", "t<9ms"]
            .iter()
            .map(|text| text.parse().unwrap())
            .collect();
        let text = judged(&targets, &[row], "e").render();
        let lines: Vec<&str> = text.lines().skip(2).collect();
        assert_eq!(lines.len(), 2);
        assert!(lines[0].contains("10,000/s") && lines[0].contains("| not met |"), "{text}");
        assert!(lines[0].contains("3,333/s") && lines[1].contains("1.000 ms"));
    }
}
