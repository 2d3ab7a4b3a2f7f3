//! The body of the fuzz target for labelling problems. Tests also run it, on bytes from a seed.

use crate::{LabelModel, Weight};

use super::{AnyLabelModel, LabelFormat, read_labels, tables, write_labels};

/// A model is written only if it has at most this many objects and combinations, so a text takes little time.
const MOST_OBJECTS: usize = 64;
const MOST_COMBINATIONS: usize = 1 << 12;

/// The number of labellings whose costs are compared.
const LABELLINGS: usize = 64;

/// The relative difference of costs that rounding may cause.
const TOLERANCE: f64 = 1e-9;

/// Reads `bytes` as a model of each format, writes the result in each format, and reads it again.
///
/// # Panics
/// If a written model cannot be read, or if labellings then have other costs.
pub fn read_any_labels(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let _ = LabelFormat::detect(text);
    for &format in LabelFormat::ALL {
        match read_labels(text, format) {
            Ok(AnyLabelModel::Exact(model)) => both_ways(&model, AnyLabelModel::Exact),
            Ok(AnyLabelModel::Real(model)) => both_ways(&model, AnyLabelModel::Real),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

fn both_ways<W: Weight>(model: &LabelModel<W>, of: impl Fn(LabelModel<W>) -> AnyLabelModel) {
    let mut combinations = 0_usize;
    for function in model.functions() {
        combinations =
            combinations.saturating_add(model.combinations(function.scope()).unwrap_or(usize::MAX));
    }
    let labels: usize = (0..model.objects()).map(|object| model.labels(object)).sum();
    if model.objects() > MOST_OBJECTS || combinations.saturating_add(labels) > MOST_COMBINATIONS {
        return;
    }
    for &format in LabelFormat::ALL {
        let Ok(text) = write_labels(&of(model.clone()), format) else { continue };
        let read = read_labels(&text, format).unwrap_or_else(|error| panic!("{text}\n{error}"));
        match read {
            AnyLabelModel::Exact(read) => compare(model, &read, &text),
            AnyLabelModel::Real(read) => compare(model, &read, &text),
        }
    }
}

/// Compares costs of labellings. In the model that was read again, labellings that reach the bound may be forbidden, or
/// the bound may be missing.
fn compare<V: Weight, W: Weight>(before: &LabelModel<V>, after: &LabelModel<W>, text: &str) {
    let sizes: Vec<usize> = (0..before.objects()).map(|object| before.labels(object)).collect();
    assert_eq!(sizes, (0..after.objects()).map(|object| after.labels(object)).collect::<Vec<_>>(), "{text}");
    // The effect of rounding depends on the largest cost, because costs cancel each other.
    let scale: f64 = tables::summands(before)
        .map(|(_, costs)| costs.map(|cost| cost.to_f64().abs()).fold(0.0, f64::max))
        .sum();
    let tolerance = TOLERANCE * scale.max(1.0);
    let bound = before.bound().to_f64();
    for number in 0..LABELLINGS {
        let mut rest = number.wrapping_mul(0x9E37_79B9);
        let labels: Vec<usize> = sizes
            .iter()
            .map(|&size| {
                let label = rest % size;
                rest = (rest / size).wrapping_mul(31).wrapping_add(number);
                label
            })
            .collect();
        let (Some(cost), Some(other)) = (before.cost(&labels), after.cost(&labels)) else { continue };
        let (cost, other) = (cost.to_f64(), other.to_f64());
        let is_same = match (cost.is_finite(), other.is_finite()) {
            _ if cost >= bound - tolerance && bound.is_finite() => {
                other >= bound - 2.0 * tolerance || !cost.is_finite()
            }
            (true, true) => (cost - other).abs() <= tolerance,
            (cost, other) => cost == other,
        };
        assert!(is_same, "{labels:?} costs {cost}, then {other}\n{text}");
    }
}

#[cfg(test)]
mod tests {
    use crate::testing;
    use fastrand::Rng;

    use super::super::{AnyLabelModel, LabelFormat, write_labels};
    use super::read_any_labels;

    /// Parts from which texts are composed.
    const PARTS: &[&str] = &[
        "MARKOV",
        "BAYES",
        "0",
        "1",
        "2",
        "3",
        "4",
        "-1",
        "-2",
        "5e-1",
        ".25",
        "1e400",
        "100",
        "name",
        "salldiff",
        "var",
        "{",
        "}",
        "[",
        "]",
        "(",
        ")",
        ":",
        ",",
        "\"",
        "\"problem\"",
        "\"mustbe\"",
        "\"<9\"",
        "\">-3.5\"",
        "\"variables\"",
        "\"functions\"",
        "\"scope\"",
        "\"costs\"",
        "\"defaultcost\"",
        "\"type\"",
        "\"params\"",
        "inf",
        "#",
        "//",
        "\n",
        "99999999999999999999",
        "x",
        "\u{e9}",
    ];

    /// The text of a small model.
    fn text(seed: u64, format: LabelFormat) -> String {
        let model = match format {
            LabelFormat::Uai => AnyLabelModel::Real(testing::probabilities(seed)),
            LabelFormat::Wcsp => AnyLabelModel::Exact(testing::integers(seed)),
            LabelFormat::Cfn => AnyLabelModel::Real(testing::decimals(seed)),
        };
        write_labels(&model, format).unwrap()
    }

    #[test]
    fn inputs() {
        arcdoku::testing::fuzz::each_input("read_any_labels", 0, read_any_labels);
    }

    #[test]
    fn texts_of_models() {
        for seed in 0..60 {
            for &format in LabelFormat::ALL {
                read_any_labels(text(seed, format).as_bytes());
            }
        }
    }

    #[test]
    fn texts_with_changes() {
        for seed in 0..400 {
            let rng = &mut Rng::with_seed(seed);
            let format = LabelFormat::ALL[seed as usize % LabelFormat::ALL.len()];
            let mut bytes = text(rng.u64(..40), format).into_bytes();
            for _ in 0..rng.usize(1..4) {
                let at = rng.usize(..bytes.len());
                let end = bytes.len().min(at + rng.usize(0..6));
                let part = PARTS[rng.usize(..PARTS.len())];
                let part = if rng.bool() { part.to_owned() } else { rng.u8(b'0'..=b'9').to_string() };
                bytes.splice(at..end, part.into_bytes());
            }
            read_any_labels(&bytes);
        }
    }

    #[test]
    fn texts_of_random_parts() {
        for seed in 0..600 {
            let rng = &mut Rng::with_seed(seed);
            let mut text = [
                "",
                "MARKOV ",
                "a 2 3 2 ",
                "{ problem: { mustbe: <9 } variables: { x: 2 y: 3 } functions: {",
            ][seed as usize % 4]
                .to_owned();
            for _ in 0..rng.usize(..60) {
                text += PARTS[rng.usize(..PARTS.len())];
                text += if rng.u8(0..8) == 0 { "" } else { " " };
            }
            read_any_labels(text.as_bytes());
            let bytes: Vec<u8> = (0..rng.usize(..100)).map(|_| rng.u8(..)).collect();
            read_any_labels(&bytes);
        }
    }
}
