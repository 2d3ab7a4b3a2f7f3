//! The command `job`: a recipe, part by part.
//!
//! ```text
//!  OUT.unfinished/  recipe.sql  manifest.jsonl          one line for each complete part
//!                   STEP/round-000/part-00000.parquet   each appears when it is complete
//!  OUT/             the same with README.md, when all parts are complete, without scratch steps
//! ```
//!
//! A part is one query. This process writes its file from the rows of a single completed attempt, so no rows are in
//! the file twice even if tasks ran twice.

#![expect(clippy::disallowed_methods, reason = "a program reports the times of its parts")]

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::error::Error;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant, UNIX_EPOCH};

use datafusion::arrow::util::display::array_value_to_string;
use datafusion::common::config::ConfigNonZeroUsize;
use datafusion::common::runtime::SpawnedTask;
use datafusion::dataframe::DataFrame;
use datafusion::parquet::errors::ParquetError;
use datafusion::prelude::SessionContext;
use futures::stream::{self, FuturesUnordered};
use futures::{StreamExt as _, TryStreamExt as _};
use serde::{Deserialize, Serialize};

use crate::Done;
use crate::checksum::Checksum;
use crate::cli::Engine;
use crate::engine::is_full;
use crate::fault::sentence;
use crate::output::{AtomicOutput, Format};
use crate::query::{drain, plain_error, rows};
use crate::session;
use crate::sheet::{RECIPES, Sheet, Stage, Step, fill, whole};

/// The first line of a manifest, which must be equal to continue a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Head {
    recipe: String,
    sql: String,
    parameters: BTreeMap<String, String>,
    tables: BTreeMap<String, Table>,
    version: String,
}

/// The files of a table when the job began.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Table {
    path: PathBuf,
    /// For each file, its length and the time of its last change in nanoseconds since 1970.
    files: BTreeMap<PathBuf, (u64, u64)>,
}

impl Table {
    /// Finds the files of a path. Follows links, but enters no folder twice.
    fn look(path: &Path) -> Done<Self> {
        let path = fs::canonicalize(path).map_err(at(path))?;
        let mut files = BTreeMap::new();
        let mut folders = HashSet::new();
        let mut waiting = vec![path.clone()];
        while let Some(next) = waiting.pop() {
            let real = match fs::canonicalize(&next) {
                // A broken link is not a file of the table.
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                real => real.map_err(at(&next))?,
            };
            let data = fs::metadata(&real).map_err(at(&real))?;
            if !data.is_dir() {
                let changed = data.modified().map_err(at(&real))?;
                let changed = changed.duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos() as u64;
                files.insert(real, (data.len(), changed));
            } else if folders.insert(real.clone()) {
                for entry in fs::read_dir(&real).map_err(at(&real))? {
                    waiting.push(entry.map_err(at(&real))?.path());
                }
            }
        }
        Ok(Self { path, files })
    }
}

/// A complete part.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Entry {
    step: String,
    round: u64,
    part: u64,
    rows: u64,
    bytes: u64,
    /// The sum of the hashes of its rows.
    checksum: String,
    attempts: u32,
    /// Seconds since the run began.
    began: f64,
    ended: f64,
}

