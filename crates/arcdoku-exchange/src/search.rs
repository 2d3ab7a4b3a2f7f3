//! Finds a puzzle in a text that no reader accepts as a whole: among other words, without its link, or as cells of a
//! spreadsheet.

use arcdoku::Shape;

use crate::format::Format;
use crate::iss::Class;

/// The largest text that is searched, in bytes.
const LONGEST: usize = 1 << 20;

/// The hosts of links that are recognized without their scheme.
const HOSTS: &[&str] = &[
    "f-puzzles.com",
    "sudokupad.app",
    "sudokuwiki.org",
    "crackingthecryptic.com",
    "sudokumaker.app",
    "lisudoku.xyz",
    "sigh.github.io/Interactive-Sudoku-Solver",
    "swaroopg92.github.io/penpa-edit",
];

/// The puzzle in a text, in a form that the readers accept; `None` if no part of the text clearly is a puzzle. The
/// readers should try the text first.
///
/// ```
/// let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// assert_eq!(arcdoku_exchange::find(&format!("Try this one: {line}, please.")).as_deref(), Some(line));
/// assert_eq!(arcdoku_exchange::find("?q=.Cage~10~R5C5~R5C6").unwrap(), ".Cage~10~R5C5~R5C6");
/// assert_eq!(arcdoku_exchange::find("no puzzle"), None);
/// ```
pub fn find(text: &str) -> Option<String> {
    if text.len() > LONGEST {
        return None;
    }
    // The grid of a document that cannot be read would be another puzzle without the document's rules.
    let is_document = text.trim_start().starts_with(['{', '[']);
    let grid = || cells(text).or_else(|| words(text)).or_else(|| rows(text));
    link(text)
        .or_else(|| payload(text))
        .or_else(|| constraints(text))
        .or_else(|| if is_document { None } else { grid() })
        .filter(|found| found != text)
}

/// A link among other words, with the scheme that it may lack.
fn link(text: &str) -> Option<String> {
    let word = |word: &str| {
        let word = word.trim_matches(['<', '>', '"', '\'', ',', ';']);
        let word = if word.contains("](") { word.split("](").nth(1)?.trim_end_matches(')') } else { word };
        let begin = word.find("http://").or_else(|| word.find("https://"));
        let bare = || HOSTS.iter().filter_map(|host| word.find(host)).min();
        let link = match begin {
            Some(begin) => word[begin..].to_owned(),
            None => format!("https://{}", &word[bare()?..]),
        };
        Format::detect(&link).map(|_| link)
    };
    text.split_whitespace().find_map(word)
}

/// The content of a link, without the link. Mail programs wrap long lines.
fn payload(text: &str) -> Option<String> {
    let joined: String = text.split_whitespace().collect();
    if let Some(at) = joined.find("q=").filter(|at| *at == 0 || joined[..*at].ends_with('?')) {
        let query = crate::codec::unescape(&joined[at + 2..]);
        return (Format::detect(&query) == Some(Format::Iss)).then_some(query);
    }
    if joined.starts_with("m=") && joined.contains("&p=") || joined.starts_with("#m=") {
        return Some(format!("https://swaroopg92.github.io/penpa-edit/#{}", joined.trim_start_matches('#')));
    }
    if let Some(packed) = joined.trim_start_matches('?').strip_prefix("puzzle=") {
        return Some(format!("https://sudokumaker.app/?puzzle={packed}"));
    }
    let is_word = !text.trim().contains(' ');
    (is_word && joined.len() > 16 && Format::detect(&joined).is_some()).then_some(joined)
}

/// A string of the Interactive Sudoku Solver, with its constraints on several lines, or among other words.
fn constraints(text: &str) -> Option<String> {
    let is_one = |word: &&str| {
        let name = word.strip_prefix('.').and_then(|rest| rest.split(['~', '.']).next());
        name.is_some_and(|name| Class::named(name).is_some()) || word.starts_with(".~R")
    };
    let parts: Vec<&str> = text.split_whitespace().filter(is_one).collect();
    // The strings of several puzzles begin with their shapes.
    let shapes = parts.iter().filter(|part| part.starts_with(".Shape")).count();
    (!parts.is_empty() && shapes <= 1).then(|| parts.concat())
}

/// The line of a grid of numbers, 0 for an empty cell.
fn line(values: &[u32]) -> Option<String> {
    let side = values.len().isqrt();
    let shape = Shape::usual(side).filter(|_| side * side == values.len() && side > 3 && side <= 64)?;
    if values.iter().any(|value| *value as usize > shape.digits()) || values.iter().all(|value| *value == 0) {
        return None;
    }
    let symbol = |value: &u32| if *value == 0 { ".".to_owned() } else { value.to_string() };
    let symbols: Vec<String> = values.iter().map(symbol).collect();
    Some(symbols.join(if side > 9 { " " } else { "" }))
}

/// Cells of a spreadsheet: rows of cells between tabs, or one cell to a line. Blank cells are empty.
fn cells(text: &str) -> Option<String> {
    let text = text.replace('\r', "");
    let text = text.strip_suffix('\n').unwrap_or(&text);
    let rows: Vec<Vec<&str>> = text.split('\n').map(|row| row.split('\t').map(str::trim).collect()).collect();
    let side = rows.iter().map(Vec::len).max()?;
    let is_column = side == 1 && rows.len() >= 16;
    let side = if is_column { rows.len().isqrt() } else { side };
    let count = if is_column { side * side } else { side };
    if rows.len() != count || !is_column && side < 4 {
        return None;
    }
    let value = |cell: Option<&&str>| match cell.copied().unwrap_or_default() {
        "" | "." | "0" => Some(0),
        digits => digits.parse().ok(),
    };
    let width = if is_column { 1 } else { side };
    let values = rows.iter().flat_map(|row| (0..width).map(|column| value(row.get(column))));
    line(&values.collect::<Option<Vec<u32>>>()?)
}

