//! A copy of this program where it stays: offered when it runs from a place that does not last.

use std::io;
use std::path::Path;

use anyhow::Context;
use sayso_setup::ProgramOrigin;

use super::{Ground, screen};
use crate::output;
use crate::output::style::{DIM, WARN};

/// The same bytes; a copy of another version is another program.
pub(super) fn same(one: &Path, other: &Path) -> io::Result<bool> {
    let length = |path: &Path| std::fs::metadata(path).map(|data| data.len());
    Ok(length(one)? == length(other)? && std::fs::read(one)? == std::fs::read(other)?)
}

/// Says why agents shouldn't start this program where it is, unless they start its copy already. Only
/// a person's yes makes one or replaces it. Whether agents will start another program than before.
pub(crate) fn offer(ground: &mut Ground, asks: bool) -> anyhow::Result<bool> {
    let why = match ground.origin {
        ProgramOrigin::Installed => return Ok(false),
        ProgramOrigin::Npx => slow("npx"),
        ProgramOrigin::Uvx => slow("uvx"),
        ProgramOrigin::Build => {
            "This program is in a build folder: the next build replaces it, and \
                          cleaning up removes it. It should not be what agents start."
                .to_owned()
        }
    };
    let (copy, shown) = (ground.copy(), ground.place.short(&ground.copy()));
    let exists = copy.is_file();
    if same(&ground.binary, &copy).unwrap_or(false) {
        return Ok(false);
    }
    let (why, question) = match exists {
        true => (
            format!("Agents start {shown}, which is another version or build than this program."),
            format!("Replace {shown} by a copy of this program? [y/N]"),
        ),
        false => (why, format!("Put a copy of it at {shown}, for agents to start? [y/N]")),
    };
    output::paragraph("!", WARN, why)?;
    if !asks {
        let text = format!(
            "To put a copy of this one at {shown}, run setup in a terminal, without --yes."
        );
        output::item("·", DIM, text)?;
        output::line("")?;
        return Ok(false);
    }
    let agrees = screen::agrees(&question)?;
    if agrees {
        put(&ground.binary, &copy).with_context(|| format!("cannot write {shown}"))?;
        if !exists {
            ground.start_copy();
        }
    }
    output::line("")?;
    Ok(agrees && !exists)
}

fn slow(program: &str) -> String {
    format!(
        "This program was started by {program}. Started that way it takes a second or more, and does \
         not start while the registry is out of reach. It should not be what agents start."
    )
}

/// Complete or not at all: something may be running the old one.
fn put(binary: &Path, copy: &Path) -> io::Result<()> {
    let folder = copy.parent().unwrap_or(copy);
    std::fs::create_dir_all(folder)?;
    let new = folder.join(format!(".sayso-{}", std::process::id()));
    // The mode is copied too.
    let put = std::fs::copy(binary, &new).and_then(|_| std::fs::rename(&new, copy));
    if put.is_err() {
        let _ = std::fs::remove_file(&new);
    }
    put
}
