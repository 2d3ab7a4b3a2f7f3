//! Tests of the server with clients of other projects: the official client of the Model Context Protocol, and
//! schemathesis, which sends requests that follow and that break the description of the routes.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::artifact::{at, failed};
use crate::build;
use crate::program::{self, NAME};
use crate::python::{environment_with, script};
use crate::tools::run;
use crate::verdict::Outcome;

/// The folder of the tests.
const TESTS: &str = "crates/arcdoku-server/tests/clients";

/// The environment of the tests.
const ENVIRONMENT: &str = "target/python/clients";

/// The number of requests per route in the suite.
pub(crate) const FEW: &str = "5";

/// What schemathesis checks.
const CHECKS: &str = "not_a_server_error,status_code_conformance,content_type_conformance,\
                      response_headers_conformance,response_schema_conformance";

/// The server, which ends with this value.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        // The program may have ended before.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Runs the tests. `examples` is the number of generated requests per route.
pub(crate) fn test(root: &Path, examples: &str) -> Outcome {
    build::run(root)?;
    let program = program::target(root).join("debug").join(NAME);
    let list = root.join(TESTS).join("requirements.txt");
    let list = fs::read_to_string(&list).map_err(at(&list))?;
    let needed: Vec<&str> = list.lines().filter(|line| !line.starts_with('#')).collect();
    let environment = environment_with(root, ENVIRONMENT, &needed)?;
    let agent = root.join(TESTS).join("agent.py");
    run(Command::new(script(&environment, "python")).arg(agent).arg(&program))?;
    let (_server, url) = serve(&program)?;
    let mut requests = Command::new(script(&environment, "schemathesis"));
    requests.arg("run").arg(format!("{url}api/openapi.json")).args(["--checks", CHECKS]);
    requests.args(["--phases", "examples,coverage,fuzzing", "--seed", "1", "--max-examples", examples]);
    run(requests.args(["--no-color", "--warnings", "off"]).current_dir(root.join(ENVIRONMENT)))
}

/// Starts the server, and returns its address.
fn serve(program: &Path) -> Outcome<(Server, String)> {
    let mut command = Command::new(program);
    command.args(["serve", "--port", "0", "--fpuzzles-port", "0", "--max-time", "1s"]);
    let mut server = Server(command.stdout(Stdio::piped()).spawn().map_err(at(program))?);
    let mut url = String::new();
    let out = server.0.stdout.take().ok_or_else(|| failed("the server has no output"))?;
    BufReader::new(out).read_line(&mut url).map_err(at(program))?;
    Ok((server, url.trim().to_owned()))
}
