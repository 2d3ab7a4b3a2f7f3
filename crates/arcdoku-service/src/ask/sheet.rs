//! Puzzles on paper: pages of puzzles, and of their solutions.
//!
//! All puzzles are held in memory, because their number is needed for the layout.

use std::fmt::Write as _;

use arcdoku::grid::{Digit, Shape};
use arcdoku::puzzle::{Outcome, Puzzle, Rule};
use arcdoku::solve::Solver;
use arcdoku_wire::question::{Paper, PerPage, Sheet, SolutionPages};
use arcdoku_wire::{PuzzleInput, puzzle_text};

use crate::cancel::{Bounds, Cancel};
use crate::draw::{PageLayout, PrintedBoard, printed_html, printed_page, printed_pdf};
use crate::input::{Input, Item, text_of};
use crate::output::Output;
use crate::status::{Error, Status};
use crate::stream;
use crate::text::json_line;

arcdoku::choices! {
    /// The form of the document.
    pub enum SheetFormat {
        /// PDF
        Pdf = "pdf",
        /// An HTML document that a browser prints
        Html = "html",
        /// A drawing of one page
        Svg = "svg",
    }
}

impl SheetFormat {
    /// The format with which the name of a file ends.
    pub fn of_name(name: &str) -> Option<Self> {
        let end = name.rsplit_once('.')?.1.to_ascii_lowercase();
        arcdoku::Choice::from_name(&end)
    }
}

/// The title of pages of solutions.
const SOLUTIONS: &str = "Solutions";

/// The width and height of a paper, in millimeters.
fn size_of(paper: Paper) -> (f32, f32) {
    match paper {
        Paper::A4 => (210.0, 297.0),
        Paper::Letter => (215.9, 279.4),
    }
}

/// The columns and rows of a page of puzzles.
fn grid_of(per_page: PerPage) -> (usize, usize) {
    match per_page {
        PerPage::One => (1, 1),
        PerPage::Two => (1, 2),
        PerPage::Four => (2, 2),
        PerPage::Six => (2, 3),
    }
}

/// The columns and rows of a page with this number of solutions of at most this size.
fn solution_grid(count: usize, widest: usize) -> (usize, usize) {
    if count <= 6 || widest > 9 {
        (2, 3)
    } else if count <= 12 {
        (3, 4)
    } else {
        (4, 5)
    }
}

/// A puzzle with its solution.
struct Printed {
    puzzle: Puzzle,
    heading: String,
    caption: String,
    link: Option<String>,
    solution: Option<Vec<Digit>>,
}

impl Printed {
    fn board(&self) -> PrintedBoard<'_> {
        let (heading, caption) = (self.heading.clone(), self.caption.clone());
        PrintedBoard { puzzle: &self.puzzle, solution: None, heading, caption, link: self.link.clone() }
    }

    fn solved(&self, number: usize) -> Option<PrintedBoard<'_>> {
        let solution = Some(self.solution.as_deref()?);
        let heading = number.to_string();
        Some(PrintedBoard { puzzle: &self.puzzle, solution, heading, caption: String::new(), link: None })
    }
}

/// Lays out all puzzles of an input, and returns the document.
///
/// # Errors
/// If the input has no puzzle, or an SVG document would need several pages.
pub fn run(
    question: &Sheet,
    format: SheetFormat,
    input: Input,
    cancel: &Cancel,
    output: &mut dyn Output,
) -> Result<(Vec<u8>, Status), Error> {
    let (mut all, mut solver) = (Vec::new(), Solver::new());
    let bounds = Bounds::of(&question.limits, cancel);
    let status = stream::one_by_one(input, None, cancel, output, |output, _, item| {
        let (printed, status) = printed(question, item, all.len() + 1, &mut solver, &bounds, output);
        all.push(printed);
        Ok(status)
    })?;
    if cancel.is_cancelled() {
        return Ok((Vec::new(), status));
    }
    if all.is_empty() {
        return Err(Error::unreadable("the input has no puzzle to print"));
    }
    let (pages, layout) = pages(question, &all);
    let title = question.title.as_deref().unwrap_or("Sudoku");
    let document = match format {
        SheetFormat::Pdf => printed_pdf(&pages, layout, title).map_err(Error::output)?,
        SheetFormat::Html => printed_html(&pages, layout, title, "en").into_bytes(),
        SheetFormat::Svg if pages.len() > 1 => {
            let count = pages.len();
            let advice = "an SVG file has one page; use .pdf or .html, or --solutions none";
            return Err(Error::usage(format!("--out: the puzzles need {count} pages, and {advice}")));
        }
        SheetFormat::Svg => pages.concat().into_bytes(),
    };
    Ok((document, status))
}

