//! A model that is being read from a text. Parts that do not fit are rejected, and the error has their place in the
//! text.

use crate::{LabelCosts, LabelModel, ModelError, Weight};

use super::error::ReadError;

/// The number of labels and copied entries that any text may have.
const ROOM: usize = 1 << 24;
/// The number of additional labels and copied entries that each byte of a text allows.
const ROOM_PER_BYTE: usize = 64;

/// A model, and the amount by which it may grow.
pub(super) struct Draft<'a, W> {
    pub(super) model: LabelModel<W>,
    text: &'a str,
    room: usize,
}

impl<'a, W: Weight> Draft<'a, W> {
    pub(super) fn new(text: &'a str) -> Self {
        let room = text.len().saturating_mul(ROOM_PER_BYTE).saturating_add(ROOM);
        Self { model: LabelModel::new(), text, room }
    }

    /// Reserves memory for labels or entries that the text does not list one by one.
    pub(super) fn take(&mut self, at: usize, entries: usize) -> Result<(), ReadError> {
        let room = self.room;
        self.room = room.checked_sub(entries).ok_or_else(|| {
            let found = format!("{entries} labels or entries");
            ReadError::at(self.text, at, found, format!("at most {room} more for a text of this length"))
        })?;
        Ok(())
    }

    /// Adds an object. `at` is the byte of the text with the number of its labels.
    pub(super) fn object(&mut self, at: usize, name: &str, labels: usize) -> Result<(), ReadError> {
        self.take(at, labels)?;
        self.model.add_object(name, labels).map_err(|error| self.refused(at, &error))?;
        Ok(())
    }

    /// Adds a function that starts at this byte of the text.
    pub(super) fn function(
        &mut self,
        at: usize,
        scope: &[usize],
        costs: LabelCosts<W>,
    ) -> Result<(), ReadError> {
        if let ([object], LabelCosts::Sparse { .. }) = (scope, &costs) {
            // The cost of each label of the object is looked up in the list.
            self.take(at, self.model.labels(*object))?;
        }
        let costs = match costs {
            LabelCosts::Sparse { others, listed } => self.compact(scope, others, listed),
            other => other,
        };
        self.model.add_function(scope, costs).map_err(|error| self.refused(at, &error))
    }

    /// Converts a list of combinations to a table, if the table is not much larger.
    fn compact(&self, scope: &[usize], others: W, listed: Vec<(Box<[usize]>, W)>) -> LabelCosts<W> {
        let few = listed.len().saturating_mul(4);
        match self.model.combinations(scope).filter(|&count| count <= few) {
            None => LabelCosts::Sparse { others, listed },
            Some(count) => {
                let mut entries = vec![others; count];
                for (labels, cost) in &listed {
                    let place = |place, (&object, label)| place * self.model.labels(object) + label;
                    entries[scope.iter().zip(labels).fold(0, place)] = *cost;
                }
                LabelCosts::Dense(entries.into())
            }
        }
    }

    fn refused(&self, at: usize, error: &ModelError) -> ReadError {
        ReadError::at(self.text, at, error.to_string(), "parts that fit the model")
    }
}
