//! Pictures: steps on boards, searches, pages, plots.

mod page;
#[cfg(feature = "plot")]
mod plot;
mod search;
#[cfg(feature = "plot")]
mod spread;
mod step;

pub use page::Page;
#[cfg(feature = "plot")]
pub use plot::{PlotFormat, plot};
pub use search::search_svg;
#[cfg(feature = "plot")]
pub use spread::Spread;
pub use step::{STYLE, escape, step_figure, step_svg};
