//! The "zipped" JSON of `SudokuPad`: single quotes, bare keys, shortened keys, elided empty objects.

use serde_json::{Map, Number, Value};

/// Short and full keys.
const KEYS: &[(&str, &str)] = &[
    ("c", "color"),
    ("ca", "cages"),
    ("ct", "center"),
    ("c1", "borderColor"),
    ("c2", "backgroundColor"),
    ("ce", "cells"),
    ("cs", "cellSize"),
    ("a", "arrows"),
    ("o", "overlays"),
    ("u", "underlays"),
    ("w", "width"),
    ("h", "height"),
    ("v", "value"),
    ("vd", "videos"),
    ("l", "lines"),
    ("r", "rounded"),
    ("re", "regions"),
    ("fs", "fontSize"),
    ("th", "thickness"),
    ("hl", "headLength"),
    ("wp", "wayPoints"),
    ("t", "title"),
    ("te", "text"),
    ("d", "duration"),
    ("d2", "d"),
];

/// The greatest depth of nested values.
const DEEPEST: usize = 64;

/// Reads zipped JSON; `None` if the text is not zipped JSON.
pub(crate) fn read(text: &str) -> Option<Value> {
    let mut reader = Reader { text, at: 0 };
    let value = reader.value(0)?;
    reader.rest().is_empty().then_some(value)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    /// The unread text, without blanks at its beginning.
    fn rest(&self) -> &'a str {
        self.text[self.at..].trim_start()
    }

    fn take(&mut self, c: char) -> bool {
        let rest = self.rest().strip_prefix(c);
        self.at = rest.map_or(self.at, |rest| self.text.len() - rest.len());
        rest.is_some()
    }

    /// A word up to a separator.
    fn word(&mut self) -> &'a str {
        let rest = &self.text[self.at..];
        let word = &rest[..rest.find([',', ':', ']', '}']).unwrap_or(rest.len())];
        self.at += word.len();
        word.trim()
    }

    fn string(&mut self, quote: char) -> Option<String> {
        let mut text = String::new();
        let mut symbols = self.text[self.at..].char_indices();
        while let Some((at, c)) = symbols.next() {
            match c {
                _ if c == quote => {
                    self.at += at + c.len_utf8();
                    return Some(text);
                }
                '\\' => match symbols.next()?.1 {
                    'n' => text.push('\n'),
                    't' => text.push('\t'),
                    'r' => text.push('\r'),
                    'b' => text.push('\u{8}'),
                    'f' => text.push('\u{c}'),
                    'u' => {
                        let code: String = (0..4).filter_map(|_| symbols.next().map(|(_, c)| c)).collect();
                        text.push(char::from_u32(u32::from_str_radix(&code, 16).ok()?).unwrap_or('\u{fffd}'));
                    }
                    c => text.push(c),
                },
                c => text.push(c),
            }
        }
        None
    }

    fn value(&mut self, depth: usize) -> Option<Value> {
        if depth > DEEPEST {
            return None;
        }
        if self.take('{') {
            return self.object(depth);
        }
        if self.take('[') {
            return self.list(depth);
        }
        for quote in ['\'', '"'] {
            if self.take(quote) {
                return self.string(quote).map(Value::String);
            }
        }
        Some(match self.word() {
            // Lists leave empty objects out, so nothing between two commas is an empty object.
            "" => Value::Object(Map::new()),
            "t" | "true" => Value::Bool(true),
            "f" | "false" => Value::Bool(false),
            "null" => Value::Null,
            "#0" => Value::String("#000000".to_owned()),
            "#F" => Value::String("#FFFFFF".to_owned()),
            word => match word.parse::<i64>() {
                Ok(number) => Value::Number(number.into()),
                Err(_) => match word.parse::<f64>().ok().and_then(Number::from_f64) {
                    Some(number) => Value::Number(number),
                    None => Value::String(word.to_owned()),
                },
            },
        })
    }

    fn object(&mut self, depth: usize) -> Option<Value> {
        let mut object = Map::new();
        while !self.take('}') {
            let key = if self.take('\'') {
                self.string('\'')?
            } else if self.take('"') {
                self.string('"')?
            } else {
                self.word().to_owned()
            };
            if !self.take(':') {
                return None;
            }
            let full = KEYS.iter().find(|(short, _)| *short == key).map_or(key.as_str(), |(_, full)| full);
            let value = self.value(depth + 1)?;
            object.insert(full.to_owned(), value);
            if !self.take(',') && !self.rest().starts_with('}') {
                return None;
            }
        }
        Some(Value::Object(object))
    }

    fn list(&mut self, depth: usize) -> Option<Value> {
        let mut list = Vec::new();
        // `[]` is an empty list, and does not contain one omitted empty object: cages without cells are texts, and a
        // list of lines may be empty.
        if self.take(']') {
            return Some(Value::Array(list));
        }
        loop {
            list.push(self.value(depth + 1)?);
            if self.take(']') {
                return Some(Value::Array(list));
            }
            if !self.take(',') {
                return None;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::read;
    use serde_json::json;

    #[test]
    fn omitted_objects_are_restored() {
        let text = "{cs:50,ce:[[,{v:5},],[,,]],re:[[[0,0],[0,1]]],ca:[{v:'title: It\\'s',ce:[]}],l:[{c:#F,th:2.5,d2:t}]}";
        let expected = json!({
            "cellSize": 50,
            "cells": [[{}, {"value": 5}, {}], [{}, {}, {}]],
            "regions": [[[0, 0], [0, 1]]],
            "cages": [{"value": "title: It's", "cells": []}],
            "lines": [{"color": "#FFFFFF", "thickness": 2.5, "d": true}],
        });
        assert_eq!(read(text), Some(expected));
        let spaced = " { cs : 50 ,\n ce : [ [ , { v : 5 } ] ] , l : [ ] } ";
        assert_eq!(read(spaced), Some(json!({"cellSize": 50, "cells": [[{}, {"value": 5}]], "lines": []})));
        for text in ["", "{", "[1", "{a}", "{a:1]", "[1]x", &"[".repeat(1000)] {
            assert!(read(text).is_none() || text.is_empty(), "{text}");
        }
    }
}
