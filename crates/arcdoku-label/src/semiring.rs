//! Semirings: the meaning of "and" and "or" for a question.
//!
//! The labelling problem is the sum, over all ways to label objects, of the product of the values of the functions.
//! The choice of the semiring determines the question that this sum answers:
//!
//! | semiring | sum | product | the answer |
//! |---|---|---|---|
//! | [`Boolean`] | or | and | is there a labelling? |
//! | [`Counting`], [`BigCounting`] | + | · | how many? |
//! | [`MinSum`] | least | + | the least cost |
//! | [`MaxSum`] | greatest | + | the greatest gain |
//! | [`MaxProduct`] | greatest | · | the probability of the most probable labelling |
//! | [`LogSum`] | log of + | + | the logarithm of the sum of all weights, log Z |
//! | [`KBest`] | merge | pairwise sums | the k least costs |
//! | [`Lexicographic`] | by the first, then the second | both | for example the least cost, and the number of labellings with it |
//! | [`Expectation`] | log of +, mean by weight | +, + | the expected cost |
//! | [`Provenance`] | union | union | the labels that occur in any labelling |
//!
//! S. M. Aji and R. J. `McEliece`, "The generalized distributive law", 2000.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::fmt::Debug;
use std::marker::PhantomData;

use num_bigint::BigUint;

use crate::weight::Weight;

/// The error of a result that its type cannot represent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Overflow;

/// A commutative semiring: sums and products of values, with the laws of numbers except for subtraction.
///
/// Sum and product are associative and commutative, [`zero`](Self::zero) and [`one`](Self::one) are neutral, zero
/// times anything is zero, and products distribute over sums. For floating-point numbers these laws hold up to
/// rounding.
pub trait Semiring {
    /// A value.
    type Value: Clone + PartialEq + Debug;

    /// The neutral value of sums. It means that nothing is possible.
    fn zero(&self) -> Self::Value;

    /// The neutral value of products. It means that nothing is required.
    fn one(&self) -> Self::Value;

    /// The sum: "or".
    ///
    /// # Errors
    /// If the type cannot represent it.
    fn add(&self, a: &Self::Value, b: &Self::Value) -> Result<Self::Value, Overflow>;

    /// The product: "and".
    ///
    /// # Errors
    /// If the type cannot represent it.
    fn mul(&self, a: &Self::Value, b: &Self::Value) -> Result<Self::Value, Overflow>;

    /// Whether a value is zero.
    fn is_zero(&self, value: &Self::Value) -> bool {
        *value == self.zero()
    }

    /// The approximate number of bytes of a value, for estimates of memory.
    fn bytes(&self) -> usize {
        size_of::<Self::Value>()
    }
}

/// A semiring in which `a + a = a`.
pub trait Idempotent: Semiring {}

/// A semiring in which each sum is one of its summands. This selection defines an order of its values.
pub trait Ordered: Idempotent {
    /// `Less` if a sum selects `a` before `b`.
    fn compare(&self, a: &Self::Value, b: &Self::Value) -> Ordering;
}

/// A semiring with division by all values except zero.
pub trait Divisible: Semiring {
    /// The value whose product with `b` is `a`.
    ///
    /// # Errors
    /// If the type cannot represent it, or `b` is zero.
    fn div(&self, a: &Self::Value, b: &Self::Value) -> Result<Self::Value, Overflow>;
}

/// A semiring into which costs can be read.
pub trait Reads<W: Weight>: Semiring {
    /// The value of a label of an object, or of several labels together, with this cost. A cost that forbids has the
    /// value zero. By default, every other cost has the value one.
    ///
    /// # Errors
    /// If the type cannot represent it.
    fn read(&self, cost: W) -> Result<Self::Value, Overflow> {
        Ok(if cost.forbids() { self.zero() } else { self.one() })
    }

    /// Like [`read`](Self::read), for one label of one object.
    ///
    /// # Errors
    /// If the type cannot represent it.
    fn read_label(&self, _object: usize, _label: usize, cost: W) -> Result<Self::Value, Overflow> {
        self.read(cost)
    }
}

