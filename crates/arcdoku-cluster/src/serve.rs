//! Scheduler and executor: those of Ballista, with our functions, within the given folders.

use std::sync::Arc;

use ballista_core::registry::BallistaFunctionRegistry;
use ballista_core::utils::default_session_builder;
use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};
use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::config::SchedulerConfig;
use ballista_scheduler::scheduler_process::start_server;
use datafusion::execution::runtime_env::RuntimeEnvBuilder;
use datafusion::execution::session_state::SessionStateBuilder;

use crate::Done;
use crate::cli::{Executor, Scheduler};
use crate::roots::Roots;

/// Seconds between signs of an executor, and between looks for executors without one.
const HEARTBEAT: u64 = 2;

/// Number of times that a task is given out before its job ends. Each executor that is lost costs one.
const ATTEMPTS: usize = 8;

/// Serves until it is ended.
pub(crate) async fn scheduler(arguments: Scheduler) -> Done {
    let roots = Roots::new(&arguments.root)?;
    let builder = move |config| {
        let runtime =
            RuntimeEnvBuilder::new().with_object_store_registry(Arc::new(roots.clone())).build_arc()?;
        let state = default_session_builder(config)?;
        let mut state = SessionStateBuilder::new_from_existing(state).with_runtime_env(runtime).build();
        arcdoku_sql::register_all(&mut state)?;
        Ok(state)
    };
    let timeout = arguments.executor_timeout.max(2 * HEARTBEAT);
    let config = SchedulerConfig {
        bind_host: arguments.bind.ip().to_string(),
        external_host: arguments.bind.ip().to_string(),
        bind_port: arguments.bind.port(),
        executor_timeout_seconds: timeout,
        expire_dead_executor_interval_seconds: HEARTBEAT,
        no_executors_grace_period_seconds: 2 * timeout,
        task_max_failures: ATTEMPTS,
        stage_max_failures: ATTEMPTS,
        override_session_builder: Some(Arc::new(builder)),
        ..SchedulerConfig::default()
    };
    let config = Arc::new(config);
    let cluster = BallistaCluster::new_from_config(&config).await?;
    eprintln!("scheduler at {}", arguments.bind);
    Ok(start_server(cluster, arguments.bind, config).await?)
}

/// Serves until it is ended.
pub(crate) async fn executor(arguments: Executor) -> Done {
    let roots = Roots::new(&arguments.root)?;
    let Some((host, port)) = arguments.scheduler.rsplit_once(':') else {
        return Err(format!("--scheduler {}: expected HOST:PORT", arguments.scheduler).into());
    };
    let port: u16 = port.parse().map_err(|error| format!("--scheduler {}: {error}", arguments.scheduler))?;
    let Some(grpc_port) = arguments.bind.port().checked_add(1) else {
        return Err(format!("--bind {}: the next port is needed too", arguments.bind).into());
    };
    std::fs::create_dir_all(&arguments.work)
        .map_err(|error| format!("--work {}: {error}", arguments.work.display()))?;
    let work = arguments.work.clone();
    let mut functions = BallistaFunctionRegistry::default();
    for function in arcdoku_sql::all() {
        functions.scalar_functions.insert(function.name().to_owned(), function);
    }
    let runtime = move |_: &_| {
        RuntimeEnvBuilder::new()
            .with_temp_file_path(work.clone())
            .with_object_store_registry(Arc::new(roots.clone()))
            .build_arc()
    };
    let config = ExecutorProcessConfig {
        bind_host: arguments.bind.ip().to_string(),
        external_host: Some(arguments.bind.ip().to_string()),
        port: arguments.bind.port(),
        grpc_port,
        scheduler_host: host.to_owned(),
        scheduler_port: port,
        scheduler_connect_timeout_seconds: 10,
        vcores: arguments.cores.max(1),
        work_dir: Some(arguments.work.display().to_string()),
        memory_pool_size: Some(arguments.memory << 20),
        executor_heartbeat_interval_seconds: HEARTBEAT,
        override_function_registry: Some(Arc::new(functions)),
        override_runtime_producer: Some(Arc::new(runtime)),
        ..ExecutorProcessConfig::default()
    };
    eprintln!("executor at {}, for the scheduler at {}", arguments.bind, arguments.scheduler);
    Ok(start_executor_process(Arc::new(config)).await?)
}