/// Runs a recipe.
pub(crate) async fn run(arguments: crate::cli::Job) -> Done {
    if arguments.list {
        for (name, text) in RECIPES {
            println!("{}", Sheet::read(text)?.help(name));
        }
        return Ok(());
    }
    let name = arguments.recipe.as_deref().unwrap_or_default();
    let text = match RECIPES.iter().find(|(known, _)| *known == name) {
        Some((_, text)) => (*text).to_owned(),
        None => fs::read_to_string(name).map_err(|error| {
            let known: Vec<&str> = RECIPES.iter().map(|recipe| recipe.0).collect();
            format!("{name}: {error}; expected a file, or one of {}", known.join(", "))
        })?,
    };
    if arguments.show {
        print!("{text}");
        return Ok(());
    }
    let sheet = Sheet::read(&text).map_err(|error| format!("{name}: {error}"))?;
    let values = sheet.values(&arguments.parameters)?;
    let Some(out) = &arguments.out else { return Err("--out is missing".into()) };
    let mut tables = BTreeMap::new();
    for (table, meaning) in &sheet.tables {
        let given =
            arguments.engine.table.iter().find_map(|given| given.split_once('=').filter(|it| it.0 == table));
        let (_, path) = given.ok_or_else(|| format!("--table {table}=PATH is missing: {meaning}"))?;
        let files = Table::look(Path::new(path)).map_err(|error| format!("--table {table}: {error}"))?;
        tables.insert(table.clone(), files);
    }
    check(&sheet, &values)?;
    let recipe = Path::new(name).file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let version = env!("CARGO_PKG_VERSION").to_owned();
    let head = Head { recipe, sql: text.clone(), parameters: values.clone(), tables, version };
    let store = Store::open(out, &head, arguments.resume)?;
    let session = session::open(&arguments.engine).await?;
    let batch = session.copied_config().batch_size();
    let mut job = Job {
        session,
        batch,
        parallel: arguments.parallel.unwrap_or(arguments.engine.cores()).max(1),
        timeout: arguments.timeout.map(Duration::from_secs),
        attempts: arguments.attempts.max(1),
        cluster: arguments.engine.cluster.clone(),
        values,
        store,
        counts: BTreeMap::new(),
    };
    for stage in &sheet.stages {
        match stage {
            Stage::Once(step) => job.step(step, 0).await?,
            Stage::Rounds { most, step: watched, steps } => {
                // The first round always runs, so that every step has a table.
                for round in 1..=number(most, &job.values)?.max(1) {
                    if round > 1 && job.value(&format!("{watched}_last.rows"))? == 0 {
                        break;
                    }
                    job.values.insert("round".to_owned(), round.to_string());
                    for step in steps {
                        job.step(step, round).await?;
                    }
                }
            }
        }
    }
    let card = job.card(&head, &sheet, &arguments.engine).await?;
    let scratch: BTreeSet<&str> = sheet
        .stages
        .iter()
        .flat_map(Stage::steps)
        .filter(|step| step.is_scratch)
        .map(|step| step.name.as_str())
        .collect();
    job.store.finish(&card, &scratch, out)?;
    println!("{card}");
    Ok(())
}

/// An error at a path.
fn at(path: &Path) -> impl FnOnce(io::Error) -> String {
    move |error| format!("{}: {error}", path.display())
}

/// A whole number in a recipe. Its text may have names in braces.
fn number(text: &str, values: &BTreeMap<String, String>) -> Done<u64> {
    let filled = fill(text, values)?;
    whole(&filled).ok_or_else(|| {
        let shown = if filled == text { filled } else { format!("{text} = {filled}") };
        format!("{shown}: expected a whole number of at least 0").into()
    })
}

/// Checks the numbers that do not depend on rows, before the job begins.
fn check(sheet: &Sheet, values: &BTreeMap<String, String>) -> Done {
    let is_known = |text: &String| fill(text, values).is_ok();
    for stage in &sheet.stages {
        if let Stage::Rounds { most, .. } = stage
            && is_known(most)
        {
            number(most, values)?;
        }
        for step in stage.steps() {
            if step.over.iter().flatten().all(is_known) {
                ranges(step, values)?;
            }
        }
    }
    Ok(())
}

/// The maximum number of parts of a step.
const PARTS: u64 = 1_000_000;

/// The range of numbers of each part of a step: from, to.
fn ranges(step: &Step, values: &BTreeMap<String, String>) -> Done<Vec<(u64, u64)>> {
    let Some([from, to, by]) = &step.over else { return Ok(vec![(0, 0)]) };
    let number = |text: &str| number(text, values).map_err(|error| format!("step {}: {error}", step.name));
    let (from, to, by) = (number(from)?, number(to)?, number(by)?.max(1));
    // A step whose range of numbers is empty has one part without rows, so its table exists.
    let parts = to.saturating_sub(from).div_ceil(by).max(1);
    if parts > PARTS {
        let name = &step.name;
        return Err(
            format!("step {name}: {parts} parts, expected at most {PARTS}: set a larger `part`").into()
        );
    }
    // The start of a part is less than `to`, so only its end can be too large.
    let starts = (0..parts).map(|part| from + part * by);
    Ok(starts.map(|start| (start, start.saturating_add(by).min(to))).collect())
}

/// The files of a run.
struct Store {
    folder: PathBuf,
    manifest: Mutex<File>,
    /// Parts that were complete when the run began.
    there: HashMap<(String, u64, u64), Entry>,
    began: Instant,
}