/// Is there a labelling?
#[derive(Clone, Copy, Default, Debug)]
pub struct Boolean;

impl Semiring for Boolean {
    type Value = bool;

    fn zero(&self) -> bool {
        false
    }

    fn one(&self) -> bool {
        true
    }

    fn add(&self, a: &bool, b: &bool) -> Result<bool, Overflow> {
        Ok(*a || *b)
    }

    fn mul(&self, a: &bool, b: &bool) -> Result<bool, Overflow> {
        Ok(*a && *b)
    }
}

impl Idempotent for Boolean {}

impl Ordered for Boolean {
    fn compare(&self, a: &bool, b: &bool) -> Ordering {
        b.cmp(a)
    }
}

impl<W: Weight> Reads<W> for Boolean {}

/// How many labellings are there? Up to 2^128 - 1.
#[derive(Clone, Copy, Default, Debug)]
pub struct Counting;

impl Semiring for Counting {
    type Value = u128;

    fn zero(&self) -> u128 {
        0
    }

    fn one(&self) -> u128 {
        1
    }

    fn add(&self, a: &u128, b: &u128) -> Result<u128, Overflow> {
        a.checked_add(*b).ok_or(Overflow)
    }

    fn mul(&self, a: &u128, b: &u128) -> Result<u128, Overflow> {
        a.checked_mul(*b).ok_or(Overflow)
    }
}

impl<W: Weight> Reads<W> for Counting {}

/// How many labellings are there? Any number.
#[derive(Clone, Copy, Default, Debug)]
pub struct BigCounting;

impl Semiring for BigCounting {
    type Value = BigUint;

    fn zero(&self) -> BigUint {
        BigUint::ZERO
    }

    fn one(&self) -> BigUint {
        BigUint::from(1_u8)
    }

    fn add(&self, a: &BigUint, b: &BigUint) -> Result<BigUint, Overflow> {
        Ok(a + b)
    }

    fn mul(&self, a: &BigUint, b: &BigUint) -> Result<BigUint, Overflow> {
        Ok(a * b)
    }

    fn bytes(&self) -> usize {
        size_of::<BigUint>() + 32
    }
}

impl<W: Weight> Reads<W> for BigCounting {}

/// The least cost.
#[derive(Clone, Copy, Debug)]
pub struct MinSum<W>(PhantomData<W>);

impl<W> Default for MinSum<W> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<W: Weight> Semiring for MinSum<W> {
    type Value = W;

    fn zero(&self) -> W {
        W::FORBIDDEN
    }

    fn one(&self) -> W {
        W::ZERO
    }

    fn add(&self, a: &W, b: &W) -> Result<W, Overflow> {
        Ok(a.least(*b))
    }

    fn mul(&self, a: &W, b: &W) -> Result<W, Overflow> {
        a.plus(*b).ok_or(Overflow)
    }
}

impl<W: Weight> Idempotent for MinSum<W> {}

impl<W: Weight> Ordered for MinSum<W> {
    fn compare(&self, a: &W, b: &W) -> Ordering {
        a.partial_cmp(b).unwrap_or(Ordering::Equal)
    }
}

impl<W: Weight> Divisible for MinSum<W> {
    fn div(&self, a: &W, b: &W) -> Result<W, Overflow> {
        if b.forbids() { Err(Overflow) } else { a.minus(*b).ok_or(Overflow) }
    }
}

impl<W: Weight> Reads<W> for MinSum<W> {
    fn read(&self, cost: W) -> Result<W, Overflow> {
        Ok(cost)
    }
}

/// The greatest gain, which is the negative cost; `None` if there is no labelling.
#[derive(Clone, Copy, Debug)]
pub struct MaxSum<W>(PhantomData<W>);

impl<W> Default for MaxSum<W> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<W: Weight> Semiring for MaxSum<W> {
    type Value = Option<W>;

    fn zero(&self) -> Option<W> {
        None
    }

    fn one(&self) -> Option<W> {
        Some(W::ZERO)
    }

    fn add(&self, a: &Option<W>, b: &Option<W>) -> Result<Option<W>, Overflow> {
        Ok(match (*a, *b) {
            (Some(a), Some(b)) => Some(if a < b { b } else { a }),
            (a, b) => a.or(b),
        })
    }

