//! Which programs run others, and how each is called before the command begins.

/// How a wrapper is called before the command begins.
pub(super) struct Wrapper {
    pub(super) program: &'static str,
    /// Switches that take the next word.
    pub(super) valued: &'static [&'static str],
    /// Words of its own, such as the seconds of `timeout`.
    pub(super) own: usize,
}

pub(super) const fn wrapper(
    program: &'static str,
    valued: &'static [&'static str],
    own: usize,
) -> Wrapper {
    Wrapper { program, valued, own }
}

/// The command stands behind the switches.
pub(super) const WRAPPERS: &[Wrapper] = &[
    wrapper("sudo", &["-u", "-g", "-h", "-p", "-C", "-T", "-r", "-t", "-U", "-R", "-D"], 0),
    wrapper("doas", &["-u", "-C"], 0),
    wrapper("env", &["-u", "--unset", "-C", "--chdir"], 0),
    wrapper(
        "xargs",
        &["-I", "-n", "-P", "-L", "-d", "-a", "-s", "-E", "--max-args", "--max-procs", "--replace"],
        0,
    ),
    wrapper("parallel", &["-j", "--jobs", "-a", "-I", "--colsep", "--joblog", "--delay"], 0),
    wrapper("nohup", &[], 0),
    wrapper("setsid", &[], 0),
    wrapper("time", &["-f", "-o"], 0),
    wrapper("nice", &["-n"], 0),
    wrapper("ionice", &["-c", "-n"], 0),
    wrapper("chrt", &[], 1),
    wrapper("taskset", &[], 1),
    wrapper("numactl", &["-N", "-m", "-C"], 0),
    wrapper("timeout", &["-s", "-k", "--signal", "--kill-after"], 1),
    wrapper("gtimeout", &["-s", "-k"], 1),
    wrapper("stdbuf", &["-i", "-o", "-e"], 0),
    wrapper("unbuffer", &[], 0),
    wrapper("caffeinate", &["-t", "-w"], 0),
    wrapper("command", &[], 0),
    wrapper("builtin", &[], 0),
    wrapper("exec", &["-a"], 0),
    wrapper("busybox", &[], 0),
    wrapper("toybox", &[], 0),
    wrapper("fakeroot", &[], 0),
    wrapper("firejail", &[], 0),
    wrapper("chroot", &[], 1),
    wrapper("unshare", &["-S", "-G"], 0),
    wrapper("nsenter", &["-t", "--target"], 0),
    wrapper("setpriv", &[], 0),
    wrapper("systemd-run", &["-p", "--unit", "-u", "--property"], 0),
    wrapper("npx", &["-p", "--package", "-c", "--call"], 0),
    wrapper("bunx", &["-p", "--package"], 0),
    wrapper("uvx", &["--from", "--with"], 0),
    wrapper("pipx", &[], 1),
    wrapper("strace", &["-e", "-o", "-p"], 0),
    wrapper("ltrace", &["-e", "-o", "-p"], 0),
    wrapper("valgrind", &[], 0),
    wrapper("flock", &["-w", "-E"], 1),
    wrapper("entr", &[], 0),
    wrapper("watchexec", &["-w", "-e", "-i", "--watch", "--exts"], 0),
    wrapper("dotenv", &["-f", "-e", "-c"], 0),
    wrapper("aws-vault", &["-d", "--duration", "--region"], 2),
    wrapper("torsocks", &[], 0),
    wrapper("proxychains", &["-f"], 0),
    wrapper("proxychains4", &["-f"], 0),
    wrapper("runuser", &["-u", "-g"], 0),
    wrapper("multitime", &["-n"], 0),
    wrapper("hyperfine", &["-w", "-r", "-p", "--warmup", "--runs"], 0),
];

/// Programs with a subcommand that runs what stands behind it.
pub(super) const RUNNERS: &[(&str, &[&str])] = &[
    ("poetry", &["run"]),
    ("uv", &["run", "tool"]),
    ("pipenv", &["run"]),
    ("pdm", &["run"]),
    ("hatch", &["run"]),
    ("rye", &["run"]),
    ("conda", &["run"]),
    ("bundle", &["exec"]),
    ("npm", &["exec", "x"]),
    ("pnpm", &["exec", "dlx"]),
    ("yarn", &["exec", "dlx"]),
    ("bun", &["x"]),
    ("mise", &["exec", "x"]),
    ("asdf", &["exec"]),
    ("direnv", &["exec"]),
    ("op", &["run"]),
    ("doppler", &["run"]),
    ("dotenvx", &["run"]),
    ("infisical", &["run"]),
    ("chamber", &["exec"]),
    ("heroku", &["run"]),
    ("railway", &["run"]),
    ("lxc", &["exec"]),
    ("multipass", &["exec"]),
    ("vagrant", &["ssh"]),
    ("kubectl", &["exec", "run", "debug"]),
    ("oc", &["exec", "rsh"]),
];

pub(crate) const SHELLS: [&str; 8] = ["sh", "bash", "zsh", "dash", "ksh", "ash", "fish", "rbash"];

/// Programs that read code from their input when they are given none, with the switches that give it.
pub(super) const INTERPRETERS: [(&str, &[&str]); 14] = [
    ("python", &["-c", "-m"]),
    ("python2", &["-c", "-m"]),
    ("python3", &["-c", "-m"]),
    ("pypy3", &["-c", "-m"]),
    ("node", &["-e", "-p", "--eval", "--print"]),
    ("bun", &["-e", "--eval"]),
    ("deno", &[]),
    ("perl", &["-e", "-E"]),
    ("ruby", &["-e"]),
    ("php", &["-r"]),
    ("lua", &["-e"]),
    ("Rscript", &["-e"]),
    ("tclsh", &[]),
    ("osascript", &["-e"]),
];

/// Switches of `docker run` and `docker exec` that stand alone; all other long ones take a value.
pub(super) const DOCKER_FLAGS: [&str; 9] = [
    "--rm",
    "--interactive",
    "--tty",
    "--detach",
    "--privileged",
    "--init",
    "--read-only",
    "--no-TTY",
    "--no-deps",
];
