//! A client that sends requests over one connection, and a server with a constant reply.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use axum::Router;
use axum::routing::post;

/// The program as a server.
pub(crate) struct Program {
    child: Child,
    pub(crate) address: SocketAddr,
}

impl Program {
    /// Starts the program on a free port.
    pub(crate) fn start(program: &Path) -> Result<Self, String> {
        let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", program.display());
        let mut child = Command::new(program)
            .args(["serve", "--port", "0", "--fpuzzles-port", "0"])
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| failed(&error))?;
        let mut line = String::new();
        let out = child.stdout.take().ok_or("no output")?;
        BufReader::new(out).read_line(&mut line).map_err(|error| failed(&error))?;
        let address = line.trim().trim_start_matches("http://").trim_end_matches('/');
        let address = address.parse().map_err(|_| failed(&format!("found the address {line:?}")))?;
        Ok(Self { child, address })
    }

    /// The number of open files.
    pub(crate) fn files(&self) -> usize {
        std::fs::read_dir(format!("/proc/{}/fd", self.child.id())).map_or(0, Iterator::count)
    }

    /// The memory in use, in KiB.
    pub(crate) fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0)
    }

    /// The number of requests and jobs of the server, without the request for this number.
    pub(crate) fn active(&self) -> io::Result<i64> {
        let mut connection = Connection::open(self.address)?;
        let (_, body) = connection.ask("GET", "/metrics", "text/plain", "")?;
        let line = body.lines().find_map(|line| line.strip_prefix("arcdoku_jobs "));
        Ok(line.and_then(|count| count.parse::<i64>().ok()).unwrap_or(0) - 1)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // The program may have ended before.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A connection that is kept open.
pub(crate) struct Connection {
    reader: BufReader<TcpStream>,
    address: SocketAddr,
    line: String,
}

impl Connection {
    pub(crate) fn open(address: SocketAddr) -> io::Result<Self> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(Duration::from_mins(1)))?;
        Ok(Self { reader: BufReader::new(stream), address, line: String::new() })
    }

    /// Sends a request without waiting for its response.
    pub(crate) fn send(&mut self, method: &str, path: &str, kind: &str, body: &str) -> io::Result<()> {
        let (address, length) = (self.address, body.len());
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {address}\r\ncontent-type: {kind}\r\ncontent-length: {length}\r\n\r\n{body}"
        );
        self.reader.get_mut().write_all(request.as_bytes())
    }

    /// Sends a request, and returns the status and the body of the response, which must have a length.
    pub(crate) fn ask(
        &mut self,
        method: &str,
        path: &str,
        kind: &str,
        body: &str,
    ) -> io::Result<(u16, String)> {
        self.send(method, path, kind, body)?;
        let (mut status, mut length) = (0, 0);
        loop {
            self.line.clear();
            if self.reader.read_line(&mut self.line)? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            let line = self.line.trim_end();
            if let Some(rest) = line.strip_prefix("HTTP/1.1 ") {
                status = rest.get(..3).and_then(|status| status.parse().ok()).unwrap_or(0);
            } else if let Some(text) = line.strip_prefix("content-length: ") {
                length = text.parse().unwrap_or(0);
            } else if line.is_empty() {
                break;
            }
        }
        let mut body = vec![0; length];
        self.reader.read_exact(&mut body)?;
        Ok((status, String::from_utf8_lossy(&body).into_owned()))
    }

    /// Reads up to this number of bytes of a response. Returns whether there is more.
    pub(crate) fn read_some(&mut self, count: usize) -> io::Result<bool> {
        let mut some = vec![0; count];
        self.reader.read(&mut some).map(|read| read > 0)
    }
}

/// Starts a server of the same crates that answers every question with this reply, on threads of this process.
pub(crate) fn constant(reply: String) -> Result<SocketAddr, String> {
    let (sender, receiver) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        runtime.block_on(async {
            let answer =
                move |_: String| async move { ([("content-type", "application/json")], reply.clone()) };
            let router = Router::new().route("/api/v1/solve", post(answer));
            let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
            // The receiver waits for the address.
            let _ = sender.send(listener.local_addr()?);
            axum::serve(
                axum::serve::ListenerExt::tap_io(listener, |stream| {
                    let _ = stream.set_nodelay(true);
                }),
                router,
            )
            .await
        })
    });
    receiver.recv().map_err(|_| "the constant server does not start".to_owned())
}
