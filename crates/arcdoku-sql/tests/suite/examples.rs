//! The examples in the documentation have the documented values.

use arcdoku_sql::SudokuFunction;
use datafusion::logical_expr::ScalarUDFImpl as _;

use crate::values;

#[tokio::test]
async fn examples_have_their_values() {
    let mut wrong = String::new();
    for function in SudokuFunction::all() {
        assert!(!function.examples().is_empty(), "{} has an example", function.name());
        for (sql, expected) in function.examples() {
            let found = values(&format!("SELECT {sql}")).await;
            if found != [*expected] {
                wrong += &format!("{sql}\n  found    {}\n  expected {expected}\n", found.join(" "));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn all_functions_are_documented() {
    for function in SudokuFunction::all() {
        let documentation = function.documentation().expect("documentation");
        assert!(documentation.syntax_example.starts_with(function.name()));
        assert!(documentation.description.ends_with('.'), "{}", function.name());
        assert!(documentation.arguments.as_ref().is_some_and(|all| !all.is_empty()), "{}", function.name());
    }
}
