//! The page, whose files are part of the program.
//!
//! `cargo xtask page` builds the files. Nothing is read from disk, and nothing is stored.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Extension, Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::fpuzzles;
use crate::state::App;

/// The index of the page.
#[cfg(feature = "page")]
const INDEX: &str = "index.html";

/// Whether the page was built before the program.
pub fn has_page() -> bool {
    #[cfg(feature = "page")]
    return files::PageFiles::get(INDEX).is_some();
    #[cfg(not(feature = "page"))]
    return false;
}

/// The first file of the page, or, on its own port, the WebSocket to which the user script of f-puzzles connects.
pub(crate) async fn index(
    State(app): State<Arc<App>>,
    port: Option<Extension<fpuzzles::FPuzzlesPort>>,
    socket: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
    request: Request,
) -> Response {
    match socket {
        Ok(socket) if port.is_some() => fpuzzles::answer(app, socket),
        _ => answer(request).await,
    }
}

/// A file of the page.
pub(crate) async fn answer(request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return (StatusCode::METHOD_NOT_ALLOWED, [(header::ALLOW, "GET, HEAD")]).into_response();
    }
    let path = request.uri().path();
    #[cfg(feature = "page")]
    if let Some(response) = files::answer(path.trim_start_matches('/'), request.headers()) {
        return response;
    }
    if path == "/" && !has_page() {
        let headers = [(header::LOCATION, HeaderValue::from_static("/api"))];
        return (StatusCode::TEMPORARY_REDIRECT, headers, Body::empty()).into_response();
    }
    StatusCode::NOT_FOUND.into_response()
}

#[cfg(feature = "page")]
mod files {
    use axum::body::Body;
    use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
    use axum::response::Response;
    use rust_embed::{Embed, EmbeddedFile};

    use super::INDEX;

    /// The built page. The directory does not exist if the page was not built.
    #[derive(Embed)]
    #[folder = "../../page/dist"]
    #[allow_missing = true]
    pub(super) struct PageFiles;

    /// The file with this path, with its type, version and policy; `None` if there is no such file.
    pub(super) fn answer(path: &str, headers: &HeaderMap) -> Option<Response> {
        let file = PageFiles::get(if path.is_empty() { INDEX } else { path })?;
        let (tag, policy) = (tag(&file), policy().unwrap_or_default());
        let kind = file.metadata.mimetype().to_owned();
        let mut response = Response::new(Body::empty());
        if is_known(headers, &tag) {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
        } else {
            *response.body_mut() = Body::from(file.data);
        }
        let headers = response.headers_mut();
        for (name, value) in [
            (header::CONTENT_TYPE, kind.as_str()),
            (header::ETAG, &tag),
            (header::CACHE_CONTROL, "no-cache"),
            (header::CONTENT_SECURITY_POLICY, &policy),
            (header::REFERRER_POLICY, "no-referrer"),
        ] {
            if let Ok(value) = HeaderValue::from_str(value) {
                headers.insert(name, value);
            }
        }
        Some(response)
    }

    /// The policy of every file: the policy of the document, which names the hashes of its script and its style sheet,
    /// and a directive that documents cannot set.
    fn policy() -> Option<String> {
        let file = PageFiles::get(INDEX)?;
        let document = std::str::from_utf8(&file.data).ok()?;
        let (_, rest) = document.split_once("\"Content-Security-Policy\"")?;
        let (_, rest) = rest.split_once("content=\"")?;
        let (policy, _) = rest.split_once('"')?;
        Some(format!("{policy}; frame-ancestors 'none'"))
    }

    /// Whether `If-None-Match` contains this tag or `*`. Weak tags match, too.
    fn is_known(headers: &HeaderMap, tag: &str) -> bool {
        let named = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
        let mut versions = named.flat_map(|value| value.split(',')).map(str::trim);
        versions.any(|version| version == "*" || version.strip_prefix("W/").unwrap_or(version) == tag)
    }

    /// The version of a file in HTTP notation.
    fn tag(file: &EmbeddedFile) -> String {
        let hash = file.metadata.sha256_hash();
        let hex = hash.iter().take(16).map(|byte| format!("{byte:02x}"));
        format!("\"{}\"", hex.collect::<String>())
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn known_versions_are_found() {
            for (known, is_new) in [
                (&["\"a\""][..], false),
                (&["W/\"a\""], false),
                (&["\"b\", \"a\""], false),
                (&["\"b\",W/\"a\""], false),
                (&["\"b\"", "\"a\""], false),
                (&["*"], false),
                (&[], true),
                (&["\"b\""], true),
                (&["a", "W/a"], true),
                (&["\"aa\", \"\""], true),
            ] {
                let mut headers = HeaderMap::new();
                for value in known {
                    headers.append(header::IF_NONE_MATCH, HeaderValue::from_static(value));
                }
                assert_eq!(is_known(&headers, "\"a\""), !is_new, "{known:?}");
            }
        }

        /// Needs the built page: the test is skipped if `page/dist` does not exist.
        #[test]
        fn files_come_with_type_version_and_policy() {
            let Some(answer) = answer("", &HeaderMap::new()) else {
                eprintln!("skipped: page/dist is missing (`cargo xtask page` builds it)");
                return;
            };
            let header = |name| answer.headers()[name].to_str().expect("a text");
            assert_eq!(header(header::CONTENT_TYPE), "text/html");
            let policy = header(header::CONTENT_SECURITY_POLICY);
            assert!(policy.starts_with("default-src 'none'; script-src 'self' 'sha256-"), "{policy}");
            assert!(
                policy.ends_with("; frame-ancestors 'none'") && !policy.contains("unsafe-inline"),
                "{policy}"
            );
            let mut known = HeaderMap::new();
            known.insert(header::IF_NONE_MATCH, answer.headers()[header::ETAG].clone());
            let again = super::answer("", &known).expect("the same file");
            assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
            for path in ["../package.json", "%2e%2e/package.json", "/etc/passwd", "no-such-file"] {
                assert!(super::answer(path, &HeaderMap::new()).is_none(), "{path}");
            }
        }
    }
}
