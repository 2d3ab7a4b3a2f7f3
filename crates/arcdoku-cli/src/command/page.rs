//! `arcdoku page`: serves the embedded page to browsers on this computer.
//!
//! `cargo xtask page` builds the files, and they are part of the program. Nothing is read from disk, nothing is
//! stored, and no request leaves the computer.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use arcdoku_service::status::{Error, Status};
use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, Response, StatusCode, header};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use rust_embed::{Embed, EmbeddedFile};
use tokio::net::TcpListener;
use tokio::time::{sleep, timeout};
use tower_http::compression::CompressionLayer;

use crate::cli::Page;
use crate::{interrupt, output, terminal};

/// The built page. The directory does not exist if the page was not built.
#[derive(Embed)]
#[folder = "../../page/dist"]
#[allow_missing = true]
struct PageFiles;

/// The index of the page.
const INDEX: &str = "index.html";

/// The default port. Browsers store games per address, so the port is the same in every run.
const PORT: u16 = 7314;

/// The polling interval for Ctrl-C.
const POLL: Duration = Duration::from_millis(50);

/// The maximum wait for the head of a request, and for the next request of a connection.
const HEAD_TIMEOUT: Duration = Duration::from_secs(15);

/// Serves the page until Ctrl-C.
pub(crate) fn run(options: &Page) -> Result<Status, Error> {
    if PageFiles::get(INDEX).is_none() {
        return Err(Error::usage(
            "this program was built before its page; `cargo xtask page --program` builds both",
        ));
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(serve(options))
}

async fn serve(options: &Page) -> Result<Status, Error> {
    let listener = listen(options.port).await?;
    let address = listener.local_addr()?;
    let url = format!("http://{address}/");
    terminal::print(&format!("{url}\n"))?;
    if !options.no_open && open::that_detached(&url).is_err() {
        output::note(&format!("no browser could be opened; open {url}"));
    }
    let hosts = [address.to_string(), format!("localhost:{}", address.port())];
    let app = router(hosts);
    accept(&listener, &TowerToHyperService::new(app)).await;
    Ok(Status::Fine)
}

/// Answers requests with these host names. Files are compressed if this makes them smaller.
fn router(hosts: [String; 2]) -> Router {
    Router::new().fallback(answer).with_state(hosts).layer(CompressionLayer::new())
}

/// Serves connections until Ctrl-C, which closes all of them.
async fn accept(listener: &TcpListener, service: &TowerToHyperService<Router>) {
    while !interrupt::is_requested() {
        let Ok(accepted) = timeout(POLL, listener.accept()).await else { continue };
        // If the system has no free connections, some will be closed soon.
        let Ok((stream, _)) = accepted else {
            sleep(POLL).await;
            continue;
        };
        let service = service.clone();
        tokio::spawn(async move {
            let mut connection = http1::Builder::new();
            connection.timer(TokioTimer::new()).header_read_timeout(HEAD_TIMEOUT);
            // An error ends only this connection, so it is ignored.
            let _ = connection.serve_connection(TokioIo::new(stream), service).await;
        });
    }
}

/// Listens on the given port, or on the default port. If the default port is in use, listens on a free port and
/// prints a note, because games are stored per address and another port shows none of the earlier games.
async fn listen(port: Option<u16>) -> Result<TcpListener, Error> {
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port.unwrap_or(PORT)));
    match TcpListener::bind(address).await {
        Err(error) if port.is_none() && error.kind() == io::ErrorKind::AddrInUse => {
            output::note(&format!(
                "port {PORT} is in use; browsers store games per port, so earlier games are not shown"
            ));
            Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?)
        }
        Err(error) if error.kind() == io::ErrorKind::AddrInUse => {
            Err(Error::output(format!("port {} is in use; `--port 0` chooses a free one", address.port())))
        }
        listener => listener.map_err(Error::at(address)),
    }
}

/// The answer to a request: a file of the page.
///
/// Requests with a different host name are refused, so no site can reach the server through a domain that resolves to
/// this computer. Requests with several host names are refused, too.
async fn answer(State(hosts): State<[String; 2]>, request: Request) -> Response<Body> {
    let mut names = request.headers().get_all(header::HOST).iter();
    let host = names.next().map(HeaderValue::as_bytes);
    if names.next().is_some() {
        return refusal(StatusCode::BAD_REQUEST);
    }
    let is_own = |name: &[u8]| hosts.iter().any(|known| name == known.as_bytes());
    if !host.is_some_and(is_own) {
        return refusal(StatusCode::MISDIRECTED_REQUEST);
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return refusal(StatusCode::METHOD_NOT_ALLOWED);
    }
    // The target is a path or an absolute URL. The host of a URL must match, too.
    if !request.uri().path().starts_with('/') {
        return refusal(StatusCode::BAD_REQUEST);
    }
    if request.uri().authority().is_some_and(|name| !is_own(name.as_str().as_bytes())) {
        return refusal(StatusCode::MISDIRECTED_REQUEST);
    }
    let path = request.uri().path().trim_start_matches('/');
    let Some(file) = PageFiles::get(if path.is_empty() { INDEX } else { path }) else {
        return refusal(StatusCode::NOT_FOUND);
    };
    let (tag, policy) = (tag(&file), policy().unwrap_or_default());
    let mut response = if is_known(request.headers(), &tag) {
        refusal(StatusCode::NOT_MODIFIED)
    } else {
        Response::new(Body::from(file.data))
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_TYPE, file.metadata.mimetype()),
        (header::ETAG, &tag),
        (header::CACHE_CONTROL, "no-cache"),
        (header::CONTENT_SECURITY_POLICY, &policy),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
    ] {
        if let Ok(value) = HeaderValue::from_str(value) {
            headers.insert(name, value);
        }
    }
    response
}

