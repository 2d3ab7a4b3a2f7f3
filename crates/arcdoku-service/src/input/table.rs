//! Tables with a header, and the detection of containers.
//!
//! The `csv-core` crate interprets quotes. It receives the input line by line, because messages need the line and
//! column of a field. If a quote is not closed, or only in another row, its line is malformed, and the lines after it
//! are read again.

use std::sync::Arc;

use arcdoku::puzzle::format::parse_one;
use arcdoku::puzzle::{Puzzle, Rule};
use arcdoku_wire::{Fault, FaultCode, PuzzleInput};
use serde_json::Value;

use super::Medium;
use super::bounded::{Lookahead, TableLine, TableLines};
use super::buffer::ReadBuffer;
use super::item::{Fields, Item, Reading, Rejected};
use super::plan::{Places, Plan};

/// The accepted names of the column of puzzles, in upper or lower case, and of the column of solutions.
const PUZZLE: [&str; 2] = ["puzzle", "quizzes"];
const SOLUTION: [&str; 2] = ["solution", "solutions"];

/// The name of the column of rules, which contains texts separated by semicolons. It is not `rules`, because tables
/// may use that name for remarks, which are passed through.
pub(crate) const RULES_COLUMN: &str = "rule";

/// Names of this column that are read. JSON lines have `rules`.
const RULES: [&str; 2] = [RULES_COLUMN, "rules"];

/// The container of a text that begins like this, if it is a container.
pub(super) fn container(start: &[u8]) -> Option<Medium> {
    let start = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start);
    let line = start.split(|&byte| byte == b'\n').next().unwrap_or_default();
    if line.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.') && !line.is_empty() {
        return None;
    }
    let text = String::from_utf8_lossy(start);
    if text.trim_start().starts_with('{') {
        return Some(arcdoku_exchange::Format::detect(&text).map_or(Medium::Json, Medium::Exchange));
    }
    let header = text.lines().next()?;
    if let Some(format) = arcdoku_exchange::Format::detect(header) {
        return Some(Medium::Exchange(format));
    }
    let lower = header.to_ascii_lowercase();
    if !PUZZLE.iter().any(|name| lower.contains(name)) {
        return None;
    }
    let separator = separator(header);
    let fields = names(header, separator);
    let found = fields.iter().any(|field| is_named(&field.text, &PUZZLE));
    found.then_some(if separator == '\t' { Medium::Tsv } else { Medium::Csv })
}

fn is_named(field: &str, names: &[&str]) -> bool {
    names.iter().any(|name| field.trim().eq_ignore_ascii_case(name))
}

/// The separator: tabs if there are any, otherwise commas if there are any, otherwise semicolons.
fn separator(header: &str) -> char {
    ['\t', ',', ';'].into_iter().find(|&c| header.contains(c)).unwrap_or(',')
}

/// A field of a row, and the position where its text begins.
#[derive(Debug, PartialEq, Eq)]
struct CsvField {
    text: String,
    /// The line within the row, from 1, and the column, from 1.
    at: (usize, usize),
}

/// Splits rows into fields, line by line. `csv-core` interprets quotes, and the splitter determines the positions of
/// fields.
struct Splitter {
    separator: char,
    reader: csv_core::Reader,
    fields: Vec<CsvField>,
    /// The text of the current field so far, and the position where it began.
    text: Vec<u8>,
    begun: Option<(usize, usize)>,
    /// Whether the current field is in quotes, and whether a field has text after its closing quote.
    is_quoted: bool,
    is_loose: bool,
}

impl Splitter {
    fn new(separator: char) -> Self {
        // A lone carriage return does not end a row, because lines were already split.
        let end = csv_core::Terminator::Any(b'\n');
        let reader = csv_core::ReaderBuilder::new().delimiter(separator as u8).terminator(end).build();
        Self {
            separator,
            reader,
            fields: Vec::new(),
            text: Vec::new(),
            begun: None,
            is_quoted: false,
            is_loose: false,
        }
    }

