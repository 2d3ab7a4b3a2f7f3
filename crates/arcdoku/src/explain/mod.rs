//! Steps in words, in notation and as pictures. Apart from finding: all is made of a step's [`Pattern`] and
//! the state it was found in.
//!
//! ```text
//!              .-- Narrator: words of a language, in three grades (en.txt, de.txt)
//!  Step, state --- short, eureka: one line of notation
//!              '-- picture: what to draw, as data
//! ```
//!
//! [`Pattern`]: crate::deduction::Pattern

mod coordinates;
mod legend;
mod notation;
mod picture;
mod remark;
mod speech;
mod tell;
mod words;

pub use coordinates::Coordinates;
pub use legend::Heading;
pub use notation::{eureka, short};
pub use picture::{Group, GroupRole, HouseRole, Link, LinkEnd, LinkKind, Mark, Picture, Role, picture};
pub use remark::Remark;
pub use words::Language;

use std::fmt;

use crate::deduction::Candidates;
use crate::deduction::Step;
use crate::deduction::Technique;
use speech::Speech;
use words::Words;

/// How much a hint says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grade {
    /// The technique.
    Vague,
    /// The technique, its digits, and where to look; not what follows.
    Concrete,
    /// Everything.
    Full,
}

/// A line of an explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// How far it is indented: 0 for what can be seen; more for the nodes of a long net, a line each, and for
    /// the steps by which they follow.
    pub depth: u8,
    /// A sentence or two.
    pub text: String,
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

/// A step in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The name of the technique.
    pub title: String,
    /// What can be seen.
    pub premises: Vec<Line>,
    /// What follows.
    pub conclusion: String,
    /// Why it follows.
    pub why: String,
}

/// Tells steps in a language.
pub struct Narrator {
    words: Words,
    coordinates: Coordinates,
}

impl Narrator {
    /// A narrator with the words of a language.
    pub fn new(language: Language, coordinates: Coordinates) -> Self {
        Self { words: Words::of(language), coordinates }
    }

    /// The name of a technique.
    pub fn name(&self, technique: Technique) -> &str {
        self.of_technique(technique, "name")
    }

    /// What a technique is, in one line.
    pub fn definition(&self, technique: Technique) -> &str {
        self.of_technique(technique, "definition")
    }

    fn of_technique(&self, technique: Technique, what: &str) -> &str {
        let key = format!("technique.{}.{what}", technique.slug());
        self.words.get(&key).unwrap_or(technique.name())
    }

    /// How to look for a technique.
    pub fn seeing(&self, technique: Technique) -> &str {
        self.words.get(&format!("seeing.{}", tell::manner(technique))).unwrap_or_default()
    }

    /// Who described a technique first, as far as is known.
    pub fn origin(&self, technique: Technique) -> &str {
        self.words.get(&format!("origin.{}", tell::manner(technique))).unwrap_or_default()
    }

    /// A step in words, in the state in which it was found.
    pub fn explain(&self, step: &Step, state: &Candidates) -> Explanation {
        let speech = Speech { words: &self.words, coordinates: self.coordinates, state, depth: 0 };
        let told = tell::tell(&speech, step);
        Explanation {
            title: self.name(step.technique).to_owned(),
            premises: told
                .premises
                .into_iter()
                .map(|line| Line { text: speech::sentence(&line.text), ..line })
                .collect(),
            conclusion: speech::sentence(&speech.conclusion(step)),
            why: speech::sentence(&told.why),
        }
    }

    /// A hint of one of three grades: the lines of a text.
    pub fn hint(&self, step: &Step, state: &Candidates, grade: Grade) -> Vec<String> {
        let speech = Speech { words: &self.words, coordinates: self.coordinates, state, depth: 0 };
        match grade {
            Grade::Vague => vec![speech.vague(step)],
            Grade::Concrete => vec![speech.concrete(step)],
            Grade::Full => {
                let told = self.explain(step, state);
                let mut lines = vec![told.title];
                let indented = |line: &Line| format!("{}{line}", "  ".repeat(line.depth.into()));
                lines.extend(told.premises.iter().map(indented));
                lines.push(told.why);
                lines.push(told.conclusion);
                lines
            }
        }
    }
}

/// A step in words. For many steps, keep a [`Narrator`].
pub fn explain(step: &Step, state: &Candidates, language: Language, coordinates: Coordinates) -> Explanation {
    Narrator::new(language, coordinates).explain(step, state)
}

#[cfg(test)]
mod tests;
