//! Replies that are not JSON: pictures of a puzzle, and puzzles on paper.

use arcdoku_service::ask::draw;
use arcdoku_service::ask::sheet::{self, SheetFormat};
use arcdoku_service::cancel::Cancel;
use arcdoku_service::draw::drawn_png;
use arcdoku_service::input::{Input, Plan};
use arcdoku_service::output::Transcript;
use arcdoku_service::status::Status;
use arcdoku_wire::question::{Draw, Question as _, QuestionRow, Sheet};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value};

use crate::answer::{bounded, take_puzzle};
use crate::config::ServerLimits;
use crate::refusal::Refusal;
use crate::state::{App, accepts};
use crate::work::CancelOnDrop;

/// A kind of document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DocumentKind {
    /// A picture of a puzzle.
    Drawing,
    /// Puzzles on paper.
    Sheet,
}

impl DocumentKind {
    pub(crate) const ALL: [Self; 2] = [Self::Drawing, Self::Sheet];

    /// Its question.
    pub(crate) fn row(self) -> &'static QuestionRow {
        match self {
            Self::Drawing => &Draw::ROW,
            Self::Sheet => &Sheet::ROW,
        }
    }

    /// The types of its documents; the first is the default.
    pub(crate) fn types(self) -> &'static [&'static str] {
        match self {
            Self::Drawing => &["image/svg+xml", "image/png"],
            Self::Sheet => &["application/pdf", "text/html", "image/svg+xml"],
        }
    }
}

/// The kind of document with this name.
pub(crate) fn kind(name: &str) -> Option<DocumentKind> {
    DocumentKind::ALL.into_iter().find(|kind| kind.row().name == name)
}

/// Answers a request for a document, in the type that the client accepts.
pub(crate) async fn answer(
    app: &App,
    kind: DocumentKind,
    options: Map<String, Value>,
    headers: &HeaderMap,
) -> Result<Response, Refusal> {
    let types = kind.types();
    let media = types.iter().find(|media| accepts(headers, media)).unwrap_or(&types[0]);
    let bytes = write(app, kind, options, media).await?;
    let policy = HeaderValue::from_static("sandbox; default-src 'none'; style-src 'unsafe-inline'");
    let headers =
        [(header::CONTENT_TYPE, HeaderValue::from_static(media)), (header::CONTENT_SECURITY_POLICY, policy)];
    Ok((headers, bytes).into_response())
}

/// A document of one of the types of its kind.
pub(crate) async fn write(
    app: &App,
    kind: DocumentKind,
    options: Map<String, Value>,
    media: &'static str,
) -> Result<Vec<u8>, Refusal> {
    let limits = app.config.limits;
    let guard = CancelOnDrop::default();
    let cancel = guard.0.clone();
    let job = move || match kind {
        DocumentKind::Drawing => drawing(options, media),
        DocumentKind::Sheet => sheet(options, media, &limits, &cancel),
    };
    app.work.long().await?.run_within(limits.time, &guard, job).await?
}

fn drawing(mut options: Map<String, Value>, media: &str) -> Result<Vec<u8>, Refusal> {
    let puzzle = take_puzzle(&mut options)?;
    let question = Draw::from_options(&options)?;
    let svg =
        draw::svg(&question, &puzzle).map_err(|fault| Refusal::unprocessable("input", fault.to_string()))?;
    if media == "image/png" {
        return drawn_png(&svg).map_err(|error| Refusal::unprocessable("too-large", error));
    }
    Ok(svg.into_bytes())
}

fn sheet(
    mut options: Map<String, Value>,
    media: &str,
    limits: &ServerLimits,
    cancel: &Cancel,
) -> Result<Vec<u8>, Refusal> {
    let text = take_puzzle(&mut options)?;
    bounded(&Sheet::ROW, &mut options, limits);
    let question = Sheet::from_options(&options)?;
    let format = match media {
        "text/html" => SheetFormat::Html,
        "image/svg+xml" => SheetFormat::Svg,
        _ => SheetFormat::Pdf,
    };
    let (input, mut output) = (Input::text(text, Plan::default()), Transcript::default());
    let (document, status) = sheet::run(&question, format, input, cancel, &mut output)?;
    if status == Status::Interrupted {
        return Err(Refusal::time_limit());
    }
    Ok(document)
}
