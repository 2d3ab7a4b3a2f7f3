//! Why a request has no answer.

use arcdoku_service::status::{Error, Status};
use arcdoku_wire::question::OptionError;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;
use tokio::task::JoinError;

use crate::work::Busy;

/// Why a request has no answer. Its JSON is `{"error": {"code": ..., "message": ..., "option": ...}}`.
#[derive(Clone, Debug)]
pub(crate) struct Refusal {
    pub(crate) status: StatusCode,
    /// The reason, for programs.
    pub(crate) code: &'static str,
    /// The reason, for people.
    pub(crate) message: String,
    /// The option that cannot be used.
    option: Option<String>,
}

/// The time after which a request that was refused because of the load can be repeated, in seconds.
const RETRY_AFTER: HeaderValue = HeaderValue::from_static("1");

/// Why a question without a reply ended.
pub(crate) const TIME_LIMIT: &str = "the time limit was reached";

impl Refusal {
    pub(crate) fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        Self { status, code, message: message.into(), option: None }
    }

    /// The request can be read, but not answered.
    pub(crate) fn unprocessable(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, code, message)
    }

    /// The time limit ended the work.
    pub(crate) fn time_limit() -> Self {
        Self::unprocessable("limit", TIME_LIMIT)
    }

    /// There is no such question.
    pub(crate) fn no_question(name: &str, names: impl Iterator<Item = &'static str>) -> Self {
        let names = names.collect::<Vec<_>>().join(", ");
        let name = arcdoku_wire::Fault::quoted(name);
        Self::new(StatusCode::NOT_FOUND, "question", format!("found {name}, expected one of {names}"))
    }

    /// The same reason as JSON.
    pub(crate) fn json(&self) -> serde_json::Value {
        let mut error = json!({ "code": self.code, "message": self.message });
        if let Some(option) = &self.option {
            error["option"] = option.as_str().into();
        }
        json!({ "error": error })
    }
}

impl From<OptionError> for Refusal {
    fn from(error: OptionError) -> Self {
        let message = error.to_string();
        Self { option: Some(error.option), ..Self::unprocessable("option", message) }
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        match error.status() {
            Status::Panicked => Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", error.to_string()),
            Status::Usage => Self::unprocessable("option", error.to_string()),
            Status::Output => Self::unprocessable("too-large", error.to_string()),
            _ => Self::unprocessable("input", error.to_string()),
        }
    }
}

impl From<JoinError> for Refusal {
    fn from(error: JoinError) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", error.to_string())
    }
}

impl From<Busy> for Refusal {
    fn from(_: Busy) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, "busy", "too many requests are being answered")
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let headers = [(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))];
        let mut response = (self.status, headers, self.json().to_string()).into_response();
        if self.status == StatusCode::TOO_MANY_REQUESTS {
            response.headers_mut().insert(header::RETRY_AFTER, RETRY_AFTER);
        }
        if self.status == StatusCode::UNAUTHORIZED {
            response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}