    fn mul(&self, a: &Option<W>, b: &Option<W>) -> Result<Option<W>, Overflow> {
        let (Some(a), Some(b)) = (*a, *b) else { return Ok(None) };
        a.plus(b).map(Some).ok_or(Overflow)
    }
}

impl<W: Weight> Idempotent for MaxSum<W> {}

impl<W: Weight> Ordered for MaxSum<W> {
    fn compare(&self, a: &Option<W>, b: &Option<W>) -> Ordering {
        match (a, b) {
            (Some(a), Some(b)) => b.partial_cmp(a).unwrap_or(Ordering::Equal),
            (a, b) => b.is_some().cmp(&a.is_some()),
        }
    }
}

impl<W: Weight> Divisible for MaxSum<W> {
    fn div(&self, a: &Option<W>, b: &Option<W>) -> Result<Option<W>, Overflow> {
        let b = b.ok_or(Overflow)?;
        a.map(|a| a.minus(b).ok_or(Overflow)).transpose()
    }
}

impl<W: Weight> Reads<W> for MaxSum<W> {
    fn read(&self, cost: W) -> Result<Option<W>, Overflow> {
        if cost.forbids() { Ok(None) } else { W::ZERO.minus(cost).map(Some).ok_or(Overflow) }
    }
}

/// The greatest product of probabilities, each e to the power of a negative cost. Products below the smallest
/// positive number, which has a cost of about 745, become 0, the value of the impossible. [`MinSum`] of the costs has
/// no such limit.
#[derive(Clone, Copy, Default, Debug)]
pub struct MaxProduct;

impl Semiring for MaxProduct {
    type Value = f64;

    fn zero(&self) -> f64 {
        0.0
    }

    fn one(&self) -> f64 {
        1.0
    }

    fn add(&self, a: &f64, b: &f64) -> Result<f64, Overflow> {
        Ok(a.max(*b))
    }

    fn mul(&self, a: &f64, b: &f64) -> Result<f64, Overflow> {
        finite(a * b)
    }
}

impl Idempotent for MaxProduct {}

impl Ordered for MaxProduct {
    fn compare(&self, a: &f64, b: &f64) -> Ordering {
        b.total_cmp(a)
    }
}

impl Divisible for MaxProduct {
    fn div(&self, a: &f64, b: &f64) -> Result<f64, Overflow> {
        finite(a / b)
    }
}

impl<W: Weight> Reads<W> for MaxProduct {
    fn read(&self, cost: W) -> Result<f64, Overflow> {
        finite((-cost.to_f64()).exp())
    }
}

fn finite(value: f64) -> Result<f64, Overflow> {
    if value.is_finite() { Ok(value) } else { Err(Overflow) }
}

/// The logarithm of the sum of all weights, each e to the power of a negative cost: log Z, without underflow.
#[derive(Clone, Copy, Default, Debug)]
pub struct LogSum;

impl Semiring for LogSum {
    type Value = f64;

    fn zero(&self) -> f64 {
        f64::NEG_INFINITY
    }

    fn one(&self) -> f64 {
        0.0
    }

    fn add(&self, a: &f64, b: &f64) -> Result<f64, Overflow> {
        let (high, low) = if a < b { (*b, *a) } else { (*a, *b) };
        Ok(if low == f64::NEG_INFINITY { high } else { high + (low - high).exp().ln_1p() })
    }

    fn mul(&self, a: &f64, b: &f64) -> Result<f64, Overflow> {
        Ok(a + b)
    }
}

impl Divisible for LogSum {
    fn div(&self, a: &f64, b: &f64) -> Result<f64, Overflow> {
        if *b == f64::NEG_INFINITY { Err(Overflow) } else { Ok(a - b) }
    }
}

impl<W: Weight> Reads<W> for LogSum {
    fn read(&self, cost: W) -> Result<f64, Overflow> {
        Ok(-cost.to_f64())
    }
}

/// The k least costs, in ascending order; equal costs of different labellings are listed separately.
#[derive(Clone, Copy, Debug)]
pub struct KBest<W> {
    k: usize,
    costs: PhantomData<W>,
}

