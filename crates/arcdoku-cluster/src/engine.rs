//! The engine of executors: Ballista's, except for what goes wrong.
//!
//! An executor whose disk is full leaves the cluster, and its tasks are given to others. Ballista itself ends the query.
//! A stage that is begun again, as an executor was lost whose rows it needs, is an error, as Ballista counts rows twice.

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

/// Ballista's engine, with an eye on the disk.
pub(crate) struct Watched {
    engine: DefaultExecutionEngine,
    work: PathBuf,
    full: UnboundedSender<String>,
    tasks: Arc<Tasks>,
}

impl Watched {
    /// An engine that tells `full` what is wrong with the disk of the folder, and counts its tasks.
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
        // It names a folder of the work folder. All who reach an executor can send it tasks with any other.
        if !job_id.as_str().chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-') {
            return Err(DataFusionError::Execution(format!("{job_id}: not a name of a job")));
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
        // Ballista adds the rows of a stage that it begins again to those that it has of it: without an error here,
        // they were in the answer twice.
        if context.task_id().is_some_and(|name| is_again(&name)) {
            return Err(DataFusionError::Execution(
                "an executor was lost whose rows others needed; ask again".to_owned(),
            ));
        }
        let answer = self.inner.execute_query_stage(task_id, context).await;
        if let Err(error) = &answer
            && is_full(&error.to_string())
        {
            let told = self.full.send(format!("--work {}: no space left on its disk", self.work.display()));
            if told.is_ok() {
                // No answer: a failed attempt would be one of those that the task has.
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

/// Whether a task, named `TID job/stage.attempt/task.attempt`, is of a stage that was begun again.
fn is_again(name: &str) -> bool {
    let stage = name.split('/').nth(1).and_then(|stage| stage.rsplit_once('.'));
    stage.is_some_and(|(_, attempt)| attempt != "0")
}

/// Whether an error is one of a full disk, or a used up quota. Errors of the system come as text, as tasks wrap them in
/// errors of their own.
pub(crate) fn is_full(error: &str) -> bool {
    ["os error 28)", "os error 122)", "No space left on device"].iter().any(|text| error.contains(text))
}

/// Connections to other executors, as Ballista's own pool is private.
#[derive(Default)]
struct Pool(Idle);

type Idle = Arc<Mutex<HashMap<(String, u16, GrpcClientConfig), Vec<BallistaClient>>>>;

/// Number of connections to an executor that are kept while nobody uses them.
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
    use super::{is_again, is_full};

    #[test]
    fn names_of_tasks_tell_attempts_of_stages() {
        assert!(!is_again("TID 038G5Q2Z42000/2.0/1.3"));
        assert!(is_again("TID 038G5Q2Z42000/2.1/1.0"));
        assert!(!is_again("TID"));
    }

    #[test]
    fn full_disks_are_known_by_their_text() {
        assert!(is_full("IoError(\"No space left on device (os error 28)\")"));
        assert!(!is_full("connection reset (os error 104)"));
    }
}
