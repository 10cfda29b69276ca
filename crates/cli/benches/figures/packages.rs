//! What `npx` and `uvx` add: the server's start through a package, and an empty package of the same
//! kind.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, ensure};

use crate::agent::Agent;
use crate::bare::{median, timed};
use crate::figure::{Figure, Quantity, Reference, Target};
use crate::place::{Bench, Process, World};

pub const HOW: &str = "**Packages**: from starting `npx sayso-mcp mcp` and `uvx sayso-mcp mcp` to the reply \
    to `initialize`, 20 times each, with a warm cache and a registry on this machine, alternating \
    with a package of the same kind that does nothing, until its end.";

const STARTS: usize = 20;

pub fn measure(bench: &Bench) -> anyhow::Result<Vec<Figure>> {
    let place = bench.directory()?;
    let tree = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let packages = place.path().join("packages");
    let mut make = Command::new(tree.join("scripts/package"));
    make.arg("--binary").arg(&bench.sayso).arg("--out").arg(&packages).args(["npm", "wheel"]);
    done(&mut make)?;
    let clients = tree.join("target/clients").canonicalize();
    let clients = clients.context("run scripts/test once: it installs Node.js and uv")?;
    let empty = place.path().join("empty");
    std::fs::create_dir(&empty)?;
    done(
        Command::new(clients.join("venv/bin/python"))
            .args(["-c", include_str!("empty.py")])
            .arg(&empty),
    )?;
    let mut registry = Command::new(clients.join("venv/bin/python"));
    registry.args(["-c", include_str!("registry.py")]).arg(&packages).arg(&empty);
    let (_registry, address) = Process::start(registry.stdin(Stdio::piped()))?;
    let cache = place.path().join("cache");
    let by = Kinds { clients, packages, empty, address, cache };
    let world = bench.world()?;
    Ok(vec![by.figure(&world, "npx")?, by.figure(&world, "uvx")?])
}

struct Kinds {
    clients: PathBuf,
    packages: PathBuf,
    empty: PathBuf,
    /// Of the npm registry.
    address: String,
    cache: PathBuf,
}

impl Kinds {
    fn figure(&self, world: &World, kind: &'static str) -> anyhow::Result<Figure> {
        let (mut starts, mut empty) = (Vec::new(), Vec::new());
        // The first of each fills the caches.
        for round in 0..=STARTS {
            let start = self.start(world, kind, &self.packages, &["sayso-mcp", "mcp"])?;
            let begin = Instant::now();
            let agent = Agent::of(start)?;
            let took = begin.elapsed();
            agent.leave()?;
            let mut nothing = self.start(world, kind, &self.empty, &["nothing"])?;
            let none = timed(|| done(&mut nothing))?;
            if round > 0 {
                starts.push(took);
                empty.push(none);
            }
        }
        Ok(Figure {
            name: format!("`{kind} sayso mcp` → initialize"),
            measured: Quantity::Time(median(starts)),
            reference: Some(Reference {
                what: "an empty package",
                value: Quantity::Time(median(empty)),
            }),
            target: Target::RatioAtMost(1.3),
        })
    }

    /// Runs a command of the packages in a folder.
    fn start(
        &self,
        world: &World,
        kind: &str,
        packages: &Path,
        words: &[&str],
    ) -> anyhow::Result<Command> {
        let mut command = match kind {
            "npx" => {
                let node = self.clients.join("node").canonicalize()?;
                let home = node.ancestors().nth(2).context("no Node.js")?;
                let mut npx = world.program(&node);
                npx.arg(home.join("lib/node_modules/npm/bin/npx-cli.js"));
                npx.arg("--yes").env("npm_config_update_notifier", "false");
                npx.env("npm_config_registry", &self.address);
                npx.env("npm_config_cache", &self.cache);
                npx
            }
            _ => {
                let mut uvx = world.program(self.clients.join("venv/bin/uvx"));
                uvx.args(["--offline", "--no-config", "--python"]);
                uvx.arg(self.clients.join("venv/bin/python"));
                for file in files(packages, "whl")? {
                    uvx.arg("--from").arg(file);
                }
                uvx.env("UV_CACHE_DIR", &self.cache);
                uvx
            }
        };
        // The launchers of npm look for `node` there.
        let path = std::env::var("PATH")?;
        command.args(words).env("PATH", format!("{}:{path}", self.clients.display()));
        Ok(command)
    }
}

fn files(folder: &Path, ending: &str) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|is| is == ending) {
            found.push(path);
        }
    }
    Ok(found)
}

fn done(command: &mut Command) -> anyhow::Result<()> {
    let ran = command.stdout(Stdio::piped()).stderr(Stdio::piped()).output()?;
    ensure!(ran.status.success(), "{command:?}: {}", String::from_utf8_lossy(&ran.stderr));
    Ok(())
}
