//! What a server listens to, and its limits.

use std::net::{IpAddr, Ipv4Addr};
use std::num::NonZeroUsize;
use std::time::Duration;

/// The sites whose pages may use a server on the same computer: the setters' tools.
pub const SITES: [&str; 8] = [
    "https://f-puzzles.com",
    "https://www.f-puzzles.com",
    "https://sudokupad.app",
    "https://www.sudokupad.app",
    "https://beta.sudokupad.app",
    "https://alpha.sudokupad.app",
    "https://app.crackingthecryptic.com",
    "https://test.crackingthecryptic.com",
];

/// The default port. Browsers store games per address, so the port is the same in every run.
pub const PORT: u16 = 7314;

/// The port to which the user script for f-puzzles connects.
pub const FPUZZLES_PORT: u16 = 4545;

/// What a server listens to, and its limits.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address.
    pub address: IpAddr,
    /// The port, or 0 for a free one. Without a port, [`PORT`] or a free one.
    pub port: Option<u16>,
    /// The port for the user script of f-puzzles, on this computer only; `None` for none.
    pub fpuzzles_port: Option<u16>,
    /// The names by which requests may reach the server, other than its addresses and `localhost`.
    pub hosts: Vec<String>,
    /// The origins whose pages may send requests, in addition to the server's own page.
    pub origins: Vec<String>,
    /// The token that requests must contain.
    pub token: Option<String>,
    /// The limits.
    pub limits: ServerLimits,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            address: Ipv4Addr::LOCALHOST.into(),
            port: None,
            fpuzzles_port: Some(FPUZZLES_PORT),
            hosts: Vec::new(),
            origins: SITES.map(str::to_owned).to_vec(),
            token: None,
            limits: ServerLimits::default(),
        }
    }
}

/// The maximum size of the other parts of a body that contains an image in base64, in bytes.
const ENVELOPE: usize = 4096;

/// The limits of requests. No request can raise them.
#[derive(Clone, Copy, Debug)]
pub struct ServerLimits {
    /// The maximum time for each puzzle, and for each question that is not about a stream of puzzles.
    pub time: Duration,
    /// The maximum number of nodes for each puzzle.
    pub nodes: Option<u64>,
    /// The maximum memory for tables of a question, in bytes.
    pub memory: u64,
    /// The maximum size of a body in bytes, except for images and streams of puzzles.
    pub body: usize,
    /// The maximum size of an image, in bytes.
    pub image: usize,
    /// The maximum number of lines in a stream of puzzles.
    pub puzzles: u64,
    /// The maximum number of concurrent long questions and images; also, separately, of concurrent streams.
    pub jobs: usize,
    /// The maximum number of long questions that wait for others to end.
    pub waiting: usize,
    /// The maximum number of open connections.
    pub connections: usize,
    /// The maximum time without a byte from a client that sends or receives.
    pub idle: Duration,
}

impl ServerLimits {
    /// The maximum size of a body that contains an image in base64, in bytes.
    pub(crate) fn image_text(&self) -> usize {
        self.body.max((self.image / 3).saturating_mul(4).saturating_add(ENVELOPE))
    }
}

impl Default for ServerLimits {
    fn default() -> Self {
        Self {
            time: Duration::from_secs(10),
            nodes: None,
            memory: 256_000_000,
            body: 1 << 20,
            image: 16_000_000,
            puzzles: 2_000_000,
            jobs: cores(),
            waiting: 64,
            connections: 4096,
            idle: Duration::from_secs(30),
        }
    }
}

/// The number of cores.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZeroUsize::get)
}
