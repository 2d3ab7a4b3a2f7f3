//! A server on a free port, and a client.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use arcdoku_server::{Config, Server};
use arcdoku_service::cancel::Cancel;
use serde_json::Value;

/// A puzzle with one solution.
pub(crate) const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// A photo of a puzzle.
pub(crate) const PHOTO: &[u8] = include_bytes!("../../../arcdoku-cli/tests/inputs/shadow.jpg");

/// A question that takes longer than any test: all solutions of the empty grid.
pub(crate) const ENDLESS: &str = r#"{"puzzle":".................................................................................","count":"all"}"#;

pub(crate) const JSON: &str = "content-type: application/json\r\n";
pub(crate) const TEXT: &str = "content-type: text/plain\r\n";

/// A server that ends with its value.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    stop: Cancel,
    thread: Option<JoinHandle<()>>,
}

/// Starts a server on a free port.
pub(crate) fn start(change: impl FnOnce(&mut Config)) -> Running {
    let mut config = Config { port: Some(0), fpuzzles_port: None, ..Config::default() };
    change(&mut config);
    let server = Server::listen(config).expect("a free port");
    let (address, stop) = (server.address(), Cancel::default());
    let flag = stop.clone();
    let thread = Some(thread::spawn(move || server.run(&flag)));
    Running { address, stop, thread }
}

impl Running {
    /// Sends a request, and returns the response.
    pub(crate) fn ask(
        &self,
        method: &str,
        path: &str,
        headers: &str,
        body: &(impl AsRef<[u8]> + ?Sized),
    ) -> Response {
        let mut stream = self.send(method, path, headers, body);
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).expect("a response");
        Response::of(&bytes)
    }

    /// Sends a request.
    pub(crate) fn send(
        &self,
        method: &str,
        path: &str,
        headers: &str,
        body: &(impl AsRef<[u8]> + ?Sized),
    ) -> TcpStream {
        let body = body.as_ref();
        let mut stream = TcpStream::connect(self.address).expect("a connection");
        let host =
            if headers.starts_with("host:") { String::new() } else { format!("host: {}\r\n", self.address) };
        let length = body.len();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\n{host}{headers}content-length: {length}\r\nconnection: close\r\n\r\n"
        )
        .expect("a head");
        stream.write_all(body).expect("a body");
        stream
    }

    /// Sends the head of a request. The connection ends after the response.
    pub(crate) fn open(&self, path: &str, headers: &str) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).expect("a connection");
        let address = self.address;
        write!(stream, "POST {path} HTTP/1.1\r\nhost: {address}\r\n{headers}connection: close\r\n\r\n")
            .expect("a head");
        stream
    }

    /// Sends a request, whose body may be larger than what the server reads.
    pub(crate) fn begin(&self, path: &str, headers: &str, body: &str) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).expect("a connection");
        let (address, length) = (self.address, body.len());
        write!(
            stream,
            "POST {path} HTTP/1.1\r\nhost: {address}\r\n{headers}content-length: {length}\r\n\r\n"
        )
        .expect("a head");
        stream.set_write_timeout(Some(Duration::from_millis(200))).expect("an option");
        // The rest is not sent.
        let _ = stream.write_all(body.as_bytes());
        stream
    }

    /// The reply to a question.
    pub(crate) fn reply(&self, question: &str, body: &str) -> Value {
        let response = self.ask("POST", &format!("/api/v1/{question}"), JSON, body);
        assert_eq!(response.status, 200, "{question}: {}", response.body);
        response.json()
    }

    /// The number of requests and jobs, except for the request for this number.
    pub(crate) fn active(&self) -> i64 {
        self.count("arcdoku_jobs ") - 1
    }

    /// A count of the server.
    pub(crate) fn count(&self, name: &str) -> i64 {
        let text = self.ask("GET", "/metrics", "", "").body;
        let line = text.lines().find_map(|line| line.strip_prefix(name));
        line.and_then(|count| count.parse::<i64>().ok()).expect("a number")
    }

    /// Waits until the server has this number of requests and jobs.
    pub(crate) fn wait_for(&self, active: i64) {
        let start = Instant::now();
        while self.active() != active {
            assert!(start.elapsed() < Duration::from_secs(30), "{} requests and jobs", self.active());
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Ends the server.
    pub(crate) fn stop(&mut self) {
        self.stop.cancel();
        if let Some(thread) = self.thread.take() {
            thread.join().expect("the server ends");
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop();
    }
}

/// A response.
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Response {
    fn of(bytes: &[u8]) -> Self {
        let text = String::from_utf8_lossy(bytes);
        let (head, body) = text.split_once("\r\n\r\n").expect("a head");
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        let is_chunked = head.contains("transfer-encoding: chunked");
        let body = if is_chunked { unchunked(body) } else { body.to_owned() };
        Self { status, head: head.to_owned(), body }
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    /// The body as lines of JSON.
    pub(crate) fn lines(&self) -> Vec<Value> {
        self.body.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    }
}

/// The content of a body in chunks.
fn unchunked(body: &str) -> String {
    let (mut reader, mut out) = (BufReader::new(body.as_bytes()), Vec::new());
    loop {
        let mut size = String::new();
        reader.read_line(&mut size).expect("a size");
        let Ok(size @ 1..) = usize::from_str_radix(size.trim(), 16) else { break };
        let mut chunk = vec![0; size + 2];
        reader.read_exact(&mut chunk).expect("a chunk");
        out.extend_from_slice(&chunk[..size]);
    }
    String::from_utf8(out).expect("text")
}
