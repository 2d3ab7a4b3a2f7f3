//! Cores that the scheduler wrongly counts as busy.
//!
//! When an executor is lost, Ballista restarts the stages whose rows it had. Earlier tasks of such a stage that end
//! on other executors then belong to no stage, and the scheduler never counts their cores as free again. After
//! several losses, no cores are left and every query waits forever. Therefore, an executor without tasks reports
//! this, and the scheduler counts all of its cores as free.
//!
//! Cores are counted without the names of tasks, because the scheduler frees them without names. The scheduler may
//! free a core after a report has already freed it. If the executor got another task in between, the core of that
//! task counts as free. The executor can then have one task more than cores until one of them ends.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use ballista_core::JobId;
use ballista_core::error::Result;
use ballista_core::serde::protobuf::executor_status::Status;
use ballista_core::serde::protobuf::scheduler_grpc_client::SchedulerGrpcClient;
use ballista_core::serde::protobuf::{
    ExecutorHeartbeat, ExecutorRegistration, ExecutorStatus, HeartBeatParams, UpdateTaskStatusParams,
};
use ballista_core::serde::scheduler::{ExecutorData, ExecutorMetadata};
use ballista_core::utils::{GrpcClientConfig, create_grpc_client_endpoint};
use ballista_scheduler::cluster::{
    BallistaCluster, BoundTask, ClusterState, ClusterStateEventStream, ExecutorSlot,
};
use ballista_scheduler::config::TaskDistributionPolicy;
use ballista_scheduler::state::task_manager::JobInfoCache;
use tokio::time::Instant;

use crate::Done;

/// The status in the heartbeat of an executor without tasks.
const IDLE: &str = "idle";

/// The time without a task after which an executor reports that it is idle. The scheduler ignores the report if it
/// has sent a task in this time, because the task may not have arrived.
const PAUSE: Duration = Duration::from_secs(2);

/// A cluster in which the cores of executors without tasks are free.
pub(crate) fn recovering(cluster: &BallistaCluster) -> BallistaCluster {
    let state = Recovering { inner: cluster.cluster_state(), used: Mutex::default() };
    BallistaCluster::new(Arc::new(state), cluster.job_state())
}

struct Recovering {
    inner: Arc<dyn ClusterState>,
    /// For each executor, the number of cores with tasks and the time of its last task.
    used: Mutex<HashMap<String, (u32, Instant)>>,
}