impl Store {
    fn open(out: &Path, head: &Head, resume: bool) -> Done<Self> {
        if out.exists() {
            return Err(format!("{}: already exists", out.display()).into());
        }
        let mut name = out.file_name().ok_or("--out: expected a folder")?.to_owned();
        name.push(".unfinished");
        let folder = out.with_file_name(name);
        let manifest = folder.join("manifest.jsonl");
        let mut there = HashMap::new();
        let locked = if resume {
            if !folder.exists() {
                return Err(format!("--resume: {}: there is no earlier run", folder.display()).into());
            }
            if !manifest.exists() {
                return Err(format!("--resume: {}: {}", manifest.display(), begin_anew(&folder)).into());
            }
            let mut locked = lock(&manifest)?;
            let text = fs::read_to_string(&manifest).map_err(at(&manifest))?;
            let mut lines = text.lines();
            let first = lines.next().unwrap_or_default();
            let earlier: Head = serde_json::from_str(first).map_err(|error| {
                format!("--resume: {}: {error}; {}", manifest.display(), begin_anew(&folder))
            })?;
            if earlier != *head {
                return Err(
                    format!("--resume: {}: another recipe, parameters or tables", folder.display()).into()
                );
            }
            let entries = held(&folder, lines);
            let paths = entries.iter().map(|one| part_path(&folder, &one.step, one.round, one.part));
            sweep(&folder, &paths.collect())?;
            if entries.len() + 1 < text.lines().count() || !text.ends_with('\n') {
                let mut kept = format!("{first}\n");
                for entry in &entries {
                    kept += &format!("{}\n", serde_json::to_string(entry)?);
                }
                // The manifest is not overwritten in place, because the disk may still be full.
                put(&manifest, &kept)?;
                locked = lock(&manifest)?;
            }
            there.extend(entries.into_iter().map(|one| ((one.step.clone(), one.round, one.part), one)));
            locked
        } else {
            if manifest.exists() {
                let folder = folder.display();
                return Err(
                    format!("{folder}: an earlier run; continue it with --resume, or remove it").into()
                );
            }
            if folder.exists() {
                return Err(format!("{}: {}", folder.display(), begin_anew(&folder)).into());
            }
            if let Some(parent) = folder.parent() {
                fs::create_dir_all(parent).map_err(at(parent))?;
            }
            // This fails if another run creates the folder at the same time.
            fs::create_dir(&folder).map_err(at(&folder))?;
            put(&folder.join("recipe.sql"), &head.sql)?;
            put(&manifest, &format!("{}\n", serde_json::to_string(head)?))?;
            lock(&manifest)?
        };
        Ok(Self { folder, manifest: Mutex::new(locked), there, began: Instant::now() })
    }

    /// Records a complete part.
    fn record(&self, entry: &Entry) -> Done {
        let line = format!("{}\n", serde_json::to_string(entry)?);
        let mut manifest = self.manifest.lock().map_err(|_| "the manifest is locked")?;
        manifest.write_all(line.as_bytes()).and_then(|()| manifest.sync_data()).map_err(|error| {
            format!("{}: {error}; continue with --resume", self.folder.join("manifest.jsonl").display())
                .into()
        })
    }

    /// Gives the folder its final name and removes scratch steps. The folder is complete before they are removed, so
    /// an interruption in between loses nothing.
    fn finish(&self, card: &str, scratch: &BTreeSet<&str>, out: &Path) -> Done {
        put(&self.folder.join("README.md"), card)
            .map_err(|error| format!("{error}; continue with --resume"))?;
        fs::rename(&self.folder, out).map_err(at(out))?;
        for step in scratch {
            let path = out.join(step);
            if let Err(error) = fs::remove_dir_all(&path)
                && error.kind() != io::ErrorKind::NotFound
            {
                let path = path.display();
                return Err(
                    format!("{path}: {error}; the outputs are complete and do not need this folder").into()
                );
            }
        }
        Ok(())
    }
}

/// The message for a folder without a readable manifest.
fn begin_anew(folder: &Path) -> String {
    format!("no run that can be continued; remove {}", folder.display())
}

/// Opens a manifest for one run.
fn lock(manifest: &Path) -> Done<File> {
    let file = OpenOptions::new().append(true).open(manifest).map_err(at(manifest))?;
    // Systems without support for locks run without them.
    if let Err(TryLockError::WouldBlock) = file.try_lock() {
        return Err(format!("{}: another run is writing it", manifest.display()).into());
    }
    Ok(file)
}

/// Writes a file atomically.
fn put(path: &Path, text: &str) -> Done {
    let (file, mut out) = AtomicOutput::create(path)?;
    out.write_all(text.as_bytes()).and_then(|()| file.appear(out)).map_err(at(path))?;
    Ok(())
}

