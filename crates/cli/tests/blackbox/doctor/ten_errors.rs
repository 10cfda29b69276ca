//! The ten faults, each injected, found, fixed by what the doctor names, and checked again.

use std::os::fd::OwnedFd;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};

use super::{CODEX, GEMINI, change, faults, file, finds, fixed_by, typed, world};
use crate::harness::{Ran, World};

fn program(path: &Path, text: &str) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
}

/// REQ: IN-2
#[test]
fn a_wrong_path() {
    let world = world();
    change(&world, CODEX, env!("CARGO_BIN_EXE_sayso"), "/gone/sayso");
    let fix = finds(&world, "codex", "`/gone/sayso` cannot be started");
    assert_eq!(fix, "sayso setup codex");
    let shown = world.run(&["doctor"]).stdout;
    assert!(shown.contains(&format!("→ {} setup codex\n", typed(&world))), "{shown}");
    fixed_by(&world, &fix);
}

/// REQ: IN-2
#[test]
fn no_permission() {
    let world = world();
    change(&world, GEMINI, "\"trust\": true", "\"trust\": false");
    let fix = finds(&world, "gemini", "no permission");
    assert_eq!(fix, "sayso setup gemini");
    fixed_by(&world, &fix);
}

/// REQ: IN-2
#[test]
fn an_old_binary() {
    let world = world();
    let old = world.path("old");
    let hello = r#"{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"sayso","version":"0.0.9"}}}"#;
    program(&old, &format!("#!/bin/sh\nread line\necho '{hello}'\nread line\n"));
    change(&world, CODEX, env!("CARGO_BIN_EXE_sayso"), old.to_str().unwrap());
    let fix = finds(&world, "codex", "another version of sayso: 0.0.9");
    assert_eq!(fix, "sayso setup codex");
    fixed_by(&world, &fix);
}

/// Ends with the test, stopped or not.
struct Stopped(OwnedFd);

impl Stopped {
    fn new(pid: u32) -> Stopped {
        let pid = Pid::from_raw(i32::try_from(pid).unwrap()).unwrap();
        let process = pidfd_open(pid, PidfdFlags::empty()).unwrap();
        pidfd_send_signal(&process, Signal::STOP).unwrap();
        Stopped(process)
    }
}

impl Drop for Stopped {
    fn drop(&mut self) {
        // Fails if it has ended, as it should have.
        let _ = pidfd_send_signal(&self.0, Signal::KILL);
    }
}

/// REQ: IN-2
#[test]
fn a_dead_hub() {
    let world = world();
    world.run(&["list"]).ok();
    let _stopped = Stopped::new(world.hub_info().pid);
    // Only where it is certain that nothing answers: on a busy machine others would be given up too.
    let ran = world.run_as(&[("SAYSO_TEST_SPEED", "10")], &["doctor", "--json"]);
    let (says, fix) = faults(&ran, "hub").remove(0);
    assert!(says.contains("no answer from the hub"), "{says}");
    assert_eq!(fix, "sayso hub stop");
    fixed_by(&world, &fix);
}

/// The agent gives its server no leash, so its hub has to be ended.
struct OtherHub<'a>(&'a World, String);

impl Drop for OtherHub<'_> {
    fn drop(&mut self) {
        self.0.run(&["--data-dir", &self.1, "hub", "stop"]);
    }
}

/// REQ: IN-2
#[test]
fn another_data_directory() {
    let world = world();
    let data = world.path("data").display().to_string();
    let other = OtherHub(&world, world.path("other").display().to_string());
    change(&world, CODEX, &data, &other.1);
    let fix = finds(&world, "codex", "another data directory");
    assert_eq!(fix, "sayso setup codex");
    fixed_by(&world, &fix);
}

/// REQ: IN-2
#[test]
fn a_time_limit_that_is_too_short() {
    let world = world();
    change(&world, CODEX, "tool_timeout_sec = 3600", "tool_timeout_sec = 60");
    let fix = finds(&world, "codex", "too short: it gives up after 60 s");
    assert_eq!(fix, "sayso setup codex");
    fixed_by(&world, &fix);
}

