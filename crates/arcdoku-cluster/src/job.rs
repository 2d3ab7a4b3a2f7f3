//! The command `job`: a recipe, part by part.
//!
//! ```text
//!  OUT.unfinished/  recipe.sql  manifest.jsonl          a line for each part that is there
//!                   STEP/round-000/part-00000.parquet   each appears by its name when it is whole
//!  OUT/             the same with README.md, when all parts are there
//! ```
//!
//! A part is one query. Whatever happens to it, its file is written by this process from the rows of one attempt that
//! ended, so that tasks that ran twice leave nothing twice.

#![expect(clippy::disallowed_methods, reason = "a program tells how long its parts took")]

use std::collections::{BTreeMap, HashMap};
use std::fs::{self, File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use datafusion::arrow::util::display::array_value_to_string;
use datafusion::common::config::ConfigNonZeroUsize;
use datafusion::common::runtime::SpawnedTask;
use datafusion::dataframe::DataFrame;
use datafusion::prelude::SessionContext;
use futures::stream::{self, FuturesUnordered};
use futures::{StreamExt as _, TryStreamExt as _};
use serde::{Deserialize, Serialize};

use crate::Done;
use crate::checksum::Checksum;
use crate::cli::Engine;
use crate::engine::is_full;
use crate::fault::sentence;
use crate::output::{Format, Whole};
use crate::query::{drain, rows, told};
use crate::session;
use crate::sheet::{RECIPES, Sheet, Stage, Step, fill};

/// The first line of a manifest: what has to be the same to continue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Head {
    recipe: String,
    sql: String,
    parameters: BTreeMap<String, String>,
    /// Tables with the size of their files.
    tables: BTreeMap<String, u64>,
    version: String,
}

