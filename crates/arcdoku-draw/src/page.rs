//! A self-contained HTML document of texts and drawn boards: no scripts, no files, no network.

use std::fmt::Write as _;

use arcdoku::explain::Explanation;

use crate::escape::escape;
use crate::lines;
use crate::step::STYLE;

/// The style of texts: light, dark, and for print.
const PAGE_STYLE: &str = "\
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:64rem;margin:0 auto;padding:1rem;color:#1b1f24;background:#fff}
h1{font-size:1.5rem}h2{font-size:1.15rem;margin:0 0 .5rem}
code{font-size:.95em;overflow-wrap:anywhere}
.step{display:grid;grid-template-columns:minmax(18rem,26rem) minmax(16rem,1fr);gap:0 1.5rem;align-items:start;
border-top:1px solid #9aa2ab;padding:1.2rem 0;break-inside:avoid}
.step svg{width:100%;height:auto}
.so{font-weight:600}
@media (max-width:44rem){.step{grid-template-columns:1fr}}
@media (prefers-color-scheme:dark){body{color:#f0f3f6;background:#12161b}}
";

/// A document that is written from top to bottom.
#[derive(Clone, Debug)]
pub struct Page {
    html: String,
}

impl Page {
    /// Creates a document in the language with this code.
    pub fn new(title: &str, language: &str) -> Self {
        let title = escape(title);
        let html = format!(
            "<!DOCTYPE html>\n<html lang=\"{language}\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{title}</title>\n<style>\n{PAGE_STYLE}{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
        );
        Self { html }
    }

    /// Adds a paragraph.
    pub fn paragraph(&mut self, text: &str) {
        let _ = writeln!(self.html, "<p>{}</p>", escape(text));
    }

    /// Adds a drawing without text.
    pub fn drawing(&mut self, figure: &str) {
        let _ = writeln!(self.html, "<div class=\"step\"><div>{figure}</div></div>");
    }

    /// Adds a step in words next to its drawing as SVG: a heading, the premises, the reason, the conclusion, and the
    /// notation.
    pub fn step(&mut self, heading: &str, figure: &str, words: &Explanation, notation: &str) {
        let _ = writeln!(
            self.html,
            "<section class=\"step\">\n<div>{figure}</div>\n<div>\n<h2>{}</h2>",
            escape(heading)
        );
        self.html.push_str(&lines::html(&words.premises));
        let _ = writeln!(
            self.html,
            "<p>{}</p>\n<p class=\"so\">{}</p>\n<p><code>{}</code></p>\n</div>\n</section>",
            escape(&words.why),
            escape(&words.conclusion),
            escape(notation)
        );
    }

    /// Returns the whole document.
    pub fn finish(mut self) -> String {
        self.html.push_str("</body>\n</html>\n");
        self.html
    }
}
