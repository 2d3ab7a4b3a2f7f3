//! Readable numbers and times.

/// A time with three digits and a unit.
pub fn time(microseconds: f64) -> String {
    let (value, unit) = match microseconds {
        us if us < 1e3 => (us, "us"),
        us if us < 1e6 => (us / 1e3, "ms"),
        us => (us / 1e6, "s"),
    };
    let digits = if value >= 100.0 || unit == "us" && value.fract() == 0.0 {
        0
    } else if value >= 10.0 {
        1
    } else {
        2
    };
    format!("{value:.digits$} {unit}")
}

/// A whole number with commas between thousands.
pub fn number(value: u128) -> String {
    let digits = value.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(c);
    }
    out
}

/// `1 node`, `2 nodes`.
pub fn plural(count: u128, noun: &str) -> String {
    format!("{} {noun}{}", number(count), if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_times() {
        assert_eq!(
            [number(0), number(999), number(1000), number(1_234_567)],
            ["0", "999", "1,000", "1,234,567"]
        );
        assert_eq!(
            [time(5.0), time(1500.0), time(12_345.0), time(2e6)],
            ["5 us", "1.50 ms", "12.3 ms", "2.00 s"]
        );
    }
}
