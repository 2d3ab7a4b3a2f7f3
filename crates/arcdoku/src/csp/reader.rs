//! Readers of the changes of domains.

use crate::csp::domain::{Change, Domains, TrailReader};
use crate::csp::words::{Word, Words};

/// A propagator's position among the changes of all domains.
///
/// [`Builder::reader`](crate::csp::Builder::reader) is for a propagator whose state outlives
/// undoing: it is told what was removed and what came back.
/// [`Builder::trailed_reader`](crate::csp::Builder::trailed_reader) is for one that keeps its state
/// in trailed words, or none at all between fixpoints: undoing restores its position with the
/// words.
#[derive(Debug)]
pub struct Reader(Kind);

#[derive(Debug)]
enum Kind {
    /// The number of the reader.
    Restoring(usize),
    /// The position.
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

    /// Moves past all changes; returns the old position.
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

    /// Appends what came back.
    #[inline]
    pub(super) fn take_restored(&self, domains: &mut Domains, restored: &mut Vec<Change>) {
        if let Kind::Restoring(number) = self.0 {
            restored.append(&mut domains.readers[number].restored);
        }
    }
}
