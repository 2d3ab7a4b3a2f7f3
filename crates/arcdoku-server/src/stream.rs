//! Streams: many puzzles in, many replies out, in constant memory; and the progress of one question as events.
//!
//! ```text
//!   body ──pump──> BodyReader ──run, on its own thread──> Lines ──> the body of the response
//! ```
//!
//! A closed connection drops the body of the response, which ends the run.

use std::io::{self, Read};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use arcdoku_service::ask::json::JsonRun;
use arcdoku_service::ask::layouts;
use arcdoku_service::input::{Input, Plan, Source};
use arcdoku_service::output::Output;
use arcdoku_service::status::Status;
use arcdoku_wire::JobProgress;
use arcdoku_wire::question::{QuestionRow, Subject};
use axum::body::Body;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::StreamExt as _;
use tokio::runtime::Handle;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::sync::oneshot;
use tokio::time::{sleep, timeout};
use tokio_stream::wrappers::ReceiverStream;

use crate::answer::{BoundQuestion, error_line, writes_errors};
use crate::config::{ServerLimits, cores};
use crate::connection::Client;
use crate::refusal::TIME_LIMIT;
use crate::work::{CancelOnDrop, Permit};

/// The size of a piece of a response, in bytes.
const PIECE: usize = 1 << 16;

/// The number of pieces that wait for their reader.
pub(crate) const WAITING: usize = 4;

/// The minimum time between two reports of progress.
const REPORT: Duration = Duration::from_millis(100);

/// The time between comments that keep a connection with events open.
const KEEP_ALIVE: Duration = Duration::from_secs(10);

/// The name of a stream in messages.
const NAME: &str = "body";

/// Answers a question about all puzzles of a body.
pub(crate) fn lines(
    asked: BoundQuestion,
    body: Body,
    permit: Permit,
    client: Client,
    limits: &ServerLimits,
) -> Response {
    let limits = *limits;
    let (sender, pieces) = channel(WAITING);
    let fault = Fault::default();
    let reader = BodyReader { pieces, piece: Bytes::new() };
    let (replies, receiver) = channel(WAITING);
    let guard = CancelOnDrop::default();
    let (cancel, row, handle) = (guard.0.clone(), asked.row, Handle::current());
    let (running, ended) = oneshot::channel::<()>();
    let (pump, flag) = (pump(body, sender, limits, Arc::clone(&fault)), cancel.clone());
    tokio::spawn(async move {
        let watched = async {
            pump.await;
            std::future::pending::<()>().await;
        };
        tokio::select! {
            () = watched => {}
            () = client.left() => flag.cancel(),
            // The run is over, so nobody reads the rest.
            _ = ended => {}
        }
    });
    if row.subject == Subject::Nothing {
        let (cancel, time) = (cancel.clone(), asked.time);
        tokio::spawn(async move {
            sleep(time).await;
            cancel.cancel();
        });
    }
    let job = permit.run(move || {
        let _running = running;
        let idle = limits.idle;
        let (buffer, last_error, is_empty) = (String::new(), None, true);
        let mut output = Lines { row, buffer, replies, handle, idle, last_error, is_empty };
        let input = input(row, reader);
        let run = JsonRun { input, threads: cores(), cancel: &cancel, output: &mut output };
        match asked.question.run(run) {
            Ok(Status::Interrupted) | Err(_) if output.replies.is_closed() => {}
            Ok(Status::Interrupted) => output.fault(TIME_LIMIT),
            Err(error) => output.fault(&error.to_string()),
            Ok(_) => output.end(&fault),
        }
        // If the client has disconnected, nobody reads the rest.
        let _ = output.flush();
    });
    // The result of the job is in its lines.
    drop(job);
    let stream = ReceiverStream::new(receiver).map(move |piece: Bytes| {
        let _guard = &guard;
        Ok::<_, io::Error>(piece)
    });
    let kind = if row.is_text() { "text/plain; charset=utf-8" } else { "application/x-ndjson" };
    ([("content-type", kind)], Body::from_stream(stream)).into_response()
}

fn input(row: &QuestionRow, reader: BodyReader) -> Input {
    let plan = Arc::new(Plan::default());
    let source = match row.subject {
        Subject::Nothing | Subject::Images => return Input { sources: Vec::new(), plan },
        Subject::Layouts => Source::reader(NAME, layouts::puzzles(reader)),
        Subject::Puzzles | Subject::Set => Source::reader(NAME, reader),
    };
    Input { sources: vec![source], plan }
}

/// Why the rest of a body was not read.
type Fault = Arc<Mutex<Option<String>>>;

/// Passes the pieces of a body on. A client that sends nothing for too long, or too many lines, ends the input.
async fn pump(body: Body, sender: Sender<io::Result<Bytes>>, limits: ServerLimits, fault: Fault) {
    let mut pieces = body.into_data_stream();
    let mut lines = 0;
    loop {
        let piece = match timeout(limits.idle, pieces.next()).await {
            Ok(None) => return,
            Ok(Some(Ok(mut piece))) => match end_of_line(&piece, &mut lines, limits.puzzles) {
                None => Ok(piece),
                Some(end) => {
                    // The lines within the limit are answered.
                    if sender.send(Ok(piece.split_to(end))).await.is_err() {
                        return;
                    }
                    Err(io::Error::other(format!("more than {} lines", limits.puzzles)))
                }
            },
            Ok(Some(Err(error))) => Err(io::Error::other(error)),
            Err(_) => Err(io::Error::other("no data from the client")),
        };
        let is_over = piece.is_err();
        if let Err(error) = &piece {
            *fault.lock().unwrap_or_else(PoisonError::into_inner) = Some(error.to_string());
        }
        if sender.send(piece).await.is_err() || is_over {
            return;
        }
    }
}

