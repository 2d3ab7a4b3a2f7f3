//! The end of JSON documents with several lines.

/// The state of a document after its lines so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// There is an open bracket.
    Open,
    /// All brackets are closed.
    Closed,
    /// The document is invalid: a string is open at the end of a line, or a bracket closes nothing.
    Broken,
}

/// Counts the brackets of a document.
#[derive(Debug, Default)]
pub(super) struct Brackets {
    depth: usize,
    any: bool,
}

impl Brackets {
    /// Takes the next line.
    pub(super) fn take(&mut self, line: &str) -> Ending {
        let (mut is_string, mut is_escaped) = (false, false);
        for byte in line.bytes() {
            match byte {
                _ if is_escaped => is_escaped = false,
                b'\\' if is_string => is_escaped = true,
                b'"' => is_string = !is_string,
                _ if is_string => {}
                b'{' | b'[' | b'(' => (self.depth, self.any) = (self.depth + 1, true),
                b'}' | b']' | b')' => match self.depth.checked_sub(1) {
                    Some(depth) => self.depth = depth,
                    None => return Ending::Broken,
                },
                _ => {}
            }
        }
        match (is_string, self.any && self.depth == 0) {
            (true, _) => Ending::Broken,
            (false, true) => Ending::Closed,
            (false, false) => Ending::Open,
        }
    }
}

/// Whether a line is a whole document.
pub(super) fn is_whole(line: &str) -> bool {
    line.starts_with('{') && Brackets::default().take(line) == Ending::Closed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_end_with_their_brackets() {
        let ending = |lines: &str| {
            let mut brackets = Brackets::default();
            lines.lines().map(|line| brackets.take(line)).last()
        };
        for (lines, expected) in [
            (r#"{"a": "}\"}", "b": [1]}"#, Ending::Closed),
            ("{\n\"a\": [\n1]\n}", Ending::Closed),
            ("{\n\"a\": [\n1]\n", Ending::Open),
            ("{\"a", Ending::Broken),
            ("]", Ending::Broken),
            ("ipuz(\n", Ending::Open),
            ("ipuz(\n{})", Ending::Closed),
        ] {
            assert_eq!(ending(lines), Some(expected), "{lines}");
        }
    }
}