/// The value of a symbol of a cell.
fn value(c: char) -> Option<u32> {
    if matches!(c, '.' | '*' | '_' | '-' | '?' | 'x' | 'X') { Some(0) } else { c.to_digit(10) }
}

fn values(word: &str) -> Option<Vec<u32>> {
    word.chars().map(value).collect()
}

/// A word with all cells of a grid, or consecutive words with a row each.
fn words(text: &str) -> Option<String> {
    let parts: Vec<Vec<u32>> = text
        .split(|c: char| c.is_whitespace() || c == ',' || c == ';')
        .map(|word| {
            const QUOTES: &[char] = &['"', '\'', '(', ')', '[', ']', ':', '!', '`'];
            let word = word.strip_suffix('.').filter(|rest| rest.ends_with(QUOTES)).unwrap_or(word);
            values(word.trim_matches(QUOTES)).unwrap_or_default()
        })
        .collect();
    let whole = |part: &Vec<u32>| {
        // A full stop may end the sentence, if there is one.
        let cut = part.split_last().filter(|(last, _)| **last == 0 && parts.len() > 1).map(|(_, rest)| rest);
        line(part).or_else(|| line(cut?)).filter(|_| part.len() >= 16)
    };
    parts.iter().find_map(whole).or_else(|| block(&parts))
}

/// Consecutive lines with a row each, with blanks or bars between the cells, and borders between the lines.
fn rows(text: &str) -> Option<String> {
    let row = |line: &str| {
        let cells: Vec<char> = line.chars().filter(|c| !c.is_whitespace() && *c != '|').collect();
        cells.iter().map(|c| value(*c)).collect::<Option<Vec<u32>>>()
    };
    let is_border = |line: &&str| line.chars().all(|c| "-+|=_ \t\r".contains(c));
    let parts: Vec<Vec<u32>> =
        text.lines().filter(|line| !is_border(line)).map(|line| row(line).unwrap_or_default()).collect();
    block(&parts)
}

/// The first consecutive parts that are the rows of a grid.
fn block(parts: &[Vec<u32>]) -> Option<String> {
    let rows_from = |at: usize| {
        let side = parts[at].len();
        let rows = parts.get(at..at + side).filter(|_| side >= 4)?;
        rows.iter().all(|row| row.len() == side).then(|| line(&rows.concat())).flatten()
    };
    (0..parts.len()).find_map(rows_from)
}

#[cfg(test)]
mod tests {
    use super::find;

    const LINE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn rows(by: &str, between: &str) -> String {
        let row =
            |at: usize| LINE[9 * at..9 * at + 9].chars().map(|c| c.to_string()).collect::<Vec<_>>().join(by);
        (0..9).map(row).collect::<Vec<_>>().join(between)
    }

    #[test]
    fn a_puzzle_among_words() {
        for text in [
            format!("Try this one: {LINE} please"),
            format!("My puzzle is \"{LINE}\"."),
            format!("It is {}!", LINE.replace('.', "0")),
            format!("Hello,\n\n{}\n\nThanks", rows("", "\n")),
            format!("Hello, {} thanks", rows("", " ")),
            format!("Look:\n{}\nbye 12", rows(" ", "\n")),
            format!("Look:\n+---+\n{}\n+---+\n", rows("|", "\n---\n")),
        ] {
            assert_eq!(find(&text).as_deref(), Some(LINE), "{text}");
        }
        for text in [
            "hello",
            "",
            "12 monkeys",
            "....",
            &LINE[..80],
            "1................",
            "I have 1234 or 4321, 1111, 2222 of 3",
            "{\"puzzle\": \"1...............\", \"rules\": [\"cage 5 r1c1\"]}",
        ] {
            assert_eq!(find(text), None, "{text}");
        }
    }

    #[test]
    fn cells_of_a_spreadsheet() {
        let blank = |text: String| text.replace('.', "");
        for text in [rows("\t", "\r\n"), rows("\t", "\n") + "\n", rows("\n", "\n")] {
            assert_eq!(find(&blank(text)).as_deref(), Some(LINE));
        }
        let wide: Vec<String> = (0..16)
            .map(|row| if row == 3 { "16".to_owned() + &"\t".repeat(15) } else { "\t".repeat(15) })
            .collect();
        assert!(find(&wide.join("\n")).is_some_and(|line| line.contains(" 16 ")));
        assert_eq!(find("1\t2\n3\t4"), None);
    }

    #[test]
    fn links_and_their_contents() {
        for (text, found) in [
            ("see sudokupad.app/scl1234 and more", "https://sudokupad.app/scl1234"),
            ("[it](https://f-puzzles.com/?load=N4Ig)", "https://f-puzzles.com/?load=N4Ig"),
            ("?q=.Shape~9x9.Thermo~R1C1~R1C2", ".Shape~9x9.Thermo~R1C1~R1C2"),
            ("q=.Shape%7E9x9", ".Shape~9x9"),
            (".Shape~9x9\n.Thermo~R1C1~R1C2\n", ".Shape~9x9.Thermo~R1C1~R1C2"),
            ("m=edit&p=7VRN", "https://swaroopg92.github.io/penpa-edit/#m=edit&p=7VRN"),
            ("?puzzle=N4Ig", "https://sudokumaker.app/?puzzle=N4Ig"),
            ("sclN4IgzglgXgpi\nBcA2ANCA5gJwgEw", "sclN4IgzglgXgpiBcA2ANCA5gJwgEw"),
        ] {
            assert_eq!(find(text).as_deref(), Some(found), "{text}");
        }
        assert_eq!(find("https://example.org/puzzle"), None);
    }
}
