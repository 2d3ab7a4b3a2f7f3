//! Shared parts of sums over all labellings: the values of functions, and the bytes of kept sums.

use crate::LabelError;
use crate::model::{LabelFunction, LabelModel};
use crate::semiring::{Reads, Semiring};
use crate::weight::Weight;

/// Functions with at most this many combinations are read into a table.
const VALUE_TABLE_ENTRIES: usize = 1 << 16;

/// The values of functions in a semiring.
pub(super) struct FunctionValues<'a, W, S: Semiring> {
    semiring: &'a S,
    functions: &'a [LabelFunction<W>],
    /// The values of functions with few combinations.
    tables: Vec<Option<Vec<S::Value>>>,
}

impl<'a, W: Weight, S: Reads<W>> FunctionValues<'a, W, S> {
    pub(super) fn new(model: &'a LabelModel<W>, semiring: &'a S) -> Result<Self, LabelError> {
        let table = |function: &LabelFunction<W>| {
            let is_small =
                model.combinations(function.scope()).is_some_and(|count| count <= VALUE_TABLE_ENTRIES);
            (is_small && !function.is_all_different())
                .then(|| function.dense().map(|cost| semiring.read(cost)).collect())
                .transpose()
        };
        let functions = model.functions();
        Ok(Self { semiring, functions, tables: functions.iter().map(table).collect::<Result<_, _>>()? })
    }

    /// The value of a function for labels of its objects.
    pub(super) fn get(&self, number: usize, labels: &[usize]) -> Result<S::Value, LabelError> {
        let function = &self.functions[number];
        match &self.tables[number] {
            Some(table) => Ok(table[function.place(labels)].clone()),
            None => Ok(self.semiring.read(function.cost(labels))?),
        }
    }
}

/// The number of bytes of a sum that is kept under a key of 128 bits.
pub(super) fn kept_bytes<S: Semiring>(semiring: &S) -> f64 {
    // A hash table can be half empty after it has grown, so two places are counted for each entry.
    2.0 * (semiring.bytes() + size_of::<u128>() + 1) as f64
}
