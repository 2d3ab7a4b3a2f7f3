//! A connection: one task that reads messages, starts and ends jobs, and writes replies.

use std::future::pending;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::extract::ws::{Message as Frame, WebSocket, WebSocketUpgrade};
use axum::response::{IntoResponse, Response};
use serde_json::Number;
use tokio::sync::mpsc::{Receiver, channel};
use tokio::task::JoinHandle;
use tokio::time::{Instant, Interval, interval_at, timeout};

use super::answer::{self, Job, REPORT, SolverMemory};
use super::message::{self, Command, Message, Reply, Request};
use crate::refusal::Refusal;
use crate::state::App;
use crate::work::{CancelOnDrop, Interactive};

/// The maximum size of a message, in bytes.
const MOST_BYTES: usize = 4 << 20;

/// The number of reports that wait for their reader.
const WAITING: usize = 4;

/// Marks the requests of the port for the user script.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FPuzzlesPort;

/// Opens the socket.
pub(crate) fn answer(app: Arc<App>, socket: WebSocketUpgrade) -> Response {
    match app.work.interactive() {
        Ok(place) => {
            let socket = socket.max_message_size(MOST_BYTES).max_frame_size(MOST_BYTES);
            socket.on_upgrade(move |socket| {
                ScriptSocket { app, place, socket, running: None, next: None }.serve()
            })
        }
        Err(busy) => Refusal::from(busy).into_response(),
    }
}

/// A connection with its jobs.
struct ScriptSocket {
    app: Arc<App>,
    place: Interactive,
    socket: WebSocket,
    running: Option<RunningJob>,
    /// The request that starts when the running job has ended.
    next: Option<(Number, Request)>,
}

/// A job that runs.
struct RunningJob {
    nonce: Number,
    command: Command,
    /// Ends the job, at the latest when the connection is closed.
    cancel: CancelOnDrop,
    /// Whether a newer message has replaced the request. Nothing is sent for it then.
    is_replaced: bool,
    found: Arc<AtomicU64>,
    /// The number of solutions in the last report.
    reported: u64,
    clock: Interval,
    replies: Receiver<Reply>,
    handle: JoinHandle<(Result<Reply, String>, Box<SolverMemory>)>,
}

/// What a job reports.
enum Event {
    Reply(Reply),
    /// The job has ended. A job that panicked has no result.
    End(Option<(Result<Reply, String>, Box<SolverMemory>)>),
    /// It is time for a report.
    Tick,
}

impl RunningJob {
    /// Waits for the next report.
    async fn event(job: &mut Option<Self>) -> Event {
        let Some(job) = job else { return pending().await };
        tokio::select! {
            Some(reply) = job.replies.recv() => Event::Reply(reply),
            ended = &mut job.handle => Event::End(ended.ok()),
            _ = job.clock.tick() => Event::Tick,
        }
    }

    /// The number of solutions so far, if it is a count that has found further solutions.
    fn progress(&mut self) -> Option<Reply> {
        let found = self.found.load(Ordering::Relaxed);
        let is_new = self.command == Command::Count && found > self.reported;
        self.reported = found;
        is_new.then(|| Reply::count(found, true))
    }
}

impl ScriptSocket {
    /// Answers messages until the client closes the connection.
    async fn serve(mut self) {
        let mut memory = Some(Box::<SolverMemory>::default());
        loop {
            let is_open = tokio::select! {
                frame = self.socket.recv() => match frame {
                    Some(Ok(frame)) => self.receive(frame).await,
                    // The message is too large, or the client has left.
                    Some(Err(_)) | None => false,
                },
                event = RunningJob::event(&mut self.running) => self.report(event, &mut memory).await,
            };
            if !is_open {
                return;
            }
            if self.running.is_none()
                && let Some((nonce, request)) = self.next.take()
            {
                self.running = Some(self.start(nonce, request, memory.take().unwrap_or_default()));
            }
        }
    }

    /// Handles a message. Returns whether the connection is still open.
    async fn receive(&mut self, frame: Frame) -> bool {
        let text = match &frame {
            Frame::Text(text) => text.as_str(),
            Frame::Ping(_) | Frame::Pong(_) => return true,
            // The next call of `recv` completes the handshake that closes the connection.
            Frame::Binary(_) | Frame::Close(_) => "",
        };
        if let Some(job) = &mut self.running {
            job.cancel.0.cancel();
            job.is_replaced = true;
        }
        self.next = None;
        match message::read(text) {
            None => true,
            Some((nonce, Message::Cancel)) => self.send(Reply::canceled(), &nonce).await,
            Some((nonce, Message::Malformed(reason))) => self.send(Reply::invalid(&reason), &nonce).await,
            Some((nonce, Message::Request(request))) => {
                self.next = Some((nonce, request));
                true
            }
        }
    }

    /// Sends what a job reports. Returns whether the connection is still open.
    async fn report(&mut self, event: Event, memory: &mut Option<Box<SolverMemory>>) -> bool {
        let Some(mut job) = self.running.take() else { return true };
        let reply = match event {
            Event::Reply(reply) => Some(reply),
            Event::Tick => job.progress(),
            Event::End(ended) => {
                let (result, kept) = ended.unwrap_or_else(|| {
                    (Err("The request was not answered: internal error.".to_owned()), Box::default())
                });
                *memory = Some(kept);
                let reply = result.unwrap_or_else(|reason| Reply::invalid(&reason));
                return job.is_replaced || self.send(reply, &job.nonce).await;
            }
        };
        let is_open = match reply {
            Some(reply) if !job.is_replaced => self.send(reply, &job.nonce).await,
            _ => true,
        };
        self.running = Some(job);
        is_open
    }

    fn start(&self, nonce: Number, request: Request, mut memory: Box<SolverMemory>) -> RunningJob {
        let (sender, replies) = channel(WAITING);
        let (cancel, found) = (CancelOnDrop::default(), Arc::new(AtomicU64::new(0)));
        let job = Job {
            limits: self.app.config.limits,
            cancel: cancel.0.clone(),
            found: Arc::clone(&found),
            replies: sender,
        };
        let command = request.command;
        let handle = self.place.run(move || (answer::answer(&request, &job, &mut memory), memory));
        let clock = interval_at(Instant::now() + REPORT, REPORT);
        RunningJob { nonce, command, cancel, is_replaced: false, found, reported: 0, clock, replies, handle }
    }

    /// Sends a reply. Returns whether the connection is still open.
    async fn send(&mut self, reply: Reply, nonce: &Number) -> bool {
        let frame = Frame::Text(reply.text(nonce).into());
        matches!(timeout(self.app.config.limits.idle, self.socket.send(frame)).await, Ok(Ok(())))
    }
}
