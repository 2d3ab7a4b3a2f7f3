//! Sets whose members are the bits of one word.

/// Defines a set type with its iterator: a word of bits, where bit `i` stands for the member with index `i`.
///
/// `$from` creates the member with an index, and `index()` of a member returns it. Both are `const`, so the methods of
/// the set are `const`, too. That is why this is a macro: methods of generic code could not be `const`.
macro_rules! word_set {
    (
        $(#[$set_doc:meta])* $set:ident($word:ty) of $member:ident($what:literal), $from:path,
        $(#[$iter_doc:meta])* $iter:ident
    ) => {
        $(#[$set_doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
        pub struct $set($word);

        impl $set {
            #[doc = concat!("No ", $what, ".")]
            pub const EMPTY: Self = Self(0);

            #[doc = concat!("The set of one ", $what, ".")]
            #[inline]
            pub const fn single(member: $member) -> Self {
                Self(1 << member.index())
            }

            /// The set whose bits are `bits`.
            #[inline]
            pub const fn from_bits(bits: $word) -> Self {
                Self(bits)
            }

            /// The bits of the set.
            #[inline]
            pub const fn bits(self) -> $word {
                self.0
            }

            #[doc = concat!("Whether no ", $what, " is in the set.")]
            #[inline]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            #[doc = concat!("Whether exactly one ", $what, " is in the set.")]
            #[inline]
            pub const fn is_single(self) -> bool {
                self.0.is_power_of_two()
            }

            #[doc = concat!("The number of ", $what, "s in the set.")]
            #[inline]
            pub const fn len(self) -> usize {
                self.0.count_ones() as usize
            }

            #[doc = concat!("Whether a ", $what, " is in the set.")]
            #[inline]
            pub const fn contains(self, member: $member) -> bool {
                self.0 >> member.index() & 1 == 1
            }

            #[doc = concat!("Whether every ", $what, " of `self` is in `other`.")]
            #[inline]
            pub const fn is_subset(self, other: Self) -> bool {
                self.0 & !other.0 == 0
            }

            #[doc = concat!("Whether the sets share no ", $what, ".")]
            #[inline]
            pub const fn is_disjoint(self, other: Self) -> bool {
                self.0 & other.0 == 0
            }

            #[doc = concat!("The ", $what, " with the smallest index, if any.")]
            #[inline]
            pub const fn first(self) -> Option<$member> {
                if self.0 == 0 { None } else { Some($from(self.0.trailing_zeros() as usize)) }
            }

            #[doc = concat!("The ", $what, " with the largest index, if any.")]
            #[inline]
            pub const fn last(self) -> Option<$member> {
                if self.0 == 0 { None } else { Some($from(self.0.ilog2() as usize)) }
            }

            #[doc = concat!("The only ", $what, " of a set of one.")]
            #[inline]
            pub const fn only(self) -> Option<$member> {
                if self.is_single() { self.first() } else { None }
            }

            #[doc = concat!("Adds a ", $what, ".")]
            #[inline]
            pub const fn insert(&mut self, member: $member) {
                self.0 |= 1 << member.index();
            }

            #[doc = concat!("Removes a ", $what, ".")]
            #[inline]
            pub const fn remove(&mut self, member: $member) {
                self.0 &= !(1 << member.index());
            }

            /// The set without `other`.
            #[inline]
            pub const fn minus(self, other: Self) -> Self {
                Self(self.0 & !other.0)
            }

            /// The union, for constants.
            #[inline]
            pub const fn or(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }

            #[doc = concat!("The ", $what, "s in ascending order.")]
            #[inline]
            pub const fn iter(self) -> $iter {
                $iter(self)
            }
        }

        impl std::ops::BitAnd for $set {
            type Output = Self;
            #[inline]
            fn bitand(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }
        }

        impl std::ops::BitAndAssign for $set {
            #[inline]
            fn bitand_assign(&mut self, other: Self) {
                self.0 &= other.0;
            }
        }

        impl std::ops::BitOr for $set {
            type Output = Self;
            #[inline]
            fn bitor(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }
        }

        impl std::ops::BitOrAssign for $set {
            #[inline]
            fn bitor_assign(&mut self, other: Self) {
                self.0 |= other.0;
            }
        }

        impl std::ops::BitXor for $set {
            type Output = Self;
            #[inline]
            fn bitxor(self, other: Self) -> Self {
                Self(self.0 ^ other.0)
            }
        }

        impl std::ops::Not for $set {
            type Output = Self;
            #[inline]
            fn not(self) -> Self {
                Self(!self.0)
            }
        }

        impl FromIterator<$member> for $set {
            fn from_iter<I: IntoIterator<Item = $member>>(members: I) -> Self {
                let mut set = Self::EMPTY;
                for member in members {
                    set.insert(member);
                }
                set
            }
        }

        impl IntoIterator for $set {
            type Item = $member;
            type IntoIter = $iter;
            #[inline]
            fn into_iter(self) -> $iter {
                self.iter()
            }
        }

        impl std::fmt::Debug for $set {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_set().entries(*self).finish()
            }
        }

        $(#[$iter_doc])*
        #[derive(Clone, Debug)]
        pub struct $iter($set);

        impl Iterator for $iter {
            type Item = $member;

            #[inline]
            fn next(&mut self) -> Option<$member> {
                let member = self.0.first()?;
                self.0.0 &= self.0.0 - 1;
                Some(member)
            }

            fn size_hint(&self) -> (usize, Option<usize>) {
                (self.0.len(), Some(self.0.len()))
            }
        }

        impl ExactSizeIterator for $iter {}
    };
}

pub(super) use word_set;
