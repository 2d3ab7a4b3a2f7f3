//! Counts of requests for Prometheus.

use std::fmt;
use std::sync::atomic::AtomicI64;
use std::time::Duration;

use prometheus_client::encoding::text::encode;
use prometheus_client::encoding::{EncodeLabel as _, EncodeLabelSet, LabelSetEncoder};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

/// The upper ends of the ranges of times, in seconds.
const TIMES: [f64; 10] = [0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1.0, 5.0, 10.0];

/// What a request was about, and how it ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct RequestLabels {
    route: &'static str,
    status: u16,
}

impl EncodeLabelSet for RequestLabels {
    fn encode(&self, encoder: &mut LabelSetEncoder<'_>) -> fmt::Result {
        ("route", self.route).encode(encoder.encode_label())?;
        ("status", i64::from(self.status)).encode(encoder.encode_label())
    }
}

/// Counts of requests and connections.
pub(crate) struct Metrics {
    registry: Registry,
    requests: Family<RequestLabels, Counter>,
    times: Histogram,
    /// The number of open connections.
    pub(crate) connections: Gauge<i64, AtomicI64>,
    jobs: Gauge<i64, AtomicI64>,
}

impl Metrics {
    pub(crate) fn new() -> Self {
        let mut registry = Registry::with_prefix("arcdoku");
        let requests = Family::<RequestLabels, Counter>::default();
        registry.register("requests", "Requests by route and status", requests.clone());
        let times = Histogram::new(TIMES);
        registry.register("request_seconds", "Times until the head of a response", times.clone());
        let (connections, jobs) = (Gauge::default(), Gauge::default());
        registry.register("connections", "Open connections", connections.clone());
        registry.register("jobs", "Open requests, and rights to run jobs", jobs.clone());
        Self { registry, requests, times, connections, jobs }
    }

    /// Counts a request.
    pub(crate) fn note(&self, route: &'static str, status: u16, time: Duration) {
        self.requests.get_or_create(&RequestLabels { route, status }).inc();
        self.times.observe(time.as_secs_f64());
    }

    /// All counts as text.
    pub(crate) fn text(&self, jobs: usize) -> String {
        self.jobs.set(jobs as i64);
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}