/// A part that is there.
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
        tables.insert(table.clone(), size(Path::new(path)));
    }
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
                let most: u64 = fill(most, &job.values)?.parse()?;
                for round in 1..=most {
                    if job.value(&format!("{watched}_last.rows"))? == 0 {
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
    let scratch: Vec<&str> = sheet
        .stages
        .iter()
        .flat_map(|stage| match stage {
            Stage::Once(step) => std::slice::from_ref(step),
            Stage::Rounds { steps, .. } => steps,
        })
        .filter(|step| step.is_scratch)
        .map(|step| step.name.as_str())
        .collect();
    job.store.finish(&card, &scratch, out)?;
    println!("{card}");
    Ok(())
}

/// The size of a file, or of the files of a folder.
fn size(path: &Path) -> u64 {
    match fs::read_dir(path) {
        Ok(entries) => entries.flatten().map(|entry| size(&entry.path())).sum(),
        Err(_) => fs::metadata(path).map_or(0, |data| data.len()),
    }
}

/// The files of a run.
struct Store {
    folder: PathBuf,
    manifest: Mutex<File>,
    /// Parts that were there when the run began.
    there: HashMap<(String, u64, u64), Entry>,
    began: Instant,
}

impl Store {
    fn open(out: &Path, head: &Head, resume: bool) -> Done<Self> {
        if out.exists() {
            return Err(format!("{}: it is there already", out.display()).into());
        }
        let mut name = out.file_name().ok_or("--out: expected a folder")?.to_owned();
        name.push(".unfinished");
        let folder = out.with_file_name(name);
        let manifest = folder.join("manifest.jsonl");
        let mut there = HashMap::new();
        if resume {
            let text = fs::read_to_string(&manifest)
                .map_err(|error| format!("--resume: {}: {error}", manifest.display()))?;
            let mut lines = text.lines();
            let earlier: Head = serde_json::from_str(lines.next().unwrap_or_default())
                .map_err(|error| format!("{}: {error}", manifest.display()))?;
            if earlier != *head {
                return Err(
                    format!("--resume: {}: another recipe, parameters or tables", folder.display()).into()
                );
            }
            let mut whole = lines.clone().count();
            for (number, line) in lines.enumerate() {
                // The last line of a run that was ended may be torn.
                let Ok(entry) = serde_json::from_str::<Entry>(line) else {
                    whole = number;
                    break;
                };
                let path = part_path(&folder, &entry.step, entry.round, entry.part);
                if fs::metadata(path).is_ok_and(|data| data.len() == entry.bytes) {
                    there.insert((entry.step.clone(), entry.round, entry.part), entry);
                }
            }
            let kept: String = text.lines().take(whole + 1).map(|line| format!("{line}\n")).collect();
            if kept != text {
                // Not in its place: a disk that is still full must not cost what is there.
                let (file, mut out) = Whole::create(&manifest)?;
                out.write_all(kept.as_bytes())
                    .and_then(|()| file.appear(out))
                    .map_err(|error| format!("{}: {error}", manifest.display()))?;
            }
        } else {
            if folder.exists() {
                let folder = folder.display();
                return Err(
                    format!("{folder}: an earlier run; continue it with --resume, or remove it").into()
                );
            }
            fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
            fs::write(folder.join("recipe.sql"), &head.sql)?;
            fs::write(&manifest, format!("{}\n", serde_json::to_string(head)?))?;
        }
        let manifest = OpenOptions::new().append(true).open(manifest)?;
        Ok(Self { folder, manifest: Mutex::new(manifest), there, began: Instant::now() })
    }

    /// Records a part whose file is there.
    fn record(&self, entry: &Entry) -> Done {
        let line = format!("{}\n", serde_json::to_string(entry)?);
        let mut manifest = self.manifest.lock().map_err(|_| "the manifest is locked")?;
        manifest.write_all(line.as_bytes()).and_then(|()| manifest.sync_data()).map_err(|error| {
            format!("{}: {error}; continue with --resume", self.folder.join("manifest.jsonl").display())
                .into()
        })
    }

    /// Gives the folder its name.
    fn finish(&self, card: &str, scratch: &[&str], out: &Path) -> Done {
        let path = self.folder.join("README.md");
        fs::write(&path, card)
            .map_err(|error| format!("{}: {error}; continue with --resume", path.display()))?;
        for step in scratch {
            fs::remove_dir_all(self.folder.join(step))?;
        }
        Ok(fs::rename(&self.folder, out)?)
    }
}

fn part_path(folder: &Path, step: &str, round: u64, part: u64) -> PathBuf {
    folder.join(step).join(format!("round-{round:03}")).join(format!("part-{part:05}.parquet"))
}

/// A part that is not there.
#[derive(Debug)]
struct Part {
    number: u64,
    sql: String,
}

/// How long the parts of a step take.
struct Pace {
    /// Number of parts that have not begun.
    waiting: AtomicUsize,
    /// Of those that have ended.
    seconds: Mutex<Vec<f64>>,
}

/// Time between looks at the pace of a part.
const LOOK: Duration = Duration::from_millis(500);

/// Parts that took less than this are never done a second time, in seconds.
const PROMPT: f64 = 5.0;

/// A part that takes this many times the median of others is late.
const LATE: f64 = 4.0;

impl Pace {
    fn end(&self, seconds: f64) {
        if let Ok(mut all) = self.seconds.lock() {
            all.push(seconds);
        }
    }

    /// Whether a part that has taken this long is late, and there is nothing else to begin.
    fn is_late(&self, seconds: f64) -> bool {
        if seconds < PROMPT || self.waiting.load(Ordering::Relaxed) > 0 {
            return false;
        }
        let Ok(mut all) = self.seconds.lock() else { return false };
        let middle = all.len() / 2;
        all.len() >= 3 && seconds > LATE * *all.select_nth_unstable_by(middle, f64::total_cmp).1
    }
}

struct Job {
    session: SessionContext,
    /// Rows of a batch, where parts do not ask for fewer.
    batch: usize,
    parallel: usize,
    timeout: Option<Duration>,
    attempts: u32,
    cluster: Option<String>,
    values: BTreeMap<String, String>,
    store: Store,
    /// Rows of each step, in all rounds.
    counts: BTreeMap<String, Checksum>,
}

impl Job {
    fn value(&self, name: &str) -> Done<u64> {
        let text = self.values.get(name).ok_or_else(|| format!("{name}: there is no such step"))?;
        Ok(text.parse()?)
    }

    /// Does all parts of a step that are not there, and makes its rows a table.
    async fn step(&mut self, step: &Step, round: u64) -> Done {
        let number = |text: &String| -> Done<u64> {
            let filled = fill(text, &self.values)?;
            filled
                .parse::<f64>()
                .map(|number| number as u64)
                .map_err(|error| format!("step {}: {text} = {filled}: {error}", step.name).into())
        };
        let ranges: Vec<(u64, u64)> = match &step.over {
            None => vec![(0, 0)],
            Some([from, to, by]) => {
                let (from, to, by) = (number(from)?, number(to)?, number(by)?.max(1));
                // A step without numbers has one part without rows, so that there is a table.
                let starts = (from..to.max(from + 1)).step_by(by as usize);
                starts.map(|start| (start, (start + by).min(to))).collect()
            }
        };
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
        fs::create_dir_all(&last)?;
        // Parts side by side have a task each; a single one has all cores.
        let tasks = if ranges.len() > 1 { 1 } else { self.parallel };
        // What was given up goes on until its batch is done; the kernels take as many rows at a time.
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
        // The number of parts of the usual size.
        let size = self.values.get("part").and_then(|part| part.parse::<f64>().ok()).unwrap_or(1.0);
        let parts = sum.rows.div_ceil((size as u64).max(1)).max(1);
        self.values.insert(format!("{}.parts", step.name), parts.to_string());
        self.values.insert(format!("{}_last.rows", step.name), found.rows.to_string());
        Ok(())
    }

    /// Does a part once. Returns its rows and the size of its file.
    async fn attempt(&self, plan: DataFrame, path: &Path) -> Done<(Checksum, u64)> {
        let (whole, out) = Whole::create(path)?;
        // A task of its own: here, parts would wait for each other, and the clock for them.
        let task = SpawnedTask::spawn(async { drain(rows(plan).await?, Format::Parquet, out).await });
        let (found, out) = task.join().await??;
        Ok((found, whole.appear(out)?))
    }

    /// Does a part once, or a second time beside the first if that takes much longer than others: its executor may be
    /// slow, while others have nothing to do. The first answer counts, and only its file gets the name.
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
                        eprintln!("{name}: late; a second attempt beside the first");
                        attempts.push(self.attempt(plan.clone(), path));
                        may_repeat = false;
                    }
                }
            }
        }
    }

    /// Does a part, however many attempts it takes.
    async fn part(&self, step: &Step, round: u64, part: Part, pace: &Pace) -> Done<Checksum> {
        pace.waiting.fetch_sub(1, Ordering::Relaxed);
        let name = format!("{}, round {round}, part {}", step.name, part.number);
        // A mistake in the SQL is one in every attempt.
        let plan =
            self.session.sql(&part.sql).await.map_err(|error| format!("{name}: {}", sentence(&error)))?;
        let mut attempt = 1;
        loop {
            let began = self.store.began.elapsed().as_secs_f64();
            let path = part_path(&self.store.folder, &step.name, round, part.number);
            let answer = self.first(&name, &plan, &path, pace);
            let answered = match self.timeout {
                None => answer.await,
                Some(limit) => match tokio::time::timeout(limit, answer).await {
                    Ok(answered) => answered,
                    Err(_) => Err(format!("no answer within {} s", limit.as_secs()).into()),
                },
            };
            let error = match answered {
                Ok((found, bytes)) => {
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
                Err(error) => error.to_string(),
            };
            if is_full(&error) {
                let path = self.store.folder.display();
                return Err(format!(
                    "{path}: no space left on its disk; make room, and continue with --resume"
                )
                .into());
            }
            if error.contains("all executors were lost") {
                return Err(
                    "all executors are lost: they say why; start one, and continue with --resume".into()
                );
            }
            if let Some(address) = &self.cluster
                && tokio::net::TcpStream::connect(address).await.is_err()
            {
                return Err(format!(
                    "the scheduler at {address} does not answer; start it, and continue with --resume"
                )
                .into());
            }
            if attempt >= self.attempts {
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
        // In this process, as they are small.
        let mut here = engine.clone();
        here.cluster = None;
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
            for batch in frame.collect().await.map_err(told)? {
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

fn checksum(entry: &Entry) -> Done<Checksum> {
    Ok(Checksum { rows: entry.rows, sum: u64::from_str_radix(&entry.checksum, 16)? })
}
