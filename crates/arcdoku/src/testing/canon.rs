//! Lines of clues with their canonical forms.

use crate::canon::{Canonizer, Clues, Order};

/// A line of `testdata/canon/forms.tsv`: the clues, the smallest form in both orders, the number of automorphisms,
/// and the key of the form.
///
/// # Panics
/// If the orders disagree on the number of automorphisms, or the short key is not part of the key.
pub fn line(clues: &Clues) -> String {
    let [counts, text] =
        [Order::Counts, Order::Text].map(|order| Canonizer::with_order(order).canonize(clues));
    assert_eq!(counts.automorphisms, text.automorphisms);
    assert_eq!(u128::from(counts.key64()), counts.key() >> 64);
    let text = if text.form == counts.form { "same".into() } else { text.form.to_string() };
    format!("{clues}\t{}\t{text}\t{}\t{:032x}", counts.form, counts.automorphisms, counts.key())
}
