//! Checks that all agents share: the hub, its data, where people are reached.

use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use sayso_access::ONLY_ASKS;
use sayso_api::RemoteDesk;
use sayso_desk::DeskError;

use super::{Fault, Ground, Part};
use crate::config::Settings;
use crate::{platform, wiring};

pub(crate) const HUB: &str = "hub";
pub(crate) const DATA: &str = "data";

pub(crate) async fn parts(settings: &Settings, desk: &RemoteDesk, ground: &Ground) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut is_writable = true;
    // A hub elsewhere has its data there.
    if settings.remote.is_none() {
        let data = data(settings, ground);
        is_writable = data.works == Some(true);
        parts.push(data);
    }
    let configured = settings.operational();
    if let Err(error) = &configured {
        let file = ground.place.short(&settings.config_file);
        let fault = Fault::by_hand(format!("{error:#}"), format!("fix {file}"));
        parts.push(Part::broken("settings", fault));
    }
    match desk.status().await {
        Ok(status) => {
            let at = desk.url().map(|url| format!(" at {url}")).unwrap_or_default();
            parts.push(Part::works(
                HUB,
                format!("{} running{at}, {} waiting", status.version, status.pending),
            ));
            parts.push(match status.portal {
                Some(address) => Part::works("page", address),
                None => Part::broken("page", Fault::command("it has no address", "sayso hub stop")),
            });
            let store = status.database.unwrap_or_else(|| "SQLite".to_owned());
            parts.push(Part::works("store", store));
        }
        // It is there and knows the token, which may neither look at it nor answer a test question.
        Err(DeskError::Denied(why)) if why == ONLY_ASKS => {
            let at = desk.url().map(|url| format!(" at {url}")).unwrap_or_default();
            let says = format!(
                "reached{at}; SAYSO_TOKEN is an agent's token, which may only ask: run `sayso doctor` \
                 on the hub's machine to check the rest"
            );
            parts.push(Part::unused(HUB, says));
        }
        // It says the same as the data directory.
        Err(_) if !is_writable => return parts,
        Err(error) => {
            let what = error.to_string();
            let fault = match (&error, &settings.remote) {
                (_, Some((urls, _))) => {
                    let url = desk.url().unwrap_or(urls);
                    Fault::by_hand(what, format!("check that it runs at {url}, and SAYSO_TOKEN"))
                }
                (DeskError::NoAnswer { .. }, None) => Fault::command(what, "sayso hub stop"),
                // It says more in the foreground.
                (_, None) => Fault::command(what, "sayso hub run"),
            };
            parts.push(Part::broken(HUB, fault));
        }
    }
    parts.push(browser(settings, ground));
    parts.push(notifications(settings, ground));
    if let Ok(operational) = &configured {
        for (name, works) in wiring::check_chats(settings, operational).await {
            parts.push(match works {
                Ok(says) => Part::works(name, says),
                Err(why) => Part::broken(name, Fault::command(why, format!("sayso {name} setup"))),
            });
        }
    }
    parts
}

/// The directory itself: a superuser could write anyway, so its mode counts. Then it is tried.
fn data(settings: &Settings, ground: &Ground) -> Part {
    let dir = &settings.paths.data_dir;
    let name = ground.place.short(dir);
    let fault = match std::fs::metadata(dir) {
        // The hub makes it, and says why it can't.
        Err(_) => return Part::works(DATA, name),
        Ok(found) if !found.is_dir() => {
            Fault::by_hand(format!("{name} is not a directory"), format!("move {name} away"))
        }
        Ok(found) if found.permissions().mode() & 0o200 == 0 => {
            let fix = format!("chmod u+w {}", quoted(dir));
            Fault::command(format!("{name} is read-only"), fix)
        }
        Ok(_) => match written(dir) {
            Ok(()) => return Part::works(DATA, name),
            Err(error) => {
                let fix = match error.kind() {
                    ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
                        format!("make room on the disk of {name}")
                    }
                    ErrorKind::PermissionDenied => format!("make yourself the owner of {name}"),
                    _ => "set SAYSO_DATA_DIR to a directory that can be written".to_owned(),
                };
                Fault::by_hand(format!("nothing can be written to {name}: {error}"), fix)
            }
        },
    };
    Part::broken(DATA, fault)
}

/// Writes what a small question needs, and removes it.
fn written(dir: &Path) -> io::Result<()> {
    let path = dir.join(format!(".doctor-{}", std::process::id()));
    let tried = File::create_new(&path).and_then(|mut file| {
        file.write_all(&[0; 256 * 1024])?;
        file.sync_all()
    });
    // If it could not be made there is nothing to remove.
    let _ = std::fs::remove_file(&path);
    tried
}

/// For a shell.
fn quoted(path: &Path) -> String {
    sayso_setup::quoted(&path.to_string_lossy())
}

fn browser(settings: &Settings, ground: &Ground) -> Part {
    const NAME: &str = "browser";
    let browser = settings.browser();
    if !browser.can_open() {
        return Part::unused(NAME, "no display here; `sayso open` prints a link");
    }
    let exists = |program: &str| match program.contains('/') {
        true => Path::new(program).exists(),
        false => ground.place.program(program).is_some(),
    };
    match browser.names().find(|program| exists(program)) {
        Some(program) => Part::works(NAME, program),
        None => {
            let tried = browser.names().collect::<Vec<_>>().join(", ");
            let fix = "set BROWSER to your browser, or install xdg-utils";
            Part::lacking(NAME, Fault::by_hand(format!("not found: {tried}"), fix))
        }
    }
}

fn notifications(settings: &Settings, ground: &Ground) -> Part {
    const NAME: &str = "notifications";
    let session = settings.desktop();
    let program = if platform::IS_MAC { "osascript" } else { "notify-send" };
    if !session.has_bus() && !session.has_display() {
        return Part::unused(NAME, "no desktop here");
    }
    match ground.place.program(program) {
        Some(_) => Part::works(NAME, program),
        None => {
            let fix = "install libnotify-bin, or libnotify, as your system calls it";
            let fault = Fault::by_hand(format!("{program} not found"), fix);
            Part::lacking(NAME, fault)
        }
    }
}