/// Removes incomplete files of an earlier run and invalid parts. This is necessary because all files in the folder of
/// a step are its rows, and the step may have fewer parts this time.
fn sweep(folder: &Path, held: &HashSet<PathBuf>) -> Done {
    for entry in fs::read_dir(folder).map_err(at(folder))? {
        let entry = entry.map_err(at(folder))?;
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.file_type().map_err(at(&path))?.is_dir() {
            sweep(&path, held)?;
        } else if name.ends_with(".unfinished") || name.ends_with(".parquet") && !held.contains(&path) {
            fs::remove_file(&path).map_err(at(&path))?;
        }
    }
    Ok(())
}

/// The valid parts of a manifest. Steps run in order, and each can read earlier steps. If a part is missing or was
/// computed again later, the parts of later steps are not valid.
fn held<'a>(folder: &Path, lines: impl Iterator<Item = &'a str>) -> Vec<Entry> {
    type Parts = BTreeMap<u64, Entry>;
    let mut steps: Vec<(String, u64, Parts)> = Vec::new();
    // The last line of an interrupted run may be incomplete.
    for entry in lines.map_while(|line| serde_json::from_str::<Entry>(line).ok()) {
        let is_same = |step: &(String, u64, Parts)| step.0 == entry.step && step.1 == entry.round;
        match steps.iter().rposition(is_same) {
            Some(place) => steps.truncate(place + 1),
            None => steps.push((entry.step.clone(), entry.round, BTreeMap::new())),
        }
        if let Some((_, _, parts)) = steps.last_mut() {
            parts.insert(entry.part, entry);
        }
    }
    let mut held = Vec::new();
    for (_, _, parts) in steps {
        let all = held.len() + parts.len();
        held.extend(parts.into_values().filter(|entry| {
            let path = part_path(folder, &entry.step, entry.round, entry.part);
            fs::metadata(path).is_ok_and(|data| data.len() == entry.bytes)
        }));
        if held.len() < all {
            break;
        }
    }
    held
}

fn part_path(folder: &Path, step: &str, round: u64, part: u64) -> PathBuf {
    folder.join(step).join(format!("round-{round:03}")).join(format!("part-{part:05}.parquet"))
}

/// A missing part.
#[derive(Debug)]
struct Part {
    number: u64,
    sql: String,
}

/// The times of the parts of a step.
struct Pace {
    /// The number of parts that have not begun.
    waiting: AtomicUsize,
    /// The times of the completed parts.
    seconds: Mutex<Vec<f64>>,
}

/// The time between checks of the pace of a part.
const LOOK: Duration = Duration::from_millis(500);

/// The minimum time in seconds before a part can get a second attempt.
const PROMPT: f64 = 5.0;

/// A part is late if it takes this many times as long as the median of the other parts.
const LATE: f64 = 4.0;

impl Pace {
    fn end(&self, seconds: f64) {
        if let Ok(mut all) = self.seconds.lock() {
            all.push(seconds);
        }
    }

    /// Whether a part with this time is late, and no other part waits.
    fn is_late(&self, seconds: f64) -> bool {
        if seconds < PROMPT || self.waiting.load(Ordering::Relaxed) > 0 {
            return false;
        }
        let Ok(mut all) = self.seconds.lock() else { return false };
        let middle = all.len() / 2;
        all.len() >= 3 && seconds > LATE * *all.select_nth_unstable_by(middle, f64::total_cmp).1
    }
}

/// The default memory of the queries of a data card, in MiB.
const CARD: usize = 1024;

struct Job {
    session: SessionContext,
    /// The maximum number of rows of a batch.
    batch: usize,
    parallel: usize,
    timeout: Option<Duration>,
    attempts: u32,
    cluster: Option<String>,
    values: BTreeMap<String, String>,
    store: Store,
    /// The number of rows and the checksum of each step, over all rounds.
    counts: BTreeMap<String, Checksum>,
}

impl Job {
    fn value(&self, name: &str) -> Done<u64> {
        let text = self.values.get(name).ok_or_else(|| format!("{name}: there is no such step"))?;
        Ok(text.parse()?)
    }