/// Counts the lines of a piece. Returns the end of the last line within the limit, if the piece has more.
fn end_of_line(piece: &[u8], lines: &mut u64, most: u64) -> Option<usize> {
    for end in memchr::memchr2_iter(b'\n', b'\r', piece) {
        if piece[end] == b'\r' && piece.get(end + 1) == Some(&b'\n') {
            continue;
        }
        *lines += 1;
        if *lines >= most && end + 1 < piece.len() {
            return Some(end + 1);
        }
    }
    None
}

/// Reads the pieces of a body on the thread of a run.
struct BodyReader {
    pieces: Receiver<io::Result<Bytes>>,
    piece: Bytes,
}

impl Read for BodyReader {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        while self.piece.is_empty() {
            match self.pieces.blocking_recv() {
                Some(piece) => self.piece = piece?,
                None => return Ok(0),
            }
        }
        let count = out.len().min(self.piece.len());
        out[..count].copy_from_slice(&self.piece.split_to(count));
        Ok(count)
    }
}

/// The output of a run as pieces of a response.
struct Lines {
    row: &'static QuestionRow,
    buffer: String,
    replies: Sender<Bytes>,
    handle: Handle,
    /// The maximum time that the client may take to read a piece.
    idle: Duration,
    /// The last error that is not a line, and whether there are no lines.
    last_error: Option<String>,
    is_empty: bool,
}

impl Lines {
    /// Writes why the rest of the body was not read, or why there is no reply at all.
    fn end(&mut self, fault: &Fault) {
        let fault = fault.lock().unwrap_or_else(PoisonError::into_inner).take();
        let without_reply = self.last_error.take().filter(|_| self.is_empty);
        if let Some(message) = fault.or(without_reply) {
            self.fault(&message);
        }
    }

    /// Writes an error as a line, because the status of the response is already sent.
    fn fault(&mut self, message: &str) {
        if self.row.is_text() {
            self.buffer.push_str("# ");
            self.buffer.push_str(&message.replace('\n', " "));
        } else {
            self.buffer.push_str(&error_line(message));
        }
        self.buffer.push('\n');
    }
}

impl Output for Lines {
    fn write(&mut self, text: &str) -> io::Result<()> {
        self.buffer.push_str(text);
        self.is_empty &= text.is_empty();
        if self.buffer.len() >= PIECE { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.buffer.is_empty() {
            return Ok(());
        }
        let piece = Bytes::from(std::mem::take(&mut self.buffer));
        let sent = self.handle.block_on(self.replies.send_timeout(piece, self.idle));
        sent.map_err(|_| io::ErrorKind::BrokenPipe.into())
    }

    fn error(&mut self, message: &str) {
        if self.row.is_text() || writes_errors(self.row) {
            self.fault(message);
        } else {
            self.last_error = Some(message.to_owned());
        }
    }

    fn note(&mut self, _: &str) {}
}

/// Answers a single question with events: its progress, and the reply.
pub(crate) fn events(asked: BoundQuestion, permit: Permit, client: Client) -> Response {
    let (sender, receiver) = channel::<Event>(WAITING);
    let event = |progress: &JobProgress| {
        let text = serde_json::to_string(progress).ok()?;
        Some(Event::default().event("progress").data(text))
    };
    let reporter = Reporter::new(sender.clone(), event);
    // The guard is part of the stream, which ends when the last sender is dropped, so it must not have the listener.
    let guard = CancelOnDrop::default();
    let cancel = guard.0.clone().with_listener(move |progress| reporter.report(progress));
    tokio::spawn(async move {
        let answer = Arc::new(asked).answer_long(permit, CancelOnDrop(cancel));
        let answer = tokio::select! {
            answer = answer => answer,
            () = client.left() => return,
        };
        let event = match answer {
            Ok(reply) => Event::default().event("reply").data(reply),
            Err(refusal) => Event::default().event("error").data(refusal.json().to_string()),
        };
        // If the client has disconnected, nobody reads the reply.
        let _ = sender.send(event).await;
    });
    let stream = ReceiverStream::new(receiver).map(move |event| {
        let _guard = &guard;
        Ok::<_, io::Error>(event)
    });
    Sse::new(stream).keep_alive(KeepAlive::new().interval(KEEP_ALIVE)).into_response()
}

/// Sends the progress of a question, at most once per [`REPORT`].
pub(crate) struct Reporter<T> {
    state: Mutex<(JobProgress, Option<Instant>)>,
    sender: Sender<T>,
    /// Makes a report.
    report: fn(&JobProgress) -> Option<T>,
}

impl<T> Reporter<T> {
    pub(crate) fn new(sender: Sender<T>, report: fn(&JobProgress) -> Option<T>) -> Self {
        Self { state: Mutex::default(), sender, report }
    }

    pub(crate) fn report(&self, progress: arcdoku::puzzle::WorkProgress) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let (known, last) = &mut *state;
        if !known.note(progress) || last.is_some_and(|last| last.elapsed() < REPORT) {
            return;
        }
        *last = Some(Instant::now());
        if let Some(report) = (self.report)(known) {
            // A report that nobody has read yet is followed by others.
            let _ = self.sender.try_send(report);
        }
    }
}
