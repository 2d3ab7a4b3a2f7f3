//! The text of an automaton: bits in base64url.
//!
//! Bits are read from the most significant one of each byte. The head consists of the format (2 bits: 0 plain, 1
//! packed), the bits of a state minus one (4 bits), the number of symbols minus one (4 bits), the numbers of start
//! states and of other accepting states (the bits of a state each), and one bit for each start state, in reverse order,
//! that is set if the state accepts. In a plain automaton, 4 bits follow with the width of the counts after them.
//! States are numbered in this order: start states, other accepting states, the rest.

use crate::codec;

/// A finite automaton over symbols 0 to `symbols - 1`. It may have several start states, and several targets of
/// one symbol.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Automaton {
    /// The number of states.
    pub states: usize,
    /// The number of symbols.
    pub symbols: usize,
    /// The states in which a word starts.
    pub start: Vec<usize>,
    /// The states in which a word may end.
    pub accept: Vec<usize>,
    /// Transitions from a state, with a symbol, to a state; sorted.
    pub transitions: Vec<(usize, usize, usize)>,
}

impl Automaton {
    /// Reads the text of an automaton. The error describes the fault in the text.
    pub fn decode(text: &str) -> Result<Self, &'static str> {
        if text.is_empty() {
            return Ok(Self { states: 0, symbols: 1, start: vec![], accept: vec![], transitions: vec![] });
        }
        let bytes = codec::bytes(text).ok_or("characters that are not base64")?;
        let mut bits = Bits { bytes: &bytes, at: 0 };
        let format = bits.read(2)?;
        let width = bits.read(4)? + 1;
        let symbols = bits.read(4)? + 1;
        let starts = bits.read(width)?;
        let accepts = bits.read(width)?;
        let start_accepts: Vec<bool> =
            (0..starts).map(|_| Ok(bits.read(1)? == 1)).collect::<Result<_, _>>()?;
        let mut transitions = match format {
            0 => plain(&mut bits, width, symbols)?,
            1 => packed(&mut bits, width, symbols)?,
            _ => return Err("an unknown format"),
        };
        transitions.sort_unstable();
        transitions.dedup();
        // The first start state is the last bit of the number.
        let accepting =
            start_accepts.iter().rev().enumerate().filter(|(_, accepts)| **accepts).map(|(i, _)| i);
        let accept: Vec<usize> = accepting.chain(starts..starts + accepts).collect();
        // Padding at the end reads as states without transitions. Only states that are referred to exist.
        let named = transitions.iter().map(|&(from, _, to)| from.max(to) + 1).max().unwrap_or(0);
        Ok(Self {
            states: named.max(starts + accepts),
            symbols,
            start: (0..starts).collect(),
            accept,
            transitions,
        })
    }

    /// Writes the automaton; `None` if it has no states or symbols, or more than the text can express.
    pub fn encode(&self) -> Option<String> {
        if self.states == 0 || self.start.is_empty() || self.symbols == 0 || self.symbols > 16 {
            return None;
        }
        // Start states come first, then other accepting states, then the rest.
        let rank = |state: &usize| match (self.start.contains(state), self.accept.contains(state)) {
            (true, _) => 0,
            (false, true) => 1,
            (false, false) => 2,
        };
        let mut order: Vec<usize> = (0..self.states).collect();
        order.sort_by_key(rank);
        let mut place = vec![0; self.states];
        order.iter().enumerate().for_each(|(place_of, &state)| place[state] = place_of);
        let starts = order.iter().filter(|state| rank(state) == 0).count();
        let accepts = order.iter().filter(|state| rank(state) == 1).count();
        let width = bits_for(self.states - 1).max(1);
        if width > 16 || starts >= 1 << width || accepts >= 1 << width || starts > 32 {
            return None;
        }
        let mut rows: Vec<Vec<(usize, usize)>> = vec![Vec::new(); self.states];
        for &(from, symbol, to) in &self.transitions {
            rows[place[from]].push((symbol, place[to]));
        }
        rows.iter_mut().for_each(|row| row.sort_unstable());
        let is_deterministic = rows.iter().all(|row| row.windows(2).all(|pair| pair[0].0 != pair[1].0));
        let most = rows.iter().map(Vec::len).max().unwrap_or(0);
        let symbol_width = bits_for(self.symbols - 1);
        let total: usize = rows.iter().map(Vec::len).sum();
        let counts = bits_for(most);
        if !is_deterministic && counts > 15 {
            return None;
        }
        let is_packed = is_deterministic
            && self.states * self.symbols + total * width
                < self.states * counts + total * (symbol_width + width);
        let mut out = BitText::default();
        out.write(usize::from(is_packed), 2);
        out.write(width - 1, 4);
        out.write(self.symbols - 1, 4);
        out.write(starts, width);
        out.write(accepts, width);
        for state in order[..starts].iter().rev() {
            out.write(usize::from(self.accept.contains(state)), 1);
        }
        if !is_packed {
            out.write(counts, 4);
        }
        for row in &rows {
            if is_packed {
                let mask = row.iter().fold(0, |mask, (symbol, _)| mask | 1 << symbol);
                out.write(mask, self.symbols);
                row.iter().for_each(|&(_, to)| out.write(to, width));
            } else {
                out.write(row.len(), counts);
                for &(symbol, to) in row {
                    out.write(symbol, symbol_width);
                    out.write(to, width);
                }
            }
        }
        Some(codec::to_url64(&out.bytes))
    }

    /// Whether the automaton accepts a word of symbols.
    pub fn accepts(&self, word: impl IntoIterator<Item = usize>) -> bool {
        let mut now = vec![false; self.states];
        self.start.iter().for_each(|&state| now[state] = true);
        for symbol in word {
            let mut next = vec![false; self.states];
            for &(from, with, to) in &self.transitions {
                next[to] |= with == symbol && now[from];
            }
            now = next;
        }
        self.accept.iter().any(|&state| now[state])
    }
}