    /// Discards the previous row.
    fn begin(&mut self) {
        self.reader.reset();
        self.fields.clear();
        self.text.clear();
        self.begun = None;
        self.is_loose = false;
    }

    /// Takes a line of the row, including its end, with its number in the row. Returns whether the row ends with it.
    /// If it does not, a quote is open.
    fn take(&mut self, number: usize, line: &str) -> bool {
        let content = line.trim_end_matches('\n');
        let returns = content.len() - content.trim_end_matches('\r').len();
        // The column at the byte `known`.
        let (mut column, mut known, mut at) = (1, 0, 0);
        while at < line.len() {
            if self.begun.is_none() {
                column += line[known..at].chars().count();
                known = at;
                self.is_quoted = line[at..].starts_with('"');
                self.begun = Some((number, column + usize::from(self.is_quoted)));
            }
            let mut output = [0; 256];
            let (result, read, written) = self.reader.read_field(&line.as_bytes()[at..], &mut output);
            at += read;
            self.text.extend_from_slice(&output[..written]);
            let csv_core::ReadFieldResult::Field { record_end } = result else { continue };
            let end = if record_end { content.len() - returns } else { at - 1 };
            self.is_loose |= self.is_quoted && !line[..end].ends_with('"');
            if record_end {
                self.text.truncate(self.text.len().saturating_sub(returns));
            }
            let text = String::from_utf8_lossy(&self.text).into_owned();
            self.text.clear();
            self.fields.push(CsvField { text, at: self.begun.take().unwrap_or((number, column)) });
            if record_end {
                return true;
            }
        }
        false
    }
}

/// The names in a header of one line.
fn names(header: &str, separator: char) -> Vec<CsvField> {
    let mut splitter = Splitter::new(separator);
    splitter.take(1, &format!("{header}\n"));
    splitter.fields
}

/// A table with a header.
pub(super) struct Table<'a> {
    lines: TableLines<'a>,
    /// Absent until the header determines the separator.
    splitter: Option<Splitter>,
    header: Option<Header>,
    source: Arc<str>,
    plan: &'a Plan,
    any: bool,
    lookahead: Lookahead,
}

/// A row: the number of its first line, its text including line ends, and its fields.
struct Gathered {
    line: usize,
    text: String,
    fields: Vec<CsvField>,
}

struct Header {
    names: Vec<Arc<str>>,
    separator: char,
    puzzle: usize,
    solution: Option<usize>,
    rules: Option<usize>,
}

impl<'a> Table<'a> {
    pub(super) fn new(input: ReadBuffer<'a>, tabs: bool, source: Arc<str>, plan: &'a Plan) -> Self {
        let splitter = tabs.then(|| Splitter::new('\t'));
        Self {
            lines: TableLines::new(input),
            splitter,
            header: None,
            source,
            plan,
            any: false,
            lookahead: Lookahead::default(),
        }
    }

