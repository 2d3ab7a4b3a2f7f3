//! Tests of the formats of labelling problems: examples, random models that are written and read, and errors with
//! their places.

use crate::{LabelCosts, LabelModel, Weight};
use arcdoku::{Puzzle, Rule};
use fastrand::Rng;

use super::{AnyLabelModel, LabelFormat, cfn, read_labels, uai, wcsp, write_labels};

/// All labellings of a model.
fn labellings<W: Weight>(model: &LabelModel<W>) -> Vec<Vec<usize>> {
    let all: Vec<usize> = (0..model.objects()).collect();
    super::tables::combinations(model, &all).collect()
}

/// A random model of few objects; each cost is one of `cost`.
fn random<W: Weight>(rng: &mut Rng, mut cost: impl FnMut(&mut Rng) -> W) -> LabelModel<W> {
    let mut model = LabelModel::new();
    let objects = rng.usize(1..=5);
    for object in 0..objects {
        let name = if rng.bool() { String::new() } else { format!("o{object}") };
        let labels = rng.usize(1..=4);
        model.add_object(name, labels).unwrap();
        if rng.bool() {
            model.name_labels(object, (0..labels).map(|label| format!("{label} l")).collect()).unwrap();
        }
    }
    for _ in 0..rng.usize(0..7) {
        let mut scope: Vec<usize> = (0..objects).collect();
        rng.shuffle(&mut scope);
        scope.truncate(rng.usize(0..=objects.min(3)));
        let combinations: Vec<Vec<usize>> = super::tables::combinations(&model, &scope).collect();
        let costs = match rng.u8(0..4) {
            0 => LabelCosts::AllDifferent,
            1 => {
                let listed = combinations.iter().filter(|_| rng.bool()).cloned().collect::<Vec<_>>();
                let listed = listed.into_iter().map(|labels| (labels.into(), cost(rng))).collect();
                LabelCosts::Sparse { others: cost(rng), listed }
            }
            _ => LabelCosts::Dense(combinations.iter().map(|_| cost(rng)).collect()),
        };
        model.add_function(&scope, costs).unwrap();
    }
    model.add_constant(cost(rng)).unwrap();
    model
}

/// An integer as a cost. One in five forbids.
fn integer(rng: &mut Rng, least: i64) -> i64 {
    if rng.u8(0..5) == 0 { i64::MAX } else { rng.i64(least..20) }
}

fn real(rng: &mut Rng) -> f64 {
    if rng.u8(0..5) == 0 { f64::INFINITY } else { rng.f64() * 40. - 20. }
}

fn exact(model: AnyLabelModel) -> LabelModel<i64> {
    match model {
        AnyLabelModel::Exact(model) => model,
        AnyLabelModel::Real(_) => panic!("the costs are integers"),
    }
}

/// A model with its costs as floating-point numbers.
fn floating(model: AnyLabelModel) -> LabelModel<f64> {
    match model {
        AnyLabelModel::Exact(model) => model.map(Weight::to_f64).unwrap(),
        AnyLabelModel::Real(model) => model,
    }
}

fn read(format: LabelFormat, text: &str) -> AnyLabelModel {
    read_labels(text, format).unwrap_or_else(|error| panic!("{text}\n{error}"))
}

#[track_caller]
fn refuses(format: LabelFormat, rows: &[(&str, &str)]) {
    for (text, expected) in rows {
        let error = read_labels(text, format).err().map(|error| error.to_string());
        assert_eq!(error.as_deref(), Some(*expected), "{text}");
    }
}

/// Compares the costs of all labellings, where labellings that reach the bound count as forbidden.
fn same_costs(before: &LabelModel<i64>, after: &LabelModel<i64>, text: &str) {
    for labels in labellings(before) {
        let counted = |cost: Option<i64>| cost.filter(|&cost| cost < before.bound());
        assert_eq!(counted(before.cost(&labels)), counted(after.cost(&labels)), "{labels:?}\n{text}");
    }
}

