//! Puzzles on paper.

use super::question;

arcdoku::choices! {
    /// The number of puzzles on a page.
    pub enum PerPage: Four {
        /// One puzzle
        One = "1",
        /// Two puzzles, one above the other
        Two = "2",
        /// Four puzzles
        Four = "4",
        /// Six puzzles
        Six = "6",
    }
}

arcdoku::choices! {
    /// The size of the paper.
    pub enum Paper: A4 {
        /// 210 mm x 297 mm
        A4 = "a4",
        /// 8.5 in x 11 in
        Letter = "letter",
    }
}

arcdoku::choices! {
    /// Where solutions are printed.
    pub enum SolutionPages: End {
        /// On the last pages
        End = "end",
        /// On the page after each page of puzzles: its back in two-sided print
        Overleaf = "overleaf",
        /// Nowhere
        None = "none",
    }
}

crate::choice_values!(PerPage, Paper, SolutionPages);

question! {
    /// Lay out puzzles for print: pages with solutions, as PDF, HTML or SVG
    ///
    /// The pages and the puzzles are numbered. Rules are described below their boards. A puzzle whose
    /// solution is not found within the limits, or is not the only one, is printed without a solution.
    ///
    /// Examples:
    ///   arcdoku sheet --out sheet.pdf puzzles.txt
    ///   arcdoku sheet --out sheet.pdf --per-page 1 --large --paper letter puzzles.txt
    ///   arcdoku sheet --out book.pdf --title Evening --solutions overleaf puzzle.txt puzzles.txt
    ///   arcdoku sheet --out sheet.html --solutions none puzzles.txt
    Sheet = "sheet" -> String, fails "some puzzle has no solution, or several, and is printed without one" about Set in "Page" {
        /// Number of puzzles on a page
        per_page: PerPage = PerPage::Four,
        /// Size of the paper
        paper: Paper = Paper::A4,
        /// Where to print solutions
        solutions: SolutionPages = SolutionPages::End,
        /// Title of the document and of its puzzles, which are numbered
        title: Option<String>,
        /// Large print: larger digits, texts and lines
        large: bool,
        /// Address of a page such as the one of `arcdoku serve --open`; each puzzle gets a QR code that opens it there
        link: Option<String>,
    } with { limits: super::LimitOptions, }
}
