//! Errors of the engine as one sentence. The error of a task arrives as text, in which values of the engine's types are
//! nested.

use datafusion::error::DataFusionError;

/// The cause of an error, in one line.
pub(crate) fn sentence(error: &DataFusionError) -> String {
    shorten(&error.strip_backtrace())
}

fn shorten(text: &str) -> String {
    let text = text.split("\nThis issue was likely caused by a bug").next().unwrap_or(text);
    // The cause of an error is more useful than the place where it was found.
    let text = text.rsplit("\ncaused by\n").next().unwrap_or(text);
    if ["h2 protocol error", "tonic::transport::Error", "transport error"]
        .iter()
        .any(|lost| text.contains(lost))
    {
        let who = if text.contains("Task failed due to ") { "an executor" } else { "the scheduler" };
        return format!("{who} does not answer any more");
    }
    let (place, text) = match text.split_once("Task failed due to ") {
        Some((_, task)) => ("an executor", innermost(task)),
        None => match text.split_once(" failed: ") {
            Some((head, rest)) if head.starts_with("Execution error: Job ") => {
                ("the scheduler", rest.to_owned())
            }
            _ => ("", text.to_owned()),
        },
    };
    let text = text.trim_start_matches("DataFusion error: ").trim_start_matches("Job failed due to ");
    if let Some((_, rest)) = text.split_once("for path ")
        && let Some((path, _)) = rest.split_once(": not in a folder of --root")
    {
        let place = if place.is_empty() { "this process" } else { place };
        return format!("/{path}: not in a folder of --root of {place}");
    }
    let line = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("; ");
    if place == "an executor" { format!("at an executor: {line}") } else { line }
}

/// The text in a value such as `External(Execution("text"))`, or its innermost name.
fn innermost(value: &str) -> String {
    let Some((_, quoted)) = value.split_once('"') else {
        let names = value.rsplit('(').next().unwrap_or(value);
        return names.trim_end_matches([')', '\n', ' ']).to_owned();
    };
    let mut text = String::new();
    let mut letters = quoted.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '"' => break,
            '\\' => match letters.next() {
                Some('n') => text.push('\n'),
                Some(other) => text.push(other),
                None => break,
            },
            _ => text.push(letter),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::shorten;

    #[test]
    fn errors_are_one_sentence() {
        for (text, expected) in [
            ("Error during planning: table 'a' not found", "Error during planning: table 'a' not found"),
            (
                "Internal error: No store.\nThis issue was likely caused by a bug in DataFusion's code. Please",
                "Internal error: No store.",
            ),
            (
                "Optimizer rule 'a' failed\ncaused by\nArrow error: Cast error: b",
                "Arrow error: Cast error: b",
            ),
            (
                "Execution error: Job 0 failed: Job failed due to stage 0 failed: Task failed due to runtime execution \
                 error: DataFusionError(Shared(External(ArrowError(DivideByZero))))\n",
                "at an executor: DivideByZero",
            ),
            (
                "Execution error: Job 0 failed: Job failed due to stage 0 failed: Task failed due to runtime execution \
                 error: DataFusionError(Shared(Execution(\"f(\\\"a\\\"): no\")))",
                "at an executor: f(\"a\"): no",
            ),
            (
                "Execution error: Job 0 failed: DataFusion error: Object Store error: The operation lacked the \
                 necessary privileges to complete for path a/b.csv: not in a folder of --root",
                "/a/b.csv: not in a folder of --root of the scheduler",
            ),
            (
                "Execution error: Job 0 failed: Job failed due to stage 0 failed: Task failed due to runtime execution \
                 error: A(B(\"Failed: lacked the privileges to complete for path a/b: not in a folder of --root\"))",
                "/a/b: not in a folder of --root of an executor",
            ),
            (
                "Execution error: code: 'Unknown error', message: \"h2 protocol error: error reading\", source: b",
                "the scheduler does not answer any more",
            ),
            (
                "Execution error: Job 0 failed: Task failed due to runtime execution error: A(\"h2 protocol error\")",
                "an executor does not answer any more",
            ),
            ("Execution error: Task failed due to \"a", "at an executor: a"),
        ] {
            assert_eq!(shorten(text), expected);
        }
    }
}
