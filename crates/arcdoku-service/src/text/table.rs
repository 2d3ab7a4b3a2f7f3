//! Aligned tables for terminals.

use anstyle::Style;

use super::{HEAD, Row, paint};

/// A table with a header and rows of text. The first column and the columns marked as prose are aligned left, and
/// numbers are aligned right.
#[derive(Clone, Debug)]
pub struct Table {
    header: Vec<&'static str>,
    prose: Vec<usize>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// An empty table. `prose` contains the indexes of the columns of text.
    pub fn new(header: &[&'static str], prose: &[usize]) -> Self {
        Self { header: header.to_vec(), prose: prose.to_vec(), rows: Vec::new() }
    }

    /// Appends a row.
    pub fn row(&mut self, row: Vec<String>) {
        self.rows.push(row);
    }

    /// The table with aligned columns.
    pub fn text(&self, colored: bool) -> String {
        let header: Vec<String> = self.header.iter().map(|&name| name.to_owned()).collect();
        let all = || std::iter::once(&header).chain(&self.rows);
        let width = |i: usize| all().map(|row| row[i].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..header.len()).map(width).collect();
        let mut out = String::new();
        for (number, row) in all().enumerate() {
            let mut line = String::new();
            for (i, text) in row.iter().enumerate() {
                let fill = " ".repeat(widths[i] - text.chars().count());
                let left = self.prose.contains(&i);
                line.push_str(if i > 0 { "  " } else { "" });
                line.extend(if left { [text.as_str(), &fill] } else { [&fill, text.as_str()] });
            }
            let style = if number == 0 { HEAD } else { Style::new() };
            out += &paint(colored && number == 0, style, line.trim_end());
            out.push('\n');
        }
        out
    }

    /// The table as CSV.
    pub fn csv(&self) -> String {
        let mut out = String::new();
        let header = self.header.iter().map(|name| name.replace(' ', "_")).collect();
        for fields in std::iter::once(&header).chain(&self.rows) {
            let mut row = Row::new(',');
            row.fields(fields);
            row.end(&mut out);
        }
        out
    }
}