#[test]
fn formats_are_detected() {
    for &format in LabelFormat::ALL {
        assert_eq!(LabelFormat::from_name(format.name()), Some(format));
        assert_eq!(LabelFormat::of_path(&format!("a/b.x.{}", format.name().to_uppercase())), Some(format));
        let text = write_labels(&AnyLabelModel::Exact(LabelModel::new()), format).unwrap();
        assert_eq!(LabelFormat::detect(&text), Some(format), "{text}");
        let (AnyLabelModel::Exact(_) | AnyLabelModel::Real(_)) = read(format, &text);
    }
    assert_eq!(LabelFormat::detect("# a comment\n{ problem"), Some(LabelFormat::Cfn));
    assert_eq!(LabelFormat::detect("name 1 2 x 4"), None);
    assert_eq!(LabelFormat::detect(""), None);
    assert_eq!(LabelFormat::of_path("uai"), None);
}

#[test]
fn uai_example() {
    let text =
        "BAYES\n3\n2 2 3\n3\n1 0\n2 0 1\n2 1 2\n\n2\n .5 .5\n4 .25 0.75 1 0e3\n\n6\n.5 .25 .25\n0 1e0 0\n";
    let model = uai::read(text).unwrap();
    assert_eq!((model.objects(), model.labels(2), model.functions().len()), (3, 3, 2));
    let probability = |labels: &[usize]| (-model.cost(labels).unwrap()).exp();
    assert!((probability(&[0, 0, 0]) - 0.0625).abs() < 1e-12);
    assert!((probability(&[0, 1, 1]) - 0.375).abs() < 1e-12);
    assert_eq!(model.cost(&[1, 1, 1]), Some(f64::INFINITY));
    assert_eq!(model.cost(&[1, 0, 2]).map(Weight::forbids), Some(false));
}

#[test]
fn uai_both_ways() {
    for seed in 0..300 {
        let before = random(&mut Rng::with_seed(seed), real);
        let text = uai::write(&before).unwrap();
        let after = uai::read(&text).unwrap();
        for labels in labellings(&before) {
            let (a, b) = (before.cost(&labels).unwrap(), after.cost(&labels).unwrap());
            assert!(
                (a.forbids() && b.forbids()) || (a - b).abs() < 1e-12 * a.abs().max(1.),
                "{seed} {labels:?} {a} {b}\n{text}"
            );
        }
    }
}

#[test]
fn uai_writes_wide_all_different_as_pairs() {
    let mut model = LabelModel::<f64>::new();
    let scope: Vec<usize> = (0..7).map(|_| model.add_object("", 9).unwrap()).collect();
    model.add_function(&scope, LabelCosts::AllDifferent).unwrap();
    let after = uai::read(&uai::write(&model).unwrap()).unwrap();
    assert_eq!(after.functions().len(), 21);
    assert_eq!(after.cost(&[0, 1, 2, 3, 4, 5, 6]), Some(0.));
    assert_eq!(after.cost(&[0, 1, 2, 3, 4, 5, 0]), Some(f64::INFINITY));

    let list = LabelCosts::Sparse { others: 0., listed: Vec::new() };
    model.add_function(&scope, list).unwrap();
    let error = uai::write(&model).unwrap_err().to_string();
    let expected =
        "the format has no function 1 (x0 x1 x2 x3 ...), whose table would have more than 1048576 entries";
    assert_eq!(error, expected);
}

