//! The engine of executors: Ballista's engine, with two faults handled differently.
//!
//! An executor whose disk is full leaves the cluster, and other executors get its tasks. Ballista would end the
//! query. If an executor is lost whose rows are needed, Ballista restarts stages. Here, this is an error, because
//! Ballista would count rows twice.

use std::collections::HashMap;
use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use ballista_core::JobId;
use ballista_core::client::BallistaClient;
use ballista_core::client_pool::{BallistaClientPool, PooledClient};
use ballista_core::extension::BallistaConfigGrpcEndpoint;
use ballista_core::serde::protobuf::{
    RuntimeStatsReport, ShuffleWritePartition, TaskColumnStats, WindowStateReport,
};
use ballista_core::utils::GrpcClientConfig;
use ballista_executor::execution_engine::{DefaultExecutionEngine, ExecutionEngine, QueryStageExecutor};
use datafusion::error::{DataFusionError, Result};
use datafusion::execution::TaskContext;
use datafusion::physical_plan::ExecutionPlan;
use datafusion::physical_plan::metrics::MetricsSet;
use datafusion::prelude::SessionConfig;
use tokio::sync::mpsc::UnboundedSender;

use crate::slots::Tasks;

/// Ballista's engine, which reports a full disk.
pub(crate) struct Watched {
    engine: DefaultExecutionEngine,
    work: PathBuf,
    full: UnboundedSender<String>,
    tasks: Arc<Tasks>,
}

impl Watched {
    /// An engine that sends an error to `full` when the disk of the folder is full, and counts its tasks.
    pub(crate) fn new(work: PathBuf, full: UnboundedSender<String>, tasks: Arc<Tasks>) -> Self {
        let engine = DefaultExecutionEngine::with_client_pool(Arc::new(Pool::default()));
        Self { engine, work, full, tasks }
    }
}

impl ExecutionEngine for Watched {
    fn create_query_stage_exec(
        &self,
        job_id: JobId,
        stage_id: usize,
        task_id: usize,
        global_output_partition_ids: Vec<usize>,
        plan: Arc<dyn ExecutionPlan>,
        work_dir: &str,
        config: &SessionConfig,
    ) -> Result<Arc<dyn QueryStageExecutor>> {
        // The name becomes a folder in the work folder. Any process that can reach an executor can send tasks with
        // other names, such as paths.
        if !is_name(job_id.as_str()) {
            return Err(DataFusionError::Execution(format!("{:?}: not a name of a job", job_id.as_str())));
        }
        let inner = self.engine.create_query_stage_exec(
            job_id,
            stage_id,
            task_id,
            global_output_partition_ids,
            plan,
            work_dir,
            config,
        )?;
        Ok(Arc::new(Stage {
            inner,
            work: self.work.clone(),
            full: self.full.clone(),
            tasks: self.tasks.clone(),
        }))
    }
}

#[derive(Debug)]
struct Stage {
    inner: Arc<dyn QueryStageExecutor>,
    work: PathBuf,
    full: UnboundedSender<String>,
    tasks: Arc<Tasks>,
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.fmt(f)
    }
}

#[async_trait]
impl QueryStageExecutor for Stage {
    async fn execute_query_stage(
        &self,
        task_id: usize,
        context: Arc<TaskContext>,
    ) -> Result<Vec<ShuffleWritePartition>> {
        let _task = self.tasks.begin();
        // Ballista adds the rows of a restarted stage to the rows of its first run. Without an error here, they would
        // be in the answer twice.
        if context.task_id().is_some_and(|name| is_again(&name)) {
            return Err(DataFusionError::Execution(
                "an executor was lost whose rows others needed; run the query again".to_owned(),
            ));
        }
        let answer = self.inner.execute_query_stage(task_id, context).await;
        if let Err(error) = &answer
            && is_full(&error.to_string())
        {
            let sent = self.full.send(format!("--work {}: no space left on its disk", self.work.display()));
            if sent.is_ok() {
                // The task does not end here, because a failure would count as one of its attempts.
                std::future::pending::<()>().await;
            }
        }
        answer
    }

