//! The style sheet of puzzles with their rules.

/// Colors and lines in light and dark, one class per line. A drawing contains the lines of the classes that it uses.
pub(crate) const PUZZLE_STYLE: &str = "\
.sudoku{font-family:'DejaVu Sans',Verdana,sans-serif;text-anchor:middle}
.sudoku .paper{fill:#fff}
.sudoku .thin{stroke:#9aa2ab;stroke-width:1;fill:none}
.sudoku .thick{stroke:#1b1f24;stroke-width:2.5;fill:none;stroke-linecap:square}
.sudoku .name{font-size:10px;text-anchor:end;fill:#68717c}
.sudoku .given{font-size:34px;font-weight:bold;fill:#1b1f24}
.sudoku .filled{font-size:34px;fill:#0b5394}
.sudoku .guessed{fill:#c4202c;fill-opacity:.12}
.sudoku .order{font-size:11px;text-anchor:end;fill:#68717c}
.sudoku .mini{font-size:13px;fill:#4a525c}
.sudoku .gone-mini{fill:#c4202c}
.sudoku .share{fill:#f0a020}
.sudoku .strike{stroke:#c4202c;stroke-width:2;fill:none;stroke-linecap:round}
.sudoku .focus{stroke:#c4202c;stroke-width:3.5;fill:none;stroke-linecap:square}
.sudoku .legend{font-size:13px;text-anchor:start;fill:#1b1f24}
.sudoku .naked{font-size:34px;fill:#1f5fbf}
.sudoku .hidden{font-size:34px;font-style:italic;fill:#18743a}
.sudoku .guess{font-size:34px;fill:#c4202c}
.sudoku .head{font-weight:bold}
.sudoku .line{fill:none;stroke-linecap:round;stroke-linejoin:round;stroke-opacity:.6}
.sudoku .wide-line{stroke-width:13}
.sudoku .fine{stroke-width:4.5}
.sudoku .gray{stroke:#8b949e}
.sudoku .green{stroke:#2f9e44}
.sudoku .orange{stroke:#f08c00}
.sudoku .yellow{stroke:#d6b400}
.sudoku .teal{stroke:#1098ad}
.sudoku .peach{stroke:#f4a07a}
.sudoku .purple{stroke:#b23bd0}
.sudoku .lavender{stroke:#9a86f0}
.sudoku .blue{stroke:#3b82f6}
.sudoku .brown{stroke:#a0703c}
.sudoku .end{fill:#fff;stroke-width:3}
.sudoku .thermo{fill:#b8bec5;stroke:#b8bec5;stroke-width:18;stroke-linecap:round;stroke-linejoin:round}
.sudoku .thermo circle{stroke:none}
.sudoku .thermo path{fill:none}
.sudoku .slow{stroke-width:7}
.sudoku .shaft{fill:none;stroke:#68717c;stroke-width:3;stroke-linejoin:round}
.sudoku .bulb{fill:#fff;stroke:#68717c;stroke-width:2.5}
.sudoku .pill{fill:none;stroke:#68717c;stroke-width:49;stroke-linecap:round;stroke-linejoin:round}
.sudoku .inner{stroke:#fff;stroke-width:44}
.sudoku .blob{fill:#c6ccd3}
.sudoku .diagonal{stroke:#3b82f6;stroke-width:2;fill:none}
.sudoku .tint{fill:#2f81f7;fill-opacity:.14}
.sudoku .shade{fill:#68717c;fill-opacity:.3}
.sudoku .edge{stroke:#2f6fd0;stroke-width:1.5;fill:none}
.sudoku .s1{fill:#f0a020;stroke:#a86a00;stroke-dasharray:6 3}
.sudoku .s2{fill:#2da44e;stroke:#1f7a38;stroke-dasharray:2 3}
.sudoku path.edge{fill:none}
.sudoku path.tint,.sudoku path.shade{stroke:none}
.sudoku .cage{fill:none;stroke:#1b1f24;stroke-width:1.4;stroke-dasharray:5 3}
.sudoku .open{stroke-dasharray:1.5 4;stroke-width:2;stroke-linecap:round}
.sudoku .sum{font-size:15px;text-anchor:start;fill:#1b1f24;paint-order:stroke;stroke:#fff;stroke-width:3.5px}
.sudoku .mid{text-anchor:middle}
.sudoku .tag{font-size:12px;font-weight:bold;text-anchor:start;fill:#8a1c7c;paint-order:stroke;stroke:#fff;stroke-width:3px}
.sudoku .factor{font-size:13px;fill:#1b1f24;paint-order:stroke;stroke:#fff;stroke-width:3px}
.sudoku .dot{stroke:#1b1f24;stroke-width:1.6}
.sudoku .white{fill:#fff}
.sudoku .black{fill:#1b1f24}
.sudoku .on-white{font-size:12px;fill:#1b1f24}
.sudoku .on-black{font-size:12px;fill:#fff}
.sudoku .letter{font-size:17px;font-weight:bold;fill:#1b1f24;paint-order:stroke;stroke:#fff;stroke-width:5px}
.sudoku .sign{fill:none;stroke:#1b1f24;stroke-width:2.2;stroke-linejoin:round}
.sudoku .clue{font-size:18px;fill:#1b1f24}
.sudoku .tip{fill:none;stroke:#1b1f24;stroke-width:1.6}
.sudoku .branch{fill:none;stroke:#9aa2ab;stroke-width:1.4}
.sudoku .way{stroke:#18743a;stroke-width:2.8}
.sudoku .dashed{stroke-dasharray:5 3}
.sudoku .node{fill:#fff;stroke:#68717c;stroke-width:1.4}
.sudoku .won{fill:#18743a}
.sudoku .start{fill:#68717c}
.sudoku .folded{stroke-dasharray:4 3}
.sudoku .ring{fill:none;stroke:#18743a;stroke-width:2}
.sudoku .visit{font-size:11px;fill:#1b1f24}
.sudoku .literal{font-size:11px;fill:#1b1f24}
.sudoku .decided{fill:#c4202c;stroke:none}
.sudoku .on-guess{font-weight:bold;fill:#fff}
.sudoku .clash{stroke:#c4202c;stroke-width:2}
.sudoku .learned{stroke:#1b1f24;stroke-width:2.6}
.sudoku .arrow{fill:#68717c}
.sudoku .band{fill:#68717c;fill-opacity:.08}
.sudoku .track{fill:#9aa2ab;fill-opacity:.35}
.sudoku .bar{fill:#0b5394}
@media (prefers-color-scheme:dark){
.sudoku .paper{fill:#12161b}
.sudoku .thin{stroke:#4d5660}
.sudoku .thick{stroke:#c9d1d9}
.sudoku .name{fill:#98a2ad}
.sudoku .given{fill:#f0f3f6}
.sudoku .filled{fill:#79b8ff}
.sudoku .order{fill:#98a2ad}
.sudoku .mini{fill:#b3bcc6}
.sudoku .gone-mini{fill:#ff8a90}
.sudoku .strike{stroke:#ff6b74}
.sudoku .focus{stroke:#ff6b74}
.sudoku .legend{fill:#f0f3f6}
.sudoku .naked{fill:#79b8ff}
.sudoku .hidden{fill:#56d07d}
.sudoku .guess{fill:#ff8a90}
.sudoku .end{fill:#12161b}
.sudoku .thermo{fill:#4d5660;stroke:#4d5660}
.sudoku .shaft{stroke:#98a2ad}
.sudoku .bulb{fill:#12161b;stroke:#98a2ad}
.sudoku .pill{stroke:#98a2ad}
.sudoku .inner{stroke:#12161b}
.sudoku .blob{fill:#454d57}
.sudoku .diagonal{stroke:#79b8ff}
.sudoku .tint{fill-opacity:.26}
.sudoku .edge{stroke:#79b8ff}
.sudoku .s1{stroke:#f0a020}
.sudoku .s2{stroke:#56d07d}
.sudoku .cage{stroke:#f0f3f6}
.sudoku .sum{fill:#f0f3f6;stroke:#12161b}
.sudoku .tag{fill:#f2a5e8;stroke:#12161b}
.sudoku .factor{fill:#f0f3f6;stroke:#12161b}
.sudoku .dot{stroke:#c9d1d9}
.sudoku .white{fill:#f0f3f6}
.sudoku .black{fill:#000}
.sudoku .letter{fill:#f0f3f6;stroke:#12161b}
.sudoku .sign{stroke:#f0f3f6}
.sudoku .clue{fill:#f0f3f6}
.sudoku .tip{stroke:#f0f3f6}
.sudoku .branch{stroke:#68717c}
.sudoku .way{stroke:#56d07d}
.sudoku .node{fill:#12161b;stroke:#98a2ad}
.sudoku .start{fill:#98a2ad}
.sudoku .won{fill:#56d07d}
.sudoku .ring{stroke:#56d07d}
.sudoku .visit{fill:#f0f3f6}
.sudoku .literal{fill:#f0f3f6}
.sudoku .decided{fill:#c4202c}
.sudoku .on-guess{fill:#fff}
.sudoku .clash{stroke:#ff6b74}
.sudoku .learned{stroke:#f0f3f6}
.sudoku .arrow{fill:#98a2ad}
.sudoku .band{fill:#98a2ad}
.sudoku .bar{fill:#79b8ff}
}
";
