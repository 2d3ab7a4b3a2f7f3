//! What this program and that of `bench/cadical` send each other: lines of numbers. Both compile this file.

use std::fmt;
use std::str::{FromStr, SplitAsciiWhitespace};
use std::time::Duration;

/// A puzzle whose rules are that cells differ, and how many solutions are wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Request {
    pub(crate) wanted: usize,
    /// The time on the processor after which it gives up.
    pub(crate) longest: Duration,
    pub(crate) digits: usize,
    /// The digit of each cell, from 1; 0 is empty.
    pub(crate) givens: Vec<usize>,
    /// Cells that differ from each other. As many cells as digits hold all digits.
    pub(crate) houses: Vec<Vec<usize>>,
}

/// What came of a [`Request`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Response {
    /// Whether there are as many solutions as wanted, or no more than these.
    pub(crate) is_complete: bool,
    /// On the processor and on the clock, encoding included.
    pub(crate) times: [Duration; 2],
    pub(crate) conflicts: usize,
    pub(crate) solutions: Vec<Vec<usize>>,
}

fn number(numbers: &mut SplitAsciiWhitespace<'_>) -> Result<usize, String> {
    let text = numbers.next().ok_or("a number is missing")?;
    text.parse().map_err(|_| format!("{text:?} is not a number"))
}

fn list(numbers: &mut SplitAsciiWhitespace<'_>) -> Result<Vec<usize>, String> {
    let length = number(numbers)?;
    (0..length).map(|_| number(numbers)).collect()
}

fn lists(numbers: &mut SplitAsciiWhitespace<'_>) -> Result<Vec<Vec<usize>>, String> {
    let length = number(numbers)?;
    (0..length).map(|_| list(numbers)).collect()
}

fn time(numbers: &mut SplitAsciiWhitespace<'_>) -> Result<Duration, String> {
    Ok(Duration::from_nanos(number(numbers)? as u64))
}

/// Writes each list with its length before it.
fn write_lists<'a>(
    f: &mut fmt::Formatter<'_>,
    lists: impl IntoIterator<Item = &'a Vec<usize>>,
) -> fmt::Result {
    for list in lists {
        write!(f, " {}", list.len())?;
        list.iter().try_for_each(|number| write!(f, " {number}"))?;
    }
    Ok(())
}

impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.wanted, self.longest.as_nanos(), self.digits)?;
        write_lists(f, [&self.givens])?;
        write!(f, " {}", self.houses.len())?;
        write_lists(f, &self.houses)
    }
}

impl FromStr for Request {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = &mut text.split_ascii_whitespace();
        let (wanted, longest, digits) = (number(numbers)?, time(numbers)?, number(numbers)?);
        let (givens, houses) = (list(numbers)?, lists(numbers)?);
        let is_sound = givens.iter().all(|&digit| digit <= digits)
            && houses.iter().flatten().all(|&cell| cell < givens.len());
        if is_sound {
            Ok(Self { wanted, longest, digits, givens, houses })
        } else {
            Err("a digit or a cell does not exist".into())
        }
    }
}

impl fmt::Display for Response {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [processor, wall] = self.times.map(|time| time.as_nanos());
        write!(f, "{} {processor} {wall} {}", u8::from(self.is_complete), self.conflicts)?;
        write!(f, " {}", self.solutions.len())?;
        write_lists(f, &self.solutions)
    }
}

impl FromStr for Response {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = &mut text.split_ascii_whitespace();
        let is_complete = number(numbers)? == 1;
        let times = [time(numbers)?, time(numbers)?];
        Ok(Self { is_complete, times, conflicts: number(numbers)?, solutions: lists(numbers)? })
    }
}

#[cfg(test)]
mod tests {
    use super::{Request, Response};
    use std::time::Duration;

    #[test]
    fn lines_are_read_as_they_were_written() {
        let request = Request {
            wanted: 2,
            longest: Duration::from_millis(1500),
            digits: 2,
            givens: vec![0, 2, 0, 0],
            houses: vec![vec![0, 1], vec![2, 3], vec![]],
        };
        assert_eq!(request.to_string(), "2 1500000000 2 4 0 2 0 0 3 2 0 1 2 2 3 0");
        assert_eq!(request.to_string().parse(), Ok(request));
        let response = Response {
            is_complete: true,
            times: [Duration::from_nanos(7), Duration::from_nanos(8)],
            conflicts: 3,
            solutions: vec![vec![1, 2], vec![2, 1]],
        };
        assert_eq!(response.to_string().parse(), Ok(response));
    }

    #[test]
    fn malformed_lines_are_refused() {
        for text in ["", "1 2", "1 1 2 2 0 x 0", "1 1 2 2 0 3 0", "1 1 2 2 0 1 1 1 5", "1 1 2 2 0 1 1 3 0 1"]
        {
            assert!(text.parse::<Request>().is_err(), "{text}");
        }
        assert!("1 2 3 4 1 2 1".parse::<Response>().is_err());
    }
}
