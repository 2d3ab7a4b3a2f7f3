//! Images that cannot be read, and readings that are not certain.

use std::path::PathBuf;

use arcdoku_service::ask::scan::{self, Photo, ScanFormat};
use arcdoku_service::cancel::Cancel;
use arcdoku_service::output::Transcript;
use arcdoku_service::status::Status;
use arcdoku_wire::question::Scan;
use image::{GrayAlphaImage, GrayImage, Luma, LumaA};

/// The start of a PNG file with this size.
fn png(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = b"\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR".to_vec();
    bytes.extend(width.to_be_bytes());
    bytes.extend(height.to_be_bytes());
    bytes.extend([8, 0, 0, 0, 0]);
    let crc = bytes[12..].iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(
            crc ^ u32::from(*byte),
            |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 },
        )
    });
    bytes.extend((!crc).to_be_bytes());
    // The decoder reads the start of the pixels with the header.
    bytes.extend(b"\x00\x00\x00\x0aIDAT\x78\x9c");
    bytes
}

#[test]
fn images_that_cannot_be_decoded_have_a_reason_of_one_line() {
    let jpeg = include_bytes!("../../../arcdoku-cli/tests/inputs/shadow.jpg");
    assert!(Photo::decode(jpeg).is_ok());
    for bytes in [
        Vec::new(),
        b"53..7....".to_vec(),
        b"\xff\xd8\xff".to_vec(),
        b"RIFF\x10\x00\x00\x00WEBPVP8 ".to_vec(),
        jpeg[..200].to_vec(),
        png(100, 100),
    ] {
        let error = Photo::decode(&bytes).err().unwrap_or_default();
        assert!(!error.is_empty() && !error.contains('\n'), "{error:?}");
    }
    // Their headers have the same form as a small image, so only the limits refuse them before their data is missing.
    let error = |width, height| Photo::decode(&png(width, height)).err().unwrap_or_default();
    assert!(error(16_384, 16_384).contains("200 MiB"), "{}", error(16_384, 16_384));
    assert!(error(12_000, 9_000).contains("100 million"), "{}", error(12_000, 9_000));
    assert!(error(60_000, 10).to_lowercase().contains("limit"), "{}", error(60_000, 10));
    assert!(!error(100, 100).to_lowercase().contains("limit"), "{}", error(100, 100));
}

#[test]
fn readings_that_are_not_certain_are_rows_and_notes() {
    let path = |name: &str| PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let (grid, paper) = (path("empty-grid.png"), path("empty-paper.png"));
    // Lines every 40 pixels, thicker ones around boxes, and paper that is stored as transparent black.
    let is_line = |at: u32| (40..=404).contains(&at) && (at % 40 < 2 || at % 120 >= 40 && at % 120 < 44);
    let is_inside = |at: u32| (40..404).contains(&at);
    let ink = |x, y| is_line(x) && is_inside(y) || is_line(y) && is_inside(x);
    let image = GrayAlphaImage::from_fn(444, 444, |x, y| LumaA([0, if ink(x, y) { 255 } else { 0 }]));
    image.save(&grid).expect("a file");
    GrayImage::from_pixel(99, 99, Luma([255])).save(&paper).expect("a file");
    let mut output = Transcript::default();
    let (images, cancel) = (vec![grid.clone(), paper.clone()], Cancel::default());
    let status = scan::run(&Scan::default(), ScanFormat::Csv, images, None, 1, &cancel, &mut output);
    assert_eq!(status.expect("a run"), Status::Malformed);
    let [grid, paper] = [grid, paper].map(|path| path.display().to_string());
    let head = "image,puzzle,shape,solution,certain,probability,doubtful";
    let rows = format!("{grid},{},,,false,0.0000,\n{paper},,,,false,0.0000,\n", ".".repeat(81));
    assert_eq!(output.text, format!("{head}\n{rows}"));
    assert_eq!(output.notes, [format!("{grid}: the clues are not a puzzle with one solution")]);
    assert_eq!(output.errors, [format!("{paper}: no grid was found")]);
}
