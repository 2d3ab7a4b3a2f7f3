//! ISS strings as trees.

use std::collections::BTreeSet;

use arcdoku_exchange::iss::{Automaton, Class, Clause, Tokens, Tree};
use serde_json::Value;

use crate::data::{rows, shared, text};

fn clauses(trees: &[Tree], found: &mut Vec<Clause>) {
    for tree in trees {
        match tree {
            Tree::Clause(clause) => found.push(clause.clone()),
            Tree::All(trees) | Tree::Any(trees) => clauses(trees, found),
        }
    }
}

/// Whether a text is a string of classes and not a grid.
fn is_string(text: &str) -> bool {
    text.trim_start().starts_with('.') && text.contains('~')
}

#[test]
fn every_string_of_the_data_is_read() {
    let (mut read, mut automata) = (0, 0);
    for (file, field, table) in [("iss.jsonl", "input", "iss_nfa.json"), ("ctc.jsonl", "iss", "ctc_nfa.json")]
    {
        let table: Value = shared(table).map_or(Value::Null, |text| serde_json::from_str(&text).unwrap());
        for row in rows(file).iter().filter(|row| is_string(text(row, field))) {
            let id = text(row, "id");
            let tokens = Tokens::read(text(row, field)).unwrap_or_else(|error| panic!("{id}: {error}"));
            let mut all = Vec::new();
            clauses(&tokens.trees, &mut all);
            for clause in all.iter().filter(|clause| clause.class == Class::NFA) {
                let key = clause.argument(0);
                let automaton = Automaton::decode(key).unwrap_or_else(|error| panic!("{id}: {error}"));
                compare(&automaton, &table[key], key);
                automata += 1;
            }
            read += 1;
        }
    }
    println!("{read} strings, {automata} uses of automata");
}

fn numbers(value: &Value) -> BTreeSet<usize> {
    value.as_array().unwrap().iter().map(|number| number.as_u64().unwrap() as usize).collect()
}

fn compare(found: &Automaton, expected: &Value, key: &str) {
    if expected.is_null() {
        return;
    }
    let transitions: BTreeSet<(usize, usize, usize)> = expected["transitions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| {
            let number = |i: usize| row[i].as_u64().unwrap() as usize;
            (number(0), number(1), number(2))
        })
        .collect();
    // The data counts symbols up to the last that occurs in a transition.
    assert!(found.symbols as u64 >= expected["symbols"].as_u64().unwrap(), "{key}");
    assert_eq!(found.transitions.iter().copied().collect::<BTreeSet<_>>(), transitions, "{key}");
    assert_eq!(found.start.iter().copied().collect::<BTreeSet<_>>(), numbers(&expected["start"]), "{key}");
    assert_eq!(found.accept.iter().copied().collect::<BTreeSet<_>>(), numbers(&expected["accept"]), "{key}");
}

#[test]
fn every_automaton_of_the_data_is_read_and_written() {
    for table in ["iss_nfa.json", "ctc_nfa.json"] {
        let Some(text) = shared(table) else { continue };
        let table: Value = serde_json::from_str(&text).unwrap();
        for (key, expected) in table.as_object().unwrap() {
            let automaton = Automaton::decode(key).unwrap();
            compare(&automaton, expected, key);
            let again = Automaton::decode(&automaton.encode().unwrap()).unwrap();
            assert_eq!(again, automaton, "{key}");
        }
    }
}

/// Compares the lists of cells of a class with the description in the row, sorted.
#[test]
fn cells_match_the_data() {
    for row in rows("iss.jsonl").iter().filter(|row| is_string(text(row, "input"))) {
        let tokens = Tokens::read(text(row, "input")).unwrap();
        let mut all = Vec::new();
        clauses(&tokens.trees, &mut all);
        for class in
            [Class::Thermo, Class::Cage, Class::LittleKiller, Class::Quad, Class::Skyscraper, Class::NFA]
        {
            let mut expected: Vec<Vec<String>> = Vec::new();
            described(&row["constraints"], class.name(), &mut expected);
            let clauses = all.iter().filter(|clause| clause.class == class);
            let mut found: Vec<Vec<String>> = clauses
                .map(|clause| clause.cells().iter().map(|&cell| tokens.layout.name_of(cell)).collect())
                .collect();
            expected.sort();
            found.sort();
            assert_eq!(found, expected, "{} {}", text(row, "id"), class.name());
        }
    }
}

fn described(value: &Value, class: &str, found: &mut Vec<Vec<String>>) {
    for constraint in value.as_array().into_iter().flatten() {
        if constraint["type"] == class {
            let lists = match &constraint["segments"] {
                Value::Array(lists) => lists.clone(),
                _ => vec![constraint["cells"].clone()],
            };
            let cells = lists.iter().flat_map(|list| list.as_array().unwrap().clone());
            found.push(cells.map(|cell| cell.as_str().unwrap().to_owned()).collect());
        }
        described(&constraint["of"], class, found);
    }
}

#[test]
fn errors_have_a_place() {
    for (text, column) in [
        ("Cage~10~R1C1", 1),
        (".Cage~10~R1C1.Or.Cube~1.End", 18),
        (".Or.Cage~10~R1C1", 2),
        (".Cage~10~R1C1.End", 15),
        (".Thermo~R1C1~R0C1", 2),
        (".Shape~9", 2),
        (".Var~a~b~3", 2),
        (".Jigsaw~123", 2),
        (".Replicate~B.Thermo~R9C9~R1C1.End.Replicate~C.Thermo~R9C9~R1C1.End", 35),
    ] {
        let error = Tokens::read(text).unwrap_err();
        assert_eq!((error.line, error.column), (1, column), "{text}: {error}");
    }
}
