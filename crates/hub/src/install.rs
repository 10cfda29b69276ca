//! A service of the user's session manager, for a hub that always runs.

use std::path::{Path, PathBuf};

use crate::platform::HAS_LAUNCHD;

/// The file to write and the commands that activate it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServiceUnit {
    pub path: PathBuf,
    pub text: String,
    pub enable: Vec<Vec<String>>,
}

/// For this system's session manager, which starts `binary`.
pub fn unit(home: &Path, config_home: &Path, binary: &Path) -> ServiceUnit {
    if HAS_LAUNCHD { launchd(home, binary) } else { systemd(config_home, binary) }
}

/// The unit that a package brought for this very binary, in one of the places that systemd looks in.
pub fn packaged(directories: &[&Path], binary: &Path) -> Option<PathBuf> {
    let starts = format!("ExecStart={} ", binary.display());
    let units = directories.iter().map(|directory| directory.join(SERVICE));
    let ours = |path: &PathBuf| {
        std::fs::read_to_string(path)
            .is_ok_and(|text| text.replace('"', "").lines().any(|line| line.starts_with(&starts)))
    };
    units.into_iter().find(ours)
}

/// Where packages put units for every user.
pub const PACKAGED: [&str; 4] = [
    "/etc/systemd/user",
    "/usr/local/lib/systemd/user",
    "/usr/lib/systemd/user",
    "/lib/systemd/user",
];
const SERVICE: &str = "sayso-hub.service";

fn systemd(config_home: &Path, binary: &Path) -> ServiceUnit {
    let text = format!(
        "[Unit]\n\
         Description=sayso hub: agents ask, people answer\n\
         \n\
         [Service]\n\
         ExecStart=\"{}\" hub run --linger never\n\
         Restart=on-failure\n\
         \n\
         [Install]\n\
         WantedBy=default.target\n",
        binary.display().to_string().replace('\\', "\\\\").replace('"', "\\\"").replace('%', "%%")
    );
    ServiceUnit {
        path: config_home.join("systemd/user").join(SERVICE),
        text,
        enable: vec![
            command(&["systemctl", "--user", "daemon-reload"]),
            command(&["systemctl", "--user", "enable", "--now", "sayso-hub.service"]),
        ],
    }
}

fn launchd(home: &Path, binary: &Path) -> ServiceUnit {
    let path = home.join("Library/LaunchAgents/sayso.hub.plist");
    let escaped = binary
        .display()
        .to_string()
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;");
    let arguments = [escaped.as_str(), "hub", "run", "--linger", "never"]
        .map(|argument| format!("    <string>{argument}</string>\n"))
        .concat();
    let text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \
         \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n\
         <plist version=\"1.0\">\n<dict>\n  <key>Label</key>\n  <string>sayso.hub</string>\n  \
         <key>ProgramArguments</key>\n  <array>\n{arguments}  </array>\n  \
         <key>RunAtLoad</key>\n  <true/>\n  <key>KeepAlive</key>\n  <dict>\n    \
         <key>SuccessfulExit</key>\n    <false/>\n  </dict>\n</dict>\n</plist>\n"
    );
    let load = command(&["launchctl", "load", "-w", &path.display().to_string()]);
    ServiceUnit { path, text, enable: vec![load] }
}

fn command(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a package brought is used as it is, if it starts this binary.
    #[test]
    fn a_unit_of_the_package_is_found_by_its_binary() {
        let dir = tempfile::tempdir().unwrap();
        let (empty, full) = (dir.path().join("etc"), dir.path().join("lib"));
        std::fs::create_dir(&full).unwrap();
        let unit = full.join(SERVICE);
        std::fs::write(&unit, "[Service]\nExecStart=/usr/bin/sayso hub run --linger never\n")
            .unwrap();
        let places = [empty.as_path(), full.as_path()];
        assert_eq!(packaged(&places, Path::new("/usr/bin/sayso")), Some(unit));
        assert_eq!(packaged(&places, Path::new("/opt/sayso")), None);
    }

    #[test]
    fn both_units_start_this_very_binary() {
        let binary = Path::new("/opt/say so/sayso");
        let systemd = systemd(Path::new("/home/a/.config"), binary);
        assert!(systemd.text.contains("ExecStart=\"/opt/say so/sayso\" hub run --linger never\n"));
        assert_eq!(systemd.path, Path::new("/home/a/.config/systemd/user/sayso-hub.service"));
        let launchd = launchd(Path::new("/Users/a"), binary);
        assert!(
            launchd.text.contains("<string>/opt/say so/sayso</string>\n    <string>hub</string>")
        );
        assert_eq!(launchd.enable[0][0], "launchctl");
    }
}
