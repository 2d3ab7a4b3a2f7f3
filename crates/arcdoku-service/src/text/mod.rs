//! Text for terminals and tables: colors, boards, numbers, rows.

pub mod table;

pub use arcdoku_draw::board::{BAD, FAINT, FOUND, GUESS, HEAD, board, paint, pencilmarks};
pub use arcdoku_draw::lines;
pub use arcdoku_draw::numbers::{number, plural, time};

/// A row of a table with separators, with quotes where a field needs them.
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

    /// Appends what `write` puts into a buffer of `size` bytes; it returns how many.
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
        // Two quotes around it, and at worst every byte is a quote.
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
    // The documents of the wire have string keys only, so that writing them cannot fail.
    if let Ok(line) = serde_json::to_string(document) {
        out.push_str(&line);
        out.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_quoted_where_they_must_be() {
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