    /// The next row that is not empty. `header` is absent while the header itself is read.
    fn gather(&mut self, header: Option<&Header>) -> Option<Result<Gathered, Fault>> {
        // The lines of the row, and their total length.
        let mut lines: Vec<(usize, String)> = Vec::new();
        let mut size = 0;
        // Whether lines of an open puzzle could be rows. For example, lines of a 16x16 grid are 4x4 puzzles, too.
        let mut has_rows = false;
        loop {
            let (number, mut line) = match (self.lines.next(), lines.is_empty()) {
                (None, true) => return None,
                (Some(Err(fault)), true) => return Some(Err(fault)),
                (None, false) => return Some(Err(self.unclosed(lines, None))),
                (Some(Err(fault)), false) => return Some(Err(self.unclosed(lines, Some(Err(fault))))),
                (Some(Ok(line)), _) => line,
            };
            if lines.is_empty() && line.trim().is_empty() {
                continue;
            }
            // The end of a file ends its last line.
            if !line.ends_with('\n') {
                line.push('\n');
            }
            let splitter = self.splitter.get_or_insert_with(|| Splitter::new(separator(&line)));
            let first = lines.first().map_or(number, |(first, _)| *first);
            if lines.is_empty() {
                splitter.begin();
            } else {
                let is_puzzle = header.is_some_and(|header| splitter.fields.len() == header.puzzle);
                let is_row = header.is_some_and(|header| self.is_row(header, &line));
                has_rows |= is_row;
                if size + line.len() > self.lookahead.most() || is_row && !is_puzzle {
                    return Some(Err(self.unclosed(lines, Some(Ok((number, line))))));
                }
            }
            size += line.len();
            let splitter = self.splitter.get_or_insert_with(|| Splitter::new(','));
            let has_ended = splitter.take(number - first + 1, &line);
            lines.push((number, line));
            if has_ended {
                let (fields, is_loose) = (std::mem::take(&mut splitter.fields), splitter.is_loose);
                let is_wrong = header.is_some_and(|header| {
                    fields.len() != header.names.len()
                        || has_rows && !self.is_puzzle(&fields[header.puzzle].text)
                });
                if lines.len() > 1 && (is_loose || is_wrong) {
                    return Some(Err(self.unclosed(lines, None)));
                }
                self.lookahead.read(size);
                let text = lines.into_iter().map(|(_, line)| line).collect();
                return Some(Ok(Gathered { line: first, text, fields }));
            }
        }
    }

    /// Whether a line is a complete row with a puzzle.
    fn is_row(&self, header: &Header, line: &str) -> bool {
        let fields = names(line.trim_end_matches(['\n', '\r']), header.separator);
        fields.len() == header.names.len()
            && fields[header.puzzle].text.len() >= 16
            && self.is_puzzle(&fields[header.puzzle].text)
    }

    fn is_puzzle(&self, text: &str) -> bool {
        parse_one(text, &self.plan.frame.read_options(None)).is_ok()
    }

    /// The fault of a line with a quote that is not closed at the end of its row. The lines after it are read again.
    fn unclosed(&mut self, lines: Vec<(usize, String)>, next: Option<TableLine>) -> Fault {
        self.lookahead.read(lines.first().map_or(0, |(_, line)| line.len()));
        self.lookahead.waste(lines.iter().map(|(_, line)| line.len()).sum());
        next.into_iter().for_each(|line| self.lines.give_back(line));
        let mut lines = lines.into_iter();
        let first = lines.next().map_or(0, |(first, _)| first);
        lines.rev().for_each(|line| self.lines.give_back(Ok(line)));
        Fault::new(FaultCode::Structure, (first, 1), "a quote that is not closed", "a row that ends")
    }

    fn read_header(&mut self) -> Result<Header, Fault> {
        let expected = "a header with a column 'puzzle'";
        let Gathered { line, text, fields } = match self.gather(None) {
            None => return Err(Fault::new(FaultCode::Structure, (1, 1), "the end of the file", expected)),
            Some(row) => row?,
        };
        let place = |names: &[&str]| fields.iter().position(|field| is_named(&field.text, names));
        let puzzle = place(&PUZZLE).ok_or_else(|| {
            Fault::new(
                FaultCode::Structure,
                (line, 1),
                Fault::quoted(text.trim_end_matches(['\n', '\r'])),
                expected,
            )
        })?;
        let (solution, rules) = (place(&SOLUTION), place(&RULES));
        // With two such columns, the meaning would be ambiguous.
        for (names, first) in [(&PUZZLE[..], Some(puzzle)), (&SOLUTION, solution), (&RULES, rules)] {
            let further =
                first.and_then(|first| fields[first + 1..].iter().find(|field| is_named(&field.text, names)));
            if let Some(CsvField { text, at }) = further {
                let found = format!("a second column {}", Fault::quoted(text.trim()));
                let expected = format!("one column '{}'", names[0]);
                return Err(Fault::new(FaultCode::Structure, (line + at.0 - 1, at.1), found, expected));
            }
        }
        let names = fields.iter().map(|field| field.text.trim().into()).collect();
        let separator = self.splitter.as_ref().map_or(',', |splitter| splitter.separator);
        Ok(Header { names, separator, puzzle, solution, rules })
    }

