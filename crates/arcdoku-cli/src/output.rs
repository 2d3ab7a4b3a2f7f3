//! The standard streams: colors, answers, and messages.

use std::fmt;
use std::io::{self, BufWriter, IsTerminal as _, StdoutLock, Write as _};
use std::sync::OnceLock;

use anstream::{AutoStream, ColorChoice};
use arcdoku_service::text::{BAD, paint};
use arcdoku_wire::escaped;

use crate::cli::Color;

static COLOR: OnceLock<Color> = OnceLock::new();

/// Sets the color choice of the command line. This must be called before anything is printed.
pub(crate) fn set_color(color: Color) {
    let _ = COLOR.set(color);
}

fn chosen(auto: impl FnOnce() -> ColorChoice) -> bool {
    match COLOR.get() {
        Some(Color::Always) => true,
        Some(Color::Never) => false,
        _ => !matches!(auto(), ColorChoice::Never),
    }
}

/// Whether standard output is colored.
pub(crate) fn is_colored() -> bool {
    chosen(|| AutoStream::choice(&io::stdout()))
}

/// Standard output, buffered.
pub(crate) type Out = BufWriter<StdoutLock<'static>>;

/// Standard output, buffered. There should be only one at a time.
pub(crate) fn stdout() -> Out {
    BufWriter::with_capacity(1 << 16, io::stdout().lock())
}

/// Whether standard output is a terminal.
pub(crate) fn is_terminal() -> bool {
    static IS_TERMINAL: OnceLock<bool> = OnceLock::new();
    *IS_TERMINAL.get_or_init(|| io::stdout().is_terminal())
}

/// A message on standard error. It is displayed as one line, with escaped control characters.
#[derive(Clone, Copy)]
pub(crate) enum Message<'a> {
    /// A line `error: ...`.
    Error(&'a str),
    /// A remark.
    Note(&'a str),
}

impl fmt::Display for Message<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Error(text) => {
                let colored = chosen(|| AutoStream::choice(&io::stderr()));
                write!(f, "{} {}", paint(colored, BAD, "error:"), escaped(text))
            }
            Self::Note(text) => f.write_str(&escaped(text)),
        }
    }
}

/// Prints a message on standard error. Failures are ignored, because the exit code still reports the result.
pub(crate) fn report(message: Message<'_>) {
    // The line is written in one call, so that lines of several programs do not mix.
    let _ = io::stderr().write_all(format!("{message}\n").as_bytes());
}

/// Prints a remark on standard error.
pub(crate) fn note(text: &str) {
    report(Message::Note(text));
}
