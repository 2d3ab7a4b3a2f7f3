//! Short texts that represent much data: its size is limited while it is unpacked.

use arcdoku_exchange::{Format, Import, ImportError, Policy};

/// The longest unpacked text of a link.
const LONGEST: usize = 1 << 20;

fn read(format: Format, text: &str) -> Result<Import, ImportError> {
    format.read(text, &Policy { partial: true, ..Policy::default() })
}

fn grid() -> String {
    let row = format!("[{}]", ["{}"; 9].join(","));
    [&*row; 9].join(",")
}

fn deflated(text: &str) -> String {
    let bytes = miniz_oxide::deflate::compress_to_vec(text.as_bytes(), 6);
    let pairs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".as_bytes();
    let mut link = String::from("https://swaroopg92.github.io/penpa-edit/#m=edit&p=");
    for group in bytes.chunks(3) {
        let bits =
            group.iter().fold(0_u32, |bits, &byte| bits << 8 | u32::from(byte)) << (8 * (3 - group.len()));
        link.extend((0..=group.len()).map(|i| char::from(pairs[(bits >> (18 - 6 * i) & 63) as usize])));
    }
    link
}

#[test]
fn links_unpack_to_a_limit() {
    // Two characters represent up to 16 characters.
    let head = "square,9,9,38,0,1,1,380,380,40,40,0,0,0,0,Title: A,Author: A,,\n[0,0,0,0]\n[]\n{";
    let penpa = |words: usize| deflated(&format!("{head}{}}}", vec!["z8:[]"; words].join(",")));
    assert!(penpa(60_000).len() < 5_000);
    assert!(read(Format::Penpa, &penpa(40_000)).is_ok() && read(Format::Penpa, &penpa(60_000)).is_err());
    assert!(read(Format::Penpa, &deflated(&format!("{head}{}", "}".repeat(LONGEST)))).is_err());
}

#[test]
fn the_number_of_parts_is_limited() {
    const MOST: usize = 10_000;
    let cage = |number: usize| format!(".Cage~{}~R1C1~R1C2", 3 + number % 15);
    let cages = |count: usize| (0..count).map(cage).collect::<String>();
    let import = read(Format::Iss, &cages(MOST)).unwrap();
    // Each of the rules occurs once.
    assert_eq!((import.report.parts.len(), import.puzzle.rules().len()), (MOST, 3 + 15));
    let message = read(Format::Iss, &cages(MOST + 1)).unwrap_err().to_string();
    assert_eq!(message, "1:1: found more than 10000 rules, drawings and marks, expected fewer of them");
    let items = |item: &str| [item].repeat(MOST + 1).join(",");
    let document =
        |key: &str, item: &str| format!(r#"{{"size":9,"grid":[{}],"{key}":[{}]}}"#, grid(), items(item));
    for (format, text) in [
        (Format::FPuzzles, document("killercage", r#"{"cells":["R1C1","R1C2"],"value":"3"}"#)),
        (Format::FPuzzles, document("rectangle", "{}")),
        (Format::SudokuPad, format!(r#"{{"cells":[{}],"overlays":[{}]}}"#, grid(), items("{}"))),
        (Format::Rangsk, format!("-c 'killer:3;{}'", ["r1c1r1c2"].repeat(MOST + 1).join(";"))),
        (
            Format::Penpa,
            deflated(&format!(
                "square,9,9,38,0,1,1,380,380,40,40,0,0,0,0,,,,\n[0,0,0,0]\n[]\n{{z6:[{}]}}",
                items("[28,29]")
            )),
        ),
    ] {
        assert_eq!(read(format, &text).unwrap_err().to_string(), message, "{text:.100}");
    }
}

#[test]
fn ranges_and_copies_name_a_limited_number_of_cells() {
    let ranges = ["0-65"; 300].join(",");
    for text in [
        format!("-c killer:r{ranges}c{ranges}"),
        format!("-b 64 {}", "-c killer:r1-64c1-64 ".repeat(17)),
        format!("-b 64 {}", "-c chess:1,2 ".repeat(5)),
        format!("-b 64 -c ratio:{}", (0..65).map(|value| format!("neg{value};")).collect::<String>()),
    ] {
        assert!(Format::Rangsk.read(&text, &Policy::default()).is_err(), "{text:.60}");
    }
    // Each of 4,096 copies has 2,000 cells.
    let copies = format!(".Shape~64x64.Replicate~{}.Thermo{}.End", "_".repeat(683), "~R1C1".repeat(2000));
    let message = Format::Iss.read(&copies, &Policy::default()).unwrap_err().to_string();
    assert!(message.contains("more than 1048576 constraints and cells"), "{message}");
    // The marks are examined once for each name, and for ratios of the grid.
    let (marks, names) =
        (r#"{"cells":["R1C1","R1C2"],"value":"2"},"#.repeat(200), r#""ratio","xv","#.repeat(5000));
    let marks = marks.trim_end_matches(',');
    let text = format!(
        r#"{{"size":9,"grid":[{}],"negative":[{}],"ratio":[{marks}],"xv":[]}}"#,
        grid(),
        names.trim_end_matches(',')
    );
    let import = Format::FPuzzles.read(&text, &Policy::default()).unwrap();
    assert_eq!(import.puzzle.rules().len(), 3 + 3);
}