/// REQ: IN-2
#[test]
fn a_hook_in_the_shape_of_another_agent() {
    let world = world();
    let hook =
        r#"{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"sayso hook"}]}]},"#;
    let text = std::fs::read_to_string(file(&world, GEMINI)).unwrap();
    std::fs::write(file(&world, GEMINI), text.replacen('{', hook, 1)).unwrap();
    let fix = finds(&world, "gemini", "does not understand");
    assert_eq!(fix, "sayso setup gemini --hooks");
    fixed_by(&world, &fix);
}

/// Either of the two ways out works, and so does installing what shows notifications. Agents can ask
/// without both, so they are no failure.
/// REQ: IN-2
#[test]
fn a_missing_browser_and_missing_notifications() {
    let world = world().with("DISPLAY", ":9");
    let bin = world.path("bin");
    let world = world.with("PATH", bin.to_str().unwrap());
    let lacks = |name: &str, what: &str| {
        let ran = world.run(&["doctor", "--json"]).ok();
        let (says, fix) = faults(&ran, name).remove(0);
        assert_eq!(says, what);
        fix
    };
    let fix = lacks("notifications", "notify-send not found");
    assert!(fix.starts_with("install libnotify-bin"), "{fix}");
    program(&bin.join("notify-send"), "#!/bin/sh\n");
    let shown = world.run(&["doctor"]).ok().stdout;
    assert!(shown.contains("Everything that is needed works."), "{shown}");
    let fix = lacks("browser", "not found: xdg-open, gio, sensible-browser");
    assert_eq!(fix, "set BROWSER to your browser, or install xdg-utils");
    world.run_as(&[("BROWSER", "/bin/true")], &["doctor"]).ok();
    program(&bin.join("xdg-open"), "#!/bin/sh\n");
    let shown = world.run(&["doctor"]).ok().stdout;
    assert!(shown.contains("Everything works."), "{shown}");
    let world = world.with("BROWSER", "/gone/firefox %s");
    let ran = world.run(&["doctor", "--json"]).ok();
    assert_eq!(faults(&ran, "browser")[0].0, "not found: /gone/firefox");
}

/// The wrong token of a chat is in `slack::setup`, where there is a Slack.
/// REQ: IN-2
#[test]
fn a_chat_that_cannot_be_reached() {
    let world = world().with("SAYSO_SLACK_BOT_TOKEN", "xoxb-wrong");
    let world = world.with("SAYSO_SLACK_APP_TOKEN", "xapp-wrong");
    let settings = "[slack]\nask = \"U0123456789\"\napi_base = \"http://127.0.0.1:9\"\n";
    std::fs::write(world.path("config.toml"), settings).unwrap();
    assert_eq!(finds(&world, "slack", "the bot token does not work"), "sayso slack setup");
}

/// REQ: IN-2
#[test]
fn a_read_only_data_directory() {
    let world = world();
    world.run(&["hub", "stop"]);
    let data = world.path("data");
    std::fs::set_permissions(&data, std::fs::Permissions::from_mode(0o500)).unwrap();
    let fix = finds(&world, "data", "is read-only");
    assert_eq!(fix, format!("chmod u+w {}", data.display()));
    fixed_by(&world, &fix);
}

/// The entry is right, so connecting again would not help.
/// REQ: IN-2
#[test]
fn a_full_disk() {
    let world = world();
    // Long questions at first, then short ones: nothing fits any more.
    for length in [2_000, 100, 1] {
        let why = "why ".repeat(length);
        let ask = || {
            let mut command = world.command(["ask", "--no-wait", "-o", "a", "-o", "b", "Which?"]);
            let command = command.args(["--prompt", &why]).env("SAYSO_TEST_MAX_PAGES", "40");
            Ran::of(command.output().unwrap()).code
        };
        let asked = (0..100).take_while(|_| ask() == 75).count();
        assert!(asked < 100, "the disk is never full");
    }
    let fix = finds(&world, "codex", "asking failed: the disk is full: nothing was written");
    assert_eq!(fix, "fix that, then check again");
    world.run(&["hub", "stop"]).ok();
    world.run(&["doctor"]).ok();
}

/// REQ: IN-2
#[test]
fn settings_that_cannot_be_used() {
    let world = world();
    world.run(&["list"]).ok();
    std::fs::write(world.path("config.toml"), "port = \"many\"\n").unwrap();
    let fix = finds(&world, "settings", "port");
    assert_eq!(fix, format!("fix {}", world.path("config.toml").display()));
    std::fs::remove_file(world.path("config.toml")).unwrap();
    world.run(&["doctor"]).ok();
}
