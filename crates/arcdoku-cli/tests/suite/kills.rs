//! Runs that are killed at random moments and continued produce the same bytes.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use arcdoku::generate::seed_of;

use crate::common::{HARD, directory, file, program, run, runs_all_cases};

/// A command that can be continued, without `--resume`, and the files that it writes.
struct Resumable {
    name: &'static str,
    arguments: Vec<String>,
    files: &'static [&'static str],
    /// The content of the first file before the first run.
    initial: Option<String>,
}

/// The commands, in a directory. Each takes about a second.
fn commands(place: &Path) -> Vec<Resumable> {
    let puzzles = run(&["generate", "-n", "400", "--seed", "11"]).out;
    let puzzles = file(place, "puzzles.txt", puzzles);
    let hard = file(place, "hard.txt", format!("{HARD}\n"));
    let counted = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/study/band_classes.tsv");
    let counted = fs::read_to_string(counted).expect("the counts");
    // The last class is left to count.
    let initial: String = counted.split_inclusive('\n').take(415).collect();
    let work = |name, arguments: &str, files| Resumable {
        name,
        arguments: arguments.split(' ').map(str::to_owned).collect(),
        files,
        initial: None,
    };
    vec![
        work("generate", "generate -n 400 --seed 5 --rate hodoku --key --out set.csv", &["set.csv"]),
        work(
            "generate --split",
            "generate -n 400 --seed 6 --split 0.3 --dedupe --out set.jsonl",
            &["set.train.jsonl", "set.test.jsonl"],
        ),
        work("generate --cages", "generate -n 25 --seed 7 --cages 2..5 --out set.csv", &["set.csv"]),
        work("rate", &format!("rate --scale se --format tsv --out out {puzzles}"), &["out"]),
        work("rate --min", &format!("rate --min 400 --format json --out out {puzzles}"), &["out"]),
        work("vicinity", &format!("vicinity --minus 1 --plus 2 --out out {hard}"), &["out"]),
        Resumable { initial: Some(initial), ..work("study", "study grids --out classes", &["classes"]) },
    ]
}

#[test]
fn killed_runs_end_with_the_same_bytes() {
    let place = directory("kills");
    let commands = commands(&place);
    let most = if runs_all_cases() { 1000 } else { 21 };
    let mut kills = vec![0_u64; commands.len()];
    let mut resumed = vec![0_u64; commands.len()];
    for (number, command) in commands.iter().enumerate() {
        let own = directory(&format!("kills-{number}"));
        let start = |resumes: &[&str]| {
            let mut started = program();
            started.current_dir(&own).args(&command.arguments).args(resumes);
            started.stdout(Stdio::null()).stderr(Stdio::null());
            started
        };
        let clear = || {
            let _ = fs::remove_dir_all(&own);
            fs::create_dir_all(&own).expect("a folder");
            if let Some(initial) = &command.initial {
                fs::write(own.join(command.files[0]), initial).expect("written");
            }
        };
        let texts = || command.files.iter().map(|name| fs::read(own.join(name)).unwrap_or_default());
        clear();
        let resumes: &[&str] = if command.initial.is_some() { &["--resume"] } else { &[] };
        let watch = Instant::now();
        assert!(start(resumes).status().is_ok_and(|status| status.success()), "{}", command.name);
        let time = watch.elapsed();
        let whole: Vec<Vec<u8>> = texts().collect();
        assert!(whole.iter().all(|text| !text.is_empty()), "{}", command.name);
        let wanted = most / commands.len() as u64 + u64::from((number as u64) < most % commands.len() as u64);
        clear();
        while kills[number] < wanted {
            let mut child = start(&["--resume"]).spawn().expect("a start");
            // From the first moment to a bit after the time of the whole run.
            let share = (seed_of(number as u64, kills[number]) >> 11) as f64 / (1_u64 << 53) as f64;
            std::thread::sleep(time.mul_f64(share * 0.6) + Duration::from_micros(1));
            let ended = child.try_wait().expect("a child");
            if ended.is_none() {
                child.kill().expect("it is ours");
                child.wait().expect("a child");
                kills[number] += 1;
            }
            for (name, (found, whole)) in command.files.iter().zip(texts().zip(&whole)) {
                // A kill may cut off the last line. The next run drops it and writes it again.
                let lines = found.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
                let at = kills[number];
                assert!(whole.starts_with(&found[..lines]), "{}: {name} after kill {at}", command.name);
            }
            if let Some(status) = ended {
                assert!(status.success(), "{} after kill {}", command.name, kills[number]);
                assert!(texts().eq(whole.iter().cloned()), "{} after kill {}", command.name, kills[number]);
                resumed[number] += 1;
                clear();
            }
        }
        assert!(start(&["--resume"]).status().is_ok_and(|status| status.success()), "{}", command.name);
        assert!(texts().eq(whole.iter().cloned()), "{} at the end", command.name);
        resumed[number] += 1;
        println!(
            "{}: {} kills, {} whole runs, {time:.1?} each",
            command.name, kills[number], resumed[number]
        );
    }
    println!("{} kills, {} whole runs", kills.iter().sum::<u64>(), resumed.iter().sum::<u64>());
    assert_eq!(kills.iter().sum::<u64>(), most);
}
