//! How a person solves a puzzle.

use super::{AnyScale, LimitOptions, TechniqueOptions, WordOptions, question};
use crate::ExplainLine;

arcdoku::choices! {
    /// How a step is written.
    pub enum StepNotation: Words {
        /// Sentences: pattern, reason and conclusion
        Words = "words",
        /// Chains in Eureka notation, other steps in short notation
        Eureka = "eureka",
        /// One line: technique, digits and cells, and the conclusion
        Short = "short",
    }
}

crate::choice_values!(StepNotation);

question! {
    /// Explain how a person solves a puzzle, step by step
    ///
    /// Prints the solution path. Each step is the simplest technique that applies. If no technique
    /// applies, one digit of the solution is revealed, except on the scale se. On that scale, steps have
    /// ratings.
    ///
    /// Examples:
    ///   arcdoku explain puzzle.txt
    ///   arcdoku explain --notation short --scale relaxed puzzle.txt
    ///   arcdoku explain --format html --language de puzzle.txt > path.html
    ///   arcdoku explain --svg 12 puzzle.txt > step.svg
    Explain = "explain" -> [ExplainLine], fails "some puzzle does not have exactly one solution, has mistakes, or is not solved by the scale; or, with --proof, has no proof" {
        /// Scale: hodoku, relaxed, se, logic or a file
        scale: AnyScale = AnyScale::default(),
        /// Notation of each step
        notation: StepNotation = StepNotation::Words,
    } with { allowed: TechniqueOptions, words: WordOptions, limits: LimitOptions, }
}
