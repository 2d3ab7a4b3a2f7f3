//! The lines of explanations: indented lines are kept, and lines without indentation are joined into paragraphs.

use std::fmt::Write as _;

use arcdoku::explain::Line;

use crate::escape::escape;

/// Lines for a terminal. Each line begins with `fill`.
pub fn text(lines: &[Line], fill: &str) -> String {
    let mut out = String::new();
    for block in blocks(lines) {
        // Writing to a string cannot fail.
        let _ = match block {
            Block::Run(lines) => writeln!(out, "{fill}{}", run_on(lines)),
            Block::Deep(line) => writeln!(out, "{fill}{}{line}", "  ".repeat(line.depth.into())),
        };
    }
    out
}

/// Lines as Markdown: paragraphs with lists below them.
pub fn markdown(lines: &[Line], escape: fn(&str) -> String) -> String {
    let mut out = String::new();
    let mut in_list = false;
    for block in blocks(lines) {
        let _ = match block {
            Block::Run(lines) => {
                let gap = if out.is_empty() { "" } else { "\n" };
                in_list = false;
                writeln!(out, "{gap}{}", escape(&run_on(lines)))
            }
            Block::Deep(line) => {
                let gap = if in_list { "" } else { "\n" };
                in_list = true;
                let indent = "  ".repeat(usize::from(line.depth) - 1);
                writeln!(out, "{gap}{indent}- {}", escape(&line.text))
            }
        };
    }
    out
}

/// Lines as nested lists of HTML.
pub fn html(lines: &[Line]) -> String {
    let mut out = String::new();
    // The depths of the open lists, each of which has an open item.
    let mut open: Vec<u8> = Vec::new();
    for line in lines {
        while open.last().is_some_and(|&depth| depth > line.depth) {
            open.pop();
            out.push_str("</li>\n</ul>\n");
        }
        if open.last() == Some(&line.depth) {
            out.push_str("</li>\n");
        } else {
            open.push(line.depth);
            out.push_str("<ul>\n");
        }
        let _ = write!(out, "<li>{}", escape(&line.text));
    }
    out + &"</li>\n</ul>\n".repeat(open.len())
}

enum Block<'a> {
    Run(&'a [Line]),
    Deep(&'a Line),
}

fn blocks(lines: &[Line]) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    for run in lines.chunk_by(|a, b| a.depth == 0 && b.depth == 0) {
        match run {
            [line] if line.depth > 0 => blocks.push(Block::Deep(line)),
            _ => blocks.push(Block::Run(run)),
        }
    }
    blocks
}

fn run_on(lines: &[Line]) -> String {
    lines.iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines() -> Vec<Line> {
        let line = |depth, text: &str| Line { depth, text: text.to_owned() };
        vec![line(0, "a"), line(0, "b"), line(1, "c<"), line(3, "d"), line(1, "e"), line(0, "f")]
    }

    #[test]
    fn deep_lines_stand_alone() {
        assert_eq!(text(&lines(), "> "), "> a b\n>   c<\n>       d\n>   e\n> f\n");
        assert_eq!(markdown(&lines(), str::to_owned), "a b\n\n- c<\n    - d\n- e\n\nf\n");
        assert_eq!(
            html(&lines()).replace('\n', ""),
            "<ul><li>a</li><li>b<ul><li>c&lt;<ul><li>d</li></ul></li><li>e</li></ul></li><li>f</li></ul>"
        );
        assert_eq!((text(&[], ""), html(&[])), (String::new(), String::new()));
    }
}
