//! Who may send requests.
//!
//! A page on the internet must not use a server on the same computer. Browsers send the address of such a page as
//! `Origin`, and the name by which it reached the server as `Host`. A page whose domain resolves to this computer has a
//! foreign `Host`.

use std::net::{IpAddr, SocketAddr};

use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use subtle::ConstantTimeEq as _;

use crate::config::Config;
use crate::refusal::Refusal;

/// The rules of a server for the senders of requests.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    /// The names of the server, in lower case, with ports.
    hosts: Vec<String>,
    /// Whether requests may name any address of the computer. Addresses cannot be made to resolve to another computer.
    any_address: bool,
    origins: Vec<String>,
    token: Option<String>,
    /// The ports of the server.
    ports: Vec<u16>,
}

impl Guard {
    /// The rules for a server that listens to these addresses.
    pub(crate) fn new(config: &Config, addresses: &[SocketAddr]) -> Self {
        let ports: Vec<u16> = addresses.iter().map(SocketAddr::port).collect();
        let names = config.hosts.iter().map(|name| name.to_ascii_lowercase());
        let mut hosts: Vec<String> = names.collect();
        for port in &ports {
            hosts.extend(["localhost", "127.0.0.1", "[::1]"].map(|name| format!("{name}:{port}")));
        }
        let any_address = !config.address.is_loopback();
        let plain = |origin: &String| origin.trim_end_matches('/').to_ascii_lowercase();
        let (origins, token) = (config.origins.iter().map(plain).collect(), config.token.clone());
        Self { hosts, any_address, origins, token, ports }
    }

    /// Checks the host, the origin and the token of a request.
    pub(crate) fn check(&self, request: &Request) -> Result<(), Refusal> {
        let (headers, uri) = (request.headers(), request.uri());
        let mut names = headers.get_all(header::HOST).iter();
        let (host, more) = (names.next(), names.next());
        if more.is_some() || !uri.path().starts_with('/') {
            return Err(Refusal::new(StatusCode::BAD_REQUEST, "host", "expected one Host header and a path"));
        }
        let host = host.and_then(|host| host.to_str().ok()).unwrap_or_default();
        let authority = uri.authority().map_or(host, |name| name.as_str());
        if !self.is_own(host) || !self.is_own(authority) {
            let message = "the server does not have this name; add it with --host";
            return Err(Refusal::new(StatusCode::MISDIRECTED_REQUEST, "host", message));
        }
        if let Some(origin) = headers.get(header::ORIGIN)
            && !self.is_allowed(origin, host)
        {
            let message = "pages of this origin may not use the server; add it with --origin";
            return Err(Refusal::new(StatusCode::FORBIDDEN, "origin", message));
        }
        self.check_token(request)
    }

    /// Whether a name is one of the server's names.
    fn is_own(&self, host: &str) -> bool {
        if self.hosts.iter().any(|known| known == host) {
            return true;
        }
        let host = host.to_ascii_lowercase();
        let name = host.rsplit_once(':').map_or(host.as_str(), |(name, _)| name);
        if self.hosts.iter().any(|known| *known == host || known == name) {
            return true;
        }
        let address = || {
            let socket = host.parse::<SocketAddr>().map(|socket| (socket.ip(), socket.port()));
            let bare = || host.trim_matches(['[', ']']).parse::<IpAddr>().map(|address| (address, 80));
            socket.or_else(|_| bare()).ok()
        };
        self.any_address && address().is_some_and(|(_, port)| port == 80 || self.ports.contains(&port))
    }

    /// Whether pages of an origin may use the server.
    fn is_allowed(&self, origin: &HeaderValue, host: &str) -> bool {
        let Ok(origin) = origin.to_str() else { return false };
        self.origins.iter().any(|known| known == origin) || is_same(origin, host)
    }

    /// Checks the token. The page and the state of the server need none. The WebSocket of the user script cannot send
    /// one, so its port is open to programs on this computer only.
    fn check_token(&self, request: &Request) -> Result<(), Refusal> {
        let Some(token) = &self.token else { return Ok(()) };
        let path = request.uri().path();
        let is_open = !path.starts_with("/api/v1/") && path != "/mcp" && path != "/metrics";
        if is_open || request.method() == Method::OPTIONS {
            return Ok(());
        }
        let given = request.headers().get(header::AUTHORIZATION).map(HeaderValue::as_bytes);
        let given = given.and_then(|given| given.strip_prefix(b"Bearer ")).unwrap_or_default();
        if bool::from(given.ct_eq(token.as_bytes())) {
            return Ok(());
        }
        Err(Refusal::new(
            StatusCode::UNAUTHORIZED,
            "token",
            "expected a header `Authorization: Bearer TOKEN`",
        ))
    }
}

/// Whether an origin is the server itself.
fn is_same(origin: &str, host: &str) -> bool {
    let uri: Option<Uri> = origin.parse().ok();
    uri.is_some_and(|uri| {
        let is_web = matches!(uri.scheme_str(), Some("http" | "https"));
        is_web && uri.authority().is_some_and(|name| name.as_str().eq_ignore_ascii_case(host))
    })
}

/// The origin of a request, if it is another allowed one.
pub(crate) fn allowed_origin(guard: &Guard, headers: &HeaderMap) -> Option<HeaderValue> {
    let origin = headers.get(header::ORIGIN)?;
    let text = origin.to_str().ok()?;
    guard.origins.iter().any(|known| known == text).then(|| origin.clone())
}

/// Whether a request only checks what another request may contain.
pub(crate) fn is_preflight(request: &Request) -> bool {
    request.method() == Method::OPTIONS
        && request.headers().contains_key(header::ACCESS_CONTROL_REQUEST_METHOD)
}

/// The headers of requests: for tokens, bodies and the protocol of agents.
const HEADERS: &str = "authorization, content-type, mcp-protocol-version, mcp-method, mcp-name";

/// What pages of other origins may send.
pub(crate) fn preflight() -> Response {
    let headers: [(HeaderName, &str); 4] = [
        (header::ACCESS_CONTROL_ALLOW_METHODS, "GET, POST"),
        (header::ACCESS_CONTROL_ALLOW_HEADERS, HEADERS),
        (header::ACCESS_CONTROL_MAX_AGE, "600"),
        (HeaderName::from_static("access-control-allow-private-network"), "true"),
    ];
    (StatusCode::NO_CONTENT, headers, Body::empty()).into_response()
}
