//! The policy of an interaction (time, timeout action, presentation): decided once, when it is
//! asked.

use serde::{Deserialize, Serialize};

use crate::control::is_false;
use crate::form::{Form, Question};
use crate::settings::{Key, Language, Preferences, Source};
use crate::surface::{Preferred, Presence, Surface};

/// Shortest and longest time to answer, in seconds: five seconds, seven days.
pub const TIMEOUT_RANGE: std::ops::RangeInclusive<u64> = 5..=604_800;

/// The policy of an interaction until it ends.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Policy {
    /// `None`: it waits until somebody answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timeout_seconds: Option<u64>,
    pub timeout_action: TimeoutAction,
    /// Never submitted by a timeout, never answered by a program.
    #[serde(default)]
    pub irreversible: bool,
    /// Where something irreversible can be decided, by the person's setting when it was asked;
    /// empty: wherever there is a person.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub surfaces: Vec<Surface>,
    /// The deadline can be moved by at most this much: after that the agent is cut off, and an
    /// answer would come too late. Counted from the deadline, so that it moves with it when the
    /// clock is set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extensible_ms: Option<u64>,
    /// The deadline was moved because a person was typing; that happens once.
    #[serde(default, skip_serializing_if = "is_false")]
    pub waited: bool,
    /// An answer counts for the call that asked, and for no other: withdrawn when that call is gone.
    #[serde(default, skip_serializing_if = "is_false")]
    pub ends_with_call: bool,
}

impl Policy {
    /// Whether a committing decision counts there. A page counts only if it was paired from outside
    /// the agent's account.
    pub fn counts(&self, via: Surface, presence: Presence) -> bool {
        self.surfaces.is_empty()
            || match via {
                Surface::Web => {
                    self.surfaces.contains(&Surface::Web) && presence == Presence::Paired
                }
                Surface::Chat(_) => self.surfaces.contains(&via),
                Surface::Terminal | Surface::Cli => self.surfaces.contains(&Surface::Terminal),
                Surface::Api => false,
            }
    }
}

/// What to do when nobody answered in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TimeoutAction {
    /// Send the defaults, otherwise the recommended options.
    Submit,
    /// Tell the agent to stop the subtask.
    Cancel,
    /// Tell the agent to ask again.
    Reinvoke,
}

impl TimeoutAction {
    pub const ALL: [TimeoutAction; 3] =
        [TimeoutAction::Submit, TimeoutAction::Cancel, TimeoutAction::Reinvoke];

    pub const fn as_str(self) -> &'static str {
        match self {
            TimeoutAction::Submit => "submit",
            TimeoutAction::Cancel => "cancel",
            TimeoutAction::Reinvoke => "reinvoke",
        }
    }
}

/// How a surface shows it. `Command::Present` changes it while it is pending.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Presentation {
    pub surface: Preferred,
    /// Choosing sends; otherwise there is a button.
    pub single_submit: bool,
    /// Notes per option and on the whole.
    pub annotations: bool,
    pub placeholder: bool,
    /// Set only by a choice on this interaction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<Language>,
}

/// What `Command::Present` changes; what is absent stays.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PresentationChange {
    pub surface: Option<Preferred>,
    pub single_submit: Option<bool>,
    pub annotations: Option<bool>,
    pub placeholder: Option<bool>,
    pub language: Option<Language>,
    pub timeout_action: Option<TimeoutAction>,
}

impl Presentation {
    pub fn change(&mut self, change: &PresentationChange) {
        self.surface = change.surface.unwrap_or(self.surface);
        self.single_submit = change.single_submit.unwrap_or(self.single_submit);
        self.annotations = change.annotations.unwrap_or(self.annotations);
        self.placeholder = change.placeholder.unwrap_or(self.placeholder);
        self.language = change.language.or(self.language);
    }
}

/// What the agent requested besides the form itself.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Wishes {
    pub timeout: TimeoutWish,
    pub timeout_action: Option<TimeoutAction>,
    pub irreversible: bool,
    /// The agent itself is cut off after this many seconds.
    pub limit: Option<u64>,
    pub ends_with_call: bool,
    pub surface: Option<Preferred>,
    pub single_submit: Option<bool>,
    pub annotations: Option<bool>,
    pub placeholder: Option<bool>,
}

/// What can be said with a question in any dialect, also where its own fields have no word for it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Terms {
    #[serde(default, skip_serializing_if = "is_false")]
    pub irreversible: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timeout_seconds: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interface: Option<Preferred>,
}

