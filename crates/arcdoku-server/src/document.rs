//! Replies that are not JSON: pictures of a puzzle, and puzzles on paper.

use arcdoku_service::ask::draw;
use arcdoku_service::ask::sheet::{self, SheetFormat};
use arcdoku_service::cancel::Cancel;
use arcdoku_service::draw::drawn_png;
use arcdoku_service::input::{Input, Plan};
use arcdoku_service::output::Transcript;
use arcdoku_service::status::Status;
use arcdoku_wire::question::{Draw, OptionError, OptionPart as _, OptionRow, Question as _, Sheet};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value};

use crate::answer::{PUZZLE, bounded};
use crate::config::ServerLimits;
use crate::refusal::Refusal;
use crate::state::{App, accepts};
use crate::work::CancelOnDrop;

/// The names of the routes.
pub(crate) const DRAW: &str = "draw";
pub(crate) const SHEET: &str = Sheet::ROW.name;

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

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Drawing => DRAW,
            Self::Sheet => SHEET,
        }
    }

    pub(crate) fn summary(self) -> String {
        match self {
            Self::Drawing => "Draw a puzzle with its rules".to_owned(),
            Self::Sheet => Sheet::ROW.summary(),
        }
    }

    pub(crate) fn options(self) -> Vec<&'static OptionRow> {
        match self {
            Self::Drawing => Draw::ROWS.iter().collect(),
            Self::Sheet => Sheet::ROW.options().collect(),
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
    DocumentKind::ALL.into_iter().find(|kind| kind.name() == name)
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
    let permit = app.work.long().await?;
    let guard = CancelOnDrop::default();
    let cancel = guard.0.clone();
    let mut job = permit.run(move || match kind {
        DocumentKind::Drawing => drawing(options, media),
        DocumentKind::Sheet => sheet(options, media, &limits, &cancel),
    });
    let ended = if let Ok(ended) = tokio::time::timeout(limits.time, &mut job).await {
        ended
    } else {
        guard.0.cancel();
        job.await
    };
    ended.map_err(|error| Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", error.to_string()))?
}

/// The text of a puzzle or of several puzzles.
fn taken(options: &mut Map<String, Value>) -> Result<String, Refusal> {
    match options.remove(PUZZLE) {
        Some(Value::String(text)) => Ok(text),
        Some(object @ Value::Object(_)) => Ok(object.to_string()),
        _ => Err(OptionError::new(PUZZLE, "expected text or an object").into()),
    }
}

fn drawing(mut options: Map<String, Value>, media: &str) -> Result<Vec<u8>, Refusal> {
    let puzzle = taken(&mut options)?;
    let question = Draw::take(&mut options)?;
    if let Some(name) = options.keys().next() {
        let known = Draw::ROWS.iter().map(|row| row.name).collect::<Vec<_>>().join(", ");
        let message = format!("found an unknown option, expected one of {PUZZLE}, {known}");
        return Err(OptionError::new(name, message).into());
    }
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
    let text = taken(&mut options)?;
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
        return Err(Refusal::unprocessable("limit", "the time limit was reached"));
    }
    Ok(document)
}
