//! Drawings: steps on boards, searches, pages with explanations, plots.
//!
//! | Item | Drawing |
//! |---|---|
//! | [`puzzle_svg`] | a puzzle of any shape with its rules as setters draw them, and their meaning |
//! | [`step_svg`], [`step_figure`] | a state with a step: marks, groups, houses, links, a legend |
//! | [`search_svg`] | how the digits of a solution were found |
//! | [`tree_svg`], [`animation_svg`] | the tree of a search, and the search as an animation |
//! | [`implications_svg`] | what a conflict follows from, and what is learned from it |
//! | [`Page`] | an HTML document of steps with explanations |
//! | `plot`, `Spread`, `BoundCourse` (feature `plot`) | statistics and the course of bounds, as SVG or PNG |
//! | `printed_page`, `printed_html`, `printed_pdf`, `drawn_png` (feature `print`) | pages of puzzles for print, drawings as PNG |
//! | [`board`] | boards and candidates as text, with colors |
//! | [`lines`] | the lines of explanations as text, Markdown and HTML |

// **Invariant:** this crate converts data to text and pixels. It uses no files, and searches only for pictures of searches.

pub mod board;
mod escape;
pub mod lines;
pub mod numbers;
mod page;
#[cfg(feature = "plot")]
mod plot;
#[cfg(feature = "print")]
mod print;
mod puzzle;
mod rules;
mod search;
mod sheet;
mod step;
mod style;
mod svg;

pub use escape::escape;
pub use page::Page;
#[cfg(feature = "plot")]
pub use plot::{BoundCourse, PlotFormat, Spread, plot};
#[cfg(feature = "print")]
pub use print::{PageLayout, PrintedBoard, drawn_png, printed_html, printed_page, printed_pdf};
pub use puzzle::{Overlay, puzzle_svg};
pub use rules::families;
pub use search::{animation_svg, implications_svg, search_svg, tree_svg};
pub use step::{STYLE, step_figure, step_svg};
