//! Puzzles a few clues away.

use super::{TimeOptions, question};

question! {
    /// Find the minimal puzzles that differ from given ones by a few clues
    ///
    /// Removes N clues of each puzzle and adds up to M others, in all ways, and prints the minimal puzzles
    /// among the results as canonical forms, each class once. The threads share the search around each
    /// puzzle; the output does not depend on their number, unless --time ends the search.
    ///
    /// A file that --out writes consists of whole lines, however the run ends; FILE.progress records the
    /// progress of the search. With --resume, an incomplete last line is dropped, finished work is skipped,
    /// and no class of FILE is written again. A FILE of another input, or with other --minus and --plus, is
    /// refused and left unchanged; without FILE.progress the search starts from the beginning and adds the
    /// classes that FILE does not have. Puzzles that exceeded --time are not tried again; the exit code
    /// includes them, and inputs that are not puzzles.
    ///
    /// Examples:
    ///   arcdoku vicinity seventeen.txt
    ///   arcdoku vicinity --minus 2 --plus 1 puzzles.txt
    ///   arcdoku vicinity --minus 1 --plus 2 -j 2 --stats hard.txt > around.txt
    ///   arcdoku vicinity --minus 2 --plus 2 --out around.txt --resume hard.txt
    Vicinity = "vicinity" -> [String], fails "" in "Search" {
        /// Number of clues to remove
        minus: u64 = 1,
        /// Maximum number of clues to add
        plus: u64 = 1,
    } with { limits: TimeOptions, }
}
