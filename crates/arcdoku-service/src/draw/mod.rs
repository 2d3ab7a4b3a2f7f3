//! Pictures: steps on boards, pages, plots.

mod step;

pub use step::{STYLE, escape, step_figure, step_svg};
