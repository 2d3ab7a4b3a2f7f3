//! Explanations for sequences that an automaton does not accept.

use crate::csp::propagator::{Past, all_lost};
use crate::csp::propagators::automaton::{Automaton, Layers};
use crate::csp::propagators::relaxed::Seen;
use crate::csp::trace::Literal;
use crate::grid::{Bits, DigitSet};

impl Automaton {
    /// Explains the literal as [`Propagator::explain`](crate::csp::Propagator::explain) does.
    pub(super) fn reasons(&self, literal: Option<Literal>, past: &dyn Past, because: &mut Vec<Literal>) {
        let mut seen: Vec<Seen> = self.vars.iter().map(|&var| Seen::new(var, literal, past)).collect();
        if seen.len() != self.layers.len() || self.layers.is_void() {
            return;
        }
        let plain = self.product.as_ref().map_or(&self.layers, |product| &product.plain);
        if relax(plain, &seen, past, because) {
            return;
        }
        // The product layers are valid only for the domains that they were built for.
        if let Some(product) = &self.product
            && product.base.len() == seen.len()
            && seen.iter().zip(&product.base).all(|(seen, &base)| seen.now.is_subset(base))
        {
            for (seen, &base) in seen.iter_mut().zip(&product.base) {
                seen.explain(seen.initial & base, past, because);
                seen.initial &= base;
            }
            if relax(&product.layers, &seen, past, because) {
                return;
            }
        }
        all_lost(&self.vars, literal, past, because);
    }
}

/// Appends literals that explain why the layers accept no sequence of the domains. If there is an accepted sequence,
/// returns false and appends nothing.
fn relax(layers: &Layers, seen: &[Seen], past: &dyn Past, because: &mut Vec<Literal>) -> bool {
    let domains: Vec<DigitSet> = seen.iter().map(|seen| seen.now).collect();
    let back = layers.live(&domains);
    if back[layers.words(0)].iter().any(|&word| word != 0) {
        return false;
    }
    // The reached states, layer by layer, as a row of bits like `back`.
    let mut reached = layers.all_states();
    let mut next = vec![0; layers.widest()];
    for (x, seen) in seen.iter().enumerate() {
        let words = layers.words(x + 1);
        // The digits that lead from a reached state to a state of `back`, from which acceptance can be reached.
        let mut leading = DigitSet::EMPTY;
        for word in layers.words(x) {
            for bit in Bits(reached[word]) {
                for &(digits, to) in layers.leaving(word * 64 + bit) {
                    if back[to as usize / 64] >> (to % 64) & 1 == 1 {
                        leading |= digits;
                    }
                }
            }
        }
        let relaxed = seen.relax(|digit| !leading.contains(digit));
        seen.explain(relaxed, past, because);
        next.fill(0);
        layers.step(x, relaxed, &reached, &mut next);
        let count = words.len();
        reached[words].copy_from_slice(&next[..count]);
    }
    true
}
