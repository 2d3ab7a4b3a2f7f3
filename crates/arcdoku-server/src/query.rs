//! Options in the query of an address: `?count=all&strategy=learning`.

use arcdoku_wire::question::{OptionError, OptionKind, QuestionRow};
use axum::extract::Query;
use axum::http::Uri;
use serde_json::{Map, Value};

use crate::refusal::Refusal;

/// Adds the options of a query. An option must not be in both.
pub(crate) fn add_options(
    row: &QuestionRow,
    query: &str,
    options: &mut Map<String, Value>,
) -> Result<(), Refusal> {
    for (name, value) in self::options(row, query)? {
        if options.get(&name).is_some_and(|value| !value.is_null()) {
            return Err(
                OptionError::new(&name, "found it in the body and in the query, expected it once").into()
            );
        }
        options.insert(name, value);
    }
    Ok(())
}

/// The options of a query. A flag has no value, `true` or `false`; lists are separated by commas or repeated.
pub(crate) fn options(row: &QuestionRow, query: &str) -> Result<Map<String, Value>, Refusal> {
    let mut options = Map::new();
    let malformed = |message: String| Refusal::unprocessable("option", format!("the query: {message}"));
    let uri: Uri = format!("/?{query}").parse().map_err(|error| malformed(format!("{error}")))?;
    let Query(pairs) =
        Query::<Vec<(String, String)>>::try_from_uri(&uri).map_err(|error| malformed(error.to_string()))?;
    for (name, text) in pairs {
        let option = row.options().find(|option| option.name == name);
        let option = option.ok_or_else(|| OptionError::unknown(&name, row))?;
        let value = match option.kind {
            OptionKind::Flag => match text.as_str() {
                "" | "true" => true.into(),
                "false" => false.into(),
                _ => text.into(),
            },
            OptionKind::Lines | OptionKind::List(_) => {
                let texts: Vec<Value> = match option.kind {
                    // Parts of strategies are separated by commas.
                    OptionKind::List(of) if !matches!(of, OptionKind::Strategy) => {
                        text.split(',').map(Value::from).collect()
                    }
                    _ => vec![text.into()],
                };
                match options.get_mut(&name) {
                    Some(Value::Array(all)) => {
                        all.extend(texts);
                        continue;
                    }
                    _ => texts.into(),
                }
            }
            // Structured values are JSON.
            OptionKind::Other(..) | OptionKind::Range | OptionKind::Scale(_) => {
                serde_json::from_str(&text).unwrap_or_else(|_| text.into())
            }
            _ => text.into(),
        };
        if options.insert(name.clone(), value).is_some() {
            return Err(OptionError::new(&name, "found it twice, expected it once").into());
        }
    }
    Ok(options)
}