#[test]
fn uai_errors() {
    refuses(
        LabelFormat::Uai,
        &[
            ("", "1:1: found nothing, expected MARKOV or BAYES"),
            ("\n MARKOF", "2:2: found \"MARKOF\", expected MARKOV or BAYES"),
            ("MARKOV\n-1", "2:1: found \"-1\", expected a number of objects (0 or more)"),
            ("MARKOV\n1\n0\n", "3:1: found \"0\", expected a number of labels (1 or more)"),
            ("MARKOV 99999999999999999 2\n", "1:27: found nothing, expected a number of labels (1 or more)"),
            (
                "MARKOV 1 99999999999\n",
                "1:10: found 99999999999 labels or entries, expected at most 16778560 more for a text of this length",
            ),
            ("MARKOV 1 2\n1\n1 1", "3:3: found \"1\", expected the number of an object (0 to 0)"),
            ("MARKOV 2 2 2\n1\n2 1 1", "3:5: found \"1\", expected an object that is not in the scope yet"),
            ("MARKOV 0\n1\n1 0", "3:3: found \"0\", expected the number of an object, but there are none"),
            (
                "MARKOV 1 2 1 1 0\n3",
                "2:1: found \"3\", expected 2 entries, one for each combination of labels",
            ),
            (
                "MARKOV 1 2 1 1 0\n2 .5",
                "2:5: found nothing, expected entry 2 of 2, a finite number (0 or more)",
            ),
            ("MARKOV 1 2 1 1 0\n2 .5 .5 1", "2:9: found \"1\", expected the end of the text"),
            (
                "MARKOV 1 1 1 1 0\n1 -1",
                "2:3: found \"-1\", expected entry 1 of 1, a finite number (0 or more)",
            ),
            (
                "MARKOV 1 1 1 1 0\n1 NaN",
                "2:3: found \"NaN\", expected entry 1 of 1, a finite number (0 or more)",
            ),
            (
                "MARKOV 1 1 1 1 0\n1 +inf",
                "2:3: found \"+inf\", expected entry 1 of 1, a finite number (0 or more)",
            ),
            (
                "MARKOV 1 1 1 1 0\n1 1e999",
                "2:3: found \"1e999\", expected entry 1 of 1, a finite number (0 or more)",
            ),
            (
                "MARKOV 1 1 1 1 0\n1 1e-999",
                "2:3: found \"1e-999\", expected entry 1 of 1, a finite number (0 or more)",
            ),
        ],
    );
    let mut model = LabelModel::new();
    model.add_object("a", 1).unwrap();
    model.add_cost(0, 0, 800.).unwrap();
    assert_eq!(
        uai::write(&model).unwrap_err().to_string(),
        "the format has no number for a cost of 800: object a"
    );
}

#[test]
fn wcsp_example() {
    let text = "name 3 4 7 100\n4 4 2\n2 0 1 3 2\n0 0 100\n1 2 7\n-2 1 0 0 1\n3 3 9\n2 0 1 1 -1\n\
        2 0 1 -1 salldiff var 100\n1 2 5 1\n0 0\n0 2 0\n-1 2 0 1\n1 1\n";
    let model = wcsp::read(text).unwrap();
    assert_eq!((model.name(), model.objects(), model.bound()), ("name", 3, 100));
    assert_eq!((model.functions().len(), model.constant(), model.costs(2)), (4, 2, &[0, 6][..]));
    assert_eq!(model.cost(&[1, 2, 0]), Some(7 + 2));
    assert_eq!(model.cost(&[1, 3, 1]), Some(3 + 6 + 2));
    assert_eq!(model.cost(&[3, 3, 1]), Some(i64::MAX));
}

/// Combinations that are not listed cost the same as in the shared function, unless there are more than three
/// objects.
#[test]
fn wcsp_shares_costs_as_toulbar2_does() {
    let text = "name 5 2 5 100\n2 2 2 2 2\n-1 0 10 1\n1 3\n1 1 1 -1\n-4 0 1 2 3 20 1\n0 0 0 0 4\n4 1 2 3 4 2 -2\n\
        1 4 9 -1\n";
    let model = wcsp::read(text).unwrap();
    assert_eq!([0, 1, 4].map(|object| model.costs(object)), [[10, 3]; 3]);
    assert_eq!(model.cost(&[1, 1, 0, 0, 1]), Some(3 * 3 + 20 + 2));
    assert_eq!(model.cost(&[1, 0, 0, 0, 0]), Some(3 + 2 * 10 + 20 + 4));
}

#[test]
fn wcsp_both_ways() {
    for seed in 0..300 {
        let rng = &mut Rng::with_seed(seed);
        let mut before = random(rng, |rng| integer(rng, 0));
        if rng.bool() {
            before.set_bound(rng.i64(0..60)).unwrap();
        }
        let text = wcsp::write(&before).unwrap();
        let after = wcsp::read(&text).unwrap();
        assert!(before.bound() == after.bound() || before.bound() == i64::MAX);
        same_costs(&before, &after, &text);
        same_costs(&before, &wcsp::read(&wcsp::write(&after).unwrap()).unwrap(), &text);
    }
}

