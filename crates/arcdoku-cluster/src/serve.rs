//! The scheduler and the executor of Ballista, with our functions and restricted to given folders.

use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use ballista_core::ids::new_instance_id;
use ballista_core::registry::BallistaFunctionRegistry;
use ballista_core::serde::protobuf::ExecutorStoppedParams;
use ballista_core::serde::protobuf::scheduler_grpc_client::SchedulerGrpcClient;
use ballista_core::utils::{GrpcClientConfig, create_grpc_client_endpoint, default_session_builder};
use ballista_executor::executor_process::{
    ExecutorProcessConfig, start_executor_process, structure_executor_metadata,
};
use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::config::SchedulerConfig;
use ballista_scheduler::scheduler_process::start_server;
use ballista_scheduler::scheduler_server::JobIdGenerator;
use datafusion::execution::runtime_env::RuntimeEnvBuilder;
use datafusion::execution::session_state::SessionStateBuilder;
use tokio::sync::mpsc;

use crate::Done;
use crate::cli::{Executor, Scheduler};
use crate::engine::Watched;
use crate::roots::Roots;
use crate::slots;
use crate::stop::stop_signal;

/// The number of times that a task is assigned before its job fails. Each lost executor uses up one.
const ATTEMPTS: usize = 8;

/// The maximum time in which a stopping executor notifies the scheduler.
const LEAVE_TIMEOUT: Duration = Duration::from_secs(1);

/// Serves until it is stopped.
pub(crate) async fn scheduler(arguments: Scheduler) -> Done {
    let roots = Roots::new(&arguments.root)?;
    is_free(arguments.bind, arguments.bind)?;
    let builder = move |config| {
        let runtime =
            RuntimeEnvBuilder::new().with_object_store_registry(Arc::new(roots.clone())).build_arc()?;
        let state = default_session_builder(config)?;
        let mut state = SessionStateBuilder::new_from_existing(state).with_runtime_env(runtime).build();
        arcdoku_sql::register_all(&mut state)?;
        Ok(state)
    };
    let timeout = arguments.executor_timeout.max(2 * arguments.heartbeat);
    let config = SchedulerConfig {
        bind_host: arguments.bind.ip().to_string(),
        external_host: arguments.bind.ip().to_string(),
        bind_port: arguments.bind.port(),
        executor_timeout_seconds: timeout,
        expire_dead_executor_interval_seconds: arguments.heartbeat,
        no_executors_grace_period_seconds: 2 * timeout,
        task_max_failures: ATTEMPTS,
        stage_max_failures: ATTEMPTS,
        // This proxy would connect to any address that a client names.
        enable_embedded_flight_proxy: false,
        override_session_builder: Some(Arc::new(builder)),
        job_id_generator: Some(Arc::new(JobIds::default())),
        ..SchedulerConfig::default()
    };
    let config = Arc::new(config);
    let cluster = slots::recovering(&BallistaCluster::new_from_config(&config).await?);
    eprintln!("scheduler at {}", arguments.bind);
    tokio::select! {
        served = start_server(cluster, arguments.bind, config) =>
            served.map_err(|error| format!("--bind {}: {error}", arguments.bind).into()),
        () = stop_signal(arguments.attached) => Ok(()),
    }
}

/// Names of the jobs of a scheduler. The generator of Ballista has a thread that wakes every millisecond, which takes
/// 2 % of a core even without work.
struct JobIds {
    /// Unique among all runs of schedulers.
    prefix: String,
    next: AtomicU64,
}

impl Default for JobIds {
    fn default() -> Self {
        Self { prefix: new_instance_id(), next: AtomicU64::new(0) }
    }
}

#[async_trait]
impl JobIdGenerator for JobIds {
    async fn next_id(&self) -> String {
        format!("{}-{}", self.prefix, self.next.fetch_add(1, Ordering::Relaxed))
    }
}