    fn collect_plan_metrics(&self) -> Vec<MetricsSet> {
        self.inner.collect_plan_metrics()
    }

    fn collect_runtime_stats_reports(&self) -> Vec<RuntimeStatsReport> {
        self.inner.collect_runtime_stats_reports()
    }

    fn collect_window_state_reports(&self) -> Result<Vec<WindowStateReport>> {
        self.inner.collect_window_state_reports()
    }

    fn collect_column_stats(&self) -> Vec<TaskColumnStats> {
        self.inner.collect_column_stats()
    }
}

/// Whether a text can be the name of a job, and therefore of a folder.
fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-')
}

/// Whether a task, named `TID job/stage.attempt/task.attempt`, belongs to a restarted stage.
fn is_again(name: &str) -> bool {
    let stage = name.split('/').nth(1).and_then(|stage| stage.rsplit_once('.'));
    stage.is_some_and(|(_, attempt)| attempt != "0")
}

/// Whether the cause of an error is a full disk or an exhausted quota. Tasks wrap errors of the system, so only their
/// text is available.
pub(crate) fn is_full(error: &str) -> bool {
    ["os error 28)", "os error 122)", "No space left on device"].iter().any(|text| error.contains(text))
}

/// Connections to other executors, because the pool of Ballista is private.
#[derive(Default)]
struct Pool(Idle);

type Idle = Arc<Mutex<HashMap<(String, u16, GrpcClientConfig), Vec<BallistaClient>>>>;

/// The maximum number of idle connections to an executor.
const KEPT: usize = 4;

impl fmt::Debug for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Pool")
    }
}

#[async_trait]
impl BallistaClientPool for Pool {
    async fn acquire(
        &self,
        host: &str,
        port: u16,
        config: &GrpcClientConfig,
        endpoint: Option<Arc<BallistaConfigGrpcEndpoint>>,
    ) -> ballista_core::error::Result<PooledClient> {
        let key = (host.to_owned(), port, config.clone());
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner).get_mut(&key).and_then(Vec::pop);
        let client = match kept {
            Some(client) => client,
            None => {
                BallistaClient::try_new(
                    host,
                    port,
                    config.max_message_size,
                    config.use_tls,
                    endpoint,
                    config.io_retries_times,
                    config.io_retry_wait_time_ms,
                    config.initial_connection_window_size,
                    config.initial_stream_window_size,
                )
                .await?
            }
        };
        let idle = self.0.clone();
        let give_back = move |client| {
            let mut idle = idle.lock().unwrap_or_else(PoisonError::into_inner);
            let kept = idle.entry(key).or_default();
            if kept.len() < KEPT {
                kept.push(client);
            }
        };
        Ok(PooledClient::new(client, Box::new(give_back)))
    }

    async fn evict_idle(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

#[cfg(test)]
mod tests {
    use super::{is_again, is_full, is_name};

    #[test]
    fn names_of_jobs_are_not_paths() {
        assert!(is_name("038G5Q2Z42000") && is_name("a-1"));
        for refused in ["", ".", "..", "a/b", "/a", "a\\b", "a\0"] {
            assert!(!is_name(refused), "{refused}");
        }
    }

    #[test]
    fn names_of_tasks_have_the_attempt_of_the_stage() {
        assert!(!is_again("TID 038G5Q2Z42000/2.0/1.3"));
        assert!(is_again("TID 038G5Q2Z42000/2.1/1.0"));
        assert!(!is_again("TID"));
    }

    #[test]
    fn full_disks_are_found_by_the_text_of_errors() {
        assert!(is_full("IoError(\"No space left on device (os error 28)\")"));
        assert!(!is_full("connection reset (os error 104)"));
    }
}
