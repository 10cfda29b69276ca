//! The ladder of attention with the default setting: the desktop is notified at once, and told that it is
//! over. The steps that are chats are tested with their fakes (`slack/ladder.rs`, `telegram/ladder.rs`).

use std::os::unix::fs::PermissionsExt;

use sayso_core::settings::Key;

use crate::harness::{World, eventually};
use crate::until;

/// Shows a notice until it is interrupted, and records both.
const NOTIFY_SEND: &str = r#"#!/bin/sh
trap 'kill $shown; echo "taken back" >> "$NOTED"; exit 0' INT
tail -f /dev/null > /dev/null &
shown=$!
line=told
for word in "$@"; do line="$line $word"; done
echo "$line" >> "$NOTED"
wait $shown
"#;

/// A person with a desktop.
fn at_a_desk() -> World {
    let world = World::new();
    let programs = world.path("programs");
    std::fs::create_dir(&programs).unwrap();
    for (name, script) in [("notify-send", NOTIFY_SEND), ("systemctl", "#!/bin/sh\nexit 1\n")] {
        let path = programs.join(name);
        std::fs::write(&path, script).unwrap();
        std::fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).unwrap();
    }
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap_or_default());
    let noted = world.path("noted").display().to_string();
    world.with("PATH", &path).with("NOTED", &noted).with("DISPLAY", ":7")
}

impl World {
    fn noted(&self) -> Vec<String> {
        let noted = std::fs::read_to_string(self.path("noted")).unwrap_or_default();
        noted.lines().map(str::to_owned).collect()
    }

    #[track_caller]
    fn notes(&self, what: &str, holds: impl Fn(&[String]) -> bool) {
        let directory = self.path("noted");
        until::files(what, &[directory.parent().unwrap()], || holds(&self.noted()));
    }
}

/// REQ: RE-1
#[test]
fn by_default_the_desktop_is_told_at_once_and_the_notice_is_taken_back() {
    let world = at_a_desk();
    let _hub = world.hub();
    let id = world.ask(&["Which one?", "-o", "A", "-o", "B"]);
    world.notes("it is notified", |noted| noted.iter().any(|line| line.contains("-- Which one?")));
    world.until("it is noted", || world.show(&id)["attention"][0]["notified"] == true);
    let shown = world.run(&["show", &id]).ok().stdout;
    assert!(shown.contains("desktop notified at "), "{shown}");
    world.run(&["answer", &id, "A"]).ok();
    world.notes("it is taken back", |noted| noted.iter().any(|line| line == "taken back"));
    let told = |line: &&String| line.starts_with("told");
    assert_eq!(world.noted().iter().filter(told).count(), 1);
    world.until("it is noted", || world.show(&id)["attention"][0]["taken_back"].is_string());
}

/// REQ: RE-1
#[test]
fn nobody_is_told_where_the_ladder_is_off_and_a_missing_desktop_is_said() {
    let world = at_a_desk();
    let hub = world.hub();
    world.set(Key::Attention, "off");
    let off = world.ask(&["Nobody?", "-o", "A", "-o", "B"]);
    world.set(Key::Attention, "desktop 0s");
    // What waits is looked at again when the setting changes.
    world.notes("it is notified", |noted| noted.iter().any(|line| line.contains("-- Nobody?")));
    world.run(&["answer", &off, "A"]).ok();
    world.notes("it is taken back", |noted| noted.iter().any(|line| line == "taken back"));
    hub.kill();

    let bare = World::new().with("DISPLAY", "");
    let _hub = bare.hub();
    let id = bare.ask(&["Anybody?", "-o", "A", "-o", "B"]);
    let absent = || {
        let shown = bare.run(&["show", &id]).ok().stdout;
        shown.contains("desktop not notified: not connected")
    };
    eventually("it says that there is none", absent);
}

/// Nobody is connected, and a hub with nothing to do would end at once.
/// REQ: RE-1
#[test]
fn the_hub_stays_until_a_step_is_due() {
    let world = at_a_desk().with("SAYSO_LINGER", "0");
    std::fs::write(world.path("config.toml"), "[personal]\nattention = \"desktop 2s\"\n").unwrap();
    let id = world.ask(&["Still there?", "-o", "A", "-o", "B"]);
    world.notes("it is told", |noted| noted.iter().any(|line| line.contains("-- Still there?")));
    world.run(&["cancel", &id]).ok();
    world.notes("it is taken back", |noted| noted.iter().any(|line| line == "taken back"));
}