    fn row(&self, header: &Header, line: usize, fields: Vec<CsvField>) -> Reading {
        if fields.len() != header.names.len() {
            let count = |n: usize| if n == 1 { "1 field".to_owned() } else { format!("{n} fields") };
            let (found, expected) =
                (count(fields.len()), format!("{}, as in the header", count(header.names.len())));
            // The columns are named even here, because a faulty first row must not hide them.
            let named = header.names.iter().enumerate();
            let is_ours = |i| i == header.puzzle || header.solution == Some(i) || header.rules == Some(i);
            let others = named.filter(|(i, _)| !is_ours(*i));
            let other = others.map(|(_, name)| (Arc::clone(name), Value::String(String::new()))).collect();
            let fault = Fault::new(FaultCode::Structure, (line, 1), found, expected).in_file(&self.source);
            return Err(Box::new(Rejected { other, ..*Box::<Rejected>::from(fault) }));
        }
        let place = |field: &CsvField| (line + field.at.0 - 1, field.at.1);
        let at = place(&fields[header.puzzle]);
        let solution = header.solution.map_or(at, |i| place(&fields[i]));
        let rule_at = header.rules.map_or(at, |i| place(&fields[i]));
        let mut columns = Vec::new();
        let mut input = PuzzleInput::default();
        let mut other = Fields::new();
        let mut fault = None;
        for (i, field) in fields.into_iter().enumerate() {
            if i == header.puzzle {
                input.puzzle = field.text;
            } else if header.solution == Some(i) {
                input.solution = Some(field.text).filter(|text| !text.trim().is_empty());
            } else if header.rules == Some(i) {
                match rules(&field.text) {
                    Ok(rules) => (columns, input.ruleset.rules) = rules.into_iter().unzip(),
                    Err(wrong) => fault = Some(wrong.within(rule_at).in_file(&self.source)),
                }
            } else {
                other.push((Arc::clone(&header.names[i]), Value::String(field.text)));
            }
        }
        if let Some(fault) = fault {
            let text = Some(input.puzzle);
            return Err(Box::new(Rejected { text, other, ..*Box::<Rejected>::from(fault) }));
        }
        let (line, start) = rule_at;
        let rule = |_: &str, index: usize| (line, start + columns.get(index).unwrap_or(&1) - 1);
        self.plan.item(&self.source, input, &Places { puzzle: at, solution, ruleset: &rule }, other)
    }
}

/// The texts of rules that are separated by semicolons, each with its column. A fault is positioned in the field.
fn rules(field: &str) -> Result<Vec<(usize, String)>, Fault> {
    let mut rules = Vec::new();
    let mut column = 1;
    for part in field.split(';') {
        let text = part.trim();
        if !text.is_empty() {
            let indent = part.chars().take_while(|c| c.is_whitespace()).count();
            text.parse::<Rule>().map_err(|error| Fault::from(error).within((1, column + indent)))?;
            rules.push((column + indent, text.to_owned()));
        }
        column += part.chars().count() + 1;
    }
    Ok(rules)
}

/// The rules of a puzzle, without the rules of its shape and text, as a field. It may be empty.
pub(crate) fn rules_field(puzzle: &Puzzle) -> String {
    let is_further = |rule: &&Rule| match rule {
        Rule::Rows | Rule::Columns | Rule::Boxes => false,
        Rule::Candidates(_) => !puzzle.shape().is_plain(),
        _ => true,
    };
    let rules: Vec<String> = puzzle.rules().iter().filter(is_further).map(ToString::to_string).collect();
    rules.join("; ")
}

