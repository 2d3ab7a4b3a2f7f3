//! Text for terminals and tables: colors, boards, numbers, rows.

pub mod table;

use std::borrow::Cow;

pub use arcdoku_draw::board::{BAD, FAINT, FOUND, GUESS, HEAD, board, paint, pencilmarks};
pub use arcdoku_draw::lines;
pub use arcdoku_draw::numbers::{number, plural, time};
use arcdoku_wire::escaped;

/// The name of a puzzle, to be written after its number, if it has a name. Names come from other people's files, so
/// they are escaped.
pub fn in_brackets(name: Option<&str>) -> String {
    name.map(|name| format!(" ({})", escaped(name))).unwrap_or_default()
}

/// Converts external text for Markdown. HTML and links become plain text.
pub(crate) fn for_markdown(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '&' => out.push_str("&amp;"),
            '\\' | '`' | '*' | '_' | '[' | ']' => out.extend(['\\', c]),
            c => out.push(c),
        }
    }
    out
}

/// A text for a terminal. Only line breaks, tabs and, if the text is `colored`, colors have an effect. All other
/// control characters are escaped. Names in a colored text must be [escaped] before.
pub fn for_terminal(text: &str, colored: bool) -> Cow<'_, str> {
    let is_plain = |c: char| !c.is_control() || matches!(c, '\n' | '\t');
    if text.chars().all(is_plain) {
        return Cow::Borrowed(text);
    }
    let (mut out, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(at) = rest.find(|c| !is_plain(c)) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let color = rest.strip_prefix("\u{1b}[").filter(|_| colored).map_or("", |codes| {
            let end = codes.find(|c: char| !c.is_ascii_digit() && c != ';').unwrap_or(codes.len());
            if codes[end..].starts_with('m') { &rest[..end + 3] } else { "" }
        });
        if color.is_empty() {
            out.extend(rest.chars().next().into_iter().flat_map(char::escape_default));
        } else {
            out.push_str(color);
        }
        rest = &rest[color.len().max(rest.chars().next().map_or(0, char::len_utf8))..];
    }
    Cow::Owned(out + rest)
}

/// A row of a table with separators. Fields are quoted if necessary.
#[derive(Debug)]
pub struct Row {
    writer: csv_core::Writer,
    bytes: Vec<u8>,
    fields: usize,
}

impl Row {
    /// An empty row.
    pub fn new(separator: char) -> Self {
        let writer = csv_core::WriterBuilder::new().delimiter(separator as u8).build();
        Self { writer, bytes: Vec::with_capacity(256), fields: 0 }
    }

    /// Appends the bytes that `write` puts into a buffer of `size` bytes. `write` returns their number.
    fn append(&mut self, size: usize, write: impl FnOnce(&mut csv_core::Writer, &mut [u8]) -> usize) {
        let known = self.bytes.len();
        self.bytes.resize(known + size, 0);
        let written = write(&mut self.writer, &mut self.bytes[known..]);
        self.bytes.truncate(known + written);
    }

    /// Appends a field.
    pub fn field(&mut self, text: &str) {
        if self.fields > 0 {
            self.append(2, |writer, out| writer.delimiter(out).1);
        }
        self.fields += 1;
        // Two quotes surround the field, and in the worst case every byte is a quote.
        self.append(2 * text.len() + 2, |writer, out| writer.field(text.as_bytes(), out).2);
    }

    /// Appends fields.
    pub fn fields<T: AsRef<str>>(&mut self, texts: impl IntoIterator<Item = T>) {
        for text in texts {
            self.field(text.as_ref());
        }
    }

    /// Ends the row.
    pub fn end(mut self, out: &mut String) {
        self.append(4, |writer, out| writer.terminator(out).1);
        out.push_str(&String::from_utf8_lossy(&self.bytes));
    }
}

/// Appends a JSON document as a line.
pub fn json_line(document: &impl serde::Serialize, out: &mut String) {
    // The documents of `arcdoku-wire` have only string keys, so writing them cannot fail.
    if let Ok(line) = serde_json::to_string(document) {
        out.push_str(&line);
        out.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_but_colors_reaches_a_terminal() {
        assert!(matches!(for_terminal("a\tb\nä", false), Cow::Borrowed(_)));
        assert_eq!(for_terminal("\u{1b}[1mbold\u{1b}[m", false), "\\u{1b}[1mbold\\u{1b}[m");
        for (text, shown) in [
            ("\u{1b}[1;31mred\u{1b}[0m", "\u{1b}[1;31mred\u{1b}[0m"),
            ("\u{1b}]0;title\u{7}", "\\u{1b}]0;title\\u{7}"),
            ("a\u{1b}[2Jb", "a\\u{1b}[2Jb"),
            ("\u{1b}[", "\\u{1b}["),
            ("\u{9b}31m\r\u{8}", "\\u{9b}31m\\r\\u{8}"),
        ] {
            assert_eq!(for_terminal(text, true), shown);
        }
    }

    #[test]
    fn fields_are_quoted_if_necessary() {
        let mut out = String::new();
        for fields in [&["a", "", "b c"][..], &["a,b", "\"", "ä\n"], &["x\ty"]] {
            let mut row = Row::new(',');
            row.fields(fields);
            row.end(&mut out);
        }
        let mut row = Row::new('\t');
        row.field("a,b");
        row.field("x\ty");
        row.end(&mut out);
        assert_eq!(out, "a,,b c\n\"a,b\",\"\"\"\",\"ä\n\"\nx\ty\na,b\t\"x\ty\"\n");
    }
}
