//! What all requests share.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use arcdoku_service::cancel::Cancel;
use arcdoku_wire::question::Subject;
use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use futures_util::StreamExt as _;
use tokio::time::{sleep, timeout};

use crate::config::Config;
use crate::guard::Guard;
use crate::metrics::Metrics;
use crate::refusal::Refusal;
use crate::work::{LargeBody, Work};

/// The polling interval for the flag that ends the server.
pub(crate) const POLL: Duration = Duration::from_millis(50);

/// What all requests share.
pub(crate) struct App {
    pub(crate) config: Config,
    pub(crate) work: Work,
    pub(crate) metrics: Metrics,
    pub(crate) guard: Guard,
    /// The number of the next request, and the start of all request ids.
    requests: AtomicU64,
    run: String,
}

impl App {
    pub(crate) fn new(config: Config, guard: Guard) -> io::Result<Self> {
        let start = SystemTime::now().duration_since(UNIX_EPOCH);
        let run = format!("{:x}", start.unwrap_or_default().as_millis());
        let work = Work::start(&config.limits)?;
        Ok(Self { config, work, metrics: Metrics::new(), guard, requests: 0.into(), run })
    }

    /// The id of a new request.
    pub(crate) fn next_id(&self) -> String {
        let number = self.requests.fetch_add(1, Ordering::Relaxed);
        format!("{}-{number}", self.run)
    }
}

/// The types of bodies with puzzles.
const PUZZLES: [&str; 4] = ["application/x-ndjson", "text/plain", "text/csv", "text/tab-separated-values"];

/// The types of bodies with an image.
const IMAGES: [&str; 4] = ["image/jpeg", "image/png", "image/webp", "application/octet-stream"];

/// The types of bodies without options, for questions with this subject.
pub(crate) fn bodies(subject: Subject) -> &'static [&'static str] {
    match subject {
        Subject::Images => &IMAGES,
        _ => &PUZZLES,
    }
}

/// Whether a client names this type as acceptable.
pub(crate) fn accepts(headers: &HeaderMap, kind: &str) -> bool {
    let accepted = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
    accepted
        .flat_map(|value| value.split(','))
        .any(|one| one.split(';').next().is_some_and(|one| one.trim() == kind))
}

/// Waits until the flag is set, or until the system ends this process.
pub(crate) async fn stopped(stop: &Cancel) {
    let set = async {
        while !stop.is_cancelled() {
            sleep(POLL).await;
        }
    };
    #[cfg(unix)]
    if let Ok(mut signal) = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
        tokio::select! {
            () = set => {}
            _ = signal.recv() => {}
        }
        return;
    }
    set.await;
}

/// Reads a body of at most `most` bytes within the limits. The caller keeps the right to a large body until its reply.
pub(crate) async fn body_of(
    app: &App,
    body: Body,
    most: usize,
) -> Result<(Bytes, Option<LargeBody>), Refusal> {
    let limits = &app.config.limits;
    let (mut bytes, mut right) = (Vec::new(), None);
    let mut pieces = body.into_data_stream();
    loop {
        let piece = match timeout(limits.idle, pieces.next()).await {
            Ok(None) => return Ok((bytes.into(), right)),
            Ok(Some(Ok(piece))) => piece,
            Ok(Some(Err(error))) => {
                return Err(Refusal::new(StatusCode::BAD_REQUEST, "malformed", error.to_string()));
            }
            Err(_) => {
                let message = "the rest of the body did not arrive in time";
                return Err(Refusal::new(StatusCode::REQUEST_TIMEOUT, "slow", message));
            }
        };
        let size = bytes.len() + piece.len();
        if size > most {
            let message =
                format!("the body has over {most} bytes; send many puzzles as a stream, and an image alone");
            return Err(Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", message));
        }
        if size > limits.body && right.is_none() {
            right = Some(app.work.large_body()?);
        }
        bytes.extend_from_slice(&piece);
    }
}

/// A reply as a response.
pub(crate) fn json_response(reply: String) -> Response {
    ([(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))], reply).into_response()
}