impl Terms {
    /// Whatever the dialect's own fields say, these count.
    pub fn apply_to(&self, wishes: &mut Wishes) {
        wishes.irreversible |= self.irreversible;
        if let Some(seconds) = self.timeout_seconds {
            wishes.timeout = TimeoutWish::Seconds(seconds);
        }
        wishes.surface = self.interface.or(wishes.surface);
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TimeoutWish {
    /// The person's setting decides.
    #[default]
    Unsaid,
    /// As the agent gave it, in range or not.
    Seconds(i64),
    /// The dialect decides, regardless of settings; `None` is forever.
    Dialect(Option<u64>),
}

/// Resolves the agent's wishes against the person's settings; warnings say what was overridden.
pub fn resolve(
    wishes: &Wishes,
    preferences: &Preferences,
    form: &Form,
    warnings: &mut Vec<String>,
) -> (Policy, Presentation) {
    let wanted = resolve_timeout(wishes.timeout, preferences, warnings);
    let (timeout_seconds, extensible_ms) = limited(wanted, wishes.limit);
    let timeout_action = resolve_action(wishes, preferences, form, warnings);
    let policy = Policy {
        timeout_seconds,
        timeout_action,
        irreversible: wishes.irreversible,
        surfaces: if wishes.irreversible { preferences.deciding() } else { Vec::new() },
        extensible_ms,
        waited: false,
        ends_with_call: wishes.ends_with_call,
    };
    // What the person has switched off stays off, whatever the agent requests.
    let mut unless_off = |key: Key, field: &str, wish: Option<bool>| {
        let off = preferences.source(key) == Source::Person && !preferences.is_on(key);
        if off && wish == Some(true) {
            warnings.push(format!("{field}: the user has switched it off; `false` is used"));
        }
        !off && wish.unwrap_or_else(|| preferences.is_on(key))
    };
    let single_submit = unless_off(Key::SingleSubmit, "single_submit_mode", wishes.single_submit);
    let annotations = unless_off(Key::Annotations, "allow_annotations", wishes.annotations);
    let placeholder = unless_off(Key::Placeholder, "show_placeholder", wishes.placeholder);
    let surface = resolve_surface(wishes.surface, preferences, warnings);
    let presentation =
        Presentation { surface, single_submit, annotations, placeholder, language: None };
    (policy, presentation)
}

/// How long it waits, and by how much it can be extended.
fn limited(wanted: Option<u64>, limit: Option<u64>) -> (Option<u64>, Option<u64>) {
    let Some(limit) = limit.map(|limit| limit.min(*TIMEOUT_RANGE.end())) else {
        return (wanted, None);
    };
    let seconds = wanted.map_or(limit, |wanted| wanted.min(limit));
    (Some(seconds), Some((limit - seconds) * 1_000))
}

fn resolve_surface(
    wish: Option<Preferred>,
    preferences: &Preferences,
    warnings: &mut Vec<String>,
) -> Preferred {
    let own = preferences.interface();
    let insists = preferences.source(Key::Interface) == Source::Person && own != Preferred::Auto;
    match wish {
        Some(wish) if !insists => wish,
        Some(wish) if wish != own && wish != Preferred::Auto => {
            warnings.push(format!(
                "interface: the user's own setting `{}` is used instead of `{}`",
                own.as_str(),
                wish.as_str()
            ));
            own
        }
        Some(_) | None => own,
    }
}

fn resolve_timeout(
    wish: TimeoutWish,
    preferences: &Preferences,
    warnings: &mut Vec<String>,
) -> Option<u64> {
    let wished = match wish {
        TimeoutWish::Dialect(seconds) => return seconds,
        TimeoutWish::Unsaid => return Some(preferences.timeout()),
        TimeoutWish::Seconds(seconds) => seconds,
    };
    if preferences.always(Key::Timeout) {
        let kept = preferences.timeout();
        if u64::try_from(wished) != Ok(kept) {
            warnings.push(format!(
                "timeout_seconds: the user's own setting of {kept} s is used instead of {wished} s"
            ));
        }
        return Some(kept);
    }
    let (least, most) = (*TIMEOUT_RANGE.start(), *TIMEOUT_RANGE.end());
    let clamped = u64::try_from(wished).unwrap_or(0).clamp(least, most);
    if u64::try_from(wished) != Ok(clamped) {
        warnings.push(format!(
            "timeout_seconds: {wished} is outside {} to {}; {clamped} is used",
            TIMEOUT_RANGE.start(),
            TIMEOUT_RANGE.end()
        ));
    }
    Some(clamped)
}

fn resolve_action(
    wishes: &Wishes,
    preferences: &Preferences,
    form: &Form,
    warnings: &mut Vec<String>,
) -> TimeoutAction {
    let preferred = preferences.timeout_action();
    let chosen = match (wishes.timeout_action, preferred) {
        _ if matches!(wishes.timeout, TimeoutWish::Dialect(_)) => TimeoutAction::Reinvoke,
        (Some(wish), Some(own)) if preferences.always(Key::TimeoutAction) && wish != own => {
            warnings.push(format!(
                "timeout_action: the user's own setting `{}` is used instead of `{}`",
                own.as_str(),
                wish.as_str()
            ));
            own
        }
        (Some(wish), _) => wish,
        (None, Some(own)) => own,
        (None, None) => {
            let has_defaults = form.questions.iter().any(Question::has_default);
            if has_defaults { TimeoutAction::Submit } else { TimeoutAction::Reinvoke }
        }
    };
    if chosen != TimeoutAction::Submit {
        return chosen;
    }
    let reason = if wishes.irreversible {
        "an irreversible question is never answered by the clock"
    } else if form.proposed().is_none() {
        "neither the defaults nor the recommended options make a valid answer"
    } else {
        return chosen;
    };
    if wishes.timeout_action == Some(TimeoutAction::Submit) {
        warnings.push(format!("timeout_action: {reason}; `reinvoke` is used"));
    }
    TimeoutAction::Reinvoke
}

#[cfg(test)]
#[path = "policy_tests.rs"]
mod tests;