impl Recovering {
    fn used(&self) -> MutexGuard<'_, HashMap<String, (u32, Instant)>> {
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl ClusterState for Recovering {
    async fn init(&self) -> Result<()> {
        self.inner.init().await
    }

    async fn bind_schedulable_tasks(
        &self,
        distribution: TaskDistributionPolicy,
        active_jobs: Arc<HashMap<JobId, JobInfoCache>>,
        executors: Option<HashSet<String>>,
    ) -> Result<Vec<BoundTask>> {
        let tasks = self.inner.bind_schedulable_tasks(distribution, active_jobs, executors).await?;
        let mut used = self.used();
        for (executor, task) in &tasks {
            let entry = used.entry(executor.clone()).or_insert((0, Instant::now()));
            *entry = (entry.0 + task.vcores_consumed, Instant::now());
        }
        Ok(tasks)
    }

    async fn unbind_tasks(&self, mut executor_slots: Vec<ExecutorSlot>) -> Result<()> {
        {
            let mut used = self.used();
            for (executor, cores) in &mut executor_slots {
                // At most the cores that are in use, because some may be free already.
                let entry = used.entry(executor.clone()).or_insert((0, Instant::now()));
                *cores = (*cores).min(entry.0);
                entry.0 -= *cores;
            }
        }
        self.inner.unbind_tasks(executor_slots).await
    }

    async fn register_executor(&self, metadata: ExecutorMetadata, spec: ExecutorData) -> Result<()> {
        let address = format!("{}:{}", metadata.host, metadata.port);
        self.inner.register_executor(metadata, spec).await?;
        eprintln!("scheduler: the executor at {address} is registered");
        Ok(())
    }

    async fn save_executor_metadata(&self, metadata: ExecutorMetadata) -> Result<()> {
        self.inner.save_executor_metadata(metadata).await
    }

    async fn get_executor_metadata(&self, executor_id: &str) -> Result<ExecutorMetadata> {
        self.inner.get_executor_metadata(executor_id).await
    }

    async fn registered_executor_metadata(&self) -> Vec<ExecutorMetadata> {
        self.inner.registered_executor_metadata().await
    }

    async fn save_executor_heartbeat(&self, heartbeat: ExecutorHeartbeat) -> Result<()> {
        let is_idle = matches!(
            &heartbeat.status,
            Some(ExecutorStatus { status: Some(Status::Active(word)) }) if word == IDLE
        );
        let unused = match self.used().get_mut(&heartbeat.executor_id) {
            Some((cores, last)) if is_idle && *cores > 0 && last.elapsed() > PAUSE => std::mem::take(cores),
            _ => 0,
        };
        if unused > 0 {
            self.inner.unbind_tasks(vec![(heartbeat.executor_id.clone(), unused)]).await?;
        }
        self.inner.save_executor_heartbeat(heartbeat).await
    }

    async fn remove_executor(&self, executor_id: &str) -> Result<()> {
        self.used().remove(executor_id);
        let metadata = self.inner.get_executor_metadata(executor_id).await;
        self.inner.remove_executor(executor_id).await?;
        // An executor may be removed twice, for different reasons.
        if let Ok(metadata) = metadata {
            eprintln!("scheduler: the executor at {}:{} is removed", metadata.host, metadata.port);
        }
        Ok(())
    }

    fn executor_heartbeats(&self) -> HashMap<String, ExecutorHeartbeat> {
        self.inner.executor_heartbeats()
    }

    fn get_executor_heartbeat(&self, executor_id: &str) -> Option<ExecutorHeartbeat> {
        self.inner.get_executor_heartbeat(executor_id)
    }

    async fn cluster_state_events(&self) -> Result<ClusterStateEventStream> {
        self.inner.cluster_state_events().await
    }
}

/// The tasks of an executor.
#[derive(Debug)]
pub(crate) struct Tasks(Mutex<(usize, Instant)>);

impl Tasks {
    pub(crate) fn new() -> Arc<Self> {
        Arc::new(Self(Mutex::new((0, Instant::now()))))
    }

    /// Counts a task until the value is dropped.
    pub(crate) fn begin(self: &Arc<Self>) -> Task {
        self.change(1);
        Task(self.clone())
    }

    fn change(&self, by: isize) {
        let mut tasks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *tasks = (tasks.0.saturating_add_signed(by), Instant::now());
    }

    fn is_idle(&self) -> bool {
        let tasks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        tasks.0 == 0 && tasks.1.elapsed() > PAUSE
    }
}

/// A task that is running.
pub(crate) struct Task(Arc<Tasks>);

impl Drop for Task {
    fn drop(&mut self) {
        self.0.change(-1);
    }
}

/// Reports to the scheduler when an executor has no tasks. This never ends.
pub(crate) async fn report_idle(scheduler: &str, executor: ExecutorRegistration, tasks: Arc<Tasks>) {
    loop {
        tokio::time::sleep(PAUSE).await;
        if tasks.is_idle() {
            // Ballista's own heartbeats detect a scheduler that does not answer.
            let _ = tokio::time::timeout(PAUSE, report_once(scheduler, &executor)).await;
        }
    }
}

async fn report_once(scheduler: &str, executor: &ExecutorRegistration) -> Done {
    let endpoint =
        create_grpc_client_endpoint(format!("http://{scheduler}"), Some(&GrpcClientConfig::default()))?;
    let mut scheduler = SchedulerGrpcClient::new(endpoint.connect().await?);
    let status = ExecutorStatus { status: Some(Status::Active(IDLE.to_owned())) };
    let heartbeat = HeartBeatParams {
        executor_id: executor.id.clone(),
        metrics: Vec::new(),
        status: Some(status),
        metadata: Some(executor.clone()),
    };
    scheduler.heart_beat_from_executor(heartbeat).await?;
    // Sends an update without tasks, because the scheduler assigns waiting tasks after any update.
    let update = UpdateTaskStatusParams { executor_id: executor.id.clone(), task_status: Vec::new() };
    scheduler.update_task_status(update).await?;
    Ok(())
}
