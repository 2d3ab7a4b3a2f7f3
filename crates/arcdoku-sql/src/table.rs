//! All functions: names, parameters, documentation, examples.

use datafusion_common::Result;
use datafusion_common::arrow::array::ArrayRef;
use datafusion_common::arrow::datatypes::{DataType, Field};

use crate::answer::{canon, convert, make, rate, solve};
use crate::call::Call;
use crate::parameter::{Kind, Parameter};

/// A function of the table.
pub(crate) struct Row {
    pub(crate) name: &'static str,
    /// Sentences for the documentation.
    pub(crate) summary: &'static str,
    pub(crate) parameters: &'static [Parameter],
    pub(crate) returns: fn() -> DataType,
    /// SQL expressions with their values as text.
    pub(crate) examples: &'static [(&'static str, &'static str)],
    pub(crate) answer: fn(&Call<'_>) -> Result<ArrayRef>,
}

const fn needed(name: &'static str, kind: Kind, meaning: &'static str) -> Parameter {
    Parameter { name, kind, is_optional: false, meaning }
}

const fn optional(name: &'static str, kind: Kind, meaning: &'static str) -> Parameter {
    Parameter { name, kind, is_optional: true, meaning }
}

const TEXT: Parameter = needed(
    "text",
    Kind::Puzzle,
    "Puzzles: text with one character per cell (`.` or `0` for an empty cell), or FixedSizeBinary or FixedSizeList \
     of UInt8 with one number per cell.",
);
const RULES: Parameter = optional(
    "rules",
    Kind::Word,
    "Rules other than those of the grid, separated by semicolons, as `arcdoku rules` lists them. A puzzle is \
     malformed if the rules do not fit its shape; rules that fit no shape are an error.",
);
const NODES: Parameter = optional(
    "nodes",
    Kind::Number,
    "The maximum number of nodes of all searches for a row; a row that needs more has no answer. The limit does not \
     depend on the machine.",
);
const SEED: Parameter =
    needed("seed", Kind::Seed, "Seeds: whole numbers of 64 bits. Equal seeds give equal results.");

fn text() -> DataType {
    DataType::Utf8
}

fn whole() -> DataType {
    DataType::Int64
}

/// All functions, by topic.
pub(crate) const FUNCTIONS: &[Row] = &[
    Row {
        name: "sudoku_solve",
        summary: "The solution of a puzzle with exactly one; null for other puzzles.",
        parameters: &[TEXT, RULES, NODES],
        returns: text,
        examples: &[
            (
                "sudoku_solve('53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79')",
                "534678912672195348198342567859761423426853791713924856961537284287419635345286179",
            ),
            (
                "sudoku_solve(sudoku_generate(1, 'shape 2x2; rule diagonals'), 'diagonals')",
                "1342243131244213",
            ),
        ],
        answer: solve::solution,
    },
    Row {
        name: "sudoku_outcome",
        summary: "The outcome of a search for solutions: `unique`, `multiple`, `unsatisfiable`, `unknown` if a limit \
                  was reached, or `malformed` if the text is not a puzzle.",
        parameters: &[TEXT, RULES, NODES],
        returns: text,
        examples: &[
            ("sudoku_outcome('1...............')", "multiple"),
            ("sudoku_outcome('11..............')", "unsatisfiable"),
            ("sudoku_outcome('hello')", "malformed"),
        ],
        answer: solve::outcome,
    },
    Row {
        name: "sudoku_fault",
        summary: "The reason why a text is not a puzzle, or which clues contradict each other; null for other \
                  puzzles. It explains rows without an answer.",
        parameters: &[TEXT, RULES],
        returns: text,
        examples: &[
            (
                "sudoku_fault('1..............Z')",
                "row 4, column 4: found 'Z', expected 1 to 4 or . for an empty cell",
            ),
            ("sudoku_fault('11..............')", "r1c1 and r1c2 are both 1 (row 1)"),
            ("sudoku_fault('1...............')", "NULL"),
        ],
        answer: solve::fault,
    },
    Row {
        name: "sudoku_solutions",
        summary: "The number of solutions, counted up to `cap`; null if a limit was reached first.",
        parameters: &[TEXT, needed("cap", Kind::Number, "The number at which counting ends."), RULES, NODES],
        returns: whole,
        examples: &[
            ("sudoku_solutions('................', 1000)", "288"),
            ("sudoku_solutions('................', 10)", "10"),
            ("sudoku_solutions('................', 1000, 20)", "NULL"),
        ],
        answer: solve::solutions,
    },
    Row {
        name: "sudoku_guesses",
        summary: "The number of decisions of the solver, which is a cheap measure of the work for a puzzle.",
        parameters: &[TEXT, RULES, NODES],
        returns: whole,
        examples: &[(
            "sudoku_guesses('53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79')",
            "0",
        )],
        answer: solve::guesses,
    },
    Row {
        name: "sudoku_clues",
        summary: "The number of clues.",
        parameters: &[TEXT],
        returns: whole,
        examples: &[("sudoku_clues('1..2............')", "2")],
        answer: solve::clues,
    },
    Row {
        name: "sudoku_is_minimal",
        summary: "Whether a puzzle has exactly one solution, and several if any clue is removed; null if a limit was \
                  reached.",
        parameters: &[TEXT, RULES, NODES],
        returns: || DataType::Boolean,
        examples: &[(
            "sudoku_is_minimal('53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79')",
            "false",
        )],
        answer: solve::is_minimal,
    },
    Row {
        name: "sudoku_backdoor_size",
        summary: "The smallest number of cells whose digits reduce a puzzle to naked and hidden singles: 0, 1 or 2, \
                  or 3 if two are not enough; null for puzzles without exactly one solution.",
        parameters: &[
            TEXT,
            RULES,
            optional(
                "nodes",
                Kind::Number,
                "For each row, the maximum number of nodes of the search for the solution, and then the maximum \
                 number of tried sets.",
            ),
        ],
        returns: whole,
        examples: &[(
            "sudoku_backdoor_size('53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79')",
            "0",
        )],
        answer: solve::backdoor_size,
    },
    Row {
        name: "sudoku_rate",
        summary: "The rating of a puzzle: a struct of `hardness` (the score, or the ER), `level` (on the scales of \
                  HoDoKu), `ep` and `ed` (on the scale `se`), and `fault`, which is the reason if there is no \
                  rating. The scale `logic` is for puzzles with rules and of other shapes.",
        parameters: &[
            TEXT,
            optional(
                "scale",
                Kind::Word,
                "`hodoku`, `relaxed`, `se` or `logic`. By default `hodoku`, and `logic` for puzzles with rules or of \
                 other shapes.",
            ),
            RULES,
            optional(
                "milliseconds",
                Kind::Number,
                "The maximum time for each row, for the search for the solution and the rating together. The machine \
                 determines which rows reach it, and two computations of the same call can differ: see the \
                 documentation of the crate.",
            ),
            optional(
                "nodes",
                Kind::Number,
                "The maximum number of nodes of the search for the solution, which precedes the rating. The limit \
                 does not depend on the machine.",
            ),
        ],
        returns: || DataType::Struct(rate::fields()),
        examples: &[
            (
                "sudoku_rate('53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79')",
                "{hardness: 204.0, level: easy, ep: , ed: , fault: }",
            ),
            (
                "sudoku_rate('4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......', 'se')['hardness']",
                "2.6",
            ),
        ],
        answer: rate::rating,
    },
    Row {
        name: "sudoku_canon",
        summary: "The canonical form of a 9x9 puzzle, which is equal for equivalent puzzles; null for other puzzles. \
                  Puzzles are equivalent if they differ only in the names of digits, the order of lines, and \
                  transposition.",
        parameters: &[TEXT],
        returns: text,
        examples: &[(
            "sudoku_canon('...9...18..5.......7..1.9..2...573........5....3.4....8...24.9..2.8.9..4..9..3...')",
            "........1..2..3....4..51..2...6..78...1......5....7..6..6.2.....8..346..4..86..3.",
        )],
        answer: canon::form,
    },
    Row {
        name: "sudoku_key",
        summary: "The key of the canonical form: 16 bytes, the same on every platform and in every version.",
        parameters: &[TEXT],
        returns: || DataType::FixedSizeBinary(16),
        examples: &[(
            "sudoku_key('...9...18..5.......7..1.9..2...573........5....3.4....8...24.9..2.8.9..4..9..3...')",
            "aa5d8ff6920a1beb3b009ae67853165e",
        )],
        answer: canon::form_key,
    },
    Row {
        name: "sudoku_share",
        summary: "A number from 0 to 1 derived from a key, uniform over classes. Sets that are split by it have no \
                  class in common.",
        parameters: &[needed("key", Kind::Key, "Keys of canonical forms.")],
        returns: || DataType::Float64,
        examples: &[(
            "round(sudoku_share(sudoku_key('...9...18..5.......7..1.9..2...573........5....3.4....8...24.9..2.8.9..4..9..3...')), 6)",
            "0.66549",
        )],
        answer: canon::share,
    },
    Row {
        name: "sudoku_augment",
        summary: "A random equivalent puzzle, uniform over all symmetries: digits are renamed, bands, stacks, rows \
                  and columns are permuted, and the grid may be transposed.",
        parameters: &[TEXT, SEED],
        returns: text,
        examples: &[("sudoku_augment('1..2............', 7)", ".2...........3..")],
        answer: canon::augment,
    },
    Row {
        name: "sudoku_seed",
        summary: "The seed of a puzzle of a run: with these seeds, `sudoku_generate` makes the puzzles of `arcdoku \
                  generate --seed RUN`.",
        parameters: &[
            needed("run", Kind::Number, "The seed of the run."),
            needed("number", Kind::Seed, "Numbers of puzzles, from 0."),
        ],
        returns: || DataType::UInt64,
        examples: &[("sudoku_seed(7, 0)", "7"), ("sudoku_seed(7, 1)", "7191089600892374487")],
        answer: make::seed,
    },
    Row {
        name: "sudoku_grid",
        summary: "A random full grid; 9x9 grids are uniform over all grids.",
        parameters: &[
            SEED,
            optional(
                "shape",
                Kind::Word,
                "Boxes of R rows and C columns, such as `2x3`, or the number of digits.",
            ),
        ],
        returns: text,
        examples: &[("sudoku_grid(1, '2x2')", "4321214312343412")],
        answer: make::grid,
    },
    Row {
        name: "sudoku_generate",
        summary: "A puzzle with exactly one solution, determined by a seed.",
        parameters: &[
            SEED,
            optional(
                "request",
                Kind::Word,
                "Requirements, separated by semicolons: `clues 22..26; symmetry half-turn; scale se; min 7.1`. The \
                 names are those of the options of `arcdoku generate`. Puzzles with rules or of other shapes use the \
                 scale `logic`, without `level` and `hardest`.",
            ),
            optional(
                "nodes",
                Kind::Number,
                "The maximum number of tries for each row; a row that needs more is null.",
            ),
        ],
        returns: text,
        examples: &[
            (
                "sudoku_generate(1)",
                "....481...6......7....26..5..5.9...61..............58.756....4...2.8.....983.....",
            ),
            ("sudoku_clues(sudoku_generate(1, 'clues 24; symmetry half-turn'))", "24"),
        ],
        answer: make::generate,
    },
    Row {
        name: "sudoku_minimize",
        summary: "A minimal puzzle inside a puzzle with exactly one solution; null for others.",
        parameters: &[
            TEXT,
            SEED,
            RULES,
            optional(
                "nodes",
                Kind::Number,
                "For each row, the maximum number of nodes of the search for the solution, and then the maximum \
                 number of tried puzzles.",
            ),
        ],
        returns: text,
        examples: &[("sudoku_minimize(sudoku_grid(1, '2x2'), 7)", "..2....31....41.")],
        answer: make::minimize,
    },
    Row {
        name: "sudoku_vicinity",
        summary: "The minimal puzzles around a 9x9 puzzle, with `minus` clues removed and up to `plus` others added: \
                  a list of different canonical forms, in order, without the puzzle's own; null for other \
                  grids.",
        parameters: &[
            TEXT,
            needed("minus", Kind::Number, "The number of clues to remove."),
            needed("plus", Kind::Number, "The maximum number of clues to add."),
            optional("nodes", Kind::Number, "The maximum number of tried puzzles for each row."),
        ],
        returns: || DataType::List(Field::new("item", DataType::Utf8, true).into()),
        examples: &[(
            "cardinality(sudoku_vicinity('...9...18..5.......7..1.9..2...573........5....3.4....8...24.9..2.8.9..4..9..3...', 1, 1))",
            "39",
        )],
        answer: make::vicinity,
    },
    Row {
        name: "sudoku_convert",
        summary: "The text of a puzzle in another notation; null if the notation cannot express it. Reads any \
                  notation.",
        parameters: &[
            TEXT,
            needed(
                "notation",
                Kind::Word,
                "The name of the notation: `line`, `grid`, `sdk`, `ss` and others.",
            ),
        ],
        returns: text,
        examples: &[("sudoku_convert('1..2............', 'sdm')", "1..2............")],
        answer: convert::convert,
    },
];
