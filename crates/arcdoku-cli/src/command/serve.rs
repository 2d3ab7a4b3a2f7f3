//! `arcdoku serve` and `arcdoku mcp`.

use std::net::IpAddr;

use arcdoku_server::{Config, Server, ServerLimits, has_page};
use arcdoku_service::status::{Error, Status};

use crate::cli::{LogFormat, Mcp, Serve, ServeLimits};
use crate::{interrupt, output, terminal};

/// Serves until Ctrl-C.
pub(crate) fn run(options: &Serve) -> Result<Status, Error> {
    if options.open && !has_page() {
        return Err(Error::usage(
            "this program was built without its page; `cargo xtask page --program` builds both",
        ));
    }
    log(options.log);
    let server = Server::listen(config(options)?).map_err(|error| Error::output(error.to_string()))?;
    server.remarks().iter().for_each(|remark| output::note(remark));
    let address = server.address();
    if !address.ip().is_loopback() && options.token_file.is_none() {
        output::note(&format!("anyone who can reach {address} can use the server; see --token-file"));
    }
    let local: IpAddr =
        if address.is_ipv6() { [0, 0, 0, 0, 0, 0, 0, 1].into() } else { [127, 0, 0, 1].into() };
    let host = if address.ip().is_unspecified() { local } else { address.ip() };
    let url = format!("http://{}/", std::net::SocketAddr::from((host, address.port())));
    terminal::print(&format!("{url}\n"))?;
    if options.open && open::that_detached(&url).is_err() {
        output::note(&format!("no browser could be opened; open {url}"));
    }
    server.run(interrupt::cancel());
    Ok(Status::Fine)
}

/// Answers an agent until it closes standard input.
pub(crate) fn mcp(options: &Mcp) -> Result<Status, Error> {
    arcdoku_server::mcp(limits(&options.limits), interrupt::cancel())?;
    Ok(Status::Fine)
}

fn config(options: &Serve) -> Result<Config, Error> {
    let token = options.token_file.as_ref().map(|path| {
        let unreadable = |what: &str| Error::unreadable(format!("--token-file {}: {what}", path.display()));
        let text = std::fs::read_to_string(path).map_err(|error| unreadable(&error.to_string()))?;
        let token = text.trim();
        if token.is_empty() {
            Err(unreadable("found nothing, expected a token"))
        } else {
            Ok(token.to_owned())
        }
    });
    let usual = Config::default();
    Ok(Config {
        address: options.bind,
        port: options.port,
        fpuzzles_port: (options.fpuzzles_port > 0).then_some(options.fpuzzles_port),
        hosts: options.host.clone(),
        origins: usual.origins.into_iter().chain(options.origin.iter().cloned()).collect(),
        token: token.transpose()?,
        limits: limits(&options.limits),
    })
}

fn limits(options: &ServeLimits) -> ServerLimits {
    let usual = ServerLimits::default();
    ServerLimits {
        time: options.max_time,
        nodes: options.max_nodes,
        memory: options.max_memory.0,
        body: usize::try_from(options.max_body.0).unwrap_or(usize::MAX),
        image: usize::try_from(options.max_image.0).unwrap_or(usize::MAX),
        puzzles: options.max_lines,
        jobs: options.max_jobs.map_or(usual.jobs, usize::from),
        waiting: options.max_waiting.into(),
        connections: options.max_connections as usize,
        ..usual
    }
}

/// Writes the events of the server to standard error.
fn log(format: LogFormat) {
    let builder = tracing_subscriber::fmt().with_writer(std::io::stderr).with_target(false);
    match format {
        LogFormat::Text => builder.with_ansi(output::is_colored()).init(),
        LogFormat::Json => builder.json().init(),
        LogFormat::Off => {}
    }
}