/// Serves until it is stopped, or its disk is full.
pub(crate) async fn executor(arguments: Executor) -> Done {
    let roots = Roots::new(&arguments.root)?;
    let Some((host, port)) = arguments.scheduler.rsplit_once(':') else {
        return Err(format!("--scheduler {}: expected HOST:PORT", arguments.scheduler).into());
    };
    let port: u16 = port.parse().map_err(|error| format!("--scheduler {}: {error}", arguments.scheduler))?;
    let Some(grpc_port) = arguments.bind.port().checked_add(1) else {
        return Err(format!("--bind {}: the next port is needed too", arguments.bind).into());
    };
    let Some(memory) = arguments.memory.checked_mul(1 << 20) else {
        return Err(format!("--memory {}: too large", arguments.memory).into());
    };
    for port in [arguments.bind.port(), grpc_port] {
        is_free(arguments.bind, SocketAddr::new(arguments.bind.ip(), port))?;
    }
    let work = Work::create(&arguments.work, arguments.bind)?;
    let mut functions = BallistaFunctionRegistry::default();
    for function in arcdoku_sql::all() {
        functions.scalar_functions.insert(function.name().to_owned(), function);
    }
    let folder = work.0.clone();
    let runtime = move |_: &_| {
        RuntimeEnvBuilder::new()
            .with_temp_file_path(folder.clone())
            .with_object_store_registry(Arc::new(roots.clone()))
            .build_arc()
    };
    let tasks = slots::Tasks::new();
    let (full, mut is_full) = mpsc::unbounded_channel();
    let id = new_instance_id();
    let config = ExecutorProcessConfig {
        executor_id: id.clone(),
        bind_host: arguments.bind.ip().to_string(),
        external_host: Some(arguments.bind.ip().to_string()),
        port: arguments.bind.port(),
        grpc_port,
        scheduler_host: host.to_owned(),
        scheduler_port: port,
        // With any value except 0, an executor waits for a scheduler forever, as intended here. The reason is a
        // defect: Ballista compares the value with `Instant::now().elapsed()`, which is always about 0.
        scheduler_connect_timeout_seconds: 10,
        vcores: arguments.cores.max(1),
        work_dir: Some(work.0.display().to_string()),
        memory_pool_size: Some(memory),
        executor_heartbeat_interval_seconds: arguments.heartbeat,
        override_execution_engine: Some(Arc::new(Watched::new(arguments.work.clone(), full, tasks.clone()))),
        override_function_registry: Some(Arc::new(functions)),
        override_runtime_producer: Some(Arc::new(runtime)),
        ..ExecutorProcessConfig::default()
    };
    eprintln!("executor at {}, for the scheduler at {}", arguments.bind, arguments.scheduler);
    // Runs in a separate task, for which nothing waits at the end.
    let config = Arc::new(config);
    let registration = structure_executor_metadata(&config, config.vcores as u32);
    let mut served = tokio::spawn(start_executor_process(config));
    let served = tokio::select! {
        served = &mut served => served?,
        () = slots::report_idle(&arguments.scheduler, registration, tasks) => return Ok(()),
        () = stop_signal(arguments.attached) => {
            // Ballista also handles the signals, but waits for tasks. Here, the scheduler assigns them to other
            // executors.
            let left = leave(&arguments.scheduler, &id, "it was stopped");
            if tokio::time::timeout(LEAVE_TIMEOUT, left).await.is_err() {
                eprintln!("executor at {}: the scheduler does not answer", arguments.bind);
            }
            return Ok(());
        }
        Some(error) = is_full.recv() => {
            let _ = tokio::time::timeout(LEAVE_TIMEOUT, leave(&arguments.scheduler, &id, &error)).await;
            return Err(error.into());
        }
    };
    served.map_err(|error| format!("executor at {}: {error}", arguments.bind))?;
    // Ballista stops an executor if its scheduler does not answer or has removed it.
    eprintln!("executor at {}: no connection to the scheduler; restarting", arguments.bind);
    drop(work);
    again()
}

/// Notifies the scheduler that an executor leaves.
async fn leave(scheduler: &str, id: &str, reason: &str) -> Done {
    let endpoint =
        create_grpc_client_endpoint(format!("http://{scheduler}"), Some(&GrpcClientConfig::default()))?;
    let mut scheduler = SchedulerGrpcClient::new(endpoint.connect().await?);
    let stopped = ExecutorStoppedParams { executor_id: id.to_owned(), reason: reason.to_owned() };
    scheduler.executor_stopped(stopped).await?;
    Ok(())
}

/// Replaces this process with a new one, because a process can start an executor of Ballista only once.
#[cfg(unix)]
fn again() -> Done {
    use std::os::unix::process::CommandExt as _;
    let program = std::env::current_exe()?;
    Err(std::process::Command::new(program).args(std::env::args_os().skip(1)).exec().into())
}

#[cfg(not(unix))]
fn again() -> Done {
    Err("no connection to the scheduler".into())
}

/// Returns an error if the process cannot listen on an address.
fn is_free(given: SocketAddr, address: SocketAddr) -> Done {
    if address.ip().is_unspecified() {
        return Err(format!("--bind {given}: expected an address that others can reach").into());
    }
    TcpListener::bind(address).map_err(|error| {
        let other = if address == given { String::new() } else { format!(", port {}", address.port()) };
        format!("--bind {given}{other}: {error}")
    })?;
    Ok(())
}

/// The folder of an executor in the folder of `--work`. It is removed when the executor ends.
struct Work(PathBuf);

impl Work {
    fn create(parent: &Path, address: SocketAddr) -> Done<Self> {
        // No other process listens on the address in the name, so an existing folder is from a killed process.
        let name = format!("executor-{}", address.to_string().replace([':', '[', ']'], "-"));
        let work = parent.join(name);
        let fault = |error: std::io::Error| format!("--work {}: {error}", parent.display());
        let _ = std::fs::remove_dir_all(&work);
        std::fs::create_dir_all(&work).map_err(fault)?;
        let real = std::fs::canonicalize(&work).map_err(fault)?;
        Ok(Self(real))
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        // Tasks may still be writing.
        for _ in 0..5 {
            if std::fs::remove_dir_all(&self.0).is_ok() || !self.0.exists() {
                return;
            }
        }
    }
}