#[test]
fn wcsp_errors() {
    refuses(
        LabelFormat::Wcsp,
        &[
            ("", "1:1: found nothing, expected the name of a problem"),
            ("x 1 2 3", "1:8: found nothing, expected an upper bound (0 or more)"),
            ("x 1 2 3 -1", "1:9: found \"-1\", expected an upper bound (0 or more)"),
            ("x 1 2 0 9\n3", "2:1: found \"3\", expected a number of labels (1 to 2)"),
            ("x 1 2 0 9\n-2", "2:1: found \"-2\", expected a number of labels (1 or more)"),
            (
                "x 2 2 1 9\n2 2\nz",
                "3:1: found \"z\", expected a number of objects of a function, negative if it is shared",
            ),
            (
                "x 2 2 1 9\n2 2\n99999999999999999999 0",
                "3:1: found \"99999999999999999999\", expected a number of objects of a function, negative if it is shared",
            ),
            ("x 2 2 1 9\n2 2\n2 0 2", "3:5: found \"2\", expected the number of an object (0 to 1)"),
            ("x 2 2 1 9\n2 2\n2 0 0", "3:5: found \"0\", expected an object that is not in the scope yet"),
            (
                "x 2 2 1 9\n2 2\n2 0 1 -2",
                "3:7: found \"-2\", expected a cost (0 or more), or -1 before a keyword",
            ),
            (
                "x 2 2 1 9\n2 2\n2 0 1 0 x",
                "3:9: found \"x\", expected a number of combinations, or -1 for the combinations of the first shared function",
            ),
            ("x 2 2 1 9\n2 2\n2 0 1 0 -1", "3:9: found \"-1\", expected one of 0 earlier shared functions"),
            (
                "x 2 2 2 9\n2 1\n-1 0 0 0\n1 1 0 -1",
                "4:7: found \"-1\", expected a shared function with the numbers of labels [1]",
            ),
            (
                "x 2 2 1 9\n2 2\n2 0 1 0 2\n0 0 1\n0 2 1",
                "5:3: found \"2\", expected the number of a label (0 to 1)",
            ),
            (
                "x 2 2 1 9\n2 2\n2 0 1 0 9000000000000000000\n0 0 1",
                "4:6: found nothing, expected the number of a label (0 to 1)",
            ),
            (
                "x 2 2 1 9\n2 2\n2 0 1 0 1\n0 0 1.5",
                "4:5: found \"1.5\", expected the cost of combination 1 of 1 (0 or more)",
            ),
            (
                "x 2 2 1 9\n2 2\n2 0 1 0 1\n0 0 -3",
                "4:5: found \"-3\", expected the cost of combination 1 of 1 (0 or more)",
            ),
            ("x 2 2 1 9\n2 2\n2 0 1 0 1\n0 0 3 4", "4:7: found \"4\", expected the end of the text"),
            (
                "x 2 2 1 9\n2 2\n2 0 1 -1 >= 0 0",
                "3:10: found \">=\", expected one of the keywords salldiff, salldiffdp, salldiffkp, walldiff, walldifferent; other keywords are not supported",
            ),
            (
                "x 2 2 1 9\n2 2\n2 0 1 -1 salldiff all 9",
                "3:19: found \"all\", expected a measure of violations: var, dec, decbi, hard, lin, quad",
            ),
            (
                "x 2 2 1 9\n2 2\n2 0 1 -1 salldiff var 8",
                "3:23: found \"8\", expected a cost that forbids (9 or more); smaller costs are not supported",
            ),
        ],
    );
    let mut model = LabelModel::new();
    model.add_object("a", 1).unwrap();
    model.add_cost(0, 0, -2).unwrap();
    let error = wcsp::write(&model).unwrap_err().to_string();
    assert_eq!(error, "the format has no negative costs: object a has -2");
    model.add_cost(0, 0, i64::MAX - 1).unwrap();
    model.add_constant(i64::MAX - 1).unwrap();
    let error = wcsp::write(&model).unwrap_err().to_string();
    assert_eq!(error, "the format has no upper bound that is larger than the sum of these costs");
}

