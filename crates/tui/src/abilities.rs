//! Abilities of this terminal, according to its environment.

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Abilities {
    pub depth: Depth,
    pub notices: Notices,
    pub drawing: Drawing,
    pub aside: HiddenSequences,
    pub long_rows: LongRows,
    /// The pane of tmux that it is.
    pub pane: Option<String>,
}

/// Sequences for what isn't on the screen: the window's title, the address of a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HiddenSequences {
    Understood,
    /// The Linux console would show them.
    Shown,
}

/// What becomes of rows that are longer than a window that was made narrower.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LongRows {
    /// They go on in the next row.
    Rewrapped,
    /// They are cut, as in xterm and GNU screen, or nobody knows.
    Cut,
}

/// How many colours the terminal has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// `NO_COLOR`: only bold and dim.
    None,
    Sixteen,
    Many,
    True,
}

/// How to notify the user through the terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notices {
    /// The terminal rings, flashes or marks its tab.
    Bell,
    /// `OSC 9`: iTerm2, WezTerm, Ghostty, ConEmu.
    Osc9,
    /// `OSC 777`: foot, rxvt, Kitty and others.
    Osc777,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Drawing {
    /// The cursor can be moved.
    Possible,
    /// `TERM=dumb`, or the person wants it so: only one line after the other.
    Impossible,
}

impl Abilities {
    /// By the environment's variables; empty ones count as not set.
    pub fn of(variable: impl Fn(&str) -> Option<String>) -> Abilities {
        let lower = |name: &str| variable(name).unwrap_or_default().to_lowercase();
        let (term, program) = (lower("TERM"), lower("TERM_PROGRAM"));
        let colour = lower("COLORTERM");
        let depth = if variable("NO_COLOR").is_some() {
            Depth::None
        } else if colour.contains("truecolor")
            || colour.contains("24bit")
            || term.contains("direct")
        {
            Depth::True
        } else if term.contains("256color") || term.contains("kitty") || term.contains("ghostty") {
            Depth::Many
        } else {
            Depth::Sixteen
        };
        // Inside a multiplexer only the bell is certain to get through, and it marks the window.
        let inside = variable("TMUX").is_some() || variable("STY").is_some();
        let notices = if inside {
            Notices::Bell
        } else if ["iterm.app", "wezterm", "ghostty"].contains(&program.as_str())
            || variable("ConEmuPID").is_some()
        {
            Notices::Osc9
        } else if ["foot", "rxvt", "kitty", "contour"].iter().any(|name| term.contains(name)) {
            Notices::Osc777
        } else {
            Notices::Bell
        };
        let drawing = match term.as_str() {
            "dumb" | "" => Drawing::Impossible,
            // Emacs' shell can't move the cursor, whatever it says.
            _ if lower("INSIDE_EMACS").contains("comint") => Drawing::Impossible,
            _ if variable("SAYSO_PLAIN").is_some() => Drawing::Impossible,
            _ => Drawing::Possible,
        };
        let aside =
            if term == "linux" { HiddenSequences::Shown } else { HiddenSequences::Understood };
        // These are inherited by a terminal that is started in another one.
        let unknown = variable("STY").is_some() || variable("XTERM_VERSION").is_some();
        let by_variable = ["TMUX", "VTE_VERSION", "KONSOLE_VERSION", "WT_SESSION"];
        let by_term = ["alacritty", "foot", "ghostty", "kitty", "wezterm", "tmux"];
        let by_program = ["apple_terminal", "ghostty", "iterm.app", "tmux", "wezterm"];
        let rewraps = by_variable.iter().any(|name| variable(name).is_some())
            || by_term.iter().any(|name| term.contains(name))
            || by_program.contains(&program.as_str());
        let long_rows = if rewraps && !unknown { LongRows::Rewrapped } else { LongRows::Cut };
        let pane = variable("TMUX").and_then(|_| variable("TMUX_PANE"));
        Abilities { depth, notices, drawing, aside, long_rows, pane }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(variables: &[(&str, &str)]) -> Abilities {
        Abilities::of(|name| {
            variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn the_environment_tells_what_a_terminal_can_do() {
        let depth = |variables: &[(&str, &str)]| with(variables).depth;
        assert_eq!(depth(&[("TERM", "xterm")]), Depth::Sixteen);
        assert_eq!(depth(&[("TERM", "screen-256color")]), Depth::Many);
        assert_eq!(depth(&[("TERM", "xterm-256color"), ("COLORTERM", "truecolor")]), Depth::True);
        assert_eq!(depth(&[("TERM", "xterm-256color"), ("NO_COLOR", "1")]), Depth::None);
        assert_eq!(with(&[("TERM", "dumb")]).drawing, Drawing::Impossible);
        assert_eq!(with(&[("TERM", "linux")]).aside, HiddenSequences::Shown);
        assert_eq!(with(&[("TERM", "xterm")]).aside, HiddenSequences::Understood);
        let plain = [("TERM", "xterm"), ("SAYSO_PLAIN", "1")];
        assert_eq!(with(&plain).drawing, Drawing::Impossible);
        let emacs = [("TERM", "xterm"), ("INSIDE_EMACS", "29.1,comint")];
        assert_eq!(with(&emacs).drawing, Drawing::Impossible);
        assert_eq!(with(&[]).drawing, Drawing::Impossible);
        assert_eq!(with(&[("TERM", "foot")]).notices, Notices::Osc777);
        let wezterm = [("TERM", "xterm-256color"), ("TERM_PROGRAM", "WezTerm")];
        assert_eq!(with(&wezterm).notices, Notices::Osc9);
        let inside = [("TERM", "foot"), ("TMUX", "/tmp/x")];
        assert_eq!(with(&inside).notices, Notices::Bell);
        for (variables, long_rows) in [
            (&[("TERM", "xterm-256color")][..], LongRows::Cut),
            (&[("TERM", "xterm-256color"), ("VTE_VERSION", "7600")], LongRows::Rewrapped),
            (
                &[("TERM", "xterm"), ("VTE_VERSION", "7600"), ("XTERM_VERSION", "XTerm(390)")],
                LongRows::Cut,
            ),
            (&[("TERM", "screen"), ("VTE_VERSION", "7600"), ("STY", "1.tty")], LongRows::Cut),
            (&[("TERM", "xterm-kitty")], LongRows::Rewrapped),
        ] {
            assert_eq!(with(variables).long_rows, long_rows, "{variables:?}");
        }
        assert_eq!(with(&[("TERM", "tmux"), ("TMUX_PANE", "%1")]).pane, None);
        let inside = [("TERM", "tmux"), ("TMUX", "/tmp/x"), ("TMUX_PANE", "%1")];
        assert_eq!(with(&inside).pane.as_deref(), Some("%1"));
    }
}