    /// Computes the missing parts of a step and registers its rows as a table.
    async fn step(&mut self, step: &Step, round: u64) -> Done {
        let ranges = ranges(step, &self.values)?;
        let mut found = Checksum::default();
        let mut parts = Vec::new();
        for (number, (from, to)) in (0..).zip(&ranges) {
            if let Some(entry) = self.store.there.get(&(step.name.clone(), round, number)) {
                found.join(checksum(entry)?);
            } else {
                let mut values = self.values.clone();
                values.insert("from".to_owned(), from.to_string());
                values.insert("to".to_owned(), to.to_string());
                parts.push(Part { number, sql: fill(&step.sql, &values)? });
            }
        }
        let folder = self.store.folder.join(&step.name);
        let last = folder.join(format!("round-{round:03}"));
        fs::create_dir_all(&last)
            .map_err(|error| format!("{}: {error}; continue with --resume", last.display()))?;
        // Parallel parts have one task each. A single part uses all cores.
        let tasks = if ranges.len() > 1 { 1 } else { self.parallel };
        // A canceled attempt runs to the end of its batch. Kernels process this number of rows at a time.
        let batch = if ranges.len() > 1 { self.batch.min(1024) } else { self.batch };
        {
            let state = self.session.state_ref();
            let mut state = state.write();
            let execution = &mut state.config_mut().options_mut().execution;
            execution.target_partitions = tasks;
            execution.batch_size = ConfigNonZeroUsize::try_new(batch)?;
        }
        let all = parts.len();
        if all > 0 {
            // The parts of later steps are invalid, because their input changes.
            self.store.there.retain(|(name, number, _), _| *name == step.name && *number == round);
            eprintln!("{}, round {round}: {all} of {} parts", step.name, ranges.len());
        }
        let this = &*self;
        let pace = &Pace { waiting: AtomicUsize::new(all), seconds: Mutex::default() };
        let done: Vec<Checksum> = stream::iter(parts)
            .map(|part| this.part(step, round, part, pace))
            .buffer_unordered(this.parallel)
            .try_collect()
            .await?;
        done.into_iter().for_each(|one| found.join(one));
        for (name, path) in [(step.name.clone(), &folder), (format!("{}_last", step.name), &last)] {
            self.session.deregister_table(name.as_str())?;
            session::register(&self.session, &name, &path.display().to_string()).await?;
        }
        let sum = self.counts.entry(step.name.clone()).or_default();
        sum.join(found);
        self.values.insert(format!("{}.rows", step.name), sum.rows.to_string());
        // The number of parts of the size `part`.
        let size = self.values.get("part").and_then(|part| whole(part)).unwrap_or(1);
        let parts = sum.rows.div_ceil(size.max(1)).max(1);
        self.values.insert(format!("{}.parts", step.name), parts.to_string());
        self.values.insert(format!("{}_last.rows", step.name), found.rows.to_string());
        Ok(())
    }

    /// Computes a part once. Returns its rows and the size of its file.
    async fn attempt(&self, plan: DataFrame, path: &Path) -> Done<(Checksum, u64)> {
        let (whole, out) = AtomicOutput::create(path)?;
        // The rows are written in a separate task. Otherwise, parts and the timer would wait for each other.
        let task = SpawnedTask::spawn(async { drain(rows(plan).await?, Format::Parquet, out, true).await });
        let (found, out) = task.join().await??;
        Ok((found, whole.appear(out)?))
    }

    /// Computes a part. If this takes much longer than other parts, starts a second attempt in parallel, because the
    /// executor may be slow while others are idle. The first attempt that completes counts, and only its file gets the
    /// final name.
    async fn first(&self, name: &str, plan: &DataFrame, path: &Path, pace: &Pace) -> Done<(Checksum, u64)> {
        let began = Instant::now();
        let mut attempts = FuturesUnordered::new();
        attempts.push(self.attempt(plan.clone(), path));
        let mut may_repeat = self.cluster.is_some();
        loop {
            tokio::select! {
                Some(answer) = attempts.next() => match answer {
                    Err(_) if !attempts.is_empty() => (),
                    answer => return answer,
                },
                () = tokio::time::sleep(LOOK), if may_repeat => {
                    if pace.is_late(began.elapsed().as_secs_f64()) {
                        eprintln!("{name}: late; starting a second attempt");
                        attempts.push(self.attempt(plan.clone(), path));
                        may_repeat = false;
                    }
                }
            }
        }
    }