impl<W: Weight> KBest<W> {
    /// The `k` least costs; at least one.
    pub fn new(k: usize) -> Self {
        Self { k: k.max(1), costs: PhantomData }
    }
}

impl<W: Weight> Semiring for KBest<W> {
    type Value = Vec<W>;

    fn zero(&self) -> Vec<W> {
        Vec::new()
    }

    fn one(&self) -> Vec<W> {
        vec![W::ZERO]
    }

    fn add(&self, a: &Vec<W>, b: &Vec<W>) -> Result<Vec<W>, Overflow> {
        let mut merged = Vec::with_capacity(self.k.min(a.len() + b.len()));
        let (mut a, mut b) = (a.iter().peekable(), b.iter().peekable());
        while merged.len() < self.k {
            let from_a = match (a.peek(), b.peek()) {
                (Some(a), Some(b)) => a <= b,
                (Some(_), None) => true,
                (None, Some(_)) => false,
                (None, None) => break,
            };
            merged.extend(if from_a { a.next() } else { b.next() });
        }
        Ok(merged)
    }

    fn mul(&self, a: &Vec<W>, b: &Vec<W>) -> Result<Vec<W>, Overflow> {
        let mut sums = Vec::new();
        for (i, one) in a.iter().enumerate() {
            // Pairs beyond this limit are skipped, because at least k sums are not greater than theirs.
            for other in &b[..b.len().min(self.k / (i + 1))] {
                sums.push(one.plus(*other).ok_or(Overflow)?);
            }
        }
        sums.sort_by(|a, b| a.partial_cmp(b).unwrap_or(Ordering::Equal));
        sums.truncate(self.k);
        Ok(sums)
    }

    fn bytes(&self) -> usize {
        size_of::<Vec<W>>() + self.k * size_of::<W>()
    }
}

impl<W: Weight> Reads<W> for KBest<W> {
    fn read(&self, cost: W) -> Result<Vec<W>, Overflow> {
        Ok(if cost.forbids() { Vec::new() } else { vec![cost] })
    }
}

/// Pairs in which the first value decides, and the second sums over the labellings with the same first value. The
/// least cost and the number of labellings with it is `Lexicographic(MinSum, Counting)`.
///
/// The first semiring must be [`Ordered`], and its products must be strict: if two values differ, so do their
/// products with a third value. This holds for sums of integers. For floating-point numbers, costs are equal if they
/// are equal after rounding.
#[derive(Clone, Copy, Default, Debug)]
pub struct Lexicographic<A, B>(pub A, pub B);

impl<A: Ordered, B: Semiring> Lexicographic<A, B> {
    /// A pair, or zero if its first value is zero, for any second value.
    fn pair(
        &self,
        first: Result<A::Value, Overflow>,
        second: impl FnOnce() -> Result<B::Value, Overflow>,
    ) -> Result<(A::Value, B::Value), Overflow> {
        let first = first?;
        if self.0.is_zero(&first) { Ok(self.zero()) } else { Ok((first, second()?)) }
    }
}

impl<A: Ordered, B: Semiring> Semiring for Lexicographic<A, B> {
    type Value = (A::Value, B::Value);

    fn zero(&self) -> Self::Value {
        (self.0.zero(), self.1.zero())
    }

    fn one(&self) -> Self::Value {
        (self.0.one(), self.1.one())
    }

    fn add(&self, a: &Self::Value, b: &Self::Value) -> Result<Self::Value, Overflow> {
        Ok(match self.0.compare(&a.0, &b.0) {
            Ordering::Less => a.clone(),
            Ordering::Greater => b.clone(),
            Ordering::Equal => (a.0.clone(), self.1.add(&a.1, &b.1)?),
        })
    }

    fn mul(&self, a: &Self::Value, b: &Self::Value) -> Result<Self::Value, Overflow> {
        self.pair(self.0.mul(&a.0, &b.0), || self.1.mul(&a.1, &b.1))
    }

    fn bytes(&self) -> usize {
        self.0.bytes() + self.1.bytes()
    }
}

