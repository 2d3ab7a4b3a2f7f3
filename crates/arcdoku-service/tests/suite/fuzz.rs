//! The body of the fuzz target for images.

use arcdoku_photo::{GrayImage, Reader};
use arcdoku_service::ask::scan::{Photo, answer};
use arcdoku_service::cancel::Cancel;
use arcdoku_wire::question::{Scan, ScanReply};

/// The largest side of gray images in pixels.
const SIDE: usize = 2000;

/// Reads bytes as the file of an image. If the first byte is 0, the bytes are the width of a gray image, a scale, and
/// its pixels.
///
/// # Panics
/// If a reply is not as described, or an error has several lines.
pub(crate) fn read_any_image(bytes: &[u8]) {
    if let [0, width, scale, pixels @ ..] = bytes {
        read_gray(usize::from(*width), usize::from(*scale), pixels);
        return;
    }
    match Photo::decode(bytes) {
        Ok(photo) => answer(&Scan { all: true }, "image", &photo, &Cancel::default()).iter().for_each(check),
        Err(error) => assert!(!error.is_empty() && !error.contains('\n'), "{error:?}"),
    }
}

/// Reads an image whose pixels are repeated `scale` times in both directions.
fn read_gray(width: usize, scale: usize, pixels: &[u8]) {
    if width == 0 {
        return;
    }
    let scale = scale.clamp(1, (SIDE / width).max(1));
    let rows = (pixels.len() / width).min(SIDE / scale);
    let scaled: Vec<u8> = pixels
        .chunks_exact(width)
        .take(rows)
        .flat_map(|row| std::iter::repeat_n(row, scale))
        .flat_map(|row| row.iter().flat_map(|pixel| std::iter::repeat_n(*pixel, scale)))
        .collect();
    let Some(image) = GrayImage::new(&scaled, width * scale, rows * scale) else { return };
    let mut reader = Reader::new();
    let all = reader.read(&image);
    assert!(all.len() <= 8);
    for reading in &all {
        let cells = reading.shape.cells();
        assert!(reading.cells.len() == cells && reading.straightened.len() == reading.side * reading.side);
        assert!((0.0..=1.0).contains(&reading.probability));
        assert!(!reading.is_certain || reading.solution.is_some());
    }
    assert_eq!(reader.read_one(&image).is_some(), !all.is_empty());
}

/// Checks a reply.
fn check(reply: &ScanReply) {
    assert_ne!(reply.puzzle.is_some(), reply.error.is_some(), "{reply:?}");
    assert!(!reply.certain || reply.solution.is_some(), "{reply:?}");
    let probabilities = reply.cells.iter().flat_map(|cell| [&cell.printed, &cell.handwritten]).flatten();
    for probability in probabilities.chain([&reply.probability]) {
        assert!((0.0..=1.001).contains(probability), "{probability}");
    }
    let text = serde_json::to_string(reply).expect("text");
    assert_eq!(serde_json::from_str::<ScanReply>(&text).expect("a reply"), *reply);
}

#[test]
fn inputs() {
    arcdoku::testing::fuzz::each_input("read_any_image", 100, read_any_image);
}

/// Changed and shortened files get further than random bytes.
#[test]
fn changed_files() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/seeds/read_any_image");
    let mut rng = fastrand::Rng::with_seed(1);
    for file in std::fs::read_dir(folder).expect("seeds") {
        let path = file.expect("a file").path();
        let bytes = std::fs::read(&path).expect("a file");
        // Reading it takes long.
        if path.ends_with("3000x3000.webp") {
            continue;
        }
        for _ in 0..10 {
            let mut changed = bytes.clone();
            for _ in 0..rng.usize(1..4) {
                changed[rng.usize(..bytes.len())] = rng.u8(..);
            }
            changed.truncate(rng.usize(bytes.len() / 2..=bytes.len() * 3 / 2));
            read_any_image(&changed);
        }
    }
}
