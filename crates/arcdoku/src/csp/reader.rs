//! Readers of the changes of all domains.

use crate::csp::domain::{Change, Domains, TrailReader};
use crate::csp::words::{Word, Words};

/// A propagator's position among the changes of all domains.
///
/// There are two kinds:
/// - [`Builder::reader`](crate::csp::Builder::reader), for a propagator with state that undoing does
///   not restore: the reader reports removed values and restored ones;
/// - [`Builder::trailed_reader`](crate::csp::Builder::trailed_reader), for a propagator that keeps
///   its state in trailed words, or keeps none between fixpoints: undoing restores its position
///   together with the words.
///
/// A reader belongs to the model of its builder. Using it with another model may panic.
#[derive(Debug)]
pub struct Reader(Kind);

#[derive(Debug)]
enum Kind {
    /// The index of the reader.
    Restoring(usize),
    /// The word that holds the position.
    Trailed(Word),
}

impl Reader {
    pub(super) fn restoring(domains: &mut Domains) -> Self {
        domains.readers.push(TrailReader::default());
        Self(Kind::Restoring(domains.readers.len() - 1))
    }

    pub(super) fn trailed(words: &mut Words) -> Self {
        Self(Kind::Trailed(words.add(0)))
    }

    /// Moves past all changes and returns the old position.
    #[inline]
    pub(super) fn skip(&self, domains: &mut Domains, words: &mut Words) -> usize {
        let end = domains.trail.len();
        match self.0 {
            Kind::Restoring(number) => std::mem::replace(&mut domains.readers[number].position, end),
            Kind::Trailed(word) => {
                let position = words.get(word);
                words.set(word, end as u64);
                position as usize
            }
        }
    }

    /// Appends the changes that were read and then undone.
    #[inline]
    pub(super) fn take_restored(&self, domains: &mut Domains, restored: &mut Vec<Change>) {
        if let Kind::Restoring(number) = self.0 {
            restored.append(&mut domains.readers[number].restored);
        }
    }
}
