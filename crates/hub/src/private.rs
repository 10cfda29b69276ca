//! Folders and files that only this user can access. Folders are checked before every connect,
//! because files in a folder that others can write to may be theirs.

use std::fs::{self, DirBuilder, Metadata, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::own_files;

/// Why a folder can't be used.
#[derive(Debug, Error)]
pub(crate) enum NotPrivate {
    #[error("{} does not exist", .0.display())]
    Missing(PathBuf),
    #[error("{} is a symbolic link; set SAYSO_DATA_DIR to the directory it leads to", .0.display())]
    Link(PathBuf),
    #[error("{} is not a directory", .0.display())]
    NoDirectory(PathBuf),
    #[error(
        "{} belongs to another user (uid {owner}, you are {own}); set SAYSO_DATA_DIR to a directory of your own",
        .dir.display()
    )]
    Foreign { dir: PathBuf, owner: u32, own: u32 },
    #[error(
        "{} belongs to another user (uid {owner}, you are {own}), who may be reading along; move it away",
        .file.display()
    )]
    ForeignFile { file: PathBuf, owner: u32, own: u32 },
    #[error(
        "{} is open to other users (mode {mode:o}); close it with `chmod 700 {}`", .dir.display(), .dir.display()
    )]
    Open { dir: PathBuf, mode: u32 },
    #[error(
        "{} is not a data directory of sayso: {file} is in it; nothing there was changed; set SAYSO_DATA_DIR or --data-dir to an empty or new directory",
        .dir.display()
    )]
    NotOurs { dir: PathBuf, file: String },
    #[error("{}: {error}", .dir.display())]
    Io { dir: PathBuf, error: io::Error },
}

/// What to do with our own folder if its mode lets others in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Loose {
    /// Correct the mode, with a warning, if what lies in it shows that it is ours.
    Tightened,
    Refused,
}

/// The user this process runs as.
pub(crate) fn own_uid() -> u32 {
    rustix::process::geteuid().as_raw()
}

/// A real directory of this user that nobody else can enter.
pub(crate) fn check(dir: &Path, loose: Loose) -> Result<(), NotPrivate> {
    let failed = |error: io::Error| NotPrivate::Io { dir: dir.to_owned(), error };
    let about = match fs::symlink_metadata(dir) {
        Ok(about) => about,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(NotPrivate::Missing(dir.to_owned()));
        }
        Err(error) => return Err(failed(error)),
    };
    if about.is_symlink() {
        return Err(NotPrivate::Link(dir.to_owned()));
    }
    if !about.is_dir() {
        return Err(NotPrivate::NoDirectory(dir.to_owned()));
    }
    if about.uid() != own_uid() {
        let dir = dir.to_owned();
        return Err(NotPrivate::Foreign { dir, owner: about.uid(), own: own_uid() });
    }
    let mode = about.mode() & 0o777;
    if mode & 0o077 == 0 {
        return Ok(());
    }
    match loose {
        Loose::Refused => Err(NotPrivate::Open { dir: dir.to_owned(), mode }),
        Loose::Tightened => {
            check_contents(dir)?;
            fs::set_permissions(dir, Permissions::from_mode(0o700)).map_err(failed)?;
            let dir = dir.display();
            tracing::warn!("{dir} was open to other users (mode {mode:o}); its mode is now 700");
            Ok(())
        }
    }
}

/// Creates the directory and its parents if missing.
pub(crate) fn create(dir: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(dir).map_err(|error| {
        io::Error::new(
            error.kind(),
            format!(
                "cannot create the directory {}: {error}; set SAYSO_DATA_DIR to one you can write to",
                dir.display()
            ),
        )
    })?;
    // One that is open has been looked through before its mode was changed.
    check(dir, Loose::Tightened).and_then(|()| check_contents(dir)).map_err(io::Error::other)
}

/// That the directory, if there is one yet, and the files in it are this user's own.
pub(crate) fn check_owner(dir: &Path) -> io::Result<()> {
    match check(dir, Loose::Refused) {
        Ok(()) | Err(NotPrivate::Open { .. }) => check_contents(dir).map_err(io::Error::other),
        Err(NotPrivate::Missing(_)) => Ok(()),
        Err(why) => Err(io::Error::other(why)),
    }
}

/// That it is empty or ours, and that nobody else has put files there.
fn check_contents(dir: &Path) -> Result<(), NotPrivate> {
    match own_files::stranger(dir) {
        Ok(None) => check_files(dir, own_uid()),
        Ok(Some(file)) => Err(NotPrivate::NotOurs { dir: dir.to_owned(), file }),
        Err(error) => Err(NotPrivate::Io { dir: dir.to_owned(), error }),
    }
}

/// While it was open, others may have put files there. They keep them open, whatever their mode is.
fn check_files(dir: &Path, own: u32) -> Result<(), NotPrivate> {
    let failed = |error: io::Error| NotPrivate::Io { dir: dir.to_owned(), error };
    for entry in fs::read_dir(dir).map_err(failed)? {
        let file = entry.map_err(failed)?.path();
        let Ok(about) = fs::symlink_metadata(&file) else { continue };
        let owner = about.uid();
        if owner != own {
            return Err(NotPrivate::ForeignFile { file, owner, own });
        }
    }
    Ok(())
}

