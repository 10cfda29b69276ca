//! A reader who follows one page from top to bottom: a shell with an empty home directory, `sayso`
//! on the path, and a hub that ends with the page.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use tempfile::TempDir;

use crate::compare::Ids;

/// Seconds after which a page hangs.
const LIMIT: &str = "150";
/// Ends the output of a command; followed by its exit code.
const END: char = '\u{1e}';
const SAYSO: &str = env!("CARGO_BIN_EXE_sayso");

pub struct Shell {
    dir: TempDir,
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    /// A command in another window, whose output isn't read to its end yet.
    waiting: Option<(Child, BufReader<ChildStdout>)>,
    pub ids: Ids,
}

impl Shell {
    pub fn start() -> Shell {
        let dir = tempfile::Builder::new().prefix("sayso-guide-").tempdir().unwrap();
        std::fs::create_dir_all(dir.path().join("home/api-server")).unwrap();
        // Installed, as a reader's is: setup warns about a program in a build folder.
        std::fs::create_dir(dir.path().join("bin")).unwrap();
        let sayso = installed(dir.path());
        if std::fs::hard_link(SAYSO, &sayso).is_err() {
            // On another file system; by a process, because what another thread starts meanwhile would
            // inherit the file while it is written, and nobody could start it.
            assert!(Command::new("cp").arg(SAYSO).arg(&sayso).status().unwrap().success());
        }
        let mut child = spawn(dir.path(), &[]);
        let mut input = child.stdin.take().unwrap();
        input.write_all(b"exec 2>&1; rc=0\n").unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Shell { dir, child, input, output, waiting: None, ids: Ids::default() }
    }

    /// Runs a command as it is written; returns its output and exit code.
    pub fn run(&mut self, written: &str) -> (String, i32) {
        let line = self.ids.apply(written).replace('\'', r"'\''");
        let line =
            format!("(exit $rc); eval '{line}' </dev/null; rc=$?; printf '{END}%d{END}\\n' $rc\n");
        self.input.write_all(line.as_bytes()).unwrap();
        let mut output = Vec::new();
        self.output.read_until(END as u8, &mut output).unwrap();
        let mut code = Vec::new();
        self.output.read_until(b'\n', &mut code).unwrap();
        let code = String::from_utf8(code).unwrap();
        let code = code.trim_end_matches(['\n', END]).parse();
        let code = code.unwrap_or_else(|_| panic!("the shell ended, or it hung: {written}"));
        output.pop();
        (self.seen(&String::from_utf8_lossy(&output)), code)
    }

    /// Starts a command in another window, until it has printed this.
    pub fn begin(&mut self, written: &str, expected: &str) -> Result<(), String> {
        let line = format!("exec 2>&1; {}", self.ids.apply(written));
        let mut child = spawn(self.dir.path(), &["-c", &line]);
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut printed = String::new();
        let lines = expected.lines().filter(|line| !line.trim().is_empty());
        let mut fits = Ok(());
        for wanted in lines {
            let mut line = String::new();
            output.read_line(&mut line).unwrap();
            printed.push_str(&line);
            let seen = self.seen(&line);
            if !self.ids.is_same(wanted, &seen) {
                fits = Err(format!("written: {wanted}\nprinted: {printed}"));
                break;
            }
        }
        self.waiting = Some((child, output));
        fits
    }

    /// The rest of what the command in the other window printed, and its exit code.
    pub fn end(&mut self) -> (String, i32) {
        let (mut child, mut output) = self.waiting.take().expect("a block that `waits` above");
        let mut text = String::new();
        output.read_to_string(&mut text).unwrap();
        let code = child.wait().unwrap().code().unwrap_or(-1);
        (self.seen(&text), code)
    }

    /// Writes a file as the page says.
    pub fn write(&self, path: &str, text: &str) {
        let home = self.dir.path().join("home");
        let path = match path.strip_prefix("~/") {
            Some(path) => home.join(path),
            None => home.join("api-server").join(path),
        };
        assert!(path.starts_with(&home), "{}", path.display());
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    /// Output with the paths that a reader would see.
    fn seen(&self, text: &str) -> String {
        let home = self.dir.path().join("home").display().to_string();
        let sayso = installed(self.dir.path()).display().to_string();
        text.replace(&sayso, "/usr/local/bin/sayso").replace(&home, "/home/ann")
    }
}

impl Drop for Shell {
    fn drop(&mut self) {
        if let Some((mut child, _)) = self.waiting.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
        let stop = environment(self.dir.path(), "sayso").args(["hub", "stop"]).output();
        let _ = self.child.kill();
        let _ = self.child.wait();
        if !std::thread::panicking() {
            assert!(stop.is_ok_and(|stop| stop.status.success()), "the hub doesn't stop");
        }
    }
}

fn installed(dir: &Path) -> PathBuf {
    dir.join("bin/sayso")
}

fn spawn(dir: &Path, arguments: &[&str]) -> Child {
    let mut command = environment(dir, "timeout");
    command.args([LIMIT, "bash", "--noprofile", "--norc"]).args(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap()
}

fn environment(dir: &Path, program: &str) -> Command {
    let path = dir.join("bin");
    let mut command = Command::new(program);
    command
        .env_clear()
        .env("PATH", format!("{}:/usr/local/bin:/usr/bin:/bin", path.display()))
        .env("HOME", dir.join("home"))
        .env("USER", "ann")
        .env("LANG", "C.UTF-8")
        .env("SAYSO_PORT", "0")
        .env("SAYSO_LINGER", "0")
        // Servers of other runs have the same name.
        .env("TMUX_TMPDIR", dir)
        .current_dir(dir.join("home/api-server"))
        .stdin(Stdio::null());
    command
}
