//! The options of `serve` and `mcp`.

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use arcdoku_wire::question::{Bytes, OptionValue};
use clap::Args;
use clap::builder::TypedValueParser;

use super::choice;
use crate::status;

arcdoku::choices! {
    /// How requests are logged.
    pub(crate) enum LogFormat {
        /// One line of text per request
        Text = "text",
        /// One line of JSON per request
        Json = "json",
        /// Not at all
        Off = "off",
    }
}

#[derive(Debug, Args)]
#[command(after_long_help = format!("{HELP}\n{}", status::codes(&CODES)))]
pub(crate) struct Serve {
    /// Open the page in a browser
    #[arg(long)]
    pub(crate) open: bool,
    /// Address to listen to
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1", help_heading = "Network")]
    pub(crate) bind: IpAddr,
    /// Port, or 0 for a free one; browsers store games per port [default: 7314, or a free one if 7314 is in
    /// use]
    #[arg(long, value_name = "PORT", help_heading = "Network")]
    pub(crate) port: Option<u16>,
    /// Port for the solver script of f-puzzles, on this computer only; 0 for none
    #[arg(long, value_name = "PORT", default_value_t = 4545, help_heading = "Network")]
    pub(crate) fpuzzles_port: u16,
    /// A name of the server, such as sudoku.example.org (repeatable)
    #[arg(long, value_name = "NAME", value_parser = host, help_heading = "Network")]
    pub(crate) host: Vec<String>,
    /// Origin of pages that may use the server, in addition to the pages of setters' sites (repeatable)
    #[arg(long, value_name = "URL", value_parser = origin, help_heading = "Network")]
    pub(crate) origin: Vec<String>,
    /// File with a token that requests of the API must contain
    #[arg(long, value_name = "FILE", help_heading = "Network")]
    pub(crate) token_file: Option<PathBuf>,
    /// Log of requests on standard error
    #[arg(long, default_value = "off", value_parser = choice::<LogFormat>())]
    pub(crate) log: LogFormat,
    #[command(flatten)]
    pub(crate) limits: ServeLimits,
}

/// The limits of requests.
#[derive(Debug, Args)]
#[command(next_help_heading = "Limits")]
#[expect(clippy::struct_field_names, reason = "the names of the options")]
pub(crate) struct ServeLimits {
    /// Maximum time per puzzle
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = value::<Duration>("a time such as 10s or 200ms"))]
    pub(crate) max_time: Duration,
    /// Maximum number of nodes per puzzle [default: no limit]
    #[arg(long, value_name = "N")]
    pub(crate) max_nodes: Option<u64>,
    /// Maximum size of the tables of `label`
    #[arg(long, value_name = "BYTES", default_value = "256M", value_parser = value::<Bytes>("a number of bytes, such as 500M"))]
    pub(crate) max_memory: Bytes,
    /// Maximum size of the body of a single question, other than an image
    #[arg(long, value_name = "BYTES", default_value = "1M", value_parser = value::<Bytes>("a number of bytes, such as 500k"))]
    pub(crate) max_body: Bytes,
    /// Maximum size of an image
    #[arg(long, value_name = "BYTES", default_value = "16M", value_parser = value::<Bytes>("a number of bytes, such as 8M"))]
    pub(crate) max_image: Bytes,
    /// Maximum number of lines in a stream of puzzles
    #[arg(long, value_name = "N", default_value_t = 2_000_000)]
    pub(crate) max_lines: u64,
    /// Maximum number of concurrent long questions and images; also, separately, of concurrent streams
    /// [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) max_jobs: Option<u16>,
    /// Maximum number of long questions that wait
    #[arg(long, value_name = "N", default_value_t = 64)]
    pub(crate) max_waiting: u16,
    /// Maximum number of open connections
    #[arg(long, value_name = "N", default_value_t = 4096, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) max_connections: u32,
}

/// Reads the name of a server.
fn host(text: &str) -> Result<String, &'static str> {
    let is_name = !text.is_empty() && !text.contains(['/', ' ', ',']);
    is_name.then(|| text.to_owned()).ok_or("expected a name such as sudoku.example.org")
}

/// Reads the origin of pages.
fn origin(text: &str) -> Result<String, &'static str> {
    let name = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://")).unwrap_or_default();
    let origin = host(name.trim_end_matches('/')).map(|_| text.to_owned());
    origin.map_err(|_| "expected an origin such as https://sudoku.example.org")
}

/// A parser for the values of options of questions.
fn value<T: OptionValue + Clone + Send + Sync + 'static>(
    expected: &'static str,
) -> impl TypedValueParser<Value = T> {
    clap::builder::StringValueParser::new()
        .try_map(move |text| T::read(&text.into()).map_err(|_| format!("expected {expected}")))
}

const CODES: [(u8, &str); 4] = [
    (0, "ended by Ctrl-C or SIGTERM"),
    (2, "the command line is wrong, or this program was built without the server"),
    (3, "the token file cannot be read"),
    (5, "a port cannot be used"),
];

const HELP: &str = "\
Serves to this computer only, unless --bind is given: the page at /, the HTTP API at /api, tools for
agents at /mcp, and the solver script of f-puzzles at port 4545. See docs/serve.md.

Examples:
  arcdoku serve --open
  arcdoku serve --port 8000 --log text
  arcdoku serve --bind 0.0.0.0 --host sudoku.example.org --token-file token
";

#[derive(Debug, Args)]
#[command(after_long_help = "\
The agent starts the program and uses its standard input and output. `arcdoku serve` has the same
tools at /mcp. See docs/serve.md.

Examples:
  arcdoku mcp
  arcdoku mcp --max-time 1m --max-jobs 1
  npx @modelcontextprotocol/inspector --cli arcdoku mcp --method tools/list")]
pub(crate) struct Mcp {
    #[command(flatten)]
    pub(crate) limits: ServeLimits,
}
