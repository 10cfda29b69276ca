//! The variables of a person's desktop session: where windows and notifications appear.
//!
//! A hub or an agent may have been started without them, so local clients that have them send them.
//! Only over the unix socket: from elsewhere it would be a way to have programs started.

use std::collections::BTreeMap;

use axum::http::HeaderValue;
use serde::{Deserialize, Serialize};

/// The header by which a local client sends its own, with every request.
pub const DESKTOP_HEADER: &str = "sayso-desktop";

/// No other variable is accepted.
pub const DESKTOP_VARIABLES: [&str; 10] = [
    "BROWSER",
    "DBUS_SESSION_BUS_ADDRESS",
    "DESKTOP_SESSION",
    "DISPLAY",
    "WAYLAND_DISPLAY",
    "WSL_DISTRO_NAME",
    "WSL_INTEROP",
    "XAUTHORITY",
    "XDG_CURRENT_DESKTOP",
    "XDG_RUNTIME_DIR",
];
/// The variables that make windows visible.
const DISPLAYS: [&str; 4] = ["DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME", "WSL_INTEROP"];
/// Maximum size of one value in bytes.
const LONGEST: usize = 1_024;

/// The variables of the desktop by name, and no others.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct DesktopSession(BTreeMap<String, String>);

impl DesktopSession {
    /// The desktop variables of an environment.
    pub fn of(variable: impl Fn(&str) -> Option<String>) -> DesktopSession {
        let named = DESKTOP_VARIABLES.iter().filter_map(|name| Some((*name, variable(name)?)));
        DesktopSession(
            named
                .filter(|(_, value)| value.len() <= LONGEST && !value.contains(char::is_control))
                .map(|(name, value)| (name.to_owned(), value))
                .collect(),
        )
    }

    pub fn variables(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Whether windows appear there.
    pub fn has_display(&self) -> bool {
        DISPLAYS.iter().any(|name| self.0.contains_key(*name))
    }

    /// Whether at least notifications can appear there.
    pub fn has_bus(&self) -> bool {
        self.0.contains_key("DBUS_SESSION_BUS_ADDRESS")
    }

    /// `None` if there is nothing worth sending.
    pub fn to_header(&self) -> Option<HeaderValue> {
        if !self.has_display() && !self.has_bus() {
            return None;
        }
        let text = serde_json::to_vec(self).expect("plain data serialises");
        HeaderValue::from_bytes(&text).ok()
    }

    /// Accepts listed names with plausible values.
    pub fn from_header(header: &HeaderValue) -> Option<DesktopSession> {
        let given: BTreeMap<String, String> = serde_json::from_slice(header.as_bytes()).ok()?;
        Some(DesktopSession::of(|name| given.get(name).cloned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// REQ: RA-1
    #[test]
    fn nothing_but_what_belongs_to_the_desktop_is_taken_over() {
        let given = |name: &str| match name {
            "DISPLAY" => Some(":0".to_owned()),
            "BROWSER" => Some("firefox\nrm".to_owned()),
            "XAUTHORITY" => Some("x".repeat(LONGEST + 1)),
            _ => None,
        };
        let session = DesktopSession::of(given);
        assert_eq!(session.variables().collect::<Vec<_>>(), [("DISPLAY", ":0")]);
        let header = session.to_header().unwrap();
        assert_eq!(DesktopSession::from_header(&header), Some(session));
        let more = HeaderValue::from_static(r#"{"LD_PRELOAD":"/tmp/x.so","DISPLAY":":1"}"#);
        let taken = DesktopSession::from_header(&more).unwrap();
        assert_eq!(taken.variables().collect::<Vec<_>>(), [("DISPLAY", ":1")]);
        assert_eq!(DesktopSession::from_header(&HeaderValue::from_static("DISPLAY=:0")), None);
        assert_eq!(DesktopSession::default().to_header(), None);
    }
}
