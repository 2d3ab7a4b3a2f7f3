//! Reads Sudoku puzzles from photos, without a connection and without native libraries.
//!
//! ```text
//!   gray image -> ink -> outlines -> lattice of crossings -> straightened cells -> network -> labelling
//! ```
//!
//! The network gives each cell a probability for each content: blank, a printed digit, or a handwritten digit. The
//! cheapest labelling whose clues are a proper puzzle corrects single errors of the network. The difference to the
//! second cheapest one shows how certain the reading is.
//!
//! ```no_run
//! use arcdoku_photo::{GrayImage, Reader};
//!
//! let (pixels, width, height) = (vec![255; 640 * 480], 640, 480);
//! let image = GrayImage::new(&pixels, width, height).expect("one byte per pixel");
//! for reading in Reader::new().read(&image) {
//!     println!("{:?}, certain: {}", reading.puzzle(), reading.is_certain);
//! }
//! ```

mod certainty;
mod labelling;
mod lattice;
mod network;
mod outline;
mod patches;
mod plane;
mod proper;
mod reading;

pub use labelling::Label;
pub use outline::Point;
pub use plane::GrayImage;
pub use reading::{CellReading, FirstSteps, Reader, Reading};