impl Iterator for Table<'_> {
    type Item = Reading;

    fn next(&mut self) -> Option<Reading> {
        let whole = |fault: Fault, source: &Arc<str>| Some(Err(Rejected::whole(fault.in_file(source))));
        let header = match self.header.take() {
            Some(header) => header,
            // Without a header, no row can be understood. One fault is reported, and reading ends.
            None if self.any => return None,
            None => match self.read_header() {
                Ok(header) => header,
                Err(error) => {
                    self.any = true;
                    return whole(error, &self.source);
                }
            },
        };
        let result = match self.gather(Some(&header)) {
            None if self.any => None,
            None => whole(Fault::new(FaultCode::Empty, (1, 1), "no puzzle", "at least one"), &self.source),
            Some(Err(error)) => Some(Err(error.in_file(&self.source).into())),
            Some(Ok(Gathered { line, fields, .. })) => Some(self.row(&header, line, fields)),
        };
        let in_ruled_table = header.rules.is_some();
        let result = result.map(|reading| {
            reading
                .map(|item| Item { in_ruled_table, ..item })
                .map_err(|rejected| Box::new(Rejected { in_ruled_table, ..*rejected }))
        });
        self.any = true;
        self.header = Some(header);
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(row: &str) -> Vec<(String, usize)> {
        names(row, ',').into_iter().map(|field| (field.text, field.at.1)).collect()
    }

    #[test]
    fn rows_are_split() {
        let field = |text: &str, column| (text.to_owned(), column);
        assert_eq!(texts("a,b"), [field("a", 1), field("b", 3)]);
        assert_eq!(texts("\"a,\"\"b\",c,"), [field("a,\"b", 2), field("c", 9), field("", 11)]);
        assert_eq!(texts(""), [], "an empty line is no row");
        assert_eq!(texts("ä,a\"b\r\"\r"), [field("ä", 1), field("a\"b\r\"", 3)]);
        assert_eq!(texts("\"a\"\r"), [field("a", 2)]);
        assert_eq!(texts(&"x".repeat(1000)), [field(&"x".repeat(1000), 1)]);
    }

    #[test]
    fn rows_span_lines() {
        let mut splitter = Splitter::new(',');
        for _ in 0..2 {
            splitter.begin();
            assert!(!splitter.take(1, "\"a\r\n") && splitter.take(2, "b\",c\r\n"));
            let fields = std::mem::take(&mut splitter.fields);
            let field = |text: &str, at| CsvField { text: text.into(), at };
            assert_eq!(fields, [field("a\r\nb", (1, 2)), field("c", (2, 4))]);
            // An open quote is discarded with its row.
            assert!(!splitter.take(1, "x,\"y\n"));
        }
    }

    #[test]
    fn containers_are_detected() {
        assert_eq!(container(b"id,Puzzle\n1,..."), Some(Medium::Csv));
        assert_eq!(container(b"puzzle\tlevel\n"), Some(Medium::Tsv));
        assert_eq!(container(b"puzzle;level\n"), Some(Medium::Csv));
        assert_eq!(container(b"  {\"puzzle\": \"\"}"), Some(Medium::Json));
        for (text, format) in [
            (&b".Cage~10~R1C1~R1C2"[..], arcdoku_exchange::Format::Iss),
            (b"https://www.f-puzzles.com/?load=N4Ig", arcdoku_exchange::Format::FPuzzles),
            (b"https://sudokupad.app/scfM", arcdoku_exchange::Format::SudokuPad),
        ] {
            assert_eq!(container(text), Some(Medium::Exchange(format)));
        }
        assert_eq!(container(b"53..7...."), None);
        assert_eq!(container(b"1,2,3"), None);
        assert_eq!(container(b""), None);
    }
}