/// The policy of every answer: the policy of the document, which names the hashes of its script and its style sheet, and
/// a directive that documents cannot set.
fn policy() -> Option<String> {
    let file = PageFiles::get(INDEX)?;
    let document = std::str::from_utf8(&file.data).ok()?;
    let (_, rest) = document.split_once("\"Content-Security-Policy\"")?;
    let (_, rest) = rest.split_once("content=\"")?;
    let (policy, _) = rest.split_once('"')?;
    Some(format!("{policy}; frame-ancestors 'none'"))
}

/// An answer without content.
fn refusal(status: StatusCode) -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = status;
    response
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

    fn ask(method: Method, host: &str, path: &str) -> Response<Body> {
        ask_with(method, path, &[(header::HOST, host)])
    }

    fn ask_with(method: Method, path: &str, headers: &[(header::HeaderName, &str)]) -> Response<Body> {
        let request = Request::builder().method(method).uri(path);
        let request = headers.iter().fold(request, |request, (name, value)| request.header(name, *value));
        let request = request.body(Body::empty()).expect("a request");
        let hosts = ["127.0.0.1:8000".to_owned(), "localhost:8000".to_owned()];
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        runtime.block_on(answer(State(hosts), request))
    }

    #[test]
    fn a_request_has_one_host() {
        for other in ["localhost:8000", "127.0.0.1:8000", "example.org"] {
            let hosts = [(header::HOST, "localhost:8000"), (header::HOST, other)];
            assert_eq!(ask_with(Method::GET, "/", &hosts).status(), StatusCode::BAD_REQUEST, "{other}");
        }
        assert_eq!(ask_with(Method::GET, "/", &[]).status(), StatusCode::MISDIRECTED_REQUEST);
    }

    #[test]
    fn other_hosts_are_refused() {
        for host in ["example.org", "example.org:8000", "127.0.0.1", "localhost:8001"] {
            assert_eq!(ask(Method::GET, host, "/").status(), StatusCode::MISDIRECTED_REQUEST, "{host}");
        }
    }

    #[test]
    fn the_host_of_an_absolute_url_is_checked() {
        for (address, status) in [
            ("http://evil.com/", StatusCode::MISDIRECTED_REQUEST),
            ("http://evil.com", StatusCode::MISDIRECTED_REQUEST),
            ("http://localhost:8000/no-such-file", StatusCode::NOT_FOUND),
            ("index.html", StatusCode::BAD_REQUEST),
        ] {
            assert_eq!(ask(Method::GET, "localhost:8000", address).status(), status, "{address}");
        }
    }

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

    #[test]
    fn only_the_default_port_has_a_fallback() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(async {
            let first = listen(None).await.expect("a port");
            let second = listen(None).await.expect("another port");
            let taken = first.local_addr().expect("an address").port();
            assert_ne!(second.local_addr().expect("an address").port(), taken);
            assert!(listen(Some(taken)).await.is_err());
        });
    }

    #[test]
    fn only_files_of_the_page_are_read() {
        let answer = ask(Method::POST, "127.0.0.1:8000", "/");
        assert_eq!(answer.status(), StatusCode::METHOD_NOT_ALLOWED);
        for path in ["/../package.json", "/%2e%2e/package.json", "//etc/passwd", "/no-such-file"] {
            assert_eq!(ask(Method::GET, "localhost:8000", path).status(), StatusCode::NOT_FOUND, "{path}");
        }
    }

    /// Needs the built page: the test is skipped if `page/dist` does not exist.
    #[test]
    fn files_come_with_type_version_and_policy() {
        if PageFiles::get(INDEX).is_none() {
            eprintln!("skipped: page/dist is missing (`cargo xtask page` builds it)");
            return;
        }
        let answer = ask(Method::GET, "localhost:8000", "/");
        assert_eq!(answer.status(), StatusCode::OK);
        let header = |name| answer.headers()[name].to_str().expect("a text");
        assert_eq!(header(header::CONTENT_TYPE), "text/html");
        let policy = header(header::CONTENT_SECURITY_POLICY);
        assert!(policy.starts_with("default-src 'none'; script-src 'self' 'sha256-"), "{policy}");
        assert!(
            policy.ends_with("; frame-ancestors 'none'") && !policy.contains("unsafe-inline"),
            "{policy}"
        );
        let request = Request::builder().uri("/").header(header::HOST, "localhost:8000");
        let request = request.header(header::IF_NONE_MATCH, header(header::ETAG)).body(Body::empty());
        let hosts = ["localhost:8000".to_owned(), String::new()];
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        let again = runtime.block_on(super::answer(State(hosts), request.expect("a request")));
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
    }
}