    /// Computes a part, with several attempts if necessary.
    async fn part(&self, step: &Step, round: u64, part: Part, pace: &Pace) -> Done<Checksum> {
        pace.waiting.fetch_sub(1, Ordering::Relaxed);
        let name = format!("{}, round {round}, part {}", step.name, part.number);
        // A mistake in the SQL would fail in every attempt.
        let plan =
            self.session.sql(&part.sql).await.map_err(|error| format!("{name}: {}", sentence(&error)))?;
        let mut attempt = 1;
        loop {
            let began = self.store.began.elapsed().as_secs_f64();
            let path = part_path(&self.store.folder, &step.name, round, part.number);
            let answer = self.first(&name, &plan, &path, pace);
            let answered = match self.timeout {
                None => Some(answer.await),
                Some(limit) => tokio::time::timeout(limit, answer).await.ok(),
            };
            let (error, may_pass) = match answered {
                Some(Ok((found, bytes))) => {
                    let entry = Entry {
                        step: step.name.clone(),
                        round,
                        part: part.number,
                        rows: found.rows,
                        bytes,
                        checksum: format!("{:016x}", found.sum),
                        attempts: attempt,
                        began,
                        ended: self.store.began.elapsed().as_secs_f64(),
                    };
                    self.store.record(&entry)?;
                    pace.end(entry.ended - entry.began);
                    return Ok(found);
                }
                Some(Err(error)) if is_output(error.as_ref()) && is_full(&error.to_string()) => {
                    let path = self.store.folder.display();
                    return Err(format!(
                        "{path}: no space left on its disk; make room, and continue with --resume"
                    )
                    .into());
                }
                // In one process, an error would occur in every attempt.
                Some(Err(error)) => (error.to_string(), self.cluster.is_some()),
                None => (format!("no answer within {} s", self.timeout.unwrap_or_default().as_secs()), true),
            };
            if error.contains("all executors were lost") {
                return Err(
                    "all executors are lost; their output has the reason; start one, and continue with \
                     --resume"
                        .into(),
                );
            }
            if let Some(address) = &self.cluster
                && session::reach(address).await.is_err()
            {
                return Err(format!(
                    "the scheduler at {address} does not answer; start it, and continue with --resume"
                )
                .into());
            }
            if !may_pass || attempt >= self.attempts {
                return Err(format!("{name}: {error} (attempt {attempt}; continue with --resume)").into());
            }
            eprintln!("{name}: attempt {attempt}: {}", error.lines().next().unwrap_or_default());
            tokio::time::sleep(Duration::from_secs(1 << attempt.min(5))).await;
            attempt += 1;
        }
    }

    /// The data card.
    async fn card(&self, head: &Head, sheet: &Sheet, engine: &Engine) -> Done<String> {
        let mut text = format!("# {}\n\n{}\n\n| parameter | value |\n|---|---|\n", head.recipe, sheet.about);
        for (name, value) in &head.parameters {
            text += &format!("| {name} | {value} |\n");
        }
        text += "\n| step | rows | checksum |\n|---|---|---|\n";
        for (step, found) in &self.counts {
            text += &format!("| {step} | {} | {:016x} |\n", found.rows, found.sum);
        }
        // Runs in this process, because the results are small. Groups of many rows are large and need a memory limit,
        // after which they are written to disk.
        let mut here = engine.clone();
        here.cluster = None;
        here.memory = here.memory.or(Some(CARD));
        let session = session::open(&here).await?;
        for step in self.counts.keys() {
            session::register(&session, step, &self.store.folder.join(step).display().to_string()).await?;
        }
        for (title, sql) in &sheet.cards {
            text += &format!("\n## {title}\n\n");
            let sql = fill(sql, &self.values)?;
            let frame =
                session.sql(&sql).await.map_err(|error| format!("card {title}: {}", sentence(&error)))?;
            let names: Vec<String> =
                frame.schema().fields().iter().map(|field| field.name().replace('_', " ")).collect();
            text += &format!("| {} |\n|{}\n", names.join(" | "), "---|".repeat(names.len()));
            for batch in frame.collect().await.map_err(plain_error)? {
                for row in 0..batch.num_rows() {
                    let cells = batch.columns().iter().map(|column| array_value_to_string(column, row));
                    text += &format!("| {} |\n", cells.collect::<Result<Vec<_>, _>>()?.join(" | "));
                }
            }
        }
        text += &format!(
            "\nMade by arcdoku-sql {} with recipe.sql; manifest.jsonl has all parts.\n",
            head.version
        );
        Ok(text)
    }
}

/// Whether an error comes from writing an output file. Errors of rows are texts.
fn is_output(error: &(dyn Error + Send + Sync + 'static)) -> bool {
    error.is::<io::Error>() || error.is::<ParquetError>()
}

fn checksum(entry: &Entry) -> Done<Checksum> {
    Ok(Checksum { rows: entry.rows, sum: u64::from_str_radix(&entry.checksum, 16)? })
}
