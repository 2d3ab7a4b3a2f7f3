//! Markdown tables with aligned source, which are also readable in a terminal.
//!
//! comfy-table and tabled also draw such tables, but neither writes the colons that align columns, and they would
//! replace only thirty lines of code.

use std::fmt::Write as _;

use crate::engine::PEER;
use crate::measure::{Row, question_name};

/// A table: a head, and rows with the same number of cells.
pub(crate) struct Table {
    head: Vec<String>,
    rows: Vec<Vec<String>>,
    /// The number of columns from the left that are text. The others are numbers, aligned to the right.
    words: usize,
}

impl Table {
    /// A table with a head such as `set | ns/puzzle`.
    pub(crate) fn new(words: usize, head: &str) -> Self {
        let head = head.split('|').map(|cell| cell.trim().to_owned()).collect();
        Self { head, rows: Vec::new(), words }
    }

    pub(crate) fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    pub(crate) fn render(&self) -> String {
        let width = |column: usize| {
            let cells = self.rows.iter().chain([&self.head]).filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0).max(3)
        };
        let widths: Vec<usize> = (0..self.head.len()).map(width).collect();
        let mut out = String::new();
        let mut line = |cells: &[String]| {
            for (column, width) in widths.iter().enumerate() {
                let cell = cells.get(column).map_or("", String::as_str);
                // Writing to a string cannot fail.
                let _ = if column < self.words {
                    write!(out, "| {cell:<width$} ")
                } else {
                    write!(out, "| {cell:>width$} ")
                };
            }
            out.push_str("|\n");
        };
        line(&self.head);
        let rule = |column: usize| {
            if column < self.words {
                "-".repeat(widths[column])
            } else {
                "-".repeat(widths[column] - 1) + ":"
            }
        };
        line(&(0..widths.len()).map(rule).collect::<Vec<_>>());
        self.rows.iter().for_each(|row| line(row));
        out
    }
}

/// The table of measured rows. Ratios are speeds relative to the peer in the same run.
pub(crate) fn measured(rows: &[Row]) -> Table {
    let head = "set | engine | question | ns/puzzle | puzzles/s | unrest | with text, ns | nodes | backtracks | no search \
                | x peer | x peer, text";
    let mut table = Table::new(3, head);
    for row in rows {
        // An engine that gave up on some puzzles is not compared with the peer.
        let mut peers = rows.iter().filter(|_| row.unknown == 0);
        let peer =
            peers.find(|peer| peer.engine == PEER && peer.set == row.set && peer.question == row.question);
        let ns = if row.passes.is_empty() { f64::NAN } else { row.per_puzzle(row.best()) };
        let text = row.text_best().map(|pass| row.per_puzzle(pass));
        let peer_text = peer.and_then(|peer| Some(peer.per_puzzle(peer.text_best()?)));
        let mean = |count: u64| grouped(count as f64 / row.puzzles.max(1) as f64, 2);
        let mut engine = row.engine.clone();
        if row.unknown > 0 {
            let _ = write!(engine, " ({} unknown)", row.unknown);
        }
        table.row(vec![
            row.set.clone(),
            engine,
            question_name(row.question).into(),
            grouped(ns, 0),
            grouped(1e9 / ns, 0),
            row.unrest().map_or_else(dash, percent),
            text.map_or_else(dash, |ns| grouped(ns, 0)),
            row.counts.map_or_else(dash, |counts| mean(counts.nodes)),
            row.counts.map_or_else(dash, |counts| mean(counts.backtracks)),
            row.counts.map_or_else(dash, |counts| {
                percent(counts.without_search as f64 / row.puzzles.max(1) as f64)
            }),
            peer.map_or_else(dash, |peer| grouped(peer.per_puzzle(peer.best()) / ns, 3)),
            peer_text.zip(text).map_or_else(dash, |(peer, ours)| grouped(peer / ours, 3)),
        ]);
    }
    table
}

/// The meaning of the columns of [`measured`].
pub(crate) const LEGEND: &str = "\
`ns/puzzle`: best round, with parsed puzzles, including the extraction of the solution. `unrest`: the relative \
difference between the median round and the best. `with text`: the best round from a line of text to a line of text. \
`nodes`, `backtracks`: the average per puzzle. `no search`: the share of puzzles answered by propagation alone. \
`x peer`: the speed relative to the crate `sudoku` in this run.";

/// A verdict.
pub(crate) fn word(met: bool) -> String {
    if met { "met" } else { "not met" }.to_owned()
}

/// An empty cell.
pub(crate) fn dash() -> String {
    "-".to_owned()
}

/// A verdict as a word, or a dash without a target.
pub(crate) fn verdict(met: Option<bool>) -> String {
    met.map_or_else(dash, word)
}

/// A number as [`grouped`] writes it, or a dash.
pub(crate) fn figure(number: Option<f64>, decimals: usize) -> String {
    number.map_or_else(dash, |number| grouped(number, decimals))
}

/// A share as percent.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

/// A number with commas between thousands.
pub(crate) fn grouped(number: f64, decimals: usize) -> String {
    if !number.is_finite() {
        return "-".into();
    }
    let plain = format!("{number:.decimals$}");
    let (whole, fraction) = plain.split_at(plain.find('.').unwrap_or(plain.len()));
    let (sign, digits) = whole.split_at(usize::from(whole.starts_with('-')));
    let mut out = sign.to_owned();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out + fraction
}

#[cfg(test)]
mod tests {
    use super::{Table, grouped, measured, percent};
    use crate::measure::Row;
    use arcdoku::Question;
    use std::time::Duration;

    #[test]
    fn columns_are_aligned() {
        let mut table = Table::new(1, "set | ns");
        table.row(vec!["seventeen".into(), "12".into()]);
        table.row(vec!["a|b".into()]);
        let expected = "\
| set       |  ns |
| --------- | --: |
| seventeen |  12 |
| a|b       |     |
";
        assert_eq!(table.render(), expected);
    }

    #[test]
    fn numbers_are_grouped() {
        assert_eq!(grouped(0.0, 0), "0");
        assert_eq!(grouped(999.0, 0), "999");
        assert_eq!(grouped(1234.5, 1), "1,234.5");
        assert_eq!(grouped(-1_234_567.0, 0), "-1,234,567");
        assert_eq!(grouped(-123.0, 0), "-123");
        assert_eq!(grouped(f64::NAN, 2), "-");
        assert_eq!(percent(0.125), "12.5 %");
    }

    #[test]
    fn ratios_are_to_the_peer_of_the_same_set_and_question() {
        let row = |engine: &str, question, ns| Row {
            set: "s".into(),
            puzzles: 1,
            engine: engine.into(),
            question,
            passes: vec![Duration::from_nanos(ns)],
            text_passes: Vec::new(),
            counts: None,
            unknown: usize::from(engine == "csp"),
        };
        let rows = [
            row("hybrid", Question::First, 400),
            row("sudoku", Question::First, 100),
            row("hybrid", Question::Unique, 400),
            row("csp", Question::First, 50),
        ];
        let text = measured(&rows).render();
        let lines: Vec<&str> = text.lines().skip(2).collect();
        assert!(lines[0].contains("0.250"));
        assert!(lines[1].contains("1.000"));
        assert!(lines[2].ends_with("|      - |            - |"));
        assert!(lines[3].contains("csp (1 unknown)") && lines[3].ends_with("|      - |            - |"));
    }
}
