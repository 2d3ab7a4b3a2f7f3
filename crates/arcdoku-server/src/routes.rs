//! The routes.

use std::sync::Arc;
use std::time::Instant;

use arcdoku_service::ask::json;
use arcdoku_wire::question::{QuestionRow, Subject};
use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde_json::{Map, Value};
use tower::ServiceExt as _;
use tower_http::compression::CompressionLayer;

use crate::answer::{BoundQuestion, row};
use crate::connection::Client;
use crate::document::DocumentKind;
use crate::guard;
use crate::refusal::Refusal;
use crate::state::{App, accepts, bodies, body_of, json_response};
use crate::work::LargeBody;
use crate::{document, mcp, openapi, page, query, stream};

/// The path of a question, before its name.
const QUESTIONS: &str = "/api/v1/";

/// All routes.
pub(crate) fn router(app: &Arc<App>) -> Router {
    // Files are compressed if this makes them smaller. Replies are not, because they are small, or written piece by
    // piece.
    let files = Router::new()
        .route("/api/openapi.json", get(openapi::json))
        .route("/api", get(openapi::html))
        .route("/", get(page::index))
        .fallback(page::answer)
        .layer(CompressionLayer::new());
    Router::new()
        .route("/api/v1/{question}", post(answer))
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/metrics", get(metrics))
        .merge(mcp::router(app))
        .merge(files)
        .with_state(Arc::clone(app))
}

async fn metrics(State(app): State<Arc<App>>) -> impl IntoResponse {
    let text = app.metrics.text(app.work.active());
    ([(header::CONTENT_TYPE, "application/openmetrics-text; version=1.0.0; charset=utf-8")], text)
}

/// Answers a request: checks where it comes from, and counts and logs it. This is a function instead of a layer of the
/// router, because a layer allocates memory for each request.
pub(crate) async fn respond(app: &App, router: Router, request: Request) -> Response {
    let (start, _open) = (Instant::now(), app.work.count());
    let id = request_id(request.headers()).unwrap_or_else(|| app.next_id());
    let route = route(request.uri().path());
    let logged = || (request.method().clone(), request.uri().path().to_owned());
    let logged = tracing::enabled!(tracing::Level::INFO).then(logged);
    let origin = guard::allowed_origin(&app.guard, request.headers());
    let mut response = match app.guard.check(&request) {
        Err(refusal) => refusal.into_response(),
        Ok(()) if origin.is_some() && guard::is_preflight(&request) => guard::preflight(),
        Ok(()) => router.oneshot(request).await.into_response(),
    };
    if let Some(origin) = origin {
        let headers = response.headers_mut();
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        headers.append(header::VARY, HeaderValue::from_static("origin"));
    }
    response.headers_mut().insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    let time = start.elapsed();
    let status = response.status().as_u16();
    app.metrics.note(route, status, time);
    if let Some((method, path)) = logged {
        tracing::info!(%id, %method, path, status, micros = time.as_micros() as u64, "request");
    }
    if let Ok(id) = HeaderValue::from_maybe_shared(bytes::Bytes::from(id)) {
        response.headers_mut().insert(HeaderName::from_static("x-request-id"), id);
    }
    response
}

/// The id that a proxy gave to a request.
fn request_id(headers: &HeaderMap) -> Option<String> {
    let id = headers.get("x-request-id")?.to_str().ok()?;
    let is_plain = (1..=64).contains(&id.len()) && id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    is_plain.then(|| id.to_owned())
}

/// The route of a path, for counts. There are few, so nobody can fill the memory with others.
fn route(path: &str) -> &'static str {
    match path.strip_prefix(QUESTIONS) {
        Some(name) => {
            let document = document::kind(name).map(DocumentKind::row);
            document.or_else(|| json::rows().find(|row| row.name == name)).map_or("unknown", |row| row.name)
        }
        None if path.starts_with("/api") => "api",
        None if path == "/mcp" => "mcp",
        None if path == "/healthz" => "healthz",
        None if path == "/metrics" => "metrics",
        None => "page",
    }
}