/// All pages in order, and their layout.
fn pages(question: &Sheet, all: &[Printed]) -> (Vec<String>, PageLayout) {
    let grid = grid_of(question.per_page);
    let layout = PageLayout { size: size_of(question.paper), grid, is_large: question.large };
    let widest = all.iter().map(|one| one.puzzle.shape().columns()).max().unwrap_or(9);
    let mut pages: Vec<String> = Vec::new();
    let mut add = |title: &str, boards: &[PrintedBoard<'_>], grid, is_large| {
        pages.push(printed_page(title, boards, PageLayout { grid, is_large, ..layout }, pages.len() + 1));
    };
    let count = grid.0 * grid.1;
    for (number, some) in all.chunks(count).enumerate() {
        add("", &some.iter().map(Printed::board).collect::<Vec<_>>(), grid, question.large);
        if question.solutions == SolutionPages::Overleaf {
            let solved = some.iter().enumerate().filter_map(|(at, one)| one.solved(number * count + at + 1));
            let solved: Vec<_> = solved.collect();
            // The back is printed even if it is empty, because the next page begins on the next sheet of paper.
            add(SOLUTIONS, &solved, solution_grid(solved.len(), widest), false);
        }
    }
    if question.solutions == SolutionPages::End {
        let solved: Vec<_> = all.iter().enumerate().filter_map(|(at, one)| one.solved(at + 1)).collect();
        let grid = solution_grid(solved.len(), widest);
        for some in solved.chunks(grid.0 * grid.1) {
            add(SOLUTIONS, some, grid, false);
        }
    }
    (pages, layout)
}

/// A puzzle with its texts and its solution. A puzzle that is not proper is reported.
fn printed(
    question: &Sheet,
    item: &Item,
    number: usize,
    solver: &mut Solver,
    bounds: &Bounds,
    output: &mut dyn Output,
) -> (Printed, Status) {
    let puzzle = item.record.puzzle.clone();
    let (mut solution, mut status) = (None, Status::Fine);
    if question.solutions != SolutionPages::None {
        let reason = match solver.solve(&puzzle, &bounds.limits()).outcome {
            Outcome::Unique(one) => {
                solution = Some(one.digits().to_vec());
                None
            }
            Outcome::Unsatisfiable(_) => Some((Status::Not, "no solution".to_owned())),
            Outcome::Unknown { limit, .. } => Some((Status::Limit, format!("given up ({})", limit.name()))),
            _ => Some((Status::Not, "several solutions".to_owned())),
        };
        if let Some((not, reason)) = reason {
            status = not;
            output.error(&format!("{}: printed without a solution: {reason}", item.place()));
        }
    }
    let title = question.title.as_deref().unwrap_or("Sudoku");
    let heading = match name_of(item) {
        Some(name) => format!("{number} · {name}"),
        None => format!("{title} {number}"),
    };
    let link = question.link.as_deref().map(|base| link(base, &link_text(&puzzle)));
    (Printed { puzzle, heading, caption: caption(item), link, solution }, status)
}

/// The name that came with a puzzle.
fn name_of(item: &Item) -> Option<&str> {
    item.record.name.as_deref().or_else(|| text_of(&item.other, "name")).filter(|name| !name.is_empty())
}

/// The ratings that came with a puzzle, as `arcdoku generate` writes them: `Easy · score 380 · SE 1.5`.
fn caption(item: &Item) -> String {
    let Some((_, ratings)) = item.other.iter().find(|(name, _)| &**name == "ratings") else {
        return String::new();
    };
    let [hodoku, se] = ["hodoku", "se"].map(|scale| &ratings[scale]);
    let level = hodoku["level"].as_str().map(str::to_owned);
    let score = hodoku["score"].as_u64().map(|score| format!("score {score}"));
    let er = se["er"].as_f64().map(|er| format!("SE {er:.1}"));
    [level, score, er].into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// The text of a puzzle in a link of the page: a line of symbols, or JSON.
fn link_text(puzzle: &Puzzle) -> String {
    let shape = puzzle.shape();
    let is_usual = Shape::usual(shape.digits()) == Some(shape)
        && puzzle.rules().iter().all(|rule| matches!(rule, Rule::Rows | Rule::Columns | Rule::Boxes));
    if is_usual {
        return puzzle_text(puzzle);
    }
    let mut text = String::new();
    json_line(&PuzzleInput::from(puzzle), &mut text);
    text.truncate(text.trim_end().len());
    text
}

/// The address that opens a puzzle in the page at `base`.
fn link(base: &str, puzzle: &str) -> String {
    let mut link = format!("{}#/play?p=", base.split('#').next().unwrap_or_default());
    for byte in puzzle.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.*".contains(&byte) {
            link.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(link, "%{byte:02X}");
        }
    }
    link
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_follow_from_names() {
        assert_eq!(SheetFormat::of_name("a/b.PDF"), Some(SheetFormat::Pdf));
        assert_eq!(SheetFormat::of_name("pdf"), None);
    }

    #[test]
    fn links_are_escaped() {
        assert_eq!(link("https://a.org/x#/y", "1.{\""), "https://a.org/x#/play?p=1.%7B%22");
    }

    #[test]
    fn solutions_fill_pages() {
        assert_eq!(solution_grid(6, 9), (2, 3));
        assert_eq!(solution_grid(40, 9), (4, 5));
        assert_eq!(solution_grid(40, 16), (2, 3));
    }
}
