//! Listens on the ports, limits the number of connections, and shuts down.

use std::convert::Infallible;
use std::fmt;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use arcdoku_service::cancel::Cancel;
use axum::body::Body;
use axum::{Extension, Router};
use futures_util::future::join_all;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Runtime;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::{sleep, timeout};

use crate::config::{Config, PORT};
use crate::connection::Connection;
use crate::fpuzzles::FPuzzlesPort;
use crate::guard::Guard;
use crate::routes::{respond, router};
use crate::state::{App, POLL, stopped};

/// The maximum time that open requests have after a server is stopped.
const SHUTDOWN: Duration = Duration::from_secs(4);

/// The number of polls without a request after which open connections are closed. The last replies are sent in this
/// time.
const QUIET: u32 = 20;

/// The maximum wait for the head of a request, and for the next request of a connection.
const HEAD_TIMEOUT: Duration = Duration::from_secs(15);

/// Why a server cannot start.
#[derive(Debug)]
pub struct StartError {
    address: SocketAddr,
    error: io::Error,
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { address, error } = self;
        match error.kind() {
            io::ErrorKind::AddrInUse => {
                write!(f, "port {} is in use; `--port 0` chooses a free one", address.port())
            }
            _ => write!(f, "{address}: {error}"),
        }
    }
}

impl std::error::Error for StartError {}

/// A server that listens, but does not answer yet.
pub struct Server {
    runtime: Runtime,
    app: Arc<App>,
    listeners: Vec<TcpListener>,
    address: SocketAddr,
    /// Remarks about ports that are in use.
    remarks: Vec<String>,
}

impl Server {
    /// Opens the ports.
    ///
    /// # Errors
    /// If a port cannot be used.
    pub fn listen(config: Config) -> Result<Self, StartError> {
        let host = config.address;
        let failed = |error| StartError { address: (host, 0).into(), error };
        let mut builder = tokio::runtime::Builder::new_multi_thread();
        let runtime = builder.enable_all().build().map_err(failed)?;
        let mut remarks = Vec::new();
        let mut listeners = vec![runtime.block_on(first(&config, &mut remarks))?];
        let address = listeners[0].local_addr().map_err(failed)?;
        if let Some(port) = config.fpuzzles_port {
            // Browsers may resolve `localhost` to either address.
            for local in [IpAddr::from(Ipv4Addr::LOCALHOST), Ipv6Addr::LOCALHOST.into()] {
                match runtime.block_on(TcpListener::bind((local, port))) {
                    Ok(listener) => listeners.push(listener),
                    Err(error) if local.is_ipv4() => {
                        remarks.push(format!("f-puzzles cannot connect: port {port}: {error}"));
                    }
                    // Not every computer has IPv6.
                    Err(_) => {}
                }
            }
        }
        let addresses: Vec<_> = listeners.iter().filter_map(|one| one.local_addr().ok()).collect();
        let guard = Guard::new(&config, &addresses);
        let app = App::new(config, guard).map_err(failed)?;
        Ok(Self { runtime, app: Arc::new(app), listeners, address, remarks })
    }

    /// The address of the first port.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Remarks about ports that are in use.
    pub fn remarks(&self) -> &[String] {
        &self.remarks
    }

    /// Answers requests until the flag is set. Open requests then have a few seconds to end. This thread accepts the
    /// connections, and other threads serve them.
    pub fn run(self, stop: &Cancel) {
        let Self { runtime, app, listeners, .. } = self;
        runtime.block_on(async {
            let router = router(&app);
            let places = Arc::new(Semaphore::new(app.config.limits.connections));
            let (ended, end) = watch::channel(false);
            let accept = |(index, listener)| {
                // The first port is for everything else. It may be open to other computers.
                let router =
                    if index == 0 { router.clone() } else { router.clone().layer(Extension(FPuzzlesPort)) };
                accept(listener, router, Arc::clone(&app), Arc::clone(&places), end.clone())
            };
            let all = join_all(listeners.into_iter().enumerate().map(accept));
            tokio::select! {
                _ = all => {}
                () = stopped(stop) => {}
            }
            // If no connection is open, nobody waits for the end.
            let _ = ended.send(true);
            let _ = timeout(SHUTDOWN, ended_all(&app, &places)).await;
        });
        // Drops all requests, which ends their work.
        runtime.shutdown_timeout(Duration::from_millis(500));
    }
}

/// Waits until all connections are closed, or only connections without a request are left for a while.
async fn ended_all(app: &App, places: &Semaphore) {
    let (mut quiet, most) = (0, app.config.limits.connections);
    while places.available_permits() < most && quiet < QUIET {
        quiet = if app.work.active() == 0 { quiet + 1 } else { 0 };
        sleep(POLL).await;
    }
}

/// Listens on the given port, or on the default port. If the default port is in use, listens on a free port, because
/// games are stored per address and another port shows none of the earlier games.
async fn first(config: &Config, remarks: &mut Vec<String>) -> Result<TcpListener, StartError> {
    let address = SocketAddr::from((config.address, config.port.unwrap_or(PORT)));
    let failed = |error| StartError { address, error };
    match TcpListener::bind(address).await {
        Err(error) if config.port.is_none() && error.kind() == io::ErrorKind::AddrInUse => {
            remarks.push(format!(
                "port {PORT} is in use; browsers store games per port, so earlier games are not shown"
            ));
            TcpListener::bind((config.address, 0)).await.map_err(failed)
        }
        listener => listener.map_err(failed),
    }
}

/// Accepts connections, and serves them on other threads.
async fn accept(
    listener: TcpListener,
    router: Router,
    app: Arc<App>,
    places: Arc<Semaphore>,
    end: watch::Receiver<bool>,
) {
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            // If the system has no free connections, some will be closed soon.
            sleep(POLL).await;
            continue;
        };
        // Further connections wait in the queue of the system.
        let Ok(place) = Arc::clone(&places).acquire_owned().await else { return };
        let (router, app, end) = (router.clone(), Arc::clone(&app), end.clone());
        tokio::spawn(async move {
            let _open = OpenConnection::new(Arc::clone(&app), place);
            connection(stream, router, app, end).await;
        });
    }
}

/// Counts a connection.
struct OpenConnection {
    app: Arc<App>,
    _place: OwnedSemaphorePermit,
}

impl OpenConnection {
    fn new(app: Arc<App>, place: OwnedSemaphorePermit) -> Self {
        app.metrics.connections.inc();
        Self { app, _place: place }
    }
}

impl Drop for OpenConnection {
    fn drop(&mut self) {
        self.app.metrics.connections.dec();
    }
}

async fn connection(stream: TcpStream, router: Router, app: Arc<App>, mut end: watch::Receiver<bool>) {
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEAD_TIMEOUT).writev(false);
    let stream = Connection::new(stream, app.config.limits.idle);
    let client = stream.client();
    let service = service_fn(move |request: Request<Incoming>| {
        let (app, router) = (Arc::clone(&app), router.clone());
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(client.clone());
        async move { Ok::<_, Infallible>(respond(&app, router, request).await) }
    });
    let connection = builder.serve_connection(TokioIo::new(stream), service).with_upgrades();
    tokio::pin!(connection);
    // An error ends only this connection.
    tokio::select! {
        _ = connection.as_mut() => {}
        _ = end.changed() => {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
}
