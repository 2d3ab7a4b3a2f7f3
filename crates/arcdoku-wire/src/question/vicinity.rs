//! Puzzles a few clues away.

use super::{TimeOptions, question};

question! {
    /// Find minimal puzzles that differ from given ones by a few clues
    ///
    /// Removes N clues of each puzzle, adds up to M others in all possible ways, and prints the canonical
    /// forms of the minimal puzzles among the results, each class once. The output does not depend on the
    /// number of threads, unless --time ends the search.
    ///
    /// Examples:
    ///   arcdoku vicinity puzzle.txt
    ///   arcdoku vicinity --minus 2 --plus 1 --stats puzzle.txt > around.txt
    ///   arcdoku vicinity --minus 2 --out around.txt --resume puzzle.txt
    Vicinity = "vicinity" -> [String], fails "" in "Search" {
        /// Number of clues to remove
        minus: u64 = 1,
        /// Maximum number of clues to add
        plus: u64 = 1,
    } with { limits: TimeOptions, }
}