fn plain(
    bits: &mut Bits<'_>,
    width: usize,
    symbols: usize,
) -> Result<Vec<(usize, usize, usize)>, &'static str> {
    let counts = bits.read(4)?;
    let symbol_width = bits_for(symbols - 1);
    let mut transitions = Vec::new();
    for from in 0.. {
        if counts == 0 || bits.left() < counts {
            break;
        }
        for _ in 0..bits.read(counts)? {
            let symbol = bits.read(symbol_width)?;
            if symbol >= symbols {
                return Err("a symbol that is not declared");
            }
            transitions.push((from, symbol, bits.read(width)?));
        }
    }
    Ok(transitions)
}

fn packed(
    bits: &mut Bits<'_>,
    width: usize,
    symbols: usize,
) -> Result<Vec<(usize, usize, usize)>, &'static str> {
    let mut transitions = Vec::new();
    for from in 0.. {
        if bits.left() < symbols {
            break;
        }
        let mask = bits.read(symbols)?;
        for symbol in (0..symbols).filter(|symbol| mask >> symbol & 1 == 1) {
            transitions.push((from, symbol, bits.read(width)?));
        }
    }
    Ok(transitions)
}

/// The number of bits that a number needs; 0 for the number zero.
fn bits_for(number: usize) -> usize {
    (usize::BITS - number.leading_zeros()) as usize
}

/// Bytes read bit by bit.
struct Bits<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Bits<'_> {
    fn left(&self) -> usize {
        self.bytes.len() * 8 - self.at
    }

    /// The next `count` bits as a number; `count` is at most 16.
    fn read(&mut self, count: usize) -> Result<usize, &'static str> {
        if self.left() < count {
            return Err("an end in the middle of a state");
        }
        let (mut value, end) = (0, self.at + count);
        while self.at < end {
            // Takes as many of the requested bits as the current byte still has.
            let (free, wanted) = (8 - self.at % 8, end - self.at);
            let taken = free.min(wanted);
            let bits = usize::from(self.bytes[self.at / 8]) >> (free - taken) & ((1 << taken) - 1);
            value = value << taken | bits;
            self.at += taken;
        }
        Ok(value)
    }
}

/// Bytes written bit by bit.
#[derive(Default)]
struct BitText {
    bytes: Vec<u8>,
    free: usize,
}

impl BitText {
    fn write(&mut self, value: usize, count: usize) {
        for i in (0..count).rev() {
            if self.free == 0 {
                self.bytes.push(0);
                self.free = 8;
            }
            self.free -= 1;
            if let Some(last) = self.bytes.last_mut() {
                *last |= ((value >> i & 1) as u8) << self.free;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_automaton() {
        let automaton = Automaton::decode("Qjf8fgfg").unwrap();
        assert_eq!((automaton.states, automaton.symbols), (2, 9));
        assert_eq!((&automaton.start[..], &automaton.accept[..]), (&[0][..], &[1][..]));
        assert!(automaton.accepts([0, 5, 0]) && !automaton.accepts([0, 5, 5]));
        let again = Automaton::decode(&automaton.encode().unwrap()).unwrap();
        assert_eq!(again, automaton);
    }

    #[test]
    fn errors_do_not_panic() {
        for text in ["A", "AA", "____", "Qj", "Q*", "f8"] {
            let _ = Automaton::decode(text);
        }
        assert!(Automaton::decode("").unwrap().encode().is_none());
    }
}