impl<A: Ordered, B: Idempotent> Idempotent for Lexicographic<A, B> {}

impl<A: Ordered, B: Ordered> Ordered for Lexicographic<A, B> {
    fn compare(&self, a: &Self::Value, b: &Self::Value) -> Ordering {
        self.0.compare(&a.0, &b.0).then_with(|| self.1.compare(&a.1, &b.1))
    }
}

impl<W: Weight, A: Ordered + Reads<W>, B: Reads<W>> Reads<W> for Lexicographic<A, B> {
    fn read(&self, cost: W) -> Result<Self::Value, Overflow> {
        self.pair(self.0.read(cost), || self.1.read(cost))
    }

    fn read_label(&self, object: usize, label: usize, cost: W) -> Result<Self::Value, Overflow> {
        self.pair(self.0.read_label(object, label, cost), || self.1.read_label(object, label, cost))
    }
}

/// The logarithm of the weight of all labellings, each e to the power of its negative cost, and the expected cost of
/// a labelling that is drawn by its weight. Logarithms do not underflow.
///
/// J. Eisner, "Parameter estimation for probabilistic finite-state transducers", 2002, with the mean cost by weight
/// instead of the sum.
#[derive(Clone, Copy, Default, Debug)]
pub struct Expectation;

impl Semiring for Expectation {
    type Value = (f64, f64);

    fn zero(&self) -> (f64, f64) {
        (f64::NEG_INFINITY, 0.0)
    }

    fn one(&self) -> (f64, f64) {
        (0.0, 0.0)
    }

    fn add(&self, a: &(f64, f64), b: &(f64, f64)) -> Result<(f64, f64), Overflow> {
        let (high, low) = if a.0 < b.0 { (b, a) } else { (a, b) };
        if self.is_zero(low) {
            return Ok(*high);
        }
        let share = (low.0 - high.0).exp();
        let mean = high.1 + (low.1 - high.1) * share / (1.0 + share);
        Ok((high.0 + share.ln_1p(), finite(mean)?))
    }

    fn mul(&self, a: &(f64, f64), b: &(f64, f64)) -> Result<(f64, f64), Overflow> {
        if self.is_zero(a) || self.is_zero(b) {
            return Ok(self.zero());
        }
        Ok((finite(a.0 + b.0)?, finite(a.1 + b.1)?))
    }

    fn is_zero(&self, value: &(f64, f64)) -> bool {
        value.0 == f64::NEG_INFINITY
    }
}

impl<W: Weight> Reads<W> for Expectation {
    fn read(&self, cost: W) -> Result<(f64, f64), Overflow> {
        if cost.forbids() {
            return Ok(self.zero());
        }
        let cost = cost.to_f64();
        Ok((-cost, cost))
    }
}

/// The labels that occur in any labelling, as pairs of object and label; `None` if there is no labelling.
///
/// T. J. Green, G. Karvounarakis and V. Tannen, "Provenance semirings", 2007: the semiring of lineage.
#[derive(Clone, Copy, Default, Debug)]
pub struct Provenance;

impl Semiring for Provenance {
    type Value = Option<BTreeSet<(usize, usize)>>;

    fn zero(&self) -> Self::Value {
        None
    }

    fn one(&self) -> Self::Value {
        Some(BTreeSet::new())
    }

    fn add(&self, a: &Self::Value, b: &Self::Value) -> Result<Self::Value, Overflow> {
        Ok(match (a, b) {
            (Some(a), Some(b)) => Some(a | b),
            (a, b) => a.clone().or_else(|| b.clone()),
        })
    }

    fn mul(&self, a: &Self::Value, b: &Self::Value) -> Result<Self::Value, Overflow> {
        let (Some(a), Some(b)) = (a, b) else { return Ok(None) };
        Ok(Some(a | b))
    }

    fn bytes(&self) -> usize {
        1024
    }
}

impl Idempotent for Provenance {}

impl<W: Weight> Reads<W> for Provenance {
    fn read_label(&self, object: usize, label: usize, cost: W) -> Result<Self::Value, Overflow> {
        Ok(if cost.forbids() { None } else { Some([(object, label)].into()) })
    }
}
