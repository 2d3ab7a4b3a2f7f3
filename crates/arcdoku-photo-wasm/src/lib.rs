//! Reads Sudoku puzzles from photos, compiled to WebAssembly for the page.
//!
//! It is a separate module, because only few visitors read a photo. A reading is an object with arrays of numbers.

use arcdoku_photo::{GrayImage, Label, Reader};
use wasm_bindgen::prelude::*;

/// A grid in a photo.
///
/// The contents of a cell are numbered: 0 is blank, then come the printed digits from 1, then the handwritten ones.
/// A grid with 9 digits has 19 contents.
#[wasm_bindgen(getter_with_clone)]
#[derive(Clone, Debug)]
pub struct Reading {
    /// The number of digits: 4, 6, 9 or 16.
    #[wasm_bindgen(readonly)]
    pub size: usize,
    /// The number of rows of a box.
    #[wasm_bindgen(readonly, js_name = boxRows)]
    pub box_rows: usize,
    /// The crossings of all lines, row by row, in pixels of the photo: x, y.
    #[wasm_bindgen(readonly)]
    pub crossings: Vec<f32>,
    /// The content of each cell.
    #[wasm_bindgen(readonly)]
    pub contents: Vec<u8>,
    /// The probability of each content of each cell, by the picture of the cell alone.
    #[wasm_bindgen(readonly)]
    pub probabilities: Vec<f32>,
    /// The cells whose content may be wrong.
    #[wasm_bindgen(readonly)]
    pub doubtful: Vec<u32>,
    /// Whether every other puzzle is improbable.
    #[wasm_bindgen(readonly)]
    pub certain: bool,
}

/// Reads the largest grid of a photo that has a solution, or the largest one. `pixels` has one byte per pixel, row by
/// row. There is no result if there is no grid, or if the number of pixels is wrong.
#[wasm_bindgen]
pub fn read(pixels: &[u8], width: usize, height: usize) -> Option<Reading> {
    let reading = Reader::new().read_one(&GrayImage::new(pixels, width, height)?)?;
    let size = reading.shape.digits();
    let number = |label: Label| match label {
        Label::Blank => 0,
        Label::Clue(digit) => 1 + digit.index(),
        Label::Entry(digit) => 1 + size + digit.index(),
    };
    let contents = 1 + 2 * size;
    let mut probabilities = vec![0.0; reading.cells.len() * contents];
    for (row, cell) in probabilities.chunks_mut(contents).zip(&reading.cells) {
        cell.choices.iter().for_each(|(label, probability)| row[number(*label)] = *probability);
    }
    let doubtful = (0u32..).zip(&reading.cells).filter(|(_, cell)| cell.is_doubtful);
    Some(Reading {
        size,
        box_rows: reading.shape.box_size().map_or(0, |(rows, _)| rows),
        crossings: reading.crossings.iter().flat_map(|(x, y)| [*x, *y]).collect(),
        contents: reading.cells.iter().map(|cell| number(cell.label) as u8).collect(),
        doubtful: doubtful.map(|(index, _)| index).collect(),
        certain: reading.is_certain,
        probabilities,
    })
}
