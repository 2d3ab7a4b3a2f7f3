//! `cargo xtask photo`: trains the network for photos, and renders photos for `bench photo`.
//!
//! | option | result |
//! |---|---|
//! | `--train` | `crates/arcdoku-photo/weights.bin`, and the logits that a test compares |
//! | `--folds` | `target/photo/fold0.bin` to `fold4.bin`, each without a fifth of the real photos |
//! | `--render` | sets of rendered photos in `target/photo`: `mixed`, `size-4`, ..., `tilt-45` |
//!
//! `crates/arcdoku-photo/train/setup.sh` installs fonts, handwriting and Python packages first, which takes a minute and
//! needs Python 3.12 or newer. A training takes 15 minutes on two cores.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use crate::artifact::{at, empty, output, shell};
use crate::python;
use crate::tools::run;
use crate::verdict::Outcome;

/// The programs, the data that they install, and the results.
const TRAIN: &str = "crates/arcdoku-photo/train";
const WEIGHTS: &str = "crates/arcdoku-photo/weights.bin";
const CHECKED: &str = "crates/arcdoku-photo/tests/network.txt";
const RESULTS: &str = "target/photo";

/// The numbers of rendered photos: with all disturbances, of each other size, and of each level of one disturbance.
const MIXED: &str = "2000";
const SIZE: &str = "100";
const LEVEL: &str = "50";

/// The seed of rendered photos. The weights and the bounds of certain readings were chosen on photos of other seeds.
const SEED: &str = "5000";

/// The levels of the disturbances (units: `draw_conditions` in `render.py`).
const STRESSES: &[(&str, &[&str])] = &[
    ("rotation", &["0", "10", "20", "30", "40"]),
    ("tilt", &["0", "15", "25", "35", "45"]),
    ("blur", &["1", "4", "7", "10", "13"]),
    ("noise", &["2", "10", "20", "30", "40"]),
    ("dark", &["0", "0.3", "0.5", "0.7", "0.85"]),
    ("shadow", &["0", "0.25", "0.5", "0.75", "1"]),
    ("curl", &["0", "0.25", "0.5", "0.75", "1"]),
    ("moire", &["0", "0.25", "0.5", "0.75", "1"]),
    ("jpeg", &["10", "20", "40", "60", "90"]),
];

/// What to do.
#[derive(Clone, Copy)]
pub(crate) enum Task {
    Train,
    Folds,
    Render,
}

pub(crate) fn task(root: &Path, task: Task) -> Outcome {
    let studio = Studio::new(root)?;
    match task {
        Task::Train => {
            studio.python("train.py", &["--out", WEIGHTS])?;
            let checked = output(&mut studio.command("train.py", &["--check", WEIGHTS]))?;
            fs::write(root.join(CHECKED), checked).map_err(at(&root.join(CHECKED)))
        }
        Task::Folds => (0..5).try_for_each(|fold| {
            let weights = format!("{RESULTS}/fold{fold}.bin");
            studio.python("train.py", &["--out", &weights, "--fold", &fold.to_string()])
        }),
        Task::Render => studio.render(),
    }
}

/// The minor version of Python 3 that the pinned packages need.
const PYTHON: u32 = 12;

/// The environment of the programs.
struct Studio {
    root: PathBuf,
    assets: PathBuf,
    python: PathBuf,
}

impl Studio {
    /// Installs what the programs need.
    fn new(root: &Path) -> Outcome<Self> {
        let (assets, environment) = (root.join(RESULTS).join("assets"), root.join(RESULTS).join("venv"));
        fs::create_dir_all(&assets).map_err(at(&assets))?;
        let mut setup = Command::new("sh");
        setup.arg(root.join(TRAIN).join("setup.sh")).args([&assets, &environment]);
        run(setup.env("PYTHON", python::python_since(PYTHON)?).current_dir(root))?;
        Ok(Self { root: root.to_owned(), assets, python: environment.join("bin/python") })
    }

    fn command(&self, program: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.python);
        command.arg(self.root.join(TRAIN).join(program)).args(arguments).current_dir(&self.root);
        command.env("ARCDOKU_PHOTO_ASSETS", &self.assets);
        if env::var_os("ARCDOKU_SHARED").is_none() {
            command.env("ARCDOKU_SHARED", self.root.join("../shared"));
        }
        command
    }

    fn python(&self, program: &str, arguments: &[&str]) -> Outcome {
        let mut command = self.command(program, arguments);
        println!("photo: {}", shell(&command));
        run(&mut command)
    }

    /// Renders all sets.
    fn render(&self) -> Outcome {
        let set = |name: &str, count: &str, arguments: &[&str]| {
            let folder = format!("{RESULTS}/{name}");
            empty(&self.root.join(&folder))?;
            self.python("render.py", &[&[&folder, "--count", count, "--seed", SEED], arguments].concat())
        };
        set("mixed", MIXED, &[])?;
        for size in ["4", "6", "16"] {
            set(&format!("size-{size}"), SIZE, &["--size", size])?;
        }
        for (stress, levels) in STRESSES {
            for level in *levels {
                let arguments = ["--stress", stress, "--level", level, "--handwriting", "0"];
                set(&format!("{stress}-{level}"), LEVEL, &arguments)?;
            }
        }
        Ok(())
    }
}
