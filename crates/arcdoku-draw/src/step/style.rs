//! The style sheet of drawn boards.

/// Colors and lines in light and dark. Marks have the same colors in both: white digits are
/// legible on them.
pub const STYLE: &str = "\
.sudoku{font-family:'DejaVu Sans',Verdana,sans-serif;text-anchor:middle}
.sudoku .paper{fill:#fff}
.sudoku .thin{stroke:#9aa2ab;stroke-width:1;fill:none}
.sudoku .thick{stroke:#1b1f24;stroke-width:2.5;fill:none;stroke-linecap:square}
.sudoku .label{font-size:12px;fill:#68717c}
.sudoku .given{font-size:34px;font-weight:bold;fill:#1b1f24}
.sudoku .filled{font-size:34px;fill:#0b5394}
.sudoku .mini{font-size:13px;fill:#4a525c}
.sudoku .hollow{fill:#1b1f24;font-weight:bold}
.sudoku .ink{fill:#fff;font-weight:bold}
.sudoku .legend{font-size:13px;text-anchor:start;fill:#1b1f24}
.sudoku .house,.sudoku .base{fill:#1f6feb;fill-opacity:.13}
.sudoku .cover{fill:#e08a00;fill-opacity:.08;stroke:#b45309;stroke-width:2;stroke-dasharray:7 4}
.sudoku .twin{fill:none;stroke:#6f42c1;stroke-width:2;stroke-dasharray:2 4}
.sudoku .group{fill-opacity:.26}
.sudoku .g0{fill:#2f81f7}
.sudoku .g1{fill:#f0a020}
.sudoku .g2{fill:#2da44e}
.sudoku .g3{fill:#a371f7}
.sudoku .g4{fill:#e85aad}
.sudoku .g5{fill:#30b5b5}
.sudoku .mark{stroke:none}
.sudoku .pattern,.sudoku .a0{fill:#1f5fbf}
.sudoku .extra{fill:#6f42c1}
.sudoku .fin,.sudoku .b0{fill:#a8500a}
.sudoku .endo{fill:#6f42c1}
.sudoku .gone,.sudoku .cannibal{fill:#c4202c}
.sudoku .cannibal{stroke:#6f42c1;stroke-width:2.5}
.sudoku .placed,.sudoku .on,.sudoku .a1{fill:#18743a}
.sudoku .ring{fill:none;stroke:#18743a;stroke-width:2}
.sudoku .off{fill:#fff;stroke:#18743a;stroke-width:1.8}
.sudoku .b1,.sudoku .a2{fill:#7a3fa8}
.sudoku .b2{fill:#8a6d00}
.sudoku .strike{stroke:#c4202c;stroke-width:2.4;fill:none;stroke-linecap:round}
.sudoku .link{stroke:#1b1f24;stroke-width:1.8;fill:none}
.sudoku .weak{stroke-dasharray:4 3;stroke-width:1.5}
.sudoku .nested{stroke-dasharray:1.5 3;stroke-width:1.3;stroke-opacity:.6;stroke-linecap:round}
.sudoku .head{fill:#1b1f24;stroke:none}
.sudoku .wide{stroke:#18743a;stroke-opacity:.28;stroke-width:19;stroke-linecap:round;stroke-linejoin:round;fill:none}
@media (prefers-color-scheme:dark){
.sudoku .paper{fill:#12161b}
.sudoku .thin{stroke:#4d5660}
.sudoku .thick{stroke:#c9d1d9}
.sudoku .label{fill:#98a2ad}
.sudoku .given{fill:#f0f3f6}
.sudoku .filled{fill:#79b8ff}
.sudoku .mini{fill:#b3bcc6}
.sudoku .hollow,.sudoku .legend{fill:#f0f3f6}
.sudoku .ink{fill:#fff}
.sudoku .house,.sudoku .base{fill-opacity:.24}
.sudoku .cover{stroke:#f0a020;fill-opacity:.1}
.sudoku .twin{stroke:#b794f6}
.sudoku .group{fill-opacity:.34}
.sudoku .off{fill:#12161b;stroke:#56d07d}
.sudoku .strike{stroke:#ff6b74}
.sudoku .link{stroke:#f0f3f6}
.sudoku .ring{stroke:#56d07d}
.sudoku .head{fill:#f0f3f6}
.sudoku .wide{stroke:#56d07d}
}
";