const CFN: &str = r#"{ "problem": {"name": "small", "mustbe": "<10.00"},
  "variables": {"x": ["red", "blue"], "y": 3, "z": ["red", "a b\u0021"]},
  "functions": {
    "f": {"scope": ["x"], "costs": [0, 5]},
    "g": {"scope": ["x", "y"], "defaultcost": 1, "costs": ["red", 0, 2, "blue", "v2", "inf", 1, 1, 10]},
    "h": {"scope": ["x", 1], "type": "salldiff", "params": {"metric": "var", "cost": 10}},
    "i": {"scope": ["z"], "costs": "f"}, {"scope": [], "costs": [3.0]}
  } }"#;

#[test]
fn cfn_examples() {
    let model = exact(cfn::read(CFN).unwrap());
    assert_eq!((model.name(), model.bound(), model.constant()), ("small", 10, 3));
    assert_eq!((model.object_name(2), model.label_name(2, 1)), ("z", "a b!".to_owned()));
    assert_eq!(model.cost(&[0, 1, 1]), Some(1 + 5 + 3));
    assert_eq!(model.cost(&[0, 0, 0]), Some(i64::MAX));
    assert_eq!(model.cost(&[1, 0, 0]), Some(5 + 1 + 3));
    assert_eq!(model.cost(&[1, 2, 0]), Some(i64::MAX));

    let relaxed = "# a comment\n{ problem: [ p <12.0 ] // another\n";
    assert!(cfn::read(relaxed).is_err());
    let relaxed = "# a comment\n{ problem: {name p mustbe <12.5} // another\n variables [2 [a b] w: 3]\n\
        functions: { { scope [0 1] costs [.5 -1 +2.25 3] ] f [\"scope:\" {w} costs 1 2 3]} }\n# end";
    assert!(cfn::read(relaxed).is_err(), "a list of costs has brackets");
    let model = floating(cfn::read(&relaxed.replace("costs 1 2 3", "costs {1 2 3}")).unwrap());
    assert_eq!((model.objects(), model.object_name(2), model.bound()), (3, "w", 12.5));
    assert_eq!(model.cost(&[0, 1, 2]), Some(2.));
}

#[test]
fn cfn_maximization() {
    let text = "{problem: {name: m, mustbe: \">-5.0\"}, variables: {a: 2, b: 2}, functions: {\
        c: {scope: [], costs: [-6.0]}, a: {scope: [a], costs: [1.0, 0.5]},\
        ab: {scope: [a, b], costs: [-1.0, 0.5, -2.0, inf]}}}";
    let model = floating(cfn::read(text).unwrap());
    assert_eq!(Some(model.bound()), Some(5.));
    assert_eq!(model.cost(&[0, 1]), Some(6. - 1. - 0.5));
    assert_eq!(model.cost(&[1, 1]), Some(f64::INFINITY));
    let again = cfn::write(&AnyLabelModel::Real(model)).unwrap();
    assert!(again.contains("\"mustbe\": \"<5.0\"") || again.contains("\"mustbe\": \"<5\""), "{again}");
}