/// Answers a question, unless the client leaves.
async fn answer(State(app): State<Arc<App>>, request: Request) -> Result<Response, Refusal> {
    let (head, body) = request.into_parts();
    let client = head.extensions.get::<Client>().ok_or_else(|| {
        Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", "the connection is unknown")
    })?;
    let answer = answer_of(&app, client, &head, body);
    tokio::select! {
        biased;
        answer = answer => answer,
        () = client.left() => Err(Refusal::new(StatusCode::REQUEST_TIMEOUT, "closed", "the client left")),
    }
}

async fn answer_of(app: &App, client: &Client, head: &Parts, body: Body) -> Result<Response, Refusal> {
    let name = head.uri.path().strip_prefix(QUESTIONS).unwrap_or_default();
    let (query, headers) = (head.uri.query().unwrap_or_default(), &head.headers);
    if let Some(kind) = document::kind(name) {
        if media(headers, kind.row().subject)? != Medium::Object {
            let message = "expected the type application/json";
            return Err(Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "media-type", message));
        }
        let (options, _) = object(app, kind.row(), query, body).await?;
        return Box::pin(document::answer(app, kind, options, headers)).await;
    }
    let row = row(name)?;
    let (medium, limits) = (media(headers, row.subject)?, &app.config.limits);
    if medium == Medium::Object || row.subject == Subject::Images {
        let (question, _large) = single(app, row, medium, query, body).await?;
        if accepts(headers, "text/event-stream") {
            let permit = app.work.long().await?;
            return Ok(stream::events(question, permit, client.clone()));
        }
        let reply = question.answer(&app.work).await?;
        return Ok(json_response(reply));
    }
    if row.subject == Subject::Set {
        let message = "the question is about all puzzles together; send them as text in the field \"puzzle\"";
        return Err(Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "media-type", message));
    }
    let question = BoundQuestion::stream(row, query::options(row, query)?, limits)?;
    let permit = app.work.stream()?;
    Ok(stream::lines(question, body, permit, client.clone(), limits))
}

/// What a body contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Medium {
    /// One object of options.
    Object,
    /// The subject: puzzles, one after the other, or an image.
    Subject,
}

fn media(headers: &HeaderMap, subject: Subject) -> Result<Medium, Refusal> {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    match kind.as_str() {
        "application/json" => Ok(Medium::Object),
        kind if bodies(subject).contains(&kind) => Ok(Medium::Subject),
        _ => {
            let expected = bodies(subject).join(", ");
            let found = arcdoku_wire::Fault::quoted(&kind);
            let message = format!("found the type {found}, expected application/json, {expected}");
            Err(Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "media-type", message))
        }
    }
}

/// Reads a single question from a body that is an object or an image.
async fn single(
    app: &App,
    row: &'static QuestionRow,
    medium: Medium,
    query: &str,
    body: Body,
) -> Result<(BoundQuestion, Option<LargeBody>), Refusal> {
    let limits = &app.config.limits;
    if medium == Medium::Object {
        let (options, large) = object(app, row, query, body).await?;
        return Ok((BoundQuestion::single(row, options, limits)?, large));
    }
    let options = query::options(row, query)?;
    let (image, large) = body_of(app, body, limits.image).await?;
    Ok((BoundQuestion::image(row, options, image, limits)?, large))
}

/// Reads options from a body with one object and from the query.
async fn object(
    app: &App,
    row: &QuestionRow,
    query: &str,
    body: Body,
) -> Result<(Map<String, Value>, Option<LargeBody>), Refusal> {
    let limits = &app.config.limits;
    let most = if row.subject == Subject::Images { limits.image_text() } else { limits.body };
    let (bytes, large) = body_of(app, body, most).await?;
    let malformed = |message: String| Refusal::new(StatusCode::BAD_REQUEST, "malformed", message);
    let mut options = match serde_json::from_slice(&bytes) {
        Ok(Value::Object(options)) => options,
        Ok(_) => return Err(malformed("expected an object of options".to_owned())),
        Err(error) => return Err(malformed(error.to_string())),
    };
    if !query.is_empty() {
        query::add_options(row, query, &mut options)?;
    }
    Ok((options, large))
}