/// Removes the permissions of other users from our files in it, with a warning for each.
pub(crate) fn tighten_files(dir: &Path) -> io::Result<()> {
    for entry in fs::read_dir(dir)? {
        let entry = entry?;
        if !own_files::is_ours(&entry.file_name()) {
            continue;
        }
        let path = entry.path();
        let Ok(about) = fs::symlink_metadata(&path) else { continue };
        let mode = about.mode() & 0o777;
        if about.is_file() && about.uid() == own_uid() && mode & 0o077 != 0 {
            fs::set_permissions(&path, Permissions::from_mode(mode & 0o700))?;
            let file = path.display();
            tracing::warn!(
                "{file} was open to other users (mode {mode:o}); its mode is now {:o}",
                mode & 0o700
            );
        }
    }
    Ok(())
}

/// Identifies the file that a path leads to: a file that replaces it has another identity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Identity {
    device: u64,
    inode: u64,
}

impl Identity {
    pub(crate) fn of(about: &Metadata) -> Identity {
        Identity { device: about.dev(), inode: about.ino() }
    }
}

/// Identity of the file at the path (without following links); `None` if there is none.
pub(crate) fn identity(path: &Path) -> io::Result<Option<Identity>> {
    match fs::symlink_metadata(path) {
        Ok(about) => Ok(Some(Identity::of(&about))),
        Err(error) => match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => Ok(None),
            _ => Err(error),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mode(dir: &Path) -> u32 {
        fs::metadata(dir).unwrap().mode() & 0o777
    }

    /// REQ: SA-1
    #[test]
    fn a_file_of_another_user_is_refused_by_name() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("sayso.db"), "").unwrap();
        check_files(dir.path(), own_uid()).unwrap();
        let other = own_uid() + 1;
        let why = check_files(dir.path(), other).unwrap_err().to_string();
        let expected =
            format!("sayso.db belongs to another user (uid {}, you are {other})", own_uid());
        assert!(why.contains(&expected), "{why}");
        // As it is with a real one, which only root can make.
        if own_uid() == 0 {
            std::os::unix::fs::chown(dir.path().join("sayso.db"), Some(65534), None).unwrap();
            let why = create(dir.path()).unwrap_err().to_string();
            assert!(
                why.contains("sayso.db belongs to another user (uid 65534, you are 0)"),
                "{why}"
            );
        }
    }

    /// REQ: SA-1, SA-8
    #[test]
    fn a_directory_of_something_else_is_refused_before_anything_is_changed() {
        let dir = tempfile::tempdir().unwrap();
        let open = |path: &Path, mode: u32| {
            fs::write(path, "").unwrap();
            fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
        };
        fs::set_permissions(dir.path(), Permissions::from_mode(0o755)).unwrap();
        let (script, settings) = (dir.path().join("run.sh"), dir.path().join("config.toml"));
        open(&script, 0o755);
        let why = create(dir.path()).unwrap_err().to_string();
        assert!(why.contains("run.sh is in it; nothing there was changed"), "{why}");
        assert!(matches!(check(dir.path(), Loose::Tightened), Err(NotPrivate::NotOurs { .. })));
        assert!(check_owner(dir.path()).is_err());
        assert_eq!((mode(dir.path()), mode(&script)), (0o755, 0o755));
        // Nor is one used that nobody else can enter, such as a home directory.
        fs::set_permissions(dir.path(), Permissions::from_mode(0o700)).unwrap();
        create(dir.path()).unwrap_err();
        fs::set_permissions(dir.path(), Permissions::from_mode(0o755)).unwrap();

        // The person's own settings may be there first.
        fs::remove_file(&script).unwrap();
        open(&settings, 0o644);
        open(&dir.path().join("tokens.toml"), 0o600);
        create(dir.path()).unwrap();
        assert_eq!((mode(dir.path()), mode(&settings)), (0o700, 0o644));

        // A file beside ours keeps its mode.
        let lock = dir.path().join("hub.lock");
        open(&lock, 0o664);
        open(&script, 0o755);
        create(dir.path()).unwrap();
        tighten_files(dir.path()).unwrap();
        assert_eq!((mode(&lock), mode(&script)), (0o600, 0o755));
    }

    /// REQ: SA-1
    #[test]
    fn only_a_real_directory_of_our_own_is_used_and_a_loose_mode_is_tightened() {
        let dir = tempfile::tempdir().unwrap();
        let (data, link, file) =
            (dir.path().join("data"), dir.path().join("link"), dir.path().join("file"));
        assert!(matches!(check(&data, Loose::Tightened), Err(NotPrivate::Missing(_))));
        create(&data).unwrap();
        assert_eq!(mode(&data), 0o700);
        fs::set_permissions(&data, Permissions::from_mode(0o755)).unwrap();
        assert!(matches!(check(&data, Loose::Refused), Err(NotPrivate::Open { mode: 0o755, .. })));
        check(&data, Loose::Tightened).unwrap();
        assert_eq!(mode(&data), 0o700);
        std::os::unix::fs::symlink(&data, &link).unwrap();
        assert!(matches!(check(&link, Loose::Tightened), Err(NotPrivate::Link(_))));
        fs::write(&file, "").unwrap();
        assert!(matches!(check(&file, Loose::Tightened), Err(NotPrivate::NoDirectory(_))));
        if own_uid() != 0 {
            assert!(matches!(
                check(Path::new("/"), Loose::Tightened),
                Err(NotPrivate::Foreign { owner: 0, .. })
            ));
        }
    }
}
