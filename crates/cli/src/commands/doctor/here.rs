//! What all agents share: the hub, its data, where people are reached.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use sayso_api::RemoteDesk;
use sayso_desk::DeskError;

use super::{Fault, Ground, Part};
use crate::config::Settings;
use crate::{platform, wiring};

pub const HUB: &str = "hub";

pub async fn parts(settings: &Settings, desk: &RemoteDesk, ground: &Ground) -> Vec<Part> {
    let mut parts = Vec::new();
    let data = data(settings, ground);
    let writable = data.works == Some(true);
    parts.push(data);
    let configured = settings.operational();
    if let Err(error) = &configured {
        let fault = Fault::new(format!("{error:#}"), "sayso config path");
        parts.push(Part::broken("settings", fault));
    }
    match desk.status().await {
        Ok(status) => {
            parts.push(Part::works(
                HUB,
                format!("{} running, {} waiting", status.version, status.pending),
            ));
            parts.push(match status.portal {
                Some(address) => Part::works("portal", address),
                None => Part::broken("portal", Fault::new("it has no address", "sayso hub stop")),
            });
        }
        Err(error) => {
            let fix = match (&error, writable) {
                (_, false) => return parts,
                (DeskError::NoAnswer { .. }, _) => "sayso hub stop",
                _ => "sayso hub status",
            };
            parts.push(Part::broken(HUB, Fault::new(error.to_string(), fix)));
        }
    }
    parts.push(browser(settings, ground));
    parts.push(notifications(settings, ground));
    if let Ok(operational) = &configured {
        for (name, works) in wiring::check_chats(settings, operational).await {
            parts.push(match works {
                Ok(says) => Part::works(name, says),
                Err(why) => Part::broken(name, Fault::new(why, format!("sayso {name} setup"))),
            });
        }
    }
    parts
}

/// The directory itself: a superuser could write anyway, so its mode counts.
fn data(settings: &Settings, ground: &Ground) -> Part {
    let dir = &settings.paths.data_dir;
    let name = ground.place.short(dir);
    match std::fs::metadata(dir) {
        Ok(found) if found.permissions().mode() & 0o200 == 0 => {
            let fix = format!("chmod u+w {}", dir.display());
            Part::broken("data", Fault::new(format!("{name} is read-only"), fix))
        }
        Ok(_) | Err(_) => Part::works("data", name),
    }
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
            Part::broken(NAME, Fault::new(format!("not found: {tried}"), fix))
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
            let fault = Fault::new(format!("{program} not found"), "install libnotify-bin");
            Part::broken(NAME, fault)
        }
    }
}
