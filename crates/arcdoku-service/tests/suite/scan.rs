//! Images that cannot be read.

use arcdoku_service::ask::scan::Photo;

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
    assert!(error(60_000, 10).to_lowercase().contains("limit"), "{}", error(60_000, 10));
    assert!(!error(100, 100).to_lowercase().contains("limit"), "{}", error(100, 100));
}