#[test]
fn cfn_both_ways() {
    for seed in 0..300 {
        let rng = &mut Rng::with_seed(seed);
        let mut before = random(rng, |rng| integer(rng, -15));
        if rng.bool() {
            before.set_bound(rng.i64(-30..60)).unwrap();
        }
        let text = cfn::write(&AnyLabelModel::Exact(before.clone())).unwrap();
        let _: serde_json::Value = serde_json::from_str(&text).unwrap();
        let after = exact(cfn::read(&text).unwrap());
        same_costs(&before, &after, &text);
        assert_eq!(after.has_label_names(0), before.has_label_names(0));

        let before = random(rng, real);
        let text = cfn::write(&AnyLabelModel::Real(before.clone())).unwrap();
        let after = floating(cfn::read(&text).unwrap());
        for labels in labellings(&before) {
            assert_eq!(before.cost(&labels), after.cost(&labels), "{seed} {labels:?}\n{text}");
        }
    }
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table of texts and their errors")]
fn cfn_errors() {
    let head = "{problem: {name: m, mustbe: <9}\nvariables: {a: 2, b: [x y]}\nfunctions: {\n";
    let rows = [
        ("f: {costs: [1]}", "4:5: found \"costs\", expected the field \"scope\""),
        ("f: {scope: [c]", "4:13: found \"c\", expected the name of a variable, or its number below 2"),
        ("f: {scope: [2]", "4:13: found \"2\", expected the name of a variable, or its number below 2"),
        ("f: {scope: [a 0]", "4:15: found \"0\", expected a variable that is not in the scope yet"),
        (
            "f: {scope: [a]}",
            "4:15: found \"}\", expected one of the fields \"defaultcost\", \"costs\" and \"type\"",
        ),
        ("f: {scope: [a] costs: [1]}", "4:25: found \"]\", expected cost 2 of 2, a decimal number or inf"),
        ("f: {scope: [a] costs: [1 2 3]}", "4:28: found \"3\", expected a closing bracket after 2 costs"),
        (
            "f: {scope: [a] costs: [1 NaN]}",
            "4:26: found \"NaN\", expected cost 2 of 2, a decimal number or inf",
        ),
        (
            "f: {scope: [a] costs: [1 -inf]}",
            "4:26: found \"-inf\", expected cost 2 of 2, a decimal number or inf",
        ),
        (
            "f: {scope: [a] costs: [1 1-2]}",
            "4:26: found \"1-2\", expected cost 2 of 2, a decimal number or inf",
        ),
        (
            "f: {scope: [a] defaultcost: 1 costs: [z 1]}",
            "4:39: found \"z\", expected a label of a: its name, or its number below 2",
        ),
        (
            "f: {scope: [b] defaultcost: 1 costs: [2 1]}",
            "4:39: found \"2\", expected a label of b: its name, or its number below 2",
        ),
        (
            "f: {scope: [b] defaultcost: 1 costs: [x]}",
            "4:40: found \"]\", expected the cost of a combination, a decimal number or inf",
        ),
        (
            "f: {scope: [b] defaultcost: 1 costs: g}",
            "4:38: found \"g\", expected a list of combinations and costs",
        ),
        (
            "f: {scope: [b] costs: g} }}",
            "4:23: found \"g\", expected the name of a function that has costs, for the same numbers of labels",
        ),
        (
            "f: {scope: [b] costs: [1 99999999999999999999]} }}",
            "4:26: found \"99999999999999999999\", expected a smaller number",
        ),
        ("f: {scope: [b] costs: [.5 1e999]} }}", "4:27: found \"1e999\", expected a smaller number"),
        (
            "f: {scope: [a b] type: sgcc",
            "4:24: found \"sgcc\", expected one of the types salldiff, salldiffdp, salldiffkp, walldiff, walldifferent; other types are not supported",
        ),
        (
            "f: {scope: [a b] type: salldiff params: {metric: var cost: 8}} }}",
            "4:60: found \"8\", expected a cost that forbids; smaller costs are not supported",
        ),
        ("f: {scope: [a] costs: [1 2]}", "4:29: found nothing, expected a function, or a closing bracket"),
        ("f: {scope: [a] costs: [1 2]} }} }", "4:33: found \"}\", expected the end of the text"),
        ("\"f", "4:1: found a quote, expected a closing quote"),
        ("\"\\q\"", "4:1: found \"\\\\q\", expected a text with valid JSON escapes"),
    ];
    for (tail, expected) in rows {
        refuses(LabelFormat::Cfn, &[(&format!("{head}{tail}"), expected)]);
    }
    refuses(
        LabelFormat::Cfn,
        &[
            ("", "1:1: found nothing, expected an opening bracket"),
            ("{problem: {name: m, mustbe: 9}", "1:29: found \"9\", expected a bound like \"<10\" or \">10\""),
            ("{problem: {name: m, mustbe: <}", "1:29: found \"<\", expected a bound like \"<10\" or \">10\""),
            (
                "{problem: {name: m, mustbe: <9} variables: {a: 2, a: 2}",
                "1:51: found \"a\", expected the name of another variable",
            ),
            (
                "{problem: {name: m, mustbe: <9} variables: {a: 0}",
                "1:48: found \"0\", expected a number of labels (1 or more), or a list of their names",
            ),
            (
                "{problem: {name: m, mustbe: <9} variables: {a: 1e9}",
                "1:48: found \"1e9\", expected a number of labels (1 or more), or a list of their names",
            ),
            (
                "{problem: {name: m, mustbe: <9} variables: {a: 9999999999}",
                "1:48: found 9999999999 labels or entries, expected at most 16780928 more for a text of this length",
            ),
            (
                "{problem: {name: m, mustbe: <9} variables: {a: []}",
                "1:48: found \"[\", expected a list of at least one label",
            ),
            (
                "{problem: {name: m, mustbe: <9} variables: {a: [b b]}",
                "1:51: found \"b\", expected the name of another label",
            ),
            (
                "{problem: {name: m, mustbe: <9} variables: {a: [b 1]}",
                "1:51: found \"1\", expected the name of a label, which does not begin like a number",
            ),
            (
                "{problem: {name: m, mustbe: <9} variables: {a: [b",
                "1:50: found nothing, expected the name of a label, or a closing bracket",
            ),
        ],
    );
}

#[test]
fn rules_of_puzzles() {
    let rules: [Rule; 2] = ["cage 5: r1c1 r1c2", "thermo: r2c1 r2c2 r2c3"].map(|rule| rule.parse().unwrap());
    let [cage, thermometer] = rules;
    let puzzle: Puzzle = "................".parse().unwrap();
    let puzzle = puzzle.with_rule(cage).with_rule(thermometer);
    let model = LabelModel::<i64>::of_puzzle(&puzzle);
    for &format in LabelFormat::ALL {
        let text = write_labels(&AnyLabelModel::Exact(model.clone()), format).unwrap();
        let after = floating(read(format, &text));
        let solution = [0, 3, 1, 2, 1, 2, 3, 0, 2, 1, 0, 3, 3, 0, 2, 1];
        assert_eq!(after.cost(&solution), Some(0.));
        for place in 0..16 {
            let mut labels = solution;
            labels[place] = (labels[place] + 1) % 4;
            assert!(after.cost(&labels).unwrap().forbids());
        }
        let mut rng = Rng::with_seed(1);
        for _ in 0..2000 {
            let labels: Vec<usize> = (0..16).map(|_| rng.usize(0..4)).collect();
            assert_eq!(model.cost(&labels).unwrap().forbids(), after.cost(&labels).unwrap().forbids());
        }
    }
}

#[test]
fn cut_and_mixed_texts_do_not_panic() {
    let texts = [
        CFN.to_owned(),
        uai::write(&random(&mut Rng::with_seed(7), real)).unwrap(),
        wcsp::write(&random(&mut Rng::with_seed(7), |rng| integer(rng, 0))).unwrap(),
    ];
    let mut rng = Rng::with_seed(8);
    for (text, &format) in texts.iter().zip([&LabelFormat::Cfn, &LabelFormat::Uai, &LabelFormat::Wcsp]) {
        for end in 0..text.len() {
            let _ = read_labels(&text[..end], format);
        }
        for _ in 0..3000 {
            let mut bytes = text.clone().into_bytes();
            for _ in 0..rng.usize(1..4) {
                let place = rng.usize(0..bytes.len());
                bytes[place] = *rng.choice(b"0123456789-. {}[]\",:\nx\xc3").unwrap_or(&b' ');
            }
            let text = String::from_utf8_lossy(&bytes);
            if let Ok(model) = read_labels(&text, format) {
                let _ = write_labels(&model, format);
            }
        }
    }
}
